//! One random open program with a random question, compared on all machines.

use base::{Id, SourceFile, SourceMap};
use ir::{ClassId, ProcId, Program};
use verdict::ExploreQuery;

use super::agreement::{Compared, Disagreement, compare};
use super::open_programs::{OpenProgramOptions, open_program};
use crate::rng::Rng;

/// Programs with more lazy paths are not compared.
const MOST_PATHS: u64 = 3_000;

/// A random program with a question.
pub struct Case {
    pub text: String,
    pub sources: SourceMap,
    pub program: Program,
    pub query: ExploreQuery,
}

impl Case {
    /// The case of a seed.
    pub fn new(seed: u64) -> Result<Self, Disagreement> {
        let mut rng = Rng::new(seed);
        let text = open_program(&mut rng, &OpenProgramOptions::default());
        let query = question(&mut rng);
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("open.cpir", text.as_str()));
        let program = ir::read(file, &text).map_err(|errors| format!("seed {seed}: {errors:?}\n{text}"))?;
        ir::verify(&program).map_err(|errors| format!("seed {seed}: {errors:?}\n{text}"))?;
        Ok(Self { text, sources, program, query })
    }
}

/// Compares the machines on the program of a seed; what is wrong comes with the program.
pub fn compare_seed(seed: u64) -> Result<Compared, Disagreement> {
    let Case { text, sources: _, program, query } = Case::new(seed)?;
    let compared = compare(&program, &query, MOST_PATHS);
    Ok(compared.map_err(|what| format!("seed {seed}: {what}\n{query:?}\n{text}"))?.unwrap_or_default())
}

/// A question with random bounds about `proc0`.
fn question(rng: &mut Rng) -> ExploreQuery {
    ExploreQuery {
        receiver: Some(vec![ClassId::new(*rng.pick(&[0, 0, 3]))]),
        max_depth: rng.between(1, 3) as u32,
        max_objects: rng.chance(30).then(|| rng.between(1, 3) as u32),
        paper: rng.chance(20),
        ..ExploreQuery::new(ProcId::new(0))
    }
}

/// Whether so many programs were worth comparing: many have several paths, heaps that share objects, and cuts.
pub fn is_worthwhile(total: &Compared, n_programs: u64) -> bool {
    total.control_paths >= n_programs * 2
        && total.heaps >= u128::from(n_programs) * 40
        && total.cut >= n_programs / 10
}
