//! Each kind of atom, in states made by hand.

use cutpoint_temporal::{End, LastStep, Running, View};
use ir::{BlockId, ProcId, Value};

use crate::support::{CELL, LEAF, NODE, ONE_THREAD, Scene, program, property};
use base::Id;

fn check(scene: &Scene, cases: &[(&str, bool)]) {
    let program = program(ONE_THREAD);
    for (text, expected) in cases {
        assert_eq!(scene.holds(&property(&program, text)), *expected, "{text}");
    }
}

#[test]
fn nil_is_no_source_but_a_target() {
    let mut scene = Scene::new();
    check(&scene, &[("f", true), ("x", true), ("nil", true), ("some eps", false), ("some f", false)]);
    check(&scene, &[("reach(x, f*, nil)", true), ("reach(nil, f.f, nil)", true), ("reach(nil, x, y)", true)]);
    let tail = scene.alloc(NODE, &[Value::Null, Value::Null]);
    let head = scene.alloc(NODE, &[tail, Value::Null]);
    scene.globals[0] = head;
    check(
        &scene,
        &[("f*.nil", true), ("f.nil", false), ("f.f.nil", true), ("f.f.f.f", true), ("nil", false)],
    );
    check(&scene, &[("x.f.f.nil + !x", true), ("x.f.nil + !x", false), ("some x", true), ("!nil", true)]);
    check(
        &scene,
        &[("reach(x, f.f, nil)", true), ("reach(x, f, nil)", false), ("reach(x.f, f, x.f.f)", true)],
    );
    scene.set(tail, 0, head);
    check(&scene, &[("f*.nil", false), ("f.f.x + !x", true), ("some f*.nil", false)]);
}

#[test]
fn visible_are_objects_of_globals_and_of_the_users_locals_on_top() {
    let mut scene = Scene::new();
    let node = scene.alloc(NODE, &[Value::Null, Value::Null]);
    check(&scene, &[("some eps", false)]);
    scene.locals[2] = node;
    check(&scene, &[("some eps", false)]);
    scene.locals[0] = node;
    check(&scene, &[("some eps", true), ("some l", false), ("l == nil", true)]);
    scene.locals[1] = node;
    check(&scene, &[("some l", true), ("!l", false), ("l == nil", false)]);
    scene.running = None;
    check(&scene, &[("some eps", false), ("l == nil", true)]);
    scene.running = Some((2, 0));
    scene.locals.clear();
    check(&scene, &[("some eps", false), ("l == nil", true), ("reach(l, eps, nil)", true)]);
    scene.globals[3] = node;
    check(&scene, &[("some eps", true), ("some `B.z`", true)]);
}

#[test]
fn paths_lead_to_objects_nil_or_plain_values() {
    let mut scene = Scene::new();
    let cell = scene.alloc(CELL, &[Value::Int(7), Value::Int(0)]);
    let leaf = scene.alloc(LEAF, &[cell]);
    scene.globals[0] = leaf;
    scene.globals[1] = cell;
    check(&scene, &[("x == y", false), ("x.f == y", true), ("x == x", true), ("nil == x.f.f", false)]);
    // A leaf has no `g`, and what is nowhere equals nothing.
    check(&scene, &[("x.g.f == nil", false), ("x.g == nil", false), ("reach(x, g, nil)", false)]);
    check(&scene, &[("n == m", true), ("x.f.size == n", false), ("y.g == n", true), ("n == 0", true)]);
    scene.globals[4] = Value::Int(7);
    check(&scene, &[("n == m", false), ("x.f.size == n", true), ("`A.y`.size == n", true)]);
    scene.globals[0] = Value::Null;
    check(&scene, &[("x.f.f == nil", true), ("x.size == m", false), ("x.size == x.size", false)]);
    // A plain value where other classes have references leads nowhere.
    check(&scene, &[("some g", false), ("reach(y, g, nil)", false)]);
}

#[test]
fn what_the_last_step_did() {
    let mut scene = Scene::new();
    check(&scene, &[("unchanged", false), ("@nullwrite", false)]);
    scene.last = LastStep { wrote_null: false, changed: false };
    check(&scene, &[("unchanged", true), ("@nullwrite", false)]);
    scene.last = LastStep { wrote_null: true, changed: true };
    check(&scene, &[("unchanged", false), ("@nullwrite", true)]);
}

