//! What a battle has come to when it is over, and between which ends that lies while it is not.

use super::{Measure, Plan};
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::Combat;
use crate::combat::Role;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::vocabulary::*;

/// The position from which the battle is followed; what it comes to is the difference.
#[derive(Debug)]
pub(super) struct Start {
    /// Whose attack it is.
    pub(super) attacker: Side,
    target: PlaceId,
    /// By unit its steps; those of units that a card may bring into the game are counted.
    steps: Vec<u8>,
    /// The units that have fallen in this battle already: a card may bring them back (RESERVES TO
    /// THE FRONT).
    fell: BitSet,
    /// The units of the attacker; all others are the defender's.
    own: BitSet,
    /// Those in a Reserve Box or in the target: they may retreat from there.
    there: BitSet,
    vp: i32,
    /// How many units the cards may bring.
    guests: i64,
    /// Whether a card may give back steps (RESERVES TO THE FRONT, CZAR'S ARMORIES).
    repairs: bool,
}

/// The steps that a unit has on the map or in a Reserve Box.
fn steps(position: &Position, unit: UnitId) -> u8 {
    let known = &position.data().known;
    let Some(place) = position.place(unit) else {
        return 0;
    };
    let counts =
        place < position.data().on_map || [known.ap_reserve, known.cp_reserve].contains(&place);
    match (counts, position.state().reduced.contains(unit)) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    }
}

/// Whether a unit is in a box of the eliminated.
fn fallen(position: &Position, unit: UnitId) -> bool {
    let known = &position.data().known;
    position.place(unit).is_some_and(|place| {
        [
            known.ap_eliminated,
            known.cp_eliminated,
            known.ap_permanently_eliminated,
            known.cp_permanently_eliminated,
        ]
        .contains(&place)
    })
}

impl Start {
    pub(super) fn new(position: &Position, target: PlaceId, plan: &Plan) -> Self {
        let data = position.data();
        let attacker = position.state().attacker();
        let units = 0..data.units.len();
        let mut all: Vec<u8> = units.clone().map(|unit| steps(position, unit)).collect();
        // Who comes into the game by a card comes at full strength.
        let planned = || {
            plan.cards
                .iter()
                .filter_map(|played| data.combat(played.card))
        };
        let entering: Vec<UnitId> = planned().filter_map(Combat::entering).collect();
        for unit in &entering {
            if all[*unit] == 0 {
                all[*unit] = 2;
            }
        }
        let known = &data.known;
        let from = [Some(target), Some(known.ap_reserve), Some(known.cp_reserve)];
        let there = units
            .clone()
            .filter(|unit| from.contains(&position.place(*unit)));
        let brought: usize = plan.cards.iter().map(|played| played.units.len()).sum();
        let enlisted = position.state().attackers | position.state().defenders;
        // Cards that were played before give back steps, too.
        let under_way = PostCombat::new(position);
        let repaired = under_way.is_some_and(|after| after.repairing().is_some());
        Self {
            attacker,
            target,
            fell: enlisted
                .iter()
                .filter(|unit| fallen(position, *unit))
                .collect(),
            steps: all,
            own: units
                .clone()
                .filter(|unit| position.side_of(*unit) == attacker)
                .collect(),
            there: there.collect(),
            vp: position.state().track(Track::Vp),
            guests: i64::try_from(brought + entering.len()).unwrap_or(i64::MAX),
            repairs: repaired || planned().any(|card| card.points().is_some()),
        }
    }

    /// The combat units of a part.
    fn units<'p>(&'p self, position: &'p Position, role: Role) -> impl Iterator<Item = UnitId> {
        let attacks = role == Role::Attacker;
        let combat = position.data().counters.combat;
        combat
            .iter()
            .filter(move |unit| self.own.contains(*unit) == attacks)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The steps a unit has lost since; less than 0 if a card gave it one, or brought it back that
    /// had fallen in this battle before the start (17.1).
    fn lost(&self, position: &Position, unit: UnitId) -> i64 {
        let before = i64::from(self.steps[unit]);
        match (before, fallen(position, unit)) {
            (0, _) if self.fell.contains(unit) => -i64::from(steps(position, unit)),
            (0, _) => 0,
            (_, true) => before,
            // Whoever left the game another way has not fallen.
            _ => match steps(position, unit) {
                0 => 0,
                now => before - i64::from(now),
            },
        }
    }

