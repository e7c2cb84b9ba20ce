//! What the names of a formula mean in a program, and what to say of those that mean nothing.

use std::fmt::Write as _;

use base::{Diagnostic, Id, similar};
use ir::{FieldId, GlobalId, LocalKind, Places, ProcId, Program, Type};
use logic::{NameKind, NameUse};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::proposition::Variable;

/// The names of a program.
pub(crate) struct Names<'p> {
    program: &'p Program,
    places: &'p Places,
    /// Globals by their full names, and by the part behind the last point.
    globals: FxHashMap<&'p str, Vec<GlobalId>>,
    global_ends: FxHashMap<&'p str, Vec<GlobalId>>,
    /// Of each procedure the last local of the name, in order of procedures.
    locals: FxHashMap<&'p str, Vec<(ProcId, ir::LocalId)>>,
    fields: FxHashMap<&'p str, Vec<FieldId>>,
}

/// What a name of a path expression means.
pub(crate) enum Meaning {
    Variable(Variable),
    Fields(Vec<FieldId>),
}

impl<'p> Names<'p> {
    pub(crate) fn new(program: &'p Program, places: &'p Places) -> Self {
        let mut names = Self {
            program,
            places,
            globals: FxHashMap::default(),
            global_ends: FxHashMap::default(),
            locals: FxHashMap::default(),
            fields: FxHashMap::default(),
        };
        for (id, global) in program.globals.iter_enumerated() {
            names.globals.entry(&global.name).or_default().push(id);
            names.global_ends.entry(last_part(&global.name)).or_default().push(id);
        }
        for (id, field) in program.fields.iter_enumerated() {
            names.fields.entry(&field.name).or_default().push(id);
        }
        for (proc, code) in program.procs.iter_enumerated() {
            let of_user = |(_, local): &(ir::LocalId, &ir::Local)| local.kind == LocalKind::User;
            for (id, local) in code.locals.iter_enumerated().filter(of_user) {
                let found = names.locals.entry(&local.name).or_default();
                found.pop_if(|(before, _)| *before == proc);
                found.push((proc, id));
            }
        }
        names
    }

    pub(crate) fn variable(&self, name: &str) -> Option<Variable> {
        if name == "nil" {
            return Some(Variable::Nil);
        }
        let alone = |found: &Vec<GlobalId>| found.first().copied().filter(|_| found.len() == 1);
        let global = self.globals.get(name).and_then(|found| found.first().copied());
        let global = global.or_else(|| self.global_ends.get(name).and_then(alone));
        let local = || self.locals.get(name).map(|found| Variable::Local(found.clone()));
        global.map(Variable::Global).or_else(local)
    }

    /// All fields of a name.
    pub(crate) fn fields(&self, name: &str) -> &[FieldId] {
        self.fields.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        let fields = self.fields(name);
        let fields = (!fields.is_empty()).then(|| Meaning::Fields(fields.to_vec()));
        self.variable(name).map(Meaning::Variable).or(fields)
    }

    /// The procedures of a full name or, if there are none, all whose name ends so.
    pub(crate) fn procs(&self, name: &str) -> Vec<ProcId> {
        let named = |test: &dyn Fn(&str) -> bool| -> Vec<ProcId> {
            let procs = self.program.procs.iter_enumerated();
            procs.filter(|(_, proc)| test(&proc.name)).map(|(id, _)| id).collect()
        };
        let full = named(&|proc| proc == name);
        if full.is_empty() { named(&|proc| last_part(proc) == name) } else { full }
    }

    pub(crate) fn places_of_label(&self, name: &str) -> Vec<(ProcId, ir::BlockId, usize)> {
        let labels = self.places.labels.iter().filter(|label| label.name == name);
        labels.map(|label| (label.proc, label.block, label.index)).collect()
    }

    /// The blocks that lead to themselves alone, sorted.
    pub(crate) fn stuck(&self) -> &[(ProcId, ir::BlockId)] {
        &self.places.stuck
    }

    /// Whether what the variable holds is a reference, in some procedure at least.
    pub(crate) fn is_reference(&self, variable: &Variable) -> bool {
        match variable {
            Variable::Nil => true,
            Variable::Global(global) => self.program.globals[*global].ty.is_reference(),
            Variable::Local(locals) => {
                let ty = |&(proc, local): &(ProcId, ir::LocalId)| self.program.procs[proc].locals[local].ty;
                locals.iter().map(ty).any(Type::is_reference)
            }
        }
    }

    pub(crate) fn is_reference_field(&self, field: FieldId) -> bool {
        self.program.fields[field].ty.is_reference()
    }

