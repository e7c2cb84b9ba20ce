//! Random open heap programs: procedures with a receiver and parameters that read, write and compare an unknown heap.
//!
//! Programs are made as text of the core language, since a text of a few lines says more in a failing test than a
//! program value. Classes have subclasses and an interface, fields hold references, numbers of 8 bits and bools; bodies
//! have branches on references, numbers and classes, casts, allocations, arrays, choices, assumptions, assertions,
//! bounded loops, and calls of a second procedure.

use std::fmt::Write;

use crate::rng::Rng;

/// How large programs are.
#[derive(Clone, Copy, Debug)]
pub struct OpenProgramOptions {
    /// Statements of the procedure that is explored, those inside of others included.
    pub statements: usize,
    /// Statements inside of others inside of others and so on.
    pub nesting: usize,
}

impl Default for OpenProgramOptions {
    fn default() -> Self {
        Self { statements: 16, nesting: 3 }
    }
}

const CLASSES: &str = "enum enum0 \"Colour\" { \"red\", \"green\", \"blue\" }
class class0 \"A\" record { field0 \"a\": class0; field1 \"b\": class1; field2 \"n\": i8w; field3 \"p\": bool }
class class1 \"B\" record { field4 \"c\": class0; field5 \"i\": class2; field6 \"r\": 1..5 }
class class2 \"I\" interface
class class3 \"C\" record extends class0 implements class2 { field0; field1; field2; field3; field7 \"e\": object; field8 \"m\": i8 }
class class4 \"D\" record extends class1 implements class2 { field4; field5; field6; field9 \"k\": enum0 }
class class5 \"As\" array of class0
global g0 \"seen\": class0
global g1 \"count\": i8w
";

/// A type of variables and fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    A,
    B,
    I,
    C,
    Object,
    /// 8 bits, wrapping.
    Number,
    /// 8 bits, checked.
    Small,
    Bool,
}

impl Kind {
    const REFERENCES: [Kind; 5] = [Kind::A, Kind::B, Kind::I, Kind::C, Kind::Object];

    fn text(self) -> &'static str {
        match self {
            Kind::A => "class0",
            Kind::B => "class1",
            Kind::I => "class2",
            Kind::C => "class3",
            Kind::Object => "object",
            Kind::Number => "i8w",
            Kind::Small => "i8",
            Kind::Bool => "bool",
        }
    }

    /// Whether a value of this type may stand where the other is declared.
    fn fits(self, to: Kind) -> bool {
        self == to
            || match to {
                Kind::A | Kind::I => self == Kind::C,
                Kind::Object => Kind::REFERENCES.contains(&self),
                Kind::B | Kind::C | Kind::Number | Kind::Small | Kind::Bool => false,
            }
    }
}

/// Fields of `A` and `B` that programs use: by the class, the number, and the type.
const FIELDS: [(Kind, usize, Kind); 8] = [
    (Kind::A, 0, Kind::A),
    (Kind::A, 1, Kind::B),
    (Kind::A, 2, Kind::Number),
    (Kind::A, 3, Kind::Bool),
    (Kind::B, 4, Kind::A),
    (Kind::B, 5, Kind::I),
    (Kind::C, 7, Kind::Object),
    (Kind::C, 8, Kind::Small),
];

/// Locals of the procedure that is explored; the first ones are its parameters.
const LOCALS: [Kind; 15] = [
    Kind::A,
    Kind::B,
    Kind::Number,
    Kind::A,
    Kind::A,
    Kind::B,
    Kind::I,
    Kind::C,
    Kind::Object,
    Kind::Number,
    Kind::Number,
    Kind::Bool,
    Kind::Small,
    Kind::Small,
    Kind::Number,
];
const PARAMETERS: usize = 3;
/// Counts the rounds of the loops.
const ROUNDS: usize = 14;
/// An array, behind the other locals.
const ARRAY: usize = 15;

struct Writer<'a> {
    rng: &'a mut Rng,
    blocks: Vec<Vec<String>>,
    current: usize,
    statements: usize,
    locals: &'a [Kind],
    may_call: bool,
    loops: usize,
    /// What was written last.
    recent: Vec<usize>,
}

