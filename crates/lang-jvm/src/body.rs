//! A body of bytecode as a procedure: abstract simulation of the stack.
//!
//! Within a basic block, what the operand stack holds are expressions over variables of the procedure; only what may
//! fault, touches the heap or calls becomes an instruction. At the borders of blocks, locals and operands are in
//! *registers*, which the frame of verification at the target decides: a slot has one for each variable of the debug
//! table, or else for each type that it holds. An edge copies what is elsewhere.

use std::sync::Arc;

use base::Id;
use classfile::{At, Class, Code, Frames, Instr, Name, Value as Verified};
use ir::{BlockId, Expr, LocalId, Proc, ProcId, TermOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::emitter::Emitter;
use crate::types::{DOUBLE, FLOAT, INT, LONG, kind};
use crate::world::MethodIx;

mod arithmetic;
mod branch;
mod heap;
mod instr;
mod invoke;
mod operand;
mod raise;

#[cfg(test)]
mod tests;

use operand::Operand;

/// A body under construction.
pub(crate) struct Body<'a> {
    e: Emitter<'a>,
    method: MethodIx,
    class: &'a Arc<Class>,
    code: &'a Code,
    frames: &'a Frames,
    /// The instruction that is lowered.
    at: At,
    stack: Vec<Operand>,
    /// Where the value of each slot is.
    locals: Vec<Option<LocalId>>,
    /// By slot, name in the debug table (or nothing), and type.
    registers: FxHashMap<(u16, Name, ir::Type), LocalId>,
    /// Of operands at the borders of blocks, by depth and type.
    stack_registers: FxHashMap<(usize, ir::Type), LocalId>,
    /// Where basic blocks begin.
    blocks: FxHashMap<At, BlockId>,
    /// Where a block begins that a jump back or an exception leads to.
    heads: FxHashSet<At>,
    /// Never null: `this` of a method that does not overwrite it.
    this: Option<LocalId>,
}

/// Lowers a body that verification has accepted. Also says whether it can end with an exception.
pub(crate) fn lower(
    ctx: &Context<'_>,
    id: ProcId,
    method: MethodIx,
    class: &Arc<Class>,
    frames: &Frames,
) -> (Proc, bool) {
    let declared = ctx.world.method(method);
    let code = declared.code.as_ref().expect("a method with a body");
    let name = format!("{}.{}", ctx.world.java_name(ctx.world.class_of(method)), declared.java_signature());
    let span = ctx.lines.borrow_mut().span(ctx.world, method, code.line(At::new(0)));
    let mut body = Body {
        e: Emitter::new(ctx, id, name, Some(span)),
        method,
        class,
        code,
        frames,
        at: At::new(0),
        stack: Vec::new(),
        locals: vec![None; usize::from(code.max_locals)],
        registers: FxHashMap::default(),
        stack_registers: FxHashMap::default(),
        blocks: FxHashMap::default(),
        heads: FxHashSet::default(),
        this: None,
    };
    body.params(id);
    body.find_blocks();
    body.run();
    body.e.finish()
}

impl<'a> Body<'a> {
    fn ctx(&self) -> &'a Context<'a> {
        self.e.ctx
    }

    fn params(&mut self, id: ProcId) {
        let declared = self.ctx().world.method(self.method);
        let mut slot = 0;
        for (number, &ty) in self.ctx().declared.signatures[id].params.iter().enumerate() {
            let name = self.variable(slot, At::new(0)).map(|variable| Name::clone(&variable.name));
            let is_this = number == 0 && !declared.is_static();
            let shown = match &name {
                Some(name) => name.to_string(),
                None if is_this => "this".to_owned(),
                None => format!("p{}", number - usize::from(!declared.is_static())),
            };
            let span = self.e.span;
            let param = self.e.b.param(shown, ty, span);
            self.registers.insert((slot, name.unwrap_or_else(|| "".into()), ty), param);
            if let Some(place) = self.locals.get_mut(usize::from(slot)) {
                *place = Some(param);
            }
            if is_this && !self.code.instrs.iter().any(|instr| matches!(instr, Instr::Store(_, 0))) {
                self.this = Some(param);
            }
            slot += kind(ty).slots() as u16;
        }
    }

