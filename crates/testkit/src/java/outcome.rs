//! What a Java program prints and how it ends, as the interpreter finds it.

use std::path::Path;

use base::{Diagnostic, Files, SourceMap, Span};
use interp::{Context, Printed, Script, State, Stop, transition};
use ir::{FaultKind, Input};
use lang_jvm::Options;
use verdict::ViolationKind;

/// Programs that take more steps are not compared.
const MOST_STEPS: usize = 3_000_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The lines of the output, without white space at their ends.
    pub lines: Vec<String>,
    pub end: End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Normal,
    /// An exception left the program: where it came from, then the same of its causes.
    Thrown(Vec<Origin>),
}

/// The class of an exception, and the line of the program that it came from, where that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub class: String,
    pub line: Option<u32>,
}

impl Outcome {
    pub fn new(output: &str, end: End) -> Self {
        Self { lines: output.lines().map(|line| line.trim_end().to_owned()).collect(), end }
    }

    /// Whether both are the same execution.
    pub fn agrees(&self, other: &Outcome) -> bool {
        self.lines == other.lines && self.end.agrees(&other.end)
    }
}

impl End {
    /// Where nothing can catch the exception of an initialiser, it is not wrapped, so a cause may stand for the whole.
    fn agrees(&self, other: &End) -> bool {
        match (self, other) {
            (End::Normal, End::Normal) => true,
            (End::Thrown(found), End::Thrown(real)) => found.iter().any(|a| real.iter().any(|b| a.agrees(b))),
            (End::Normal, End::Thrown(_)) | (End::Thrown(_), End::Normal) => false,
        }
    }
}

impl Origin {
    fn agrees(&self, other: &Origin) -> bool {
        let same_line = self.line.is_none() || other.line.is_none() || self.line == other.line;
        self.class == other.class && same_line
    }

    /// An exception that passed a handler is reported where it was thrown again, so its line says nothing of its
    /// origin; nor does a line of a model.
    fn of(kind: &ViolationKind, span: Option<Span>, sources: &SourceMap) -> Option<Self> {
        let is_rethrown = matches!(kind, ViolationKind::Fault(FaultKind::UnhandledException(_)));
        let span = span.filter(|span| !is_rethrown && !sources.file(span.file).is_library);
        Some(Self { class: exception_of(kind)?, line: span.map(|span| sources.position(span).line) })
    }
}

/// The class of the exception that a fault is when nothing can catch it.
fn exception_of(kind: &ViolationKind) -> Option<String> {
    let name = match kind {
        ViolationKind::Assertion { .. } => "AssertionError",
        ViolationKind::Fault(FaultKind::UnhandledException(class)) => return Some(class.clone()),
        ViolationKind::Fault(FaultKind::NullDereference) => "NullPointerException",
        ViolationKind::Fault(FaultKind::IndexOutOfBounds) => "ArrayIndexOutOfBoundsException",
        ViolationKind::Fault(FaultKind::DivisionByZero) => "ArithmeticException",
        ViolationKind::Fault(FaultKind::NegativeLength) => "NegativeArraySizeException",
        ViolationKind::Fault(FaultKind::FailedCast { .. }) => "ClassCastException",
        ViolationKind::Fault(FaultKind::ArrayStore { .. }) => "ArrayStoreException",
        _ => return None,
    };
    Some(format!("java.lang.{name}"))
}

/// The files of this machine.
struct Disk;

impl Files for Disk {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        Ok(std::fs::read_to_string(name).expect(name))
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        Ok(std::fs::read(name).expect(name))
    }

    /// Programs here are in the unnamed package, so their classes lie in the folder itself.
    fn below(&mut self, folder: &str, suffix: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Ok(None) };
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(suffix)).collect();
        names.sort();
        Ok(Some(names))
    }
}

/// Executes the `main` of a source file, whose classes are in a jar or folder. The error says why there is no outcome.
pub fn interpret(source: &Path, classes: &Path) -> Result<Outcome, String> {
    let options = Options { class_path: vec![classes.display().to_string()], ..Options::default() };
    let name = source.display().to_string();
    let (mut sources, mut files) = (SourceMap::new(), Disk);
    let mut input = Input::new(&name, &mut sources, &mut files);
    let (program, _) = lang_jvm::compile(&mut input, &options).map_err(|diagnostic| diagnostic.message)?;
    ir::verify(&program).map_err(|errors| format!("not verified: {}", errors[0]))?;
    let ctx = Context::new(&program);
    let mut state = State::initial(&ctx);
    let mut printed = Printed::default();
    for _ in 0..MOST_STEPS {
        if state.threads.is_empty() {
            return Ok(Outcome::new(&printed.output(), End::Normal));
        }
        match transition(&ctx, &mut state, 0, &mut Script::new(&[]), &mut printed) {
            Ok(_) => {}
            Err(Stop::Violation { kind, span }) => {
                let origin = Origin::of(&kind, span, &sources).ok_or_else(|| format!("{kind:?}"))?;
                return Ok(Outcome::new(&printed.output(), End::Thrown(vec![origin])));
            }
            Err(stop) => return Err(format!("{stop:?}")),
        }
    }
    Err("it takes too long".to_owned())
}
