//! What objects of a scope look like: which can be made for a reference, and the types of their slots.

use std::collections::BTreeMap;

use ir::{ClassId, ClassKind, Program, Type};

use super::{NotEnumerable, Scope};

/// A new object: its class and the number of its slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct New {
    pub(super) class: ClassId,
    pub(super) length: usize,
}

/// The slots of objects of a class.
#[derive(Debug)]
enum Layout {
    Fields(Vec<Type>),
    Elements { ty: Type, lengths: Vec<usize> },
}

/// All that can occur in heaps of a scope.
pub(super) struct Layouts<'p> {
    program: &'p Program,
    /// Of the classes that have objects in scope.
    layouts: BTreeMap<ClassId, Layout>,
    /// For each type of references, the classes whose objects can be made for it.
    fitting: BTreeMap<Type, Vec<ClassId>>,
}

impl<'p> Layouts<'p> {
    pub(super) fn new(program: &'p Program, roots: &[Type], scope: &Scope) -> Result<Self, NotEnumerable> {
        let mut this = Self { program, layouts: BTreeMap::new(), fitting: BTreeMap::new() };
        let mut types = roots.to_vec();
        if scope.unreachable {
            types.push(Type::Object);
        }
        while let Some(ty) = types.pop() {
            this.add(ty, scope, &mut types)?;
        }
        Ok(this)
    }

    /// Adds a type that occurs, and says which occur because of it.
    fn add(&mut self, ty: Type, scope: &Scope, types: &mut Vec<Type>) -> Result<(), NotEnumerable> {
        if !ty.is_reference() {
            let has_values = scope.values.get(&ty).is_some_and(|values| !values.is_empty());
            return if has_values { Ok(()) } else { Err(NotEnumerable::NoValues(ty)) };
        }
        if self.fitting.contains_key(&ty) {
            return Ok(());
        }
        let mut fitting = Vec::new();
        for class in self.program.classes.ids() {
            if scope.objects == 0 || scope.of_class[class] == 0 || !self.fits(class, ty) {
                continue;
            }
            let Some(layout) = self.layout(class, scope)? else { continue };
            match &layout {
                Layout::Fields(fields) => types.extend(fields),
                // Without elements their type does not occur.
                Layout::Elements { ty, lengths } => {
                    types.extend(lengths.iter().any(|&len| len > 0).then_some(*ty))
                }
            }
            fitting.push(class);
            self.layouts.insert(class, layout);
        }
        self.fitting.insert(ty, fitting);
        Ok(())
    }

    /// The layout of a class that the scope allows objects of; `None` if there are none.
    fn layout(&self, class: ClassId, scope: &Scope) -> Result<Option<Layout>, NotEnumerable> {
        match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => {
                let types = fields.iter().map(|&field| self.program.fields[field].ty);
                Ok(Some(Layout::Fields(types.collect())))
            }
            &ClassKind::Array { element: ty, length: Some(length), .. } => {
                Ok(Some(Layout::Elements { ty, lengths: vec![length as usize] }))
            }
            &(ClassKind::Array { element: ty, length: None, .. } | ClassKind::Channel { element: ty }) => {
                Ok(Some(Layout::Elements { ty, lengths: (0..=scope.length).collect() }))
            }
            ClassKind::Set { .. } => Err(NotEnumerable::Set(class)),
            ClassKind::Interface { .. } => Ok(None),
        }
    }

    /// Whether a reference of this type may refer to an object of this class.
    pub(super) fn fits(&self, class: ClassId, ty: Type) -> bool {
        self.program.is_assignable(Type::Ref(class), ty)
    }

    /// The objects that can be made for a reference of this type.
    pub(super) fn new_of(&self, ty: Type) -> impl Iterator<Item = New> {
        self.fitting[&ty].iter().flat_map(|&class| {
            let lengths = match &self.layouts[&class] {
                Layout::Fields(fields) => vec![fields.len()],
                Layout::Elements { lengths, .. } => lengths.clone(),
            };
            lengths.into_iter().map(move |length| New { class, length })
        })
    }

    /// The type of a slot of an object in scope.
    pub(super) fn slot_type(&self, class: ClassId, slot: usize) -> Type {
        match &self.layouts[&class] {
            Layout::Fields(fields) => fields[slot],
            Layout::Elements { ty, .. } => *ty,
        }
    }
}
