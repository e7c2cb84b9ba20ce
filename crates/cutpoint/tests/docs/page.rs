//! A page of the documentation: its blocks of code and its pictures.

use std::ops::Range;

/// A page, as it is and cut up.
pub(crate) struct Page {
    /// Relative to the root of the project.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) pictures: Vec<Picture>,
    /// What is outside of blocks.
    pub(crate) prose: String,
}

/// A block between two fences.
pub(crate) struct Block {
    /// The line of its first fence.
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    /// The lines between the fences.
    pub(crate) body: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Commands,
    /// Commands with their outputs. They answer, or the page shows a mistake.
    Session {
        is_mistake: bool,
    },
    /// A file of this name.
    File(String),
    /// A change of a file of this name, as `diff -u` shows its lines.
    Change(String),
    /// A program, by the extension of its language.
    Program(&'static str),
    Formulas,
    Text,
}

/// `<!-- picture: COMMAND -->`, followed by the line that shows it.
pub(crate) struct Picture {
    pub(crate) line: usize,
    pub(crate) command: String,
    /// Relative to the page.
    pub(crate) path: String,
}

impl Page {
    pub(crate) fn new(name: &str, text: String) -> Result<Self, String> {
        let mut page = Self {
            name: name.to_owned(),
            text: String::new(),
            blocks: Vec::new(),
            pictures: Vec::new(),
            prose: String::new(),
        };
        let mut open: Option<Block> = None;
        let mut picture: Option<String> = None;
        let mut at = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let number = index + 1;
            match (line.strip_prefix("```"), open.take()) {
                (Some(_), Some(mut block)) => {
                    block.body.end = at;
                    page.blocks.push(block);
                }
                (Some(info), None) => {
                    let kind = kind(info.trim()).map_err(|error| format!("{name}:{number}: {error}"))?;
                    open = Some(Block { line: number, kind, body: at + line.len()..0 });
                }
                (None, Some(block)) => open = Some(block),
                (None, None) => {
                    page.prose += line;
                    page.picture(&mut picture, number, line.trim());
                }
            }
            at += line.len();
        }
        if let Some(block) = open {
            return Err(format!("{name}:{}: the block is not closed", block.line));
        }
        page.text = text;
        Ok(page)
    }

    pub(crate) fn body(&self, block: &Block) -> &str {
        &self.text[block.body.clone()]
    }

    /// Code in the prose.
    pub(crate) fn inline_code(&self) -> impl Iterator<Item = String> {
        let codes = self.prose.split('`').skip(1).step_by(2);
        codes.map(|code| code.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn picture(&mut self, command: &mut Option<String>, line: usize, text: &str) {
        if let Some(given) = text.strip_prefix("<!-- picture: ").and_then(|rest| rest.strip_suffix(" -->")) {
            *command = Some(given.to_owned());
        } else if let Some((_, rest)) = text.strip_prefix("![").and_then(|rest| rest.split_once("]("))
            && let Some(command) = command.take()
        {
            let path = rest.trim_end_matches(')').to_owned();
            self.pictures.push(Picture { line, command, path });
        }
    }
}

fn kind(info: &str) -> Result<Kind, String> {
    match info.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["sh"] => Ok(Kind::Commands),
        ["console"] => Ok(Kind::Session { is_mistake: false }),
        ["console", "mistake"] => Ok(Kind::Session { is_mistake: true }),
        ["zing" | "csharp"] => Ok(Kind::Program("zing")),
        ["shylock"] => Ok(Kind::Program("shy")),
        ["boolean"] => Ok(Kind::Program("bp")),
        ["javalite"] => Ok(Kind::Program("jl")),
        ["cpir"] => Ok(Kind::Program("cpir")),
        ["ltl"] => Ok(Kind::Formulas),
        ["text"] => Ok(Kind::Text),
        ["diff", file] => Ok(Kind::Change((*file).to_owned())),
        [_, file] => Ok(Kind::File((*file).to_owned())),
        [] => Err("the block does not say what it is: `text` if nothing is to be run".to_owned()),
        [_, ..] => Err(format!("no kind of block is called `{info}`")),
    }
}
