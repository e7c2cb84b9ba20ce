//! What texts in QDIMACS mean, and which are refused.

use base::{Id, SourceId};
use cutpoint_solver::qbf::{QbfLimits, Qdimacs, Truth, decide};

fn read(text: &str) -> Result<Qdimacs, String> {
    Qdimacs::read(SourceId::new(0), text).map_err(|diagnostic| {
        let line = |at: u32| 1 + text[..at as usize].matches('\n').count();
        let place =
            diagnostic.span().map_or("nowhere".to_owned(), |span| format!("line {}", line(span.start)));
        format!("{} in {place}", diagnostic.code)
    })
}

fn truth(text: &str) -> Truth {
    let formula = read(text).expect("the text can be read");
    decide(&formula, &QbfLimits::default()).expect("it has two blocks").truth
}

#[test]
fn small_formulas_are_decided_with_their_outer_values() {
    let check = |text: &str, expected: Truth| assert_eq!(truth(text), expected, "{text}");
    let equal = "-1 2 0\n1 -2 0\n";
    check(&format!("p cnf 2 2\na 1 0\ne 2 0\n{equal}"), Truth::True { outer: None });
    check(&format!("p cnf 2 2\ne 1 0\na 2 0\n{equal}"), Truth::False { outer: None });
    check("p cnf 2 1\ne 1 0\na 2 0\n-1 2 0\n", Truth::True { outer: Some(vec![-1]) });
    check("p cnf 2 2\na 1 0\ne 2 0\n-1 2 0\n-1 -2 0\n", Truth::False { outer: Some(vec![1]) });
    check("p cnf 2 2\n-1 2 0\n1 0\n", Truth::True { outer: Some(vec![1, 2]) });
    check("p cnf 1 1\na 1 0\n1 0\n", Truth::False { outer: Some(vec![-1]) });
    check("p cnf 0 0\n", Truth::True { outer: Some(vec![]) });
    check("p cnf 0 1\n0\n", Truth::False { outer: None });
    check("p cnf 3 1\na 3 0\n1 -1 0\n", Truth::True { outer: Some(vec![-1]) });
}

#[test]
fn what_is_not_quantified_exists_outside_of_all() {
    // There is a 1 for all 2: 1 or 2.
    assert_eq!(truth("p cnf 2 1\na 2 0\n1 2 0\n"), Truth::True { outer: Some(vec![1]) });
    assert_eq!(read("p cnf 3 1\na 2 0\ne 3 0\n1 2 3 0\n"), Err("CP0092 in line 3".to_owned()));
}

#[test]
fn comments_layout_and_equal_neighbours_do_not_matter() {
    let text = "c hello\n\np   cnf 3 2\r\ne 1 0\ne 2 0\na 3 0\nc between\n 1\n2 0 -3\n 1 0";
    let formula = read(text).expect("the text can be read");
    assert_eq!(formula.clauses, [vec![1, 2], vec![-3, 1]]);
    assert_eq!(formula.prefix.len(), 3);
    assert_eq!(formula.to_string(), "p cnf 3 2\ne 1 0\ne 2 0\na 3 0\n1 2 0\n-3 1 0\n");
    assert!(matches!(truth(text), Truth::True { outer: Some(outer) } if outer[0] == 1));
}

#[test]
fn malformed_texts_are_refused_with_their_line() {
    let check = |text: &str, expected: &str| assert_eq!(read(text), Err(expected.to_owned()), "{text}");
    check("", "CP0090 in line 1");
    check("c nothing\n", "CP0090 in line 1");
    check("1 0\n", "CP0090 in line 1");
    check("p cnf 1\n", "CP0090 in line 1");
    check("p cnf -1 0\n", "CP0090 in line 1");
    check("p dnf 1 1\n1 0\n", "CP0090 in line 1");
    check("p cnf 1 1\np cnf 1 1\n1 0\n", "CP0090 in line 2");
    check("p cnf 1 1\nx 0\n", "CP0090 in line 2");
    check("p cnf 1 1\n99999999999 0\n", "CP0090 in line 2");
    check("p cnf 1 1\n1 0\na 1 0\n", "CP0090 in line 3");
    check("p cnf 2 1\na 1 0 2 0\n1 0\n", "CP0090 in line 2");
    check("p cnf 1 1\n2 0\n", "CP0091 in line 2");
    check("p cnf 1 1\n-2147483648 0\n", "CP0091 in line 2");
    check("p cnf 1 1\na -1 0\n1 0\n", "CP0091 in line 2");
    check("p cnf 1 1\na 1 0\ne 1 0\n1 0\n", "CP0091 in line 3");
    check("p cnf 3 1\ne 1 0\na 2 0\ne 3 0\n1 2 3 0\n", "CP0092 in line 4");
    check("p cnf 1 1\na 1\n1 0\n", "CP0093 in line 2");
    check("p cnf 1 1\n1\n", "CP0093 in line 2");
    check("p cnf 1 2\n1 0\n", "CP0094 in line 2");
    check("p cnf 1 0\n1 0\n", "CP0094 in line 2");
}

#[test]
fn large_numbers_of_variables_are_believed_and_not_allocated() {
    let text = "p cnf 2147483647 1\na 2147483647 0\n2147483647 -2147483646 0\n";
    assert_eq!(truth(text), Truth::True { outer: Some(vec![-2147483646]) });
}

#[test]
fn any_bytes_are_read_or_refused() {
    let pieces = ["p", "cnf", "a", "e", "0", "1", "-1", "2", "\n", " ", "c", "é", "-", "4294967296", "\u{0}"];
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..(state % 30) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += pieces[(state >> 33) as usize % pieces.len()];
            text += if state >> 60 == 0 { "" } else { " " };
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        if let Ok(formula) = Qdimacs::read(SourceId::new(0), &text) {
            assert_eq!(Qdimacs::read(SourceId::new(0), &formula.to_string()).as_ref(), Ok(&formula));
        }
    }
}
