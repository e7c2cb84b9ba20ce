//! Decision diagrams against truth tables, on all functions of a few variables.

mod common;

use base::Id;
use common::random::Random;
use cutpoint_solver::bdd::{Bdd, BddError, BddLimits, Bdds, Cube, ReorderLimits, Substitution, Variable};

/// All functions of three variables, and of four where one function is enough.
const COLUMNS: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

struct World {
    bdds: Bdds,
    variables: Vec<Variable>,
}

impl World {
    fn new(n_variables: usize) -> Self {
        let mut bdds = Bdds::default();
        let variables = (0..n_variables).map(|_| bdds.variable()).collect();
        Self { bdds, variables }
    }

    fn mask(&self) -> u16 {
        ((1_u32 << (1 << self.variables.len())) - 1) as u16
    }

    /// The function with a truth table, by expansion in the order of the variables.
    fn function(&mut self, table: u16) -> Bdd {
        let mut rows: Vec<Bdd> =
            (0..1 << self.variables.len()).map(|row| Bdd::constant(table >> row & 1 == 1)).collect();
        for index in 0..self.variables.len() {
            let literal = self.bdds.literal(self.variables[index]).expect("no limit");
            let pairs: Vec<(Bdd, Bdd)> = rows.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            rows = pairs
                .into_iter()
                .map(|(low, high)| self.bdds.ite(literal, high, low).expect("no limit"))
                .collect();
        }
        rows[0]
    }

    fn table(&self, bdd: Bdd) -> u16 {
        table_of(&self.bdds, self.variables.len(), bdd)
    }

    fn all(&mut self) -> Vec<Bdd> {
        (0..=self.mask()).map(|table| self.function(table)).collect()
    }

    fn cubes(&mut self) -> Vec<Cube> {
        let subset = |bits: usize| {
            let chosen = self.variables.iter().enumerate().filter(move |(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, &variable)| variable).collect::<Vec<_>>()
        };
        let subsets: Vec<Vec<Variable>> = (0..1 << self.variables.len()).map(subset).collect();
        subsets.iter().map(|variables| self.bdds.cube(variables).expect("no limit")).collect()
    }
}

fn table_of(bdds: &Bdds, n_variables: usize, bdd: Bdd) -> u16 {
    let value = |row: usize| bdds.evaluate(bdd, |variable| row >> variable.index() & 1 == 1);
    (0..1 << n_variables).filter(|&row| value(row)).fold(0, |table, row| table | 1 << row)
}

/// Quantifies the variables of a subset in a truth table of three variables.
fn quantified(table: u16, subset: usize) -> u16 {
    let mut table = table;
    for index in (0..3).filter(|index| subset >> index & 1 == 1) {
        let column = COLUMNS[index] & 0xff;
        let shift = 1 << index;
        let (high, low) = (table & column, table & !column & 0xff);
        table = high | high >> shift | low | low << shift;
    }
    table & 0xff
}

/// The truth table of the conjunction of a subset of three variables.
fn conjunction(subset: usize) -> u16 {
    (0..3).filter(|index| subset >> index & 1 == 1).fold(0xff, |table, index| table & COLUMNS[index])
}

/// Images of the variables put into a truth table of three variables.
fn substituted(table: u16, images: [u16; 3]) -> u16 {
    let row = |row: u16| (0..3).fold(0, |inner, index| inner | (images[index] >> row & 1) << index);
    (0..8).fold(0, |result, at| result | (table >> row(at) & 1) << at)
}

#[test]
fn equal_functions_are_equal_diagrams() {
    let mut world = World::new(3);
    let functions = world.all();
    for (table, &bdd) in functions.iter().enumerate() {
        assert_eq!(world.table(bdd), table as u16);
        assert_eq!(!bdd, functions[255 - table]);
    }
}

#[test]
fn connectives_are_right_on_all_pairs_of_functions() {
    let mut world = World::new(3);
    let functions = world.all();
    for (a, &left) in functions.iter().enumerate() {
        for (b, &right) in functions.iter().enumerate() {
            let bdds = &mut world.bdds;
            let third = functions[(7 * a + 13 * b + 5) & 255];
            let c = (7 * a + 13 * b + 5) & 255;
            assert_eq!(bdds.and(left, right), Ok(functions[a & b]));
            assert_eq!(bdds.or(left, right), Ok(functions[a | b]));
            assert_eq!(bdds.xor(left, right), Ok(functions[a ^ b]));
            assert_eq!(bdds.equal(left, right), Ok(functions[!(a ^ b) & 255]));
            assert_eq!(bdds.implies(left, right), Ok(functions[(!a | b) & 255]));
            assert_eq!(bdds.ite(left, right, third), Ok(functions[a & b | !a & c]));
            assert_eq!(bdds.ite(third, left, right), Ok(functions[c & a | !c & b & 255]));
        }
    }
}

