//! Typed ids and the vectors that they index.
//!
//! Every entity of a program has an id type of its own, so that a block number can never be used as a
//! variable number. An id prints as it does in the text form of the core language: `block0`, `v7`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small number with a type of its own. Made by [`typed_id!`](crate::typed_id).
pub trait Id: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + fmt::Display {
    /// What stands before the number in print.
    const PREFIX: &'static str;
    /// The id with this number. Panics beyond `u32::MAX`: no program has so many entities.
    fn new(index: usize) -> Self;
    /// The number.
    fn index(self) -> usize;
}

/// Defines an id type: `typed_id!(/** A block. */ BlockId, "block")`.
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $crate::ids::Id for $name {
            const PREFIX: &'static str = $prefix;
            #[inline]
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities of one kind"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A vector indexed by one id type.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Id, T> IndexVec<I, T> {
    pub const fn new() -> Self {
        Self { items: Vec::new(), marker: PhantomData }
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next pushed item will get.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many items there is room for, without new memory.
    pub fn capacity(&self) -> usize {
        self.items.capacity()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

impl<I: Id, T: Clone> IndexVec<I, T> {
    /// `len` copies of one item.
    pub fn filled(item: T, len: usize) -> Self {
        Self { items: vec![item; len], marker: PhantomData }
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, marker: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self::from(items.into_iter().collect::<Vec<_>>())
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    typed_id!(
        #[expect(unreachable_pub, reason = "the macro makes public types")]
        TestId,
        "t"
    );

    #[test]
    fn ids_print_with_their_prefix_and_index_their_vector() {
        let mut items: IndexVec<TestId, &str> = IndexVec::new();
        let first = items.push("a");
        let second = items.push("b");
        assert_eq!((first.to_string(), second.to_string()), ("t0".into(), "t1".into()));
        assert_eq!(items[second], "b");
        assert_eq!(items.iter_enumerated().map(|(id, _)| id).collect::<Vec<_>>(), [first, second]);
        assert_eq!(format!("{items:?}"), r#"{t0: "a", t1: "b"}"#);
    }
}
