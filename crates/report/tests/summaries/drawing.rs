//! Drawings: well-formed, and with everything that the summaries say.

use cutpoint_report::dot::{self, Extent};
use expect_test::expect;

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
        for extent in [Extent::Screenful, Extent::Everything] {
            assert_eq!(mistakes(&dot::summaries(&fixture.report(&set, holds(&set), &[]), extent)), [""; 0]);
        }
        let evil = "a\"b\\<c>&\n{[\u{1b}".to_owned();
        fixture.program.procs.iter_mut().for_each(|proc| proc.name.clone_from(&evil));
        fixture.program.globals.iter_mut().for_each(|global| global.name.clone_from(&evil));
        fixture.program.classes.iter_mut().for_each(|class| class.name.clone_from(&evil));
        let graph = dot::summaries(&fixture.report(&set, holds(&set), &[]), Extent::Everything);
        assert_eq!(mistakes(&graph), [""; 0]);
        assert!(!graph.contains('\u{1b}'));
    }
}

#[test]
fn effects_are_drawn_beside_each_other_with_what_changed() {
    let (fixture, set) = boxes();
    let graph = dot::summaries(&fixture.report(&set, holds(&set), &["Main.M"]), Extent::Screenful);
    expect![[r##"
        digraph summaries {
          graph [rankdir=LR, nodesep=0.2, ranksep=0.5, fontname="Helvetica", fontsize=12, fontcolor="#404858", style=rounded,
                 color="#9aa0b0", labeljust=l, labelloc=b, label="yellow: written, before ⇒ after   green: new   red: does not return   pale: unchanged   dashed: a reference before\lnext*3: a chain of three objects   alike: with other numbers and lengths\l"];
          node [shape=plain, fontname="Helvetica", fontsize=11];
          edge [arrowsize=0.7, color="#404858"];
          subgraph cluster_0 {
            labelloc=t; label="Main.M: 1 pattern, 2 effects, used 3 times";
          subgraph cluster_1 {
            labelloc=t; label="pattern 1, used 3 times";
          subgraph cluster_2 {
            labelloc=t; label="effect 1 of 2";
            h2 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td align="left" rowspan="1"><font color="#9198a8">Main.g1</font></td><td port="p0_0"><font color="#9198a8">#1</font></td></tr><tr><td align="left" colspan="2" bgcolor="#e8eaf0">changes nothing</td></tr></table>>];
            h2_1 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td colspan="2" bgcolor="#e8eaf0"><b><font color="#9198a8">#1: BoolBox</font></b></td></tr><tr><td align="left" rowspan="1"><font color="#9198a8">x</font></td><td port="p0_0"><font color="#9198a8">false</font></td></tr></table>>];
            h2:p0_0:e -> h2_1 [color="#9198a8"];
          }
          subgraph cluster_3 {
            labelloc=t; label="effect 2 of 2";
            h3 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td align="left" rowspan="1" bgcolor="#ffe9a8">Main.g1</td><td port="p0_0" bgcolor="#ffe9a8">#1 ⇒ #2</td></tr></table>>];
            h3_1 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td colspan="2" bgcolor="#e8eaf0"><b><font color="#9198a8">#1: BoolBox</font></b></td></tr><tr><td align="left" rowspan="1"><font color="#9198a8">x</font></td><td port="p0_0"><font color="#9198a8">false</font></td></tr></table>>];
            h3_2 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4" color="#9aa0b0"><tr><td colspan="2" bgcolor="#bfe3c4"><b>#2: BoolBox</b></td></tr><tr><td align="left" rowspan="1">x</td><td port="p0_0">false</td></tr></table>>];
            h3:p0_0:e -> h3_1 [style=dashed, color="#9198a8"];
            h3:p0_0:e -> h3_2;
          }
            h2_1 -> h3 [style=invis];
            h2 -> h3 [style=invis];
          }
          }
        }
    "##]].assert_eq(&graph);
}
