//! The little of a shell that the documentation uses: words, quotes, comments, and what becomes of an output.

/// One command line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct CommandLine {
    /// The name of the program first.
    pub(crate) words: Vec<String>,
    /// Whether another program or a file gets the output.
    pub(crate) is_redirected: bool,
}

impl CommandLine {
    /// Nothing for an empty line and a comment.
    pub(crate) fn parse(line: &str) -> Result<Option<Self>, String> {
        let mut command = Self { words: Vec::new(), is_redirected: false };
        let mut rest = line.trim();
        while !rest.is_empty() {
            match rest.chars().next() {
                Some('#') => break,
                Some('|' | '>') => {
                    command.is_redirected = true;
                    break;
                }
                Some(_) | None => {
                    let (word, after) = word(rest).ok_or_else(|| format!("a quote is not closed: {line}"))?;
                    command.words.push(word);
                    rest = after.trim_start();
                }
            }
        }
        match command.words.as_slice() {
            [] => Ok(None),
            _ if command.words.iter().any(|word| matches!(word.as_str(), "&&" | ";" | "\\" | "&")) => {
                Err(format!("one command on each line, please: {line}"))
            }
            _ => Ok(Some(command)),
        }
    }
}

/// The first word, and what follows it.
fn word(text: &str) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            ' ' => return Some((word, &text[at..])),
            '\'' | '"' => {
                let length = text[at + 1..].find(char)?;
                word += &text[at + 1..at + 1 + length];
                chars = text.char_indices();
                chars.find(|&(position, _)| position == at + 1 + length)?;
            }
            _ => word.push(char),
        }
    }
    Some((word, ""))
}

pub(crate) fn words_for_test(line: &str) -> Option<Vec<String>> {
    CommandLine::parse(line).ok()?.map(|command| command.words)
}
