//! The verifier: what every engine may take for granted of a program.
//!
//! A program is verified once, after its front end or the reader has made it. Engines, the interpreter and the analyses
//! rely on the rules and panic, if at all, only on programs that break one.
//!
//! # The rules
//!
//! Of declarations:
//!
//! - `ids-in-range`: every id names an entity of the program, and every local and block one of its procedure.
//! - `well-formed-types`: machine integers have 8, 16, 32 or 64 bits, ranges are not empty, enums have constants.
//! - `class-hierarchy`: a parent is a record, what is implemented or extended is an interface, what an array class
//!   extends is an array class, and no class is above itself.
//! - `field-slots`: a record lists the fields of its parent first, then its own; each stands at its slot; every field
//!   is listed by the class that declares it.
//! - `methods`: records and interfaces alone declare methods, each name once. The procedure of one that is no static
//!   method has a first parameter that takes the object. If it overrides one of a class above, it has as many
//!   parameters and results; its other parameters take what those of the overridden one take, and its results may stand
//!   for them.
//! - `covariant-arrays`: an array class that extends another holds references which may stand where the elements of the
//!   other one are asked for; neither has a fixed length.
//! - `set-elements`: the elements of a set by contents are references to a record class without a parent, and no
//!   instruction stores a field of such a class.
//! - `entry-points`: `init` and `threads` have no parameters; `init` has no results and is no thread, spawned or other.
//! - `proc-shape`: a procedure has an entry block, and its parameters are among its locals.
//!
//! Of code, in unreachable blocks too:
//!
//! - `expression-depth`: no expression is deeper than [`Expr::MAX_DEPTH`](crate::Expr::MAX_DEPTH).
//! - `constants`: a constant fits the type that its place asks for; there are no constant objects.
//! - `operand-types`: an operand has a type that is assignable to what the operation asks for
//!   ([`Program::is_assignable`]), and a result one that is assignable to the variable it is written to. Conditions are
//!   bools. Lengths are integers of any type, indices also enum constants; sizes are
//!   [`IntType::I32`](crate::IntType::I32). References are compared as [`Type::Object`](crate::Type::Object).
//! - `new-class`: `new` names no interface, and has a length exactly for arrays without a fixed one.
//! - `choices`: a range to choose from is not empty; any value is one of a bool, integer, real or enum type.
//! - `havoc`: what a havoc reaches by types holds no decimals, sets or channels, nor records of which a set holds
//!   contents.
//! - `calls`: calls, spawns and guards give as many arguments as there are parameters, and take all results; a return
//!   gives all results.
//! - `targets`: a goto has a target, and a select has a join.
//! - `switch-cases`: cases are distinct, and no class of a case is an interface.
//! - `guards`: what a guard calls is an observer with one result.
//! - `observers`: an observer writes no global and no heap, makes no choice, does not discard, block, accept, spawn or
//!   yield, is not opaque, and calls only observers.
//! - `atomic-sections`: all paths to a block from the entry of its procedure have begun as many atomic sections more
//!   than they ended; that number is never negative, and zero at a return. (A callee may well run inside a section of
//!   its caller.)
//! - `steps-on-cycles`: every cycle of control flow inside a procedure has a step mark.
//! - `steps-on-calls`: a call is marked as a step, or the first instruction of its callee is: so recursion makes steps.
//! - `labels`: a label stands at an instruction or a terminator that begins a step; labels come in order of their
//!   places, and none twice at one; where an execution is stuck, the block leads to itself and does nothing.
//! - `defined-temps`: on every path, a temporary is written before it is read. (A user's variable has a default.)
//!
//! # What is not checked
//!
//! Names, also those of labels, need not be unique, nor spans lie in a file. Blocks need not be reachable. Faults that
//! depend on values (null, bounds, overflow, failed casts, an empty choice, blocking in an atomic section or in `init`)
//! happen when the program runs. An observer may fail to terminate. Stores in constructors, locks, and other intentions
//! are none of its business.

