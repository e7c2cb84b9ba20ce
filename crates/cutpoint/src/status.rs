//! How the command ended, and the numbers for it.

use std::ffi::OsString;

use clap::ValueEnum;
use verdict::ViolationKind;

use crate::signals::EXIT_STATUS;

/// The end of the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The property holds.
    Holds,
    /// What was asked for was done, and no verdict was asked for.
    Done,
    Violated(Error),
    /// A certificate was refused.
    Refused,
    /// A formula without a program is false.
    False,
    Unknown,
    /// The same, because a signal ended the run.
    Interrupted(u8),
    BadInput,
    Internal,
}

/// The classes of errors that exit statuses distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Error {
    Assertion,
    Fault,
    Deadlock,
    AcceptanceCycle,
    /// A formula is violated, or another answer than the expected one is known of it.
    Formula,
}

impl Error {
    pub(crate) fn of(kind: &ViolationKind) -> Self {
        match kind {
            ViolationKind::Assertion { .. } => Error::Assertion,
            ViolationKind::Fault(_) => Error::Fault,
            ViolationKind::Deadlock => Error::Deadlock,
            ViolationKind::AcceptanceCycle => Error::AcceptanceCycle,
            ViolationKind::Formula => Error::Formula,
        }
    }
}

/// Which numbers stand for which end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ExitCodes {
    /// 0 holds, 1 violated, 2 bad usage or input, 3 unknown, 101 internal error
    #[default]
    Standard,
    /// 0 ok, 1 bad usage or input, 2 deadlock, 3 assertion, 4 runtime error, 6 acceptance cycle or formula, 9 unknown,
    /// 101 internal error
    Zing,
}

impl ExitCodes {
    pub(crate) fn code(self, status: Status) -> u8 {
        match (self, status) {
            (_, Status::Holds | Status::Done) => 0,
            (_, Status::Internal) => 101,
            (_, Status::Interrupted(signal)) => EXIT_STATUS + signal,
            (Self::Standard, Status::Violated(_) | Status::Refused | Status::False) => 1,
            (Self::Standard, Status::BadInput) => 2,
            (Self::Standard, Status::Unknown) => 3,
            (Self::Zing, Status::BadInput | Status::Refused | Status::False) => 1,
            (Self::Zing, Status::Violated(Error::Deadlock)) => 2,
            (Self::Zing, Status::Violated(Error::Assertion)) => 3,
            (Self::Zing, Status::Violated(Error::Fault)) => 4,
            (Self::Zing, Status::Violated(Error::AcceptanceCycle | Error::Formula)) => 6,
            (Self::Zing, Status::Unknown) => 9,
        }
    }

    /// What a command line asks for that could not be parsed as a whole.
    pub(crate) fn from_raw(arguments: impl Iterator<Item = OsString>) -> Self {
        let arguments: Vec<OsString> = arguments.collect();
        let joined = arguments.iter().any(|argument| argument == "--exit-codes=zing");
        let apart = arguments.windows(2).any(|pair| pair[0] == "--exit-codes" && pair[1] == "zing");
        if joined || apart { Self::Zing } else { Self::Standard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_command_line_still_chooses_its_exit_codes() {
        let check = |line: &str, expected| {
            assert_eq!(ExitCodes::from_raw(line.split(' ').map(OsString::from)), expected, "{line}");
        };
        check("cutpoint check", ExitCodes::Standard);
        check("cutpoint check --exit-codes zing --wrong", ExitCodes::Zing);
        check("cutpoint check --exit-codes=zing --wrong", ExitCodes::Zing);
        check("cutpoint check --exit-codes standard zing", ExitCodes::Standard);
    }
}
