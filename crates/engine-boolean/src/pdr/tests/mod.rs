//! Proofs are held against all values of small programs. Proofs of generated programs, and the paths to errors, are
//! tested where they can be checked and replayed: in the tests of `testkit`.

mod naive;

use base::{Id, SourceId};
use ir::{Program, TermOp};
use lang_boolean::{Dialect, Options};
use verdict::{BooleanProof, Formula, Limits, Meter, Silent, Stats, StopReason};

use self::naive::Naive;
use super::decide;
use crate::MethodOptions;
use crate::engine::{Decided, Task};
use crate::graph::Graph;
use crate::program::BoolProgram;

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

fn parsed(program: &Program) -> BoolProgram<'_> {
    BoolProgram::try_from(program).expect("a Boolean program")
}

fn decided(graph: &Graph<'_>, limits: &Limits) -> Result<Decided, StopReason> {
    let options = MethodOptions::default();
    let meter = Meter::new(*limits, &Silent);
    decide(&Task { graph, options: &options, wants_proof: true, meter: &meter }, &mut Stats::default())
}

/// The proof, if the program holds.
fn proof_of(graph: &Graph<'_>) -> Option<BooleanProof> {
    match decided(graph, &Limits::default()).expect("an answer") {
        Decided::Holds { proof, .. } => Some(proof.expect("a proof")),
        Decided::Violated(_) => None,
    }
}

/// The program holds, and its proof is one.
fn assert_proven(text: &str) {
    let program = compile(text);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let proof = proof_of(&graph).unwrap_or_else(|| panic!("the program does not hold\n{text}"));
    let checked = Naive::new(&graph, &proof).check().expect("few variables");
    assert_eq!(checked, Ok(()), "{text}");
}

const COUNTED: &str = "decl a, b;\n\
    void main() begin a := F; b := F; while * do flip(); assert(a = b); od end\n\
    void flip() begin a := !a; b := !b; end\n";

/// Each formula is needed: the check refuses what is too weak and what is too strong.
#[test]
fn damaged_proofs_are_refused() {
    let program = compile(COUNTED);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let proof = proof_of(&graph).expect("the program holds");
    assert_eq!(Naive::new(&graph, &proof).check(), Some(Ok(())));
    let mut n_refused = 0;
    for proc in 0..proof.procs.len() {
        let n_places = proof.procs[proc].invariants.len();
        for damage in [Formula::TRUE, Formula::FALSE] {
            for place in 0..=n_places {
                let mut damaged = proof.clone();
                match damaged.procs[proc].invariants.get_mut(place) {
                    Some((_, formula)) => *formula = damage,
                    None => damaged.procs[proc].summary = damage,
                }
                n_refused +=
                    usize::from(Naive::new(&graph, &damaged).check().expect("few variables").is_err());
            }
        }
    }
    assert!(n_refused >= 8, "only {n_refused} damages were found");
}

#[test]
fn recursion_that_calls_itself_twice() {
    assert_proven(
        "decl a;\nvoid main() begin a := F; f(*); assert(!a); end\n\
         void f(x) begin if * then f(!x); f(x); else a := a & x; fi end\n",
    );
}

#[test]
fn procedures_that_call_each_other() {
    assert_proven(
        "decl a;\nvoid main() begin decl r; r := even(T, T); assert(r); end\n\
         bool even(x, y) begin decl r; if !x & !y then return T; fi r := odd(x & y, x & !y); return r; end\n\
         bool odd(x, y) begin decl r; if x | y then r := even(F, F); return r; fi r := even(x, y); return r; end\n",
    );
}

#[test]
fn main_that_calls_itself() {
    assert_proven(
        "decl a, b;\nvoid main() begin if * then a := F; b := F; main(); fi if a & !b then a := b; fi a := a & b; assert(a => b); end\n",
    );
    assert_proven("decl a;\nvoid main() begin a := F; if * then main(); fi assert(!a); end\n");
}

#[test]
fn a_loop_in_a_procedure_that_calls_itself() {
    assert_proven(
        "decl a, b;\nvoid main() begin a, b := F, F; f(); assert(a = b); end\n\
         void f() begin decl x; x := *; while x do a, b := !a, !b; if * then f(); fi x := *; od end\n",
    );
}

#[test]
fn a_loop_that_begins_with_the_procedure() {
    assert_proven(
        "decl a;\nvoid main() begin a := F; f(F); assert(!a); end\n\
         void f(x) begin again: a := a | x; if * then goto again; fi end\n",
    );
    assert_proven("decl a;\nvoid main() begin again: a := F; assert(!a); if * then goto again; fi end\n");
}

#[test]
fn a_procedure_that_never_returns_and_one_that_is_never_called() {
    assert_proven(
        "decl a;\nvoid main() begin a := F; stay(); assert(F); end\n\
         void stay() begin while T do a := !a; od end\n\
         void unused() begin while * do unused(); assert(F); od end\n",
    );
}

/// No source says so, but the core language can.
#[test]
fn results_that_go_to_the_same_place_are_written_in_order() {
    let mut program = compile(
        "decl a, b;\nvoid main() begin b := F; a, b := two(); assert(!a); end\n\
         bool<2> two() begin a := T; return T, F; end\n",
    );
    for block in program.procs.iter_mut().flat_map(|proc| proc.blocks.iter_mut()) {
        if let TermOp::Call { results, .. } = &mut block.terminator.op {
            results[1] = results[0];
        }
    }
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let proof = proof_of(&graph).expect("the second result is written last");
    assert_eq!(Naive::new(&graph, &proof).check(), Some(Ok(())));
}

#[test]
fn arguments_that_are_the_same_variable() {
    assert_proven(
        "decl a;\nvoid main() begin decl x; x := same(a, a); assert(x); a := same(a, !a); assert(!a); end\n\
         bool same(p, q) begin a := !p; p := p = q; return p; end\n",
    );
}

#[test]
fn limits_end_the_search() {
    let program = compile(COUNTED);
    let parsed = parsed(&program);
    let graph = Graph::new(&parsed);
    let limits = Limits { max_states: Some(1), ..Limits::default() };
    assert!(matches!(decided(&graph, &limits), Err(StopReason::StateLimit(1))));
    let limits = Limits { max_bytes: Some(100), ..Limits::default() };
    assert!(matches!(decided(&graph, &limits), Err(StopReason::MemoryLimit(100))));
}
