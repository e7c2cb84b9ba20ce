//! Conditional compilation, as in C#: `#define`, `#undef`, `#if`, `#elif`, `#else`, `#endif`, `#error`,
//! `#warning`, `#region`, `#endregion` and `#line`.
//!
//! Symbols are only defined or not; there are no macros. The lexer hands over each `#` line and asks whether the
//! lines behind it count. `#line` is checked and otherwise ignored: every message points into the text that
//! was really read. Symbols may be defined anywhere, not only before the first token.

use base::{Code, Diagnostic, SourceId, Span};
use rustc_hash::FxHashSet;

use crate::ast::MAX_NESTING;
use crate::codes;

/// What has been seen of the directives so far.
#[derive(Debug)]
pub(crate) struct Preprocessor {
    file: SourceId,
    defined: FxHashSet<String>,
    open: Vec<Section>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// An `#if` or `#region` that waits for its end.
#[derive(Debug)]
struct Section {
    kind: SectionKind,
    span: Span,
    /// Whether the lines around the section count.
    outer_active: bool,
}

#[derive(Debug)]
enum SectionKind {
    If {
        active: bool,
        /// Whether this branch or an earlier one was chosen.
        chosen: bool,
        seen_else: bool,
    },
    Region,
}

impl Section {
    fn is_active(&self) -> bool {
        self.outer_active
            && match self.kind {
                SectionKind::If { active, .. } => active,
                SectionKind::Region => true,
            }
    }
}

/// A `#` line taken apart: `#  name   rest`.
struct Line<'text> {
    span: Span,
    name: &'text str,
    rest: &'text str,
    /// Where `rest` begins in the file.
    rest_start: u32,
}

impl Preprocessor {
    pub(crate) fn new(file: SourceId) -> Self {
        Self { file, defined: FxHashSet::default(), open: Vec::new(), diagnostics: Vec::new() }
    }

    /// Whether the lines that follow count.
    pub(crate) fn is_active(&self) -> bool {
        self.open.last().is_none_or(Section::is_active)
    }

    /// Takes in a line that begins with `#` at the given offset.
    pub(crate) fn directive(&mut self, text: &str, start: u32) {
        let line = self.split(text, start);
        match line.name {
            "if" => self.open_if(&line),
            "elif" => self.elif(&line),
            "else" => self.else_(&line),
            "endif" => self.close(&line, "#if"),
            "region" => self.open_region(&line),
            "endregion" => self.close(&line, "#region"),
            _ if !self.is_active() => {}
            "define" | "undef" => self.define(&line),
            "error" => self.user_message(&line, Diagnostic::error, &codes::ERROR_DIRECTIVE),
            "warning" => self.user_message(&line, Diagnostic::warning, &codes::WARNING_DIRECTIVE),
            "line" => self.line(&line),
            _ => self.unknown(&line),
        }
    }

    /// Reports the sections that are still open at the end of the file.
    pub(crate) fn finish(&mut self) {
        for section in std::mem::take(&mut self.open) {
            let (opening, closing) = match section.kind {
                SectionKind::If { .. } => ("#if", "#endif"),
                SectionKind::Region => ("#region", "#endregion"),
            };
            self.diagnostics.push(
                Diagnostic::error(&codes::UNBALANCED_DIRECTIVE, format!("`{opening}` is never closed."))
                    .at(section.span, "opened here")
                    .help(format!("write `{closing}` where the section ends")),
            );
        }
    }

