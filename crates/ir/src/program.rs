//! Programs: classes, enums, globals, procedures, and what starts them.

use base::{IndexVec, Span};

use crate::instr::{CheckOp, Expr, FaultKind, Instr, Op, Site, Terminator, ThreadOp};
use crate::labels::Label;
use crate::strings::Strings;
use crate::types::Type;

base::typed_id!(
    /// A class: a kind of heap object.
    ClassId,
    "class"
);
base::typed_id!(
    /// A field of a record class.
    FieldId,
    "field"
);
base::typed_id!(
    /// An enum type.
    EnumId,
    "enum"
);
base::typed_id!(
    /// A global variable.
    GlobalId,
    "g"
);
base::typed_id!(
    /// A procedure.
    ProcId,
    "proc"
);
base::typed_id!(
    /// A block of a procedure.
    BlockId,
    "block"
);
base::typed_id!(
    /// A local variable of a procedure; the parameters come first.
    LocalId,
    "v"
);

/// A whole program.
///
/// Names are for people: nothing but ids refers to an entity, and names need not be unique.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    pub classes: IndexVec<ClassId, Class>,
    pub fields: IndexVec<FieldId, Field>,
    pub enums: IndexVec<EnumId, EnumDef>,
    pub strings: Strings,
    pub globals: IndexVec<GlobalId, Global>,
    pub procs: IndexVec<ProcId, Proc>,
    /// Runs alone and atomically before all threads; has no parameters and no results.
    pub init: Option<ProcId>,
    /// What starts after `init`, one thread each; without parameters; results are dropped.
    pub threads: Vec<ProcId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumDef {
    pub name: String,
    pub constants: Vec<String>,
    pub span: Option<Span>,
}

/// A kind of heap object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    pub name: String,
    pub kind: ClassKind,
    /// Of records and interfaces; a name once.
    pub methods: Vec<Method>,
    pub span: Option<Span>,
}

impl Class {
    /// A class without methods.
    pub fn new(name: impl Into<String>, kind: ClassKind, span: impl Into<Option<Span>>) -> Self {
        Self { name: name.into(), kind, methods: Vec::new(), span: span.into() }
    }
}

/// What a class or an interface declares under a name. Calls do not look at it: front ends lower them to a switch over
/// the exact class, by what [`Hierarchy`](crate::facts::Hierarchy) says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// The selector: methods with the same one override each other.
    pub name: String,
    /// Nothing if the method is abstract. The first parameter of a method that is no static one is the object.
    pub proc: Option<ProcId>,
    pub is_static: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// `fields` lists all fields in slot order, the inherited ones first.
    Record {
        parent: Option<ClassId>,
        interfaces: Vec<ClassId>,
        fields: Vec<FieldId>,
    },
    /// Has no objects of its own.
    Interface {
        extends: Vec<ClassId>,
    },
    /// `length`: of every array of the class; otherwise given at `new`. `above` lists the array classes directly above:
    /// a reference to one of them may denote an array of this class, whose elements are references of the same or a
    /// lower type. A store into an element looks at the exact class of the array (`docs/adr/0002`).
    Array {
        element: Type,
        length: Option<u32>,
        above: Vec<ClassId>,
    },
    Set {
        element: Type,
        equality: Equality,
    },
    /// A queue of messages, first in first out, without bound.
    Channel {
        element: Type,
    },
}

/// Which elements of a set are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Equality {
    /// Equal values; so references to the same object.
    Identity,
    /// References to records of one class whose fields hold equal values. The records belong to the set alone and never
    /// change: the instructions on the set name field values ([`Element::Record`](crate::Element)), and none stores a
    /// field of the class.
    Contents,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    pub ty: Type,
    /// Its place in every object that has it: the same in the declaring class and all classes below.
    pub slot: u32,
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proc {
    pub name: String,
    /// The first `n_params` locals are the parameters.
    pub n_params: usize,
    pub results: Vec<Type>,
    pub locals: IndexVec<LocalId, Local>,
    /// The first is the entry.
    pub blocks: IndexVec<BlockId, Block>,
    /// In order of their places.
    pub labels: Vec<Label>,
    /// Has no effect on globals, heap or threads and makes no choice, so that a guard may call it.
    pub observer: bool,
    pub span: Option<Span>,
}

impl Proc {
    pub fn entry(&self) -> BlockId {
        use base::Id;
        BlockId::new(0)
    }

    pub fn params(&self) -> impl Iterator<Item = (LocalId, &Local)> {
        self.locals.iter_enumerated().take(self.n_params)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    pub kind: LocalKind,
    pub span: Option<Span>,
}

/// A thread beside the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecondThread {
    pub proc: ProcId,
    /// The instruction that starts it, or the procedure if the program begins with it.
    pub span: Option<Span>,
}

fn spawned(instr: &Instr) -> Option<SecondThread> {
    match instr.op {
        Op::Thread(ThreadOp::Spawn { proc, .. }) => Some(SecondThread { proc, span: instr.site.span }),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    /// Declared by the user, parameters included; shown in traces.
    User,
    /// Made by a front end.
    Temp,
}

/// Straight-line instructions and one terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub instrs: Vec<Instr>,
    pub terminator: Terminator,
}

impl Block {
    /// The site of the instruction at this index, or of the terminator just behind the last.
    pub fn site(&self, index: usize) -> Site {
        self.instrs.get(index).map_or(self.terminator.site, |instr| instr.site)
    }

    /// All blocks that control may go to next inside the procedure.
    pub fn successors(&self) -> Vec<BlockId> {
        self.terminator.op.targets()
    }
}

