//! The paths of a retreat: whether they can be gone, and better places that come first (12.7.2,
//! 12.7.5, 12.7.6, 12.7.11).

use super::super::codes::*;
use super::super::{Arg, Violations};
use super::retreat::{Retreat, RetreatPlan};
use super::retreat_routes::{STORMY, Waived};
use crate::aftermath::{Cause, RetreatRequirement, Route};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use smallvec::SmallVec;

impl Retreat<'_, '_> {
    /// The paths of those who retreat, unit by unit.
    pub(super) fn check_paths(
        &self,
        plan: &RetreatPlan,
        requirement: &RetreatRequirement,
        violations: &mut Violations<'_>,
    ) {
        let stack = plan.paths.iter().filter(|(unit, ..)| self.combat(*unit));
        let stack = stack.min_by_key(|(unit, ..)| self.id(*unit));
        let follows = |first: UnitId, path: &Route| {
            let mut paths = plan.paths.iter();
            paths.any(|(unit, other, _)| *unit == first && other == path)
        };
        for (unit, path, sails) in &plan.paths {
            let Some(start) = self.start(plan, *unit) else {
                continue;
            };
            let places: SmallVec<[PlaceId; 6]> = path.places().collect();
            if *sails {
                self.check_voyage(plan, (*unit, start), places[0], requirement, violations);
            } else {
                self.check_march(plan, requirement, (*unit, start), &places, violations);
            }
            if !self.combat(*unit) && !self.led(plan, path.last()) {
                violations.add(&HQ_ALONE, &[Arg::Unit(*unit)]);
            }
            if requirement.cause == Cause::Catastrophe {
                if stack.is_some_and(|(first, ..)| first != unit && !follows(*first, path)) {
                    violations.add(&LEAVES_THE_STACK, &[Arg::Unit(*unit)]);
                }
            } else if self.combat(*unit) {
                self.check_priorities(plan, (*unit, start), *path, *sails, violations);
            }
        }
    }

    /// Whether a combat unit ends its retreat in a place.
    fn led(&self, plan: &RetreatPlan, place: Option<PlaceId>) -> bool {
        let mut ends = plan.ends.iter();
        ends.any(|(unit, end)| Some(*end) == place && self.combat(*unit))
    }

    /// Who sails, from where, and where to (12.7.11).
    fn check_voyage(
        &self,
        plan: &RetreatPlan,
        (unit, start): (UnitId, PlaceId),
        to: PlaceId,
        requirement: &RetreatRequirement,
        violations: &mut Violations<'_>,
    ) {
        let checker = self.checker;
        let by_sea = !matches!(requirement.cause, Cause::Catastrophe | Cause::SaveTiflis);
        let sea = checker.sea_of(start);
        let Some(sea) = sea.filter(|_| by_sea && checker.sails(unit)) else {
            violations.add(&CANNOT_SAIL, &[Arg::Unit(unit)]);
            return;
        };
        let witness = [Arg::Unit(unit), Arg::Place(to)];
        if !checker.harbours(start, true).contains(to) {
            violations.add(&NO_HARBOUR, &witness);
        }
        if checker.position.winter() && STORMY.contains(&sea) {
            violations.add(&WINTER_AT_SEA, &[Arg::Unit(unit)]);
        }
        if plan.length == 0 {
            violations.add(&WRONG_LENGTH, &[Arg::Unit(unit)]);
        }
        let waived = Waived {
            sea: true,
            ..Waived::default()
        };
        if checker.closed(unit, start, [start, to], false, waived) {
            violations.add(&RETREATS_CLOSED, &witness);
        }
    }

    /// A path by land, place by place.
    fn check_march(
        &self,
        plan: &RetreatPlan,
        requirement: &RetreatRequirement,
        (unit, start): (UnitId, PlaceId),
        path: &[PlaceId],
        violations: &mut Violations<'_>,
    ) {
        let checker = self.checker;
        let who = Arg::Unit(unit);
        let ends_early = path
            .first()
            .is_some_and(|first| checker.ends_retreat(*first) || checker.base_of(start).is_some());
        let wanted = if ends_early {
            plan.length.min(1)
        } else {
            plan.length
        };
        let wanted = usize::from(wanted);
        let stack = requirement.cause == Cause::Catastrophe && path.len() == 1;
        if path.len() != wanted && !stack {
            violations.add(&WRONG_LENGTH, &[who]);
        }
        let mut from = start;
        for to in path.iter().copied() {
            let base = checker.base_of(from);
            if to == start {
                violations.add(&BACK_AGAIN, &[who]);
            } else if base.is_some_and(|base| base != to) {
                violations.add(&LEAVES_BEACHHEAD, &[who]);
            } else {
                let sails = from != start
                    && unit == checker.data.known.ru_black_sea_div
                    && !matches!(requirement.cause, Cause::Catastrophe | Cause::SaveTiflis)
                    && checker.harbours(from, false).contains(to);
                let none = Waived {
                    sea: sails,
                    ..self.waived()
                };
                let goes = sails
                    || base.is_some()
                    || checker.goes_by_land(unit, from, to, BitSet::EMPTY, none);
                if !goes {
                    violations.add(&RETREATS_NO_WAY, &[who, Arg::Place(from), Arg::Place(to)]);
                }
                if checker.closed(unit, start, [from, to], false, none) {
                    violations.add(&RETREATS_CLOSED, &[who, Arg::Place(to)]);
                }
            }
            from = to;
        }
        if requirement.cause == Cause::SaveTiflis
            && let Some(to) = path.last()
            && !checker.nearer_to_tiflis(*to, start)
        {
            violations.add(&NOT_NEARER, &[who, Arg::Place(*to)]);
        }
    }

    /// Better places come first (12.7.6.d-3).
    fn check_priorities(
        &self,
        plan: &RetreatPlan,
        (unit, start): (UnitId, PlaceId),
        path: Route,
        sails: bool,
        violations: &mut Violations<'_>,
    ) {
        let roads = self.roads(unit, start, plan.length);
        let taken = roads
            .iter()
            .find(|road| road.path == path && road.sail == sails);
        let Some(taken) = taken else { return };
        let (open, best) = self.open(plan, unit);
        let Some([first, _]) = best else { return };
        let name = |place: &PlaceId| &self.checker.data.spaces[*place].id;
        let better = if first < taken.ranks[0] {
            let roads = open.iter().filter(|road| road.ranks[0] < taken.ranks[0]);
            roads.filter_map(|road| road.path.first()).min_by_key(name)
        } else if first == taken.ranks[0] {
            // Looked up again from the first space (12.7.6.e).
            let roads = open.iter().filter(|road| {
                road.path.first() == taken.path.first() && road.ranks[1] < taken.ranks[1]
            });
            roads.map(|road| road.end).min_by_key(name)
        } else {
            None
        };
        if let Some(place) = better {
            violations.add(&BETTER_PLACE, &[Arg::Unit(unit), Arg::Place(place)]);
        }
    }
}
