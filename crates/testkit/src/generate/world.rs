//! What all bodies of a generated program share: types, classes, globals, and the signatures of procedures.

use base::{Id, IndexVec};
use ir::{
    Class, ClassId, ClassKind, EnumDef, EnumId, Equality, Field, FieldId, Global, IntType, Overflow, ProcId,
    Program, RealType, Type,
};

use super::{Role, Shape, Signature};
use crate::rng::Rng;

/// A byte that wraps: the only type whose arithmetic loses bits.
pub(super) const BYTE: IntType = IntType::Machine { bits: 8, signed: false, overflow: Overflow::Wrapping };
/// A small range from zero.
pub(super) const SMALL: IntType = IntType::Range { lo: 0, hi: 3 };
pub(super) const INT: Type = Type::Int(IntType::I32);

/// A program without bodies, and what the bodies need to know.
#[derive(Debug)]
pub(super) struct World {
    pub(super) program: Program,
    pub(super) signatures: Vec<Signature>,
    /// Types of values that hold no reference.
    pub(super) scalars: Vec<Type>,
    /// Classes with objects, interfaces left out.
    pub(super) concrete: Vec<ClassId>,
    /// An endless loop may either allocate or link objects; both together would build ever longer lists.
    pub(super) loops_allocate: bool,
}

impl World {
    pub(super) fn draw(shape: &Shape, rng: &mut Rng) -> Self {
        let mut world = World {
            program: Program::default(),
            signatures: Vec::new(),
            scalars: vec![Type::Bool, INT, INT],
            concrete: Vec::new(),
            loops_allocate: rng.chance(50),
        };
        world.draw_scalars(shape, rng);
        world.draw_classes(shape, rng);
        world.draw_globals(shape, rng);
        world.draw_signatures(shape, rng);
        world
    }

    fn draw_scalars(&mut self, shape: &Shape, rng: &mut Rng) {
        if shape.enums {
            let constants = (0..rng.between(2, 3)).map(|n| format!("K{n}")).collect();
            let id = self.program.enums.push(EnumDef { name: "Kind".into(), constants, span: None });
            self.scalars.push(Type::Enum(id));
        }
        if shape.ranges {
            self.scalars.push(Type::Int(SMALL));
        }
        if shape.wrapping {
            self.scalars.push(Type::Int(BYTE));
        }
        if shape.reals {
            self.scalars.push(Type::Real(*rng.pick(&[RealType::F32, RealType::F64])));
        }
        if shape.decimals {
            self.scalars.push(Type::Decimal);
        }
        if shape.strings {
            ["a", "b"].iter().for_each(|text| _ = self.program.strings.intern(text));
            self.scalars.push(Type::String);
        }
    }

    /// Records first, then collections over scalars and records, so that all element types exist already.
    fn draw_classes(&mut self, shape: &Shape, rng: &mut Rng) {
        let interface = (shape.classes > 0 && rng.chance(30)).then(|| {
            let kind = ClassKind::Interface { extends: Vec::new() };
            self.program.classes.push(Class::new("Face", kind, None))
        });
        let first = self.program.classes.next_id();
        for number in 0..shape.classes {
            let parent = (number > 0 && rng.chance(50)).then_some(first);
            let interfaces = interface.filter(|_| number == 0 || rng.chance(30)).into_iter().collect();
            let kind = ClassKind::Record { parent, interfaces, fields: Vec::new() };
            let class = self.program.classes.push(Class::new(format!("Record{number}"), kind, None));
            self.concrete.push(class);
        }
        self.draw_collections(shape, rng);
        for number in 0..shape.classes {
            self.draw_fields(ClassId::new(first.index() + number), shape.fields, rng);
        }
    }

    fn draw_collections(&mut self, shape: &Shape, rng: &mut Rng) {
        if shape.arrays {
            let element = self.draw_type(rng);
            let length = rng.chance(50).then(|| rng.between(1, 3) as u32);
            self.collection("Cells", ClassKind::Array { element, length, above: Vec::new() });
            if rng.chance(50) {
                self.draw_covariant_arrays(rng);
            }
        }
        if shape.sets {
            let element = self.draw_type(rng);
            let equality = Equality::Identity;
            let set = self.collection("Group", ClassKind::Set { element, equality });
            if rng.chance(20) {
                self.collection("Groups", ClassKind::Set { element: Type::Ref(set), equality });
            }
            if rng.chance(60) {
                self.draw_set_by_contents(rng);
            }
        }
        if shape.channels {
            let element = self.draw_type(rng);
            self.collection("Queue", ClassKind::Channel { element });
        }
    }

    /// An array class and one below it, where the records have an heir.
    fn draw_covariant_arrays(&mut self, rng: &mut Rng) {
        let parent_of = |class: ClassId| match self.program.classes[class].kind {
            ClassKind::Record { parent, .. } => parent,
            ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => None,
        };
        let mut heirs = self.program.classes.ids().filter_map(|class| Some((class, parent_of(class)?)));
        let Some((heir, parent)) = heirs.next_back() else { return };
        let general = if rng.chance(25) { Type::Object } else { Type::Ref(parent) };
        let array = |element, above| ClassKind::Array { element, length: None, above };
        let herd = self.collection("Herd", array(general, Vec::new()));
        self.collection("Flock", array(Type::Ref(heir), vec![herd]));
    }

