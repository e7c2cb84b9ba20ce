//! Drawings: well-formed, and with everything that the summaries say.

use cutpoint_report::dot;

use crate::programs::{boxes, everything, holds};

/// What a small reader of the language finds wrong: open quotes, brackets and labels, or tags that do not match.
fn mistakes(graph: &str) -> Vec<String> {
    let mut open: Vec<char> = Vec::new();
    let mut found = Vec::new();
    let mut chars = graph.chars().peekable();
    while let Some(character) = chars.next() {
        match character {
            '"' if !quote(&mut chars) => found.push("an open quote".to_owned()),
            '<' => found.extend(label(&mut chars)),
            '{' | '[' => open.push(character),
            '}' if open.pop() != Some('{') => found.push("a brace too many".to_owned()),
            ']' if open.pop() != Some('[') => found.push("a bracket too many".to_owned()),
            _ => {}
        }
    }
    found.extend(open.iter().map(|character| format!("an open {character}")));
    found
}

/// Skips to the end of a quoted text.
fn quote(chars: &mut impl Iterator<Item = char>) -> bool {
    let mut escaped = false;
    chars.any(|character| {
        let ends = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        ends
    })
}

/// Reads a label of nested tags up to its end.
fn label(chars: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut tags: Vec<String> = Vec::new();
    loop {
        match chars.next() {
            None => return Some("an open label".to_owned()),
            Some('>') => return (!tags.is_empty()).then(|| format!("open tags {tags:?}")),
            Some('<') => {
                let tag: String = chars.take_while(|&character| character != '>').collect();
                let name = tag.split_whitespace().next().unwrap_or_default().to_owned();
                match name.strip_prefix('/') {
                    Some(name) if tags.last().is_some_and(|last| last == name) => drop(tags.pop()),
                    Some(name) => return Some(format!("</{name}> closes nothing")),
                    None => tags.push(name),
                }
            }
            Some(_) => {}
        }
    }
}

#[test]
fn the_reader_of_the_test_finds_mistakes() {
    assert_eq!(mistakes("digraph { a [label=\"{\"]; b [label=<<b>x</b>>]; a -> b; }"), [""; 0]);
    for wrong in ["{", "}", "[}", "{ \"a }", "{ a [label=<<b>x>]; }", "{ a [label=<<b>x</i>>]; }", "{ <a"] {
        assert!(!mistakes(wrong).is_empty(), "{wrong}");
    }
}

#[test]
fn drawings_are_well_formed_whatever_names_are() {
    for (mut fixture, set) in [boxes(), everything()] {
        assert_eq!(mistakes(&dot::summaries(&fixture.report(&set, holds(&set), &[]))), [""; 0]);
        let evil = "a\"b\\<c>&\n{[\u{1b}".to_owned();
        fixture.program.procs.iter_mut().for_each(|proc| proc.name.clone_from(&evil));
        fixture.program.globals.iter_mut().for_each(|global| global.name.clone_from(&evil));
        fixture.program.classes.iter_mut().for_each(|class| class.name.clone_from(&evil));
        let graph = dot::summaries(&fixture.report(&set, holds(&set), &[]));
        assert_eq!(mistakes(&graph), [""; 0]);
        assert!(!graph.contains('\u{1b}'));
    }
}

#[test]
fn entry_and_exits_stand_side_by_side_with_what_changed() {
    let (fixture, set) = boxes();
    let graph = dot::summaries(&fixture.report(&set, holds(&set), &["Main.M"]));
    for part in [
        "label=\"Main.M: pattern 1 of 1, used 3 times\"",
        "label=\"at the entry\"",
        "label=\"at the exit, 1 of 2\"",
        "label=\"at the exit, 2 of 2\"",
        // The global is written, the object is new.
        "<td align=\"left\" rowspan=\"1\" bgcolor=\"#ffe9a8\">Main.g1</td>",
        "bgcolor=\"#bfe3c4\"><b>#2: BoolBox</b>",
        // An arrow from the global to the object.
        "h3:p0_0:e -> h3_2;",
    ] {
        assert!(graph.contains(part), "{part} is not in\n{graph}");
    }
}
