//! Java programs on a real machine. A machine starts slowly, so one compiler and one machine take many programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::outcome::{End, Origin, Outcome};

/// A compiler and a machine, and a folder for what they make.
pub struct Jvm {
    folder: PathBuf,
}

impl Jvm {
    /// The JDK on the path, if there is one. The folder is emptied.
    pub fn find(folder: &Path) -> Option<Self> {
        Command::new("javac").arg("-version").output().ok().filter(|output| output.status.success())?;
        if folder.exists() {
            fs::remove_dir_all(folder).expect("a removable folder");
        }
        fs::create_dir_all(folder).expect("a new folder");
        let jvm = Self { folder: folder.to_owned() };
        let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/java/Runner.java");
        jvm.compile(&[runner], folder).expect("the runner compiles");
        Some(jvm)
    }

    /// Writes sources, each named by its class, and compiles them; gives the folder of the classes.
    pub fn build(&self, name: &str, texts: &BTreeMap<String, String>) -> Result<PathBuf, String> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder).expect("a new folder");
        let files: Vec<PathBuf> =
            texts.keys().map(|class| folder.join(class).with_extension("java")).collect();
        for (file, text) in files.iter().zip(texts.values()) {
            fs::write(file, text).expect("a new file");
        }
        self.compile(&files, &folder)?;
        Ok(folder)
    }

    fn compile(&self, files: &[PathBuf], classes: &Path) -> Result<(), String> {
        let mut javac = Command::new("javac");
        javac.args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"]).arg(classes).args(files);
        let Output { status, stderr, .. } = javac.output().expect("javac starts");
        if status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&stderr).into_owned()) }
    }

    /// What the `main` of each of these classes does.
    pub fn run(&self, classes: &Path, names: &[String]) -> BTreeMap<String, Outcome> {
        let mut java = Command::new("java");
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]).arg(&self.folder).arg("Runner");
        let output = java.arg(classes).args(names).output().expect("java starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        read_report(&String::from_utf8_lossy(&output.stdout))
    }
}

/// What `Runner` prints.
fn read_report(report: &str) -> BTreeMap<String, Outcome> {
    let mut outcomes = BTreeMap::new();
    let mut name = String::new();
    let mut printed = String::new();
    for line in report.lines() {
        if let Some(text) = line.strip_prefix('>') {
            printed.push_str(text);
            printed.push('\n');
        } else if let Some(next) = line.strip_prefix("program ") {
            name = next.to_owned();
        } else {
            let end = read_end(line).unwrap_or_else(|| panic!("not a line of the runner: {line}"));
            outcomes.insert(std::mem::take(&mut name), Outcome::new(&std::mem::take(&mut printed), end));
        }
    }
    outcomes
}

/// `end`, or `thrown CLASS:LINE...`
fn read_end(line: &str) -> Option<End> {
    if line == "end" {
        return Some(End::Normal);
    }
    let origins = line.strip_prefix("thrown ")?.split(' ').map(|origin| {
        let (class, line) = origin.split_once(':')?;
        Some(Origin { class: class.to_owned(), line: line.parse().ok() })
    });
    Some(End::Thrown(origins.collect::<Option<_>>()?))
}
