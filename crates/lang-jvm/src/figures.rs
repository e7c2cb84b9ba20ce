//! How much of a library is lowered: every body of a class by itself, with everything that it calls unknown.

use std::collections::BTreeMap;

use base::SourceMap;
use classfile::{Classes, Name};
use ir::{Program, TermOp};
use rustc_hash::FxHashMap;

use crate::reach::Scope;
use crate::world::World;
use crate::{kernel, lower};

/// Counts over the bodies of some classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    pub classes: usize,
    pub bodies: usize,
    /// Bodies without a place that is not supported.
    pub lowered: usize,
    /// Classes whose program breaks a rule of the core language, with the first.
    pub broken: Vec<(String, String)>,
    /// How many bodies are not lowered for a reason.
    pub reasons: BTreeMap<String, usize>,
    pub blocks: usize,
    pub instructions: usize,
}

/// Lowers the bodies of these classes, class by class, and verifies what comes out.
pub fn figures(path: &dyn Classes, names: &[Name]) -> Result<Figures, classfile::Error> {
    let mut files = kernel::Embedded;
    let kernel = kernel::classes(&mut files)?;
    // The classes themselves are lowered, not their models.
    let classes = kernel::Modelled { kernel: path, others: &kernel };
    let mut figures = Figures::default();
    for name in names {
        add_class(&mut figures, &classes, name);
    }
    Ok(figures)
}

fn add_class(figures: &mut Figures, classes: &dyn Classes, name: &Name) {
    let mut world = World::new(classes);
    let class = world.class(name);
    let Some(file) = world.file(class).cloned() else { return };
    let roots = file.methods.iter().filter(|method| method.code.is_some());
    let roots: Vec<_> = roots.flat_map(|method| world.methods_named(class, &method.name)).collect();
    let mut roots: Vec<_> = roots.into_iter().filter(|&root| world.method(root).code.is_some()).collect();
    roots.sort_unstable();
    roots.dedup();
    figures.classes += 1;
    if roots.is_empty() {
        return;
    }
    let (program, _) = lower::lower(
        &mut world,
        classes,
        &roots,
        Scope::OneClass,
        &mut SourceMap::new(),
        &FxHashMap::default(),
    );
    if let Err(errors) = ir::verify(&program) {
        figures.broken.push((world.java_name(class), errors[0].to_string()));
    }
    for root in 0..roots.len() {
        add_body(figures, &program, root);
    }
}

/// The roots are the first procedures of their program.
fn add_body(figures: &mut Figures, program: &Program, root: usize) {
    let proc = &program.procs.as_slice()[root];
    figures.bodies += 1;
    figures.blocks += proc.blocks.len();
    figures.instructions += proc.blocks.iter().map(|block| block.instrs.len() + 1).sum::<usize>();
    let refusal = proc.blocks.iter().find_map(|block| match &block.terminator.op {
        TermOp::Opaque { reason } if !is_of_scope(reason) => Some(reason.clone()),
        _ => None,
    });
    match refusal {
        Some(reason) => *figures.reasons.entry(reason).or_default() += 1,
        None => figures.lowered += 1,
    }
}

/// Whether a place is unknown only because nothing but one class is looked into.
fn is_of_scope(reason: &str) -> bool {
    reason.starts_with("no method ")
}
