//! Countries that collapse in the War Status Phase (6.0.F.5, 16.6): Bulgaria (18.8.2.3).

use super::Transition;
use crate::cards::{BULGARIA, ROMANIA};
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

impl Position {
    fn stands(&self, country: Collapse) -> bool {
        !self.state().holds(Scalar::Collapsed, country as u8)
    }

    /// Bulgaria collapses when it is in the war and the AP controls Sofia: its units leave the game, and a
    /// German division takes the place of the XI Army (18.8.2.3-1, 18.8.2.3-2).
    pub(super) fn collapse_of_bulgaria(&self) -> Self {
        let data = self.data();
        let known = &data.known;
        let mut transition = Transition::new(self, Side::Cp);
        transition.now.next_in_phase();
        let taken = self.state().controlled[0].contains(known.sofia);
        if self.state().happened(BULGARIA) && self.stands(Collapse::Bulgaria) && taken {
            let collapsed = self.state().scalar(Scalar::Collapsed);
            let bit = 1 << Collapse::Bulgaria as u16;
            transition
                .now
                .put_scalar(Scalar::Collapsed, collapsed | bit);
            let gone = known.cp_removed_from_game;
            for (unit, entry) in data.units.iter().enumerate() {
                if entry.is_of(Nation::Bu) && self.place(unit).is_some() {
                    match unit == known.ge_bu_xi_army {
                        true => transition.replace_by_germans(unit, gone),
                        false => transition.now.retire(unit, gone, false),
                    }
                }
            }
            transition.settle_outside_rounds();
        }
        transition.now.advance_to_next_decision()
    }

    /// Whether Serbia or Romania could collapse: it is in the war and stands, and the AP may declare it or
    /// has to (18.8.3.3.a-1, 18.8.4.3-1).
    pub(super) fn may_collapse(&self) -> bool {
        let state = self.state();
        let belgrade = state.controlled[1].contains(self.data().known.belgrade);
        (state.happened(BULGARIA) && self.stands(Collapse::Serbia) && belgrade)
            || (state.happened(ROMANIA) && self.stands(Collapse::Romania))
    }
}

impl Transition<'_> {
    /// A German army goes into a box, and where it stood a GE infantry SCU of the Reserve Box takes its
    /// place, if there is one. These are alike: one at full strength comes first (16.4.5.4-10,
    /// 18.8.2.3-3).
    pub(super) fn replace_by_germans(&mut self, army: UnitId, box_of: PlaceId) {
        let data = self.before.data();
        let stood = self.now.spot(army);
        self.now.retire(army, box_of, false);
        let waits = |unit: &UnitId| {
            let entry = &data.units[*unit];
            let foot = matches!(
                entry.unit_type,
                UnitType::Infantry | UnitType::EliteInfantry
            );
            let at = self.now.place(*unit);
            foot && entry.size == Size::Scu
                && entry.is_of(Nation::Ge)
                && at == Some(data.known.cp_reserve)
        };
        let reduced = |unit: UnitId| self.now.state().get(Cell::Reduced(unit)) > 0;
        let waiting = (0..data.units.len()).filter(waits);
        let best = waiting.min_by_key(|unit| (reduced(*unit), *unit));
        if let (Some(unit), Some(place)) = (best, stood) {
            self.now.stand(unit, place);
        }
    }
}
