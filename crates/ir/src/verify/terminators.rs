//! Checks the types of terminators, calls and guards.

use std::collections::BTreeSet;

use super::Rule;
use super::declarations::is_interface;
use super::operands::{Checker, Collection, Inferred, collection_of};
use crate::instr::{Expr, Guard, Place, Probe, TermOp};
use crate::program::{BlockId, ClassId, ProcId};
use crate::types::Type;
use crate::value::Value;

impl Checker<'_, '_> {
    pub(super) fn terminator(&mut self, op: &TermOp) {
        match op {
            TermOp::Goto { targets } => {
                if targets.is_empty() {
                    self.report.error(Rule::Targets, "a goto has no target");
                }
            }
            TermOp::Branch { condition, then_to: _, else_to: _ } => self.condition(condition),
            TermOp::Switch { value, cases, default: _ } => self.switch(value, cases),
            TermOp::SwitchClass { object, cases, default: _ } => self.switch_class(object, cases),
            TermOp::Call { proc, args, results, next: _ } => {
                self.arguments(*proc, args);
                self.call_results(*proc, results);
            }
            TermOp::Return { values } => self.return_values(values),
            TermOp::Opaque { reason: _ } => {}
            TermOp::Select { joins, first: _, end: _ } => {
                if joins.is_empty() {
                    self.report.error(Rule::Targets, "a select has no join");
                }
                joins.iter().flat_map(|join| &join.guards).for_each(|guard| self.guard(guard));
            }
        }
    }

    /// As many arguments as parameters, each of the right type.
    pub(super) fn arguments(&mut self, proc: ProcId, args: &[Expr]) {
        let callee = &self.program.procs[proc];
        if args.len() != callee.n_params {
            let (given, wanted) = (args.len(), callee.n_params);
            self.report
                .error(Rule::Calls, format!("{proc} has {wanted} parameters and gets {given} arguments"));
        }
        for (arg, (_, param)) in args.iter().zip(callee.params()) {
            self.operand("the argument", arg, param.ty);
        }
    }

    fn call_results(&mut self, proc: ProcId, results: &[Place]) {
        let types = &self.program.procs[proc].results;
        if results.len() != types.len() {
            let (taken, given) = (results.len(), types.len());
            self.report.error(Rule::Calls, format!("{proc} has {given} results and {taken} are taken"));
        }
        for (&dst, &ty) in results.iter().zip(types) {
            self.result(dst, ty);
        }
    }

    fn return_values(&mut self, values: &[Expr]) {
        let types = &self.proc.results;
        if values.len() != types.len() {
            let (given, wanted) = (values.len(), types.len());
            self.report.error(Rule::Calls, format!("{given} of {wanted} results are returned"));
        }
        for (value, &ty) in values.iter().zip(types) {
            self.operand("the result", value, ty);
        }
    }

    fn switch(&mut self, value: &Expr, cases: &[(i64, BlockId)]) {
        match self.infer(value) {
            Inferred::Constant(Value::Int(_)) => {}
            Inferred::Type(ty @ (Type::Int(_) | Type::Enum(_))) => {
                cases.iter().for_each(|&(case, _)| self.constant(Value::Int(case), ty));
            }
            Inferred::Constant(_) | Inferred::Type(_) => {
                let message = format!("the switch is over {value}, which is no integer or enum");
                self.report.error(Rule::OperandTypes, message);
            }
        }
        self.distinct(cases.iter().map(|case| case.0));
    }

    fn switch_class(&mut self, object: &Expr, cases: &[(ClassId, BlockId)]) {
        self.reference("the operand", object);
        for &(class, _) in cases.iter().filter(|case| is_interface(self.program, case.0)) {
            self.report.error(Rule::SwitchCases, format!("{class} is an interface and has no objects"));
        }
        self.distinct(cases.iter().map(|case| case.0));
    }

    fn distinct<T: Ord + Copy + std::fmt::Display>(&mut self, cases: impl Iterator<Item = T>) {
        let mut seen = BTreeSet::new();
        for case in cases {
            if !seen.insert(case) {
                self.report.error(Rule::SwitchCases, format!("there are two cases {case}"));
            }
        }
    }

    fn guard(&mut self, guard: &Guard) {
        match guard {
            Guard::Wait(Probe::Expr(condition)) => self.condition(condition),
            Guard::Wait(Probe::Call { proc, args }) => {
                if let Some(ty) = self.probe_call(*proc, args)
                    && ty != Type::Bool
                {
                    self.report.error(Rule::OperandTypes, format!("the guard {proc} gives {ty} and no bool"));
                }
            }
            Guard::Receive { channel, dst } => self.receive(channel, *dst),
            Guard::Always => {}
        }
    }

    fn receive(&mut self, channel: &Probe, dst: Place) {
        let ty = match channel {
            Probe::Expr(channel) => match self.infer(channel) {
                Inferred::Type(ty) => Some(ty),
                Inferred::Constant(_) => Some(Type::Object),
            },
            Probe::Call { proc, args } => self.probe_call(*proc, args),
        };
        let Some(ty) = ty else { return };
        match collection_of(self.program, ty) {
            Some(Collection::Channel(element)) => self.result(dst, element),
            Some(Collection::Array(_) | Collection::Set(..)) | None => {
                let message = format!("{dst} receives from a value of type {ty}, which is no channel");
                self.report.error(Rule::OperandTypes, message);
            }
        }
    }

    /// The type of the result of an observer called by a guard.
    fn probe_call(&mut self, proc: ProcId, args: &[Expr]) -> Option<Type> {
        self.arguments(proc, args);
        let callee = &self.program.procs[proc];
        if !callee.observer {
            self.report.error(Rule::Guards, format!("a guard calls {proc}, which is no observer"));
        }
        match callee.results[..] {
            [ty] => Some(ty),
            _ => {
                let results = callee.results.len();
                self.report.error(Rule::Guards, format!("a guard calls {proc}, which has {results} results"));
                None
            }
        }
    }
}
