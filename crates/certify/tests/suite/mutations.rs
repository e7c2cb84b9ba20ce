//! Certificates and programs that are changed at random: nothing panics, and whatever is accepted has no error that the
//! interpreter finds.

use base::{Id, SourceFile, SourceMap};
use cutpoint_certify::{certify, certify_within};
use interp::explore::{ExploreOptions, explore};
use ir::{Decimal, Program, Value};
use verdict::{Content, Effect, NewObject, Read, Spot, Summary, SummarySet};

use crate::rng::Rng;
use crate::support::{BUDGET, cases, certificate, program};

const FILES: [&str; 17] = [
    include_str!("files/figure_1.cpir"),
    include_str!("files/figure_2.cpir"),
    include_str!("files/arrays.cpir"),
    include_str!("files/sets.cpir"),
    include_str!("files/channels.cpir"),
    include_str!("files/exceptions.cpir"),
    include_str!("files/casts.cpir"),
    include_str!("files/deadlock.cpir"),
    include_str!("files/atomic.cpir"),
    include_str!("files/observers.cpir"),
    include_str!("files/values.cpir"),
    include_str!("files/loops.cpir"),
    include_str!("files/order.cpir"),
    include_str!("files/threads.cpir"),
    include_str!("files/stages.cpir"),
    include_str!("files/decimals.cpir"),
    include_str!("files/contents.cpir"),
];

impl Rng {
    fn id<I: Id>(&mut self) -> I {
        I::new([0, 1, 2, 3, 4, 7, u32::MAX as usize][self.below(7)])
    }

    fn value(&mut self) -> Value {
        match self.below(10) {
            0 => Value::Null,
            9 => Value::Decimal(Decimal::ZERO),
            1 | 2 => Value::Bool(self.below(2) == 0),
            3 => Value::Real(2.5.into()),
            4..=6 => Value::Int([-1, 0, 1, 2, 3, i64::MIN, i64::MAX][self.below(7)]),
            _reference => Value::Ref(self.id()),
        }
    }

    fn values(&mut self) -> Vec<Value> {
        (0..self.below(4)).map(|_| self.value()).collect()
    }

    fn spot(&mut self) -> Spot {
        match self.below(8) {
            0 => Spot::Atomic,
            1 => Spot::SelfId,
            2 => Spot::Param(self.id()),
            3 => Spot::Global(self.id()),
            4 => Spot::Slot(self.id(), self.below(3) as u32),
            5 => Spot::Length(self.id()),
            6 => Spot::Class(self.id()),
            _contents => Spot::Contents(self.id()),
        }
    }

    fn content(&mut self) -> Content {
        match self.below(4) {
            0 => Content::Class(self.id()),
            1 => Content::List(self.values()),
            _value => Content::Value(self.value()),
        }
    }

    /// Changes a list: an item goes, comes twice, changes its place, or `fresh` makes one.
    fn shuffle<T: Clone>(&mut self, items: &mut Vec<T>, fresh: impl FnOnce(&mut Self) -> T) {
        if items.is_empty() || self.below(4) == 0 {
            let item = fresh(self);
            return items.insert(self.below(items.len() + 1), item);
        }
        let (at, other) = (self.below(items.len()), self.below(items.len()));
        match self.below(3) {
            0 => drop(items.remove(at)),
            1 => items.insert(other, items[at].clone()),
            _swap => items.swap(at, other),
        }
    }

    fn change_content(&mut self, content: &mut Content) {
        match content {
            Content::List(list) if self.below(2) == 0 => self.shuffle(list, Rng::value),
            Content::List(list) => {
                let value = self.value();
                self.pick(list).into_iter().for_each(|place| *place = value);
            }
            Content::Value(_) | Content::Class(_) => *content = self.content(),
        }
    }