#[test]
fn quantifiers_and_products_are_right_on_all_functions_and_sets_of_variables() {
    let mut world = World::new(3);
    let functions = world.all();
    let cubes = world.cubes();
    for (a, &left) in functions.iter().enumerate() {
        for (subset, &cube) in cubes.iter().enumerate() {
            let exists = quantified(a as u16, subset);
            assert_eq!(world.bdds.exists(left, cube), Ok(functions[usize::from(exists)]));
            let forall = !quantified(!(a as u16) & 0xff, subset) & 0xff;
            assert_eq!(world.bdds.forall(left, cube), Ok(functions[usize::from(forall)]));
            for (b, &right) in functions.iter().enumerate() {
                let expected = quantified((a & b) as u16, subset);
                // Another operation on the same operands has another result, whichever comes first.
                let branch = usize::from(conjunction(subset));
                let chosen = world.bdds.ite(left, right, functions[branch]);
                assert_eq!(chosen, Ok(functions[a & b | !a & branch]));
                let product = world.bdds.and_exists(left, right, cube);
                assert_eq!(product, Ok(functions[usize::from(expected)]), "{a} {b} {subset}");
            }
        }
    }
}

fn random_substitution(
    world: &mut World,
    functions: &[Bdd],
    random: &mut Random,
) -> (Substitution, [u16; 3]) {
    let images: [u16; 3] = std::array::from_fn(|_| random.below(256) as u16);
    let pairs: Vec<(Variable, Bdd)> = world
        .variables
        .iter()
        .zip(images)
        .map(|(&variable, image)| (variable, functions[usize::from(image)]))
        .collect();
    (world.bdds.substitution(&pairs).expect("no limit"), images)
}

#[test]
fn substitution_is_simultaneous_alone_and_behind_a_product() {
    let mut world = World::new(3);
    let functions = world.all();
    let cubes = world.cubes();
    let mut random = Random(3);
    for _ in 0..50 {
        let (substitution, images) = random_substitution(&mut world, &functions, &mut random);
        for (table, &bdd) in functions.iter().enumerate() {
            let expected = substituted(table as u16, images);
            assert_eq!(world.bdds.substitute(bdd, substitution), Ok(functions[usize::from(expected)]));
        }
        for _ in 0..200 {
            let (a, b, subset) = (random.below(256), random.below(256), random.below(8));
            let expected = substituted(quantified((a & b) as u16, subset), images);
            let product =
                world.bdds.and_exists_substitute(functions[a], functions[b], cubes[subset], substitution);
            assert_eq!(product, Ok(functions[usize::from(expected)]), "{a} {b} {subset} {images:?}");
        }
    }
}

#[test]
fn every_permutation_of_variables_renames_every_function() {
    let mut world = World::new(3);
    let functions = world.all();
    for permutation in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let pairs: Vec<(Variable, Variable)> =
            (0..3).map(|index| (world.variables[index], world.variables[permutation[index]])).collect();
        let renaming = world.bdds.renaming(&pairs).expect("no limit");
        let images = permutation.map(|to| COLUMNS[to] & 0xff);
        for (table, &bdd) in functions.iter().enumerate() {
            let expected = substituted(table as u16, images);
            assert_eq!(world.bdds.substitute(bdd, renaming), Ok(functions[usize::from(expected)]));
        }
    }
}

/// The truth table of a product.
fn product_table(product: &[(Variable, bool)]) -> u16 {
    product.iter().fold(0xffff, |table, &(variable, value)| {
        let column = COLUMNS[variable.index()];
        table & if value { column } else { !column }
    })
}

#[test]
fn covers_are_equal_to_the_function_and_nothing_can_be_left_out() {
    let mut world = World::new(4);
    for table in 0..=u16::MAX {
        let bdd = world.function(table);
        let cover = world.bdds.sum_of_products(bdd, 100).expect("no limit");
        let products: Vec<u16> = cover.products.iter().map(|product| product_table(product)).collect();
        let union = |skipped: usize| {
            let others = products.iter().enumerate().filter(|&(index, _)| index != skipped);
            others.fold(0, |table, (_, product)| table | product)
        };
        assert!(cover.is_complete);
        assert_eq!(union(usize::MAX), table);
        for (index, product) in cover.products.iter().enumerate() {
            assert_ne!(union(index), table, "product {index} of {cover:?} can be left out");
            for literal in 0..product.len() {
                let mut shorter = product.clone();
                shorter.remove(literal);
                assert_ne!(
                    product_table(&shorter) & !table,
                    0,
                    "literal {literal} of {product:?} can be left out"
                );
            }
        }
        if table % 257 == 0 {
            world.bdds.collect([]);
        }
    }
}

