//! From the typed program to the core language.
//!
//! - [`types`]: classes, enums, globals, and how structs lie flat in them;
//! - [`raises`]: which exceptions leave which method;
//! - [`body`]: the machinery of one procedure (steps, temporaries, the current block);
//! - [`stmt`], [`select`], [`exceptions`]: statements;
//! - [`expr`], [`condition`], [`place`], [`call`], [`create`]: expressions;
//! - [`threads`]: what starts, and wrappers around what may raise.
//!
//! # How Zing becomes steps
//!
//! The first instruction of a statement begins a step. A condition is a step, and so is what follows a call: the
//! evaluation of arguments and the call itself belong to one step, the use of the result to the next. The pure parts of
//! an expression stay one expression of the core language; heap accesses, choices and calls go to temporaries, from
//! left to right. In an assignment the right side is evaluated first, so that `o.f = m()` finds out what `o` is when
//! the result is there.
//!
//! A declaration without an initial value does nothing: the variable has its default when the method begins, and a loop
//! that comes back to the declaration leaves it as it is.
//!
//! # Exceptions
//!
//! A method that an exception may leave has one more result, of the enum `exception`, whose first constant `none` says
//! that it ended normally. After a call the caller looks at it and goes on, goes to a handler, or returns it to its own
//! caller. A process that an exception leaves ends in a fault.

mod body;
mod call;
mod condition;
mod create;
mod exceptions;
mod expr;
mod place;
mod raises;
mod select;
mod stmt;
mod threads;
mod types;

use base::IndexVec;
use ir::{Class, ClassId, Proc, ProcId};
use rustc_hash::FxHashMap;

use self::body::BodyLowerer;
use self::raises::Raises;
use self::types::Types;
use crate::hir::{MethodId, Program};

/// Lowers a program without static errors.
pub(crate) fn lower(hir: &Program) -> ir::Program {
    let (types, skeleton) = types::lower_types(hir);
    let mut lowerer = Lowerer {
        hir,
        types,
        raises: Raises::of(hir),
        procs: IndexVec::new(),
        method_procs: IndexVec::filled(None, hir.methods.len()),
        observers: FxHashMap::default(),
        pending_observers: Vec::new(),
        processes: FxHashMap::default(),
    };
    lowerer.lower_methods();
    let init = lowerer.lower_static_initialisers();
    let threads = lowerer.lower_threads();
    lowerer.lower_observers();
    let mut classes = skeleton.classes;
    lowerer.add_methods(&mut classes);
    let procs = lowerer.procs.into_vec().into_iter();
    let procs = procs.map(|proc| proc.expect("every reserved procedure is lowered")).collect();
    ir::Program { classes, procs, init, threads, ..skeleton }
}

/// What the procedures of a program share while they are made.
struct Lowerer<'p> {
    hir: &'p Program,
    types: Types,
    raises: Raises,
    /// Ids are given out before the procedures are made, so that calls can be.
    procs: IndexVec<ProcId, Option<Proc>>,
    method_procs: IndexVec<MethodId, Option<ProcId>>,
    /// Versions of methods that guards call.
    observers: FxHashMap<MethodId, ProcId>,
    pending_observers: Vec<MethodId>,
    /// Procedures that processes start with.
    processes: FxHashMap<MethodId, ProcId>,
}

impl Lowerer<'_> {
    fn reserve(&mut self) -> ProcId {
        self.procs.push(None)
    }

    fn define(&mut self, id: ProcId, proc: Proc) {
        self.procs[id] = Some(proc);
    }

    fn lower_methods(&mut self) {
        for (id, method) in self.hir.methods.iter_enumerated() {
            if method.body.is_some() {
                self.method_procs[id] = Some(self.reserve());
            }
        }
        for id in self.hir.methods.ids() {
            if let Some(proc) = self.method_procs[id] {
                let lowered = BodyLowerer::lower_method(self, id, false);
                self.define(proc, lowered);
            }
        }
    }

    /// Gives classes and interfaces their methods, so that `Class.method` can be found in the program.
    fn add_methods(&self, classes: &mut IndexVec<ClassId, Class>) {
        for (id, method) in self.hir.methods.iter_enumerated() {
            let (name, is_static) = (method.name.clone(), method.is_static);
            let proc = self.method_procs[id];
            classes[self.types.class(method.owner)].methods.push(ir::Method { name, proc, is_static });
        }
    }

    /// The procedure of a method that has a body.
    fn method_proc(&self, method: MethodId) -> ProcId {
        self.method_procs[method].expect("a method that is called has a body")
    }

    /// The version of a method that guards may call; it is lowered later.
    fn observer_proc(&mut self, method: MethodId) -> ProcId {
        if let Some(&proc) = self.observers.get(&method) {
            return proc;
        }
        let proc = self.reserve();
        self.observers.insert(method, proc);
        self.pending_observers.push(method);
        proc
    }

    fn lower_observers(&mut self) {
        while let Some(method) = self.pending_observers.pop() {
            let proc = self.observers[&method];
            let lowered = BodyLowerer::lower_method(self, method, true);
            self.define(proc, lowered);
        }
    }
}
