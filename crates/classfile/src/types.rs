//! Types of fields and methods, and the descriptors that write them.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::Arc;

use crate::instr::Kind;
use crate::names::{Name, java_name};

/// The type of a field, a parameter or an element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Class(Name),
    /// Of at most 255 dimensions.
    Array(Arc<Type>),
}

/// The types of a method's parameters, without `this`, and of its result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MethodType {
    pub parameters: Vec<Type>,
    /// Nothing for `void`.
    pub result: Option<Type>,
}

impl Type {
    /// How many dimensions an array may have.
    pub const MAX_DIMENSIONS: usize = 255;

    pub fn class(name: &str) -> Self {
        Type::Class(name.into())
    }

    #[must_use]
    pub fn array_of(self) -> Self {
        Type::Array(Arc::new(self))
    }

    /// Reads a descriptor: `I`, `[Ljava/lang/String;`.
    pub fn parse(descriptor: &str) -> Option<Self> {
        let mut rest = descriptor.chars().peekable();
        field_type(&mut rest).filter(|_| rest.next().is_none())
    }

    /// Reads what a constant of a class says: the name of a class, or the descriptor of an array.
    pub fn of_class_constant(text: &Name) -> Option<Self> {
        match text.starts_with('[') {
            true => Self::parse(text),
            false => is_class_name(text).then(|| Type::Class(Arc::clone(text))),
        }
    }

    /// What it is on the stack.
    pub fn kind(&self) -> Kind {
        match self {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            Type::Float => Kind::Float,
            Type::Double => Kind::Double,
            Type::Class(_) | Type::Array(_) => Kind::Ref,
        }
    }

    pub fn is_reference(&self) -> bool {
        self.kind() == Kind::Ref
    }

    /// The type of the elements of an array.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Array(element) => Some(element),
            _ => None,
        }
    }

    /// The name of a class that is no array.
    pub fn class_name(&self) -> Option<&Name> {
        match self {
            Type::Class(name) => Some(name),
            _ => None,
        }
    }

    pub fn dimensions(&self) -> usize {
        std::iter::successors(self.element(), |ty| ty.element()).count()
    }

    /// As Java writes it: `java.lang.String[]`.
    pub fn java(&self) -> String {
        let name = match self {
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Char => "char",
            Type::Short => "short",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Class(name) => return java_name(name),
            Type::Array(element) => return format!("{}[]", element.java()),
        };
        name.to_owned()
    }
}

impl MethodType {
    /// Reads a descriptor: `(I[J)V`.
    pub fn parse(descriptor: &str) -> Option<Self> {
        let mut rest = descriptor.strip_prefix('(')?.chars().peekable();
        let mut parameters = Vec::new();
        while rest.next_if_eq(&')').is_none() {
            parameters.push(field_type(&mut rest)?);
        }
        let result = match rest.next_if_eq(&'V') {
            Some(_) => None,
            None => Some(field_type(&mut rest)?),
        };
        let read = Self { parameters, result };
        (rest.next().is_none() && read.slots() <= 255).then_some(read)
    }

    /// How many slots of local variables the parameters take, without `this`.
    pub fn slots(&self) -> usize {
        self.parameters.iter().map(|ty| ty.kind().slots()).sum()
    }

    /// The parameters as Java writes them: `(int, long[])`.
    pub fn java_parameters(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Type::java).collect();
        format!("({})", parameters.join(", "))
    }
}

fn field_type(rest: &mut Peekable<Chars<'_>>) -> Option<Type> {
    let mut dimensions = 0;
    while rest.next_if_eq(&'[').is_some() {
        dimensions += 1;
    }
    let element = match rest.next()? {
        'Z' => Type::Boolean,
        'B' => Type::Byte,
        'C' => Type::Char,
        'S' => Type::Short,
        'I' => Type::Int,
        'J' => Type::Long,
        'F' => Type::Float,
        'D' => Type::Double,
        'L' => class_until_semicolon(rest)?,
        _ => return None,
    };
    (dimensions <= Type::MAX_DIMENSIONS).then(|| (0..dimensions).fold(element, |ty, _| ty.array_of()))
}

fn class_until_semicolon(rest: &mut Peekable<Chars<'_>>) -> Option<Type> {
    let mut name = String::new();
    while let Some(c) = rest.next_if(|&c| c != ';') {
        name.push(c);
    }
    rest.next()?;
    is_class_name(&name).then(|| Type::Class(name.into()))
}

/// Whether it is the internal name of a class: parts between slashes, none of them empty.
pub(crate) fn is_class_name(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && !part.contains(['.', ';', '[']))
}

/// The descriptor.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Boolean => f.write_str("Z"),
            Type::Byte => f.write_str("B"),
            Type::Char => f.write_str("C"),
            Type::Short => f.write_str("S"),
            Type::Int => f.write_str("I"),
            Type::Long => f.write_str("J"),
            Type::Float => f.write_str("F"),
            Type::Double => f.write_str("D"),
            Type::Class(name) => write!(f, "L{name};"),
            Type::Array(element) => write!(f, "[{element}"),
        }
    }
}

/// The descriptor.
impl fmt::Display for MethodType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.parameters.iter().try_for_each(|ty| ty.fmt(f))?;
        f.write_str(")")?;
        match &self.result {
            Some(ty) => ty.fmt(f),
            None => f.write_str("V"),
        }
    }
}
