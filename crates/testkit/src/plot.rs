//! Line charts with logarithmic axes, as SVG.
//!
//! What benchmarks say about growth is easier to see than to read: on two logarithmic axes a polynomial is a straight
//! line whose slope is its degree, and an exponential bends upwards. The picture needs no font, script or network,
//! and follows the light or dark setting of the reader's device. Series differ in colour, in the shape of their marks
//! and, if wanted, in dashes, so colour is never the only difference.

use std::fmt::Write as _;

/// A chart. What is not positive has no place on a logarithmic axis and is left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub series: Vec<Series>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    pub dashed: bool,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 724.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 396.0;

/// Colours that people who see few colours can distinguish (Okabe and Ito), each readable on white and on near-black.
const STYLE: &str = "  <style>
    text { font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 13px; fill: #24292f; }
    .title { font-size: 16px; font-weight: 600; }
    .paper { fill: #ffffff; }
    .grid { stroke: #d0d7de; stroke-width: 1; }
    .axis { stroke: #57606a; stroke-width: 1.2; fill: none; }
    .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
    .dashed { stroke-dasharray: 6 4; }
    .s0 { stroke: #d55e00; } .m0 { fill: #d55e00; }
    .s1 { stroke: #0072b2; } .m1 { fill: #0072b2; }
    .s2 { stroke: #b8860b; } .m2 { fill: #b8860b; }
    .s3 { stroke: #009e73; } .m3 { fill: #009e73; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .paper { fill: #0d1117; }
      .grid { stroke: #30363d; }
      .axis { stroke: #9198a1; }
      .s1 { stroke: #56b4e9; } .m1 { fill: #56b4e9; }
      .s2 { stroke: #e6b84c; } .m2 { fill: #e6b84c; }
    }
  </style>
";

/// Colours that there are; further series begin again.
const STYLES: usize = 4;

impl Chart {
    /// The picture. The same chart always gives the same text.
    pub fn to_svg(&self) -> String {
        let all = || self.series.iter().flat_map(Series::shown);
        let x = Axis::over(all().map(|point| point.0), LEFT, RIGHT);
        let y = Axis::over(all().map(|point| point.1), BOTTOM, TOP);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\">\n{STYLE}  \
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n  \
             <text class=\"title\" x=\"{LEFT}\" y=\"28\">{0}</text>\n",
            escape(&self.title)
        );
        draw_grid(&mut svg, &x, &y);
        self.draw_labels(&mut svg);
        for (index, series) in self.series.iter().enumerate() {
            series.draw(&mut svg, index, &x, &y);
        }
        self.draw_legend(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_labels(&self, svg: &mut String) {
        let (middle_x, middle_y) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
        push(
            svg,
            &format!(
                "<text x=\"{middle_x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 46.0,
                escape(&self.x_label)
            ),
        );
        push(
            svg,
            &format!(
                "<text transform=\"translate(22 {middle_y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                escape(&self.y_label)
            ),
        );
    }

    /// In the corner of the plot where it covers the fewest points.
    fn draw_legend(&self, svg: &mut String) {
        let longest = self.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
        let (width, height) = (56.0 + 7.4 * longest as f64, 12.0 + 22.0 * self.series.len() as f64);
        let (left, top) = self.legend_corner(width, height);
        push(
            svg,
            &format!(
                "<rect class=\"paper\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill-opacity=\"0.85\"/>",
            ),
        );
        for (index, series) in self.series.iter().enumerate() {
            let y = top + 18.0 + 22.0 * index as f64;
            let dashes = if series.dashed { " dashed" } else { "" };
            let (from, to, middle, text) = (left + 8.0, left + 40.0, left + 24.0, left + 48.0);
            push(
                svg,
                &format!(
                    "<path class=\"line s{}{dashes}\" d=\"M{from:.1} {y:.1}H{to:.1}\"/>",
                    index % STYLES
                ),
            );
            push(svg, &mark(index, middle, y));
            push(svg, &format!("<text x=\"{text:.1}\" y=\"{:.1}\">{}</text>", y + 4.5, escape(&series.name)));
        }
    }

    /// The left upper point of a box in a corner, the upper corners first.
    fn legend_corner(&self, width: f64, height: f64) -> (f64, f64) {
        let all = || self.series.iter().flat_map(Series::shown);
        let x = Axis::over(all().map(|point| point.0), LEFT, RIGHT);
        let y = Axis::over(all().map(|point| point.1), BOTTOM, TOP);
        let covered = |&(left, top): &(f64, f64)| {
            let inside = |point: &(f64, f64)| {
                let (x, y) = (x.place(point.0), y.place(point.1));
                (left..=left + width).contains(&x) && (top..=top + height).contains(&y)
            };
            all().filter(inside).count()
        };
        let (left, right, top, bottom) = (LEFT + 8.0, RIGHT - width - 8.0, TOP + 6.0, BOTTOM - height - 6.0);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        corners.into_iter().min_by_key(covered).unwrap_or(corners[0])
    }
}

impl Series {
    fn shown(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let fits = |value: f64| value > 0.0 && value.is_finite();
        self.points.iter().copied().filter(move |&(x, y)| fits(x) && fits(y))
    }

    fn draw(&self, svg: &mut String, index: usize, x: &Axis, y: &Axis) {
        let mut path = String::new();
        for (number, point) in self.shown().enumerate() {
            let letter = if number == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{letter}{:.1} {:.1}", x.place(point.0), y.place(point.1));
        }
        let dashes = if self.dashed { " dashed" } else { "" };
        push(svg, &format!("<path class=\"line s{}{dashes}\" d=\"{path}\"/>", index % STYLES));
        for point in self.shown() {
            push(svg, &mark(index, x.place(point.0), y.place(point.1)));
        }
    }
}

/// A logarithmic axis from one power of ten to another.
struct Axis {
    /// Powers of ten at the two ends; the second is larger.
    powers: (i32, i32),
    ends: (f64, f64),
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (least, most) =
            values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        let powers = if least.is_finite() {
            (least.log10().floor() as i32, most.log10().ceil() as i32)
        } else {
            (0, 1)
        };
        Self { powers: (powers.0, powers.1.max(powers.0 + 1)), ends: (from, to) }
    }

    fn place(&self, value: f64) -> f64 {
        let (low, high) = (f64::from(self.powers.0), f64::from(self.powers.1));
        self.ends.0 + (value.log10() - low) / (high - low) * (self.ends.1 - self.ends.0)
    }

    fn ticks(&self) -> impl Iterator<Item = i32> {
        self.powers.0..=self.powers.1
    }
}

fn draw_grid(svg: &mut String, x: &Axis, y: &Axis) {
    for power in x.ticks() {
        let at = x.place(10_f64.powi(power));
        push(svg, &format!("<path class=\"grid\" d=\"M{at:.1} {TOP:.1}V{BOTTOM:.1}\"/>"));
        let (at_y, label) = (BOTTOM + 20.0, tick_label(power));
        push(svg, &format!("<text x=\"{at:.1}\" y=\"{at_y:.1}\" text-anchor=\"middle\">{label}</text>"));
    }
    for power in y.ticks() {
        let at = y.place(10_f64.powi(power));
        push(svg, &format!("<path class=\"grid\" d=\"M{LEFT:.1} {at:.1}H{RIGHT:.1}\"/>"));
        let (at_x, at_y, label) = (LEFT - 8.0, at + 4.5, tick_label(power));
        push(svg, &format!("<text x=\"{at_x:.1}\" y=\"{at_y:.1}\" text-anchor=\"end\">{label}</text>"));
    }
    push(svg, &format!("<path class=\"axis\" d=\"M{LEFT:.1} {TOP:.1}V{BOTTOM:.1}H{RIGHT:.1}\"/>"));
}

/// A power of ten as people write it.
fn tick_label(power: i32) -> String {
    match power {
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        0..=2 => 10_u32.pow(power.unsigned_abs()).to_string(),
        3..=5 => format!("{},000", 10_u32.pow(power.unsigned_abs() - 3)),
        _ => format!("10<tspan dy=\"-5\" font-size=\"10\">{power}</tspan>"),
    }
}

/// Circle, square, diamond or triangle.
fn mark(index: usize, x: f64, y: f64) -> String {
    let class = index % STYLES;
    match class {
        0 => format!("<circle class=\"m{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => format!("<path class=\"m{class}\" d=\"M{:.1} {:.1}h7v7h-7z\"/>", x - 3.5, y - 3.5),
        2 => format!("<path class=\"m{class}\" d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"/>", y - 5.0),
        _ => format!("<path class=\"m{class}\" d=\"M{x:.1} {:.1}l4.6 8h-9.2z\"/>", y - 4.8),
    }
}

fn push(svg: &mut String, element: &str) {
    svg.push_str("  ");
    svg.push_str(element);
    svg.push('\n');
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: &[(f64, f64)]) -> Chart {
        let series = vec![Series { name: "a < b & \"c\"".into(), points: points.to_vec(), dashed: false }];
        Chart { title: "T".into(), x_label: "x".into(), y_label: "y".into(), series }
    }

    /// The path of the first series: the one that has line segments.
    fn line_of(svg: &str) -> &str {
        svg.lines().find(|line| line.contains("class=\"line s0\"")).expect("a line for the series")
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let svg = chart(&[(1.0, 10.0), (10.0, 100.0), (100.0, 1000.0)]).to_svg();
        let (middle_x, middle_y) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
        let expected = format!("M{LEFT:.1} {BOTTOM:.1}L{middle_x:.1} {middle_y:.1}L{RIGHT:.1} {TOP:.1}");
        assert!(line_of(&svg).contains(&expected), "{}", line_of(&svg));
    }

    #[test]
    fn what_is_not_positive_is_left_out() {
        let with = chart(&[(0.0, 5.0), (1.0, 10.0), (5.0, -1.0), (10.0, f64::NAN), (10.0, 100.0)]).to_svg();
        assert_eq!(with, chart(&[(1.0, 10.0), (10.0, 100.0)]).to_svg());
    }

    #[test]
    fn charts_without_points_or_with_one_are_drawn_too() {
        for points in [&[][..], &[(3.0, 3.0)][..], &[(10.0, 10.0)][..]] {
            let svg = chart(points).to_svg();
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn names_are_escaped_and_ticks_readable() {
        let svg = chart(&[(0.01, 1.0), (2_000.0, 2e6)]).to_svg();
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;") && !svg.contains("a < b"));
        for label in [">0.01<", ">0.1<", ">1<", ">1,000<", ">10,000<", ">100,000<", ">7</tspan>"] {
            assert!(svg.contains(label), "no tick {label}");
        }
    }
}