impl Program {
    /// Whether a reference to `class` may stand where one to `above` is asked for.
    ///
    /// Follows parents, interfaces and the array classes above; cyclic declarations, which the verifier refuses, end
    /// the search.
    pub fn is_subclass(&self, class: ClassId, above: ClassId) -> bool {
        if class == above {
            return true;
        }
        let mut seen = vec![class];
        let mut next = 0;
        while let Some(&current) = seen.get(next) {
            next += 1;
            for upper in self.supers(current) {
                if upper == above {
                    return true;
                }
                if !seen.contains(&upper) {
                    seen.push(upper);
                }
            }
        }
        false
    }

    /// The classes directly above: the parent first, then interfaces or array classes as they are declared.
    pub fn supers(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let (parent, others): (Option<ClassId>, &[ClassId]) = match &self.classes[class].kind {
            ClassKind::Record { parent, interfaces, .. } => (*parent, interfaces),
            ClassKind::Interface { extends: above } | ClassKind::Array { above, .. } => (None, above),
            ClassKind::Set { .. } | ClassKind::Channel { .. } => (None, &[]),
        };
        parent.into_iter().chain(others.iter().copied())
    }

    /// The procedure of a method that the class itself declares, static or not.
    pub fn method(&self, class: ClassId, selector: &str) -> Option<ProcId> {
        self.classes[class].methods.iter().find(|method| method.name == selector)?.proc
    }

    /// Whether a value other than null may be an element of an array, both by their exact classes. Everything that is
    /// no reference may, since the verifier has looked at its type.
    pub fn array_takes(&self, array: ClassId, object: ClassId) -> bool {
        match self.classes[array].kind {
            ClassKind::Array { element, .. } => self.is_assignable(Type::Ref(object), element),
            ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => false,
        }
    }

    /// By class: whether it is an array class with others above or below it, so that its elements are checked when they
    /// are stored.
    pub fn related_arrays(&self) -> IndexVec<ClassId, bool> {
        let mut related = IndexVec::filled(false, self.classes.len());
        for (id, class) in self.classes.iter_enumerated() {
            if let ClassKind::Array { above, .. } = &class.kind {
                related[id] |= !above.is_empty();
                above.iter().for_each(|&above| related[above] = true);
            }
        }
        related
    }

    /// The class of the records in a set by contents; `None` for every other class.
    pub fn contents_of(&self, set: ClassId) -> Option<ClassId> {
        match self.classes[set].kind {
            ClassKind::Set { element: Type::Ref(record), equality: Equality::Contents } => Some(record),
            ClassKind::Set { .. }
            | ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Channel { .. } => None,
        }
    }

    /// Whether a value of type `from` may be stored where `to` is declared, without a conversion.
    pub fn is_assignable(&self, from: Type, to: Type) -> bool {
        match (from, to) {
            (Type::Ref(class), Type::Ref(above)) => self.is_subclass(class, above),
            (Type::Ref(_), Type::Object) => true,
            (from, to) => from == to,
        }
    }

    /// The fault of a cast to a class that the object does not belong to.
    pub fn failed_cast(&self, object: ClassId, class: ClassId) -> FaultKind {
        let name = |class: ClassId| self.classes[class].name.clone();
        FaultKind::FailedCast { object: name(object), class: name(class) }
    }

    /// The fault of a store into an array whose class does not take the object.
    pub fn refused_element(&self, array: ClassId, object: ClassId) -> FaultKind {
        let name = |class: ClassId| self.classes[class].name.clone();
        FaultKind::ArrayStore { array: name(array), object: name(object) }
    }

    /// Whether some instruction is of a kind.
    pub fn any_op(&self, test: impl Fn(&Op) -> bool) -> bool {
        self.first_op(test).is_some()
    }

    /// The first instruction of a kind.
    pub fn first_op(&self, test: impl Fn(&Op) -> bool) -> Option<&Instr> {
        let blocks = self.procs.iter().flat_map(|proc| &proc.blocks);
        blocks.flat_map(|block| &block.instrs).find(|instr| test(&instr.op))
    }

    /// Whether there is never more than one thread, `init` aside.
    pub fn is_sequential(&self) -> bool {
        self.second_thread().is_none()
    }

    /// What makes the program concurrent, if anything does.
    pub fn second_thread(&self) -> Option<SecondThread> {
        let started = self.threads.get(1).map(|&proc| SecondThread { proc, span: self.procs[proc].span });
        started.or_else(|| {
            self.first_op(|op| matches!(op, Op::Thread(ThreadOp::Spawn { .. }))).and_then(spawned)
        })
    }

    /// A thread of the program whose first instruction begins no step, with that instruction's site. Front ends make no
    /// such threads; the text form can say it.
    pub fn thread_inside_a_step(&self) -> Option<(ProcId, Site)> {
        let first = |&proc: &ProcId| {
            let code = &self.procs[proc];
            (proc, code.blocks[code.entry()].site(0))
        };
        self.threads.iter().map(first).find(|(_, site)| !site.step)
    }

    /// Whether the program can accept, so that there is something to look for beyond reachable errors.
    pub fn has_accept(&self) -> bool {
        self.first_accept().is_some()
    }

    /// The first instruction that accepts.
    pub fn first_accept(&self) -> Option<&Instr> {
        self.first_op(|op| matches!(op, Op::Check(CheckOp::Accept { .. })))
    }

    /// Whether the program asks for thread numbers. If it does not, they are no part of a state.
    pub fn uses_self(&self) -> bool {
        let mut found = false;
        let mut see = |expr: &Expr| found |= *expr == Expr::SelfId;
        for block in self.procs.iter().flat_map(|proc| &proc.blocks) {
            block.instrs.iter().for_each(|instr| instr.op.for_each_expr(|expr| expr.visit(&mut see)));
            block.terminator.op.for_each_expr(|expr| expr.visit(&mut see));
        }
        found
    }
}
