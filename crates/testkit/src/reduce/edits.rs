//! The passes over code: roots, bodies, instructions, terminators, blocks, expressions.

use ir::{
    Block, BlockId, CheckOp, Decimal, Expr, Guard, Label, Op, Proc, ProcId, Program, Site, StringId, TermOp,
    Terminator, ThreadOp, Type, Value,
};

use super::{Offers, walk};

/// Threads and the initialisation, one by one.
pub(super) fn drop_roots(offers: &mut dyn Offers) {
    for index in (0..offers.best().threads.len()).rev() {
        let mut candidate = offers.best().clone();
        candidate.threads.remove(index);
        offers.offer(candidate);
    }
    let candidate = Program { init: None, ..offers.best().clone() };
    offers.offer(candidate);
}

/// Replaces whole bodies by a return of defaults.
pub(super) fn stub_bodies(offers: &mut dyn Offers) {
    for proc in offers.best().procs.ids() {
        let mut candidate = offers.best().clone();
        let stub = returning(&candidate.procs[proc].results);
        candidate.procs[proc].blocks = [Block { instrs: Vec::new(), terminator: stub }].into_iter().collect();
        offers.offer(candidate);
    }
}

/// A return of the default of each type.
fn returning(results: &[Type]) -> Terminator {
    let values = results.iter().map(|&ty| Expr::Const(Value::default_of(ty))).collect();
    Terminator { op: TermOp::Return { values }, site: Site::default() }
}

/// Removes instructions in groups: half of them, a quarter, and so on down to single ones. All neighbours are tried as
/// a pair, since the two ends of an atomic section go together only.
pub(super) fn drop_instructions(offers: &mut dyn Offers) {
    let count = |program: &Program| {
        program.procs.iter().flat_map(|proc| &proc.blocks).map(|block| block.instrs.len()).sum::<usize>()
    };
    let mut group = count(offers.best()).div_ceil(2);
    while group > 0 {
        // From the back, so that what is left to try keeps its numbers.
        let mut end = count(offers.best());
        while end > 0 {
            let start = end.saturating_sub(group);
            let candidate = without_instructions(offers.best(), start..end);
            let taken = offers.offer(candidate);
            end = if group == 2 && !taken { end - 1 } else { start };
        }
        group /= 2;
    }
}

fn without_instructions(program: &Program, dropped: std::ops::Range<usize>) -> Program {
    let mut candidate = program.clone();
    let mut number = 0;
    for proc in candidate.procs.iter_mut() {
        for block in proc.blocks.ids() {
            let after = number + proc.blocks[block].instrs.len();
            let here = dropped.start.clamp(number, after)..dropped.end.clamp(number, after);
            here.rev().for_each(|at| drop(proc.remove_instr(block, at - number)));
            number = after;
        }
    }
    candidate
}

/// Removes the beginning and the end of an atomic section together, where both are in one block: neither can go alone.
pub(super) fn drop_sections(offers: &mut dyn Offers) {
    let is = |op: &Op, wanted: &ThreadOp| matches!(op, Op::Thread(found) if found == wanted);
    for_each_block(offers, |offers, proc, block| {
        let mut index = 0;
        while let Some(code) = offers.best().procs[proc].blocks.get(block)
            && index < code.instrs.len()
        {
            let ends = code.instrs.iter().enumerate().skip(index);
            let end = ends.map(|(at, instr)| (at, &instr.op)).find(|(_, op)| is(op, &ThreadOp::AtomicEnd));
            let end = end.map(|(at, _)| at).filter(|_| is(&code.instrs[index].op, &ThreadOp::AtomicBegin));
            let taken = end.is_some_and(|end| {
                let mut candidate = offers.best().clone();
                let instrs = &mut candidate.procs[proc].blocks[block].instrs;
                instrs.remove(end);
                instrs.remove(index);
                offers.offer(candidate)
            });
            index += usize::from(!taken);
        }
    });
}

/// Replaces terminators by plainer ones.
pub(super) fn simplify_terminators(offers: &mut dyn Offers) {
    for_each_block(offers, |offers, proc, block| {
        // After a success the list is made anew: the terminator is another one.
        while let Some(current) = offers.best().procs[proc].blocks.get(block) {
            let results = offers.best().procs[proc].results.clone();
            let plainer = plainer_terminators(&current.terminator, &results);
            let taken = plainer.into_iter().any(|terminator| {
                let mut candidate = offers.best().clone();
                candidate.procs[proc].blocks[block].terminator = terminator;
                offers.offer(candidate)
            });
            if !taken {
                break;
            }
        }
    });
}

