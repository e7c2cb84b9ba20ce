//! Walks backwards through calls: behind one that returned, the summary edge that was taken; before an entry, who called.

use base::Id;
use ir::{Expr, Place, ProcId, TermOp};
use solver::bdd::{Bdd, Variable};
use verdict::StopReason;

use super::tools::is_last;
use super::walk::{Distance, Origin, Position, Values, Visit, Walk};
use crate::agenda::Reach;
use crate::representation::At;
use crate::tabulate::{self, Layer};

type Piece = tabulate::Piece<Bdd>;

/// A call that returned.
pub(super) struct Returned {
    /// The block of the caller, up to the call.
    pub(super) caller: Visit,
    pub(super) callee: ProcId,
    /// The summary edges that it was taken from, by their number.
    pub(super) piece: usize,
    /// What the callee saw: values at its entry, values at its exit as current ones, and results.
    pub(super) seen: Values,
}

/// What comes before an entry whose call has not returned.
pub(super) enum BeforeEntry {
    /// The program begins there.
    Nothing,
    /// `init` has ended.
    Stage(Visit),
    Caller(Visit),
}

impl Walk<'_, '_, '_> {
    /// The call at the end of a block that returned right before the position, if the position comes from there.
    pub(super) fn behind_call(
        &mut self,
        position: &Position,
        from: At,
    ) -> Result<Option<Returned>, StopReason> {
        let graph = self.tabulation.graph;
        let code = graph.block(from.proc, from.block);
        let TermOp::Call { proc: callee, args, .. } = &code.terminator.op else { return Ok(None) };
        let candidates = self.pieces_and_origins(*callee, self.origin(position));
        let mut fixed = None;
        for (piece, origin) in candidates {
            let layers = self.layers_from(from, origin);
            if layers.is_empty() {
                continue;
            }
            let fixed = match fixed {
                Some(known) => known,
                None => *fixed.insert(self.after_return(position, from)?),
            };
            let edges = self.tabulation.procs[*callee].pieces[piece].layer.set;
            let both = self.space().and(fixed, edges)?;
            let given_back = self.tabulation.sets.tools[*callee].given_back;
            let goal = self.space().exists(both, given_back)?;
            let caller = self.visit(from, code.instrs.len(), goal, Some(&position.values), &layers)?;
            if let Some(caller) = caller {
                let seen = self.seen(*callee, args, both, &caller.end)?;
                return Ok(Some(Returned { caller, callee: *callee, piece, seen }));
            }
        }
        Ok(None)
    }

    /// Summary edges that may have been taken, the latest first, with the origin of the call then. One of the two was new.
    fn pieces_and_origins(&self, callee: ProcId, origin: Origin) -> Vec<(usize, Origin)> {
        let Origin { times: (from, to), distance } = origin;
        let pieces = &self.tabulation.procs[callee].pieces;
        let n_before = pieces.partition_point(|piece| piece.layer.time < to);
        let of_call = |piece: &Piece| match distance {
            Distance::Unknown | Distance::Total(_) if piece.layer.time >= from => {
                Some(Origin { times: (0, to), distance })
            }
            Distance::Unknown | Distance::Total(_) => Some(origin),
            Distance::Exactly(reach) => {
                let within = reach.within.checked_sub(piece.layer.reach.within)?;
                Some(Origin { distance: Distance::Exactly(Reach { within, ..reach }), ..origin })
            }
        };
        let candidates = pieces[..n_before].iter().enumerate().rev();
        candidates.filter_map(|(index, piece)| Some((index, of_call(piece)?))).collect()
    }

    /// What a position says of the values at the call: results and globals that the callee touches have their new values, all else its own; and the arguments.
    fn after_return(&mut self, position: &Position, from: At) -> Result<Bdd, StopReason> {
        let graph = self.tabulation.graph;
        let TermOp::Call { proc: callee, results, .. } = &graph.block(from.proc, from.block).terminator.op
        else {
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
        let counting = graph.counting(position.at.proc, position.at.block);
        let literals: Vec<(Variable, bool)> =
            counting.map(|place| (variable(place), position.values[self.current(place)])).collect();
        let fixed = self.space().values(literals)?;
        let arguments = self.tabulation.sets.relation(from)?.terminator;
        self.space().and(fixed, arguments)
    }

    /// What the callee saw. `both`: what is known of caller and callee; `at_call`: the caller's values at the call.
    fn seen(
        &mut self,
        callee: ProcId,
        args: &[Expr],
        both: Bdd,
        at_call: &Values,
    ) -> Result<Values, StopReason> {
        let space = &self.tabulation.sets.space;
        let places = self.entry_places(callee);
        let next = places.iter().map(|&place| space.copies(place).next);
        let given_back: Vec<Variable> = next.chain(space.results.iter().copied()).collect();
        let known = space.bdds.support(&[both]).into_iter().filter(|variable| !given_back.contains(variable));
        let known: Vec<(Variable, bool)> =
            known.map(|variable| (variable, at_call[Id::index(variable)])).collect();
        let known = self.space().values(known)?;
        let whole = self.space().and(both, known)?;
        let chosen = self.some_of(whole).expect("the call was made");
        let mut seen = vec![false; chosen.len()];
        for place in places {
            let copies = self.tabulation.sets.space.copies(place);
            let [entry, current, next] = [copies.entry, copies.current, copies.next].map(Id::index);
            match place {
                Place::Global(_) => (seen[entry], seen[current]) = (at_call[current], chosen[next]),
                Place::Local(local) => seen[entry] = self.eval(&args[Id::index(local)], at_call),
            }
        }
        for &result in &self.tabulation.sets.space.results {
            seen[Id::index(result)] = chosen[Id::index(result)];
        }
        Ok(seen)
    }

    /// What tells calls of a procedure apart: values at its entry and at its exit.
    pub(super) fn key(&self, callee: ProcId, seen: &Values) -> (ProcId, Vec<bool>) {
        let entry = self.entry_places(callee).into_iter().map(|place| self.value_at_entry(place, seen));
        let touched = self.tabulation.graph.procs[callee].touched.iter();
        let exit = touched.map(|&global| seen[self.current(Place::Global(global))]);
        let n_results = self.tabulation.graph.program.procs[callee].results.len();
        let results = self.tabulation.sets.space.results[..n_results].iter();
        let results = results.map(|&result| seen[Id::index(result)]);
        (callee, entry.chain(exit).chain(results).collect())
    }

    /// The visit of the block that made a summary edge, with these values at entry and exit.
    pub(super) fn leaving(&mut self, proc: ProcId, piece: usize, seen: &Values) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        let Piece { block, of, .. } = self.tabulation.procs[proc].pieces[piece];
        let code = graph.block(proc, block);
        let TermOp::Return { values: results } = &code.terminator.op else {
            unreachable!("the block returns")
        };
        let globals: Vec<(Variable, bool)> = graph.procs[proc]
            .touched
            .iter()
            .map(|&global| self.tabulation.sets.space.copies(Place::Global(global)).current)
            .map(|current| (current, seen[Id::index(current)]))
            .collect();
        let mut goal = self.space().values(globals)?;
        for (index, result) in results.iter().enumerate() {
            let result = self.space().expr(result)?;
            let value = seen[Id::index(self.space().results[index])];
            goal = self.space().and(goal, if value { result } else { !result })?;
        }
        let visit = self.visit(At { proc, block }, code.instrs.len(), goal, Some(seen), &[of])?;
        Ok(visit.expect("a summary edge was made from its layer"))
    }

    // ------------------------------------------------------------------------------------------ entries

    /// Whether the position is the beginning of its procedure, as far as can be told: then it may as well be.
    pub(super) fn is_entry(&self, position: &Position) -> bool {
        let Position { at: At { proc, block }, layer: _, values } = position;
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
            && (graph.knows_entry(*proc) || self.entered(*proc, values).is_some())
    }

    /// Which entries of a procedure have these current values.
    fn entered(&self, proc: ProcId, values: &Values) -> Option<usize> {
        self.tabulation.procs[proc].entries.iter().position(|layer| self.holds(layer.set, values))
    }

    /// What comes before an entry.
    pub(super) fn before_entry(&mut self, position: &Position) -> Result<BeforeEntry, StopReason> {
        let proc = position.at.proc;
        let values = self.values_at_entry(position);
        let stages = &self.tabulation.graph.stages;
        if stages.first() == Some(&proc) && values.iter().all(|(_, value)| !value) {
            return Ok(BeforeEntry::Nothing);
        }
        let origin = self.origin_of_entry(proc, &values);
        if stages.len() == 2
            && stages[1] == proc
            && let Some(visit) = self.end_of_init(stages[0], &values, origin)?
        {
            return Ok(BeforeEntry::Stage(visit));
        }
        self.call_of(proc, &values, origin).map(BeforeEntry::Caller)
    }

    /// Values of touched globals and parameters at an entry. There, current values are the same, but parameters may be dead.
    fn values_at_entry(&self, position: &Position) -> Vec<(Place, bool)> {
        let Position { at: At { proc, .. }, values, .. } = position;
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
    fn origin_of_entry(&self, proc: ProcId, values: &[(Place, bool)]) -> Origin {
        let mut all = vec![false; self.tabulation.sets.space.n_variables()];
        values.iter().for_each(|&(place, value)| all[self.current(place)] = value);
        let index = self.entered(proc, &all).expect("a procedure is entered before its path edges are found");
        let entries = &self.tabulation.procs[proc].entries;
        let Layer { time, reach, .. } = entries[index];
        let before = index.checked_sub(1).map_or(0, |index| entries[index].time);
        self.came_from((before, time), Distance::Total(reach.total()))
    }

    fn end_of_init(
        &mut self,
        init: ProcId,
        values: &[(Place, bool)],
        origin: Origin,
    ) -> Result<Option<Visit>, StopReason> {
        let touched = self.tabulation.graph.procs[init].touched.clone();
        let is_touched =
            |place: Place| matches!(place, Place::Global(global) if touched.binary_search(&global).is_ok());
        if values.iter().any(|&(place, value)| value && !is_touched(place)) {
            return Ok(None);
        }
        let at_exit = values.iter().filter(|(place, _)| is_touched(*place));
        let literals: Vec<(Variable, bool)> =
            at_exit.map(|&(place, value)| (self.tabulation.sets.space.copies(place).next, value)).collect();
        let sought = self.space().values(literals)?;
        let pieces: Vec<Piece> = self.tabulation.procs[init].pieces.clone();
        let Origin { times: (_, to), distance } = origin;
        for (index, piece) in pieces.iter().enumerate().rev().filter(|(_, piece)| piece.layer.time < to) {
            let is_as_far = match distance {
                Distance::Unknown => true,
                Distance::Total(total) => piece.layer.reach.total() == total,
                Distance::Exactly(reach) => piece.layer.reach == reach,
            };
            let found = if is_as_far { self.space().and(sought, piece.layer.set)? } else { Bdd::FALSE };
            let Some(chosen) = self.some_of(found) else { continue };
            let mut seen = vec![false; chosen.len()];
            for &global in &touched {
                let copies = self.tabulation.sets.space.copies(Place::Global(global));
                seen[Id::index(copies.current)] = chosen[Id::index(copies.next)];
            }
            return self.leaving(init, index, &seen).map(Some);
        }
        Ok(None)
    }

    /// A call that enters the procedure with these values.
    fn call_of(
        &mut self,
        proc: ProcId,
        values: &[(Place, bool)],
        origin: Origin,
    ) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        for &(caller, block) in &graph.procs[proc].call_sites {
            let at = At { proc: caller, block };
            let layers = self.layers_from(at, origin);
            if layers.is_empty() {
                continue;
            }
            let code = graph.block(caller, block);
            let TermOp::Call { args, .. } = &code.terminator.op else { unreachable!("a call site calls") };
            let goal = self.passing(values, args)?;
            if let Some(visit) = self.visit(at, code.instrs.len(), goal, None, &layers)? {
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
                Place::Global(_) => {
                    let current = self.space().copies(place).current;
                    self.space().literal(current, true)?
                }
                Place::Local(local) => self.space().expr(&args[Id::index(local)])?,
            };
            goal = self.space().and(goal, if value { passed } else { !passed })?;
        }
        Ok(goal)
    }
}