    /// The variable of the debug table that a slot belongs to before an instruction.
    fn variable(&self, slot: u16, at: At) -> Option<&'a classfile::Variable> {
        let belongs = |variable: &&classfile::Variable| {
            variable.slot == slot && variable.start <= at && at < variable.end
        };
        self.code.variables.iter().find(belongs)
    }

    fn find_blocks(&mut self) {
        let mut starts: FxHashSet<At> = FxHashSet::default();
        for (at, instr) in self.code.instrs.iter_enumerated() {
            let targets = instr.targets();
            self.heads.extend(targets.iter().filter(|&&target| target <= at));
            if !targets.is_empty() || !instr.goes_on() {
                starts.insert(At::new(at.index() + 1));
            }
            starts.extend(targets);
        }
        for handler in &self.code.handlers {
            starts.insert(handler.target);
            self.heads.insert(handler.target);
        }
        let mut starts: Vec<At> = starts.into_iter().filter(|&at| self.frames.get(at).is_some()).collect();
        starts.sort_unstable();
        for start in starts {
            let block = self.e.b.new_block();
            self.blocks.insert(start, block);
        }
    }

    fn run(&mut self) {
        let mut is_reachable = true;
        for (at, instr) in self.code.instrs.iter_enumerated() {
            if let Some(&block) = self.blocks.get(&at) {
                if is_reachable {
                    self.flow_into(at, block);
                }
                self.begin(at, block);
                is_reachable = true;
            }
            if !is_reachable {
                continue;
            }
            self.at = at;
            self.note_line(at);
            self.instr(instr);
            is_reachable = instr.goes_on();
            if self.stack.is_empty() {
                self.e.b.release_temps(0);
            }
        }
    }

    /// Control goes on to the next block.
    fn flow_into(&mut self, at: At, block: BlockId) {
        self.move_to(at);
        self.e.goto(block);
    }

    fn begin(&mut self, at: At, block: BlockId) {
        self.e.b.switch_to(block);
        self.e.b.release_temps(0);
        let frame = &self.frames[at];
        let slots = (0..self.code.max_locals).map(|slot| self.register_at(at, slot)).collect();
        self.locals = slots;
        let mut stack = Vec::new();
        for (depth, value) in frame.stack.iter().enumerate() {
            let ty = self.verified_type(value);
            stack.push(Operand::of(self.stack_register(depth, ty).into(), ty));
        }
        self.stack = stack;
        if self.heads.contains(&at) {
            self.e.step = true;
        }
    }

    /// The first instruction of a line begins a step, in code of the user.
    fn note_line(&mut self, at: At) {
        let begins = self.code.lines.iter().find(|line| line.start == at);
        let line =
            begins.map(|line| line.line).or_else(|| self.blocks.get(&at).and_then(|_| self.code.line(at)));
        if let Some(line) = line {
            let ctx = self.ctx();
            self.e.span = Some(ctx.lines.borrow_mut().span(ctx.world, self.method, Some(line)));
        }
        if begins.is_some() && !is_internal(&self.class.name) {
            self.e.step = true;
        }
    }

    /// What a value of verification is.
    fn verified_type(&self, value: &Verified) -> ir::Type {
        let ctx = self.ctx();
        match value {
            Verified::Int => INT,
            Verified::Long => LONG,
            Verified::Float => FLOAT,
            Verified::Double => DOUBLE,
            Verified::Null => ir::Type::Object,
            Verified::Ref(ty) => ctx.ir_type(ty),
            Verified::Uninit(at) => match &self.code.instrs[*at] {
                Instr::New(name) => ctx.ir_type(&classfile::Type::Class(Name::clone(name))),
                _ => ir::Type::Object,
            },
            Verified::UninitThis => ctx.ir_type(&classfile::Type::Class(Name::clone(&self.class.name))),
        }
    }

    /// Where a slot is at the beginning of a block.
    fn register_at(&mut self, at: At, slot: u16) -> Option<LocalId> {
        let value = self.frames[at].local(slot)?;
        let ty = self.verified_type(value);
        Some(self.register_for(at, slot, ty))
    }

    /// The register of the variable that a slot belongs to; for a value of this type, if it has none.
    fn register_for(&mut self, at: At, slot: u16, ty: ir::Type) -> LocalId {
        let declared = self.variable(slot, at).filter(|variable| variable.ty.kind() == kind(ty));
        match declared {
            Some(variable) => {
                self.register(slot, Name::clone(&variable.name), self.ctx().ir_type(&variable.ty))
            }
            None => self.register(slot, "".into(), ty),
        }
    }

    fn register(&mut self, slot: u16, name: Name, ty: ir::Type) -> LocalId {
        if let Some(&register) = self.registers.get(&(slot, Name::clone(&name), ty)) {
            return register;
        }
        let shown = if name.is_empty() { format!("v{slot}") } else { name.to_string() };
        let span = self.e.span;
        let register = self.e.b.local(shown, ty, span);
        self.registers.insert((slot, name, ty), register);
        register
    }

    fn stack_register(&mut self, depth: usize, ty: ir::Type) -> LocalId {
        let b = &mut self.e.b;
        *self.stack_registers.entry((depth, ty)).or_insert_with(|| b.temp(ty))
    }

    /// What has to be copied before a jump: for each register of the target, the value that it gets.
    fn copies(&mut self, target: At) -> Vec<(LocalId, Operand)> {
        let mut copies = Vec::new();
        for slot in 0..self.code.max_locals {
            let (Some(register), Some(current)) =
                (self.register_at(target, slot), self.locals[usize::from(slot)])
            else {
                continue;
            };
            if register != current {
                copies.push((register, Operand::of(current.into(), self.e.b.local_type(current))));
            }
        }
        let frame = &self.frames[target];
        for (depth, (value, operand)) in frame.stack.iter().zip(self.stack.clone()).enumerate() {
            let ty = self.verified_type(value);
            let register = self.stack_register(depth, ty);
            if !operand.is_local(register) {
                copies.push((register, operand));
            }
        }
        copies
    }

    /// Puts everything where a block expects it.
    fn move_to(&mut self, target: At) {
        let copies = self.copies(target);
        let mut moves = Vec::new();
        for (register, operand) in copies {
            let ty = self.e.b.local_type(register);
            moves.push((register, self.coerce(operand, ty)));
        }
        // A value that reads a register which is written before it is kept in a temporary.
        for next in 1..moves.len() {
            let reads = moves[..next].iter().any(|(written, _)| mentions(&moves[next].1, *written));
            if reads {
                let (register, value) = moves[next].clone();
                let ty = self.e.b.local_type(register);
                let temp = self.e.temp(ty);
                moves[next].1 = temp.into();
                self.e.assign(temp, value);
            }
        }
        for (register, value) in moves {
            self.e.assign(register, value);
        }
    }

    /// The block that a jump leads to; what has to be copied is copied on the edge.
    fn edge(&mut self, target: At) -> BlockId {
        let block = self.blocks[&target];
        if self.copies(target).is_empty() {
            return block;
        }
        let (here, edge) = (self.e.b.current(), self.e.b.new_block());
        self.e.b.switch_to(edge);
        self.flow_into(target, block);
        self.e.b.switch_to(here);
        edge
    }

    /// Nothing is known of what comes next; code goes on with operands of the right types.
    fn opaque(&mut self, reason: impl Into<String>) {
        self.e.opaque(reason);
    }

    fn goto(&mut self, target: At) {
        let site = self.e.site();
        let block = self.edge(target);
        self.e.b.terminate(site, TermOp::Goto { targets: vec![block] });
    }
}

pub(crate) fn mentions(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= *part == Expr::Local(local));
    found
}

/// Whether a class belongs to the libraries of Java, whose lines are no steps of the program.
pub(crate) fn is_internal(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "cutpoint/"].iter().any(|prefix| name.starts_with(prefix))
}
