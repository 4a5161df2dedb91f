//! The Siege Phase: each besieged fort is rolled for (15.3, 6.0.D).

use super::chance::six_sided;
use super::{Outcome, Transition};
use crate::control::index;
use crate::data::PlaceId;
use crate::position::Position;
use crate::state::{Cell, FrameKind};
use crate::vocabulary::*;
use engine::chance::Results;

/// A siege to be rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiegeDie {
    /// The fort.
    pub place: PlaceId,
    /// Who besieges it.
    pub besieger: Side,
    /// Its strength; a greater roll makes it surrender (15.3.1-1).
    pub strength: u8,
}

impl SiegeDie {
    /// Of six rolls so many make it surrender.
    #[must_use]
    pub fn winning_rolls(&self) -> u32 {
        6_u32.saturating_sub(self.strength.into())
    }
}

impl Position {
    /// Every fort under siege: those whose siege has lapsed are not rolled for (15.2.5-2).
    #[must_use]
    pub fn siege_dice(&self) -> Vec<SiegeDie> {
        let view = self.view();
        let forts = view.besieging[0] | view.besieging[1];
        let die = |place: PlaceId| SiegeDie {
            place,
            besieger: if view.besieging[1].contains(place) {
                Side::Cp
            } else {
                Side::Ap
            },
            strength: self.data().spaces[place].fort,
        };
        forts.iter().map(die).collect()
    }

    /// The fort that is rolled for next in the Siege Phase.
    pub(super) fn next_siege(&self) -> Option<SiegeDie> {
        let state = self.state();
        if state.phase() != Some(Phase::Siege) {
            return None;
        }
        let rolled = state.siege_rolled();
        let mut dice = self.siege_dice().into_iter();
        dice.find(|die| die.place >= rolled)
    }

    /// The die of that fort.
    pub(super) fn die_of_siege(&self) -> Option<Results<Outcome>> {
        let die = self.next_siege()?;
        Some(six_sided(|face| Outcome::Fort {
            place: die.place,
            surrenders: face > 6 - die.winning_rolls(),
        }))
    }

    /// The die has fallen: the fort holds, or surrenders. No weather is asked (15.3.2).
    pub(super) fn end_siege(&self, die: SiegeDie, surrenders: bool) -> Self {
        let place = die.place;
        let mut transition = Transition::new(self, die.besieger);
        let rolled = u16::try_from(place + 1).unwrap_or(0);
        transition.now.put_arg(FrameKind::Phase, 2, rolled);
        if surrenders {
            transition.fort_is_lost(place);
            transition.settle_outside_rounds();
            transition.keep_landing();
        }
        transition.now.advance_to_next_decision()
    }
}

impl Transition<'_> {
    /// A fort is destroyed for good (15.1.7), and its space that side's which besieges it (15.3.1-2,
    /// 11.2.1.d); irregulars alone hold it in part (11.2.1.e-2).
    pub(super) fn fort_is_lost(&mut self, place: PlaceId) {
        self.now.put(Cell::FortDestroyed(place), 1);
        let side = self.side;
        let regular = self.before.view().besieging_regular[index(side)].contains(place);
        if regular && self.may_take(place, side) {
            self.take_as_it_stands(place, side);
        }
    }
}
