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
use ir::{Choice, ChoiceOp, Global, Op, Proc, ProcBuilder, ProcId, Program, Site, TermOp, Type};
use rustc_hash::FxHashMap;

use self::body::BodyLowerer;
use crate::Options;
use crate::ast::Unit;
use crate::resolve::{Entry, Names, Scope};

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
pub(crate) fn lower(
    file: &Unit,
    names: &Names,
    interner: &Interner,
    options: &Options,
) -> (Program, Vec<Diagnostic>) {
    let numbers = (file.procs.len()..).map(ProcId::new);
    let starts = names.starts.iter().copied().zip(numbers).collect();
    let cx = Context { file, names, interner, options, starts, no_scope: Scope::default() };
    let mut program = Program::default();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let whole = names.procs.ids().map(|id| (id, None));
    let from_labels = names.starts.iter().map(|&(proc, label)| (proc, Some(label)));
    for (id, start) in whole.chain(from_labels) {
        let proc = BodyLowerer::lower(&cx, id, start);
        // A thread that starts at a label has the same mistakes as the procedure that the label is in.
        let found = threads::unbalanced(&proc).filter(|found| !diagnostics.contains(found));
        diagnostics.extend(found);
        program.procs.push(proc);
    }
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
    (program, diagnostics)
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
