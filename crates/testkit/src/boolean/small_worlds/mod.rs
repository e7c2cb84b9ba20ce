//! All Boolean programs up to a small size, over two globals `a` and `b` and two procedures `main` and `f`.
//!
//! - a [`World`] is such a program; [`worlds`] enumerates them, in a [`Language`] of simple statements with `if *`
//!   and `while *` around them;
//! - [`oracle`]: whether an assertion of a world can fail, by brute force;
//! - [`count`]: how many worlds there must be.
//!
//! Left out is what says nothing new: worlds without an assertion; a body of `f` where `main` does not call it; and
//! of two worlds that differ by an exchange of the globals, one. The size of a program is its number of statements,
//! where `if *` and `while *` count one beyond what stands in them. Globals begin with any values.

pub mod count;
pub mod oracle;

use std::fmt::Write;

/// One of the two globals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Global {
    A,
    B,
}

impl Global {
    const ALL: [Global; 2] = [Global::A, Global::B];

    fn other(self) -> Self {
        match self {
            Global::A => Global::B,
            Global::B => Global::A,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Global::A => "a",
            Global::B => "b",
        }
    }
}

/// What a global becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Constant(bool),
    /// The contrary of what it was.
    Flipped,
    /// What the other global is.
    OfOther,
    /// Anything.
    Choice,
}

/// A global, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    pub global: Global,
    pub positive: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Statement {
    Assign(Global, Value),
    Assume(Literal),
    Assert(Literal),
    /// `f();`
    Call,
    /// `if * then .. fi`, around at least one statement.
    Maybe(Vec<Statement>),
    /// `while * do .. od`, around at least one statement.
    Repeat(Vec<Statement>),
}

/// A program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct World {
    pub main: Vec<Statement>,
    pub f: Vec<Statement>,
}

/// The simple statements that programs are made of: `Call`, and so many for each global, of which some are assertions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    pub simple: Vec<Statement>,
}

impl Language {
    /// All assignments; assumptions and assertions of all literals.
    pub fn rich() -> Self {
        let values =
            [Value::Constant(false), Value::Constant(true), Value::Flipped, Value::OfOther, Value::Choice];
        Self::new(&values, &[true, false])
    }

    /// Few statements, for larger programs. Choice is left to `if *`, `while *` and the start.
    pub fn lean() -> Self {
        Self::new(&[Value::Constant(false), Value::Flipped, Value::OfOther], &[true])
    }

    fn new(values: &[Value], signs: &[bool]) -> Self {
        let mut simple = vec![Statement::Call];
        for global in Global::ALL {
            simple.extend(values.iter().map(|&value| Statement::Assign(global, value)));
            let literals = signs.iter().map(|&positive| Literal { global, positive });
            simple.extend(literals.clone().map(Statement::Assume));
            simple.extend(literals.map(Statement::Assert));
        }
        Self { simple }
    }

    pub fn n_asserts(&self) -> usize {
        self.simple.iter().filter(|statement| matches!(statement, Statement::Assert(_))).count()
    }
}

/// Which worlds are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    Any,
    /// `main` calls `f`, and `f` calls itself.
    Recursive,
    /// `main` calls `f` at two places or more, and `f` does something.
    Twice,
}

/// All worlds of exactly this size.
pub fn worlds(language: &Language, size: usize, calls: Calls) -> Vec<World> {
    let sequences = sequences(language, size);
    let mut found = Vec::new();
    for main_size in 0..=size {
        for main in &sequences[main_size] {
            let bodies = sequences[size - main_size].iter().filter(|f| is_wanted(main, f, calls));
            let made = bodies.map(|f| World { main: main.clone(), f: f.clone() });
            found.extend(made.filter(|world| *world <= world.exchanged()));
        }
    }
    found
}

fn is_wanted(main: &[Statement], f: &[Statement], calls: Calls) -> bool {
    let is_call = |statement: &Statement| *statement == Statement::Call;
    let is_assert = |statement: &Statement| matches!(statement, Statement::Assert(_));
    let n_calls = n_like(main, is_call);
    let is_shaped = match calls {
        Calls::Any => n_calls > 0 || f.is_empty(),
        Calls::Recursive => n_calls > 0 && n_like(f, is_call) > 0,
        Calls::Twice => n_calls > 1 && !f.is_empty(),
    };
    is_shaped && n_like(main, is_assert) + n_like(f, is_assert) > 0
}

