//! Facts against naive versions of themselves on random graphs, and on procedures too large for anything quadratic.

use std::collections::BTreeSet;

use base::{Id, IndexVec, SourceId};
use expect_test::expect;

use super::*;
use crate::test_programs::{EVERYTHING, Rng};
use crate::*;

const N_LOCALS: usize = 5;

fn proc_of(blocks: Vec<Block>, n_locals: usize) -> Proc {
    let local = Local { name: String::new(), ty: Type::Bool, kind: LocalKind::User, span: None };
    Proc {
        name: "p".into(),
        n_params: 0,
        results: vec![],
        locals: IndexVec::filled(local, n_locals),
        blocks: blocks.into(),
        labels: vec![],
        observer: false,
        span: None,
    }
}

fn program_of(proc: Proc) -> Program {
    Program { procs: vec![proc].into(), ..Program::default() }
}

fn block(instrs: Vec<Op>, terminator: TermOp) -> Block {
    let site = Site::default();
    let instrs = instrs.into_iter().map(|op| Instr { op, site }).collect();
    Block { instrs, terminator: Terminator { op: terminator, site } }
}

fn goto(targets: &[usize]) -> TermOp {
    TermOp::Goto { targets: targets.iter().map(|&target| BlockId::new(target)).collect() }
}

/// A procedure with all kinds of edges and accesses to variables.
fn random_proc(rng: &mut Rng) -> Proc {
    let n_blocks = 1 + rng.below(9);
    let blocks = (0..n_blocks).map(|_| {
        let instrs = (0..rng.below(3)).map(|_| random_op(rng)).collect();
        block(instrs, random_terminator(rng, n_blocks))
    });
    proc_of(blocks.collect(), N_LOCALS)
}

fn random_expr(rng: &mut Rng) -> Expr {
    match rng.below(3) {
        0 => Expr::TRUE,
        1 => Expr::Local(rng.id(N_LOCALS)),
        _ => Expr::binary(BinOp::And, Type::Bool, Expr::Local(rng.id(N_LOCALS)), random_expr(rng)),
    }
}

fn random_op(rng: &mut Rng) -> Op {
    match rng.below(3) {
        0 => Op::Check(CheckOp::Assume { condition: random_expr(rng) }),
        _ => Op::Assign { dst: Place::Local(rng.id(N_LOCALS)), value: random_expr(rng) },
    }
}

fn random_terminator(rng: &mut Rng, n_blocks: usize) -> TermOp {
    match rng.below(6) {
        0 => TermOp::Return { values: vec![random_expr(rng)] },
        1 => TermOp::Call {
            proc: ProcId::new(0),
            args: vec![random_expr(rng)],
            results: (0..rng.below(3)).map(|_| Place::Local(rng.id(N_LOCALS))).collect(),
            next: rng.id(n_blocks),
        },
        2 => {
            let join = |rng: &mut Rng| {
                let channel = match rng.flip() {
                    true => Probe::Expr(random_expr(rng)),
                    false => Probe::Call { proc: ProcId::new(0), args: vec![random_expr(rng)] },
                };
                let receive = Guard::Receive { channel, dst: Place::Local(rng.id(N_LOCALS)) };
                let guard = if rng.flip() { receive } else { Guard::Always };
                Join { guards: vec![guard], target: rng.id(n_blocks), span: None }
            };
            TermOp::Select {
                joins: (0..1 + rng.below(3)).map(|_| join(rng)).collect(),
                first: false,
                end: false,
            }
        }
        3 => TermOp::Branch {
            condition: random_expr(rng),
            then_to: rng.id(n_blocks),
            else_to: rng.id(n_blocks),
        },
        _ => TermOp::Goto { targets: (0..1 + rng.below(2)).map(|_| rng.id(n_blocks)).collect() },
    }
}

fn for_random_procs(check: impl Fn(&Proc, &Cfg)) {
    let mut rng = Rng::new(42);
    for _ in 0..3000 {
        let proc = random_proc(&mut rng);
        check(&proc, &Cfg::new(&proc));
    }
}

