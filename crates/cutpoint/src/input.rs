//! Reading programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use base::Diagnostic;
use driver::{Language, Loaded, Program, PropertyText};

use crate::args::{InputArguments, LanguageArguments};
use crate::codes;
use crate::failure::Failure;
use crate::files::FileSystem;
use crate::java;
use crate::output::Output;

/// A program that can be checked, and where it comes from.
#[derive(Debug)]
pub(crate) struct Input {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) sources: base::SourceMap,
    pub(crate) program: Program,
    /// What the file states in its comments.
    pub(crate) properties: Vec<PropertyText>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// The file name that means the standard input.
const STANDARD_INPUT: &str = "-";

/// A [`base::Span`] has 32 bits.
const MAX_BYTES: u64 = u32::MAX as u64;

/// Reads, compiles and verifies a program, and shows warnings about it.
pub(crate) fn load(arguments: &InputArguments, output: &Output) -> Result<Input, Failure> {
    let input = read_program(arguments, output, Entry::OfProgram)?;
    output.warnings(&input.warnings, &input.sources);
    Ok(input)
}

/// The same for a question that is about the entry itself, in any language.
pub(crate) fn load_to_ask(arguments: &InputArguments, output: &Output) -> Result<Input, Failure> {
    let input = read_program(arguments, output, Entry::OfQuestion)?;
    output.warnings(&input.warnings, &input.sources);
    Ok(input)
}

/// The same for a question about the executions of the program: one that has none is refused.
pub(crate) fn load_to_execute(arguments: &InputArguments, output: &Output) -> Result<Input, Failure> {
    let input = read_program(arguments, output, Entry::OfProgram)?;
    match driver::nothing_starts(&input.program, input.language) {
        // A warning would say the same less clearly.
        Some(diagnostic) => Err(Failure::Input { diagnostics: vec![diagnostic], sources: input.sources }),
        None => {
            output.warnings(&input.warnings, &input.sources);
            Ok(input)
        }
    }
}

/// Who reads the option `--entry`.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    /// Front ends of languages whose programs do not say where they begin.
    OfProgram,
    /// The question, too.
    OfQuestion,
}

fn read_program(arguments: &InputArguments, output: &Output, entry: Entry) -> Result<Input, Failure> {
    let InputArguments { file: path, language: arguments } = arguments;
    output.check_target(path)?;
    let name = shown_name(path);
    // Of a file that cannot be read, the language does not matter.
    let content = if java::is_java(path, &name) { Content::Anything } else { Content::Text };
    let unreadable = |problem| unusable(path, &name, content).unwrap_or(problem);
    let language = language(path, arguments, &name, entry).map_err(unreadable).map_err(Failure::input)?;
    let mut options = arguments.options();
    let mut program = path.as_path();
    // What was compiled is there until everything is read.
    let java = (language == Language::Java).then(|| java::prepare(path, &name, arguments)).transpose();
    let java = java.map_err(Failure::input)?;
    if let Some(prepared) = &java {
        options.java = prepared.options.clone();
        program = prepared.place.as_deref().unwrap_or(path);
    }
    let mut files = FileSystem { path: program, name: &name };
    let loaded = driver::load_files(&mut files, &name, language, &options)?;
    let Loaded { sources, language, program, definitions: _, properties, diagnostics } = loaded;
    match program {
        Some(program) => Ok(Input { name, language, sources, program, properties, warnings: diagnostics }),
        None => Err(Failure::Input { diagnostics, sources }),
    }
}

