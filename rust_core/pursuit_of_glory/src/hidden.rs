//! Hidden hands: what a side may know of the cards, and of what is to come.
//!
//! Cards are known to both players once they were played: face up, discarded, or out of the game
//! (9.5.1.c, 9.5.4.2). A hand is known to its owner, and what is left to be drawn to nobody (4.1.3,
//! 6.0.H.2). A side that knows its hand knows which cards are in its own deck, so these stay told; no
//! position tells their order. Of the other side it is known which cards are in hand or deck, and
//! how many of them are in hand. Some events lay a hand open for the rest of a turn, or let the other side look at
//! cards of it; what was seen is known until it leaves the hand.

use super::cards::Happening;
use super::data::CardId;
use super::position::Position;
use super::state::{Cell, Scalar, hidden_in_hand};
use super::vocabulary::*;
use engine::error::{Error, Result};

impl Position {
    /// Proves that the hand of a side is known here.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is hidden.
    pub(crate) fn knows_hand(&self, side: Side) -> Result<()> {
        let hidden = self.state().hidden_in_hand(side);
        if hidden == 0 {
            return Ok(());
        }
        let side = side.word().to_uppercase();
        let why = format!(
            "the hand of the {side} is hidden here ({hidden} cards): which of them it may play is not \
             known"
        );
        Err(Error::bad("cards", why))
    }

    /// What a side may know of the position: the other side's hand and deck are one heap of hidden
    /// cards, and the random numbers to come are not told.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> Self {
        let other = side.enemy();
        let open = self.shows_hand(other);
        let mut seen = self.without_problems(&["card_twice", "card_of_other_side"]);
        let mut held = self.state().hidden_in_hand(other);
        for card in self.cards_of(other) {
            let zone = self.state().zone(card);
            let shown = open || self.state().cards_shown.contains(card);
            if shown && zone == Some(CardZone::Hand) {
                continue;
            }
            held += u16::from(zone == Some(CardZone::Hand));
            if matches!(zone, Some(CardZone::Hand | CardZone::Deck)) {
                seen.put(Cell::Card(card), CardZone::Hidden as u16);
            }
        }
        seen.put_scalar(hidden_in_hand(other), held);
        seen.put_scalar(Scalar::HasRandom, 0);
        for quarter in 0..4 {
            seen.put(Cell::Random(quarter), 0);
        }
        seen
    }

    /// Whether a side plays with its hand face up for the rest of the turn (LAWRENCE, DJEMAL CRUSHES
    /// SECRET SOCIETIES); what is drawn at the turn's end is not shown.
    fn shows_hand(&self, side: Side) -> bool {
        let opens = |card: CardId| {
            let event = self.data().cards[card].event.as_ref();
            event.is_some_and(|event| event.contains(&Happening::OpenHand))
        };
        let mut theirs = self.cards_of(side.enemy());
        theirs.any(|card| opens(card) && self.happens_now(card))
            && self.state().phase() != Some(Phase::Draw)
    }

    /// Whether a side has this card in hand, or face up before it (9.5.4.1, 9.5.4.2).
    pub(crate) fn holds(&self, side: Side, card: CardId) -> bool {
        let Some(entry) = self.data().cards.get(card) else {
            return false;
        };
        match self.state().zone(card) {
            Some(CardZone::Hand) => entry.side == side,
            Some(CardZone::FaceUpAp) => side == Side::Ap,
            Some(CardZone::FaceUpCp) => side == Side::Cp,
            _ => false,
        }
    }

    /// Whether a side could hold this card, for all that the other may know.
    pub(crate) fn could_hold(&self, side: Side, card: CardId) -> bool {
        let own = self
            .data()
            .cards
            .get(card)
            .is_some_and(|entry| entry.side == side);
        match self.state().zone(card) {
            Some(CardZone::FaceUpAp) => side == Side::Ap,
            Some(CardZone::FaceUpCp) => side == Side::Cp,
            Some(CardZone::Hand) => own,
            Some(CardZone::Deck | CardZone::Hidden) => own && self.holds_anything(side),
            _ => false,
        }
    }

    /// The own cards that a side could hold, for all that the other may know; before hands are dealt those
    /// in its deck.
    #[must_use]
    pub fn holdings(&self, side: Side) -> Vec<CardId> {
        let dealt = self.holds_anything(side);
        let held = |card: &CardId| match self.state().zone(*card) {
            Some(CardZone::Hand) => true,
            Some(CardZone::Hidden) => dealt,
            Some(CardZone::Deck) => !dealt,
            _ => false,
        };
        self.cards_of(side).filter(held).collect()
    }

    /// The position in which a card is in the hand of its side, and known there.
    #[must_use]
    pub fn holding(&self, card: CardId) -> Self {
        let mut next = self.showing([card]).unwrap_or_else(|| self.clone());
        next.put(Cell::Card(card), CardZone::Hand as u16);
        next
    }

    /// The position once these cards were shown: hidden ones are in the hand, as many as it has.
    /// `None` if nothing new is shown.
    pub(crate) fn showing(&self, cards: impl IntoIterator<Item = CardId>) -> Option<Self> {
        let mut shown: Option<Self> = None;
        for card in cards {
            let now = shown.as_ref().unwrap_or(self).state();
            let Some(side) = self.data().cards.get(card).map(|entry| entry.side) else {
                continue;
            };
            let held = now.hidden_in_hand(side);
            if held > 0 && now.zone(card) == Some(CardZone::Hidden) {
                let next = shown.get_or_insert_with(|| self.clone());
                next.put(Cell::Card(card), CardZone::Hand as u16);
                next.put_scalar(hidden_in_hand(side), held - 1);
            }
        }
        shown
    }

    /// The position as if nobody held any card but those that are known.
    #[must_use]
    pub fn holding_no_other(mut self) -> Self {
        for side in [Side::Ap, Side::Cp] {
            self.put_scalar(hidden_in_hand(side), 0);
        }
        self
    }

    fn holds_anything(&self, side: Side) -> bool {
        let held = |card: CardId| self.state().zone(card) == Some(CardZone::Hand);
        self.state().hidden_in_hand(side) > 0 || self.cards_of(side).any(held)
    }

    /// The cards printed for a side.
    pub(crate) fn cards_of(&self, side: Side) -> impl Iterator<Item = CardId> {
        let cards = self.data().cards.iter().enumerate();
        cards
            .filter(move |(_, card)| card.side == side)
            .map(|(at, _)| at)
    }
}
