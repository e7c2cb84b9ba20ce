//! Inputs and outputs that cannot be used: a clear word and exit status 2, never a panic.

mod support;

use std::fs;

use snapbox::str;
use support::{cutpoint, folder, run};

#[test]
fn files_that_cannot_be_read() {
    run("check missing.zing", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0001]: There is no file `missing.zing`.


"#]]);
    run("check Counter.zing", 2).stderr_eq(str![[r#"
error[CP0001]: There is no file `Counter.zing`.
 |
 = help: there is a file `counter.cpir`


"#]]);
    run("check .", 2).stderr_eq(str![[r#"
error[CP0002]: `.` is a directory, not a program.
 |
 = help: give one of the files in it


"#]]);
    run("run missing.zing", 2);
    run("ir missing.zing", 2);
}

#[test]
fn files_that_are_no_programs() {
    let folder = folder("no_programs");
    let files: [(&str, &[u8]); 5] = [
        ("empty.zing", b""),
        ("blank.cpir", b" \n\t\n"),
        ("junk.zing", b"\x7fELF\x02\x01\x01\0\0\0"),
        ("latin.zing", b"// caf\xe9\nclass A {};"),
        ("utf16.zing", b"\xff\xfec\0l\0"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let check = |name: &str| cutpoint("check").arg(name).current_dir(&folder).assert().code(2);
    check("empty.zing").stderr_eq(str![[r#"
error[CP0004]: `empty.zing` is empty, so there is nothing to check.


"#]]);
    check("blank.cpir").stderr_eq(str![[r#"
error[CP0004]: `blank.cpir` is empty, so there is nothing to check.


"#]]);
    check("junk.zing").stderr_eq(str![[r#"
error[CP0003]: `junk.zing` is not text in UTF-8: line 1 has the byte 0x00.


"#]]);
    check("latin.zing").stderr_eq(str![[r#"
error[CP0003]: `latin.zing` is not text in UTF-8: line 1 has the byte 0xe9.


"#]]);
    check("utf16.zing").stderr_eq(str![[r#"
error[CP0003]: `utf16.zing` is not text in UTF-8: line 1 has the byte 0x00.
 |
 = help: it looks like UTF-16; save it as UTF-8, or convert it with `iconv`


"#]]);
}

#[test]
fn mistakes_in_a_program_have_places() {
    let folder = folder("mistakes");
    fs::write(
        folder.join("bad.cpir"),
        "thread proc0\nproc proc0 \"p\"() {\nblock0:\n* g0 = 1\n* return\n}\n",
    )
    .unwrap();
    fs::write(folder.join("worse.cpir"), "thread @\n").unwrap();
    let check = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert().code(2);
    check("check bad.cpir").stdout_eq("").stderr_eq(str![[r#"
error[CP0040]: proc0 block0 instruction 0 [ids-in-range]: there is no g0
 --> bad.cpir:4:3
  |
4 | * g0 = 1
  |   ^^^^^^ here
  |
  = note: every id names an entity


"#]]);
    check("check worse.cpir --format json").stderr_eq("").stdout_eq(str![[r#"
{
  "schema_version": 8,
  "diagnostics": [
    {
      "code": "CP0010",
      "severity": "error",
      "message": "the character '@' has no meaning here",
      "labels": [
        {
          "location": {
            "file": "worse.cpir",
            "line": 1,
            "column": 8,
            "end": {
              "line": 1,
              "column": 9
            }
          },
          "text": "here"
        }
      ],
      "notes": []
    },
    {
      "code": "CP0014",
      "severity": "error",
      "message": "the end of the line where an id such as `proc0` must be",
      "labels": [
        {
          "location": {
            "file": "worse.cpir",
            "line": 1,
            "column": 9,
            "end": {
              "line": 2,
              "column": 1
            }
          },
          "text": "here"
        }
      ],
      "notes": []
    }
  ]
}

"#]]);
}

#[test]
fn names_that_do_not_tell_the_language() {
    let folder = folder("languages");
    fs::copy(support::models().join("counter.cpir"), folder.join("counter.txt")).unwrap();
    let check = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert();
    check("check counter.txt").code(2).stderr_eq(str![[r#"
error[CP0006]: The name `counter.txt` does not show its language.
 |
 = note: known extensions are `.zing`, `.shy`, `.bp`, `.jl`, `.java`, `.class`, `.jar` and `.cpir`
 = help: say it with --lang zing or --lang shylock or --lang boolean or --lang javalite or --lang java or --lang core


"#]]);
    check("check counter.txt --lang core").code(0);
    check("check counter.txt --lang cobol").code(2);
}

#[test]
fn command_lines_that_make_no_sense() {
    run("", 2);
    run("check", 2);
    run("prove counter.cpir", 2);
    run("check counter.cpir --timeout soon", 2).stderr_eq(str![[r#"
error: invalid value 'soon' for '--timeout <TIME>': `soon` is no unit of time; use ms, s, m or h

For more information, try '--help'.

"#]]);
    run("check counter.cpir --memory 5X", 2);
    run("check counter.cpir --engine none", 2);
    run("check counter.cpir --cooperative --delays 1", 2);
    run("check counter.cpir -q -v", 2);
    run("check counter.cpir --engine explicit --all-engines", 2);
}

#[test]
fn reports_are_written_whole_or_not_at_all() {
    let folder = folder("outputs");
    let model = folder.join("counter.cpir");
    fs::copy(support::models().join("counter.cpir"), &model).unwrap();
    let before = fs::read(&model).unwrap();
    let check = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert();

    check("check counter.cpir -o report.txt").code(0).stdout_eq("").stderr_eq("");
    assert!(fs::read_to_string(folder.join("report.txt")).unwrap().starts_with("holds: "));
    check("check counter.cpir --format json -o report.txt").code(0);
    assert!(fs::read_to_string(folder.join("report.txt")).unwrap().starts_with("{"));

    check("ir counter.cpir -o counter.cpir").code(2).stderr_eq(str![[r#"
error[CP0008]: `counter.cpir` is the program itself and would be replaced by the report.
 |
 = help: give another name


"#]]);
    check("ir counter.cpir -o ../outputs/./counter.cpir --format json").code(2);
    assert_eq!(fs::read(&model).unwrap(), before, "the program is still there");

    check("check counter.cpir -o none/report.txt").code(2).stderr_eq(str![[r#"
error[CP0007]: The report cannot be written to `none/report.txt`: there is no directory `none`.


"#]]);
    check("check counter.cpir -o .").code(2).stderr_eq(str![[r#"
error[CP0002]: `.` is a directory, so the report cannot be written there.
 |
 = help: give the name of a file


"#]]);
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["counter.cpir", "report.txt"], "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn special_files_are_written_to_and_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    run("check counter.cpir -o /dev/null", 0);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());

    let folder = folder("links");
    fs::write(folder.join("real.txt"), "old").unwrap();
    symlink("real.txt", folder.join("link.txt")).unwrap();
    cutpoint("check counter.cpir -o").arg(folder.join("link.txt")).assert().code(0);
    assert!(fs::symlink_metadata(folder.join("link.txt")).unwrap().is_symlink());
    assert!(fs::read_to_string(folder.join("real.txt")).unwrap().starts_with("holds: "));
    run("check /dev/zero --lang zing", 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_a_closed_pipe_is_not() {
    use std::process::{Command, Stdio};
    let start = |stdout: Stdio| {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("cutpoint"));
        command.args(["check", "assertion.cpir", "-v"]).current_dir(support::models());
        command.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap()
    };
    let full = start(Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").unwrap()));
    let output = full.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[CP0007]"));

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = start(Stdio::from(writer)).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "the verdict stands");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_program_that_starts_nothing_has_no_answers() {
    let folder = folder("starts_nothing");
    let text = "class Helper { static void Go() { } static void Add(int n) { } };\n\
                class Main {\n    static void Run() {\n        Helper.Go();\n        assert(false);\n    }\n};\n";
    fs::write(folder.join("run.zing"), text).unwrap();
    fs::write(folder.join("none.zing"), "class Main { int x; };\n").unwrap();
    fs::write(folder.join("run.cpir"), "proc proc0 \"main\"() {\nblock0:\n* return\n}\n").unwrap();
    fs::write(folder.join("init.cpir"), "init proc0\nproc proc0 \"main\"() {\nblock0:\n* return\n}\n")
        .unwrap();
    fs::write(folder.join("none.cpir"), "global g0 \"n\": 0..9\n").unwrap();
    let command = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert();
    command("check run.zing").code(2).stdout_eq("").stderr_eq(str![[r#"
error[CP0058]: The program starts no thread, so it has no executions to ask about.
 --> run.zing:3:17
  |
3 |     static void Run() {
  |                 ^^^ this static method has no parameters and could be the start
  |
  = help: mark it as `activate`: `activate static void Run()`


"#]]);
    command("check none.zing").code(2).stderr_eq(str![[r#"
error[CP0058]: The program starts no thread, so it has no executions to ask about.
 |
 = help: start a static method without parameters: `activate static void Run() { ... }`


"#]]);
    command("check run.cpir").code(2).stderr_eq(str![[r#"
error[CP0058]: The program starts no thread, so it has no executions to ask about.
 --> run.cpir:1:1
  |
1 | proc proc0 "main"() {
  | ^^^^^^^^^^^^^^^^^^^ this procedure has no parameters and could be the start
  |
  = help: add a line `thread proc0` before the first procedure


"#]]);
    command("check none.cpir").code(2).stderr_eq(str![[r#"
error[CP0058]: The program starts no thread, so it has no executions to ask about.
 |
 = help: add a procedure without parameters, and a line `thread proc0` with its number


"#]]);
    command("ltl run.cpir F(@terminated)").code(2);
    command("run run.zing").code(2);
    command("check run.zing --exit-codes zing").code(1);
    // What asks for no execution reads it, and an initialisation is one.
    command("ir run.zing").code(0);
    command("summarize run.zing").code(0);
    command("check init.cpir").code(0);
}

#[test]
fn as_many_threads_as_no_machine_has_are_refused() {
    for threads in ["257", "100000", "99999999999999999999", "-1", "four"] {
        let refused = cutpoint(&format!("check counter.cpir --threads={threads}")).assert().code(2);
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(message.contains("at most 256 threads") || message.contains("a whole number"), "{message}");
    }
    run("check counter.cpir --threads 256 --summaries off", 0);
}

/// A hundred thousand mistakes on one line: reading them is linear, and so is showing the first of them.
#[test]
fn many_mistakes_on_one_line_are_counted() {
    let folder = support::folder("many_mistakes");
    let mistakes = " x = 1;".repeat(100_000);
    let text = format!("class Main {{ activate static void main() {{{mistakes} }} }};");
    fs::write(folder.join("many.zing"), text).expect("the folder can be written");
    let check = |format: &str| {
        let arguments = ["check", "many.zing", "--memory", "16G", "--format", format];
        cutpoint("").args(arguments).current_dir(&folder).assert().code(2)
    };
    let text = String::from_utf8_lossy(&check("text").get_output().stderr).into_owned();
    assert_eq!(text.matches("error[").count(), 21, "{}", text.len());
    assert!(text.contains("error[CP0057]: There are 99980 more errors."), "{}", text.len());
    let json = String::from_utf8_lossy(&check("json").get_output().stdout).into_owned();
    assert!(json.contains("There are 99800 more errors.") && json.len() < 1_000_000, "{}", json.len());
}
