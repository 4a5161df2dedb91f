//! MAUDE: the HQ joins a stack with British and Indian units, and the IN 15th Division comes in.

use crate::board::BitSet;
use crate::check::Checker;
use crate::combat::{Battle, Role};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;
use smallvec::SmallVec;

impl Battle<'_> {
    /// The stacks of the side's combat units in supply that have both a BR and an IN unit.
    pub(super) fn mixed_stacks(&self, role: Role) -> SmallVec<[(PlaceId, u16); 4]> {
        let of = |nation: Nation| {
            let units = self.fighters[role as usize].iter();
            units
                .filter(move |unit| unit.supplied && unit.nations.has(nation))
                .map(|unit| self.stack(role, unit.unit, unit.from))
        };
        let indian: SmallVec<[_; 8]> = of(Nation::In).collect();
        of(Nation::Br)
            .filter(|stack| indian.contains(stack))
            .collect()
    }

    /// The places of those of them that no HQ is of (10.1-2), which MAUDE may join.
    #[must_use]
    pub fn stacks_for_maude(&self, side: Side) -> BitSet {
        let Some(role) = self.role(side) else {
            return BitSet::EMPTY;
        };
        let stacks = self.mixed_stacks(role).into_iter();
        let open = stacks.filter(|stack| !self.led(role, *stack));
        open.map(|(place, _)| place).collect()
    }
}

impl Checker<'_> {
    /// Where the IN 15th Division comes in (9.5.3.2.b, 9.5.3.2.f, 9.5.3.2.p): BR sources, and ports
    /// of the AP but for Aqaba, Jiddah and those of the Black and the Caspian Sea.
    pub(super) fn landing_places(&self, division: UnitId) -> BitSet {
        let (data, known, view) = (self.data, &self.data.known, self.view());
        let own = view.control[index(self.side)];
        let mut places: BitSet = self.friendly_ports(false);
        for sea in [Sea::BlackSea, Sea::Caspian] {
            places = places - data.network.ports[sea as usize];
        }
        for place in [known.aqaba, known.jiddah] {
            places.remove(place);
        }
        places |= (data.movement_graph.islands & own)
            | [known.sudan_darfur, known.india].into_iter().collect();
        let free = |place: &PlaceId| {
            let besieged = view.besieging[index(Side::Cp)].contains(*place);
            !besieged && !self.held_by_enemies(*place) && self.has_room(*place, &[division])
        };
        places.iter().filter(free).collect()
    }
}