/// A random program of the core language: `proc0` is the procedure to explore, on a receiver of `class0`.
pub fn open_program(rng: &mut Rng, options: &OpenProgramOptions) -> String {
    let mut text = CLASSES.to_owned();
    let parameters = "v0 \"this\": class0, v1 \"b\": class1, v2 \"n\": i8w";
    let body = body(rng, options, &LOCALS, true);
    let _ = writeln!(text, "\nproc proc0 \"A.test\"({parameters}) -> (class0, i8w) {{");
    declare(&mut text, &LOCALS, PARAMETERS);
    let _ = writeln!(text, "  local v{ARRAY} \"array\": class5");
    text.push_str(&body);
    let helper = OpenProgramOptions { statements: 2, nesting: 1 };
    let body = self::body(rng, &helper, &LOCALS[..ROUNDS], false);
    let _ = writeln!(text, "}}\n\nproc proc1 \"A.help\"({parameters}) -> (class0, i8w) {{");
    declare(&mut text, &LOCALS[..ROUNDS], PARAMETERS);
    text.push_str(&body);
    text.push_str("}\n");
    text
}

fn declare(text: &mut String, locals: &[Kind], parameters: usize) {
    for (at, kind) in locals.iter().enumerate().skip(parameters) {
        let _ = writeln!(text, "  local v{at} \"v{at}\": {}", kind.text());
    }
}

fn body(rng: &mut Rng, options: &OpenProgramOptions, locals: &[Kind], may_call: bool) -> String {
    let mut writer = Writer {
        rng,
        blocks: vec![Vec::new()],
        current: 0,
        statements: options.statements,
        locals,
        may_call,
        loops: 0,
        recent: Vec::new(),
    };
    if may_call {
        let length = writer.rng.between(1, 3);
        writer.line(format!("v{ARRAY} = new class5[{length}]"));
    }
    writer.beginning();
    while writer.statements > 0 {
        writer.statement(options.nesting);
    }
    let (reference, number) = (writer.local(Kind::A), writer.local(Kind::Number));
    writer.line(format!("return {reference}, {number}"));
    let mut text = String::new();
    for (at, lines) in writer.blocks.iter().enumerate() {
        let _ = writeln!(text, "block{at}:");
        for line in lines {
            let _ = writeln!(text, "* {line}");
        }
    }
    text
}