    fn change_effect(&mut self, Effect { fresh, writes, results }: &mut Effect) {
        match self.below(7) {
            0 => self.shuffle(fresh, |rng| NewObject { class: rng.id(), slots: rng.values() }),
            1 => self.shuffle(writes, |rng| (rng.spot(), rng.content())),
            2 => self.shuffle(results, Rng::value),
            3 | 4 => {
                if let Some((_, content)) = self.pick(writes) {
                    self.change_content(content);
                }
            }
            5 => {
                if let Some(new) = self.pick(fresh) {
                    self.shuffle(&mut new.slots, Rng::value);
                }
            }
            _result => {
                let value = self.value();
                self.pick(results).into_iter().for_each(|place| *place = value);
            }
        }
    }

    fn change(&mut self, set: &mut SummarySet) {
        if self.below(12) == 0 {
            let any = |rng: &mut Rng| Summary { proc: rng.id(), pattern: vec![], effects: vec![], uses: 0 };
            return self.shuffle(&mut set.summaries, any);
        }
        let Some(Summary { proc, pattern, effects, uses: _ }) = self.pick(&mut set.summaries) else { return };
        match self.below(8) {
            0 => self.shuffle(pattern, |rng| Read { spot: rng.spot(), seen: rng.content() }),
            1 => {
                let spot = self.spot();
                self.pick(pattern).into_iter().for_each(|read| read.spot = spot);
            }
            2 | 3 => {
                if let Some(read) = self.pick(pattern) {
                    self.change_content(&mut read.seen);
                }
            }
            4 => {
                self.shuffle(effects, |_| Effect { fresh: vec![], writes: vec![], results: vec![] });
            }
            5 if self.below(5) == 0 => *proc = self.id(),
            _effect => {
                if let Some(effect) = self.pick(effects) {
                    self.change_effect(effect);
                }
            }
        }
    }

    /// The text of a program with one of its words in the place of another.
    fn change_program(&mut self, text: &str) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words: Vec<(usize, &str)> = Vec::new();
        for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()) {
            words.push((word.as_ptr() as usize - text.as_ptr() as usize, word));
        }
        let (at, old) = words[self.below(words.len())];
        let extra = ["true", "false", "0", "1", "2", "null"];
        let new = if self.below(2) == 0 { extra[self.below(6)] } else { words[self.below(words.len())].1 };
        format!("{}{new}{}", &text[..at], &text[at + old.len()..])
    }
}

fn read(text: &str) -> Option<Program> {
    let file = SourceMap::new().add(SourceFile::new("case", text));
    ir::read(file, text).ok().filter(|program| ir::verify(program).is_ok())
}

/// How many were accepted.
fn accepted_have_no_errors(program: &Program, sets: impl Iterator<Item = SummarySet>, what: &str) -> usize {
    let mut accepted = 0;
    let mut checked = false;
    for set in sets {
        if certify_within(program, &set, BUDGET).is_ok() {
            accepted += 1;
            if !std::mem::replace(&mut checked, true) {
                let found = explore(program, ExploreOptions::up_to(500));
                assert_eq!(found.violations, [], "{what} is accepted with {set:#?}");
            }
        }
    }
    accepted
}

#[test]
fn no_changed_certificate_makes_the_checker_panic_or_lie() {
    let mut accepted = 0;
    for (number, text) in FILES.iter().enumerate() {
        let (program, cases) = cases(text);
        let mut rng = Rng(number as u64);
        let sets = (0..1_000).map(|_| {
            let mut set = cases[rng.below(cases.len())].evidence.clone();
            (0..1 + rng.below(3)).for_each(|_| rng.change(&mut set));
            set
        });
        accepted += accepted_have_no_errors(&program, sets, &format!("file {number}"));
    }
    assert!(accepted > 100, "only {accepted} changed certificates were harmless");
}

