//! Numbers and tests as texts, under what is known.
//!
//! A number that was read or written through a reference with several targets is a choice, `c ? x : y`. Where what is
//! known decides the choice, it is shown as its branch, and where one branch reads what the other one names, as that
//! name. What does not follow without search is asked of the solver, a few times for each path.
//!
//! Brackets are as in Java, except that shifts and operators on bits are never without them.

use solver::bits::Operation;
use solver::guard::Guard;
use solver::query::Answer;
use solver::sat::Effort;
use verdict::{ConditionAtom, Relation};

use crate::reading::{Reader, Shown};
use crate::terms::{TermId, TermNode, Test};

/// The most parts of a text; what is left out is `…`.
const MOST_WORDS: usize = 60;
/// The most questions to the solver for the texts of one path, and how long it may take for one.
pub(crate) const MOST_QUESTIONS: usize = 64;
const CONFLICTS_OF_A_QUESTION: u64 = 100;

/// How tightly a text is bound together: as an operand of something tighter, it is in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Choice,
    Or,
    And,
    Test,
    Bits,
    Sum,
    Product,
    Sign,
    Name,
}

struct Text {
    text: String,
    bond: Bond,
}

impl Text {
    fn name(text: impl Into<String>) -> Self {
        Self { text: text.into(), bond: Bond::Name }
    }

    /// In brackets, unless it is bound as tightly as that.
    fn at_least(self, bond: Bond) -> String {
        if self.bond >= bond { self.text } else { format!("({})", self.text) }
    }
}

impl Reader<'_, '_> {
    /// A number as an expression over inputs that can be one side of an equation.
    pub(crate) fn number(&mut self, term: TermId) -> String {
        self.with_effort(|reader| reader.worded(|reader| reader.operand(term, Bond::Sum)))
    }

    /// The same for a truth value.
    pub(crate) fn truth(&mut self, guard: Guard) -> String {
        let shown = self.condition(guard);
        self.worded(|reader| reader.formula(shown).at_least(Bond::Sum))
    }

    /// The atom of a test, and whether it is true where the test is not.
    pub(crate) fn test_atom(&mut self, test: Test) -> (ConditionAtom, bool) {
        self.worded(|reader| reader.test(test))
    }

