//! From the atoms of a formula to propositions: every name gets its meaning.

use base::{Diagnostic, IndexVec, Severity, Span};
use ir::FieldId;
use logic::{Atom, AtomId, NameKind, NameUse, Path, Rite, RiteOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::names::{Meaning, Names};
use crate::proposition::{PathFrom, Proposition, Variable};
use crate::walk::{Action, Named, Walk};

/// The most names and operators of path expressions in one formula: automata of path expressions grow quadratically.
const MAX_WALK_CODE: usize = 4096;
/// The number of mistakes that are shown.
const MAX_ERRORS: usize = 20;

/// Gives each atom its meaning. The meanings are there exactly if no diagnostic is fatal.
pub(crate) fn resolve(
    names: &Names<'_>,
    uses: &[NameUse],
    atoms: &IndexVec<AtomId, Atom>,
    formula: Span,
) -> (Option<IndexVec<AtomId, Proposition>>, Vec<Diagnostic>) {
    let mut diagnostics = complaints(names, uses);
    if diagnostics.iter().any(Diagnostic::is_fatal) {
        return (None, diagnostics);
    }
    let size: usize = atoms.iter().filter_map(rite_of).map(|rite| rite.code().len()).sum();
    if size > MAX_WALK_CODE {
        diagnostics.push(too_long(size, formula));
        return (None, diagnostics);
    }
    let mut resolver = Resolver { names, uses: first_uses(uses), diagnostics };
    let propositions: IndexVec<AtomId, Proposition> = atoms.iter().map(|atom| resolver.atom(atom)).collect();
    let mut diagnostics = resolver.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    diagnostics.dedup();
    let is_refused = diagnostics.iter().any(Diagnostic::is_fatal);
    ((!is_refused).then_some(propositions), diagnostics)
}

/// What is to be said of names by themselves, once for each.
fn complaints(names: &Names<'_>, uses: &[NameUse]) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    let new = uses.iter().filter(|used| seen.insert((&used.name, used.kind)));
    let mut errors = 0;
    let wanted = |diagnostic: &Diagnostic| {
        errors += usize::from(diagnostic.severity == Severity::Error);
        errors <= MAX_ERRORS
    };
    new.filter_map(|used| names.complaint(used)).take_while(wanted).collect()
}

fn rite_of(atom: &Atom) -> Option<&Rite> {
    match atom {
        Atom::Rite(rite) | Atom::Some(rite) | Atom::Reach { from: _, by: rite, to: _ } => Some(rite),
        Atom::Equal { .. }
        | Atom::Unchanged
        | Atom::Terminated
        | Atom::Stuck
        | Atom::NullWrite
        | Atom::At(_)
        | Atom::In(_) => None,
    }
}

fn too_long(size: usize, formula: Span) -> Diagnostic {
    let message = format!(
        "The path expressions of the formula have {size} names and operators; {MAX_WALK_CODE} are allowed."
    );
    Diagnostic::unsupported(&logic::codes::AUTOMATON_TOO_LARGE, message).at(formula, "in this formula")
}

fn first_uses(uses: &[NameUse]) -> FxHashMap<(&str, NameKind), Span> {
    let mut first = FxHashMap::default();
    for used in uses {
        first.entry((used.name.as_str(), used.kind)).or_insert(used.span);
    }
    first
}

/// Atoms all of whose names are known. What may still be wrong are types.
struct Resolver<'a> {
    names: &'a Names<'a>,
    /// Where a name first stands.
    uses: FxHashMap<(&'a str, NameKind), Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn atom(&mut self, atom: &Atom) -> Proposition {
        match atom {
            Atom::Rite(rite) => {
                let walk = self.walk(rite);
                self.warn_of_empty_heaps(rite, &walk);
                Proposition::Every(walk)
            }
            Atom::Some(rite) => Proposition::Some(self.walk(rite)),
            Atom::Equal { left, right } => {
                Proposition::Equal { left: self.path(left, false), right: self.path(right, false) }
            }
            Atom::Reach { from, by, to } => {
                let (from, to) = (self.path(from, true), self.path(to, true));
                Proposition::Reach { from, by: self.walk(by), to }
            }
            Atom::Unchanged => Proposition::Unchanged,
            Atom::Terminated => Proposition::Terminated,
            Atom::Stuck => Proposition::Stuck(self.names.stuck().to_vec()),
            Atom::NullWrite => Proposition::NullWrite,
            Atom::At(label) => Proposition::At(self.names.places_of_label(label)),
            Atom::In(procedure) => Proposition::In(self.names.procs(procedure)),
        }
    }

    fn walk(&mut self, rite: &Rite) -> Walk {
        Walk::new(rite, |named| match named {
            Named::Plain(name) => match self.names.meaning(name) {
                Some(Meaning::Variable(variable)) => {
                    Action::Is(self.reference(variable, name, NameKind::VariableOrField))
                }
                Some(Meaning::Fields(fields)) => {
                    Action::Along(self.reference_fields(fields, name, NameKind::VariableOrField))
                }
                None => Action::Along(Vec::new()),
            },
            Named::Not(name) => {
                let variable = self.names.variable(name).unwrap_or(Variable::Nil);
                Action::IsNot(self.reference(variable, name, NameKind::Variable))
            }
        })
    }

    /// A path; what stands before a point must be a reference, and its end too if it is to be an object.
    fn path(&mut self, path: &Path, ends_at_object: bool) -> PathFrom {
        let must_refer = |position: usize| position < path.fields.len() || ends_at_object;
        let mut variable = self.names.variable(&path.variable).unwrap_or(Variable::Nil);
        if must_refer(0) {
            variable = self.reference(variable, &path.variable, NameKind::Variable);
        }
        let mut fields = Vec::with_capacity(path.fields.len());
        for (index, name) in path.fields.iter().enumerate() {
            let named = self.names.fields(name).to_vec();
            fields.push(match must_refer(index + 1) {
                true => self.reference_fields(named, name, NameKind::Field),
                false => named,
            });
        }
        PathFrom { variable, fields }
    }

    fn reference(&mut self, variable: Variable, name: &str, kind: NameKind) -> Variable {
        if !self.names.is_reference(&variable) {
            self.plain_value("variable", name, kind);
        }
        variable
    }

    /// Those of the fields that hold references; there must be one.
    fn reference_fields(&mut self, mut fields: Vec<FieldId>, name: &str, kind: NameKind) -> Vec<FieldId> {
        fields.retain(|&field| self.names.is_reference_field(field));
        if fields.is_empty() {
            self.plain_value("field", name, kind);
        }
        fields
    }

    fn plain_value(&mut self, what: &str, name: &str, kind: NameKind) {
        let message = format!("The {what} `{name}` holds a plain value, and an object is needed here.");
        let diagnostic = Diagnostic::error(&codes::NOT_A_REFERENCE, message);
        self.diagnostics.push(match self.uses.get(&(name, kind)) {
            Some(&span) => diagnostic.at(span, "no reference"),
            None => diagnostic,
        });
    }

    /// Warns once of an expression that can only begin with the test of a variable: it is true where no object is visible, and
    /// hardly anywhere else.
    fn warn_of_empty_heaps(&mut self, rite: &Rite, walk: &Walk) {
        let is_test = |&action: &u32| {
            let action = &walk.actions[action as usize];
            matches!(action, Action::Is(Variable::Global(_) | Variable::Local(_)))
        };
        let only_tests = !walk.ends[0] && !walk.follow[0].is_empty() && walk.follow[0].iter().all(is_test);
        let told = self.diagnostics.iter().any(|told| told.code == &codes::TRUE_WITHOUT_OBJECTS);
        if !only_tests || told {
            return;
        }
        let message = format!("`{rite}` holds where no object is visible.");
        let diagnostic = Diagnostic::warning(&codes::TRUE_WITHOUT_OBJECTS, message);
        let first = rite.code().iter().find_map(|op| match op {
            RiteOp::Name(name) => self.uses.get(&(name.as_str(), NameKind::VariableOrField)),
            RiteOp::Not(_) | RiteOp::Eps | RiteOp::Concat | RiteOp::Sum | RiteOp::Star => None,
        });
        let diagnostic = match first {
            Some(&span) => diagnostic.at(span, "says that every visible object is this one"),
            None => diagnostic,
        };
        self.diagnostics.push(diagnostic.help("`some` asks for an object; `+ !x` excuses the others"));
    }
}
