//! What an attack has come to when it is over, and between which ends that lies while it is not.

use super::Measure;
use crate::board::{Hexes, Units};
use crate::data::HexId;
use crate::front::Front;
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;

/// How many measures there are.
pub(super) const MEASURES: usize = Measure::ALL.len();

/// The position with which the end is compared.
#[derive(Debug)]
pub(super) struct Start {
    /// Whose attack it is.
    pub(super) attacker: Side,
    hex: HexId,
    /// The hexes in which whoever stands may matter to it: the attacked one, and those within two of
    /// the units that take part, whose zones reach where these may retreat.
    pub(super) near: Hexes,
    /// By side: the steps lost in play.
    steps: [i64; 2],
    /// By side: its units on the map.
    present: [Units; 2],
    /// What the central side has more than the Entente.
    margin: i64,
    /// No more points change hands for places than those within reach are worth.
    places: i64,
}

/// What a side has lost.
fn steps(position: &Position, side: Side) -> i64 {
    let lost = match side {
        Side::Central => Scalar::StepsLostCentral,
        Side::Entente => Scalar::StepsLostEntente,
    };
    position.state().one(lost).into()
}

/// The units that may fall or retreat: those that take part, and those without strength beside them.
fn involved(position: &Position) -> Units {
    position.state().engaged | position.state().accompanied
}

/// A number for each measure, in their order.
fn all<T>(number: impl Fn(Measure) -> T) -> [T; MEASURES] {
    std::array::from_fn(|at| number(Measure::ALL[at]))
}

impl Start {
    /// Of the attack that is under way in `now`; `None` if none is.
    pub(super) fn new(before: &Position, now: &Position) -> Option<Self> {
        let battle = now.state().battle()?;
        let front = before.front();
        let scenario = before.scenario();
        let seats = involved(now).iter().filter_map(|unit| front.hex(unit));
        let seats: Hexes = seats.collect();
        // Nobody retreats farther than a hex.
        let weave = &before.data().ground.weave;
        let reach = seats | weave.around(&seats);
        let hex = battle.target()?;
        let mut near = reach | weave.around(&reach);
        near.insert(hex);
        let towns = &before.data().towns;
        let worth = |(name, points): &(String, u8)| {
            let town = towns.iter().find(|(town, _)| town == name);
            let points = town
                .filter(|(_, hex)| reach.contains(*hex))
                .map(|_| *points);
            i64::from(points.unwrap_or(0))
        };
        let towns: i64 = scenario.victory.iter().flatten().map(worth).sum();
        let depots = before.data().map.depots.iter();
        let depots = depots.filter(|hex| reach.contains(**hex)).count();
        let depots = i64::try_from(depots).unwrap_or(0) * i64::from(scenario.depot_entered);
        Some(Self {
            attacker: battle.side?,
            hex,
            near,
            steps: Side::BOTH.map(|side| steps(before, side)),
            present: front.present,
            margin: front.reckoning().margin.into(),
            places: towns + depots,
        })
    }

    /// What a side has lost since: steps and units.
    fn lost(&self, now: &Position, front: &Front<'_>, side: Side) -> [i64; 2] {
        let gone = self.present[side as usize] - front.present[side as usize];
        let units = i64::try_from(gone.len()).unwrap_or(i64::MAX);
        [steps(now, side) - self.steps[side as usize], units]
    }

    /// What the measures come to in a position in which the attack is over, in their order.
    pub(super) fn tell(&self, end: &Position) -> [i64; MEASURES] {
        let front = end.front();
        let foe = self.attacker.foe();
        let [attack, defence] = [self.attacker, foe].map(|side| self.lost(end, &front, side));
        let emptied = !front.held[foe as usize].contains(self.hex);
        let cleared = emptied && !front.fortresses[foe as usize].contains(self.hex);
        let gained = i64::from(front.reckoning().margin) - self.margin;
        all(|measure| match measure {
            Measure::Cleared => cleared.into(),
            Measure::Emptied => emptied.into(),
            Measure::AttackerSteps => attack[0],
            Measure::DefenderSteps => defence[0],
            Measure::AttackerUnits => attack[1],
            Measure::DefenderUnits => defence[1],
            Measure::Vp if self.attacker == Side::Central => gained,
            Measure::Vp => -gained,
        })
    }

    /// Between which ends the measures lie, whatever still comes: of the units that take part, or
    /// stand with those, all may fall.
    pub(super) fn ends(&self, now: &Position) -> [(i64, i64); MEASURES] {
        let front = now.front();
        let foe = self.attacker.foe();
        let involved = involved(now);
        let victory = &now.data().victory;
        let dearest = u32::from(victory.step)
            .saturating_mul(2)
            .max(victory.headquarters.into());
        let mut points = self.places;
        let [attack, defence] = [self.attacker, foe].map(|side| {
            let left = involved & front.present[side as usize];
            let more: i64 = left.iter().map(|unit| i64::from(front.steps(unit))).sum();
            let lost = self.lost(now, &front, side);
            points += (lost[0] + more) * i64::from(dearest);
            let units = lost[1] + i64::try_from(left.len()).unwrap_or(i64::MAX);
            [(lost[0], lost[0] + more), (lost[1], units)]
        });
        all(|measure| match measure {
            Measure::Cleared | Measure::Emptied => (0, 1),
            Measure::AttackerSteps => attack[0],
            Measure::DefenderSteps => defence[0],
            Measure::AttackerUnits => attack[1],
            Measure::DefenderUnits => defence[1],
            Measure::Vp => (-points, points),
        })
    }
}
