//! Every class of the JDK on this machine, if there is one.

use std::collections::HashMap;
use std::time::Instant;

use classfile::{ClassPath, Classes};

use crate::disk::{Disk, jdk};

#[test]
fn every_class_of_a_jdk_is_read() {
    let Some(image) = jdk() else { return };
    let mut disk = Disk;
    let mut path = ClassPath::new(&mut disk);
    path.add(&image).expect("a runtime image");
    let names = path.names();
    let start = Instant::now();
    let mut bodies = 0;
    let mut wrong: HashMap<String, usize> = HashMap::new();
    for name in &names {
        match path.class(name) {
            Ok(Some(class)) => bodies += class.methods.iter().filter(|m| m.code.is_some()).count(),
            Ok(None) => panic!("{name} is not found"),
            Err(error) => {
                println!("{error}");
                *wrong.entry(error.message).or_default() += 1
            }
        }
    }
    println!("{} classes, {bodies} bodies {:?}", names.len(), start.elapsed());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(path.class("java/lang/Objekt").expect("no error").is_none());
}
