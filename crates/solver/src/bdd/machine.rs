//! The one shape of all operations: simple cases, the cache, a split at the topmost variable, and a join of the two
//! results.
//!
//! The textbooks write this as a recursive function, whose depth is the number of variables. Here the calls that wait
//! are frames on an explicit stack. An operation may ask another one for a part of its work; that is a plain call,
//! since operations form no cycle: and, xor and ite use none, substitution asks ite, and the relational product asks
//! and and substitution.

use super::cache::Key;
use super::operators::{And, Ite, Xor};
use super::quantify::{AndExists, Substitute};
use super::{Bdd, BddError, Bdds};

/// How an operation goes on with a task.
pub(super) enum Reduced<T> {
    Known(Bdd),
    /// The task in a normal form, and whether its result is to be complemented.
    Open(T, bool),
}

/// A task, taken apart at a level.
pub(super) struct Split<T> {
    pub(super) level: u32,
    /// Whether the variable of the level is quantified.
    pub(super) quantified: bool,
    pub(super) low: T,
    pub(super) high: T,
}

pub(super) trait Operation: Copy {
    type Task: Copy;

    /// Simple cases, and what makes equal tasks look equal.
    fn reduce(self, bdds: &mut Bdds, task: Self::Task) -> Result<Reduced<Self::Task>, BddError>;

    /// The key of a reduced task.
    fn key(self, task: Self::Task) -> Key;

    fn split(self, bdds: &Bdds, task: Self::Task) -> Split<Self::Task>;

    /// The result from those of the two parts.
    fn join(
        self,
        bdds: &mut Bdds,
        level: u32,
        quantified: bool,
        low: Bdd,
        high: Bdd,
    ) -> Result<Bdd, BddError>;

    /// The frames of this operation, kept for their memory.
    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Self::Task>>;
}

/// A task whose parts are being worked on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending<T> {
    key: Key,
    level: u32,
    quantified: bool,
    complement: bool,
    /// The result of the low part, once it is there.
    low: Option<Bdd>,
    high: T,
}

/// One stack for each operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Stacks {
    pub(super) and: Vec<Pending<<And as Operation>::Task>>,
    pub(super) xor: Vec<Pending<<Xor as Operation>::Task>>,
    pub(super) ite: Vec<Pending<<Ite as Operation>::Task>>,
    pub(super) and_exists: Vec<Pending<<AndExists as Operation>::Task>>,
    pub(super) substitute: Vec<Pending<<Substitute as Operation>::Task>>,
}

/// The result of an operation on a task.
pub(super) fn run<O: Operation>(bdds: &mut Bdds, operation: O, task: O::Task) -> Result<Bdd, BddError> {
    let mut stack = std::mem::take(O::stack(bdds));
    let result = work(bdds, operation, task, &mut stack);
    stack.clear();
    *O::stack(bdds) = stack;
    result
}

fn work<O: Operation>(
    bdds: &mut Bdds,
    operation: O,
    mut task: O::Task,
    stack: &mut Vec<Pending<O::Task>>,
) -> Result<Bdd, BddError> {
    loop {
        let Some(mut value) = begin(bdds, operation, &mut task, stack)? else { continue };
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(value) };
            let low = match frame.low {
                Some(low) => low,
                // With the low part true, so is the disjunction, whatever the high part is.
                None if frame.quantified && value == Bdd::TRUE => Bdd::TRUE,
                None => {
                    frame.low = Some(value);
                    task = frame.high;
                    break;
                }
            };
            let Pending { key, level, quantified, complement, .. } = *frame;
            stack.pop();
            let result = operation.join(bdds, level, quantified, low, value)?;
            bdds.cache.put(key, result);
            value = result.complement_if(complement);
        }
    }
}

/// The value of a task if that is known; otherwise its frame is on the stack, and the task is its low part.
fn begin<O: Operation>(
    bdds: &mut Bdds,
    operation: O,
    task: &mut O::Task,
    stack: &mut Vec<Pending<O::Task>>,
) -> Result<Option<Bdd>, BddError> {
    let (open, complement) = match operation.reduce(bdds, *task)? {
        Reduced::Known(value) => return Ok(Some(value)),
        Reduced::Open(open, complement) => (open, complement),
    };
    let key = operation.key(open);
    if let Some(value) = bdds.cache.get(&key) {
        return Ok(Some(value.complement_if(complement)));
    }
    bdds.step()?;
    let Split { level, quantified, low, high } = operation.split(bdds, open);
    stack.push(Pending { key, level, quantified, complement, low: None, high });
    *task = low;
    Ok(None)
}
