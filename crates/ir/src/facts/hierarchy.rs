//! The classes below a class, and which procedure a method name means on an object.
//!
//! A *selector* names methods that override each other: a name, or a name with a signature, as the language has it. On
//! an object of an exact class it means, as in Java:
//!
//! 1. what the class, its parent, the parent's parent and so on declare, whichever comes first;
//! 2. otherwise the one method with a body among the *most specific* methods of all interfaces above: those that no
//!    interface below overrides. If there are several with a body, the selector is ambiguous.
//!
//! Static methods are not selected. Classes are looked at from above to below, so a question takes time linear in the
//! classes that it is about and what is directly above them, and in the number of most specific interfaces, which are
//! compared with each other.

use std::collections::{BTreeMap, HashMap};

use base::{Graph, IndexVec};

use super::id_set::IdSet;
use crate::program::{ClassId, ClassKind, Method, ProcId, Program};

/// The class hierarchy of a program, prepared for questions.
#[derive(Clone, Debug)]
pub struct Hierarchy<'p> {
    program: &'p Program,
    /// From a class to those directly below.
    below: Graph<ClassId>,
    /// Greater than those of all classes above.
    rank: IndexVec<ClassId, usize>,
    /// Methods that are no static ones.
    methods: HashMap<(ClassId, &'p str), &'p Method>,
}

/// Why a selector means nothing on an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMethod {
    /// No class and no interface above declares it.
    Missing,
    /// It is declared, and has no body. These are the classes: one of the chain of parents, or the most specific
    /// interfaces.
    Abstract(Vec<ClassId>),
    /// Several interfaces have a body for it, and none of them is below another.
    Ambiguous(Vec<ClassId>),
}

/// What a selector means on the objects that a reference may denote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Implementers {
    /// Each procedure with the exact classes that select it, in the order of the first of them; the classes are sorted.
    pub procs: Vec<(ProcId, Vec<ClassId>)>,
    /// Exact classes on which the selector means nothing, sorted.
    pub none: Vec<(ClassId, NoMethod)>,
}

/// What is known of a selector at a class.
#[derive(Clone, Debug, Default)]
struct Found {
    /// The class of the chain of parents that declares it, and its procedure.
    in_chain: Option<(ClassId, Option<ProcId>)>,
    /// The most specific interfaces that declare it, sorted; the class itself, if it is one of them.
    in_interfaces: Vec<ClassId>,
}

impl<'p> Hierarchy<'p> {
    pub fn new(program: &'p Program) -> Self {
        let above = Graph::new(program.classes.len(), |id| program.supers(id));
        let components = above.components();
        let rank = above.nodes().map(|class| components.component_of(class)).collect::<Vec<_>>().into();
        let mut methods = HashMap::new();
        for (id, class) in program.classes.iter_enumerated() {
            for method in class.methods.iter().filter(|method| !method.is_static) {
                methods.entry((id, method.name.as_str())).or_insert(method);
            }
        }
        Self { program, below: above.reversed(), rank, methods }
    }

    /// The classes directly below, in the order of their ids.
    pub fn direct_subclasses(&self, class: ClassId) -> &[ClassId] {
        self.below.successors(class)
    }

    /// The exact classes of objects that a reference to the class may denote, sorted: all that are no interfaces at or
    /// below it.
    pub fn concrete_below(&self, class: ClassId) -> Vec<ClassId> {
        let mut classes =
            reached(self.program, [class], |class, next| next.extend(self.below.successors(class)));
        classes.retain(|&class| !self.is_interface(class));
        classes.sort_unstable();
        classes
    }

    /// The procedure that the selector means on an object of exactly this class.
    pub fn select(&self, class: ClassId, selector: &str) -> Result<ProcId, NoMethod> {
        let found = self.find([class], selector);
        self.meaning(&found[&class], selector)
    }

