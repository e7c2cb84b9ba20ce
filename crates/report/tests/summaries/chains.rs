//! Drawings of chains, which are folded, and of what does not fit on a screen.

use cutpoint_report::dot::{self, Extent};
use expect_test::expect;
use ir::Value;
use verdict::{Effect, Read, Summary, SummarySet};

use crate::programs::{Fixture, holds, object, read, write};

const LISTS: &str = "\
class Node { int value; Node next; Node other; };
class Main {
    static Node list;
    static Node middle;
    activate static void main() { M(); }
    static void M() { list = null; }
};
";

/// What is read of a list of so many objects: `Main.list`, and the field `next` of each object.
fn list(fixture: &Fixture, length: usize) -> Vec<Read> {
    let mut reads = vec![read(fixture.global("Main.list"), object(1))];
    for number in 1..=length {
        let next = if number < length { object(number + 1) } else { Value::Null };
        reads.push(read(fixture.field(number, "Node", "next"), next));
    }
    reads
}

fn nothing() -> Effect {
    Effect { fresh: Vec::new(), writes: Vec::new(), results: Vec::new() }
}

fn drawn(fixture: &Fixture, summaries: Vec<Summary>, extent: Extent) -> String {
    let set = SummarySet { summaries };
    let report = fixture.report(&set, holds(&set), &[]);
    let graph = dot::summaries(&report, extent);
    assert_eq!(graph, dot::summaries(&report, extent), "the same input gives the same drawing");
    graph
}

/// The drawing of one pattern with one effect.
fn picture(fixture: &Fixture, pattern: Vec<Read>, effect: Effect) -> String {
    let summary = Summary { proc: fixture.proc("Main.M"), pattern, effects: vec![effect], uses: 1 };
    drawn(fixture, vec![summary], Extent::Screenful)
}

/// The titles of the objects that are drawn, and the arrows of chains with their ends.
fn parts(graph: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in graph.lines().map(str::trim) {
        if let Some((_, title)) = line.split_once("<b>") {
            let title = title.trim_start_matches("<font color=\"#9198a8\">");
            found.push(title.split('<').next().unwrap_or_default().to_owned());
        }
        if let Some((arrow, rest)) = line.split_once(" [label=\"")
            && arrow.contains(" -> ")
        {
            let label = rest.split('"').next().unwrap_or_default();
            found.push(format!("{} {label}", arrow.replace("h2", "")));
        }
    }
    found
}

