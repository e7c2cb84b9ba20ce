//! Objects, fields, static variables, arrays, casts.

use classfile::{Const, Element, FieldRef, Name, Type};
use ir::{BinOp, CollectionOp, Expr, HeapOp, NullPolicy, Real, Value};

use super::Body;
use super::operand::Operand;
use crate::declare::Role;
use crate::reach::needs_trigger;
use crate::types::{BYTE, INT, SIZE, holds_arrays};
use crate::world::{ClassIx, FieldKey, OBJECT};

impl Body<'_> {
    /// The field that a reference means. If it is not known, code after this is not followed.
    fn field(&mut self, field: &FieldRef) -> Option<FieldKey> {
        let world = self.ctx().world;
        let found = world.find(&field.owner).and_then(|owner| world.field(owner, &field.name, &field.ty));
        if found.is_none() {
            let owner = classfile::java_name(&field.owner);
            self.opaque(format!("the field {owner}.{} is not found", field.name));
        }
        found.map(|(key, _)| key)
    }

    pub(super) fn get_field(&mut self, field: &FieldRef) {
        let ty = self.ctx().ir_type(&field.ty);
        let operand = self.pop();
        let Some(id) = self.field(field).and_then(|key| self.ctx().declared.fields.get(&key).copied()) else {
            return self.push_of(Expr::Const(Value::default_of(ty)), ty);
        };
        let (object, non_null) = self.object(operand, id);
        let dst = self.e.temp(ty);
        let load =
            HeapOp::Load { dst: dst.into(), object: object.clone(), field: id, null: NullPolicy::Fault };
        self.guarded_but(load, non_null.then_some(&object));
        self.push_of(dst, ty);
    }

    pub(super) fn put_field(&mut self, field: &FieldRef) {
        let ty = self.ctx().ir_type(&field.ty);
        let value = self.pop_as(ty);
        let operand = self.pop();
        let Some(id) = self.field(field).and_then(|key| self.ctx().declared.fields.get(&key).copied()) else {
            return;
        };
        let (object, non_null) = self.object(operand, id);
        let store = HeapOp::Store { object: object.clone(), field: id, value, null: NullPolicy::Fault };
        self.guarded_but(store, non_null.then_some(&object));
    }

    /// An operand as an object of the class that declares a field, and whether it is known not to be null.
    fn object(&mut self, operand: Operand, field: ir::FieldId) -> (Expr, bool) {
        let non_null = operand.is_non_null();
        let class = self.ctx().program().fields[field].class;
        (self.coerce(operand, ir::Type::Ref(class)), non_null)
    }

    pub(super) fn get_static(&mut self, field: &FieldRef) {
        let ty = self.ctx().ir_type(&field.ty);
        let Some(key) = self.field(field) else {
            return self.push_of(Expr::Const(Value::default_of(ty)), ty);
        };
        if let Some(constant) = self.constant_of(&key) {
            return self.push_constant(&constant, ty);
        }
        self.trigger(key.class);
        let global = self.ctx().declared.statics[&key];
        let temp = self.e.temp(ty);
        self.e.assign(temp, global);
        self.push_of(temp, ty);
    }

    fn constant_of(&self, key: &FieldKey) -> Option<Const> {
        let (_, field) = self.ctx().world.field(key.class, &key.name, &key.ty)?;
        field.constant.clone().filter(|_| field.flags.is_final())
    }

    fn push_constant(&mut self, constant: &Const, ty: ir::Type) {
        let expr = match constant {
            Const::Int(number) if ty == ir::Type::Bool => Expr::Const(Value::Bool(*number != 0)),
            Const::Int(number) => Expr::int((*number).into()),
            Const::Long(number) => Expr::int(*number),
            Const::Float(number) => Expr::Const(Value::Real(Real::from(f64::from(*number)))),
            Const::Double(number) => Expr::Const(Value::Real(Real::from(*number))),
            Const::String(text) => self.e.text(text).unwrap_or(Expr::NULL),
            Const::Null
            | Const::Class(_)
            | Const::MethodType(_)
            | Const::MethodHandle(_)
            | Const::Dynamic(_) => Expr::Const(Value::default_of(ty)),
        };
        self.push_of(expr, ty);
    }

    pub(super) fn put_static(&mut self, field: &FieldRef) {
        let ty = self.ctx().ir_type(&field.ty);
        let value = self.pop_as(ty);
        let Some(key) = self.field(field) else { return };
        self.trigger(key.class);
        self.e.assign(self.ctx().declared.statics[&key], value);
    }

    /// Initialises a class, if that has not begun.
    pub(super) fn trigger(&mut self, class: ClassIx) {
        let ctx = self.ctx();
        if !needs_trigger(ctx.world, self.class, class) {
            return;
        }
        let Some(initialise) = self.e.unless_begun(class) else { return };
        let on = self.e.b.current();
        self.e.b.switch_to(initialise);
        if let Some(proc) = ctx.proc(&Role::Init(class)) {
            let called = self.e.call(proc, Vec::new());
            self.check(called);
        }
        self.e.goto(on);
        self.e.b.switch_to(on);
    }

    pub(super) fn new_object(&mut self, name: &Name) {
        let ctx = self.ctx();
        let class = ctx.world.find(name).expect("mentioned by this instruction");
        let known = ctx.world.file(class).map(|class| class.flags);
        if known.is_none_or(|flags| flags.is_abstract() || flags.is_interface()) {
            self.opaque(format!(
                "an object of {} cannot be made: the class is missing or abstract",
                ctx.world.java_name(class)
            ));
            return self.push_of(Expr::NULL, ctx.ir_type(&Type::Class(Name::clone(name))));
        }
        self.trigger(class);
        let id = ctx.declared.classes[&class];
        let dst = self.e.temp(ir::Type::Ref(id));
        self.e.push(HeapOp::New { dst: dst.into(), class: id, length: None });
        self.push(Operand::new_object(dst, ir::Type::Ref(id)));
    }

    pub(super) fn new_array(&mut self, ty: &Type) {
        let id = self.ctx().declared.arrays[ty];
        let length = self.pop_as(INT);
        let dst = self.e.temp(ir::Type::Ref(id));
        self.guarded(HeapOp::New { dst: dst.into(), class: id, length: Some(length) });
        self.push(Operand::new_object(dst, ir::Type::Ref(id)));
    }

    pub(super) fn new_multi_array(&mut self, ty: &Type, dimensions: u8) {
        let mut lengths: Vec<Expr> = (0..dimensions).map(|_| self.pop_as(INT)).collect();
        lengths.reverse();
        for length in &mut lengths {
            *length = self.e.held(length.clone(), INT).into();
            self.test_length(length);
        }
        if dimensions < 2 {
            self.push(Operand::int(lengths.remove(0)));
            return self.new_array(ty);
        }
        let role = Role::MultiArray(ty.clone(), dimensions);
        let proc = self.ctx().proc(&role).expect("declared for this instruction");
        let made = self.e.call(proc, lengths).result.expect("it has a result");
        let ty = self.e.b.local_type(made);
        self.push(Operand::new_object(made, ty));
    }

    pub(super) fn array_length(&mut self) {
        let operand = self.pop();
        let Some(array) = self.array(operand) else { return self.push(Operand::int(Expr::int(0))) };
        let dst = self.e.temp(SIZE);
        self.guarded(CollectionOp::Size { dst: dst.into(), object: array });
        self.push(Operand::int(Expr::convert(SIZE, INT, dst.into())));
    }

    /// An operand as an array. Null is none: code after this is not followed.
    fn array(&mut self, operand: Operand) -> Option<Expr> {
        let is_array = match operand.ty() {
            ir::Type::Ref(class) => self.ctx().declared.origins[class].element().is_some(),
            _ => false,
        };
        let array = self.coerce(operand, ir::Type::Object);
        if !is_array {
            // Verification lets null pass as an array, and nothing else.
            self.raise_null();
        }
        is_array.then_some(array)
    }

    fn element_type(&self, array: &Expr, element: Element) -> ir::Type {
        match self.e.reference_type(array) {
            ir::Type::Ref(class) => match &self.ctx().program().classes[class].kind {
                ir::ClassKind::Array { element, .. } => *element,
                _ => default_element(element),
            },
            _ => default_element(element),
        }
    }

    pub(super) fn load_element(&mut self, element: Element) {
        let index = self.pop_as(INT);
        let operand = self.pop();
        let Some(array) = self.array(operand) else {
            let ty = default_element(element);
            return self.push_of(Expr::Const(Value::default_of(ty)), ty);
        };
        let ty = self.element_type(&array, element);
        let dst = self.e.temp(ty);
        self.guarded(CollectionOp::LoadElement { dst: dst.into(), array, index });
        self.push_of(dst, ty);
    }

    pub(super) fn store_element(&mut self, element: Element) {
        let value = self.pop();
        let index = self.pop_as(INT);
        let operand = self.pop();
        let Some(array) = self.array(operand) else { return };
        let ty = self.element_type(&array, element);
        let (array, ty) = match self.ctx().program().is_assignable(value.ty(), ty) || !ty.is_reference() {
            true => (array, ty),
            false => (self.array_of_objects(array), ir::Type::Object),
        };
        let value = self.coerce(value, ty);
        self.guarded(CollectionOp::StoreElement { array, index, value });
    }

    /// The same array as one of any objects: its exact class decides what it takes.
    fn array_of_objects(&mut self, array: Expr) -> Expr {
        let class = self.ctx().declared.arrays[&Type::class(OBJECT).array_of()];
        let temp = self.e.temp(ir::Type::Ref(class));
        self.e.assign(temp, array);
        temp.into()
    }

    pub(super) fn check_cast(&mut self, ty: &Type) {
        let operand = self.pop();
        let to = self.ctx().ir_type(ty);
        let from = operand.ty();
        let object = self.coerce(operand.clone(), from);
        let test = self.test_of(ty);
        let Test::Class(class) = test else {
            if let Test::ClassOrArray(class) = test {
                self.test_cast(&object, class);
            }
            return self.push_of(object, to);
        };
        if self.ctx().program().is_assignable(from, ir::Type::Ref(class)) {
            return self.push(operand);
        }
        let dst = self.e.temp(ir::Type::Ref(class));
        self.guarded(HeapOp::Cast { dst: dst.into(), object, class });
        self.push_of(dst, to);
    }

    /// Goes on only if the object is null, an array, or of the class.
    fn test_cast(&mut self, object: &Expr, class: ir::ClassId) {
        let is_null = Expr::binary(BinOp::Eq, ir::Type::Object, object.clone(), Expr::NULL);
        let is = self.is_class_or_array(object, class);
        let wrong = self.e.branch(Expr::binary(BinOp::Or, ir::Type::Bool, is_null, is));
        let on = self.e.b.current();
        self.e.b.switch_to(wrong);
        let dst = self.e.temp(ir::Type::Ref(class));
        self.guarded(HeapOp::Cast { dst: dst.into(), object: object.clone(), class });
        self.opaque("a cast that always fails");
        self.e.b.switch_to(on);
    }

    fn test_of(&self, ty: &Type) -> Test {
        let class = self.ctx().declared.class_of(self.ctx().world, ty);
        match (ty.class_name(), class) {
            (Some(name), _) if **name == *OBJECT => Test::Any,
            (Some(name), Some(class)) if holds_arrays(name) => Test::ClassOrArray(class),
            (_, Some(class)) => Test::Class(class),
            (_, None) => Test::Any,
        }
    }

    /// Whether an object is an array, or of the class.
    fn is_class_or_array(&mut self, object: &Expr, class: ir::ClassId) -> Expr {
        let arrays = self.ctx().declared.arrays.iter();
        let tops = arrays.filter(|(ty, _)| match ty.element() {
            Some(Type::Class(name)) => **name == *OBJECT,
            Some(Type::Array(_)) | None => false,
            Some(_) => true,
        });
        let mut classes: Vec<ir::ClassId> = tops.map(|(_, &class)| class).collect();
        classes.sort_unstable();
        let mut test = self.is_instance(object, class);
        for class in classes {
            let is = self.is_instance(object, class);
            test = Expr::binary(BinOp::BitOr, ir::Type::Bool, test, is);
        }
        test
    }

    fn is_instance(&mut self, object: &Expr, class: ir::ClassId) -> Expr {
        let dst = self.e.temp(ir::Type::Bool);
        self.e.push(HeapOp::InstanceOf { dst: dst.into(), object: object.clone(), class });
        dst.into()
    }

    pub(super) fn instance_of(&mut self, ty: &Type) {
        let operand = self.pop();
        let from = operand.ty();
        let object = self.coerce(operand, from);
        let is = match self.test_of(ty) {
            Test::Any => Expr::binary(BinOp::Ne, ir::Type::Object, object, Expr::NULL),
            Test::Class(class) => self.is_instance(&object, class),
            Test::ClassOrArray(class) => self.is_class_or_array(&object, class),
        };
        self.push_of(is, ir::Type::Bool);
    }
}

/// What a test of class asks.
#[derive(Clone, Copy)]
enum Test {
    /// All objects pass.
    Any,
    Class(ir::ClassId),
    /// Arrays pass, too.
    ClassOrArray(ir::ClassId),
}

fn default_element(element: Element) -> ir::Type {
    use crate::types::{CHAR, DOUBLE, FLOAT, LONG, SHORT};
    match element {
        Element::Byte => BYTE,
        Element::Char => CHAR,
        Element::Short => SHORT,
        Element::Int => INT,
        Element::Long => LONG,
        Element::Float => FLOAT,
        Element::Double => DOUBLE,
        Element::Ref => ir::Type::Object,
    }
}
