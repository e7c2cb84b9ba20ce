//! The style of comments and pages, as far as a test can see it: the length of lines, and the words of the field.

use std::path::{Path, PathBuf};

/// Comments and Markdown; rustfmt holds code to less. Tables and what stands in fences cannot be broken.
const LONGEST: usize = 120;

/// Words that say nothing in this field, and persons where there are none, with what to say instead.
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files of the project with one of these extensions, relative to its root, sorted.
fn files(extensions: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<String> =
        ["benches", "crates", "docs", "fuzz", "examples"].map(str::to_owned).to_vec();
    folders.push(String::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let is_folder = entry.path().is_dir();
            if is_folder && !folder.is_empty() && !["target", "artifacts", "seeds"].contains(&name.as_str()) {
                folders.push(path);
            } else if !is_folder && extensions.iter().any(|extension| name.ends_with(extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).expect("a readable file")
}

/// The lines of prose of a file, with their numbers: pages and comments of code, but for tables, fenced blocks and
/// commands of pictures.
fn prose<'a>(file: &str, text: &'a str) -> Vec<(usize, &'a str)> {
    let is_page = file.ends_with(".md");
    let mut is_fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = if is_page { Some(line) } else { comment(line) };
        let Some(content) = content else { continue };
        let content = content.trim_start();
        let is_fence = content.starts_with("```");
        let is_picture = content.starts_with("<!-- picture");
        is_fenced ^= is_fence;
        if !is_fenced && !is_fence && !is_picture && !content.starts_with('|') {
            lines.push((index + 1, line));
        }
    }
    lines
}

/// What a line of code says, if it is a comment.
fn comment(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']))
}

#[test]
fn lines_of_prose_have_up_to_120_characters() {
    let mut long = Vec::new();
    for file in files(&[".rs", ".md"]) {
        let text = text(&file);
        let lines = prose(&file, &text).into_iter();
        let too_long = lines.filter(|(_, line)| line.chars().count() > LONGEST && line.contains(' '));
        long.extend(too_long.map(|(number, _)| format!("{file}:{number}")));
    }
    assert!(long.is_empty(), "more than {LONGEST} characters: {long:#?}");
}

#[test]
fn prose_has_the_words_of_the_field() {
    let mut found = Vec::new();
    for file in files(&[".rs", ".md"]) {
        let text = text(&file);
        for (number, line) in prose(&file, &text) {
            let line = without_code(line).to_lowercase();
            let foreign = FOREIGN.iter().find(|(word, _)| has_word(&line, word));
            found.extend(foreign.map(|(word, better)| format!("{file}:{number}: `{word}`; say {better}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The line without what stands between backticks: names of programs are no prose.
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

#[test]
fn words_are_found_as_words() {
    assert!(has_word("what is told.", "told") && has_word("told", "told") && has_word("(told)", "told"));
    assert!(!has_word("untold", "told") && !has_word("always", "ways") && !has_word("told_apart", "told"));
    assert!(has_word("untold, but told", "told") && has_word("is in sight of", "in sight"));
    assert_eq!(without_code("a `b` c `d`"), "a `` c ``");
}

#[test]
fn prose_is_not_code_nor_table() {
    let code = "//! A header.\nlet a = 1;\n    // why\n//! | a | table |\n//! ```\n//! code\n//! ```\n";
    assert_eq!(prose("a.rs", code), [(1, "//! A header."), (3, "    // why")]);
    let page = "Text.\n```sh\ncutpoint\n```\n| a | b |\nMore.\n";
    assert_eq!(prose("a.md", page), [(1, "Text."), (6, "More.")]);
}
