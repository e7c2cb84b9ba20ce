//! Variables, fields and elements, as they are read and written.

use ir::{BinOp, CollectionOp, Expr, FieldId as SlotId, HeapOp, IntType, NullPolicy, Op, Place, Type};

use super::body::{BodyLowerer, Val};
use super::types::{Container, Record};
use crate::hir::{ArraySize, ExprId, ExprKind, Ty};

/// Where a value lies, with all that is evaluated to get there.
pub(super) enum Access {
    /// One variable for each leaf.
    Variables(Vec<Place>),
    /// One field of an object for each leaf.
    Fields { object: Expr, slots: Vec<SlotId> },
    /// An element that is a plain value.
    Element { array: Expr, index: Expr },
}

impl BodyLowerer<'_, '_> {
    /// Goes down from `a.p.q` through the parts of structs to what is no part of one. Gives that, and the leaves of it
    /// that the expression denotes: the first, and how many.
    pub(super) fn strip_parts(&self, id: ExprId) -> (ExprId, usize, usize) {
        let n_leaves = self.cx.types.n_leaves(self.hir.exprs[id].ty);
        let (mut base, mut first) = (id, 0);
        while let ExprKind::Part { base: whole, index } = self.hir.exprs[base].kind {
            let Ty::Struct(id) = self.hir.exprs[whole].ty else { unreachable!("only structs have parts") };
            first += self.cx.types.offset(id, index);
            base = whole;
        }
        (base, first, n_leaves)
    }

    /// Evaluates what must be evaluated to reach a place.
    pub(super) fn access(&mut self, id: ExprId) -> Access {
        let (base, ..) = self.strip_parts(id);
        let first = match self.hir.exprs[base].kind {
            ExprKind::Field { object: part, .. } | ExprKind::Element { array: part, .. } => {
                Some(self.scalar(part))
            }
            _ => None,
        };
        self.access_from(id, first)
    }

    /// The same, when the object or array is evaluated already.
    pub(super) fn access_from(&mut self, id: ExprId, first: Option<Val>) -> Access {
        let (base, start, n) = self.strip_parts(id);
        match (&self.hir.exprs[base].kind, first) {
            (ExprKind::Var(var), None) => {
                let locals = &self.vars[*var][start..start + n];
                Access::Variables(locals.iter().copied().map(Place::from).collect())
            }
            (ExprKind::Static(field), None) => {
                let globals = &self.cx.types.globals(*field)[start..start + n];
                Access::Variables(globals.iter().copied().map(Place::from).collect())
            }
            (ExprKind::Field { field, .. }, Some(object)) => {
                let slots = self.cx.types.slots(*field)[start..start + n].to_vec();
                Access::Fields { object: object.expr, slots }
            }
            (ExprKind::Element { array, index }, Some(value)) => {
                self.element_access(*array, value, *index, start, n)
            }
            (other, _) => unreachable!("{other:?} is no place"),
        }
    }

    fn element_access(&mut self, array: ExprId, value: Val, index: ExprId, start: usize, n: usize) -> Access {
        let Ty::Array(id) = self.hir.exprs[array].ty else { unreachable!("only arrays have elements") };
        let (element, size) = self.hir.array(id);
        let array_ty = self.plain_type(array);
        let array = self.keep(value, array_ty, self.hir.exprs[index].effects).expr;
        let index = self.index(index, size);
        let Ty::Struct(id) = element else { return Access::Element { array, index } };
        let Record { class, slots } = self.cx.types.record(id, Container::Sequence);
        let (class, slots) = (*class, slots[start..start + n].to_vec());
        let record = self.temp(Type::Ref(class));
        self.emit(Op::Collection(CollectionOp::LoadElement { dst: record.into(), array, index }));
        Access::Fields { object: record.into(), slots }
    }

    /// The position of an element, counted from 0.
    fn index(&mut self, index: ExprId, size: ArraySize) -> Expr {
        let value = self.scalar(index);
        let ArraySize::ByRange(id) = size else { return value.expr };
        let (lo, hi) = self.hir.range_bounds(id);
        if lo == 0 {
            return value.expr;
        }
        let wide = IntType::checked(64, true);
        let value = self.shallow(value, self.plain_type(index), 2);
        let number = Expr::convert(IntType::Range { lo, hi }, wide, value.expr);
        Expr::binary(BinOp::Sub, Type::Int(wide), number, Expr::int(lo))
    }

