//! The text form of programs: the printer, and the grammar that [`mod@crate::read`] reads back.
//!
//! Entities are written by their ids, so that the text form is exact; names stand in quotes beside the declarations.
//! Where names help, the same line follows once more with names in the place of ids, as a comment.
//!
//! ```text
//! class class0 "Node" record { field0 "next": class0; field1 "val": i32 }
//! global g0 "Main.head": class0
//! thread proc0
//!
//! proc proc0 "Main.main"(v0 "x": i32) -> (bool) {
//!   temp v1: class0
//! block0:
//! * v1 = load g0.field0                           // v1 = load Main.head.next
//!   branch v1 == null, block1, block0
//! block1:
//! * return true
//! }
//! ```
//!
//! # Grammar
//!
//! A line end ends a declaration or an instruction, and `//` begins a comment. `[x]` is optional, `{x}` is any number
//! of `x`, `x,*` is a list of `x` with commas between, and `;*` is such a list with semicolons or line ends between.
//! NAME is a string in double quotes with the escapes `\" \\ \n \r \t \u{41}`; an empty name is left out.
//!
//! ```text
//! program  = { "enum" enumN [NAME] "{" NAME,* "}"
//!            | "string" strN STRING                                            from str1 on: str0 is the empty text
//!            | "class" classN [NAME] kind ["methods" "{" (["static"] STRING ["=" procN]);* "}"]      abstract without procN
//!            | "field" fieldN [NAME] ":" type "of" classN "slot" INT       only for a field that no class lists in its slot
//!            | "global" gN [NAME] ":" type
//!            | "init" procN | "thread" procN | proc }
//! kind     = "record" ["extends" classN] ["implements" classN,*] "{" (fieldN [[NAME] ":" type]);* "}"
//!            A field with a type is declared there; one without is inherited.
//!          | "interface" ["extends" classN,*]
//!          | "array" ["[" INT "]"] "of" type ["extends" classN,*]
//!          | "set" "of" type ["by" "contents"] | "channel" "of" type
//! type     = "bool" | "i32" "u8" "i64w" ... (w: wrapping) | INT ".." INT | "f32" | "f64" | "decimal"
//!          | "string" | enumN | classN | "object"
//! proc     = "proc" procN [NAME] "(" (["temp"] vN [NAME] ":" type),* ")" ["->" "(" type,* ")"] ["observer"] "{"
//!            { ("local" | "temp") vN [NAME] ":" type }
//!            { blockN ":" { {label} ["*"] instr } {label} ["*"] terminator } "}"    "*" begins a step
//! label    = "label" NAME | "stuck"                                       at what follows
//! instr    = place "=" expr
//!          | place "=" "load" ["total"] operand "." fieldN | "store" ["total"] operand "." fieldN "=" expr
//!          | place "=" "load" operand "[" expr "]"         | "store" operand "[" expr "]" "=" expr
//!          | place "=" "new" classN ["[" expr "]"]
//!          | place "=" "cast" operand "to" classN          | place "=" "instance" operand "of" classN
//!          | place "=" "size" expr                         | place "=" "contains" expr "," element
//!          | place "=" "admits" expr "," expr                               an array, and what may be stored into it
//!          | place "=" "choose" ("bool" | INT ".." INT | enumN | "any" type | "in" expr)
//!          | [place,* "="] "havoc" expr,*
//!          | ("insert" | "remove") expr "," element      | ("union" | "difference" | "send") expr "," expr
//!          | "assume" expr | "accept" expr | "assert" expr ["," STRING] | "trace" STRING {"," expr}
//!          | "output" ["error"] expr
//!          | "fault" SLUG | "fault" "unhandled-exception" NAME | "fault" ("failed-cast" | "array-store") NAME NAME
//!          | "spawn" procN "(" expr,* ")" | "atomic" "begin" | "atomic" "end" | "yield"
//! element  = expr | "record" "(" expr,* ")"                                the fields of an element of a set by contents
//! terminator = "goto" blockN,* | "branch" expr "," blockN "," blockN
//!          | "switch" expr "{" { INT "->" blockN "," } "else" "->" blockN "}"
//!          | "switch" "class" expr "{" { classN "->" blockN "," } "else" "->" blockN "}"
//!          | [place,* "="] "call" procN "(" expr,* ")" "->" blockN
//!          | "return" expr,*
//!          | "select" ["first"] ["end"] "{" (guard,* "->" blockN);* "}"
//!          | "opaque" STRING                                                  why
//! guard    = "wait" probe | place "=" "receive" probe | "always"
//! probe    = expr | "call" procN "(" expr,* ")"
//! place    = vN | gN
//! expr     = operand [binop ["{" type "}"] operand]                        no precedence: nested operations need parentheses
//! operand  = unop ["{" type "}"] operand | "convert" "{" type "->" type "}" "(" expr ")" | "(" expr ")"
//!          | "round" ("saturating" | "checked") "{" type "->" type "}" "(" expr ")"      from a real to an integer type
//!          | place | "self" | "null" | "true" | "false" | INT | REAL | DECIMAL | STRING | strN | "#" INT
//! ```
//!
//! The operand type of an operator, in braces, may be left out where it is the type that the left operand has by
//! itself, or else the right one ([`crate::Expr::natural_type`]; references are compared as objects). A minus before a
//! number belongs to the number. REAL has a point or an exponent, or is `inf` or `nan`; it is the shortest text with
//! the same bits. DECIMAL is an INT or a REAL with an `m` behind it. A STRING among operands need not be declared.
//!
//! Every program can be printed. What is printed reads back to the same program, but for spans, if its expressions are
//! at most [`crate::read::MAX_NESTING`] deep, each procedure has as many locals as parameters, and labels come in order
//! of their places.

