//! Java programs on the command line: where they are found, and what is wrong with them.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::OutputAssert;
use support::{cutpoint, folder};

/// Compiled programs of the corpus, and classes for tests of the reader.
fn jar() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/fixtures.jar")
}

/// The command in this folder, without a JDK.
fn without_jdk(folder: &Path, arguments: &str) -> OutputAssert {
    let nowhere = folder.join("nowhere");
    cutpoint(arguments).current_dir(folder).env("JAVA_HOME", &nowhere).env("PATH", &nowhere).assert()
}

fn refusal(folder: &Path, arguments: &str) -> String {
    let refused = without_jdk(folder, arguments).code(2);
    String::from_utf8(refused.get_output().stderr.clone()).expect("text")
}

#[track_caller]
fn refuse(folder: &Path, arguments: &str, parts: &[&str]) {
    let text = refusal(folder, arguments);
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in the refusal of {arguments}: {text}");
    }
}

fn has_javac() -> bool {
    std::process::Command::new("javac").arg("-version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn classes_are_found_in_jars() {
    let folder = folder("java-jar");
    fs::copy(jar(), folder.join("programs.jar")).expect("a jar");
    without_jdk(&folder, "ir programs.jar --entry NoSuchClass").code(2);
    refuse(&folder, "ir programs.jar", &["CP0630", "classes have a method `main(String[])`", "--entry"]);
}

#[test]
fn places_without_classes_are_refused() {
    let folder = folder("java-places");
    fs::write(folder.join("text.class"), "no class").expect("a file");
    fs::write(folder.join("half.jar"), &fs::read(jar()).expect("a jar")[..5000]).expect("a file");
    fs::create_dir(folder.join("empty")).expect("a folder");
    refuse(&folder, "ir missing.class", &["CP0001", "There is no file `missing.class`"]);
    refuse(&folder, "ir text.class", &["CP0601", "`text.class` is no class file, no jar and no folder"]);
    refuse(&folder, "ir half.jar", &["CP0602", "the jar `half.jar` cannot be read"]);
    refuse(&folder, "ir empty", &["CP0002", "`empty` is a directory"]);
    refuse(&folder, "ir text.class --classpath half.jar", &["CP0601"]);
    refuse(
        &folder,
        "ir text.class --jdk empty",
        &["CP0621", "`empty` is not the folder of a JDK", "lib/modules"],
    );
    refuse(&folder, "ir text.class --choice open", &["CP0056", "--choice", "Shylock"]);
    refuse(&folder, "ir --lang zing text.class --entry A", &["CP0056", "--entry", "Java"]);
}

#[test]
fn damaged_class_files_are_refused_with_their_place() {
    let folder = folder("java-damaged");
    let mut class = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 70];
    fs::write(folder.join("New.class"), &class).expect("a file");
    refuse(
        &folder,
        "ir New.class",
        &["CP0611", "version 70 (Java 26), known are 45 to 69", "javac --release 25"],
    );
    class[7] = 61;
    class.extend([0, 9, 1]);
    fs::write(folder.join("Short.class"), &class).expect("a file");
    refuse(&folder, "ir Short.class", &["CP0610", "the end comes too early", "byte 11 of the file"]);
}

#[test]
fn sources_need_a_jdk() {
    let folder = folder("java-without-jdk");
    fs::write(folder.join("Main.java"), "class Main { }").expect("a file");
    refuse(&folder, "check Main.java", &["CP0621", "`Main.java` has to be compiled", "JAVA_HOME"]);
}

#[test]
fn sources_are_compiled_with_those_beside_them() {
    if !has_javac() {
        return;
    }
    let folder = folder("java-sources");
    let main = "package p;\npublic class Main {\n  public static void main(String[] a) {\n    assert Other.two() == 3;\n  }\n}\n";
    fs::create_dir(folder.join("p")).expect("a folder");
    fs::write(folder.join("p/Main.java"), main).expect("a file");
    fs::write(folder.join("p/Other.java"), "package p;\nclass Other { static int two() { return 2; } }")
        .expect("a file");
    fs::write(folder.join("Wrong.java"), "class Wrong { int f( }").expect("a file");
    let run = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert();
    let checked = run("check p/Main.java --classpath .").code(1);
    let text = String::from_utf8(checked.get_output().stdout.clone()).expect("text");
    assert!(text.contains("p/Main.java:4"), "{text}");
    let refused = run("check Wrong.java").code(2);
    let text = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
    assert!(text.contains("CP0620") && text.contains("Wrong.java:1: error:"), "{text}");
    run("check java.lang.Objekt").code(2);
}
