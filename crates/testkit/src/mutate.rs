//! Damages texts: what comes out is mostly nonsense, close enough to sense to get deep into a front end.

use crate::rng::Rng;

/// Bits of syntax that front ends stumble over.
const FRAGMENTS: [&str; 24] = [
    "{",
    "}",
    "(",
    ")",
    ";",
    ",",
    ".",
    "..",
    "=",
    "==",
    "&&",
    "->",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "#if X\n",
    "\u{0}",
    "99999999999999999999",
    "0x",
    "-1",
    "\u{202e}ж",
    "[",
];

/// A damaged copy of the text: one to four damages, each of a kind that the random source draws.
pub fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut mutated = text.to_owned();
    for _ in 0..rng.between(1, 4) {
        mutated = match rng.below(11) {
            0 => change_bytes(&mutated, rng),
            1 => drop_token(&mutated, rng),
            2 => repeat_token(&mutated, rng),
            3 => swap_tokens(&mutated, rng),
            4 => replace_token(&mutated, rng),
            5 => shuffle_lines(&mutated, rng),
            6 => repeat_lines(&mutated, rng),
            7 => truncate(&mutated, rng),
            8 => insert_fragment(&mutated, rng),
            9 => nest(&mutated, rng),
            _ => drop_lines(&mutated, rng),
        };
    }
    mutated
}

/// Words, numbers, and single other characters; spaces are tokens as well, so that joining gives the text back.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        if at > start && (last != Some(class(c)) || class(c) == 2) {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = Some(class(c));
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}

/// Changes a few bytes; what is no longer UTF-8 is replaced as a reader of files would do.
fn change_bytes(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if bytes.is_empty() {
        return "\u{feff}".to_owned();
    }
    for _ in 0..rng.between(1, 5) {
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The text after a change to its list of tokens; an empty one stays as it is.
fn with_tokens(text: &str, change: impl FnOnce(&mut Vec<&str>)) -> String {
    let mut tokens = tokens(text);
    if !tokens.is_empty() {
        change(&mut tokens);
    }
    tokens.concat()
}

fn drop_token(text: &str, rng: &mut Rng) -> String {
    with_tokens(text, |tokens| {
        let at = rng.below(tokens.len());
        let n = rng.between(1, 3).min(tokens.len() - at);
        tokens.drain(at..at + n);
    })
}

fn repeat_token(text: &str, rng: &mut Rng) -> String {
    with_tokens(text, |tokens| {
        let at = rng.below(tokens.len());
        let copies = vec![tokens[at]; rng.between(1, 3)];
        tokens.splice(at..at, copies);
    })
}

fn swap_tokens(text: &str, rng: &mut Rng) -> String {
    with_tokens(text, |tokens| {
        let (first, second) = (rng.below(tokens.len()), rng.below(tokens.len()));
        tokens.swap(first, second);
    })
}

/// Puts one word of the text in the place of another: often still well formed, with another meaning.
fn replace_token(text: &str, rng: &mut Rng) -> String {
    with_tokens(text, |tokens| {
        let words: Vec<usize> =
            (0..tokens.len()).filter(|&at| tokens[at].starts_with(char::is_alphanumeric)).collect();
        if let Some(&at) = rng.try_pick(&words) {
            tokens[at] = tokens[*rng.pick(&words)];
        }
    })
}

fn with_lines(text: &str, change: impl FnOnce(&mut Vec<&str>)) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    lines.concat()
}

fn shuffle_lines(text: &str, rng: &mut Rng) -> String {
    with_lines(text, |lines| {
        for _ in 0..rng.between(1, 4) {
            let (first, second) = (rng.below(lines.len()), rng.below(lines.len()));
            lines.swap(first, second);
        }
    })
}

fn repeat_lines(text: &str, rng: &mut Rng) -> String {
    with_lines(text, |lines| {
        let at = rng.below(lines.len());
        let end = (at + rng.between(1, 5)).min(lines.len());
        let copy = lines[at..end].to_vec();
        lines.splice(at..at, copy);
    })
}

fn drop_lines(text: &str, rng: &mut Rng) -> String {
    with_lines(text, |lines| {
        let at = rng.below(lines.len());
        let end = (at + rng.between(1, 3)).min(lines.len());
        lines.drain(at..end);
    })
}

/// A place in the text between two characters.
fn boundary(text: &str, rng: &mut Rng) -> usize {
    let mut at = rng.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn truncate(text: &str, rng: &mut Rng) -> String {
    text[..boundary(text, rng)].to_owned()
}

fn insert_fragment(text: &str, rng: &mut Rng) -> String {
    let at = boundary(text, rng);
    format!("{}{}{}", &text[..at], rng.pick(&FRAGMENTS), &text[at..])
}

/// Opens something many times over.
fn nest(text: &str, rng: &mut Rng) -> String {
    let at = boundary(text, rng);
    let opening = *rng.pick(&["(", "{", "[", "!", "-", "if (x) ", "atomic {", "a.", "1 + ("]);
    let depth = *rng.pick(&[3, 50, 400, 3_000]);
    format!("{}{}{}", &text[..at], opening.repeat(depth), &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_joined_are_the_text() {
        let text = "class A1 { int x; }; // é\n\n\"a b\"";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(tokens("a1+ b"), ["a1", "+", " ", "b"]);
    }

    #[test]
    fn every_seed_damages_in_its_own_way() {
        let text = "class A {\n  int x;\n  void f() { x = (x + 1) % 3; }\n};\n";
        let damaged = |seed| mutate(text, &mut Rng::new(seed));
        assert_eq!(damaged(7), damaged(7));
        let changed = (0..200).filter(|&seed| damaged(seed) != text).count();
        assert!(changed > 180, "only {changed} of 200 copies were changed");
        (0..200).for_each(|seed| drop(mutate("", &mut Rng::new(seed))));
    }
}