use std::fmt;

use base::{Diagnostic, Id, Span};

use crate::codes;
use crate::facts::IdSet;
use crate::program::{BlockId, ClassId, ProcId, Program};

mod declarations;
mod flow;
mod havoc;
mod ids;
mod labels;
mod methods;
mod observers;
mod operands;
mod rules;
mod terminators;
#[cfg(test)]
mod tests;

pub use rules::Rule;

/// A broken rule, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    pub rule: Rule,
    pub proc: Option<ProcId>,
    pub block: Option<BlockId>,
    /// Of the instruction; the number of instructions stands for the terminator.
    pub index: Option<usize>,
    /// A sentence without a full stop, in terms of ids.
    pub message: String,
    /// Of the instruction or declaration.
    pub span: Option<Span>,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, proc, block, index, message, span: _ } = self;
        proc.iter().try_for_each(|proc| write!(f, "{proc} "))?;
        block.iter().try_for_each(|block| write!(f, "{block} "))?;
        index.iter().try_for_each(|index| write!(f, "instruction {index} "))?;
        write!(f, "[{rule}]: {message}")
    }
}

impl std::error::Error for VerifyError {}

impl From<&VerifyError> for Diagnostic {
    fn from(error: &VerifyError) -> Self {
        let diagnostic = Diagnostic::error(&codes::BROKEN_RULE, error.to_string()).note(error.rule.text());
        match error.span {
            Some(span) => diagnostic.at(span, "here"),
            None => diagnostic,
        }
    }
}

/// Checks all rules. What depends on a broken rule is not checked, so a mended program may show further errors.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut report = Report::new(program);
    declarations::check(&mut report);
    if report.errors.is_empty() {
        for proc in program.procs.ids() {
            verify_proc(&mut report, proc);
        }
    }
    if report.errors.is_empty() { Ok(()) } else { Err(report.errors) }
}

fn verify_proc(report: &mut Report<'_>, proc: ProcId) {
    report.enter_proc(proc);
    let before = report.errors.len();
    ids::check(report, proc);
    if report.errors.len() == before {
        operands::check(report, proc);
        observers::check(report, proc);
        labels::check(report, proc);
        flow::check(report, proc);
    }
    report.leave_proc();
}

/// The errors so far, and where the check is.
struct Report<'a> {
    program: &'a Program,
    errors: Vec<VerifyError>,
    proc: Option<ProcId>,
    block: Option<BlockId>,
    index: Option<usize>,
    span: Option<Span>,
    /// The classes of records that sets by contents hold.
    frozen: IdSet<ClassId>,
}

impl<'a> Report<'a> {
    fn new(program: &'a Program) -> Self {
        let mut frozen = IdSet::new(program.classes.len());
        let records = program.classes.ids().filter_map(|class| program.contents_of(class));
        frozen.extend(records.filter(|record| record.index() < program.classes.len()));
        Self { program, errors: Vec::new(), proc: None, block: None, index: None, span: None, frozen }
    }

    fn error(&mut self, rule: Rule, message: impl Into<String>) {
        let &mut Self { proc, block, index, span, .. } = self;
        self.errors.push(VerifyError { rule, proc, block, index, message: message.into(), span });
    }

    fn enter_proc(&mut self, proc: ProcId) {
        (self.proc, self.span) = (Some(proc), self.program.procs[proc].span);
        (self.block, self.index) = (None, None);
    }

    fn leave_proc(&mut self) {
        (self.proc, self.block, self.index, self.span) = (None, None, None, None);
    }

    /// Goes to an instruction of the current procedure, or to the terminator just behind the last.
    fn enter_point(&mut self, block: BlockId, index: usize) {
        let proc = self.proc.expect("a point lies in a procedure");
        (self.block, self.index) = (Some(block), Some(index));
        self.span = self.program.procs[proc].blocks[block].site(index).span;
    }
}
