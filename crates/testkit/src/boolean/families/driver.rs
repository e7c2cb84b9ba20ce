//! Drivers as predicate abstraction sees them: many variables of which little is known, a lock and an interrupt level
//! to be kept in order, shallow calls.

use std::fmt::Write;

use super::{Variant, names, row_of};
use crate::rng::Rng;

/// What a driver takes and gives back: the procedures of the pairs assert that it is free, and that it is taken.
const PAIRS: [[&str; 2]; 2] = [["acquire", "release"], ["raise", "lower"]];

/// A driver of so many routines with so many local predicates each; it has `procedures * (locals + 2) + 6` variables.
///
/// Routine number i calls the routines 2i and 2i + 1, and `main` calls the first one again and again. The body of a
/// routine is a row of *sections*: a resource is taken if some predicate of the routine holds, other predicates change
/// in between, and it is given back if the same predicate holds.
///
/// Safe: no statement of a section changes its predicate, resources are free wherever a routine is called, and so they
/// are at its end, by induction over calls. An `irp` is completed only where it was looked at. Unsafe: in the last
/// section of the last routine the predicate is set to any value in between. That section is reached: every statement
/// can be passed (a `constrain` always has a solution, since one of the two variables under each clause gets any
/// value), every call stands under `if *`, and all loops may end; then the predicate is false at first, true later, and
/// what is given back was not taken.
pub fn driver(procedures: usize, locals: usize, variant: Variant) -> String {
    assert!(procedures > 0 && locals >= 6, "a routine has a predicate of its own for a section, and others");
    let mut writer = Writer {
        rng: Rng::new((procedures * 1_000 + locals) as u64),
        predicates: names("p", locals),
        text: String::new(),
    };
    writer.text += "decl locked, raised, completed, stopped, failed, pending;\n";
    writer.library();
    for number in 1..=procedures {
        let flaw = number == procedures && variant == Variant::Unsafe;
        writer.routine(number, procedures, flaw);
    }
    writer.text
}

struct Writer {
    rng: Rng,
    /// The local predicates of every routine.
    predicates: Vec<String>,
    text: String,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    /// The environment: `main`, and what the rules of the operating system ask.
    fn library(&mut self) {
        for ([take, give], resource) in PAIRS.into_iter().zip(["locked", "raised"]) {
            self.line(0, &format!("void {take}() begin assert(!{resource}); {resource} := T; end"));
            self.line(0, &format!("void {give}() begin assert({resource}); {resource} := F; end"));
        }
        self.line(0, "void complete() begin assert(!completed); completed := T; pending := F; end");
        self.line(0, "void main() begin");
        self.line(1, "locked, raised, stopped := F, F, F;");
        self.line(1, "while * do");
        self.line(2, "completed, failed, pending := F, *, *;");
        self.line(2, "routine1(*, stopped);");
        self.line(2, "assert(!locked & !raised);");
        self.line(1, "od");
        self.line(0, "end");
    }

    fn routine(&mut self, number: usize, procedures: usize, flaw: bool) {
        self.line(0, &format!("void routine{number}(request, waits) begin"));
        let predicates = self.predicates.join(", ");
        self.line(1, &format!("decl {predicates};"));
        self.relations();
        let callees: Vec<usize> =
            [2 * number, 2 * number + 1].into_iter().filter(|&callee| callee <= procedures).collect();
        let n_sections = 2 + self.predicates.len() / 8;
        for section in 0..n_sections {
            if let Some(callee) = callees.get(section) {
                self.call(*callee);
            }
            self.section(flaw && section + 1 == n_sections);
        }
        self.line(1, "if !completed & * then complete(); fi");
        self.line(1, "pending := pending & waits | failed;");
        self.line(0, "end");
    }

    /// Predicates that exclude or imply each other, as those about one variable of a C program do.
    fn relations(&mut self) {
        for first in (0..self.predicates.len() - 2).step_by(3) {
            let group = self.predicates[first..first + 3].to_vec();
            let [a, b, c] = &group[..] else { unreachable!("a group has three predicates") };
            let targets = group.join(", ");
            let values = row_of("*", group.len());
            self.line(1, &format!("{targets} := {values} constrain !('{a} & '{b}) & (!'{b} | '{c});"));
        }
    }

    fn predicate(&mut self, but: &str) -> String {
        let others: Vec<&String> = self.predicates.iter().filter(|&predicate| predicate != but).collect();
        (*self.rng.pick(&others)).clone()
    }

    fn call(&mut self, callee: usize) {
        let (request, waits) = (self.predicate(""), self.predicate(""));
        self.line(1, "if * then");
        self.line(2, &format!("routine{callee}({request}, {waits} & waits);"));
        self.line(1, "fi");
    }

    /// A resource is taken under a predicate, and given back under the same.
    fn section(&mut self, flaw: bool) {
        let [take, give] = *self.rng.pick(&PAIRS);
        let guard = self.predicate("");
        self.line(1, &format!("{guard} := *;"));
        self.line(1, &format!("if {guard} then {take}(); fi"));
        for _ in 0..self.rng.between(2, 5) {
            self.update(&guard);
        }
        if flaw {
            self.line(1, &format!("{guard} := *;"));
        }
        self.line(1, &format!("if {guard} then {give}(); fi"));
    }

    /// Changes predicates other than the guard. Every clause of a `constrain` has a variable that gets any value.
    fn update(&mut self, guard: &str) {
        let target = self.predicate(guard);
        let (left, right) = (self.predicate(&target), self.predicate(&target));
        let text = match self.rng.below(6) {
            0 | 1 => format!("{target} := * constrain '{target} | !{left};"),
            2 => format!("{target} := * constrain (!'{target} | {left} | {right});"),
            3 => format!("{target} := schoose[{left} & request, {right}];"),
            4 => format!("if {left} then {target} := {right}; else {target} := *; fi"),
            _ => format!("while {left} & * do {target} := {right} ^ stopped; failed := {left}; od"),
        };
        self.line(1, &text);
    }
}
