//! Families of Boolean programs: their text, by size, each in a variant that holds and one that does not.
//!
//! The verdict of every program is known from how it is made; the function that writes a family says why. Each family
//! is hard for some engine: many variables of which little is known (`driver`), errors at the end of long traces
//! (`counter`, `term`), also through calls that return (`called`, `unwound`), relations without a small diagram
//! (`hwb`) or without few clauses (`term`), deep recursion (`recpar`, `hanoi`), one large loop over unknown globals
//! (`roles`). `shallow` has the size of the small programs of Basler, Kroening and Weissenbacher (2007), whose table 2
//! is the model of the benchmark.

mod counters;
mod driver;
mod hwb;
mod recursion;
mod roles;
mod shallow;

pub use counters::{called, counter, term, unwound};
pub use driver::driver;
pub use hwb::hwb;
pub use recursion::{hanoi, recpar};
pub use roles::roles;
pub use shallow::shallow;

/// Whether the assertions of a program hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    Safe,
    Unsafe,
}

impl Variant {
    pub const ALL: [Variant; 2] = [Variant::Safe, Variant::Unsafe];

    /// The word of the verdict, as in [`crate::settings::answer_name`].
    pub fn expected(self) -> &'static str {
        match self {
            Variant::Safe => "holds",
            Variant::Unsafe => "violated",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Variant::Safe => "safe",
            Variant::Unsafe => "unsafe",
        }
    }

    /// The text of this variant.
    fn choose<T>(self, safe: T, flawed: T) -> T {
        match self {
            Variant::Safe => safe,
            Variant::Unsafe => flawed,
        }
    }
}

/// A family and a size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    Driver { procedures: usize, locals: usize },
    Counter(usize),
    Called(usize),
    Unwound(usize),
    Term(usize),
    Recpar(usize),
    Hwb(usize),
    Hanoi(usize),
    Roles { globals: usize, seed: u64 },
    Shallow(usize),
}

impl Shape {
    /// The name of the family.
    pub fn family(self) -> &'static str {
        match self {
            Shape::Driver { .. } => "driver",
            Shape::Counter(_) => "counter",
            Shape::Called(_) => "called",
            Shape::Unwound(_) => "unwound",
            Shape::Term(_) => "term",
            Shape::Recpar(_) => "recpar",
            Shape::Hwb(_) => "hwb",
            Shape::Hanoi(_) => "hanoi",
            Shape::Roles { .. } => "roles",
            Shape::Shallow(_) => "shallow",
        }
    }

    /// The size as it stands in names.
    fn size(self) -> String {
        match self {
            Shape::Driver { procedures, locals } => format!("{procedures}x{locals}"),
            Shape::Counter(n)
            | Shape::Called(n)
            | Shape::Unwound(n)
            | Shape::Term(n)
            | Shape::Recpar(n)
            | Shape::Hwb(n)
            | Shape::Hanoi(n)
            | Shape::Shallow(n) => n.to_string(),
            Shape::Roles { globals, seed } => format!("{globals}.{seed}"),
        }
    }
}

/// A program of a family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instance {
    pub shape: Shape,
    pub variant: Variant,
}

impl Instance {
    /// A name that is also a file name, such as `driver-20x32-safe`.
    pub fn name(self) -> String {
        format!("{}-{}-{}", self.shape.family(), self.shape.size(), self.variant.name())
    }

    /// The word of the verdict, as in [`crate::settings::answer_name`].
    pub fn expected(self) -> &'static str {
        self.variant.expected()
    }

    /// The program.
    pub fn text(self) -> String {
        let variant = self.variant;
        match self.shape {
            Shape::Driver { procedures, locals } => driver(procedures, locals, variant),
            Shape::Counter(bits) => counter(bits, variant),
            Shape::Called(bits) => called(bits, variant),
            Shape::Unwound(bits) => unwound(bits, variant),
            Shape::Term(bits) => term(bits, variant),
            Shape::Recpar(parameters) => recpar(parameters, variant),
            Shape::Hwb(bits) => hwb(bits, variant),
            Shape::Hanoi(discs) => hanoi(discs, variant),
            Shape::Roles { globals, seed } => roles(globals, seed, variant),
            Shape::Shallow(variables) => shallow(variables, variant),
        }
    }

    /// Globals, and parameters and locals of all procedures.
    pub fn variables(self) -> usize {
        match self.shape {
            Shape::Driver { procedures, locals } => procedures * (locals + 2) + 6,
            Shape::Counter(bits) | Shape::Called(bits) | Shape::Unwound(bits) => {
                bits + 1 + self.variant.choose(1, 0)
            }
            Shape::Term(bits) => 2 * bits + 1,
            Shape::Recpar(parameters) => 2 * parameters + 2,
            Shape::Hwb(bits) => bits + 2 * hwb::weight_bits(bits) + 3,
            Shape::Hanoi(_) => 2,
            Shape::Roles { globals, .. } => globals,
            Shape::Shallow(variables) => variables,
        }
    }
}

