//! What could be activated with some OPS (9.2), place by place.

use super::Checker;
use crate::activation::Purpose;
use crate::data::{PlaceId, UnitId};

impl Checker<'_> {
    /// Every place that could be activated alone with the OPS there are, and for what; of a region
    /// or an island base, some stack of it (9.2.6-1).
    #[must_use]
    pub fn offers(&self) -> Vec<(PlaceId, Purpose)> {
        let mut offers = Vec::new();
        for place in (0..self.data.on_map).filter(|place| !self.at(*place).is_empty()) {
            for purpose in Purpose::ALL {
                if self.payable(place, *purpose) {
                    offers.push((place, *purpose));
                }
            }
        }
        offers
    }

    fn payable(&self, place: PlaceId, purpose: Purpose) -> bool {
        let units = self.at(place);
        let by_event = |stack: &[UnitId]| {
            self.event
                .is_none_or(|event| event.allows(self.data, place, purpose, stack))
        };
        let within = |stack: &[UnitId]| {
            let judged = self.activation_rules.judged(stack, place, purpose);
            let paid = judged.is_ok_and(|cost| self.event.is_some() || cost.total() <= self.ops);
            paid && by_event(stack)
        };
        if purpose == Purpose::AttackWithBr
            && !units
                .iter()
                .any(|unit| self.activation_rules.fit(*unit, place, purpose))
        {
            return false;
        }
        // One unit alone costs no more than a stack with it.
        match self.unlimited_stacking(place) {
            true => units.iter().any(|unit| within(&[*unit])),
            false => within(units),
        }
    }
}
