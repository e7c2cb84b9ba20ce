//! Comments and pages: lines that fit a screen, and the words of the field.
//!
//! Grammars, tables and examples keep their lines: what stands in a fence, in a table, or in a marker of a picture or a
//! property is not looked at.

use std::path::{Path, PathBuf};

/// The longest line of a comment or a page, in characters.
const LONGEST: usize = 120;

/// Words that this project once had for what the field calls otherwise, and persons where there are none.
const FOREIGN: &[(&str, &str)] = &[
    ("told", "shown, listed, distinguished"),
    ("retold", "replayed"),
    ("ways", "paths, subtraces, combinations, alternatives"),
    ("whoever", "the caller, the reader"),
    ("nobody", "nothing, not"),
    ("everybody", "all"),
    ("somebody", "the caller"),
    ("in sight", "reachable, visible"),
    ("for ever", "forever"),
];

/// A line that is read as prose, with its place.
struct Line {
    path: PathBuf,
    number: usize,
    text: String,
}

#[test]
fn lines_of_comments_and_pages_fit() {
    let too_long = |line: &Line| {
        let length = line.text.chars().count();
        (length > LONGEST).then(|| format!("{length} characters, not {LONGEST}"))
    };
    assert_eq!(complaints(too_long), "");
}

#[test]
fn comments_and_pages_have_the_words_of_the_field() {
    let foreign = |line: &Line| {
        let text = without_code(&line.text).to_lowercase();
        let found = FOREIGN.iter().find(|(word, _)| has_word(&text, word));
        found.map(|(word, better)| format!("`{word}`: say {better}"))
    };
    assert_eq!(complaints(foreign), "");
}

#[test]
fn words_are_found_as_words() {
    assert!(has_word("what is told.", "told") && has_word("told", "told") && has_word("(told)", "told"));
    assert!(!has_word("untold", "told") && !has_word("always", "ways") && !has_word("told_apart", "told"));
    assert!(has_word("untold, but told", "told") && has_word("is in sight of", "in sight"));
}

#[test]
fn fences_tables_and_markers_are_no_prose() {
    let rust = "//! a\n//! ```text\n//! b\n//! ```\n//! | c |\nlet d = 1; // e\n    /// f\n";
    assert_eq!(texts(rust, true), ["//! a", "    /// f"]);
    assert_eq!(without_code("a `b` c `d`"), "a `` c ``");
    let page = "a\n```\nb\n```\n| c |\n<!-- d -->\ne\n";
    assert_eq!(texts(page, false), ["a", "e"]);
}

fn texts(text: &str, is_rust: bool) -> Vec<String> {
    prose(Path::new("x"), text, is_rust).into_iter().map(|line| line.text).collect()
}

/// What is wrong with lines of the repository, one complaint on each line.
fn complaints(complaint: impl Fn(&Line) -> Option<String>) -> String {
    let mut all = Vec::new();
    for path in files() {
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        for line in prose(&path, &text, is_rust) {
            if let Some(complaint) = complaint(&line) {
                all.push(format!("{}:{}: {complaint}\n", line.path.display(), line.number));
            }
        }
    }
    all.concat()
}

/// The lines of a text that are read as prose: of a page all, of a program the comments that have a line of their own.
fn prose(path: &Path, text: &str, is_rust: bool) -> Vec<Line> {
    let mut is_fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = line.trim_start();
        let content = if is_rust {
            let Some(comment) = content.strip_prefix("//") else {
                is_fenced = false;
                continue;
            };
            comment.trim_start_matches(['/', '!']).trim_start()
        } else {
            content
        };
        if content.starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced && !content.starts_with(['|', '@']) && !content.starts_with("<!--") {
            lines.push(Line { path: path.to_owned(), number: index + 1, text: line.to_owned() });
        }
    }
    lines
}

/// The line without what stands between backticks: names of the program are no prose.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// Whether a text has a word that is no part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Every program and page of the repository, in order; what is built is no part of it. This test names the words.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if (name.ends_with(".rs") || name.ends_with(".md")) && name != "prose.rs" {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 500, "only {} files were found", files.len());
    files.sort();
    files
}
