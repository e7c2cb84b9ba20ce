//! Goldens of diagnostics as text.

mod fixtures;

use base::{Code, CodePlace, Diagnostic, SourceFile, SourceMap, Span};
use cutpoint_report::{TextOptions, text};
use expect_test::{Expect, expect};
use fixtures::{sources, span};

static CODE: Code = Code {
    id: "CP9999",
    title: "an example",
    explanation: "An example\nof a page that has a line which is longer than any line should be, so `it has to` be broken in two.\n\n```zing\nx = 1;\n\n  y = 2;\n```\nThe end.",
};

fn check(diagnostics: &[Diagnostic], sources: &SourceMap, expected: Expect) {
    let twins = cutpoint_report::Diagnostic::all(diagnostics, sources);
    expected.assert_eq(&text::diagnostics(&twins, sources, TextOptions::default()));
}

#[test]
fn every_part_of_a_diagnostic_is_shown() {
    let full = Diagnostic::error(&CODE, "`count` is not an array, so it has no elements")
        .at(span("count = count + 1;"), "indexed here")
        .at(span("static int count"), "declared here as an `int`")
        .note("only arrays can be indexed")
        .help("declare an array type and use it");
    let unsupported = Diagnostic::unsupported(&CODE, "this cannot be checked").at(span("accept(true)"), "");
    let bare = Diagnostic::warning(&CODE, "nothing starts, so nothing is checked");
    check(
        &[full, unsupported, bare],
        &sources(),
        expect![[r#"
        error[CP9999]: `count` is not an array, so it has no elements
          --> list.zing:11:9
           |
         5 |     static int count = 0;
           |     ---------------- declared here as an `int`
        ...
        11 |         count = count + 1;
           |         ^^^^^^^^^^^^^^^^^^ indexed here
           |
           = note: only arrays can be indexed
           = help: declare an array type and use it

        unsupported[CP9999]: this cannot be checked
          --> list.zing:19:9
           |
        19 |         accept(true);
           |         ^^^^^^^^^^^^

        warning[CP9999]: nothing starts, so nothing is checked

    "#]],
    );
}

#[test]
fn compiled_code_is_shown_by_class_method_and_line() {
    let mut sources = sources();
    let file = sources.add(SourceFile::compiled("List.class"));
    let place = |method: &str, line| CodePlace { class: "List".to_owned(), method: method.to_owned(), line };
    let add = sources.add_place(file, place("add(int)", Some(12)));
    let native = sources.add_place(file, place("hash()", None));
    let call = Diagnostic::unsupported(&CODE, "A native method is called.")
        .at(add, "called here")
        .at(native, "this method")
        .at(span("static int count"), "a text beside it")
        .help("leave it out");
    check(
        &[call, Diagnostic::warning(&CODE, "No lines.").at(native, "")],
        &sources,
        expect![[r#"
            unsupported[CP9999]: A native method is called.
             --> List.class: List.add(int):12
              = called here
             ::: List.class: List.hash()
              = this method
              |
             ::: list.zing:5:5
              |
            5 |     static int count = 0;
              |     ---------------- a text beside it
              |
              = help: leave it out

            warning[CP9999]: No lines.
            --> List.class: List.hash()

        "#]],
    );
}

#[test]
fn a_long_place_is_marked_on_its_first_line() {
    let class = span("class Main");
    let whole = Span::new(class.file, class.start, fixtures::PROGRAM.len() as u32);
    check(
        &[Diagnostic::error(&CODE, "this class is too long").at(whole, "here")],
        &sources(),
        expect![[r#"
        error[CP9999]: this class is too long
         --> list.zing:3:1
          |
        3 | class Main {
          | ^^^^^^^^^^^^ here

    "#]],
    );
}

#[test]
fn odd_files_are_shown_all_the_same() {
    let mut sources = SourceMap::new();
    let odd = sources.add(SourceFile::new("odd.zing", "çç\tx = 1;\r\n\u{1b}[31m y"));
    let long = sources.add(SourceFile::new("long.zing", "x".repeat(100_000)));
    let empty = sources.add(SourceFile::new("empty.zing", ""));
    let diagnostics = [
        Diagnostic::error(&CODE, "after a tab").at(Span::new(odd, 5, 6), "here"),
        Diagnostic::error(&CODE, "escape").at(Span::new(odd, 18, 19), "here"),
        Diagnostic::error(&CODE, "at the end").at(Span::new(odd, 19, 19), "here"),
        Diagnostic::error(&CODE, "beyond the end").at(Span::new(odd, 400, 500), "here"),
        Diagnostic::error(&CODE, "a long line").at(Span::new(long, 50_000, 50_003), "here"),
        Diagnostic::error(&CODE, "an empty file").at(Span::new(empty, 0, 0), "here"),
    ];
    check(
        &diagnostics,
        &sources,
        expect![[r#"
        error[CP9999]: after a tab
         --> odd.zing:1:4
          |
        1 | çç    x = 1;
          |       ^ here

        error[CP9999]: escape
         --> odd.zing:2:6
          |
        2 | ␛[31m y
          |      ^ here

        error[CP9999]: at the end
         --> odd.zing:2:7
          |
        2 | ␛[31m y
          |       ^ here

        error[CP9999]: beyond the end
         --> odd.zing:2:8
          |
        2 | ␛[31m y
          |        ^ here

        error[CP9999]: a long line
         --> long.zing:1:50001
          |
        1 | ...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
          |                                                                 ^^^ here

        error[CP9999]: an empty file
         --> empty.zing:1:1
          |
        1 |
          | ^ here

    "#]],
    );
}

#[test]
fn explanations_have_their_code_indented() {
    let page = cutpoint_report::CodePage::of(&CODE);
    expect![[r#"
        CP9999: an example

        An example of a page that has a line which is longer than any line should be, so `it has to` be
        broken in two.

            x = 1;

              y = 2;
        The end.
    "#]]
    .assert_eq(&text::explain(&page, TextOptions::default()));
    expect![[r#"
        CP9999  an example

        `cutpoint explain CODE` says more about one of them.
    "#]]
    .assert_eq(&text::code_list(&[page], TextOptions::default()));
}
