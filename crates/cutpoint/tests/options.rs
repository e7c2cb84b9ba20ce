//! Options belong to the engines that read them: what is refused, what narrows the choice, and what reports say.

mod support;

use serde_json::Value;
use support::{cutpoint, run, stdout};

fn example(name: &str) -> String {
    format!("../../../../examples/{name}")
}

fn refusal(arguments: &str) -> String {
    let refused = cutpoint(arguments).assert().code(2).stdout_eq("");
    String::from_utf8(refused.get_output().stderr.clone()).expect("text")
}

/// Which engines read the option, as the refusal names them.
fn is_refused(arguments: &str, option: &str, readers: &str) {
    let text = refusal(arguments);
    let says =
        |part: &str| assert!(text.contains(part), "`{part}` is not in the refusal of {arguments}: {text}");
    says(&format!("the argument '{option}' cannot be used with '--engine"));
    says(&format!("which does not read it: only the {readers}"));
}

fn json(arguments: &str, status: i32) -> Value {
    serde_json::from_str(&stdout(&run(&format!("{arguments} --format json"), status))).expect("JSON")
}

fn option_names(answer: &Value) -> Vec<&str> {
    answer["options"].as_object().expect("options").keys().map(String::as_str).collect()
}

#[test]
fn an_option_that_the_named_engine_does_not_read_is_refused() {
    let all_errors = "engines explicit, pushdown, bdd, sat, universal and symbolic do";
    is_refused("check two.bp --engine pdr --all-errors", "--all-errors", all_errors);
    let driver = example("driver.bp");
    for option in ["--compact", "--search dfs", "--threads 4", "--max-depth 3", "--cooperative"] {
        for engine in ["bdd", "pdr", "pushdown"] {
            let name = option.split(' ').next().expect("a name");
            is_refused(&format!("check {driver} --engine {engine} {option}"), name, "engine explicit does");
        }
    }
    is_refused(
        &format!("check {driver} --engine bdd --preemptions 1"),
        "--preemptions",
        "engine explicit does",
    );
    is_refused(
        &format!("check {driver} --engine pdr --summaries off"),
        "--summaries",
        "engine explicit does",
    );
    is_refused("check queue.shy --engine explicit --heap-bound 3", "--heap-bound", "engine pushdown does");
    is_refused("ltl queue.shy true --engine pushdown --delays 1", "--delays", "engine explicit does");
}

#[test]
fn options_that_no_engine_reads_together_are_refused() {
    let text = refusal("check queue.shy --heap-bound 3 --compact");
    assert!(text.contains("no engine reads all of these arguments"), "{text}");
    assert!(text.contains("'--compact': only the engine explicit does"), "{text}");
    assert!(text.contains("'--heap-bound': only the engine pushdown does"), "{text}");
}

#[test]
fn without_a_named_engine_an_option_narrows_the_choice() {
    for (options, engine) in [
        ("", "bdd"),
        ("--all-errors", "bdd"),
        ("--summaries off", "explicit"),
        ("--compact", "explicit"),
        ("--heap-bound 9", "pushdown"),
    ] {
        assert_eq!(json(&format!("check two.bp {options}"), 1)["engine"], engine, "{options}");
    }
}

#[test]
fn all_errors_are_all_errors() {
    for engine in ["explicit", "pushdown", "bdd", "sat", "universal"] {
        let report = json(&format!("check two.bp --engine {engine} --all-errors"), 1);
        assert_eq!(report["options"]["all-errors"], "true", "{engine}");
        assert_eq!(report["violations"].as_array().map(Vec::len), Some(2), "{engine}");
    }
    let report = json("check two.bp --engine pdr", 1);
    assert_eq!(option_names(&report), [""; 0], "pdr reads no option");
}

#[test]
fn with_all_engines_each_answer_names_what_its_engine_read() {
    let report = json("check counter.cpir --all-engines --summaries off --all-errors", 0);
    assert_eq!(report["engine"], "explicit");
    assert_eq!(report["options"]["summaries"], "off");
    let names: Vec<(&str, Vec<&str>)> = report["cross_checks"]
        .as_array()
        .expect("cross checks")
        .iter()
        .map(|other| (other["engine"].as_str().expect("a name"), option_names(other)))
        .collect();
    let all_errors = vec!["all-errors"];
    let expected = [
        ("pushdown", all_errors.clone()),
        ("bdd", all_errors.clone()),
        ("sat", all_errors.clone()),
        ("universal", all_errors),
        ("pdr", vec![]),
    ];
    assert_eq!(names, expected);
}

#[test]
fn advice_is_what_the_engine_can_take() {
    let advice = |arguments: &str| {
        let report = json(arguments, 3);
        let sentences = report["advice"].as_array().expect("advice").clone();
        sentences.iter().map(|sentence| sentence.as_str().expect("a sentence").to_owned()).collect::<Vec<_>>()
    };
    let more = "a larger --memory lets the search go on";
    let driver = example("driver.bp");
    for engine in ["bdd", "sat", "universal", "pdr"] {
        assert_eq!(advice(&format!("check {driver} --engine {engine} --memory 1K")), [more], "{engine}");
    }
    assert_eq!(advice("check counter.cpir --memory 1K"), [more], "summaries");
    let compact = format!("{more}; --compact makes states smaller");
    assert_eq!(advice("check large.cpir --memory 1K --summaries off"), [compact.as_str()]);
    assert_eq!(advice("check large.cpir --memory 1K --summaries off --compact"), [more]);
    let depth = advice("check counter.cpir --max-depth 3");
    assert_eq!(depth, ["a larger --max-depth lets the search go on"]);
}

