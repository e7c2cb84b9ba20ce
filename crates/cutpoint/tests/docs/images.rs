//! Pictures of the documentation: `<!-- picture: COMMAND -->` before a picture says what it shows.
//!
//! The output of a command is drawn as a terminal shows it; what goes through `dot -Tsvg` is drawn by Graphviz. Either
//! way the picture keeps its source in a comment, and that is compared, since drawings differ between versions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anstyle_svg::Term;
use libtest_mimic::Failed;

use crate::page::{Page, Picture};
use crate::session::Folder;
use crate::shell::CommandLine;
use crate::{read, root, wants_update};

/// Drawn by benchmarks, from measured figures.
const MEASURED: [&str; 4] =
    ["boolean-counter-unsafe.svg", "boolean-driver-safe.svg", "pushdown-growth.svg", "summaries-growth.svg"];

/// Compares the pictures of a page with what their commands give now.
pub(crate) fn compare(page: &Page) -> Result<(), Failed> {
    if page.pictures.is_empty() {
        return Ok(());
    }
    let folder = Folder::new(&format!("{}-pictures", page.name))?;
    for picture in &page.pictures {
        let place = format!("{}:{}", page.name, picture.line);
        let source = source(&folder, picture).map_err(|error| format!("{place}: {error}"))?;
        let path = path(page, picture);
        let is_current = std::fs::read_to_string(&path).is_ok_and(|old| old.contains(&kept(&source)));
        match (is_current, wants_update()) {
            (true, _) => {}
            (false, true) => std::fs::write(&path, drawn(picture, &source)?)?,
            (false, false) => {
                return Err(format!("{place}: the picture is old; UPDATE_DOCS=1 draws it anew").into());
            }
        }
    }
    Ok(())
}

/// Whether every file of `docs/images` is on a page, and made from a command or measured.
pub(crate) fn all_are_shown(pages: &[String]) -> Result<(), Failed> {
    let mut shown: Vec<PathBuf> = Vec::new();
    for name in pages {
        let page = read(name)?;
        shown.extend(page.pictures.iter().map(|picture| path(&page, picture)));
    }
    for entry in std::fs::read_dir(root().join("docs/images"))? {
        let name = entry?.file_name();
        let is_shown = shown.iter().any(|path| path.file_name() == Some(&name));
        let is_measured = MEASURED.iter().any(|measured| name == *measured);
        if !is_shown && !is_measured {
            return Err(format!("no page says what {} shows", name.display()).into());
        }
    }
    Ok(())
}

fn path(page: &Page, picture: &Picture) -> PathBuf {
    let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
    root().join(folder).join(&picture.path)
}

fn is_graph(picture: &Picture) -> bool {
    picture.command.contains("| dot")
}

/// What is drawn.
fn source(folder: &Folder, picture: &Picture) -> Result<String, String> {
    let (before, last) = picture.command.rsplit_once("&& ").unwrap_or(("", &picture.command));
    for line in before.split("&& ").filter(|line| !line.is_empty()) {
        run(folder, line, false)?;
    }
    run(folder, last, !is_graph(picture))
}

fn run(folder: &Folder, line: &str, in_colour: bool) -> Result<String, String> {
    let command = CommandLine::parse(line)?.ok_or("there is no command")?;
    let mut words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    if words.first() != Some(&"cutpoint") {
        return Err(format!("pictures are made by cutpoint: {line}"));
    }
    if in_colour {
        words.push("--color=always");
    }
    let output = folder.cutpoint(&words[1..])?;
    if !matches!(output.status.code(), Some(0 | 1 | 3)) {
        return Err(format!("`{line}` gives no answer: {output:?}"));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// The source in the form in which the picture keeps it: two dashes must not meet in a comment.
fn kept(source: &str) -> String {
    let escaped = source.replace('\u{1b}', "^[").replace("--", "-\u{200b}-");
    format!("<!-- source:\n{escaped}\n-->")
}

fn drawn(picture: &Picture, source: &str) -> Result<String, String> {
    let svg = if is_graph(picture) {
        graph(source)?
    } else {
        let prompt = format!("\u{1b}[1m$ {}\u{1b}[0m\n", picture.command);
        Term::new().render_svg(&(prompt + source))
    };
    let svg = svg.trim_end().strip_suffix("</svg>").ok_or("the drawing does not end as expected")?;
    Ok(format!("{svg}{}\n</svg>\n", kept(source)))
}

fn graph(source: &str) -> Result<String, String> {
    let dot = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut dot = dot.map_err(|error| format!("Graphviz is needed to draw: {error}"))?;
    let mut input = dot.stdin.take().ok_or("no pipe")?;
    input.write_all(source.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = dot.wait_with_output().map_err(|error| error.to_string())?;
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
