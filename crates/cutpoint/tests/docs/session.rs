//! Running the blocks of a page.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::Failed;

use crate::page::{Block, Kind, Page};
use crate::shell::CommandLine;
use crate::{cargo, compare, root, wants_update};

/// Answers of the command; all else is a mistake of the page.
const ANSWERS: [i32; 3] = [0, 1, 3];

/// Runs all blocks of a page, in order.
pub(crate) fn run(page: &Page) -> Result<(), Failed> {
    let folder = Folder::new(&page.name)?;
    let mut mistakes = Vec::new();
    let mut updated = page.text.clone();
    // From the last to the first, so that the places of the others stay.
    let mut sessions = Vec::new();
    for block in &page.blocks {
        match folder.block(block, page.body(block)) {
            Ok(None) => {}
            Ok(Some(session)) => sessions.push((block, session)),
            Err(mistake) => mistakes.push(format!("{}:{}: {mistake}", page.name, block.line)),
        }
    }
    for (block, session) in sessions.into_iter().rev() {
        updated.replace_range(block.body.clone(), &session);
        if !wants_update() {
            mistakes.push(format!("{}:{}: this is what happens now:\n\n{session}", page.name, block.line));
        }
    }
    if wants_update() && updated != page.text {
        std::fs::write(root().join(&page.name), updated)?;
    }
    if mistakes.is_empty() {
        return Ok(());
    }
    let help = "UPDATE_DOCS=1 writes the outputs of console blocks anew";
    Err(format!("{}\n\n{help}", mistakes.join("\n\n")).into())
}

/// Where a page runs.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> std::io::Result<Self> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name.replace('/', "-"));
        let _ = std::fs::remove_dir_all(&path);
        for part in ["examples", "corpus"] {
            copy(&root().join(part), &path.join(part))?;
        }
        Ok(Self(path))
    }

    /// What a session shows now, if that is something else.
    fn block(&self, block: &Block, body: &str) -> Result<Option<String>, String> {
        match &block.kind {
            Kind::Commands => {
                body.lines().try_for_each(|line| self.command(line))?;
                Ok(None)
            }
            Kind::Session { is_mistake } => self.session(body, *is_mistake),
            Kind::File(name) => {
                std::fs::write(self.0.join(name), body).map_err(|error| error.to_string())?;
                Ok(None)
            }
            Kind::Change(name) => {
                let path = self.0.join(name);
                let old = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
                let new = changed(&old, body).ok_or("the removed lines are not there exactly once")?;
                std::fs::write(path, new).map_err(|error| error.to_string())
            }
            .map(|()| None),
            Kind::Program(extension) => {
                let name = format!("block-{}.{extension}", block.line);
                std::fs::write(self.0.join(&name), body).map_err(|error| error.to_string())?;
                self.command(&format!("cutpoint ir {name}"))?;
                Ok(None)
            }
            Kind::Formulas => {
                let formulas = body.lines().map(|line| line.split("  ").next().unwrap_or_default().trim());
                for formula in formulas.filter(|formula| !formula.is_empty()) {
                    let output = self.cutpoint(&["automaton", formula])?;
                    require(&output, formula)?;
                }
                Ok(None)
            }
            Kind::Text => Ok(None),
        }
    }

    /// Runs a line, whatever it prints.
    fn command(&self, line: &str) -> Result<(), String> {
        let Some(command) = CommandLine::parse(line)? else { return Ok(()) };
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["cutpoint", arguments @ ..] | ["cargo", "run", "--release", "--", arguments @ ..] => {
                require(&self.cutpoint(arguments)?, line)
            }
            ["cargo", arguments @ ..] => cargo::exists(arguments),
            ["bash", script] if root().join(script).is_file() => Ok(()),
            [name, ..] if name.contains('=') => {
                let rest: Vec<&str> =
                    words[1..].iter().copied().skip_while(|word| word.contains('=')).collect();
                match rest.as_slice() {
                    ["cargo", arguments @ ..] => cargo::exists(arguments),
                    _ => Err(format!("the test cannot run this: {line}")),
                }
            }
            _ => Err(format!("the test cannot run this: {line}")),
        }
    }

    fn session(&self, body: &str, is_mistake: bool) -> Result<Option<String>, String> {
        let mut now = String::new();
        let mut is_right = true;
        for (line, expected) in commands_and_outputs(body)? {
            let command = CommandLine::parse(line)?.ok_or("a prompt without a command")?;
            let text = match &command.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["cutpoint", arguments @ ..] => {
                    let output = self.cutpoint(arguments)?;
                    match output.status.code() {
                        Some(2) if is_mistake => {}
                        _ => require(&output, line)?,
                    }
                    shown(&output)?
                }
                ["cat", file] => {
                    std::fs::read_to_string(self.0.join(file)).map_err(|error| error.to_string())?
                }
                _ => return Err(format!("sessions are about cutpoint and files that it writes: {line}")),
            };
            let blank = if expected.ends_with("\n\n") { "\n" } else { "" };
            if compare::matches(&expected, &text) {
                now += &format!("$ {line}\n{expected}");
            } else {
                is_right = false;
                now += &format!("$ {line}\n{text}{blank}");
            }
        }
        Ok((!is_right).then_some(now))
    }

    pub(crate) fn cutpoint(&self, arguments: &[&str]) -> Result<Output, String> {
        Command::new(env!("CARGO_BIN_EXE_cutpoint"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("RUST_BACKTRACE")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .map_err(|error| error.to_string())
    }
}

/// The lines of a session that begin with a prompt, each with the lines below it.
fn commands_and_outputs(body: &str) -> Result<Vec<(&str, String)>, String> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for line in body.split_inclusive('\n') {
        match (line.strip_prefix("$ "), parts.last_mut()) {
            (Some(command), _) => parts.push((command.trim_end(), String::new())),
            (None, Some((_, output))) => *output += line,
            (None, None) => return Err("a session begins with `$ ` and a command".to_owned()),
        }
    }
    Ok(parts)
}

/// A text in which the lines of a change that are kept or removed are those that are kept or added.
fn changed(text: &str, change: &str) -> Option<String> {
    let side = |left_out: char| -> String {
        let lines = change.split_inclusive('\n').filter(|line| !line.starts_with(left_out));
        lines.map(|line| line.get(1..).unwrap_or("\n")).collect()
    };
    let (old, new) = (side('+'), side('-'));
    (text.matches(&old).count() == 1).then(|| text.replacen(&old, &new, 1))
}

/// What a terminal would show, messages first.
fn shown(output: &Output) -> Result<String, String> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string());
    Ok(text(&output.stderr)? + &text(&output.stdout)?)
}

fn require(output: &Output, what: &str) -> Result<(), String> {
    match output.status.code() {
        Some(code) if ANSWERS.contains(&code) => Ok(()),
        _ => Err(format!("`{what}` gives no answer ({}):\n{}", output.status, shown(output)?)),
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
