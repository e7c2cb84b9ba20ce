//! What a Boolean program cannot have is excluded by its type, so that little is left that must not happen. This holds
//! how little: fewer than three panics, of all kinds, in a thousand lines.

use std::fs;
use std::path::{Path, PathBuf};

const MOST_PER_THOUSAND_LINES: usize = 3;
const PANICS: [&str; 4] = ["panic!", "unreachable!", ".expect(", ".unwrap()"];

/// All source files that are not tests.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let is_test = path.file_stem().is_some_and(|name| name == "tests");
        if path.is_dir() && !is_test {
            sources(&path, found);
        } else if path.is_file() && !is_test {
            found.push(path);
        }
    }
}

/// Without the tests at the end of a file.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

#[test]
fn there_are_few_panics() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let (mut n_lines, mut panics) = (0, Vec::new());
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        for line in without_tests(&text).lines() {
            n_lines += 1;
            if PANICS.iter().any(|panic| line.contains(panic)) {
                panics.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    panics.sort();
    assert!(n_lines > 1_000, "{n_lines} lines");
    let most = n_lines * MOST_PER_THOUSAND_LINES / 1_000;
    let n_panics = panics.len();
    assert!(n_panics <= most, "{n_panics} in {n_lines} lines, more than {most}:\n{}", panics.join("\n"));
}
