//! From text to answer and back, over the text form of the core language.

use base::SourceFile;
use cutpoint_driver::{
    Detail, EngineChoice, Guide, Language, LoadOptions, Loaded, Menu, MenuItem, Move, Moves, Request, RunEnd,
    RunRequest, Silent, Wish, all_codes, check, engine, load, print_core, resolve, simulate,
};
use ir::Program;
use verdict::{Moment, Property, Snapshot, StopReason, Verdict, ViolationKind};

const CHOICE: &str = r#"
enum enum0 "Colour" { "Red", "Green" }
global g0 "colour": enum0
thread proc0
proc proc0 "pick"() {
block0:
* g0 = choose enum0
* assert g0 == 0, "only red"
* return
}
"#;

fn loaded(text: &str) -> Loaded {
    load(SourceFile::new("test.cpir", text), Language::Core, &LoadOptions::default())
        .expect("no internal error")
}

fn program(text: &str) -> Program {
    let loaded = loaded(text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

#[test]
fn a_violation_comes_with_its_replayed_execution() {
    let program = program(CHOICE);
    for engines in [
        EngineChoice::Automatic,
        EngineChoice::All,
        EngineChoice::One(engine("explicit").expect("the engine exists")),
    ] {
        let request = Request { engines, ..Request::default() };
        let checked = check(&program, &Property::NoErrors, &request, &Silent).expect("no internal error");
        let first = checked.first();
        let Verdict::Violated { violations } = &first.answer.verdict else { panic!("{first:?}") };
        assert_eq!(violations[0].kind, ViolationKind::Assertion { message: Some("only red".to_owned()) });
        assert_eq!(first.executions.len(), violations.len());
        assert_eq!(
            first.executions[0].steps().map(|steps| &steps.moments[0].choices[..]),
            Some(&["choose = Green".to_owned()][..])
        );
    }
}

/// Decides the properties that a text states.
fn answers(text: &str, language: Language) -> Vec<(String, bool)> {
    let loaded =
        load(SourceFile::new("test", text), language, &LoadOptions::default()).expect("no contradiction");
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let decided = loaded.properties.iter().map(|stated| {
        let (property, diagnostics) = resolve(&program, stated);
        let property = property.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let request = Request { engines: EngineChoice::All, ..Request::default() };
        let checked = check(&program, &property, &request, &Silent).expect("no internal error");
        let first = checked.first();
        match &first.answer.verdict {
            Verdict::Holds { .. } => (stated.formula.clone(), true),
            Verdict::Violated { .. } => {
                assert!(
                    first.executions[0].steps().is_some_and(|steps| steps.word.is_some()),
                    "{}",
                    stated.formula
                );
                (stated.formula.clone(), false)
            }
            Verdict::Unknown { reason } => panic!("{}: {reason}", stated.formula),
        }
    });
    decided.collect()
}

#[test]
fn properties_are_resolved_decided_and_replayed() {
    let text = "//@ ltl: F @terminated\n//@ ltl: G (x == nil)\nmain :: x := new; y := x";
    let expected = [("F @terminated".to_owned(), true), ("G (x == nil)".to_owned(), false)];
    assert_eq!(answers(text, Language::Shylock), expected);
    let text = format!("//@ ltl: F @terminated\n{CHOICE}");
    assert_eq!(answers(&text, Language::Core), [("F @terminated".to_owned(), false)]);
}

#[test]
fn unknown_names_in_a_formula_are_diagnostics_in_the_file() {
    let text = "//@ ltl: F @in(mian)\nmain :: x := new";
    let loaded = load(SourceFile::new("test", text), Language::Shylock, &LoadOptions::default());
    let loaded = loaded.expect("no contradiction");
    let program = loaded.program.expect("the program is right");
    let (property, diagnostics) = resolve(&program, &loaded.properties[0]);
    assert!(property.is_none());
    let places: Vec<&str> = diagnostics.iter().filter_map(|d| Some(loaded.sources.text(d.span()?))).collect();
    assert_eq!(places, ["mian"]);
}

/// A list that the caller holds, and that procedures make longer without seeing it.
const PINNED: &str = "
main :: g := new; l := g; p
p :: h := new; g.f := h; g := h; h := nil; p
";

#[test]
fn a_heap_that_grows_unseen_is_decided_by_default() {
    let loaded = load(SourceFile::new("test", PINNED), Language::Shylock, &LoadOptions::default());
    let program = loaded.expect("no contradiction").program.expect("the program is right");
    let request = Request::default();
    let checked = check(&program, &Property::NoErrors, &request, &Silent).expect("no internal error");
    let first = checked.first();
    assert!(matches!(first.answer.verdict, Verdict::Holds { .. }), "{:?}", first.answer.verdict);
    assert_eq!((first.engine, checked.answers.len()), ("pushdown", 1));
}

#[test]
fn limits_reach_the_engine() {
    let program = program(CHOICE);
    let mut request = Request::default();
    request.limits.max_states = Some(1);
    let checked = check(&program, &Property::NoErrors, &request, &Silent).expect("no internal error");
    let expected = Verdict::Unknown { reason: StopReason::StateLimit(1) };
    assert_eq!(checked.first().answer.verdict, expected);
}

#[test]
fn mistakes_in_the_text_are_diagnostics() {
    for bad in
        ["thread proc7\n", "what is this", "thread proc0\nproc proc0(v0: i32) {\nblock0:\n  return\n}\n"]
    {
        let loaded = loaded(bad);
        assert!(loaded.program.is_none(), "{bad}");
        assert!(loaded.diagnostics.iter().any(base::Diagnostic::is_fatal), "{bad}");
    }
}

#[test]
fn what_is_printed_reads_back() {
    let once = print_core(&program(CHOICE));
    assert_eq!(print_core(&program(&once)), once);
}

#[test]
fn codes_are_sorted_and_unique() {
    let codes = all_codes();
    assert!(codes.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert!(!codes.is_empty());
}

const RUN: RunRequest = RunRequest { max_moves: 10, detail: Detail { states: false } };

#[test]
fn random_runs_depend_on_the_seed_alone() {
    let program = program(CHOICE);
    let run = |seed| simulate(&program, RUN, Moves::Random { seed });
    let mut violated = 0;
    for seed in 0..20 {
        assert_eq!(run(seed), run(seed));
        violated += usize::from(matches!(run(seed).end, RunEnd::Violated(_)));
    }
    assert!((1..20).contains(&violated), "both branches are taken: {violated}");
}

/// Takes the first move and the item of this name, and remembers what it saw.
struct Picker {
    wanted: &'static str,
    menu: Vec<MenuItem>,
    seen: usize,
}

impl Guide for Picker {
    fn see(&mut self, moments: &[Moment]) {
        self.seen += moments.len();
    }
    fn went_back(&mut self, _: Option<usize>) {
        panic!("it never goes back");
    }
    fn choose_move(&mut self, moves: &[Move<'_>], _: &dyn Fn() -> Snapshot) -> Wish<usize> {
        assert_eq!((moves.len(), moves[0].thread, moves[0].proc), (1, Some(0), "pick"));
        Wish::Take(0)
    }
    fn choose_item(&mut self, menu: &Menu<'_>, _: &dyn Fn() -> Snapshot) -> Wish<u64> {
        self.menu = (0..menu.count() as u64).map(|index| menu.item(index)).collect();
        let position = self.menu.iter().position(|item| *item == MenuItem::Value(self.wanted.to_owned()));
        position.map_or(Wish::Stop, |position| Wish::Take(position as u64))
    }
}

#[test]
fn a_guide_decides_moves_and_choices() {
    let program = program(CHOICE);
    let guided = |wanted| {
        let mut picker = Picker { wanted, menu: Vec::new(), seen: 0 };
        let simulated = simulate(&program, RUN, Moves::Guided(&mut picker));
        assert_eq!(picker.menu, ["Red", "Green"].map(|name| MenuItem::Value(name.to_owned())));
        (simulated.end, picker.seen)
    };
    assert_eq!(guided("Red"), (RunEnd::Finished, 3));
    let (RunEnd::Violated(violation), 1) = guided("Green") else { panic!("no violation") };
    assert_eq!(violation.witness.steps().map(|trace| trace.steps.len()), Some(2));
    assert_eq!(guided("Blue").0, RunEnd::Undecided);
}
