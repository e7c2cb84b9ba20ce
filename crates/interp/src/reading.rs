//! What expressions read, as the user would write it: `b.count`, `a[i + 1]`, `Main.Fact(n)`.
//!
//! Front ends spill what is loaded to temporaries that no user knows. So it is noted where the value of each temporary
//! came from ([`Origins`]), and an expression over temporaries is shown as the expression over variables and fields
//! that it was lowered from. What has no name, or too long a one, is left out: no name is made up.

use std::collections::HashMap;

use heap::Heap;
use ir::typing::ProcTypes;
use ir::{
    BinOp, Choice, ChoiceOp, CollectionOp, Element, Expr, HeapOp, LocalId, LocalKind, Op, Place, Program,
    TermOp, Type, Value,
};
use verdict::{Binding, Shown};

use crate::context::Context;
use crate::effect::Effect;
use crate::show::{show, text_of};
use crate::state::{Frame, Next, State, View};

/// Longer texts are no names.
const MAX_TEXT: usize = 60;
/// At most so many values are said to be read.
pub(crate) const MAX_READS: usize = 6;

/// A frame: the number of its thread, and its position in the stack.
type FrameKey = (Option<u32>, usize);

/// Where the values of the temporaries of running frames came from.
#[derive(Clone, Default, Debug)]
pub(crate) struct Origins {
    frames: HashMap<FrameKey, FrameOrigins>,
}

#[derive(Clone, Default, Debug)]
struct FrameOrigins {
    temps: HashMap<LocalId, Origin>,
    /// The call that the frame waits for.
    call: Option<String>,
}

/// Where the value of a temporary came from.
#[derive(Clone, Default, Debug)]
struct Origin {
    text: Option<String>,
    /// Variables, fields and elements that were read for it.
    reads: Vec<Binding>,
}

impl Origins {
    /// Notes what an instruction or terminator is about to do to temporaries.
    pub(crate) fn follow(&mut self, ctx: &Context<'_>, state: &State, thread: usize, effect: &Effect) {
        let reader = Reader::new(ctx, state, thread, self);
        let key = reader.key;
        match (state.threads[thread].top().next(ctx.program), effect) {
            (Next::Instr(instr), Effect::Write { dst, value }) => {
                if let Some(local) = reader.temporary(*dst) {
                    let origin = reader.origin(&instr.op, local, *value);
                    self.frame(key).temps.insert(local, origin);
                }
            }
            (Next::Instr(instr), Effect::Allocate { dst, class: _, slots: _ }) => {
                if let Some(local) = reader.temporary(*dst) {
                    let origin = reader.origin(&instr.op, local, Value::Null);
                    self.frame(key).temps.insert(local, origin);
                }
            }
            (Next::Terminator(terminator), Effect::Call { proc, args: _ }) => {
                if let TermOp::Call { args, .. } = &terminator.op {
                    let call = reader.call_text(&ctx.program.procs[*proc].name, args);
                    self.frame(key).call = call;
                }
            }
            (Next::Terminator(_), Effect::Take { join: _, receives, target: _ }) => {
                let temps: Vec<LocalId> =
                    receives.iter().filter_map(|receive| reader.temporary(receive.dst)).collect();
                temps.iter().for_each(|local| drop(self.frame(key).temps.remove(local)));
            }
            (Next::Terminator(_), Effect::Return { values }) => {
                self.frames.remove(&key);
                self.results(ctx, state, thread, values);
            }
            (Next::Instr(_), Effect::Forget { fresh: _, known: _, writes }) => {
                let temps: Vec<LocalId> =
                    writes.iter().filter_map(|&(place, _)| reader.temporary(place)).collect();
                temps.iter().for_each(|local| drop(self.frame(key).temps.remove(local)));
            }
            (Next::Instr(_) | Next::Terminator(_), _) => {}
        }
    }

    fn frame(&mut self, key: FrameKey) -> &mut FrameOrigins {
        self.frames.entry(key).or_default()
    }

    /// The results of a return go to the caller.
    fn results(&mut self, ctx: &Context<'_>, state: &State, thread: usize, values: &[Value]) {
        let running = &state.threads[thread];
        let Some(depth) = running.frames.len().checked_sub(2) else { return };
        let caller = &running.frames[depth];
        for (&place, &value) in caller.awaited_results(ctx.program).iter().zip(values) {
            if let Place::Local(local) = place {
                self.result(ctx.program, &state.heap, (running.number, depth), caller, local, value);
            }
        }
    }

    /// The call of a frame gives this value to a local of it.
    pub(crate) fn result(
        &mut self,
        program: &Program,
        heap: &Heap,
        key: (Option<u32>, usize),
        frame: &Frame,
        local: LocalId,
        value: Value,
    ) {
        let declared = &frame.code(program).locals[local];
        if declared.kind == LocalKind::User {
            return;
        }
        let origins = self.frame(key);
        let read = |text: &String| Binding {
            name: text.clone(),
            value: show(program, heap, Some(declared.ty), value),
        };
        let origin = Origin { text: origins.call.clone(), reads: origins.call.iter().map(read).collect() };
        origins.temps.insert(local, origin);
    }
}