    /// One text has so many parts, whatever it consists of.
    fn worded<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.words_left;
        self.words_left = outer.or(Some(MOST_WORDS));
        let text = write(self);
        if outer.is_none() {
            self.words_left = None;
        }
        text
    }

    fn test(&mut self, test: Test) -> (ConditionAtom, bool) {
        let plain = |atom| (atom, false);
        match test {
            Test::Same(left, right) => {
                let [left, right] = [left, right].map(|origin| self.executor.origin_name(origin));
                plain(ConditionAtom::Same(left, right))
            }
            Test::True(origin) => plain(ConditionAtom::True(self.executor.origin_name(origin))),
            Test::Bit(origin, at) => {
                plain(ConditionAtom::True(format!("bit {at} of {}", self.executor.origin_name(origin))))
            }
            Test::Equal(left, right) => self.comparison(left, Relation::Equal, right),
            Test::Less(left, right) => self.comparison(left, Relation::Less, right),
            Test::LessOrEqual(left, right) => self.comparison(left, Relation::LessOrEqual, right),
            Test::IsZero(arg) => {
                plain(ConditionAtom::Compare(self.operand(arg, Bond::Sum), Relation::Equal, "0".to_owned()))
            }
            Test::Overflow(operation, left, right) => {
                let text = self.binary(operation, left, right).text;
                plain(ConditionAtom::Test(format!("{text} overflows")))
            }
            Test::NegativeOverflow(arg) => {
                plain(ConditionAtom::Test(format!("-{} overflows", self.operand(arg, Bond::Name))))
            }
            Test::Within(arg, lo, hi) => {
                plain(ConditionAtom::Test(format!("{lo} <= {} <= {hi}", self.operand(arg, Bond::Sum))))
            }
        }
    }

    /// A number that is known stands on the right.
    fn comparison(&mut self, left: TermId, relation: Relation, right: TermId) -> (ConditionAtom, bool) {
        let (left, right) = (self.settled(left), self.settled(right));
        let is_known = |term| self.executor.logic.terms.as_constant(term).is_some();
        let (left, relation, right, is_complement) = match (is_known(left) && !is_known(right), relation) {
            (false, relation) => (left, relation, right, false),
            (true, Relation::Equal) => (right, Relation::Equal, left, false),
            (true, Relation::Less) => (right, Relation::LessOrEqual, left, true),
            (true, Relation::LessOrEqual) => (right, Relation::Less, left, true),
        };
        let [left, right] = [left, right].map(|term| self.operand(term, Bond::Sum));
        (ConditionAtom::Compare(left, relation, right), is_complement)
    }

    fn operand(&mut self, term: TermId, bond: Bond) -> String {
        self.term(term).at_least(bond)
    }

    fn term(&mut self, term: TermId) -> Text {
        let left = self.words_left.as_mut().expect("a term is written inside of a text");
        if *left == 0 || self.levels_left == 0 {
            return Text::name("…");
        }
        *left -= 1;
        self.levels_left -= 1;
        let term = self.settled(term);
        let text = match self.executor.logic.terms.node(term) {
            TermNode::Constant(number) => self.constant(term, number),
            TermNode::Symbol(origin, _) => Text::name(self.executor.origin_name(origin)),
            TermNode::Binary(operation, left, right) => self.binary(operation, left, right),
            TermNode::Negative(arg) => {
                Text { text: format!("-{}", self.operand(arg, Bond::Name)), bond: Bond::Sign }
            }
            TermNode::Complement(arg) => {
                Text { text: format!("~{}", self.operand(arg, Bond::Name)), bond: Bond::Sign }
            }
            TermNode::Resized(arg) => self.term(arg),
            TermNode::Either(condition, yes, no) => self.either(condition, yes, no),
        };
        self.levels_left += 1;
        text
    }

    fn constant(&self, term: TermId, number: i64) -> Text {
        match self.executor.logic.terms.format(term).sign {
            solver::bits::Sign::Signed if number < 0 => Text { text: number.to_string(), bond: Bond::Sign },
            solver::bits::Sign::Signed => Text::name(number.to_string()),
            solver::bits::Sign::Unsigned => Text::name((number as u64).to_string()),
        }
    }

    fn binary(&mut self, operation: Operation, left: TermId, right: TermId) -> Text {
        let (sign, bond, inner) = match operation {
            Operation::Add => ("+", Bond::Sum, [Bond::Sum, Bond::Product]),
            Operation::Sub => ("-", Bond::Sum, [Bond::Sum, Bond::Product]),
            Operation::Mul => ("*", Bond::Product, [Bond::Product, Bond::Sign]),
            Operation::Div => ("/", Bond::Product, [Bond::Product, Bond::Sign]),
            Operation::Rem => ("%", Bond::Product, [Bond::Product, Bond::Sign]),
            Operation::Shl => ("<<", Bond::Bits, [Bond::Sign; 2]),
            Operation::Shr => (">>", Bond::Bits, [Bond::Sign; 2]),
            Operation::And => ("&", Bond::Bits, [Bond::Sign; 2]),
            Operation::Or => ("|", Bond::Bits, [Bond::Sign; 2]),
            Operation::Xor => ("^", Bond::Bits, [Bond::Sign; 2]),
        };
        let [left, right] =
            [(left, inner[0]), (right, inner[1])].map(|(term, bond)| self.operand(term, bond));
        Text { text: format!("{left} {sign} {right}"), bond }
    }

    /// The condition is not decided by what is known.
    fn either(&mut self, condition: Guard, yes: TermId, no: TermId) -> Text {
        let shown = self.part(condition);
        let yes = self.under(condition, |reader| reader.operand(yes, Bond::Or));
        let no = self.under(!condition, |reader| reader.term(no).text);
        if yes == no {
            return Text { text: yes, bond: Bond::Choice };
        }
        let condition = self.formula(shown).at_least(Bond::Or);
        Text { text: format!("{condition} ? {yes} : {no}"), bond: Bond::Choice }
    }

    /// The term without choices that are decided by what is known.
    fn settled(&mut self, mut term: TermId) -> TermId {
        while let TermNode::Either(condition, yes, no) = self.executor.logic.terms.node(term) {
            term = match self.decided(condition) {
                Some(true) => yes,
                Some(false) => no,
                None if self.under(!condition, |reader| reader.is_name_of_term(yes, no)) => yes,
                None if self.under(condition, |reader| reader.is_name_of_term(no, yes)) => no,
                None => return term,
            };
        }
        term
    }

    /// The value of a guard under what is known.
    fn decided(&mut self, guard: Guard) -> Option<bool> {
        if let Shown::Constant(value) = self.part(guard) {
            return Some(value);
        }
        self.decided_by_solver(guard)
    }

    /// The same for a guard whose value does not follow from the form of what is known.
    pub(crate) fn decided_by_solver(&mut self, guard: Guard) -> Option<bool> {
        match self.path.implied(guard) {
            Some(value) => Some(value),
            None => [true, false].into_iter().find(|&value| !self.may_be(guard.complement_if(value))),
        }
    }

    /// Whether a guard may be true, as far as a question or two can say.
    pub(crate) fn may_be(&mut self, guard: Guard) -> bool {
        if self.questions_left == 0 {
            return true;
        }
        self.questions_left -= 1;
        let effort = Effort::conflicts(CONFLICTS_OF_A_QUESTION);
        self.path.check(&self.executor.logic.guards, &[guard], &effort) != Answer::Unsatisfiable
    }

    /// Whether one term is the name of what the other one reads, under what is known.
    fn is_name_of_term(&mut self, name: TermId, term: TermId) -> bool {
        let terms = &self.executor.logic.terms;
        match (terms.node(name), terms.node(term)) {
            _ if name == term || self.path.is_contradictory() => true,
            (TermNode::Symbol(name, _), TermNode::Symbol(other, _)) => self.is_read_of(name, other),
            (TermNode::Symbol(..), TermNode::Either(condition, yes, no)) if self.spend() => {
                let is_name = self.under(condition, |reader| reader.is_name_of_term(name, yes))
                    && self.under(!condition, |reader| reader.is_name_of_term(name, no));
                self.levels_left += 1;
                is_name
            }
            _ => false,
        }
    }

    /// A condition inside of a text.
    fn formula(&mut self, shown: Shown) -> Text {
        let left = self.words_left.as_mut().expect("a formula is written inside of a text");
        if *left == 0 {
            return Text::name("…");
        }
        *left -= 1;
        match shown {
            Shown::Constant(value) => Text::name(value.to_string()),
            Shown::Whole(_) => Text::name("…"),
            Shown::Leaf { guard: _, atom, negated } => self.atom_text(&atom, negated),
            Shown::And(parts) => self.joined(parts, " && ", Bond::And),
            Shown::Or(parts) => self.joined(parts, " || ", Bond::Or),
        }
    }

    fn joined(&mut self, parts: Vec<Shown>, sign: &str, bond: Bond) -> Text {
        let parts: Vec<String> =
            parts.into_iter().map(|part| self.formula(part).at_least(Bond::Test)).collect();
        Text { text: parts.join(sign), bond }
    }

    fn atom_text(&self, atom: &ConditionAtom, negated: bool) -> Text {
        let equals = Relation::Equal.sign(negated);
        let not = if negated { "!" } else { "" };
        let text = match atom {
            ConditionAtom::Null(name) => format!("{name} {equals} null"),
            ConditionAtom::Same(name, other) => format!("{name} {equals} {other}"),
            ConditionAtom::Class(name, class) => {
                let no = if negated { "no" } else { "a" };
                format!("{name} is {no} {}", self.executor.program.classes[*class].name)
            }
            ConditionAtom::True(name) => return Text { text: format!("{not}{name}"), bond: Bond::Sign },
            ConditionAtom::Compare(left, relation, right) => {
                format!("{left} {} {right}", relation.sign(negated))
            }
            ConditionAtom::Test(test) if negated => format!("!({test})"),
            ConditionAtom::Test(test) => test.clone(),
        };
        Text { text, bond: Bond::Test }
    }
}
