//! The capability [`WriteTests`] of a language: the examples of paths as tests that people keep.
//!
//! A test builds the inputs of an example, calls the procedure, and says what has to come of it: the result and the
//! heap that is left, or the error. What that looks like is up to the language: a program for each path, or one file
//! with all tests of a class. Names are relative and may have folders, as packages need them.

use base::{SourceMap, Span};
use ir::{ProcId, Program};

use super::paths::{ExploredPath, PathExample};
use crate::path::PathEnd;
use crate::violation::ViolationKind;

/// Writes tests in a language.
pub trait WriteTests: Sync {
    /// The tests of some paths of one procedure: at most one for each path.
    fn write(&self, subject: &TestSubject<'_>) -> WrittenTests;
}

/// What is to be tested.
#[derive(Clone, Copy, Debug)]
pub struct TestSubject<'a> {
    /// A program in the language of the writer, and its text.
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    /// The method as it is shown: `Node.contains`.
    pub name: &'a str,
    /// Its bodies: each example begins with one of them.
    pub procs: &'a [ProcId],
    pub cases: &'a [TestCase<'a>],
}

/// A path to be tested.
#[derive(Clone, Copy, Debug)]
pub struct TestCase<'a> {
    /// The number of the path in reports, from 1.
    pub number: usize,
    pub path: &'a ExploredPath,
    pub example: &'a PathExample,
}

impl TestCase<'_> {
    /// The error that the path ends with, and where.
    pub fn failure(&self) -> Option<(&ViolationKind, Option<Span>)> {
        match &self.path.path.end {
            PathEnd::Failed { kind, span } => Some((kind, *span)),
            PathEnd::Returned | PathEnd::Pruned | PathEnd::Blocked | PathEnd::Cut => None,
        }
    }
}

/// What a writer made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenTests {
    pub files: Vec<TestFile>,
    /// Paths without a test, and why.
    pub left_out: Vec<UntestedPath>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFile {
    /// Its path below the directory of the tests, with `/` between folders. Two files of one writer have two names.
    pub name: String,
    pub text: String,
    /// The numbers of the paths that it tests.
    pub paths: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UntestedPath {
    pub path: usize,
    /// What stands in the way, as a sentence.
    pub reason: String,
}

/// A part of the name of a file, made of a name of the program: what file systems treat differently is replaced, and
/// long names end early.
pub fn file_name_part(name: &str) -> String {
    const LONGEST: usize = 100;
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    let plain: String = name.chars().take(LONGEST).map(|c| if is_plain(c) { c } else { '_' }).collect();
    match plain.strip_prefix(['.', '-']) {
        Some(rest) => format!("_{rest}"),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_stay_below_their_directory() {
        let check = |name: &str, expected: &str| assert_eq!(file_name_part(name), expected);
        check("Node.contains", "Node.contains");
        check("../a/b", "_._a_b");
        check("-x*?\\\u{e9}", "_x____");
        assert_eq!(file_name_part(&"x".repeat(1_000)).len(), 100);
    }
}
