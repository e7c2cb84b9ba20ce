//! Certificates: what is written is read back exactly, and whatever is wrong with a file has a sentence.

use cutpoint_report::{CertificateError, CertificateFile};
use expect_test::expect;
use ir::{Real, Value};
use serde_json::{Value as Json, json};
use verdict::{Covered, Proof, Property, Spot, SummarySet};

use crate::programs::{self, EVERYTHING, Fixture, boxes, read};

/// Only what is well-formed has a certificate: writes are sorted.
fn everything() -> (Fixture, SummarySet) {
    let (fixture, mut set) = programs::everything();
    set.summaries.iter_mut().flat_map(|summary| &mut summary.effects).for_each(|effect| effect.writes.sort());
    (fixture, set)
}

fn written(fixture: &Fixture, set: &SummarySet) -> String {
    let proof = Proof::Summaries(set.clone().into());
    CertificateFile::of_proof("model.zing", "zing", &fixture.program, &Property::NoErrors, &proof).text()
}

fn read_back(fixture: &Fixture, text: &str) -> Result<SummarySet, CertificateError> {
    match CertificateFile::parse(text)?.proof(&fixture.program)? {
        Proof::Summaries(set) => Ok((*set).clone()),
        other @ (Proof::Pushdown(_) | Proof::Boolean(_)) => panic!("summaries were written: {other:?}"),
    }
}

