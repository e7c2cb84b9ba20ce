//! Negation normal form, simplified while it is built.
//!
//! Nodes are constants, literals, `&&` and `||` of several operands, `X`, `U` and `R`; `F a` is `true U a` and `G a` is
//! `false R a`. Equal nodes have equal ids, operands have smaller ids than what they are part of, and the negation of
//! every node is there too, so negating costs nothing. Only [`Normal::and`], [`Normal::until`] and [`Normal::next`]
//! have rules; `||` and `R` get the dual rules by negating twice.
//!
//! A formula is *eventual* if it holds before every position where it holds (`F a`), *universal* if it holds after
//! every such position (`G a`). One that is both (`G F a`) does not depend on the position (Etessami and Holzmann,
//! CONCUR 2000). `a => b` below is an implication found by syntax ([`Normal::implies`]). The rules, each with its dual:
//!
//! - `a && a = a`; constants; `a && b = a` if `a => b`; `a && b = false` if `a => !b`;
//! - `X a && X b = X (a && b)`; `X a = a` if `a` is eventual and universal;
//! - `G a && G b = G (a && b)`; `F G a && F G b = F G (a && b)`;
//! - `(a U c) && (b U c) = (a && b) U c`; `(c R a) && (c R b) = c R (a && b)`;
//! - `a U b = b` if `a => b` or `b` is eventual; `a U b = F b` if `!b => a`;
//! - `a U (c U d) = c U d` if `a => c`, `= a U d` if `c => a`; `(c U b) U b = c U b`;
//! - `X a U X b = X (a U b)`; `F X b = X F b`;
//! - `a U (b && c) = (a U b) && c` if `c` is eventual and universal; `F (a || F b) = F (a || b)`.

mod implies;

use std::collections::HashMap;

use base::{Id, IndexVec};

use crate::formula::{AtomId, Binary, Formula, FormulaId, Formulas, Unary};

base::typed_id!(
    /// A node of a [`Normal`].
    NormalId,
    "normal"
);

/// The outermost operator of a formula in negation normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    True,
    False,
    Literal(AtomId, bool),
    /// Two or more operands, sorted by id, none of them an `And`.
    And(Vec<NormalId>),
    /// Two or more operands, sorted by id, none of them an `Or`.
    Or(Vec<NormalId>),
    Next(NormalId),
    Until(NormalId, NormalId),
    Release(NormalId, NormalId),
}

#[derive(Clone, Debug)]
struct Facts {
    negation: NormalId,
    eventual: bool,
    universal: bool,
    depth: u32,
}

/// Rules that rebuild their operands stop at this depth, since they call each other.
const DEEPEST_REWRITING: u32 = 200;
/// Pairs of operands are compared up to this number.
const MOST_COMPARED: usize = 64;

/// Formulas in negation normal form.
#[derive(Clone, Debug)]
pub struct Normal {
    nodes: IndexVec<NormalId, Node>,
    facts: IndexVec<NormalId, Facts>,
    ids: HashMap<Node, NormalId>,
    implications: HashMap<(NormalId, NormalId), bool>,
    /// How many implications may still be examined.
    fuel: usize,
}

impl Default for Normal {
    fn default() -> Self {
        Self::new()
    }
}

impl Normal {
    pub fn new() -> Self {
        let mut normal = Self {
            nodes: IndexVec::new(),
            facts: IndexVec::new(),
            ids: HashMap::new(),
            implications: HashMap::new(),
            fuel: 1_000_000,
        };
        normal.intern(Node::False);
        normal
    }

    /// The simplified normal form of a formula.
    pub fn add(&mut self, formulas: &Formulas, root: FormulaId) -> NormalId {
        let mut done: HashMap<FormulaId, NormalId> = HashMap::new();
        let mut last = self.constant(true);
        for id in formulas.parts(root) {
            last = match formulas.get(id) {
                Formula::True => self.constant(true),
                Formula::False => self.constant(false),
                Formula::Atom(atom) => self.literal(atom, true),
                Formula::Unary(operator, operand) => self.unary(operator, done[&operand]),
                Formula::Binary(operator, left, right) => self.binary(operator, done[&left], done[&right]),
            };
            done.insert(id, last);
        }
        last
    }

