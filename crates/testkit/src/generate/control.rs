//! Statements that direct control: branches, loops, calls, threads, atomic sections and selects.

use base::Id;
use ir::{
    BinOp, BlockId, ClassId, ClassKind, Expr, Guard, Join, Op, Place, Probe, ProcId, TermOp, ThreadOp, Type,
};

use super::body::{Body, Permit, Var};
use super::world::INT;
use super::{Role, Signature};

/// What fuel the first call of a recursive procedure gets, at most.
const MOST_FUEL: usize = 2;

impl Body<'_> {
    /// A branch, a switch, a switch over classes or a free choice of the branch, with a body for each branch.
    pub(super) fn branching(&mut self) {
        let branches = match self.rng.weighted(&[(60, 0), (15, 1), (12, 2), (13, 3)]) {
            1 => self.switch(),
            2 => self.switch_class(),
            3 if self.permit.effects => self.free_goto(),
            _ => self.branch(),
        };
        self.fill_branches(&branches, self.permit);
    }

    /// Gives each block a few statements and joins them behind.
    fn fill_branches(&mut self, branches: &[BlockId], permit: Permit) {
        let behind = self.builder.new_block();
        for &branch in branches {
            self.builder.switch_to(branch);
            if self.budget > 0 && self.rng.chance(75) {
                self.nested(permit, 3);
            }
            self.builder.goto(behind);
        }
        self.builder.switch_to(behind);
    }

    fn new_blocks(&mut self, n: usize) -> Vec<BlockId> {
        (0..n).map(|_| self.builder.new_block()).collect()
    }

    fn branch(&mut self) -> Vec<BlockId> {
        let condition = self.expr(Type::Bool, 2);
        let branches = self.new_blocks(2);
        let site = self.site();
        self.builder.branch(site, condition, branches[0], branches[1]);
        branches
    }

    fn switch(&mut self) -> Vec<BlockId> {
        let enums = self.world.program.enums.ids().next();
        let value = match enums.and_then(|id| self.variable(Type::Enum(id))) {
            Some(value) => value,
            None => self.expr(INT, 1),
        };
        let branches = self.new_blocks(3);
        let site = self.site();
        let cases = vec![(0, branches[0]), (1, branches[1])];
        self.builder.terminate(site, TermOp::Switch { value, cases, default: branches[2] });
        branches
    }

    fn switch_class(&mut self) -> Vec<BlockId> {
        let is_record =
            |class: &ClassId| matches!(self.world.program.classes[*class].kind, ClassKind::Record { .. });
        let records: Vec<ClassId> = self.world.concrete.iter().copied().filter(is_record).take(2).collect();
        let Some(object) = self.variable(Type::Object) else { return self.branch() };
        let branches = self.new_blocks(records.len() + 1);
        let cases = records.into_iter().zip(branches.iter().copied()).collect();
        let default = branches[branches.len() - 1];
        let (null_way, object_way) = (default, self.builder.new_block());
        if self.is_reckless() {
            let site = self.site();
            self.builder.terminate(site, TermOp::SwitchClass { object, cases, default });
            return branches;
        }
        let exists = Expr::binary(BinOp::Ne, Type::Object, object.clone(), Expr::NULL);
        let site = self.site();
        self.builder.branch(site, exists, object_way, null_way);
        self.builder.switch_to(object_way);
        let site = self.inner();
        self.builder.terminate(site, TermOp::SwitchClass { object, cases, default });
        branches
    }

    fn free_goto(&mut self) -> Vec<BlockId> {
        let n = self.rng.between(2, 3);
        let targets = self.new_blocks(n);
        let site = self.site();
        self.builder.terminate(site, TermOp::Goto { targets: targets.clone() });
        targets
    }

    /// A loop of one to three rounds.
    pub(super) fn counted_loop(&mut self) {
        let counter = self.builder.local(format!("i{}", self.vars.len()), INT, None);
        self.vars.push(Var { place: counter.into(), ty: INT, writable: false });
        let (head, body, behind) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        let site = self.site();
        self.push(site, Op::Assign { dst: counter.into(), value: Expr::int(0) });
        self.builder.goto(head);
        self.builder.switch_to(head);
        let rounds = Expr::int(self.rng.between(1, 3) as i64);
        let site = self.step();
        self.builder.branch(site, Expr::binary(BinOp::Lt, INT, counter.into(), rounds), body, behind);
        self.builder.switch_to(body);
        self.nested(self.permit, 3);
        let next = Expr::binary(BinOp::Add, INT, counter.into(), Expr::int(1));
        let site = self.site();
        self.push(site, Op::Assign { dst: counter.into(), value: next });
        self.builder.goto(head);
        self.builder.switch_to(behind);
    }

    /// A loop that nothing bounds. Its head begins a step, so that no single step is endless.
    pub(super) fn endless_loop(&mut self) {
        let (head, body, behind) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        self.builder.goto(head);
        self.builder.switch_to(head);
        let site = self.step();
        let permit = Permit { growth: false, ..self.permit };
        let outer = std::mem::replace(&mut self.permit, permit);
        let condition = self.expr(Type::Bool, 2);
        match self.rng.below(4) {
            0 => self.builder.terminate(site, TermOp::Goto { targets: vec![body, behind] }),
            1 => self.builder.terminate(site, TermOp::Goto { targets: vec![body] }),
            _ => self.builder.branch(site, condition, body, behind),
        }
        self.builder.switch_to(body);
        if self.rng.chance(self.shape.accept * 15) {
            self.accept();
        }
        self.permit = outer;
        self.nested(permit, 3);
        self.builder.goto(head);
        self.builder.switch_to(behind);
    }

    /// Ends the procedure if a condition is true.
    pub(super) fn early_return(&mut self) {
        let condition = self.expr(Type::Bool, 2);
        let (inside, behind) = (self.builder.new_block(), self.builder.new_block());
        let site = self.site();
        self.builder.branch(site, condition, inside, behind);
        self.builder.switch_to(inside);
        self.give_back();
        self.builder.switch_to(behind);
    }

    /// Code that is not known, where a condition holds.
    pub(super) fn opaque(&mut self) {
        let condition = self.expr(Type::Bool, 2);
        let (inside, behind) = (self.builder.new_block(), self.builder.new_block());
        let site = self.site();
        self.builder.branch(site, condition, inside, behind);
        self.builder.switch_to(inside);
        let site = self.site();
        self.builder.terminate(site, TermOp::Opaque { reason: "native code".to_owned() });
        self.builder.switch_to(behind);
    }

    /// A call of a later procedure, or of any with fuel.
    pub(super) fn call(&mut self) {
        let callees = self.callees(|_| true);
        let Some(&callee) = self.rng.try_pick(&callees) else { return };
        if self.spends_fuel(callee) {
            let fuel = self.fuel.expect("only a procedure with fuel spends it");
            let some_left = Expr::binary(BinOp::Gt, INT, fuel.into(), Expr::int(0));
            self.guarded(some_left, |body, _| body.call_of(callee));
        } else {
            self.call_of(callee);
        }
    }

    /// Procedures that may be called here without leaving what the permit allows.
    fn callees(&self, wanted: impl Fn(&Signature) -> bool) -> Vec<usize> {
        let permit = self.permit;
        let allowed = |signature: &Signature| {
            let role = match signature.role {
                Role::Observer => true,
                Role::Helper => permit.effects,
                Role::Thread | Role::Init => false,
            };
            role && (permit.growth || !signature.grows)
                && (!signature.diverges || permit.divergence && !permit.in_atomic)
                && (!signature.blocks || permit.blocking && !permit.in_atomic)
        };
        let signatures = self.world.signatures.iter().enumerate();
        signatures
            .filter(|(index, callee)| {
                let observed = callee.role == Role::Observer && self.signature().role != Role::Observer;
                (observed || self.ends(*index)) && allowed(callee) && wanted(callee)
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether recursion through a call or a spawn of this procedure comes to an end: a root is not called; other calls
    /// lead to later procedures or spend fuel; and only a root hands out fresh fuel.
    fn ends(&self, callee: usize) -> bool {
        let is_root = matches!(self.signature().role, Role::Thread | Role::Init);
        let fuelled = self.world.signatures[callee].fuel;
        is_root || if fuelled { self.fuel.is_some() } else { callee > self.index }
    }

    /// Whether a call might come back here, so that it must have less fuel than this one.
    fn spends_fuel(&self, callee: usize) -> bool {
        let signature = &self.world.signatures[callee];
        signature.fuel && self.fuel.is_some() && callee <= self.index
    }

    fn arguments(&mut self, callee: usize) -> Vec<Expr> {
        let world = self.world;
        let signature = &world.signatures[callee];
        let mut args = Vec::new();
        if signature.fuel {
            // A recursive procedure hands its own fuel on, so that a detour over a third procedure spends it too.
            args.push(match self.fuel {
                Some(fuel) if self.spends_fuel(callee) => {
                    Expr::binary(BinOp::Sub, INT, fuel.into(), Expr::int(1))
                }
                Some(fuel) => fuel.into(),
                None => Expr::int(self.rng.below(MOST_FUEL + 1) as i64),
            });
        }
        args.extend(signature.params.iter().map(|&ty| self.expr(ty, 1)));
        args
    }

    /// A call is a step of its own, or else recursion could go on within one step.
    fn call_of(&mut self, callee: usize) {
        let site = self.step();
        let args = self.arguments(callee);
        let world = self.world;
        let mut results: Vec<Place> = Vec::new();
        for &ty in &world.signatures[callee].results {
            results.push(self.place_for(ty));
        }
        let next = self.builder.new_block();
        self.builder.terminate(site, TermOp::Call { proc: ProcId::new(callee), args, results, next });
        self.builder.switch_to(next);
    }

    /// A new thread. A thread that spawns its own like would never be done, so fuel does not buy one.
    pub(super) fn spawn(&mut self) {
        let later: Vec<usize> = self.spawnable();
        let Some(&callee) = self.rng.try_pick(&later) else { return };
        let args = self.arguments(callee);
        let site = self.site();
        self.push(site, Op::Thread(ThreadOp::Spawn { proc: ProcId::new(callee), args }));
    }

    fn spawnable(&self) -> Vec<usize> {
        let is_task = |signature: &Signature| signature.role == Role::Helper && signature.results.is_empty();
        let signatures = self.world.signatures.iter().enumerate();
        signatures
            .filter(|(index, task)| is_task(task) && self.ends(*index) && !self.spends_fuel(*index))
            .map(|(index, _)| index)
            .collect()
    }

    pub(super) fn atomic(&mut self) {
        let site = self.site();
        self.push(site, Op::Thread(ThreadOp::AtomicBegin));
        let blocking = self.permit.effects && self.rng.chance(40);
        self.nested(Permit { in_atomic: true, blocking, ..self.permit }, 3);
        let site = if self.rng.chance(50) { self.inner() } else { self.site() };
        self.push(site, Op::Thread(ThreadOp::AtomicEnd));
    }

    /// A select of one to three joins. In an atomic section the last is always open, with few exceptions.
    pub(super) fn select(&mut self) {
        let n = self.rng.between(1, 3);
        let branches = self.new_blocks(n);
        let mut joins: Vec<Join> = Vec::new();
        for &target in &branches {
            let guards = self.guards();
            let span = self.inner().span;
            joins.push(Join { guards, target, span });
        }
        let safe = self.permit.in_atomic && !self.is_reckless() && self.rng.chance(90);
        if let Some(last) = joins.last_mut().filter(|_| safe || self.rng.chance(8)) {
            last.guards = vec![Guard::Always];
        }
        let (first, end) = (self.rng.chance(25), self.rng.chance(40));
        let site = self.site();
        self.builder.terminate(site, TermOp::Select { joins, first, end });
        self.fill_branches(&branches, self.permit);
    }

    fn guards(&mut self) -> Vec<Guard> {
        let n = self.rng.weighted(&[(80, 1), (20, 2)]);
        (0..n).map(|_| self.guard()).collect()
    }

    fn guard(&mut self) -> Guard {
        match self.rng.weighted(&[(45, 0), (37, 1), (15, 2), (3, 3)]) {
            1 => self.receive().unwrap_or_else(|| self.wait()),
            2 => match self.probe(Type::Bool) {
                Some(probe) => Guard::Wait(probe),
                None => self.wait(),
            },
            3 => Guard::Always,
            _ => self.wait(),
        }
    }

    fn wait(&mut self) -> Guard {
        Guard::Wait(Probe::Expr(self.expr(Type::Bool, 1)))
    }

    /// A receive from a variable's channel, or from the channel that an observer finds.
    fn receive(&mut self) -> Option<Guard> {
        let channels: Vec<ClassId> =
            self.world.concrete.iter().copied().filter(|&class| self.world.is_channel(class)).collect();
        let channel = *self.rng.try_pick(&channels)?;
        let ClassKind::Channel { element } = self.world.program.classes[channel].kind else { return None };
        let observed = if self.rng.chance(20) { self.probe(Type::Ref(channel)) } else { None };
        let probe = match observed {
            Some(probe) => probe,
            None => Probe::Expr(self.variable(Type::Ref(channel))?),
        };
        Some(Guard::Receive { channel: probe, dst: self.place_for(element) })
    }

    /// A call of an observer with this result.
    fn probe(&mut self, result: Type) -> Option<Probe> {
        let observers =
            self.callees(|signature| signature.role == Role::Observer && signature.results == [result]);
        let observer = *self.rng.try_pick(&observers)?;
        let args = self.arguments(observer);
        Some(Probe::Call { proc: ProcId::new(observer), args })
    }
}
