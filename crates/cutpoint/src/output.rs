//! Where reports and diagnostics go.
//!
//! A report goes to the standard output or, whole or not at all, to a file. Diagnostics in text go to the standard
//! error. A reader that closes its pipe has seen enough: that is no error.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use base::{Diagnostic, SourceMap};
use clap::ColorChoice;
use driver::Detail;
use report::dot::Extent;
use report::{DiagnosticsReport, Document, TextOptions, TraceStyle, Verbosity, text};

use crate::args::{Common, Format};
use crate::codes;
use crate::failure::Failure;

/// How and where to write, as the user asked.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    format: Format,
    path: Option<PathBuf>,
    color: ColorChoice,
    verbosity: Verbosity,
    trace: Option<TraceStyle>,
}

impl Output {
    /// `trace`: how much of executions is to be shown, if the user said so.
    pub(crate) fn new(common: &Common, trace: Option<TraceStyle>) -> Self {
        let verbosity = match (common.quiet, common.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        Self { format: common.format, path: common.output.clone(), color: common.color, verbosity, trace }
    }

    /// Writes a report in the format that was asked for. `sources` are the texts that it speaks of.
    pub(crate) fn document(
        &self,
        document: &impl Document,
        sources: &SourceMap,
        stats: bool,
    ) -> Result<(), Failure> {
        self.write_raw(&self.rendered(document, sources, stats))
    }

    /// A report in the format that was asked for.
    pub(crate) fn rendered(&self, document: &impl Document, sources: &SourceMap, stats: bool) -> String {
        match self.format {
            Format::Json => document.json(),
            Format::Text => document.text(sources, TextOptions { stats, ..self.report_options() }),
        }
    }

    /// The report of a command that a limit ended where no engine could report: `file` is what it is about.
    pub(crate) fn undecided(&self, file: &str, message: &str, advice: Option<String>) -> String {
        match self.format {
            Format::Json => {
                let diagnostic = Diagnostic::error(&codes::LIMIT, format!("`{file}`: {message}."));
                let diagnostic = match advice {
                    Some(advice) => diagnostic.help(advice),
                    None => diagnostic,
                };
                let twin = report::Diagnostic::of(&diagnostic, &SourceMap::new());
                DiagnosticsReport::new(vec![twin]).json()
            }
            Format::Text => text::undecided(file, message, advice, self.report_options()),
        }
    }

    /// How much replayed traces say.
    pub(crate) fn detail(&self) -> Detail {
        let states = match self.trace {
            Some(style) => style == TraceStyle::States,
            None => self.verbosity == Verbosity::Verbose,
        };
        Detail { states }
    }

    /// How much drawings show.
    pub(crate) fn extent(&self) -> Extent {
        if self.verbosity == Verbosity::Verbose { Extent::Everything } else { Extent::Screenful }
    }

    /// Whether a line may say how far a run is.
    pub(crate) fn shows_progress(&self) -> bool {
        self.verbosity > Verbosity::Quiet
    }

    /// Writes JSON if that was asked for, and says whether it was.
    pub(crate) fn write_if_json(&self, json: impl FnOnce() -> String) -> Result<bool, Failure> {
        match self.format {
            Format::Json => self.write_raw(&json()).map(|()| true),
            Format::Text => Ok(false),
        }
    }

    /// Writes a text that has one format only.
    pub(crate) fn write_raw(&self, text: &str) -> Result<(), Failure> {
        match &self.path {
            Some(path) => write_beside(path, "the report", text),
            None => forgive_closed(write_all(&mut io::stdout().lock(), text))
                .map_err(|error| unwritable("the report", "the standard output", &error)),
        }
    }

    /// Shows diagnostics as text.
    pub(crate) fn diagnostics(&self, diagnostics: &[report::Diagnostic], sources: &SourceMap) {
        let options = TextOptions { color: self.colors(&io::stderr()), ..TextOptions::default() };
        complain(&text::diagnostics(diagnostics, sources, options));
    }

    /// Shows warnings, unless they are not wanted or the report has them anyway.
    pub(crate) fn warnings(&self, warnings: &[Diagnostic], sources: &SourceMap) {
        if self.verbosity > Verbosity::Quiet && self.format == Format::Text {
            self.diagnostics(&report::Diagnostic::first(warnings, sources), sources);
        }
    }

    /// Refuses a file that could not be written in the end, before work begins.
    pub(crate) fn check_target(&self, input: &Path) -> Result<(), Failure> {
        match &self.path {
            Some(path) => check_target(path, "the report", &[(input, "the program itself")]),
            None => Ok(()),
        }
    }

    /// The same for another file that must survive.
    pub(crate) fn spares(&self, input: &Path, what: &str) -> Result<(), Failure> {
        match &self.path {
            Some(path) => check_target(path, "the report", &[(input, what)]),
            None => Ok(()),
        }
    }

    /// The file that the report goes to, if it does not go to the standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub(crate) fn error_options(&self) -> TextOptions {
        self.options(self.colors(&io::stderr()))
    }

