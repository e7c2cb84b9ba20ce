//! Goldens of what the checker of certificates says.

mod fixtures;

use cutpoint_report::text::certify;
use cutpoint_report::{CertifyInput, CertifyReport, Checked, Finding, Question, TextOptions, Verbosity};
use expect_test::{Expect, expect};
use fixtures::{sources, span};

fn report(finding: Finding) -> CertifyReport {
    CertifyReport::new(CertifyInput {
        sources: &sources(),
        file: "list.zing",
        language: "zing",
        certificate: "proof.json",
        property: &Question::NoErrors,
        finding,
        warnings: &[],
    })
}

fn check(finding: Finding, verbosity: Verbosity, expected: &Expect) {
    let options = TextOptions { verbosity, ..TextOptions::default() };
    expected.assert_eq(&certify(&report(finding), &sources(), options));
}

fn refused() -> Finding {
    let message = "Main.producer reads Main.count, which its pattern does not list.".to_owned();
    Finding::refused(message, Some(span("count = count + 1;")), &sources())
}

#[test]
fn an_accepted_certificate_has_figures() {
    let accepted =
        Finding::Accepted(Checked::Summaries { summaries: 1, effects: 30, calls_covered: 1_234, states: 56 });
    check(
        accepted.clone(),
        Verbosity::Normal,
        &expect![[r#"
        certificate accepted: 1 summary, 30 effects, 1,234 calls covered, 56 states of procedures
          = in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
    "#]],
    );
    check(
        accepted,
        Verbosity::Quiet,
        &expect![[r#"
        certificate accepted: 1 summary, 30 effects, 1,234 calls covered, 56 states of procedures
    "#]],
    );
}

#[test]
fn accepted_formulas_have_figures() {
    let accepted =
        Finding::Accepted(Checked::Boolean { procedures: 1, invariants: 12, nodes: 3_456, questions: 78 });
    check(
        accepted,
        Verbosity::Quiet,
        &expect![[r#"
        certificate accepted: 1 procedure, 12 invariants, 3,456 nodes of formulas, 78 questions to the solver
    "#]],
    );
}

#[test]
fn a_refused_certificate_has_a_reason_and_a_place() {
    check(
        refused(),
        Verbosity::Normal,
        &expect![[r#"
            error[certificate]: Main.producer reads Main.count, which its pattern does not list.
              --> list.zing:11:9
               |
            11 |         count = count + 1;
               |         ^^^^^^^^^^^^^^^^^^

            certificate refused: proof.json
              = it proves nothing of list.zing, neither good nor bad
        "#]],
    );
    check(
        refused(),
        Verbosity::Quiet,
        &expect![[r#"
        certificate refused: proof.json: Main.producer reads Main.count, which its pattern does not list.
    "#]],
    );
    let nowhere = Finding::refused("There is no summary of Main.main.".to_owned(), None, &sources());
    check(
        nowhere,
        Verbosity::Normal,
        &expect![[r#"
        certificate refused: proof.json: There is no summary of Main.main.
          = it proves nothing of list.zing, neither good nor bad
    "#]],
    );
}

#[test]
fn json_says_the_same() {
    let json = cutpoint_report::json::pretty(&report(refused()));
    expect![[r#"
        {
          "schema_version": 8,
          "file": "list.zing",
          "language": "zing",
          "certificate": "proof.json",
          "property": "no-errors",
          "finding": "refused",
          "message": "Main.producer reads Main.count, which its pattern does not list.",
          "location": {
            "file": "list.zing",
            "line": 11,
            "column": 9,
            "end": {
              "line": 11,
              "column": 27
            }
          },
          "warnings": []
        }
    "#]]
    .assert_eq(&json);
    let back: CertifyReport = serde_json::from_str(&json).expect("a report");
    assert_eq!(back, report(refused()));
}
