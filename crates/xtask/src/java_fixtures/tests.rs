//! Whether the committed jars are those of their sources.

use super::*;

fn contains(jar: &[u8], text: &str) -> bool {
    jar.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn jars_are_made_of_the_sources_as_they_are() {
    for fixture in &FIXTURES {
        let jar = fs::read(root().join(fixture.jar)).expect("a committed jar");
        let sections = sections(&fixture.sources().expect("readable sources"));
        assert!(contains(&jar, &sections), "{} is out of date: cargo xtask java-fixtures", fixture.jar);
    }
}

/// Another javac makes other classes of the same sources, so only the one that made a jar can make it again.
#[test]
fn the_same_javac_makes_the_same_jars() {
    let Some(javac) = javac_version() else { return };
    for fixture in &FIXTURES {
        let jar = fs::read(root().join(fixture.jar)).expect("a committed jar");
        if contains(&jar, &header(javac)) {
            let again = fixture.build(javac).expect("sources that compile");
            assert!(jar == again, "{} is out of date: cargo xtask java-fixtures", fixture.jar);
        }
    }
}

#[test]
fn the_checksum_is_that_of_zip_archives() {
    assert_eq!(jar::crc32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn programs_name_their_release() {
    assert_eq!(release(b"// A program.\n//@ java: 8\n"), "8");
    assert_eq!(release(b"// A program.\n"), RELEASE);
}