/// The blocks on paths from a block, without going through the avoided one.
fn reach(proc: &Proc, from: BlockId, avoid: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        if Some(block) != avoid && seen.insert(block) {
            pending.extend(proc.blocks[block].successors());
        }
    }
    seen
}

#[test]
fn reverse_postorder_has_the_reachable_blocks_and_edges_match() {
    for_random_procs(|proc, cfg| {
        let order = cfg.reverse_postorder();
        let reachable = reach(proc, proc.entry(), None);
        assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), reachable);
        assert_eq!((order.len(), order[0]), (reachable.len(), proc.entry()));
        for (at, &block) in order.iter().enumerate() {
            assert_eq!(cfg.position(block), Some(at));
            // Each block but the entry has a predecessor before it.
            assert!(at == 0 || cfg.predecessors(block).any(|from| cfg.position(from) < Some(at)));
        }
        for to in proc.blocks.ids() {
            let mut edges = Vec::new();
            for from in proc.blocks.ids() {
                for (number, target) in proc.blocks[from].successors().into_iter().enumerate() {
                    if target == to {
                        edges.push(CfgEdge { from, number: number as u32 });
                    }
                }
            }
            assert_eq!(cfg.edges_into(to), edges);
        }
    });
}

fn naive_dominates(proc: &Proc, above: BlockId, below: BlockId) -> bool {
    let reachable = reach(proc, proc.entry(), None);
    let both = reachable.contains(&above) && reachable.contains(&below);
    both && !reach(proc, proc.entry(), Some(above)).contains(&below)
}

#[test]
fn dominators_agree_with_removing_blocks() {
    for_random_procs(|proc, cfg| {
        let dominators = Dominators::new(cfg);
        for below in proc.blocks.ids() {
            for above in proc.blocks.ids() {
                assert_eq!(dominators.dominates(above, below), naive_dominates(proc, above, below));
            }
            // The immediate dominator is the strict dominator that all other strict dominators dominate.
            let strict =
                proc.blocks.ids().filter(|&above| above != below && naive_dominates(proc, above, below));
            let strict: Vec<BlockId> = strict.collect();
            let immediate =
                strict.iter().copied().find(|&one| strict.iter().all(|&all| naive_dominates(proc, all, one)));
            assert_eq!(dominators.immediate(below), immediate);
        }
    });
}

#[test]
fn loops_agree_with_their_definition() {
    for_random_procs(|proc, cfg| {
        let loops = Loops::new(cfg, &Dominators::new(cfg));
        let mut headers = BTreeSet::new();
        for header in proc.blocks.ids() {
            let latches: Vec<BlockId> = proc
                .blocks
                .ids()
                .filter(|&b| {
                    proc.blocks[b].successors().contains(&header) && naive_dominates(proc, header, b)
                })
                .collect();
            let found = loops.loops().iter_enumerated().find(|(_, found)| found.header == header);
            assert_eq!(found.map_or(&[][..], |(_, found)| &found.latches), latches);
            let Some((id, _)) = found else { continue };
            headers.insert(header);
            for member in proc.blocks.ids() {
                let reaches_latch = reach(proc, member, Some(header)).iter().any(|b| latches.contains(b));
                let expected = cfg.is_reachable(member) && (member == header || reaches_latch);
                assert_eq!(loops.contains(id, member), expected, "{proc:#?} {id} {member}");
            }
        }
        assert_eq!(headers.len(), loops.loops().len());
    });
}

#[test]
fn components_agree_with_mutual_reachability() {
    for_random_procs(|proc, cfg| {
        let components = cfg.graph().components();
        let cyclic = cyclic_blocks(proc);
        for a in proc.blocks.ids() {
            for b in proc.blocks.ids() {
                let mutual = reach(proc, a, None).contains(&b) && reach(proc, b, None).contains(&a);
                assert_eq!(components.component_of(a) == components.component_of(b), mutual);
            }
            let returns =
                proc.blocks[a].successors().into_iter().any(|next| reach(proc, next, None).contains(&a));
            assert_eq!(cyclic[a], returns);
            for &next in cfg.successors(a) {
                assert!(components.component_of(next) <= components.component_of(a), "successors come first");
            }
        }
        let members: usize = components.iter().map(<[BlockId]>::len).sum();
        assert_eq!(members, proc.blocks.len());
    });
}