    /// Text without colours.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Self {
        Self {
            format: Format::Text,
            path: None,
            color: ColorChoice::Never,
            verbosity: Verbosity::default(),
            trace: None,
        }
    }

    fn report_options(&self) -> TextOptions {
        let color = match self.path {
            Some(_) => self.color == ColorChoice::Always,
            None => self.colors(&io::stdout()),
        };
        self.options(color)
    }

    fn options(&self, color: bool) -> TextOptions {
        TextOptions { color, verbosity: self.verbosity, trace: self.trace, stats: false }
    }

    fn colors(&self, stream: &(impl IsTerminal + anstream::stream::RawStream)) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // Knows NO_COLOR, CLICOLOR, CLICOLOR_FORCE and terminals that are dumb.
            ColorChoice::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
        }
    }
}

/// Refuses a file that cannot be written, or must not be because it is one of those in use.
pub(crate) fn check_target(path: &Path, what: &str, in_use: &[(&Path, &str)]) -> Result<(), Failure> {
    let shown = path.display();
    if path.is_dir() {
        let message = format!("`{shown}` is a directory, so {what} cannot be written there.");
        let diagnostic = Diagnostic::error(&codes::DIRECTORY, message).help("give the name of a file");
        return Err(Failure::Output(Box::new(diagnostic)));
    }
    for (other, role) in in_use {
        if same_file(path, other) {
            let message = format!("`{shown}` is {role} and would be replaced by {what}.");
            let diagnostic = Diagnostic::error(&codes::OVERWRITES_INPUT, message).help("give another name");
            return Err(Failure::Output(Box::new(diagnostic)));
        }
    }
    let folder = folder(path);
    if !folder.is_dir() {
        let error = io::Error::other(format!("there is no directory `{}`", folder.display()));
        return Err(unwritable(what, &format!("`{shown}`"), &error));
    }
    Ok(())
}

/// Whether two names mean one file, there or not.
fn same_file(path: &Path, other: &Path) -> bool {
    match (path.canonicalize(), other.canonicalize()) {
        (Ok(path), Ok(other)) => path == other,
        (Err(_), Err(_)) => path == other,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// Writes something beside the report to a file, whole or not at all.
pub(crate) fn write_beside(path: &Path, what: &str, text: &str) -> Result<(), Failure> {
    write_file(path, text).map_err(|error| unwritable(what, &format!("`{}`", path.display()), &error))
}

/// Writes to the standard error; if that is impossible, nothing is left to be done.
pub(crate) fn complain(text: &str) {
    let _ = write_all(&mut io::stderr().lock(), text);
}

fn write_all(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

fn forgive_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn unwritable(what: &str, place: &str, error: &io::Error) -> Failure {
    let what = what.strip_prefix("the ").unwrap_or(what);
    let message = format!("The {what} cannot be written to {place}: {error}.");
    Failure::Output(Box::new(Diagnostic::error(&codes::UNWRITABLE, message)))
}

/// Writes a file whole or not at all: under another name first, then renamed.
fn write_file(path: &Path, text: &str) -> io::Result<()> {
    // What is there and no ordinary file, such as a pipe or /dev/null, is written to, never replaced.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return forgive_closed(write_all(&mut OpenOptions::new().write(true).open(path)?, text));
    }
    // A link keeps its place; the file behind it is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_name(&path);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let result = fill(&mut file, text).and_then(|()| fs::rename(&temporary, &path));
    if result.is_err() {
        // The first error matters; the leftover is only untidy.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn fill(file: &mut File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A hidden name beside the file that no other run uses at the same time.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    folder(path).join(name)
}

/// The directory of a file; the current one for a bare name.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}
