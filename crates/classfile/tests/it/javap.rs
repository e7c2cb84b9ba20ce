//! Instructions, targets and handlers are those that `javap` prints, where there is a JDK.

use std::path::Path;
use std::process::Command;

use classfile::{At, ClassPath, Classes, Code, Instr};

use crate::disk::{Disk, jdk};

/// What `javap -c` says about a body, in offsets.
#[derive(PartialEq, Debug, Default)]
struct Listing {
    /// Each instruction with its targets, sorted.
    instrs: Vec<(u32, Vec<u32>)>,
    /// From, to, target and class.
    handlers: Vec<(u32, u32, u32, String)>,
}

fn listing(code: &Code) -> Listing {
    let end = code.offsets.iter().last().copied().unwrap_or_default();
    let offset = |at: At| code.offsets.get(at).copied();
    let instr = |(at, instr): (At, &Instr)| {
        let mut targets: Vec<u32> = instr.targets().into_iter().filter_map(offset).collect();
        targets.sort_unstable();
        (code.offsets[at], targets)
    };
    let handler = |handler: &classfile::Handler| {
        let [from, target] = [handler.start, handler.target].map(|at| code.offsets[at]);
        let class = handler.class.as_ref().map_or("any".to_owned(), |class| format!("Class {class}"));
        // The end of a body has no offset here.
        (from, offset(handler.end).unwrap_or(end + 1), target, class)
    };
    Listing {
        instrs: code.instrs.iter_enumerated().map(instr).collect(),
        handlers: code.handlers.iter().map(handler).collect(),
    }
}

/// The bodies in the output of `javap -c`, in order.
fn parse(output: &str) -> Vec<Listing> {
    let mut bodies = Vec::new();
    let mut lines = output.lines();
    while lines.by_ref().any(|line| line.trim() == "Code:") {
        let mut body = Listing::default();
        let mut in_switch = false;
        // A blank line ends a body, and the last one is ended by its class.
        for line in lines.by_ref().take_while(|line| !line.is_empty() && !line.starts_with('}')) {
            let line = line.trim();
            match line.split_once(": ") {
                Some((_, target)) if in_switch => {
                    let target = target.trim().parse().expect("a target");
                    body.instrs.last_mut().expect("a switch").1.push(target);
                }
                Some((offset, rest)) if offset.chars().all(|c| c.is_ascii_digit()) => {
                    let (targets, switch) = instruction(rest);
                    in_switch = switch;
                    body.instrs.push((offset.parse().expect("an offset"), targets));
                }
                _ if line == "}" => in_switch = false,
                _ => body.handlers.extend(handler(line)),
            }
        }
        body.instrs.iter_mut().for_each(|instr| instr.1.sort_unstable());
        bodies.push(body);
    }
    bodies
}

/// The targets of an instruction, and whether more follow.
fn instruction(text: &str) -> (Vec<u32>, bool) {
    let mut words = text.split_whitespace();
    let mnemonic = words.next().expect("a mnemonic");
    let jumps = mnemonic.starts_with("if") || mnemonic.starts_with("goto");
    let targets = words.next().filter(|_| jumps).map(|target| target.parse().expect("a target"));
    (targets.into_iter().collect(), mnemonic.ends_with("switch"))
}

fn handler(line: &str) -> Option<(u32, u32, u32, String)> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse().ok();
    let (from, to, target) = (number()?, number()?, number()?);
    Some((from, to, target, words.collect::<Vec<_>>().join(" ")))
}

#[test]
fn bodies_are_those_that_javap_prints() {
    let Some(image) = jdk() else { return };
    let javap = Path::new(&image).with_file_name("../bin/javap");
    let mut disk = Disk;
    let mut path = ClassPath::new(&mut disk);
    path.add(&image).expect("a runtime image");
    let mut names = path.names();
    names.retain(|name| name.strip_prefix("java/util/").is_some_and(|name| !name.contains('/')));
    let listed = names.iter().map(|name| name.replace('/', "."));
    let output = Command::new(javap).args(["-c", "-p", "--module", "java.base"]).args(listed).output();
    let Ok(output) = output else { return };
    let expected = parse(&String::from_utf8_lossy(&output.stdout));
    let mut bodies = Vec::new();
    for name in &names {
        let class = path.class(name).expect("a good class").expect("it is there");
        bodies.extend(class.methods.iter().filter_map(|method| {
            let code = method.code.as_ref()?;
            Some((format!("{name}.{}{}", method.name, method.ty), listing(code)))
        }));
    }
    assert!(
        bodies.len() > 3_000 && bodies.len() == expected.len(),
        "{} and {}",
        bodies.len(),
        expected.len()
    );
    for ((method, ours), mut theirs) in bodies.into_iter().zip(expected) {
        let end = theirs.instrs.last().map_or(0, |last| last.0);
        theirs.handlers.iter_mut().for_each(|handler| handler.1 = handler.1.min(end + 1));
        assert_eq!(ours, theirs, "{method}");
    }
}
