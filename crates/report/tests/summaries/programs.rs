//! Small programs, and summaries of them written by hand: the renderers need no engine.

use base::{Id, SourceFile, SourceMap};
use cutpoint_report::{SummarizeInput, SummarizeReport};
use ir::{ClassId, ClassKind, ObjectId, Program, Real, Value};
use verdict::{
    Answer, Content, Covered, Effect, EngineAnswer, Limits, NewObject, ProcSummaries, Proof, Read, Replayed,
    Spot, Stats, Summary, SummarySet, Verdict,
};

/// A program with the means to name its parts.
pub(crate) struct Fixture {
    pub(crate) sources: SourceMap,
    pub(crate) program: Program,
}

/// Allocates without bound, calls itself, and has two summaries.
pub(crate) const BOXES: &str = "\
class BoolBox { bool x; };
class Main {
    static BoolBox g1, g2;
    activate static void main() { g1 = new BoolBox; g2 = g1; M(); assert(!g1.x && !g2.x); }
    static void M() {
        BoolBox f;
        f = new BoolBox;
        if (*) { f.x = g1.x; g1 = f; M(); }
    }
    static void unused() { unused(); }
};
";

/// Has a place of every kind.
pub(crate) const EVERYTHING: &str = "\
enum Colour { red, green };
struct Point { int x; int y; };
class Node { int value; Node next; Colour colour; };
interface Shape { int area(); };
class Square : Shape { int side; int area() { return side * side; } };
array Numbers[] int;
array Pair[2] Node;
set Nodes Node;
set Small int;
chan Queue int;
class Main {
    static Node head;
    static Nodes all;
    static Queue queue;
    static Numbers numbers;
    static Shape shape;
    static string mood = \"idle\";
    static ulong big;
    static double ratio;
    static object anything;
    static Point mirror(Point p) { Point q; q.x = p.y; q.y = p.x; return q; }
    static int pop(Colour c, out Small s) { if (head == null) raise Empty; return head.value; }
    activate static void main() {
        Point p; Small s; int k;
        p = mirror(p);
        try { k = pop(Colour.red, out s); } with { * -> mood = \"sad\"; }
    }
};
";

impl Fixture {
    pub(crate) fn new(text: &str) -> Self {
        let mut sources = SourceMap::new();
        let id = sources.add(SourceFile::new("model.zing", text));
        let compiled = lang_zing::compile(id, text);
        let program = compiled.program.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
        Self { sources, program }
    }

    pub(crate) fn proc(&self, name: &str) -> ir::ProcId {
        let procs = self.program.procs.iter_enumerated();
        procs.filter(|(_, proc)| proc.name == name).map(|(id, _)| id).next().expect("a procedure")
    }

    pub(crate) fn param(&self, proc: &str, name: &str) -> Spot {
        let mut params = self.program.procs[self.proc(proc)].params();
        Spot::Param(params.find(|(_, local)| local.name == name).expect("a parameter").0)
    }

    pub(crate) fn global(&self, name: &str) -> Spot {
        let globals = self.program.globals.iter_enumerated();
        Spot::Global(
            globals.filter(|(_, global)| global.name == name).map(|(id, _)| id).next().expect("a global"),
        )
    }

    pub(crate) fn class(&self, name: &str) -> ClassId {
        let classes = self.program.classes.iter_enumerated();
        classes.filter(|(_, class)| class.name == name).map(|(id, _)| id).next().expect("a class")
    }

    pub(crate) fn field(&self, number: usize, class: &str, name: &str) -> Spot {
        let ClassKind::Record { fields, .. } = &self.program.classes[self.class(class)].kind else {
            panic!("{class} is no record")
        };
        let field = fields.iter().find(|&&field| self.program.fields[field].name == name).expect("a field");
        Spot::Slot(id(number), self.program.fields[*field].slot)
    }

    pub(crate) fn new_object(&self, class: &str, slots: &[Value]) -> NewObject {
        NewObject { class: self.class(class), slots: slots.to_vec() }
    }

    pub(crate) fn report(&self, set: &SummarySet, verdict: Verdict, only: &[&str]) -> SummarizeReport {
        self.report_with(set, verdict, &[], only)
    }

    pub(crate) fn report_with(
        &self,
        set: &SummarySet,
        verdict: Verdict,
        executions: &[Replayed],
        only: &[&str],
    ) -> SummarizeReport {
        self.report_of(set, Answer::new(verdict, Stats::default()), executions, only)
    }

    /// Where executions go on unknown in these procedures.
    pub(crate) fn report_incomplete(&self, set: &SummarySet, left_out: &[&str]) -> SummarizeReport {
        let left_out = left_out.iter().map(|name| self.proc(name)).collect();
        let answer = Answer { left_out, ..Answer::new(holds(set), Stats::default()) };
        self.report_of(set, answer, &[], &[])
    }

