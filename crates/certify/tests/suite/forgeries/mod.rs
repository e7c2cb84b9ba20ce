//! Certificates that were forged on purpose, knowing how the checker works, against programs with an error. All must be
//! refused, and each for the reason that its attack runs into: a forgery that is refused because it is badly written
//! would show nothing.
//!
//! - [`summaries`], [`boolean`]: forgeries in text form, one file for each program;
//! - [`pushdown`]: forgeries of proofs of the pushdown engine, made by changing its proof of a program without the
//!   error.
//!
//! A file is a program with an error, and then sections:
//!
//! ```text
//! //= twin: OLD => NEW            the program with NEW in the place of OLD has no error; its certificate follows
//! //= REASON: what is attacked    a whole certificate; or `- OLD => NEW` changes of the last twin's, or `the same`
//! ```

mod boolean;
mod pushdown;
mod summaries;

use cutpoint_certify::{Reason, Refusal};
use interp::explore::{ExploreOptions, explore};
use ir::Program;

use crate::support::program;

/// How many forgeries there must be of each kind of proof.
pub(crate) const AT_LEAST: usize = 30;

/// Whether naive exploration finds an error. None if it cannot see all states.
fn has_error(program: &Program) -> Option<bool> {
    let found = explore(program, ExploreOptions::up_to(2_000));
    (found.complete() || !found.violations.is_empty()).then_some(!found.violations.is_empty())
}

/// The name of a reason, without what it says.
fn name(reason: &Reason) -> String {
    let shown = format!("{reason:?}");
    shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// The text with each of the changes made at one place.
fn changed(text: &str, changes: &str, what: &str) -> String {
    changes.lines().fold(text.to_owned(), |text, change| {
        let change = change.strip_prefix("- ").unwrap_or_else(|| panic!("{what}: {change:?} is no change"));
        let (old, new) = change.split_once("=>").unwrap_or_else(|| panic!("{what}: OLD => NEW"));
        let changed = text.replacen(old.trim(), &new.trim().replace("\\n", "\n"), 1);
        assert_ne!(changed, text, "{what} changes nothing");
        changed
    })
}

/// Checks all forgeries of a file; gives how many there are.
fn check<E>(
    text: &str,
    read: impl Fn(&str) -> E,
    certify: impl Fn(&Program, &E) -> Result<(), Refusal>,
    wrong: &mut Vec<String>,
) -> usize {
    let mut sections = text.split("//= ");
    let program_text = sections.next().expect("a program");
    let violated = program(program_text);
    assert_eq!(has_error(&violated), Some(true), "{program_text}");
    let (mut honest, mut count) = (String::new(), 0);
    for section in sections {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        let (kind, what) = title.split_once(": ").unwrap_or_else(|| panic!("{title} says nothing"));
        let body: String = body.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
        if kind == "twin" {
            let twin = program(&changed(program_text, &format!("- {what}"), title));
            // A recursion of any depth has no end, and none of its first states is an error.
            assert_ne!(has_error(&twin), Some(true), "{title}");
            if let Err(refusal) = certify(&twin, &read(&body)) {
                wrong.push(format!("{title}: {refusal}"));
            }
            honest = body;
            continue;
        }
        let forged = match body.as_str() {
            "the same" => honest.clone(),
            changes if changes.starts_with("- ") => changed(&honest, changes, what),
            _ => body,
        };
        count += 1;
        match certify(&violated, &read(&forged)) {
            Ok(()) => wrong.push(format!("ACCEPTED: {title}")),
            Err(refusal) if name(&refusal.reason) != kind => wrong.push(format!("{title}: {refusal}")),
            Err(_) => {}
        }
    }
    count
}
