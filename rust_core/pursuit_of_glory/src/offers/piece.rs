//! Whether something can be ordered beside orders that are given: asked by [`super::open`] for one order
//! after the other.

use super::bundles::Leg;
use super::open::Candidate;
use super::repairs::Standing;
use super::{Completer, Offer, Possible, Task};
use crate::data::{PlaceId, UnitId};
use crate::orders::Order;
use engine::mending::Outcome;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// What a completer is told when it is asked for a piece.
pub(super) struct Piece<'p> {
    pub(super) base: &'p [Order],
    pub(super) tasks: &'p [Task],
    pub(super) found: &'p [Order],
    pub(super) proven: &'p mut FxHashSet<Offer>,
    pub(super) never: &'p mut FxHashSet<Offer>,
    pub(super) staying: &'p mut FxHashSet<UnitId>,
    pub(super) left: &'p mut usize,
    /// What the orders given come to.
    pub(super) standing: OnceCell<Standing>,
}

impl Piece<'_> {
    fn standing(&self, completer: &Completer<'_>) -> &Standing {
        let standing = || completer.standing_with(self.base, self.tasks);
        self.standing.get_or_init(standing)
    }

    fn is_proven(&self, completer: &Completer<'_>, offer: &Offer) -> bool {
        self.proven.contains(offer) || completer.offers.contains(offer)
    }

    /// Whether one of some orders can be given.
    pub(super) fn any<'o>(
        &mut self,
        completer: &mut Completer<'_>,
        group: impl Iterator<Item = &'o Candidate> + Clone,
    ) -> Option<bool> {
        let mut all = group.clone();
        if all.any(|one| self.is_proven(completer, &one.offer)) {
            return Some(true);
        }
        let mut unknown = false;
        for one in group {
            match self.tried(completer, &one.offer, one.ways.iter()) {
                Outcome::Found => return Some(true),
                Outcome::Cut => unknown = true,
                Outcome::Never => {}
            }
        }
        (!unknown).then_some(false)
    }

    /// Looks for a legal move with an order in each of some ways.
    pub(super) fn tried<'o>(
        &mut self,
        completer: &mut Completer<'_>,
        offer: &Offer,
        ways: impl Iterator<Item = &'o Possible>,
    ) -> Outcome {
        if self.never.contains(offer) {
            return Outcome::Never;
        }
        let mut outcome = Outcome::Never;
        for way in ways {
            let (orders, tasks) = way.clone().joined(self.base, self.tasks);
            if completer.standing_with(&orders, &tasks).is_overdrawn() {
                continue;
            }
            if let Possible::Order(order) = way
                && self.goes_with_what_was_found(completer, order)
            {
                return Outcome::Found;
            }
            match completer.attempt(&orders, &tasks, self.left) {
                Outcome::Found => return Outcome::Found,
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
        }
        if outcome == Outcome::Never {
            self.never.insert(offer.clone());
        }
        outcome
    }

    /// Whether the legal move that was found for what is given is one with this order, too.
    fn goes_with_what_was_found(&mut self, completer: &mut Completer<'_>, order: &Order) -> bool {
        if self.found.len() <= self.base.len() {
            return false;
        }
        let mut orders = self.found.to_vec();
        orders.push(order.clone());
        completer.left = *self.left;
        let mut broken = Vec::new();
        let legal = completer.judge(&orders, &mut broken) && broken.is_empty();
        *self.left = completer.left;
        if legal {
            completer.note_offers(&orders);
        }
        legal
    }

    /// Whether a unit cannot go, as far as OPS and its other orders tell.
    pub(super) fn stays(&mut self, completer: &Completer<'_>, unit: UnitId) -> bool {
        if !self.staying.contains(&unit) {
            if completer.may_go(unit, self.standing(completer)) {
                return false;
            }
            self.staying.insert(unit);
        }
        true
    }

    /// The units of whom it is known that they can go somewhere.
    pub(super) fn going(&self, completer: &Completer<'_>) -> FxHashSet<UnitId> {
        let goes = |offer: &Offer| match offer {
            Offer::End(unit, _) => Some(*unit),
            _ => None,
        };
        let known = self.proven.iter().filter_map(goes);
        known.chain(completer.offers.goers()).collect()
    }

    /// Whether a unit of which that is not known yet can go somewhere.
    pub(super) fn goes(&mut self, completer: &mut Completer<'_>, unit: UnitId) -> Option<bool> {
        if self.stays(completer, unit) {
            return Some(false);
        }
        if self.found.len() >= self.base.len() && !completer.free_of_ops {
            let standing = completer.standing(self.found);
            completer.left = *self.left;
            let steps = completer.takes_a_step(unit, self.found, &standing);
            *self.left = completer.left;
            if steps {
                return Some(true);
            }
        }
        let mut unknown = completer.ways(unit).cut;
        for stop in completer.stops(unit) {
            match self.ends(completer, unit, stop) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(false)
    }

    pub(super) fn ends(
        &mut self,
        completer: &mut Completer<'_>,
        unit: UnitId,
        stop: PlaceId,
    ) -> Option<bool> {
        let offer = Offer::End(unit, stop);
        if self.is_proven(completer, &offer) {
            return Some(true);
        }
        let way = Possible::Task(Task::End(unit, stop));
        match self.tried(completer, &offer, [way].iter()) {
            Outcome::Found => Some(true),
            Outcome::Never => Some(false),
            Outcome::Cut => None,
        }
    }

    /// Whether the next best unit can take a plain step beside the legal move that was found.
    pub(super) fn one_goes(&mut self, completer: &mut Completer<'_>, goers: &[UnitId]) -> bool {
        if completer.free_of_ops || completer.only_organizes || self.found.len() < self.base.len() {
            return false;
        }
        let standing = completer.standing(self.found);
        let mut legs = goers.iter().filter_map(|unit| {
            let stays = self.staying.contains(unit);
            let leg = (!stays).then(|| completer.leg(*unit, self.found, &standing));
            leg.flatten().filter(|(_, cost)| *cost <= standing.left)
        });
        let Some((leg, _)) = legs.next() else {
            return false;
        };
        drop(legs);
        completer.left = *self.left;
        let proven = completer.is_proven(self.found, &[(&leg, 0)]);
        *self.left = completer.left;
        proven
    }

    /// Notes of whom it is not known that they can go, what legal moves show in which many of them go their
    /// plain ways at once.
    pub(super) fn bundle(&mut self, completer: &mut Completer<'_>, goers: &[UnitId]) {
        if completer.free_of_ops || completer.only_organizes || self.found.len() < self.base.len() {
            return;
        }
        let known = self.going(completer);
        let standing = completer.standing(self.found);
        let mut legs: Vec<(Leg, u8)> = Vec::new();
        for unit in goers.iter().filter(|unit| !known.contains(unit)) {
            let leg = (!self.stays(completer, *unit))
                .then(|| completer.leg(*unit, self.found, &standing))
                .flatten();
            legs.extend(leg);
        }
        completer.left = *self.left;
        completer.go_by_turns(self.found, &legs, standing.left);
        *self.left = completer.left;
    }
}
