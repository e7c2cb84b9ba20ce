//! Calls.

use base::Span;
use ir::{BlockId, ClassId, Expr as IrExpr, HeapOp, LocalId, Place, ProcId, Site, TermOp, Type};

use super::body::BodyLowerer;
use super::ir_type;
use super::value::{Val, unit};
use crate::hir::{Expr, Ty};

impl BodyLowerer<'_, '_> {
    /// Evaluates the object and the arguments, then enters a method by the class of the object: one block for each
    /// method. A call of null fails there.
    pub(super) fn call(
        &mut self,
        receiver: &Expr,
        class: ClassId,
        method: ProcId,
        args: &[Expr],
        span: Span,
    ) -> Val {
        let object = self.value(receiver);
        let object = self.kept(object, receiver, args.iter().any(|arg| arg.assigns)).expr;
        let args = self.arguments(args);
        let result = match self.cx.world.methods[method].result {
            Ty::Unit => None,
            ty => Some(self.temp(ir_type(ty))),
        };
        let next = self.builder.new_block();
        for (entered, block) in self.switch(&object, class, method, span) {
            self.builder.switch_to(block);
            let this = self.this(&object, class, entered, span);
            let args = std::iter::once(this).chain(args.iter().cloned()).collect();
            let results = result.into_iter().map(Place::from).collect();
            let call = TermOp::Call { proc: entered, args, results, next };
            self.builder.terminate(Site::inner(span), call);
        }
        self.builder.switch_to(next);
        self.step = true;
        result.map_or_else(unit, Val::temp)
    }

    fn arguments(&mut self, args: &[Expr]) -> Vec<IrExpr> {
        // The last argument that assigns variables: what is evaluated before it is kept.
        let last = args.iter().rposition(|arg| arg.assigns).unwrap_or(0);
        let mut values = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let value = self.value(arg);
            values.push(self.kept(value, arg, index < last).expr);
        }
        values
    }

    /// Branches to a block for each method that may be entered.
    fn switch(
        &mut self,
        object: &IrExpr,
        class: ClassId,
        method: ProcId,
        span: Span,
    ) -> Vec<(ProcId, BlockId)> {
        let targets = self.cx.dispatch.targets(class, method);
        let mut blocks: Vec<(ProcId, BlockId)> = vec![(targets.usual, self.builder.new_block())];
        let mut cases = Vec::with_capacity(targets.others.len());
        let mut entered: Vec<ProcId> = targets.others.iter().map(|&(_, method)| method).collect();
        entered.sort_unstable();
        entered.dedup();
        blocks.extend(entered.iter().map(|&method| (method, self.builder.new_block())));
        for &(below, method) in &targets.others {
            let at = entered.binary_search(&method).expect("every method of a case has a block");
            cases.push((below, blocks[at + 1].1));
        }
        let site = self.site(span);
        let switch = TermOp::SwitchClass { object: object.clone(), cases, default: blocks[0].1 };
        self.builder.terminate(site, switch);
        blocks
    }

    /// The object as the method entered sees it: of a class below the static one if the method belongs to that.
    fn this(&mut self, object: &IrExpr, class: ClassId, entered: ProcId, span: Span) -> IrExpr {
        let owner = self.cx.world.methods[entered].class;
        if self.cx.world.is_below(class, owner) {
            return object.clone();
        }
        let this: LocalId = self.temp(Type::Ref(owner));
        let cast = HeapOp::Cast { dst: this.into(), object: object.clone(), class: owner };
        self.builder.push(Site::inner(span), cast);
        this.into()
    }
}
