//! Cards are drawn: in the Draw Strategy Card Phase, and before the first turn (6.0.H, 4.1.3).

use super::Outcome;
use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::cards::Does;
use crate::check::{Arg, Violation, codes};
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, hidden_in_hand};
use crate::vocabulary::*;
use engine::chance::{Draw, Random, Results, Throw};

/// Cards of a hand (6.0.H.2).
const HAND: usize = 7;

/// The steps of the Draw Strategy Card Phase: cards in front of the players go, both may discard,
/// both draw.
const FACE_UP: u16 = 0;
const DISCARDS: [u16; 2] = [1, 2];
const DRAWS: [u16; 2] = [3, 4];

/// What stands in the Draw Strategy Card Phase.
pub(super) fn next_step(position: &Position) -> NextStep {
    let step = position.state().step();
    let discard = |side| NextStep::Begins(Frame::of(FrameKind::Discard).by(side));
    match step {
        FACE_UP => NextStep::Takes(Box::new(position.clear_the_table())),
        _ if step == DISCARDS[0] => discard(Side::Ap),
        _ if step == DISCARDS[1] => discard(Side::Cp),
        _ if step == DRAWS[0] => position.drawing(Side::Ap),
        _ if step == DRAWS[1] => position.drawing(Side::Cp),
        _ => NextStep::Done,
    }
}

/// Combat cards in the hand may be discarded before cards are drawn (6.0.H.1-1, 9.5.4.5).
pub(super) const DISCARD: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.combat_cards_in_hand(frame)[..] {
        [] if position.hidden_in_hand(frame) == 0 => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Discard),
    },
    parameters: |position, frame| Parameters::Discard {
        cards: position.combat_cards_in_hand(frame),
        hidden: position.hidden_in_hand(frame),
    },
    check: |position, frame, made| position.check_discard(frame, made),
    take: |position, _, made| Ok(position.discard(made)),
    ..SILENT
};

impl Position {
    /// The step of the phase is done.
    pub(super) fn next_in_phase(&mut self) {
        let step = self.state().step();
        self.put_arg(FrameKind::Phase, 1, step + 1);
    }

    /// Combat cards that were kept face up are discarded, but for those that pass from player to
    /// player (6.0.H.1-2, 9.5.4.2-4, 9.5.4.3-3).
    fn clear_the_table(&self) -> Self {
        let mut next = self.clone();
        for card in 0..self.data().cards.len() {
            let zone = self.state().zone(card);
            let face_up = matches!(zone, Some(CardZone::FaceUpAp | CardZone::FaceUpCp));
            if face_up && !self.stays_on_the_table(card) {
                next.put(Cell::Card(card), CardZone::Discard as u16);
            }
        }
        next.next_in_phase();
        next.advance_to_next_decision()
    }

    /// Whether it lies before a player until it is used (9.5.4.3): JAFAR PASHA, NO PRISONERS.
    pub(super) fn stays_on_the_table(&self, card: CardId) -> bool {
        let combat = self.data().combat(card);
        combat.is_some_and(|combat| {
            combat.does(Does::PassesOn) || combat.does(Does::DieSaysWhoIsNext)
        })
    }

    /// The combat cards known in the hand of who may discard.
    fn combat_cards_in_hand(&self, frame: Frame) -> Vec<CardId> {
        let mut held = frame
            .side
            .map_or_else(Vec::new, |side| self.cards_for_ops(side));
        held.retain(|card| self.data().cards[*card].combat_card);
        held
    }

    /// What is wrong with discarding: combat cards of the own hand are (6.0.H.1-3).
    fn check_discard(&self, frame: Frame, made: &Move) -> Vec<Violation> {
        let shown = self.shown_by(made);
        let held = shown
            .as_ref()
            .unwrap_or(self)
            .cards_for_ops(frame.side.unwrap_or(Side::Ap));
        let mut found = Vec::new();
        for order in made.orders() {
            let Order::Discard { card } = *order else {
                continue;
            };
            let witness = [Arg::Card(card)];
            if !held.contains(&card) {
                found.push(Violation::new(&codes::DISCARD_NOT_IN_HAND, &witness));
            } else if !self.data().cards[card].combat_card {
                found.push(Violation::new(&codes::STAYS_IN_HAND, &witness));
            }
        }
        found
    }

    fn discard(&self, made: &Move) -> Self {
        let mut next = self.shown_by(made).unwrap_or_else(|| self.clone());
        for order in made.orders() {
            if let Order::Discard { card } = *order {
                next.put(Cell::Card(card), CardZone::Discard as u16);
            }
        }
        next.done().advance_to_next_decision()
    }

