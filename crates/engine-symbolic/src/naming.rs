//! Names and texts for people: inputs by access paths, terms as expressions.

use base::Id;
use ir::{ObjectId, Value};
use rustc_hash::FxHashSet;
use solver::bits::Operation;
use solver::guard::Guard;

use crate::executor::Executor;
use crate::state::{Made, Says, Source};
use crate::terms::{TermId, TermNode, Test};
use crate::values::OriginId;
use verdict::ConditionAtom;

/// The most parts of a text; what is left out is `…`.
const MOST_PARTS: usize = 60;

impl Executor<'_> {
    /// The access path of an input, from a parameter on.
    pub(crate) fn origin_name(&self, origin: OriginId) -> String {
        let mut fields: Vec<&str> = Vec::new();
        let mut source = self.state.origin(origin).source;
        loop {
            match source {
                Source::Field(object, field) => {
                    fields.push(&self.program.fields[field].name);
                    match self.state.object(object).made {
                        Made::Input(origin) => source = self.state.origin(origin).source,
                        Made::Initial | Made::New | Made::Scratch => {
                            return dotted(self.made_name(object), &fields);
                        }
                    }
                }
                Source::Argument(local) => {
                    let name = &self.program.procs[self.query.entry].locals[local].name;
                    return dotted(if name.is_empty() { local.to_string() } else { name.clone() }, &fields);
                }
                Source::Choice(number) => return dotted(format!("choice {}", number + 1), &fields),
            }
        }
    }

    /// The access path where an input object is found first; the number of another one.
    pub(crate) fn object_name(&self, object: ObjectId) -> String {
        match self.state.object(object).made {
            Made::Input(origin) => self.origin_name(origin),
            Made::Initial | Made::New | Made::Scratch => self.made_name(object),
        }
    }

    /// `new Node`, with a number where there are several.
    fn made_name(&self, object: ObjectId) -> String {
        let this = self.state.object(object);
        let same = |(_, other): &(ObjectId, &crate::state::Object)| {
            other.made == this.made && other.classes == this.classes
        };
        let before = self.state.objects().take(object.index()).filter(same).count();
        let class = match this.classes {
            crate::state::Classes::Exactly(class) => self.program.classes[class].name.as_str(),
            crate::state::Classes::OneOf(..) => "object",
        };
        let verb = if this.made == Made::Initial { "initial" } else { "new" };
        if before == 0 { format!("{verb} {class}") } else { format!("{verb} {class} {}", before + 1) }
    }

    /// The atom of a guard, and whether it is its complement; `None` if the guard is to be taken apart.
    pub(crate) fn atom(&self, guard: Guard) -> Option<(ConditionAtom, bool)> {
        if let Some((test, negated)) = self.logic.terms.test(guard) {
            return Some((self.test_atom(test), negated));
        }
        let pins = &self.state.pins;
        let at = pins.binary_search_by_key(&guard.node(), |pin| pin.literal.node()).ok()?;
        let atom = match pins[at].says {
            Says::Null(origin) => ConditionAtom::Null(self.origin_name(origin)),
            Says::Old(origin, object) => {
                ConditionAtom::Same(self.origin_name(origin), self.object_name(object))
            }
            Says::Class(origin, class) => ConditionAtom::Class(self.origin_name(origin), class),
        };
        Some((atom, guard.is_complement()))
    }

    /// Whether a guard is not taken apart.
    pub(crate) fn is_atom(&self, guard: Guard) -> bool {
        let is_pin = || self.state.pins.binary_search_by_key(&guard.node(), |pin| pin.literal.node()).is_ok();
        self.logic.terms.test(guard).is_some() || is_pin()
    }

    fn test_atom(&self, test: Test) -> ConditionAtom {
        let text = |term| self.term_text(term);
        ConditionAtom::Test(match test {
            Test::True(origin) => return ConditionAtom::True(self.origin_name(origin)),
            Test::Bit(origin, at) => {
                return ConditionAtom::True(format!("bit {at} of {}", self.origin_name(origin)));
            }
            Test::Equal(left, right) => format!("{} == {}", text(left), text(right)),
            Test::Less(left, right) => format!("{} < {}", text(left), text(right)),
            Test::LessOrEqual(left, right) => format!("{} <= {}", text(left), text(right)),
            Test::Overflow(operation, left, right) => {
                format!("{} {} {} overflows", text(left), sign(operation), text(right))
            }
            Test::NegativeOverflow(arg) => format!("-{} overflows", text(arg)),
            Test::Within(arg, lo, hi) => format!("{lo} <= {} <= {hi}", text(arg)),
            Test::IsZero(arg) => format!("{} == 0", text(arg)),
        })
    }

    /// A term as an expression over inputs.
    pub(crate) fn term_text(&self, term: TermId) -> String {
        let mut text = String::new();
        self.write_term(term, &mut text, &mut { MOST_PARTS });
        text
    }

    /// Ends where so many parts are written; so it recurses no deeper.
    fn write_term(&self, term: TermId, text: &mut String, left: &mut usize) {
        if *left == 0 {
            text.push('…');
            return;
        }
        *left -= 1;
        match self.logic.terms.node(term) {
            TermNode::Constant(number) => {
                let format = self.logic.terms.format(term);
                text.push_str(&match format.sign {
                    solver::bits::Sign::Signed => number.to_string(),
                    solver::bits::Sign::Unsigned => (number as u64).to_string(),
                });
            }
            TermNode::Symbol(origin, _) => text.push_str(&self.symbol_name(origin)),
            TermNode::Binary(operation, one, other) => {
                text.push('(');
                self.write_term(one, text, left);
                text.push_str(&format!(" {} ", sign(operation)));
                self.write_term(other, text, left);
                text.push(')');
            }
            TermNode::Negative(arg) => {
                text.push('-');
                self.write_term(arg, text, left);
            }
            TermNode::Complement(arg) => {
                text.push('~');
                self.write_term(arg, text, left);
            }
            TermNode::Resized(arg) => self.write_term(arg, text, left),
            TermNode::Either(guard, yes, no) => {
                text.push('(');
                self.write_guard(guard, text, left);
                text.push_str(" ? ");
                self.write_term(yes, text, left);
                text.push_str(" : ");
                self.write_term(no, text, left);
                text.push(')');
            }
        }
    }

    fn symbol_name(&self, origin: OriginId) -> String {
        self.origin_name(origin)
    }

    /// A condition in one line.
    pub(crate) fn guard_text(&self, guard: Guard) -> String {
        let mut text = String::new();
        self.write_guard(guard, &mut text, &mut { MOST_PARTS });
        text
    }

    fn write_guard(&self, guard: Guard, text: &mut String, left: &mut usize) {
        if *left == 0 {
            text.push('…');
            return;
        }
        *left -= 1;
        if let Some(value) = guard.as_constant() {
            text.push_str(if value { "true" } else { "false" });
            return;
        }
        if let Some((atom, negated)) = self.atom(guard) {
            text.push_str(&self.atom_text(&atom, negated));
            return;
        }
        let parts = self.parts(guard);
        text.push('(');
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                text.push_str(if guard.is_complement() { " || " } else { " && " });
            }
            self.write_guard(part, text, left);
        }
        text.push(')');
    }

    fn atom_text(&self, atom: &ConditionAtom, negated: bool) -> String {
        let equals = if negated { "!=" } else { "==" };
        match atom {
            ConditionAtom::Null(name) => format!("{name} {equals} null"),
            ConditionAtom::Same(name, other) => format!("{name} {equals} {other}"),
            ConditionAtom::Class(name, class) => {
                let class = &self.program.classes[*class].name;
                if negated { format!("!({name} is {class})") } else { format!("{name} is {class}") }
            }
            ConditionAtom::True(name) => format!("{}{name}", if negated { "!" } else { "" }),
            ConditionAtom::Test(test) if negated => format!("!({test})"),
            ConditionAtom::Test(test) => test.clone(),
        }
    }

    /// The operands of a conjunction, those of its operands among them; of a complement, those of the disjunction.
    pub(crate) fn parts(&self, guard: Guard) -> Vec<Guard> {
        let mut parts = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![guard.complement_if(guard.is_complement())];
        while let Some(part) = stack.pop() {
            let is_root = part.node() == guard.node();
            if !seen.insert(part) {
                continue;
            }
            match self.logic.guards.node(part) {
                solver::aig::Node::And(first, second)
                    if is_root || (!part.is_complement() && !self.is_atom(part)) =>
                {
                    stack.extend([second, first]);
                }
                _ => parts.push(part.complement_if(guard.is_complement())),
            }
        }
        parts
    }

    /// A concrete value as text.
    pub(crate) fn value_text(&self, value: Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Real(real) => real.get().to_string(),
            Value::Decimal(decimal) => decimal.to_string(),
            Value::String(text) => text.to_string(),
            Value::Ref(object) => object.to_string(),
        }
    }
}

fn dotted(root: String, fields: &[&str]) -> String {
    fields.iter().rev().fold(root, |path, field| path + "." + field)
}

fn sign(operation: Operation) -> &'static str {
    match operation {
        Operation::Add => "+",
        Operation::Sub => "-",
        Operation::Mul => "*",
        Operation::Div => "/",
        Operation::Rem => "%",
        Operation::Shl => "<<",
        Operation::Shr => ">>",
        Operation::And => "&",
        Operation::Or => "|",
        Operation::Xor => "^",
    }
}
