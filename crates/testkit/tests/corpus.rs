//! The corpus: every file is a test of its own, named by its path, and says itself what must come out.
//!
//! `cargo test -p cutpoint-testkit --test corpus zing::repairs` runs one folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cutpoint_testkit::corpus;
use driver::Language;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let files = sources(&root);
    assert!(!files.is_empty(), "there is no corpus in {}", root.display());
    let trials = files.into_iter().map(|(path, language)| {
        let name = test_name(&root, &path);
        Trial::test(name, move || check(&path, language))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// All files below a folder that are of a known language, sorted.
fn sources(folder: &Path) -> Vec<(PathBuf, Language)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
            match extension.as_deref().and_then(Language::from_extension) {
                _ if path.is_dir() => folders.push(path),
                // Programs of Java are executed, in `java.rs`.
                Some(Language::Java) => {}
                Some(language) => files.push((path, language)),
                None => {}
            }
        }
    }
    files.sort();
    files
}

/// `zing/repairs/heap-renamed.zing` is the test `corpus::zing::repairs::heap-renamed`.
fn test_name(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).expect("the file lies below the root").with_extension("");
    let parts: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    format!("corpus::{}", parts.join("::"))
}

fn check(path: &Path, language: Language) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    corpus::run(&name, &text, language).map_err(|failure| failure.to_string())?;
    Ok(())
}
