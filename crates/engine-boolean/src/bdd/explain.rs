//! The way to an error, found backwards: what was found at one time was made from what was found before.
//!
//! At a block, values at its beginning are looked for that lead to the values sought at its end, in a layer older than where the search comes from. Behind a
//! call, a summary edge is looked for, and the way goes through the callee from its end to its beginning, then on in the caller. In the end the values at the
//! beginning of the program are known, and all choices on the way.

use base::Id;
use ir::{BlockId, Expr, Place, ProcId, TermOp};
use machine::{Code, cut_into_steps};
use solver::bdd::{Bdd, Variable};
use verdict::{StopReason, Trace, Violation};

use super::sets::BddSets;
use super::tools::is_last;
use crate::graph::{Act, act};
use crate::representation::At;
use crate::tabulate::{self, FoundError, Tabulation};

type Layer = tabulate::Layer<Bdd>;
type Piece = tabulate::Piece<Bdd>;
type Bdds<'a, 'p> = Tabulation<'a, 'p, BddSets<'a, 'p>>;

/// More blocks are not told.
const LONGEST_WAY: usize = 2_000_000;

/// Values of all variables of the diagrams; what does not matter is false.
type Values = Vec<bool>;

/// Where the way is, backwards: at the beginning of a block.
#[derive(Clone)]
struct Position {
    proc: ProcId,
    block: BlockId,
    values: Values,
    time: u64,
}

/// A block on the way: where it begins, the choices in it, and the values at its end.
struct Visit {
    start: Position,
    choices: Vec<u32>,
    end: Values,
}

/// The last block before a position: in the same procedure or, behind a call, the one that returned.
struct Before {
    visit: Visit,
    /// The visit of the caller, up to the call.
    caller: Option<Visit>,
}

/// The error with its trace.
pub(crate) fn explain(
    tabulation: &mut Bdds<'_, '_>,
    code: &Code<'_>,
    error: &FoundError,
) -> Result<Violation, StopReason> {
    let choices = Explanation { tabulation }.choices(error)?;
    let steps = cut_into_steps(code, &choices, &error.failure, LONGEST_WAY as u64)?;
    let witness = Trace { steps, loop_start: None }.into();
    Ok(Violation { kind: error.failure.kind.clone(), span: error.failure.span, witness })
}

struct Explanation<'t, 'a, 'p> {
    tabulation: &'t mut Bdds<'a, 'p>,
}

impl<'p> Explanation<'_, '_, 'p> {
    /// All choices from the start of the program to the error.
    fn choices(&mut self, error: &FoundError) -> Result<Vec<u32>, StopReason> {
        let mut visit = self.failing(error)?;
        let mut backwards: Vec<Vec<u32>> = Vec::new();
        let mut callers: Vec<Visit> = Vec::new();
        loop {
            if backwards.len() > LONGEST_WAY {
                return Err(StopReason::TraceTooLong(LONGEST_WAY as u64));
            }
            let Visit { start, choices, end: _ } = visit;
            backwards.push(choices);
            let before = if !self.is_entry(&start) {
                self.before(&start)?
            } else if let Some(caller) = callers.pop() {
                Before { visit: caller, caller: None }
            } else {
                match self.before_entry(&start)? {
                    Some(before) => Before { visit: before, caller: None },
                    None => break,
                }
            };
            callers.extend(before.caller);
            visit = before.visit;
        }
        Ok(backwards.into_iter().rev().flatten().collect())
    }

    fn failing(&mut self, error: &FoundError) -> Result<Visit, StopReason> {
        let FoundError { at: At { proc, block }, index, layer, failure: _ } = *error;
        let goal = match act(&self.tabulation.graph.block(proc, block).instrs[index].op) {
            Some(Act::Assert(condition)) => !self.tabulation.sets.space.expr(condition)?,
            _ => Bdd::TRUE,
        };
        let layer = self.tabulation.procs[proc].blocks[block].layers[layer];
        let visit = self.visit((proc, block), index, goal, None, &[layer])?;
        Ok(visit.expect("an error is in the layer where it was found"))
    }

