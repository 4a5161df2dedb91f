//! What could be activated with some OPS (9.2), place by place.

use super::Referee;
use crate::pursuit_of_glory::activation::Purpose;
use crate::pursuit_of_glory::data::{PlaceId, UnitId};
use crate::pursuit_of_glory::state::One;

impl Referee<'_> {
    /// Every place that could be activated alone with the OPS there are, and for what; of a region
    /// or an island base, some stack of it (9.2.6-1).
    #[must_use]
    pub fn offers(&self) -> Vec<(PlaceId, Purpose)> {
        let mut offers = Vec::new();
        for place in (0..self.data.on_map).filter(|place| !self.at(*place).is_empty()) {
            for purpose in Purpose::ALL {
                if self.payable(place, *purpose) && self.of_use(place, *purpose) {
                    offers.push((place, *purpose));
                }
            }
        }
        offers
    }

    fn payable(&self, place: PlaceId, purpose: Purpose) -> bool {
        let units = self.at(place);
        let within = |stack: &[UnitId]| {
            let judged = self.desk.judged(stack, place, purpose);
            judged.is_ok_and(|cost| cost.total() <= self.ops)
        };
        if purpose == Purpose::AttackWithBr
            && !units
                .iter()
                .any(|unit| self.desk.fit(*unit, place, purpose))
        {
            return false;
        }
        // One unit alone costs no more than a stack with it.
        match self.wide(place) {
            true => units.iter().any(|unit| within(&[*unit])),
            false => within(units),
        }
    }

    /// Other programs offer no activation that leads to nothing.
    fn of_use(&self, place: PlaceId, purpose: Purpose) -> bool {
        let (readings, state) = (self.outlook().readings, self.view().state);
        let any = |wanted: &dyn Fn(UnitId) -> bool| self.at(place).iter().any(|unit| wanted(*unit));
        match purpose {
            Purpose::AttackWithBr if readings.regions_keep_british_back && self.wide(place) => {
                false
            }
            Purpose::Move => {
                !readings.moves_need_mf || any(&|unit| self.data.units[unit].full.mf > 0)
            }
            _ => {
                !readings.attacks_need_a_target
                    || any(&|unit| {
                        let elsewhere = |target: &PlaceId| {
                            *target != place || self.data.network.regions.contains(place)
                        };
                        let spent = readings.russians_have_attacked
                            && state.one(One::RevolutionStage) == 3
                            && self.russian(unit);
                        !spent
                            && self.desk.fit(unit, place, purpose)
                            && self.attack_targets(unit).iter().any(elsewhere)
                    })
            }
        }
    }
}
