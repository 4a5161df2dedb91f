//! The spheres of influence in Persia, and its Cossacks (18.8.5.2, 3.2.1.3.pe_ru).

use super::Transition;
use crate::data::{PlaceId, UnitId};
use crate::state::Scalar;
use crate::vocabulary::*;

impl Transition<'_> {
    /// A unit enters a place: the first of an empire in the other's sphere costs a VP (18.9.4,
    /// 18.8.5.2-3).
    ///
    /// Units of two nations are taken for the one that costs nothing (3.2-6); the Cossacks are
    /// Russians for all purposes but supply.
    pub(super) fn respect_spheres(&mut self, unit: UnitId, place: PlaceId) {
        let data = self.before.data();
        let (entry, space) = (&data.units[unit], &data.spaces[place]);
        if space.kind != Kind::Space {
            return;
        }
        let empire = [Nation::Br, Nation::In, Nation::Anz];
        let british = entry.nations.iter().all(|nation| empire.contains(nation));
        let kept = usize::from(self.now.state().scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let russian =
            entry.nations == [Nation::Ru] && !kept || unit == data.known.ru_pe_persian_cossacks;
        match space.area {
            // Before the Revolution only (18.8.5.2-2, 16.4.5.1-4).
            Area::PersiaNeutral | Area::Azerbaijan
                if british && self.now.state().scalar(Scalar::RevolutionStage) == 0 =>
            {
                self.now.pay_once(Penalty::BrInPersia);
            }
            Area::Arabistan if russian => {
                self.now.pay_once(Penalty::RuInArabistan);
            }
            _ => {}
        }
    }

    /// The Persian Cossacks do not outlive a move that ends outside Persia.
    pub(super) fn end_of_the_ride(&mut self, unit: UnitId) {
        let known = &self.before.data().known;
        if unit != known.ru_pe_persian_cossacks {
            return;
        }
        let persia = [
            Area::PersiaNeutral,
            Area::PersiaRegion,
            Area::Azerbaijan,
            Area::Arabistan,
        ];
        let area = |place: PlaceId| self.before.data().spaces[place].area;
        if self
            .now
            .spot(unit)
            .is_some_and(|place| !persia.contains(&area(place)))
        {
            self.now.retire(unit, known.ap_eliminated, false);
        }
    }
}
