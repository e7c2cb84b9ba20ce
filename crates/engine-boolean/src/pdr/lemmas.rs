//! How lemmas are made and raised.
//!
//! A cube that no step reaches is widened by dropping literals, as long as no step reaches the rest. Which literals
//! stay decides whether the lemma holds at higher levels, too: values that depend on little are kept. After each level
//! all lemmas are tried at the next one; a step against that is remembered, and is not looked for again while lemmas
//! allow it.

use verdict::StopReason;

use super::known::{Point, Witness};
use super::layout::PredId;
use super::prover::{Cube, Reply};
use super::search::Search;
use super::unit::{Site, Step};

/// After so many literals in a row that cannot be dropped from a cube, the others stay.
const MOST_FAILURES: usize = 24;

impl Search<'_, '_> {
    /// Excludes a cube that no step reaches at a level, and as much around it as can be; the highest level at which
    /// that holds.
    pub(crate) fn exclude(
        &mut self,
        pred: PredId,
        core: Cube,
        for_ever: bool,
        level: u32,
    ) -> Result<u32, StopReason> {
        let (mut cube, mut for_ever) = self.widened(pred, core, for_ever, level)?;
        let mut up_to = level;
        while up_to < self.level && !for_ever {
            match self.ask(pred, &cube, up_to + 1, &[])? {
                Reply::No { core, for_ever: is_for_ever } => (cube, for_ever) = (core, is_for_ever),
                Reply::Yes(_) => break,
            }
            up_to += 1;
        }
        let up_to = if for_ever { self.level } else { up_to };
        self.known.add_lemma(pred, cube, up_to, for_ever);
        Ok(up_to)
    }

    /// Drops literals from an excluded cube, one after the other, those first that depend on much.
    fn widened(
        &mut self,
        pred: PredId,
        mut cube: Cube,
        mut for_ever: bool,
        level: u32,
    ) -> Result<(Cube, bool), StopReason> {
        let Some(ending) = self.system.ending(pred) else { return Ok((cube, for_ever)) };
        let weights = &self.system.target(ending).weights;
        let mut candidates = cube.clone();
        candidates.sort_unstable_by_key(|literal| (weights[literal.variable()], *literal));
        let mut n_failures = 0;
        while let Some(candidate) = candidates.pop()
            && n_failures < MOST_FAILURES
        {
            let mut without = cube.clone();
            without.retain(|&literal| literal != candidate);
            match self.ask(pred, &without, level, &[])? {
                Reply::No { core, for_ever: is_for_ever } => {
                    (cube, for_ever) = (core, is_for_ever);
                    candidates.retain(|candidate| cube.binary_search(candidate).is_ok());
                    n_failures = 0;
                }
                Reply::Yes(_) => n_failures += 1,
            }
        }
        Ok((cube, for_ever))
    }

    /// Raises lemmas to higher levels. A level that keeps none of its own is the same as the next one: a proof.
    pub(crate) fn raise_lemmas(&mut self) -> Result<Option<u32>, StopReason> {
        let preds = self.system.in_order();
        for level in 1..=self.level {
            self.task.meter.tick(self.tick())?;
            let mut is_empty = true;
            for &pred in &preds {
                for index in 0..self.known.lemmas(pred).len() {
                    if self.known.lemmas(pred)[index].level == Some(level) {
                        is_empty &= self.raise(pred, index, level + 1)?;
                    }
                }
            }
            if is_empty {
                return Ok(Some(level + 1));
            }
        }
        Ok(None)
    }

    /// Raises a lemma to a level, if it holds there.
    fn raise(&mut self, pred: PredId, index: usize, level: u32) -> Result<bool, StopReason> {
        if self.known.is_refused(pred, index) {
            return Ok(false);
        }
        let lemma = &self.known.lemmas(pred)[index];
        if !lemma.for_ever {
            let cube = lemma.cube.clone();
            if let Reply::Yes(step) = self.ask(pred, &cube, level, &[])? {
                let witness = self.witness(pred, level, &step);
                self.known.refuse(pred, index, witness);
                return Ok(false);
            }
        }
        self.known.raise(pred, index, level);
        Ok(true)
    }

    /// What a step that ends at the predicate relies on.
    fn witness(&self, pred: PredId, level: u32, &Step { ending, ref values }: &Step) -> Witness {
        let sites = self.system.target(ending).sites.iter().map(|&site| self.system.site(ending, site));
        let point = |site: &Site| Point {
            pred: site.pred,
            level: self.system.level_of(pred, level, site.pred),
            values: site.values.iter().map(|&value| values.of(value)).collect(),
            n_read: self.known.log(site.pred).len(),
        };
        Witness { points: sites.filter(|site| values.of(site.active)).map(point).collect() }
    }
}
