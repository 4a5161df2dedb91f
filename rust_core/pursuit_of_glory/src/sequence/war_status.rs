//! The War Status Phase: VPs, the end of the game, war commitment, collapses (6.0.F, 5.2, 16.1, 16.5).

use super::Outcome;
use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::chance::six_sided;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar, bias, unbias};
use crate::victory::Step;
use crate::vocabulary::*;
use engine::chance::Results;

/// The War Status at which the commitment rises to Limited War, and to Total War (16.1.3-1, 16.1.4-1).
const LIMITED: i32 = 4;
const TOTAL: i32 = 11;
/// The Combined War Status that brings the armistice near (5.2.2.1).
const ARMISTICE: i32 = 40;

/// What stands in the War Status Phase; there is none on turn 1 (4.1.4.b-1).
pub(super) fn next_step(position: &Position) -> NextStep {
    let state = position.state();
    if state.scalar(Scalar::Turn) <= 1 {
        return NextStep::Done;
    }
    match state.step() {
        0 => NextStep::Takes(Box::new(position.take_war_status())),
        1 => NextStep::Takes(Box::new(position.raise_commitment())),
        // 6.0.F.5
        2 => NextStep::Takes(Box::new(position.collapse_of_bulgaria())),
        3 if position.collapses_are_due() => {
            NextStep::Begins(Frame::of(FrameKind::Collapses).by(Side::Ap))
        }
        _ => NextStep::Done,
    }
}

/// The die that says in how many turns the armistice is made (5.2.2.1-1, 5.1.3-1).
pub(super) const ARMISTICE_DIE: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Throws,
    throws: |position, _| Some(position.armistice_die()),
    fall: |position, _, outcome| match outcome {
        Outcome::Armistice { turn } => Ok(position.mark_armistice(*turn)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

/// The game is over: nothing is asked.
pub(super) const OVER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::Over),
    ..SILENT
};

impl Position {
    /// Steps 1 to 3: VPs are counted, and the game may end (6.0.F.1, 6.0.F.2, 6.0.F.3).
    fn take_war_status(&self) -> Self {
        let victory = self.victory();
        let mut next = self.clone();
        let counted = victory.lines.iter();
        let counted = counted.filter(|line| line.item.step() == Step::WarStatus);
        next.shift(Track::Vp, counted.map(|line| line.vp).sum());
        if victory.marker.is_some() {
            next.put_scalar(Scalar::CpAutomaticVictory, bias(victory.marker));
        }
        next.next_in_phase();
        match victory.ends {
            Some(_) => next.with_agenda(&[Frame::of(FrameKind::Turn), Frame::of(FrameKind::Over)]),
            None => next.advance_to_next_decision(),
        }
    }

    /// Step 4: who has enough War Status commits himself further; his new cards are shuffled into the
    /// draw pile with the discards and the combat cards in front of him (6.0.F.4-1, 6.0.F.4-2, 16.1.2-1,
    /// 16.1.3-1, 16.1.3-2, 16.1.4-1, 16.1.4-2, 2.0.wcl-2, 2.0.wcl-3, 4.1.5-2). The markers stay on their
    /// tracks (16.1.6), and nothing ever goes down (16.1.5).
    fn raise_commitment(&self) -> Self {
        let mut next = self.clone();
        for (side, track, scalar) in [
            (Side::Ap, Track::WarStatusAp, Scalar::CommitmentAp),
            (Side::Cp, Track::WarStatusCp, Scalar::CommitmentCp),
        ] {
            let status = self.state().track(track);
            let level = self.state().scalar(scalar);
            let raised = match Commitment::at(level.to_le_bytes()[0]) {
                Some(Commitment::Mobilization) if status >= LIMITED => Commitment::Limited,
                Some(Commitment::Limited) if status >= TOTAL => Commitment::Total,
                _ => continue,
            };
            next.put_scalar(scalar, raised as u16);
            let joining: Vec<_> = self
                .cards_of(side)
                .filter(|card| self.joins_deck(side, *card, raised))
                .collect();
            next.shuffle_in(side, &joining);
        }
        next.next_in_phase();
        next.advance_to_next_decision()
    }

    /// Whether a card comes into the draw pile when the commitment of its side rises.
    fn joins_deck(&self, side: Side, card: usize, raised: Commitment) -> bool {
        match self.state().zone(card) {
            None | Some(CardZone::Unseen) => self.data().cards[card].commitment == raised,
            Some(CardZone::Discard | CardZone::Deck) => true,
            // Of a card that serves both players, whoever it lies before.
            Some(CardZone::FaceUpAp | CardZone::FaceUpCp) => {
                self.holds(side, card) && !self.stays_on_the_table(card)
            }
            _ => false,
        }
    }

    /// Whether the die for the armistice is to be thrown: the Combined War Status has come to 40, and
    /// no armistice is marked (5.2.2.1-1).
    pub(super) fn armistice_is_near(&self) -> bool {
        let state = self.state();
        state.track(Track::CombinedWarStatus) >= ARMISTICE
            && unbias(state.scalar(Scalar::Armistice)).is_none()
    }

    /// 1 and 2: three turns from now, 3 and 4: four, 5 and 6: five; the end of the turn track, if that
    /// comes first (5.2.2.1-1, 5.2.2.1-3).
    fn armistice_die(&self) -> Results<Outcome> {
        let now = self.state().scalar(Scalar::Turn);
        let last = u16::try_from(self.data().seasons.len()).unwrap_or(u16::MAX);
        six_sided(|face| {
            let ahead = 2 + u16::try_from(face.div_ceil(2)).unwrap_or(0);
            Outcome::Armistice {
                turn: (now + ahead).min(last),
            }
        })
    }

    fn mark_armistice(&self, turn: u16) -> Self {
        let mut next = self.clone();
        next.put_scalar(Scalar::Armistice, bias(Some(turn.into())));
        next.done().advance_to_next_decision()
    }

    /// The turn ends and the next begins (6.0.I): its rounds are counted anew, and what was done in the
    /// last is forgotten.
    pub(super) fn end_turn(&mut self) {
        let turn = self.state().scalar(Scalar::Turn);
        self.put_scalar(Scalar::Turn, turn + 1);
        self.put_scalar(Scalar::Round, 1);
        for at in 0..crate::state::ACTIONS {
            self.put(Cell::Action(at), 0);
        }
        self.forget_offensives();
        self.enter_late();
    }
}