use std::fmt;
use std::fmt::Write;

use crate::instr::{Join, Site, TermOp, Terminator};
use crate::labels::{Label, LabelKind};
use crate::program::{
    BlockId, Class, ClassId, ClassKind, Equality, Field, FieldId, Local, LocalKind, Method, Proc, ProcId,
    Program,
};
use crate::strings::StringId;
use crate::types::{RealType, Type};

mod code;
mod scope;

use code::SelectHead;
use scope::{InScope, Scope};

pub use scope::Quoted;

/// Where the comment with names begins, in characters.
const COMMENT_COLUMN: usize = 48;

/// A record with more fields is printed with one on each line.
const FIELDS_ON_A_LINE: usize = 3;

/// The text form of a program.
pub fn print(program: &Program) -> String {
    program.to_string()
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, def) in self.enums.iter_enumerated() {
            writeln!(f, "enum {id}{} {{{}}}", Name(&def.name), Constants(&def.constants))?;
        }
        for (id, text) in self.strings.iter().skip(1) {
            writeln!(f, "string {id} {}", Quoted(text))?;
        }
        for id in self.classes.ids() {
            print_class(self, id, f)?;
        }
        print_stray_fields(self, f)?;
        for (id, global) in self.globals.iter_enumerated() {
            writeln!(f, "global {id}{}: {}", Name(&global.name), global.ty)?;
        }
        self.init.iter().try_for_each(|proc| writeln!(f, "init {proc}"))?;
        self.threads.iter().try_for_each(|proc| writeln!(f, "thread {proc}"))?;
        self.procs.ids().try_for_each(|id| print_proc(self, id, f))
    }
}

impl Program {
    /// One procedure in the text form, or nothing if there is none of this id.
    pub fn print_proc(&self, id: ProcId) -> String {
        struct OneProc<'a>(&'a Program, ProcId);
        impl fmt::Display for OneProc<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                print_proc(self.0, self.1, f)
            }
        }
        OneProc(self, id).to_string().trim_start().to_owned()
    }

    /// A text of the program as a literal, for people.
    pub fn quoted(&self, text: StringId) -> String {
        Scope::names(Some(self), None).show(&text).to_string()
    }

    /// A type with the names of classes and enums, for people.
    pub fn type_name(&self, ty: Type) -> String {
        Scope::names(Some(self), None).show(&ty).to_string()
    }
}

