//! One resource manager: an enum of phases, a class of items, and a manager with many small methods.
//!
//! All managers follow one plan, as classes of one code base do, and differ in names, sizes and in what the seed
//! draws: flags of the items, phases, policies, checks, the order of the work, and how often it is tried. Each
//! manager works on objects of its own that are garbage when it is done, so that the states of the program differ
//! between two runs of a method mostly in what the method never reads.

use super::templates::{
    ADVANCE, CHECKS, ESCALATE, FLAG_METHODS, FLAG_WALKERS, FORCE, FORCE_UNTESTED, ITEM_METHODS, LIST,
    MANAGER_FIELDS, PHASE_TEST, POLICY, TRANSACTION, VALIDATE, WORK,
};
use super::text::Text;
use crate::rng::Rng;

const NAMES: [&str; 24] = [
    "Ledger",
    "Basket",
    "Invoice",
    "Parcel",
    "Ticket",
    "Seat",
    "Coupon",
    "Quote",
    "Deposit",
    "Refund",
    "Voucher",
    "Pallet",
    "Journal",
    "Payroll",
    "Permit",
    "Booking",
    "Claim",
    "Policy",
    "Catalogue",
    "Reserve",
    "Dispatch",
    "Contract",
    "Credit",
    "Receipt",
];
const FLAGS: [&str; 8] = ["Marked", "Checked", "Signed", "Counted", "Sealed", "Copied", "Priced", "Sorted"];
const PHASES: [&str; 6] = ["Empty", "Loaded", "Planned", "Posted", "Settled", "Archived"];
const POLICIES: [&str; 4] = ["Quota", "Priority", "Weight", "Patience"];

/// What the seed draws of a resource manager.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    name: String,
    flags: Vec<&'static str>,
    phases: Vec<&'static str>,
    policies: Vec<&'static str>,
    /// Levels of the items, in the order in which they are added.
    levels: Vec<usize>,
    participants: usize,
    attempts: usize,
}

impl Resource {
    /// The resource manager of this number. The draws depend on nothing but the random source.
    pub(super) fn draw(number: usize, rng: &mut Rng) -> Self {
        let generation = number / NAMES.len();
        let suffix = if generation == 0 { String::new() } else { (generation + 1).to_string() };
        let first_flag = rng.below(FLAGS.len());
        let n_flags = rng.between(1, 3);
        let (n_phases, n_policies, n_items) =
            (rng.between(3, PHASES.len()), rng.between(1, POLICIES.len()), rng.between(1, 3));
        Self {
            name: format!("{}{suffix}", NAMES[number % NAMES.len()]),
            flags: (0..n_flags).map(|index| FLAGS[(first_flag + index) % FLAGS.len()]).collect(),
            phases: PHASES[..n_phases].to_vec(),
            policies: POLICIES[..n_policies].to_vec(),
            levels: (0..n_items).map(|_| rng.below(4)).collect(),
            participants: rng.between(1, 2),
            attempts: rng.between(1, 2),
        }
    }

    /// The class that the dispatcher makes an instance of; its method `Execute` does the work.
    pub(super) fn class(&self) -> String {
        format!("{}Manager", self.name)
    }

    /// Appends the declarations. `bug`: what escalates an error takes for granted that there is a record of it.
    pub(super) fn write(&self, text: &mut Text, rng: &mut Rng, bug: bool) {
        text.add("\nenum $NPhase { $phases };\n", &[("N", &self.name), ("phases", &self.phases.join(", "))]);
        self.write_item(text);
        text.add(MANAGER_FIELDS, &[("N", &self.name)]);
        self.write_phases(text, rng);
        self.write_list(text);
        self.write_checks(text);
        self.write_work(text, rng);
        self.write_transaction(text, bug);
        text.add("};\n", &[]);
    }

