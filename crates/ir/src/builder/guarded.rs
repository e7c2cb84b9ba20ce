//! Tests before instructions that can fault, for languages that catch faults.

use base::IndexVec;

use super::ProcBuilder;
use crate::faults::{Faults, Hazard, divisions, is_inside, zero};
use crate::instr::{BinOp, CheckOp, CollectionOp, Expr, HeapOp, Op, Site, TermOp};
use crate::program::{BlockId, GlobalId, Local, LocalId, Program};
use crate::types::{IntType, Type};
use crate::typing::VariableTypes;

/// The types of variables while a procedure is made.
struct Declared<'a> {
    program: &'a Program,
    locals: &'a IndexVec<LocalId, Local>,
}

impl VariableTypes for Declared<'_> {
    fn local_type(&self, local: LocalId) -> Option<Type> {
        self.locals.get(local).map(|local| local.ty)
    }

    fn global_type(&self, global: GlobalId) -> Option<Type> {
        self.program.globals.get(global).map(|global| global.ty)
    }
}

/// Which hazards of an instruction lead where, in order.
type Caught = Vec<(Hazard, Target)>;

/// Where a hazard leads.
#[derive(Clone, Copy)]
enum Target {
    Handler(BlockId),
    /// It is not caught, and comes before one that is: it must not be skipped.
    Fault,
    /// The instruction itself will do.
    Stays,
}

impl ProcBuilder {
    /// Pushes an instruction behind tests of its hazards.
    ///
    /// `handler` is asked for each hazard, in the order in which the instruction would meet them ([`Faults`]), and may
    /// make blocks. Where it names a block, control goes there instead of into the fault; where it does not, the fault
    /// stays with the instruction, or is made there if another one is caught that comes later. So an instruction that
    /// has a handler for each of its hazards cannot have one of these faults, and a hazard whose handler is the same as
    /// for others costs a branch and no block of its own.
    ///
    /// The first of the instructions that are made has the step mark of `site`, all have its span. Operands that are
    /// no plain variables or constants are evaluated once, before the tests that need them.
    pub fn push_guarded(
        &mut self,
        faults: &Faults<'_>,
        site: Site,
        op: impl Into<Op>,
        mut handler: impl FnMut(&mut Self, &Hazard) -> Option<BlockId>,
    ) {
        let mut op: Op = op.into();
        let hazards = faults.of_op(&self.declared(faults), &op);
        let Some(caught) = self.ask(hazards, &mut handler) else { return self.push(site, op) };
        let mut sites = Sites(site);
        let n_divisions = self.test_operands(faults, &mut sites, &caught, &mut op);
        let mut accesses = Vec::new();
        faults.accesses(&self.declared(faults), &op, &mut accesses);
        for (hazard, &(_, target)) in accesses.into_iter().zip(&caught[n_divisions..]) {
            self.test(faults, &mut sites, hazard, target);
        }
        self.push(sites.next(), op);
    }

    /// The same for a terminator. The guards of a select are not tested.
    pub fn terminate_guarded(
        &mut self,
        faults: &Faults<'_>,
        site: Site,
        op: TermOp,
        mut handler: impl FnMut(&mut Self, &Hazard) -> Option<BlockId>,
    ) {
        let hazards = faults.of_terminator(&op);
        let Some(caught) = self.ask(hazards, &mut handler) else { return self.terminate(site, op) };
        let mut sites = Sites(site);
        for (hazard, target) in caught {
            self.test(faults, &mut sites, hazard, target);
        }
        self.terminate(sites.next(), op);
    }

    fn declared<'a>(&'a self, faults: &Faults<'a>) -> Declared<'a> {
        Declared { program: faults.program, locals: &self.locals }
    }

    /// Where the hazards lead; nothing if none is caught.
    fn ask(
        &mut self,
        hazards: Vec<Hazard>,
        handler: &mut impl FnMut(&mut Self, &Hazard) -> Option<BlockId>,
    ) -> Option<Caught> {
        let handlers: Vec<Option<BlockId>> = hazards.iter().map(|hazard| handler(self, hazard)).collect();
        let last = handlers.iter().rposition(Option::is_some)?;
        let target = |(at, handler): (usize, Option<BlockId>)| match handler {
            Some(handler) => Target::Handler(handler),
            None if at < last => Target::Fault,
            None => Target::Stays,
        };
        Some(hazards.into_iter().zip(handlers.into_iter().enumerate().map(target)).collect())
    }