fn print_class(program: &Program, id: ClassId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Class { name, kind, methods, span: _ } = &program.classes[id];
    write!(f, "class {id}{} ", Name(name))?;
    match kind {
        ClassKind::Record { parent, interfaces, fields: _ } => {
            f.write_str("record ")?;
            parent.iter().try_for_each(|parent| write!(f, "extends {parent} "))?;
            if !interfaces.is_empty() {
                write!(f, "implements {} ", Ids(interfaces))?;
            }
            print_fields(program, id, f)
        }
        ClassKind::Interface { extends } if extends.is_empty() => f.write_str("interface"),
        ClassKind::Interface { extends } => write!(f, "interface extends {}", Ids(extends)),
        ClassKind::Array { element, length, above } => {
            f.write_str("array")?;
            length.iter().try_for_each(|length| write!(f, "[{length}]"))?;
            write!(f, " of {element}")?;
            if !above.is_empty() {
                write!(f, " extends {}", Ids(above))?;
            }
            Ok(())
        }
        ClassKind::Set { element, equality: Equality::Identity } => write!(f, "set of {element}"),
        ClassKind::Set { element, equality: Equality::Contents } => {
            write!(f, "set of {element} by contents")
        }
        ClassKind::Channel { element } => write!(f, "channel of {element}"),
    }?;
    print_methods(methods, f)
}

/// The methods of a class, each on a line, and the end of the line before.
fn print_methods(methods: &[Method], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if methods.is_empty() {
        return writeln!(f);
    }
    writeln!(f, " methods {{")?;
    for Method { name, proc, is_static } in methods {
        let kind = if *is_static { "static " } else { "" };
        write!(f, "  {kind}{}", Quoted(name))?;
        match proc {
            Some(proc) => writeln!(f, " = {proc}")?,
            None => writeln!(f)?,
        }
    }
    writeln!(f, "}}")
}

/// The field list of a record in braces; fields that live in just this place are declared in it.
fn print_fields(program: &Program, id: ClassId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let fields = listed_fields(program, id);
    let (open, separator, close) = match fields.len() {
        0 => ("{", "", "}"),
        1..=FIELDS_ON_A_LINE => ("{ ", "; ", " }"),
        _ => ("{\n  ", "\n  ", "\n}"),
    };
    f.write_str(open)?;
    for (slot, field) in fields.iter().enumerate() {
        let between = if slot == 0 { "" } else { separator };
        write!(f, "{between}{field}")?;
        if let Some(declared) = declared_at(program, id, slot) {
            write!(f, "{}: {}", Name(&declared.name), declared.ty)?;
        }
    }
    f.write_str(close)
}

fn listed_fields(program: &Program, id: ClassId) -> &[FieldId] {
    let Some(class) = program.classes.get(id) else { return &[] };
    match &class.kind {
        ClassKind::Record { fields, .. } => fields,
        ClassKind::Interface { .. }
        | ClassKind::Array { .. }
        | ClassKind::Set { .. }
        | ClassKind::Channel { .. } => &[],
    }
}

/// The field that the class lists at this slot, if that is the field's own class and slot.
fn declared_at(program: &Program, id: ClassId, slot: usize) -> Option<&Field> {
    let field = program.fields.get(*listed_fields(program, id).get(slot)?)?;
    (field.class == id && field.slot as usize == slot).then_some(field)
}

/// Fields that no class declares in its list. A verified program has none.
fn print_stray_fields(program: &Program, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (id, field) in program.fields.iter_enumerated() {
        let listed = listed_fields(program, field.class).get(field.slot as usize) == Some(&id);
        if !listed {
            let (name, ty, class, slot) = (Name(&field.name), field.ty, field.class, field.slot);
            writeln!(f, "field {id}{name}: {ty} of {class} slot {slot}")?;
        }
    }
    Ok(())
}