    /// A side draws to its hand, card by card, each of the cards of its draw pile alike; where that is
    /// empty the discard pile is shuffled (6.0.H.2, 6.0.H.3). What lies on the table does not count
    /// (9.5.4.3-4).
    pub(super) fn drawing(&self, side: Side) -> NextStep {
        if self.cards_in_hand(side) >= HAND {
            return self.goes_on();
        }
        if self.cards_in_deck(side) > 0 {
            return NextStep::Throws;
        }
        match self.reshuffled(side) {
            Some(next) => NextStep::Takes(Box::new(next.advance_to_next_decision())),
            None => self.goes_on(),
        }
    }

    /// The phase goes on to its next step.
    pub(super) fn goes_on(&self) -> NextStep {
        let mut next = self.clone();
        next.next_in_phase();
        NextStep::Takes(Box::new(next.advance_to_next_decision()))
    }

    /// Who draws now.
    pub(super) fn draws_now(&self) -> Option<Side> {
        let step = self.state().step();
        match self.state().phase()? {
            Phase::Draw if step == DRAWS[0] => Some(Side::Ap),
            Phase::Draw if step == DRAWS[1] => Some(Side::Cp),
            Phase::Opening => super::opening::draws_in(step),
            _ => None,
        }
    }

    fn in_zone(&self, side: Side, zone: CardZone) -> impl Iterator<Item = CardId> + '_ {
        self.cards_of(side)
            .filter(move |card| self.state().zone(*card) == Some(zone))
    }

    fn cards_in_hand(&self, side: Side) -> usize {
        let hidden = usize::from(self.state().hidden_in_hand(side));
        self.in_zone(side, CardZone::Hand).count() + hidden
    }

    /// The cards of its draw pile, known or not.
    fn cards_in_deck(&self, side: Side) -> usize {
        let hidden = usize::from(self.state().hidden_in_hand(side));
        let unknown = self.in_zone(side, CardZone::Hidden).count();
        self.in_zone(side, CardZone::Deck).count() + unknown.saturating_sub(hidden)
    }

    /// The discards of a side in its draw pile; `None` if there are none.
    fn reshuffled(&self, side: Side) -> Option<Self> {
        let discards: Vec<_> = self.in_zone(side, CardZone::Discard).collect();
        (!discards.is_empty()).then(|| {
            let mut next = self.clone();
            next.shuffle_in(side, &discards);
            next
        })
    }

    /// Puts cards into the draw pile of a side; where its hand is hidden, nobody knows then which of
    /// them are in hand.
    pub(super) fn shuffle_in(&mut self, side: Side, cards: &[CardId]) {
        let hidden = self.state().hidden_in_hand(side) > 0
            || self.in_zone(side, CardZone::Hidden).next().is_some();
        let zone = if hidden {
            CardZone::Hidden
        } else {
            CardZone::Deck
        };
        for card in cards {
            self.put(Cell::Card(*card), zone as u16);
        }
    }

    /// Who draws now, and of which cards; of none if only the owner knows them.
    fn draw_pile(&self) -> Option<(Side, Vec<CardId>)> {
        let side = self.draws_now()?;
        let unknown = self.in_zone(side, CardZone::Hidden).next().is_some();
        let deck = self.in_zone(side, CardZone::Deck).filter(|_| !unknown);
        Some((side, deck.collect()))
    }

    /// The card that is drawn now: one of the draw pile, or one that only its owner knows.
    pub(super) fn drawn_card(&self) -> Option<Results<Outcome>> {
        let (side, pile) = self.draw_pile()?;
        if pile.is_empty() {
            return Some(Results::certain(Outcome::DrawsUnseen { side }));
        }
        let ids = pile.iter().map(|card| self.data().cards[*card].id.as_str());
        let throw = Throw::Draw(Draw::new(1, ids, false).ok()?);
        let parts = pile.iter().map(|card| (Outcome::Draws { card: *card }, 1));
        Results::new(throw, parts).ok()
    }

    /// One of [`Self::drawn_card`], as likely, without a list of them all.
    pub(super) fn card_at_random(&self, random: &mut Random) -> Option<Outcome> {
        let (side, pile) = self.draw_pile()?;
        let card = pile.get(random.below(pile.len().max(1)));
        Some(
            card.map_or(Outcome::DrawsUnseen { side }, |card| Outcome::Draws {
                card: *card,
            }),
        )
    }

    /// A card is drawn; `None` if nobody but its owner knows which.
    pub(super) fn draw_card(&self, side: Side, card: Option<CardId>) -> Self {
        let mut next = self.clone();
        match card {
            Some(card) => next.put(Cell::Card(card), CardZone::Hand as u16),
            None => {
                let held = self.state().hidden_in_hand(side);
                next.put_scalar(hidden_in_hand(side), held + 1);
            }
        }
        next.advance_to_next_decision()
    }
}
