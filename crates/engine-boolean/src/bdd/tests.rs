//! Sets of values as decision diagrams, on small programs.

use base::{Id, SourceId};
use ir::{Place, Program};
use lang_boolean::{Dialect, Options};
use machine::Code;
use solver::bdd::Bdd;
use verdict::{Formula, Meter, Stats, StopReason, Witness};

use super::explain::{explain, explain_counting};
use super::sets::BddSets;
use super::{Bdds, decide};
use crate::agenda::{Order, StepCounts};
use crate::engine::{Decided, MethodOptions, Seen, Task};
use crate::graph::Graph;
use crate::program::BoolProgram;
use crate::representation::{At, Kind};
use crate::tabulate::Tabulation;

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

fn searched<'a, 'p>(graph: &'a Graph<'p>, meter: &'a Meter<'a>) -> Bdds<'a, 'p> {
    let sets = BddSets::new(graph, meter).expect("there is memory");
    let mut tabulation = Tabulation::new(graph, sets, meter, false);
    tabulation.run().expect("nothing stops it");
    tabulation
}

fn decided(text: &str) -> Decided {
    decided_of(&compile(text))
}

fn parsed(program: &Program) -> BoolProgram<'_> {
    BoolProgram::try_from(program).expect("a Boolean program")
}

fn decided_of(program: &Program) -> Decided {
    let parsed = parsed(program);
    let (graph, options, meter) = (Graph::new(&parsed), MethodOptions::default(), Meter::unlimited());
    let task = Task { graph: &graph, options: &options, wants_proof: true, meter: &meter };
    decide(&task, &mut Stats::default(), &mut Seen::default()).expect("nothing stops it")
}

/// Pseudo-random numbers: Knuth's constants.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    /// Path edges at the beginning of a block: a disjunction of a few conjunctions.
    fn path_edges(
        &mut self,
        sets: &mut BddSets<'_, '_>,
        graph: &Graph<'_>,
        at: At,
    ) -> Result<Bdd, StopReason> {
        let mut edges = Bdd::FALSE;
        for _ in 0..1 + self.next(4) {
            let mut literals = Vec::new();
            for place in graph.counting(at.proc, at.block) {
                let copies = sets.space.copies(place);
                match self.next(5) {
                    0 => literals.push((copies.entry, self.next(2) == 0)),
                    1 | 2 => literals.push((copies.current, self.next(2) == 0)),
                    _ => {}
                }
            }
            let product = sets.space.values(literals)?;
            edges = sets.space.or(edges, product)?;
        }
        Ok(edges)
    }
}

const BLOCKS: &str = "decl a, b, c, d;\n\
    void main() begin decl x, y; x, y := a, b; \
      a, b, c := b, c, a; assert(a | !b); c, d := *, * constrain ('c != a) | 'd; x := *; y := x & y; assume(y | d); \
      if x then a := y; assert(!(a & b)); else while b != c do b, x := x, *; x := x ^ b; assert(x | d); od fi \
      a := f(x & b, y); end\n\
    bool f(p, q) begin decl z; z := p; p := q; q := z != a; z := *; p := p & z; assert(p | q | a); \
      if * then return z; fi b := p; return p => q; end\n";

#[test]
fn the_relation_of_a_block_does_what_its_statements_do() {
    let program = compile(BLOCKS);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let meter = Meter::unlimited();
    let mut sets = BddSets::new(&graph, &meter).expect("there is memory");
    let (mut random, mut n_failing) = (Random(7), 0);
    for (proc, code) in program.procs.iter_enumerated() {
        for (block, _) in code.blocks.iter_enumerated() {
            let at = At { proc, block };
            for _ in 0..60 {
                let edges = random.path_edges(&mut sets, &graph, at).expect("a set");
                let relation = sets.relation(at).expect("a relation");
                let whole = relation.whole.as_ref().expect("a small relation");
                let (mut at_once, mut one_by_one) = (Vec::new(), Vec::new());
                let end = sets.at_once(whole, edges, &mut at_once).expect("a set");
                let expected = sets.one_by_one(at, edges, &mut one_by_one).expect("a set");
                assert_eq!(end, expected, "{block} of {}", code.name);
                assert_eq!(at_once, one_by_one, "{block} of {}", code.name);
                n_failing += at_once.len();
            }
        }
    }
    assert!(n_failing > 100, "only {n_failing} assertions fail");
}

