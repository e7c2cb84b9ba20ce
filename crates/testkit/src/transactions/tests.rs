//! Tests of the family: it compiles, has the size that was asked for, and means what it claims.

use base::{SourceFile, SourceMap};
use engine_explicit::{ExplicitOptions, Summaries};
use interp::{ExploreOptions, Locals, explore};
use ir::{HeapOp, Op, Program};
use verdict::{Answer, Limits, Verdict, Violation};

use super::{TransactionOptions, transaction_manager};
use crate::settings;

/// The smallest program of the family: one resource manager and two rounds.
fn smallest(seed: u64) -> TransactionOptions {
    TransactionOptions { seed, lines: 0, rounds: 2, ..TransactionOptions::default() }
}

fn compile(options: &TransactionOptions) -> Program {
    let text = transaction_manager(options);
    let file = SourceMap::new().add(SourceFile::new("transactions.zing", text.as_str()));
    let compiled = lang_zing::compile(file, &text);
    assert!(compiled.diagnostics.is_empty(), "{options:?}: {:#?}", compiled.diagnostics[0]);
    compiled.program.unwrap_or_else(|| panic!("{options:?} gives no program"))
}

fn check(program: &Program, summaries: Summaries) -> Answer {
    let options = ExplicitOptions { summaries, ..ExplicitOptions::default() };
    settings::check(program, &options, &Limits::default()).expect("the engine supports all of the family")
}

fn violations(verdict: &Verdict) -> &[Violation] {
    match verdict {
        Verdict::Violated { violations } => violations,
        Verdict::Holds { .. } | Verdict::Unknown { .. } => &[],
    }
}

#[test]
fn every_program_compiles_without_a_word_and_verifies() {
    for seed in 0..40 {
        let lines = [0, 1_000, 2_500, 5_000, 10_000][seed as usize % 5];
        let options = TransactionOptions {
            seed,
            lines,
            rounds: 2 + seed as usize % 3,
            threads: 1 + seed as usize % 2,
            bug: seed % 3 == 0,
        };
        let program = compile(&options);
        assert!(ir::verify(&program).is_ok(), "{options:?}");
        assert_eq!(program.threads.len(), options.threads, "{options:?}");
    }
}

#[test]
fn the_size_is_near_what_was_asked_for() {
    for seed in 0..20 {
        for lines in [1_000, 2_000, 3_000, 5_000, 7_000, 10_000] {
            let text =
                transaction_manager(&TransactionOptions { seed, lines, ..TransactionOptions::default() });
            let found = text.lines().count();
            assert!(
                found.abs_diff(lines) * 5 <= lines,
                "seed {seed}: {found} lines where {lines} were asked for"
            );
        }
    }
}

#[test]
fn options_determine_the_text() {
    let options = TransactionOptions::default();
    assert_eq!(transaction_manager(&options), transaction_manager(&options));
    let others = [
        TransactionOptions { seed: 2, ..options.clone() },
        TransactionOptions { rounds: 4, ..options.clone() },
        TransactionOptions { threads: 2, ..options.clone() },
        TransactionOptions { bug: true, ..options.clone() },
    ];
    for other in others {
        assert_ne!(transaction_manager(&options), transaction_manager(&other), "{other:?}");
    }
}

#[test]
fn objects_are_allocated_in_dozens_of_places() {
    let program = compile(&TransactionOptions::default());
    let instrs = program.procs.iter().flat_map(|proc| &proc.blocks).flat_map(|block| &block.instrs);
    let sites = instrs.filter(|instr| matches!(instr.op, Op::Heap(HeapOp::New { .. }))).count();
    assert!(sites >= 48, "only {sites} instructions allocate");
}

#[test]
fn without_the_bug_the_engine_proves_the_program() {
    for summaries in [Summaries::Off, Summaries::Visible, Summaries::Patterns] {
        for seed in 0..4 {
            let program = compile(&TransactionOptions { lines: 1_000, ..smallest(seed) });
            let verdict = check(&program, summaries).verdict;
            assert!(matches!(verdict, Verdict::Holds { .. }), "seed {seed}, {summaries:?}: {verdict:?}");
        }
    }
}

#[test]
fn the_bug_is_a_null_dereference_that_the_engine_finds() {
    for summaries in [Summaries::Off, Summaries::Visible, Summaries::Patterns] {
        for seed in 0..4 {
            let program = compile(&TransactionOptions { lines: 1_000, bug: true, ..smallest(seed) });
            let answer = check(&program, summaries);
            let kinds: Vec<_> =
                violations(&answer.verdict).iter().map(|violation| violation.kind.slug()).collect();
            assert_eq!(kinds, ["null-dereference"], "seed {seed}, {summaries:?}");
            settings::replay_all(&program, &answer)
                .unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
        }
    }
}

#[test]
fn threads_take_turns_and_find_the_same_bug() {
    for bug in [false, true] {
        let program = compile(&TransactionOptions { threads: 2, bug, ..smallest(1) });
        let verdict = check(&program, Summaries::Off).verdict;
        assert_eq!(settings::answer_name(&verdict), if bug { "violated" } else { "holds" });
    }
}

#[test]
fn interpreter_and_engine_agree_on_the_smallest_programs() {
    for bug in [false, true] {
        let program = compile(&TransactionOptions { bug, ..smallest(1) });
        let explored = explore(&program, ExploreOptions { max_states: 200_000, locals: Locals::Live });
        let all = ExplicitOptions { all_errors: true, ..ExplicitOptions::default() };
        let answer = settings::check(&program, &all, &Limits::default()).expect("supported");
        assert!(explored.complete(), "more than {} states", explored.states);
        assert_eq!(explored.states as u64, answer.stats.states);
        let expected: Vec<_> = explored.violations.iter().map(|found| (&found.kind, found.span)).collect();
        let found: Vec<_> =
            violations(&answer.verdict).iter().map(|found| (&found.kind, found.span)).collect();
        assert_eq!(found, expected);
        assert_eq!(found.len(), usize::from(bug));
    }
}
