//! The classes of a program as input objects have them: which classes an object of a declared type may have, and where
//! its fields are.

use base::Id;
use ir::{ClassId, ClassKind, FieldId, Program, Type};
use rustc_hash::FxHashMap;

base::typed_id!(
    /// A list of classes that an object may have, with a layout for all of them.
    OptionsId,
    "options"
);

/// Classes that an object may have.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) classes: Vec<ClassId>,
    /// The fields of all of them, each once, and where they lie.
    pub(crate) fields: Vec<FieldId>,
    offsets: FxHashMap<FieldId, u32>,
}

impl Options {
    /// Where a field lies, if one of the classes has it.
    pub(crate) fn offset(&self, field: FieldId) -> Option<u32> {
        self.offsets.get(&field).copied()
    }
}

#[derive(Debug)]
pub(crate) struct World<'p> {
    program: &'p Program,
    classes: Vec<ClassId>,
    below: FxHashMap<(ClassId, ClassId), bool>,
    options: Vec<Options>,
    by_classes: FxHashMap<Vec<ClassId>, OptionsId>,
    by_type: FxHashMap<Type, OptionsId>,
}

impl<'p> World<'p> {
    /// Of these classes, or of all; only records are classes of input objects.
    pub(crate) fn new(program: &'p Program, among: Option<&[ClassId]>) -> Self {
        let is_record = |class: &ClassId| matches!(program.classes[*class].kind, ClassKind::Record { .. });
        let is_meant = |class: &ClassId| among.is_none_or(|among| among.contains(class));
        Self {
            program,
            classes: program.classes.ids().filter(is_record).filter(is_meant).collect(),
            below: FxHashMap::default(),
            options: Vec::new(),
            by_classes: FxHashMap::default(),
            by_type: FxHashMap::default(),
        }
    }

    /// All classes of input objects.
    pub(crate) fn classes(&self) -> &[ClassId] {
        &self.classes
    }

    pub(crate) fn is_below(&mut self, class: ClassId, above: ClassId) -> bool {
        let program = self.program;
        class == above
            || *self.below.entry((class, above)).or_insert_with(|| program.is_subclass(class, above))
    }

    /// Whether an object of this class may stand where a reference of the type is declared.
    pub(crate) fn fits(&mut self, class: ClassId, ty: Type) -> bool {
        match ty {
            Type::Ref(above) => self.is_below(class, above),
            ty => ty.is_reference(),
        }
    }

    /// The classes of input objects that a reference of this type may refer to.
    pub(crate) fn options_of(&mut self, ty: Type) -> OptionsId {
        if let Some(&options) = self.by_type.get(&ty) {
            return options;
        }
        let all = self.classes.clone();
        let fitting: Vec<ClassId> = all.into_iter().filter(|&class| self.fits(class, ty)).collect();
        let options = self.options_for(&fitting);
        self.by_type.insert(ty, options);
        options
    }

    /// Exactly these classes.
    pub(crate) fn options_for(&mut self, classes: &[ClassId]) -> OptionsId {
        if let Some(&options) = self.by_classes.get(classes) {
            return options;
        }
        let mut fields: Vec<FieldId> = Vec::new();
        let mut offsets = FxHashMap::default();
        for field in classes.iter().flat_map(|&class| self.fields_of(class)) {
            offsets.entry(*field).or_insert_with(|| {
                fields.push(*field);
                fields.len() as u32 - 1
            });
        }
        let options = OptionsId::new(self.options.len());
        self.options.push(Options { classes: classes.to_vec(), fields, offsets });
        self.by_classes.insert(classes.to_vec(), options);
        options
    }

    pub(crate) fn options(&self, options: OptionsId) -> &Options {
        &self.options[options.index()]
    }

    /// All fields of a record, in slot order; none of other classes.
    pub(crate) fn fields_of(&self, class: ClassId) -> &'p [FieldId] {
        match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => fields,
            ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => &[],
        }
    }
}