/// No Boolean program says so, but the core language can.
#[test]
fn of_two_results_in_one_place_the_last_stays() {
    let answer = |returned: &str| {
        let text = "decl a, b;\nvoid main() begin a := F; a, b := pair(); assert(a); end\n\
            bool<2> pair() begin RETURN end\n";
        let mut program = compile(&text.replace("RETURN", returned));
        let mut n_changed = 0;
        for block in program.procs.iter_mut().flat_map(|proc| proc.blocks.iter_mut()) {
            if let ir::TermOp::Call { results, .. } = &mut block.terminator.op {
                results[1] = results[0];
                n_changed += 1;
            }
        }
        assert_eq!(n_changed, 1);
        decided_of(&program)
    };
    assert!(matches!(answer("return F, T;"), Decided::Holds { .. }));
    assert!(matches!(answer("a := T; return T, F;"), Decided::Violated(_)));
}

#[test]
fn the_thread_begins_with_what_init_leaves_behind() {
    let program =
        compile("decl a, b;\ndecl c := T;\nvoid main() begin assume(a | b); assert(a | b | !c); end\n");
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let meter = Meter::unlimited();
    let mut tabulation = searched(&graph, &meter);
    let [_, thread] = graph.stages[..] else { panic!("there are two stages") };
    let c = tabulation.sets.space.copies(Place::Global(Id::new(2))).current;
    let expected = tabulation.sets.space.literal(c, true).expect("a set");
    assert_eq!(tabulation.sets.known(Kind::Entry(thread)), expected);
    let entry = At { proc: thread, block: program.procs[thread].entry() };
    assert_eq!(tabulation.sets.known(Kind::Block(entry)), expected);
}

#[test]
fn summary_edges_of_a_procedure_speak_of_what_it_touches() {
    let program =
        compile("decl a, b;\nvoid main() begin a, b := F, F; flip(); end\nvoid flip() begin a := !a; end\n");
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let meter = Meter::unlimited();
    let tabulation = searched(&graph, &meter);
    let (flip, _) =
        program.procs.iter_enumerated().find(|(_, proc)| proc.name == "flip").expect("it is there");
    let space = &tabulation.sets.space;
    let a = space.copies(Place::Global(Id::new(0)));
    let mut expected = vec![a.current, a.next];
    expected.sort_unstable();
    assert_eq!(space.bdds.support(&[tabulation.sets.known(Kind::Summary(flip))]), expected);
}

/// 2^25 - 1 moves are a few subtraces.
#[test]
fn what_a_procedure_does_with_the_same_values_is_told_once() {
    let mut text = String::from(
        "decl a;\nvoid main() begin a := F; h25(); assert(!a); end\nvoid h0() begin skip; end\n",
    );
    for level in 1..=25 {
        text += &format!("void h{level}() begin h{0}(); a := !a; h{0}(); end\n", level - 1);
    }
    let program = compile(&text);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let meter = Meter::unlimited();
    let mut tabulation = searched(&graph, &meter);
    let error = tabulation.nearest_error().expect("an odd number of moves");
    let shared = explain(&mut tabulation, &error).expect("a subtrace");
    assert!(shared.subtraces.len() < 110, "{} subtraces", shared.subtraces.len());
    let Decided::Violated(violations) = decided(&text) else { panic!("there is an error") };
    assert!(matches!(violations[0].witness, Witness::Shared(_)));
}

/// A counter of so many bits: bodies of `main` and `step`, where FULL means the greatest number and INCREASE the next
/// one.
fn counter(bits: usize, main: &str, step: &str) -> String {
    let names: Vec<String> = (0..bits).map(|bit| format!("c{bit}")).collect();
    let ripple: String =
        names.iter().map(|bit| format!(" {bit}, carry := {bit} ^ carry, {bit} & carry;")).collect();
    let zero = format!("{} := {};", names.join(", "), vec!["F"; bits].join(", "));
    let text = format!(
        "decl {};\nvoid main() begin {zero} {main} end\nvoid step() begin decl carry; {step} end\n",
        names.join(", ")
    );
    text.replace("INCREASE", &format!("carry := T;{ripple}")).replace("FULL", &names.join(" & "))
}

/// Sets and unions that are looked at, and steps of operations on diagrams, to explain an error.
fn effort(text: &str, is_shortest: bool) -> (u64, u64) {
    let program = compile(text);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let meter = Meter::unlimited();
    let mut tabulation = searched(&graph, &meter);
    if is_shortest {
        let found = tabulation.found().into_iter().copied().collect();
        tabulation.begin_again(Order::Nearest(StepCounts::new(&Code::new(&program))));
        tabulation.sets.forget(found);
        tabulation.run().expect("nothing stops it");
    }
    let error = tabulation.nearest_error().expect("an error");
    let steps = tabulation.sets.space.bdds.n_steps();
    let (_, n_tests) = explain_counting(&mut tabulation, &error).expect("a trace");
    (n_tests, tabulation.sets.space.bdds.n_steps() - steps)
}