#[test]
fn a_cover_between_bounds_is_between_them_and_has_at_most_so_many_products() {
    let mut world = World::new(3);
    let functions = world.all();
    for lower in 0..256 {
        for upper in (0..256).filter(|upper| lower & !upper == 0) {
            let cover = world.bdds.cover(functions[lower], functions[upper], 100).expect("no limit");
            let table = cover.products.iter().fold(0, |table, product| table | product_table(product) & 0xff);
            assert_eq!((lower as u16 & !table, table & !(upper as u16)), (0, 0));
        }
    }
    let parity = functions[0x96];
    let cover = world.bdds.sum_of_products(parity, 3).expect("no limit");
    assert_eq!((cover.products.len(), cover.is_complete), (3, false));
    assert!(world.bdds.sum_of_products(parity, 4).expect("no limit").is_complete);
}

#[test]
fn questions_about_functions_are_answered_from_their_tables() {
    let mut world = World::new(4);
    for table in (0..=u16::MAX).step_by(7) {
        let bdd = world.function(table);
        assert_eq!(world.bdds.density(bdd), f64::from(table.count_ones()) / 16.0);
        let depends = |index: usize| {
            let shift = 1 << index;
            (table & COLUMNS[index]) >> shift != table & !COLUMNS[index]
        };
        let support: Vec<usize> =
            world.bdds.support(&[bdd]).iter().map(|variable| variable.index()).collect();
        assert_eq!(support, (0..4).filter(|&index| depends(index)).collect::<Vec<_>>());
        match world.bdds.satisfying(bdd) {
            None => assert_eq!(table, 0),
            Some(values) => assert_eq!(product_table(&values) & !table, 0),
        }
    }
    let parity = world.function(0x6996);
    assert_eq!((world.bdds.size(&[parity]), world.bdds.size(&[parity, !parity])), (4, 4));
}

#[test]
fn collecting_keeps_the_roots_and_frees_the_rest() {
    let mut world = World::new(4);
    let kept = world.function(0x1234);
    for table in 0..2000 {
        world.function(table);
    }
    let before = world.bdds.n_nodes();
    let freed = world.bdds.collect([kept]);
    assert_eq!(world.bdds.n_nodes(), before - freed);
    assert_eq!(world.bdds.n_nodes(), 1 + world.bdds.size(&[kept]));
    assert_eq!(world.table(kept), 0x1234);
    assert_eq!(world.function(0x1234), kept, "equal functions are still equal");
    assert_eq!(world.function(0x4321), world.function(0x4321));
}

#[test]
fn limits_are_errors_and_steps_go_on_where_they_were() {
    let limits = BddLimits { nodes: 60, ..BddLimits::default() };
    let mut bdds = Bdds::new(limits);
    let variables: Vec<Variable> = (0..40).map(|_| bdds.variable()).collect();
    let mut parity = Bdd::FALSE;
    let mut result = Ok(parity);
    for &variable in &variables {
        result = bdds.literal(variable).and_then(|literal| bdds.xor(parity, literal));
        match result {
            Ok(next) => parity = next,
            Err(_) => break,
        }
    }
    assert_eq!(result, Err(BddError::Nodes));
    assert!(bdds.n_nodes() <= 60);
    let freed = bdds.collect([parity]);
    assert!(freed > 0 && bdds.literal(variables[39]).is_ok());
}

/// x0 = y0 & x1 = y1 & ..., all x before all y: exponential in this order.
fn equalities(bdds: &mut Bdds, pairs: usize) -> Bdd {
    let variables: Vec<Variable> = (0..2 * pairs).map(|_| bdds.variable()).collect();
    let mut all = Bdd::TRUE;
    for index in 0..pairs {
        let (x, y) = (bdds.literal(variables[index]), bdds.literal(variables[index + pairs]));
        let equal = bdds.equal(x.expect("no limit"), y.expect("no limit")).expect("no limit");
        all = bdds.and(all, equal).expect("no limit");
    }
    all
}

