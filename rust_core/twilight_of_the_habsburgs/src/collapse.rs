//! The collapse of the 2nd Army: who is forced back, and which steps lead back (14.82).

use crate::board::Units;
use crate::data::{Beside, HexId, UnitId};
use crate::front::Front;
use crate::movement::Movement;
use crate::state::Scalar;
use crate::vocabulary::*;

impl Front<'_> {
    /// The units that a forced retreat under way moves; none if none is (14.82-1).
    #[must_use]
    pub fn forced_back(&self) -> Units {
        let special = &self.scenario.special;
        let under_way = special.collapse_army.is_some()
            && self.state.one(Scalar::Turn) == 1
            && self.state.phasing() == Some(Side::Entente)
            && self.state.one(Scalar::SecondArmyLost) > special.collapse_limit;
        match under_way {
            true => self.campaign.forced_back & self.present[Side::Entente as usize],
            false => Units::EMPTY,
        }
    }

    /// How many hexes the nearest enemy unit is away.
    #[must_use]
    pub fn nearest_enemy(&self, side: Side, hex: HexId) -> Option<u32> {
        let place = |hex: HexId| self.data.map.hexes[hex].hex;
        let enemies = self.enemies(side).iter();
        enemies.map(|enemy| place(hex).distance(place(enemy))).min()
    }

    /// Does a step lead east or north-east (14.82-2)?
    #[must_use]
    pub fn leads_east(&self, from: HexId, to: HexId) -> bool {
        let place = |hex: HexId| self.data.map.hexes[hex].hex;
        let (from, to) = (place(from), place(to));
        matches!((to.q() - from.q(), to.r() - from.r()), (1, 0) | (0, 1))
    }
}

impl Movement<'_, '_> {
    /// Is the nearest enemy unit nearer to the hex a step leads to than to the one it leaves?
    #[must_use]
    pub fn comes_nearer(&self, from: HexId, to: HexId) -> bool {
        let near = |hex: HexId| self.front.nearest_enemy(self.side, hex);
        near(to) < near(from)
    }

    /// The steps back of a unit in a hex with so many movement points left (14.82-2); `entered` if it
    /// has entered an enemy zone in this segment.
    pub fn steps_back(
        &self,
        unit: UnitId,
        from: HexId,
        left: u8,
        entered: bool,
    ) -> impl Iterator<Item = (HexId, u8)> + '_ {
        let kind = self.front.campaign.kinds[unit];
        let infiltrates = self.front.campaign.infiltrators.contains(unit);
        let stopped = entered && !infiltrates;
        let in_zone = self.zones().contains(from) && !infiltrates;
        let around = self.front.data.ground.beside[from].iter();
        around
            .filter(move |_| !stopped)
            .filter_map(move |beside: &Beside| {
                let cost = self.step(kind, beside, false);
                let legal = self.admits(beside, cost)
                    && cost.points <= left
                    && !(in_zone && self.zones().contains(beside.hex));
                let back = legal
                    && !self.front.leads_east(from, beside.hex)
                    && !self.comes_nearer(from, beside.hex);
                back.then_some((beside.hex, cost.points))
            })
    }

    /// Has a unit a step back where it stands? None if it cannot move at all.
    #[must_use]
    pub fn can_step_back(&self, unit: UnitId) -> bool {
        self.points(unit).is_some_and(|(from, points)| {
            self.steps_back(unit, from, points, false).next().is_some()
        })
    }

    /// The forced units that can no more than stand: in an enemy zone, without a step back
    /// (14.82-3).
    #[must_use]
    pub fn cornered(&self) -> Units {
        let forced = self.front.forced_back();
        let stuck = |unit: &UnitId| {
            let hex = self.front.hex(*unit);
            hex.is_some_and(|hex| self.zones().contains(hex)) && !self.can_step_back(*unit)
        };
        forced.iter().filter(stuck).collect()
    }
}
