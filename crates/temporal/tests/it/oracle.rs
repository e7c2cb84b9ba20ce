//! Path expressions against their definition: a relation between objects, as a set of pairs.
//!
//! `eps` is the identity, `x` the identity on the object of `x`, `!x` the identity elsewhere, a field the pairs that it
//! links, with nil linked to itself; `.` is composition, `+` union, `*` the reflexive and transitive closure. An atom
//! `r` holds if every visible object is in the domain of `r`.

use std::collections::BTreeSet;

use base::Id;
use cutpoint_temporal::Temporal;
use ir::{ObjectId, Program, Value};
use logic::{Rite, RiteOp};

use crate::support::{LEAF, LIST, NODE, ONE_THREAD, Scene, object, program, property};

/// SplitMix64: equal seeds, equal worlds.
struct Rng(u64);

impl Rng {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

/// A random heap of nodes, leaves and lists, with random variables; one of the locals is a temporary.
fn random_scene(rng: &mut Rng) -> Scene {
    let mut scene = Scene::new();
    let count = rng.below(6);
    let classes = [NODE, NODE, NODE, LEAF, LIST];
    let objects: Vec<Value> = (0..count)
        .map(|_| {
            let class = classes[rng.below(classes.len())];
            let n_slots = match class {
                LIST => rng.below(3),
                LEAF => 1,
                _ => 2,
            };
            scene.alloc(class, &vec![Value::Null; n_slots])
        })
        .collect();
    let pick = |rng: &mut Rng| objects.get(rng.below(count + 2)).copied().unwrap_or(Value::Null);
    for &at in &objects {
        for slot in 0..scene.heap.slots(object(at)).len() {
            let target = pick(rng);
            scene.set(at, slot, target);
        }
    }
    (0..4).for_each(|global| scene.globals[global] = pick(rng));
    (0..3).for_each(|local| scene.locals[local] = pick(rng));
    scene.running = [None, Some((0, 0)), Some((0, 0)), Some((2, 0))][rng.below(4)];
    scene
}

/// `y` is a global with a class before its name, `l` the second of two locals of that name.
const NAMES: [&str; 6] = ["x", "y", "l", "nil", "f", "g0"];
const TESTED: [&str; 4] = ["x", "y", "l", "nil"];

fn random_rite(rng: &mut Rng, operators: usize) -> Rite {
    let mut parts: Vec<Rite> = Vec::new();
    for _ in 0..=operators {
        parts.push(match rng.below(8) {
            0 => Rite::eps(),
            1 | 2 => Rite::not(TESTED[rng.below(TESTED.len())]),
            3 | 4 => Rite::name("f"),
            _ => Rite::name(NAMES[rng.below(5)]),
        });
        if rng.below(3) == 0 {
            let last = parts.pop().expect("just pushed");
            parts.push(last.star());
        }
    }
    while parts.len() > 1 {
        let at = rng.below(parts.len() - 1);
        let (second, first) = (parts.remove(at + 1), parts.remove(at));
        let joined = if rng.below(3) == 0 { first.or(second) } else { first.then(second) };
        parts.insert(at, if rng.below(4) == 0 { joined.star() } else { joined });
    }
    parts.pop().expect("one part is left")
}

/// A spot is an object or nil.
type Spot = Option<ObjectId>;
type Relation = BTreeSet<(Spot, Spot)>;

fn spots(scene: &Scene) -> Vec<Spot> {
    scene.heap.objects().map(Some).chain([None]).collect()
}

fn value_of(scene: &Scene, name: &str) -> Option<Value> {
    Some(match name {
        "nil" => Value::Null,
        "x" => scene.globals[0],
        "y" => scene.globals[1],
        "l" => match scene.running {
            Some((0, _)) => scene.locals[1],
            _ => Value::Null,
        },
        _ => return None,
    })
}

fn test(scene: &Scene, name: &str, wanted: bool) -> Relation {
    let value = value_of(scene, name).expect("a variable").object();
    spots(scene).into_iter().filter(|&spot| (spot == value) == wanted).map(|spot| (spot, spot)).collect()
}

fn along_f(scene: &Scene) -> Relation {
    let mut relation = Relation::from([(None, None)]);
    for object in scene.heap.objects() {
        let class = scene.heap.class(object).index();
        if class == NODE || class == LEAF {
            relation.insert((Some(object), scene.heap.get(object, 0).object()));
        }
    }
    relation
}

fn compose(first: &Relation, second: &Relation) -> Relation {
    let mut composed = Relation::new();
    for &(a, b) in first {
        composed.extend(second.iter().filter(|(c, _)| *c == b).map(|&(_, d)| (a, d)));
    }
    composed
}

fn closure(scene: &Scene, step: &Relation) -> Relation {
    let mut closed: Relation = spots(scene).into_iter().map(|spot| (spot, spot)).collect();
    loop {
        let more = compose(&closed, step);
        let before = closed.len();
        closed.extend(more);
        if closed.len() == before {
            return closed;
        }
    }
}

fn relation(scene: &Scene, rite: &Rite) -> Relation {
    let mut stack: Vec<Relation> = Vec::new();
    for op in rite.code() {
        let relation = match op {
            RiteOp::Eps => spots(scene).into_iter().map(|spot| (spot, spot)).collect(),
            RiteOp::Name(name) if value_of(scene, name).is_some() => test(scene, name, true),
            RiteOp::Name(_) => along_f(scene),
            RiteOp::Not(name) => test(scene, name, false),
            RiteOp::Concat => {
                let (second, first) = (stack.pop().expect("two"), stack.pop().expect("one"));
                compose(&first, &second)
            }
            RiteOp::Sum => {
                let (second, first) = (stack.pop().expect("two"), stack.pop().expect("one"));
                &first | &second
            }
            RiteOp::Star => closure(scene, &stack.pop().expect("one")),
        };
        stack.push(relation);
    }
    stack.pop().expect("well-formed code")
}

/// What globals and the user's locals of the running procedure reach.
fn visible(scene: &Scene) -> BTreeSet<ObjectId> {
    let locals: &[Value] = match scene.running {
        Some((0, _)) => &scene.locals[..2],
        _ => &[],
    };
    let roots = scene.globals.iter().chain(locals);
    let mut visible: BTreeSet<ObjectId> = roots.filter_map(|value| value.object()).collect();
    loop {
        let next = visible.iter().flat_map(|&object| scene.heap.slots(object));
        let next: BTreeSet<ObjectId> = next.filter_map(|value| value.object()).collect();
        let before = visible.len();
        visible.extend(next);
        if visible.len() == before {
            return visible;
        }
    }
}

fn check(program: &Program, scene: &Scene, rite: &Rite) {
    let relation = relation(scene, rite);
    let can = |object: &ObjectId| relation.iter().any(|(from, _)| *from == Some(*object));
    let visible = visible(scene);
    let ask = |text: String| {
        let property: Temporal = property(program, &text);
        scene.holds(&property)
    };
    assert_eq!(ask(format!("({rite})")), visible.iter().all(can), "every {rite} in {scene:#?}");
    assert_eq!(ask(format!("some ({rite})")), visible.iter().any(can), "some {rite} in {scene:#?}");
    let (x, y) = (scene.globals[0].object(), scene.globals[1].object());
    assert_eq!(ask(format!("reach(x, {rite}, y)")), relation.contains(&(x, y)), "{rite} in {scene:#?}");
    let xf = scene.globals[0]
        .object()
        .map_or(Some(None), |x| (scene.heap.class(x).index() != LIST).then(|| scene.heap.get(x, 0).object()));
    let reaches = xf.is_some_and(|from| relation.contains(&(from, None)));
    assert_eq!(ask(format!("reach(x.f, {rite}, nil)")), reaches, "{rite} in {scene:#?}");
}

#[test]
fn path_expressions_mean_what_their_definition_says() {
    let program = program(ONE_THREAD);
    let mut rng = Rng(0);
    for _ in 0..4000 {
        let scene = random_scene(&mut rng);
        let operators = rng.below(7);
        let rite = random_rite(&mut rng, operators);
        check(&program, &scene, &rite);
    }
}
