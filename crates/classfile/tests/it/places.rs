//! Where classes are found: class files, folders, jars, images; and what is wrong with such places.

use std::collections::BTreeMap;

use base::{Diagnostic, Files};
use classfile::{ClassPath, Classes, Error};

use crate::assembler::Assembler;
use crate::disk::UNREADABLE;
use crate::jars::{FIXTURES, Method, Writer};

/// Files in memory.
#[derive(Default)]
struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    fn with(name: &str, bytes: Vec<u8>) -> Self {
        Self(BTreeMap::from([(name.to_owned(), bytes)]))
    }
}

impl Files for Memory {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        self.bytes(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        let file = self.0.get(name).cloned();
        file.ok_or_else(|| Diagnostic::error(&UNREADABLE, format!("There is no file `{name}`.")))
    }

    fn below(&mut self, folder: &str, suffix: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        let inside = self
            .0
            .keys()
            .filter_map(|name| name.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/'));
        let found: Vec<String> = inside.filter(|name| name.ends_with(suffix)).map(str::to_owned).collect();
        Ok(Some(found).filter(|found| !found.is_empty()))
    }
}

fn plain(name: &str) -> Vec<u8> {
    Assembler::class(name, Some("java/lang/Object"), &[]).bytes()
}

/// What comes of asking for a class in one file.
fn find(bytes: Vec<u8>, class: &str) -> Result<bool, Error> {
    let mut files = Memory::with("f", bytes);
    let mut path = ClassPath::new(&mut files);
    path.add("f")?;
    path.class(class).map(|found| found.is_some())
}

fn refuse(bytes: Vec<u8>, code: &str, message: &str) {
    let error = find(bytes, "A").expect_err(message);
    assert_eq!((error.code.id, error.to_string().as_str()), (code, message));
}

#[test]
fn the_first_place_that_has_a_class_counts() {
    let mut files = Memory::default();
    let mut jar = Writer::default();
    jar.add("p/B.class", &plain("p/B"), Method::Deflated).add("A.class", &plain("A"), Method::Stored);
    jar.add("META-INF/versions/11/p/B.class", b"newer", Method::Stored);
    files.0.insert("lib.jar".to_owned(), jar.finish());
    files.0.insert("out/p/q/C.class".to_owned(), plain("p/q/C"));
    files.0.insert("out/p/B.class".to_owned(), {
        let mut other = Assembler::class("p/B", Some("java/lang/Object"), &[]);
        other.field(0, "x", "I");
        other.bytes()
    });
    files.0.insert("out/module-info.class".to_owned(), b"no class".to_vec());
    files.0.insert("A.class".to_owned(), plain("A"));
    let mut path = ClassPath::new(&mut files);
    for place in ["A.class", "out/", "lib.jar"] {
        path.add(place).expect(place);
    }
    let names = path.names();
    assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["A", "p/B", "p/q/C"]);
    let class = path.class("p/B").expect("a good class").expect("it is there");
    assert_eq!(class.fields.len(), 1);
    assert!(path.class("p/C").expect("no mistake").is_none());
    assert!(path.class("../secret").expect("no mistake").is_none());
}

#[test]
fn classes_of_a_jdk_are_not_those_of_the_user() {
    let mut jar = Writer::default();
    jar.add("A.class", &plain("A"), Method::Deflated);
    let mut files = Memory::with("rt.jar", jar.finish());
    let mut path = ClassPath::new(&mut files);
    path.add_jdk("rt.jar").expect("a jar");
    assert!(path.names().is_empty() && path.class("A").expect("a good class").is_some());
}

#[test]
fn a_file_without_classes_is_refused() {
    refuse(b"text".to_vec(), "CP0601", "`f` is no class file, no jar and no folder");
    refuse(Vec::new(), "CP0601", "`f` is no class file, no jar and no folder");
    refuse(b"PK\x03\x04".to_vec(), "CP0602", "the jar `f` cannot be read: Missing end of central directory");
    let mut files = Memory::default();
    let error = ClassPath::new(&mut files).add("g").expect_err("no file");
    assert_eq!(error.to_string(), "There is no file `g`");
}

#[test]
fn a_class_has_the_name_of_its_file() {
    let mut jar = Writer::default();
    jar.add("A.class", &plain("p/A"), Method::Stored);
    let message = "the file of the class A holds the class p.A (class A)";
    refuse(jar.finish(), "CP0605", message);
}

