//! The part of a directive that names a method and its inputs: `List.remove --pre List.repOk -k 3 --executed 3 0..1`.

use std::ops::RangeInclusive;

use ir::Program;
use verdict::{ExploreQuery, OpenBody, OpenCall};

use crate::open_methods::executed::SmallInputs;

/// A method with unknown inputs, and how far they go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenQuestion {
    pub name: String,
    pub preconditions: Vec<String>,
    pub max_depth: Option<u32>,
    pub max_objects: Option<u32>,
    pub max_steps: Option<u64>,
    /// The most objects of the heaps that are executed, and the numbers in them.
    pub executed: Option<(usize, RangeInclusive<i64>)>,
}

impl OpenQuestion {
    pub(super) fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut question = Self {
            name: words.next()?.to_owned(),
            preconditions: Vec::new(),
            max_depth: None,
            max_objects: None,
            max_steps: None,
            executed: None,
        };
        while let Some(option) = words.next() {
            match option {
                "--pre" => question.preconditions.push(words.next()?.to_owned()),
                "-k" => question.max_depth = Some(words.next()?.parse().ok()?),
                "-n" => question.max_objects = Some(words.next()?.parse().ok()?),
                "--max-steps" => question.max_steps = Some(words.next()?.parse().ok()?),
                "--executed" => {
                    let objects = words.next()?.parse().ok()?;
                    let (lo, hi) = words.next()?.split_once("..")?;
                    question.executed = Some((objects, lo.parse().ok()?..=hi.parse().ok()?));
                }
                _ => return None,
            }
        }
        Some(question)
    }

    /// The call, and the program with the guard of its precondition.
    pub(super) fn call(&self, program: &Program) -> Result<(Program, OpenCall), String> {
        let mut program = program.clone();
        let mut call = driver::method_entry(&program, &self.name).map_err(|diagnostic| diagnostic.message)?;
        driver::require(&mut program, &mut call, &self.preconditions)
            .map_err(|diagnostic| diagnostic.message)?;
        ir::verify(&program).map_err(|errors| format!("the guard is wrong: {}", errors[0]))?;
        Ok((program, call))
    }

    /// One for each body of the method.
    pub(super) fn queries(&self, call: &OpenCall, counts_heaps: bool) -> Vec<ExploreQuery> {
        let query = |body: &OpenBody| {
            let query = ExploreQuery::new(body.proc);
            ExploreQuery {
                receiver: body.receiver.clone(),
                precondition: body.guard,
                max_depth: self.max_depth.unwrap_or(query.max_depth),
                max_objects: self.max_objects,
                max_steps: self.max_steps.unwrap_or(query.max_steps),
                counts_heaps,
                ..query
            }
        };
        call.bodies.iter().map(query).collect()
    }

    /// The inputs to execute, if they are named. Where a bound cut something, those beyond it are left out.
    pub(super) fn inputs(&self, is_cut: bool) -> Option<SmallInputs> {
        let (objects, numbers) = self.executed.clone()?;
        let depth = self.max_depth.unwrap_or(ExploreQuery::new(base::Id::new(0)).max_depth);
        Some(SmallInputs { objects, numbers, chain: is_cut.then_some(depth as usize) })
    }
}
