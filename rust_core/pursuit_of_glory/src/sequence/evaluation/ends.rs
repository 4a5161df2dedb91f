//! What a battle has come to when it is over, and between which ends that lies while it is not.

use super::{Measure, Plan};
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::Combat;
use crate::combat::Role;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::State;
use crate::vocabulary::*;

/// So many units are compared at once.
const CHUNK: usize = 16;

/// How many measures there are.
pub(super) const MEASURES: usize = Measure::ALL.len();

/// Between which ends the measures lie, in their order.
pub(super) type Ends = [(i64, i64); MEASURES];

/// The position from which the battle is followed; what it comes to is the difference.
#[derive(Debug)]
pub(super) struct Start {
    /// Whose attack it is.
    pub(super) attacker: Side,
    target: PlaceId,
    state: State,
    /// The units in the target.
    garrison: BitSet,
    /// By unit its steps; those of units that a card may bring into the game are counted.
    steps: Vec<u8>,
    /// The units that have fallen in this battle already: a card may bring them back (RESERVES TO
    /// THE FRONT).
    fell: BitSet,
    /// The combat units of the attacker's side, and all others: the defender's.
    parts: [BitSet; 2],
    /// Those in a Reserve Box or in the target: they may retreat from there.
    there: BitSet,
    vp: i32,
    /// No more victory points change hands than all places of the map and all penalties are worth.
    most_vp: i64,
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
        let worth: i32 = (0..data.on_map)
            .map(|place| position.worth(place).abs())
            .sum();
        let own = data.counters.combat.iter();
        let own: BitSet = own
            .filter(|unit| position.side_of(*unit) == attacker)
            .collect();
        Self {
            attacker,
            target,
            fell: enlisted
                .iter()
                .filter(|unit| fallen(position, *unit))
                .collect(),
            steps: all,
            parts: [own, data.counters.combat - own],
            there: there.collect(),
            state: *position.state(),
            garrison: units
                .filter(|unit| position.place(*unit) == Some(target))
                .collect(),
            vp: position.state().track(Track::Vp),
            most_vp: i64::from(2 * worth) + 32,
            guests: i64::try_from(brought + entering.len()).unwrap_or(i64::MAX),
            repairs: repaired || planned().any(|card| card.points().is_some()),
        }
    }

    /// The combat units of a part.
    const fn units(&self, role: Role) -> &BitSet {
        &self.parts[role as usize]
    }

    /// The units that stand elsewhere, or in another state, than at the start.
    fn changed(&self, now: &Position) -> BitSet {
        let (before, now) = (&self.state, now.state());
        let mut changed = (before.reduced - now.reduced) | (now.reduced - before.reduced);
        let rows = before.place.chunks(CHUNK).zip(now.place.chunks(CHUNK));
        for (row, (before, now)) in rows.enumerate() {
            // Most rows of units stand where they stood.
            if before == now {
                continue;
            }
            let units = before.iter().zip(now).enumerate();
            let moved = units.filter(|(_, (before, now))| before != now);
            moved.for_each(|(at, _)| changed.insert(row * CHUNK + at));
        }
        changed
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

    /// The steps and the units that a part has lost since. Only units that stand otherwise than at
    /// the start have lost any.
    fn lost_by(&self, position: &Position, changed: &BitSet, role: Role) -> [i64; 2] {
        let mut lost = [0, 0];
        (*self.units(role) & *changed).for_each(|unit| {
            let gone = i64::from(fallen(position, unit));
            lost[0] += self.lost(position, unit);
            // One that is brought back falls no more.
            lost[1] += match self.fell.contains(unit) {
                true => gone - 1,
                false if self.steps[unit] > 0 => gone,
                false => 0,
            };
        });
        lost
    }

    /// What the measures come to in a position in which the battle is over, in their order.
    pub(super) fn tell(&self, end: &Position) -> [i64; MEASURES] {
        let (data, view) = (end.data(), end.view());
        let [attackers, defenders] = &self.parts;
        let target = self.target;
        let stands = |units: &BitSet| units.iter().any(|unit| end.place(unit) == Some(target));
        let held = stands(defenders);
        // A defender, or a unit that came for one, has left the target.
        let retreated = (*defenders & self.there).iter().any(|unit| {
            let place = end.place(unit).filter(|place| *place < data.on_map);
            place.is_some_and(|place| place != target)
        });
        let [own, foe] =
            [self.attacker, self.attacker.enemy()].map(|side| view.control[index(side)]);
        let fort = (view.forts & foe).contains(target);
        // The marker moves up for the CP (5.1).
        let gained = i64::from(end.state().track(Track::Vp) - self.vp);
        let changed = self.changed(end);
        let [attack, defence] =
            [Role::Attacker, Role::Defender].map(|role| self.lost_by(end, &changed, role));
        Measure::all(|measure| match measure {
            Measure::Taken => i64::from(own.contains(target) || (stands(attackers) && !held)),
            Measure::Cleared => i64::from(!held && (!fort || retreated)),
            Measure::Retreated => i64::from(retreated),
            Measure::AttackerSteps => attack[0],
            Measure::DefenderSteps => defence[0],
            Measure::AttackerUnits => attack[1],
            Measure::DefenderUnits => defence[1],
            Measure::Vp if self.attacker == Side::Cp => gained,
            Measure::Vp => -gained,
        })
    }

    /// Between which ends the measures lie, whatever still comes.
    pub(super) fn ends(&self, now: &Position) -> Ends {
        let [attack, defence] =
            [Role::Attacker, Role::Defender].map(|role| self.ends_of_losses(now, role));
        Measure::all(|measure| match measure {
            Measure::Taken | Measure::Cleared | Measure::Retreated => (0, 1),
            Measure::AttackerSteps => attack[0],
            Measure::DefenderSteps => defence[0],
            Measure::AttackerUnits => attack[1],
            Measure::DefenderUnits => defence[1],
            Measure::Vp => (-self.most_vp, self.most_vp),
        })
    }

    /// Between which ends the steps and the units lie that a part loses.
    fn ends_of_losses(&self, now: &Position, role: Role) -> [(i64, i64); 2] {
        let state = now.state();
        let enlisted = state.attackers | state.defenders;
        let changed = self.changed(now);
        let mut more = [2 * self.guests; 2];
        (*self.units(role) & (enlisted | self.garrison | changed)).for_each(|unit| {
            let here = now.place(unit) == Some(self.target);
            let left = i64::from(steps(now, unit));
            if left == 0 || !(here || enlisted.contains(unit)) {
                return;
            }
            more[0] += left;
            more[1] += 1;
            // An SCU may come for it and fall, too (12.6.5).
            if now.data().counters.lcus.contains(unit) {
                more[0] += 2;
                more[1] += 1;
            }
        });
        let lost = self.lost_by(now, &changed, role);
        // Cards that repair give back no more than their points, half a point a step (17.1).
        let back = if self.repairs { 64 } else { 0 };
        [0, 1].map(|at| (lost[at] - back, lost[at] + more[at]))
    }
}
