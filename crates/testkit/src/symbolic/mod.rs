//! Symbolic execution: subjects, random open programs, and the agreement of machines with each other.

pub mod agreement;
pub mod open_programs;
pub mod random;
pub mod subjects;
