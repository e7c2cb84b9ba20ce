//! Certificates of Boolean programs: what is written is read back exactly, and whatever is wrong with a file has a
//! sentence.

use base::{Id, SourceFile, SourceMap};
use cutpoint_report::{CertificateError, CertificateFile};
use expect_test::expect;
use ir::{Place, Program};
use serde_json::{Value as Json, json};
use verdict::{Atom, BooleanProof, Formula, ProcProof, Proof, Property};

const PROGRAM: &str = r#"global g0 "a": bool
global g1 "b": bool
thread proc0
proc proc0 "main"() {
  local v0 "x": bool
block0:
* v0 = call proc1(g0) -> block1
block1:
* return
}
proc proc1 "flip"(v0 "p": bool) -> (bool) {
block0:
* g0 = !g0
* return v0
}
"#;

fn program() -> Program {
    let file = SourceMap::new().add(SourceFile::new("model.cpir", PROGRAM));
    ir::read(file, PROGRAM).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// Every kind of atom and constant.
fn proof() -> BooleanProof {
    let mut proof = BooleanProof::default();
    let formulas = &mut proof.formulas;
    let (a, p) = (Place::Global(Id::new(0)), Place::Local(Id::new(0)));
    let [before, now] = [Atom::Entry(a), Atom::Current(a)].map(|atom| formulas.atom(atom));
    let [given, local] = [Atom::Entry(p), Atom::Current(p)].map(|atom| formulas.atom(atom));
    let result = formulas.atom(Atom::Result(0));
    let flipped = formulas.and(before, !now);
    let returned = formulas.and(result, given);
    let summary = formulas.or(flipped, returned);
    let main = ProcProof {
        invariants: vec![(Id::new(0), Formula::TRUE), (Id::new(1), !local)],
        summary: Formula::TRUE,
    };
    let flip = ProcProof { invariants: vec![(Id::new(0), Formula::FALSE)], summary };
    proof.procs = vec![main, flip];
    proof
}

fn written(program: &Program, proof: &BooleanProof) -> String {
    let proof = Proof::Boolean(proof.clone().into());
    CertificateFile::of_proof("model.bp", "boolean", program, &Property::NoErrors, &proof).text()
}

fn read_back(program: &Program, text: &str) -> Result<BooleanProof, CertificateError> {
    match CertificateFile::parse(text)?.proof(program)? {
        Proof::Boolean(proof) => Ok((*proof).clone()),
        other @ (Proof::Pushdown(_) | Proof::Summaries(_)) => panic!("formulas were written: {other:?}"),
    }
}

#[test]
fn a_certificate_has_a_line_for_each_node_and_procedure() {
    expect![[r#"
        {"schema_version":8,"file":"model.bp","language":"boolean","property":"no-errors","certificate":{"boolean":{"globals":[
        "a",
        "b"
        ],"nodes":[
        "g0@",
        "g0",
        "v0@",
        "v0",
        "r0",
        [2,5],
        [10,6],
        [13,15]
        ],"procedures":[
        {"procedure":"main","invariants":[[0,1],[1,9]],"summary":1},
        {"procedure":"flip","invariants":[[0,0]],"summary":17}
        ]}}}
    "#]].assert_eq(&written(&program(), &proof()));
}

#[test]
fn what_is_read_is_what_was_written() {
    let (mut program, proof) = (program(), proof());
    assert_eq!(read_back(&program, &written(&program, &proof)), Ok(proof.clone()));
    program.globals.iter_mut().for_each(|global| global.name = "g".to_owned());
    program.procs.iter_mut().for_each(|proc| proc.name = "p~2".to_owned());
    assert_eq!(read_back(&program, &written(&program, &proof)), Ok(proof));
}

/// Globals and procedures are found by their names, wherever they stand.
#[test]
fn the_order_of_declarations_does_not_matter() {
    let (mut program, proof) = (program(), proof());
    let text = written(&program, &proof);
    let other = program.globals[Id::new(1)].name.clone();
    let first = std::mem::replace(&mut program.globals[Id::new(0)].name, other);
    program.globals[Id::new(1)].name = first;
    let read = read_back(&program, &text).expect("the names are all there");
    let atoms = read.formulas.nodes.iter().filter(|node| format!("{node:?}").contains("Global(g1)"));
    assert_eq!(atoms.count(), 2);
}

#[test]
fn every_mistake_has_a_sentence() {
    let cases: &[(&str, Json, &str)] = &[
        ("/nodes/0", json!("g2@"), "it is no proof of this program: `g2@` is none of the 2 globals"),
        ("/nodes/0", json!("x"), "`x` is no atom; they are called g0, g0@, v0, v0@ and r0"),
        ("/nodes/0", json!("g"), "`g` is no atom"),
        ("/nodes/0", json!("g+1"), "`g+1` is no atom"),
        ("/nodes/0", json!("v4294967296"), "`v4294967296` is no atom"),
        ("/nodes/0", json!("r0@"), "`r0@` is no atom"),
        (
            "/nodes/0",
            json!([2]),
            "it is no certificate: a node is an atom such as \"g0@\", or a pair of literals",
        ),
        ("/nodes/0", json!([2, -4]), "a node is an atom such as \"g0@\", or a pair of literals"),
        (
            "/nodes/0",
            json!([2, 4_294_967_296_u64]),
            "a node is an atom such as \"g0@\", or a pair of literals",
        ),
        ("/globals", json!(["a"]), "the global `b` is not listed"),
        ("/globals", json!(["a", "c"]), "there is no global `c`"),
        ("/globals", json!(["a", "b", "a"]), "a global is listed twice"),
        ("/procedures/0/procedure", json!("start"), "there is no procedure `start`"),
        ("/procedures/0/procedure", json!("flip"), "the procedure `flip` is listed twice"),
        ("/procedures", json!([]), "the procedure `main` is not listed"),
        (
            "/procedures/0/summary",
            json!(-1),
            "it is no certificate: invalid value: integer `-1`, expected u32",
        ),
        ("/procedures/0/invariants/0", json!([0]), "it is no certificate: invalid length 1"),
        ("/procedures/0", json!({"procedure": "main"}), "it is no certificate: missing field `invariants`"),
    ];
    for (place, instead, expected) in cases {
        let mut json: Json = serde_json::from_str(&written(&program(), &proof())).expect("JSON");
        *json.pointer_mut(&format!("/certificate/boolean{place}")).expect("a place") = instead.clone();
        let said = read_back(&program(), &json.to_string()).expect_err("a mistake").to_string();
        assert!(said.contains(expected), "{place} = {instead}: {said}");
    }
}

#[test]
fn broken_certificates_never_panic() {
    let (program, text) = (program(), written(&program(), &proof()));
    for at in 0..text.len() {
        for piece in ["", "4294967295", "\"", "]", "null,", "@"] {
            let broken = format!("{}{piece}{}", &text[..at], &text[at + 1..]);
            let _ = read_back(&program, &broken);
        }
    }
}