/// Reads expressions in the running frame of a thread.
pub(crate) struct Reader<'a> {
    program: &'a Program,
    frame: &'a Frame,
    view: View<'a>,
    key: FrameKey,
    origins: &'a Origins,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(ctx: &Context<'a>, state: &'a State, thread: usize, origins: &'a Origins) -> Self {
        let running = &state.threads[thread];
        let key: FrameKey = (running.number, running.frames.len() - 1);
        Self { program: ctx.program, frame: running.top(), view: state.view(thread), key, origins }
    }

    pub(crate) fn heap(&self) -> &'a Heap {
        self.view.heap
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    /// The value, unless its evaluation fails.
    pub(crate) fn value(&self, expr: &Expr) -> Option<Value> {
        expr.eval(&self.view).ok()
    }

    /// The expression by its text, with its value; nothing if it has no text, or is a constant.
    pub(crate) fn whole(&self, expr: &Expr) -> Option<Binding> {
        if matches!(expr, Expr::Const(_)) {
            return None;
        }
        Some(Binding { name: self.text(expr)?, value: self.shown(expr, self.value(expr)?) })
    }

    /// The variables, fields and elements that the evaluation of an expression reads.
    pub(crate) fn reads(&self, expr: &Expr, reads: &mut Vec<Binding>) {
        match expr {
            Expr::Const(_) => {}
            Expr::Local(local) => match self.temp(*local) {
                Some(origin) => reads.extend_from_slice(&origin.reads),
                None => reads.extend(self.whole(expr)),
            },
            Expr::Global(_) | Expr::SelfId => reads.extend(self.whole(expr)),
            Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => {
                self.reads(arg, reads)
            }
            Expr::Binary { op, left, right, .. } => {
                self.reads(left, reads);
                let decided = match op {
                    BinOp::And => Some(Value::Bool(false)),
                    BinOp::Or => Some(Value::Bool(true)),
                    BinOp::Add
                    | BinOp::Sub
                    | BinOp::Mul
                    | BinOp::Div
                    | BinOp::Rem
                    | BinOp::Shl
                    | BinOp::Shr
                    | BinOp::BitAnd
                    | BinOp::BitOr
                    | BinOp::BitXor
                    | BinOp::Eq
                    | BinOp::Ne
                    | BinOp::Lt
                    | BinOp::Le
                    | BinOp::Gt
                    | BinOp::Ge => None,
                };
                if decided.is_none() || self.value(left) != decided {
                    self.reads(right, reads);
                }
            }
        }
    }

    /// What a branch depends on, if that is what comes next; as long as there is not too much of it.
    pub(crate) fn condition_reads(&self, next: Next<'_>, reads: &mut Vec<Binding>) {
        if let Next::Terminator(terminator) = next
            && let TermOp::Branch { condition: value, .. } | TermOp::Switch { value, .. } = &terminator.op
            && reads.len() < MAX_READS
        {
            self.reads(value, reads);
        }
    }

    /// The expression as the user would write it.
    pub(crate) fn text(&self, expr: &Expr) -> Option<String> {
        self.text_as(expr, self.type_of(expr))
    }

    /// `ty` is the type that is wanted there: constants do not show theirs.
    fn text_as(&self, expr: &Expr, ty: Option<Type>) -> Option<String> {
        let text = match expr {
            Expr::Const(value) => text_of(&show(self.program, self.view.heap, ty, *value)),
            Expr::Local(local) => {
                let declared = &self.frame.code(self.program).locals[*local];
                match declared.kind {
                    LocalKind::User => declared.name.clone(),
                    LocalKind::Temp => self.temp(*local)?.text.clone()?,
                }
            }
            Expr::Global(global) => self.program.globals[*global].name.clone(),
            Expr::SelfId => "self".to_owned(),
            Expr::Unary { op, ty, arg } => {
                format!("{op}{}", self.operand(arg, Some(*ty))?)
            }
            Expr::Binary { op, ty, left, right } => {
                let (left, right) = (self.operand(left, Some(*ty))?, self.operand(right, Some(*ty))?);
                format!("{left} {op} {right}")
            }
            Expr::Convert { from, to: _, arg } => self.text_as(arg, Some(*from))?,
            Expr::Round { from, to: _, rounding: _, arg } => self.text_as(arg, Some(Type::Real(*from)))?,
        };
        (!text.is_empty() && is_short(&text)).then_some(text)
    }

    /// In parentheses, where it is an operation.
    fn operand(&self, expr: &Expr, ty: Option<Type>) -> Option<String> {
        let text = self.text_as(expr, ty)?;
        let is_operation = match expr {
            Expr::Binary { .. } | Expr::Convert { .. } | Expr::Round { .. } => true,
            Expr::Local(local) => self.temp(*local).is_some(),
            Expr::Const(_) | Expr::Global(_) | Expr::SelfId | Expr::Unary { .. } => false,
        };
        // A path, an element and a call have no space outside of brackets.
        let has_space = text.split(['(', '[', '{']).next().is_some_and(|start| start.contains(' '));
        Some(if is_operation && has_space { format!("({text})") } else { text })
    }

    fn temp(&self, local: LocalId) -> Option<&Origin> {
        match self.frame.code(self.program).locals[local].kind {
            LocalKind::User => None,
            LocalKind::Temp => Some(
                self.origins
                    .frames
                    .get(&self.key)
                    .and_then(|frame| frame.temps.get(&local))
                    .unwrap_or(&UNKNOWN),
            ),
        }
    }

    fn type_of(&self, expr: &Expr) -> Option<Type> {
        expr.natural_type(&ProcTypes { program: self.program, proc: self.frame.code(self.program) })
    }

    fn shown(&self, expr: &Expr, value: Value) -> Shown {
        show(self.program, self.view.heap, self.type_of(expr), value)
    }

    /// Where the value that an instruction writes to a temporary comes from.
    fn origin(&self, op: &Op, local: LocalId, value: Value) -> Origin {
        let ty = self.frame.code(self.program).locals[local].ty;
        let read = |text: Option<String>| {
            let text = text.filter(|text| is_short(text));
            let binding = |name: &String| Binding {
                name: name.clone(),
                value: show(self.program, self.view.heap, Some(ty), value),
            };
            Origin { reads: text.iter().map(binding).collect(), text }
        };
        let mut origin = match op {
            Op::Assign { value, .. } => self.copy(value, Some(ty)),
            Op::Heap(HeapOp::Cast { object, .. }) => self.copy(object, Some(ty)),
            Op::Heap(HeapOp::Load { object, field, .. }) => {
                read(self.text(object).map(|object| format!("{object}.{}", self.program.fields[*field].name)))
            }
            Op::Collection(CollectionOp::LoadElement { array, index, .. }) => {
                let mut origin = read(self.element_text(array, index));
                self.reads(index, &mut origin.reads);
                origin
            }
            Op::Collection(CollectionOp::Size { object, .. }) => {
                read(self.text(object).map(|object| format!("sizeof({object})")))
            }
            Op::Heap(HeapOp::InstanceOf { object, class, .. }) => {
                let class = &self.program.classes[*class].name;
                read(self.text(object).map(|object| format!("{object} is {class}")))
            }
            // Only what a front end makes asks for it.
            Op::Collection(CollectionOp::Admits { .. }) => Origin::default(),
            Op::Collection(CollectionOp::Contains { set, element, .. }) => match element {
                Element::Value(sought) => {
                    let text = self.text(sought).zip(self.text(set));
                    let mut origin = read(text.map(|(sought, set)| format!("{sought} in {set}")));
                    self.reads(sought, &mut origin.reads);
                    origin
                }
                Element::Record(_) => Origin::default(),
            },
            Op::Choice(ChoiceOp::Choose {
                from:
                    Choice::Bool | Choice::Range { .. } | Choice::Enum(_) | Choice::Element(_) | Choice::Any(_),
                ..
            }) => read(Some("choose".to_owned())),
            Op::Heap(HeapOp::New { class, .. }) => {
                let text = format!("new {}", self.program.classes[*class].name);
                Origin { text: Some(text), reads: Vec::new() }
            }
            Op::Heap(HeapOp::Store { .. })
            | Op::Collection(
                CollectionOp::StoreElement { .. }
                | CollectionOp::SetAdd { .. }
                | CollectionOp::SetRemove { .. }
                | CollectionOp::SetUnion { .. }
                | CollectionOp::SetDifference { .. }
                | CollectionOp::Send { .. },
            )
            | Op::Choice(ChoiceOp::Havoc { .. })
            | Op::Check(_)
            | Op::Thread(_) => Origin::default(),
        };
        origin.reads.truncate(MAX_READS);
        origin
    }

    fn copy(&self, value: &Expr, ty: Option<Type>) -> Origin {
        let mut reads = Vec::new();
        self.reads(value, &mut reads);
        Origin { text: self.text_as(value, self.type_of(value).or(ty)), reads }
    }

    fn element_text(&self, array: &Expr, index: &Expr) -> Option<String> {
        Some(format!("{}[{}]", self.text(array)?, self.text(index)?))
    }

    /// `Main.Fact(n - 1)`
    fn call_text(&self, callee: &str, args: &[Expr]) -> Option<String> {
        let args: Option<Vec<String>> = args.iter().map(|arg| self.text(arg)).collect();
        args.map(|args| format!("{callee}({})", args.join(", "))).filter(|text| is_short(text))
    }

    /// The local of the frame that an instruction writes, if it is none of the user's.
    fn temporary(&self, place: Place) -> Option<LocalId> {
        match place {
            Place::Local(local) => self.temp(local).map(|_| local),
            Place::Global(_) => None,
        }
    }
}

static UNKNOWN: Origin = Origin { text: None, reads: Vec::new() };

fn is_short(text: &str) -> bool {
    text.len() <= MAX_TEXT
}
