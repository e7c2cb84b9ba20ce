//! Heaps with many symmetries: each must have one form, in a time that does not explode.

mod common;

use common::{SEQUENCE, SET, add, canonizer, check_form, form, link, reference, rename, shuffled};
use cutpoint_heap::Heap;
use ir::Value;

/// Builds a heap whose root is a set, and checks its form.
fn check(build: impl FnOnce(&mut Heap) -> Vec<usize>) -> Vec<u8> {
    let mut heap = Heap::new();
    let members = build(&mut heap);
    let root = link(&mut heap, SET, &members);
    check_form(&heap, &[reference(root)], 12)
}

/// A set of vertices; each is a record that refers to the set of its neighbours.
fn graph(n_vertices: usize, adjacent: impl Fn(usize, usize) -> bool) -> Vec<u8> {
    check(|heap| {
        for vertex in 0..n_vertices {
            link(heap, 1, &[n_vertices + vertex]);
        }
        for vertex in 0..n_vertices {
            let is_neighbour = |&other: &usize| other != vertex && adjacent(vertex, other);
            let neighbours: Vec<usize> = (0..n_vertices).filter(is_neighbour).collect();
            link(heap, SET, &neighbours);
        }
        (0..n_vertices).collect()
    })
}

/// `count` lists of `len` nodes; returns their heads.
fn lists(heap: &mut Heap, count: usize, len: usize) -> Vec<usize> {
    let list = |_| (0..len).fold(None, |tail, _| Some(add(heap, 1, &[tail.map_or(Value::Null, reference)])));
    (0..count).filter_map(list).collect()
}

#[test]
fn interchangeable_leaves() {
    check(|heap| (0..300).map(|_| link(heap, 0, &[])).collect());
    check(|heap| (0..300).map(|index| add(heap, 1, &[Value::Int(index % 3)])).collect());
}

#[test]
fn leaves_that_refer_to_one_object_and_it_to_them() {
    check(|heap| {
        let hub = heap.len();
        let members: Vec<usize> = (1..=40).collect();
        link(heap, SET, &members);
        members.iter().map(|_| link(heap, 1, &[hub])).collect()
    });
}

#[test]
fn equal_lists_and_rings() {
    check(|heap| lists(heap, 40, 6));
    check(|heap| [lists(heap, 20, 3), lists(heap, 20, 4)].concat());
    check(|heap| {
        (0..20)
            .map(|_| {
                let first = heap.len();
                for step in 0..5 {
                    link(heap, 1, &[first + (step + 1) % 5]);
                }
                first
            })
            .collect()
    });
}

#[test]
fn long_lists_in_a_set() {
    check(|heap| lists(heap, 2, 5_000));
    check(|heap| [lists(heap, 1, 5_000), lists(heap, 1, 1)].concat());
}

#[test]
fn one_ring_of_all_elements() {
    check(|heap| (0..60).map(|index| link(heap, 1, &[(index + 1) % 60])).collect());
}

#[test]
fn nested_sets_of_leaves() {
    check(|heap| {
        (0..8)
            .map(|_| {
                let leaves: Vec<usize> = (0..5).map(|_| link(heap, 0, &[])).collect();
                link(heap, SET, &leaves)
            })
            .collect()
    });
}

#[test]
fn sets_that_overlap_in_a_grid() {
    check(|heap| {
        let leaves: Vec<usize> = (0..25).map(|_| link(heap, 0, &[])).collect();
        let row = |index: usize| leaves[index * 5..index * 5 + 5].to_vec();
        let column = |index: usize| (0..5).map(|row| leaves[row * 5 + index]).collect::<Vec<_>>();
        let lines: Vec<_> = (0..5).map(row).chain((0..5).map(column)).collect();
        lines.iter().map(|line| link(heap, SET, line)).collect()
    });
}

/// Leaves, and lists, that are alike but for the company they keep in other sets.
#[test]
fn elements_that_also_belong_to_pairs() {
    for len in [1, 3] {
        check(|heap| {
            let mut members = lists(heap, 8, len);
            let pairs: Vec<usize> = members.chunks(2).map(|pair| link(heap, SET, pair)).collect();
            members.extend(pairs);
            members
        });
        check(|heap| {
            let mut members = lists(heap, 7, len);
            let pairs: Vec<[usize; 2]> =
                (0..7).map(|index| [members[index], members[(index + 1) % 7]]).collect();
            members.extend(pairs.iter().map(|pair| link(heap, SET, pair)));
            members
        });
    }
}

/// What hangs on the elements is private, but holds sets with an order to be found.
#[test]
fn elements_with_sets_of_their_own() {
    check(|heap| {
        (0..3)
            .map(|_| {
                let leaves = [1, 2].map(|number| add(heap, 1, &[Value::Int(number)]));
                let set = link(heap, SET, &leaves);
                link(heap, 1, &[set])
            })
            .collect()
    });
}

