//! Random atoms of formulas over data: comparisons with literals, truth values, orders, elements of arrays, local
//! variables of threads. They are typed, so that most of them have a meaning.

use ir::{ClassKind, LocalKind, Program, Type};

use crate::rng::Rng;

/// Paths of a program with their types, as formulas write them.
pub(crate) struct Paths<'p> {
    program: &'p Program,
    paths: Vec<(String, Type)>,
}

/// More threads than this are not named.
const THREADS: usize = 3;

impl<'p> Paths<'p> {
    pub(crate) fn of(program: &'p Program) -> Self {
        let globals = program.globals.iter().map(|global| (format!("`{}`", global.name), global.ty));
        let mut paths: Vec<(String, Type)> = globals.collect();
        for proc in &program.procs {
            for local in proc.locals.iter().filter(|local| local.kind == LocalKind::User) {
                if program.is_sequential() {
                    paths.push((format!("`{}`", local.name), local.ty));
                }
                let threads = 0..THREADS;
                paths.extend(
                    threads.map(|thread| (format!("`{}`@{thread}.`{}`", proc.name, local.name), local.ty)),
                );
            }
        }
        let through: Vec<(String, Type)> =
            paths.iter().flat_map(|(path, ty)| Self::one_step(program, path, *ty)).collect();
        paths.extend(through);
        Self { program, paths }
    }

    /// The path with a field or an element after it.
    fn one_step(program: &Program, path: &str, ty: Type) -> Vec<(String, Type)> {
        let Type::Ref(class) = ty else { return Vec::new() };
        match &program.classes[class].kind {
            ClassKind::Record { fields, .. } => {
                let field = |field: &ir::FieldId| &program.fields[*field];
                fields.iter().map(field).map(|field| (format!("{path}.`{}`", field.name), field.ty)).collect()
            }
            ClassKind::Array { element, .. } => {
                (0..2).map(|at| (format!("{path}[{at}]"), *element)).collect()
            }
            ClassKind::Interface { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => Vec::new(),
        }
    }

    /// An atom, or nothing if the program has no variables.
    pub(crate) fn atom(&self, rng: &mut Rng) -> Option<String> {
        let (path, ty) = rng.try_pick(&self.paths)?.clone();
        let alike: Vec<&(String, Type)> = self.paths.iter().filter(|(_, other)| *other == ty).collect();
        if rng.below(3) == 0 {
            let relation = Self::relation(rng, ty);
            return Some(format!("{path} {relation} {}", rng.pick(&alike).0));
        }
        let relation = Self::relation(rng, ty);
        Some(match ty {
            Type::Bool if rng.below(3) > 0 => path,
            Type::Bool => format!("{path} {relation} {}", rng.below(2) == 0),
            Type::Int(_) => format!("{path} {relation} {}", rng.below(5) as i64 - 1),
            Type::Real(_) | Type::Decimal => format!("{path} {relation} {}.5", rng.below(3)),
            Type::Enum(id) => {
                let def = &self.program.enums[id];
                format!("{path} {relation} `{}.{}`", def.name, rng.pick(&def.constants))
            }
            Type::String => format!("{path} {relation} {}", rng.pick(&alike).0),
            Type::Ref(_) | Type::Object => format!("{path} {relation} nil"),
        })
    }

    fn relation(rng: &mut Rng, ty: Type) -> &'static str {
        match ty {
            Type::Bool | Type::String | Type::Ref(_) | Type::Object => ["==", "!="][rng.below(2)],
            Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_) => {
                ["==", "!=", "<", "<=", ">", ">="][rng.below(6)]
            }
        }
    }
}
