//! What the tests share: systems as tables, random ones among them, and naive twins of what the crate computes.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::Id;
use cutpoint_pushdown::{
    Application, Configuration, Control, Counts, Head, HeadGraph, Lasso, Rule, Saturation, Symbol, System,
    Word,
};

/// A finite system.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finite {
    pub(crate) rules: BTreeMap<Head, Vec<Rule>>,
    pub(crate) asked: BTreeSet<Head>,
    pub(crate) reports: Vec<Counts>,
    /// Stops when so many heads were asked for.
    pub(crate) patience: Option<usize>,
}

/// The system's own reason to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Impatient;

impl System for Finite {
    type Stop = Impatient;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Impatient> {
        if self.patience.is_some_and(|patience| self.asked.len() >= patience) {
            return Err(Impatient);
        }
        assert!(self.asked.insert(head), "{head} is asked for twice");
        out.extend(self.rules_of(head));
        Ok(())
    }

    fn progress(&mut self, counts: Counts) -> Result<(), Impatient> {
        self.reports.push(counts);
        Ok(())
    }
}

impl Finite {
    pub(crate) fn new(rules: &[(Head, Rule)]) -> Self {
        let mut system = Self::default();
        for &(head, rule) in rules {
            system.rules.entry(head).or_default().push(rule);
        }
        system
    }

