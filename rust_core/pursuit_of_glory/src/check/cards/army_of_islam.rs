//! ARMY OF ISLAM: it joins a Turkish LCU that attacks in the north-east.

use crate::board::BitSet;
use crate::combat::{Battle, Role, TURKS, any};
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;

impl Battle<'_> {
    /// The places from where such an LCU as ARMY OF ISLAM asks for attacks, without an HQ in its
    /// stack (10.1-2).
    #[must_use]
    pub fn stacks_for_islam(&self) -> BitSet {
        let role = Role::Attacker;
        let stacks = self
            .spearheads()
            .map(|(unit, from)| self.stack(role, unit, from));
        let open = stacks.filter(|stack| !self.led(role, *stack));
        open.map(|(place, _)| place).collect()
    }

    /// The TU and TU-A LCUs that attack from Caucasus, Russia, Azerbaijan or neutral Persia, and
    /// from where.
    pub(super) fn spearheads(&self) -> impl Iterator<Item = (UnitId, PlaceId)> {
        let areas = [
            Area::Caucasus,
            Area::Russia,
            Area::Azerbaijan,
            Area::PersiaNeutral,
        ];
        let fighters = self.fighters[Role::Attacker as usize].iter();
        fighters
            .filter(move |unit| {
                unit.supplied
                    && self.data.units[unit.unit].size == Size::Lcu
                    && any(unit.nations, &TURKS)
                    && areas.contains(&self.data.spaces[unit.from].area)
            })
            .map(|unit| (unit.unit, unit.from))
    }
}