    fn write_item(&self, text: &mut Text) {
        text.add("\nclass $NItem {\n    int level;\n    $NItem next;\n", &[("N", &self.name)]);
        for flag in &self.flags {
            text.add("    bool is$F;\n", &[("F", flag)]);
        }
        text.add(ITEM_METHODS, &[("N", &self.name)]);
        for flag in &self.flags {
            text.add(FLAG_METHODS, &[("F", flag)]);
        }
        text.add("};\n", &[]);
    }

    /// The state machine of the manager, and what depends on its state.
    fn write_phases(&self, text: &mut Text, rng: &mut Rng) {
        for phase in &self.phases {
            text.add(PHASE_TEST, &[("N", &self.name), ("P", phase)]);
        }
        let mut steps = String::new();
        for (index, pair) in self.phases.windows(2).enumerate() {
            let start = if index == 0 { "        if" } else { " else if" };
            steps += &format!(
                "{start} (Is{}()) {{\n            phase = {}Phase.{};\n        }}",
                pair[0], self.name, pair[1]
            );
        }
        text.add(ADVANCE, &[("N", &self.name), ("steps", &steps)]);
        for policy in &self.policies {
            let cases: String = self.phases[1..]
                .iter()
                .map(|phase| {
                    format!(
                        "        if (Is{phase}()) {{\n            return {};\n        }}\n",
                        rng.between(1, 5)
                    )
                })
                .collect();
            text.add(POLICY, &[("name", policy), ("cases", &cases)]);
        }
    }

    fn write_list(&self, text: &mut Text) {
        let adds: String = self.levels.iter().map(|level| format!("        Add({level});\n")).collect();
        text.add(LIST, &[("N", &self.name), ("adds", &adds)]);
        for flag in &self.flags {
            text.add(FLAG_WALKERS, &[("N", &self.name), ("F", flag)]);
        }
    }

    /// Validators, all of which hold whenever the items are loaded.
    fn write_checks(&self, text: &mut Text) {
        let sum: usize = self.levels.iter().sum();
        let (count, sum) = (self.levels.len().to_string(), sum.to_string());
        text.add(
            CHECKS,
            &[("N", &self.name), ("count", &count), ("sum", &sum), ("level", &self.levels[0].to_string())],
        );
        let tests: String = self.policies.iter().map(|policy| format!(" && {policy}() >= 1")).collect();
        text.add(VALIDATE, &[("tests", &tests)]);
    }

    /// The work between the begin and the end of a transaction: phases, flags, checks, and one place where it can fail.
    fn write_work(&self, text: &mut Text, rng: &mut Rng) {
        let fault_at = rng.below(self.phases.len() - 1);
        let mut steps = String::new();
        for index in 0..self.phases.len() - 1 {
            let flag = rng.pick(&self.flags);
            steps +=
                &format!("        Advance();\n        SetAll{flag}(true);\n        assert(All{flag}());\n");
            steps += match rng.below(3) {
                0 => "        assert(Validate());\n",
                1 => "        assert(LevelsAreRight());\n        assert(lock.IsHeldBy(transaction));\n",
                _ => "        assert(PoliciesAreRight());\n",
            };
            if index == fault_at {
                steps += &format!(
                    "        if (choose(bool)) {{\n            raise {}Fault;\n        }}\n",
                    self.name
                );
            }
        }
        let last = self.phases[self.phases.len() - 1];
        text.add(WORK, &[("steps", &steps), ("last", last)]);
    }

    fn write_transaction(&self, text: &mut Text, bug: bool) {
        let votes = "        participant = transaction.Enlist();\n        participant.Cast(choose(bool));\n"
            .repeat(self.participants);
        let names = [
            ("N", self.name.as_str()),
            ("votes", &votes),
            ("first", self.phases[0]),
            ("attempts", &self.attempts.to_string()),
        ];
        text.add(TRANSACTION, &names);
        let force = if bug { FORCE_UNTESTED } else { FORCE };
        text.add(ESCALATE, &[("force", force)]);
    }
}
