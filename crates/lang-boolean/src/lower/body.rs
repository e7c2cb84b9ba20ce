//! The machinery of one procedure.

use base::{Id, Span, Symbol};
use ir::facts::{Cfg, Liveness};
use ir::{
    BlockId, CheckOp, Choice, ChoiceOp, Expr, Instr, LocalId, LocalKind, Op, Place, Proc, ProcBuilder,
    ProcId, Site, TermOp, Type,
};
use rustc_hash::FxHashMap;

use super::{Context, atomic};
use crate::ast::{self, Name, visit_stmts};
use crate::resolve::Scope;

/// Makes one procedure.
pub(super) struct BodyLowerer<'a> {
    pub(super) cx: &'a Context<'a>,
    /// `None` for the initial values of globals.
    pub(super) id: Option<ProcId>,
    scope: &'a Scope,
    pub(super) builder: ProcBuilder,
    /// Whether this thread made `atomic` true, where that forbids thread switches: see [`super::atomic`].
    pub(super) holds: Option<LocalId>,
    /// The next instruction begins a step.
    pub(super) step: bool,
    /// A thread that starts at a label: there is no caller to return to.
    pub(super) is_thread: bool,
    /// Where `goto` leads.
    pub(super) blocks: FxHashMap<Symbol, BlockId>,
    /// What `x'` means while a constraint is lowered.
    pub(super) next_values: FxHashMap<Symbol, Expr>,
}

impl<'a> BodyLowerer<'a> {
    fn new(cx: &'a Context<'a>, id: Option<ProcId>, scope: &'a Scope, builder: ProcBuilder) -> Self {
        Self {
            cx,
            id,
            scope,
            builder,
            holds: None,
            step: false,
            is_thread: false,
            blocks: FxHashMap::default(),
            next_values: FxHashMap::default(),
        }
    }

    /// The procedure as it is called, or as a thread that starts at a label: then all its variables are parameters, and
    /// it has no results.
    pub(super) fn lower(cx: &'a Context<'a>, id: ProcId, start: Option<Symbol>) -> Proc {
        let ast = &cx.file.procs[id.index()];
        let scope = &cx.names.procs[id];
        let name = cx.text(ast.name.symbol);
        let name = start.map_or(name.to_owned(), |label| format!("{name}.{}", cx.text(label)));
        let mut builder = ProcBuilder::new(name, ast.name.span);
        let holds = cx.names.atomic.map(|_| LocalId::new(ast.params.len()));
        for (local, name) in scope.locals.iter_enumerated() {
            let text = if Some(local) == holds { atomic::HOLDS } else { cx.text(name.symbol) };
            if start.is_some() || local.index() < ast.params.len() || Some(local) == holds {
                builder.param(text, Type::Bool, name.span);
            } else {
                builder.local(text, Type::Bool, name.span);
            }
        }
        if start.is_none() {
            (0..scope.n_results).for_each(|_| builder.result(Type::Bool));
            holds.iter().for_each(|_| builder.result(Type::Bool));
        }
        let mut lowerer = Self::new(cx, Some(id), scope, builder);
        lowerer.holds = holds;
        lowerer.is_thread = start.is_some();
        lowerer.make_blocks(&ast.body);
        match start {
            Some(label) => {
                let first = lowerer.blocks[&label];
                lowerer.builder.goto(first);
                let rest = lowerer.builder.new_block();
                lowerer.builder.switch_to(rest);
            }
            None => lowerer.enforce(ast.name.span),
        }
        lowerer.stmts(&ast.body);
        lowerer.end(ast.end);
        lowerer.finish()
    }

    /// What runs before everything else: it gives globals their values, and calls `first`.
    pub(super) fn initial_values(cx: &'a Context<'a>, first: Option<ProcId>) -> Proc {
        let builder = ProcBuilder::new("initial values", None);
        let mut lowerer = Self::new(cx, None, &cx.no_scope, builder);
        for decl in &cx.file.globals {
            lowerer.builder.release_temps(0);
            let dst = lowerer.place(decl.name);
            let span = decl.name.span;
            match &decl.value {
                Some(value) => lowerer.write(dst, value, span),
                None => lowerer.choose(dst, span),
            }
        }
        if let Some(first) = first {
            let name = cx.file.procs[first.index()].name;
            lowerer.step = true;
            lowerer.call(&[], name, &[], name.span);
        }
        lowerer.leave_unheld();
        lowerer.builder.terminate(Site::inner(None), TermOp::Return { values: Vec::new() });
        lowerer.builder.finish()
    }

