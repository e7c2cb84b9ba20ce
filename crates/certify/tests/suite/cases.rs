//! Handwritten certificates that are accepted, and tamperings that are refused for the right reason.

use crate::support::{cases, outcome};

fn check(text: &str) {
    let (program, cases) = cases(text);
    let mut wrong = Vec::new();
    for case in cases {
        let (reason, outcome) = outcome(&program, &case.evidence);
        if reason != case.refused {
            wrong.push(match outcome {
                Ok(report) => format!("{}: {report:?}", case.name),
                Err(refusal) => format!("{}: {refusal}", case.name),
            });
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

macro_rules! case_files {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(include_str!(concat!("files/", stringify!($name), ".cpir")));
        })*
    };
}

case_files! {
    figure_1 figure_2 arrays sets channels exceptions casts deadlock atomic observers loops values threads stages order
    decimals contents
}
