//! Families of Shylock programs: their text, by size. `corpus/shylock/laws` has the small ones with their answers.

use std::fmt::Write;

/// New objects for `n` globals `x0`, `x1`, ... forever, in any order.
pub fn shuffle(n: usize) -> String {
    let names: Vec<String> = (0..n).map(|index| format!("x{index}")).collect();
    let branches: Vec<String> = names.iter().map(|name| format!("{name} := new")).collect();
    format!("global {}\nmain :: while (true) {{ {} }}\n", names.join(", "), branches.join(" + "))
}

/// A procedure that calls itself forever, each call with an object of its own.
pub fn endless_locals() -> String {
    "p :: x := new; p\n".to_owned()
}

/// A global that is saved, replaced and restored, to any depth of recursion.
pub fn save_restore() -> String {
    "global g\nmain :: p; assert g = nil\np :: x := g; g := new; (p + skip); g := x; assert g = x\n"
        .to_owned()
}

/// Recursive reversal of all lists of up to `n` nodes. `forgetful`: the old first node keeps its successor.
pub fn reverse_recursive(n: usize, forgetful: bool) -> String {
    let end = if forgetful { "" } else { "; h.f := nil" };
    format!(
        "global r\nfield f\nmain :: h := build{n}(); reverse(h)\n\
         reverse(h) :: if (h.f = nil) r := h else {{ t := h.f; reverse(t); t.f := h{end} }}\n{}",
        lists(n)
    )
}

/// The same, but the lists are made in a loop, as long as a given list of `n` nodes lasts: heads are linear in `n`, not
/// only heaps.
pub fn reverse_all(n: usize) -> String {
    let mut text = String::from("global r, count\nfield f\nheap {\ncount = c1;\n");
    for node in 1..n {
        let _ = writeln!(text, "c{node}.f = c{};", node + 1);
    }
    text + "}\nmain :: h := nil; \
            while (count != nil) { count := count.f; x := new; x.f := h; h := x; x := nil; (count := nil + skip) }; \
            reverse(h)\n\
            reverse(h) :: if (h.f = nil) r := h else { t := h.f; reverse(t); t.f := h; h.f := nil }\n"
}

/// Reversal of all lists of up to `n` nodes in a loop.
pub fn reverse_iterative(n: usize) -> String {
    format!(
        "global g\nfield f\n\
         main :: x := build{n}(); while (x != nil) {{ t := x.f; x.f := g; g := x; x := t }}\n{}",
        lists(n)
    )
}

/// Recursive traversal of all binary trees of depth up to `depth`.
pub fn traverse(depth: usize) -> String {
    format!(
        "global a\nfield lf, rt\nmain :: t := build{depth}(); visit(t); assert a = nil\n\
         visit(t) :: if (t != nil) {{ above := a; a := t; visit(t.lf); visit(t.rt); assert a = t; a := above }}\n{}",
        trees(depth)
    )
}

/// Traversal of all binary trees of depth up to `depth` by turning pointers round (Deutsch, Schorr and Waite; in the
/// form of Lindstrom).
pub fn schorr_waite(depth: usize) -> String {
    format!(
        "global r\nfield lf, rt\nmain :: r := build{depth}(); if (r != nil) {{\n\
         left, right := r.lf, r.rt; end := new; previous, current := end, r;\n\
         while (current != end) {{\n\
         next := current.lf; current.lf, current.rt := current.rt, previous; previous, current := current, next;\n\
         if (current = nil) current, previous := previous, nil }};\n\
         assert previous = r && r.lf = left && r.rt = right }}\n{}",
        trees(depth)
    )
}

/// A chain that may grow at every call.
pub fn chain() -> String {
    "global g\np :: x := new; x.f := g; g := x; (p + skip)\n".to_owned()
}

/// What is visible has two objects at most, but a local of the first procedure holds the beginning of a list that
/// grows, and is never looked at again.
pub fn pinned() -> String {
    "global g\nmain :: g := new; l := g; p; assert l != nil\np :: q; d\nd :: d\n\
     q :: x := new; g.f := x; g := x; x := nil; (q + skip)\n"
        .to_owned()
}

/// Procedures `build0`, `build1`, ... that make any list of at most so many nodes.
fn lists(n: usize) -> String {
    let mut text = "build0() -> h :: h := nil\n".to_owned();
    for (length, shorter) in (1..=n).zip(0..) {
        let made = format!("h := nil + (h := new; h.f := build{shorter}())");
        writeln!(text, "build{length}() -> h :: {made}").expect("a string takes what is written");
    }
    text
}

/// Procedures `build0`, `build1`, ... that make any binary tree of at most this depth.
fn trees(depth: usize) -> String {
    let mut text = "build0() -> t :: t := nil\n".to_owned();
    for (depth, below) in (1..=depth).zip(0..) {
        let made = format!("t := nil + (t := new; t.lf := build{below}(); t.rt := build{below}())");
        writeln!(text, "build{depth}() -> t :: {made}").expect("a string takes what is written");
    }
    text
}
