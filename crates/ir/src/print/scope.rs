//! What the printer knows of the surroundings of a piece of code: declared types, which let operand types be left out,
//! and names, for the comments.

use std::fmt;

use base::Id;

use crate::program::{ClassId, EnumId, FieldId, GlobalId, LocalId, Proc, ProcId, Program};
use crate::strings::StringId;
use crate::types::Type;
use crate::typing::VariableTypes;

/// Something whose print depends on its surroundings.
pub(super) trait InScope {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Clone, Copy)]
enum Style {
    /// Exact: what the reader reads.
    Ids,
    /// For people: ids only where there is no name.
    Names,
}

#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    program: Option<&'a Program>,
    proc: Option<&'a Proc>,
    style: Style,
}

impl<'a> Scope<'a> {
    /// Nothing is known: all operand types of variables are written.
    pub(super) const UNKNOWN: Scope<'static> = Scope { program: None, proc: None, style: Style::Ids };

    pub(super) fn ids(program: &'a Program, proc: &'a Proc) -> Self {
        Self { program: Some(program), proc: Some(proc), style: Style::Ids }
    }

    pub(super) fn names(program: Option<&'a Program>, proc: Option<&'a Proc>) -> Self {
        Self { program, proc, style: Style::Names }
    }

    pub(super) fn show<'b, T: InScope + ?Sized>(self, item: &'b T) -> Shown<'b, T>
    where
        'a: 'b,
    {
        Shown { scope: self, item }
    }

    /// Prints the name if names are wanted and there is one, or else the id.
    fn entity<I: Id>(self, f: &mut fmt::Formatter<'_>, id: I, name: Option<&str>) -> fmt::Result {
        match (self.style, name) {
            (Style::Names, Some(name)) if !name.is_empty() => write!(f, "{}", Escaped(name)),
            (Style::Names | Style::Ids, _) => write!(f, "{id}"),
        }
    }
}

impl VariableTypes for Scope<'_> {
    fn local_type(&self, local: LocalId) -> Option<Type> {
        self.proc?.locals.get(local).map(|local| local.ty)
    }

    fn global_type(&self, global: GlobalId) -> Option<Type> {
        self.program?.globals.get(global).map(|global| global.ty)
    }
}

pub(super) struct Shown<'a, T: ?Sized> {
    scope: Scope<'a>,
    item: &'a T,
}

impl<T: InScope + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.item.print(self.scope, f)
    }
}

impl InScope for LocalId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = scope.proc.and_then(|proc| proc.locals.get(*self));
        scope.entity(f, *self, local.map(|local| local.name.as_str()))
    }
}

impl InScope for GlobalId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let global = scope.program.and_then(|program| program.globals.get(*self));
        scope.entity(f, *self, global.map(|global| global.name.as_str()))
    }
}

impl InScope for ClassId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = scope.program.and_then(|program| program.classes.get(*self));
        scope.entity(f, *self, class.map(|class| class.name.as_str()))
    }
}

impl InScope for EnumId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let def = scope.program.and_then(|program| program.enums.get(*self));
        scope.entity(f, *self, def.map(|def| def.name.as_str()))
    }
}

impl InScope for FieldId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = scope.program.and_then(|program| program.fields.get(*self));
        scope.entity(f, *self, field.map(|field| field.name.as_str()))
    }
}

impl InScope for ProcId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proc = scope.program.and_then(|program| program.procs.get(*self));
        scope.entity(f, *self, proc.map(|proc| proc.name.as_str()))
    }
}

/// The text itself, where the table is known.
impl InScope for StringId {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match scope.program.and_then(|program| program.strings.get(*self)) {
            Some(text) => write!(f, "{}", Quoted(text)),
            None => write!(f, "{self}"),
        }
    }
}

impl InScope for Type {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Enum(id) => id.print(scope, f),
            Type::Ref(class) => class.print(scope, f),
            Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::String | Type::Object => {
                write!(f, "{self}")
            }
        }
    }
}

/// A string literal of the text form.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Escaped(self.0))
    }
}

/// Text on one line, without unescaped quotes.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                // Also the separators that editors take for line ends.
                control if control.is_control() || matches!(control, '\u{2028}' | '\u{2029}') => {
                    write!(f, "\\u{{{:x}}}", u32::from(control))?;
                }
                plain => f.write_char(plain)?,
            }
        }
        Ok(())
    }
}