/// What is wrong with a file, whatever is in it.
fn unusable(path: &Path, name: &str, content: Content) -> Option<Diagnostic> {
    match content {
        Content::Text => read(path, name, "program").err(),
        Content::Anything if path.is_file() => read_bytes(path, name, "program", content).err(),
        Content::Anything => None,
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

fn language(
    path: &Path,
    arguments: &LanguageArguments,
    name: &str,
    entry: Entry,
) -> Result<Language, Diagnostic> {
    let by_extension = || Language::from_extension(path.extension().and_then(OsStr::to_str)?);
    let by_contents = || java::is_java(path, name).then_some(Language::Java);
    let language = arguments.lang.or_else(by_extension).or_else(by_contents).ok_or_else(|| {
        let extensions = Language::ALL.iter().flat_map(|language| language.extensions());
        let extensions: Vec<String> = extensions.map(|extension| format!("`.{extension}`")).collect();
        let (last, others) = extensions.split_last().expect("there are languages");
        let names: Vec<&str> = Language::ALL.iter().map(|language| language.name()).collect();
        Diagnostic::error(&codes::UNKNOWN_LANGUAGE, format!("The name `{name}` does not show its language."))
            .note(format!("known extensions are {} and {last}", others.join(", ")))
            .help(format!("say it with --lang {}", names.join(" or --lang ")))
    })?;
    let misplaced = entry == Entry::OfProgram && arguments.entry.is_some() && language != Language::Java;
    let misplaced = misplaced.then_some(("--entry", "Java"));
    match misplaced.or(arguments.about_another(language)) {
        Some((option, about)) => {
            let message =
                format!("The option {option} is about {about}, but `{name}` is in the language {language}.");
            Err(Diagnostic::error(&codes::OTHER_LANGUAGE, message).help(format!("leave {option} out")))
        }
        None => Ok(language),
    }
}

/// The text of a file that is not a program, and its name for messages.
pub(crate) fn read_other(path: &Path, what: &str) -> Result<(String, String), Failure> {
    let name = shown_name(path);
    let text = read(path, &name, what).map_err(Failure::input)?;
    Ok((name, text))
}

/// A file as messages name it.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

pub(crate) fn read(path: &Path, name: &str, what: &str) -> Result<String, Diagnostic> {
    decode(read_bytes(path, name, what, Content::Text)?, name)
}

/// What is expected in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Text,
    Anything,
}

pub(crate) fn read_bytes(
    path: &Path,
    name: &str,
    what: &str,
    content: Content,
) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |error: io::Error| unreadable(path, name, &error);
    if is_standard_input(path) {
        read_to_end(&mut io::stdin().lock(), name, content, unreadable)
    } else {
        let file = File::open(path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if metadata.is_dir() {
            let message = format!("`{name}` is a directory, not a {what}.");
            return Err(Diagnostic::error(&codes::DIRECTORY, message).help("give one of the files in it"));
        }
        if metadata.is_file() && metadata.len() > MAX_BYTES {
            return Err(too_large(name));
        }
        read_to_end(&mut { file }, name, content, unreadable)
    }
}

pub(crate) fn unreadable(path: &Path, name: &str, error: &io::Error) -> Diagnostic {
    let message = match error.kind() {
        io::ErrorKind::NotFound => format!("There is no file `{name}`."),
        _ => format!("The file `{name}` cannot be read: {error}."),
    };
    let diagnostic = Diagnostic::error(&codes::UNREADABLE, message);
    match similar_file(path) {
        Some(similar) if error.kind() == io::ErrorKind::NotFound => {
            diagnostic.help(format!("there is a file `{similar}`"))
        }
        Some(_) | None => diagnostic,
    }
}

/// A file beside a missing one that differs only in capitals or in its extension.
fn similar_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = path.file_stem()?.to_str()?;
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            let candidate = Path::new(name);
            let same_stem = candidate.file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem));
            let extension = candidate.extension().and_then(OsStr::to_str);
            same_stem && extension.and_then(Language::from_extension).is_some()
        })
        .collect();
    names.sort_unstable();
    names.into_iter().next()
}

fn too_large(name: &str) -> Diagnostic {
    Diagnostic::error(
        &codes::TOO_LARGE,
        format!("`{name}` has more than 4 GiB, which is too large for a program."),
    )
}

/// Reads to the end, piece by piece: what turns out to be no text where one is expected, or endless, is not read
/// further.
fn read_to_end(
    reader: &mut impl Read,
    name: &str,
    content: Content,
    unreadable: impl Fn(io::Error) -> Diagnostic,
) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let read = reader.by_ref().take(1 << 20).read_to_end(&mut bytes).map_err(&unreadable)?;
        if read == 0 {
            return Ok(bytes);
        }
        if bytes.len() as u64 > MAX_BYTES {
            return Err(too_large(name));
        }
        let zero = bytes[before..].iter().position(|&byte| byte == 0);
        if let Some(zero) = zero.filter(|_| content == Content::Text) {
            return Err(not_text(&bytes, before + zero, name));
        }
    }
}

fn decode(mut bytes: Vec<u8>, name: &str) -> Result<String, Diagnostic> {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        not_text(error.as_bytes(), at, name)
    })?;
    if text.trim().is_empty() {
        return Err(Diagnostic::error(
            &codes::EMPTY,
            format!("`{name}` is empty, so there is nothing to check."),
        ));
    }
    Ok(text)
}

fn not_text(bytes: &[u8], at: usize, name: &str) -> Diagnostic {
    let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
    let message = format!("`{name}` is not text in UTF-8: line {line} has the byte 0x{:02x}.", bytes[at]);
    let diagnostic = Diagnostic::error(&codes::NOT_TEXT, message);
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            diagnostic.help("it looks like UTF-16; save it as UTF-8, or convert it with `iconv`")
        }
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Result<&str, &str>) {
        let read = read_to_end(&mut { bytes }, "f", Content::Text, |error| panic!("{error}"));
        let text = read.and_then(|bytes| decode(bytes, "f"));
        let text = text.map_err(|diagnostic| diagnostic.message);
        assert_eq!(text.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn only_text_is_read() {
        check(b"x = 1;\n", Ok("x = 1;\n"));
        check(b"\xef\xbb\xbfx", Ok("x"));
        check("ç".as_bytes(), Ok("ç"));
        check(b"", Err("`f` is empty, so there is nothing to check."));
        check(b"\xef\xbb\xbf \n\t", Err("`f` is empty, so there is nothing to check."));
        check(b"a\nb\xffc", Err("`f` is not text in UTF-8: line 2 has the byte 0xff."));
        check(b"a\n\n\0", Err("`f` is not text in UTF-8: line 3 has the byte 0x00."));
        check(b"ab\xc3", Err("`f` is not text in UTF-8: line 1 has the byte 0xc3."));
    }

    #[test]
    fn endless_input_is_not_read_for_ever() {
        let zeros = || io::repeat(0);
        let result = read_to_end(&mut zeros(), "zeros", Content::Text, |error| panic!("{error}"));
        assert!(result.is_err_and(|diagnostic| diagnostic.code == &codes::NOT_TEXT));
    }

    #[test]
    fn what_is_no_text_can_be_read_as_it_is() {
        let bytes: &[u8] = b"\xca\xfe\0";
        let read = read_to_end(&mut { bytes }, "f", Content::Anything, |error| panic!("{error}"));
        assert_eq!(read.as_deref(), Ok(bytes));
    }
}
