//! Symbolic execution: subjects, random open programs, and the agreement of machines with each other and with
//! every small input, executed.

pub mod agreement;
pub mod executed;
pub mod open_programs;
pub mod random;
pub mod shapes;
pub mod subjects;
