//! What the names of a formula mean in a program, and what to say of those that mean nothing.

use std::fmt::Write as _;

use base::{Diagnostic, similar};
use ir::{EnumId, FieldId, GlobalId, LocalId, LocalKind, ProcId, Program, Type};
use logic::{NameKind, NameUse, Path, Vocabulary};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::kind::texts;
use crate::paths::FieldCache;
use crate::proposition::Variable;
use crate::sides::is_truth;

/// The names of a program.
pub(crate) struct Names<'p> {
    program: &'p Program,
    /// Globals by their full names, and by the part after the last point.
    globals: FxHashMap<&'p str, Vec<GlobalId>>,
    global_ends: FxHashMap<&'p str, Vec<GlobalId>>,
    /// Of each procedure the last local of the name, in order of procedures.
    locals: FxHashMap<&'p str, Vec<(ProcId, LocalId)>>,
    fields: FxHashMap<&'p str, Vec<FieldId>>,
    /// Constants of enums by their names, with the enum before a point and without.
    constants: FxHashMap<String, Vec<(EnumId, i64)>>,
    /// What stands before the points of globals and constants: classes and enums.
    owners: FxHashSet<&'p str>,
    pub(crate) field_cache: FieldCache,
}

/// What a name of a path expression means.
pub(crate) enum Meaning {
    Variable(Variable),
    Fields(Vec<FieldId>),
}