    fn report_of(
        &self,
        set: &SummarySet,
        answer: Answer,
        executions: &[Replayed],
        only: &[&str],
    ) -> SummarizeReport {
        let only: Vec<ir::ProcId> = only.iter().map(|name| self.proc(name)).collect();
        SummarizeReport::new(&SummarizeInput {
            sources: &self.sources,
            file: "model.zing",
            language: "zing",
            program: &self.program,
            limits: Limits::default(),
            timeout: None,
            only: (!only.is_empty()).then_some(&only),
            summaries: &ProcSummaries::Patterns(set.clone().into()),
            answer: &EngineAnswer {
                engine: "explicit",
                options: vec![("summaries", "patterns".to_owned())],
                answer,
                executions: executions.to_vec(),
                overflow: None,
                uncovered: None,
                idle_assertions: None,
            },
            warnings: &[],
        })
    }
}

/// Objects by the numbers that people see.
pub(crate) fn id(number: usize) -> ObjectId {
    ObjectId::new(number - 1)
}

pub(crate) fn object(number: usize) -> Value {
    Value::Ref(id(number))
}

pub(crate) fn read(spot: Spot, value: Value) -> Read {
    Read { spot, seen: Content::Value(value) }
}

pub(crate) fn holds(set: &SummarySet) -> Verdict {
    let effects = set.summaries.iter().map(|summary| summary.effects.len() as u64).sum();
    let covered = Covered::Summaries { patterns: set.summaries.len() as u64, effects };
    Verdict::Holds { covered, proof: Some(Proof::Summaries(set.clone().into())) }
}

pub(crate) fn write(spot: Spot, value: Value) -> (Spot, Content) {
    (spot, Content::Value(value))
}

const NOTHING: Effect = Effect { fresh: Vec::new(), writes: Vec::new(), results: Vec::new() };

pub(crate) fn boxes() -> (Fixture, SummarySet) {
    let fixture = Fixture::new(BOXES);
    let f = Value::Bool(false);
    let pattern = vec![read(fixture.global("Main.g1"), object(1)), read(fixture.field(1, "BoolBox", "x"), f)];
    let replaced = Effect {
        fresh: vec![fixture.new_object("BoolBox", &[f])],
        writes: vec![write(fixture.global("Main.g1"), object(2))],
        results: Vec::new(),
    };
    let started = Effect {
        fresh: vec![fixture.new_object("BoolBox", &[f]), fixture.new_object("BoolBox", &[f])],
        writes: vec![
            write(fixture.global("Main.g1"), object(1)),
            write(fixture.global("Main.g2"), object(2)),
        ],
        results: Vec::new(),
    };
    let main =
        Summary { proc: fixture.proc("Main.main"), pattern: Vec::new(), effects: vec![started], uses: 1 };
    let m = Summary { proc: fixture.proc("Main.M"), pattern, effects: vec![NOTHING, replaced], uses: 3 };
    // Out of order on purpose: reports go by the order of the program.
    (fixture, SummarySet { summaries: vec![m, main] })
}

pub(crate) fn everything() -> (Fixture, SummarySet) {
    let fixture = Fixture::new(EVERYTHING);
    let int = Value::Int;
    let pop = "Main.pop";
    let list = |values: &[Value]| Content::List(values.to_vec());
    let pattern = vec![
        read(Spot::Atomic, Value::Bool(false)),
        read(Spot::SelfId, int(0)),
        read(fixture.param(pop, "c"), int(1)),
        read(fixture.global("Main.head"), object(1)),
        read(fixture.field(1, "Node", "next"), object(1)),
        read(fixture.field(1, "Node", "colour"), int(0)),
        read(fixture.global("Main.all"), object(2)),
        Read { spot: Spot::Contents(id(2)), seen: list(&[object(1), object(3)]) },
        read(fixture.field(3, "Node", "value"), int(-7)),
        read(fixture.global("Main.queue"), object(4)),
        Read { spot: Spot::Contents(id(4)), seen: list(&[int(1), int(2)]) },
        read(fixture.global("Main.numbers"), object(5)),
        read(Spot::Length(id(5)), int(4)),
        read(Spot::Slot(id(5), 3), int(9)),
        read(fixture.global("Main.shape"), object(6)),
        Read { spot: Spot::Class(id(6)), seen: Content::Class(fixture.class("Square")) },
        read(fixture.field(6, "Square", "side"), int(2)),
        read(fixture.global("Main.mood"), int(1)),
        read(fixture.global("Main.big"), int(-1)),
        read(fixture.global("Main.ratio"), Value::Real(Real::from(0.1))),
        read(fixture.global("Main.anything"), object(7)),
    ];
    let returns = Effect {
        fresh: vec![
            fixture.new_object("Numbers", &[int(0), int(6)]),
            fixture.new_object("Nodes", &[object(1), object(11)]),
            fixture.new_object("Queue", &[]),
            fixture.new_object("Node", &[int(5), Value::Null, int(1)]),
            fixture.new_object("Small", &[int(1), int(2)]),
        ],
        writes: vec![
            write(fixture.global("Main.all"), object(9)),
            write(fixture.global("Main.queue"), object(10)),
            write(fixture.global("Main.numbers"), object(8)),
            write(fixture.global("Main.mood"), int(2)),
            write(fixture.field(1, "Node", "next"), Value::Null),
            (Spot::Contents(id(2)), list(&[object(3)])),
            (Spot::Contents(id(4)), list(&[int(2)])),
            write(Spot::Slot(id(5), 3), int(10)),
        ],
        results: vec![int(3), object(12), int(0)],
    };
    let raises = Effect { fresh: vec![], writes: vec![], results: vec![int(0), Value::Null, int(1)] };
    let pop = Summary { proc: fixture.proc(pop), pattern, effects: vec![returns, raises], uses: 12_345 };
    let mirror = "Main.mirror";
    let swap = |x, y, uses| Summary {
        proc: fixture.proc(mirror),
        pattern: vec![read(fixture.param(mirror, "p.y"), int(y)), read(fixture.param(mirror, "p.x"), int(x))],
        effects: vec![Effect { results: vec![int(y), int(x)], ..NOTHING }],
        uses,
    };
    let main = Summary { proc: fixture.proc("Main.main"), pattern: vec![], effects: vec![], uses: 0 };
    let summaries = vec![swap(0, 1, 1), swap(1, 0, 2), pop, main];
    (fixture, SummarySet { summaries })
}