    fn unary(&mut self, operator: Unary, operand: NormalId) -> NormalId {
        match operator {
            Unary::Not => self.negation(operand),
            Unary::Next => self.next(operand),
            Unary::Finally => self.finally(operand),
            Unary::Globally => self.globally(operand),
        }
    }

    fn binary(&mut self, operator: Binary, left: NormalId, right: NormalId) -> NormalId {
        match operator {
            Binary::And => self.and(vec![left, right]),
            Binary::Or => self.or(vec![left, right]),
            Binary::Implies => self.or(vec![self.negation(left), right]),
            Binary::Iff => {
                let both = self.and(vec![left, right]);
                let neither = self.and(vec![self.negation(left), self.negation(right)]);
                self.or(vec![both, neither])
            }
            Binary::Until => self.until(left, right),
            Binary::Release => self.release(left, right),
            Binary::WeakUntil => {
                let either = self.or(vec![left, right]);
                self.release(right, either)
            }
            Binary::StrongRelease => {
                let both = self.and(vec![left, right]);
                self.until(right, both)
            }
        }
    }

    pub fn node(&self, id: NormalId) -> &Node {
        &self.nodes[id]
    }

    pub fn negation(&self, id: NormalId) -> NormalId {
        self.facts[id].negation
    }

    /// Whether a formula holds before every position where it holds.
    pub fn is_eventual(&self, id: NormalId) -> bool {
        self.facts[id].eventual
    }

    /// Whether a formula holds after every position where it holds.
    pub fn is_universal(&self, id: NormalId) -> bool {
        self.facts[id].universal
    }

    fn is_timeless(&self, id: NormalId) -> bool {
        self.is_eventual(id) && self.is_universal(id)
    }

    fn is_deep(&self, id: NormalId) -> bool {
        self.facts[id].depth > DEEPEST_REWRITING
    }

    pub fn constant(&mut self, value: bool) -> NormalId {
        self.intern(if value { Node::True } else { Node::False })
    }

    pub fn literal(&mut self, atom: AtomId, holds: bool) -> NormalId {
        self.intern(Node::Literal(atom, holds))
    }

    pub fn next(&mut self, operand: NormalId) -> NormalId {
        if self.is_timeless(operand) { operand } else { self.intern(Node::Next(operand)) }
    }

    pub fn finally(&mut self, operand: NormalId) -> NormalId {
        let always = self.constant(true);
        self.until(always, operand)
    }

    pub fn globally(&mut self, operand: NormalId) -> NormalId {
        let never = self.constant(false);
        self.release(never, operand)
    }

    pub fn or(&mut self, mut operands: Vec<NormalId>) -> NormalId {
        operands.iter_mut().for_each(|operand| *operand = self.negation(*operand));
        let and = self.and(operands);
        self.negation(and)
    }

    pub fn release(&mut self, left: NormalId, right: NormalId) -> NormalId {
        let until = self.until(self.negation(left), self.negation(right));
        self.negation(until)
    }

    pub fn until(&mut self, left: NormalId, right: NormalId) -> NormalId {
        if self.node(left) == &Node::False || self.is_eventual(right) || self.implies(left, right) {
            return right;
        }
        let always = self.constant(true);
        if left != always && self.implies(self.negation(right), left) {
            return self.until(always, right);
        }
        if self.is_deep(left) || self.is_deep(right) {
            return self.intern(Node::Until(left, right));
        }
        let simpler = match (self.node(left).clone(), self.node(right).clone()) {
            (Node::True, Node::Next(right)) => Some((always, right, true)),
            (Node::Next(left), Node::Next(right)) => Some((left, right, true)),
            (_, Node::Until(middle, _)) if self.implies(left, middle) && left != always => return right,
            (_, Node::Until(middle, end)) if self.implies(middle, left) => Some((left, end, false)),
            (Node::Until(start, end), _) if end == right => Some((start, right, false)),
            (_, Node::And(parts)) if parts.iter().any(|&part| self.is_timeless(part)) => {
                return self.until_beside_timeless(left, parts);
            }
            (Node::True, Node::Or(parts)) => {
                self.without_inner_finally(parts).map(|right| (always, right, false))
            }
            _ => None,
        };
        match simpler {
            Some((left, right, next)) => {
                let until = self.until(left, right);
                if next { self.next(until) } else { until }
            }
            None => self.intern(Node::Until(left, right)),
        }
    }

