//! From a program of the core language to a Boolean program, or to what keeps it from being one.
//!
//! Threads are looked at first, then variables, then statements: who reads the refusal learns of the widest gap.

use base::{IndexVec, Span};
use ir::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, HeapOp, Instr, Op, Place, ProcId, Program, TermOp,
    ThreadOp, Type, UnOp, Value,
};
use machine::Failure;
use verdict::ViolationKind;

use crate::program::{Act, Block, BoolProgram, Call, Check, CheckId, End, Expr, Proc, Return};
use crate::refusal::{Construct, Refusal, Statement};
use crate::representation::At;

impl<'p> TryFrom<&'p Program> for BoolProgram<'p> {
    type Error = Refusal;

    fn try_from(source: &'p Program) -> Result<Self, Refusal> {
        single_thread(source)?;
        boolean_variables(source)?;
        let parsed = BoolProgram {
            source,
            n_globals: source.globals.len(),
            procs: IndexVec::new(),
            checks: IndexVec::new(),
            calls: IndexVec::new(),
            returns: IndexVec::new(),
        };
        let mut parser = Parser { parsed };
        for id in source.procs.ids() {
            let proc = parser.proc(id)?;
            parser.parsed.procs.push(proc);
        }
        Ok(parser.parsed)
    }
}

fn single_thread(program: &Program) -> Result<(), Refusal> {
    let Some(second) = program.second_thread() else { return Ok(()) };
    let proc = program.procs[second.proc].name.clone();
    Err(Refusal { construct: Construct::SecondThread { proc }, span: second.span })
}

fn boolean_variables(program: &Program) -> Result<(), Refusal> {
    let type_name = |ty: Type| program.type_name(ty);
    if let Some(global) = program.globals.iter().find(|global| global.ty != Type::Bool) {
        let construct = Construct::Global { name: global.name.clone(), ty: type_name(global.ty) };
        return Err(Refusal { construct, span: global.span });
    }
    for proc in &program.procs {
        if let Some(local) = proc.locals.iter().find(|local| local.ty != Type::Bool) {
            let (name, ty) = (local.name.clone(), type_name(local.ty));
            let construct = Construct::Local { name, proc: proc.name.clone(), ty };
            return Err(Refusal { construct, span: local.span.or(proc.span) });
        }
        if let Some(&result) = proc.results.iter().find(|&&ty| ty != Type::Bool) {
            let construct = Construct::Result { proc: proc.name.clone(), ty: type_name(result) };
            return Err(Refusal { construct, span: proc.span });
        }
    }
    Ok(())
}

/// A program of which some procedures are parsed.
struct Parser<'p> {
    parsed: BoolProgram<'p>,
}

impl<'p> Parser<'p> {
    fn proc(&mut self, id: ProcId) -> Result<Proc, Refusal> {
        let source = self.parsed.source;
        let proc = &source.procs[id];
        let blocks = proc.blocks.iter_enumerated().map(|(block, code)| {
            self.block(At { proc: id, block }, code).map_err(|(what, span)| {
                let construct = Construct::Statement { proc: proc.name.clone(), what };
                Refusal { construct, span }
            })
        });
        let blocks = blocks.collect::<Result<_, Refusal>>()?;
        Ok(Proc { n_locals: proc.locals.len(), n_results: proc.results.len(), blocks })
    }

    fn block(&mut self, at: At, code: &ir::Block) -> Result<Block, (Statement, Option<Span>)> {
        let mut acts = Vec::with_capacity(code.instrs.len());
        for (index, instr) in code.instrs.iter().enumerate() {
            acts.push(self.act(at, index, instr).map_err(|what| (what, instr.site.span))?);
        }
        let terminator = &code.terminator;
        let end = self.end(at, &terminator.op).map_err(|what| (what, terminator.site.span))?;
        Ok(Block { acts, end })
    }

