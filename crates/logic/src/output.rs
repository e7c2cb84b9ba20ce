//! Automata as text: Graphviz drawings, and the Hanoi Omega-Automata format (version 1) that other tools read.

use std::fmt;

use base::{Id, IndexVec};

use crate::atom::Atom;
use crate::automaton::{Automaton, Transition};
use crate::formula::AtomId;

/// An automaton as a drawing for Graphviz; marked transitions are bold.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a> {
    pub automaton: &'a Automaton,
    pub atoms: &'a IndexVec<AtomId, Atom>,
}

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph automaton {{\n  rankdir=LR;\n  node [shape=circle];")?;
        for state in self.automaton.initial() {
            let number = state.index();
            writeln!(f, "  start{number} [shape=point, label=\"\"];\n  start{number} -> {number};")?;
        }
        for state in self.automaton.states() {
            writeln!(f, "  {};", state.index())?;
            for transition in self.automaton.transitions(state) {
                let label = quoted(&self.label(transition));
                let style = if transition.marked { ", style=bold, color=blue" } else { "" };
                writeln!(f, "  {} -> {} [label={label}{style}];", state.index(), transition.target.index())?;
            }
        }
        writeln!(f, "}}")
    }
}

impl Dot<'_> {
    fn label(&self, transition: &Transition) -> String {
        let literal = |(atom, holds): (AtomId, bool)| match holds {
            true => self.atoms[atom].to_string(),
            false => format!("not ({})", self.atoms[atom]),
        };
        let literals: Vec<String> = transition.label.literals().map(literal).collect();
        if literals.is_empty() { "true".to_owned() } else { literals.join(" && ") }
    }
}

/// An automaton in the Hanoi format.
#[derive(Clone, Copy, Debug)]
pub struct Hoa<'a> {
    pub automaton: &'a Automaton,
    pub atoms: &'a IndexVec<AtomId, Atom>,
    /// The formula, or another name.
    pub name: &'a str,
}

impl fmt::Display for Hoa<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "HOA: v1\nname: {}\nStates: {}", quoted(self.name), self.automaton.n_states())?;
        for state in self.automaton.initial() {
            writeln!(f, "Start: {}", state.index())?;
        }
        write!(f, "AP: {}", self.atoms.len())?;
        self.atoms.iter().try_for_each(|atom| write!(f, " {}", quoted(&atom.to_string())))?;
        writeln!(f, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)")?;
        writeln!(f, "properties: trans-labels explicit-labels trans-acc\n--BODY--")?;
        for state in self.automaton.states() {
            writeln!(f, "State: {}", state.index())?;
            for transition in self.automaton.transitions(state) {
                let mark = if transition.marked { " {0}" } else { "" };
                writeln!(f, "[{}] {}{mark}", numbered(transition), transition.target.index())?;
            }
        }
        writeln!(f, "--END--")
    }
}

/// A label over the numbers of atoms.
fn numbered(transition: &Transition) -> String {
    let literal = |(atom, holds): (AtomId, bool)| format!("{}{}", if holds { "" } else { "!" }, atom.index());
    let literals: Vec<String> = transition.label.literals().map(literal).collect();
    if literals.is_empty() { "t".to_owned() } else { literals.join("&") }
}

/// A string of both formats.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
