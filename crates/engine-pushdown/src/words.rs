//! Looks for an execution whose word violates a formula: the product of a program and the automaton of the formula's
//! violations.

use base::Id;
use ir::facts::can_prune;
use logic::Label;
use pushdown::{
    Application, Buchi, Ending, Head, Product, ProductStop, Saturation, Transition, find_lasso, post_star,
};
use temporal::Temporal;
use verdict::{StopReason, Unsupported, Violation, ViolationKind};

use crate::answer::{
    Found, LONGEST_TRACE, add_proof, conclude, no_trace, run_to, stats, too_large, trace_too_long,
};
use crate::engine::Question;
use crate::growth::note_growth;
use crate::semantics::HeapSemantics;
use crate::system::{Goal, ProgramSystem, Stop};
use crate::trace::Walker;

type ProgramProduct<'a, S> = Product<ProgramSystem<'a, S>, Label>;

/// Decides whether the words of all executions satisfy a formula.
pub(crate) fn check_words<'p, S: HeapSemantics<'p>>(
    semantics: S,
    temporal: &Temporal,
    question: Question<'_, 'p>,
) -> Found {
    let system = ProgramSystem::new(semantics, Goal::Words(temporal), question.meter);
    let mut product = Product::new(system, automaton(temporal)).ending_at(deciding(question, temporal));
    let initial = product.base_mut().semantics.initial();
    let initial = product.initial(initial).unwrap_or_default();
    let (found, ending) = post_star(&mut product, &initial);
    let searched = match ending {
        Ending::Stopped(ProductStop::Decided(head)) => prefix(&mut product, &found, head).map(Some),
        Ending::Complete | Ending::Stopped(_) | Ending::TooLarge => violation(&mut product, &found),
    };
    let mut stopped = stop_reason(ending);
    let mut violations = Vec::new();
    match searched {
        Ok(violation) => violations.extend(violation),
        Err(reason) => stopped = Some(reason),
    }
    if product.base().fails_inside {
        stopped = stopped.or_else(|| Some(fails_inside()));
    }
    let n_states = temporal.violations.n_states();
    let stats = stats(&product.base().semantics, &found, product.n_base_heads(), n_states);
    let overflow = product.base().overflow.and_then(|head| {
        let run = run_to(&found, |other| product.split(other).0 == head)?;
        Some(projected(&product, &run))
    });
    // Where the search is not complete, what grew is looked for.
    let heads = found.heads().filter(|_| question.wants_proof || stopped.is_some());
    let split: Vec<(Head, u32)> = heads.map(|head| product.split(found.head(head))).collect();
    let mut system = product.into_base();
    let mut answered = conclude(violations, stopped, &mut system, overflow, stats);
    note_growth(&mut answered.answer, &mut system.semantics, &found, |head| split[head.index()].0);
    add_proof(&mut answered.answer, &found, &mut system.semantics, |head| split[head.index()], question);
    answered
}

/// An execution that violates the formula.
fn violation<'p, S: HeapSemantics<'p>>(
    product: &mut ProgramProduct<'_, S>,
    found: &Saturation,
) -> Result<Option<Violation>, StopReason> {
    let Some(lasso) = find_lasso(found, LONGEST_TRACE).map_err(|_| trace_too_long())? else {
        return Ok(None);
    };
    let (stem, cycle) = (projected(product, &lasso.stem), projected(product, &lasso.cycle));
    let (trace, _) = Walker::new(product.base_mut()).lasso(&stem, &cycle).ok_or_else(no_trace)?;
    Ok(Some(Violation { kind: ViolationKind::Formula, span: None, witness: trace.into() }))
}

/// An execution that has violated the formula when it leaves this head, however it goes on.
fn prefix<'p, S: HeapSemantics<'p>>(
    product: &mut ProgramProduct<'_, S>,
    found: &Saturation,
    head: Head,
) -> Result<Violation, StopReason> {
    let run = run_to(found, |other| other == head).ok_or_else(trace_too_long)?;
    let run = projected(product, &run);
    let (head, _) = product.split(head);
    let trace = Walker::new(product.base_mut()).prefix(&run, head);
    Ok(Violation { kind: ViolationKind::Formula, span: None, witness: trace.into() })
}

/// The states of the automaton that decide at once. Every execution of a program without assumptions can be continued,
/// so there a hopeless state is enough; elsewhere the whole of an execution has to be found.
fn deciding(question: Question<'_, '_>, temporal: &Temporal) -> Vec<bool> {
    if can_prune(question.code.program) {
        return Vec::new();
    }
    temporal.violations.states().map(|state| temporal.hopeless.contains(state)).collect()
}

/// A run of the program alone.
fn projected<'p, S: HeapSemantics<'p>>(
    product: &ProgramProduct<'_, S>,
    run: &[Application],
) -> Vec<Application> {
    run.iter().map(|application| product.project(application)).collect()
}

fn stop_reason(ending: Ending<ProductStop<Stop>>) -> Option<StopReason> {
    match ending {
        Ending::Complete | Ending::Stopped(ProductStop::Base(Stop::Found) | ProductStop::Decided(_)) => None,
        Ending::TooLarge | Ending::Stopped(ProductStop::TooManyControls) => Some(too_large()),
        Ending::Stopped(ProductStop::Base(Stop::Limit(reason))) => Some(reason),
    }
}

fn fails_inside() -> StopReason {
    let message = "A step can fail after a call inside it; what holds then is not decided.";
    StopReason::Unsupported(Unsupported::new(message))
}

/// The automaton of the formula's violations, as pushdown systems want it.
fn automaton(temporal: &Temporal) -> Buchi<Label> {
    let automaton = &temporal.violations;
    let number = |state: logic::StateId| state.index() as u32;
    let transition = |transition: &logic::Transition| Transition {
        label: transition.label,
        target: number(transition.target),
        marked: transition.marked,
    };
    Buchi {
        initial: automaton.initial().iter().map(|&state| number(state)).collect(),
        transitions: automaton
            .states()
            .map(|state| automaton.transitions(state).iter().map(transition).collect())
            .collect(),
    }
}
