//! Class files that are damaged: an error or another class, and never a panic, a loop or memory without bound.
//!
//! The ordinary run takes 6,000 mutants, `CUTPOINT_LONG=1` a million; seeds are fixed, so a failure is found again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use base::Id;
use classfile::{At, Class, ClassPath, Classes, Code, Error, Hierarchy, Instr, Method, read, verify};

use crate::assembler::{Assembler, Body};
use crate::disk::Disk;
use crate::jars::{FIXTURES, KERNEL, class_files};
use crate::rng::Rng;
use crate::seeds::seeds;

/// A changed class before all others.
struct Changed<'a> {
    class: Arc<Class>,
    others: &'a dyn Classes,
}

impl Classes for Changed<'_> {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        if *self.class.name == *name { Ok(Some(Arc::clone(&self.class))) } else { self.others.class(name) }
    }
}

/// Changes one to four places.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..rng.between(1, 4) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        let len = rng.between(1, 12).min(bytes.len() - at);
        match rng.below(8) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.next_u64() as u8,
            2 => bytes[at] = *rng.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            3 => bytes[at] = bytes[at].wrapping_add(1),
            4 => drop(bytes.drain(at..at + len)),
            5 => {
                let copy = bytes[at..at + len].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            6 => bytes[at..at + len].fill(*rng.pick(&[0, 0xff])),
            _ => bytes.truncate(if rng.chance(10) { at } else { bytes.len() }),
        }
        if bytes.is_empty() {
            return;
        }
    }
}

/// Does with a class what a front end does. Returns how many bodies pass.
fn use_class(bytes: &[u8], others: &dyn Classes) -> Option<usize> {
    let class = match read(bytes) {
        Ok(class) => Arc::new(class),
        Err(error) => {
            assert!(error.diagnostic(None).message.ends_with('.'));
            return None;
        }
    };
    let classes = Changed { class: Arc::clone(&class), others };
    let hierarchy = Hierarchy::new(&classes);
    let _ = hierarchy.above(&class.name);
    let verified = |method: &&Method| match &method.code {
        Some(code) => {
            resolve(code, &class, &hierarchy);
            let frames = verify(&class, method, &hierarchy);
            frames.is_ok_and(|frames| (0..frames.len()).all(|at| is_sound(code, frames.get(At::new(at)))))
        }
        None => false,
    };
    Some(class.methods.iter().filter(verified).count())
}

/// A frame keeps the bounds of its body.
fn is_sound(code: &Code, frame: Option<&classfile::Frame>) -> bool {
    let Some(frame) = frame else { return true };
    let depth: usize = frame.stack.iter().map(|value| value.kind().slots()).sum();
    assert!(depth <= usize::from(code.max_stack) && frame.locals.len() <= usize::from(code.max_locals));
    true
}