    /// A visit of a block from one of the layers, the last first, to the goal before the instruction at `index`.
    fn visit(
        &mut self,
        (proc, block): (ProcId, BlockId),
        index: usize,
        goal: Bdd,
        entry: Option<&Values>,
        layers: &[Layer],
    ) -> Result<Option<Visit>, StopReason> {
        let instrs = &self.tabulation.graph.block(proc, block).instrs[..index];
        let acts: Vec<Act<'p>> = instrs.iter().filter_map(|instr| act(&instr.op)).collect();
        let mut goals = vec![goal];
        for &act in acts.iter().rev() {
            goals.push(self.tabulation.sets.space.preimage(goals[goals.len() - 1], act)?);
        }
        goals.reverse();
        let entry = match entry {
            Some(values) => self.entry_literals(proc, values)?,
            None => Bdd::TRUE,
        };
        let sought = self.tabulation.sets.space.and(goals[0], entry)?;
        for layer in layers.iter().rev() {
            let found = self.tabulation.sets.space.and(sought, layer.set)?;
            if let Some(assignment) = self.tabulation.sets.space.bdds.satisfying(found) {
                let start = Position { proc, block, values: self.values(&assignment), time: layer.time };
                let (choices, end) = self.play(&acts, &goals, start.values.clone())?;
                return Ok(Some(Visit { start, choices, end }));
            }
        }
        Ok(None)
    }