    fn act(&mut self, at: At, index: usize, instr: &Instr) -> Result<Act, Statement> {
        match &instr.op {
            Op::Assign { dst, value } => Ok(Act::Assign(*dst, expr(value)?)),
            Op::Choice(ChoiceOp::Choose { dst, from }) => match from {
                Choice::Bool => Ok(Act::Choose(*dst)),
                Choice::Range { .. } => Err(Statement::ChoosesNumber),
                Choice::Enum(_) => Err(Statement::ChoosesConstant),
                Choice::Element(_) => Err(Statement::ChoosesElement),
            },
            Op::Check(CheckOp::Assume { condition }) => Ok(Act::Assume(expr(condition)?)),
            Op::Check(CheckOp::Assert { condition, message }) => {
                let condition = expr(condition)?;
                let kind = ViolationKind::Assertion { message: message.clone() };
                Ok(Act::Assert(condition, self.check(at, index, instr, kind)))
            }
            Op::Check(CheckOp::Fault { kind }) => {
                Ok(Act::Fail(self.check(at, index, instr, ViolationKind::Fault(kind.clone()))))
            }
            Op::Check(CheckOp::Trace { .. })
            | Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield) => Ok(Act::Nothing),
            Op::Check(CheckOp::Accept { .. }) => Err(Statement::Accepts),
            Op::Thread(ThreadOp::Spawn { .. }) => Err(Statement::StartsThread),
            Op::Heap(op) => Err(heap(op)),
            Op::Collection(op) => Err(collection(op)),
        }
    }

    fn check(&mut self, at: At, index: usize, instr: &Instr, kind: ViolationKind) -> CheckId {
        self.parsed.checks.push(Check { at, index, failure: Failure { kind, span: instr.site.span } })
    }

    fn end(&mut self, at: At, op: &TermOp) -> Result<End, Statement> {
        match op {
            TermOp::Goto { targets } => Ok(End::Goto(targets.clone())),
            TermOp::Branch { condition, then_to, else_to } => {
                Ok(End::Branch { condition: expr(condition)?, then_to: *then_to, else_to: *else_to })
            }
            TermOp::Call { proc, args, results, next } => {
                let (args, results) = (exprs(args)?, results.clone());
                Ok(End::Call(self.parsed.calls.push(Call { at, callee: *proc, args, results, next: *next })))
            }
            TermOp::Return { values } => {
                let values = exprs(values)?;
                Ok(End::Return(self.parsed.returns.push(Return { at, values })))
            }
            TermOp::Switch { .. } => Err(Statement::BranchesOnNumber),
            TermOp::SwitchClass { .. } => Err(Statement::BranchesOnClass),
            TermOp::Select { .. } => Err(Statement::Waits),
        }
    }
}

fn heap(op: &HeapOp) -> Statement {
    match op {
        HeapOp::Load { .. } => Statement::ReadsField,
        HeapOp::Store { .. } => Statement::WritesField,
        HeapOp::New { .. } => Statement::Allocates,
        HeapOp::Cast { .. } => Statement::Casts,
        HeapOp::InstanceOf { .. } => Statement::TestsClass,
    }
}

fn collection(op: &CollectionOp) -> Statement {
    match op {
        CollectionOp::LoadElement { .. } | CollectionOp::StoreElement { .. } => Statement::UsesArray,
        CollectionOp::Size { .. } => Statement::AsksForSize,
        CollectionOp::SetAdd { .. }
        | CollectionOp::SetRemove { .. }
        | CollectionOp::SetUnion { .. }
        | CollectionOp::SetDifference { .. }
        | CollectionOp::Contains { .. } => Statement::UsesSet,
        CollectionOp::Send { .. } => Statement::UsesChannel,
    }
}

fn exprs(all: &[ir::Expr]) -> Result<Vec<Expr>, Statement> {
    all.iter().map(expr).collect()
}

/// Its depth is bounded, so this may recur.
fn expr(source: &ir::Expr) -> Result<Expr, Statement> {
    match source {
        ir::Expr::Const(Value::Bool(value)) => Ok(Expr::Constant(*value)),
        ir::Expr::Local(local) => Ok(Expr::Variable(Place::Local(*local))),
        ir::Expr::Global(global) => Ok(Expr::Variable(Place::Global(*global))),
        ir::Expr::Unary { op: UnOp::Not, arg, ty: _ } => Ok(Expr::Not(Box::new(expr(arg)?))),
        ir::Expr::Binary { op, left, right, ty: _ } => {
            let make = binary(*op).ok_or(Statement::Computes)?;
            Ok(make(Box::new([expr(left)?, expr(right)?])))
        }
        ir::Expr::Const(Value::Null | Value::Int(_) | Value::Real(_) | Value::Decimal(_) | Value::Ref(_))
        | ir::Expr::SelfId
        | ir::Expr::Unary { op: UnOp::Neg | UnOp::BitNot, .. }
        | ir::Expr::Convert { .. }
        | ir::Expr::Round { .. } => Err(Statement::Computes),
    }
}

/// What an operator makes of two truth values. Those of the core language that differ in evaluation only are the same
/// here: nothing in an expression can fail.
fn binary(op: BinOp) -> Option<fn(Box<[Expr; 2]>) -> Expr> {
    match op {
        BinOp::And | BinOp::BitAnd => Some(Expr::And),
        BinOp::Or | BinOp::BitOr => Some(Expr::Or),
        BinOp::Eq => Some(Expr::Equal),
        BinOp::Ne | BinOp::BitXor => Some(Expr::Differ),
        BinOp::Add
        | BinOp::Sub
        | BinOp::Mul
        | BinOp::Div
        | BinOp::Rem
        | BinOp::Shl
        | BinOp::Shr
        | BinOp::Lt
        | BinOp::Le
        | BinOp::Gt
        | BinOp::Ge => None,
    }
}
