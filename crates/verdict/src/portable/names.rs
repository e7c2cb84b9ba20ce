//! Names that mean one thing each.
//!
//! Names of a program are for people and need not differ, and a portable form must name what it means. So where several
//! entities of a kind share a name, each of them has it with a number, in the order of their declarations: `next~1`,
//! `next~2`. An entity without a name is called by its id, `v3`. The plain name is then no name at all, so that what
//! was written about a program with one `next` is not read as if it were about the first of two.
//!
//! The names depend on the program alone: reader and writer find the same ones.

use std::collections::{HashMap, HashSet};

use base::{Id, IndexVec};
use ir::{ClassId, EnumId, FieldId, GlobalId, LocalId, ProcId, Program};

/// The names of all that summaries talk about.
#[derive(Debug)]
pub struct Names {
    pub procs: Table<ProcId>,
    pub globals: Table<GlobalId>,
    pub classes: Table<ClassId>,
    /// With the class that declares them: `Node.next`.
    pub fields: Table<FieldId>,
    pub enums: Table<EnumId>,
    /// For each procedure its parameters.
    params: IndexVec<ProcId, Table<LocalId>>,
    /// For each enum its constants.
    constants: IndexVec<EnumId, Table<ConstantId>>,
}

base::typed_id!(
    /// A constant of an enum, by its number.
    ConstantId,
    "constant"
);

/// From the entities of one kind to their names, and back.
#[derive(Debug)]
pub struct Table<I> {
    names: Vec<String>,
    ids: HashMap<String, I>,
    /// Names that several entities have, and how many.
    shared: HashMap<String, usize>,
}

/// Why a name means nothing in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMeaning {
    /// Nothing has this name.
    Unknown,
    /// So many entities have it.
    Ambiguous(usize),
}

impl Names {
    pub fn of(program: &Program) -> Self {
        let classes: Table<ClassId> = Table::new(program.classes.iter().map(|class| class.name.clone()));
        let field = |field: &ir::Field| {
            let class = classes.name(field.class).unwrap_or_default();
            if field.name.is_empty() { String::new() } else { format!("{class}.{}", field.name) }
        };
        let params = |proc: &ir::Proc| Table::new(proc.params().map(|(_, local)| local.name.clone()));
        Self {
            procs: Table::new(program.procs.iter().map(|proc| proc.name.clone())),
            globals: Table::new(program.globals.iter().map(|global| global.name.clone())),
            fields: Table::new(program.fields.iter().map(field)),
            enums: Table::new(program.enums.iter().map(|of| of.name.clone())),
            params: program.procs.iter().map(params).collect(),
            constants: program.enums.iter().map(|of| Table::new(of.constants.iter().cloned())).collect(),
            classes,
        }
    }

    pub fn params(&self, proc: ProcId) -> Option<&Table<LocalId>> {
        self.params.get(proc)
    }

    pub fn constants(&self, of: EnumId) -> Option<&Table<ConstantId>> {
        self.constants.get(of)
    }
}

impl<I: Id> Table<I> {
    fn new(originals: impl Iterator<Item = String>) -> Self {
        let numbered = originals.enumerate().map(|(index, name)| match name.is_empty() {
            true => I::new(index).to_string(),
            false => name,
        });
        let originals: Vec<String> = numbered.collect();
        let mut shared: HashMap<String, usize> = HashMap::new();
        originals.iter().for_each(|name| *shared.entry(name.clone()).or_default() += 1);
        let taken: HashSet<String> = shared.keys().cloned().collect();
        shared.retain(|_, count| *count > 1);
        let mut last: HashMap<&str, usize> = HashMap::new();
        let mut table = Self { names: Vec::with_capacity(originals.len()), ids: HashMap::new(), shared };
        for (index, original) in originals.iter().enumerate() {
            let mut name = original.clone();
            // A number whose name another entity has by itself is left out.
            while table.shared.contains_key(original) && taken.contains(&name) {
                let number = last.entry(original).or_default();
                *number += 1;
                name = format!("{original}~{number}");
            }
            table.ids.insert(name.clone(), I::new(index));
            table.names.push(name);
        }
        table
    }

    pub fn name(&self, id: I) -> Option<&str> {
        self.names.get(id.index()).map(String::as_str)
    }

    pub fn id(&self, name: &str) -> Result<I, NoMeaning> {
        let unknown = || self.shared.get(name).map_or(NoMeaning::Unknown, |&n| NoMeaning::Ambiguous(n));
        self.ids.get(name).copied().ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(originals: &[&str], expected: &[&str]) -> Table<GlobalId> {
        let table: Table<GlobalId> = Table::new(originals.iter().map(|name| (*name).to_owned()));
        assert_eq!(table.names, expected);
        for (index, name) in expected.iter().enumerate() {
            assert_eq!(table.id(name), Ok(GlobalId::new(index)), "{name}");
        }
        table
    }

    #[test]
    fn every_entity_has_a_name_of_its_own() {
        check(&["a", "b"], &["a", "b"]);
        check(&["a", "b", "a", "a"], &["a~1", "b", "a~2", "a~3"]);
        check(&["a", "a", "a~2"], &["a~1", "a~3", "a~2"]);
        check(&["a~1", "a", "a~1", "a"], &["a~1~1", "a~2", "a~1~2", "a~3"]);
        check(&["", "x", ""], &["g0", "x", "g2"]);
        check(&["g1", ""], &["g1~1", "g1~2"]);
    }

    #[test]
    fn a_name_that_several_entities_have_means_none_of_them() {
        let table = check(&["a", "b", "a"], &["a~1", "b", "a~2"]);
        assert_eq!(table.id("a"), Err(NoMeaning::Ambiguous(2)));
        assert_eq!(table.id("c"), Err(NoMeaning::Unknown));
    }
}