/// Calls `pass` on every block of the best program, the last first; blocks may disappear meanwhile.
fn for_each_block(offers: &mut dyn Offers, mut pass: impl FnMut(&mut dyn Offers, ProcId, BlockId)) {
    for proc in offers.best().procs.ids() {
        for block in offers.best().procs[proc].blocks.ids().rev() {
            if offers.best().procs[proc].blocks.get(block).is_some() {
                pass(offers, proc, block);
            }
        }
    }
}

fn plainer_terminators(terminator: &Terminator, results: &[Type]) -> Vec<Terminator> {
    let site = terminator.site;
    let goto = |target: BlockId| Terminator { op: TermOp::Goto { targets: vec![target] }, site };
    let mut plainer = vec![returning(results)];
    plainer.extend(terminator.op.targets().into_iter().map(goto));
    // A free choice among all targets keeps them reachable and does without a condition.
    let mut targets = terminator.op.targets();
    targets.sort_unstable();
    targets.dedup();
    if targets.len() > 1 {
        plainer.push(Terminator { op: TermOp::Goto { targets }, site });
    }
    plainer.extend(with_less(&terminator.op).into_iter().map(|op| Terminator { op, site }));
    plainer
}

/// The same terminator with one alternative or one guard less.
fn with_less(op: &TermOp) -> Vec<TermOp> {
    match op {
        TermOp::Goto { targets } => {
            without_each(targets).filter(|t| !t.is_empty()).map(|targets| TermOp::Goto { targets }).collect()
        }
        TermOp::Switch { value, cases, default } => without_each(cases)
            .map(|cases| TermOp::Switch { value: value.clone(), cases, default: *default })
            .collect(),
        TermOp::SwitchClass { object, cases, default } => without_each(cases)
            .map(|cases| TermOp::SwitchClass { object: object.clone(), cases, default: *default })
            .collect(),
        TermOp::Select { joins, first, end } => {
            let mut less: Vec<TermOp> = without_each(joins)
                .filter(|joins| !joins.is_empty())
                .map(|joins| TermOp::Select { joins, first: *first, end: *end })
                .collect();
            for (index, join) in joins.iter().enumerate() {
                for guards in without_each(&join.guards) {
                    let mut joins = joins.clone();
                    joins[index].guards = if guards.is_empty() { vec![Guard::Always] } else { guards };
                    less.push(TermOp::Select { joins, first: *first, end: *end });
                }
            }
            less.push(TermOp::Select { joins: joins.clone(), first: false, end: *end });
            less.push(TermOp::Select { joins: joins.clone(), first: *first, end: false });
            less
        }
        TermOp::Branch { .. } | TermOp::Call { .. } | TermOp::Return { .. } | TermOp::Opaque { .. } => {
            Vec::new()
        }
    }
}

/// The list without its first item, without its second, and so on.
fn without_each<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..items.len()).map(|dropped| {
        let mut rest = items.to_vec();
        rest.remove(dropped);
        rest
    })
}

/// Appends a block to the only one that leads to it, and skips blocks that only lead on.
pub(super) fn join_blocks(offers: &mut dyn Offers) {
    for_each_block(offers, |offers, proc, block| {
        while let Some(current) = offers.best().procs[proc].blocks.get(block) {
            let TermOp::Goto { targets } = &current.terminator.op else { break };
            let &[target] = targets.as_slice() else { break };
            let mut joined = offers.best().clone();
            append(&mut joined.procs[proc], block, target);
            let mut skipped = offers.best().clone();
            skip(&mut skipped.procs[proc], block, target);
            if !offers.offer(joined) && !offers.offer(skipped) {
                break;
            }
        }
        share(offers, proc, block);
    });
}

/// Redirects the edges into the block to an earlier one that does the same.
fn share(offers: &mut dyn Offers, proc: ProcId, block: BlockId) {
    let blocks = &offers.best().procs[proc].blocks;
    let Some(code) = blocks.get(block) else { return };
    let alike = |other: &Block| {
        let ops = |block: &Block| block.instrs.iter().map(|instr| instr.op.clone()).collect::<Vec<_>>();
        other.terminator.op == code.terminator.op && ops(other) == ops(code)
    };
    let twin = blocks.iter_enumerated().find(|(id, other)| *id < block && alike(other));
    if let Some((twin, _)) = twin {
        let mut candidate = offers.best().clone();
        skip(&mut candidate.procs[proc], block, twin);
        offers.offer(candidate);
    }
}

/// A copy is right even if other blocks lead to the target; then the candidate is heavier and will not be taken.
fn append(proc: &mut Proc, block: BlockId, target: BlockId) {
    let Block { instrs, terminator } = proc.blocks[target].clone();
    let n_before = proc.blocks[block].instrs.len();
    // The labels of the terminator that is gone.
    proc.labels.retain(|label| label.place() != (block, n_before));
    let of_target = proc.labels.iter().filter(|label| label.block == target);
    let copies = of_target.map(|label| Label { block, index: n_before + label.index, ..label.clone() });
    let copies: Vec<Label> = copies.collect();
    proc.labels.extend(copies);
    proc.blocks[block].instrs.extend(instrs);
    proc.blocks[block].terminator = terminator;
}

