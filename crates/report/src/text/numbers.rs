//! Numbers as people read them.

use std::time::Duration;

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1536` as `1.5 KiB`.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if number < 1024 {
        return format!("{number} bytes");
    }
    let mut value = number as f64 / 1024.0;
    let mut unit = 0;
    // What rounds to 1024.0 is written in the next unit.
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// `450 ms`, `1.25 s`, `3 min 05 s`, `2 h 07 min`.
pub fn duration(time: Duration) -> String {
    let millis = time.as_millis();
    let seconds = time.as_secs();
    match seconds {
        0 => format!("{millis} ms"),
        1..60 => format!("{:.2} s", time.as_secs_f64()),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        3600.. => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn bytes_have_binary_units() {
        let cases = [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (5 << 30, "5.0 GiB"),
            (u64::MAX, "16384.0 PiB"),
        ];
        for (number, text) in cases {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn durations_have_two_units_at_most() {
        let cases = [
            (0, "0 ms"),
            (999, "999 ms"),
            (1250, "1.25 s"),
            (185_000, "3 min 05 s"),
            (7_620_000, "2 h 07 min"),
        ];
        for (millis, text) in cases {
            assert_eq!(duration(Duration::from_millis(millis)), text);
        }
    }
}