/// The definition: some path reads the local before it writes it.
fn naive_live(proc: &Proc, at: (BlockId, usize), local: LocalId) -> bool {
    let reads = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |part| found |= *part == Expr::Local(local));
        found
    };
    let mut seen = BTreeSet::new();
    let mut pending = vec![at];
    while let Some((block, index)) = pending.pop() {
        if !seen.insert((block, index)) {
            continue;
        }
        let code = &proc.blocks[block];
        let mut read = false;
        match code.instrs.get(index) {
            Some(instr) => {
                instr.op.for_each_expr(|expr| read |= reads(expr));
                let mut written = false;
                instr.op.for_each_written(|dst| written |= dst == Place::Local(local));
                if !written {
                    pending.push((block, index + 1));
                }
            }
            None => {
                let op = &code.terminator.op;
                op.for_each_expr(|expr| read |= reads(expr));
                let writes = |dsts: &[Place]| dsts.contains(&Place::Local(local));
                match op {
                    TermOp::Call { results, next, .. } if !writes(results) => pending.push((*next, 0)),
                    TermOp::Call { .. } => {}
                    TermOp::Select { joins, .. } => {
                        for join in joins {
                            let dsts: Vec<Place> = join.guards.iter().filter_map(Guard::dst).collect();
                            if !writes(&dsts) {
                                pending.push((join.target, 0));
                            }
                        }
                    }
                    other => pending.extend(other.targets().into_iter().map(|to| (to, 0))),
                }
            }
        }
        if read {
            return true;
        }
    }
    false
}

#[test]
fn liveness_agrees_with_its_definition_at_every_point() {
    for_random_procs(|proc, _| {
        let program = program_of(proc.clone());
        let liveness = Liveness::new(&program, ProcId::new(0));
        for (block, code) in proc.blocks.iter_enumerated() {
            let mut points = Vec::new();
            liveness.walk_back(block, |index, live| points.push((index, live.clone())));
            assert!(points.iter().rev().map(|&(index, _)| index).eq(0..=code.instrs.len()));
            for (index, point) in points {
                let naive: Vec<LocalId> =
                    proc.locals.ids().filter(|&local| naive_live(proc, (block, index), local)).collect();
                assert_eq!(liveness.live_before(block, index).collect::<Vec<_>>(), naive);
                assert_eq!(point.into_iter().collect::<Vec<_>>(), naive);
                assert!(
                    proc.locals.ids().all(|l| liveness.is_live_before(block, index, l) == naive.contains(&l))
                );
            }
            assert_eq!(liveness.live_in(block), liveness.set_before(block, 0));
            if let TermOp::Call { results, next, .. } = &code.terminator.op {
                let mut waiting = liveness.live_in(*next);
                results.iter().for_each(|dst| {
                    if let Place::Local(local) = dst {
                        waiting.remove(*local);
                    }
                });
                assert_eq!(liveness.live_across_call(block), Some(waiting));
            } else {
                assert_eq!(liveness.live_across_call(block), None);
            }
        }
    });
}

#[test]
fn a_received_message_is_defined_on_the_edge_of_its_own_join_only() {
    let text = "proc proc0(v0: bool, v1: bool) -> (bool) {\nblock0:\n* select {\n v1 = receive v0 -> block1\n \
                always -> block1\n}\nblock1:\n* return v1\n}";
    let program = read(SourceId::new(0), text).expect("well formed");
    let liveness = Liveness::new(&program, ProcId::new(0));
    expect!["{v0, v1}"].assert_eq(&format!("{:?}", liveness.live_in(BlockId::new(0))));
    let program = read(SourceId::new(0), &text.replace(" always -> block1\n", "")).expect("well formed");
    let liveness = Liveness::new(&program, ProcId::new(0));
    expect!["{v0}"].assert_eq(&format!("{:?}", liveness.live_in(BlockId::new(0))));
}