impl<'p> Names<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        let mut names = Self {
            program,
            globals: FxHashMap::default(),
            global_ends: FxHashMap::default(),
            locals: FxHashMap::default(),
            fields: FxHashMap::default(),
            constants: constants(program),
            owners: program.enums.iter().map(|def| def.name.as_str()).collect(),
            field_cache: FieldCache::default(),
        };
        for (id, global) in program.globals.iter_enumerated() {
            names.globals.entry(&global.name).or_default().push(id);
            names.global_ends.entry(last_part(&global.name)).or_default().push(id);
            names.owners.extend(global.name.rsplit_once('.').map(|(owner, _)| owner));
        }
        for (id, field) in program.fields.iter_enumerated() {
            names.fields.entry(&field.name).or_default().push(id);
        }
        for (proc, code) in program.procs.iter_enumerated() {
            let of_user = |(_, local): &(LocalId, &ir::Local)| local.kind == LocalKind::User;
            for (id, local) in code.locals.iter_enumerated().filter(of_user) {
                let found = names.locals.entry(&local.name).or_default();
                found.pop_if(|(before, _)| *before == proc);
                found.push((proc, id));
            }
        }
        names
    }

    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    /// Whether the name is that of the null reference: `nil` always, `null` unless something is called so.
    pub(crate) fn is_nil(&self, name: &str) -> bool {
        let is_free = || !self.global_ends.contains_key(name) && !self.locals.contains_key(name);
        name == "nil" || (name == "null" && is_free())
    }

    pub(crate) fn variable(&self, name: &str) -> Option<Variable> {
        if self.is_nil(name) {
            return Some(Variable::Nil);
        }
        let alone = |found: &Vec<GlobalId>| found.first().copied().filter(|_| found.len() == 1);
        let global = self.globals.get(name).and_then(|found| found.first().copied());
        let global = global.or_else(|| self.global_ends.get(name).and_then(alone));
        let local = || self.locals.get(name).map(|found| Variable::Local(found.clone()));
        global.map(Variable::Global).or_else(local)
    }

    /// The locals of a name, each with its procedure.
    pub(crate) fn locals(&self, name: &str) -> Option<&[(ProcId, LocalId)]> {
        self.locals.get(name).map(Vec::as_slice)
    }

    /// The names of the user's locals of a procedure.
    pub(crate) fn locals_of(&self, procedure: &str) -> Vec<&'p str> {
        let procs = self.procs(procedure);
        let locals = procs.into_iter().flat_map(|proc| &self.program.procs[proc].locals);
        let of_user = locals.filter(|local| local.kind == LocalKind::User);
        of_user.map(|local| local.name.as_str()).collect()
    }

    pub(crate) fn constants(&self, name: &str) -> &[(EnumId, i64)] {
        self.constants.get(name).map_or(&[], Vec::as_slice)
    }

    /// All fields of a name.
    pub(crate) fn fields(&self, name: &str) -> &[FieldId] {
        self.fields.get(name).map_or(&[], Vec::as_slice)
    }

    /// What a name of a path expression means. A variable that holds no reference is none, where a field may be meant.
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        let fields = self.fields(name);
        let may_be_field = fields.iter().any(|&field| self.is_reference_field(field));
        let variable = self.variable(name).filter(|variable| !may_be_field || self.is_reference(variable));
        let fields = (!fields.is_empty()).then(|| Meaning::Fields(fields.to_vec()));
        variable.map(Meaning::Variable).or(fields)
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
        let labels = self.program.labels_called(name);
        labels.map(|(proc, label)| (proc, label.block, label.index)).collect()
    }

    /// Whether what the variable holds is a reference, in some procedure at least.
    pub(crate) fn is_reference(&self, variable: &Variable) -> bool {
        match variable {
            Variable::Nil => true,
            Variable::Global(global) => self.program.globals[*global].ty.is_reference(),
            Variable::Local(locals) | Variable::OfThread(_, locals) => {
                let ty = |&(proc, local): &(ProcId, LocalId)| self.local_type(proc, local);
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
                None if !self.constants(name).is_empty() => Some(constant_alone(used)),
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
            NameKind::Value if self.variable(name).is_none() && !self.constants(name).is_empty() => None,
            NameKind::Value if self.variable(name).is_none() && self.fields(name).is_empty() => {
                Some(self.unknown(used, "neither a variable nor a constant"))
            }
            NameKind::Value => self.complaint(&NameUse { kind: NameKind::Variable, ..used.clone() }),
            NameKind::LocalOfThread if self.locals.contains_key(name.as_str()) => None,
            NameKind::LocalOfThread => Some(self.unknown(used, "no local variable")),
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
        let Variable::Local(locals) = variable else { return None };
        if self.program.is_sequential() {
            return None;
        }
        let message = format!("`{}` is a local variable, and the program has several threads.", used.name);
        let diagnostic = Diagnostic::error(&codes::LOCAL_AMONG_THREADS, message);
        let procedure = locals.first().map_or("", |(proc, _)| last_part(&self.program.procs[*proc].name));
        let name = &used.name;
        let help = format!(
            "say whose it is: `@1.{name}` of thread 1, or `{procedure}@1.{name}` while it runs `{procedure}`"
        );
        Some(diagnostic.at(used.span, "local to a procedure").help(help))
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
            NameKind::Value => variables.chain(self.constants.keys().map(String::as_str)).collect(),
            NameKind::LocalOfThread => self.locals.keys().copied().collect(),
            NameKind::Field => fields.collect(),
            NameKind::VariableOrField | NameKind::Label | NameKind::Procedure => {
                variables.chain(fields).collect()
            }
        };
        suggest(diagnostic, known.into_iter(), name)
    }

    /// Whether two names are `Main` and `tur` of `Main.tur`, where `Main` is a class or an enum, and no variable
    /// itself.
    pub(crate) fn is_unknown_member(&self, first: &NameUse, second: &NameUse) -> bool {
        first.span.end + 1 == second.span.start
            && self.owners.contains(first.name.as_str())
            && self.meaning(&first.name).is_none()
    }

    /// What is said of both together.
    pub(crate) fn unknown_member(&self, first: &NameUse, second: &NameUse) -> Diagnostic {
        let members = self.members(&first.name);
        let (whole, span) = (format!("{}.{}", first.name, second.name), first.span.to(second.span));
        let message = format!("`{whole}` is neither a variable nor a constant of the program.");
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_NAME, message).at(span, "unknown here");
        let last_parts = members.iter().map(|name| last_part(name));
        let similar = similar::nearest(last_parts, &second.name);
        match (similar.first(), members.first()) {
            (Some(similar), _) => diagnostic.help(similar::did_you_mean(format!("{}.{similar}", first.name))),
            (None, Some(member)) => diagnostic.help(format!("there is `{member}`, for example")),
            (None, None) => diagnostic,
        }
    }

    /// The names that begin with a class or an enum, in order.
    fn members(&self, name: &str) -> Vec<&str> {
        let prefix = format!("{name}.");
        let globals = self.program.globals.iter().map(|global| global.name.as_str());
        let all = globals.chain(self.constants.keys().map(String::as_str));
        let mut members: Vec<&str> = all.filter(|whole| whole.starts_with(&prefix)).collect();
        members.sort_unstable();
        members
    }

    /// Help for the slips that are no misspellings.
    fn advice(&self, name: &str) -> Option<String> {
        let full_names = |ids: &[GlobalId]| {
            let mut text = String::new();
            for (index, &id) in ids.iter().take(3).enumerate() {
                let sign = if index == 0 { "" } else { " or " };
                // Writing to a string cannot fail.
                let _ = write!(text, "{sign}`{}`", self.program.globals[id].name);
            }
            text
        };
        if let Some(ids) = self.global_ends.get(name).filter(|ids| ids.len() > 1) {
            return Some(format!("several globals are called so: write {}", full_names(ids)));
        }
        let prefix = format!("{name}.");
        let member = *self.members(name).first()?;
        Some(format!("after `{prefix}` comes a name of `{name}`, as in `{member}`"))
    }

    fn unknown_label(&self, used: &NameUse) -> Diagnostic {
        let message = format!("The program has no label `{}`.", used.name);
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_LABEL, message).at(used.span, "no such label");
        let in_procedure = |(proc, name, _): (ProcId, &str, &ir::Label)| {
            format!("{}.{name}", last_part(&self.program.procs[proc].name))
        };
        let alone = |(_, name, _): (ProcId, &str, &ir::Label)| name.to_owned();
        let labels = self.program.named_labels();
        let known: Vec<String> = if used.name.contains('.') {
            labels.map(in_procedure).collect()
        } else {
            labels.map(alone).collect()
        };
        suggest(diagnostic, known.iter().map(String::as_str), &used.name)
    }

    fn unknown_procedure(&self, used: &NameUse) -> Diagnostic {
        let message = format!("The program has no procedure `{}`.", used.name);
        let diagnostic =
            Diagnostic::error(&codes::UNKNOWN_PROCEDURE, message).at(used.span, "no such procedure");
        suggest(diagnostic, self.program.procs.iter().map(|proc| proc.name.as_str()), &used.name)
    }
}

