//! Instructions on arrays, sets and channels, executed.

use ir::{CollectionOp, Element, Expr, FaultKind, ObjectId, Value};

use crate::execute::{Halt, Machine};
use crate::listener::AccessListener;

impl<W: AccessListener> Machine<'_, W> {
    #[inline]
    pub(crate) fn collection_op(&mut self, op: &CollectionOp) -> Result<(), Halt> {
        match op {
            CollectionOp::LoadElement { dst, array, index } => {
                let (array, index) = self.element(self.eval(array)?, self.eval(index)?)?;
                let value = self.slot(array, index);
                self.write(*dst, value);
            }
            CollectionOp::StoreElement { array, index, value } => {
                let (array, index, value) = (self.eval(array)?, self.eval(index)?, self.eval(value)?);
                let (array, index) = self.element(array, index)?;
                if let Some(fault) = self.refused_element(array, value)? {
                    return Err(fault.into());
                }
                self.set_slot(array, index, value);
            }
            CollectionOp::Admits { dst, array, value } => {
                let (array, value) = self.eval_object_and_value(array, value)?;
                self.touch(array)?;
                let admits = self.refused_element(array, value)?.is_none();
                self.write(*dst, Value::Bool(admits));
            }
            CollectionOp::Size { dst, object } => {
                let object = self.eval_object(object)?;
                self.touch(object)?;
                let size = self.size(object);
                self.write(*dst, Value::Int(size as i64));
            }
            CollectionOp::SetAdd { set, element } => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                self.listener.writes_contents(set);
                match element {
                    Some(value) => self.state.heap.set_insert(set, value),
                    None => self.insert_record(set),
                };
            }
            CollectionOp::SetRemove { set, element } => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                self.listener.writes_contents(set);
                match element {
                    Some(value) => self.state.heap.set_remove(set, value),
                    None => self.state.heap.remove_record(set, &self.passing),
                };
            }
            CollectionOp::SetUnion { set, other } => {
                self.for_all_elements(set, other, |machine, set, element| {
                    match element {
                        Some(value) => machine.state.heap.set_insert(set, value),
                        None => machine.insert_record(set),
                    };
                })?
            }
            CollectionOp::SetDifference { set, other } => {
                self.for_all_elements(set, other, |machine, set, element| {
                    match element {
                        Some(value) => machine.state.heap.set_remove(set, value),
                        None => machine.state.heap.remove_record(set, &machine.passing),
                    };
                })?
            }
            CollectionOp::Contains { dst, set, element } => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                let contains = match element {
                    Some(value) => self.state.heap.set_contains(set, value),
                    None => self.state.heap.find_record(set, &self.passing).is_some(),
                };
                self.write(*dst, Value::Bool(contains));
            }
            CollectionOp::Send { channel, message } => {
                let (channel, message) = self.eval_object_and_value(channel, message)?;
                self.touch(channel)?;
                self.contents_to_change(channel).push_back(channel, message);
            }
        }
        Ok(())
    }

    pub(crate) fn size(&self, object: ObjectId) -> usize {
        self.listener.reads_size(object);
        self.state.heap.slots(object).len()
    }

    /// An array and a valid index into it. A large unsigned index looks negative and is out of bounds too.
    fn element(&self, array: Value, index: Value) -> Result<(ObjectId, usize), Halt> {
        let array = array.object().ok_or(FaultKind::NullDereference)?;
        self.touch(array)?;
        let length = self.size(array);
        match usize::try_from(index.number()) {
            Ok(index) if index < length => Ok((array, index)),
            Ok(_) | Err(_) => Err(FaultKind::IndexOutOfBounds.into()),
        }
    }

    /// The fault of storing a value into an array, if it is one. An array class that has none above or below it is that
    /// of the reference, so that the verifier has looked at the value.
    fn refused_element(&self, array: ObjectId, value: Value) -> Result<Option<FaultKind>, Halt> {
        let Some(object) = value.object() else { return Ok(None) };
        if !self.code.related_arrays[self.state.heap.class(array)] {
            return Ok(None);
        }
        self.touch(object)?;
        let (array, object) = (self.class(array), self.class(object));
        let takes = self.code.program.array_takes(array, object);
        Ok((!takes).then(|| self.code.program.refused_element(array, object)))
    }

    /// A set and an element of it or not: a value, or nothing where the fields of a record are in `passing`.
    fn eval_set_and_element(
        &mut self,
        set: &Expr,
        element: &Element,
    ) -> Result<(ObjectId, Option<Value>), Halt> {
        match element {
            Element::Value(value) => {
                let (set, value) = self.eval_object_and_value(set, value)?;
                Ok((set, Some(value)))
            }
            Element::Record(fields) => {
                let set = self.eval(set)?;
                self.evaluate_all(fields)?;
                Ok((set.object().ok_or(FaultKind::NullDereference)?, None))
            }
        }
    }

    /// Reports that the elements of a set are read; those of a set by contents with all their fields.
    fn reads_elements(&self, set: ObjectId) -> Result<(), Halt> {
        self.touch(set)?;
        self.listener.reads_contents(set);
        if !W::LISTENS || self.code.program.contents_of(self.state.heap.class(set)).is_none() {
            return Ok(());
        }
        for record in self.state.heap.slots(set).iter().filter_map(|element| element.object()) {
            self.touch(record)?;
            (0..self.state.heap.slots(record).len()).for_each(|slot| self.listener.reads_slot(record, slot));
        }
        Ok(())
    }

    /// Adds a record with the fields in `passing` to a set by contents.
    fn insert_record(&mut self, set: ObjectId) -> bool {
        let class = self.code.program.contents_of(self.state.heap.class(set));
        let class = class.expect("only a set by contents makes records");
        self.state.heap.insert_record(set, class, &self.passing)
    }

    /// Changes a set once for each element of another: a value, or nothing where the fields of a record are in
    /// `passing`.
    fn for_all_elements(
        &mut self,
        set: &Expr,
        other: &Expr,
        mut change: impl FnMut(&mut Self, ObjectId, Option<Value>),
    ) -> Result<(), Halt> {
        let (set, other) = (self.eval_object(set)?, self.eval_object(other)?);
        self.reads_elements(other)?;
        self.reads_elements(set)?;
        self.listener.writes_contents(set);
        let by_contents = self.code.program.contents_of(self.state.heap.class(set)).is_some();
        for element in self.state.heap.slots(other).to_vec() {
            match element.object().filter(|_| by_contents) {
                Some(record) => {
                    self.passing.clear();
                    self.passing.extend_from_slice(self.state.heap.slots(record));
                    change(self, set, None);
                }
                None => change(self, set, Some(element)),
            }
        }
        Ok(())
    }

    /// The heap, for a change of the elements of a set or the messages of a channel that depends on what they are.
    pub fn contents_to_change(&mut self, object: ObjectId) -> &mut heap::Heap {
        self.listener.reads_contents(object);
        self.listener.writes_contents(object);
        &mut self.state.heap
    }

    /// Gives a set or channel other elements or messages.
    pub fn replace_contents(&mut self, object: ObjectId, contents: &[Value]) {
        self.listener.writes_contents(object);
        self.state.heap.replace_slots(object, contents);
    }
}
