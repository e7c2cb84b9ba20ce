//! Paths with their types: where they can lead, as far as declarations say.

use std::cell::RefCell;

use ir::{ClassId, ClassKind, FieldId, IntType, LocalId, ProcId, Type};
use logic::{Index, OneThread, Path, Step};
use rustc_hash::FxHashMap;

use crate::kind::{Kind, is_held_by_bits};
use crate::names::Names;
use crate::proposition::{ElementIndex, PathFrom, PathStep, Variable};

/// A path, and the types that what it leads to can have: several where a name has several meanings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TypedPath {
    pub(crate) path: PathFrom,
    pub(crate) types: Vec<Type>,
}

/// Why a path leads nowhere in any state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Dead {
    /// What the names of the path say already.
    Unknown,
    /// A field or an element is looked for in what is no reference.
    Plain {
        before: Before,
    },
    NoField {
        field: String,
        class: String,
    },
    NoArray {
        before: String,
    },
    NoElement {
        index: u32,
        length: u32,
    },
    IndexIsNoInteger {
        index: String,
    },
    NoLocal {
        variable: String,
        procedure: String,
    },
}

/// What a step of a path comes after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Variable,
    Field,
    Element,
}

/// The same with its name; elements have that of their array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Before {
    pub(crate) what: What,
    pub(crate) name: String,
}

/// Fields that objects of some types can have, by name.
pub(crate) type FieldCache = RefCell<FxHashMap<(Vec<Type>, String), Vec<FieldId>>>;

impl TypedPath {
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        kinds(&self.types)
    }

    /// The path where it leads to values of one kind, and whether they are integers held by their bits; nothing if
    /// some are and some are not.
    pub(crate) fn of_kind(mut self, names: &Names<'_>, kind: Kind) -> Option<(PathFrom, bool)> {
        let by_bits = |ty: &Type| is_held_by_bits(*ty);
        self.types.retain(|ty| Kind::of(*ty) == kind);
        let all = self.types.iter().all(by_bits);
        if !all && self.types.iter().any(by_bits) {
            return None;
        }
        if kind != Kind::Reference {
            self.keep(names, kind);
        }
        Some((self.path, all && !self.types.is_empty()))
    }

    /// Leaves out what is of another kind at the end: an integer would be taken for a constant of an enum.
    fn keep(&mut self, names: &Names<'_>, kind: Kind) {
        let is_of = |ty: Type| Kind::of(ty) == kind;
        match self.path.steps.last_mut() {
            None => match &mut self.path.variable {
                Variable::Local(locals) | Variable::OfThread(_, locals) => {
                    locals.retain(|&(proc, local)| is_of(names.local_type(proc, local)));
                }
                Variable::Nil | Variable::Global(_) => {}
            },
            Some(PathStep::Fields(fields)) => {
                fields.retain(|&field| is_of(names.program().fields[field].ty));
            }
            Some(PathStep::Element(classes, _)) => {
                classes.retain(|&class| names.element_type(class).is_some_and(is_of));
            }
        }
    }
}