#[test]
fn calls_spawns_and_effects_of_everything() {
    let program = read(SourceId::new(0), EVERYTHING).expect("well formed");
    let mod_ref = ModRef::new(&program);
    let calls = mod_ref.call_graph();
    let lines: String = program
        .procs
        .ids()
        .map(|proc| {
            let (callees, callers, spawned) = (calls.callees(proc), calls.callers(proc), calls.spawned(proc));
            format!(
                "{proc} calls {callees:?} called by {callers:?} spawns {spawned:?}\n  {:?}\n",
                mod_ref.of(proc)
            )
        })
        .collect();
    expect![[r#"
        proc0 calls [] called by [] spawns []
          reads {g2} {} {class7} writes {g0, g2} {} {class7}
        proc1 calls [proc3] called by [] spawns [proc2]
          reads {g0, g2} {field0, field5} {class4, class6, class7, class10} writes {g1} {field1} {class4, class6, class7, class10}
        proc2 calls [] called by [] spawns []
          reads {} {} {} writes {} {} {}
        proc3 calls [] called by [proc1] spawns []
          reads {} {} {} writes {} {} {}
        proc4 calls [] called by [] spawns []
          reads {g0} {field0, field1, field2, field3, field4, field5} {class0, class1, class2, class3, class4, class5, class6, class7, class8, class9, class10} writes {} {field0, field1, field2, field3, field4, field5} {class0, class1, class2, class3, class4, class5, class6, class7, class8, class9, class10}
    "#]]
    .assert_eq(&lines);
}

#[test]
fn effects_are_those_of_all_procedures_that_calls_reach() {
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        // Procedure i writes global i and calls some others.
        let n_procs = 1 + rng.below(8);
        let callees: Vec<Vec<usize>> =
            (0..n_procs).map(|_| (0..rng.below(3)).map(|_| rng.below(n_procs)).collect()).collect();
        let procs = callees.iter().enumerate().map(|(proc, callees)| {
            let write = Op::Assign { dst: Place::Global(GlobalId::new(proc)), value: Expr::TRUE };
            let mut blocks: Vec<Block> = callees
                .iter()
                .enumerate()
                .map(|(at, &callee)| {
                    let (proc, next) = (ProcId::new(callee), BlockId::new(at + 1));
                    block(vec![], TermOp::Call { proc, args: vec![], results: vec![], next })
                })
                .collect();
            blocks.push(block(vec![write], TermOp::Return { values: vec![] }));
            proc_of(blocks, 0)
        });
        let global = Global { name: String::new(), ty: Type::Bool, span: None };
        let program = Program {
            procs: procs.collect(),
            globals: IndexVec::filled(global, n_procs),
            ..Program::default()
        };
        let mod_ref = ModRef::new(&program);
        let reached = |from: &[usize]| {
            let mut seen = BTreeSet::new();
            let mut pending = from.to_vec();
            while let Some(proc) = pending.pop() {
                if seen.insert(proc) {
                    pending.extend(&callees[proc]);
                }
            }
            seen
        };
        for (proc, called) in callees.iter().enumerate() {
            let written: BTreeSet<usize> =
                mod_ref.of(ProcId::new(proc)).globals_written.iter().map(GlobalId::index).collect();
            assert_eq!(written, reached(&[proc]));
            assert_eq!(mod_ref.call_graph().is_recursive(ProcId::new(proc)), reached(called).contains(&proc));
        }
    }
}

const LARGE: usize = 100_000;

fn assign(local: usize, value: Expr) -> Op {
    Op::Assign { dst: Place::Local(LocalId::new(local)), value }
}

/// All facts of a procedure whose naive treatment would take 10^10 steps.
fn check_large(blocks: Vec<Block>, n_locals: usize) -> (Program, Cfg) {
    let program = program_of(proc_of(blocks, n_locals));
    let proc = &program.procs[ProcId::new(0)];
    let cfg = Cfg::new(proc);
    let dominators = Dominators::new(&cfg);
    Loops::new(&cfg, &dominators);
    cyclic_blocks(proc);
    Liveness::with_cfg(proc, &cfg);
    let _ = verify(&program);
    assert_eq!(cfg.reverse_postorder().len(), proc.blocks.len());
    (program, cfg)
}

#[test]
fn a_long_chain_of_short_lived_temporaries_is_no_problem() {
    // Block i writes temporary i; block i + 1 reads it and may leave to the last block.
    let blocks = (0..LARGE).map(|at| {
        let value = if at == 0 { Expr::TRUE } else { Expr::Local(LocalId::new(at - 1)) };
        let last = at == LARGE - 1;
        block(vec![assign(at, value)], if last { goto(&[LARGE - 1]) } else { goto(&[at + 1, LARGE - 1]) })
    });
    let (program, cfg) = check_large(blocks.collect(), LARGE);
    let liveness = Liveness::new(&program, ProcId::new(0));
    assert_eq!(
        liveness.live_before(BlockId::new(500), 0).collect::<Vec<_>>(),
        [LocalId::new(499), LocalId::new(LARGE - 2)]
    );
    let last = BlockId::new(LARGE - 1);
    assert_eq!(Dominators::new(&cfg).immediate(last), Some(BlockId::new(0)));
}

#[test]
fn deep_nests_of_loops_are_no_problem() {
    // Headers 0..n, then latches n..2n from the inside out.
    let n = LARGE / 2;
    let headers = (0..n).map(|at| block(vec![], goto(&[at + 1])));
    let latches = (0..n).map(|at| match at {
        _ if at == n - 1 => block(vec![], goto(&[n - 1 - at])),
        _ => block(vec![], goto(&[n - 1 - at, n + at + 1])),
    });
    let (_, cfg) = check_large(headers.chain(latches).collect(), 1);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    assert_eq!(loops.loops().len(), n);
    assert_eq!(loops.around(BlockId::new(n)).count(), n);
}

#[test]
fn long_chains_of_calls_are_no_problem() {
    let procs = (0..LARGE).map(|at| {
        let (proc, next) = (ProcId::new((at + 1) % LARGE), BlockId::new(1));
        let call = TermOp::Call { proc, args: vec![], results: vec![], next };
        proc_of(vec![block(vec![], call), block(vec![], TermOp::Return { values: vec![] })], 0)
    });
    let program = Program { procs: procs.collect(), ..Program::default() };
    let calls = CallGraph::new(&program);
    assert_eq!((calls.components().len(), calls.is_recursive(ProcId::new(7))), (1, true));
    ModRef::new(&program);
}

#[test]
fn sets_of_ids_behave_like_sets() {
    let mut rng = Rng::new(5);
    let (mut set, mut other) = (IdSet::<LocalId>::new(200), IdSet::new(200));
    let (mut naive, mut naive_other) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..2000 {
        let id: LocalId = rng.id(200);
        match rng.below(3) {
            0 => assert_eq!(set.insert(id), naive.insert(id)),
            1 => assert_eq!(set.remove(id), naive.remove(&id)),
            _ => assert_eq!(other.insert(id), naive_other.insert(id)),
        }
        assert_eq!(set.contains(id), naive.contains(&id));
        assert_eq!((set.len(), set.is_empty()), (naive.len(), naive.is_empty()));
        assert_eq!(set.intersects(&other), !naive.is_disjoint(&naive_other));
    }
    assert!(!set.contains(LocalId::new(100_000)) && !set.remove(LocalId::new(100_000)));
    assert!(set.union_with(&other));
    naive.extend(naive_other);
    assert!(set.iter().eq(naive.iter().copied()));
    assert!(!set.union_with(&other));
}
