//! Statements that touch the heap: records, arrays, sets and channels.

use ir::{
    BinOp, ClassId, ClassKind, CollectionOp, Element, Expr, FieldId, HeapOp, NullPolicy, Op, Place, Site,
    Type,
};

use super::body::Body;
use super::world::INT;

impl Body<'_> {
    /// A load, a store, an allocation, a cast or a test of class.
    pub(super) fn memory(&mut self) {
        match self.rng.weighted(&[(35, 0), (30, 1), (20, 2), (7, 3), (8, 4)]) {
            0 => self.load(),
            1 => self.store(),
            2 => self.new_object(),
            3 => self.cast(),
            _ => self.instance_of(),
        }
    }

    /// Whether a reference may be put into an object here without building ever longer lists.
    fn may_link(&self, ty: Type) -> bool {
        self.permit.growth || !ty.is_reference() || !self.world.loops_allocate
    }

    fn may_allocate(&self) -> bool {
        self.permit.effects && (self.permit.growth || self.world.loops_allocate)
    }

    /// A variable that refers to a record, and one of its fields.
    fn draw_field(&mut self) -> Option<(Expr, FieldId)> {
        let mut fields: Vec<(Place, FieldId)> = Vec::new();
        for var in &self.vars {
            if let Type::Ref(class) = var.ty {
                fields.extend(self.world.fields_of(class).iter().map(|&field| (var.place, field)));
            }
        }
        self.rng.try_pick(&fields).map(|&(place, field)| (place.into(), field))
    }

    fn load(&mut self) {
        let Some((object, field)) = self.draw_field() else { return };
        let dst = self.place_for(self.world.program.fields[field].ty);
        self.field_access(object.clone(), |body, site, null| {
            body.push(site, Op::Heap(HeapOp::Load { dst, object, field, null }));
        });
    }

    fn store(&mut self) {
        let Some((object, field)) = self.draw_field() else { return };
        let ty = self.world.program.fields[field].ty;
        let is_frozen = self.world.is_frozen(self.world.program.fields[field].class);
        if !self.permit.effects || !self.may_link(ty) || is_frozen {
            return self.load();
        }
        let value = self.expr(ty, 1);
        self.field_access(object.clone(), |body, site, null| {
            body.push(site, Op::Heap(HeapOp::Store { object, field, value, null }));
        });
    }

    /// A total access needs no shield.
    fn field_access(&mut self, object: Expr, make: impl FnOnce(&mut Self, Site, NullPolicy)) {
        if self.rng.chance(20) {
            let site = self.site();
            return make(self, site, NullPolicy::Total);
        }
        self.shielded(object, |body, site| make(body, site, NullPolicy::Fault));
    }

    fn new_object(&mut self) {
        let concrete = &self.world.concrete;
        match self.rng.try_pick(concrete) {
            Some(&class) if self.may_allocate() => {
                let dst = self.place_for(Type::Ref(class));
                self.allocate(dst, class);
            }
            _ => self.load(),
        }
    }

    /// A new object of a concrete class at or below `above`, if there is one.
    pub(super) fn allocate(&mut self, dst: Place, above: ClassId) {
        let below = |class: &ClassId| self.world.program.is_subclass(*class, above);
        let classes: Vec<ClassId> = self.world.concrete.iter().copied().filter(below).collect();
        let Some(&class) = self.rng.try_pick(&classes) else { return };
        let length = match self.world.program.classes[class].kind {
            ClassKind::Array { length: None, .. } => {
                let least = if self.is_reckless() { -1 } else { 1 };
                Some(Expr::int(self.rng.below(3) as i64 + least))
            }
            ClassKind::Array { length: Some(_), .. }
            | ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => None,
        };
        let site = self.site();
        self.push(site, Op::Heap(HeapOp::New { dst, class, length }));
    }

    fn draw_class(&mut self) -> Option<ClassId> {
        let classes: Vec<ClassId> = self.world.program.classes.ids().collect();
        self.rng.try_pick(&classes).copied()
    }

    /// A cast, behind a test of the class.
    fn cast(&mut self) {
        let Some(class) = self.draw_class() else { return };
        let Some(object) = self.variable(Type::Object) else { return };
        let dst = self.place_for(Type::Ref(class));
        if self.is_reckless() {
            let site = self.site();
            return self.push(site, Op::Heap(HeapOp::Cast { dst, object, class }));
        }
        let fits = self.builder.temp(Type::Bool);
        let site = self.site();
        self.push(site, Op::Heap(HeapOp::InstanceOf { dst: fits.into(), object: object.clone(), class }));
        let (inside, behind) = (self.builder.new_block(), self.builder.new_block());
        let site = self.inner();
        self.builder.branch(site, fits, inside, behind);
        self.builder.switch_to(inside);
        let site = self.inner();
        self.push(site, Op::Heap(HeapOp::Cast { dst, object, class }));
        self.builder.goto(behind);
        self.builder.switch_to(behind);
    }

    fn instance_of(&mut self) {
        let Some(class) = self.draw_class() else { return };
        let Some(object) = self.variable(Type::Object) else { return };
        let dst = self.place_for(Type::Bool);
        let site = self.site();
        self.push(site, Op::Heap(HeapOp::InstanceOf { dst, object, class }));
    }

    /// An operation on an array, a set or a channel.
    pub(super) fn collection(&mut self) {
        let mut collections = Vec::new();
        for var in &self.vars {
            if let Type::Ref(class) = var.ty {
                match &self.world.program.classes[class].kind {
                    ClassKind::Array { element, .. } => collections.push((var.place, class, *element, 'a')),
                    ClassKind::Set { element, .. } => collections.push((var.place, class, *element, 's')),
                    ClassKind::Channel { element } => collections.push((var.place, class, *element, 'c')),
                    ClassKind::Record { .. } | ClassKind::Interface { .. } => {}
                }
            }
        }
        let Some(&(place, class, element, kind)) = self.rng.try_pick(&collections) else { return };
        let object: Expr = place.into();
        if self.rng.chance(15) {
            return self.size(object);
        }
        match kind {
            'a' => self.element_access(object, class, element),
            's' => self.set_operation(object, class, element),
            _ => self.send(object, element),
        }
    }

    fn size(&mut self, object: Expr) {
        let dst = self.place_for(INT);
        self.shielded(object.clone(), |body, site| {
            body.push(site, Op::Collection(CollectionOp::Size { dst, object }))
        });
    }

    fn element_access(&mut self, array: Expr, class: ClassId, element: Type) {
        let index = match self.variable(INT) {
            // A mask keeps the index from being negative; the size is tested behind the shield.
            Some(number) if self.rng.chance(40) => Expr::binary(BinOp::BitAnd, INT, number, Expr::int(3)),
            _ => Expr::int(self.rng.below(3) as i64),
        };
        if self.permit.effects && self.may_link(element) && self.rng.chance(50) {
            let value = self.expr(element, 1);
            self.shielded_by_size(array.clone(), Some(index.clone()), |body, site| {
                body.store_element(site, class, array, index, value);
            });
        } else {
            let dst = self.place_for(element);
            self.shielded_by_size(array.clone(), Some(index.clone()), |body, site| {
                body.push(site, Op::Collection(CollectionOp::LoadElement { dst, array, index }));
            });
        }
    }

    /// A store behind a test whether the array takes the value, where its exact class may be another one.
    fn store_element(&mut self, site: Site, class: ClassId, array: Expr, index: Expr, value: Expr) {
        let store =
            Op::Collection(CollectionOp::StoreElement { array: array.clone(), index, value: value.clone() });
        if !self.world.program.related_arrays()[class] || self.is_reckless() {
            return self.push(site, store);
        }
        let admits = self.builder.temp(Type::Bool);
        self.push(site, Op::Collection(CollectionOp::Admits { dst: admits.into(), array, value }));
        let (inside, behind) = (self.builder.new_block(), self.builder.new_block());
        let site = self.inner();
        self.builder.branch(site, admits, inside, behind);
        self.builder.switch_to(inside);
        let site = self.inner();
        self.push(site, store);
        self.builder.goto(behind);
        self.builder.switch_to(behind);
    }

    fn set_operation(&mut self, set: Expr, class: ClassId, element: Type) {
        let value = self.element(class, element);
        let may_link = match self.world.program.contents_of(class) {
            // A record that is put in is new: with a reference to another one in the same set, lists grow.
            Some(record) => {
                let refers = self.world.field_types(record).into_iter().any(Type::is_reference);
                self.permit.growth || !refers
            }
            None => self.may_link(element),
        };
        let changes = self.permit.effects && may_link;
        let other = self.variable(Type::Ref(class)).unwrap_or_else(|| set.clone());
        match self.rng.weighted(&[(40, 0), (20, 1), (10, 2), (10, 3), (20, 4)]) {
            0 if changes => {
                self.shielded(set.clone(), |body, site| {
                    body.push(site, Op::Collection(CollectionOp::SetAdd { set, element: value }));
                });
            }
            1 if changes => {
                self.shielded(set.clone(), |body, site| {
                    body.push(site, Op::Collection(CollectionOp::SetRemove { set, element: value }));
                });
            }
            2 if changes => {
                self.two_sets(set, other, |set, other| Op::Collection(CollectionOp::SetUnion { set, other }))
            }
            3 if changes => self.two_sets(set, other, |set, other| {
                Op::Collection(CollectionOp::SetDifference { set, other })
            }),
            _ => {
                let dst = self.place_for(Type::Bool);
                self.shielded(set.clone(), |body, site| {
                    body.push(site, Op::Collection(CollectionOp::Contains { dst, set, element: value }));
                });
            }
        }
    }

    fn element(&mut self, set: ClassId, element: Type) -> Element {
        match self.world.program.contents_of(set) {
            Some(record) => {
                let types = self.world.field_types(record);
                Element::Record(types.into_iter().map(|ty| self.expr(ty, 1)).collect())
            }
            None => Element::Value(self.expr(element, 1)),
        }
    }

    fn two_sets(&mut self, set: Expr, other: Expr, make: impl FnOnce(Expr, Expr) -> Op) {
        let exists = |set: &Expr| Expr::binary(BinOp::Ne, Type::Object, set.clone(), Expr::NULL);
        let both = Expr::binary(BinOp::And, Type::Bool, exists(&set), exists(&other));
        if self.is_reckless() {
            let site = self.site();
            return self.push(site, make(set, other));
        }
        self.guarded(both, |body, site| body.push(site, make(set, other)));
    }

    /// In an endless loop a message is sent only if there are fewer than two.
    fn send(&mut self, channel: Expr, element: Type) {
        if !self.permit.effects || !self.may_link(element) {
            return self.size(channel);
        }
        let message = self.expr(element, 1);
        if self.permit.growth {
            self.shielded(channel.clone(), |body, site| {
                body.push(site, Op::Collection(CollectionOp::Send { channel, message }))
            });
            return;
        }
        let exists = Expr::binary(BinOp::Ne, Type::Object, channel.clone(), Expr::NULL);
        self.guarded(exists, |body, site| {
            let size = body.builder.temp(INT);
            body.push(site, Op::Collection(CollectionOp::Size { dst: size.into(), object: channel.clone() }));
            let (inside, behind) = (body.builder.new_block(), body.builder.new_block());
            let room = Expr::binary(BinOp::Lt, INT, size.into(), Expr::int(2));
            let site = body.inner();
            body.builder.branch(site, room, inside, behind);
            body.builder.switch_to(inside);
            let site = body.inner();
            body.push(site, Op::Collection(CollectionOp::Send { channel, message }));
            body.builder.goto(behind);
            body.builder.switch_to(behind);
        });
    }
}
