//! The core language: one small imperative language that every front end lowers to and every engine reads.
//!
//! A [`Program`] has classes, enums, globals, procedures and threads to start. A procedure is a control-flow
//! graph of [`Block`]s; a block is straight-line [`Instr`]s and one [`Terminator`]. Instructions are
//! three-address in the sense that matters to an engine: each makes at most one heap access, and all its
//! operands are pure expressions over locals and globals.
//!
//! # What a program does
//!
//! A state is the values of the globals, a heap of objects, and a list of live threads, each with a stack
//! of frames. A thread moves in *steps*: from where it stands to just before the next instruction or
//! terminator whose [`Site`] is marked `step`, or until it blocks or ends. Threads interleave between steps, never
//! inside one. Between [`ThreadOp::AtomicBegin`] and [`ThreadOp::AtomicEnd`] (also through calls, and nested) no other
//! thread moves.
//!
//! - The program starts with the thread of [`Program::init`] alone, which is atomic as a whole; when it ends,
//!   one thread for each of [`Program::threads`] starts, in order, numbered 0, 1, 2 and so on. A spawned thread
//!   gets the next number. A thread ends with the return of its bottom frame.
//! - `choose`, `havoc`, a `goto` with many targets, and a `select` with many open joins are the only
//!   nondeterminism inside a step.
//! - A `select` with no open join blocks its thread; inside an atomic section that is a fault.
//! - When no thread can move and one is blocked at a `select` not marked `end`, the program has deadlocked.
//! - `assume` of a false condition discards the execution: it is neither an error nor an end.
//! - What comes after an `opaque` terminator is not known. No answer says that a property holds if one can be reached.
//!
//! The crate `interp` is the definition in full.
//!
//! # What else is here
//!
//! - [`any`] counts and numbers the values of a type; [`strings`] is the table of texts;
//! - [`builder`] makes procedures, [`faults`] finds what instructions can fail at;
//! - [`eval`] gives meaning to expressions, [`decimal`] to decimal numbers;
//! - [`mod@print`] has the text form and its grammar, [`mod@read`] reads it back;
//! - [`visit`] shows what instructions mention, for everything that does not care what they mean;
//! - [`mod@verify`] lists and checks the rules that engines rely on;
//! - [`facts`] finds control-flow facts, live variables, calls and effects;
//! - [`passes`] changes programs and keeps what they do;
//! - [`codes`] explains the diagnostics of this crate.

pub mod any;
pub mod builder;
pub mod codes;
pub mod decimal;
pub mod eval;
pub mod facts;
pub mod faults;
pub mod front_end;
pub mod instr;
pub mod labels;
pub mod passes;
pub mod print;
pub mod program;
pub mod read;
mod spans;
pub mod strings;
#[cfg(test)]
mod test_programs;
pub mod types;
pub mod typing;
pub mod value;
pub mod verify;
pub mod visit;

pub use builder::ProcBuilder;
pub use decimal::Decimal;
pub use eval::{ArithFault, Environment};
pub use faults::{Faults, Hazard};
pub use front_end::{Compiled, FrontEnd, Input, Stages};
pub use instr::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, Element, Expr, FaultKind, Guard, HeapOp, Instr, Join,
    NullPolicy, Op, Place, Probe, Rounding, Site, TermOp, Terminator, ThreadOp, UnOp,
};
pub use labels::{Label, LabelKind};
pub use print::print;
pub use program::{
    Block, BlockId, Class, ClassId, ClassKind, EnumDef, EnumId, Equality, Field, FieldId, Global, GlobalId,
    Local, LocalId, LocalKind, Method, Proc, ProcId, Program, SecondThread,
};
pub use read::read;
pub use strings::{StringId, Strings};
pub use types::{IntType, Overflow, RealType, Type};
pub use value::{ObjectId, Real, Value};
pub use verify::{VerifyError, verify};
pub use visit::{Visitor, VisitorMut};
