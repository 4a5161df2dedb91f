//! Sieges: derived from who stands in a fort's space (15.1-15.2).

use super::{View, index};
use crate::board::BitSet;
use crate::state::Scalar;
use crate::vocabulary::*;

impl View<'_> {
    /// Finds the forts under siege and the sieges that have lapsed.
    ///
    /// A siege takes one LCU or as many SCUs, regular or irregular, as the fort is strong
    /// (15.2.1-1, 3.2.1.4-9); with fewer it has lapsed (15.2.5-1). Tribes, HQs and artillery do
    /// not count (15.2.6, 3.2.1.5-11, 3.2.3-4). The fort is its controller's; a neutral fort is
    /// nobody's enemy.
    pub(super) fn find_sieges(&mut self) {
        for side in [Side::Ap, Side::Cp] {
            let own = index(side);
            let forts = self.forts & self.control[index(side.enemy())];
            let regular = self.regular[own];
            let held = forts & (regular | self.irregular[own]);
            for space in held.iter() {
                if self.siege_strength(side, space) >= u32::from(self.data.spaces[space].fort) {
                    self.besieging[own].insert(space);
                    self.besieging_regular[own].set(space, regular.contains(space));
                } else {
                    self.lapsed[own].insert(space);
                }
            }
        }
    }

    /// What the units of `side` in a space are worth for a siege: an LCU suffices for any fort.
    #[must_use]
    pub fn siege_strength(&self, side: Side, space: usize) -> u32 {
        let landed = usize::from(self.state.scalar(Scalar::AssaultLanding)) == space + 1;
        let number = (space + 1) as u16;
        let here = BitSet::from_fn(|unit| self.state.place[unit] == number);
        here.iter()
            .map(|at| {
                let unit = &self.data.units[at];
                let of_side = self.commander(at) == Some(side);
                match (unit.class, unit.size) {
                    _ if !of_side => 0,
                    (Class::Regular, Size::Lcu) => 9,
                    // The marines of the amphibious assault count as three SCUs (15.2.1-4, 18.6.6-3).
                    (Class::Regular, _) if landed && at == self.data.known.ru_black_sea_div => 3,
                    (Class::Regular | Class::Irregular, _) => 1,
                    _ => 0,
                }
            })
            .sum()
    }
}
