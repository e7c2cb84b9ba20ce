//! Values at the place that fails, by their names in the source.

use base::{SourceMap, Span};

use crate::twin::execution::{Binding, bindings};

/// What the last statement of an execution has read before it failed at a place.
pub(crate) fn at_failure(
    execution: &verdict::Replayed,
    span: Option<Span>,
    sources: &SourceMap,
) -> Vec<Binding> {
    let source = span.map(|span| source_of(span, sources)).unwrap_or_default();
    let as_written = |binding: Binding| Binding { name: as_written(&binding.name, &source), ..binding };
    let operands = last_moment(execution).map(|moment| bindings(&moment.operands)).unwrap_or_default();
    operands.into_iter().map(as_written).collect()
}

/// The statement and the line where it begins.
fn source_of(span: Span, sources: &SourceMap) -> String {
    let file = sources.file(span.file);
    format!("{}\n{}", file.line_text(file.line_column(span.start).line), sources.text(span))
}

fn last_moment(execution: &verdict::Replayed) -> Option<&verdict::Moment> {
    match execution {
        verdict::Replayed::Steps(execution) => execution.moments.last(),
        verdict::Replayed::Shared(verdict::SharedExecution { parts, stages, .. }) => {
            let mut part = &parts[*stages.last()?];
            loop {
                let last = part.moments.last()?;
                match last.calls.last().map(|&call| &parts[call]).filter(|call| call.exit.is_none()) {
                    Some(call) => part = call,
                    None => return Some(&last.moment),
                }
            }
        }
    }
}

/// A name as the source has it: `Main.b.count` as `b.count`, where the source has that and only that.
fn as_written(name: &str, source: &str) -> String {
    let mut written = String::with_capacity(name.len());
    let mut rest = name;
    while !rest.is_empty() {
        let length = rest.find(|c: char| !is_path(c)).unwrap_or(rest.len());
        let (path, after) = rest.split_at(length);
        let short = path.split_once('.').map(|(_, short)| short);
        let short = short.filter(|short| !mentions(source, path) && mentions(source, short));
        written.push_str(short.unwrap_or(path));
        let separator = after.chars().next().map_or(0, char::len_utf8);
        written.push_str(&after[..separator]);
        rest = &after[separator..];
    }
    written
}

/// Whether a text has this path, not as a part of a longer one that begins earlier.
fn mentions(text: &str, path: &str) -> bool {
    let stands_alone = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + path.len()..].chars().next();
        !before.is_some_and(is_path) && !after.is_some_and(|c| is_path(c) && c != '.')
    };
    !path.is_empty() && text.match_indices(path).any(|(at, _)| stands_alone(at))
}

fn is_path(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '.'
}

#[cfg(test)]
mod tests {
    use super::as_written;

    #[test]
    fn names_are_those_of_the_source() {
        let check = |name, source, expected: &str| assert_eq!(as_written(name, source), expected);
        check("Main.b.count", "assert(b.count <= 2)", "b.count");
        check("Main.b.count", "assert(Main.b.count <= 2)", "Main.b.count");
        check("Main.b.count", "assert(b.count <= Main.b.count)", "Main.b.count");
        check("Main.count", "assert(b.count <= 2)", "Main.count");
        check("this.next", "next.val = 3", "next");
        check("Main.a[Main.i + 1]", "a[i + 1] = 2", "a[i + 1]");
        check("length of Main.a", "a[7]", "length of a");
        check("Main.Fact(n - 1)", "assert(Fact(n - 1) == 2)", "Fact(n - 1)");
        check("Main.é.x", "é.x == 1", "é.x");
        check("p.next", "", "p.next");
    }
}