    /// Executes acts so that each goal is met.
    fn play(
        &mut self,
        acts: &[Act<'p>],
        goals: &[Bdd],
        mut values: Values,
    ) -> Result<(Vec<u32>, Values), StopReason> {
        let mut choices = Vec::new();
        for (index, &act) in acts.iter().enumerate() {
            match act {
                Act::Assign(place, value) => {
                    let value = self.tabulation.sets.space.expr(value)?;
                    values[self.current(place)] = self.holds(value, &values);
                }
                Act::Choose(place) => {
                    let at = self.current(place);
                    values[at] = false;
                    values[at] = !self.holds(goals[index + 1], &values);
                    choices.push(u32::from(values[at]));
                }
                Act::Assume(_) | Act::Assert(_) | Act::Fail | Act::Nothing => {}
            }
        }
        Ok((choices, values))
    }

    fn values(&self, assignment: &[(Variable, bool)]) -> Values {
        let mut values = vec![false; self.tabulation.sets.space.n_variables()];
        assignment.iter().for_each(|&(variable, value)| values[Id::index(variable)] = value);
        values
    }

    fn holds(&self, set: Bdd, values: &Values) -> bool {
        self.tabulation.sets.space.bdds.evaluate(set, |variable| values[Id::index(variable)])
    }

    fn current(&self, place: Place) -> usize {
        Id::index(self.tabulation.sets.space.copies(place).current)
    }

    fn value_at_entry(&self, place: Place, values: &Values) -> bool {
        values[Id::index(self.tabulation.sets.space.copies(place).entry)]
    }

    /// Touched globals and parameters, if path edges know their values at the entry.
    fn entry_places(&self, proc: ProcId) -> Vec<Place> {
        if !self.tabulation.graph.knows_entry(proc) {
            return Vec::new();
        }
        let facts = &self.tabulation.graph.procs[proc];
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        globals.chain(facts.params.iter().map(|&local| Place::Local(local))).collect()
    }

    fn entry_literals(&mut self, proc: ProcId, values: &Values) -> Result<Bdd, StopReason> {
        let literal =
            |place| (self.tabulation.sets.space.copies(place).entry, self.value_at_entry(place, values));
        let literals: Vec<(Variable, bool)> = self.entry_places(proc).into_iter().map(literal).collect();
        self.tabulation.sets.space.values(literals)
    }

    /// Whether the position is the beginning of its procedure, as far as can be told: then it may as well be.
    fn is_entry(&self, position: &Position) -> bool {
        let Position { proc, block, values, time: _ } = position;
        let (graph, code) = (self.tabulation.graph, &self.tabulation.graph.program.procs[*proc]);
        let params = &graph.procs[*proc].params;
        let is_as_it_begins = |place: Place| {
            let value = values[self.current(place)];
            match place {
                Place::Local(local) if !params.contains(&local) => !value,
                Place::Local(_) | Place::Global(_) => {
                    !graph.knows_entry(*proc) || value == self.value_at_entry(place, values)
                }
            }
        };
        *block == code.entry()
            && graph.counting(*proc, *block).all(is_as_it_begins)
            && (graph.knows_entry(*proc) || self.is_entered_with(*proc, values))
    }

    fn is_entered_with(&self, proc: ProcId, values: &Values) -> bool {
        self.tabulation.procs[proc].entries.iter().any(|layer| self.holds(layer.set, values))
    }

    // ----------------------------------------------------------------------------------- within a procedure

    /// What comes right before a position that is not an entry.
    fn before(&mut self, position: &Position) -> Result<Before, StopReason> {
        let Position { proc, block, values, .. } = position;
        let graph = self.tabulation.graph;
        for &from in &graph.procs[*proc].predecessors[*block] {
            let found = match &graph.block(*proc, from).terminator.op {
                TermOp::Goto { targets } => {
                    let goal = self.counting_literals(*proc, *block, values)?;
                    let edge = targets.iter().position(|target| target == block).expect("an edge") as u32;
                    let choice = (targets.len() > 1).then_some(edge);
                    self.through(position, from, goal, choice)?
                }
                TermOp::Branch { condition, then_to, else_to } => {
                    let goal = self.counting_literals(*proc, *block, values)?;
                    let condition = self.tabulation.sets.space.expr(condition)?;
                    let open = match (then_to == block, else_to == block) {
                        (true, true) => Bdd::TRUE,
                        (true, false) => condition,
                        (false, _) => !condition,
                    };
                    let goal = self.tabulation.sets.space.and(goal, open)?;
                    self.through(position, from, goal, None)?
                }
                TermOp::Call { .. } => self.behind_call(position, from)?,
                TermOp::Return { .. }
                | TermOp::Switch { .. }
                | TermOp::SwitchClass { .. }
                | TermOp::Select { .. } => None,
            };
            if let Some(found) = found {
                return Ok(found);
            }
        }
        panic!("nothing leads to {block} of {}", graph.program.procs[*proc].name);
    }

    /// Current values of what counts at a block.
    fn counting_literals(
        &mut self,
        proc: ProcId,
        block: BlockId,
        values: &Values,
    ) -> Result<Bdd, StopReason> {
        let literal = |place| (self.tabulation.sets.space.copies(place).current, values[self.current(place)]);
        let literals: Vec<(Variable, bool)> =
            self.tabulation.graph.counting(proc, block).map(literal).collect();
        self.tabulation.sets.space.values(literals)
    }

    /// Layers of a block that are older than a time.
    fn layers_before(&self, proc: ProcId, block: BlockId, time: u64) -> Vec<Layer> {
        self.tabulation.layers_before(At { proc, block }, time).to_vec()
    }

    /// The whole of a block, before a position in the same procedure.
    fn through(
        &mut self,
        position: &Position,
        from: BlockId,
        goal: Bdd,
        choice: Option<u32>,
    ) -> Result<Option<Before>, StopReason> {
        let proc = position.proc;
        let layers = self.layers_before(proc, from, position.time);
        let n_instrs = self.tabulation.graph.block(proc, from).instrs.len();
        let visit = self.visit((proc, from), n_instrs, goal, Some(&position.values), &layers)?;
        Ok(visit.map(|mut visit| {
            visit.choices.extend(choice);
            Before { visit, caller: None }
        }))
    }

    // --------------------------------------------------------------------------------------- through calls

    /// The end of a callee that returned right before the position.
    fn behind_call(&mut self, position: &Position, from: BlockId) -> Result<Option<Before>, StopReason> {
        let TermOp::Call { proc: callee, args, .. } =
            &self.tabulation.graph.block(position.proc, from).terminator.op
        else {
            unreachable!("the block ends with a call")
        };
        let fixed = self.after_return(position, from)?;
        let fixed = self.tabulation.sets.with_arguments(fixed, args)?;
        let pieces: Vec<Piece> = self.tabulation.procs[*callee].pieces.clone();
        for piece in pieces.iter().rev().filter(|piece| piece.layer.time < position.time) {
            let (at_call, given_back) = {
                let tools = &self.tabulation.sets.tools[*callee];
                (tools.at_call, tools.given_back)
            };
            let moved = self.tabulation.sets.space.run(|bdds| bdds.substitute(piece.layer.set, at_call))?;
            let both = self.tabulation.sets.space.and(fixed, moved)?;
            let goal = self.tabulation.sets.space.exists(both, given_back)?;
            if goal == Bdd::FALSE {
                continue;
            }
            if let Some(Before { visit: caller, .. }) = self.through(position, from, goal, None)? {
                let visit = self.returning(*callee, piece, both, &caller.end)?;
                return Ok(Some(Before { visit, caller: Some(caller) }));
            }
        }
        Ok(None)
    }

    /// What a position says of the values at the call: results and globals that the callee touches have their new values, all else its own.
    fn after_return(&mut self, position: &Position, from: BlockId) -> Result<Bdd, StopReason> {
        let Position { proc, block, values, .. } = position;
        let graph = self.tabulation.graph;
        let TermOp::Call { proc: callee, results, .. } = &graph.block(*proc, from).terminator.op else {
            unreachable!("the block ends with a call")
        };
        let touched = &graph.procs[*callee].touched;
        let variable = |place: Place| {
            let space = &self.tabulation.sets.space;
            let result = (0..results.len()).find(|&index| results[index] == place && is_last(results, index));
            match (result, place) {
                (Some(index), _) => space.results[index],
                (None, Place::Global(global)) if touched.binary_search(&global).is_ok() => {
                    space.copies(place).next
                }
                (None, Place::Global(_) | Place::Local(_)) => space.copies(place).current,
            }
        };
        let literals: Vec<(Variable, bool)> = graph
            .counting(*proc, *block)
            .map(|place| (variable(place), values[self.current(place)]))
            .collect();
        self.tabulation.sets.space.values(literals)
    }

    /// The visit of the block that returned. `both`: what is known of caller and callee; `at_call`: the caller's values at the call.
    fn returning(
        &mut self,
        callee: ProcId,
        piece: &Piece,
        both: Bdd,
        at_call: &Values,
    ) -> Result<Visit, StopReason> {
        let support = self.tabulation.sets.space.bdds.support(&[both]);
        let next: Vec<usize> = self
            .entry_places(callee)
            .into_iter()
            .map(|place| Id::index(self.tabulation.sets.space.copies(place).next))
            .chain(self.tabulation.sets.space.results.iter().map(|&result| Id::index(result)))
            .collect();
        let known = support.into_iter().filter(|&variable| !next.contains(&Id::index(variable)));
        let known: Vec<(Variable, bool)> =
            known.map(|variable| (variable, at_call[Id::index(variable)])).collect();
        let known = self.tabulation.sets.space.values(known)?;
        let whole = self.tabulation.sets.space.and(both, known)?;
        let assignment = self.tabulation.sets.space.bdds.satisfying(whole).expect("the call was made");
        let chosen = self.values(&assignment);
        let mut seen = vec![false; chosen.len()];
        for place in self.entry_places(callee) {
            let copies = self.tabulation.sets.space.copies(place);
            let [entry, current, next] = [copies.entry, copies.current, copies.next].map(Id::index);
            seen[entry] = match place {
                Place::Global(_) => at_call[current],
                Place::Local(_) => chosen[next],
            };
            seen[current] = chosen[next];
        }
        let results: Vec<usize> =
            self.tabulation.sets.space.results.iter().map(|&result| Id::index(result)).collect();
        results.iter().for_each(|&result| seen[result] = chosen[result]);
        self.leaving(callee, piece, &seen)
    }

    /// The visit of the block that made a summary edge, with these values at entry and exit.
    fn leaving(&mut self, proc: ProcId, piece: &Piece, values: &Values) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        let block = graph.block(proc, piece.block);
        let TermOp::Return { values: results } = &block.terminator.op else {
            unreachable!("the block returns")
        };
        let globals: Vec<(Variable, bool)> = graph.procs[proc]
            .touched
            .iter()
            .map(|&global| self.tabulation.sets.space.copies(Place::Global(global)).current)
            .map(|current| (current, values[Id::index(current)]))
            .collect();
        let mut goal = self.tabulation.sets.space.values(globals)?;
        for (index, result) in results.iter().enumerate() {
            let result = self.tabulation.sets.space.expr(result)?;
            let value = values[Id::index(self.tabulation.sets.space.results[index])];
            goal = self.tabulation.sets.space.and(goal, if value { result } else { !result })?;
        }
        let layer = self.tabulation.procs[proc].blocks[piece.block].layers[piece.of];
        let visit = self.visit((proc, piece.block), block.instrs.len(), goal, Some(values), &[layer])?;
        Ok(visit.expect("a summary edge was made from its layer"))
    }

