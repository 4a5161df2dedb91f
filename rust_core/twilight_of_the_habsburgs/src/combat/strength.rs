//! What units are worth in combat: strengths by state and steps, and what multiplies them
//! (9.1, 9.61, 9.62, 11.3, 11.44, 12.5, 14.81, 14.83).

use crate::board::Units;
use crate::data::{HexId, UnitId};
use crate::front::Front;
use crate::state::Scalar;
use crate::vocabulary::*;

impl Front<'_> {
    /// The number of the turn.
    fn turn(&self) -> u16 {
        self.state.one(Scalar::Turn)
    }

    /// The attack strength of a unit's mobile side with the steps it has left (9.8).
    #[inline]
    #[must_use]
    pub fn attack_strength(&self, unit: UnitId) -> u8 {
        let entry = &self.data.units[unit];
        match self.state.reduced.contains(unit) {
            true => entry.reduced.attack,
            false => entry.full.attack,
        }
    }

    /// The defence strength of a unit, on the side that lies up (12.0, 12.4).
    #[inline]
    #[must_use]
    pub fn defence_strength(&self, unit: UnitId) -> u8 {
        let entry = &self.data.units[unit];
        let reduced = self.state.reduced.contains(unit);
        match (self.state.entrenched.contains(unit), entry.trench) {
            (true, Some([full, less])) => match reduced {
                true => less,
                false => full,
            },
            _ if reduced => entry.reduced.defence,
            _ => entry.full.defence,
        }
    }

    /// The units of a side in a hex.
    #[must_use]
    pub fn units_in(&self, side: Side, hex: HexId) -> Units {
        let mut found = Units::EMPTY;
        self.present[side as usize].for_each(|unit| {
            found.set(unit, self.hex(unit) == Some(hex));
        });
        found
    }

    /// What multiplies the attack of a unit: the surprise of turn 1 (14.83).
    pub(super) fn attack_factor(&self, unit: UnitId) -> u8 {
        if self.turn() != 1 || !self.campaign.surprise_army.contains(unit) {
            return 1;
        }
        let impulse = usize::from(self.state.impulse().unwrap_or(1)).saturating_sub(1);
        let factors = self.scenario.special.surprise.get(impulse);
        let nation = self.data.units[unit].nation;
        factors.map_or(1, |factors| factors[nation as usize])
    }

    /// Does a unit lack readiness for the terrain (14.81)?
    fn is_unready(&self, unit: UnitId) -> bool {
        self.turn() == 1 && self.campaign.unready_army.contains(unit)
    }

    /// The bonuses of a hex against some attackers, each above 1 (9.62), and whether all of them
    /// attack across a river.
    pub(super) fn bonuses(&self, attackers: Units, hex: HexId, fortress: bool) -> Bonuses {
        let charts = &self.data.combat;
        let ground = &self.data.ground;
        let (mut rivers, mut trenches, mut count) = (0, 0, 0);
        attackers.for_each(|unit| {
            let side = self.hex(unit).and_then(|from| ground.between(from, hex));
            count += 1;
            rivers += usize::from(side.is_some_and(|side| side.river));
            trenches += usize::from(side.is_some_and(|side| side.trench));
        });
        let any = self.scenario.turned(Switch::HexsideBonus);
        let crossed = |across: usize, any: bool| match any {
            true => across > 0,
            false => count > 0 && across == count,
        };
        let all_across_river = crossed(rivers, false);
        let entry = &self.data.map.hexes[hex];
        let features = [
            (Feature::City, entry.city),
            // 11.44: at a fortress every attacker must be across.
            (Feature::River, crossed(rivers, any && !fortress)),
            (Feature::TrenchLine, crossed(trenches, any)),
            (Feature::Fortress, fortress),
        ];
        let terrain = charts.terrain[entry.terrain as usize];
        let mut found = Bonuses {
            factor: 1,
            largest: 1,
            names: smallvec::SmallVec::new(),
            all_across_river,
        };
        let mut add = |name: &'static str, factor: u8| {
            if factor > 1 {
                found.names.push((name, factor));
                found.largest = found.largest.max(factor);
            }
        };
        add(entry.terrain.word(), terrain);
        for (feature, there) in features {
            if there {
                add(feature.word(), charts.feature(feature));
            }
        }
        found.factor = found.together(charts.several);
        found
    }

    /// What the bonuses of its hex make of a defending unit (9.62, 14.81-1).
    pub(super) fn defence_factor(&self, unit: UnitId, bonuses: &Bonuses) -> u8 {
        match self.is_unready(unit) {
            true => bonuses.largest,
            false => bonuses.factor,
        }
    }
}

/// What multiplies the defence of units in a hex (9.62).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bonuses {
    /// What they make together.
    pub factor: u8,
    /// The largest of them.
    pub largest: u8,
    /// Each of them: terrain or feature, and its factor.
    pub names: smallvec::SmallVec<[(&'static str, u8); 4]>,
    /// Do all attackers attack across a river (11.44)?
    pub all_across_river: bool,
}

impl Bonuses {
    /// What they make together, if that is `several` of more than one.
    pub(super) fn together(&self, several: u8) -> u8 {
        match self.names.len() {
            0 => 1,
            1 => self.largest,
            _ => several,
        }
    }

    /// Without one of them.
    pub(super) fn without(&self, name: &str, several: u8) -> Self {
        let mut found = self.clone();
        found.names.retain(|(known, _)| *known != name);
        let factors = found.names.iter().map(|(_, factor)| *factor);
        found.largest = factors.max().unwrap_or(1);
        found.factor = found.together(several);
        found.all_across_river &= name != Feature::River.word();
        found
    }
}
