//! What starts: static initialisers, `activate` methods, and the wrappers of processes that may raise.

use ir::{Expr, ProcBuilder, ProcId, TermOp};

use super::Lowerer;
use super::body::{BodyLowerer, Escape};
use crate::hir::MethodId;

impl Lowerer<'_> {
    /// The procedure that gives static fields their values, if any has one that is not its default.
    pub(super) fn lower_static_initialisers(&mut self) -> Option<ProcId> {
        let hir = self.hir;
        let (&first, _) = hir.static_inits.split_first()?;
        let span = hir.fields[first].span;
        let builder = ProcBuilder::new("static initialisers", span);
        let mut lowerer = BodyLowerer::new(self, builder, span);
        lowerer.escape = Escape::Fault;
        let mut is_empty = true;
        for &field in &hir.static_inits {
            if lowerer.is_default(field) {
                continue;
            }
            is_empty = false;
            lowerer.initialise_static(field);
        }
        lowerer.return_values(None);
        let lowered = lowerer.finish();
        if is_empty {
            return None;
        }
        let proc = self.reserve();
        self.define(proc, lowered);
        Some(proc)
    }

    pub(super) fn lower_threads(&mut self) -> Vec<ProcId> {
        let methods = self.hir.methods.iter_enumerated();
        let activated: Vec<MethodId> =
            methods.filter(|(_, method)| method.is_activate).map(|(id, _)| id).collect();
        activated.into_iter().map(|method| self.process_proc(method)).collect()
    }

    /// What a process that runs a method starts with: the method itself, unless exceptions may leave it.
    pub(super) fn process_proc(&mut self, method: MethodId) -> ProcId {
        if !self.raises.may_raise(method) {
            return self.method_proc(method);
        }
        if let Some(&proc) = self.processes.get(&method) {
            return proc;
        }
        let proc = self.reserve();
        self.processes.insert(method, proc);
        let lowered = BodyLowerer::lower_process(self, method);
        self.define(proc, lowered);
        proc
    }
}

impl<'l, 'p> BodyLowerer<'l, 'p> {
    fn initialise_static(&mut self, field: crate::hir::FieldId) {
        let info = &self.hir.fields[field];
        let Some(init) = info.init else { return };
        self.begin(info.span);
        self.with_temps(|lowerer| {
            let globals = lowerer.cx.types.globals(field).to_vec();
            let places = globals.into_iter().map(ir::Place::from).collect();
            lowerer.assign_variables(places, init);
        });
        self.go_on(info.span);
    }

    /// Calls a method and turns an exception that leaves it into a fault, at the name of the method.
    fn lower_process(cx: &'l mut Lowerer<'p>, method: MethodId) -> ir::Proc {
        let hir = cx.hir;
        let info = &hir.methods[method];
        let builder = ProcBuilder::new(format!("process {}", hir.method_name(method)), info.span);
        let mut lowerer = Self::new(cx, builder, info.span);
        lowerer.escape = Escape::Fault;
        let mut args: Vec<Expr> = Vec::new();
        if !info.is_static {
            let class = ir::Type::Ref(lowerer.cx.types.class(info.owner));
            args.push(lowerer.builder.param("this", class, info.span).into());
        }
        for param in &info.params {
            let locals = lowerer.declare_leaves(&param.name, param.ty, param.span, ProcBuilder::param);
            args.extend(locals.into_iter().map(Expr::from));
        }
        let results: Vec<_> = info.result.into_iter().flat_map(|ty| lowerer.leaf_types(ty)).collect();
        let results: Vec<_> = results.into_iter().map(|ty| lowerer.temp(ty)).collect();
        lowerer.call_method(method, args, &results);
        lowerer.go_on(info.span);
        lowerer.terminate(TermOp::Return { values: Vec::new() });
        lowerer.finish()
    }
}
