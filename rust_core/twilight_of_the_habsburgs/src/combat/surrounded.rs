//! Whom an attack may be on: terrain that bars it, and who is surrounded (9.53, 9.72).

use super::Attack;
use crate::board::{Hexes, Units};
use crate::data::{Beside, HexId, UnitId};
use crate::front::Front;
use crate::state::Scalar;
use crate::vocabulary::*;

/// What keeps a unit from attacking a hex beside it, as far as the map goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// The terrain of the hex is not open to it (9.53-1).
    pub closed: bool,
    /// Nobody may cross the hexside (9.53-1).
    pub barred: bool,
    /// It stands in rough or mountain terrain that is not open to it (9.53-3).
    pub out: bool,
}

impl Against {
    /// Does nothing speak against it?
    #[must_use]
    pub const fn is_open(self) -> bool {
        !self.closed && !self.barred && !self.out
    }
}

impl Front<'_> {
    /// Is the terrain of a hex open to a unit that comes over a hexside: along a railway if it is
    /// not closed (8.55, 9.53)?
    #[inline]
    #[must_use]
    pub fn terrain_admits(&self, unit: UnitId, beside: &Beside) -> bool {
        let kind = self.campaign.kinds[unit] as usize;
        let ground = &self.data.ground;
        ground.open[kind].contains(beside.hex)
            || (beside.rail && ground.rail_only[kind].contains(beside.hex))
    }

    /// What keeps a unit from attacking from a hex to one beside it (9.53).
    #[must_use]
    pub fn against(&self, unit: UnitId, from: HexId, beside: &Beside) -> Against {
        let ground = &self.data.ground;
        let kind = self.campaign.kinds[unit] as usize;
        let slopes =
            ground.terrain[Terrain::Rough as usize] | ground.terrain[Terrain::Mountain as usize];
        Against {
            closed: !self.terrain_admits(unit, beside),
            barred: beside.barred,
            out: !beside.rail && slopes.contains(from) && !ground.open[kind].contains(from),
        }
    }

    /// Does the surprise of turn 1 hold for a side (14.83)?
    pub(super) fn surprises(&self, side: Side) -> bool {
        side == Side::Central
            && self.state.one(Scalar::Turn) == 1
            && self.scenario.special.surprise_army.is_some()
    }

    /// The hexes beside an attacked one that keep a mobile attack from it (9.72): nobody of the
    /// attack covers them, and a defender could go there. None where 14.83-4 lifts it.
    #[must_use]
    pub fn open_sides(&self, attack: &Attack) -> smallvec::SmallVec<[HexId; 6]> {
        let army = self.campaign.surprise_army;
        let lifted = self.surprises(attack.side)
            && self.state.impulse() == Some(1)
            && (attack.units - army).is_empty();
        if lifted {
            return smallvec::SmallVec::new();
        }
        let covered = self.covered(attack.side, attack.units);
        self.ways_out(attack.side.foe(), attack.hex)
            .filter(|hex| !covered.contains(*hex))
            .collect()
    }

    /// The hexes that an attack by some units of a side covers: theirs, and their zones (9.72).
    fn covered(&self, side: Side, units: Units) -> Hexes {
        if self.scenario.turned(Switch::MobileSurroundedBy) {
            return *self.zoc(side) | self.held[side as usize];
        }
        let seats = units.iter().filter_map(|unit| self.hex(unit));
        self.zones_of(side, units) | seats.collect()
    }

    /// The hexes beside a hex that are not prohibited to those of a side who defend there (9.72).
    fn ways_out(&self, side: Side, hex: HexId) -> impl Iterator<Item = HexId> {
        let defenders = self.units_in(side, hex);
        let shut = self.not_to_enter(side);
        let around = self.data.ground.beside[hex].iter();
        let open = around.filter(move |beside| {
            !beside.barred
                && !shut.contains(beside.hex)
                && defenders
                    .iter()
                    .any(|unit| self.terrain_admits(unit, beside))
        });
        open.map(|beside| beside.hex)
    }

    /// The hexes with units of a side, and no intact fortress of its, on which the foe's units
    /// beside them could attack with `mobile` as all stand (9.72), whatever they did before and
    /// whoever is in command.
    #[must_use]
    pub fn surrounded(&self, side: Side) -> Hexes {
        let held = self.held[side as usize] - self.fortresses[side as usize];
        held.iter()
            .filter(|hex| self.is_surrounded(side, *hex))
            .collect()
    }

    fn is_surrounded(&self, side: Side, hex: HexId) -> bool {
        let mut attackers = Units::EMPTY;
        for there in self.data.ground.beside[hex].iter() {
            let over = Beside { hex, ..*there };
            self.units_in(side.foe(), there.hex).for_each(|unit| {
                if self.is_armed(unit) && self.against(unit, there.hex, &over).is_open() {
                    attackers.insert(unit);
                }
            });
        }
        if attackers.is_empty() {
            return false;
        }
        let covered = self.covered(side.foe(), attackers);
        self.ways_out(side, hex)
            .all(|beside| covered.contains(beside))
    }

    /// May a unit attack at all: its state and its strength (9.8, 12.21)?
    fn is_armed(&self, unit: UnitId) -> bool {
        !self.state.entrenched.contains(unit) && self.attack_strength(unit) > 0
    }

    /// May a unit attack at all in this segment: its strength, its state, its command, its attacks
    /// before (4.2, 9.51, 9.8, 12.21)?
    #[must_use]
    pub fn may_attack(&self, unit: UnitId) -> bool {
        let state = self.state;
        let out = state.impulse() == Some(2) && state.out_of_command.contains(unit);
        !out && !state.attacked.contains(unit) && self.is_armed(unit)
    }

    /// May a side place the gas marker now (13.8)?
    #[must_use]
    pub fn has_gas(&self, side: Side) -> bool {
        let event = self.data.events.of(self.state.one(Scalar::Event));
        side == Side::Central
            && self.state.impulse() != Some(2)
            && event.is_some_and(|event| event.gas)
            && self.state.one(Scalar::Gas) == 0
    }

    /// May the navy of a side fire now (13.5, 13.51)?
    #[must_use]
    pub fn has_bombardment(&self, side: Side) -> bool {
        side == Side::Central
            && self.state.impulse() != Some(2)
            && self.state.one(Scalar::Bombardment) > 0
            && self.state.one(Scalar::Bombarded) == 0
    }

    /// The hexes that a side may attack: those with a unit or an intact fortress of the foe.
    #[must_use]
    pub fn targets(&self, side: Side) -> Hexes {
        self.held[side.foe() as usize] | self.fortresses[side.foe() as usize]
    }

    /// The hexes that a unit may attack by itself with `probe`.
    pub fn attackable(&self, side: Side, unit: UnitId) -> smallvec::SmallVec<[HexId; 6]> {
        let Some(from) = self.hex(unit).filter(|_| self.may_attack(unit)) else {
            return smallvec::SmallVec::new();
        };
        let targets = self.targets(side);
        let around = self.data.ground.beside[from].iter();
        let open = around.filter(|beside| {
            targets.contains(beside.hex) && self.against(unit, from, beside).is_open()
        });
        open.map(|beside| beside.hex).collect()
    }

    /// Could any unit of a side attack (9.0)?
    #[must_use]
    pub fn could_attack(&self, side: Side) -> bool {
        let near = self.data.ground.weave.around(&self.targets(side));
        self.present[side as usize].iter().any(|unit| {
            self.hex(unit).is_some_and(|hex| near.contains(hex))
                && !self.attackable(side, unit).is_empty()
        })
    }
}
