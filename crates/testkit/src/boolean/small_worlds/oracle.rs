//! Whether an assertion of a small world can fail, by brute force.
//!
//! Two globals have four valuations, and a set of them is an array of four flags. The table says for each valuation
//! at the entry of `f` which ones `f` can return with, and whether an assertion can fail before. It begins with
//! nothing and is computed again from itself until nothing is new, so it is the least one; `main` is then executed
//! once with it.

use super::{Global, Literal, Statement, Value, World};

/// The flag at `2a + b` is that of the valuation with these values.
type Valuations = [bool; 4];

const NONE: Valuations = [false; 4];
const ALL: Valuations = [true; 4];

/// What is known of `f`, by the valuation at its entry.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Table {
    exits: [Valuations; 4],
    fails: [bool; 4],
}

/// Whether an assertion can fail from any start.
pub fn can_fail(world: &World) -> bool {
    let mut table = Table::default();
    loop {
        let mut next = Table::default();
        for entry in 0..4 {
            let mut run = Run { table: &table, fails: false };
            next.exits[entry] = run.sequence(&world.f, only(entry));
            next.fails[entry] = run.fails;
        }
        if next == table {
            break;
        }
        table = next;
    }
    let mut run = Run { table: &table, fails: false };
    run.sequence(&world.main, ALL);
    run.fails
}

/// An execution from all valuations of a set at once.
struct Run<'a> {
    table: &'a Table,
    fails: bool,
}

impl Run<'_> {
    /// The valuations behind the statements.
    fn sequence(&mut self, statements: &[Statement], before: Valuations) -> Valuations {
        statements.iter().fold(before, |valuations, statement| self.statement(statement, valuations))
    }

    fn statement(&mut self, statement: &Statement, before: Valuations) -> Valuations {
        match statement {
            Statement::Assign(global, value) => assigned(*global, *value, before),
            Statement::Assume(literal) => filtered(before, |valuation| is_true(*literal, valuation)),
            Statement::Assert(literal) => {
                let passing = filtered(before, |valuation| is_true(*literal, valuation));
                self.fails |= passing != before;
                passing
            }
            Statement::Call => self.call(before),
            Statement::Maybe(body) => union(before, self.sequence(body, before)),
            Statement::Repeat(body) => self.repeat(body, before),
        }
    }

    fn call(&mut self, before: Valuations) -> Valuations {
        let mut after = NONE;
        for entry in (0..4).filter(|&entry| before[entry]) {
            self.fails |= self.table.fails[entry];
            after = union(after, self.table.exits[entry]);
        }
        after
    }

    fn repeat(&mut self, body: &[Statement], before: Valuations) -> Valuations {
        let mut reached = before;
        loop {
            let more = union(reached, self.sequence(body, reached));
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

fn assigned(global: Global, value: Value, before: Valuations) -> Valuations {
    let mut after = NONE;
    for valuation in (0..4).filter(|&valuation| before[valuation]) {
        let values: &[bool] = match value {
            Value::Constant(constant) => &[constant],
            Value::Flipped => &[!get(valuation, global)],
            Value::OfOther => &[get(valuation, global.other())],
            Value::Choice => &[false, true],
        };
        for &value in values {
            after[set(valuation, global, value)] = true;
        }
    }
    after
}

fn is_true(literal: Literal, valuation: usize) -> bool {
    get(valuation, literal.global) == literal.positive
}

fn get(valuation: usize, global: Global) -> bool {
    match global {
        Global::A => valuation >= 2,
        Global::B => valuation % 2 == 1,
    }
}

fn set(valuation: usize, global: Global, value: bool) -> usize {
    match global {
        Global::A => valuation % 2 + 2 * usize::from(value),
        Global::B => valuation / 2 * 2 + usize::from(value),
    }
}

fn only(valuation: usize) -> Valuations {
    let mut one = NONE;
    one[valuation] = true;
    one
}

fn filtered(valuations: Valuations, is_kept: impl Fn(usize) -> bool) -> Valuations {
    std::array::from_fn(|valuation| valuations[valuation] && is_kept(valuation))
}

fn union(left: Valuations, right: Valuations) -> Valuations {
    std::array::from_fn(|valuation| left[valuation] || right[valuation])
}
