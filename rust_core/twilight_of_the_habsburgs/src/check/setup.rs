//! Set-up: every unit in its zone, within the limits (14.2-14.5, 15.2-15.5, 16.2-16.4).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::board::{Hexes, Units};
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;

impl Checker<'_> {
    /// The units that the side has to set up.
    fn to_set_up(&self) -> Units {
        let own = self.front.campaign.of_side[self.side as usize];
        own.iter()
            .filter(|unit| self.position.is_in(*unit, OffMap::Waiting))
            .collect()
    }

    /// The rule that names a unit's zone; 14.3-1 and its like for units of no entry.
    fn zone_rule(&self, unit: UnitId) -> u16 {
        let entry = self.front.campaign.entry(self.front.scenario, unit);
        entry.map_or_else(|| self.setup_rule(), |entry| entry.rule)
    }

    /// The rule of the set-up as a whole.
    fn setup_rule(&self) -> u16 {
        self.front.scenario.setup_rules[self.side as usize]
    }

    pub(super) fn check_setup(&self, made: &Move, found: &mut Violations) {
        let waiting = self.to_set_up();
        let mut placed: Vec<(UnitId, Option<HexId>, HexId)> = Vec::new();
        let mut unplaced = waiting;
        for order in made.orders() {
            if let Order::Place { unit, hex } = order {
                match waiting.contains(*unit) {
                    true => placed.push((*unit, None, *hex)),
                    false => {
                        found.add_by(self.setup_rule(), &NOT_TO_SET_UP, &[Arg::Unit(*unit)]);
                    }
                }
                unplaced.remove(*unit);
            }
        }
        unplaced.for_each(|unit| {
            found.add_by(self.zone_rule(unit), &UNPLACED, &[Arg::Unit(unit)]);
        });
        self.check_zones(&placed, found);
        for (unit, _, hex) in &placed {
            if self.movement.enemies.contains(*hex) {
                found.add(&ENEMY_THERE, &[Arg::Unit(*unit), Arg::Hex(*hex)]);
            }
            self.check_standing(*unit, *hex, found);
        }
        self.check_stops(&placed, found);
        for order in made.orders() {
            let Order::Entrench { unit } = order else {
                continue;
            };
            if !placed.iter().any(|(other, ..)| other == unit) {
                found.add(&NOT_PLACED, &[Arg::Unit(*unit)]);
            } else if self.data.units[*unit].trench.is_none() {
                found.add(&NO_TRENCH_SIDE, &[Arg::Unit(*unit)]);
            } else if self.front.scenario.turned(Switch::SetupEntrenched) {
                found.add(&MOBILE_AT_FIRST, &[Arg::Unit(*unit)]);
            }
        }
    }

    /// The hexes in which a unit that waits may set up beside those that a move places: in its zone
    /// or as one of the free units (14.3-3), where terrain, the foe and stacking let it. Nothing of a
    /// unit that the side has not to set up.
    #[must_use]
    pub fn setup_hexes(&self, unit: UnitId, made: &Move) -> Hexes {
        let (campaign, scenario) = (self.front.campaign, self.front.scenario);
        let waiting = self.to_set_up();
        if !waiting.contains(unit) {
            return Hexes::EMPTY;
        }
        let placed: Vec<(UnitId, HexId)> = made
            .orders()
            .iter()
            .filter_map(|order| match order {
                Order::Place { unit: other, hex } if *other != unit => Some((*other, *hex)),
                _ => None,
            })
            .filter(|(other, _)| waiting.contains(*other))
            .collect();
        let seat = |hq: UnitId| {
            let here = placed.iter().find(|(other, _)| *other == hq);
            here.map(|(_, hex)| *hex).or_else(|| self.front.hex(hq))
        };
        let ground = &self.data.ground;
        let zone = |unit: UnitId| {
            let places = campaign
                .entry(scenario, unit)
                .map_or(&[][..], |entry| &entry.places);
            places.iter().fold(Hexes::EMPTY, |all, place| {
                all | campaign.zone(ground, self.side, *place, seat)
            })
        };
        let outside = placed
            .iter()
            .filter(|(other, hex)| !zone(*other).contains(*hex))
            .count();
        let free = usize::from(scenario.free_units[self.side as usize]);
        let held = match outside < free {
            true => campaign.ground[self.side as usize],
            false => zone(unit),
        };
        let kind = self.kind(unit) as usize;
        let standing = (ground.open[kind] | ground.rail_only[kind])
            - self.movement.shut
            - self.movement.enemies;
        let mut stacks = self.stacks().clone();
        for (other, hex) in &placed {
            stacks.add(self.data, *other, *hex);
        }
        let room = |hex: &HexId| !stacks.with(self.data, unit, *hex).is_over(self.data, *hex);
        (held & standing).iter().filter(room).collect()
    }

    fn check_zones(&self, placed: &[(UnitId, Option<HexId>, HexId)], found: &mut Violations) {
        let (campaign, scenario) = (self.front.campaign, self.front.scenario);
        let own = campaign.ground[self.side as usize];
        let seat = |hq: UnitId| {
            let here = placed.iter().find(|(unit, ..)| *unit == hq);
            here.map(|(.., hex)| *hex).or_else(|| self.front.hex(hq))
        };
        let free = scenario.free_units[self.side as usize];
        let mut outside = 0;
        for (unit, _, hex) in placed {
            let args = [Arg::Unit(*unit), Arg::Hex(*hex)];
            if !own.contains(*hex) {
                found.add_by(self.zone_rule(*unit), &WRONG_SIDE, &args);
                continue;
            }
            let places = campaign
                .entry(scenario, *unit)
                .map_or(&[][..], |entry| &entry.places);
            let ground = &self.data.ground;
            let within = |place: &crate::data::Place| {
                campaign
                    .zone(ground, self.side, *place, seat)
                    .contains(*hex)
            };
            if places.iter().any(within) {
                continue;
            }
            outside += 1;
            if free == 0 {
                found.add_by(self.zone_rule(*unit), &OUTSIDE_ZONE, &args);
            }
        }
        if free > 0 && outside > u32::from(free) {
            found.add(&TOO_MANY_FREE, &[Arg::Number(outside)]);
        }
    }
}