#[test]
fn a_chain_of_twelve_is_one_arrow_with_a_count() {
    let fixture = Fixture::new(LISTS);
    let graph = picture(&fixture, list(&fixture, 12), nothing());
    assert_eq!(parts(&graph), ["#1: Node", "_1 -> _1_end next*12"]);
    expect![[r##"
        digraph summaries {
          graph [rankdir=LR, nodesep=0.2, ranksep=0.5, fontname="Helvetica", fontsize=12, fontcolor="#404858", style=rounded,
                 color="#9aa0b0", labeljust=l, labelloc=b, label="yellow: written, before ⇒ after   green: new   red: does not return   pale: unchanged   dashed: a reference before\lnext*3: a chain of three objects   alike: with other numbers and lengths\l"];
          node [shape=plain, fontname="Helvetica", fontsize=11];
          edge [arrowsize=0.7, color="#404858"];
          subgraph cluster_0 {
            labelloc=t; label="Main.M: 1 pattern, 1 effect, used once";
          subgraph cluster_1 {
            labelloc=t; label="pattern 1, used once";
            h2 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td align="left" rowspan="1"><font color="#9198a8">Main.list</font></td><td port="p0_0"><font color="#9198a8">#1</font></td></tr><tr><td align="left" colspan="2" bgcolor="#e8eaf0">changes nothing</td></tr></table>>];
            h2_1 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td colspan="2" bgcolor="#e8eaf0"><b><font color="#9198a8">#1: Node</font></b></td></tr></table>>];
            h2:p0_0:e -> h2_1 [color="#9198a8"];
            h2_1_end [label=<<font color="#9198a8">null</font>>];
            h2_1 -> h2_1_end [label="next*12", fontname="Helvetica", fontsize=10, fontcolor="#9198a8", color="#9198a8"];
          }
          }
        }
    "##]].assert_eq(&graph);
}

#[test]
fn nothing_points_into_a_chain() {
    let fixture = Fixture::new(LISTS);
    let mut shared = list(&fixture, 12);
    shared.push(read(fixture.global("Main.middle"), object(5)));
    let graph = picture(&fixture, shared, nothing());
    assert_eq!(parts(&graph), ["#1: Node", "#5: Node", "_1 -> _5 next*4", "_5 -> _5_end next*8"]);

    let mut by_a_field = list(&fixture, 12);
    by_a_field.push(read(fixture.field(12, "Node", "other"), object(7)));
    let graph = picture(&fixture, by_a_field, nothing());
    let expected = ["#1: Node", "#7: Node", "#12: Node", "_1 -> _7 next*6", "_7 -> _12 next*5"];
    assert_eq!(parts(&graph), expected);
}

#[test]
fn cycles_lead_back_to_where_they_begin() {
    let fixture = Fixture::new(LISTS);
    for (back_to, expected) in [
        (1, vec!["#1: Node", "_1 -> _1 next*12"]),
        (6, vec!["#1: Node", "#6: Node", "_1 -> _6 next*5", "_6 -> _6 next*7"]),
        (12, vec!["#1: Node", "#12: Node", "_1 -> _12 next*11"]),
    ] {
        let mut cyclic = list(&fixture, 12);
        cyclic[12] = read(fixture.field(12, "Node", "next"), object(back_to));
        assert_eq!(parts(&picture(&fixture, cyclic, nothing())), expected, "back to {back_to}");
    }
}

#[test]
fn what_was_written_is_not_folded() {
    let fixture = Fixture::new(LISTS);
    let effect = Effect { writes: vec![write(fixture.field(5, "Node", "next"), Value::Null)], ..nothing() };
    let graph = picture(&fixture, list(&fixture, 12), effect);
    let expected = ["#1: Node", "#5: Node", "#6: Node", "_1 -> _5 next*4", "_6 -> _6_end next*7"];
    assert_eq!(parts(&graph), expected);
    assert!(graph.contains("<td port=\"p0_0\" bgcolor=\"#ffe9a8\">#6 ⇒ null</td>"), "{graph}");
    assert!(graph.contains("h2_5:p0_0:e -> h2_6 [style=dashed"), "{graph}");
}

/// A list with these values.
fn values(fixture: &Fixture, values: impl Fn(usize) -> i64) -> Vec<Read> {
    let mut reads = list(fixture, 12);
    reads.extend(
        (1..=12).map(|number| read(fixture.field(number, "Node", "value"), Value::Int(values(number)))),
    );
    reads
}

#[test]
fn plain_fields_along_a_chain_are_equal_or_listed() {
    let fixture = Fixture::new(LISTS);
    let equal = picture(&fixture, values(&fixture, |_| 7), nothing());
    assert_eq!(parts(&equal), ["#1: Node", "_1 -> _1_end next*12"]);
    assert!(equal.contains(">7</font></td>"), "{equal}");
    let short = picture(&fixture, values(&fixture, |number| number as i64 % 2), nothing());
    assert_eq!(parts(&short), ["#1: Node", "_1 -> _1_end next*12"]);
    assert!(short.contains(">1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0</font></td>"), "{short}");
    let long = picture(&fixture, values(&fixture, |number| 10_000_000 + number as i64), nothing());
    for number in 1..=12 {
        assert!(long.contains(&format!("{}", 10_000_000 + number)), "{number} is lost in {long}");
    }
    assert_eq!(parts(&long).iter().filter(|part| part.ends_with("Node")).count(), 3, "{long}");
}

#[test]
fn patterns_of_one_shape_share_a_picture_unless_all_are_asked_for() {
    let fixture = Fixture::new(LISTS);
    let lists: Vec<Summary> = (2..=12)
        .map(|length| Summary {
            proc: fixture.proc("Main.M"),
            pattern: list(&fixture, length),
            effects: vec![nothing()],
            uses: if length == 4 { 9 } else { 2 },
        })
        .collect();
    let one = drawn(&fixture, lists.clone(), Extent::Screenful);
    assert_eq!(parts(&one), ["#1: Node", "_1 -> _1_end next*4"]);
    let title = "label=\"pattern 3, used 9 times, and 10 alike\"";
    assert!(one.contains(title), "{one}");
    let all = drawn(&fixture, lists, Extent::Everything);
    assert_eq!(parts(&all).len(), 22, "{all}");
}

#[test]
fn a_screenful_has_a_bound_and_says_what_is_left_out() {
    let procs: String =
        (0..300).map(|index| format!("static void p{index}() {{ list = null; }}\n")).collect();
    let text = LISTS.replace("static void M() { list = null; }", &procs).replace("M();", "p0();");
    let fixture = Fixture::new(&text);
    // A tree with 100 objects: nothing of it can be folded.
    let mut tree = vec![read(fixture.global("Main.list"), object(1))];
    for number in 1..50 {
        tree.push(read(fixture.field(number, "Node", "next"), object(2 * number)));
        tree.push(read(fixture.field(number, "Node", "other"), object(2 * number + 1)));
    }
    let summary = |index: u64| Summary {
        proc: fixture.proc(&format!("Main.p{index}")),
        pattern: if index == 7 { tree.clone() } else { list(&fixture, 3) },
        effects: vec![nothing(); 20],
        uses: if index == 7 { 1000 } else { index },
    };
    let summaries: Vec<Summary> = (0..300).map(summary).collect();
    let screenful = drawn(&fixture, summaries.clone(), Extent::Screenful);
    assert!(screenful.lines().count() < 400, "{screenful}");
    for part in
        ["label=\"Main.p7: ", "87 more objects", " more effects", "Not drawn: ", "--all draws everything"]
    {
        assert!(screenful.contains(part), "{part} is not in {screenful}");
    }
    let everything = drawn(&fixture, summaries, Extent::Everything);
    assert!(everything.contains("label=\"Main.p250: ") && !everything.contains("Not drawn"));
    assert!(everything.contains("#99: Node") && everything.contains("effect 20 of 20"));
}
