//! Units that an event activates free of OPS (9.5.1.a).

use super::codes::{NO_OTHER_ORDERS, ONE_SPACE, OTHER_ACTIVATION};
use super::violation::Violations;
use super::{Arg, Checker};
use crate::board::BitSet;
use crate::orders::{Move, Order};

impl Checker<'_> {
    /// One place that the event is about, in the way it says; nothing else where that is combat.
    pub(super) fn check_event(&self, orders: &Move, violations: &mut Violations<'_>) {
        let Some(event) = self.event else { return };
        let mut places = BitSet::EMPTY;
        for order in orders.orders() {
            match order {
                Order::Activate {
                    place,
                    purpose,
                    units,
                } => {
                    places.insert(*place);
                    let named = match units.is_empty() {
                        true => self.at(*place),
                        false => units.as_slice(),
                    };
                    if !event.allows(self.data, *place, *purpose, named) {
                        violations.add(&OTHER_ACTIVATION, &[Arg::Place(*place)]);
                    }
                }
                _ if event.moves() => {}
                _ => violations.add(&NO_OTHER_ORDERS, &[]),
            }
        }
        if let number @ 2.. = places.len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            violations.add(&ONE_SPACE, &[Arg::Number(number)]);
        }
    }
}
