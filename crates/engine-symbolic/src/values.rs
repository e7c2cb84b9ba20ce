//! What a variable, a field or an element holds: eight bytes, copied and compared as a whole.

use base::Id;
use ir::ObjectId;
use solver::guard::Guard;

use crate::terms::TermId;

/// A location of the symbolic heap: null, what is not read yet, or an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Loc(u32);

impl Loc {
    pub(crate) const NULL: Loc = Loc(0);
    /// What a field of an input object holds before it is read (`un` in the paper).
    pub(crate) const UNREAD: Loc = Loc(1);
    const FIRST_OBJECT: u32 = 2;

    pub(crate) fn of(object: ObjectId) -> Self {
        Loc(object.index() as u32 + Self::FIRST_OBJECT)
    }

    pub(crate) fn object(self) -> Option<ObjectId> {
        self.0.checked_sub(Self::FIRST_OBJECT).map(|index| ObjectId::new(index as usize))
    }
}

base::typed_id!(
    /// A value set with several entries.
    SetId,
    "set"
);
base::typed_id!(
    /// A place of the memory of a state: a variable, a field, an element, or a cell.
    Address,
    "@"
);
base::typed_id!(
    /// A concrete number of a type that has no symbols.
    FixedId,
    "fixed"
);
base::typed_id!(
    /// Where a value of the unknown heap comes from.
    OriginId,
    "origin"
);

/// A symbolic value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Val {
    Bool(Guard),
    /// An integer or an enum constant.
    Int(TermId),
    /// A reference to one location, under every condition.
    One(Loc),
    /// A reference to one of several locations, depending on conditions.
    Many(SetId),
    /// A reference that is not known yet, shared by all copies (lazier machines).
    Cell(Address),
    /// What a cell holds until it is known. `non_null`: null is excluded.
    Open {
        non_null: bool,
        origin: OriginId,
    },
    /// An input that is not read yet.
    Unread,
    /// A real or decimal number.
    Fixed(FixedId),
}

const _: () = assert!(size_of::<Val>() == 8);

impl Val {
    pub(crate) const NULL: Val = Val::One(Loc::NULL);

    /// The condition; panics on a value of another type, which no verified program produces.
    pub(crate) fn guard(self) -> Guard {
        match self {
            Val::Bool(guard) => guard,
            other => panic!("{other:?} where a bool must be"),
        }
    }

    /// The term; panics on a value of another type, which no verified program produces.
    pub(crate) fn term(self) -> TermId {
        match self {
            Val::Int(term) => term,
            other => panic!("{other:?} where a number must be"),
        }
    }
}
