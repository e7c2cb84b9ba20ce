//! Random small formulas about a program: they speak of its globals, fields and procedures and, where it has one
//! thread, of its locals.

use ir::{LocalKind, Program};

use crate::data_atoms::Paths;
use crate::rng::Rng;

/// A formula of a few operators. It may be refused: a name need not fit where it stands.
pub fn formula(rng: &mut Rng, program: &Program) -> String {
    let names = Names::of(program);
    let depth = rng.between(1, 3);
    of_depth(rng, &names, depth)
}

/// The same, mostly about data. Threads are named by their numbers.
pub fn data_formula(rng: &mut Rng, program: &Program) -> String {
    let names = Names { data_share: 4, ..Names::of(program) };
    let depth = rng.between(1, 3);
    of_depth(rng, &names, depth)
}

struct Names<'p> {
    /// Of five atoms so many compare data.
    data_share: usize,
    data: Paths<'p>,
    variables: Vec<String>,
    fields: Vec<String>,
    procs: Vec<String>,
}

impl<'p> Names<'p> {
    fn of(program: &'p Program) -> Self {
        let quoted = |name: &String| format!("`{name}`");
        let locals = program.procs.iter().flat_map(|proc| &proc.locals);
        let of_user = locals.filter(|local| local.kind == LocalKind::User && program.is_sequential());
        let globals = program.globals.iter().map(|global| quoted(&global.name));
        let mut variables: Vec<String> = globals.chain(of_user.map(|local| quoted(&local.name))).collect();
        variables.push("nil".into());
        Self {
            data_share: 0,
            data: Paths::of(program),
            variables,
            fields: program.fields.iter().map(|field| quoted(&field.name)).collect(),
            procs: program.procs.iter().map(|proc| quoted(&proc.name)).collect(),
        }
    }
}

/// The depth is small: at most three calls deep.
fn of_depth(rng: &mut Rng, names: &Names<'_>, depth: usize) -> String {
    if depth == 0 {
        return atom(rng, names);
    }
    let shape = *rng.pick(&["G F {}", "F G {}", "G {}", "F {}", "X {}", "!({})", "U", "R", "&&", "||", "->"]);
    let first = of_depth(rng, names, depth - 1);
    if shape.contains("{}") {
        return shape.replace("{}", &format!("({first})"));
    }
    let second = of_depth(rng, names, depth - 1);
    format!("({first}) {shape} ({second})")
}

fn atom(rng: &mut Rng, names: &Names<'_>) -> String {
    if names.data_share > 0 && rng.below(5) < names.data_share {
        let data = names.data.atom(rng);
        return data.unwrap_or_else(|| "unchanged".into());
    }
    let variable = |rng: &mut Rng| rng.pick(&names.variables).clone();
    let (x, y) = (variable(rng), variable(rng));
    let field = rng.try_pick(&names.fields).cloned();
    let proc = rng.pick(&names.procs).clone();
    match (rng.below(14), field) {
        (0 | 1, _) => "@terminated".into(),
        (2, _) => "@stuck".into(),
        (3, _) => "unchanged".into(),
        (4, _) => "@nullwrite".into(),
        (5, _) if names.data_share > 0 && rng.below(2) == 0 => format!("@{}.in({proc})", rng.below(3)),
        (5, _) => format!("@in({proc})"),
        (6, Some(field)) => format!("{x}.{field} == {y}"),
        (7, Some(field)) => format!("{x}.{field}*.{y} + !{x}"),
        (8, Some(field)) => format!("some {x}.{field}"),
        (9, Some(field)) => format!("reach({x}, {field}*, {y})"),
        (10, _) => format!("!{x}"),
        _ => format!("{x} == {y}"),
    }
}
