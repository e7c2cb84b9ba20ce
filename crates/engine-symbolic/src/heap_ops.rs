//! Loads, stores, casts and allocations.
//!
//! An instruction on a set of locations happens to all of them at once: a load merges what they hold, a store changes
//! each of them under its guard. A null dereference is an outcome of its own, under the guard of null; the rest of the
//! path has the complement in its condition.
//!
//! DIVERGENCE (E5): in the paper, a dereference of null is no outcome, and what follows does not exclude it.

use ir::{ClassId, Expr, FieldId, HeapOp, NullPolicy, ObjectId, Place, Type, Value};
use solver::guard::Guard;
use verdict::Init;

use crate::executor::{Executor, FailureId, Pause, Step, unsupported};
use crate::state::{Classes, Entry, Input, Made, Object, Origin, Source};
use crate::values::{Address, Loc, OriginId, Val};

impl Executor<'_> {
    pub(crate) fn heap_op(&mut self, op: &HeapOp) -> Result<Step, Pause> {
        match op {
            HeapOp::Load { dst, object, field, null } => self.load(*dst, object, *field, *null),
            HeapOp::Store { object, field, value, null } => self.store(object, *field, value, *null),
            HeapOp::New { dst, class, length } => self.new_object(*dst, *class, length.as_ref()),
            HeapOp::Cast { dst, object, class } => self.cast(*dst, object, *class),
            HeapOp::InstanceOf { dst, object, class } => self.instance_of(*dst, object, *class),
        }
    }

    /// The object that an instruction is about. Machines that choose shapes choose a location of a set, too.
    pub(crate) fn operand(&mut self, expr: &Expr) -> Result<Val, Pause> {
        let val = self.eval(expr, Type::Object)?;
        let val = self.resolved(val)?;
        match (val, self.query.init) {
            (Val::Many(_), Init::Lazy | Init::Lazier | Init::LazierSharp) => match *expr {
                Expr::Local(local) => Err(Pause::Refine(self.state.local(local), val)),
                Expr::Global(global) => Err(Pause::Refine(self.state.global(global), val)),
                _ => Ok(val),
            },
            (val, _) => Ok(val),
        }
    }

    /// The failures of a dereference.
    pub(crate) fn null_failure(&mut self, object: Val) -> Result<[(Guard, FailureId); 1], Pause> {
        let is_null = self.null_guard(object)?;
        Ok([(is_null, self.null_dereference)])
    }

    fn load(&mut self, dst: Place, object: &Expr, field: FieldId, null: NullPolicy) -> Result<Step, Pause> {
        let object = self.operand(object)?;
        let failures = match null {
            NullPolicy::Fault => Some(self.null_failure(object)?),
            NullPolicy::Total => None,
        };
        if let Some(step) = self.unless_fails(failures.as_ref().map_or(&[], |one| one))? {
            return Ok(step);
        }
        let val = match object {
            Val::One(loc) => self.load_one(loc, field)?,
            object => self.load_merged(object, field, null)?,
        };
        Ok(self.assign(dst, val))
    }

    /// The default of the field, if the location is null: a total load.
    fn load_one(&mut self, loc: Loc, field: FieldId) -> Result<Val, Pause> {
        let ty = self.program.fields[field].ty;
        match loc.object().and_then(|object| Some((object, self.field_address(object, field)?))) {
            None => self.constant(Value::default_of(ty), ty),
            Some((object, address)) => self.read_field(object, field, address, Guard::TRUE),
        }
    }

    fn load_merged(&mut self, object: Val, field: FieldId, null: NullPolicy) -> Result<Val, Pause> {
        let ty = self.program.fields[field].ty;
        let mut merged: Vec<Entry> = Vec::new();
        let mut selected: Option<Val> = None;
        for Entry { loc, guard } in self.entries_of(object) {
            let val = if loc == Loc::NULL {
                match null {
                    NullPolicy::Fault => continue,
                    NullPolicy::Total => self.constant(Value::default_of(ty), ty)?,
                }
            } else {
                let found =
                    loc.object().and_then(|object| Some((object, self.field_address(object, field)?)));
                let Some((object, address)) = found else { continue };
                self.read_field(object, field, address, guard)?
            };
            if ty.is_reference() {
                let read = self.under(guard, val).into_iter().filter(|entry| entry.loc != Loc::UNREAD);
                merged.extend(read);
            } else {
                selected = Some(match selected {
                    Some(rest) => self.either(guard, val, rest)?,
                    None => val,
                });
            }
        }
        match selected {
            Some(val) => Ok(val),
            None => Ok(self.merged(merged)),
        }
    }

    /// What a field holds wherever a condition is true. It is read now, if it was not before.
    fn read_field(
        &mut self,
        object: ObjectId,
        field: FieldId,
        address: Address,
        guard: Guard,
    ) -> Result<Val, Pause> {
        let ty = self.program.fields[field].ty;
        match self.state.read(address) {
            Val::Unread if !ty.is_reference() => {
                let origin = self.field_origin(object, field);
                let val = self.symbol(ty, origin)?;
                self.state.inputs.push(Input { origin, condition: Guard::TRUE, value: val });
                self.state.write(address, val);
                Ok(val)
            }
            Val::Unread if guard == Guard::TRUE => {
                let origin = self.field_origin(object, field);
                self.first_read(address, origin)
            }
            Val::Unread | Val::Many(_) => self.initialise(object, field, address, guard),
            val => self.seen_by_read(val),
        }
    }

    fn field_origin(&mut self, object: ObjectId, field: FieldId) -> OriginId {
        let depth = self.state.object(object).depth + 1;
        let ty = self.program.fields[field].ty;
        self.state.add_origin(Origin { source: Source::Field(object, field), ty, depth })
    }

    /// Reads the part of a field that is not read yet, where a condition is true (summaries only).
    fn initialise(
        &mut self,
        object: ObjectId,
        field: FieldId,
        address: Address,
        guard: Guard,
    ) -> Result<Val, Pause> {
        let old = self.state.read(address);
        let unread = match old {
            Val::Many(set) => self.guard_in(set, Loc::UNREAD),
            Val::Unread => Guard::TRUE,
            _ => Guard::FALSE,
        };
        let condition = self.logic.guards.and(guard, unread);
        if condition == Guard::FALSE || self.state.is_known(address, guard) {
            return Ok(old);
        }
        self.state.set_known(address, guard);
        if !self.logic.is_possible(condition)? {
            return Ok(old);
        }
        let origin = self.field_origin(object, field);
        self.check_type(self.state.origin(origin).ty)?;
        let mut entries = self.choice(origin, condition)?;
        let value = self.state.add_set(&entries);
        self.state.inputs.push(Input { origin, condition, value });
        let still_unread = self.logic.guards.and(unread, !guard);
        entries.push(Entry { loc: Loc::UNREAD, guard: still_unread });
        entries.extend(self.entries_of(old).into_iter().filter(|entry| entry.loc != Loc::UNREAD));
        let val = self.merged(entries);
        self.state.write(address, val);
        Ok(val)
    }

    fn store(
        &mut self,
        object: &Expr,
        field: FieldId,
        value: &Expr,
        null: NullPolicy,
    ) -> Result<Step, Pause> {
        let object = self.operand(object)?;
        let ty = self.program.fields[field].ty;
        let value = self.eval(value, ty)?;
        let failures = match null {
            NullPolicy::Fault => Some(self.null_failure(object)?),
            NullPolicy::Total => None,
        };
        if let Some(step) = self.unless_fails(failures.as_ref().map_or(&[], |one| one))? {
            return Ok(step);
        }
        self.check_written(object)?;
        match object {
            Val::One(loc) => {
                if let Some(address) = loc.object().and_then(|object| self.field_address(object, field)) {
                    self.state.write(address, value);
                }
            }
            object => {
                for Entry { loc, guard } in self.entries_of(object) {
                    let Some(object) = loc.object() else { continue };
                    let Some(address) = self.field_address(object, field) else { continue };
                    let old = self.stored_before(object, field, address)?;
                    let val = self.either(guard, value, old)?;
                    self.state.write(address, val);
                }
            }
        }
        Ok(self.next())
    }

    /// What a field holds that is about to be written under a condition. References need not be read for that.
    fn stored_before(&mut self, object: ObjectId, field: FieldId, address: Address) -> Result<Val, Pause> {
        let old = self.state.read(address);
        match old {
            Val::Unread if !self.program.fields[field].ty.is_reference() => {
                self.read_field(object, field, address, Guard::TRUE)
            }
            _ => Ok(old),
        }
    }

    /// Where a field of an object lies; `None` if no class of the object has it.
    pub(crate) fn field_address(&mut self, object: ObjectId, field: FieldId) -> Option<Address> {
        let &Object { classes, slots, .. } = self.state.object(object);
        match classes {
            Classes::Exactly(class) => {
                let declared = &self.program.fields[field];
                let slot = declared.slot as usize;
                self.world.is_below(class, declared.class).then(|| slots.plus(slot))
            }
            Classes::OneOf(options, _) => {
                let offset = self.world.options(options).offset(field)?;
                Some(slots.plus(offset as usize))
            }
        }
    }

    fn new_object(&mut self, dst: Place, class: ClassId, length: Option<&Expr>) -> Result<Step, Pause> {
        let vals: Vec<Val> = match &self.program.classes[class].kind {
            ir::ClassKind::Record { fields, .. } => {
                let mut vals = Vec::with_capacity(fields.len());
                for &field in fields {
                    let ty = self.program.fields[field].ty;
                    vals.push(self.constant(Value::default_of(ty), ty)?);
                }
                vals
            }
            ir::ClassKind::Array { element, length: fixed, above: _ } => {
                match self.array_length(*fixed, length)? {
                    Ok(length) => vec![self.constant(Value::default_of(*element), *element)?; length],
                    Err(step) => return Ok(step),
                }
            }
            ir::ClassKind::Set { .. } => return Err(unsupported("Sets cannot be explored.")),
            ir::ClassKind::Channel { .. } => return Err(unsupported("Channels cannot be explored.")),
            ir::ClassKind::Interface { .. } => panic!("an object of an interface"),
        };
        let made = match (self.is_open, self.state.has_begun) {
            (false, _) => Made::Initial,
            (true, false) => Made::Scratch,
            (true, true) => Made::New,
        };
        let n_slots = vals.len() as u32;
        let slots = self.state.allocate(vals);
        let classes = Classes::Exactly(class);
        let object =
            self.state.add_object(Object { classes, made, exists: Guard::TRUE, depth: 0, slots, n_slots });
        Ok(self.assign(dst, Val::One(Loc::of(object))))
    }

    fn cast(&mut self, dst: Place, object: &Expr, class: ClassId) -> Result<Step, Pause> {
        let val = self.operand(object)?;
        let mut failures: Vec<(Guard, FailureId)> = Vec::new();
        for Entry { loc, guard } in self.entries_of(val) {
            for (from, of_class) in self.classes_of(loc) {
                if !self.world.is_below(from, class) {
                    let guard = self.logic.guards.and(guard, of_class);
                    let failure = self.fault(self.program.failed_cast(from, class));
                    failures.push((guard, failure));
                }
            }
        }
        if let Some(step) = self.unless_fails(&failures)? {
            return Ok(step);
        }
        Ok(self.assign(dst, val))
    }

    fn instance_of(&mut self, dst: Place, object: &Expr, class: ClassId) -> Result<Step, Pause> {
        let val = self.operand(object)?;
        if let Some(step) = self.unless_fails(&[])? {
            return Ok(step);
        }
        let mut instances = Vec::new();
        for Entry { loc, guard } in self.entries_of(val) {
            let fits = self.fits_guard(loc, Type::Ref(class));
            instances.push(self.logic.guards.and(guard, fits));
        }
        let is_instance = self.logic.guards.or_all(instances);
        Ok(self.assign(dst, Val::Bool(is_instance)))
    }
}