    fn until_beside_timeless(&mut self, left: NormalId, parts: Vec<NormalId>) -> NormalId {
        let (mut timeless, rest): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|&part| self.is_timeless(part));
        let rest = self.and(rest);
        timeless.push(self.until(left, rest));
        self.and(timeless)
    }

    /// `a || b` for `a || F b`.
    fn without_inner_finally(&mut self, mut parts: Vec<NormalId>) -> Option<NormalId> {
        let mut found = false;
        for part in &mut parts {
            if let Node::Until(left, right) = *self.node(*part)
                && self.node(left) == &Node::True
            {
                (*part, found) = (right, true);
            }
        }
        found.then(|| self.or(parts))
    }

    pub fn and(&mut self, operands: Vec<NormalId>) -> NormalId {
        let mut operands = self.flat(operands);
        loop {
            operands.sort_unstable();
            operands.dedup();
            operands.retain(|&operand| self.node(operand) != &Node::True);
            if operands.iter().any(|&operand| self.node(operand) == &Node::False) {
                return self.constant(false);
            }
            if operands.len() <= MOST_COMPARED && !self.drop_implied(&mut operands) {
                return self.constant(false);
            }
            match self.merge_alike(&operands) {
                Some(merged) => operands = self.flat(merged),
                None => break,
            }
        }
        match operands[..] {
            [] => self.constant(true),
            [single] => single,
            _ => self.intern(Node::And(operands)),
        }
    }

    fn flat(&self, operands: Vec<NormalId>) -> Vec<NormalId> {
        let parts = |operand| match self.node(operand) {
            Node::And(parts) => parts.clone(),
            _ => vec![operand],
        };
        operands.into_iter().flat_map(parts).collect()
    }

    /// Drops what another operand implies. False if two contradict each other.
    fn drop_implied(&mut self, operands: &mut Vec<NormalId>) -> bool {
        let mut at = 0;
        while at < operands.len() {
            let operand = operands[at];
            let others = operands.clone();
            if others.iter().any(|&other| other != operand && self.implies(other, self.negation(operand))) {
                return false;
            }
            if others.iter().any(|&other| other != operand && self.implies(other, operand)) {
                operands.remove(at);
            } else {
                at += 1;
            }
        }
        true
    }

    /// Merges the first two or more operands that have a rule together.
    fn merge_alike(&mut self, operands: &[NormalId]) -> Option<Vec<NormalId>> {
        let mut groups: Vec<(Shape, Vec<NormalId>)> = Vec::new();
        for &operand in operands.iter().filter(|&&operand| !self.is_deep(operand)) {
            for shape in self.shapes(operand) {
                match groups.iter_mut().find(|(known, _)| *known == shape) {
                    Some((_, members)) => members.push(operand),
                    None => groups.push((shape, vec![operand])),
                }
            }
        }
        let (shape, members) = groups.into_iter().find(|(_, members)| members.len() > 1)?;
        let mut rest: Vec<NormalId> =
            operands.iter().copied().filter(|operand| !members.contains(operand)).collect();
        rest.push(self.merge(shape, &members));
        Some(rest)
    }

    /// The rules for `&&` that an operand may take part in.
    fn shapes(&self, operand: NormalId) -> Vec<Shape> {
        match *self.node(operand) {
            Node::Next(_) => vec![Shape::Next],
            Node::Release(left, _) => vec![Shape::Release(left)],
            Node::Until(left, right) => match (self.node(left), self.node(right)) {
                (Node::True, Node::Release(never, _)) if self.node(*never) == &Node::False => {
                    vec![Shape::FinallyGlobally]
                }
                _ => vec![Shape::Until(right)],
            },
            Node::True | Node::False | Node::Literal(..) | Node::And(_) | Node::Or(_) => Vec::new(),
        }
    }

    fn merge(&mut self, shape: Shape, members: &[NormalId]) -> NormalId {
        let inner = |member: &NormalId| match (shape, self.node(*member)) {
            (Shape::Until(_), Node::Until(left, _)) => *left,
            (Shape::FinallyGlobally, Node::Until(_, globally)) => match self.node(*globally) {
                Node::Release(_, inner) => *inner,
                _ => *globally,
            },
            (_, Node::Next(inner) | Node::Release(_, inner)) => *inner,
            _ => *member,
        };
        let parts = members.iter().map(inner).collect();
        let both = self.and(parts);
        match shape {
            Shape::Next => self.next(both),
            Shape::Release(left) => self.release(left, both),
            Shape::Until(right) => self.until(both, right),
            Shape::FinallyGlobally => {
                let globally = self.globally(both);
                self.finally(globally)
            }
        }
    }
}