#[test]
fn an_operation_that_ran_out_of_steps_goes_on_where_it_was() {
    let mut bdds = Bdds::default();
    let equal = equalities(&mut bdds, 10);
    let top = bdds.order()[0];
    let rotated: Vec<(Variable, Variable)> = bdds.order().windows(2).map(|pair| (pair[0], pair[1])).collect();
    let rotated: Vec<(Variable, Variable)> = rotated.into_iter().chain([(bdds.order()[19], top)]).collect();
    let renaming = bdds.renaming(&rotated).expect("no limit");
    let expected = bdds.clone().substitute(equal, renaming).expect("no limit");
    let mut attempts = 0;
    let result = loop {
        let steps = bdds.n_steps();
        bdds.set_step_limit(steps + 100);
        attempts += 1;
        match bdds.substitute(equal, renaming) {
            Ok(result) => break result,
            Err(error) => assert_eq!(error, BddError::Steps),
        }
        assert!(attempts < 1000, "no attempt gets further than the one before");
    };
    assert!(attempts > 5, "{attempts}");
    let values: Vec<usize> = vec![0, 1 << 19, (1 << 20) - 1, 0x1234];
    for value in values {
        let assignment = |variable: Variable| value >> variable.index() & 1 == 1;
        assert_eq!(bdds.evaluate(result, assignment), bdds.evaluate(expected, assignment));
    }
    bdds.set_step_limit(u64::MAX);
    assert_eq!(bdds.substitute(equal, renaming), Ok(result));
}

#[test]
fn reordering_keeps_the_meaning_of_all_roots() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut world = World::new(4);
        let cube = world.bdds.cube(&[world.variables[1], world.variables[2]]).expect("no limit");
        let tables: Vec<u16> = (0..4).map(|_| random.next() as u16).collect();
        let roots: Vec<Bdd> = tables.iter().map(|&table| world.function(table)).collect();
        let quantify = |world: &mut World, root: Bdd| {
            let quantified = world.bdds.exists(root, cube).expect("no limit");
            world.table(quantified)
        };
        let quantified: Vec<u16> = roots.iter().map(|&root| quantify(&mut world, root)).collect();
        let groups = if random.bit() { vec![world.variables[1..3].to_vec()] } else { vec![] };
        let limits = ReorderLimits { growth: 2.0, ..ReorderLimits::default() };
        let reordered = world.bdds.reorder(&roots, &groups, limits);
        assert!(reordered.nodes_after <= reordered.nodes_before, "seed {seed}: {reordered:?}");
        for (index, &root) in roots.iter().enumerate() {
            assert_eq!(world.table(root), tables[index], "seed {seed}");
            assert_eq!(world.function(tables[index]), root, "seed {seed}: equal functions are equal");
            assert_eq!(quantify(&mut world, root), quantified[index], "seed {seed}");
        }
        let order = world.bdds.order();
        let place =
            |variable: Variable| order.iter().position(|&other| other == variable).expect("in the order");
        if !groups.is_empty() {
            assert_eq!(
                place(world.variables[1]) + 1,
                place(world.variables[2]),
                "seed {seed}: groups stay together"
            );
        }
    }
}

#[test]
fn sifting_finds_a_linear_order_of_equalities() {
    let mut bdds = Bdds::default();
    let all = equalities(&mut bdds, 10);
    let before = bdds.size(&[all]);
    let reordered = bdds.reorder(&[all], &[], ReorderLimits::default());
    let after = bdds.size(&[all]);
    assert!(before > 2_000, "{before}");
    assert!((29..40).contains(&after), "the best order has 29 nodes, this one {after}");
    assert_eq!(reordered.nodes_after, after + 1);
}

#[test]
fn ten_thousand_variables_need_no_deep_stack() {
    let work = || -> Result<(), BddError> {
        let mut bdds = Bdds::default();
        let variables: Vec<Variable> = (0..20_000).map(|_| bdds.variable()).collect();
        let mut equal = Bdd::TRUE;
        for pair in variables.chunks(2).rev() {
            let (x, y) = (bdds.literal(pair[0])?, bdds.literal(pair[1])?);
            let same = bdds.equal(x, y)?;
            equal = bdds.and(same, equal)?;
        }
        let first: Vec<Variable> = variables.iter().copied().step_by(2).collect();
        let back: Vec<(Variable, Variable)> = variables.chunks(2).map(|pair| (pair[1], pair[0])).collect();
        let (cube, back) = (bdds.cube(&first)?, bdds.renaming(&back)?);
        let start = bdds.sum_of_products(equal, 3)?;
        assert!(!start.is_complete);
        let mut state = Bdd::TRUE;
        for &variable in first.iter().rev() {
            let literal = bdds.literal(variable)?;
            state = bdds.and(literal, state)?;
        }
        assert_eq!(bdds.and_exists_substitute(state, equal, cube, back)?, state);
        let negated = bdds.xor(equal, state)?;
        assert_eq!(bdds.ite(negated, !equal, equal)?, bdds.xor(negated, equal)?);
        Ok(())
    };
    // A stack that a recursion over so many levels would overflow.
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work);
    thread.expect("a thread starts").join().expect("it does not overflow").expect("no limit");
}