#[test]
fn no_changed_program_is_certified_with_an_error() {
    let (mut accepted, mut tried) = (0, 0);
    for (number, text) in FILES.iter().enumerate() {
        let (_, cases) = cases(text);
        let program_text = text.split("//= ").next().expect("a program");
        let mut rng = Rng(1_000 + number as u64);
        for _ in 0..200 {
            let changed = rng.change_program(program_text);
            let Some(program) = read(&changed) else { continue };
            tried += 1;
            let sets = cases.iter().map(|case| case.evidence.clone());
            accepted += accepted_have_no_errors(&program, sets, &changed);
        }
    }
    assert!(tried > 300 && accepted > 100, "{accepted} accepted of {tried} programs");
}

/// A procedure with very many summaries, which differ in its first parameter.
#[test]
fn many_summaries_of_one_procedure_are_found_without_a_scan() {
    let n = 20_000;
    let text = format!(
        "thread proc0\nproc proc0() {{\n  local v0: i32\n  temp v1: i32\nblock0:\n* v0 = choose 1..{n}\n* v1 = call proc1(v0) -> \
         block1\nblock1:\n* assert v1 > v0\n* return\n}}\nproc proc1(v0: i32) -> (i32) {{\nblock0:\n* return v0 + 1\n}}\n"
    );
    let program = program(&text);
    let mut summaries = "proc0 [] { | | }".to_owned();
    (1..=n).for_each(|i| summaries.push_str(&format!("proc1 [ v0={i} ] {{ | | {} }}", i + 1)));
    let mut set = certificate(&summaries);
    let report = certify(&program, &set).expect("the certificate is right");
    assert_eq!((report.summaries, report.calls_covered), (n + 1, n as u64 + 1));
    set.summaries.remove(n / 2);
    assert!(certify(&program, &set).is_err());
}

/// The elements of a set differ in one read each; most of the orders are never tried.
#[test]
fn large_sets_are_matched_without_trying_all_orders() {
    let n = 40;
    let mut text =
        "class class0 record { field0: i32 }\nclass class1 set of class0\nglobal g0: class1\nthread proc0\n"
            .to_owned();
    text.push_str("proc proc0() {\n  temp v0: class0\nblock0:\n* g0 = new class1\n");
    (0..n).for_each(|i| {
        text.push_str(&format!("* v0 = new class0\n* store v0.field0 = {}\n* insert g0, v0\n", i * 7 % n));
    });
    text.push_str("* call proc1() -> block1\nblock1:\n* return\n}\n");
    text.push_str("proc proc1() {\n  temp v0: class0\n  temp v1: i32\nblock0:\n* v0 = choose in g0\n* v1 = load v0.field0\n");
    text.push_str("* assume v1 == 3\n* store v0.field0 = 5\n* return\n}\n");
    let program = program(&text);
    let with_last = |last: usize| {
        let elements = (1..=n).map(|i| format!("#{i}")).collect::<Vec<_>>().join(",");
        let fields = (1..=n).map(|i| format!("#{i}.0={}", if i == n { last } else { i - 1 }));
        let pattern = fields.collect::<Vec<_>>().join(" ");
        let after =
            (0..n).map(|i| format!("class0({})", if i == 3 { 5 } else { i })).collect::<Vec<_>>().join(" ");
        let all = (0..n).map(|i| format!("#{i}")).collect::<Vec<_>>().join(",");
        certificate(&format!(
            "proc0 [] {{ {after} class1({all}) | g0=#{n} | }} proc1 [ g0=#0 #0.all=({elements}) {pattern} ] {{ | #4.0=5 | }}"
        ))
    };
    certify(&program, &with_last(n - 1)).expect("the certificate is right");
    assert!(certify(&program, &with_last(n)).is_err());
}

#[test]
fn a_program_that_breaks_a_rule_is_refused() {
    let mut program = program("thread proc0\nproc proc0() {\nblock0:\n* return\n}\n");
    program.threads = vec![Id::new(5)];
    let shown = certify(&program, &SummarySet::default()).expect_err("there is no proc5").to_string();
    assert!(shown.contains("not well-formed"), "{shown}");
}