#[test]
fn where_control_is() {
    let mut scene = Scene::new();
    check(&scene, &[("@at(start)", true), ("@in(main)", true), ("@in(p)", false), ("@in(B.p)", false)]);
    check(&scene, &[("@terminated", false), ("@stuck", false)]);
    scene.running = Some((0, 1));
    check(&scene, &[("@at(start)", false), ("@in(main)", true), ("@stuck", true), ("@terminated", false)]);
    scene.running = Some((2, 0));
    check(&scene, &[("@in(p)", true), ("@in(B.p)", true), ("@in(A.p)", false), ("@stuck", false)]);
    scene.end = End::Stuck;
    check(&scene, &[("@stuck", true), ("@terminated", false)]);
    (scene.end, scene.running) = (End::Terminated, None);
    check(&scene, &[("@stuck", false), ("@terminated", true), ("@in(p)", false)]);
}

#[test]
fn with_several_threads_some_thread_is_there_and_all_are_seen() {
    let threads = "thread proc0\nthread proc1\nproc proc0 \"a\"() {\n  local v0 \"l\": object\nblock0:\nlabel \"start\"\n* return\n}\nproc proc1 \"b\"() {\n  local v0 \"k\": object\nblock0:\n* return\n}\n";
    let program = program(threads);
    let mut scene = Scene::new();
    let node = scene.alloc(NODE, &[Value::Null, Value::Null]);
    let other = scene.alloc(NODE, &[node, Value::Null]);
    let (a, b) = ([node], [other]);
    let at = |proc: usize, locals| Running {
        number: None,
        proc: ProcId::new(proc),
        block: BlockId::new(0),
        index: 0,
        locals,
    };
    let both = [at(0, &a), at(1, &b)];
    let ask = |text: &str, running: &[Running<'_>]| {
        let property = property(&program, text);
        let (end, last) = (End::GoesOn, LastStep::default());
        let view = View { heap: &scene.heap, globals: &scene.globals, running, end, last };
        property.letter(&view).0 == 1
    };
    assert!(ask("@in(a)", &both) && ask("@in(b)", &both) && ask("@at(start)", &both));
    assert!(!ask("@in(a)", &both[1..]) && !ask("@at(start)", &both[1..]));
    assert!(ask("f.nil", &both[..1]) && !ask("f.nil", &both) && ask("f.f.nil", &both));
}

#[test]
fn engines_know_what_a_state_must_keep() {
    let program = program(ONE_THREAD);
    let check = |text: &str, last_step: bool, locals: bool| {
        let property = property(&program, text);
        assert_eq!((property.uses_last_step(), property.observes_locals()), (last_step, locals), "{text}");
    };
    check("G unchanged", true, false);
    check("F @nullwrite", true, false);
    check("G (x == y && reach(x, f*.y, nil)) || @stuck || @at(start) || @in(p)", false, false);
    check("x", false, true);
    check("some f", false, true);
    check("x == l", false, true);
    check("reach(x, f*.l, y)", false, true);
    check("reach(x, f*.!l, y)", false, true);
    check("reach(l, f, y)", false, true);
}

#[test]
fn letters_have_exactly_the_atoms_that_hold() {
    let program = program(ONE_THREAD);
    let property = property(&program, "G (x == nil -> F (@in(main) && some eps))");
    let mut scene = Scene::new();
    assert_eq!(scene.view(|view| property.letter(view)).0, 0b011);
    let node = scene.alloc(NODE, &[Value::Null, Value::Null]);
    scene.globals[0] = node;
    assert_eq!(scene.view(|view| property.letter(view)).0, 0b110);
    let contradicts = |bits: &u64| bits & 7 & (bits >> 3) != 0;
    for bits in (0..1 << 6).filter(|bits| !contradicts(bits)) {
        let label = logic::Label { positive: logic::AtomSet(bits & 7), negative: logic::AtomSet(bits >> 3) };
        let letter = scene.view(|view| property.letter(view));
        assert_eq!(scene.view(|view| property.admits(label, view)), label.admits(letter), "{label:?}");
    }
}