#[test]
fn limits_are_named_exactly() {
    let driver = example("driver.bp");
    let text = stdout(&run(&format!("check {driver} --engine pdr --memory 1K"), 3));
    assert!(text.contains("the limit of 1 KiB of memory was reached"), "{text}");
    let text = stdout(&run(&format!("check {driver} --engine pdr --max-states 1"), 3));
    assert!(text.contains("the limit of 1 state was reached"), "{text}");
}

#[test]
fn what_is_unsupported_has_a_name_and_a_place() {
    let text = stdout(&run(&format!("check {} --engine bdd", example("clone.zing")), 3));
    assert!(text.contains("error[unsupported]: The "), "{text}");
    assert!(text.contains("is not Boolean."), "{text}");
    assert!(text.contains("clone.zing:"), "{text}");
    let report = json(&format!("check {} --engine bdd", example("clone.zing")), 3);
    assert!(report["reason"]["location"]["line"].is_u64(), "{report}");
    let threads = stdout(&run(&format!("check {} --engine pushdown", example("peterson.zing")), 3));
    assert!(threads.contains("more than one thread") && threads.contains("peterson.zing:"), "{threads}");
}

#[test]
fn only_engines_that_decide_formulas_are_offered_for_them() {
    let text = refusal("ltl queue.shy true --engine bdd");
    assert!(text.contains("[possible values: explicit, pushdown]"), "{text}");
    let help = stdout(&run("ltl --help", 0));
    assert!(help.contains(".bp") && !help.contains("pdr"), "{help}");
}

/// The value of the bit whose number is the number of bits that are set: diagrams of it are large, and so are all of
/// its clauses.
fn hidden_weighted_bit(bits: usize) -> String {
    let names: Vec<String> = (0..bits).map(|bit| format!("x{bit}")).collect();
    let width = usize::BITS - bits.leading_zeros();
    let count: Vec<String> = (0..width).map(|bit| format!("c{bit}")).collect();
    let mut text =
        format!("decl {}, {};\nvoid main() begin decl r, s;\n", names.join(", "), count.join(", "));
    count.iter().for_each(|bit| text += &format!("{bit} := F;\n"));
    for name in &names {
        let mut carry = name.clone();
        let mut sums = Vec::new();
        for bit in &count {
            sums.push(format!("{bit} != ({carry})"));
            carry = format!("{bit} & ({carry})");
        }
        text += &format!("{} := {};\n", count.join(", "), sums.join(", "));
    }
    let selected: Vec<String> = (1..=bits)
        .map(|number| {
            let is = |(bit, name): (usize, &String)| match number >> bit & 1 {
                1 => name.clone(),
                _ => format!("!{name}"),
            };
            let number_is: Vec<String> = count.iter().enumerate().map(is).collect();
            format!("({} & x{})", number_is.join(" & "), number - 1)
        })
        .collect();
    text += &format!("r := {};\ns := {};\nassert(r = s);\nend\n", selected.join(" | "), selected.join(" | "));
    text
}

#[test]
fn a_proof_is_made_only_if_it_is_asked_for() {
    let folder = support::folder("options_proof");
    std::fs::write(folder.join("hidden.bp"), hidden_weighted_bit(6)).expect("the folder can be written");
    let path = folder.join("hidden.bp");
    let path = path.to_str().expect("text");
    let report = json(&format!("check {path} --engine bdd"), 0);
    assert_eq!(report["certificate"]["kind"], "edges");
    assert_eq!(report["stats"]["boolean"]["sat_calls"], 0, "no other engine has searched");
    let text = stdout(&run(&format!("check {path} --engine bdd"), 0));
    assert!(text.contains("the bdd engine computed every set of path edges: "), "{text}");
    let certificate = folder.join("proof.json");
    let certificate = certificate.to_str().expect("text");
    let report = json(&format!("check {path} --engine bdd --certificate {certificate}"), 0);
    assert_eq!(report["certificate"]["kind"], "boolean");
    run(&format!("certify {path} {certificate}"), 0);
    for (program, engine, kind) in [
        (path, "sat", "edges"),
        (path, "pdr", "lemmas"),
        ("counter.cpir", "pushdown", "exhaustive"),
        ("counter.cpir", "explicit", "summaries"),
    ] {
        let report = json(&format!("check {program} --engine {engine}"), 0);
        assert_eq!(report["certificate"]["kind"], kind, "{engine}");
    }
}

#[test]
fn procedures_that_cannot_be_summarised_are_refused_with_a_place() {
    let text = refusal(&format!("summarize {}", example("peterson.zing")));
    assert!(text.contains("more than one thread: it also starts `"), "{text}");
    assert!(text.contains("peterson.zing:"), "{text}");
}

#[test]
fn heaps_are_counted_as_the_paper_numbers_them_only_on_request() {
    let count = |options: &str| {
        let report = json(&format!("check counter.cpir {options}"), 0);
        assert_eq!(report["stats"]["pushdown"]["heaps"], 10, "{report}");
        report["stats"]["pushdown"]["paper_heaps"].clone()
    };
    assert_eq!(count("--engine pushdown --stats"), Value::Null);
    assert_ne!(count("--stats --count-paper-heaps"), Value::Null);
}
