//! The forced retreat of the 2nd Army (14.82).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violation, Violations};
use crate::board::Units;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};

/// What a `go` has come to at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walked {
    pub(super) unit: UnitId,
    pub(super) end: HexId,
    /// Movement points spent.
    pub(super) spent: u16,
    /// Has it entered an enemy zone?
    pub(super) entered: bool,
}

impl Checker<'_> {
    /// The units that a forced retreat moves in the first impulse (14.82-2).
    pub(super) fn forced(&self) -> Units {
        *self.forced.get_or_init(|| self.front.forced_back())
    }

    /// 14.82-2, in the first impulse: a step of a forced unit.
    pub(super) fn check_forced_step(
        &self,
        unit: UnitId,
        from: HexId,
        to: HexId,
        found: &mut Violations,
    ) {
        let args = [Arg::Unit(unit), Arg::Hex(from), Arg::Hex(to)];
        if self.front.leads_east(from, to) {
            found.add(&WRONG_WAY, &args);
        }
        if self.movement.comes_nearer(from, to) {
            found.add(&NEARER, &args);
        }
    }

    /// 14.82-2, in the first impulse: forced units go as far as they can.
    pub(super) fn check_forced(&self, made: &Move, walked: &[Walked], found: &mut Violations) {
        let goes = |unit: UnitId| {
            let own =
                |order: &Order| matches!(order, Order::Go { unit: other, .. } if *other == unit);
            made.orders().iter().any(own)
        };
        self.forced().for_each(|unit| {
            if !goes(unit) && self.movement.can_step_back(unit) {
                found.add(&MUST_RETREAT, &[Arg::Unit(unit)]);
            }
        });
        for walk in walked {
            let breaks =
                |violation: &Violation| violation.args().next() == Some(Arg::Unit(walk.unit));
            if !self.forced().contains(walk.unit) || found.0.iter().any(breaks) {
                continue;
            }
            let allowance = u16::from(self.front.allowance(walk.unit));
            let left = u8::try_from(allowance.saturating_sub(walk.spent)).unwrap_or(0);
            let mut back = self
                .movement
                .steps_back(walk.unit, walk.end, left, walk.entered);
            if back.next().is_some() {
                found.add(&STOPS_SHORT, &[Arg::Unit(walk.unit), Arg::Hex(walk.end)]);
            }
        }
    }

    /// 14.82-4: in the second impulse no forced unit enters an enemy zone.
    pub(super) fn check_forced_zone(&self, unit: UnitId, path: &[HexId], found: &mut Violations) {
        if !self.second_impulse || !self.forced().contains(unit) {
            return;
        }
        for hex in path {
            if self.movement.zones().contains(*hex) {
                found.add(&FORCED_INTO_ZONE, &[Arg::Unit(unit), Arg::Hex(*hex)]);
            }
        }
    }
}
