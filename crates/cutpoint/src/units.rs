//! Numbers with units on the command line.

use std::time::Duration;

/// `90`, `90s`, `1.5m`, `2h`, `500ms`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("`{other}` is no unit of time; use ms, s, m or h")),
    };
    let seconds = parse(number)? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| "this time is too long".to_owned())
}

/// `4096`, `500M`, `2G`, `1.5GiB`: powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let lower = unit.to_ascii_lowercase();
    let prefix = lower.trim_end_matches("ib").trim_end_matches('b');
    let power = match prefix {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(format!("`{unit}` is no unit of memory; use K, M, G or T")),
    };
    whole(parse(number)? * 1024_f64.powi(power))
}

/// `1000`, `10k`, `2.5M`: powers of 1000.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    // Without a suffix the number is exact, however large it is.
    if let Ok(number) = text.replace('_', "").parse() {
        return Ok(number);
    }
    let (number, unit) = split(text);
    let scale = match unit {
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        other => return Err(format!("`{other}` is no multiplier; use k, M or G")),
    };
    whole(parse(number)? * scale)
}

/// More threads than this search no faster on any machine, and the system may not give us as many.
pub(crate) const MOST_THREADS: usize = 256;

/// How many threads search.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().map_err(|_| "a whole number is wanted, such as 4".to_owned())?;
    if threads > MOST_THREADS {
        return Err(format!("at most {MOST_THREADS} threads can search; 0 is one for each core"));
    }
    Ok(threads)
}

/// The number and what follows it.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim())
}

fn parse(number: &str) -> Result<f64, String> {
    number.parse().map_err(|_| "a number must come first, such as 10 or 1.5".to_owned())
}

fn whole(number: f64) -> Result<u64, String> {
    if number < 1e18 { Ok(number as u64) } else { Err("this number is too large".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let check = |text: &str, millis: Option<u64>| {
            assert_eq!(duration(text).ok(), millis.map(Duration::from_millis), "{text}");
        };
        check("10", Some(10_000));
        check("10s", Some(10_000));
        check("1.5m", Some(90_000));
        check("2 h", Some(7_200_000));
        check("500ms", Some(500));
        for bad in ["", "s", "-1", "1d", "1e9", "1.2.3", "999999999999999999999999h"] {
            check(bad, None);
        }
    }

    #[test]
    fn memory_has_binary_units() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(bytes(text).ok(), expected, "{text}");
        check("4096", Some(4096));
        check("500M", Some(500 << 20));
        check("2g", Some(2 << 30));
        check("1.5 GiB", Some(3 << 29));
        check("64kb", Some(64 << 10));
        for bad in ["", "M", "12X", "-1", "99999999999T", "2ibib2"] {
            check(bad, None);
        }
    }

    #[test]
    fn counts_have_decimal_multipliers() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(count(text).ok(), expected, "{text}");
        check("18446744073709551615", Some(u64::MAX));
        check("1_000", Some(1000));
        check("10k", Some(10_000));
        check("2.5M", Some(2_500_000));
        for bad in ["", "k", "-3", "1x", "1e3"] {
            check(bad, None);
        }
    }
}
