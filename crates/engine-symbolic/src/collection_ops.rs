//! Arrays that the path makes. A length is a number; an index may be a symbol: a read then merges the elements, a write
//! changes each of them under its condition.
//!
//! Sets and channels are not supported, and neither are arrays whose length is a symbol.

use ir::{ClassId, CollectionOp, Expr, FaultKind, Place, Type};
use solver::guard::Guard;

use crate::executor::{Executor, FailureId, Pause, Step, unsupported};
use crate::state::Entry;
use crate::terms::{Format, TermId};
use crate::values::{Address, Loc, Val};

/// The longest array that is made.
const MOST_ELEMENTS: i64 = 1 << 16;

impl Executor<'_> {
    pub(crate) fn collection_op(&mut self, op: &CollectionOp) -> Result<Step, Pause> {
        match op {
            CollectionOp::LoadElement { dst, array, index } => self.load_element(*dst, array, index),
            CollectionOp::StoreElement { array, index, value } => self.store_element(array, index, value),
            CollectionOp::Admits { dst, array, value } => self.admits(*dst, array, value),
            CollectionOp::Size { dst, object } => self.size(*dst, object),
            CollectionOp::SetAdd { .. }
            | CollectionOp::SetRemove { .. }
            | CollectionOp::SetUnion { .. }
            | CollectionOp::SetDifference { .. }
            | CollectionOp::Contains { .. } => Err(unsupported("Sets cannot be explored.")),
            CollectionOp::Send { .. } => Err(unsupported("Channels cannot be explored.")),
        }
    }

    /// The length of a new array, or what happens instead.
    pub(crate) fn array_length(
        &mut self,
        fixed: Option<u32>,
        given: Option<&Expr>,
    ) -> Result<Result<usize, Step>, Pause> {
        let length = match (fixed, given) {
            (Some(length), _) => length.into(),
            (None, Some(given)) => {
                let ty = self.integer_type(given);
                let term = self.eval(given, ty)?.term();
                let Some(length) = self.logic.terms.as_constant(term) else {
                    return Err(unsupported("An array whose length depends on inputs cannot be explored."));
                };
                let negative = self.fault(FaultKind::NegativeLength);
                let failures = [(Guard::constant(length < 0), negative)];
                if let Some(step) = self.unless_fails(&failures)? {
                    return Ok(Err(step));
                }
                length
            }
            (None, None) => panic!("an array without a length of its own is given one"),
        };
        if length > MOST_ELEMENTS {
            return Err(unsupported(format!("An array of {length} elements is too long to be explored.")));
        }
        Ok(Ok(length as usize))
    }

    /// The type of an index or a length.
    fn integer_type(&self, expr: &Expr) -> Type {
        let proc = &self.program.procs[self.state.running().proc];
        let types = ir::typing::ProcTypes { program: self.program, proc };
        expr.natural_type(&types).unwrap_or(Type::Int(ir::IntType::I32))
    }

    fn size(&mut self, dst: Place, object: &Expr) -> Result<Step, Pause> {
        let object = self.operand(object)?;
        let failures = self.null_failure(object)?;
        if let Some(step) = self.unless_fails(&failures)? {
            return Ok(step);
        }
        let mut size: Option<Val> = None;
        for (guard, _, length) in self.arrays(object) {
            let here = Val::Int(self.logic.terms.constant(Format::INDEX, length as i64));
            size = Some(match size {
                Some(size) => self.either(guard, here, size)?,
                None => here,
            });
        }
        let size = size.expect("a reference that is not null refers to an object");
        Ok(self.assign(dst, size))
    }

    /// The arrays that a reference may refer to: guards, first elements, lengths.
    fn arrays(&self, val: Val) -> Vec<(Guard, Address, usize)> {
        let array = |Entry { loc, guard }: Entry| {
            let object = self.state.object(loc.object()?);
            Some((guard, object.slots, object.n_slots as usize))
        };
        self.entries_of(val).into_iter().filter_map(array).collect()
    }

    /// The failures of an access: null, then an index out of bounds.
    fn access_failures(&mut self, array: Val, index: TermId) -> Result<[(Guard, FailureId); 2], Pause> {
        let [null] = self.null_failure(array)?;
        let mut outside = Vec::new();
        for (guard, _, length) in self.arrays(array) {
            let within = match (length, self.logic.terms.as_constant(index)) {
                (0, _) => Guard::FALSE,
                (length, Some(index)) => Guard::constant((0..length as i64).contains(&index)),
                (length, None) => {
                    self.logic.terms.within(&mut self.logic.guards, index, 0, length as i64 - 1)
                }
            };
            outside.push(self.logic.guards.and(guard, !within));
        }
        let outside = self.logic.guards.or_all(outside);
        let failure = self.fault(FaultKind::IndexOutOfBounds);
        Ok([null, (outside, failure)])
    }

    /// The elements that an index may mean, with the conditions under which it does.
    fn elements_at(&mut self, first: Address, length: usize, index: TermId) -> Vec<(Guard, Address)> {
        if let Some(index) = self.logic.terms.as_constant(index) {
            let inside = usize::try_from(index).ok().filter(|&index| index < length);
            return inside.map(|index| (Guard::TRUE, first.plus(index))).into_iter().collect();
        }
        let format = self.logic.terms.format(index);
        let element = |element: usize| {
            let number = self.logic.terms.constant(format, element as i64);
            (self.logic.terms.equal(&mut self.logic.guards, index, number), first.plus(element))
        };
        (0..length).map(element).collect()
    }

    fn load_element(&mut self, dst: Place, array: &Expr, index: &Expr) -> Result<Step, Pause> {
        let array = self.operand(array)?;
        let index_type = self.integer_type(index);
        let index = self.eval(index, index_type)?.term();
        let failures = self.access_failures(array, index)?;
        if let Some(step) = self.unless_fails(&failures)? {
            return Ok(step);
        }
        let val = self.read_element(array, index)?;
        Ok(self.assign(dst, val))
    }

    fn read_element(&mut self, array: Val, index: TermId) -> Result<Val, Pause> {
        let mut merged: Option<Val> = None;
        for (guard, first, length) in self.arrays(array) {
            let mut here: Option<Val> = None;
            for (is_meant, address) in self.elements_at(first, length, index) {
                let element = self.known(self.state.read(address));
                let element = if is_meant == Guard::TRUE { element } else { self.resolved(element)? };
                here = Some(match here {
                    Some(rest) => self.either(is_meant, element, rest)?,
                    None => element,
                });
            }
            let Some(here) = here else { continue };
            merged = Some(match merged {
                Some(rest) => self.either(guard, here, rest)?,
                None => here,
            });
        }
        Ok(merged.expect("an index within bounds means an element"))
    }

    fn store_element(&mut self, array: &Expr, index: &Expr, value: &Expr) -> Result<Step, Pause> {
        let array = self.operand(array)?;
        let index_type = self.integer_type(index);
        let index = self.eval(index, index_type)?.term();
        let value = self.stored_value(array, value)?;
        let mut failures = self.access_failures(array, index)?.to_vec();
        for (guard, array, object) in self.refusals(array, value)? {
            let failure = self.fault(self.program.refused_element(array, object));
            failures.push((guard, failure));
        }
        if let Some(step) = self.unless_fails(&failures)? {
            return Ok(step);
        }
        self.check_written(array)?;
        for (guard, first, length) in self.arrays(array) {
            for (is_meant, address) in self.elements_at(first, length, index) {
                let condition = self.logic.guards.and(guard, is_meant);
                let old = self.known(self.state.read(address));
                let (value, old) = match condition {
                    Guard::TRUE => (value, old),
                    _ => (self.resolved(value)?, self.resolved(old)?),
                };
                let val = self.either(condition, value, old)?;
                self.state.write(address, val);
            }
        }
        Ok(self.next())
    }

    /// What is to be stored. Null takes nothing, of whatever type: only the operands are evaluated.
    fn stored_value(&mut self, array: Val, value: &Expr) -> Result<Val, Pause> {
        if self.arrays(array).is_empty() {
            self.eval_naturally(std::slice::from_ref(value))?;
            return Ok(Val::One(Loc::NULL));
        }
        self.eval(value, self.element_type(array))
    }

    /// When the exact class of an array does not take the object that a value refers to.
    fn refusals(&mut self, array: Val, value: Val) -> Result<Vec<(Guard, ClassId, ClassId)>, Pause> {
        let is_related = |class: ClassId| self.program.related_arrays()[class];
        let arrays = self.classes_in(array);
        let mut refusals = Vec::new();
        if !self.element_type(array).is_reference() || !arrays.iter().any(|&(class, _)| is_related(class)) {
            return Ok(refusals);
        }
        let value = self.resolved(value)?;
        for (of_object, is_object) in self.classes_in(value) {
            for &(of_array, is_array) in &arrays {
                if !self.program.array_takes(of_array, of_object) {
                    let guard = self.logic.guards.and(is_array, is_object);
                    refusals.push((guard, of_array, of_object));
                }
            }
        }
        Ok(refusals)
    }

    /// The classes of the objects that a reference may refer to, with their conditions.
    fn classes_in(&mut self, val: Val) -> Vec<(ClassId, Guard)> {
        let mut classes = Vec::new();
        for Entry { loc, guard } in self.entries_of(val) {
            for (class, of_class) in self.classes_of(loc) {
                classes.push((class, self.logic.guards.and(guard, of_class)));
            }
        }
        classes
    }

    fn admits(&mut self, dst: Place, array: &Expr, value: &Expr) -> Result<Step, Pause> {
        let array = self.operand(array)?;
        let ty = self.element_type(array);
        let value = self.eval(value, ty)?;
        let refusals = self.refusals(array, value)?;
        let failures = self.null_failure(array)?;
        if let Some(step) = self.unless_fails(&failures)? {
            return Ok(step);
        }
        let refused = self.logic.guards.or_all(refusals.into_iter().map(|(guard, _, _)| guard));
        Ok(self.assign(dst, Val::Bool(!refused)))
    }

    fn element_type(&self, array: Val) -> Type {
        let objects = self.entries_of(array).into_iter().filter_map(|entry| entry.loc.object());
        let classes = objects.flat_map(|object| self.classes_of(crate::values::Loc::of(object)));
        let element = |(class, _)| match self.program.classes[class].kind {
            ir::ClassKind::Array { element, .. } => Some(element),
            ir::ClassKind::Record { .. }
            | ir::ClassKind::Interface { .. }
            | ir::ClassKind::Set { .. }
            | ir::ClassKind::Channel { .. } => None,
        };
        // Null has no elements: the store fails, whatever is stored.
        classes.into_iter().find_map(element).unwrap_or(Type::Object)
    }

    /// An element that the program may choose freely.
    pub(crate) fn choose_element(&mut self, dst: Place, array: &Expr) -> Result<Step, Pause> {
        let array = self.operand(array)?;
        let [null] = self.null_failure(array)?;
        let arrays = self.arrays(array);
        if arrays.len() > 1 {
            return Err(unsupported("A choice from one of several arrays cannot be explored."));
        }
        let length = arrays.first().map_or(0, |&(_, _, length)| length);
        let empty = self.fault(FaultKind::EmptyChoice);
        if let Some(step) = self.unless_fails(&[null, (Guard::constant(length == 0), empty)])? {
            return Ok(step);
        }
        let index = self.chosen_number(Type::Int(ir::IntType::I32), 0, length as i64 - 1)?;
        let val = self.read_element(array, index.term())?;
        Ok(self.assign(dst, val))
    }
}
