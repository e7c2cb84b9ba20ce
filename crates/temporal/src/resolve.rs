//! From the atoms of a formula to propositions: every name gets its meaning.

use base::{Diagnostic, Id, IndexVec, Severity, Span};
use ir::{FieldId, Op, ThreadOp};
use logic::{Atom, AtomId, NameKind, NameUse, Parsed, Path, Rite, RiteOp, Sides, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::kind::Kind;
use crate::names::{Meaning, Names};
use crate::proposition::{PathFrom, Proposition, Variable};
use crate::sides::Comparisons;
use crate::walk::{Action, Named, Walk};

/// The most names and operators of path expressions in one formula: automata of path expressions grow quadratically.
const MAX_WALK_CODE: usize = 4096;
/// The number of mistakes that are shown.
const MAX_ERRORS: usize = 20;

/// Gives each atom its meaning. The meanings are there exactly if no diagnostic is fatal.
pub(crate) fn resolve(
    names: &Names<'_>,
    parsed: &Parsed,
    atoms: &IndexVec<AtomId, Atom>,
    formula: Span,
) -> (Option<IndexVec<AtomId, Proposition>>, Vec<Diagnostic>) {
    let uses = &parsed.names;
    let mut diagnostics = complaints(names, uses);
    if diagnostics.iter().any(Diagnostic::is_fatal) {
        return (None, diagnostics);
    }
    let size: usize = atoms.iter().filter_map(rite_of).map(|rite| rite.code().len()).sum();
    if size > MAX_WALK_CODE {
        diagnostics.push(too_long(size, formula));
        return (None, diagnostics);
    }
    let comparisons = Comparisons { names, diagnostics };
    let mut resolver = Resolver { names, uses: first_uses(uses), comparisons };
    let places = atoms.ids().map(|atom| parsed.places.get(atom.index()).copied());
    let places = places.map(|place| place.unwrap_or(Sides { left: formula, right: formula }));
    let propositions: IndexVec<AtomId, Proposition> =
        atoms.iter().zip(places).map(|(atom, places)| resolver.atom(atom, places)).collect();
    let mut diagnostics = resolver.comparisons.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    // The same mistake in several places is one.
    let mut known = FxHashSet::default();
    diagnostics.retain(|diagnostic| known.insert((diagnostic.code.id, diagnostic.message.clone())));
    let is_refused = diagnostics.iter().any(Diagnostic::is_fatal);
    ((!is_refused).then_some(propositions), diagnostics)
}

/// What is to be said of names by themselves, once for each.
fn complaints(names: &Names<'_>, uses: &[NameUse]) -> Vec<Diagnostic> {
    let (mut seen, mut seen_members) = (FxHashSet::default(), FxHashSet::default());
    let mut complaints = Vec::new();
    let mut errors = 0;
    let mut rest = uses;
    while let [used, after @ ..] = rest
        && errors < MAX_ERRORS
    {
        rest = after;
        let member = after.first().filter(|second| names.is_unknown_member(used, second));
        let complaint = match member {
            // Two names, but one mistake.
            Some(second) => {
                rest = &after[1..];
                let is_new = seen_members.insert((&used.name, &second.name));
                is_new.then(|| names.unknown_member(used, second))
            }
            None if seen.insert((&used.name, used.kind)) => names.complaint(used),
            None => None,
        };
        errors += complaint.as_ref().map_or(0, |found| usize::from(found.severity == Severity::Error));
        complaints.extend(complaint);
    }
    complaints
}

fn rite_of(atom: &Atom) -> Option<&Rite> {
    match atom {
        Atom::Rite(rite) | Atom::Some(rite) | Atom::Reach { from: _, by: rite, to: _ } => Some(rite),
        Atom::Compare { .. }
        | Atom::Holds(_)
        | Atom::Unchanged
        | Atom::Terminated
        | Atom::Stuck
        | Atom::NullWrite
        | Atom::At { .. }
        | Atom::In { .. } => None,
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
    comparisons: Comparisons<'a, 'a>,
}

/// The meaning of what was reported: it is never asked for.
const REPORTED: Proposition = Proposition::Unchanged;

impl Resolver<'_> {
    fn atom(&mut self, atom: &Atom, places: Sides) -> Proposition {
        let whole = places.left.to(places.right);
        self.check_threads(atom, whole);
        match atom {
            Atom::Rite(rite) => {
                if let Some(path) = self.plain_path(rite) {
                    return self.comparisons.holds(&path, whole).unwrap_or(REPORTED);
                }
                let walk = self.walk(rite);
                self.warn_of_empty_heaps(rite, &walk);
                Proposition::Every(walk)
            }
            Atom::Some(rite) => Proposition::Some(self.walk(rite)),
            Atom::Compare { relation, left, right } => {
                self.comparisons.compare(*relation, [left, right], places).unwrap_or(REPORTED)
            }
            Atom::Holds(path) => self.comparisons.holds(path, whole).unwrap_or(REPORTED),
            Atom::Reach { from, by, to } => {
                let (from, to) = (self.path(from, whole), self.path(to, whole));
                let by = self.walk(by);
                let ends = from.zip(to);
                ends.map_or(REPORTED, |(from, to)| Proposition::Reach { from, by, to })
            }
            Atom::Unchanged => Proposition::Unchanged,
            Atom::Terminated => Proposition::Terminated,
            Atom::Stuck => Proposition::Stuck(self.names.program().stuck_blocks()),
            Atom::NullWrite => Proposition::NullWrite,
            Atom::At { thread, label } => {
                Proposition::At { thread: *thread, places: self.names.places_of_label(label) }
            }
            Atom::In { thread, procedure } => {
                Proposition::In { thread: *thread, procs: self.names.procs(procedure) }
            }
        }
    }

    /// The path that an expression is, if it leads to plain values alone.
    fn plain_path(&self, rite: &Rite) -> Option<Path> {
        let (path, _) = rite.as_path_or_negation()?;
        let kinds = self.names.typed(&path).ok()?.kinds();
        (!kinds.contains(&Kind::Reference)).then_some(path)
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

    /// A path to an object.
    fn path(&mut self, path: &Path, atom: Span) -> Option<PathFrom> {
        // The first name may have a better place than the whole atom.
        let kind = if path.thread.is_some() { NameKind::LocalOfThread } else { NameKind::Variable };
        let span = self.uses.get(&(path.variable.as_str(), kind)).copied().unwrap_or(atom);
        self.comparisons.reference(path, span)
    }

    /// A program that starts no threads while it runs has only those that it begins with.
    fn check_threads(&mut self, atom: &Atom, span: Span) {
        let Some(number) = greatest_thread(atom) else { return };
        let program = self.names.program();
        let count = program.threads.len();
        if (number as usize) < count || program.any_op(|op| matches!(op, Op::Thread(ThreadOp::Spawn { .. })))
        {
            return;
        }
        let message = format!("The program has no thread {number}.");
        let diagnostic = Diagnostic::error(&codes::UNKNOWN_THREAD, message).at(span, "no such thread");
        let known = if count == 1 {
            "its only thread is 0".to_owned()
        } else {
            format!("its threads are 0 to {}", count.max(1) - 1)
        };
        self.comparisons.diagnostics.push(diagnostic.help(known));
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
        let diagnostic = match self.uses.get(&(name, kind)) {
            Some(&span) => diagnostic.at(span, "no reference"),
            None => diagnostic,
        };
        let help = match what {
            "field" => format!("say whose it is and compare it, as in `x.{name} == y.{name}`"),
            _ => {
                format!("compare it, as in `{name} == ...`; what is true or false is joined by `&&` and `||`")
            }
        };
        self.comparisons.diagnostics.push(diagnostic.help(help));
    }

    /// Warns once of an expression that can only begin with the test of a variable: it is true where no object is
    /// visible, and hardly anywhere else.
    fn warn_of_empty_heaps(&mut self, rite: &Rite, walk: &Walk) {
        let is_test = |&action: &u32| {
            let action = &walk.actions[action as usize];
            matches!(action, Action::Is(Variable::Global(_) | Variable::Local(_)))
        };
        let only_tests = !walk.ends[0] && !walk.follow[0].is_empty() && walk.follow[0].iter().all(is_test);
        let is_reported = |found: &Diagnostic| found.code == &codes::TRUE_WITHOUT_OBJECTS || found.is_fatal();
        if !only_tests || self.comparisons.diagnostics.iter().any(is_reported) {
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
        self.comparisons
            .diagnostics
            .push(diagnostic.help("`some` asks for an object; `+ !x` excuses the others"));
    }
}

/// The greatest number of a thread that an atom names.
fn greatest_thread(atom: &Atom) -> Option<u32> {
    let of_path = |path: &Path| path.numbers_of_threads().max();
    match atom {
        Atom::Compare { relation: _, left, right } => {
            let of_term = |term: &Term| match term {
                Term::Path(path) => of_path(path),
                Term::Literal(_) => None,
            };
            of_term(left).max(of_term(right))
        }
        Atom::Holds(path) => of_path(path),
        Atom::Reach { from, by: _, to } => of_path(from).max(of_path(to)),
        Atom::At { thread, label: _ } | Atom::In { thread, procedure: _ } => *thread,
        Atom::Rite(_)
        | Atom::Some(_)
        | Atom::Unchanged
        | Atom::Terminated
        | Atom::Stuck
        | Atom::NullWrite => None,
    }
}
