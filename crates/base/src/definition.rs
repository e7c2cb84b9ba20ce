//! Where the names of a program are declared: what editors jump to, and what may be suggested for a name that nothing
//! has.

use crate::source::Span;

/// A name and the place of its declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// With the type and the procedure that it belongs to, in this order, and points between them.
    pub name: String,
    pub kind: DefinitionKind,
    /// Of the name; in the text form of the core language, of the whole declaration.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefinitionKind {
    /// A class, an enum, or any other type with a name.
    Type,
    /// Of an enum.
    Constant,
    Field,
    /// A variable of the whole program, static fields included.
    Global,
    Procedure,
    Parameter,
    /// A variable of a procedure, named results included.
    Local,
    Label,
}

/// Definitions in the order in which a parser meets them. What belongs to what follows from that order: members come
/// after the name of their type, and variables and labels after that of their procedure.
#[derive(Debug, Default)]
pub struct Definitions {
    all: Vec<Definition>,
    /// The last type, and the last procedure with its type before it.
    ty: Option<String>,
    procedure: Option<String>,
}

impl Definitions {
    pub fn add(&mut self, kind: DefinitionKind, name: &str, span: Span) {
        use DefinitionKind as K;
        let owner = match kind {
            K::Type => &None,
            K::Constant | K::Field | K::Global | K::Procedure => &self.ty,
            K::Parameter | K::Local | K::Label => &self.procedure,
        };
        let name = owner.as_ref().map_or_else(|| name.to_owned(), |owner| format!("{owner}.{name}"));
        match kind {
            K::Type => self.ty = Some(name.clone()),
            K::Procedure => self.procedure = Some(name.clone()),
            K::Constant | K::Field | K::Global | K::Parameter | K::Local | K::Label => {}
        }
        self.all.push(Definition { name, kind, span });
    }

    /// In order of their places.
    pub fn finish(mut self) -> Vec<Definition> {
        self.all.sort_by_key(|definition| definition.span);
        self.all
    }
}
