//! Any bytes are read as a class file: no panic, and what is read is verified or refused.

#![no_main]

use std::sync::Arc;

use base::Id;
use classfile::{At, Class, Classes, Error, Hierarchy, read, verify};
use libfuzzer_sys::fuzz_target;

/// Nothing but the class itself; what is missing is believed.
struct Alone(Arc<Class>);

impl Classes for Alone {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        Ok((*self.0.name == *name).then(|| Arc::clone(&self.0)))
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = read(bytes) else { return };
    let classes = Alone(Arc::new(class));
    let hierarchy = Hierarchy::new(&classes);
    let _ = hierarchy.above(&classes.0.name);
    for method in &classes.0.methods {
        let (Some(code), Ok(frames)) = (&method.code, verify(&classes.0, method, &hierarchy)) else { continue };
        for frame in (0..frames.len()).filter_map(|at| frames.get(At::new(at))) {
            let depth: usize = frame.stack.iter().map(|value| value.kind().slots()).sum();
            assert!(depth <= usize::from(code.max_stack) && frame.locals.len() <= usize::from(code.max_locals));
        }
    }
});