/// Operands of `&&` that merge with one another; see the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Next,
    Release(NormalId),
    Until(NormalId),
    FinallyGlobally,
}

impl Normal {
    /// The id of a node, and a new one for it and its negation if it was not seen before.
    fn intern(&mut self, node: Node) -> NormalId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let dual = self.dual(&node);
        let id = self.nodes.next_id();
        let negation = NormalId::new(id.index() + 1);
        let facts = self.facts_of(&node, negation);
        let dual_facts =
            Facts { negation: id, eventual: facts.universal, universal: facts.eventual, depth: facts.depth };
        for (node, facts) in [(node, facts), (dual, dual_facts)] {
            let id = self.nodes.push(node.clone());
            self.facts.push(facts);
            self.ids.insert(node, id);
        }
        id
    }

    fn dual(&self, node: &Node) -> Node {
        let negations = |operands: &[NormalId]| {
            let mut negations: Vec<NormalId> = operands.iter().map(|&id| self.negation(id)).collect();
            negations.sort_unstable();
            negations
        };
        match node {
            Node::True => Node::False,
            Node::False => Node::True,
            Node::Literal(atom, holds) => Node::Literal(*atom, !holds),
            Node::And(operands) => Node::Or(negations(operands)),
            Node::Or(operands) => Node::And(negations(operands)),
            Node::Next(operand) => Node::Next(self.negation(*operand)),
            Node::Until(left, right) => Node::Release(self.negation(*left), self.negation(*right)),
            Node::Release(left, right) => Node::Until(self.negation(*left), self.negation(*right)),
        }
    }

    fn facts_of(&self, node: &Node, negation: NormalId) -> Facts {
        let operands: &[NormalId] = match node {
            Node::True | Node::False | Node::Literal(..) => &[],
            Node::And(operands) | Node::Or(operands) => operands,
            Node::Next(operand) => &[*operand],
            Node::Until(left, right) | Node::Release(left, right) => &[*left, *right],
        };
        let depth = operands.iter().map(|&id| self.facts[id].depth + 1).max().unwrap_or(0);
        let (eventual, universal) = match node {
            Node::True | Node::False => (true, true),
            Node::Literal(..) => (false, false),
            Node::And(_) | Node::Or(_) | Node::Next(_) => (
                operands.iter().all(|&id| self.is_eventual(id)),
                operands.iter().all(|&id| self.is_universal(id)),
            ),
            Node::Until(left, right) => {
                (self.node(*left) == &Node::True || self.is_eventual(*right), self.is_universal(*right))
            }
            Node::Release(left, right) => {
                (self.is_eventual(*right), self.node(*left) == &Node::False || self.is_universal(*right))
            }
        };
        Facts { negation, eventual, universal, depth }
    }
}
