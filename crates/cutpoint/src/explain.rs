//! `cutpoint explain`.

use base::similar::distance;
use base::{Code, Diagnostic, SourceMap};
use report::ExplainReport;

use crate::args::ExplainArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use crate::{codes, kinds};

pub(crate) fn explain(arguments: &ExplainArguments, output: &Output) -> Result<Status, Failure> {
    let all = all_codes();
    let report = match &arguments.code {
        None => ExplainReport::new(&all),
        Some(asked) => {
            let code = find(&all, asked).ok_or_else(|| Failure::input(unknown(&all, asked)))?;
            ExplainReport::new(&[code])
        }
    };
    output.document(&report, &SourceMap::new(), false)?;
    Ok(Status::Done)
}

/// Every diagnostic in order of its id, then every kind of error.
fn all_codes() -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = codes::CODES.iter().copied().chain(driver::all_codes()).collect();
    all.sort_by_key(|code| code.id);
    all.extend(kinds::KINDS.iter().copied());
    all
}

/// By the whole id, in capitals or not; of a number also without `CP` and leading zeros.
fn find(all: &[&'static Code], asked: &str) -> Option<&'static Code> {
    let asked = asked.trim();
    let by_number = || asked.parse::<u32>().ok().map(|number| format!("CP{number:04}"));
    let by_id = |id: &str| all.iter().copied().find(|code| code.id.eq_ignore_ascii_case(id));
    by_id(asked).or_else(|| by_id(&by_number()?))
}

fn unknown(all: &[&'static Code], asked: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(&codes::UNKNOWN_CODE, format!("There is no code `{asked}`."));
    match suggestions(all, asked).as_slice() {
        [] => diagnostic.help("`cutpoint explain` lists all codes"),
        some => {
            let lines: Vec<String> =
                some.iter().map(|code| format!("`{}`, {}", code.id, code.title)).collect();
            diagnostic.help(format!("did you mean {}?", lines.join(", or ")))
        }
    }
}

/// The codes that look most like what was asked, or have it in their titles; at most three.
fn suggestions(all: &[&'static Code], asked: &str) -> Vec<&'static Code> {
    let asked = asked.trim().to_lowercase();
    if asked.is_empty() {
        return Vec::new();
    }
    let score = |code: &Code| {
        let distance = distance(&asked, &code.id.to_lowercase());
        if code.title.to_lowercase().contains(&asked) { 0 } else { distance }
    };
    let mut scored: Vec<(usize, &'static Code)> = all.iter().map(|&code| (score(code), code)).collect();
    scored.sort_by_key(|(score, code)| (*score, code.id));
    let best = scored.first().map_or(0, |(score, _)| *score);
    let limit = (asked.chars().count() / 3).min(2);
    scored
        .into_iter()
        .filter(|(score, _)| *score == best && best <= limit)
        .map(|(_, code)| code)
        .take(3)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_every_page_says_something() {
        let all = all_codes();
        for (index, code) in all.iter().enumerate() {
            assert!(!all[..index].contains(code), "{} is used twice", code.id);
            let digits = code.id.strip_prefix("CP").unwrap_or("");
            let is_code = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
            assert!(is_code || kinds::KINDS.contains(code), "{} is no id", code.id);
            assert!(!code.title.is_empty() && !code.title.ends_with('.'), "the title of {}", code.id);
            assert!(code.explanation.trim().len() > 30, "the explanation of {}", code.id);
            assert_eq!(code.explanation.matches("```").count() % 2, 0, "an open code block in {}", code.id);
        }
    }

    #[test]
    fn codes_are_found_by_id_and_by_number() {
        let all = all_codes();
        let found = |asked: &str| find(&all, asked).map(|code| code.id);
        assert_eq!(found("CP0003"), Some("CP0003"));
        assert_eq!(found("cp0003"), Some("CP0003"));
        assert_eq!(found("3"), Some("CP0003"));
        assert_eq!(found("Deadlock"), Some("deadlock"));
        assert_eq!(found("CP9999"), None);
        assert_eq!(found("99999999999999999999"), None);
    }
}
