//! Programs without spans: two programs that differ only in where they were read from are then equal.

use crate::instr::TermOp;
use crate::program::Program;

impl Program {
    /// The same program with every span removed.
    #[must_use]
    pub fn without_spans(mut self) -> Program {
        self.classes.iter_mut().for_each(|class| class.span = None);
        self.fields.iter_mut().for_each(|field| field.span = None);
        self.enums.iter_mut().for_each(|def| def.span = None);
        self.globals.iter_mut().for_each(|global| global.span = None);
        for proc in self.procs.iter_mut() {
            proc.span = None;
            proc.locals.iter_mut().for_each(|local| local.span = None);
            proc.labels.iter_mut().for_each(|label| label.span = None);
            for block in proc.blocks.iter_mut() {
                block.instrs.iter_mut().for_each(|instr| instr.site.span = None);
                block.terminator.site.span = None;
                if let TermOp::Select { joins, .. } = &mut block.terminator.op {
                    joins.iter_mut().for_each(|join| join.span = None);
                }
            }
        }
        self
    }
}
