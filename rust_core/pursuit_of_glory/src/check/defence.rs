//! The stack that defends a region (12.10.3).

use super::codes::*;
use super::{Arg, Checker, Violation, Violations};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;

impl Checker<'_> {
    /// Every rule that the choice of a defending stack breaks, each once.
    pub(super) fn check_defence(&self, target: PlaceId, orders: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let there = self.defenders_in(target);
        let mut stack = BitSet::EMPTY;
        for order in orders.orders() {
            let Order::Defend { unit } = *order else {
                continue;
            };
            let witness = [Arg::Unit(unit)];
            if !there.contains(unit) {
                violations.add(&DEFENDER_ELSEWHERE, &witness);
                continue;
            }
            stack.insert(unit);
            if self.view().state.retreated.contains(unit) {
                violations.add(&RETREATED, &witness);
            }
            if self.data.units[unit].class == Class::Artillery {
                violations.add(&NO_DEFENDER, &witness);
            }
        }
        let crowd = self.crowd(stack.iter());
        for (broken, code) in [
            (crowd.too_many(), &STACK_TOO_BIG),
            (crowd.two_hqs(), &STACK_OF_TWO_HQS),
            (crowd.rivals(), &STACK_OF_RIVALS),
        ] {
            if broken {
                violations.add(code, &[]);
            }
        }
        let ready = there & self.data.counters.combat;
        for unit in (ready - stack - self.view().state.retreated).iter() {
            if self.stands_with(&stack, unit) {
                violations.add(&ROOM_FOR, &[Arg::Unit(unit)]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a combat unit could be added to a stack, by numbers and by nations (10.0-1, 10.2-2).
    fn stands_with(&self, stack: &BitSet, unit: UnitId) -> bool {
        let crowd = self.crowd(stack.iter().chain([unit]));
        let hostile = |other: UnitId| self.crowd([unit, other].into_iter()).rivals();
        !crowd.too_many() && !stack.iter().any(hostile)
    }

    /// The defender's units in a place.
    fn defenders_in(&self, target: PlaceId) -> BitSet {
        let view = self.view();
        let here = |unit: &UnitId| self.position.place(*unit) == Some(target);
        let own = view.commanded(self.side) & view.present;
        own.iter().filter(here).collect()
    }

    /// Whether the defender of a region has a choice: an HQ, or more combat units than one stack
    /// takes (12.10.3-1, 12.10.3-2).
    pub(super) fn chooses_defenders(&self, target: PlaceId) -> bool {
        if !self.data.network.regions.contains(target) {
            return false;
        }
        let there = self.defenders_in(target) - self.view().state.retreated;
        let hq = |unit: UnitId| self.data.units[unit].class == Class::Hq;
        let crowd = self.crowd((there & self.data.counters.combat).iter());
        there.iter().any(hq) || crowd.too_many() || crowd.rivals()
    }
}
