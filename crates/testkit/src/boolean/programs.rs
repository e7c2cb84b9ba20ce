//! Random Boolean programs: procedures that call each other and themselves, with parameters and results, choice,
//! `constrain`, `enforce`, loops, jumps forward and back, and assertions.
//!
//! Globals and locals begin with any values. A random assertion fails at once in most programs, so there are few, and
//! half of them are implications whose left side seldom holds.

use std::fmt::Write;

use crate::rng::Rng;

const GLOBALS: [&str; 3] = ["a", "b", "c"];
const LOCALS: [&str; 2] = ["x", "y"];
const PARAMS: [&str; 2] = ["p", "q"];

/// A procedure: `main` comes first and has neither parameters nor results.
struct Signature {
    name: &'static str,
    n_params: usize,
    n_results: usize,
}

struct Writer {
    rng: Rng,
    globals: Vec<&'static str>,
    procs: Vec<Signature>,
    /// The procedure that is written, and the variables that it sees.
    current: usize,
    variables: Vec<&'static str>,
    asserts: usize,
    calls: usize,
    labels: usize,
    text: String,
}

/// The program of this seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let n_globals = rng.between(1, 3);
    let mut procs = vec![Signature { name: "main", n_params: 0, n_results: 0 }];
    let n_procs = rng.below(3);
    for name in ["f", "g"].into_iter().take(n_procs) {
        procs.push(Signature { name, n_params: rng.below(3), n_results: rng.below(3) });
    }
    let mut writer = Writer {
        globals: GLOBALS[..n_globals].to_vec(),
        procs,
        current: 0,
        variables: Vec::new(),
        asserts: rng.between(1, 2),
        calls: rng.between(1, 4),
        labels: 0,
        text: String::new(),
        rng,
    };
    writer.program();
    writer.text
}

