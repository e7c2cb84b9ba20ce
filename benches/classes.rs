//! How long it takes to read and to verify all classes of the JDK on this machine, and how much memory they take.
//!
//! `cargo xtask bench classes`. Without a JDK there is nothing to measure.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use classfile::{ClassPath, Classes, Hierarchy, verify};

#[path = "../crates/classfile/tests/it/disk.rs"]
mod disk;

fn main() {
    let Some(image) = disk::jdk() else { return println!("there is no JDK: set JAVA_HOME") };
    let mut files = disk::Disk;
    let mut path = ClassPath::new(&mut files);
    path.add(&image).expect("a runtime image");
    let start = Instant::now();
    let names = path.names();
    let classes: Vec<_> = names.iter().filter_map(|name| path.class(name).expect("a good class")).collect();
    let read = start.elapsed().as_secs_f64();
    let hierarchy = Hierarchy::new(&path);
    let (mut bodies, mut instrs) = (0, 0);
    let start = Instant::now();
    for class in &classes {
        for method in class.methods.iter().filter(|method| method.code.is_some()) {
            bodies += 1;
            instrs += verify(class, method, &hierarchy).expect("a good body").len();
        }
    }
    let verified = start.elapsed().as_secs_f64();
    println!("{} classes with {bodies} bodies of {instrs} instructions", classes.len());
    println!("read in {read:.2} s, verified in {verified:.2} s");
    println!("peak of memory {} MiB", peak_mebibytes().map_or("unknown".to_owned(), |peak| peak.to_string()));
}

/// Where the system says it.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}