/// Redirects the edges into the block to its target at once, leaving the block's instructions out.
fn skip(proc: &mut Proc, block: BlockId, target: BlockId) {
    for other in proc.blocks.iter_mut() {
        other.terminator.op.for_each_target(|to| {
            if *to == block {
                *to = target;
            }
        });
    }
}

/// Replaces each expression by a constant or by one of its parts, and makes constants smaller.
pub(super) fn simplify_expressions(offers: &mut dyn Offers) {
    let mut number = 0;
    while let Some(expr) = nth_expr(offers.best(), number) {
        let taken = simpler(&expr).into_iter().any(|simpler| {
            let candidate = with_nth_expr(offers.best(), number, simpler);
            offers.offer(candidate)
        });
        if !taken {
            number += 1;
        }
    }
}

fn simpler(expr: &Expr) -> Vec<Expr> {
    let int = |number| Expr::Const(Value::Int(number));
    match expr {
        Expr::Const(Value::Int(number)) => {
            vec![int(0), int(1), int(number / 2), int(number - number.signum())]
        }
        Expr::Const(Value::Bool(_)) => vec![Expr::FALSE],
        Expr::Const(Value::Decimal(_)) => vec![Expr::Const(Value::Decimal(Decimal::ZERO))],
        Expr::Const(Value::String(_)) => vec![Expr::Const(Value::String(StringId::EMPTY))],
        Expr::Const(Value::Null | Value::Real(_) | Value::Ref(_)) => Vec::new(),
        Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {
            vec![Expr::FALSE, Expr::TRUE, Expr::NULL, int(0), int(1)]
        }
        Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => {
            vec![Expr::FALSE, Expr::TRUE, int(0), int(1), arg.as_ref().clone()]
        }
        Expr::Binary { left, right, .. } => {
            vec![Expr::FALSE, Expr::TRUE, int(0), int(1), left.as_ref().clone(), right.as_ref().clone()]
        }
    }
}

fn nth_expr(program: &Program, wanted: usize) -> Option<Expr> {
    let (mut number, mut found) = (0, None);
    // The walk is made for changes; a copy is cheap beside the test that follows.
    walk::for_each_expr(&mut program.clone(), &mut |expr| {
        if number == wanted {
            found = Some(expr.clone());
        }
        number += 1;
    });
    found
}

fn with_nth_expr(program: &Program, wanted: usize, replacement: Expr) -> Program {
    let mut candidate = program.clone();
    let (mut number, mut replacement) = (0, Some(replacement));
    walk::for_each_expr(&mut candidate, &mut |expr| {
        if number == wanted
            && let Some(replacement) = replacement.take()
        {
            *expr = replacement;
        }
        number += 1;
    });
    candidate
}

/// Steps that need not begin, messages and texts that need not be there.
pub(super) fn plain_sites(offers: &mut dyn Offers) {
    for_each_block(offers, |offers, proc, block| {
        for index in 0..=offers.best().procs[proc].blocks[block].instrs.len() {
            let mut candidate = offers.best().clone();
            let changed = &mut candidate.procs[proc].blocks[block];
            match changed.instrs.get_mut(index) {
                Some(instr) => {
                    instr.site.step = false;
                    offers.offer(candidate);
                    let mut candidate = offers.best().clone();
                    plain_op(&mut candidate.procs[proc].blocks[block].instrs[index].op);
                    offers.offer(candidate);
                }
                None => {
                    changed.terminator.site.step = false;
                    offers.offer(candidate);
                }
            }
        }
    });
}

/// Takes the words from an instruction that has any.
fn plain_op(op: &mut Op) {
    if let Op::Check(CheckOp::Assert { message, .. }) = op {
        *message = None;
    }
    if let Op::Check(CheckOp::Trace { text, args }) = op {
        text.clear();
        args.clear();
    }
}

/// Labels, one by one.
pub(super) fn drop_labels(offers: &mut dyn Offers) {
    for proc in offers.best().procs.ids() {
        for index in (0..offers.best().procs[proc].labels.len()).rev() {
            let mut candidate = offers.best().clone();
            candidate.procs[proc].labels.remove(index);
            offers.offer(candidate);
        }
    }
}

/// Removes blocks that nothing leads to, and labels at which nothing rests.
pub(super) fn drop_unreachable(program: &mut Program) {
    for proc in program.procs.iter_mut() {
        proc.drop_unreachable_blocks();
        proc.drop_stray_labels();
    }
}
