//! A position in the bytes of a class file: big-endian numbers, and an error with its offset where they end.

use crate::codes;
use crate::error::{Error, Offset};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
    offset: u32,
}

impl<'a> Bytes<'a> {
    /// All of a file, which has at most 4 GiB.
    pub(crate) fn new(all: &'a [u8]) -> Self {
        Self { rest: all, offset: 0 }
    }

    /// The same bytes, counted from 0 again.
    pub(crate) fn counted_anew(self) -> Self {
        Self::new(self.rest)
    }

    /// Where the next byte is.
    pub(crate) fn offset(&self) -> u32 {
        self.offset
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    /// Splits the next bytes off.
    pub(crate) fn take(&mut self, len: usize) -> Result<Bytes<'a>, Error> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(|| self.ended())?;
        let taken = Bytes { rest: taken, offset: self.offset };
        self.rest = rest;
        self.offset = self.offset.saturating_add(len as u32);
        Ok(taken)
    }

    /// What is left.
    pub(crate) fn as_slice(&self) -> &'a [u8] {
        self.rest
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let taken = self.take(N)?.rest;
        Ok(std::array::from_fn(|i| taken[i]))
    }

    pub(crate) fn u1(&mut self) -> Result<u8, Error> {
        self.array().map(u8::from_be_bytes)
    }

    pub(crate) fn u2(&mut self) -> Result<u16, Error> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u4(&mut self) -> Result<u32, Error> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn i1(&mut self) -> Result<i8, Error> {
        self.array().map(i8::from_be_bytes)
    }

    pub(crate) fn i2(&mut self) -> Result<i16, Error> {
        self.array().map(i16::from_be_bytes)
    }

    pub(crate) fn i4(&mut self) -> Result<i32, Error> {
        self.array().map(i32::from_be_bytes)
    }

    pub(crate) fn u8(&mut self) -> Result<u64, Error> {
        self.array().map(u64::from_be_bytes)
    }

    /// A list that begins with its length. Nothing is allocated for items that are not there.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let len = self.u2()?;
        let mut items = Vec::new();
        for _ in 0..len {
            items.push(item(self)?);
        }
        items.shrink_to_fit();
        Ok(items)
    }

    /// Everything was read.
    pub(crate) fn end(&self) -> Result<(), Error> {
        match self.is_empty() {
            true => Ok(()),
            false => Err(self.malformed(format!("{} bytes too many", self.len()))),
        }
    }

    fn ended(&self) -> Error {
        self.malformed(format!("the end comes too early, {} bytes on", self.len()))
    }

    /// A mistake at this place.
    pub(crate) fn malformed(&self, message: impl Into<String>) -> Error {
        Error::new(&codes::MALFORMED, message).at(Offset::OfFile(self.offset))
    }
}
