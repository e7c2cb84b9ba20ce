//! Options and subcommands that a page mentions in passing: whether they exist.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::Failed;

use crate::page::Page;

/// Options of other programs.
const OF_OTHERS: [&str; 16] = [
    "release",
    "workspace",
    "path",
    "write",
    "plot",
    "test",
    "locked",
    "target",
    "all-targets",
    "tool",
    "command",
    "minutes",
    "seed",
    "baseline",
    "docs",
    "executed",
];

/// Whether each `--option` and `cutpoint subcommand` of the text is one.
pub(crate) fn exist(page: &Page) -> Result<(), Failed> {
    let help = help();
    let mut unknown = BTreeSet::new();
    for code in page.inline_code() {
        let words: Vec<&str> = code.split([' ', '=', '|', '[', ']', ',']).collect();
        let options = words.iter().filter_map(|word| word.strip_prefix("--")).filter(|word| !word.is_empty());
        let is_unknown = |word: &&str| !help.options.contains(*word) && !OF_OTHERS.contains(word);
        unknown.extend(options.filter(is_unknown).map(|option| format!("--{option}")));
        if let ["cutpoint", command, ..] = words.as_slice()
            && !command.starts_with('-')
            && !help.commands.contains(*command)
        {
            unknown.insert(format!("cutpoint {command}"));
        }
    }
    if unknown.is_empty() { Ok(()) } else { Err(format!("{}: unknown: {unknown:?}", page.name).into()) }
}

struct Help {
    commands: BTreeSet<String>,
    options: BTreeSet<String>,
}

fn help() -> &'static Help {
    static HELP: OnceLock<Help> = OnceLock::new();
    HELP.get_or_init(|| {
        let top = help_text(&["--help"]);
        let listed = top.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        let names = listed.unwrap_or_default().lines().filter_map(|line| line.split_whitespace().next());
        let commands: BTreeSet<String> = names.map(str::to_owned).collect();
        let mut options = options_of(&top);
        for command in commands.iter().filter(|command| *command != "help") {
            options.extend(options_of(&help_text(&[command, "--help"])));
        }
        Help { commands, options }
    })
}

fn help_text(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cutpoint")).args(arguments).output();
    String::from_utf8(output.expect("the command runs").stdout).expect("help is text")
}

fn options_of(help: &str) -> BTreeSet<String> {
    let is_name = |char: char| char.is_ascii_alphanumeric() || char == '-';
    let names = help.split("--").skip(1).map(|rest| rest.split(|char| !is_name(char)).next());
    names.flatten().filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
