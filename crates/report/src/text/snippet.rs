//! Messages with the source below them and a caret under the place.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use base::{SourceFile, SourceMap};

use super::paint::Painter;
use crate::twin::location::{Location, Position};

/// A longer place is marked on its first line only: a page of source under one message hides the message.
const MAX_MARKED_LINES: u32 = 6;

/// A message at one or more places.
pub(crate) struct Message<'a> {
    pub(crate) level: Level<'a>,
    pub(crate) id: &'a str,
    pub(crate) text: &'a str,
    /// The first is the place itself, the others help to understand it.
    pub(crate) marks: Vec<Mark>,
    pub(crate) notes: &'a [String],
    pub(crate) help: Option<&'a str>,
}

/// A place and a few words on it.
pub(crate) struct Mark {
    pub(crate) location: Location,
    pub(crate) text: String,
}

impl Mark {
    /// Marks the first line of a place, however long it is.
    pub(crate) fn first_line(location: &Location, text: impl Into<String>) -> Self {
        Self { location: clip(location, 1), text: text.into() }
    }
}

/// The message as text, with a line end.
pub(crate) fn render(message: &Message<'_>, sources: &SourceMap, painter: Painter) -> String {
    let title = message.level.clone().primary_title(message.text).id(message.id);
    let mut group = Group::with_title(title).elements(snippets(&message.marks, sources));
    for note in message.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = message.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if painter.color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// One snippet for each file, in the order of their first marks. Compiled code has no text to show: its place and the
/// words on it stand alone.
fn snippets<'a>(marks: &'a [Mark], sources: &'a SourceMap) -> Vec<Element<'a>> {
    let mut files: Vec<&str> = Vec::new();
    for mark in marks {
        if !files.contains(&mark.location.file.as_str()) {
            files.push(&mark.location.file);
        }
    }
    let elements = |name| match snippet(name, marks, sources) {
        Some(snippet) => vec![snippet.into()],
        None => marks.iter().filter(|mark| mark.location.file == name).flat_map(place_alone).collect(),
    };
    files.into_iter().flat_map(elements).collect()
}

fn place_alone(Mark { location, text }: &Mark) -> Vec<Element<'_>> {
    let origin = Origin::path(location.file.as_str());
    let origin = if location.line == 0 { origin } else { origin.line(location.line as usize) };
    let words = (!text.is_empty()).then(|| Level::NOTE.no_name().message(text.as_str()).into());
    std::iter::once(origin.into()).chain(words).collect()
}

fn snippet<'a>(
    name: &'a str,
    marks: &'a [Mark],
    sources: &'a SourceMap,
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let file = sources.files().iter().find(|file| file.name == name)?;
    let here: Vec<(bool, &str, Location)> = marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| mark.location.file == name)
        .map(|(index, mark)| (index == 0, mark.text.as_str(), clip(&mark.location, MAX_MARKED_LINES)))
        .collect();
    let first = here.iter().map(|(_, _, location)| location.line).min()?;
    let last = here.iter().map(|(_, _, location)| location.end.line).max()?;
    let excerpt = Excerpt::new(file, first, last);
    let annotations = here.iter().map(|(primary, text, location)| {
        let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = excerpt.offset(Position { line: location.line, column: location.column });
        let end = excerpt.offset(location.end).max(start);
        let annotation = kind.span(start..end);
        if text.is_empty() { annotation } else { annotation.label(*text) }
    });
    let annotations: Vec<_> = annotations.collect();
    Some(Snippet::source(excerpt.text).line_start(first as usize).path(name).annotations(annotations))
}

/// A range of whole lines of a file.
struct Excerpt {
    text: String,
    first: u32,
    line_starts: Vec<usize>,
}

impl Excerpt {
    fn new(file: &SourceFile, first: u32, last: u32) -> Self {
        let last = last.min(file.line_count() as u32);
        let mut excerpt = Self { text: String::new(), first, line_starts: Vec::new() };
        for line in first..=last {
            excerpt.line_starts.push(excerpt.text.len());
            excerpt.text.push_str(file.line_text(line));
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// Where a position lies in the excerpt; one beyond its line counts as the end of the line.
    fn offset(&self, position: Position) -> usize {
        let index = position.line.saturating_sub(self.first) as usize;
        let Some(&start) = self.line_starts.get(index) else { return self.text.len() };
        let line = self.text[start..].lines().next().unwrap_or("");
        let before = position.column.saturating_sub(1) as usize;
        start + line.char_indices().nth(before).map_or(line.len(), |(offset, _)| offset)
    }
}

/// A place of at most so many lines as it is, of a longer one its first line.
fn clip(location: &Location, max_lines: u32) -> Location {
    let mut clipped = location.clone();
    if location.end.line - location.line >= max_lines {
        clipped.end = Position { line: location.line, column: u32::MAX };
    }
    clipped
}