    /// Its records are a class of their own, whose fields are never stored and which `new` does not make.
    fn draw_set_by_contents(&mut self, rng: &mut Rng) {
        let kind = ClassKind::Record { parent: None, interfaces: Vec::new(), fields: Vec::new() };
        let record = self.program.classes.push(Class::new("Tuple", kind, None));
        // With more fields, two records would hardly ever be equal.
        self.draw_fields(record, 2, rng);
        let element = Type::Ref(record);
        self.collection("Tuples", ClassKind::Set { element, equality: Equality::Contents });
    }

    /// Whether objects of the class are elements of a set by contents.
    pub(super) fn is_frozen(&self, class: ClassId) -> bool {
        self.program.classes.ids().any(|set| self.program.contents_of(set) == Some(class))
    }

    fn collection(&mut self, name: &str, kind: ClassKind) -> ClassId {
        let class = self.program.classes.push(Class::new(name, kind, None));
        self.concrete.push(class);
        class
    }

    /// Declares the own fields of a record behind those that it inherits; parents have theirs already.
    fn draw_fields(&mut self, class: ClassId, at_most: usize, rng: &mut Rng) {
        let ClassKind::Record { parent, .. } = &self.program.classes[class].kind else { return };
        let mut all = parent.map_or_else(Vec::new, |parent| self.fields_of(parent).to_vec());
        for _ in 0..rng.between(1, at_most.max(1)) {
            let ty = self.draw_type(rng);
            let slot = all.len() as u32;
            let name = format!("f{}", self.program.fields.len());
            all.push(self.program.fields.push(Field { name, class, ty, slot, span: None }));
        }
        if let ClassKind::Record { fields, .. } = &mut self.program.classes[class].kind {
            *fields = all;
        }
    }

    fn draw_globals(&mut self, shape: &Shape, rng: &mut Rng) {
        let mut types: Vec<Type> = (0..shape.globals).map(|_| self.draw_type(rng)).collect();
        types.extend(self.concrete.iter().copied().map(Type::Ref).filter(|_| rng.chance(70)));
        if !self.concrete.is_empty() && rng.chance(20) {
            types.push(Type::Object);
        }
        self.program.globals = IndexVec::from(types)
            .iter_enumerated()
            .map(|(id, &ty): (ir::GlobalId, _)| Global { name: id.to_string(), ty, span: None })
            .collect();
    }

    /// Observers, helpers, threads, and the initialisation last.
    fn draw_signatures(&mut self, shape: &Shape, rng: &mut Rng) {
        for _ in 0..shape.observers {
            let signature = self.draw_observer(rng);
            self.signatures.push(signature);
        }
        for _ in 0..shape.procs {
            let signature = self.draw_helper(shape, rng);
            self.signatures.push(signature);
        }
        for _ in 0..shape.threads {
            // Threads may share a body: that is where the order of threads and their numbers matter.
            let twin = self.program.threads.last().copied().filter(|_| rng.chance(30));
            let proc = twin.unwrap_or_else(|| self.root(Role::Thread));
            self.program.threads.push(proc);
        }
        if !self.program.globals.is_empty() && rng.chance(90) {
            self.program.init = Some(self.root(Role::Init));
        }
    }

    fn root(&mut self, role: Role) -> ProcId {
        let id = ProcId::new(self.signatures.len());
        let lives = role == Role::Thread;
        self.signatures.push(Signature {
            role,
            params: Vec::new(),
            results: Vec::new(),
            fuel: false,
            grows: true,
            diverges: lives,
            blocks: true,
        });
        id
    }

    fn draw_helper(&self, shape: &Shape, rng: &mut Rng) -> Signature {
        Signature {
            role: Role::Helper,
            params: (0..rng.below(3)).map(|_| self.draw_type(rng)).collect(),
            results: (0..rng.weighted(&[(40, 0), (45, 1), (15, 2)])).map(|_| self.draw_type(rng)).collect(),
            fuel: shape.recursion && rng.chance(50),
            grows: rng.chance(50),
            diverges: rng.chance(15),
            blocks: rng.chance(20),
        }
    }

    fn draw_observer(&self, rng: &mut Rng) -> Signature {
        let channels: Vec<ClassId> = self.concrete.iter().copied().filter(|&c| self.is_channel(c)).collect();
        let result = match rng.try_pick(&channels) {
            Some(&channel) if rng.chance(30) => Type::Ref(channel),
            _ => Type::Bool,
        };
        Signature {
            role: Role::Observer,
            params: (0..rng.below(2)).map(|_| self.draw_type(rng)).collect(),
            results: vec![result],
            fuel: false,
            grows: false,
            diverges: false,
            blocks: false,
        }
    }

    /// A scalar, or a reference to one of the classes declared so far.
    pub(super) fn draw_type(&self, rng: &mut Rng) -> Type {
        let classes: Vec<ClassId> = self.program.classes.ids().collect();
        match rng.try_pick(&classes) {
            Some(&class) if rng.chance(45) => Type::Ref(class),
            _ => *rng.pick(&self.scalars),
        }
    }

    pub(super) fn fields_of(&self, class: ClassId) -> &[FieldId] {
        match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => fields,
            ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => &[],
        }
    }

    pub(super) fn field_types(&self, class: ClassId) -> Vec<Type> {
        self.fields_of(class).iter().map(|&field| self.program.fields[field].ty).collect()
    }

    pub(super) fn is_channel(&self, class: ClassId) -> bool {
        matches!(self.program.classes[class].kind, ClassKind::Channel { .. })
    }

    pub(super) fn enum_size(&self, id: EnumId) -> usize {
        self.program.enums[id].constants.len()
    }
}
