//! Passes keep what programs do: generated programs, as they are and with all hazards tested before, are explored
//! before and after. And they are worth it: a hand-written program keeps few of its tests.

use ir::{
    CheckOp, FaultKind, Faults, Hazard, LocalKind, Op, Proc, ProcBuilder, Program, Site, TermOp, ThreadOp,
};

use cutpoint_testkit::{generate, settings};
use interp::{ExploreOptions, explore};

const ORDINARY: u64 = 300;
const LONG: u64 = 5_000;
const MOST_STATES: usize = 1_000;

fn fault(program: &Program, hazard: &Hazard) -> FaultKind {
    let name = |class: &ir::ClassId| program.classes[*class].name.clone();
    match hazard {
        Hazard::Cast { class, .. } => FaultKind::FailedCast { object: String::new(), class: name(class) },
        Hazard::ArrayStore { .. } => FaultKind::ArrayStore { array: String::new(), object: String::new() },
        Hazard::Null { .. } | Hazard::Index { .. } | Hazard::Division { .. } | Hazard::Length { .. } => {
            hazard.fault().expect("it has one name")
        }
    }
}

/// The procedure with a test before each hazard, which leads to the fault itself.
fn guarded(program: &Program, faults: &Faults<'_>, proc: &Proc) -> Proc {
    let mut builder = ProcBuilder::new(proc.name.clone(), proc.span);
    for (id, local) in proc.locals.iter_enumerated() {
        match local.kind {
            _ if proc.params().any(|(param, _)| param == id) => builder.param(&local.name, local.ty, None),
            LocalKind::User => builder.local(&local.name, local.ty, None),
            LocalKind::Temp => builder.temp(local.ty),
        };
    }
    proc.results.iter().for_each(|&ty| builder.result(ty));
    if proc.observer {
        builder.set_observer();
    }
    (1..proc.blocks.len()).for_each(|_| _ = builder.new_block());
    for (id, block) in proc.blocks.iter_enumerated() {
        builder.switch_to(id);
        let handler = |site: Site| {
            move |builder: &mut ProcBuilder, hazard: &Hazard| {
                let (here, block) = (builder.current(), builder.new_block());
                builder.switch_to(block);
                builder.push(Site::inner(site.span), CheckOp::Fault { kind: fault(program, hazard) });
                // Nothing gets here.
                builder.terminate(Site::step(None), TermOp::Goto { targets: vec![block] });
                builder.switch_to(here);
                Some(block)
            }
        };
        for instr in &block.instrs {
            builder.push_guarded(faults, instr.site, instr.op.clone(), handler(instr.site));
        }
        let terminator = &block.terminator;
        builder.terminate_guarded(faults, terminator.site, terminator.op.clone(), handler(terminator.site));
    }
    builder.finish()
}

fn with_guards(program: &Program) -> Program {
    let faults = Faults::new(program);
    let procs = program.procs.iter().map(|proc| guarded(program, &faults, proc)).collect();
    Program { procs, ..program.clone() }
}

fn n_branches(program: &Program) -> usize {
    let blocks = program.procs.iter().flat_map(|proc| &proc.blocks);
    blocks.filter(|block| matches!(block.terminator.op, TermOp::Branch { .. })).count()
}

/// What passes make of a program.
fn passed(program: &Program) -> Program {
    let mut after = program.clone();
    ir::passes::run(&mut after);
    assert_eq!(ir::verify(&after), Ok(()), "{after}");
    after
}

fn has_atomic(program: &Program) -> bool {
    program.init.is_some() || program.any_op(|op| matches!(op, Op::Thread(ThreadOp::AtomicBegin)))
}

#[test]
fn generated_programs_do_the_same_before_and_after() {
    let (mut complete, mut exact, mut dropped, mut failing) = (0, 0, 0, 0);
    let seeds = settings::seeds(ORDINARY, LONG);
    for seed in seeds.clone() {
        let plain = generate::program(seed);
        let guarded = with_guards(&plain);
        assert_eq!(ir::verify(&guarded), Ok(()), "seed {seed}: {guarded}");
        let options = ExploreOptions::up_to(MOST_STATES);
        let original = explore(&plain, options);
        for (before, what) in [(&plain, "plain"), (&guarded, "guarded")] {
            let after = passed(before);
            dropped += n_branches(before) - n_branches(&after);
            let (old, new) = (explore(before, options), explore(&after, options));
            if !old.complete() {
                continue;
            }
            complete += 1;
            failing += usize::from(!old.errors().is_empty());
            let counts = |found: &interp::Exploration| (found.states, found.transitions, found.complete());
            // A loop that is never taken cuts an atomic section into more steps.
            if has_atomic(before) {
                assert!(
                    new.complete() && new.states <= old.states,
                    "seed {seed}, {what}:\n{before}\n{after}"
                );
            } else {
                assert_eq!(counts(&old), counts(&new), "seed {seed}, {what}:\n{before}\n{after}");
                exact += 1;
            }
            assert_eq!(old.errors(), new.errors(), "seed {seed}, {what}:\n{before}\n{after}");
            assert_eq!(old.errors(), original.errors(), "seed {seed}, {what}:\n{before}\n{plain}");
        }
    }
    let programs = (seeds.end - seeds.start) as usize;
    assert!(exact > programs / 15, "{exact} of {programs} programs without atomic sections");
    assert!(complete > programs && failing > programs / 10, "{complete} complete, {failing} failing");
    assert!(dropped > programs, "{dropped} branches of {programs} programs");
}

/// Builds a list in an array of fixed length and walks through it.
const EXAMPLE: &str = r#"
class class0 "Node" record { field0 "next": class0; field1 "val": i32 }
class class1 "Node[]" array of class0
thread proc0
proc proc0 "main"() {
  local v0 "nodes": class1
  local v1 "node": class0
  local v2 "last": class0
  local v3 "sum": i32
block0:
* v0 = new class1[4]
* v1 = new class0
* store v1.field1 = 1
* store v0[0] = v1
* v2 = v1
* v1 = new class0
* store v1.field1 = 2
* store v1.field0 = v2
* store v0[1] = v1
* v2 = v1
* v3 = load v2.field1
* v3 = load v1.field1
* v1 = load v0[0]
* v3 = load v1.field1
* store v1.field1 = v3 / 2
* v2 = load v1.field0
* branch v2 == null, block1, block2
block1:
* return
block2:
* v3 = load v2.field1
* return
}
"#;

#[test]
fn most_tests_of_a_written_program_are_dropped() {
    let program = ir::read(base::Id::new(0), EXAMPLE).expect("well formed");
    let guarded = with_guards(&program);
    let after = passed(&guarded);
    let tests = |of: &Program| n_branches(of) - n_branches(&program);
    // What is left: whether an element is null.
    assert_eq!((tests(&guarded), tests(&after)), (15, 1), "{after}");
    let ops = |of: &Program| {
        of.procs
            .iter()
            .flat_map(|p| &p.blocks)
            .flat_map(|b| &b.instrs)
            .filter(|i| !matches!(i.op, Op::Check(_)))
            .count()
    };
    assert_eq!(ops(&guarded), ops(&after));
}
