//! Every class of the JDK on this machine, if there is one.

use std::collections::BTreeMap;

use classfile::{ClassPath, Classes, Hierarchy, verify};

use crate::disk::{Disk, jdk};

#[test]
fn every_body_of_a_jdk_is_read_and_verified() {
    let Some(image) = jdk() else { return };
    let mut disk = Disk;
    let mut path = ClassPath::new(&mut disk);
    path.add(&image).expect("a runtime image");
    // A jar as `jar` makes it.
    path.add(&image.replace("modules", "jrt-fs.jar")).expect("a jar beside the image");
    let hierarchy = Hierarchy::new(&path);
    let mut bodies = 0;
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for name in path.names() {
        let class = path.class(&name).expect("a good class").expect("a class that is there");
        for method in class.methods.iter().filter(|method| method.code.is_some()) {
            bodies += 1;
            if let Err(error) = verify(&class, method, &hierarchy) {
                wrong.insert(error.message.clone(), error.to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(bodies > 100_000, "a JDK has more than {bodies} bodies");
}
