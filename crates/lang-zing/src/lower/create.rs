//! `new`.

use ir::{BinOp, ClassId, CollectionOp, Expr, HeapOp, IntType, LocalId, Op, Place, TermOp, Type, Value};

use super::body::{BodyLowerer, Val};
use super::place::Access;
use super::types::Container;
use crate::hir::{ExprId, ExprKind, FieldId, MethodId, Ty, TypeKind};

impl BodyLowerer<'_, '_> {
    /// A new object, complete with its initial values.
    pub(super) fn create(
        &mut self,
        id: ExprId,
        size: Option<ExprId>,
        constructor: Option<MethodId>,
        wanted: &mut Option<Place>,
    ) -> Val {
        let ty = self.hir.exprs[id].ty;
        let length = size.map(|size| self.scalar(size).expr);
        let class = match self.cx.types.plain(self.hir, ty) {
            Type::Ref(class) => class,
            other => unreachable!("{other:?} has no objects"),
        };
        let fields = self.initialised_fields(ty);
        let record = self.element_record(ty);
        if fields.is_empty() && record.is_none() && constructor.is_none() {
            let dst = self.destination(wanted, Type::Ref(class));
            self.emit(Op::Heap(HeapOp::New { dst, class, length }));
            return Val::simple(dst);
        }
        let object = self.temp(Type::Ref(class));
        self.emit(Op::Heap(HeapOp::New { dst: object.into(), class, length }));
        for field in fields {
            self.initialise(object, field);
        }
        if let Some(record) = record {
            self.fill_with_records(object, record);
        }
        if let Some(constructor) = constructor {
            self.call_method(constructor, vec![object.into()], &[]);
            self.begin_again();
        }
        Val::simple(object)
    }

    /// The fields of a class that begin with something else than their default.
    fn initialised_fields(&self, ty: Ty) -> Vec<FieldId> {
        let Ty::Class(id) = ty else { return Vec::new() };
        let TypeKind::Class { fields, .. } = &self.hir.types[id].kind else { return Vec::new() };
        fields.iter().copied().filter(|&field| !self.is_default(field)).collect()
    }

    /// Whether the initialiser of a field changes nothing.
    pub(super) fn is_default(&self, field: FieldId) -> bool {
        let field = &self.hir.fields[field];
        let Some(init) = field.init else { return true };
        match self.hir.exprs[init].kind {
            ExprKind::Const(value) => value == Value::default_of(self.cx.types.plain(self.hir, field.ty)),
            _ => false,
        }
    }

    fn initialise(&mut self, object: LocalId, field: FieldId) {
        let Some(init) = self.hir.fields[field].init else { return };
        let values = self.values(init);
        let slots = self.cx.types.slots(field).to_vec();
        self.write(Access::Fields { object: object.into(), slots }, values);
    }

    /// The class of the records that the elements of an array of structs are.
    fn element_record(&self, ty: Ty) -> Option<ClassId> {
        let Ty::Array(id) = ty else { return None };
        match self.hir.array(id).0 {
            Ty::Struct(id) => Some(self.cx.types.record(id, Container::Sequence).class),
            _ => None,
        }
    }

    /// Gives every element of a new array a record of its own. The loop takes steps, so it runs in an atomic section.
    fn fill_with_records(&mut self, array: LocalId, class: ClassId) {
        let int = Type::Int(IntType::I32);
        let (length, index, record) = (self.temp(int), self.temp(int), self.temp(Type::Ref(class)));
        self.begin_atomic();
        self.emit(Op::Collection(CollectionOp::Size { dst: length.into(), object: array.into() }));
        self.emit(Op::Assign { dst: index.into(), value: Expr::int(0) });
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.start(head);
        self.begin_again();
        let condition = Expr::binary(BinOp::Lt, int, index.into(), length.into());
        self.terminate(TermOp::Branch { condition, then_to: body, else_to: exit });
        self.switch_to(body);
        self.emit(Op::Heap(HeapOp::New { dst: record.into(), class, length: None }));
        self.emit(Op::Collection(CollectionOp::StoreElement {
            array: array.into(),
            index: index.into(),
            value: record.into(),
        }));
        let next = Expr::binary(BinOp::Add, int, index.into(), Expr::int(1));
        self.emit(Op::Assign { dst: index.into(), value: next });
        self.goto(head);
        self.switch_to(exit);
        self.end_atomic();
    }
}
