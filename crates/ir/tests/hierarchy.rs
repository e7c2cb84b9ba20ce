//! The class hierarchy against a naive definition of it, on random hierarchies.

use std::collections::{BTreeMap, BTreeSet};

use base::{Id, IndexVec};
use cutpoint_ir::facts::{Hierarchy, Implementers, NoMethod};
use cutpoint_ir::{Class, ClassId, ClassKind, Method, ProcId, Program};

struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

fn is_interface(program: &Program, class: ClassId) -> bool {
    matches!(program.classes[class].kind, ClassKind::Interface { .. })
}

/// Classes are below classes of smaller numbers only, and then shuffled.
fn random_program(rng: &mut Rng) -> Program {
    let n_classes = 1 + rng.below(9);
    let mut order: Vec<usize> = (0..n_classes).collect();
    (1..n_classes).for_each(|at| order.swap(at, rng.below(at + 1)));
    let interfaces: Vec<bool> = (0..n_classes).map(|_| rng.chance(55)).collect();
    let mut classes: Vec<Option<Class>> = vec![None; n_classes];
    for number in 0..n_classes {
        let smaller = |wanted: bool| (0..number).filter(|&at| interfaces[at] == wanted).collect::<Vec<_>>();
        let upper: Vec<ClassId> =
            smaller(true).into_iter().filter(|_| rng.chance(35)).map(|at| ClassId::new(order[at])).collect();
        let records = smaller(false);
        let kind = match interfaces[number] {
            true => ClassKind::Interface { extends: upper },
            false => ClassKind::Record {
                parent: (!records.is_empty() && rng.chance(70))
                    .then(|| ClassId::new(order[records[rng.below(records.len())]])),
                interfaces: upper,
                fields: Vec::new(),
            },
        };
        let mut class = Class::new("", kind, None);
        for name in ["m", "n"] {
            if rng.chance(55) {
                continue;
            }
            let proc = if rng.chance(65) { Some(ProcId::new(rng.below(20))) } else { None };
            class.methods.push(Method { name: name.to_owned(), proc, is_static: rng.chance(10) });
        }
        classes[order[number]] = Some(class);
    }
    let classes: IndexVec<ClassId, Class> = classes.into_iter().flatten().collect();
    Program { classes, ..Program::default() }
}

fn declared(program: &Program, class: ClassId, name: &str) -> Option<Option<ProcId>> {
    let methods = &program.classes[class].methods;
    methods.iter().find(|method| method.name == name && !method.is_static).map(|method| method.proc)
}

/// As in the header of the module: by the chain of parents, then by comparing all interfaces above with each other.
fn select(program: &Program, class: ClassId, name: &str) -> Result<ProcId, NoMethod> {
    let mut link = Some(class);
    while let Some(current) = link {
        match declared(program, current, name) {
            Some(Some(proc)) => return Ok(proc),
            Some(None) => return Err(NoMethod::Abstract(vec![current])),
            None => {}
        }
        link = match &program.classes[current].kind {
            ClassKind::Record { parent, .. } => *parent,
            _ => None,
        };
    }
    let declaring: Vec<ClassId> = program
        .classes
        .ids()
        .filter(|&upper| is_interface(program, upper) && program.is_subclass(class, upper))
        .filter(|&upper| declared(program, upper, name).is_some())
        .collect();
    let is_overridden =
        |upper: ClassId| declaring.iter().any(|&lower| lower != upper && program.is_subclass(lower, upper));
    let specific: Vec<ClassId> = declaring.iter().copied().filter(|&upper| !is_overridden(upper)).collect();
    let bodies: Vec<ClassId> =
        specific.iter().copied().filter(|&upper| declared(program, upper, name) != Some(None)).collect();
    match bodies.len() {
        0 if specific.is_empty() => Err(NoMethod::Missing),
        0 => Err(NoMethod::Abstract(specific)),
        1 => Ok(declared(program, bodies[0], name).flatten().expect("it has a body")),
        _ => Err(NoMethod::Ambiguous(bodies)),
    }
}

