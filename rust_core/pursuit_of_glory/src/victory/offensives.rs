//! Mandated offensives that are owed when the turn ends (7.1.3).

use crate::data::UnitId;
use crate::position::Position;
use crate::state::{Cell, OFFENSIVES, Scalar};
use crate::vocabulary::*;

/// Where the offensive of "Meso or Persia" is made: there, and in the regions of the east
/// (7.3.meso).
const EAST: [Area; 9] = [
    Area::Mesopotamia,
    Area::PersiaNeutral,
    Area::Azerbaijan,
    Area::Arabistan,
    Area::PersiaRegion,
    Area::CentralAsia,
    Area::Afghanistan,
    Area::Baluchistan,
    Area::India,
];

impl Position {
    /// The offensives of a side that are not met, and whose enemies are still on the map: others
    /// cost nothing (7.1.2-3, 7.1.3-4).
    pub(super) fn owed_offensives(&self, side: Side) -> impl Iterator<Item = Offensive> {
        let first = if side == Side::Cp { OFFENSIVES } else { 0 };
        (first..first + OFFENSIVES).filter_map(move |slot| {
            let stored = self.state().get(Cell::Offensive(slot)).to_le_bytes()[0];
            let offensive = Offensive::at((stored & 31).checked_sub(1)?)?;
            let open = stored & 32 == 0;
            (open && self.may_be_made(side, offensive)).then_some(offensive)
        })
    }

    /// Whether there is a unit, headquarters too, that the offensive could be made against. Whether
    /// the side has any that could make it does not matter (7.1.3-4).
    pub(crate) fn may_be_made(&self, side: Side, offensive: Offensive) -> bool {
        match (side, offensive) {
            // After stage 4 the result was ignored (7.2.ru-2).
            (Side::Cp, Offensive::Ru) => {
                self.state().scalar(Scalar::RevolutionStage) < 4
                    && self.faces(side, |unit| self.is_still(unit, Nation::Ru))
            }
            (Side::Cp, Offensive::BrInAnz) => self.faces(side, |unit| {
                let empire = [Nation::Br, Nation::In, Nation::Anz];
                empire.iter().any(|nation| self.is_still(unit, *nation))
            }),
            (Side::Ap, Offensive::Balkans) => self.meets_in(side, &[Area::Balkans]),
            (Side::Ap, Offensive::MesoOrPersia) => self.meets_in(side, &EAST),
            (Side::Cp, Offensive::Tu)
            | (Side::Ap, Offensive::Ru | Offensive::BrInAnz | Offensive::Egypt) => {
                self.faces(side, |_| true)
            }
            // 7.1.2-1, 7.3.nobr-1, 7.2.enver-1: nothing is to be attacked.
            _ => false,
        }
    }

    /// Whether a unit is of a nation for mandated offensives. Russians who count as British are of
    /// none (16.4.5.4-3).
    fn is_still(&self, unit: UnitId, nation: Nation) -> bool {
        let (data, state) = (self.data(), self.state());
        let kept = usize::from(state.scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let yugoslavs =
            unit == data.known.ru_sb_yugoslav_div && state.scalar(Scalar::RevolutionStage) >= 4;
        data.units[unit].is_of(nation) && !kept && !yugoslavs
    }

    fn meets_in(&self, side: Side, areas: &[Area]) -> bool {
        let victory_index = &self.data().victory_index;
        self.faces(side, |unit| {
            let place = self.place(unit);
            place.is_some_and(|place| {
                areas
                    .iter()
                    .any(|area| victory_index.area(*area).contains(place))
            })
        })
    }

    /// Whether such an enemy unit is on the map (7.1.3-4).
    fn faces(&self, side: Side, wanted: impl Fn(UnitId) -> bool) -> bool {
        let data = self.data();
        (0..data.units.len()).any(|unit| {
            self.side_of(unit) == side.enemy()
                && self.place(unit).is_some_and(|place| place < data.on_map)
                && wanted(unit)
        })
    }
}
