//! Mending orders: what fails whatever the way it is carried out is not tried in another way.

use engine::mending::{Branch, Menders, Mending, Outcome};
use std::hash::RandomState;

/// An order, and the way it is carried out.
type Order = (char, u8);

/// What is wrong: an order that must be there is missing, or one is carried out in a way that is closed.
enum Broken {
    Needs(char),
    Closed,
}

/// Whoever gives `a` needs one of `b`, and only some ways are open.
#[derive(Default)]
struct Puzzle {
    branch: Branch<Order, RandomState>,
    judged: usize,
    /// What each order needs.
    needs: Vec<(char, char)>,
    /// The ways in which each order can be given, and those of them that are closed.
    ways: Vec<(char, u8)>,
    closed: Vec<Order>,
    found: Vec<Order>,
}

impl Mending for Puzzle {
    type Order = Order;
    type Broken = Broken;
    type Hasher = RandomState;

    fn judged(&mut self, orders: &[Order]) -> Option<Vec<Broken>> {
        self.judged += 1;
        let given = |what| orders.iter().any(|order| order.0 == what);
        let missing = self
            .needs
            .iter()
            .filter(|(what, other)| given(*what) && !given(*other));
        let mut broken: Vec<_> = missing.map(|(_, other)| Broken::Needs(*other)).collect();
        let closed = orders.iter().any(|order| self.closed.contains(order));
        broken.extend(closed.then_some(Broken::Closed));
        Some(broken)
    }

    fn menders(&mut self, _: &[Order], broken: Broken) -> Menders<Order> {
        let Broken::Needs(what) = broken else {
            return Menders::Nothing;
        };
        let ways = self.ways.iter().filter(|(known, _)| *known == what);
        let ways = ways.flat_map(|(what, number)| (0..*number).map(|way| (*what, way)));
        Menders::One(ways.collect())
    }

    fn note(&mut self, orders: &[Order]) {
        self.found = orders.to_vec();
    }

    fn branch(&mut self) -> &mut Branch<Order, RandomState> {
        &mut self.branch
    }

    fn are_alike(&self, one: &Order, other: &Order) -> bool {
        one.0 == other.0
    }

    fn is_of_way(&self, _: &[Order], broken: &Broken) -> bool {
        matches!(broken, Broken::Closed)
    }
}

#[test]
fn what_fails_in_any_way_is_tried_once() {
    let mut puzzle = Puzzle {
        needs: vec![('a', 'b'), ('b', 'c')],
        ways: vec![('b', 80)],
        ..Puzzle::default()
    };
    assert_eq!(puzzle.mend(&mut vec![('a', 0)]), Outcome::Never);
    assert_eq!(puzzle.judged, 2);
    assert!(puzzle.branch.excluded.is_empty());
}

#[test]
fn where_the_way_matters_each_is_tried() {
    let mut puzzle = Puzzle {
        needs: vec![('a', 'b')],
        ways: vec![('b', 80)],
        closed: (0..79).map(|way| ('b', way)).collect(),
        ..Puzzle::default()
    };
    assert_eq!(puzzle.mend(&mut vec![('a', 0)]), Outcome::Found);
    assert_eq!(puzzle.found, [('a', 0), ('b', 79)]);
    puzzle.closed.push(('b', 79));
    puzzle.judged = 0;
    assert_eq!(puzzle.mend(&mut vec![('a', 0)]), Outcome::Never);
    assert_eq!(puzzle.judged, 81);
}

#[test]
fn a_way_that_matters_further_on_matters() {
    // The first way of `b` needs a way of `c` that is open; it is closed for all.
    let mut puzzle = Puzzle {
        needs: vec![('a', 'b'), ('b', 'c')],
        ways: vec![('b', 2), ('c', 3)],
        closed: (0..3).map(|way| ('c', way)).collect(),
        ..Puzzle::default()
    };
    assert_eq!(puzzle.mend(&mut vec![('a', 0)]), Outcome::Never);
    assert_eq!(puzzle.judged, 1 + 2 * (1 + 3));
}