fn resolve(code: &Code, class: &Class, hierarchy: &Hierarchy<'_>) {
    for instr in &code.instrs {
        assert!(instr.targets().iter().all(|target| target.index() < code.instrs.len()));
        match instr {
            Instr::Field(access, field) => drop(hierarchy.resolve_field(*access, field)),
            Instr::Invoke(invocation, method) => {
                if let Ok(found) = hierarchy.resolve_method(*invocation, method) {
                    let _ = hierarchy.select(&class.name, &found);
                    let _ = hierarchy.select_special(class, &found);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn mutants_are_read_and_verified_or_refused() {
    let mut disk = Disk;
    let mut path = ClassPath::new(&mut disk);
    path.add(FIXTURES).expect("a jar");
    path.add_jdk(KERNEL).expect("a jar");
    let originals = class_files(FIXTURES);
    let (mut read, mut verified) = (0, 0);
    let mutants = seeds(6_000, 1_000_000);
    let count = mutants.end - mutants.start;
    for seed in mutants {
        let mut rng = Rng::new(seed);
        let mut bytes = rng.pick(&originals).clone();
        damage(&mut bytes, &mut rng);
        let used = catch_unwind(AssertUnwindSafe(|| use_class(&bytes, &path)));
        let used = used.unwrap_or_else(|_| panic!("seed {seed} makes a class file that panics"));
        read += u64::from(used.is_some());
        verified += used.unwrap_or(0);
    }
    // Enough of them get far enough to mean something.
    assert!(read > count / 10 && read < count && verified > 0, "{read} of {count} were read");
}

#[test]
fn a_class_file_that_ends_too_early_is_refused() {
    for bytes in class_files(FIXTURES) {
        for end in 0..bytes.len() {
            let error = read(&bytes[..end]).expect_err("a part is no class file");
            assert!(["CP0610", "CP0601"].contains(&error.code.id), "{error}");
            assert!(error.offset.is_some() || end < 4, "{error}");
        }
        let more = [bytes.as_slice(), &[0]].concat();
        assert!(read(&more).is_err_and(|error| error.message == "1 bytes too many"));
    }
}

fn plain() -> Assembler {
    Assembler::class("A", Some("java/lang/Object"), &[])
}

fn refuse(class: &Assembler, code: &str, expected: &str) {
    let error = read(&class.bytes()).expect_err(expected);
    assert_eq!((error.code.id, error.to_string().as_str()), (code, expected));
}

#[test]
fn versions_of_java_are_known() {
    let mut class = plain();
    for version in 45..=69 {
        class.version = version;
        assert_eq!(read(&class.bytes()).expect("a known version").version, version);
    }
    class.version = 70;
    refuse(&class, "CP0611", "the class file has version 70 (Java 26), known are 45 to 69");
    class.version = 3;
    refuse(&class, "CP0611", "the class file has version 3, known are 45 to 69");
}

#[test]
fn members_are_declared_once_and_whole() {
    let body = Body { max_stack: 1, max_locals: 1, code: "return", handlers: &[] };
    let mut class = plain();
    class.field(0, "x", "I").field(0, "x", "J");
    assert_eq!(read(&class.bytes()).expect("two types").fields.len(), 2);
    class.field(0, "x", "I");
    refuse(&class, "CP0610", "the field x is declared twice (class A)");
    let mut class = plain();
    class.method(1, "m", "()V", &body).method(1, "m", "()V", &body);
    refuse(&class, "CP0610", "the method m()V is declared twice (class A)");
    let with = |flags, name: &str, ty: &str| {
        let mut class = plain();
        class.method(flags, name, ty, &body);
        read(&class.bytes()).expect_err("a wrong method").message
    };
    assert_eq!(with(0x401, "m", "()V"), "an abstract or native method has a body");
    assert_eq!(with(0x1, "m", "(I)V"), "the parameters have no slots");
    assert_eq!(with(0x9, "<init>", "()V"), "a constructor is static or has a result");
    assert!(with(0x1, "m", "(V)V").ends_with("is no type of a method"));
    assert!(with(0x1, "m", "()").ends_with("is no type of a method"));
    assert!(with(0x1, "m", "(Lp//A;)V").ends_with("is no type of a method"));
    assert!(with(0x1, "a/b", "()V").ends_with("is no name"));
    assert!(with(0x1, "<m>", "()V").ends_with("is no name of a method"));
    let mut class = plain();
    class.declare(1, "m", "()V");
    let error = read(&class.bytes()).expect_err("no body");
    assert!(error.to_string().starts_with("the method has no body (class A, method m()V, byte "), "{error}");
}

#[test]
fn types_have_bounds() {
    let parse = |text: &str| classfile::Type::parse(text).map(|ty| ty.to_string());
    let deep = format!("{}I", "[".repeat(255));
    assert_eq!(parse(&deep), Some(deep.clone()));
    assert_eq!(parse(&format!("[{deep}")), None);
    let method = |text: &str| classfile::MethodType::parse(text).is_some();
    assert!(method(&format!("({})V", "I".repeat(255))) && !method(&format!("({})V", "I".repeat(256))));
    assert!(!method(&format!("({})V", "J".repeat(128))) && !method("(I") && !method("()VV"));
}
