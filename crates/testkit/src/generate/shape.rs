//! How large a generated program is, and what it may contain.

use crate::rng::Rng;

/// What the generator may use, and how much of it. Weights say how often a kind of statement is drawn beside the
/// others; a weight of 0 leaves the kind out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Threads that start with the program.
    pub threads: usize,
    /// Procedures beside the threads' own.
    pub procs: usize,
    /// Procedures that guards may call.
    pub observers: usize,
    /// Statements of a body, those in nested blocks included.
    pub statements: usize,
    /// How deep ifs, loops and selects nest.
    pub nesting: usize,
    pub globals: usize,
    /// Record classes; the first may have an interface above it and the others below it.
    pub classes: usize,
    /// Fields that a record class declares, at most.
    pub fields: usize,
    pub enums: bool,
    pub ranges: bool,
    /// Machine integers that wrap, of 8 bits.
    pub wrapping: bool,
    pub reals: bool,
    pub decimals: bool,
    pub strings: bool,
    pub arrays: bool,
    pub sets: bool,
    pub channels: bool,
    pub recursion: bool,
    /// Whether the thread's number is read.
    pub self_id: bool,
    /// Loads, stores, allocations, casts.
    pub heap: u32,
    /// Operations on arrays, sets and channels.
    pub collections: u32,
    pub branches: u32,
    /// Loops of a few rounds.
    pub loops: u32,
    /// Loops that may go on forever, over finitely many states.
    pub endless: u32,
    pub calls: u32,
    pub choose: u32,
    pub assume: u32,
    pub asserts: u32,
    /// How many assertions in a hundred are drawn without care for their truth.
    pub bold_asserts: u32,
    pub accept: u32,
    pub trace: u32,
    pub spawn: u32,
    pub atomic: u32,
    pub select: u32,
    pub yields: u32,
    /// Branches to code that is not known.
    pub opaque: u32,
    /// How many dangerous operations in a hundred have nothing that shields them from a fault.
    pub faults: u32,
}

impl Shape {
    /// One thread, everything that needs no second one.
    pub fn sequential() -> Self {
        Self {
            threads: 1,
            procs: 3,
            observers: 1,
            statements: 12,
            nesting: 3,
            globals: 3,
            classes: 2,
            fields: 3,
            enums: true,
            ranges: true,
            wrapping: true,
            reals: false,
            decimals: false,
            strings: false,
            arrays: true,
            sets: true,
            channels: true,
            recursion: true,
            self_id: false,
            heap: 25,
            collections: 15,
            branches: 14,
            loops: 5,
            endless: 5,
            calls: 12,
            choose: 8,
            assume: 2,
            asserts: 6,
            bold_asserts: 15,
            accept: 1,
            trace: 1,
            spawn: 0,
            atomic: 1,
            select: 2,
            yields: 1,
            opaque: 0,
            faults: 3,
        }
    }

    /// Two short threads.
    pub fn threaded() -> Self {
        Self {
            threads: 2,
            procs: 2,
            statements: 5,
            nesting: 2,
            heap: 16,
            collections: 12,
            branches: 8,
            loops: 2,
            endless: 6,
            calls: 6,
            choose: 3,
            spawn: 3,
            atomic: 6,
            select: 14,
            yields: 2,
            ..Self::sequential()
        }
    }

    /// A shape of its own for each program: features come and go, so that each is met both alone and in company.
    pub fn draw(rng: &mut Rng) -> Self {
        let threads = rng.weighted(&[(40, 1), (45, 2), (15, 3)]);
        let mut shape = if threads == 1 { Self::sequential() } else { Self::threaded() };
        shape.threads = threads;
        shape.draw_sizes(rng);
        shape.draw_features(rng);
        shape
    }

    /// A shape for programs that can be summarised: one thread, no acceptance, many calls.
    pub fn draw_sequential(rng: &mut Rng) -> Self {
        let mut shape = Self::sequential();
        shape.draw_sizes(rng);
        shape.draw_features(rng);
        shape.procs = rng.between(1, 5);
        shape.statements = rng.between(4, 24);
        shape.recursion = rng.chance(70);
        shape.self_id = rng.chance(15);
        shape.calls = 25;
        shape.accept = 0;
        shape.spawn = 0;
        shape
    }

    fn draw_sizes(&mut self, rng: &mut Rng) {
        self.procs = rng.below(4);
        self.observers = rng.below(3);
        self.statements = match self.threads {
            1 => rng.between(6, 48),
            2 => rng.between(3, 14),
            _ => rng.between(2, 6),
        };
        self.nesting = rng.between(1, 3);
        self.globals = rng.between(1, 4);
        self.classes = rng.below(4);
        self.fields = rng.between(1, 3);
    }

    fn draw_features(&mut self, rng: &mut Rng) {
        self.enums = rng.chance(40);
        self.ranges = rng.chance(40);
        self.wrapping = rng.chance(15);
        self.reals = rng.chance(8);
        self.decimals = rng.chance(12);
        self.arrays = rng.chance(40);
        self.sets = rng.chance(40);
        self.channels = rng.chance(40);
        self.recursion = rng.chance(40);
        self.self_id = self.threads > 1 && rng.chance(20);
        self.faults = *rng.pick(&[0, 0, 5, 15, 40]);
        self.bold_asserts = *rng.pick(&[0, 20, 50, 100]);
        self.accept = *rng.pick(&[0, 0, 3, 6]);
        self.strings = rng.chance(15);
        self.opaque = if rng.chance(20) { 3 } else { 0 };
        for weight in
            [&mut self.spawn, &mut self.atomic, &mut self.assume, &mut self.select, &mut self.endless]
        {
            if rng.chance(40) {
                *weight = 0;
            }
        }
    }
}
