//! An order of the variables in which those that meet in a statement are near each other.
//!
//! From *FORCE: a fast and easy-to-implement variable-ordering heuristic* (Aloul, Markov, Sakallah, 2003): each
//! statement pulls its variables to their common centre, again and again, and the order in which statements stretch
//! least is taken. Two orders to start from are tried, since the pulling ends in the nearest valley. Decision diagrams
//! of equalities between variables that are far apart are exponential.

use base::Id;
use ir::Place;

use crate::program::{BoolProgram, End};

/// How often all statements pull, at most.
const ROUNDS: usize = 60;
/// How often they may pull in vain.
const ROUNDS_IN_VAIN: usize = 8;
/// Statements with more variables make no neighbours.
const LARGEST_NEIGHBOURHOOD: usize = 4;

/// All globals and the slots of locals that procedures share.
pub(crate) fn order(program: &BoolProgram<'_>, n_slots: usize) -> Vec<Place> {
    let n_globals = program.n_globals;
    let edges = edges(program, n_globals);
    let starts = [(0..n_globals + n_slots).collect(), by_neighbourhood(&edges, n_globals + n_slots)];
    let settled = starts.map(|start| settled(&edges, &start));
    let [declared, near] = settled;
    let (_, places) = if near.0 < declared.0 { near } else { declared };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&left, &right| places[left].total_cmp(&places[right]));
    let place = |index: usize| match index.checked_sub(n_globals) {
        None => Place::Global(Id::new(index)),
        Some(slot) => Place::Local(Id::new(slot)),
    };
    order.into_iter().map(place).collect()
}

/// Breadth first along statements with few variables, as Cuthill and McKee (1969) make matrices narrow: an argument
/// comes near its parameter, and a copy near its original, however far apart they were declared.
fn by_neighbourhood(edges: &[Vec<usize>], n_variables: usize) -> Vec<usize> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n_variables];
    for edge in edges.iter().filter(|edge| edge.len() <= LARGEST_NEIGHBOURHOOD) {
        edge.iter().for_each(|&variable| neighbours[variable].extend(edge));
    }
    let mut order: Vec<usize> = Vec::new();
    let mut seen = vec![false; n_variables];
    for start in 0..n_variables {
        let mut next = order.len();
        order.extend((!seen[start]).then_some(start));
        seen[start] = true;
        while let Some(&variable) = order.get(next) {
            next += 1;
            for &neighbour in &neighbours[variable] {
                if !std::mem::replace(&mut seen[neighbour], true) {
                    order.push(neighbour);
                }
            }
        }
    }
    order
}

/// The places in which statements stretch least, of those that pulling leads to from an order; and how much that is.
fn settled(edges: &[Vec<usize>], start: &[usize]) -> (f64, Vec<f64>) {
    let mut places = vec![0.0; start.len()];
    start.iter().enumerate().for_each(|(place, &variable)| places[variable] = place as f64);
    let mut best = (stretch(edges, &places), places.clone());
    let mut in_vain = 0;
    for _ in 0..ROUNDS {
        places = pulled(edges, &places);
        let stretch = stretch(edges, &places);
        in_vain += 1;
        if stretch < best.0 {
            (best, in_vain) = ((stretch, places.clone()), 0);
        }
        if in_vain == ROUNDS_IN_VAIN {
            break;
        }
    }
    best
}

/// The variables of each statement; procedures share the slots of their locals.
fn edges(program: &BoolProgram<'_>, n_globals: usize) -> Vec<Vec<usize>> {
    let number = |place: Place| match place {
        Place::Global(global) => global.index(),
        Place::Local(local) => n_globals + local.index(),
    };
    let mut edges: Vec<Vec<usize>> = Vec::new();
    let mut add = |places: Vec<Place>| {
        let mut edge: Vec<usize> = places.into_iter().map(number).collect();
        edge.sort_unstable();
        edge.dedup();
        if edge.len() > 1 {
            edges.push(edge);
        }
    };
    for proc in &program.procs {
        for block in &proc.blocks {
            for act in &block.acts {
                if let Some(expr) = act.expr() {
                    add(expr.variables().into_iter().chain(act.written()).collect());
                }
            }
            match &block.end {
                End::Branch { condition, .. } => add(condition.variables()),
                End::Call(call) => {
                    for (index, arg) in program.calls[*call].args.iter().enumerate() {
                        add([arg.variables(), vec![Place::Local(Id::new(index))]].concat());
                    }
                }
                End::Goto(_) | End::Return(_) => {}
            }
        }
    }
    edges
}

fn centre(edge: &[usize], places: &[f64]) -> f64 {
    edge.iter().map(|&variable| places[variable]).sum::<f64>() / edge.len() as f64
}

/// The distance between the ends of all edges.
fn stretch(edges: &[Vec<usize>], places: &[f64]) -> f64 {
    let length = |edge: &Vec<usize>| {
        let ends = edge.iter().map(|&variable| places[variable]);
        let (low, high) =
            ends.fold((f64::MAX, f64::MIN), |(low, high), place| (low.min(place), high.max(place)));
        high - low
    };
    edges.iter().map(length).sum()
}

/// New places: each variable goes to the mean centre of its edges, and then all get whole places in that order.
fn pulled(edges: &[Vec<usize>], places: &[f64]) -> Vec<f64> {
    let mut sums = vec![(0.0, 0u32); places.len()];
    for edge in edges {
        let centre = centre(edge, places);
        for &variable in edge {
            let (sum, count) = &mut sums[variable];
            (*sum, *count) = (*sum + centre, *count + 1);
        }
    }
    let wish = |variable: usize| match sums[variable] {
        (_, 0) => places[variable],
        (sum, count) => sum / f64::from(count),
    };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&left, &right| wish(left).total_cmp(&wish(right)).then(left.cmp(&right)));
    let mut new = vec![0.0; places.len()];
    order.into_iter().enumerate().for_each(|(place, variable)| new[variable] = place as f64);
    new
}
