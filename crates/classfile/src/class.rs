//! A class with its fields, methods and bodies.

use std::fmt;
use std::sync::Arc;

use base::IndexVec;

use crate::instr::{At, Const, Instr, MethodHandle};
use crate::names::{Name, java_name};
use crate::types::{MethodType, Type};

base::typed_id!(
    /// A bootstrap method of a [`Class`].
    BootstrapId,
    "bootstrap"
);

/// What a class file says.
#[derive(Clone, Debug)]
pub struct Class {
    /// The internal name: `java/util/Map$Entry`.
    pub name: Name,
    /// Of the class file: 52 is Java 8, 69 is Java 25.
    pub version: u16,
    pub flags: Flags,
    /// Nothing for `java/lang/Object` only.
    pub superclass: Option<Name>,
    /// The interfaces that are implemented or, by an interface, extended; without those of the superclass.
    pub interfaces: Vec<Name>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub bootstraps: IndexVec<BootstrapId, Bootstrap>,
    /// The name of the file that it was compiled from, without folders.
    pub source_file: Option<Name>,
    /// All member classes that are mentioned, itself included if it is one.
    pub inner_classes: Vec<InnerClass>,
    /// Of a local or anonymous class.
    pub enclosing_method: Option<EnclosingMethod>,
    /// The class that decides who sees private members; nothing if it is its own host.
    pub nest_host: Option<Name>,
    pub nest_members: Vec<Name>,
    /// Given exactly for records.
    pub record: Option<Vec<RecordComponent>>,
    /// The classes that may be directly below it; nothing if it is not sealed.
    pub permitted: Option<Vec<Name>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub name: Name,
    pub ty: Type,
    pub flags: Flags,
    /// The value of a static field before any initialiser runs: a number or a string of the type of the field, where
    /// booleans, chars and short numbers are ints. On other fields it has no meaning and is left out.
    pub constant: Option<Const>,
}

#[derive(Clone, Debug)]
pub struct Method {
    /// `<init>` for constructors, `<clinit>` for the initialiser of the class.
    pub name: Name,
    pub ty: MethodType,
    pub flags: Flags,
    /// Given exactly if it is neither abstract nor native.
    pub code: Option<Code>,
    /// The exceptions after `throws`.
    pub exceptions: Vec<Name>,
}

/// A body.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// In slots: longs and doubles take two.
    pub max_stack: u16,
    /// In slots, parameters and `this` included.
    pub max_locals: u16,
    /// At least one.
    pub instrs: IndexVec<At, Instr>,
    /// Where each instruction begins, in bytes.
    pub offsets: IndexVec<At, u32>,
    /// The first that fits catches.
    pub handlers: Vec<Handler>,
    /// In order of their beginnings.
    pub lines: Vec<Line>,
    /// From the debug table.
    pub variables: Vec<Variable>,
}

/// A range of instructions whose exceptions are caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    pub start: At,
    /// Exclusive: the number of instructions at most.
    pub end: At,
    pub target: At,
    /// Nothing catches everything.
    pub class: Option<Name>,
}

/// From this instruction on, up to the next entry, code belongs to the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub start: At,
    pub line: u16,
}

/// A local variable of the source: its slot belongs to it in a range of instructions.
///
/// The range begins *after* the instruction that stores its first value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: Type,
    pub slot: u16,
    pub start: At,
    /// Exclusive: the number of instructions at most.
    pub end: At,
}

/// What computes a call site or a constant: a method and its static arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Bootstrap {
    pub method: Arc<MethodHandle>,
    pub arguments: Vec<Const>,
}

/// A class that is a member of another, or local, or anonymous.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerClass {
    pub class: Name,
    /// Nothing if it is local or anonymous.
    pub outer: Option<Name>,
    /// Nothing if it is anonymous.
    pub simple_name: Option<Name>,
    /// As the source says; those of the class file know no `static` and no `private`.
    pub flags: Flags,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnclosingMethod {
    pub class: Name,
    /// Nothing if the class is in an initialiser.
    pub method: Option<(Name, MethodType)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordComponent {
    pub name: Name,
    pub ty: Type,
}

/// Access flags of a class, field or method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u16);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident $mask:literal)*) => {
        impl Flags {
            $($(#[$doc])* pub fn $name(self) -> bool { self.0 & $mask != 0 })*
        }
    };
}

flags! {
    is_public 0x0001
    is_private 0x0002
    is_protected 0x0004
    is_static 0x0008
    is_final 0x0010
    /// Of a method.
    is_synchronized 0x0020
    /// Of a field.
    is_volatile 0x0040
    /// Of a method that only leads to one with other types.
    is_bridge 0x0040
    /// Of a method.
    is_varargs 0x0080
    is_native 0x0100
    /// Of a class.
    is_interface 0x0200
    is_abstract 0x0400
    /// Not in the source.
    is_synthetic 0x1000
    /// Of a class.
    is_annotation 0x2000
    /// Of a class, or of a field that is one of its constants.
    is_enum 0x4000
    /// Of a class file that holds a module's declaration.
    is_module 0x8000
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x}", self.0)
    }
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.flags.is_interface()
    }

    /// The method that the class itself declares.
    pub fn method(&self, name: &str, ty: &MethodType) -> Option<&Method> {
        self.methods.iter().find(|method| *method.name == *name && method.ty == *ty)
    }

    /// The field that the class itself declares.
    pub fn field(&self, name: &str, ty: &Type) -> Option<&Field> {
        self.fields.iter().find(|field| *field.name == *name && field.ty == *ty)
    }

    /// The initialiser of the class, if it has one.
    pub fn initialiser(&self) -> Option<&Method> {
        self.methods.iter().find(|method| method.is_initialiser())
    }

    /// The name as Java writes it.
    pub fn java_name(&self) -> String {
        java_name(&self.name)
    }
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.flags.is_static()
    }

    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Whether it is the initialiser of its class.
    pub fn is_initialiser(&self) -> bool {
        &*self.name == "<clinit>" && self.ty.parameters.is_empty() && self.ty.result.is_none()
    }

    /// How it is shown: `add(int, java.lang.Object)`.
    pub fn java_signature(&self) -> String {
        format!("{}{}", self.name, self.ty.java_parameters())
    }
}

impl Code {
    /// The line of an instruction, if the compiler has noted it.
    pub fn line(&self, at: At) -> Option<u16> {
        let after = self.lines.partition_point(|line| line.start <= at);
        self.lines[..after].last().map(|line| line.line)
    }
}
