//! What a Java program prints and how it ends, as the interpreter finds it.

use std::path::Path;

use base::{Diagnostic, Files, SourceMap};
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
    /// An exception of this class left the program. It came from one of these lines: its own, then those of its causes.
    Thrown {
        class: String,
        lines: Vec<u32>,
    },
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
    fn agrees(&self, other: &End) -> bool {
        match (self, other) {
            (End::Normal, End::Normal) => true,
            (End::Thrown { class: a, lines: left }, End::Thrown { class: b, lines: right }) => {
                a == b && left.iter().any(|line| right.contains(line))
            }
            (End::Normal, End::Thrown { .. }) | (End::Thrown { .. }, End::Normal) => false,
        }
    }
}

/// The class of the exception that a fault is when nothing can catch it.
pub fn exception_of(kind: &ViolationKind) -> Option<String> {
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
                let class = exception_of(&kind).ok_or_else(|| format!("{kind:?}"))?;
                let line = span.map_or(0, |span| sources.position(span).line);
                return Ok(Outcome::new(&printed.output(), End::Thrown { class, lines: vec![line] }));
            }
            Err(stop) => return Err(format!("{stop:?}")),
        }
    }
    Err("it takes too long".to_owned())
}
