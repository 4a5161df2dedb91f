//! Cards of the other hand that are seen: drawn from it, looked at and given back, or laid open
//! (ENVER TO CONSTANTINOPLE, LAWRENCE, DJEMAL CRUSHES SECRET SOCIETIES).

use super::own;
use crate::data::CardId;
use crate::position::Position;
use crate::sequence::Outcome;
use crate::state::{Cell, Frame};
use crate::vocabulary::*;
use engine::chance::{Draw, Results, Throw};

/// How far a card in a hand is known to the other side ([`Cell::Shown`]).
const KNOWN: u16 = 1;
const KNOWN_NOW: u16 = 2;

impl Position {
    /// The cards in the hand of a side that are known here, but for those just looked at.
    fn cards_left_to_see(&self, side: Side) -> Vec<CardId> {
        let state = self.state();
        let in_hand = |card: &CardId| state.zone(*card) == Some(CardZone::Hand);
        self.cards_of(side)
            .filter(in_hand)
            .filter(|card| state.get(Cell::Shown(*card)) != KNOWN_NOW)
            .collect()
    }

    /// Whether one more card of the other hand is looked at.
    pub(super) fn looks_on(&self, frame: Frame, number: u8) -> bool {
        let other = own(frame).enemy();
        let looked = self.state().cards_shown_now.len();
        let hidden = usize::from(self.state().hidden_in_hand(other));
        looked < usize::from(number) && self.cards_left_to_see(other).len() + hidden > 0
    }

    /// The card that is looked at now: each of the hand alike, and each that is hidden from here alike
    /// in its place.
    pub(super) fn card_looked_at(&self, frame: Frame) -> Option<Results<Outcome>> {
        let other = own(frame).enemy();
        let state = self.state();
        let held = u128::from(state.hidden_in_hand(other));
        let unknown = self
            .cards_of(other)
            .filter(|card| held > 0 && state.zone(*card) == Some(CardZone::Hidden));
        let unknown: Vec<CardId> = unknown.collect();
        let known = self.cards_left_to_see(other);
        // A known card is as likely as a place of the hand, which all hidden cards share.
        let whole = match (known.len(), unknown.len()) {
            (0, _) | (_, 0) => [1, 1],
            (_, number) => [u128::try_from(number).ok()?, held],
        };
        let parts = |cards: &[CardId], ways: u128| {
            let part = |card: &CardId| (Outcome::LooksAt { card: *card }, ways);
            cards.iter().map(part).collect::<Vec<_>>()
        };
        let mut parts = [parts(&known, whole[0]), parts(&unknown, whole[1])].concat();
        parts.sort_by_key(|(outcome, _)| match outcome {
            Outcome::LooksAt { card } => *card,
            _ => usize::MAX,
        });
        let names = parts.iter().flat_map(|(outcome, ways)| {
            let id = match outcome {
                Outcome::LooksAt { card } => self.data().cards[*card].id.clone(),
                _ => String::new(),
            };
            let single = *ways == 1;
            (1..=*ways).map(move |way| match single {
                true => id.to_string(),
                false => format!("{id} {way} of {ways}"),
            })
        });
        let throw = Throw::Draw(Draw::new(1, names.collect::<Vec<_>>(), false).ok()?);
        Results::new(throw, parts).ok()
    }

    /// A card is looked at, and given back: the other side knows it as long as it is in the hand.
    pub(super) fn look_at(&self, card: CardId) -> Self {
        let mut next = self.showing([card]).unwrap_or_else(|| self.clone());
        next.put(Cell::Shown(card), KNOWN_NOW);
        next.advance_to_next_decision()
    }

    /// The last card has been looked at.
    pub(super) fn end_look(&mut self) {
        for card in self.state().cards_shown_now.iter() {
            self.put(Cell::Shown(card), KNOWN);
        }
    }

    /// The other hand is laid open: its cards are known from now on, as long as they stay there.
    pub(super) fn lay_open(&mut self) {
        let Some(side) = self.state().top().and_then(|frame| frame.side) else {
            return;
        };
        for card in self.cards_left_to_see(side.enemy()) {
            self.put(Cell::Shown(card), KNOWN);
        }
    }
}
