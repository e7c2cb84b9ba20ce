//! From what an engine has executed to what the source has that was not.
//!
//! A statement is a place in the source where a step begins; it is reached if an instruction of that place was
//! executed, in whichever procedure it lies: a method that guards call is lowered twice. A branch leads from one
//! statement to another, so that what a statement decides within itself (is the receiver null? has the call raised an
//! exception?) is none.

use std::collections::BTreeMap;

use base::Span;
use ir::{Block, BlockId, CheckOp, Expr, Op, Proc, ProcId, Program, Site, TermOp, Value};
use verdict::{Branch, Coverage, Part, StatementRun, Uncovered};

/// What no execution of these procedures went through. `is_complete`: every execution was followed.
pub(crate) fn uncovered(
    program: &Program,
    procs: impl IntoIterator<Item = ProcId>,
    coverage: &Coverage,
    is_complete: bool,
) -> Uncovered {
    let mut found = Found::new(coverage);
    for id in procs {
        let proc = &program.procs[id];
        for block in proc.blocks.ids() {
            found.add_block(id, proc, block);
        }
    }
    Uncovered {
        is_complete,
        statements: runs(&found.statements),
        branches: part(&found.branches),
        assertions: part(&found.assertions),
        guards: part(&found.guards),
    }
}

/// Assertions that can fail and can hold: one that is always false marks what must not be reached.
pub(crate) fn count_assertions(program: &Program) -> u64 {
    let blocks = program.procs.iter().flat_map(|proc| &proc.blocks);
    let instrs = blocks.flat_map(|block| &block.instrs).filter(|instr| is_open_assertion(&instr.op));
    let mut spans: Vec<Option<Span>> = instrs.map(|instr| instr.site.span).collect();
    spans.sort_unstable();
    spans.dedup();
    spans.len() as u64
}

fn is_open_assertion(op: &Op) -> bool {
    matches!(op, Op::Check(CheckOp::Assert { condition, .. }) if *condition != Expr::Const(Value::Bool(false)))
}

/// Places of the source, and whether something of them was executed.
struct Found<'a> {
    coverage: &'a Coverage,
    statements: BTreeMap<Span, bool>,
    branches: BTreeMap<Branch, bool>,
    assertions: BTreeMap<Span, bool>,
    guards: BTreeMap<Span, bool>,
}

/// What a branch leads to.
enum Landing {
    Statement(Span),
    /// The procedure ends.
    End,
    /// It stays within the statement, or is an error of it.
    Within,
}

impl<'a> Found<'a> {
    fn new(coverage: &'a Coverage) -> Self {
        Self {
            coverage,
            statements: BTreeMap::new(),
            branches: BTreeMap::new(),
            assertions: BTreeMap::new(),
            guards: BTreeMap::new(),
        }
    }

    fn add_block(&mut self, id: ProcId, proc: &Proc, block: BlockId) {
        let code = &proc.blocks[block];
        for index in 0..=code.instrs.len() {
            let Some(span) = Self::statement(proc, code.site(index)) else { continue };
            note(&mut self.statements, span, self.coverage.is_reached(id, block, index));
        }
        for (index, instr) in code.instrs.iter().enumerate() {
            let is_reached = self.coverage.is_reached(id, block, index);
            if let (Some(span), true) = (instr.site.span, is_open_assertion(&instr.op)) {
                note(&mut self.assertions, span, is_reached);
            }
        }
        if self.coverage.is_reached(id, block, code.instrs.len()) {
            self.add_exits(id, proc, block, code);
        }
    }

    /// The edges out of a block whose end was reached.
    fn add_exits(&mut self, id: ProcId, proc: &Proc, block: BlockId, code: &Block) {
        let is_taken = |target: BlockId| self.coverage.is_taken(id, block, target);
        if let TermOp::Select { joins, .. } = &code.terminator.op {
            for join in joins {
                if let Some(span) = join.span {
                    note(&mut self.guards, span, is_taken(join.target));
                }
            }
            return;
        }
        let (targets, Some(at)) = (code.successors(), code.terminator.site.span) else { return };
        if targets.len() < 2 || proc.span == Some(at) {
            return;
        }
        for target in targets {
            let to = match Self::landing(proc, target, at) {
                Landing::Statement(span) => Some(span),
                Landing::End => None,
                Landing::Within => continue,
            };
            note(&mut self.branches, Branch { at, to }, is_taken(target));
        }
    }

    /// The first statement that control comes to from a block, other than the one that it comes from.
    fn landing(proc: &Proc, from: BlockId, at: Span) -> Landing {
        let mut block = from;
        for _ in 0..=proc.blocks.len() {
            let Block { instrs, terminator } = &proc.blocks[block];
            for instr in instrs {
                if instr.site.span == Some(at) || matches!(instr.op, Op::Check(CheckOp::Fault { .. })) {
                    return Landing::Within;
                }
                if let Some(span) = Self::statement(proc, instr.site) {
                    return Landing::Statement(span);
                }
            }
            match (Self::statement(proc, terminator.site), &terminator.op) {
                (Some(span), _) if span != at => return Landing::Statement(span),
                (_, TermOp::Return { .. }) if terminator.site.span != Some(at) => return Landing::End,
                // What comes after the last part of a statement has often no place of its own.
                (None, TermOp::Goto { targets }) if targets.len() == 1 => block = targets[0],
                (_, _) => return Landing::Within,
            }
        }
        Landing::Within
    }

    /// The place of a statement, if one begins here. What stands for the procedure as a whole is none.
    fn statement(proc: &Proc, site: Site) -> Option<Span> {
        site.span.filter(|_| site.step).filter(|&span| proc.span != Some(span))
    }
}

fn note<K: Ord>(places: &mut BTreeMap<K, bool>, place: K, is_covered: bool) {
    *places.entry(place).or_default() |= is_covered;
}

fn part<K: Ord + Copy>(places: &BTreeMap<K, bool>) -> Part<K> {
    let missed = places.iter().filter(|&(_, covered)| !covered).map(|(&place, _)| place);
    let missed: Vec<K> = missed.collect();
    Part { all: places.len() as u64, missed_count: missed.len() as u64, missed }
}

/// Folds statements that follow each other.
fn runs(statements: &BTreeMap<Span, bool>) -> Part<StatementRun> {
    let mut missed: Vec<StatementRun> = Vec::new();
    let mut goes_on = false;
    for (&span, &covered) in statements {
        match missed.last_mut().filter(|last| goes_on && last.first.file == span.file) {
            _ if covered => {}
            Some(last) => (last.last, last.count) = (span, last.count + 1),
            None => missed.push(StatementRun { first: span, last: span, count: 1 }),
        }
        goes_on = !covered;
    }
    let missed_count = missed.iter().map(|run| run.count).sum();
    Part { all: statements.len() as u64, missed_count, missed }
}
