//! Tests of the paths that were found, in the language of their program.

use base::SourceMap;
use ir::{ProcId, Program};
use verdict::OpenCall;
use verdict::explore::{TestCase, TestSubject, UntestedPath, WriteTests, WrittenTests};

use super::Explored;

impl Explored {
    /// Tests of some paths, by their indices.
    pub fn tests(
        &self,
        writer: &dyn WriteTests,
        program: &Program,
        sources: &SourceMap,
        call: &OpenCall,
        paths: &[usize],
    ) -> WrittenTests {
        let found = &self.exploration.paths;
        let (with_example, without): (Vec<usize>, Vec<usize>) =
            paths.iter().partition(|&&index| found[index].example.is_some());
        let cases: Vec<TestCase<'_>> = with_example
            .iter()
            .filter_map(|&index| {
                let path = &found[index];
                path.example.as_ref().map(|example| TestCase { number: index + 1, path, example })
            })
            .collect();
        let procs: Vec<ProcId> = call.bodies.iter().map(|body| body.proc).collect();
        let subject = TestSubject { program, sources, name: &call.name, procs: &procs, cases: &cases };
        let mut written = writer.write(&subject);
        let reason = "it has no example: a limit was reached before it was replayed";
        let untested = |index: usize| UntestedPath { path: index + 1, reason: reason.to_owned() };
        written.left_out.extend(without.into_iter().map(untested));
        written
    }
}
