//! The layout of the objects of each class, as far as the heap must know it.

use base::IndexVec;
use ir::{ClassId, ClassKind, Program};

/// How the slots of an object are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// So many fields, in a fixed order.
    Record { len: u32 },
    /// An array or a channel: ordered, each object has its own length.
    Sequence,
    /// Unordered and without duplicates, each object has its own size.
    Set,
    /// An interface: there are no objects of it.
    Abstract,
}

/// The shapes of all classes of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes {
    shapes: IndexVec<ClassId, Shape>,
}

impl Shapes {
    pub fn new(program: &Program) -> Self {
        program.classes.iter().map(|class| shape_of(&class.kind)).collect()
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// In the order of the class ids.
    pub fn iter(&self) -> impl Iterator<Item = Shape> + '_ {
        self.shapes.iter().copied()
    }

    #[inline]
    pub fn shape(&self, class: ClassId) -> Shape {
        self.shapes[class]
    }
}

fn shape_of(kind: &ClassKind) -> Shape {
    match kind {
        ClassKind::Record { fields, .. } => {
            Shape::Record { len: u32::try_from(fields.len()).expect("a class of more than 2^32 fields") }
        }
        ClassKind::Interface { .. } => Shape::Abstract,
        ClassKind::Array { .. } | ClassKind::Channel { .. } => Shape::Sequence,
        ClassKind::Set { .. } => Shape::Set,
    }
}

impl FromIterator<Shape> for Shapes {
    /// Shapes without a program, in the order of the class ids.
    fn from_iter<I: IntoIterator<Item = Shape>>(shapes: I) -> Self {
        Self { shapes: shapes.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;
    use ir::{Class, Equality, FieldId, Type};

    #[test]
    fn each_kind_of_class_has_its_shape() {
        let element = Type::Bool;
        let record = |n_fields| ClassKind::Record {
            parent: None,
            interfaces: Vec::new(),
            fields: (0..n_fields).map(FieldId::new).collect(),
        };
        let cases = [
            (record(0), Shape::Record { len: 0 }),
            (record(3), Shape::Record { len: 3 }),
            (ClassKind::Interface { extends: Vec::new() }, Shape::Abstract),
            (ClassKind::Array { element, length: Some(2), above: Vec::new() }, Shape::Sequence),
            (ClassKind::Array { element, length: None, above: Vec::new() }, Shape::Sequence),
            (ClassKind::Channel { element }, Shape::Sequence),
            (ClassKind::Set { element, equality: Equality::Identity }, Shape::Set),
        ];
        let mut program = Program::default();
        for (kind, _) in &cases {
            program.classes.push(Class::new("", kind.clone(), None));
        }
        let shapes = Shapes::new(&program);
        for (class, (_, expected)) in program.classes.ids().zip(&cases) {
            assert_eq!(shapes.shape(class), *expected);
        }
    }
}