    /// Tests the divisions in the operands, and has operands evaluated before accesses are tested. Gives the number of
    /// divisions.
    fn test_operands(
        &mut self,
        faults: &Faults<'_>,
        sites: &mut Sites,
        caught: &Caught,
        op: &mut Op,
    ) -> usize {
        let mut next = 0;
        let mut operands = Vec::new();
        op.for_each_expr(|expr| operands.push(expr.clone()));
        let has_accesses = {
            let mut accesses = Vec::new();
            faults.accesses(&self.declared(faults), op, &mut accesses);
            !accesses.is_empty()
        };
        for operand in &mut operands {
            let mut hazards = Vec::new();
            divisions(operand, &mut hazards);
            for hazard in hazards {
                self.test(faults, sites, hazard, caught[next].1);
                next += 1;
            }
            if has_accesses && operand.depth() > 1 {
                *operand = self.evaluate(faults, sites, operand.clone());
            }
        }
        let mut operands = operands.into_iter();
        op.for_each_expr_mut(|expr| *expr = operands.next().expect("there are as many operands as before"));
        next
    }

    /// The value of an operand in a temporary.
    fn evaluate(&mut self, faults: &Faults<'_>, sites: &mut Sites, value: Expr) -> Expr {
        let ty = value.natural_type(&self.declared(faults));
        let dst = self.temp(ty.expect("an operation carries its type"));
        self.push(sites.next(), Op::Assign { dst: dst.into(), value });
        dst.into()
    }

    /// Leaves if the hazard is real, and goes on in a new block otherwise.
    fn test(&mut self, faults: &Faults<'_>, sites: &mut Sites, hazard: Hazard, target: Target) {
        let fault = match target {
            Target::Handler(_) => None,
            Target::Stays => return,
            Target::Fault => match hazard.fault() {
                Some(fault) => Some(fault),
                None => return,
            },
        };
        let on = self.new_block();
        let passes = match hazard {
            Hazard::Null { reference } => Expr::binary(BinOp::Ne, Type::Object, reference, Expr::NULL),
            Hazard::Index { array, index } => {
                let size = self.temp(Type::Int(IntType::I32));
                self.push(sites.next(), CollectionOp::Size { dst: size.into(), object: array });
                is_inside(&self.declared(faults), &index, size.into())
            }
            Hazard::Division { divisor, ty, reached } => {
                for (condition, value) in reached {
                    let test = self.new_block();
                    let (then_to, else_to) = if value { (test, on) } else { (on, test) };
                    self.branch(sites.next(), condition, then_to, else_to);
                    self.switch_to(test);
                }
                Expr::binary(BinOp::Ne, ty, divisor, Expr::Const(zero(ty)))
            }
            Hazard::Cast { object, class } => {
                let is = self.temp(Type::Bool);
                self.push(sites.next(), HeapOp::InstanceOf { dst: is.into(), object: object.clone(), class });
                let is_null = Expr::binary(BinOp::Eq, Type::Object, object, Expr::NULL);
                Expr::binary(BinOp::Or, Type::Bool, is_null, is.into())
            }
            Hazard::ArrayStore { array, value } => {
                let admits = self.temp(Type::Bool);
                self.push(sites.next(), CollectionOp::Admits { dst: admits.into(), array, value });
                admits.into()
            }
            Hazard::Length { length } => {
                let ty = length.natural_type(&self.declared(faults));
                let ty = ty.unwrap_or(Type::Int(IntType::checked(64, true)));
                Expr::binary(BinOp::Ge, ty, length, Expr::int(0))
            }
        };
        let otherwise = match target {
            Target::Handler(handler) => handler,
            Target::Fault | Target::Stays => self.new_block(),
        };
        self.branch(sites.next(), passes, on, otherwise);
        if let Some(kind) = fault {
            self.switch_to(otherwise);
            self.push(sites.next(), CheckOp::Fault { kind });
            // Nothing gets here.
            self.goto(on);
        }
        self.switch_to(on);
    }
}

/// Sites of instructions that belong together: the first has the step mark.
struct Sites(Site);

impl Sites {
    fn next(&mut self) -> Site {
        let site = self.0;
        self.0.step = false;
        site
    }
}