fn jar_with(method: Method, flags: u16, crc: u32, size: u32) -> Vec<u8> {
    let mut jar = Writer::default();
    jar.add_claiming("A.class", &plain("A"), method, flags, crc, size);
    jar.finish()
}

#[test]
fn entries_are_what_they_say() {
    let bytes = plain("A");
    let (crc, size) = (rawzip::crc32(&bytes), bytes.len() as u32);
    let jar = |problem: &str| format!("the jar `f` cannot be read: {problem} (class A)");
    assert!(find(jar_with(Method::Deflated, 0, crc, size), "A").expect("a good jar"));
    refuse(jar_with(Method::Stored, 0, crc ^ 1, size), "CP0602", &jar("an entry is damaged"));
    refuse(jar_with(Method::Deflated, 0, crc, size + 1), "CP0602", &jar("an entry is damaged"));
    refuse(jar_with(Method::Stored, 1, crc, size), "CP0602", &jar("an entry is encrypted"));
    let other = jar("an entry is compressed by another method than deflate");
    refuse(jar_with(Method::Other, 0, crc, size), "CP0602", &other);
}

#[test]
fn a_jar_that_grows_without_bounds_is_refused() {
    let zeros = vec![0; 17 << 20];
    let mut jar = Writer::default();
    jar.add("A.class", &zeros, Method::Deflated);
    let bomb = jar.finish();
    assert!(bomb.len() < 100_000);
    let message = "the jar `f` is too large: an entry has more than 16777216 bytes (class A)";
    refuse(bomb, "CP0603", message);
    let mut lying = Writer::default();
    lying.add_claiming("A.class", &zeros, Method::Deflated, 0, 0, 100);
    refuse(lying.finish(), "CP0603", message);
}

#[test]
fn a_jar_gives_no_more_than_its_bound_in_total() {
    let mut large = Assembler::class("A", Some("java/lang/Object"), &[]);
    let text = "x".repeat(65_000);
    (0..250).for_each(|i| {
        large.text(&format!("{i}{text}"));
    });
    let contents = large.bytes();
    let mut jar = Writer::default();
    let count = (1 << 30) / contents.len() + 1;
    (0..=count).for_each(|i| {
        jar.add(&format!("C{i}.class"), &contents, Method::Deflated);
    });
    let mut files = Memory::with("f", jar.finish());
    let mut path = ClassPath::new(&mut files);
    path.add("f").expect("a jar");
    let found = |i: usize| path.class(&format!("C{i}")).expect_err("a wrong name").code.id;
    let codes: Vec<&str> = (0..=count).map(found).collect();
    assert_eq!((codes[0], codes[count]), ("CP0605", "CP0603"));
}

#[test]
fn damaged_jars_and_images_are_refused() {
    let jar = std::fs::read(FIXTURES).expect("a jar");
    for end in (0..jar.len()).step_by(97) {
        let mut files = Memory::with("f", jar[..end].to_vec());
        assert!(ClassPath::new(&mut files).add("f").is_err(), "{end}");
    }
    let image = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let magic = 0xcafe_dada;
    let header = |version, table, locations, names| image(&[magic, version, 0, 1, table, locations, names]);
    let broken = |problem: &str| format!("the runtime image `f` cannot be read: {problem}");
    refuse(image(&[magic, 0x10000]), "CP0604", &broken("its header ends too early"));
    refuse(header(0x20001, 1, 0, 0), "CP0604", &broken("its format has version 2.1, known is 1.0"));
    let sizes = broken("its header claims sizes that no index has");
    refuse(header(0x10000, 0, 0, 0), "CP0604", &sizes);
    refuse(header(0x10000, u32::MAX, 0, 0), "CP0604", &sizes);
    refuse(header(0x10000, 2, 0, u32::MAX), "CP0604", &sizes);
    refuse(header(0x10000, 1 << 20, 0, 0), "CP0604", &broken("its index ends too early"));
    // All hash values lead to the first entry, whose location is outside.
    let empty = [header(0x10000, 1, 0, 0), image(&[u32::MAX, 7])].concat();
    assert!(!find(empty, "A").expect("an image"));
}
