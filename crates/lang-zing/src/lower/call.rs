//! Calls.

use ir::{BinOp, Expr, FaultKind, HeapOp, LocalId, Op, Place, TermOp, ThreadOp, Type};

use super::body::{BodyLowerer, Val};
use crate::hir::{Arg, Effects, ExprId, ExprKind, MethodId};

impl BodyLowerer<'_, '_> {
    /// Evaluates a call and gives the leaves of its result.
    pub(super) fn call(&mut self, id: ExprId) -> Vec<Expr> {
        let ExprKind::Call { receiver, .. } = self.hir.exprs[id].kind else {
            unreachable!("the caller has seen a call")
        };
        let receiver = receiver.map(|receiver| self.scalar(receiver));
        self.call_on(id, receiver)
    }

    /// The same, when the receiver is evaluated already.
    pub(super) fn call_on(&mut self, id: ExprId, receiver: Option<Val>) -> Vec<Expr> {
        let ExprKind::Call { method, args, .. } = &self.hir.exprs[id].kind else {
            unreachable!("the caller has seen a call")
        };
        let values = self.arguments(id, receiver);
        self.check_receiver(id, *method, &values);
        let results = self.invoke(*method, values);
        self.begin_again();
        let (result, mut outs) = self.split_results(*method, results);
        for arg in args {
            if let Arg::Out(place) = *arg {
                let rest = outs.split_off(self.cx.types.n_leaves(self.hir.exprs[place].ty));
                let access = self.access(place);
                self.write(access, std::mem::replace(&mut outs, rest));
            }
        }
        result
    }

    fn split_results(&self, method: MethodId, results: Vec<LocalId>) -> (Vec<Expr>, Vec<Expr>) {
        let n_result = self.hir.methods[method].result.map_or(0, |ty| self.cx.types.n_leaves(ty));
        let mut result: Vec<Expr> = results.into_iter().map(Expr::from).collect();
        let outs = result.split_off(n_result);
        (result, outs)
    }

    /// The receiver and the arguments, from left to right; `out` arguments are only written, after the return.
    pub(super) fn arguments(&mut self, id: ExprId, receiver: Option<Val>) -> Vec<Expr> {
        let hir = self.hir;
        let ExprKind::Call { receiver: receiver_id, args, .. } = &hir.exprs[id].kind else {
            unreachable!("the caller has seen a call")
        };
        // What is still to be evaluated after each argument.
        let mut until = vec![Effects::NONE; args.len() + 1];
        for (index, arg) in args.iter().enumerate().rev() {
            until[index] = until[index + 1] | hir.exprs[arg.expr()].effects;
        }
        let mut values = Vec::with_capacity(args.len() + 1);
        if let (Some(receiver), Some(receiver_id)) = (receiver, receiver_id) {
            let ty = self.plain_type(*receiver_id);
            values.push(self.keep(receiver, ty, until[0]).expr);
        }
        for (index, arg) in args.iter().enumerate() {
            if let Arg::Value(arg) = *arg {
                let leaves = self.values(arg);
                values.extend(self.keep_all(leaves, hir.exprs[arg].ty, until[index + 1]));
            }
        }
        values
    }

    /// A call through null is a fault. The switch over classes of a call through an interface finds that by itself.
    fn check_receiver(&mut self, id: ExprId, method: MethodId, values: &[Expr]) {
        let hir = self.hir;
        let ExprKind::Call { receiver: Some(receiver), .. } = hir.exprs[id].kind else { return };
        let is_object = matches!(hir.exprs[receiver].kind, ExprKind::This | ExprKind::New { .. });
        if is_object || hir.methods[method].body.is_none() {
            return;
        }
        let (is_null, is_there) = (self.new_block(), self.new_block());
        let condition = Expr::binary(BinOp::Eq, Type::Object, values[0].clone(), Expr::NULL);
        self.terminate(TermOp::Branch { condition, then_to: is_null, else_to: is_there });
        self.switch_to(is_null);
        self.fault(FaultKind::NullDereference);
        self.switch_to(is_there);
    }

    /// Calls a method, or whatever implements it, and gives the temporaries with its results and `out` values.
    fn invoke(&mut self, method: MethodId, args: Vec<Expr>) -> Vec<LocalId> {
        let info = &self.hir.methods[method];
        let outs = info.params.iter().filter(|param| param.is_out).map(|param| param.ty);
        let types: Vec<Type> =
            info.result.into_iter().chain(outs).flat_map(|ty| self.leaf_types(ty)).collect();
        let results: Vec<LocalId> = types.into_iter().map(|ty| self.temp(ty)).collect();
        if info.body.is_some() {
            self.call_method(method, args, &results);
        } else {
            self.switch_over_classes(method, &args, |lowerer, implementation, args| {
                lowerer.call_method(implementation, args, &results);
            });
        }
        results
    }

    /// Does something for each class that implements a method of an interface, where the first argument is of the
    /// class.
    fn switch_over_classes(
        &mut self,
        method: MethodId,
        args: &[Expr],
        mut inside: impl FnMut(&mut Self, MethodId, Vec<Expr>),
    ) {
        let implementations = &self.hir.implementations[method];
        let cases: Vec<_> = implementations
            .iter()
            .map(|&(class, _)| (self.cx.types.class(class), self.builder.new_block()))
            .collect();
        let (default, join) = (self.new_block(), self.new_block());
        let object = args[0].clone();
        self.terminate(TermOp::SwitchClass { object: object.clone(), cases: cases.clone(), default });
        for (&(class, block), &(_, implementation)) in cases.iter().zip(implementations) {
            self.switch_to(block);
            let this = self.temp(Type::Ref(class));
            self.emit(Op::Heap(HeapOp::Cast { dst: this.into(), object: object.clone(), class }));
            let args = std::iter::once(this.into()).chain(args[1..].iter().cloned()).collect();
            inside(self, implementation, args);
            self.goto(join);
        }
        self.switch_to(default);
        // Never reached: sema has listed all implementations.
        let class = self.hir.method_name(method);
        self.fault(FaultKind::FailedCast { object: "object".to_owned(), class });
        self.switch_to(join);
    }

    /// Calls one method with a body and goes on where it ended normally.
    pub(super) fn call_method(&mut self, method: MethodId, args: Vec<Expr>, results: &[LocalId]) {
        let proc = if self.is_observer { self.cx.observer_proc(method) } else { self.cx.method_proc(method) };
        let mut results: Vec<Place> = results.iter().copied().map(Place::from).collect();
        let exception = self.cx.raises.may_raise(method).then(|| self.temp(self.cx.types.exception()));
        results.extend(exception.map(Place::from));
        let next = self.new_block();
        self.terminate(TermOp::Call { proc, args, results, next });
        self.switch_to(next);
        if let Some(exception) = exception {
            self.dispatch_exception(method, exception);
        }
    }

    /// Starts a process with a call.
    pub(super) fn spawn(&mut self, id: ExprId) {
        let ExprKind::Call { method, receiver, .. } = self.hir.exprs[id].kind else {
            unreachable!("only calls are started as processes")
        };
        let receiver = receiver.map(|receiver| self.scalar(receiver));
        let args = self.arguments(id, receiver);
        self.check_receiver(id, method, &args);
        if self.hir.methods[method].body.is_some() {
            let proc = self.cx.process_proc(method);
            self.emit(Op::Thread(ThreadOp::Spawn { proc, args }));
        } else {
            self.switch_over_classes(method, &args, |lowerer, implementation, args| {
                let proc = lowerer.cx.process_proc(implementation);
                lowerer.emit(Op::Thread(ThreadOp::Spawn { proc, args }));
            });
        }
    }
}
