//! From a program of the core language to a Boolean program, or to what keeps it from being one.
//!
//! Threads are looked at first, then variables, then statements: who reads the refusal learns of the widest gap.

use base::{IndexVec, Span};
use ir::facts::CallGraph;
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
        let mut parser = Parser { parsed, may_run: may_run(source) };
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
    /// Whether a chain of calls leads to the procedure.
    may_run: IndexVec<ProcId, bool>,
}

const NEVER: Expr = Expr::Constant(false);

/// The procedures that chains of calls lead to.
fn may_run(program: &Program) -> IndexVec<ProcId, bool> {
    let calls = CallGraph::new(program);
    let mut seen = IndexVec::filled(false, program.procs.len());
    let mut pending: Vec<ProcId> = program.init.into_iter().chain(program.threads.iter().copied()).collect();
    while let Some(proc) = pending.pop() {
        if !std::mem::replace(&mut seen[proc], true) {
            pending.extend(calls.callees(proc));
        }
    }
    seen
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
                Choice::Bool | Choice::Any(Type::Bool) => Ok(Act::Choose(*dst)),
                Choice::Range { .. } | Choice::Any(Type::Int(_) | Type::Real(_) | Type::Decimal) => {
                    Err(Statement::ChoosesNumber)
                }
                Choice::Enum(_) | Choice::Any(Type::Enum(_)) => Err(Statement::ChoosesConstant),
                Choice::Any(Type::String | Type::Ref(_) | Type::Object) => Err(Statement::Computes),
                Choice::Element(_) => Err(Statement::ChoosesElement),
            },
            Op::Choice(ChoiceOp::Havoc { .. }) => self.never(at.proc, Act::Assume(NEVER), Statement::Havocs),
            Op::Check(CheckOp::Assume { condition }) => Ok(Act::Assume(expr(condition)?)),
            Op::Check(CheckOp::Assert { condition, message }) => {
                let condition = expr(condition)?;
                let kind = ViolationKind::Assertion { message: message.clone() };
                Ok(Act::Assert(condition, self.check(at, index, instr, kind)))
            }
            Op::Check(CheckOp::Fault { kind }) => {
                Ok(Act::Fail(self.check(at, index, instr, ViolationKind::Fault(kind.clone()))))
            }
            Op::Check(CheckOp::Trace { .. } | CheckOp::Output { .. })
            | Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield) => Ok(Act::Nothing),
            Op::Check(CheckOp::Accept { .. }) => Err(Statement::Accepts),
            Op::Thread(ThreadOp::Spawn { .. }) => Err(Statement::StartsThread),
            Op::Heap(op) => Err(heap(op)),
            Op::Collection(op) => Err(collection(op)),
        }
    }

    /// Stands for what cannot be followed in a procedure that is never called.
    fn never<T>(&self, proc: ProcId, part: T, what: Statement) -> Result<T, Statement> {
        if self.may_run[proc] { Err(what) } else { Ok(part) }
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
            TermOp::Opaque { reason } => {
                let opaque = Statement::IsOpaque { reason: reason.clone() };
                self.never(at.proc, End::Goto(Vec::new()), opaque)
            }
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
        CollectionOp::LoadElement { .. }
        | CollectionOp::StoreElement { .. }
        | CollectionOp::Admits { .. } => Statement::UsesArray,
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
        ir::Expr::Const(
            Value::Null
            | Value::Int(_)
            | Value::Real(_)
            | Value::Decimal(_)
            | Value::String(_)
            | Value::Ref(_),
        )
        | ir::Expr::SelfId
        | ir::Expr::Unary { op: UnOp::Neg | UnOp::BitNot, .. }
        | ir::Expr::Convert { .. }
        | ir::Expr::Round { .. } => Err(Statement::Computes),
    }
}

/// Makes an expression of its two operands.
type Maker = fn(Box<[Expr; 2]>) -> Expr;