    fn split<'text>(&self, text: &'text str, start: u32) -> Line<'text> {
        let after_hash = text[1..].trim_start();
        let name_length = after_hash.find(|c: char| !c.is_alphanumeric()).unwrap_or(after_hash.len());
        let (name, rest) = after_hash.split_at(name_length);
        let rest = rest.trim_start();
        let rest_start = start + (text.len() - rest.len()) as u32;
        let end = start + text.trim_end().len() as u32;
        Line { span: Span::new(self.file, start, end), name, rest: rest.trim_end(), rest_start }
    }

    fn open_if(&mut self, line: &Line<'_>) {
        let outer_active = self.is_active();
        // Within inactive lines the condition means nothing; it is not even read.
        let active = outer_active && self.condition(line);
        let kind = SectionKind::If { active, chosen: active, seen_else: false };
        self.open.push(Section { kind, span: line.span, outer_active });
    }

    fn elif(&mut self, line: &Line<'_>) {
        let Some(outer_active) = self.expect_branch(line) else { return };
        let condition = outer_active && self.condition(line);
        self.switch_branch(condition, false);
    }

    fn else_(&mut self, line: &Line<'_>) {
        if self.expect_branch(line).is_some() {
            self.expect_nothing(line);
            self.switch_branch(true, true);
        }
    }

    /// Checks that `#elif` or `#else` belongs to an `#if`, and says whether the lines around that `#if` count.
    fn expect_branch(&mut self, line: &Line<'_>) -> Option<bool> {
        match self.open.last() {
            Some(Section { kind: SectionKind::If { seen_else: false, .. }, outer_active, .. }) => {
                Some(*outer_active)
            }
            Some(Section { kind: SectionKind::If { seen_else: true, .. }, span, .. }) => {
                let opened = *span;
                let message = format!("`#{}` comes after `#else`.", line.name);
                self.unbalanced(line, message, Some(opened));
                None
            }
            Some(Section { kind: SectionKind::Region, span, .. }) => {
                let opened = *span;
                let message = format!("`#{}` stands in a `#region` that is not closed.", line.name);
                self.unbalanced(line, message, Some(opened));
                None
            }
            None => {
                self.unbalanced(line, format!("`#{}` has no `#if` before it.", line.name), None);
                None
            }
        }
    }

    fn switch_branch(&mut self, condition: bool, is_else: bool) {
        if let Some(Section { kind: SectionKind::If { active, chosen, seen_else }, .. }) =
            self.open.last_mut()
        {
            *active = condition && !*chosen;
            *chosen |= condition;
            *seen_else = is_else;
        }
    }

    fn open_region(&mut self, line: &Line<'_>) {
        let outer_active = self.is_active();
        self.open.push(Section { kind: SectionKind::Region, span: line.span, outer_active });
    }

    /// `#endif` and `#endregion`.
    fn close(&mut self, line: &Line<'_>, opening: &str) {
        let closes_if = opening == "#if";
        match self.open.last() {
            Some(section) if matches!(section.kind, SectionKind::If { .. }) == closes_if => {
                self.open.pop();
                if closes_if {
                    self.expect_nothing(line);
                }
            }
            Some(section) => {
                let opened = section.span;
                let message = format!("`#{}` does not match the section that is open.", line.name);
                self.unbalanced(line, message, Some(opened));
            }
            None => self.unbalanced(line, format!("`#{}` has no `{opening}` before it.", line.name), None),
        }
    }

    fn define(&mut self, line: &Line<'_>) {
        let symbol = without_comment(line.rest);
        if !is_symbol(symbol) {
            self.malformed(
                line,
                format!("`#{}` needs the name of one symbol.", line.name),
                "a symbol is a name; it has no value",
            );
        } else if line.name == "define" {
            self.defined.insert(symbol.to_string());
        } else {
            self.defined.remove(symbol);
        }
    }

    /// `#line 12`, `#line 12 "file"`, `#line default`, `#line hidden`.
    fn line(&mut self, line: &Line<'_>) {
        let rest = without_comment(line.rest);
        let (number, file) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let file = file.trim_start();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_file = file.is_empty() || (file.len() >= 2 && file.starts_with('"') && file.ends_with('"'));
        if !(matches!(rest, "default" | "hidden") || (is_number && is_file)) {
            self.malformed(
                line,
                "`#line` needs a line number.".into(),
                "write `#line 12` or `#line 12 \"file\"`",
            );
        }
    }

    fn user_message(
        &mut self,
        line: &Line<'_>,
        make: fn(&'static Code, String) -> Diagnostic,
        code: &'static Code,
    ) {
        let message = if line.rest.is_empty() {
            format!("`#{}` was reached.", line.name)
        } else {
            line.rest.to_string()
        };
        self.diagnostics.push(make(code, message).at(line.span, "this line counts"));
    }

    fn unknown(&mut self, line: &Line<'_>) {
        self.diagnostics.push(
            Diagnostic::error(&codes::UNKNOWN_DIRECTIVE, format!("There is no directive `#{}`.", line.name))
                .at(line.span, "unknown directive")
                .help("the directives are #define #undef #if #elif #else #endif #line #error #warning #region #endregion"),
        );
    }

    fn unbalanced(&mut self, line: &Line<'_>, message: String, opened: Option<Span>) {
        let mut diagnostic =
            Diagnostic::error(&codes::UNBALANCED_DIRECTIVE, message).at(line.span, "does not fit here");
        if let Some(span) = opened {
            diagnostic = diagnostic.at(span, "the section that is open begins here");
        }
        self.diagnostics.push(diagnostic);
    }

    fn malformed(&mut self, line: &Line<'_>, message: String, help: &str) {
        self.diagnostics.push(
            Diagnostic::error(&codes::MALFORMED_DIRECTIVE, message)
                .at(line.span, "malformed directive")
                .help(help),
        );
    }

    fn expect_nothing(&mut self, line: &Line<'_>) {
        if !without_comment(line.rest).is_empty() {
            let message = format!("Nothing may follow `#{}` on its line.", line.name);
            self.malformed(line, message, "put the rest on a line of its own, or behind `//`");
        }
    }

    /// The value of the condition behind `#if` or `#elif`; one that cannot be read is false.
    fn condition(&mut self, line: &Line<'_>) -> bool {
        let text = without_comment(line.rest);
        let mut reader = Condition { text, at: 0, depth: 0, defined: &self.defined };
        let result = reader
            .or()
            .and_then(|value| if reader.rest().is_empty() { Ok(value) } else { Err(Problem::Unexpected) });
        let place = line.rest_start + reader.at as u32;
        let end = line.rest_start + text.len() as u32;
        result.unwrap_or_else(|problem| {
            let (code, message) = match problem {
                Problem::Unexpected => (
                    &codes::MALFORMED_DIRECTIVE,
                    format!("The condition of `#{}` cannot be read.", line.name),
                ),
                Problem::TooDeep => (
                    &codes::NESTED_TOO_DEEPLY,
                    format!("The condition of `#{}` is nested more than {MAX_NESTING} levels deep.", line.name),
                ),
            };
            self.diagnostics.push(
                Diagnostic::error(code, message)
                    .at(Span::new(self.file, place.min(end), end.max(place)), "from here on")
                    .help("conditions are made of symbols, `true`, `false`, `!`, `&&`, `||`, `==`, `!=` and parentheses"),
            );
            false
        })
    }
}

