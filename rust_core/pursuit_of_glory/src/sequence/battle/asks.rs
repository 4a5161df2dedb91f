//! What somebody could choose at the stage the battle under way has reached.

use crate::check::CardOffer;
use crate::combat::Battle;
use crate::data::{CardId, UnitId};
use crate::position::Position;

impl Position {
    /// Who could be of the stack that defends a region (12.10.3).
    pub(in super::super) fn defenders_to_choose(&self) -> Vec<UnitId> {
        let mut units = Vec::new();
        if let Some(battle) = Battle::from_position(self) {
            let [_, fighters] = &battle.fighters;
            let [_, staff] = &battle.staff;
            units.extend(fighters.iter().map(|one| one.unit));
            units.extend(staff.iter().map(|one| one.unit));
        }
        units.sort_unstable();
        units
    }

    /// The combat cards that whoever decides now could play, with what may be named for them.
    pub(in super::super) fn cards_to_play(&self) -> Vec<CardOffer> {
        let asked = self.asked_in_battle();
        let cards = asked.and_then(|asked| Some(self.playable_cards(asked.side, asked.moment?)));
        cards.unwrap_or_default()
    }

    /// As [`Self::cards_to_play`], with all cards that the side could hold, for all that the other
    /// may know.
    pub(in super::super) fn conceivable_cards_to_play(&self) -> Vec<CardOffer> {
        let asked = self.asked_in_battle();
        let cards = asked.and_then(|asked| Some(self.conceivable_cards(asked.side, asked.moment?)));
        cards.unwrap_or_default()
    }

    /// The cards that whoever decides now may take back (9.5.4.4-2).
    pub(in super::super) fn cards_to_take_back(&self) -> Vec<CardId> {
        let asked = self.asked_in_battle();
        asked.map_or_else(Vec::new, |asked| self.returnable_cards(asked.side))
    }
}