impl Writer {
    fn program(&mut self) {
        let globals = self.globals.join(", ");
        self.line(0, &format!("decl {globals};"));
        for index in 0..self.procs.len() {
            self.procedure(index);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn procedure(&mut self, index: usize) {
        let Signature { name, n_params, n_results } = self.procs[index];
        let kind = match n_results {
            0 => "void".to_owned(),
            1 => "bool".to_owned(),
            n => format!("bool<{n}>"),
        };
        self.line(0, &format!("{kind} {name}({}) begin", PARAMS[..n_params].join(", ")));
        let n_locals = self.rng.below(3);
        if n_locals > 0 {
            self.line(1, &format!("decl {};", LOCALS[..n_locals].join(", ")));
        }
        self.current = index;
        self.variables = [&self.globals, &PARAMS[..n_params], &LOCALS[..n_locals]].concat();
        if self.rng.chance(15) {
            // Assumed behind every change, so it must be true often.
            let (left, right, known) =
                (self.expr(1, false), self.expr(1, false), *self.rng.pick(&self.variables));
            self.line(1, &format!("enforce {left} | {right} | {known};"));
        }
        let length = self.rng.between(2, 5);
        self.statements(length, 1);
        if index == 0 && self.asserts > 0 {
            self.assertion(1);
        }
        if n_results > 0 {
            let values = self.exprs(n_results, true);
            self.line(1, &format!("return {values};"));
        }
        self.line(0, "end");
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(16) {
            0..=3 => self.assignment(depth),
            4 | 5 if self.calls > 0 && self.procs.len() > 1 => self.call(depth),
            6 if depth < 3 => self.conditional(depth),
            7 if depth < 3 => self.repeat(depth),
            8 if self.asserts > 0 => self.assertion(depth),
            9 => {
                // Mostly open, so that executions go on.
                let (condition, or) = (self.expr(2, true), if self.rng.chance(70) { "*" } else { "F" });
                self.line(depth, &format!("assume({condition} | {or});"));
            }
            10 if depth < 3 => self.jump(depth),
            11 if depth < 3 => self.jump_back(depth),
            12 => {
                let condition = self.expr(1, false);
                let rare = *self.rng.pick(&self.variables);
                self.line(depth, &format!("abortif({condition} & {rare});"));
            }
            13 => {
                let count = self.rng.between(1, 2);
                let variables = self.some_variables(count).join(", ");
                self.line(depth, &format!("dead {variables};"));
            }
            _ => self.assignment(depth),
        }
    }

    fn assignment(&mut self, depth: usize) {
        let most = self.variables.len().min(3);
        let count = self.rng.between(1, most);
        let targets = self.some_variables(count);
        let values = self.exprs(count, true);
        let constrain = if self.rng.chance(25) {
            format!(" constrain {}", self.relation(&targets, 2))
        } else {
            String::new()
        };
        self.line(depth, &format!("{} := {values}{constrain};", targets.join(", ")));
    }

    /// So many different variables, or all, in their order.
    fn some_variables(&mut self, count: usize) -> Vec<&'static str> {
        let mut some = self.variables.clone();
        while some.len() > count {
            let index = self.rng.below(some.len());
            some.remove(index);
        }
        some
    }

    /// A condition on the values before and after an assignment to these variables.
    fn relation(&mut self, targets: &[&'static str], depth: usize) -> String {
        if depth == 0 || self.rng.chance(30) {
            let (new, old) = (*self.rng.pick(targets), *self.rng.pick(&self.variables));
            // Both spellings of a next value.
            let new = if self.rng.chance(50) { format!("'{new}") } else { format!("{new}'") };
            let operator = *self.rng.pick(&["=", "!=", "=>", "|"]);
            return format!("({new} {operator} {old})");
        }
        let operator = *self.rng.pick(&["&", "|", "|"]);
        format!("({} {operator} {})", self.relation(targets, depth - 1), self.relation(targets, depth - 1))
    }

    fn call(&mut self, depth: usize) {
        self.calls -= 1;
        let index = self.rng.between(1, self.procs.len() - 1);
        let Signature { name, n_params, n_results } = self.procs[index];
        let args = self.exprs(n_params, true);
        let call = format!("{name}({args});");
        let mut targets = self.some_variables(n_results);
        targets.resize(n_results, "_");
        for target in &mut targets {
            if self.rng.chance(15) {
                *target = "_";
            }
        }
        let text = if n_results == 0 { call } else { format!("{} := {call}", targets.join(", ")) };
        // Recursion, also of two procedures through each other, must be able to end.
        if index <= self.current || self.rng.chance(40) {
            self.line(depth, "if * then");
            self.line(depth + 1, &text);
            self.line(depth, "fi");
        } else {
            self.line(depth, &text);
        }
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.expr(2, true);
        self.line(depth, &format!("if {condition} then"));
        let (yes, no) = (self.rng.between(1, 2), self.rng.below(2));
        self.statements(yes, depth + 1);
        if no > 0 {
            self.line(depth, "else");
            self.statements(no, depth + 1);
        }
        self.line(depth, "fi");
    }

    fn repeat(&mut self, depth: usize) {
        let condition = self.expr(2, true);
        self.line(depth, &format!("while {condition} do"));
        let length = self.rng.between(1, 2);
        self.statements(length, depth + 1);
        self.line(depth, "od");
    }

    fn jump(&mut self, depth: usize) {
        let [first, second] = [self.labels, self.labels + 1];
        self.labels += 2;
        self.line(depth, &format!("goto L{first}, L{second};"));
        self.line(depth, &format!("L{first}: skip;"));
        self.assignment(depth);
        self.line(depth, &format!("L{second}: skip;"));
    }

    /// A loop made of labels.
    fn jump_back(&mut self, depth: usize) {
        let [back, on] = [self.labels, self.labels + 1];
        self.labels += 2;
        self.line(depth, &format!("L{back}: skip;"));
        let length = self.rng.between(1, 2);
        self.statements(length, depth);
        self.line(depth, &format!("goto L{back}, L{on};"));
        self.line(depth, &format!("L{on}: skip;"));
    }

    fn assertion(&mut self, depth: usize) {
        self.asserts -= 1;
        let claim = self.expr(2, false);
        let text = if self.rng.chance(50) {
            let rare = self.variables.join(" & ");
            format!("assert(!({rare}) | {claim});")
        } else {
            let known = *self.rng.pick(&self.variables);
            format!("assert({claim} | {known});")
        };
        self.line(depth, &text);
    }

    fn exprs(&mut self, count: usize, choice: bool) -> String {
        (0..count).map(|_| self.expr(2, choice)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&mut self, depth: usize, choice: bool) -> String {
        match self.rng.below(if depth == 0 { 4 } else { 11 }) {
            0 | 1 => (*self.rng.pick(&self.variables)).to_owned(),
            2 if choice => "*".to_owned(),
            2 | 3 => (*self.rng.pick(&["T", "F"])).to_owned(),
            4 | 5 => format!("!{}", self.expr(depth - 1, choice)),
            6 if choice => {
                format!("schoose[{}, {}]", self.expr(depth - 1, choice), self.expr(depth - 1, choice))
            }
            7 => {
                let condition = self.expr(depth - 1, choice);
                format!("({condition} ? {} : {})", self.expr(depth - 1, choice), self.expr(depth - 1, choice))
            }
            _ => {
                let operator = *self.rng.pick(&["&", "|", "^", "=", "!=", "=>", "<=>"]);
                format!("({} {operator} {})", self.expr(depth - 1, choice), self.expr(depth - 1, choice))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the grammar has for sequential programs is written sooner or later.
    #[test]
    fn every_construct_is_there() {
        let all: String = (0..300).map(program).collect();
        for construct in [
            "schoose[",
            " ? ",
            "constrain",
            "enforce",
            "abortif",
            "dead ",
            "goto ",
            "while ",
            "if ",
            "assume(",
            "assert(",
            "_, ",
            "' ",
            "'a",
            "=>",
            "return ",
        ] {
            assert!(all.contains(construct), "no program has {construct}");
        }
    }

    #[test]
    fn procedures_call_themselves_and_each_other() {
        let calls = |text: &str, from: &str, to: &str| {
            let body = text.split_once(&format!(" {from}(")).map_or("", |(_, rest)| rest);
            body.split_once("\nend").map_or("", |(body, _)| body).contains(&format!("{to}("))
        };
        let texts: Vec<String> = (0..1_000).map(program).collect();
        assert!(texts.iter().any(|text| calls(text, "f", " f")));
        assert!(texts.iter().any(|text| calls(text, "f", " g") && calls(text, "g", " f")));
    }
}
