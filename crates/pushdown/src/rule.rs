//! Heads, rules, and the systems that give them out.

use std::fmt;

base::typed_id!(
    /// A control location. The system chooses the numbers.
    Control,
    "p"
);
base::typed_id!(
    /// A stack symbol. The system chooses the numbers.
    Symbol,
    "s"
);

/// What a rule can see of a configuration: the control location and the topmost symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head {
    pub control: Control,
    pub symbol: Symbol,
}

impl Head {
    pub const fn new(control: Control, symbol: Symbol) -> Self {
        Self { control, symbol }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} {}>", self.control, self.symbol)
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a rule puts in the place of the topmost symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    Pop,
    Step(Symbol),
    Push { top: Symbol, below: Symbol },
}

/// The right-hand side of a rule: the next control, and what replaces the topmost symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    pub control: Control,
    pub word: Word,
    /// An accepting run applies marked rules infinitely often.
    pub marked: bool,
}

impl Rule {
    pub const fn pop(control: Control) -> Self {
        Self { control, word: Word::Pop, marked: false }
    }

    pub const fn step(control: Control, symbol: Symbol) -> Self {
        Self { control, word: Word::Step(symbol), marked: false }
    }

    pub const fn push(control: Control, top: Symbol, below: Symbol) -> Self {
        Self { control, word: Word::Push { top, below }, marked: false }
    }

    #[must_use]
    pub const fn marked(self) -> Self {
        Self { marked: true, ..self }
    }
}

/// A configuration: a control and a whole stack, the topmost symbol first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration {
    pub control: Control,
    pub stack: Vec<Symbol>,
}

/// A pushdown system whose rules are found on demand.
pub trait System {
    /// Why the system wants to end the search.
    type Stop;

    /// Appends the rules of a head. Asked once for each head that is reachable; the order of the rules is kept.
    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Self::Stop>;

    /// Called every few thousand facts with what the search holds, and may end it.
    fn progress(&mut self, _counts: Counts) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub heads: usize,
    pub rules: usize,
    pub facts: usize,
    /// Facts whose rules have been applied.
    pub done: usize,
    /// Bytes held, spare room included.
    pub bytes: usize,
}