    /// The procedures that a call of the selector on a reference to the class may run.
    pub fn implementers(&self, class: ClassId, selector: &str) -> Implementers {
        let concrete = self.concrete_below(class);
        let found = self.find(concrete.iter().copied(), selector);
        let mut implementers = Implementers::default();
        let mut place: BTreeMap<ProcId, usize> = BTreeMap::new();
        for class in concrete {
            match self.meaning(&found[&class], selector) {
                Ok(proc) => {
                    let procs = &mut implementers.procs;
                    let at = *place.entry(proc).or_insert_with(|| {
                        procs.push((proc, Vec::new()));
                        procs.len() - 1
                    });
                    procs[at].1.push(class);
                }
                Err(reason) => implementers.none.push((class, reason)),
            }
        }
        implementers
    }

    fn is_interface(&self, class: ClassId) -> bool {
        matches!(self.program.classes[class].kind, ClassKind::Interface { .. })
    }

    /// What is known of the selector at the classes and at all above them, found from above to below.
    fn find(&self, classes: impl IntoIterator<Item = ClassId>, selector: &str) -> HashMap<ClassId, Found> {
        let mut all = reached(self.program, classes, |class, next| next.extend(self.program.supers(class)));
        all.sort_unstable_by_key(|&class| self.rank[class]);
        let mut found: HashMap<ClassId, Found> = HashMap::with_capacity(all.len());
        for class in all {
            let here = self.find_at(class, selector, &found);
            found.insert(class, here);
        }
        found
    }

    /// `above` has what is directly above the class.
    fn find_at(&self, class: ClassId, selector: &str, above: &HashMap<ClassId, Found>) -> Found {
        let declared = self.methods.get(&(class, selector));
        if self.is_interface(class) && declared.is_some() {
            return Found { in_chain: None, in_interfaces: vec![class] };
        }
        let mut here = Found::default();
        for upper in self.program.supers(class).filter_map(|upper| above.get(&upper)) {
            here.in_chain = here.in_chain.or(upper.in_chain);
            here.in_interfaces.extend(&upper.in_interfaces);
        }
        if let Some(method) = declared {
            here.in_chain = Some((class, method.proc));
        }
        self.keep_most_specific(&mut here.in_interfaces);
        here
    }

    fn keep_most_specific(&self, interfaces: &mut Vec<ClassId>) {
        interfaces.sort_unstable();
        interfaces.dedup();
        if interfaces.len() > 1 {
            let all = interfaces.clone();
            let is_below = |lower: ClassId, upper| lower != upper && self.program.is_subclass(lower, upper);
            interfaces.retain(|&upper| !all.iter().any(|&lower| is_below(lower, upper)));
        }
    }

    fn meaning(&self, found: &Found, selector: &str) -> Result<ProcId, NoMethod> {
        match found.in_chain {
            Some((_, Some(proc))) => return Ok(proc),
            Some((class, None)) => return Err(NoMethod::Abstract(vec![class])),
            None => {}
        }
        let body = |&class: &ClassId| self.methods.get(&(class, selector)).and_then(|method| method.proc);
        let with_body: Vec<ClassId> =
            found.in_interfaces.iter().copied().filter(|class| body(class).is_some()).collect();
        match &with_body[..] {
            [] if found.in_interfaces.is_empty() => Err(NoMethod::Missing),
            [] => Err(NoMethod::Abstract(found.in_interfaces.clone())),
            [class] => body(class).ok_or(NoMethod::Missing),
            _ => Err(NoMethod::Ambiguous(with_body)),
        }
    }
}

/// The classes and all that `next` leads to, each once.
fn reached(
    program: &Program,
    classes: impl IntoIterator<Item = ClassId>,
    next: impl Fn(ClassId, &mut Vec<ClassId>),
) -> Vec<ClassId> {
    let mut seen = IdSet::new(program.classes.len());
    let (mut pending, mut all): (Vec<ClassId>, Vec<ClassId>) = (classes.into_iter().collect(), Vec::new());
    while let Some(class) = pending.pop() {
        if seen.insert(class) {
            all.push(class);
            next(class, &mut pending);
        }
    }
    all
}
