//! What a head costs, in time and in bytes: `cargo run --release -p cutpoint-pushdown --example measure [heads]`.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::convert::Infallible;
use std::time::Instant;

use base::Id;
use cutpoint_pushdown::{
    Buchi, Control, Head, HeadGraph, Observed, Product, Rule, Symbol, System, Transition, post_star,
};

/// How the heads hang together.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// One after the other, each with a control of its own.
    Line,
    /// The same, with a marked loop at the end.
    Lasso,
    /// Each head calls a procedure of one head, with a control of its own.
    Calls,
    /// A recursion that goes down all the way and comes back.
    Recursion,
}

struct Shaped {
    shape: Shape,
    size: usize,
}

impl System for Shaped {
    type Stop = Infallible;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Infallible> {
        let [start, callee, wait] = [0, 1, 2].map(Symbol::new);
        let next = Control::new(head.control.index() + 1);
        let is_last = next.index() >= self.size;
        match self.shape {
            Shape::Line | Shape::Lasso if !is_last => out.push(Rule::step(next, start)),
            Shape::Line => {}
            Shape::Lasso => out.push(Rule::step(head.control, start).marked()),
            Shape::Calls if head.symbol == callee => out.push(Rule::pop(next)),
            Shape::Calls if !is_last => out.push(Rule::push(head.control, callee, start)),
            Shape::Recursion if head.symbol == start && !is_last => out.push(Rule::push(next, start, wait)),
            Shape::Recursion => out.push(Rule::pop(head.control)),
            Shape::Calls => {}
        }
        Ok(())
    }
}

impl Observed<()> for Shaped {
    fn is_observed(&mut self, _: Head) -> bool {
        true
    }

    fn admits(&mut self, _: Head, (): &()) -> Result<bool, Infallible> {
        Ok(true)
    }
}

/// Two states that take turns.
fn automaton() -> Buchi<()> {
    let to = |target| vec![Transition { label: (), target, marked: target == 1 }];
    Buchi { initial: vec![0], transitions: vec![to(1), to(0)] }
}

fn measure<S: System>(name: &str, system: &mut S, initial: &[Head]) {
    let start = Instant::now();
    let (found, _) = post_star(system, initial);
    let searched = start.elapsed();
    let graph = HeadGraph::new(&found);
    let answer = match graph.lasso(usize::MAX) {
        Ok(Some(lasso)) => format!("a lasso of {} and {}", lasso.stem.len(), lasso.cycle.len()),
        Ok(None) => format!("ranks for {} heads", graph.ranks().map_or(0, |ranks| ranks.len())),
        Err(error) => error.to_string(),
    };
    let checked = start.elapsed() - searched;
    let counts = found.counts();
    let a_head = |nanoseconds: u128| nanoseconds / counts.heads.max(1) as u128;
    println!(
        "{name:10} {} heads, {} facts: {} ns and {} bytes a head; then {} ns for {answer}",
        counts.heads,
        counts.facts,
        a_head(searched.as_nanos()),
        counts.bytes / counts.heads.max(1),
        a_head(checked.as_nanos()),
    );
}

fn main() {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(1_000_000).max(1);
    let first = Head::new(Control::new(0), Symbol::new(0));
    for shape in [Shape::Line, Shape::Lasso, Shape::Calls, Shape::Recursion] {
        measure(&format!("{shape:?}"), &mut Shaped { shape, size }, &[first]);
    }
    let mut product = Product::new(Shaped { shape: Shape::Line, size }, automaton());
    if let Ok(initial) = product.initial(first) {
        measure("Product", &mut product, &initial);
        println!(
            "and {} bytes for each of its {} base heads",
            product.bytes() / size,
            product.n_base_heads()
        );
    }
}
