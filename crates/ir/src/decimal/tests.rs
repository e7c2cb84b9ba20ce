//! Exact tables. The results of the random operations come from exact fractions, rounded once.

use super::*;

fn decimal(text: &str) -> Decimal {
    match text.strip_prefix('-') {
        Some(digits) => decimal(digits).negated(),
        None => Decimal::parse(text).unwrap_or_else(|| panic!("{text} is no decimal")),
    }
}

fn apply(left: &str, op: &str, right: &str) -> Result<Decimal, ArithFault> {
    let (a, b) = (decimal(left), decimal(right));
    match op {
        "+" => a.plus(b),
        "-" => a.minus(b),
        "*" => a.times(b),
        "/" => a.divided_by(b),
        "%" => a.remainder(b),
        _ => panic!("{op} is no operator"),
    }
}

/// Each line is `left op right = result`, or a fault in the place of the result.
fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let [left, op, right, "=", result] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("malformed line: {line}")
        };
        let expected = match result {
            "overflow" => Err(ArithFault::Overflow),
            "division-by-zero" => Err(ArithFault::DivisionByZero),
            number => Ok(decimal(number)),
        };
        assert_eq!(apply(left, op, right), expected, "{line}");
    }
}

#[test]
fn a_decimal_has_thirteen_bytes_and_a_value_sixteen() {
    assert_eq!((size_of::<Decimal>(), align_of::<Decimal>()), (13, 1));
    assert_eq!(size_of::<crate::Value>(), 16);
}

#[test]
fn sums_are_exact_where_they_fit() {
    check(
        "0.1 + 0.2 = 0.3
         1.5 + 1.5 = 3
         -1.5 + 1.5 = 0
         -2.5 + 1.5 = -1
         1 - 1.0000000000000000000000000001 = -0.0000000000000000000000000001
         79228162514264337593543950335 + 0 = 79228162514264337593543950335
         79228162514264337593543950335 + 1 = overflow
         -79228162514264337593543950335 - 1 = overflow
         79228162514264337593543950335 + 0.4 = 79228162514264337593543950335
         79228162514264337593543950335 + 0.5 = overflow
         79228162514264337593543950334 + 0.5 = 79228162514264337593543950334
         79228162514264337593543950333 + 0.5 = 79228162514264337593543950334
         7922816251426433759354395033.5 + 0.01 = 7922816251426433759354395033.5",
    );
}

#[test]
fn products_and_quotients_round_half_to_even() {
    check(
        "1.5 * 1.5 = 2.25
         -1.5 * 2 = -3
         0 * -1 = 0
         1 / 3 = 0.3333333333333333333333333333
         2 / 3 = 0.6666666666666666666666666667
         -2 / 3 = -0.6666666666666666666666666667
         10 / 4 = 2.5
         1 / 0 = division-by-zero
         0 / 0.0 = division-by-zero
         1e-14 * 1e-14 = 1e-28
         1e-28 * 0.5 = 0
         3e-28 * 0.5 = 2e-28
         5e-28 * 0.5 = 2e-28
         1e-28 * 0.51 = 1e-28
         1e-28 / 2 = 0
         3e-28 / 2 = 2e-28
         79228162514264337593543950335 * 1.1 = overflow
         79228162514264337593543950335 * 79228162514264337593543950335 = overflow
         79228162514264337593543950335 / 0.1 = overflow
         79228162514264337593543950335 / 2 = 39614081257132168796771975168
         79228162514264337593543950335 / 3 = 26409387504754779197847983445
         79228162514264337593543950335 / 10 = 7922816251426433759354395033.5
         7.9228162514264337593543950335 / 10 = 0.7922816251426433759354395034",
    );
}

/// A quotient of two decimals differs from an integer by an error that a remainder must not have.
#[test]
fn remainders_are_exact_and_have_the_sign_of_the_dividend() {
    check(
        "7.5 % 2 = 1.5
         -7.5 % 2 = -1.5
         7.5 % -2 = 1.5
         -7.5 % -2 = -1.5
         7 % 0.7 = 0
         1 % 0 = division-by-zero
         6 % 3 = 0
         79228162514264337593543950335 % 0.0000000000000000000000000003 = 0
         79228162514264337593543950334 % -0.0005000000000000000000001 = 0.0001471324812943790597006
         -79228162514264337593543950333 % -0.0500000000000000000000000001 = -0.043674971471324812912099651
         0.1 % 79228162514264337593543950335 = 0.1",
    );
}

