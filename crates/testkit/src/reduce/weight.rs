//! How much there is to read in a program.

use ir::{CheckOp, Decimal, Expr, Guard, Op, Program, StringId, TermOp, Value};

/// A number that every useful simplification lowers. The unit has no meaning beyond comparison.
pub fn weight(program: &Program) -> u64 {
    let Program { classes, fields, enums, strings, globals, procs, init, threads } = program;
    let methods: usize = classes.iter().map(|class| class.methods.len()).sum();
    let declarations = classes.len() + methods + fields.len() + enums.len() + strings.len() + globals.len();
    let mut sum = 6 * declarations as u64 + 30 * threads.len() as u64 + 30 * u64::from(init.is_some());
    for proc in procs {
        sum += 30 + u64::from(proc.observer);
        sum += 4 * (proc.locals.len() + proc.results.len() + proc.n_params + proc.labels.len()) as u64;
        for block in &proc.blocks {
            sum += 10 + terminator(&block.terminator.op) + u64::from(block.terminator.site.step);
            sum +=
                block.instrs.iter().map(|instr| 10 + op(&instr.op) + u64::from(instr.site.step)).sum::<u64>();
        }
    }
    sum
}

fn op(op: &Op) -> u64 {
    let mut sum = match op {
        Op::Check(CheckOp::Assert { message, .. }) => u64::from(message.is_some()),
        Op::Check(CheckOp::Trace { text, .. }) => text.len() as u64,
        Op::Assign { .. }
        | Op::Heap(_)
        | Op::Collection(_)
        | Op::Choice(_)
        | Op::Check(
            CheckOp::Assume { .. } | CheckOp::Fault { .. } | CheckOp::Accept { .. } | CheckOp::Output { .. },
        )
        | Op::Thread(_) => 0,
    };
    op.for_each_expr(|expr| sum += expression(expr));
    sum
}

fn terminator(op: &TermOp) -> u64 {
    let mut sum = match op {
        TermOp::Return { .. } => 0,
        TermOp::Opaque { reason } => 4 + reason.len() as u64,
        TermOp::Goto { targets } => 2 * targets.len() as u64,
        TermOp::Branch { .. } => 8,
        TermOp::Switch { cases, .. } => 8 + 3 * cases.len() as u64,
        TermOp::SwitchClass { cases, .. } => 8 + 3 * cases.len() as u64,
        TermOp::Call { results, .. } => 12 + results.len() as u64,
        TermOp::Select { joins, first, end } => {
            let guards = joins.iter().flat_map(|join| &join.guards);
            let guards: u64 = guards.map(|guard| if *guard == Guard::Always { 1 } else { 3 }).sum();
            8 + 4 * joins.len() as u64 + guards + u64::from(*first) + u64::from(*end)
        }
    };
    op.for_each_expr(|expr| sum += expression(expr));
    sum
}

fn expression(expr: &Expr) -> u64 {
    let mut sum = 0;
    expr.visit(&mut |part| {
        sum += match part {
            Expr::Const(value) => 1 + constant(*value),
            Expr::Local(_) | Expr::Global(_) | Expr::SelfId => 70,
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Convert { .. } | Expr::Round { .. } => 3,
        };
    });
    sum
}

/// Less than a variable weighs, and less for smaller numbers.
fn constant(value: Value) -> u64 {
    match value {
        Value::Null => 0,
        Value::Bool(truth) => u64::from(truth),
        Value::Int(number) => {
            let bits = u64::from(u64::BITS - number.unsigned_abs().leading_zeros());
            // Between powers of two a smaller number must weigh less as well, as far as that matters to a reader.
            bits * 2 + u64::from(number < 0) + number.unsigned_abs().min(8)
        }
        Value::Real(real) => u64::from(real.get() != 0.0),
        Value::Decimal(decimal) => u64::from(decimal != Decimal::ZERO),
        Value::String(text) => u64::from(text != StringId::EMPTY),
        Value::Ref(_) => 0,
    }
}