/// Traces that are four times as long cost four times as much, up to a logarithm, and not sixteen times.
#[test]
fn the_cost_of_a_trace_through_calls_is_linear_in_its_length() {
    let returning = |bits| counter(bits, "while T do assert(!(FULL)); step(); od", "INCREASE");
    let recursive = |bits| counter(bits, "step();", "assert(!(FULL)); INCREASE step();");
    let unwinding = |bits| counter(bits, "step(); assert(!(FULL));", "if !(FULL) then INCREASE step(); fi");
    // Two path edges in each set, so that diagrams have to be asked.
    let choosing = |family: &dyn Fn(usize) -> String, bits| {
        let free = "decl x, y, c0";
        let text = family(bits).replace("decl c0", free);
        text.replacen("begin", "begin assume(x != y);", 1).replace("!(c0", "!((x | y) & c0")
    };
    let returning_pairs = |bits| choosing(&returning, bits);
    let recursive_pairs = |bits| choosing(&recursive, bits);
    let families: [(&str, &dyn Fn(usize) -> String); 5] = [
        ("returning", &returning),
        ("recursive", &recursive),
        ("unwinding", &unwinding),
        ("returning pairs", &returning_pairs),
        ("recursive pairs", &recursive_pairs),
    ];
    for (name, family) in families {
        for is_shortest in [false, true] {
            let [short, long] = [7, 9].map(|bits| effort(&family(bits), is_shortest));
            assert!(long.0 < 7 * short.0, "{name}, {is_shortest}: {short:?} and {long:?} sets");
            assert!(long.1 < 7 * short.1, "{name}, {is_shortest}: {short:?} and {long:?} steps");
        }
    }
}

/// Where each set has a single path edge, no operation on diagrams is needed, however long the trace is.
#[test]
fn a_trace_of_a_deterministic_program_needs_no_diagrams() {
    let returning = |bits| counter(bits, "while T do assert(!(FULL)); step(); od", "INCREASE");
    let [short, long] = [5, 7].map(|bits| effort(&returning(bits), false));
    assert!(short.0 > 2 * 32, "{short:?}");
    let per_bit = |effort: (u64, u64), bits: u64| effort.1 / bits;
    assert!(per_bit(long, 7) <= per_bit(short, 5) + 10, "{short:?} and {long:?}");
}

#[test]
fn executions_in_lockstep_have_one_length() {
    let has_one_length = |text: &str| {
        let program = compile(text);
        let parsed = parsed(&program);
        let graph = Graph::new(&parsed);
        let meter = Meter::unlimited();
        let tabulation = searched(&graph, &meter);
        assert!(!tabulation.errors.is_empty(), "{text}");
        tabulation.has_one_length()
    };
    assert!(has_one_length(&counter(4, "while T do assert(!(FULL)); step(); od", "INCREASE")));
    assert!(has_one_length(&counter(4, "step(); assert(!(FULL));", "if !(FULL) then INCREASE step(); fi")));
    // Values that are chosen, and passed on by all executions in the same way.
    let step = "void step() begin a := !a; end\n";
    let program = |main: &str| format!("decl a, b;\nvoid main() begin {main} end\n{step}");
    assert!(has_one_length(&program("step(); b := a; assert(b);")));
    assert!(!has_one_length(&program("step(); step(); b := a; assert(b);")));
    // A branch that both go, a jump, a loop that some leave, values that were there before, a call whose values were.
    assert!(!has_one_length(&program("if a then step(); else skip; skip; fi assert(a);")));
    assert!(!has_one_length(&program("if * then a := F; else a := F; step(); step(); fi assert(a);")));
    assert!(!has_one_length(&program("while a do a := *; od assert(a);")));
    assert!(!has_one_length(&program("a := F; step(); a := F; step(); assert(!a);")));
    assert!(!has_one_length(&program("assert(a); assert(b);")));
}

#[test]
fn a_proof_has_a_formula_at_each_entry_and_in_each_loop() {
    let text = "decl a;\nvoid main() begin a := F; while * do a := !a; keep(); a := !a; od assert(!a); end\n\
        void keep() begin skip; end\nvoid never() begin a := T; end\n";
    let Decided::Holds { proof: Some(proof), .. } = decided(text) else { panic!("there is a small proof") };
    let program = compile(text);
    let named = |name| program.procs.iter().position(|proc| proc.name == name).expect("it is there");
    assert_eq!(proof.procs[named("main")].invariants.len(), 2);
    let never = &proof.procs[named("never")];
    assert!(never.invariants.iter().all(|&(_, formula)| formula == Formula::FALSE));
    assert_eq!((never.invariants.len(), never.summary), (1, Formula::FALSE));
}
