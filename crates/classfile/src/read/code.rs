//! A body: its instructions, with offsets replaced by their numbers, and the tables about them.
//!
//! A wrong entry of a debug table is left out: it changes nothing that runs.

use base::{Id, IndexVec};

use super::attributes;
use super::bytes::Bytes;
use super::decode::instruction;
use super::pool::Pool;
use crate::class::{Code, Handler, Line, Variable};
use crate::codes;
use crate::error::{Error, Offset};
use crate::instr::{At, Instr, Subroutine};

/// A body has fewer bytes than this, so that all offsets have 16 bits.
const MAX_BYTES: usize = 65_536;

pub(super) fn read(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Code, Error> {
    let (max_stack, max_locals) = (bytes.u2()?, bytes.u2()?);
    let len = bytes.u4()? as usize;
    if len == 0 || len >= MAX_BYTES {
        return Err(bytes.malformed(format!("the body has {len} bytes, and may have 1 to 65535")));
    }
    let (mut instrs, offsets) = instructions(bytes.take(len)?.counted_anew(), pool)?;
    let places = Places { offsets, len: len as u32 };
    for (at, instr) in instrs.iter_mut().enumerate() {
        let offset = places.offsets[At::new(at)];
        retarget(instr, &places).map_err(|error| error.at(Offset::OfCode(offset)))?;
    }
    let handlers = bytes.list(|bytes| handler(bytes, pool, &places))?;
    let mut code = Code { max_stack, max_locals, instrs, handlers, ..Code::default() };
    attributes(bytes, pool, |name, bytes, pool| debug_table(&mut code, &places, name, bytes, pool))?;
    code.lines.shrink_to_fit();
    code.lines.sort_by_key(|line| line.start);
    code.offsets = places.offsets;
    Ok(code)
}

type Instructions = (IndexVec<At, Instr>, IndexVec<At, u32>);

/// All instructions; their targets are still offsets.
fn instructions(mut bytes: Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instructions, Error> {
    let mut instrs = Vec::new();
    let mut offsets = Vec::new();
    while !bytes.is_empty() {
        let offset = bytes.offset();
        offsets.push(offset);
        let place = Some(Offset::OfCode(offset));
        instrs.push(instruction(&mut bytes, pool).map_err(|error| Error { offset: place, ..error })?);
    }
    instrs.shrink_to_fit();
    offsets.shrink_to_fit();
    Ok((instrs.into(), offsets.into()))
}

/// Which instruction begins at an offset.
struct Places {
    offsets: IndexVec<At, u32>,
    /// Of the body, in bytes.
    len: u32,
}

impl Places {
    fn at(&self, offset: u32) -> Result<At, Error> {
        self.offsets.as_slice().binary_search(&offset).map(At::new).map_err(|_| {
            Error::new(&codes::INVALID_CODE, format!("no instruction begins at the target {offset}"))
        })
    }

    /// The same for the end of a range.
    fn end(&self, offset: u32) -> Result<At, Error> {
        if offset == self.len { Ok(At::new(self.offsets.len())) } else { self.at(offset) }
    }

    /// The first instruction that does not begin before.
    fn from(&self, offset: u32) -> At {
        At::new(self.offsets.as_slice().partition_point(|&start| start < offset))
    }
}

fn retarget(instr: &mut Instr, places: &Places) -> Result<(), Error> {
    let set = |target: &mut At| places.at(target.index() as u32).map(|at| *target = at);
    match instr {
        Instr::Goto(to) | Instr::Branch(_, to) | Instr::Subroutine(Subroutine::Call(to)) => set(to),
        Instr::Switch(switch) => {
            switch.cases.iter_mut().try_for_each(|case| set(&mut case.1))?;
            set(&mut switch.default)
        }
        _ => Ok(()),
    }
}

fn handler(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>, places: &Places) -> Result<Handler, Error> {
    let offset = bytes.offset();
    let mut next = || bytes.u2().map(u32::from);
    let (start, end, target) = (next()?, next()?, next()?);
    let class = pool.optional_class(bytes.u2()?)?;
    let (start, end, target) = (places.at(start)?, places.end(end)?, places.at(target)?);
    match start < end {
        true => Ok(Handler { start, end, target, class }),
        false => {
            Err(Error::new(&codes::INVALID_CODE, "the range of a handler is empty")
                .at(Offset::OfFile(offset)))
        }
    }
}

fn debug_table(
    code: &mut Code,
    places: &Places,
    name: &str,
    bytes: &mut Bytes<'_>,
    pool: &mut Pool<'_>,
) -> Result<(), Error> {
    match name {
        "LineNumberTable" => {
            let entries = bytes.list(|bytes| Ok((u32::from(bytes.u2()?), bytes.u2()?)))?;
            let inside = entries.into_iter().filter(|(start, _)| *start < places.len);
            code.lines.extend(inside.map(|(start, line)| Line { start: places.from(start), line }));
            bytes.end()
        }
        "LocalVariableTable" => {
            let entries = bytes.list(|bytes| Ok(variable(&mut bytes.take(10)?, pool, places).ok()))?;
            let known = entries.into_iter().flatten();
            code.variables.extend(known.filter(|variable| variable.slot < code.max_locals));
            bytes.end()
        }
        _ => Ok(()),
    }
}

fn variable(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>, places: &Places) -> Result<Variable, Error> {
    let start = u32::from(bytes.u2()?);
    let end = start + u32::from(bytes.u2()?);
    let (name, ty) = (pool.name(bytes.u2()?)?, pool.field_type(bytes.u2()?)?);
    Ok(Variable { name, ty, slot: bytes.u2()?, start: places.from(start), end: places.from(end) })
}
