//! Proofs of Boolean programs as documents: formulas at places of procedures.
//!
//! Procedures and globals have their names, as in all certificates. Formulas are an and-inverter graph, written as in
//! AIGER: nodes are counted from 1 in the order of the list, and a *literal* is twice the number of a node, plus one if
//! it is negated; so 0 is false and 1 is true. A node is an atom or the conjunction of two literals of nodes before it.
//!
//! An atom is `"g0"` for a global, by its place in the list of globals, or `"v0"` for a local, by its number in the
//! procedure where the formula is used; `"g0@"` and `"v0@"` are their values at the entry of the procedure. `"r0"` is a
//! result.

use base::Id;
use ir::{BlockId, GlobalId, LocalId, Place, ProcId, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verdict::portable::names::Names;
use verdict::{Atom, BooleanProof, Formula, FormulaNode, ProcProof};

use super::proof::{all, order};

/// Formulas that every step of a Boolean program keeps, and that exclude all errors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormulaProof {
    /// The globals, in the order in which atoms count them.
    pub globals: Vec<String>,
    pub nodes: Vec<Node>,
    pub procedures: Vec<Procedure>,
}

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a node is an atom such as \"g0@\", or a pair of literals")]
pub enum Node {
    /// The conjunction of two literals.
    And(u32, u32),
    Atom(String),
}

/// What is true of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Procedure {
    pub procedure: String,
    /// Blocks, in their order, and literals that are true there.
    pub invariants: Vec<(u32, u32)>,
    /// A literal that is true at each return.
    pub summary: u32,
}

// ---------------------------------------------------------------------------------------- writing

impl FormulaProof {
    pub(super) fn of(program: &Program, proof: &BooleanProof) -> Self {
        let names = Names::of(program);
        let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
        let procedure = |(proc, listed): (ProcId, &ProcProof)| Procedure {
            procedure: name(names.procs.name(proc)),
            invariants: listed
                .invariants
                .iter()
                .map(|&(at, formula)| (at.index() as u32, literal(formula)))
                .collect(),
            summary: literal(listed.summary),
        };
        Self {
            globals: program.globals.ids().map(|global| name(names.globals.name(global))).collect(),
            nodes: proof.formulas.nodes.iter().map(Node::of).collect(),
            procedures: program.procs.ids().zip(&proof.procs).map(procedure).collect(),
        }
    }
}

impl Node {
    fn of(node: &FormulaNode) -> Self {
        match *node {
            FormulaNode::And(left, right) => Self::And(literal(left), literal(right)),
            FormulaNode::Atom(Atom::Entry(place)) => Self::Atom(format!("{}@", variable(place))),
            FormulaNode::Atom(Atom::Current(place)) => Self::Atom(variable(place)),
            FormulaNode::Atom(Atom::Result(index)) => Self::Atom(format!("r{index}")),
        }
    }
}

fn literal(formula: Formula) -> u32 {
    (formula.index() as u32) << 1 | u32::from(formula.is_negated())
}

fn variable(place: Place) -> String {
    match place {
        Place::Global(global) => format!("g{}", global.index()),
        Place::Local(local) => format!("v{}", local.index()),
    }
}

// ---------------------------------------------------------------------------------------- reading

/// What is wrong, in a few words.
type Problem = String;

impl FormulaProof {
    /// What the document says of a program. Whether it is true, and whether its numbers mean anything, is another
    /// question.
    pub(super) fn read(&self, program: &Program) -> Result<BooleanProof, Problem> {
        let names = Names::of(program);
        let places = order(&names, program, &self.globals)?;
        if self.globals.len() > places.len() {
            return Err("a global is listed twice".to_owned());
        }
        // For each place in the list of the document, the global of the program.
        let mut globals = vec![GlobalId::new(0); places.len()];
        program.globals.ids().zip(places).for_each(|(global, place)| globals[place] = global);
        let mut proof = BooleanProof::default();
        proof.formulas.nodes = all(&self.nodes, |node| node.read(&globals))?;
        proof.procs = self.procedures(program, &names)?;
        Ok(proof)
    }

    /// In the order of the program, each once.
    fn procedures(&self, program: &Program, names: &Names) -> Result<Vec<ProcProof>, Problem> {
        let mut found: Vec<Option<ProcProof>> = vec![None; program.procs.len()];
        for Procedure { procedure: name, invariants, summary } in &self.procedures {
            let id = names.procs.find("procedure", name).map_err(|problem| problem.to_string())?;
            let place = |&(block, literal): &(u32, u32)| (BlockId::new(block as usize), formula(literal));
            let invariants = invariants.iter().map(place).collect();
            let listed = ProcProof { invariants, summary: formula(*summary) };
            if found[id.index()].replace(listed).is_some() {
                return Err(format!("the procedure `{name}` is listed twice"));
            }
        }
        let missing =
            |id| format!("the procedure `{}` is not listed", names.procs.name(id).unwrap_or_default());
        let listed = program.procs.ids().zip(found);
        listed.map(|(id, listed)| listed.ok_or_else(|| missing(id))).collect()
    }
}

impl Node {
    fn read(&self, globals: &[GlobalId]) -> Result<FormulaNode, Problem> {
        match self {
            Self::And(left, right) => Ok(FormulaNode::And(formula(*left), formula(*right))),
            Self::Atom(text) => atom(text, globals).map(FormulaNode::Atom),
        }
    }
}

fn formula(literal: u32) -> Formula {
    Formula::new((literal >> 1) as usize, literal & 1 == 1)
}

fn atom(text: &str, globals: &[GlobalId]) -> Result<Atom, Problem> {
    let unknown = || format!("`{text}` is no atom; they are called g0, g0@, v0, v0@ and r0");
    let (variable, at_entry) = text.strip_suffix('@').map_or((text, false), |variable| (variable, true));
    let number = |digits: &str| {
        let digits = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| digits.parse::<u32>().ok()).ok_or_else(unknown)
    };
    let place = if let Some(digits) = variable.strip_prefix('g') {
        let global = globals.get(number(digits)? as usize);
        Place::Global(*global.ok_or_else(|| format!("`{text}` is none of the {} globals", globals.len()))?)
    } else if let Some(digits) = variable.strip_prefix('v') {
        Place::Local(LocalId::new(number(digits)? as usize))
    } else {
        let digits = text.strip_prefix('r').ok_or_else(unknown)?;
        return number(digits).map(Atom::Result);
    };
    Ok(if at_entry { Atom::Entry(place) } else { Atom::Current(place) })
}