    /// What is wrong with a name, or deserves a warning.
    pub(crate) fn complaint(&self, used: &NameUse) -> Option<Diagnostic> {
        let NameUse { name, kind, span: _ } = used;
        match kind {
            NameKind::VariableOrField => match self.meaning(name) {
                None => Some(self.unknown(used, "neither a variable nor a field")),
                Some(Meaning::Variable(variable)) => {
                    self.local_among_threads(used, &variable).or_else(|| self.shadowed_field(used))
                }
                Some(Meaning::Fields(_)) => None,
            },
            NameKind::Variable => match self.variable(name) {
                None if self.fields(name).is_empty() => Some(self.unknown(used, "no variable")),
                None => Some(self.unknown(used, "a field, but no variable")),
                Some(variable) => self.local_among_threads(used, &variable),
            },
            NameKind::Field if !self.fields(name).is_empty() => None,
            NameKind::Field if self.variable(name).is_some() => {
                Some(self.unknown(used, "a variable, but no field"))
            }
            NameKind::Field => Some(self.unknown(used, "no field")),
            NameKind::Label => self.places_of_label(name).is_empty().then(|| self.unknown_label(used)),
            NameKind::Procedure => self.procs(name).is_empty().then(|| self.unknown_procedure(used)),
        }
    }

    fn local_among_threads(&self, used: &NameUse, variable: &Variable) -> Option<Diagnostic> {
        let Variable::Local(_) = variable else { return None };
        if self.program.is_sequential() {
            return None;
        }
        let message = format!("`{}` is a local variable, and the program has several threads.", used.name);
        let diagnostic = Diagnostic::error(&codes::LOCAL_AMONG_THREADS, message);
        Some(
            diagnostic
                .at(used.span, "local to a procedure")
                .help("a formula about several threads names globals, fields, labels and procedures"),
        )
    }

    fn shadowed_field(&self, used: &NameUse) -> Option<Diagnostic> {
        if self.fields(&used.name).is_empty() {
            return None;
        }
        let message = format!("`{}` is a variable and a field; here it is the variable.", used.name);
        let diagnostic = Diagnostic::warning(&codes::VARIABLE_AND_FIELD, message);
        Some(diagnostic.at(used.span, "tests the variable, does not follow the field"))
    }

    fn unknown(&self, used: &NameUse, what: &str) -> Diagnostic {
        let NameUse { name, kind, span } = used;
        let message = format!("`{name}` is {what} of the program.");
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_NAME, message).at(*span, "unknown here");
        if let Some(help) = self.advice(name) {
            return diagnostic.help(help);
        }
        let variables = self.globals.keys().chain(self.locals.keys()).copied();
        let fields = self.fields.keys().copied();
        let known: Vec<&str> = match kind {
            NameKind::Variable => variables.collect(),
            NameKind::Field => fields.collect(),
            NameKind::VariableOrField | NameKind::Label | NameKind::Procedure => {
                variables.chain(fields).collect()
            }
        };
        suggest(diagnostic, known.into_iter(), name)
    }

    /// Help for the slips that are no misspellings.
    fn advice(&self, name: &str) -> Option<String> {
        if name == "null" {
            return Some("the null reference is called `nil`".to_owned());
        }
        let full_names = |ids: &[GlobalId]| {
            let mut text = String::new();
            for (index, &id) in ids.iter().take(3).enumerate() {
                let sign = if index == 0 { "" } else { " or " };
                // Writing to a string cannot fail.
                let _ = write!(text, "{sign}`` `{}` ``", self.program.globals[id].name);
            }
            text
        };
        if let Some(ids) = self.global_ends.get(name).filter(|ids| ids.len() > 1) {
            return Some(format!("several globals are called so: write {}", full_names(ids)));
        }
        let of_class =
            |global: &ir::Global| global.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let member = self.program.globals.iter().position(of_class)?;
        let example = full_names(&[GlobalId::new(member)]);
        Some(format!("a name with a point in it stands in backquotes: {example}"))
    }

    fn unknown_label(&self, used: &NameUse) -> Diagnostic {
        let message = format!("The program has no label `{}`.", used.name);
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_LABEL, message).at(used.span, "no such label");
        suggest(diagnostic, self.places.labels.iter().map(|label| label.name.as_str()), &used.name)
    }

    fn unknown_procedure(&self, used: &NameUse) -> Diagnostic {
        let message = format!("The program has no procedure `{}`.", used.name);
        let diagnostic =
            Diagnostic::error(&codes::UNKNOWN_PROCEDURE, message).at(used.span, "no such procedure");
        suggest(diagnostic, self.program.procs.iter().map(|proc| proc.name.as_str()), &used.name)
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// All names of one letter are equally near to each other, so for one letter there is nothing to suggest.
fn suggest<'a>(diagnostic: Diagnostic, known: impl Iterator<Item = &'a str>, asked: &str) -> Diagnostic {
    if asked.chars().count() < 2 {
        return diagnostic;
    }
    match similar::nearest(known, asked).as_slice() {
        [] => diagnostic,
        similar => {
            let names: Vec<String> = similar.iter().map(|name| format!("`{name}`")).collect();
            diagnostic.help(format!("perhaps you mean {}", names.join(" or ")))
        }
    }
}
