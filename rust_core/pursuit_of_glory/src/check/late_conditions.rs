//! What a battle must be like for the cards that are played after the loss numbers
//! (`docs/aftermath.md`).

use crate::aftermath::Aftermath;
use crate::board::BitSet;
use crate::combat::{Battle, CombatCard, EMPIRE, Role, TURKS, any, nations};
use crate::data::UnitId;
use crate::state::One;
use crate::vocabulary::*;

impl Battle<'_> {
    /// Are the conditions of a card of the moments `losses`, `retreat` and `advance` met? Who took
    /// part may have fallen since.
    pub(super) fn meets_late(&self, card: CombatCard) -> bool {
        let Some(after) = Aftermath::new(self.position) else {
            return false;
        };
        let (data, state) = (self.data, self.state());
        let known = &data.known;
        // Of his own units a card asks those in supply (2.0.cc-2, 14.3.1-4).
        let of = |side: Side, wanted: &[Nation], lcu: bool| {
            let all = *after.enlisted(side) & data.counters.combat;
            let asked = if side == Side::Cp {
                all - state.unfed
            } else {
                all
            };
            let mut units = asked.iter();
            units.any(|unit: UnitId| {
                any(nations(data, state, unit), wanted)
                    && (!lcu || data.counters.lcus.contains(unit))
            })
        };
        match card {
            CombatCard::Ap50 => state.happened(known.ap_54) && after.won(Side::Ap),
            // Who lost a step, or fell.
            CombatCard::Cp04 => {
                let hurt = *after.enlisted(Side::Cp) & (state.bled | after.fallen());
                let mut fed = ((hurt & data.counters.combat) - state.unfed).iter();
                fed.any(|unit: UnitId| any(nations(data, state, unit), &TURKS))
            }
            CombatCard::Cp11 => {
                of(Side::Cp, &TURKS, true)
                    && of(Side::Ap, &[Nation::Ru], true)
                    && !state.happened(known.ap_23)
            }
            CombatCard::Cp27 => {
                self.side == Side::Ap
                    && of(Side::Ap, &EMPIRE, false)
                    && after.won(Side::Cp)
                    && !self.stacks_to_drive_back().is_empty()
            }
            CombatCard::Cp42 => {
                state.one(One::RevolutionStage) > 0 && state.settled(Settled::RussianVpTaken)
            }
            _ => true,
        }
    }

    /// Had a side no combat units in the battle, fallen or not (2.0.cc-2)?
    pub(super) fn nobody_enlisted(&self, side: Side) -> bool {
        let fights = &self.data.counters.combat;
        Aftermath::new(self.position)
            .is_some_and(|after| (*after.enlisted(side) & *fights).is_empty())
    }

    /// Were all of a side that took part and are still there out of supply at the moment of the
    /// attack (14.1.1-2)?
    pub(super) fn all_were_unfed(&self, side: Side) -> bool {
        Aftermath::new(self.position).is_some_and(|after| {
            let units = after.participants(side);
            !units.is_empty() && (units - self.state().unfed).is_empty()
        })
    }

    /// The spaces attacked from that still hold fighters: no regions, no beachheads (cp_27).
    #[must_use]
    pub fn stacks_to_drive_back(&self) -> BitSet {
        let fighters = self.fighters[Role::Attacker as usize].iter();
        let places = fighters.map(|fighter| fighter.from);
        places
            .filter(|place| self.data.spaces[*place].kind == Kind::Space)
            .collect()
    }
}
