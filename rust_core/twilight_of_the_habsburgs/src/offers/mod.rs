//! What can be ordered: every order that at least one legal move contains beside those given, as the
//! law finds it (`docs/twilight_of_the_habsburgs/interface.md`).
//!
//! Each order is completed to a move, and the checker says what is wrong with it. Where several orders
//! could mend that, all are tried; so what is not listed is in no legal move, unless
//! [`Listing::complete`] says that more would have had to be tried.

mod company;
pub mod enumeration;
mod menders;
mod moving;
mod open;
mod proposals;
mod search;
mod setting_up;
mod tolls;
mod ways;

use crate::board::Units;
use crate::check::Checker;
use crate::data::{Data, HexId, UnitId};
use crate::front::Front;
use crate::movement::Movement;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::mending::{Branch, Mending, Outcome};
pub use open::{Begun, Candidate, Open};
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::RandomState;
use ways::Ways;

/// How many moves are judged at most for one order, and for all of a listing.
const MOST_FOR_ONE: usize = 400;
const MOST_FOR_ALL: usize = 40_000;

/// What can be ordered.
#[derive(Debug, Default)]
pub struct Listing {
    /// Every order found in a legal move with those given, these among them; of a path there is only
    /// its end.
    pub offers: BTreeSet<Order>,
    /// Whether nothing else can be ordered.
    pub complete: bool,
    /// How many moves were judged.
    pub judged: usize,
}

/// Every order that the side to act could give beside those given; none where nobody decides.
#[must_use]
pub fn list(position: &Position, given: &Move) -> Listing {
    let (at, asked) = position.asked();
    let Some(side) = at.state().active() else {
        return Listing {
            complete: true,
            ..Listing::default()
        };
    };
    let front = at.front();
    let mut lister = Lister::new(&at, &front, (asked, side), given.orders().to_vec());
    lister.list();
    lister.listing
}

/// Finds legal moves that contain some orders.
struct Lister<'a> {
    position: &'a Position,
    data: &'a Data,
    checker: Checker<'a>,
    front: &'a Front<'a>,
    asked: DecisionKind,
    side: Side,
    /// Own units on the map.
    own: Units,
    given: Vec<Order>,
    movement: Movement<'a, 'a>,
    /// The units that are forced back (14.82).
    forced: Units,
    /// By unit: where it could go.
    ways: Vec<OnceCell<Ways>>,
    /// By hex: what made room for somebody who ends there.
    reliefs: HashMap<HexId, Vec<Order>>,
    /// The last legal move that was found.
    found: Vec<Order>,
    branch: Branch<Order, RandomState>,
    /// How many moves may still be judged for this order.
    left: usize,
    listing: Listing,
    /// All legal moves that were found, if they are wanted.
    kept: Option<Vec<Vec<Order>>>,
}

impl<'a> Lister<'a> {
    fn new(
        at: &'a Position,
        front: &'a Front<'a>,
        (asked, side): (DecisionKind, Side),
        given: Vec<Order>,
    ) -> Self {
        Self {
            position: at,
            data: at.data(),
            checker: Checker::new(at, front, side),
            front,
            asked,
            side,
            own: front.present[side as usize],
            given,
            movement: Movement::new(front, side),
            forced: front.forced_back() & front.present[side as usize],
            ways: (0..at.data().units.len())
                .map(|_| OnceCell::new())
                .collect(),
            reliefs: HashMap::new(),
            found: Vec::new(),
            branch: Branch::default(),
            left: 0,
            listing: Listing {
                complete: true,
                ..Listing::default()
            },
            kept: None,
        }
    }
}

impl Lister<'_> {
    fn list(&mut self) {
        if self.asked == DecisionKind::Setup {
            self.list_setup();
            return;
        }
        match self.look(self.given.clone()) {
            Outcome::Found => {}
            Outcome::Never => return,
            Outcome::Cut => {
                self.listing.complete = false;
                return;
            }
        }
        let base = self.found.clone();
        for bundle in self.bundles() {
            let orders = base.iter().cloned().chain(bundle).collect();
            self.try_out(orders);
        }
        let moving = self.asked == DecisionKind::Movement;
        if moving {
            self.move_many(&base);
        }
        for order in self.proposals() {
            if moving && !self.listing.offers.contains(&told(&order)) {
                self.look_near(&base, &order);
            }
            if self.listing.offers.contains(&told(&order)) {
                continue;
            }
            let start = self.start(&base, order.clone());
            match self.look(start) {
                Outcome::Found if moving => self.note_relief(&order),
                Outcome::Cut => self.listing.complete = false,
                _ => {}
            }
        }
        let cut = |ways: &OnceCell<Ways>| ways.get().is_some_and(|ways| ways.cut);
        if self.ways.iter().any(cut) {
            self.listing.complete = false;
        }
    }

    /// The orders from which a move with one more is looked for: those given and, where hexes do not
    /// depend on each other, what a legal move does in others.
    fn start(&self, base: &[Order], order: Order) -> Vec<Order> {
        let hex = order.unit().and_then(|unit| self.front.hex(unit));
        let elsewhere = |other: &&Order| {
            self.asked == DecisionKind::Excess
                && other.unit().and_then(|unit| self.front.hex(unit)) != hex
        };
        let mut orders = self.given.clone();
        orders.extend(base.iter().filter(elsewhere).cloned());
        orders.push(order);
        orders
    }

    /// Notes what these orders contain if they are a legal move; whether they are.
    fn try_out(&mut self, orders: Vec<Order>) -> bool {
        self.left = 1;
        let legal = self.judged(&orders).is_some_and(|broken| broken.is_empty());
        if legal {
            self.note(&orders);
        }
        legal
    }

    /// Own units that stand in a hex.
    fn own_in(&self, hex: HexId) -> impl Iterator<Item = UnitId> {
        let units = self.own.iter();
        units.filter(move |unit| self.front.hex(*unit) == Some(hex))
    }
}

/// The units that some orders are about.
fn units_of(orders: &[Order]) -> Units {
    orders.iter().filter_map(Order::unit).collect()
}

/// An order as it is offered: of a path only its end.
fn told(order: &Order) -> Order {
    let end = |path: &[HexId]| path.last().copied().into_iter().collect();
    match order {
        Order::Go { unit, path } => Order::Go {
            unit: *unit,
            path: end(path),
        },
        Order::Rail { unit, path } => Order::Rail {
            unit: *unit,
            path: end(path),
        },
        order => order.clone(),
    }
}
