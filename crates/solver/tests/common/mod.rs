//! What several test programs share: the oracle, the conformance tests of adapters, random numbers.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod conformance;
pub(crate) mod naive;
pub(crate) mod random;