fn without_comment(text: &str) -> &str {
    text.find("//").map_or(text, |at| &text[..at]).trim_end()
}

fn is_symbol(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(is_symbol_part)
        && !matches!(text, "true" | "false")
}

fn is_symbol_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Why a condition has no value.
enum Problem {
    Unexpected,
    TooDeep,
}

/// Reads and evaluates a condition; `or`, `and`, `equality`, `unary` follow the precedence.
struct Condition<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    defined: &'a FxHashSet<String>,
}

impl<'a> Condition<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn or(&mut self) -> Result<bool, Problem> {
        let mut value = self.and()?;
        while self.eat("||") {
            value |= self.and()?;
        }
        Ok(value)
    }

    fn and(&mut self) -> Result<bool, Problem> {
        let mut value = self.equality()?;
        while self.eat("&&") {
            value &= self.equality()?;
        }
        Ok(value)
    }

    fn equality(&mut self) -> Result<bool, Problem> {
        let mut value = self.unary()?;
        loop {
            if self.eat("==") {
                value = value == self.unary()?;
            } else if self.eat("!=") {
                value = value != self.unary()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn unary(&mut self) -> Result<bool, Problem> {
        let mut negated = false;
        while !self.rest().starts_with("!=") && self.eat("!") {
            negated = !negated;
        }
        Ok(self.primary()? != negated)
    }

    fn primary(&mut self) -> Result<bool, Problem> {
        if self.eat("(") {
            return self.parenthesised();
        }
        let rest = self.rest();
        let length = rest.find(|c: char| !is_symbol_part(c)).unwrap_or(rest.len());
        let word = &rest[..length];
        if !is_symbol(word) && !matches!(word, "true" | "false") {
            return Err(Problem::Unexpected);
        }
        self.at += length;
        Ok(word == "true" || self.defined.contains(word))
    }

    fn parenthesised(&mut self) -> Result<bool, Problem> {
        if self.depth == MAX_NESTING {
            return Err(Problem::TooDeep);
        }
        self.depth += 1;
        let value = self.or()?;
        self.depth -= 1;
        if self.eat(")") { Ok(value) } else { Err(Problem::Unexpected) }
    }
}

#[cfg(test)]
mod tests;
