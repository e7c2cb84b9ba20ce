//! The values of literals: from the text of a token to a number or a string.

use std::ops::Range;

use ir::Decimal;

use crate::ast::IntSuffix;

/// The value and suffix of an integer token, or `None` if it does not fit into 64 bits.
pub(crate) fn int_value(text: &str) -> Option<(u64, IntSuffix)> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => IntSuffix::None,
        "u" => IntSuffix::U,
        "l" => IntSuffix::L,
        _ => IntSuffix::UL,
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    value.ok().map(|value| (value, suffix))
}

/// What a real token stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum RealLiteral {
    /// `decimal`: as a decimal, unless a suffix says that it is none, or it is too large for one.
    Binary {
        value: f64,
        decimal: Option<Decimal>,
    },
    Decimal(Decimal),
}

/// Why a real token stands for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TooLarge {
    /// Beyond every finite number.
    Binary,
    Decimal,
}

/// The value of a real token.
pub(crate) fn real_value(text: &str) -> Result<RealLiteral, TooLarge> {
    if let Some(digits) = text.strip_suffix(['m', 'M']) {
        return Decimal::parse(digits).map(RealLiteral::Decimal).ok_or(TooLarge::Decimal);
    }
    let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
    let value = digits.parse().ok().filter(|value: &f64| value.is_finite()).ok_or(TooLarge::Binary)?;
    let decimal = if digits == text { Decimal::parse(digits) } else { None };
    Ok(RealLiteral::Binary { value, decimal })
}

/// The text that a string token stands for, and the places of unknown escapes within the token.
///
/// The closing quote may be absent: the lexer has complained about that.
pub(crate) fn string_value(token: &str) -> (String, Vec<Range<usize>>) {
    if let Some(verbatim) = token.strip_prefix("@\"") {
        let content = verbatim.strip_suffix('"').unwrap_or(verbatim);
        return (content.replace("\"\"", "\""), Vec::new());
    }
    let mut reader = Escapes { token, at: 1, value: String::new(), bad: Vec::new() };
    reader.run();
    (reader.value, reader.bad)
}

/// Reads a string token with escapes from left to right.
struct Escapes<'text> {
    token: &'text str,
    at: usize,
    value: String,
    bad: Vec<Range<usize>>,
}

impl Escapes<'_> {
    fn run(&mut self) {
        while let Some(next) = self.token[self.at..].chars().next() {
            let start = self.at;
            self.at += next.len_utf8();
            match next {
                '"' => return,
                '\\' => match self.escape() {
                    Some(meaning) => self.value.push(meaning),
                    None => self.bad.push(start..self.at),
                },
                other => self.value.push(other),
            }
        }
    }

    /// What the escape behind a backslash stands for.
    fn escape(&mut self) -> Option<char> {
        let letter = self.token[self.at..].chars().next()?;
        self.at += letter.len_utf8();
        Some(match letter {
            '\'' | '"' | '\\' => letter,
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{C}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{B}',
            'x' => return self.hex(1, 4),
            'u' => return self.hex(4, 4),
            'U' => return self.hex(8, 8),
            _ => return None,
        })
    }

    /// A character given by between `least` and `most` hexadecimal digits.
    fn hex(&mut self, least: usize, most: usize) -> Option<char> {
        let rest = &self.token[self.at..];
        let length = rest.bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
        self.at += length;
        if length < least {
            return None;
        }
        u32::from_str_radix(&rest[..length], 16).ok().and_then(char::from_u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(int_value("0"), Some((0, IntSuffix::None)));
        assert_eq!(int_value("0x1Ful"), Some((31, IntSuffix::UL)));
        assert_eq!(int_value("7LU"), Some((7, IntSuffix::UL)));
        assert_eq!(int_value("7u"), Some((7, IntSuffix::U)));
        assert_eq!(int_value("7L"), Some((7, IntSuffix::L)));
        assert_eq!(int_value("18446744073709551615"), Some((u64::MAX, IntSuffix::None)));
        assert_eq!(int_value("18446744073709551616"), None);
        assert_eq!(int_value("0x1FFFFFFFFFFFFFFFF"), None);
    }

    #[test]
    fn reals() {
        let binary = |value, decimal: Option<&str>| {
            Ok(RealLiteral::Binary { value, decimal: decimal.and_then(Decimal::parse) })
        };
        assert_eq!(real_value("1.5"), binary(1.5, Some("1.5")));
        assert_eq!(real_value("0.1000000000000000000001"), binary(0.1, Some("0.1000000000000000000001")));
        assert_eq!(real_value(".5f"), binary(0.5, None));
        assert_eq!(real_value("1.5D"), binary(1.5, None));
        assert_eq!(real_value("1e30"), binary(1e30, None));
        assert_eq!(real_value("1e999"), Err(TooLarge::Binary));
        let decimal = |text| Ok(RealLiteral::Decimal(Decimal::parse(text).expect("a decimal")));
        assert_eq!(real_value("2e3m"), decimal("2000"));
        assert_eq!(real_value("3M"), decimal("3"));
        assert_eq!(real_value("1e29m"), Err(TooLarge::Decimal));
        assert_eq!(
            real_value(&format!("1.{}m", "5".repeat(10_000))),
            decimal("1.5555555555555555555555555556")
        );
        assert_eq!(real_value(&format!("{}m", "5".repeat(10_000))), Err(TooLarge::Decimal));
        assert_eq!(real_value(&"5".repeat(10_000)), Err(TooLarge::Binary));
    }

    #[test]
    fn strings() {
        let cases = [
            (r#""""#, ""),
            (r#""a\n\t\"\\b""#, "a\n\t\"\\b"),
            (r#""\x41\x00041\u00e9\U0001F600""#, "A\u{4}1é😀"),
            (r#"@"a\n""b""#, r#"a\n"b"#),
            (r#"@""""#, "\""),
            (r#""not closed"#, "not closed"),
        ];
        for (token, value) in cases {
            assert_eq!(string_value(token), (value.to_string(), vec![]), "for {token}");
        }
    }

    #[test]
    fn unknown_escapes_are_left_out_and_located() {
        assert_eq!(string_value(r#""a\qb\u12z\ud800""#), ("abz".to_string(), vec![2..4, 5..9, 10..16]));
        let (value, bad) = string_value("\"a\\");
        assert_eq!((value.as_str(), bad.len(), bad.first()), ("a", 1, Some(&(2..3))));
    }
}
