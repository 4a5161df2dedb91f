//! Cards in a hand that the other side has seen: what contradicts that.

use super::Validator;
use crate::state::FrameKind;
use crate::vocabulary::CardZone;

impl Validator<'_> {
    /// What was seen is in a hand, and is seen now by an event only while one is under way.
    pub(super) fn cards_seen(&mut self) {
        let seen_now = self.state.under_way(FrameKind::Event).is_some();
        for card in self.state.cards_shown.iter() {
            let id = self.data.cards.get(card).map_or("?", |card| &card.id);
            let now = self.state.cards_shown_now.contains(card);
            let field = if now {
                "cards_shown_now"
            } else {
                "cards_shown"
            };
            if self.state.zone(card) != Some(CardZone::Hand) {
                let message = format!("'{id}' is in no hand");
                self.report("shown_not_in_hand", field.into(), message);
            } else if now && !seen_now {
                let message = format!("'{id}' is seen by no event under way");
                self.report("shown_not_in_hand", field.into(), message);
            }
        }
    }
}
