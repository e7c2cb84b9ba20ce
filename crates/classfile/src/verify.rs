//! The verification of a body: types of locals and stack before every instruction.

mod frame;

pub use frame::{Frame, Frames, Value};