#[test]
fn hexagon_and_two_triangles_differ() {
    let hexagon = graph(6, |a, b| (a + 1) % 6 == b || (b + 1) % 6 == a);
    let triangles = graph(6, |a, b| a / 3 == b / 3);
    assert_ne!(hexagon, triangles);
}

/// All vertices of these graphs look alike to refinement; only the search finds what each lies on.
#[test]
fn unions_of_rings_differ() {
    let unions: [&[usize]; 9] =
        [&[12], &[3, 9], &[4, 8], &[5, 7], &[6, 6], &[3, 3, 6], &[3, 4, 5], &[4, 4, 4], &[3, 3, 3, 3]];
    let forms = unions.map(|lengths| {
        let mut next = Vec::new();
        for &length in lengths {
            let first = next.len();
            next.extend((0..length).map(|step| first + (step + 1) % length));
        }
        graph(12, |a, b| next[a] == b || next[b] == a)
    });
    for (index, form) in forms.iter().enumerate() {
        assert!(!forms[..index].contains(form), "{:?} has the form of another", unions[index]);
    }
}

#[test]
fn complete_and_empty_graphs() {
    graph(12, |_, _| true);
    graph(12, |_, _| false);
    graph(12, |a, b| a % 2 != b % 2);
}

#[test]
fn petersen_graph_and_hypercube() {
    let pairs: Vec<(usize, usize)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    graph(10, |x, y| {
        let ((a, b), (c, d)) = (pairs[x], pairs[y]);
        a != c && a != d && b != c && b != d
    });
    graph(16, |a, b| (a ^ b).count_ones() == 1);
}

/// Five graphs of degree 3 in one heap: no vertex looks different from any other.
#[test]
fn cubic_graphs_in_one_heap() {
    type Adjacent = fn(usize, usize) -> bool;
    let parts: [(usize, Adjacent); 5] = [
        (4, |_, _| true),
        (6, |a, b| a % 2 != b % 2),
        (6, |a, b| a / 3 == b / 3 || a % 3 == b % 3),
        (8, |a, b| (a ^ b).count_ones() == 1),
        (8, |a, b| matches!(a.abs_diff(b), 1 | 4 | 7)),
    ];
    let place = |vertex: usize| {
        let mut first = 0;
        parts
            .iter()
            .position(|(len, _)| {
                first += len;
                vertex < first
            })
            .map(|part| (part, vertex + parts[part].0 - first))
    };
    graph(32, |a, b| match (place(a), place(b)) {
        (Some((part, a)), Some((other, b))) => part == other && parts[part].1(a, b),
        _ => false,
    });
}

fn is_rook_edge(a: usize, b: usize) -> bool {
    a / 4 == b / 4 || a % 4 == b % 4
}

fn is_shrikhande_edge(a: usize, b: usize) -> bool {
    let difference = ((b / 4 + 4 - a / 4) % 4, (b % 4 + 4 - a % 4) % 4);
    [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&difference)
}

/// The two strongly regular graphs of 16 vertices and degree 6, which refinement alone cannot distinguish.
#[test]
fn shrikhande_and_rook_graph_differ() {
    assert_ne!(graph(16, is_rook_edge), graph(16, is_shrikhande_edge));
}

#[test]
fn shrikhande_and_rook_graph_in_one_heap() {
    graph(32, |a, b| match (a / 16, b / 16) {
        (0, 0) => is_rook_edge(a, b),
        (1, 1) => is_shrikhande_edge(a - 16, b - 16),
        _ => false,
    });
}

#[test]
fn cycles_through_sets() {
    let mut heap = Heap::new();
    let root = link(&mut heap, SET, &[0, 1, 2]);
    link(&mut heap, SET, &[0, 2]);
    link(&mut heap, SEQUENCE, &[1, 2, 0]);
    check_form(&heap, &[reference(root)], 6);
}

/// Elements that the roots reach in another way are ordered by the walk, without any search.
#[test]
fn elements_with_numbers_need_no_search() {
    let mut heap = Heap::new();
    let members: Vec<usize> = (0..50).map(|_| link(&mut heap, 0, &[])).collect();
    let set = link(&mut heap, SET, &members);
    let array = link(&mut heap, SEQUENCE, &members);
    let roots = [reference(set), reference(array)];
    check_form(&heap, &roots, 3);
    let (renamed, new_roots) = rename(&heap, &roots, &shuffled(heap.len(), 3));
    let canonizer = &mut canonizer();
    assert_eq!(form(canonizer, &heap, &roots[1..]), form(canonizer, &renamed, &new_roots[1..]));
}
