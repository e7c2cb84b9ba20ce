//! Calls, returns, and the frames between them.
//!
//! A frame is written as the call that it waits for, flags, the number of its cut points, and then its residue: the
//! locals that count, the cut points of its own callers, and the objects that it alone sees.

use base::Id;
use heap::{Decoder, Heap};
use ir::{Expr, ObjectId, ProcId, Value};
use machine::{Frame, Halt, Point, State, Thread};
use pushdown::Control;

use super::{Canonical, Loaded};
use crate::part::awaited_call;
use crate::semantics::{Meaning, MoveEnd};

/// What stands before the residue of a frame.
#[derive(Clone, Copy, Debug)]
struct Header {
    /// The call that the frame waits for.
    point: Point,
    n_cuts: u32,
    in_atomic: bool,
    initialising: bool,
}

impl Header {
    const LENGTH: usize = 10;

    fn write(self, out: &mut Vec<u8>) {
        let Self { point, n_cuts, in_atomic, initialising } = self;
        out.extend(point.to_le_bytes());
        out.extend(n_cuts.to_le_bytes());
        out.extend([u8::from(in_atomic), u8::from(initialising)]);
    }

    /// The header of a frame, and its residue.
    fn read(bytes: &[u8]) -> (Self, &[u8]) {
        let (header, residue) = bytes.split_at(Self::LENGTH);
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| header[at + index]));
        let (in_atomic, initialising) = (header[8] != 0, header[9] != 0);
        (Self { point: number(0), n_cuts: number(4), in_atomic, initialising }, residue)
    }
}

/// Memory that is used again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// What a waiting procedure holds: locals and cut points.
    held: Vec<Value>,
    results: Vec<Value>,
    cuts: Vec<Value>,
    residue: Heap,
}

