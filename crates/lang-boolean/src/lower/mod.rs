//! From the tree to the core language.
//!
//! - this file: the program around the procedures: where it starts, and what values globals start with;
//! - [`body`]: the machinery of one procedure;
//! - [`stmt`]: its statements;
//! - [`assign`]: assignments, `constrain` and calls;
//! - [`expr`](self::expr): what is computed;
//! - [`threads`]: threads and atomic sections;
//! - [`atomic`]: Getafix's global `atomic`.
//!
//! # How a Boolean program becomes steps
//!
//! Every statement is one step, with all its reads, choices and writes; so are the test of `if` or `while`, a call, and
//! a return, also the one at `end`. What `enforce` assumes belongs to the step before it. The choice of a procedure's
//! unknown locals is a step at its entry.
//!
//! # Unknown values
//!
//! Globals without an initial value are chosen by the program's `init`. A local is chosen at the entry of its
//! procedure, and only if it may be read before it is written: [`ir::facts::Liveness`] knows. `*` is a `choose`, but as
//! the whole condition of `if` and `while` it is a `goto` with two targets, which needs no variable.

mod assign;
mod atomic;
mod body;
mod expr;
mod stmt;
mod threads;

use base::{Diagnostic, Id, IndexVec, Interner, Symbol};
use ir::{Choice, ChoiceOp, Global, Op, Places, Proc, ProcBuilder, ProcId, Program, Site, TermOp, Type};
use rustc_hash::FxHashMap;

use self::body::BodyLowerer;
use crate::Options;
use crate::ast::Unit;
use crate::resolve::{Entry, Names, Scope};

/// A program, and what is to be said about it.
pub(crate) struct Lowered {
    pub(crate) program: Program,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What the procedures of a program share while they are made.
struct Context<'a> {
    file: &'a Unit,
    names: &'a Names,
    interner: &'a Interner,
    options: &'a Options,
    /// The procedures that threads start in which start at a label.
    starts: FxHashMap<(ProcId, Symbol), ProcId>,
    /// For the initial values of globals.
    no_scope: Scope,
}

/// Lowers a file without static errors.
pub(crate) fn lower(file: &Unit, names: &Names, interner: &Interner, options: &Options) -> Lowered {
    let numbers = (file.procs.len()..).map(ProcId::new);
    let starts = names.starts.iter().copied().zip(numbers).collect();
    let cx = Context { file, names, interner, options, starts, no_scope: Scope::default() };
    let mut lowered =
        Lowered { program: Program::default(), places: Places::default(), diagnostics: Vec::new() };
    for id in names.procs.ids() {
        lowered.add(BodyLowerer::lower(&cx, id, None));
    }
    for &(proc, label) in &names.starts {
        lowered.add(BodyLowerer::lower(&cx, proc, Some(label)));
    }
    let program = &mut lowered.program;
    let globals = file.globals.iter().map(|decl| cx.global(decl.name.symbol, decl.name.span));
    program.globals = globals.chain(cx.hidden_globals()).collect();
    let entry = names.entry.as_ref().expect("a resolved file has a start");
    let first = match entry {
        Entry::Main(main) => {
            program.threads = vec![start_of(&cx, *main, &mut program.procs)];
            None
        }
        Entry::Init { init, threads } => {
            let starts = threads.iter().map(|&thread| start_of(&cx, thread, &mut program.procs));
            program.threads = starts.collect();
            Some(*init)
        }
    };
    if !file.globals.is_empty() || first.is_some() {
        let init = BodyLowerer::initial_values(&cx, first);
        program.init = Some(program.procs.push(init));
    }
    lowered
}

impl Lowered {
    fn add(&mut self, body: body::Body) {
        let id = self.program.procs.next_id();
        // A thread that starts at a label has the same mistakes as the procedure that the label is in.
        let found = threads::unbalanced(&body.proc).filter(|found| !self.diagnostics.contains(found));
        self.diagnostics.extend(found);
        self.program.procs.push(body.proc);
        let labels = body.labels.into_iter().map(|label| ir::LabelPlace { proc: id, ..label });
        self.places.labels.extend(labels);
    }
}

impl Context<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    fn global(&self, name: Symbol, span: base::Span) -> Global {
        Global { name: self.text(name).to_owned(), ty: Type::Bool, span: Some(span) }
    }
}

/// The procedure itself, or one that calls it with any arguments: nothing else gives the first procedure any.
fn start_of(cx: &Context<'_>, first: ProcId, procs: &mut IndexVec<ProcId, Proc>) -> ProcId {
    let proc = &cx.file.procs[first.index()];
    if proc.params.is_empty() && cx.names.atomic.is_none() {
        return first;
    }
    let span = proc.name.span;
    let mut builder = ProcBuilder::new("start", span);
    let holds = cx.take_over(&mut builder, span);
    let args: Vec<_> = proc.params.iter().map(|_| builder.temp(Type::Bool)).collect();
    for &arg in &args {
        builder.push(Site::inner(span), Op::Choice(ChoiceOp::Choose { dst: arg.into(), from: Choice::Bool }));
    }
    let results = procs[first].results.clone();
    let results = results.into_iter().map(|ty| builder.temp(ty).into()).collect();
    let next = builder.new_block();
    let site = Site { span: Some(span), step: holds.is_none() };
    let args = args.into_iter().map(Into::into).chain(holds).collect();
    builder.terminate(site, TermOp::Call { proc: first, args, results, next });
    builder.switch_to(next);
    builder.terminate(Site::inner(span), TermOp::Return { values: Vec::new() });
    procs.push(builder.finish())
}
