//! Random Shylock programs: several procedures that call each other and themselves, with parameters and results,
//! choice, guards, loops and assertions.
//!
//! A random statement on an empty heap does nothing, and a random guard is closed as often as open. So procedures begin
//! with a few statements that make objects and tie them together, guards stand mostly before branches of a choice, and
//! `main` may go on forever.

use crate::rng::Rng;

/// The program of this seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let procs = signatures(&mut rng);
    let names = |all: &[&'static str], n: usize| all[..n].to_vec();
    let (n_globals, n_fields) = (rng.between(1, 3), rng.between(1, 2));
    let mut writer = Writer {
        globals: names(&["a", "b", "c"], n_globals),
        fields: names(&["f", "g"], n_fields),
        locals: Vec::new(),
        procs,
        calls: rng.between(1, 5),
        asserts: if rng.chance(50) { 0 } else { 1 },
        rng,
    };
    writer.text()
}

/// A procedure: `main` comes first and has neither parameters nor results.
#[derive(Clone, Debug)]
struct Signature {
    name: &'static str,
    params: Vec<&'static str>,
    results: Vec<&'static str>,
}

fn signatures(rng: &mut Rng) -> Vec<Signature> {
    let mut signatures = vec![Signature { name: "main", params: Vec::new(), results: Vec::new() }];
    let n_procs = rng.between(1, 3);
    for name in ["p", "q", "r"].into_iter().take(n_procs) {
        let params = ["u", "v"][..rng.below(3)].to_vec();
        // A result may be a parameter.
        let results = ["w", "u"][..rng.below(if params.is_empty() { 2 } else { 3 })].to_vec();
        signatures.push(Signature { name, params, results });
    }
    signatures
}

struct Writer {
    rng: Rng,
    globals: Vec<&'static str>,
    fields: Vec<&'static str>,
    /// Of the procedure that is written.
    locals: Vec<&'static str>,
    procs: Vec<Signature>,
    /// How often a statement is a call, out of twelve or so.
    calls: usize,
    /// The same for assertions.
    asserts: usize,
}

impl Writer {
    fn text(&mut self) -> String {
        let mut text = format!("global {}\nfield {}\n", self.globals.join(", "), self.fields.join(", "));
        for Signature { name, params, results } in self.procs.clone() {
            let declared = ["x", "y"];
            self.locals = declared.iter().chain(&params).copied().collect();
            self.locals.extend(results.iter().filter(|result| !params.contains(result)));
            let (heading, body) = (heading(&params, &results), self.body(name == "main"));
            let local: Vec<&str> = self
                .locals
                .iter()
                .filter(|local| !params.contains(local) && !results.contains(local))
                .copied()
                .collect();
            text += &format!("{name}{heading} :: local {}; {body}\n", local.join(", "));
        }
        text
    }

    fn body(&mut self, is_main: bool) -> String {
        let n_prepared = if is_main { self.rng.between(3, 7) } else { self.rng.between(0, 2) };
        let mut parts: Vec<String> = (0..n_prepared).map(|_| self.preparation()).collect();
        let rest = self.sequence(if is_main { 3 } else { 2 });
        let goes_on = is_main && self.rng.chance(35);
        parts.push(if goes_on { format!("while (true) {{ {rest}; {} }}", self.call()) } else { rest });
        parts.join("; ")
    }

    /// A statement that makes an object, or ties two together.
    fn preparation(&mut self) -> String {
        match self.rng.below(4) {
            0 | 1 => format!("{} := new", self.variable()),
            2 => format!("{}.{} := {}", self.variable(), self.field(), self.variable()),
            _ => format!("{} := {}", self.variable(), self.variable()),
        }
    }

    fn field(&mut self) -> &'static str {
        self.fields[self.rng.below(self.fields.len())]
    }

    fn variable(&mut self) -> &'static str {
        let names: Vec<&'static str> = self.globals.iter().chain(&self.locals).copied().collect();
        names[self.rng.below(names.len())]
    }

    fn path(&mut self) -> String {
        let mut path = self.variable().to_owned();
        for _ in 0..*self.rng.pick(&[0, 0, 0, 1, 1, 2]) {
            path = path + "." + self.field();
        }
        path
    }

    fn value(&mut self) -> String {
        match self.rng.below(7) {
            0 => "nil".to_owned(),
            1..=3 => "new".to_owned(),
            _ => self.path(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(if depth == 0 { 3 } else { 6 }) {
            0 => format!("{} = nil", self.path()),
            1 => format!("{} != {}", self.path(), self.path()),
            2 => format!("{} = {}", self.path(), self.path()),
            3 => format!("!({})", self.condition(depth - 1)),
            4 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    fn call(&mut self) -> String {
        let callee = self.rng.below(self.procs.len() - 1) + 1;
        let Signature { name, params, results } = self.procs[callee].clone();
        let args: Vec<String> = params.iter().map(|_| self.value()).collect();
        let call = format!("{name}({})", args.join(", "));
        if results.is_empty() {
            return call;
        }
        // Places that are written at once must differ, and a path has to be read after its variable.
        let mut targets = vec![self.path()];
        while targets.len() < results.len() {
            let variable = self.variable();
            if !targets[0].starts_with(variable) {
                targets.push(variable.to_owned());
            }
        }
        format!("{} := {call}", targets.join(", "))
    }

    fn basic(&mut self) -> String {
        let (calls, asserts) = (self.calls, self.asserts);
        match self.rng.below(9 + calls + asserts) {
            0 => format!("x, y := {}, {}", self.value(), self.value()),
            1..=4 => self.preparation(),
            5..=8 => format!("{} := {}", self.path(), self.value()),
            number if number < 9 + calls => self.call(),
            _ => format!("assert {}", self.condition(1)),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.basic();
        }
        let inner = depth - 1;
        match self.rng.below(20) {
            0..=4 => self.choice(inner),
            5 | 6 => format!("if ({}) {}", self.condition(1), self.statement(inner)),
            7 | 8 => format!("if ({}) {} else {}", self.condition(1), self.basic(), self.statement(inner)),
            9 => format!("while ({}) {{ {} }}", self.condition(0), self.sequence(inner)),
            10 => format!("{{ {} }}", self.sequence(inner)),
            11 if self.rng.chance(20) => format!("[{}] {}", self.condition(1), self.statement(inner)),
            _ => self.basic(),
        }
    }

    fn choice(&mut self, depth: usize) -> String {
        let branches: Vec<String> = (0..self.rng.between(2, 3)).map(|_| self.branch(depth)).collect();
        format!("({})", branches.join(" + "))
    }

    fn branch(&mut self, depth: usize) -> String {
        match self.rng.below(4) {
            0 => format!("[{}] {}", self.condition(1), self.statement(depth)),
            1 => "skip".to_owned(),
            _ => self.sequence(depth.min(1)),
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        let parts: Vec<String> = (0..self.rng.between(1, 4)).map(|_| self.statement(depth)).collect();
        parts.join("; ")
    }
}

fn heading(params: &[&str], results: &[&str]) -> String {
    match results {
        [] => format!("({})", params.join(", ")),
        _ => format!("({}) -> {}", params.join(", "), results.join(", ")),
    }
}