fn concrete_below(program: &Program, class: ClassId) -> Vec<ClassId> {
    let is_below = |&lower: &ClassId| !is_interface(program, lower) && program.is_subclass(lower, class);
    program.classes.ids().filter(is_below).collect()
}

fn implementers(program: &Program, class: ClassId, name: &str) -> Implementers {
    let mut procs: Vec<(ProcId, Vec<ClassId>)> = Vec::new();
    let mut none = Vec::new();
    for lower in concrete_below(program, class) {
        match select(program, lower, name) {
            Ok(proc) => match procs.iter_mut().find(|(known, _)| *known == proc) {
                Some((_, classes)) => classes.push(lower),
                None => procs.push((proc, vec![lower])),
            },
            Err(reason) => none.push((lower, reason)),
        }
    }
    Implementers { procs, none }
}

#[test]
fn hierarchies_agree_with_their_definition() {
    let mut rng = Rng(0x2545_f491_4f6c_dd1d);
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..5_000 {
        let program = random_program(&mut rng);
        let hierarchy = Hierarchy::new(&program);
        for class in program.classes.ids() {
            let below: BTreeSet<ClassId> =
                program.classes.ids().filter(|&lower| program.supers(lower).any(|up| up == class)).collect();
            assert!(hierarchy.direct_subclasses(class).iter().copied().eq(below), "{class} of\n{program}");
            assert_eq!(
                hierarchy.concrete_below(class),
                concrete_below(&program, class),
                "{class} of\n{program}"
            );
            for name in ["m", "n"] {
                let expected = select(&program, class, name);
                if !is_interface(&program, class) {
                    assert_eq!(hierarchy.select(class, name), expected, "{name} on {class} of\n{program}");
                }
                *outcomes.entry(kind(&expected)).or_default() += 1;
                let expected = implementers(&program, class, name);
                assert_eq!(hierarchy.implementers(class, name), expected, "{name} on {class} of\n{program}");
            }
        }
    }
    assert!(outcomes.len() == 4 && outcomes.values().all(|&count| count > 100), "{outcomes:?}");
}

fn kind(selected: &Result<ProcId, NoMethod>) -> &'static str {
    match selected {
        Ok(_) => "found",
        Err(NoMethod::Missing) => "missing",
        Err(NoMethod::Abstract(_)) => "abstract",
        Err(NoMethod::Ambiguous(_)) => "ambiguous",
    }
}

/// A chain of 100,000 classes below an interface, with a method at the top and one in the middle.
#[test]
fn deep_hierarchies_are_no_problem() {
    const LARGE: usize = 100_000;
    let mut program = Program::default();
    let interface = program.classes.push(Class::new("", ClassKind::Interface { extends: Vec::new() }, None));
    for number in 0..LARGE {
        let parent = (number > 0).then(|| ClassId::new(number));
        let interfaces = if number == 0 { vec![interface] } else { Vec::new() };
        program.classes.push(Class::new(
            "",
            ClassKind::Record { parent, interfaces, fields: Vec::new() },
            None,
        ));
    }
    let method = |proc| Method { name: "m".into(), proc: Some(ProcId::new(proc)), is_static: false };
    program.classes[interface].methods.push(method(0));
    program.classes[ClassId::new(LARGE / 2)].methods.push(method(1));
    let hierarchy = Hierarchy::new(&program);
    let Implementers { procs, none } = hierarchy.implementers(interface, "m");
    let counts: Vec<(ProcId, usize)> = procs.iter().map(|(proc, classes)| (*proc, classes.len())).collect();
    assert_eq!(counts, [(ProcId::new(0), LARGE / 2 - 1), (ProcId::new(1), LARGE / 2 + 1)]);
    assert!(none.is_empty());
    assert_eq!(hierarchy.select(ClassId::new(LARGE), "m"), Ok(ProcId::new(1)));
}