    // ------------------------------------------------------------------------------------------ at the entry

    /// What comes before an entry whose call has not returned; nothing before the start of the program.
    fn before_entry(&mut self, position: &Position) -> Result<Option<Visit>, StopReason> {
        let proc = position.proc;
        let values = self.values_at_entry(position);
        let stages = &self.tabulation.graph.stages;
        if stages.first() == Some(&proc) && values.iter().all(|(_, value)| !value) {
            return Ok(None);
        }
        let entered = self.entered_at(proc, &values);
        if stages.len() == 2
            && stages[1] == proc
            && let Some(visit) = self.end_of_init(stages[0], &values, entered)?
        {
            return Ok(Some(visit));
        }
        self.call_of(proc, &values, entered).map(Some)
    }

    /// Values of touched globals and parameters at an entry. There, current values are the same, but parameters may be dead.
    fn values_at_entry(&self, position: &Position) -> Vec<(Place, bool)> {
        let Position { proc, values, .. } = position;
        let graph = self.tabulation.graph;
        if graph.knows_entry(*proc) {
            let places = self.entry_places(*proc).into_iter();
            return places.map(|place| (place, self.value_at_entry(place, values))).collect();
        }
        let touched = graph.procs[*proc].touched.iter();
        touched
            .map(|&global| Place::Global(global))
            .map(|place| (place, values[self.current(place)]))
            .collect()
    }

