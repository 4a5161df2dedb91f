//! Movement: who moves, and every step of a path (6.3, 8.1-8.4, 13.2-13.4).

use super::Checker;
use super::codes::*;
use super::collapse::Walked;
use super::violation::{Arg, Violation, Violations};
use crate::board::Hexes;
use crate::data::{Beside, HexId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;
use smallvec::SmallVec;

impl Checker<'_> {
    pub(super) fn check_movement(&self, made: &Move, found: &mut Violations) {
        // Where each unit stops: its `go` goes before its `rail`, that before its `ferry`.
        let mut moved: SmallVec<[(UnitId, Option<HexId>, HexId); 16]> = SmallVec::new();
        let mut walked: SmallVec<[Walked; 16]> = SmallVec::new();
        let mut stops = |unit: UnitId, from: HexId, to: HexId| {
            if !moved.iter().any(|(other, ..)| *other == unit) {
                moved.push((unit, Some(from), to));
            }
        };
        for order in made.orders() {
            let Some(unit) = order.unit() else { continue };
            let Some(start) = self.front.hex(unit).filter(|_| self.is_own(unit)) else {
                found.add(&NOT_OWN_MOVED, &[Arg::Unit(unit)]);
                continue;
            };
            match order {
                Order::Go { path, .. } => {
                    self.check_mover(unit, found);
                    walked.push(self.check_path(unit, start, path, made, found));
                    self.check_forced_zone(unit, path, found);
                    if let Some(end) = path.last() {
                        stops(unit, start, *end);
                    }
                }
                Order::Rail { path, .. } => {
                    self.check_mover(unit, found);
                    self.check_ride(unit, start, path, found);
                    self.check_forced_zone(unit, path, found);
                    if let Some(end) = path.last() {
                        stops(unit, start, *end);
                    }
                }
                Order::Ferry { hex, .. } => {
                    if !self.ferries_sail() {
                        found.add(&NO_FERRY, &[Arg::Unit(unit)]);
                        continue;
                    }
                    self.check_mover(unit, found);
                    self.check_ferry(unit, start, *hex, found);
                    stops(unit, start, *hex);
                }
                _ => {}
            }
        }
        self.check_transport_limits(made, found);
        if self.second_impulse || self.forced().is_empty() {
            self.check_stops(&moved, found);
            return;
        }
        self.check_forced(made, &walked, found);
        // 14.82-2: who is forced back may stop where there is no room; 7.3 asks for what is too much.
        let free: Hexes = moved
            .iter()
            .filter(|(unit, ..)| !self.forced().contains(*unit))
            .map(|(.., hex)| *hex)
            .collect();
        let mut over = Violations::default();
        self.check_stops(&moved, &mut over);
        let judged = |violation: &Violation| {
            violation
                .args()
                .any(|arg| matches!(arg, Arg::Hex(hex) if free.contains(hex)))
        };
        found.0.extend(over.0.into_iter().filter(judged));
    }

    /// 4.2-1, 12.21-2: who may move at all.
    fn check_mover(&self, unit: UnitId, found: &mut Violations) {
        if self.is_out_of_command(unit) {
            found.add(&OUT_OF_COMMAND, &[Arg::Unit(unit)]);
        }
        if self.position.state().entrenched.contains(unit) {
            found.add(&ENTRENCHED, &[Arg::Unit(unit)]);
        }
    }

    fn check_path(
        &self,
        unit: UnitId,
        start: HexId,
        path: &[HexId],
        made: &Move,
        found: &mut Violations,
    ) -> Walked {
        let movement = &self.movement;
        let forced = !self.second_impulse && self.forced().contains(unit);
        let kind = self.kind(unit);
        let infiltrates = self.front.campaign.infiltrators.contains(unit);
        let eased = match kind {
            Kind::Assault => self.company(start, path, made),
            _ => 0,
        };
        let allowance = u16::from(self.front.allowance(unit));
        let (mut from, mut spent, mut entered) = (start, 0_u16, false);
        for (number, to) in path.iter().copied().enumerate() {
            let beside = self.data.ground.between(from, to);
            let step = beside.unwrap_or(Beside {
                hex: to,
                river: false,
                rail: false,
                barred: false,
                trench: false,
            });
            let ends = [Arg::Unit(unit), Arg::Hex(from), Arg::Hex(to)];
            if beside.is_none() {
                found.add(&NOT_ADJACENT, &ends);
            }
            if step.barred {
                found.add(&BARRED_SIDE, &ends);
            }
            let cost = movement.step(kind, &step, number < eased);
            if !cost.open {
                self.add_closed(unit, to, found);
            }
            self.check_entered(unit, to, found);
            // 8.2-1: the first hex that it cannot pay for.
            let before = spent;
            spent += u16::from(cost.points);
            if spent > allowance && before <= allowance {
                found.add(&TOO_FAR, &[Arg::Unit(unit), Arg::Hex(to)]);
            }
            if forced {
                self.check_forced_step(unit, from, to, found);
            }
            entered |= movement.zones().contains(to);
            if !infiltrates && movement.zones().contains(to) {
                // 6.31-1: it stops there.
                if number + 1 < path.len() {
                    found.add(&GOES_ON, &[Arg::Unit(unit), Arg::Hex(to)]);
                }
                // 6.32-1: never from zone to zone.
                if movement.zones().contains(from) {
                    found.add(&ZONE_TO_ZONE, &ends);
                }
            }
            from = to;
        }
        Walked {
            unit,
            end: from,
            spent,
            entered,
        }
    }

    /// 8.3-1, 6.1-6: enemies and hexes nobody of the side enters.
    #[inline]
    pub(super) fn check_entered(&self, unit: UnitId, hex: HexId, found: &mut Violations) {
        if self.movement.enemies.contains(hex) {
            found.add(&ENEMY_THERE, &[Arg::Unit(unit), Arg::Hex(hex)]);
        }
        if self.movement.shut.contains(hex) {
            found.add(&MAY_NOT_ENTER, &[Arg::Unit(unit), Arg::Hex(hex)]);
        }
    }

    /// 13.3-3: how many steps an assault unit makes together with mountain infantry.
    fn company(&self, start: HexId, path: &[HexId], made: &Move) -> usize {
        let together = |order: &Order| match order {
            Order::Go { unit, path: other }
                if self.is_own(*unit)
                    && self.kind(*unit) == Kind::Mountain
                    && self.front.hex(*unit) == Some(start) =>
            {
                path.iter()
                    .zip(other)
                    .take_while(|(own, its)| own == its)
                    .count()
            }
            _ => 0,
        };
        made.orders().iter().map(together).max().unwrap_or(0)
    }
}