/// Instances that every good engine decides in a moment, and that can be decided by visiting states, or at least by one
/// engine for certain.
pub fn small() -> Vec<Instance> {
    let shapes = [
        Shape::Driver { procedures: 1, locals: 6 },
        Shape::Driver { procedures: 3, locals: 8 },
        Shape::Driver { procedures: 4, locals: 9 },
        Shape::Counter(1),
        Shape::Counter(4),
        Shape::Called(1),
        Shape::Called(4),
        Shape::Unwound(1),
        Shape::Unwound(4),
        Shape::Term(2),
        Shape::Term(4),
        Shape::Recpar(2),
        Shape::Recpar(5),
        Shape::Hwb(3),
        Shape::Hwb(6),
        Shape::Hanoi(2),
        Shape::Hanoi(6),
        Shape::Roles { globals: 8, seed: 1 },
        Shape::Roles { globals: 12, seed: 2 },
        Shape::Shallow(11),
        Shape::Shallow(15),
    ];
    both(&shapes)
}

/// The instances that the benchmark measures: those for which there are goals, and sizes around them.
pub fn families() -> Vec<Instance> {
    let shapes = [
        Shape::Shallow(11),
        Shape::Shallow(15),
        Shape::Shallow(37),
        Shape::Driver { procedures: 4, locals: 18 },
        Shape::Driver { procedures: 10, locals: 16 },
        Shape::Driver { procedures: 20, locals: 32 },
        Shape::Driver { procedures: 25, locals: 32 },
        Shape::Counter(8),
        Shape::Counter(12),
        Shape::Counter(64),
        Shape::Called(8),
        Shape::Called(12),
        Shape::Unwound(8),
        Shape::Unwound(12),
        Shape::Term(12),
        Shape::Term(20),
        Shape::Recpar(8),
        Shape::Recpar(16),
        Shape::Hwb(10),
        Shape::Hwb(16),
        Shape::Hanoi(10),
        Shape::Hanoi(30),
        Shape::Roles { globals: 18, seed: 1 },
        Shape::Roles { globals: 40, seed: 1 },
        Shape::Roles { globals: 200, seed: 1 },
        Shape::Roles { globals: 800, seed: 1 },
    ];
    // The error of a counter of 64 bits lies deeper than anyone can follow.
    let is_fair =
        |instance: &Instance| (instance.shape, instance.variant) != (Shape::Counter(64), Variant::Unsafe);
    both(&shapes).into_iter().filter(is_fair).collect()
}

fn both(shapes: &[Shape]) -> Vec<Instance> {
    let variants = |&shape: &Shape| Variant::ALL.map(|variant| Instance { shape, variant });
    shapes.iter().flat_map(variants).collect()
}

/// `x0`, `x1`, ...: so many names.
fn names(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|index| format!("{prefix}{index}")).collect()
}

/// So many times the same, as a row.
fn row_of(item: &str, count: usize) -> String {
    vec![item; count].join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use base::{Id, SourceId};
    use lang_boolean::{Dialect, Options};

    use super::*;

    fn variables_in_the_core(text: &str) -> usize {
        let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
        let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
        assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
        let program = compiled.program.expect("a family is made of correct programs");
        let named = |proc: &ir::Proc| {
            proc.locals.iter().filter(|local| !local.name.contains('$') && !local.name.is_empty()).count()
        };
        program.globals.len() + program.procs.iter().map(named).sum::<usize>()
    }

    #[test]
    fn instances_have_the_variables_that_they_name_and_no_warnings() {
        for instance in small().into_iter().chain(families()) {
            let found = variables_in_the_core(&instance.text());
            assert_eq!(found, instance.variables(), "{}", instance.name());
        }
    }

    #[test]
    fn names_tell_instances_apart() {
        for list in [small(), families()] {
            let names: BTreeSet<String> = list.iter().map(|instance| instance.name()).collect();
            assert_eq!(names.len(), list.len());
        }
    }

    #[test]
    fn variants_differ_in_a_few_lines() {
        for shape in families().into_iter().map(|instance| instance.shape) {
            let [safe, flawed] = Variant::ALL.map(|variant| Instance { shape, variant }.text());
            let lines: BTreeSet<&str> = safe.lines().collect();
            let new = flawed.lines().filter(|line| !lines.contains(line)).count();
            assert!(safe != flawed && new <= 3, "{shape:?}: {new} lines are new");
        }
    }

    #[test]
    fn drivers_have_the_sizes_of_the_literature() {
        let size = |procedures| {
            Instance { shape: Shape::Driver { procedures, locals: 32 }, variant: Variant::Safe }.variables()
        };
        assert_eq!([size(20), size(25)], [686, 856]);
    }
}