/// What an operator makes of two truth values. Those of the core language that differ in evaluation only are the same
/// here: nothing in an expression can fail.
fn binary(op: BinOp) -> Option<Maker> {
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

#[cfg(test)]
mod tests {
    use base::{Id, SourceId};

    use super::*;

    fn read(text: &str) -> Program {
        ir::read(SourceId::new(0), text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
    }

    /// A statement in a program that has all that the statements below speak of.
    fn with_statement(statement: &str) -> String {
        let end = if statement.contains("block1") { "" } else { "\n  goto block1" };
        format!(
            "enum enum0 \"E\" {{ \"a\", \"b\" }}\n\
             class class0 \"C\" record {{ field0 \"f\": bool }}\n\
             class class1 \"A\" array of bool\n\
             class class2 \"S\" set of class0\n\
             class class3 \"Q\" channel of class0\n\
             global g0 \"flag\": bool\n\
             thread proc0\n\
             proc proc0 \"main\"() {{\nblock0:\n* {statement}{end}\nblock1:\n* return\n}}\n"
        )
    }

    fn refusal(text: &str) -> (Construct, String) {
        let program = read(text);
        let Refusal { construct, span } = BoolProgram::try_from(&program).expect_err(text);
        let span = span.unwrap_or_else(|| panic!("{construct:?} has no place"));
        (construct, text[span.start as usize..span.end as usize].to_owned())
    }

    #[test]
    fn statements_are_refused_by_name_and_place() {
        let refused = [
            ("g0 = 1 <{i32} 2", Statement::Computes),
            ("assume self == 0", Statement::Computes),
            ("assert null == null", Statement::Computes),
            ("branch 1 <={i32} 2, block1, block1", Statement::Computes),
            ("g0 = load null.field0", Statement::ReadsField),
            ("store null.field0 = true", Statement::WritesField),
            ("g0 = instance null of class0", Statement::TestsClass),
            ("g0 = load null[0]", Statement::UsesArray),
            ("store null[0] = true", Statement::UsesArray),
            ("insert null, null", Statement::UsesSet),
            ("remove null, null", Statement::UsesSet),
            ("union null, null", Statement::UsesSet),
            ("difference null, null", Statement::UsesSet),
            ("g0 = contains null, null", Statement::UsesSet),
            ("send null, null", Statement::UsesChannel),
            ("g0 = new class0", Statement::Allocates),
            ("g0 = cast null to class0", Statement::Casts),
            ("g0 = size null", Statement::AsksForSize),
            ("g0 = choose 0..1", Statement::ChoosesNumber),
            ("g0 = choose enum0", Statement::ChoosesConstant),
            ("g0 = choose in null", Statement::ChoosesElement),
            ("accept true", Statement::Accepts),
            ("switch 1 { 0 -> block1, else -> block1 }", Statement::BranchesOnNumber),
            ("switch class null { class0 -> block1, else -> block1 }", Statement::BranchesOnClass),
            ("select { always -> block1 }", Statement::Waits),
        ];
        for (statement, what) in refused {
            let (construct, place) = refusal(&with_statement(statement));
            assert_eq!(construct, Construct::Statement { proc: "main".to_owned(), what }, "{statement}");
            assert!(statement.starts_with(&place), "{statement}: {place}");
        }
    }

    #[test]
    fn variables_results_and_threads_are_refused_by_name() {
        let proc = "thread proc0\nproc proc0 \"main\"() {\nblock0:\n* return\n}\n";
        let named = |name: &str| name.to_owned();
        let ty = named("0..9");
        let refused = [
            (
                format!("global g0 \"n\": 0..9\n{proc}"),
                Construct::Global { name: named("n"), ty: ty.clone() },
            ),
            (
                proc.replace("{\n", "{\n  local v0 \"x\": 0..9\n"),
                Construct::Local { name: named("x"), proc: named("main"), ty: ty.clone() },
            ),
            (
                format!("{proc}proc proc1 \"f\"() -> (0..9) {{\nblock0:\n* return 1\n}}\n"),
                Construct::Result { proc: named("f"), ty },
            ),
            (
                proc.replace("* return", "* spawn proc0()\n  return"),
                Construct::SecondThread { proc: named("main") },
            ),
            (format!("thread proc0\n{proc}"), Construct::SecondThread { proc: named("main") }),
        ];
        for (text, construct) in refused {
            assert_eq!(refusal(&text).0, construct, "{text}");
        }
    }

    #[test]
    fn what_a_boolean_program_has_keeps_its_place() {
        let text = "global g0 \"a\": bool\nthread proc0\n\
             proc proc0 \"main\"() {\nblock0:\n* trace \"n\", 1 +{i32} 2\n* g0 = choose bool\n* assume !g0\n\
             * assert g0 != true, \"m\"\n  atomic begin\n  atomic end\n  yield\n* fault overflow\n\
             * g0 = call proc1(g0) -> block1\nblock1:\n* branch g0, block1, block2\nblock2:\n* return\n}\n\
             proc proc1 \"f\"(v0 \"p\": bool) -> (bool) {\nblock0:\n* return v0 && g0\n}\n";
        let program = read(text);
        let parsed = BoolProgram::try_from(&program).expect("a Boolean program");
        let checks: Vec<(usize, Option<&str>)> = parsed
            .checks
            .iter()
            .map(|check| (check.index, check.failure.span.map(|s| &text[s.start as usize..s.end as usize])))
            .collect();
        assert_eq!(checks.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [3, 7]);
        assert!(checks[0].1.is_some_and(|place| place.starts_with("assert")), "{checks:?}");
        let [call] = parsed.calls.iter().collect::<Vec<_>>()[..] else { panic!("one call") };
        assert_eq!((call.callee, call.next, call.args.len()), (ProcId::new(1), Id::new(1), 1));
        assert_eq!(call.results, [Place::Global(Id::new(0))]);
        assert_eq!(parsed.returns.iter().map(|end| end.values.len()).collect::<Vec<_>>(), [0, 1]);
    }

    /// All operators, on all values.
    #[test]
    fn expressions_mean_what_they_mean_in_the_core_language() {
        struct Values([bool; 2]);
        impl ir::Environment for Values {
            fn local(&self, local: ir::LocalId) -> Value {
                Value::Bool(self.0[local.index()])
            }
            fn global(&self, _: ir::GlobalId) -> Value {
                Value::Bool(true)
            }
            fn self_id(&self) -> i64 {
                0
            }
        }
        let variables = [0, 1].map(|index| ir::Expr::Local(Id::new(index)));
        let operators =
            [BinOp::And, BinOp::Or, BinOp::Eq, BinOp::Ne, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];
        for op in operators {
            for negated in [false, true] {
                let [left, right] = variables.clone();
                let left = if negated { ir::Expr::not(left) } else { left };
                let source = ir::Expr::binary(op, Type::Bool, left, right);
                let parsed = expr(&source).expect("a Boolean expression");
                for bits in 0..4 {
                    let values = Values([bits & 1 != 0, bits & 2 != 0]);
                    let value = |place: Place| match place {
                        Place::Local(local) => values.0[local.index()],
                        Place::Global(_) => true,
                    };
                    let expected = source.eval(&values).expect("nothing can fail");
                    assert_eq!(Value::Bool(parsed.eval(&value)), expected, "{source:?} {bits}");
                }
            }
        }
    }
}
