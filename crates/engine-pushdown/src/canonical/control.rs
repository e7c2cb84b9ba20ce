//! Controls as bytes.
//!
//! A heap is written as flags, the thread's number if the program asks for it, globals, the locals that count, the cut
//! points, and then the objects in the order in which they were mentioned (`heap::Canonizer`). Locals that have their
//! defaults are left out: a heap is the same whether a local is nil or does not count any more. An exit has its results
//! where a heap has locals.

use base::Id;
use heap::{Decoder, Heap};
use ir::{LocalId, Value};
use machine::{Frame, Point, StepEffects};
use pushdown::Control;
use temporal::LastStep;

use super::Canonical;
use crate::semantics::Traits;

/// What the first number of a control says.
mod flag {
    /// The control is an exit, and not a heap that a procedure sees.
    pub(super) const EXIT: u64 = 1;
    /// A caller is in an atomic section.
    pub(super) const ATOMIC: u64 = 2;
    /// `init` has not ended.
    pub(super) const INITIALISING: u64 = 4;
    pub(super) const WROTE_NULL: u64 = 8;
    pub(super) const CHANGED: u64 = 16;
}

impl Canonical<'_> {
    // -------------------------------------------------------------------------------------- writing

    /// The control of what the machine has come to, in a procedure at this point. `None` if it is too large.
    pub(super) fn control(&mut self, point: Point) -> Option<Control> {
        self.gather_globals();
        let Self { code, roots, listed, machine, .. } = self;
        let (locals, defaults) = (machine.top().locals(), &code.frame_defaults[code.facts(point).proc]);
        for &local in code.live(point, true) {
            if locals[local.index()] != defaults[local.index()] {
                listed.push(local);
                roots.push(locals[local.index()]);
            }
        }
        self.finish(0)
    }

    /// The control of a return with the results that the machine has evaluated.
    pub(super) fn exit(&mut self) -> Option<Control> {
        self.gather_globals();
        self.roots.extend_from_slice(self.machine.passing());
        self.listed.extend((0..self.machine.passing().len()).map(LocalId::new));
        self.finish(flag::EXIT)
    }

    /// The control of a program that has ended: the globals of the machine are all that is left.
    pub(super) fn ended_control(&mut self) -> Option<Control> {
        self.loaded.cuts.clear();
        self.loaded.in_atomic = false;
        self.loaded.initialising = false;
        self.machine.state.threads[0].number = 0;
        self.gather_globals();
        self.finish(0)
    }

    fn gather_globals(&mut self) {
        self.listed.clear();
        self.roots.clear();
        self.roots.extend_from_slice(&self.machine.state.globals);
    }

    /// Writes a control whose roots are gathered. `None` if it is too large.
    fn finish(&mut self, tag: u64) -> Option<Control> {
        let n_seen = self.roots.len();
        self.roots.extend_from_slice(&self.loaded.cuts);
        self.fold(n_seen)?;
        let flags = tag | self.flags();
        self.bytes.clear();
        let mut encoding = self.canonizer.encode(&self.machine.state.heap, &mut self.bytes);
        encoding.number(flags);
        if self.code.uses_self {
            encoding.number((self.machine.state.threads[0].number + 1) as u64);
        }
        let (seen, cuts) = self.roots.split_at(n_seen);
        let (globals, locals) = seen.split_at(self.machine.state.globals.len());
        globals.iter().for_each(|&value| encoding.value(value));
        encoding.number(locals.len() as u64);
        for (local, &value) in self.listed.iter().zip(locals) {
            encoding.number(local.index() as u64);
            encoding.value(value);
        }
        encoding.number(cuts.len() as u64);
        cuts.iter().for_each(|&value| encoding.value(value));
        encoding.finish();
        let known = self.controls.len();
        let number = self.controls.intern(&self.bytes);
        self.n_heaps += u64::from(number as usize == known && tag == 0);
        Some(Control::new(number as usize))
    }

    /// Folds the heap of the machine, and hides what only cut points reach if it is too large. `None` if what is seen
    /// is too large, or hidden.
    fn fold(&mut self, n_seen: usize) -> Option<()> {
        let heap = &mut self.machine.state.heap;
        let mut reached = self.folder.fold(heap, &self.roots, n_seen);
        if reached.sees_hidden || self.settings.bound.is_some_and(|bound| reached.first > bound) {
            self.overflows_by_hiding |= reached.sees_hidden;
            return None;
        }
        if self.settings.hidden_bound.is_some_and(|bound| reached.rest > bound) {
            let unknown = Value::Ref(heap.alloc(self.folder.hidden_class(), 0, Value::Null));
            let (seen, cuts) = self.roots.split_at_mut(n_seen);
            self.cutter.beyond(heap, seen, cuts).for_each(|cut| *cut = unknown);
            reached = self.folder.fold(heap, &self.roots, n_seen);
        }
        self.bound_seen = self.bound_seen.max(reached.first + reached.rest);
        Some(())
    }

    fn flags(&self) -> u64 {
        let bit = |is_set: bool, flag: u64| if is_set { flag } else { 0 };
        let mut flags =
            bit(self.loaded.in_atomic, flag::ATOMIC) | bit(self.loaded.initialising, flag::INITIALISING);
        if self.settings.keeps_last_step {
            let StepEffects { wrote_null, changed } = self.machine.listener.effects;
            flags |= bit(wrote_null, flag::WROTE_NULL) | bit(changed, flag::CHANGED);
        }
        flags
    }

    // -------------------------------------------------------------------------------------- reading

    fn flags_of(&self, control: Control) -> u64 {
        Decoder::new(self.controls.get(control.index() as u32)).number()
    }

    pub(super) fn traits_of(&self, control: Control) -> Traits {
        let flags = self.flags_of(control);
        Traits {
            is_exit: flags & flag::EXIT != 0,
            in_atomic: flags & flag::ATOMIC != 0,
            initialising: flags & flag::INITIALISING != 0,
        }
    }

    pub(super) fn effects_of(&self, control: Control) -> StepEffects {
        let flags = self.flags_of(control);
        StepEffects { wrote_null: flags & flag::WROTE_NULL != 0, changed: flags & flag::CHANGED != 0 }
    }

    pub(super) fn last_step(&self, control: Control) -> LastStep {
        let StepEffects { wrote_null, changed } = self.effects_of(control);
        LastStep { wrote_null, changed }
    }

    /// Loads a head at a point.
    pub(super) fn load_running(&mut self, control: Control, point: Point) {
        let (code, loaded) = (self.code, &mut self.loaded);
        let mut decoder = Decoder::new(self.controls.get(control.index() as u32));
        let flags = decoder.number();
        loaded.in_atomic = flags & flag::ATOMIC != 0;
        loaded.initialising = flags & flag::INITIALISING != 0;
        let facts = code.facts(point);
        let thread = &mut loaded.state.threads[0];
        thread.number = if code.uses_self { decoder.number() as i32 - 1 } else { 0 };
        thread.atomic = facts.atomic + u32::from(loaded.in_atomic);
        thread.frames.clear();
        thread.frames.push(Frame { proc: facts.proc, point, base: 0 });
        thread.values.clone_from(&code.frame_defaults[facts.proc]);
        loaded.state.globals.iter_mut().for_each(|global| *global = decoder.value());
        read_locals(&mut decoder, |local, value| thread.values[local] = value);
        read_cuts(&mut decoder, &mut loaded.cuts);
        decoder.finish(self.folder.shapes(), &mut loaded.state.heap);
        loaded.resumed = false;
        loaded.sees_hidden = false;
        // A head between two steps forgets the last one; a head inside a step goes on with it.
        let is_boundary = if thread.atomic > 0 { facts.cuts_atomic } else { facts.begins_step };
        self.loaded.effects = if is_boundary { StepEffects::default() } else { self.effects_of(control) };
        self.note_folded();
    }

    /// Puts the globals of a control into the machine, and nothing else: neither results nor cut points.
    pub(super) fn load_globals(&mut self, control: Control) {
        let state = &mut self.machine.state;
        let mut decoder = Decoder::new(self.controls.get(control.index() as u32));
        decoder.number();
        if self.code.uses_self {
            decoder.number();
        }
        state.globals.iter_mut().for_each(|global| *global = decoder.value());
        read_locals(&mut decoder, |_, _| {});
        read_cuts(&mut decoder, &mut self.loaded.cuts);
        decoder.finish(self.folder.shapes(), &mut state.heap);
        self.machine.listener.effects = self.effects_of(control);
    }

    /// Reads an exit: globals and heap go to the loaded state, results and cut points to the lists.
    pub(super) fn load_exit(&mut self, control: Control, results: &mut Vec<Value>, cuts: &mut Vec<Value>) {
        let loaded = &mut self.loaded;
        let mut decoder = Decoder::new(self.controls.get(control.index() as u32));
        decoder.number();
        let number = if self.code.uses_self { decoder.number() as i32 - 1 } else { 0 };
        loaded.state.threads[0].number = number;
        loaded.state.globals.iter_mut().for_each(|global| *global = decoder.value());
        results.clear();
        read_locals(&mut decoder, |_, value| results.push(value));
        read_cuts(&mut decoder, cuts);
        decoder.finish(self.folder.shapes(), &mut loaded.state.heap);
        self.loaded.effects = self.effects_of(control);
    }

    /// Marks the folded objects of the loaded heap.
    pub(super) fn note_folded(&mut self) {
        let Self { loaded, folder, .. } = self;
        let heap: &Heap = &loaded.state.heap;
        loaded.folded.clear();
        loaded.folded.extend(heap.objects().map(|object| folder.is_folded(heap, object)));
    }
}

/// Reads the locals of a heap or the results of an exit.
fn read_locals(decoder: &mut Decoder<'_>, mut read: impl FnMut(usize, Value)) {
    for _ in 0..decoder.number() {
        let local = decoder.number() as usize;
        read(local, decoder.value());
    }
}

fn read_cuts(decoder: &mut Decoder<'_>, cuts: &mut Vec<Value>) {
    let n_cuts = decoder.number() as usize;
    cuts.clear();
    cuts.extend((0..n_cuts).map(|_| decoder.value()));
}
