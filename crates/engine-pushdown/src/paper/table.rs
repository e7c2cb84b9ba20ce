//! Values by number: each is kept once.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Numbers values in the order in which they come.
#[derive(Debug)]
pub(super) struct Table<T> {
    values: Vec<Rc<T>>,
    numbers: HashMap<Rc<T>, u32>,
    bytes: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new(), bytes: 0 }
    }
}

impl<T: Eq + Hash> Table<T> {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, number: u32) -> Rc<T> {
        self.values[number as usize].clone()
    }

    /// The number of a value that takes about so many bytes, and whether it was not seen before.
    pub(super) fn intern(&mut self, value: T, bytes: usize) -> (u32, bool) {
        if let Some(&number) = self.numbers.get(&value) {
            return (number, false);
        }
        let number = u32::try_from(self.values.len()).expect("more than 2^32 values");
        let value = Rc::new(value);
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        self.bytes += bytes + size_of::<T>();
        (number, true)
    }

    /// About how many bytes are held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
