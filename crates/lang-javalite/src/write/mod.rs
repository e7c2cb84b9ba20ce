//! Tests in Javalite: closed programs, one for each path.
//!
//! A test is the program itself, line for line, with one more class and another entry. The class builds the inputs of
//! an example by assignments, calls the method, and asserts the result and the whole heap that is left. Where the path
//! ends with an error there is nothing to assert: the line that fails is marked, as in the corpus of tests.
//!
//! - `host`: the program around the class;
//! - `case`: the class.

mod case;
mod host;

use base::Interner;
use base::syntax::Parsed;
use verdict::explore::test_files::file_name_part;
use verdict::explore::{TestCase, TestFile, TestSubject, UntestedPath, WriteTests, WrittenTests};

use self::case::Case;
use self::host::Host;
use crate::check;
use crate::hir::World;
use crate::parse;

/// The writer of tests.
#[derive(Debug)]
pub struct JavaliteTests;

impl WriteTests for JavaliteTests {
    fn write(&self, subject: &TestSubject<'_>) -> WrittenTests {
        let mut written = WrittenTests::default();
        let suite = Suite::new(subject);
        for case in subject.cases {
            let text = match &suite {
                Ok(suite) => suite.test(subject, case),
                Err(reason) => Err(reason.clone()),
            };
            match text {
                Ok(text) => {
                    let name = format!("{}.jl", file_stem(subject, case));
                    written.files.push(TestFile { name, text, paths: vec![case.number] });
                }
                Err(reason) => written.left_out.push(UntestedPath { path: case.number, reason }),
            }
        }
        written
    }
}

/// `Node.contains-2-returns`, `Node.contains-3-null-dereference`.
fn file_stem(subject: &TestSubject<'_>, case: &TestCase<'_>) -> String {
    let end = case.failure().map_or("returns", |(kind, _)| kind.slug());
    format!("{}-{}-{end}", file_name_part(subject.name), case.number)
}

/// What all tests of a method share.
struct Suite<'a> {
    host: Host<'a>,
    world: World,
    interner: Interner,
}

impl<'a> Suite<'a> {
    /// The text is read again: types and names of the language are not part of a program of the core language.
    fn new(subject: &TestSubject<'a>) -> Result<Self, String> {
        let file = subject.program.procs[subject.procs[0]].span.map(|span| span.file);
        let file = file.ok_or("the program has no text")?;
        let text = subject.sources.file(file).text();
        let Parsed { unit, mut interner, .. } = parse::parse(file, text);
        let (check::Checked { world, .. }, _) = check::check(&unit, &mut interner);
        if !subject.procs.iter().all(|&proc| world.methods.ids().any(|method| method == proc)) {
            return Err(format!("`{}` is no method of a class", subject.name));
        }
        let host = Host::of(file, text).ok_or("the text is no program")?;
        Ok(Self { host, world, interner })
    }

    fn test(&self, subject: &TestSubject<'_>, case: &TestCase<'_>) -> Result<String, String> {
        let class = self.fresh("Test");
        let text = Case::text(self, subject, case, &class)?;
        let failure = case.failure().and_then(|(kind, span)| {
            let line = subject.sources.position(span?).line;
            Some((line as usize, kind.slug()))
        });
        Ok(self.host.with(&text, &class, failure))
    }

    /// A name that the program does not use for anything.
    fn fresh(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.interner.lookup(&name).is_some() {
            name.push('_');
        }
        name
    }
}