    /// A block for each statement that control is sent to.
    fn make_blocks(&mut self, body: &[ast::Stmt]) {
        visit_stmts(body, &mut |stmt| {
            if stmt.labels.iter().any(|label| self.scope.targets.contains(&label.symbol)) {
                let block = self.builder.new_block();
                self.blocks.extend(stmt.labels.iter().map(|label| (label.symbol, block)));
            }
        });
    }

    /// The return at the end of the body. Results that were never given have any values.
    fn end(&mut self, span: Span) {
        if !self.builder.is_open() {
            return;
        }
        self.begin_statement();
        let n_results = if self.is_thread { 0 } else { self.scope.n_results };
        let mut values = Vec::new();
        for _ in 0..n_results {
            let any = self.temp();
            self.choose(any.into(), span);
            values.push(any.into());
        }
        values.extend(self.passed_holds().filter(|_| !self.is_thread));
        let site = self.site(span);
        self.builder.terminate(site, TermOp::Return { values });
    }

    fn finish(self) -> Proc {
        let leave = self.leave();
        let mut proc = self.builder.finish();
        let has_choices = choose_unknown(&mut proc);
        atomic::guard_entry(&mut proc, leave, has_choices);
        mark_entry(&mut proc);
        proc
    }

    // ---------------------------------------------------------------------------------- machinery

    pub(super) fn begin_statement(&mut self) {
        self.step = true;
        self.builder.release_temps(0);
    }

    /// The site of the next instruction. The instruction that asks whether a step may be made is the first of its step.
    pub(super) fn site(&mut self, span: Span) -> Site {
        let step = std::mem::take(&mut self.step);
        if let Some(leave) = self.leave().filter(|_| step) {
            self.builder.push(Site::step(span), leave);
            return Site::inner(span);
        }
        Site { span: Some(span), step }
    }

    pub(super) fn push(&mut self, span: Span, op: Op) {
        let site = self.site(span);
        self.builder.push(site, op);
    }

    /// Writes a variable.
    pub(super) fn push_assign(&mut self, span: Span, dst: Place, value: Expr) {
        self.push(span, Op::Assign { dst, value });
        self.written(dst, span);
    }

    /// A temporary that is free until the next statement.
    pub(super) fn temp(&mut self) -> LocalId {
        self.builder.take_temp(Type::Bool)
    }

    pub(super) fn place(&self, name: Name) -> Place {
        match self.scope.ids.get(&name.symbol) {
            Some(&local) => Place::Local(local),
            None => Place::Global(self.cx.names.global_ids[&name.symbol]),
        }
    }

    /// All variables of the procedure, as they are now, for a new thread.
    pub(super) fn all_locals(&self) -> Vec<Expr> {
        let of = |local| if Some(local) == self.holds { Expr::FALSE } else { Expr::Local(local) };
        self.scope.locals.ids().map(of).collect()
    }

    /// Whether a target of an assignment is a variable of the other threads only.
    pub(super) fn is_passive(&self, target: Name) -> bool {
        self.cx.names.is_passive(self.scope, target)
    }

    /// Assumes what the procedure enforces.
    pub(super) fn enforce(&mut self, span: Span) {
        let Some(id) = self.id else { return };
        for condition in &self.cx.file.procs[id.index()].enforce {
            let condition = self.expr(condition, span);
            self.push(span, Op::Check(CheckOp::Assume { condition }));
        }
    }
}

/// Chooses, at the entry, the locals that may be read before they are written. Nothing leads back to the entry block.
/// Returns whether there are any.
fn choose_unknown(proc: &mut Proc) -> bool {
    let entry = proc.entry();
    let cfg = Cfg::new(proc);
    let live: Vec<LocalId> = Liveness::with_cfg(proc, &cfg).live_before(entry, 0).collect();
    let is_unknown =
        |local: &LocalId| local.index() >= proc.n_params && proc.locals[*local].kind == LocalKind::User;
    let unknown: Vec<LocalId> = live.into_iter().filter(is_unknown).collect();
    let chosen: Vec<Instr> = unknown
        .iter()
        .map(|&local| {
            let site = Site::inner(proc.locals[local].span);
            Instr { op: Op::Choice(ChoiceOp::Choose { dst: local.into(), from: Choice::Bool }), site }
        })
        .collect();
    proc.insert_instrs(entry, 0, chosen);
    !unknown.is_empty()
}

/// The entry is a step, so that a call which first makes a choice for an argument can be one step, too.
fn mark_entry(proc: &mut Proc) {
    let (entry, span) = (proc.entry(), proc.span);
    let block = &mut proc.blocks[entry];
    let site = block.instrs.first_mut().map_or(&mut block.terminator.site, |instr| &mut instr.site);
    site.step = true;
    site.span = site.span.or(span);
}
