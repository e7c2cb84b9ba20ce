//! Java class files as data: what `javac` wrote, read, resolved and verified. It knows nothing of the core language.
//!
//! - [`Class`], [`Method`], [`Code`], [`Instr`]: a class file with all operands of its instructions resolved from the
//!   constant pool ([`read()`]);
//! - [`ClassPath`]: where classes are found by name: files, folders, jars, the runtime image of a JDK;
//! - [`Classes`]: what has classes by name, and what follows from that: superclasses, subclasses ([`Hierarchy`]),
//!   the field or method that a reference means (`resolve`);
//! - [`verify()`]: the type checking verification of a body; its [`Frames`] are the types of locals and stack before
//!   each instruction;
//! - [`Error`]: what is wrong, in which class, method and at which offset; it becomes a diagnostic.
//!
//! What a reader of these types may rely on:
//!
//! - Names of classes are *internal*, with slashes: `java/util/Map$Entry`. [`java_name`] writes them with dots.
//! - Instructions are numbered from 0 within their method ([`At`]); [`Code::offsets`] has their offsets in bytes. All
//!   targets of branches, switches, handlers, line and variable tables are such numbers. Every target is an
//!   instruction; ranges are half open and end at [`Code::instrs`]`.len()` at most.
//! - A method has a [`Code`] exactly if it is neither abstract nor native.
//! - Nothing is read later: a class is whole, and owns what it says. References to fields, methods and call sites are
//!   shared among the instructions of a class.
//! - Of a [`Code`] alone nothing more is promised. What [`verify()`] accepts has, at each reachable instruction, the
//!   operands that the instruction needs, of its types; never falls off its end; has slots below `max_locals`; returns
//!   what its descriptor says. It has no `jsr` and no `ret`, which are refused there.
//!
//! No input makes it panic, run without end, or allocate by a count that the input only claims.

mod class;
mod error;
mod hierarchy;
mod instr;
mod names;
mod path;
mod read;
mod resolve;
mod types;
mod verify;

pub mod codes;

pub use class::{
    Bootstrap, BootstrapId, Class, Code, EnclosingMethod, Field, Flags, Handler, InnerClass, Line, Method,
    RecordComponent, Variable,
};
pub use error::{Error, Offset};
pub use hierarchy::{Above, Hierarchy};
pub use instr::{
    At, BinaryOp, Comparison, Condition, Const, Conversion, DynamicCall, DynamicConstant, Element,
    FieldAccess, FieldRef, HandleKind, Instr, Invocation, Kind, Member, MethodHandle, MethodRef, Number,
    Relation, Shuffle, Subroutine, Switch, WhenNan,
};
pub use names::{JavaString, Name, java_name};
pub use path::{ClassPath, Classes};
pub use read::read;
pub use resolve::{ResolvedField, ResolvedMethod};
pub use types::{MethodType, Type};
pub use verify::{Frame, Frames, Value, verify};