#[test]
fn a_certificate_has_a_line_for_each_summary() {
    let (fixture, set) = boxes();
    expect![[r##"
        {"schema_version":8,"file":"model.zing","language":"zing","property":"no-errors","certificate":{"summaries":[
        {"procedure":"Main.M","fingerprint":"3c8805130ab12e1bd7e70fb97693dcd0","uses":3,"reads":[[{"global":"Main.g1"},"#1"],[{"field":["#1","BoolBox.x"]},false]],"effects":[{},{"new":[{"class":"BoolBox","fields":[["BoolBox.x",false]]}],"writes":[[{"global":"Main.g1"},"#2"]]}]},
        {"procedure":"Main.main","fingerprint":"db1c1effb248c9c70b8f3be527049a52","uses":1,"effects":[{"new":[{"class":"BoolBox","fields":[["BoolBox.x",false]]},{"class":"BoolBox","fields":[["BoolBox.x",false]]}],"writes":[[{"global":"Main.g1"},"#1"],[{"global":"Main.g2"},"#2"]]}]}
        ]}}
    "##]].assert_eq(&written(&fixture, &set));
}

#[test]
fn what_is_read_is_what_was_written() {
    for (fixture, set) in [boxes(), everything()] {
        assert_eq!(read_back(&fixture, &written(&fixture, &set)), Ok(set));
    }
    let fixture = Fixture::new(EVERYTHING);
    let empty = SummarySet::default();
    assert_eq!(read_back(&fixture, &written(&fixture, &empty)), Ok(empty));
}

#[test]
fn numbers_keep_every_bit() {
    let fixture = Fixture::new(EVERYTHING);
    let reals = [0.1, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, 1e300, 5e-324];
    let real = |number| ("Main.ratio", Value::Real(Real::from(number)));
    let ints = [0, 1, -1, i64::MAX, i64::MIN].map(|number| ("Main.big", Value::Int(number)));
    for (name, value) in reals.map(real).into_iter().chain(ints) {
        let pattern = vec![read(fixture.global(name), value)];
        let summary =
            verdict::Summary { proc: fixture.proc("Main.main"), pattern, effects: vec![], uses: u64::MAX };
        let set = SummarySet { summaries: vec![summary] };
        assert_eq!(read_back(&fixture, &written(&fixture, &set)), Ok(set));
    }
}

#[test]
fn names_that_occur_twice_are_told_apart() {
    let (mut fixture, set) = everything();
    let program = &mut fixture.program;
    program.globals.iter_mut().for_each(|global| global.name = "g".to_owned());
    program.classes.iter_mut().for_each(|class| class.name = String::new());
    program.fields.iter_mut().for_each(|field| field.name = "f".to_owned());
    program.procs.iter_mut().for_each(|proc| proc.name = "p~2".to_owned());
    program.procs.iter_mut().for_each(|proc| proc.locals.iter_mut().for_each(|local| local.name.clear()));
    program.enums.iter_mut().for_each(|of| of.constants.iter_mut().for_each(|name| *name = "c".to_owned()));
    assert_eq!(read_back(&fixture, &written(&fixture, &set)), Ok(set));
}

/// The certificate of [`everything`] with one thing changed, and what is said about it.
fn tampered(change: impl FnOnce(&mut Json)) -> String {
    let (fixture, set) = everything();
    let mut json: Json = serde_json::from_str(&written(&fixture, &set)).expect("a certificate is JSON");
    change(&mut json);
    match read_back(&fixture, &json.to_string()) {
        Ok(_) => panic!("{json:#} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_mistake_has_a_sentence() {
    let pop = "/certificate/summaries/2";
    // Where, what stands there instead, and what is said.
    let cases: &[(&str, Json, &str)] = &[
        ("/schema_version", json!(1), "it has version 1 of the format, and only version 8 can be read"),
        (
            "/procedure",
            json!("Main.push"),
            "summary 3, of `Main.push`: there is no procedure `Main.push`; the summary was made for other code",
        ),
        ("/fingerprint", json!("red"), "summary 3, of `Main.pop`: a fingerprint has 32 hexadecimal digits"),
        ("/uses", json!(-1), "it is no certificate: invalid value: integer `-1`, expected u64"),
        ("/reads/2/0", json!({"parameter": "d"}), "summary 3, of `Main.pop`: there is no parameter `d`"),
        (
            "/reads/3/0",
            json!({"global": "Main.tail"}),
            "summary 3, of `Main.pop`: there is no global `Main.tail`",
        ),
        ("/reads/3/0", json!({"local": "x"}), "it is no certificate: unknown variant `local`"),
        ("/reads/4/0", json!({"field": ["#1", "Node.prev"]}), "there is no field `Node.prev`"),
        ("/reads/4/0", json!({"field": ["#1", "Square.side"]}), "`#1`, of Node, has no `Square.side`"),
        ("/reads/4/0", json!({"element": ["#1", 1]}), "`#1`, of Node, has no `[1]`"),
        ("/reads/4/0", json!({"field": ["#2", "Node.next"]}), "nothing says what `#2` is"),
        (
            "/reads/4/0",
            json!({"field": ["#0", "Node.next"]}),
            "`#0` is no object; they are called #1, #2 and so on",
        ),
        ("/reads/4/0", json!({"length": "Node"}), "`Node` is no object; they are called #1, #2 and so on"),
        ("/reads/4/0", json!({"global": "Main.head"}), "the global `Main.head` is read twice"),
        ("/reads/0/1", json!(1), "an atomic section: 1 where true or false must be"),
        ("/reads/1/1", json!(3_000_000_000_u64), "3000000000 where a number of type i32 must be"),
        ("/reads/2/1", json!({"constant": "blue"}), "`blue` where a constant of `Colour` must be"),
        ("/reads/2/1", json!(2), "2 where a constant of `Colour` must be"),
        ("/reads/3/1", json!(1), "1 where null or an object must be"),
        (
            "/reads/3/1",
            json!("#99999999999"),
            "`#99999999999` is no object; they are called #1, #2 and so on",
        ),
        ("/reads/7/1", json!("#1"), "the content of {\"contents\":\"#2\"}: a list must be here"),
        ("/reads/7/1", json!([1]), "1 where null or an object must be"),
        ("/reads/15/1", json!("Circle"), "there is no class `Circle`"),
        ("/reads/15/1", json!(7), "the name of a class must be here"),
        ("/reads/18/1", json!(-1), "-1 where a number of type u64 must be"),
        ("/reads/19/1", json!(0.5), "0.5 where a value must be"),
        ("/reads/19/1", json!({"real": "half"}), "where a value must be"),
        ("/effects/0/returns", json!([1]), "it has 3 results and returns 1"),
        ("/effects/0/returns/0", json!(null), "a result: null where a number of type i32 must be"),
        ("/effects/0/new/0/class", json!("Nothing"), "there is no class `Nothing`"),
        ("/effects/0/new/0/class", json!("Shape"), "a new `Shape`: an interface has no objects"),
        ("/effects/0/new/0/class", json!("Node"), "a new `Node`: its fields must be given, and no elements"),
        (
            "/effects/0/new/3/class",
            json!("Nodes"),
            "a new `Nodes`: its elements must be given, and no fields",
        ),
        ("/effects/0/new/3/class", json!("Square"), "a new `Square`: it has no field `Node.value`"),
        ("/effects/0/new/3/fields/1", json!(["Node.value", 1]), "a new `Node`: `Node.value` is given twice"),
        ("/effects/0/new/3/fields", json!([]), "a new `Node`: the field `Node.value` is missing"),
        ("/effects/0/writes/1/0", json!({"global": "Main.all"}), "the global `Main.all` is written twice"),
        ("/effects/0/writes/4/0", json!({"field": ["#13", "Node.next"]}), "nothing says what `#13` is"),
        ("/effects/0", json!({"news": []}), "it is no certificate: unknown field `news`"),
    ];
    for (place, instead, expected) in cases {
        let place = if *place == "/schema_version" { (*place).to_owned() } else { format!("{pop}{place}") };
        let said = tampered(|json| *json.pointer_mut(&place).expect("a place") = instead.clone());
        assert!(said.contains(expected), "{place} = {instead}: {said}");
    }
}

#[test]
fn files_that_are_no_certificates() {
    let fixture = Fixture::new(EVERYTHING);
    let check = |text: &str, expected: &str| {
        let said = read_back(&fixture, text).expect_err("no certificate").to_string();
        assert!(said.contains(expected), "{text}: {said}");
    };
    check("", "EOF while parsing");
    let entry = r#"{"schema_version":8,"file":"","language":"","entry":"Node.swap"}"#;
    check(entry, "unknown field `entry`");
    check("[]", "invalid length 0, expected struct Header");
    check("{\"schema_version\": 8}", "missing field `file`");
    check("{\"schema_version\": 8, \"schema_version\": 8}", "duplicate field `schema_version`");
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let deep = format!(
        "{{\"schema_version\":8,\"file\":\"\",\"language\":\"\",\"property\":\"no-errors\",\"certificate\":\
         {{\"summaries\":[{{\"procedure\":\"Main.main\",\"uses\":1,\"reads\":[[\"atomic\",{deep}]]}}]}}}}"
    );
    check(&deep, "recursion limit exceeded");
    let exhaustive = Covered::States { states: 10, transitions: 20, hash_compaction: false };
    let counts = |covered| CertificateFile::of_counts("model.zing", "zing", &Property::NoErrors, covered);
    let file = counts(&exhaustive).expect("counts of states");
    check(&file.text(), "only a second search can check");
    assert_eq!(CertificateFile::parse(&file.text()), Ok(file));
    let file = counts(&Covered::Edges { visits: 10, summaries: 3 }).expect("counts of edges");
    check(&file.text(), "no formulas, which would have been too large");
}

#[test]
fn broken_certificates_never_panic() {
    let (fixture, set) = everything();
    let text = written(&fixture, &set);
    for at in 0..text.len() {
        for piece in ["", "#", "0", "\"", "]", "null,"] {
            let broken = format!("{}{piece}{}", &text[..at], &text[at + 1..]);
            let _ = read_back(&fixture, &broken);
        }
    }
}

#[test]
fn twenty_thousand_summaries_are_no_burden() {
    let (fixture, set) = everything();
    let summaries: Vec<verdict::Summary> = (0..20_000)
        .map(|number| {
            let mut summary = set.summaries[2].clone();
            summary.pattern[1] = read(Spot::SelfId, Value::Int(number));
            summary
        })
        .collect();
    let set = SummarySet { summaries };
    let text = written(&fixture, &set);
    assert_eq!(text.lines().count(), 20_002);
    assert_eq!(read_back(&fixture, &text), Ok(set));
}
