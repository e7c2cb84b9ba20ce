//! What expressions mean, twice: by walking over the tree, and by executing the instructions that they are lowered to.
//!
//! Expressions are made at random over three variables, without choices and with few parentheses, and compared in both
//! dialects for all values. The tree is evaluated here by the definition of each operator; nothing is shared with the
//! lowering.

use base::{Id, SourceId};
use cutpoint_lang_boolean::ast::{Expr, StmtKind};
use cutpoint_lang_boolean::parse::parse;
use cutpoint_lang_boolean::{Dialect, Options, compile};
use ir::{Environment, GlobalId, LocalId, Op, Place, Value};

/// A small generator of numbers: the test needs variety, not quality.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(5) == 0 {
            return ["a", "b", "c", "T", "0"][self.below(5) as usize].to_owned();
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(12) {
            0 => format!("!{left}"),
            1 | 2 => format!("({left})"),
            3 => format!("({left} ? {right} : {})", self.expression(depth - 1)),
            number => {
                let sign = ["&", "|", "^", "=", "!=", "=>", "<=>", "&&"][(number - 4) as usize];
                format!("{left} {sign} {right}")
            }
        }
    }
}

/// The value of a tree by the definition of its operators.
fn value(expr: &Expr, name: &impl Fn(base::Symbol) -> bool) -> bool {
    let of = |expr: &Expr| value(expr, name);
    match expr {
        Expr::Constant(value) => *value,
        Expr::Var(variable) => name(variable.symbol),
        Expr::Not(inner) => !of(inner),
        Expr::And(parts) => parts.iter().all(of),
        Expr::Or(parts) => parts.iter().any(of),
        Expr::Odd { parts, negated } => (parts.iter().filter(|part| of(part)).count() % 2 == 1) != *negated,
        Expr::Cond { arms, otherwise } => match arms.iter().find(|(condition, _)| of(condition)) {
            Some((_, chosen)) => of(chosen),
            None => of(otherwise),
        },
        Expr::Next(_) | Expr::Choice | Expr::Schoose(..) => panic!("no choices are generated"),
    }
}

#[derive(Default)]
struct Memory {
    globals: Vec<bool>,
    locals: Vec<bool>,
}

impl Environment for Memory {
    fn local(&self, local: LocalId) -> Value {
        Value::Bool(self.locals[local.index()])
    }

    fn global(&self, global: GlobalId) -> Value {
        Value::Bool(self.globals[global.index()])
    }

    fn self_id(&self) -> i64 {
        0
    }
}

/// Executes the assignments at the beginning of `main`, and gives the value of the last global.
fn executed(program: &ir::Program, globals: Vec<bool>) -> bool {
    let main = &program.procs[program.threads[0]];
    let mut memory = Memory { globals, locals: vec![false; main.locals.len()] };
    for instr in &main.blocks[main.entry()].instrs {
        let Op::Assign { dst, value } = &instr.op else { panic!("only assignments are expected") };
        let Ok(Value::Bool(value)) = value.eval(&memory) else { panic!("a truth value is expected") };
        match dst {
            Place::Local(local) => memory.locals[local.index()] = value,
            Place::Global(global) => memory.globals[global.index()] = value,
        }
    }
    memory.globals[3]
}

#[test]
fn lowered_expressions_have_the_value_of_their_trees() {
    let mut numbers = Numbers(7);
    for round in 0..1_500 {
        let depth = if round % 50 == 0 { 9 } else { 5 };
        let expression = numbers.expression(depth);
        let text = format!("decl a, b, c, r; void main() begin r := {expression}; end");
        for dialect in [Dialect::Sdv, Dialect::Boppo] {
            let parsed = parse(SourceId::new(0), &text, Some(dialect));
            let StmtKind::Assign { values, .. } = &parsed.unit.procs[0].body[0].kind else {
                panic!("an assignment was written");
            };
            let options = Options { dialect: Some(dialect), ..Options::default() };
            let program =
                compile(SourceId::new(0), &text, &options).program.expect("the text is well formed");
            for bits in 0..8_u32 {
                let globals: Vec<bool> = (0..3).map(|bit| bits >> bit & 1 == 1).collect();
                let name = |symbol| match parsed.interner.text(symbol) {
                    "a" => globals[0],
                    "b" => globals[1],
                    _ => globals[2],
                };
                let expected = value(&values[0], &name);
                let found = executed(&program, globals.iter().copied().chain([false]).collect());
                assert_eq!(found, expected, "{expression} in {dialect:?} with {globals:?}");
            }
        }
    }
}

/// `=` and `!=` of the text itself, read by a reader of its own: left to right, most tightly or least.
#[test]
fn the_dialects_differ_where_they_say_so() {
    let value_of = |text: &str, dialect: Dialect, [a, b, c]: [bool; 3]| {
        let options = Options { dialect: Some(dialect), ..Options::default() };
        let text = format!("decl a, b, c, r; void main() begin r := {text}; end");
        let program = compile(SourceId::new(0), &text, &options).program.expect("the text is well formed");
        executed(&program, vec![a, b, c, false])
    };
    for bits in 0..8_u32 {
        let [a, b, c] = [0, 1, 2].map(|bit| bits >> bit & 1 == 1);
        let check = |text: &str, sdv: bool, boppo: bool| {
            assert_eq!(value_of(text, Dialect::Sdv, [a, b, c]), sdv, "{text}");
            assert_eq!(value_of(text, Dialect::Boppo, [a, b, c]), boppo, "{text}");
        };
        check("a & b = c", a & (b == c), (a & b) == c);
        check("a | b != c", a | (b != c), (a | b) != c);
        check("a = b ^ c", (a == b) ^ c, a == (b ^ c));
        check("a = b => c", a != b || c, a != b || c);
        check("!a = b", a != b, a != b);
        check("a => b => c", !a | !b | c, !a | !b | c);
        check("a ^ b & c | a", a ^ (b & c) | a, a ^ (b & c) | a);
        check("a <=> b <=> c", (a == b) == c, (a == b) == c);
        check("a ? b : c", if a { b } else { c }, if a { b } else { c });
    }
}
