//! Role policies: who may become what. One loop of guarded updates over many globals, of which most begin with any
//! value.
//!
//! The rules are those of administrative role-based access control (ARBAC97): a role may be assigned to a user who
//! has some roles and does not have others, and it may be revoked. Whether a user can ever get a role is the
//! question.

use std::fmt::Write;

use super::Variant;
use crate::rng::Rng;

/// The longest chain of roles that are needed one after another.
const LONGEST_CHAIN: usize = 12;

/// A policy of so many roles, at least 6, with rules made at random.
///
/// Roles come in three kinds: *chain* roles that no user has at the start and that are assigned one after the other;
/// *ordinary* ones, in pairs that exclude each other, and anybody may have roles of every other pair at the start; and
/// the last, the *goal*, for which both roles of the first pair are needed.
///
/// Safe: no user ever has both roles of a pair, nor the goal. The start is so, and every rule that assigns a role of a
/// pair asks for the absence of the other. Unsafe: the rule for the second role of the first pair that asks for the
/// last role of the chain does not ask for the absence of the first. The way to the goal: begin with the first role of
/// the first pair, take the chain roles in order, whose rules ask for chain roles only, then the second role, then the
/// goal. It cannot be shorter: without that rule there is no pair, and without the chain not that rule.
pub fn roles(globals: usize, seed: u64, variant: Variant) -> String {
    assert!(globals >= 6, "there are a chain of two or more, a pair and a goal");
    let longest = (globals / 4).clamp(2, LONGEST_CHAIN);
    // An even number of ordinary roles is left.
    let chain = longest + (globals - 1 - longest) % 2;
    let mut writer = Writer {
        rng: Rng::new(seed.wrapping_mul(1_000).wrapping_add(globals as u64)),
        chain,
        pairs: (globals - 1 - chain) / 2,
        rules: Vec::new(),
    };
    writer.chain_rules();
    writer.flaw(variant);
    writer.ordinary_rules();
    writer.goal_rule();
    writer.shuffle();
    writer.text()
}

/// Role `r{pair}a` and role `r{pair}b` exclude each other.
struct Writer {
    rng: Rng,
    chain: usize,
    pairs: usize,
    rules: Vec<String>,
}

impl Writer {
    fn chain_rules(&mut self) {
        self.rules.push("assume(!c1); c0 := T;".to_owned());
        for role in 1..self.chain {
            self.rules.push(format!("assume(c{}); c{role} := T;", role - 1));
        }
    }

    /// The rule in which the variants differ.
    fn flaw(&mut self, variant: Variant) {
        let asked = variant.choose("!r0a", "r0a");
        self.rules.push(format!("assume(c{} & {asked}); r0b := T;", self.chain - 1));
    }

    fn ordinary_rules(&mut self) {
        for pair in 0..self.pairs {
            for (side, other) in [("a", "b"), ("b", "a")] {
                let role = format!("r{pair}{side}");
                for _ in 0..2 {
                    let asked = self.condition();
                    self.rules.push(format!("assume(!r{pair}{other}{asked}); {role} := T;"));
                }
                let has = self.ordinary();
                self.rules.push(format!("assume({has}); {role} := F;"));
            }
        }
    }

    /// Up to two roles that one must have, and up to two that one must not have.
    fn condition(&mut self) -> String {
        let mut text = String::new();
        for sign in ["", "!"] {
            for _ in 0..self.rng.below(3) {
                let _ = write!(text, " & {sign}{}", self.ordinary());
            }
        }
        text
    }

    fn goal_rule(&mut self) {
        self.rules.push("assume(r0a & r0b); goal := T;".to_owned());
    }

    fn ordinary(&mut self) -> String {
        let pair = self.rng.below(self.pairs);
        format!("r{pair}{}", self.rng.pick(&["a", "b"]))
    }

    fn shuffle(&mut self) {
        for last in (1..self.rules.len()).rev() {
            let other = self.rng.below(last + 1);
            self.rules.swap(last, other);
        }
    }

    fn text(&self) -> String {
        let chain: Vec<String> = (0..self.chain).map(|role| format!("c{role}")).collect();
        let mut text = format!("decl {};\n", chain.join(", "));
        for pair in 0..self.pairs {
            let _ = writeln!(text, "decl r{pair}a, r{pair}b;");
        }
        text += "decl goal;\nvoid main() begin\n    goal := F;\n";
        for role in &chain {
            let _ = writeln!(text, "    {role} := F;");
        }
        for pair in 0..self.pairs {
            let (a, b) = (format!("r{pair}a"), format!("r{pair}b"));
            let start = match pair % 2 {
                0 => format!("assume(!({a} & {b}));"),
                _ => format!("{a}, {b} := F, F;"),
            };
            let _ = writeln!(text, "    {start}");
        }
        let labels: Vec<String> = (0..self.rules.len()).map(|rule| format!("rule{rule}")).collect();
        let _ = writeln!(text, "    more: goto {}, done;", labels.join(", "));
        for (label, rule) in labels.iter().zip(&self.rules) {
            let _ = writeln!(text, "        {label}: {rule} goto more;");
        }
        text + "    done: assert(!goal);\nend\n"
    }
}