    /// Reads all leaves; a single one goes to the destination asked for, if it takes an instruction at all.
    pub(super) fn read(&mut self, access: Access, ty: Ty, wanted: &mut Option<Place>) -> Vec<Expr> {
        match access {
            Access::Variables(places) => places.into_iter().map(Expr::from).collect(),
            Access::Element { array, index } => {
                let ty = self.cx.types.plain(self.hir, ty);
                let dst = self.destination(wanted, ty);
                self.emit(Op::Collection(CollectionOp::LoadElement { dst, array, index }));
                vec![dst.into()]
            }
            Access::Fields { object, slots } => {
                let types = self.leaf_types(ty);
                let mut values = Vec::with_capacity(slots.len());
                for (field, ty) in slots.into_iter().zip(types) {
                    let dst = self.destination(wanted, ty);
                    let object = object.clone();
                    self.emit(Op::Heap(HeapOp::Load { dst, object, field, null: NullPolicy::Fault }));
                    values.push(dst.into());
                }
                values
            }
        }
    }

    pub(super) fn write(&mut self, access: Access, values: Vec<Expr>) {
        match access {
            Access::Variables(places) => {
                for (dst, value) in places.into_iter().zip(values) {
                    self.emit(Op::Assign { dst, value });
                }
            }
            Access::Fields { object, slots } => {
                for (field, value) in slots.into_iter().zip(values) {
                    let object = object.clone();
                    self.emit(Op::Heap(HeapOp::Store { object, field, value, null: NullPolicy::Fault }));
                }
            }
            Access::Element { array, index } => {
                for value in values {
                    let (array, index) = (array.clone(), index.clone());
                    self.emit(Op::Collection(CollectionOp::StoreElement { array, index, value }));
                }
            }
        }
    }

    /// Evaluates an expression and writes it to a place.
    pub(super) fn assign(&mut self, place: ExprId, value: ExprId) -> Vec<Expr> {
        if let Some(dst) = self.plain_variable(place) {
            self.assign_variables(vec![dst], value);
            return vec![dst.into()];
        }
        let values = self.values(value);
        let ty = self.hir.exprs[value].ty;
        let values = self.keep_all(values, ty, self.hir.exprs[place].effects);
        let access = self.access(place);
        self.write(access, values.clone());
        values
    }

    /// Evaluates an expression into variables, one for each leaf.
    pub(super) fn assign_variables(&mut self, places: Vec<Place>, value: ExprId) {
        let [dst] = places[..] else {
            let values = self.values(value);
            return self.write(Access::Variables(places), values);
        };
        let mut wanted = Some(dst);
        let value = self.scalar_to(value, &mut wanted);
        if wanted.is_some() {
            self.emit(Op::Assign { dst, value: value.expr });
        }
    }

    /// The variable that a place is, if it is a single one that is there without any evaluation.
    pub(super) fn plain_variable(&self, place: ExprId) -> Option<Place> {
        if let Ty::Struct(_) = self.hir.exprs[place].ty {
            return None;
        }
        let (base, start, _) = self.strip_parts(place);
        match self.hir.exprs[base].kind {
            ExprKind::Var(var) => Some(self.vars[var][start].into()),
            ExprKind::Static(field) => Some(self.cx.types.globals(field)[start].into()),
            _ => None,
        }
    }

    /// A record object that holds the leaves of a struct, for a channel.
    pub(super) fn make_record(&mut self, ty: Ty, values: Vec<Expr>) -> Expr {
        let Ty::Struct(id) = ty else { unreachable!("records stand for structs") };
        let Record { class, slots } = self.cx.types.record(id, Container::Sequence).clone();
        let record = self.temp(Type::Ref(class));
        self.emit(Op::Heap(HeapOp::New { dst: record.into(), class, length: None }));
        self.write(Access::Fields { object: record.into(), slots }, values);
        record.into()
    }

    /// The leaves that lie in a record object.
    pub(super) fn read_record(&mut self, ty: Ty, container: Container, record: Expr) -> Vec<Expr> {
        let Ty::Struct(id) = ty else { unreachable!("records stand for structs") };
        let slots = self.cx.types.record(id, container).slots.clone();
        self.read(Access::Fields { object: record, slots }, ty, &mut None)
    }
}
