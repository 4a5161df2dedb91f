//! Before the first turn: a card may be taken openly, then the first hands are drawn (4.1.3, 4.2.3).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::cards::RUSSO_BRITISH_ASSAULT;
use crate::check::{Arg, Violation, codes};
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;

/// The OPS of the cards of which the CP may take one (4.1.3.b-1).
const OPS_OF_TAKEN: u8 = 4;

/// What stands before the first turn: the AP takes and draws, then the CP.
pub(super) fn next_step(position: &Position) -> NextStep {
    let takes = |side| NextStep::Begins(Frame::of(FrameKind::Opening).by(side));
    match position.state().step() {
        0 => takes(Side::Ap),
        1 => position.drawing(Side::Ap),
        2 => takes(Side::Cp),
        3 => position.drawing(Side::Cp),
        _ => NextStep::Done,
    }
}

/// Who draws in a step.
pub(super) const fn draws_in(step: u16) -> Option<Side> {
    match step {
        1 => Some(Side::Ap),
        3 => Some(Side::Cp),
        _ => None,
    }
}

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.cards_to_take(frame)[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Opening),
    },
    parameters: |position, frame| Parameters::Opening {
        cards: position.cards_to_take(frame),
    },
    check: |position, frame, made| position.check_taking(frame, made),
    take: |position, _, made| Ok(position.take_card(made)),
    ..SILENT
};

impl Position {
    /// The cards of which one may be taken: on turn 1 only, RUSSO-BRITISH ASSAULT by the AP, a
    /// Mobilization card of 4 OPS by the CP.
    fn cards_to_take(&self, frame: Frame) -> Vec<CardId> {
        let side = frame.side.unwrap_or(Side::Ap);
        if self.state().scalar(Scalar::Turn) != 1 {
            return Vec::new();
        }
        let cards = self.cards_of(side);
        let offered = cards.filter(|card| {
            let entry = &self.data().cards[*card];
            let zone = self.state().zone(*card);
            matches!(zone, Some(CardZone::Deck | CardZone::Hidden))
                && match side {
                    Side::Cp => {
                        entry.ops == OPS_OF_TAKEN && entry.commitment == Commitment::Mobilization
                    }
                    _ => *card == RUSSO_BRITISH_ASSAULT,
                }
        });
        offered.collect()
    }

    /// What is wrong with taking: it is one card, of those that are offered.
    fn check_taking(&self, frame: Frame, made: &Move) -> Vec<Violation> {
        let (offered, mut found) = (self.cards_to_take(frame), Vec::new());
        let code = match frame.side {
            Some(Side::Cp) => [&codes::CP_DOES_NOT_TAKE, &codes::CP_TAKES_TWO],
            _ => [&codes::AP_DOES_NOT_TAKE, &codes::AP_TAKES_TWO],
        };
        for order in made.orders() {
            if let Order::Take { card } = *order
                && !offered.contains(&card)
            {
                found.push(Violation::new(code[0], &[Arg::Card(card)]));
            }
        }
        if let number @ 2.. = made.orders().len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            found.push(Violation::new(code[1], &[Arg::Number(number)]));
        }
        found
    }

    fn take_card(&self, made: &Move) -> Self {
        let mut next = self.clone();
        for order in made.orders() {
            if let Order::Take { card } = *order {
                next.put(Cell::Card(card), CardZone::Hand as u16);
                next.put(Cell::Shown(card), 1);
            }
        }
        next.done().advance_to_next_decision()
    }

    /// Whether this is a set-up whose hands are still to be drawn: nobody holds a card, and nothing
    /// has been done (4.1.3, 4.2.3).
    #[must_use]
    pub fn is_undealt(&self) -> bool {
        let state = self.state();
        let held = |card| matches!(state.zone(card), Some(CardZone::Hand | CardZone::Hidden));
        let begins = match state.phase() {
            Some(Phase::MandatedOffensive) => state.step() == 0,
            Some(Phase::Action) => {
                let top = state.top();
                state.scalar(Scalar::Round) == 1
                    && top.is_some_and(|top| {
                        top.kind == FrameKind::Action && top.side == Some(Side::Ap)
                    })
            }
            _ => false,
        };
        begins && state.get(Cell::Action(0)) == 0 && !(0..self.data().cards.len()).any(held)
    }

    /// The beginning of a game from a set-up: the Mobilization cards of turn 1 are in the draw piles,
    /// and the phase before the first turn has begun. A position whose hands are drawn stays as it is.
    #[must_use]
    pub fn opened(&self) -> Self {
        if !self.is_undealt() {
            return self.clone();
        }
        let mut next = self.clone();
        let turn = self.state().scalar(Scalar::Turn);
        for (card, entry) in self.data().cards.iter().enumerate() {
            let unseen = matches!(self.state().zone(card), None | Some(CardZone::Unseen));
            if turn == 1 && unseen && entry.commitment == Commitment::Mobilization {
                next.put(Cell::Card(card), CardZone::Deck as u16);
            }
        }
        next.with_agenda(&[Frame::of(FrameKind::Turn), Frame::phase(Phase::Opening)])
            .advance_to_next_decision()
    }
}