/// The constants of all enums but that of texts.
fn constants(program: &Program) -> FxHashMap<String, Vec<(EnumId, i64)>> {
    let texts = texts(program);
    let mut constants: FxHashMap<String, Vec<(EnumId, i64)>> = FxHashMap::default();
    for (id, def) in program.enums.iter_enumerated().filter(|(id, _)| Some(*id) != texts) {
        for (name, number) in def.constants.iter().zip(0..) {
            constants.entry(name.clone()).or_default().push((id, number));
            constants.entry(format!("{}.{name}", def.name)).or_default().push((id, number));
        }
    }
    constants
}

fn constant_alone(used: &NameUse) -> Diagnostic {
    let message = format!("The constant `{}` alone says nothing about a state.", used.name);
    let diagnostic = Diagnostic::error(&codes::UNKNOWN_NAME, message).at(used.span, "a constant");
    diagnostic.help(format!("compare it, as in `x == {}`", used.name))
}

impl Vocabulary for Names<'_> {
    fn knows(&self, name: &str) -> bool {
        self.global_ends.contains_key(name)
            || self.globals.contains_key(name)
            || self.locals.contains_key(name)
            || self.fields.contains_key(name)
            || self.constants.contains_key(name)
    }

    fn is_truth(&self, path: &Path) -> bool {
        self.typed(path).is_ok_and(|typed| is_truth(&typed.types))
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
    match similar::did_you_mean_one_of(&similar::nearest(known, asked)) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
