//! Tests of the generator: every program is well formed, and all of the language turns up.

use std::collections::BTreeSet;

use ir::{Guard, Probe, Program, TermOp};

use super::{Shape, program, program_of};

#[test]
fn every_program_passes_the_verifier() {
    for seed in 0..3_000 {
        let program = program(seed);
        if let Err(errors) = ir::verify(&program) {
            panic!("seed {seed}: {}\n{}", errors[0], ir::print(&program));
        }
    }
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..50 {
        assert_eq!(program(seed), program(seed));
    }
    let shape = Shape::threaded();
    assert_ne!(program_of(&shape, 1), program_of(&shape, 2));
}

/// The names of the variants that a program uses: the first word of their debug form.
fn constructs(program: &Program, seen: &mut BTreeSet<String>) {
    let mut see = |prefix: &str, debug: String| {
        let name: String = debug.chars().take_while(char::is_ascii_alphanumeric).collect();
        seen.insert(format!("{prefix}{name}"));
    };
    for class in &program.classes {
        see("class ", format!("{:?}", class.kind));
    }
    for block in program.procs.iter().flat_map(|proc| &proc.blocks) {
        for instr in &block.instrs {
            see(
                "op ",
                match &instr.op {
                    assign @ ir::Op::Assign { .. } => format!("{assign:?}"),
                    ir::Op::Heap(op) => format!("{op:?}"),
                    ir::Op::Collection(op) => format!("{op:?}"),
                    ir::Op::Choice(op) => format!("{op:?}"),
                    ir::Op::Check(op) => format!("{op:?}"),
                    ir::Op::Thread(op) => format!("{op:?}"),
                },
            );
            match &instr.op {
                ir::Op::Choice(ir::ChoiceOp::Choose { from, .. }) => see("choice ", format!("{from:?}")),
                ir::Op::Collection(
                    ir::CollectionOp::SetAdd { element, .. }
                    | ir::CollectionOp::SetRemove { element, .. }
                    | ir::CollectionOp::Contains { element, .. },
                ) => see("element ", format!("{element:?}")),
                ir::Op::Heap(ir::HeapOp::Load { null, .. } | ir::HeapOp::Store { null, .. }) => {
                    see("null ", format!("{null:?}"))
                }
                _ => {}
            }
            instr.op.for_each_expr(|expr| {
                expr.visit(&mut |part| match part {
                    ir::Expr::Unary { op, .. } => see("unary ", format!("{op:?}")),
                    ir::Expr::Binary { op, .. } => see("binary ", format!("{op:?}")),
                    ir::Expr::Const(value) => see("const ", format!("{value:?}")),
                    ir::Expr::Convert { from, to, .. } => {
                        see("from ", format!("{from:?}"));
                        see("to ", format!("{to:?}"));
                    }
                    ir::Expr::Round { rounding, .. } => see("round ", format!("{rounding:?}")),
                    other => see("expr ", format!("{other:?}")),
                });
            });
        }
        see("term ", format!("{:?}", block.terminator.op));
        if let TermOp::Goto { targets } = &block.terminator.op
            && targets.len() > 1
        {
            see("term ", "GotoMany".into());
        }
        if let TermOp::Select { joins, .. } = &block.terminator.op {
            for guard in joins.iter().flat_map(|join| &join.guards) {
                see("guard ", format!("{guard:?}"));
                if let Guard::Wait(Probe::Call { .. }) = guard {
                    see("guard ", "WaitCall".into());
                }
                if let Guard::Receive { channel: Probe::Call { .. }, .. } = guard {
                    see("guard ", "ReceiveCall".into());
                }
            }
        }
    }
}

#[test]
fn the_whole_language_turns_up() {
    let mut seen = BTreeSet::new();
    (0..2_000).for_each(|seed| constructs(&program(seed), &mut seen));
    let wanted = "
        class Record, class Interface, class Array, class Set, class Channel,
        op Assign, op Load, op Store, op New, op Cast, op InstanceOf, op LoadElement, op StoreElement, op Admits, op Size,
        op SetAdd, op SetRemove, op SetUnion, op SetDifference, op Contains, op Send, op Choose, op Assume,
        op Assert, op Fault, op Accept, op Trace, op Spawn, op AtomicBegin, op AtomicEnd, op Yield,
        choice Bool, choice Range, choice Enum, choice Element, choice Any, null Fault, null Total,
        unary Not, unary Neg, unary BitNot,
        binary Add, binary Sub, binary Mul, binary Div, binary Rem, binary Shl, binary Shr, binary BitAnd,
        binary BitOr, binary BitXor, binary Eq, binary Ne, binary Lt, binary Le, binary Gt, binary Ge, binary And,
        binary Or, const Null, const Bool, const Int, const Real, const Decimal, const String, to Int, to Decimal, from Enum,
        round Saturating, round Checked, element Value,
        element Record, expr Local, expr Global, expr SelfId,
        term Goto, term GotoMany, term Branch, term Switch, term SwitchClass, term Call, term Return, term Select, term Opaque,
        guard Wait, guard WaitCall, guard Receive, guard ReceiveCall, guard Always";
    let missing: Vec<&str> = wanted.split(',').map(str::trim).filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}; seen: {seen:?}");
}
