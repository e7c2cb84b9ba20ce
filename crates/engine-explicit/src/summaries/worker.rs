//! What is lent to an instance while it runs: a machine, the account, and the names of objects at the present call.
//!
//! There is one worker for each thread that runs instances; today that is one.

use ir::ObjectId;
use machine::Code;
use verdict::{Meter, Read};

use super::account::Account;
use super::body::Body;
use super::instance::InstanceId;
use super::node::NodeId;
use super::pattern;
use super::view::Names;

/// Runs instances.
pub(super) struct Worker<'a> {
    pub(super) body: Body<'a>,
    pub(super) account: Account<'a>,
    pub(super) binding: Binding,
    /// Callees are found by what they have read, and not by all that they see.
    pub(super) uses_patterns: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        code: &'a Code<'a>,
        uses_patterns: bool,
        all_errors: bool,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self {
            body: Body::new(code, !uses_patterns),
            account: Account::new(meter, all_errors),
            binding: Binding::default(),
            uses_patterns,
        }
    }

    /// Whether the call that the machine is at matches a pattern; the objects of the pattern are then named. With
    /// visible states every call matches, and all that the callee sees is named.
    pub(super) fn matches(&mut self, number: i32, pattern: &[Read]) -> bool {
        if !self.uses_patterns {
            self.name_visible(number);
            return true;
        }
        pattern::matches(pattern, self.body.view_of_callee(number), self.binding.rename())
    }

    /// Names the objects that a callee sees in canonical order, and writes what it sees to the key of the body.
    pub(super) fn name_visible(&mut self, number: i32) {
        let order: Vec<ObjectId> = self.body.encode_view(number);
        let names = self.binding.rename();
        names.clear();
        names.meet(&order);
    }
}

/// The objects of a callee's pattern, as the caller names them at one call. Kept from one message to the next, so that
/// a call is matched once for all effects that are sent together.
#[derive(Debug, Default)]
pub(super) struct Binding {
    names: Names,
    of: Option<(Bound, Progress)>,
}

/// What the names are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    caller: InstanceId,
    pub(super) call: NodeId,
    callee: InstanceId,
    n_reads: usize,
}

/// How far the caller is with a pattern that its call matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// The machine is at the call.
    Found,
    /// The caller has read what the pattern asks for.
    Observed,
}

impl Bound {
    pub(super) fn new(caller: InstanceId, call: NodeId, callee: InstanceId, pattern: &[Read]) -> Self {
        Self { caller, call, callee, n_reads: pattern.len() }
    }
}

impl Binding {
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Lets objects be named for another call.
    pub(super) fn rename(&mut self) -> &mut Names {
        self.of = None;
        &mut self.names
    }

    /// The call that the machine is at matches, and the objects are named.
    pub(super) fn found(&mut self, bound: Bound) {
        self.of = Some((bound, Progress::Found));
    }

    pub(super) fn observed(&mut self) {
        self.of.iter_mut().for_each(|(_, progress)| *progress = Progress::Observed);
    }

    pub(super) fn is_found(&self, bound: Bound) -> bool {
        self.of == Some((bound, Progress::Found))
    }

    pub(super) fn is_observed(&self, bound: Bound) -> bool {
        self.of == Some((bound, Progress::Observed))
    }

    /// The machine leaves the call where it was: what is not read there by now is not read by the way.
    pub(super) fn moves_on(&mut self) {
        self.of = self.of.filter(|&(_, progress)| progress == Progress::Observed);
    }
}