impl Canonical<'_> {
    // ------------------------------------------------------------------------------------------ calls

    /// The call that the machine stands at.
    pub(super) fn call(&mut self, proc: ProcId, args: &[Expr]) -> Result<MoveEnd, Halt> {
        self.machine.evaluate_all(args)?;
        let (entry, point) = (self.code.entry_point(proc), self.machine.top().top().point);
        self.gather_for_call(entry, point);
        self.cutter.cut(&self.machine.state.heap, &self.roots, &mut self.scratch.held, &mut self.canonizer);
        let frame = self.write_frame(point);
        let in_atomic = self.machine.top().atomic > 0;
        let before = std::mem::replace(&mut self.loaded.in_atomic, in_atomic);
        std::mem::swap(&mut self.loaded.cuts, &mut self.scratch.cuts);
        self.enter(proc);
        let control = self.control(entry);
        std::mem::swap(&mut self.loaded.cuts, &mut self.scratch.cuts);
        self.loaded.in_atomic = before;
        let frame = self.symbols.symbol(Meaning::Frame(frame));
        let called = |control| MoveEnd::Call(self.point_head(control, entry), frame);
        Ok(control.map_or(MoveEnd::Overflows, called))
    }

    /// Collects what the callee gets to see, and what the caller holds. The heap is folded with all of it as roots:
    /// then a folded tree belongs to one side alone.
    fn gather_for_call(&mut self, entry: Point, point: Point) {
        let Self { code, roots, scratch, machine, loaded, .. } = self;
        roots.clear();
        roots.extend_from_slice(&machine.state.globals);
        let args = code.live(entry, true).iter().filter_map(|param| machine.passing().get(param.index()));
        roots.extend(args.copied());
        let n_seen = roots.len();
        let locals = machine.top().locals();
        scratch.held.clear();
        scratch.held.extend(code.live(point, false).iter().map(|local| locals[local.index()]));
        scratch.held.extend_from_slice(&loaded.cuts);
        roots.extend_from_slice(&scratch.held);
        self.folder.fold(&mut self.machine.state.heap, &self.roots, n_seen);
        self.roots.truncate(n_seen);
    }

    /// Writes the frame of the last cut, and takes over its cut points.
    fn write_frame(&mut self, point: Point) -> u32 {
        self.scratch.cuts.clear();
        self.scratch.cuts.extend_from_slice(self.cutter.cut_points());
        let n_cuts = self.scratch.cuts.len();
        self.bytes.clear();
        let Loaded { in_atomic, initialising, .. } = self.loaded;
        Header { point, n_cuts: n_cuts as u32, in_atomic, initialising }.write(&mut self.bytes);
        let mut encoding = self.canonizer.encode_beyond(n_cuts, self.cutter.residue(), &mut self.bytes);
        encoding.number(self.loaded.cuts.len() as u64);
        self.scratch.held.iter().for_each(|&value| encoding.value(value));
        encoding.finish();
        self.frames.intern(&self.bytes)
    }

    /// Puts a frame of the callee in place of the caller's.
    fn enter(&mut self, proc: ProcId) {
        let args = self.machine.passing().to_vec();
        let thread = &mut self.machine.state.threads[0];
        thread.frames.clear();
        thread.values.clear();
        thread.push_frame(self.code, proc);
        thread.values[..args.len()].copy_from_slice(&args);
    }

    // ---------------------------------------------------------------------------------------- returns

    /// The return that the machine stands at.
    pub(super) fn leave(&mut self, values: &[Expr]) -> Result<MoveEnd, Halt> {
        self.machine.evaluate_all(values)?;
        Ok(self.exit().map_or(MoveEnd::Overflows, MoveEnd::Return))
    }

    /// Loads the caller of a procedure that has returned: the frame on top of the stack, glued to the exit.
    pub(super) fn load_caller(&mut self, exit: Control, frame: u32) {
        let mut results = std::mem::take(&mut self.scratch.results);
        let mut cuts = std::mem::take(&mut self.scratch.cuts);
        self.load_exit(exit, &mut results, &mut cuts);
        let header = self.read_frame(frame);
        let Self { cutter, loaded, scratch, folder, .. } = self;
        cutter.glue(&mut loaded.state.heap, &cuts, &scratch.residue, &mut scratch.held, folder.shapes());
        self.restore_caller(header);
        self.write_results(header.point, &results);
        self.note_folded();
        self.loaded.sees_hidden = self.sees_hidden();
        self.scratch.results = results;
        self.scratch.cuts = cuts;
    }

    /// Whether the caller that is loaded sees something hidden. It would look at it before the step ends, where that is
    /// noticed otherwise.
    fn sees_hidden(&self) -> bool {
        let State { globals, heap, threads, .. } = &self.loaded.state;
        let is_hidden = |object: ObjectId| heap.class(object) == self.folder.hidden_class();
        if !heap.objects().any(is_hidden) {
            return false;
        }
        let visible = globals.iter().chain(&threads[0].values).copied();
        heap::reachable(heap, visible).into_iter().any(is_hidden)
    }

    /// Reads a residue into the scratch memory.
    fn read_frame(&mut self, frame: u32) -> Header {
        let Self { code, scratch, folder, frames, .. } = self;
        let (header, residue) = Header::read(frames.get(frame));
        let n_cuts = header.n_cuts as usize;
        let mut decoder = Decoder::beyond(n_cuts, residue);
        let n_held = code.live(header.point, false).len() + decoder.number() as usize;
        scratch.held.clear();
        scratch.held.extend((0..n_held).map(|_| decoder.value()));
        scratch.residue.clear();
        for _ in 0..n_cuts {
            scratch.residue.alloc_with(folder.hidden_class(), &[]);
        }
        decoder.append(folder.shapes(), &mut scratch.residue);
        header
    }

    fn restore_caller(&mut self, Header { point, in_atomic, initialising, n_cuts: _ }: Header) {
        let facts = self.code.facts(point);
        let Self { loaded, scratch, code, .. } = self;
        let thread: &mut Thread = &mut loaded.state.threads[0];
        thread.atomic = facts.atomic + u32::from(in_atomic);
        thread.frames.clear();
        thread.frames.push(Frame { proc: facts.proc, point, base: 0 });
        thread.values.clone_from(&code.frame_defaults[facts.proc]);
        let waiting = code.live(point, false);
        for (local, &value) in waiting.iter().zip(&scratch.held) {
            thread.values[local.index()] = value;
        }
        loaded.cuts.clear();
        loaded.cuts.extend_from_slice(&scratch.held[waiting.len()..]);
        loaded.in_atomic = in_atomic;
        loaded.initialising = initialising;
        loaded.resumed = true;
    }

    /// Ends the call: its results are written, and control goes on after it.
    fn write_results(&mut self, point: Point, results: &[Value]) {
        let (places, next) = awaited_call(self.code, point);
        let state = &mut self.loaded.state;
        for (&place, &value) in places.iter().zip(results) {
            match place {
                ir::Place::Local(local) => state.threads[0].values[local.index()] = value,
                ir::Place::Global(global) => {
                    self.loaded.effects.changed |= state.globals[global.index()] != value;
                    state.globals[global.index()] = value;
                }
            }
        }
        state.threads[0].top_mut().point = next;
    }
}
