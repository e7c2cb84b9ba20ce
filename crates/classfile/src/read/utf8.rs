//! The encoding of texts in class files: UTF-8 of UTF-16 code units, one by one, with zero in two bytes.

/// The code units of a text, if it is well formed.
pub(crate) fn decode(mut rest: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    while !rest.is_empty() {
        let (unit, after) = first(rest)?;
        units.push(unit);
        rest = after;
    }
    Some(units)
}

/// The first code unit and what follows it.
fn first(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let more = |byte: u8| (byte & 0xc0 == 0x80).then_some(u16::from(byte & 0x3f));
    Some(match *bytes {
        [a @ 0x01..=0x7f, ref rest @ ..] => (u16::from(a), rest),
        [a @ 0xc0..=0xdf, b, ref rest @ ..] => (u16::from(a & 0x1f) << 6 | more(b)?, rest),
        [a @ 0xe0..=0xef, b, c, ref rest @ ..] => {
            (u16::from(a & 0x0f) << 12 | more(b)? << 6 | more(c)?, rest)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_units_are_encoded_one_by_one() {
        assert_eq!(decode(b"a\xc3\xa7\xe2\x82\xac"), Some(vec![0x61, 0xe7, 0x20ac]));
        assert_eq!(decode(b"\xed\xa0\xbd\xed\xb8\x80"), Some(vec![0xd83d, 0xde00]));
        assert_eq!(decode(b"\xc0\x80"), Some(vec![0]));
        assert_eq!(decode(b""), Some(vec![]));
        for wrong in
            [b"\0".as_slice(), b"\xc3", b"\xc3a", b"\xe2\x82", b"\xe2\x82a", b"\x80", b"\xf0\x9f\x98\x80"]
        {
            assert_eq!(decode(wrong), None, "{wrong:?}");
        }
    }
}
