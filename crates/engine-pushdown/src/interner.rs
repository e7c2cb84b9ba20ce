//! Byte strings by number: each is kept once.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Numbers byte strings in the order in which they come.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    bytes: Vec<u8>,
    /// Where each string ends; the next begins there.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Interner {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, number: u32) -> &[u8] {
        string(&self.bytes, &self.ends, number)
    }

    /// The number of a string, a new one if it was not seen before.
    pub(crate) fn intern(&mut self, string: &[u8]) -> u32 {
        let hash = hash(string);
        if let Some(&number) = self.table.find(hash, |&number| self.get(number) == string) {
            return number;
        }
        let number = u32::try_from(self.ends.len()).expect("more than 2^32 strings");
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len());
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.table.insert_unique(hash, number, |&number| self::hash(self::string(bytes, ends, number)));
        number
    }

    /// Bytes held.
    pub(crate) fn size(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>() + self.table.capacity() * 5
    }
}

fn string<'a>(bytes: &'a [u8], ends: &[usize], number: u32) -> &'a [u8] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &bytes[start..ends[number]]
}

fn hash(string: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(string);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_have_equal_numbers() {
        let mut interner = Interner::default();
        let numbers: Vec<u32> =
            (0..1000u32).map(|number| interner.intern(&(number % 300).to_be_bytes()[2..])).collect();
        assert_eq!(interner.len(), 300);
        assert!(numbers.iter().zip(0..).all(|(&number, index)| number == index % 300));
        assert_eq!(interner.get(259), [1, 3]);
        assert_eq!(interner.intern(b""), 300);
        assert_eq!(interner.get(300), b"");
    }
}