    fn lost_by(&self, position: &Position, role: Role) -> i64 {
        let units = self.units(position, role);
        units.map(|unit| self.lost(position, unit)).sum()
    }

    fn fallen_of(&self, position: &Position, role: Role) -> i64 {
        let units = self.units(position, role);
        let change = units.map(|unit| match self.fell.contains(unit) {
            // One that is brought back falls no more.
            true => i64::from(fallen(position, unit)) - 1,
            false => i64::from(self.steps[unit] > 0 && fallen(position, unit)),
        });
        change.sum()
    }

    /// Whether a combat unit of a part stands in the target.
    fn stands(&self, position: &Position, role: Role) -> bool {
        let mut units = self.units(position, role);
        units.any(|unit| position.place(unit) == Some(self.target))
    }

    /// Whether a defender, or a unit that came for one, has left the target.
    fn retreated(&self, position: &Position) -> bool {
        let on_map = position.data().on_map;
        let mut units = self.units(position, Role::Defender);
        units.any(|unit| {
            let place = position.place(unit).filter(|place| *place < on_map);
            self.there.contains(unit) && place.is_some_and(|place| place != self.target)
        })
    }

    /// What a measure comes to in a position in which the battle is over.
    pub(super) fn tell(&self, end: &Position, measure: Measure) -> i64 {
        let attacker = self.attacker;
        let truth = match measure {
            Measure::Taken => {
                let view = end.view();
                view.control[index(attacker)].contains(self.target)
                    || (self.stands(end, Role::Attacker) && !self.stands(end, Role::Defender))
            }
            Measure::Cleared => {
                let view = end.view();
                let fort =
                    (view.forts & view.control[index(attacker.enemy())]).contains(self.target);
                !self.stands(end, Role::Defender) && (!fort || self.retreated(end))
            }
            Measure::Retreated => self.retreated(end),
            Measure::AttackerSteps => return self.lost_by(end, Role::Attacker),
            Measure::DefenderSteps => return self.lost_by(end, Role::Defender),
            Measure::AttackerUnits => return self.fallen_of(end, Role::Attacker),
            Measure::DefenderUnits => return self.fallen_of(end, Role::Defender),
            Measure::Vp => {
                // The marker moves up for the CP (5.1).
                let gained = i64::from(end.state().track(Track::Vp) - self.vp);
                return if attacker == Side::Cp {
                    gained
                } else {
                    -gained
                };
            }
        };
        i64::from(truth)
    }

    /// Between which ends a measure lies, whatever still comes.
    pub(super) fn range(&self, now: &Position, measure: Measure) -> (i64, i64) {
        let role = match measure {
            Measure::Taken | Measure::Cleared | Measure::Retreated => return (0, 1),
            Measure::AttackerSteps | Measure::AttackerUnits => Role::Attacker,
            Measure::DefenderSteps | Measure::DefenderUnits => Role::Defender,
            Measure::Vp => {
                // No more than all places of the map and all penalties together.
                let places = 0..now.data().on_map;
                let worth: i32 = places.map(|place| now.worth(place).abs()).sum();
                let most = i64::from(2 * worth) + 32;
                return (-most, most);
            }
        };
        let by_units = matches!(measure, Measure::AttackerUnits | Measure::DefenderUnits);
        let state = now.state();
        let enlisted = state.attackers | state.defenders;
        let mut more = 2 * self.guests;
        for unit in self.units(now, role) {
            let here = now.place(unit) == Some(self.target);
            let left = i64::from(steps(now, unit));
            if left == 0 || !(here || enlisted.contains(unit)) {
                continue;
            }
            more += if by_units { 1 } else { left };
            // An SCU may come for it and fall, too (12.6.5).
            if now.data().counters.lcus.contains(unit) {
                more += if by_units { 1 } else { 2 };
            }
        }
        let lost = if by_units {
            self.fallen_of(now, role)
        } else {
            self.lost_by(now, role)
        };
        // Cards that repair give back no more than their points, half a point a step (17.1).
        let back = if self.repairs { 64 } else { 0 };
        (lost - back, lost + more)
    }
}
