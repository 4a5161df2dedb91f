//! A space that an event activates free of OPS (9.5.1.a): nothing else is ordered.

use super::codes::{NO_OTHER_ORDERS, ONE_SPACE, OTHER_ACTIVATION};
use super::violation::Violations;
use super::{Arg, Checker};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::orders::{Move, Order};

impl Checker<'_> {
    /// One space with a unit of the nation of the event, for combat.
    pub(super) fn check_event(&self, orders: &Move, violations: &mut Violations<'_>) {
        let Some(nation) = self.event else { return };
        let of_event = |unit: &usize| self.data.units[*unit].is_of(nation);
        let mut places = BitSet::EMPTY;
        for order in orders.orders() {
            match order {
                Order::Activate { place, purpose, .. } => {
                    places.insert(*place);
                    let there = self.at(*place).iter().any(of_event);
                    if !there || *purpose == Purpose::Move {
                        violations.add(&OTHER_ACTIVATION, &[Arg::Place(*place)]);
                    }
                }
                _ => violations.add(&NO_OTHER_ORDERS, &[]),
            }
        }
        if let number @ 2.. = places.len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            violations.add(&ONE_SPACE, &[Arg::Number(number)]);
        }
    }
}