    pub(crate) fn rules_of(&self, head: Head) -> &[Rule] {
        self.rules.get(&head).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn list(&self) -> Vec<(Head, Rule)> {
        self.rules.iter().flat_map(|(&head, rules)| rules.iter().map(move |&rule| (head, rule))).collect()
    }
}

pub(crate) fn control(number: usize) -> Control {
    Control::new(number)
}

pub(crate) fn symbol(number: usize) -> Symbol {
    Symbol::new(number)
}

pub(crate) fn head(control: usize, symbol: usize) -> Head {
    Head::new(Control::new(control), Symbol::new(symbol))
}

/// A small generator of pseudo-random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random system with few controls and symbols; the initial head is `head(0, 0)`.
pub(crate) fn random_system(random: &mut Random) -> Finite {
    let (controls, symbols) = (1 + random.below(3), 1 + random.below(4));
    let marks = [5, 20, 50][random.below(3)];
    let count = 2 + random.below(3 * controls * symbols);
    let mut rules = Vec::new();
    for _ in 0..count {
        let from = head(random.below(controls), random.below(symbols));
        let to = control(random.below(controls));
        let mut any = || symbol(random.below(symbols));
        let (first, second) = (any(), any());
        let word = match random.below(3) {
            0 => Word::Pop,
            1 => Word::Step(first),
            _ => Word::Push { top: first, below: second },
        };
        rules.push((from, Rule { control: to, word, marked: random.chance(marks) }));
    }
    Finite::new(&rules)
}

/// Applies a rule to a configuration that it fits.
pub(crate) fn apply(configuration: &Configuration, rule: Rule) -> Configuration {
    let below = configuration.stack[1..].iter().copied();
    let stack = match rule.word {
        Word::Pop => below.collect(),
        Word::Step(symbol) => std::iter::once(symbol).chain(below).collect(),
        Word::Push { top, below: frame } => [top, frame].into_iter().chain(below).collect(),
    };
    Configuration { control: rule.control, stack }
}

pub(crate) fn top(configuration: &Configuration) -> Option<Head> {
    configuration.stack.first().map(|&symbol| Head::new(configuration.control, symbol))
}

pub(crate) fn alone(head: Head) -> Configuration {
    Configuration { control: head.control, stack: vec![head.symbol] }
}

/// All configurations reachable from one without exceeding a height, and whether nothing was cut off.
pub(crate) fn explore(
    system: &Finite,
    start: Configuration,
    height: usize,
) -> (BTreeSet<Configuration>, bool) {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    let mut is_complete = true;
    while let Some(configuration) = queue.pop_front() {
        let Some(head) = top(&configuration) else { continue };
        for &rule in system.rules_of(head) {
            let next = apply(&configuration, rule);
            if next.stack.len() > height {
                is_complete = false;
            } else if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    (seen, is_complete)
}

/// Executes a run rule by rule; every application must fit. Gives the last configuration, the least height on the way,
/// and whether there was a mark.
pub(crate) fn execute(
    system: &Finite,
    start: Configuration,
    run: &[Application],
) -> (Configuration, usize, bool) {
    let (mut at, mut marked) = (start, false);
    let mut least = at.stack.len();
    for application in run {
        assert_eq!(top(&at), Some(application.head), "the rule does not fit");
        assert_eq!(system.rules_of(application.head)[application.index], application.rule);
        at = apply(&at, application.rule);
        marked |= application.rule.marked;
        least = least.min(at.stack.len());
    }
    (at, least, marked)
}

/// Executes a lasso for three turns and checks all that it promises.
pub(crate) fn check_lasso(system: &Finite, initial: Head, lasso: &Lasso) {
    let (mut at, _, _) = execute(system, alone(initial), &lasso.stem);
    for _ in 0..3 {
        assert_eq!(top(&at), Some(lasso.head));
        let height = at.stack.len();
        let untouched = at.stack[1..].to_vec();
        let (after, least, marked) = execute(system, at, &lasso.cycle);
        assert!(marked, "no mark in the cycle");
        assert!(least >= height, "the cycle pops below its start");
        assert_eq!(after.stack.len(), height + lasso.growth);
        assert!(after.stack.ends_with(&untouched));
        at = after;
    }
    assert_eq!(top(&at), Some(lasso.head));
}

/// The naive twin: relations over all heads, closed by trying everything until nothing is new.
#[derive(Debug, Default)]
pub(crate) struct Naive {
    /// Head, control after it was popped, whether with a mark.
    pub(crate) pops: BTreeSet<(Head, Control, bool)>,
    /// Edges of the head graph.
    pub(crate) edges: BTreeSet<(Head, Head, bool)>,
    pub(crate) reachable: BTreeSet<Head>,
}

impl Naive {
    pub(crate) fn new(system: &Finite, initial: &[Head]) -> Self {
        let mut naive = Self::default();
        let rules = system.list();
        loop {
            let found: Vec<_> = rules.iter().flat_map(|&(head, rule)| naive.pops_by(head, rule)).collect();
            let before = naive.pops.len();
            naive.pops.extend(found);
            if naive.pops.len() == before {
                break;
            }
        }
        naive.edges = rules.iter().flat_map(|&(head, rule)| naive.edges_by(head, rule)).collect();
        naive.reachable = naive.from(initial.iter().copied().collect());
        naive
    }

    fn pops_by(&self, head: Head, rule: Rule) -> Vec<(Head, Control, bool)> {
        let here = |control, marked| (head, control, marked || rule.marked);
        let of = |symbol, control| {
            let wanted = Head::new(control, symbol);
            self.pops.iter().filter(move |(head, ..)| *head == wanted).map(|&(_, to, marked)| (to, marked))
        };
        match rule.word {
            Word::Pop => vec![here(rule.control, false)],
            Word::Step(symbol) => of(symbol, rule.control).map(|(to, marked)| here(to, marked)).collect(),
            Word::Push { top, below } => of(top, rule.control)
                .flat_map(|(middle, first)| of(below, middle).map(move |(to, second)| (to, first || second)))
                .map(|(to, marked)| here(to, marked))
                .collect(),
        }
    }

    fn edges_by(&self, head: Head, rule: Rule) -> Vec<(Head, Head, bool)> {
        match rule.word {
            Word::Pop => Vec::new(),
            Word::Step(symbol) => vec![(head, Head::new(rule.control, symbol), rule.marked)],
            Word::Push { top, below } => {
                let entry = Head::new(rule.control, top);
                let mut edges = vec![(head, entry, rule.marked)];
                for &(_, control, marked) in self.pops.iter().filter(|(popped, ..)| *popped == entry) {
                    edges.push((head, Head::new(control, below), marked || rule.marked));
                }
                edges
            }
        }
    }

    /// All heads that edges lead to from some heads, these included.
    pub(crate) fn from(&self, mut heads: BTreeSet<Head>) -> BTreeSet<Head> {
        loop {
            let next: Vec<Head> =
                self.edges.iter().filter(|(from, ..)| heads.contains(from)).map(|&(_, to, _)| to).collect();
            let before = heads.len();
            heads.extend(next);
            if heads.len() == before {
                return heads;
            }
        }
    }

    /// Whether some marked edge can be taken again and again.
    pub(crate) fn is_accepting(&self) -> bool {
        let on_cycle = |from: Head, to: Head| self.from(BTreeSet::from([to])).contains(&from);
        self.edges
            .iter()
            .any(|&(from, to, marked)| marked && self.reachable.contains(&from) && on_cycle(from, to))
    }
}

/// Ranks exist exactly if there is no accepting run, as the caller knows from elsewhere, and edges keep to them.
pub(crate) fn check_ranks(found: &Saturation, is_accepting: bool) {
    let graph = HeadGraph::new(found);
    let ranks = graph.ranks();
    assert_eq!((ranks.is_none(), graph.is_accepting()), (is_accepting, is_accepting));
    let Some(ranks) = ranks else { return };
    for from in found.heads() {
        for edge in found.edges(from) {
            assert!(ranks[from] >= ranks[edge.to] + u32::from(edge.marked));
        }
    }
}
