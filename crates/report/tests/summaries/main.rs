//! Summaries as text, JSON and drawings, and certificates as files.

mod certificate;
mod chains;
mod drawing;
mod formulas;
mod programs;
mod text;