/// How many simple statements are like this, at any depth.
fn n_like(statements: &[Statement], like: fn(&Statement) -> bool) -> usize {
    let count = |statement: &Statement| match statement {
        Statement::Maybe(body) | Statement::Repeat(body) => n_like(body, like),
        Statement::Assign(..) | Statement::Assume(_) | Statement::Assert(_) | Statement::Call => {
            usize::from(like(statement))
        }
    };
    statements.iter().map(count).sum()
}

/// All sequences of statements, by size up to this one.
fn sequences(language: &Language, size: usize) -> Vec<Vec<Vec<Statement>>> {
    let mut sequences: Vec<Vec<Vec<Statement>>> = vec![vec![Vec::new()]];
    let mut statements: Vec<Vec<Statement>> = vec![Vec::new()];
    for size in 1..=size {
        statements.push(match size {
            1 => language.simple.clone(),
            _ => compounds(&sequences[size - 1]),
        });
        let mut longer = Vec::new();
        for first_size in 1..=size {
            for first in &statements[first_size] {
                let behind = sequences[size - first_size].iter();
                longer.extend(behind.map(|rest| [std::slice::from_ref(first), rest].concat()));
            }
        }
        sequences.push(longer);
    }
    sequences
}

fn compounds(bodies: &[Vec<Statement>]) -> Vec<Statement> {
    let maybe = bodies.iter().cloned().map(Statement::Maybe);
    maybe.chain(bodies.iter().cloned().map(Statement::Repeat)).collect()
}

impl World {
    /// The same with the globals exchanged.
    pub fn exchanged(&self) -> Self {
        Self { main: exchanged(&self.main), f: exchanged(&self.f) }
    }

    pub fn text(&self) -> String {
        let mut text = String::from("decl a, b;\nvoid main() begin\n");
        print(&mut text, &self.main, 1);
        text += "end\nvoid f() begin\n";
        print(&mut text, &self.f, 1);
        text + "end\n"
    }
}

fn exchanged(statements: &[Statement]) -> Vec<Statement> {
    let other = |literal: &Literal| Literal { global: literal.global.other(), ..*literal };
    let exchange = |statement: &Statement| match statement {
        Statement::Assign(global, value) => Statement::Assign(global.other(), *value),
        Statement::Assume(literal) => Statement::Assume(other(literal)),
        Statement::Assert(literal) => Statement::Assert(other(literal)),
        Statement::Call => Statement::Call,
        Statement::Maybe(body) => Statement::Maybe(exchanged(body)),
        Statement::Repeat(body) => Statement::Repeat(exchanged(body)),
    };
    statements.iter().map(exchange).collect()
}

fn print(text: &mut String, statements: &[Statement], depth: usize) {
    let indent = "  ".repeat(depth);
    let literal =
        |literal: &Literal| format!("{}{}", if literal.positive { "" } else { "!" }, literal.global.name());
    for statement in statements {
        // Writing to a string cannot fail.
        let _ = match statement {
            Statement::Assign(global, value) => {
                let name = global.name();
                let value = match value {
                    Value::Constant(false) => "F".to_owned(),
                    Value::Constant(true) => "T".to_owned(),
                    Value::Flipped => format!("!{name}"),
                    Value::OfOther => global.other().name().to_owned(),
                    Value::Choice => "*".to_owned(),
                };
                writeln!(text, "{indent}{name} := {value};")
            }
            Statement::Assume(condition) => writeln!(text, "{indent}assume({});", literal(condition)),
            Statement::Assert(condition) => writeln!(text, "{indent}assert({});", literal(condition)),
            Statement::Call => writeln!(text, "{indent}f();"),
            Statement::Maybe(body) => {
                let _ = writeln!(text, "{indent}if * then");
                print(text, body, depth + 1);
                writeln!(text, "{indent}fi")
            }
            Statement::Repeat(body) => {
                let _ = writeln!(text, "{indent}while * do");
                print(text, body, depth + 1);
                writeln!(text, "{indent}od")
            }
        };
    }
}
