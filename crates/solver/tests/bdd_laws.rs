//! Laws of Boolean algebra on larger functions than truth tables reach.

use cutpoint_solver::bdd::{Bdd, Bdds, Cube, Substitution, Variable};
use proptest::prelude::*;

const VARIABLES: usize = 12;

/// How a function is made.
#[derive(Clone, Debug)]
enum Recipe {
    Variable(usize),
    Not(Box<Recipe>),
    And(Box<Recipe>, Box<Recipe>),
    Xor(Box<Recipe>, Box<Recipe>),
    Ite(Box<Recipe>, Box<Recipe>, Box<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    (0..VARIABLES).prop_map(Recipe::Variable).prop_recursive(5, 60, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed().prop_map(Recipe::Not),
            (boxed(), boxed()).prop_map(|(a, b)| Recipe::And(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Recipe::Xor(a, b)),
            (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| Recipe::Ite(a, b, c)),
        ]
    })
}

struct World {
    bdds: Bdds,
    variables: Vec<Variable>,
}

impl World {
    fn new() -> Self {
        let mut bdds = Bdds::default();
        let variables = (0..VARIABLES).map(|_| bdds.variable()).collect();
        Self { bdds, variables }
    }

    fn cook(&mut self, recipe: &Recipe) -> Bdd {
        let result = match recipe {
            Recipe::Variable(index) => self.bdds.literal(self.variables[*index]),
            Recipe::Not(inner) => Ok(!self.cook(inner)),
            Recipe::And(a, b) => {
                let (a, b) = (self.cook(a), self.cook(b));
                self.bdds.and(a, b)
            }
            Recipe::Xor(a, b) => {
                let (a, b) = (self.cook(a), self.cook(b));
                self.bdds.xor(a, b)
            }
            Recipe::Ite(a, b, c) => {
                let (a, b, c) = (self.cook(a), self.cook(b), self.cook(c));
                self.bdds.ite(a, b, c)
            }
        };
        result.expect("no limit")
    }

    fn cube(&mut self, subset: usize) -> Cube {
        let chosen: Vec<Variable> = (0..VARIABLES)
            .filter(|index| subset >> index & 1 == 1)
            .map(|index| self.variables[index])
            .collect();
        self.bdds.cube(&chosen).expect("no limit")
    }

    fn rotation(&mut self, by: usize) -> Substitution {
        let pairs: Vec<(Variable, Variable)> = (0..VARIABLES)
            .map(|index| (self.variables[index], self.variables[(index + by) % VARIABLES]))
            .collect();
        self.bdds.renaming(&pairs).expect("no limit")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn boolean_algebra(a in recipe(), b in recipe(), c in recipe()) {
        let mut world = World::new();
        let (a, b, c) = (world.cook(&a), world.cook(&b), world.cook(&c));
        let bdds = &mut world.bdds;
        let (ab, ac) = (bdds.and(a, b).unwrap(), bdds.and(a, c).unwrap());
        let b_or_c = bdds.or(b, c).unwrap();
        prop_assert_eq!(bdds.and(a, b_or_c), bdds.or(ab, ac));
        let b_xor_c = bdds.xor(b, c).unwrap();
        prop_assert_eq!(bdds.and(a, b_xor_c), bdds.xor(ab, ac));
        let na_c = bdds.and(!a, c).unwrap();
        prop_assert_eq!(bdds.ite(a, b, c), bdds.or(ab, na_c));
        let bc = bdds.and(b, c).unwrap();
        prop_assert_eq!(bdds.and(ab, c), bdds.and(a, bc));
    }

    #[test]
    fn a_product_is_a_conjunction_quantified_and_renamed(
        a in recipe(), b in recipe(), subset in 0usize..1 << VARIABLES, by in 0usize..VARIABLES,
    ) {
        let mut world = World::new();
        let (a, b) = (world.cook(&a), world.cook(&b));
        let (cube, rotation) = (world.cube(subset), world.rotation(by));
        let both = world.bdds.and(a, b).unwrap();
        let expected = world.bdds.exists(both, cube).unwrap();
        prop_assert_eq!(world.bdds.and_exists(a, b, cube), Ok(expected));
        let renamed = world.bdds.substitute(expected, rotation).unwrap();
        prop_assert_eq!(world.bdds.and_exists_substitute(a, b, cube, rotation), Ok(renamed));
        let back = world.rotation((VARIABLES - by) % VARIABLES);
        prop_assert_eq!(world.bdds.substitute(renamed, back), Ok(expected));
    }

    #[test]
    fn covers_add_up_to_the_function(a in recipe()) {
        let mut world = World::new();
        let a = world.cook(&a);
        let cover = world.bdds.sum_of_products(a, usize::MAX).unwrap();
        let mut sum = Bdd::FALSE;
        for product in &cover.products {
            let mut conjunction = Bdd::TRUE;
            for &(variable, value) in product {
                let literal = world.bdds.literal(variable).unwrap();
                conjunction = world.bdds.and(conjunction, if value { literal } else { !literal }).unwrap();
            }
            sum = world.bdds.or(sum, conjunction).unwrap();
        }
        prop_assert_eq!(sum, a);
    }

    #[test]
    fn collecting_and_reordering_change_no_root(a in recipe(), b in recipe()) {
        let mut world = World::new();
        let (a_root, b_root) = (world.cook(&a), world.cook(&b));
        let both = world.bdds.and(a_root, b_root).unwrap();
        let density = world.bdds.density(both);
        world.bdds.collect([a_root, b_root]);
        prop_assert_eq!((world.cook(&a), world.cook(&b)), (a_root, b_root));
        world.bdds.reorder(&[a_root, b_root], &[], Default::default());
        prop_assert_eq!((world.cook(&a), world.cook(&b)), (a_root, b_root));
        let both = world.bdds.and(a_root, b_root).unwrap();
        prop_assert!((world.bdds.density(both) - density).abs() < 1e-9);
    }
}