impl Writer<'_> {
    fn line(&mut self, line: impl Into<String>) {
        self.blocks[self.current].push(line.into());
    }

    /// Most variables refer to something before the first statement: otherwise most programs dereference null at once.
    fn beginning(&mut self) {
        const BEGINNINGS: [&str; 7] = [
            "v3 = v0",
            "v4 = load v0.field0",
            "v5 = v1",
            "v6 = load total v1.field5",
            "v8 = v3",
            "v9 = v2",
            "v11 = load v0.field3",
        ];
        for line in BEGINNINGS {
            if self.rng.chance(85) {
                self.line(line);
            }
        }
    }

    fn new_block(&mut self) -> usize {
        self.blocks.push(Vec::new());
        self.blocks.len() - 1
    }

    fn go(&mut self, block: usize) {
        self.line(format!("goto block{block}"));
    }

    /// One of these variables, mostly one that was written just now.
    fn one_of(&mut self, fitting: &[usize]) -> String {
        let recent: Vec<usize> =
            self.recent.iter().rev().take(3).copied().filter(|at| fitting.contains(at)).collect();
        let prefers_recent = self.rng.chance(60);
        match self.rng.try_pick(&recent) {
            Some(at) if prefers_recent => format!("v{at}"),
            _ => format!("v{}", self.rng.pick(fitting)),
        }
    }

    /// Some variable of exactly this type.
    fn local(&mut self, kind: Kind) -> String {
        let fitting: Vec<usize> =
            (0..self.locals.len()).filter(|&at| self.locals[at] == kind && at != ROUNDS).collect();
        self.one_of(&fitting)
    }

    /// Some variable that may be written: parameters, too, but not the receiver.
    fn target(&mut self, kind: Kind) -> String {
        let fitting: Vec<usize> =
            (1..self.locals.len()).filter(|&at| self.locals[at] == kind && at != ROUNDS).collect();
        let target = *self.rng.pick(&fitting);
        self.recent.push(target);
        format!("v{target}")
    }

    /// A reference that may stand where the type is declared.
    fn reference(&mut self, kind: Kind) -> String {
        if self.rng.chance(10) {
            return "null".to_owned();
        }
        let fitting: Vec<usize> = (0..self.locals.len()).filter(|&at| self.locals[at].fits(kind)).collect();
        self.one_of(&fitting)
    }

    fn number(&mut self) -> String {
        let (one, other) = (self.local(Kind::Number), self.local(Kind::Number));
        let constant = self.rng.below(4);
        match self.rng.below(8) {
            0 => constant.to_string(),
            1 => format!("{one} + {constant}"),
            2 => format!("{one} - {other}"),
            3 => format!("{one} * {constant}"),
            4 if self.rng.chance(40) => format!("{one} / {other}"),
            _ => one,
        }
    }

    /// What can overflow and divide by zero.
    fn small(&mut self) -> String {
        let (one, other) = (self.local(Kind::Small), self.local(Kind::Small));
        match self.rng.below(5) {
            0 => format!("{one} + {other}"),
            1 => format!("({one} * 50) / {other}"),
            2 => format!("(100 %{{i8}} {one}) - {other}"),
            3 => format!("- {one}"),
            _ => one,
        }
    }

    fn value(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Number => self.number(),
            Kind::Small => self.small(),
            Kind::Bool => self.condition(),
            kind => self.reference(kind),
        }
    }

    fn condition(&mut self) -> String {
        let (one, other) = (self.local(Kind::Number), self.local(Kind::Number));
        match self.rng.below(9) {
            0 | 1 => {
                let kind = *self.rng.pick(&[Kind::A, Kind::B, Kind::I, Kind::Object]);
                format!("{} == null", self.local(kind))
            }
            2..=4 => {
                let (left, right) = self.two_references();
                let test = self.rng.pick(&["==", "!="]);
                format!("{left} {test} {right}")
            }
            5 if self.rng.chance(30) => format!("{} < {}", self.local(Kind::Small), self.local(Kind::Small)),
            5 => format!("{one} < {other}"),
            6 => format!("{one} == {}", self.rng.below(3)),
            _ => self.local(Kind::Bool),
        }
    }

    fn two_references(&mut self) -> (String, String) {
        let kind = *self.rng.pick(&Kind::REFERENCES);
        let left = self.local(kind);
        let other = *self.rng.pick(&[kind, Kind::Object]);
        let right = self.reference(if other.fits(kind) { kind } else { Kind::Object });
        (left, if right == "null" { self.local(kind) } else { right })
    }

    fn field(&mut self) -> (String, usize, Kind) {
        let (class, field, kind) = *self.rng.pick(&FIELDS);
        let fitting: Vec<usize> = (0..self.locals.len()).filter(|&at| self.locals[at].fits(class)).collect();
        (self.one_of(&fitting), field, kind)
    }

    fn load(&mut self) {
        let (object, field, kind) = self.field();
        let target = self.target(kind);
        let total = if self.rng.chance(10) { "total " } else { "" };
        self.line(format!("{target} = load {total}{object}.field{field}"));
    }

    fn store(&mut self) {
        let (object, field, kind) = self.field();
        let value = self.value(kind);
        let total = if self.rng.chance(10) { "total " } else { "" };
        self.line(format!("store {total}{object}.field{field} = {value}"));
    }

    fn statement(&mut self, nesting: usize) {
        self.statements = self.statements.saturating_sub(1);
        let is_simple = nesting == 0 || self.statements == 0;
        match self.rng.below(if is_simple { 18 } else { 32 }) {
            0..=5 => self.load(),
            6..=8 => self.store(),
            9 => {
                let kind = *self.rng.pick(&[Kind::A, Kind::B, Kind::Number, Kind::Small, Kind::Bool]);
                let (target, value) = (self.target(kind), self.value(kind));
                self.line(format!("{target} = {value}"));
            }
            10 => {
                let (kind, class) = *self.rng.pick(&[(Kind::A, 0), (Kind::B, 1), (Kind::C, 3), (Kind::I, 4)]);
                let target = self.target(kind);
                self.line(format!("{target} = new class{class}"));
            }
            11 => self.cast(),
            12 => {
                let (target, object) = (self.target(Kind::Bool), self.reference(Kind::Object));
                let class = self.rng.pick(&[0, 1, 2, 3, 4]);
                self.line(format!("{target} = instance {object} of class{class}"));
            }
            13 => self.array(),
            14 => self.global(),
            15 => {
                let kind =
                    *self.rng.pick(&[(Kind::Bool, "bool"), (Kind::Number, "0..2"), (Kind::Small, "any i8")]);
                let target = self.target(kind.0);
                self.line(format!("{target} = choose {}", kind.1));
            }
            16 if self.rng.chance(50) => self.load(),
            16 => {
                let condition = self.condition();
                let check = *self.rng.pick(&["assert", "assume", "assume"]);
                self.line(format!("{check} {condition}"));
            }
            17 => self.call(),
            18..=27 => self.branch(nesting),
            28 => self.switch_class(nesting),
            29 => self.switch(nesting),
            30 => self.free_choice(nesting),
            _ => self.bounded_loop(nesting),
        }
    }

    fn cast(&mut self) {
        let (target, class) = *self.rng.pick(&[(Kind::C, 3), (Kind::A, 0), (Kind::B, 1), (Kind::I, 2)]);
        let object = self.reference(Kind::Object);
        let target = self.target(target);
        self.line(format!("{target} = cast {object} to class{class}"));
    }

    fn array(&mut self) {
        if !self.may_call {
            return self.load();
        }
        let index = if self.rng.chance(50) { self.rng.below(3).to_string() } else { "v2".to_owned() };
        let index = if index == "v2" { "convert{i8w->i32}(v2)".to_owned() } else { index };
        if self.rng.chance(50) {
            let value = self.reference(Kind::A);
            self.line(format!("store v{ARRAY}[{index}] = {value}"));
        } else {
            let target = self.target(Kind::A);
            self.line(format!("{target} = load v{ARRAY}[{index}]"));
        }
    }

    fn global(&mut self) {
        let line = match self.rng.below(4) {
            0 => format!("g0 = {}", self.reference(Kind::A)),
            1 => format!("{} = g0", self.target(Kind::A)),
            2 => format!("g1 = {}", self.number()),
            _ => format!("{} = g1", self.target(Kind::Number)),
        };
        self.line(line);
    }

    fn call(&mut self) {
        if !self.may_call {
            return self.load();
        }
        let next = self.new_block();
        let (this, b, n) = (self.local(Kind::A), self.reference(Kind::B), self.number());
        let (reference, number) = (self.target(Kind::A), self.target(Kind::Number));
        self.line(format!("{reference}, {number} = call proc1({this}, {b}, {n}) -> block{next}"));
        self.current = next;
    }

    /// A few statements, then on to a block.
    fn arm(&mut self, begin: usize, join: usize, nesting: usize) {
        self.current = begin;
        for _ in 0..self.rng.below(3) {
            if self.statements > 0 {
                self.statement(nesting - 1);
            }
        }
        self.go(join);
    }

    fn branch(&mut self, nesting: usize) {
        let condition = self.condition();
        let [yes, no, join] = [(); 3].map(|()| self.new_block());
        self.line(format!("branch {condition}, block{yes}, block{no}"));
        self.arm(yes, join, nesting);
        self.arm(no, join, nesting);
        self.current = join;
    }

    fn switch_class(&mut self, nesting: usize) {
        let kind = *self.rng.pick(&[Kind::A, Kind::I, Kind::Object]);
        let object = self.local(kind);
        let [first, second, join] = [(); 3].map(|()| self.new_block());
        let cases = *self.rng.pick(&[
            "class3 -> {1}",
            "class0 -> {1}, class3 -> {2}",
            "class4 -> {2}, class3 -> {2}",
        ]);
        let cases = cases.replace("{1}", &format!("block{first}")).replace("{2}", &format!("block{second}"));
        self.line(format!("switch class {object} {{ {cases}, else -> block{first} }}"));
        self.arm(first, join, nesting);
        self.arm(second, join, nesting);
        self.current = join;
    }

    fn switch(&mut self, nesting: usize) {
        let number = self.local(Kind::Number);
        let [first, second, join] = [(); 3].map(|()| self.new_block());
        self.line(format!("switch {number} {{ 0 -> block{first}, 1 -> block{second}, 2 -> block{first}, else -> block{second} }}"));
        self.arm(first, join, nesting);
        self.arm(second, join, nesting);
        self.current = join;
    }

    fn free_choice(&mut self, nesting: usize) {
        let [first, second, join] = [(); 3].map(|()| self.new_block());
        self.line(format!("goto block{first}, block{second}"));
        self.arm(first, join, nesting);
        self.arm(second, join, nesting);
        self.current = join;
    }

    /// At most two rounds of a loop, one loop in a program.
    fn bounded_loop(&mut self, nesting: usize) {
        if !self.may_call || self.loops > 0 {
            return self.branch(nesting);
        }
        self.loops += 1;
        let [head, test, inside, after] = [(); 4].map(|()| self.new_block());
        self.go(head);
        self.current = head;
        self.line(format!("branch v{ROUNDS} == 2, block{after}, block{test}"));
        self.current = test;
        let condition = self.condition();
        self.line(format!("branch {condition}, block{inside}, block{after}"));
        self.current = inside;
        self.line(format!("v{ROUNDS} = v{ROUNDS} + 1"));
        self.arm(inside, head, nesting);
        self.current = after;
    }
}