    /// When a procedure was first entered with these values.
    fn entered_at(&self, proc: ProcId, values: &[(Place, bool)]) -> u64 {
        let mut all = vec![false; self.tabulation.sets.space.n_variables()];
        values.iter().for_each(|&(place, value)| all[self.current(place)] = value);
        let entries = &self.tabulation.procs[proc].entries;
        let layer = entries.iter().find(|layer| self.holds(layer.set, &all));
        layer.expect("a procedure is entered before its path edges are found").time
    }

    fn end_of_init(
        &mut self,
        init: ProcId,
        values: &[(Place, bool)],
        time: u64,
    ) -> Result<Option<Visit>, StopReason> {
        let touched = self.tabulation.graph.procs[init].touched.clone();
        let is_touched =
            |place: Place| matches!(place, Place::Global(global) if touched.binary_search(&global).is_ok());
        if values.iter().any(|&(place, value)| value && !is_touched(place)) {
            return Ok(None);
        }
        let mut literals = Vec::new();
        for &(place, value) in values.iter().filter(|(place, _)| is_touched(*place)) {
            literals.push((self.tabulation.sets.space.copies(place).current, value));
        }
        for &global in &touched {
            literals.push((self.tabulation.sets.space.copies(Place::Global(global)).entry, false));
        }
        let sought = self.tabulation.sets.space.values(literals)?;
        let pieces: Vec<Piece> = self.tabulation.procs[init].pieces.clone();
        for piece in pieces.iter().rev().filter(|piece| piece.layer.time < time) {
            let found = self.tabulation.sets.space.and(sought, piece.layer.set)?;
            if let Some(assignment) = self.tabulation.sets.space.bdds.satisfying(found) {
                let values = self.values(&assignment);
                return self.leaving(init, piece, &values).map(Some);
            }
        }
        Ok(None)
    }

    /// A call that enters the procedure with these values.
    fn call_of(&mut self, proc: ProcId, values: &[(Place, bool)], time: u64) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        for &(caller, block) in &graph.procs[proc].call_sites {
            let code = graph.block(caller, block);
            let TermOp::Call { args, .. } = &code.terminator.op else { unreachable!("a call site calls") };
            let goal = self.passing(values, args)?;
            let layers = self.layers_before(caller, block, time);
            if let Some(visit) = self.visit((caller, block), code.instrs.len(), goal, None, &layers)? {
                return Ok(visit);
            }
        }
        panic!("nobody calls {}", graph.program.procs[proc].name);
    }

    /// Values of a caller with which a callee gets these.
    fn passing(&mut self, values: &[(Place, bool)], args: &[Expr]) -> Result<Bdd, StopReason> {
        let mut goal = Bdd::TRUE;
        for &(place, value) in values {
            let passed = match place {
                Place::Global(_) => self
                    .tabulation
                    .sets
                    .space
                    .literal(self.tabulation.sets.space.copies(place).current, true)?,
                Place::Local(local) => self.tabulation.sets.space.expr(&args[Id::index(local)])?,
            };
            goal = self.tabulation.sets.space.and(goal, if value { passed } else { !passed })?;
        }
        Ok(goal)
    }
}
