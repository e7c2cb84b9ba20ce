//! Tests of the definition: what each instruction does, how threads interleave, what replay accepts.

extern crate cutpoint_interp as interp;

mod any_values;
mod explore;
mod failing;
mod follow;
mod guarded;
mod instructions;
mod lassos;
mod replay;
mod scheduling;
mod selects;
mod shared;
mod simulate;
mod starts;
mod support;
