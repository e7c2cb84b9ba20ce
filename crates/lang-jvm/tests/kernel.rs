//! Every body of the kernel and of the programs of `corpus/java` is lowered to a program that keeps the rules of the
//! core language.

use std::path::Path;

use base::{Diagnostic, Files};
use classfile::ClassPath;
use lang_jvm::figures::figures;

/// Files of this repository, by their paths from this crate on.
struct Repository;

impl Files for Repository {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        panic!("{name} is read as a text")
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        Ok(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }
}

fn check(jar: &str, at_least: usize) {
    let mut files = Repository;
    let mut path = ClassPath::new(&mut files);
    path.add(jar).expect("a jar");
    let names = path.names();
    let figures = figures(&path, &names).expect("the kernel can be read");
    assert_eq!(figures.broken, [], "programs that break a rule");
    assert_eq!((figures.lowered, &figures.reasons), (figures.bodies, &Default::default()));
    assert!(figures.bodies >= at_least, "{} bodies", figures.bodies);
}

#[test]
fn every_body_of_the_kernel_is_lowered() {
    check("kernel/kernel.jar", 1500);
}

#[test]
fn every_body_of_the_corpus_is_lowered() {
    check("../../corpus/java/fixtures.jar", 700);
}
