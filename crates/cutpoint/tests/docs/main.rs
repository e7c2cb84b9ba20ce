//! The documentation runs: every command and example of README, CONTRIBUTING and `docs/` is executed here, and what a
//! page shows is compared with what happens.
//!
//! The first words after the fence of a block say what it is:
//!
//! | block | what the test does |
//! | --- | --- |
//! | `sh` | runs each command line; an answer is expected, whichever it is |
//! | `console` | runs the lines that begin with `$ `, and compares what follows with their output; `cat` shows a file |
//! | `console mistake` | the same for commands that are refused |
//! | `csharp FILE`, `text FILE`, .. | writes the file, for the commands of the page |
//! | `diff FILE` | changes the file: removed lines must be there, once |
//! | `zing`, `shylock`, `boolean`, `javalite`, `cpir` | reads the program; it must compile |
//! | `ltl` | reads each formula, up to two spaces |
//! | `text` | nothing: grammars, layouts, measured figures |
//!
//! A line `...` in an output matches any lines; times, sizes and rates are masked. Commands that build, install or test
//! are only looked up ([`cargo`]). A page runs in a folder of its own that has copies of `examples` and `corpus`.
//! `UPDATE_DOCS=1` writes outputs and pictures anew; read the diff.

#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod cargo;
mod compare;
mod images;
mod links;
mod options;
mod page;
mod session;
mod shell;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::page::Page;

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn wants_update() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some_and(|value| value != "0")
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = pages().into_iter().flat_map(trials).collect();
    trials.extend(compare::tests());
    trials.push(Trial::test("every_picture_is_shown", || images::all_are_shown(&pages())));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// All pages, relative to the root.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "ARCHITECTURE.md".to_owned()];
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(root().join(&folder)).expect("the folder can be read");
        for entry in entries {
            let entry = entry.expect("the folder can be read");
            let name = format!("{folder}/{}", entry.file_name().to_str().expect("names are text"));
            if entry.file_type().expect("the folder can be read").is_dir() {
                folders.push(name);
            } else if name.ends_with(".md") {
                pages.push(name);
            }
        }
    }
    pages.sort();
    pages
}

fn trials(name: String) -> [Trial; 4] {
    let [blocks, pictures, options, links] = [(); 4].map(|()| name.clone());
    [
        Trial::test(format!("{name}: examples"), move || session::run(&read(&blocks)?)),
        Trial::test(format!("{name}: pictures"), move || images::compare(&read(&pictures)?)),
        Trial::test(format!("{name}: options"), move || options::exist(&read(&options)?)),
        Trial::test(format!("{name}: links"), move || links::lead_somewhere(&read(&links)?)),
    ]
}

fn read(name: &str) -> Result<Page, Failed> {
    let text = std::fs::read_to_string(root().join(name))?;
    Ok(Page::new(name, text)?)
}
