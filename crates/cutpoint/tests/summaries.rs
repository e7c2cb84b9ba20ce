//! `--summaries`, `--certificate`, `cutpoint certify` and `cutpoint summarize`.

mod support;

use std::fs;
use std::path::Path;

use snapbox::str;
use support::{cutpoint, folder, models, run, stdout};

/// The kind of summaries that a check was run with.
fn kind(arguments: &str) -> String {
    let output = cutpoint(&format!("check counter.cpir --format json {arguments}")).output().expect("a run");
    let text = String::from_utf8(output.stdout).expect("text");
    let line =
        text.lines().find(|line| line.trim_start().starts_with("\"summaries\": \"")).expect("the option");
    line.trim().trim_start_matches("\"summaries\": ").trim_matches(['"', ',']).to_owned()
}

#[test]
fn summaries_are_the_default_unless_another_option_needs_states() {
    assert_eq!(kind(""), "patterns");
    assert_eq!(kind("--all-errors --timeout 1m --stats"), "patterns");
    assert_eq!(kind("--summaries visible"), "visible");
    assert_eq!(kind("--summaries off --search dfs"), "off");
    for option in [
        "--search bfs",
        "--threads 1",
        "--compact",
        "--max-depth 9",
        "--cooperative",
        "--preemptions 1",
        "--delays 1",
    ] {
        assert_eq!(kind(option), "off", "{option}");
        let refused = run(&format!("check counter.cpir --summaries patterns {option}"), 2);
        let stderr = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
        let option = option.split(' ').next().expect("an option");
        let start = format!("error: the argument '--summaries patterns' cannot be used with '{option}': ");
        assert!(stderr.starts_with(&start), "{stderr}");
    }
    run("check counter.cpir --summaries visible --delays 2", 2).stdout_eq("").stderr_eq(str![[r#"
error: the argument '--summaries visible' cannot be used with '--delays': summaries are made of programs with one thread, where there is nothing to schedule; leave one of them out, or give '--summaries off'

Usage: cutpoint check [OPTIONS] <FILE>

For more information, try '--help'.

"#]]);
    run("check counter.cpir --exit-codes zing --summaries visible --delays 2", 1);
}

/// Runs the command in a folder with the model `counter.cpir`.
fn run_in(folder: &Path, arguments: &str, status: i32) -> snapbox::cmd::OutputAssert {
    fs::copy(models().join("counter.cpir"), folder.join("counter.cpir")).expect("a copy");
    fs::copy(models().join("division.cpir"), folder.join("division.cpir")).expect("a copy");
    cutpoint(arguments).current_dir(folder).assert().code(status)
}

#[test]
fn only_what_holds_has_a_certificate() {
    let folder = folder("certificates");
    let proof = folder.join("proof.json");
    run_in(&folder, "check counter.cpir --summaries off --certificate proof.json -q", 0).stderr_eq("");
    let written = fs::read_to_string(&proof).expect("a certificate");
    snapbox::assert_data_eq!(
        &written,
        str![[r#"
{"schema_version":8,"file":"counter.cpir","language":"core","property":"no-errors","certificate":{"exhaustive":{"states":30,"transitions":29,"hash_compaction":false}}}

"#]]
    );
    // An error leaves the older certificate as it is.
    run_in(&folder, "check division.cpir -q --certificate proof.json", 1).stderr_eq(str![[r#"
warning[CP0052]: No certificate was written to `proof.json`: the program has an error.


"#]]);
    run_in(&folder, "check counter.cpir --summaries off --max-states 3 -q --certificate proof.json", 3)
        .stderr_eq(str![[r#"
warning[CP0052]: No certificate was written to `proof.json`: the answer is unknown.


"#]]);
    assert_eq!(fs::read_to_string(&proof).expect("a certificate"), written);
    let files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 3, "nothing is left lying about");
}

#[test]
fn certificates_replace_nothing_else() {
    let folder = folder("certificate_targets");
    let refused = |arguments: &str| run_in(&folder, arguments, 2).stdout_eq("");
    refused("check counter.cpir --certificate counter.cpir").stderr_eq(str![[r#"
error[CP0008]: `counter.cpir` is the program itself and would be replaced by the certificate.
 |
 = help: give another name


"#]]);
    refused("check counter.cpir --certificate .").stderr_eq(str![[r#"
error[CP0002]: `.` is a directory, so the certificate cannot be written there.
 |
 = help: give the name of a file


"#]]);
    refused("check counter.cpir --certificate missing/proof.json").stderr_eq(str![[r#"
error[CP0007]: The certificate cannot be written to `missing/proof.json`: there is no directory `missing`.


"#]]);
    refused("check counter.cpir --certificate a.json -o a.json").stderr_eq(str![[r#"
error[CP0008]: `a.json` is the file of the report and would be replaced by the certificate.
 |
 = help: give another name


"#]]);
    fs::write(folder.join("proof.json"), "{}").expect("a file");
    refused("certify counter.cpir proof.json -o proof.json").stderr_eq(str![[r#"
error[CP0008]: `proof.json` is the certificate and would be replaced by the report.
 |
 = help: give another name


"#]]);
}

#[test]
fn certificates_that_cannot_be_used() {
    let folder = folder("bad_certificates");
    run_in(&folder, "check counter.cpir --summaries off --certificate counts.json -q", 0);
    let certify = |name: &str| run_in(&folder, &format!("certify counter.cpir {name}"), 2).stdout_eq("");
    certify("counts.json").stderr_eq(str![[r#"
error[CP0051]: The certificate `counts.json` cannot be used: it holds the counts of an exhaustive search, which only a second search can check.
 |
 = help: `cutpoint check` searches again; the numbers must be the same


"#]]);
    certify("missing.json").stderr_eq(str![[r#"
error[CP0001]: There is no file `missing.json`.


"#]]);
    certify(".").stderr_eq(str![[r#"
error[CP0002]: `.` is a directory, not a certificate.
 |
 = help: give one of the files in it


"#]]);
    certify("counter.cpir").stderr_eq(str![[r#"
error[CP0050]: The certificate `counter.cpir` cannot be used: it is no certificate: expected value at line 1 column 1.
 |
 = help: `cutpoint check FILE --certificate NAME` writes a new one


"#]]);
    let unknown = SUMMARIES.replace(
        "SUMMARIES",
        r#"{"procedure":"tick","fingerprint":"00000000000000000000000000000000","uses":1}"#,
    );
    fs::write(folder.join("unknown.json"), unknown).expect("a file");
    certify("unknown.json").stderr_eq(str![[r#"
error[CP0050]: The certificate `unknown.json` cannot be used: summary 1, of `tick`: there is no procedure `tick`; the summary was made for other code.
 |
 = help: `cutpoint check FILE --certificate NAME` writes a new one


"#]]);
    let json = run_in(&folder, "certify counter.cpir unknown.json --format json", 2);
    assert!(stdout(&json).contains("\"code\": \"CP0050\""));
}

const SUMMARIES: &str = r#"{"schema_version":8,"file":"counter.cpir","language":"core","property":"no-errors",
"certificate":{"summaries":[SUMMARIES]}}"#;

#[test]
fn a_certificate_that_proves_nothing_is_refused() {
    let folder = folder("refused_certificates");
    fs::write(folder.join("empty.json"), SUMMARIES.replace("SUMMARIES", "")).expect("a file");
    let text = stdout(&run_in(&folder, "certify counter.cpir empty.json -q", 1));
    assert!(text.starts_with("certificate refused: empty.json: "), "{text}");
    let json = stdout(&run_in(&folder, "certify counter.cpir empty.json --format json", 1));
    assert!(json.contains("\"finding\": \"refused\""), "{json}");
}

#[test]
fn procedures_are_found_by_name() {
    run("summarize unlucky.zing --proc twise", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0053]: The program has no procedure `twise`.
 |
 = help: did you mean `Main.twice`?


"#]]);
    run("summarize unlucky.zing --proc xyzzy", 2).stderr_eq(str![[r#"
error[CP0053]: The program has no procedure `xyzzy`.
 |
 = help: it has Main.twice, Main.producer, Main.consumer


"#]]);
    run("summarize missing.zing", 2);
    run("summarize counter.cpir --summaries off", 2);
    run("summarize counter.cpir --dot --format json", 2);
}

#[test]
fn programs_with_threads_have_no_summaries() {
    let output = run("summarize deadlock.cpir", 2).stdout_eq("");
    let stderr = String::from_utf8(output.get_output().stderr.clone()).expect("text");
    assert!(stderr.starts_with("unsupported[CP0054]: "), "{stderr}");
}

#[test]
fn a_proof_goes_from_check_to_certify() {
    let folder = folder("proofs");
    let clone = models().join("../../../../examples/clone.zing").display().to_string();
    run_in(&folder, &format!("check {clone} --certificate proof.json"), 0);
    let text = stdout(&run_in(&folder, &format!("certify {clone} proof.json -q"), 0));
    assert!(text.starts_with("certificate accepted: "), "{text}");
    // One changed value, and it proves nothing any more.
    let proof = fs::read_to_string(folder.join("proof.json")).expect("a certificate");
    let changed = proof.replacen("\"returns\":[true]", "\"returns\":[false]", 1);
    assert_ne!(changed, proof);
    fs::write(folder.join("changed.json"), changed).expect("a file");
    run_in(&folder, &format!("certify {clone} changed.json"), 1);
}

#[test]
fn summaries_of_an_example() {
    let clone = models().join("../../../../examples/clone.zing").display().to_string();
    let text = stdout(&run(&format!("summarize {clone} --proc Clone"), 0));
    assert!(text.contains("Main.Clone: 13 patterns, 13 effects, used "), "{text}");
    assert!(text.contains("  reads   from = null\n  does    returns null\n"), "{text}");
    let graph = stdout(&run(&format!("summarize {clone} --dot"), 0));
    for part in
        ["digraph summaries {", "Main.Clone: 13 patterns, 13 effects, used ", "next*11", "and 10 alike"]
    {
        assert!(graph.contains(part), "{part} is not in {graph}");
    }
    let all = stdout(&run(&format!("summarize {clone} --dot --all"), 0));
    assert!(graph.lines().count() < 200 && all.contains("label=\"pattern 9, used 3 times\""), "{all}");
    run(&format!("summarize {clone} --all"), 2);
}

/// A toggle that is always equal to its copy; what the certificate says of the loop is in the place of LOOP.
const TOGGLE: &str = "decl a, b;\nvoid main() begin\n  a := F; b := F;\n  while (*) do a, b := !a, !b; od\n  assert(a = b);\nend\n";
const FORMULAS: &str = r#"{"schema_version":8,"file":"toggle.bp","language":"boolean","property":"no-errors",
"certificate":{"boolean":{"globals":["a","b"],"nodes":["g0","g1",[2,5],[3,4],[7,9]],"procedures":[
{"procedure":"main","invariants":[[0,1],[1,LOOP]],"summary":1},
{"procedure":"initial values","invariants":[[0,1]],"summary":1}]}}}"#;

#[test]
fn formulas_of_boolean_programs_are_checked_again() {
    let folder = folder("formulas");
    fs::write(folder.join("toggle.bp"), TOGGLE).expect("a file");
    fs::write(folder.join("proof.json"), FORMULAS.replace("LOOP", "10")).expect("a file");
    run_in(&folder, "certify toggle.bp proof.json", 0).stdout_eq(str![[r#"
certificate accepted: 2 procedures, 3 invariants, 5 nodes of formulas, 2 questions to the solver
  = in toggle.bp, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle

"#]]);
    let json = stdout(&run_in(&folder, "certify toggle.bp proof.json --format json", 0));
    assert!(json.contains("\"kind\": \"boolean\""), "{json}");
    fs::write(folder.join("weak.json"), FORMULAS.replace("LOOP", "1")).expect("a file");
    run_in(&folder, "certify toggle.bp weak.json", 1).stdout_eq(str![[r#"
error[certificate]: main: an error can be reached: assertion
 --> toggle.bp:5:3
  |
5 |   assert(a = b);
  |   ^^^^^^^^^^^^^

certificate refused: weak.json
  = it proves nothing of toggle.bp, neither good nor bad

"#]]);
    fs::write(folder.join("wrong.json"), FORMULAS.replace("LOOP", "11")).expect("a file");
    run_in(&folder, "certify toggle.bp wrong.json -q", 1).stdout_eq(str![[r#"
certificate refused: wrong.json: main: the formula at block1 may be false when control comes there

"#]]);
    fs::write(folder.join("damaged.json"), FORMULAS.replace("LOOP", "12").replace("g1", "g9"))
        .expect("a file");
    run_in(&folder, "certify toggle.bp damaged.json", 2).stderr_eq(str![[r#"
error[CP0050]: The certificate `damaged.json` cannot be used: it is no proof of this program: `g9` is none of the 2 globals.
 |
 = help: `cutpoint check FILE --certificate NAME` writes a new one


"#]]);
    run_in(&folder, "certify toggle.bp proof.json --dot", 2).stderr_eq(str![[r#"
error[CP0055]: The certificate `proof.json` holds formulas, and is not drawn.
 |
 = help: `cutpoint certify` without `--dot` checks them


"#]]);
}