fn print_proc(program: &Program, id: ProcId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(proc) = program.procs.get(id) else { return Ok(()) };
    let Proc { name, n_params: _, results, locals, blocks, labels, observer, span: _ } = proc;
    write!(f, "\nproc {id}{}(", Name(name))?;
    for (index, (local, declared)) in proc.params().enumerate() {
        let between = if index == 0 { "" } else { ", " };
        let kind = if declared.kind == LocalKind::Temp { "temp " } else { "" };
        write!(f, "{between}{kind}{local}{}: {}", Name(&declared.name), declared.ty)?;
    }
    f.write_str(")")?;
    if !results.is_empty() {
        write!(f, " -> ({})", Ids(results))?;
    }
    writeln!(f, "{} {{", if *observer { " observer" } else { "" })?;
    for (local, Local { name, ty, kind, span: _ }) in locals.iter_enumerated().skip(proc.n_params) {
        let kind = match kind {
            LocalKind::User => "local",
            LocalKind::Temp => "temp",
        };
        writeln!(f, "  {kind} {local}{}: {ty}", Name(name))?;
    }
    let lines = Lines { ids: Scope::ids(program, proc), names: Scope::names(Some(program), Some(proc)) };
    let mut labels: Vec<&Label> = labels.iter().collect();
    labels.sort_by_key(|label| label.place());
    let mut labels = labels.as_slice();
    for (block, code) in blocks.iter_enumerated() {
        writeln!(f, "{block}:")?;
        for (index, instr) in code.instrs.iter().enumerate() {
            print_labels(&mut labels, (block, index), f)?;
            lines.line(f, mark(instr.site), &instr.op)?;
        }
        print_labels(&mut labels, (block, code.instrs.len()), f)?;
        lines.terminator(f, &code.terminator)?;
    }
    writeln!(f, "}}")
}

/// The labels of a place. Those of places before it have been printed, or are of places that there are not.
fn print_labels(labels: &mut &[&Label], place: (BlockId, usize), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    while let Some((label, rest)) = labels.split_first()
        && label.place() <= place
    {
        *labels = rest;
        match &label.kind {
            _ if label.place() < place => {}
            LabelKind::Named(name) => writeln!(f, "label {}", Quoted(name))?,
            LabelKind::Stuck => f.write_str("stuck\n")?,
        }
    }
    Ok(())
}

fn mark(site: Site) -> &'static str {
    if site.step { "* " } else { "  " }
}

/// Prints code line by line, each with its comment.
struct Lines<'a> {
    ids: Scope<'a>,
    names: Scope<'a>,
}

impl Lines<'_> {
    fn terminator(&self, f: &mut fmt::Formatter<'_>, terminator: &Terminator) -> fmt::Result {
        let Terminator { op, site } = terminator;
        match op {
            TermOp::Select { joins, first, end } => self.select(f, mark(*site), joins, *first, *end),
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. } => self.line(f, mark(*site), op),
        }
    }

    fn select(
        &self,
        f: &mut fmt::Formatter<'_>,
        lead: &str,
        joins: &[Join],
        first: bool,
        end: bool,
    ) -> fmt::Result {
        writeln!(f, "{lead}{}{{", SelectHead { first, end })?;
        joins.iter().try_for_each(|join| self.line(f, "    ", join))?;
        writeln!(f, "  }}")
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, lead: &str, item: &impl InScope) -> fmt::Result {
        let exact = self.ids.show(item).to_string();
        let named = self.names.show(item).to_string();
        f.write_str(lead)?;
        f.write_str(&exact)?;
        if exact != named {
            let width = lead.len() + exact.chars().count();
            for _ in width..COMMENT_COLUMN - 1 {
                f.write_char(' ')?;
            }
            write!(f, " // {named}")?;
        }
        f.write_char('\n')
    }
}

/// A name beside a declaration; an empty one is left out.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " {}", Quoted(self.0)) }
    }
}

/// The constants of an enum, with space around.
struct Constants<'a>(&'a [String]);

impl fmt::Display for Constants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, constant) in self.0.iter().enumerate() {
            let before = if index == 0 { " " } else { ", " };
            write!(f, "{before}{}", Quoted(constant))?;
        }
        if self.0.is_empty() { Ok(()) } else { f.write_char(' ') }
    }
}

/// Things that print without scope, with commas between.
struct Ids<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Ids<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { ", " };
            write!(f, "{between}{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for RealType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RealType::F32 => "f32",
            RealType::F64 => "f64",
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int(int) => int.fmt(f),
            Type::Real(real) => real.fmt(f),
            Type::Decimal => f.write_str("decimal"),
            Type::String => f.write_str("string"),
            Type::Enum(id) => id.fmt(f),
            Type::Ref(class) => class.fmt(f),
            Type::Object => f.write_str("object"),
        }
    }
}

#[cfg(test)]
mod tests;
