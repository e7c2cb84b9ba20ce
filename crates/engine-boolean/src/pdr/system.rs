//! The whole program as Horn clauses: the steps of all units, and which predicates depend on which.

use base::{Graph as Directed, IndexVec};
use solver::sat::Lit;

use super::encode::encode;
use super::layout::{Layout, PredId, UnitId};
use super::unit::{Ending, Site, Target, Unit};
use crate::graph::Graph;

/// All Horn clauses.
pub(crate) struct System {
    pub(crate) layout: Layout,
    pub(crate) units: IndexVec<UnitId, Unit>,
    /// What steps must arrive at for a predicate; none if nothing leads there.
    endings: IndexVec<PredId, Option<Ending>>,
    /// Predicates that depend on each other are together; what they depend on comes before them.
    components: IndexVec<PredId, u32>,
    /// The predicates that each one depends on directly.
    premises: IndexVec<PredId, Vec<PredId>>,
}

impl System {
    pub(crate) fn new(graph: &Graph<'_>) -> Self {
        let layout = Layout::new(graph);
        let units: IndexVec<UnitId, Unit> =
            layout.units.ids().map(|unit| encode(graph, &layout, unit)).collect();
        let mut endings = IndexVec::filled(None, layout.preds.len());
        let mut premises = IndexVec::filled(Vec::new(), layout.preds.len());
        for (unit, step) in units.iter_enumerated() {
            for (target, end) in step.targets.iter().enumerate() {
                endings[end.pred] = Some(Ending { unit, target });
                premises[end.pred] = end.sites.iter().map(|&site| step.sites[site].pred).collect();
                premises[end.pred].sort_unstable();
                premises[end.pred].dedup();
            }
        }
        let dependence = Directed::new(layout.preds.len(), |pred| premises[pred].iter().copied());
        let found = dependence.components();
        let components = layout.preds.ids().map(|pred| found.component_of(pred) as u32).collect();
        Self { layout, units, endings, components, premises }
    }

    pub(crate) fn ending(&self, pred: PredId) -> Option<Ending> {
        self.endings[pred]
    }

    pub(crate) fn target(&self, ending: Ending) -> &Target {
        &self.units[ending.unit].targets[ending.target]
    }

    pub(crate) fn site(&self, ending: Ending, site: usize) -> &Site {
        &self.units[ending.unit].sites[site]
    }

    pub(crate) fn component(&self, pred: PredId) -> u32 {
        self.components[pred]
    }

    /// At which levels premises are taken for a predicate at a level: one less within a component.
    pub(crate) fn levels(&self, pred: PredId, level: u32) -> Vec<(PredId, u32)> {
        self.premises[pred].iter().map(|&premise| (premise, self.level_of(pred, level, premise))).collect()
    }

    pub(crate) fn level_of(&self, pred: PredId, level: u32, premise: PredId) -> u32 {
        if self.components[pred] == self.components[premise] { level - 1 } else { level }
    }

    /// All predicates, those that others depend on first.
    pub(crate) fn in_order(&self) -> Vec<PredId> {
        let mut preds: Vec<PredId> = self.layout.preds.ids().collect();
        preds.sort_by_key(|&pred| self.components[pred]);
        preds
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.units.iter().map(|unit| unit.aig.n_nodes()).sum()
    }

    /// What a site has for a literal, as a signal that is true iff the literal is.
    pub(crate) fn at_site(site: &Site, literal: Lit) -> solver::aig::Signal {
        site.values[literal.variable()].complement_if(!literal.is_positive())
    }
}
