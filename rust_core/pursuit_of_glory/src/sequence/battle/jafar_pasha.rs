//! JAFAR PASHA that the CP has used: a die says whether the AP gets it (9.5.4.3-1).

use super::super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::super::chance::{Outcome, six_sided};
use crate::cards::Does;
use crate::data::CardId;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Throws,
    throws: |_, frame| {
        let card = card_of(frame)?;
        Some(six_sided(|face| Outcome::Card {
            card,
            passes: face <= 3,
        }))
    },
    fall: |position, _, outcome| match outcome {
        Outcome::Card { card, passes } => Ok(position.hand_over(*card, *passes)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

fn card_of(frame: Frame) -> Option<CardId> {
    usize::from(frame.args[0]).checked_sub(1)
}

impl Position {
    /// The die that is still to fall.
    pub(super) fn jafar_pasha_passes(&self) -> Option<Frame> {
        let (card, side) = self.played(Does::DieSaysWhoIsNext)?;
        let shown = self.state().get(Cell::Card(card)) == CardZone::FaceUpCp as u16;
        let number = u16::try_from(card + 1).unwrap_or(0);
        let due = side == Side::Cp && shown;
        due.then(|| Frame::of(FrameKind::CardDie).with(number))
    }

    fn hand_over(&self, card: CardId, passes: bool) -> Self {
        let zone = match passes {
            true => CardZone::FaceUpAp,
            false => CardZone::Discard,
        };
        let mut next = self.clone();
        next.put(Cell::Card(card), zone as u16);
        next.done().advance_to_next_decision()
    }
}
