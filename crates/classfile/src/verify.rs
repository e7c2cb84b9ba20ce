//! The verification of a body: types of locals and stack before every instruction that can be reached.
//!
//! Types are inferred by abstract interpretation: where paths meet, types are joined ([`join`]), until nothing changes.
//! Stack maps in the class file are not needed, so all versions are treated alike. Checked is what the specification of
//! the JVM demands in 4.9 and 4.10, but for what changes no type: access rights, final fields, the order of monitors.
//! Code that cannot be reached is not looked at, and has no frames.
//!
//! Two rules are those of Java virtual machines. A value of a class may be used as any interface; calls find out. And a
//! class that is not found is believed to have the superclasses that it needs: a method that mentions one for a case
//! that never comes is fine, and where it is needed, it will be missing.

mod frame;
mod join;
mod step;

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Id, IndexVec};

pub use frame::{Frame, Frames, Value};

use crate::class::{Class, Code, Handler, Method};
use crate::codes;
use crate::error::{Error, Offset};
use crate::hierarchy::{Hierarchy, OBJECT};
use crate::instr::{At, Instr, Subroutine};
use crate::names::Name;
use crate::types::Type;
use step::Step;

/// How many values all frames of a body may have, shared ones counted once.
const MAX_VALUES: usize = 1 << 22;

/// How many values may be compared, handlers looked at and instructions executed for one body.
const MAX_WORK: usize = 1 << 26;

/// Verifies the body of a method of a class. A method without a body has no frames.
pub fn verify(class: &Class, method: &Method, hierarchy: &Hierarchy<'_>) -> Result<Frames, Error> {
    let Some(code) = &method.code else { return Ok(Frames::default()) };
    let frames = IndexVec::filled(None, code.instrs.len());
    let context = Context { class, method, code, hierarchy };
    let mut verifier = Verifier { context, frames, pending: BTreeSet::new(), values: 0, work: 0 };
    verifier
        .run()
        .map_err(|error| error.in_class(&class.name).in_method(format!("{}{}", method.name, method.ty)))?;
    Ok(Frames { frames: verifier.frames })
}

/// What stays the same.
#[derive(Clone, Copy)]
struct Context<'a> {
    class: &'a Class,
    method: &'a Method,
    code: &'a Code,
    hierarchy: &'a Hierarchy<'a>,
}

struct Verifier<'a> {
    context: Context<'a>,
    frames: IndexVec<At, Option<Frame>>,
    /// Instructions whose frames have changed.
    pending: BTreeSet<At>,
    values: usize,
    work: usize,
}

impl Verifier<'_> {
    fn run(&mut self) -> Result<(), Error> {
        let Context { code, .. } = self.context;
        let entry = self.context.entry()?;
        self.flow(At::new(0), entry)?;
        while let Some(at) = self.pending.pop_first() {
            let offset = code.offsets.get(at).copied().unwrap_or(0);
            self.execute(at).map_err(|error| error.at(Offset::OfCode(offset)))?;
        }
        Ok(())
    }

    fn execute(&mut self, at: At) -> Result<(), Error> {
        let Context { code, .. } = self.context;
        let before = self.frames[at].clone().unwrap_or_default();
        self.spend(1 + code.handlers.len())?;
        for handler in code.handlers.iter().filter(|handler| handler.start <= at && at < handler.end) {
            let caught = self.context.caught(handler, &before)?;
            self.flow(handler.target, caught)?;
        }
        let instr = &code.instrs[at];
        let after = Step::new(self.context, at, before).run(instr)?;
        if let Instr::Switch(switch) = instr {
            let targets: BTreeSet<At> =
                switch.cases.iter().map(|case| case.1).chain([switch.default]).collect();
            return targets.into_iter().try_for_each(|target| self.flow(target, after.clone()));
        }
        if let Instr::Goto(target) | Instr::Branch(_, target) = instr {
            self.flow(*target, after.clone())?;
        }
        if instr.goes_on() { self.flow(At::new(at.index() + 1), after) } else { Ok(()) }
    }

    /// A path reaches an instruction with these types.
    fn flow(&mut self, to: At, frame: Frame) -> Result<(), Error> {
        self.spend(frame.stack.len() + frame.locals.len())?;
        match self.frames.get_mut(to) {
            None => return Err(invalid("the path falls off the end of the body")),
            Some(Some(known)) => {
                if !join::into_frame(self.context.hierarchy, known, &frame)? {
                    return Ok(());
                }
            }
            Some(unknown) => *unknown = Some(frame),
        }
        self.pending.insert(to);
        self.count(to)
    }

    /// Counts what a new or changed frame holds.
    fn count(&mut self, at: At) -> Result<(), Error> {
        let before = at.index().checked_sub(1).and_then(|before| self.frames[At::new(before)].as_ref());
        let Some(frame) = &self.frames[at] else { return Ok(()) };
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.locals, &frame.locals));
        self.values += frame.stack.len() + if shared { 0 } else { frame.locals.len() };
        if self.values > MAX_VALUES { Err(too_large()) } else { Ok(()) }
    }

    fn spend(&mut self, work: usize) -> Result<(), Error> {
        self.work += work;
        if self.work > MAX_WORK { Err(too_large()) } else { Ok(()) }
    }
}

impl Context<'_> {
    /// Before the first instruction.
    fn entry(&self) -> Result<Frame, Error> {
        let mut frame = Frame::default();
        let mut slot = 0;
        let is_object = &*self.class.name == OBJECT;
        let this = match () {
            () if self.method.is_static() => None,
            () if self.method.is_constructor() && !is_object => Some(Value::UninitThis),
            () => Some(Value::class(&self.class.name)),
        };
        for value in this.into_iter().chain(self.method.ty.parameters.iter().map(Value::from)) {
            let slots = value.kind().slots();
            frame.set_local(slot, value);
            slot += slots;
        }
        match slot <= usize::from(self.code.max_locals) {
            true => Ok(frame),
            false => Err(invalid("the parameters have no slots")),
        }
    }

    /// At the beginning of a handler.
    fn caught(&self, handler: &Handler, before: &Frame) -> Result<Frame, Error> {
        let throwable = Name::from("java/lang/Throwable");
        let class = Type::Class(handler.class.clone().unwrap_or_else(|| Name::clone(&throwable)));
        if !join::assignable(self.hierarchy, &class, &Type::Class(throwable))? {
            return Err(invalid(format!("{} is caught, but never thrown", class.java())));
        }
        if self.code.max_stack == 0 {
            return Err(invalid("the stack is too small for what is caught"));
        }
        Ok(Frame { locals: Arc::clone(&before.locals), stack: vec![Value::Ref(class)] })
    }
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(&codes::INVALID_CODE, message)
}

fn too_large() -> Error {
    Error::unsupported(&codes::BODY_TOO_LARGE, "the body has too many local variables and jumps")
}

fn subroutine(subroutine: &Subroutine) -> Error {
    let name = match subroutine {
        Subroutine::Call(_) => "jsr",
        Subroutine::Return(_) => "ret",
    };
    Error::unsupported(&codes::SUBROUTINE, format!("the instruction `{name}` is not supported"))
        .help("compile the class again, with Java 6 or newer")
}
