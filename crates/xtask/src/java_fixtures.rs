//! Compiles the Java sources of the repository into the jars that are committed, so that tests need no JDK: the models
//! of the JDK's classes, which the front end embeds, the programs of the corpus, and classes for tests of the reader.
//!
//! A jar depends on its sources and the version of javac alone. Its manifest names both: each source by its checksum,
//! so that a test without a JDK sees when a jar is out of date.

mod jar;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{self, Failure, root};
use jar::{Entry, crc32};

/// Class files of Java 8 lower most simply: no string concatenation by bootstrap, no nestmates.
const KERNEL_OPTIONS: &str = "-g:source,lines -source 8 -target 8 -extdirs .";
/// The release of a program that does not name one with `//@ java: 8`.
const RELEASE: &str = "17";

/// One committed jar.
pub(crate) struct Fixture {
    /// Where its sources lie, from the root of the repository.
    sources: &'static str,
    jar: &'static str,
    compile: fn(&Sources, &Path) -> Result<(), Failure>,
}

/// In the order in which they are made: programs are compiled against the kernel's classes for nondeterminism.
pub(crate) const FIXTURES: [Fixture; 3] = [
    Fixture {
        sources: "crates/lang-jvm/kernel/src",
        jar: "crates/lang-jvm/kernel/kernel.jar",
        compile: compile_kernel,
    },
    Fixture { sources: "corpus/java", jar: "corpus/java/fixtures.jar", compile: compile_programs },
    Fixture {
        sources: "crates/classfile/tests/fixtures",
        jar: "crates/classfile/tests/fixtures/classes.jar",
        compile: compile_classes,
    },
];

/// The sources of a jar: their names below the folder, and their texts.
type Sources = BTreeMap<String, Vec<u8>>;

pub(crate) fn run() -> Result<(), Failure> {
    let javac =
        javac_version().ok_or_else(|| Failure::Missing("there is no javac on the path".to_owned()))?;
    for fixture in &FIXTURES {
        let bytes = fixture.build(javac)?;
        println!("{}: {} bytes", fixture.jar, bytes.len());
        let path = root().join(fixture.jar);
        fs::write(&path, bytes).map_err(|error| unusable(&path, &error))?;
    }
    Ok(())
}

/// The first number of the version of the javac on the path.
fn javac_version() -> Option<u32> {
    let text = process::output(Command::new("javac").arg("-version"))?;
    text.trim().strip_prefix("javac ")?.split('.').next()?.parse().ok()
}

impl Fixture {
    fn build(&self, javac: u32) -> Result<Vec<u8>, Failure> {
        let sources = self.sources()?;
        let classes = class_folder(self.sources)?;
        (self.compile)(&sources, &classes)?;
        let manifest = format!("{}\r\n{}", header(javac), sections(&sources));
        let mut entries =
            vec![Entry { name: "META-INF/MANIFEST.MF".to_owned(), bytes: manifest.into_bytes() }];
        let classes = files(&classes, "class")?.into_iter();
        entries.extend(classes.map(|(name, bytes)| Entry { name, bytes }));
        Ok(jar::write(&entries))
    }

    fn sources(&self) -> Result<Sources, Failure> {
        files(&root().join(self.sources), "java")
    }
}

fn header(javac: u32) -> String {
    format!("Manifest-Version: 1.0\r\nCreated-By: javac {javac}\r\n")
}

/// The part of the manifest that says what the jar was made of.
fn sections(sources: &Sources) -> String {
    let section =
        |(name, text): (&String, &Vec<u8>)| format!("Name: {name}\r\nCRC-32: {:08x}\r\n\r\n", crc32(text));
    sources.iter().map(section).collect()
}

/// An empty folder for the classes of these sources.
fn class_folder(sources: &str) -> Result<PathBuf, Failure> {
    let folder = root().join("target/java-fixtures").join(sources.replace('/', "-"));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| unusable(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| unusable(&folder, &error))?;
    Ok(folder)
}

/// The models are compiled against nothing but themselves.
fn compile_kernel(sources: &Sources, classes: &Path) -> Result<(), Failure> {
    let nothing = class_folder("nothing")?;
    let mut javac = javac(FIXTURES[0].sources, classes);
    javac.args(KERNEL_OPTIONS.split(' ')).arg("-bootclasspath").arg(&nothing).arg("-classpath").arg(&nothing);
    process::run_quietly(javac.args(sources.keys()))
}

/// The programs of each release are compiled together; no class may have two sources.
fn compile_programs(sources: &Sources, classes: &Path) -> Result<(), Failure> {
    let kernel = root().join("target/java-fixtures").join(FIXTURES[0].sources.replace('/', "-"));
    let mut releases: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for (name, text) in sources {
        releases.entry(release(text)).or_default().push(name);
    }
    for (release, names) in releases {
        let mut javac = javac(FIXTURES[1].sources, classes);
        javac.args(["-g", "--release", release, "-classpath"]).arg(&kernel).args(names);
        process::run_quietly(&mut javac)?;
    }
    Ok(())
}

/// Classes that use nothing but the JDK.
fn compile_classes(sources: &Sources, classes: &Path) -> Result<(), Failure> {
    let mut javac = javac(FIXTURES[2].sources, classes);
    process::run_quietly(javac.args(["-g", "--release", RELEASE]).args(sources.keys()))
}

/// What `//@ java: 8` says.
fn release(text: &[u8]) -> &str {
    let text = std::str::from_utf8(text).unwrap_or_default();
    text.lines().find_map(|line| line.trim().strip_prefix("//@ java: ")).map_or(RELEASE, str::trim)
}

fn javac(folder: &str, classes: &Path) -> Command {
    let mut javac = Command::new("javac");
    javac.current_dir(root().join(folder));
    javac.args(["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-d"]).arg(classes);
    javac
}

/// All files below a folder with this extension, by their names with `/`.
fn files(folder: &Path, extension: &str) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).map_err(|error| unusable(&inner, &error))? {
            let path = entry.map_err(|error| unusable(&inner, &error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let parts = path.strip_prefix(folder).expect("it lies below the folder").iter();
                let name = parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                found.insert(name, fs::read(&path).map_err(|error| unusable(&path, &error))?);
            }
        }
    }
    Ok(found)
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Missing(format!("{}: {error}", path.display()))
}
