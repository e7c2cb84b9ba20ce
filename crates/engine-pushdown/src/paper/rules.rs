//! The rules of the paper for calls and returns, with their repairs.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue), section 3. Each DIVERGENCE
//! is the repair of an error; [`Literal`] brings the errors back one by one, so that tests can show that each repair is
//! needed.

use std::collections::BTreeMap;

use ir::{LocalId, ObjectId, Value};

use super::heap::{Object, Objects, PaperHeap, free_numbers};

/// Which errors of the paper a run repeats. For tests alone: with any of them the answers are wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Literal {
    /// `x := new` clears the fields of the object that `x` held before.
    pub e1: bool,
    /// Numbers that clash are replaced by numbers that the callee does not use, though the caller may.
    pub e2: bool,
    /// Only what globals reach can clash, not what cut variables reach.
    pub e3: bool,
    /// Fields are read from the callee's heap as it was before objects got other numbers.
    pub e4: bool,
    /// Cut variables that the caller did not use keep what the callee had in them.
    pub e5: bool,
}

/// Which objects get other numbers.
type Renaming = BTreeMap<ObjectId, ObjectId>;

/// The heap that the callee starts with. What the caller passes goes to these of the callee's locals.
pub(super) fn call(caller: &PaperHeap, params: &[LocalId]) -> PaperHeap {
    let mut callee = PaperHeap {
        globals: caller.globals.clone(),
        passed: Vec::new(),
        locals: params.iter().copied().zip(caller.passed.iter().copied()).collect(),
        cuts: caller.cut_points().into_iter().map(Value::Ref).collect(),
        objects: caller.objects.clone(),
    };
    callee.trim();
    callee
}

/// The heap that the caller goes on with. `caller` is its heap at the call, `callee` the heap at the return; the
/// results are passed.
pub(super) fn give_back(caller: &PaperHeap, callee: &PaperHeap, literal: Literal) -> PaperHeap {
    let local = caller.purely_local();
    let renaming = renaming(&local, callee, literal);
    let mut objects = if literal.e4 {
        unrenamed_fields(&callee.objects, &renaming)
    } else {
        // DIVERGENCE: E4, the paper reads `Hc(f)(n)` where `ρ(Hc)(f)(n)` is meant.
        renamed_objects(&callee.objects, &renaming)
    };
    let own = |object: &ObjectId| caller.objects.get(object).map(|fields| (*object, fields.clone()));
    objects.extend(local.iter().filter_map(own));
    let mut cuts = caller.cuts.clone();
    if literal.e5 {
        // DIVERGENCE: E5, the paper restores only the cut variables that are not nil in the caller.
        cuts.extend(callee.cuts.iter().skip(cuts.len()).map(|&value| renamed(value, &renaming)));
    }
    let mut back = PaperHeap {
        globals: renamed_all(&callee.globals, &renaming),
        passed: renamed_all(&callee.passed, &renaming),
        locals: caller.locals.clone(),
        cuts,
        objects,
    };
    back.trim();
    back
}

/// `ρ`: objects of the callee that have the number of a purely local object of the caller get the least numbers that
/// are free, in order.
fn renaming(local: &Objects, callee: &PaperHeap, literal: Literal) -> Renaming {
    let everything = callee.reachable();
    // DIVERGENCE: E3, the paper lets only `R(G)` of the callee clash, not `R(G ∪ C)`.
    let clashing = if literal.e3 { callee.reach(callee.seen()) } else { everything.clone() };
    // DIVERGENCE: E2, the paper does not keep away from what is purely local to the caller.
    let taken = if literal.e2 { everything } else { &everything | local };
    (local & &clashing).into_iter().zip(free_numbers(&taken)).collect()
}

fn renamed(value: Value, renaming: &Renaming) -> Value {
    let number = value.object().and_then(|object| renaming.get(&object));
    number.map_or(value, |&number| Value::Ref(number))
}

fn renamed_all(values: &[Value], renaming: &Renaming) -> Vec<Value> {
    values.iter().map(|&value| renamed(value, renaming)).collect()
}

fn renamed_objects(objects: &BTreeMap<ObjectId, Object>, renaming: &Renaming) -> BTreeMap<ObjectId, Object> {
    let renamed = |(&number, Object { class, fields }): (&ObjectId, &Object)| {
        let fields = renamed_all(fields, renaming);
        (*renaming.get(&number).unwrap_or(&number), Object { class: *class, fields })
    };
    objects.iter().map(renamed).collect()
}

/// E4: an object that gets another number has no fields there.
fn unrenamed_fields(objects: &BTreeMap<ObjectId, Object>, renaming: &Renaming) -> BTreeMap<ObjectId, Object> {
    let mut objects = objects.clone();
    for (number, other) in renaming {
        let Some(Object { class, mut fields }) = objects.remove(number) else { continue };
        fields.fill(Value::Null);
        objects.insert(*other, Object { class, fields });
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;
    use ir::ClassId;

    fn object(number: usize) -> Value {
        Value::Ref(ObjectId::new(number))
    }

    /// A heap with one field; `edges` are the objects that have one.
    fn heap(globals: &[usize], locals: &[usize], cuts: &[usize], edges: &[(usize, usize)]) -> PaperHeap {
        let values = |numbers: &[usize]| numbers.iter().map(|&number| object(number)).collect::<Vec<_>>();
        let all = [globals, locals, cuts].concat().into_iter().chain(edges.iter().flat_map(|e| [e.0, e.1]));
        let to = |number| edges.iter().find(|edge| edge.0 == number).map_or(Value::Null, |e| object(e.1));
        let fields = |number| Object { class: ClassId::new(0), fields: vec![to(number)] };
        PaperHeap {
            globals: values(globals),
            passed: Vec::new(),
            locals: values(locals)
                .into_iter()
                .enumerate()
                .map(|(l, value)| (LocalId::new(l), value))
                .collect(),
            cuts: values(cuts),
            objects: all.map(|number| (ObjectId::new(number), fields(number))).collect(),
        }
    }

    /// The first example of section 3: the local leads to the global, which is a cut point.
    #[test]
    fn a_callee_sees_what_globals_reach_and_the_cut_points() {
        let caller = heap(&[1], &[0], &[], &[(0, 1)]);
        assert_eq!(call(&caller, &[]), heap(&[1], &[], &[1], &[]));
    }

    /// The same example: the callee has made one new object, or two.
    #[test]
    fn an_object_with_the_number_of_a_local_one_gets_the_least_that_is_free() {
        let caller = heap(&[1], &[0], &[], &[(0, 1)]);
        let expected = heap(&[2], &[0], &[], &[(0, 1)]);
        for global in [0, 2] {
            let callee = heap(&[global], &[], &[1], &[]);
            assert_eq!(give_back(&caller, &callee, Literal::default()), expected);
        }
    }

    #[test]
    fn two_clashes_keep_their_order() {
        let caller = heap(&[], &[0, 1], &[], &[]);
        let callee = heap(&[1, 0], &[], &[], &[(1, 0), (0, 1)]);
        let expected = heap(&[3, 2], &[0, 1], &[], &[(3, 2), (2, 3)]);
        assert_eq!(give_back(&caller, &callee, Literal::default()), expected);
    }

    #[test]
    fn fields_of_the_callee_come_back_and_local_ones_stay() {
        let caller = heap(&[1], &[0], &[], &[(0, 1), (1, 2)]);
        let callee = heap(&[2], &[], &[1], &[(2, 1)]);
        let expected = heap(&[2], &[0], &[], &[(0, 1), (2, 1)]);
        assert_eq!(give_back(&caller, &callee, Literal::default()), expected);
    }
}