#[test]
fn equal_numbers_are_equal_values() {
    for (a, b) in [("1.0", "1.00"), ("0", "0.000"), ("100", "1e2"), ("0.5", "5e-1"), ("1.50", "1.5")] {
        assert_eq!(decimal(a), decimal(b));
    }
    assert_eq!(decimal("0").negated(), Decimal::ZERO);
    assert_eq!(apply("-1", "*", "0"), Ok(Decimal::ZERO));
    assert_eq!(decimal("1.5").negated().negated(), decimal("1.5"));
    assert_eq!(Decimal::from_int(-(1 << 63)), Some(decimal("-9223372036854775808")));
    assert_eq!(Decimal::from_int(1 << 96), None);
    assert_eq!(Decimal::from_parts(false, 1, 29), None);
}

#[test]
fn the_order_is_that_of_the_numbers() {
    let ascending = [
        "-79228162514264337593543950335",
        "-10",
        "-9.5",
        "-1.5",
        "-1.25",
        "-1e-28",
        "0",
        "1e-28",
        "0.3",
        "0.31",
        "1",
        "2",
        "10",
        "79228162514264337593543950335",
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(decimal(a).cmp(&decimal(b)), i.cmp(&j), "{a} and {b}");
        }
    }
}

#[test]
fn literals_round_half_to_even_and_fail_where_they_do_not_fit() {
    let check = |text: &str, expected: Option<&str>| {
        let shown = Decimal::parse(text).map(|decimal| decimal.to_string());
        assert_eq!(shown.as_deref(), expected, "{}", &text[..text.len().min(60)]);
    };
    check("0", Some("0"));
    check("007.50", Some("7.5"));
    check(".5", Some("0.5"));
    check("12e-1", Some("1.2"));
    check("2E+3", Some("2000"));
    check("1e28", Some("10000000000000000000000000000"));
    check("1e29", None);
    check("1e-28", Some("0.0000000000000000000000000001"));
    check("1e-29", Some("0"));
    check("5e-29", Some("0"));
    check("15e-29", Some("0.0000000000000000000000000002"));
    check("25e-29", Some("0.0000000000000000000000000002"));
    check(&format!("25{}1e-130", "0".repeat(100)), Some("0.0000000000000000000000000003"));
    check("79228162514264337593543950335", Some("79228162514264337593543950335"));
    check("79228162514264337593543950336", None);
    check("79228162514264337593543950335.49", Some("79228162514264337593543950335"));
    check("79228162514264337593543950335.5", None);
    check("7.92281625142643375935439503355", Some("7.922816251426433759354395034"));
    check("1e99999999999999999999", None);
    check("0e99999999999999999999", Some("0"));
    check("1e-99999999999999999999", Some("0"));
    check(&"9".repeat(10_000), None);
    check(&format!("1.{}", "3".repeat(10_000)), Some("1.3333333333333333333333333333"));
    check(&format!("{}1.5", "0".repeat(10_000)), Some("1.5"));
    check(&format!("0.{}1", "0".repeat(10_000)), Some("0"));
    check(&format!("{}e-9990", "9".repeat(10_000)), Some("10000000000"));
    for malformed in ["", ".", "-1", "1e", "1e+", "1.2.3", "x", "1m", "e5", "1_0"] {
        check(malformed, None);
    }
}

#[test]
fn text_reads_back() {
    for text in [
        "0",
        "1.5",
        "-0.05",
        "123456789.000000001",
        "-79228162514264337593543950335",
        "0.0000000000000000000000000001",
    ] {
        assert_eq!(decimal(text).to_string(), text);
    }
    assert_eq!(format!("{:?}", decimal("1.50")), "1.5m");
}

/// Operations on numbers of all sizes, among them the greatest and those next to a power of ten.
#[test]
fn random_operations_agree_with_exact_fractions() {
    check(include_str!("random_operations.txt"));
}