pub(crate) fn kinds(types: &[Type]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = types.iter().map(|&ty| Kind::of(ty)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

impl Names<'_> {
    /// What a path of a formula means.
    pub(crate) fn typed(&self, path: &Path) -> Result<TypedPath, Dead> {
        let variable = self.beginning(path)?;
        let mut types = self.types_of(&variable);
        let (mut name_before, mut what) = (path.variable.as_str(), What::Variable);
        let mut steps = Vec::with_capacity(path.steps.len());
        for step in &path.steps {
            types.retain(|ty| ty.is_reference());
            if types.is_empty() {
                return Err(Dead::Plain { before: Before { what, name: name_before.to_owned() } });
            }
            match step {
                Step::Field(name) => {
                    let fields = self.fields_along(&types, name);
                    if fields.is_empty() {
                        return Err(self.no_field(name, &types));
                    }
                    types = sorted(fields.iter().map(|&field| self.program().fields[field].ty));
                    steps.push(PathStep::Fields(fields));
                    (name_before, what) = (name, What::Field);
                }
                Step::Element(index) => {
                    let classes = self.arrays_among(&types);
                    if classes.is_empty() {
                        return Err(Dead::NoArray { before: name_before.to_owned() });
                    }
                    let index = self.element_index(index, &classes)?;
                    types = sorted(classes.iter().filter_map(|&class| self.element_type(class)));
                    steps.push(PathStep::Element(classes, index));
                    what = What::Element;
                }
            }
        }
        Ok(TypedPath { path: PathFrom { variable, steps }, types })
    }

    fn beginning(&self, path: &Path) -> Result<Variable, Dead> {
        let Some(OneThread { procedure, number }) = &path.thread else {
            return self.variable(&path.variable).ok_or(Dead::Unknown);
        };
        let mut locals = self.locals(&path.variable).ok_or(Dead::Unknown)?.to_vec();
        if let Some(procedure) = procedure {
            let procs = self.procs(procedure);
            locals.retain(|(proc, _)| procs.contains(proc));
            if locals.is_empty() {
                let (variable, procedure) = (path.variable.clone(), procedure.clone());
                return Err(Dead::NoLocal { variable, procedure });
            }
        }
        Ok(Variable::OfThread(*number, locals))
    }

    fn types_of(&self, variable: &Variable) -> Vec<Type> {
        match variable {
            Variable::Nil => vec![Type::Object],
            Variable::Global(global) => vec![self.program().globals[*global].ty],
            Variable::Local(locals) | Variable::OfThread(_, locals) => {
                sorted(locals.iter().map(|&(proc, local)| self.local_type(proc, local)))
            }
        }
    }

    fn element_index(&self, index: &Index, classes: &[ClassId]) -> Result<ElementIndex, Dead> {
        match index {
            Index::Number(index) => {
                let longest = classes.iter().map(|&class| self.length(class)).max().flatten();
                let endless = classes.iter().any(|&class| self.length(class).is_none());
                match longest.filter(|length| !endless && index >= length) {
                    Some(length) => Err(Dead::NoElement { index: *index, length }),
                    None => Ok(ElementIndex::Number(*index)),
                }
            }
            Index::Path(path) => {
                let typed = self.typed(path)?;
                let has_integer = typed.kinds().contains(&Kind::Number);
                let integer = typed.of_kind(self, Kind::Number).filter(|_| has_integer);
                let no_integer = || Dead::IndexIsNoInteger { index: path.to_string() };
                Ok(ElementIndex::Path(Box::new(integer.ok_or_else(no_integer)?.0)))
            }
        }
    }

    pub(crate) fn local_type(&self, proc: ProcId, local: LocalId) -> Type {
        self.program().procs[proc].locals[local].ty
    }

    pub(crate) fn element_type(&self, class: ClassId) -> Option<Type> {
        match self.program().classes[class].kind {
            ClassKind::Array { element, .. } => Some(element),
            ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => None,
        }
    }

    fn length(&self, class: ClassId) -> Option<u32> {
        match self.program().classes[class].kind {
            ClassKind::Array { length, .. } => length,
            ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => None,
        }
    }

    /// The classes of arrays that references of these types can lead to: those declared, and those below them.
    fn arrays_among(&self, types: &[Type]) -> Vec<ClassId> {
        let is_array = |class: &ClassId| self.element_type(*class).is_some();
        if types.contains(&Type::Object) {
            return self.program().classes.ids().filter(is_array).collect();
        }
        let class_of = |ty: &Type| match ty {
            Type::Ref(class) => Some(*class),
            Type::Bool
            | Type::Int(_)
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Object => None,
        };
        let declared: Vec<ClassId> = types.iter().filter_map(class_of).filter(is_array).collect();
        let program = self.program();
        let is_below = |class: &ClassId| declared.iter().any(|&above| program.is_subclass(*class, above));
        program.classes.ids().filter(is_array).filter(is_below).collect()
    }

    /// The fields of a name that objects of one of the types can have.
    fn fields_along(&self, types: &[Type], name: &str) -> Vec<FieldId> {
        let key = (types.to_vec(), name.to_owned());
        if let Some(known) = self.field_cache.borrow().get(&key) {
            return known.clone();
        }
        let possible = |&field: &FieldId| types.iter().any(|&ty| self.can_have(ty, field));
        let fields: Vec<FieldId> = self.fields(name).iter().copied().filter(possible).collect();
        self.field_cache.borrow_mut().insert(key, fields.clone());
        fields
    }

    fn can_have(&self, ty: Type, field: FieldId) -> bool {
        let program = self.program();
        let Type::Ref(class) = ty else { return ty == Type::Object };
        let declaring = program.fields[field].class;
        if program.is_subclass(class, declaring) || program.is_subclass(declaring, class) {
            return true;
        }
        // The class that declares the field may have one below it that implements the interface.
        let both = |below| program.is_subclass(below, class) && program.is_subclass(below, declaring);
        matches!(program.classes[class].kind, ClassKind::Interface { .. }) && program.classes.ids().any(both)
    }

    fn no_field(&self, field: &str, types: &[Type]) -> Dead {
        let class = types.iter().find_map(|ty| match ty {
            Type::Ref(class) => Some(self.program().classes[*class].name.clone()),
            Type::Bool
            | Type::Int(_)
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Object => None,
        });
        match class.filter(|_| !self.fields(field).is_empty()) {
            Some(class) => Dead::NoField { field: field.to_owned(), class },
            None => Dead::Unknown,
        }
    }

    /// The least and the greatest number that integers of these types can be.
    pub(crate) fn bounds(types: &[Type]) -> Option<(i128, i128)> {
        let bounds_of = |ty: &Type| match ty {
            Type::Int(int) => Some(IntType::bounds(*int)),
            Type::Bool
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Ref(_)
            | Type::Object => None,
        };
        types.iter().filter_map(bounds_of).reduce(|(lo, hi), (low, high)| (lo.min(low), hi.max(high)))
    }
}

fn sorted(types: impl Iterator<Item = Type>) -> Vec<Type> {
    let mut types: Vec<Type> = types.collect();
    types.sort_unstable();
    types.dedup();
    types
}
