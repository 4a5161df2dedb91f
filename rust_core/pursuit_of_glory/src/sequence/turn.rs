//! A turn and its phases, in their order (6.0).

use super::agenda::{FrameHandler, NextStep, SILENT, Then, none_of_its_answers};
use super::galicia::DIE;
use super::{Outcome, attrition, draw, offensives, opening, revolution, war_status};
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// Action rounds of a turn (8.1.1-1, 2.0.action_phase, 6.0.B).
const ROUNDS: u16 = 6;

pub(super) const TURN: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Begins(Frame::phase(Phase::Action)),
    after: |position, _, child| match phase_of(child) {
        Some(Phase::Draw) => {
            position.end_turn();
            Then::Next(Frame::phase(Phase::MandatedOffensive))
        }
        Some(phase) => {
            let next = follows(phase, position);
            if next == Phase::Replacement {
                position.record_what_events_bring();
                position.record_supplies_for_russia();
            }
            Then::Next(Frame::phase(next))
        }
        None => Then::Again,
    },
    ..SILENT
};

/// The phase that follows one in a turn (6.0-1).
fn follows(phase: Phase, position: &Position) -> Phase {
    match phase {
        // No die is rolled for offensives on turn 1 (4.1.4.a, 6.0.A).
        Phase::Opening if position.state().scalar(Scalar::Turn) > 1 => Phase::MandatedOffensive,
        Phase::Opening | Phase::MandatedOffensive => Phase::Action,
        Phase::Action => Phase::Attrition,
        Phase::Attrition => Phase::Siege,
        Phase::Siege => Phase::Revolution,
        Phase::Revolution => Phase::WarStatus,
        Phase::WarStatus => Phase::Replacement,
        Phase::Replacement | Phase::Draw => Phase::Draw,
    }
}

/// The phase that a frame is of.
pub(super) fn phase_of(frame: Frame) -> Option<Phase> {
    let [number, _] = frame.args[0].to_le_bytes();
    Phase::at(number).filter(|_| frame.kind == FrameKind::Phase)
}

pub(super) const PHASE: FrameHandler = FrameHandler {
    next_step: |position, frame| match phase_of(frame) {
        Some(Phase::Action) => NextStep::Begins(Frame::of(FrameKind::Round)),
        Some(Phase::Attrition) => attrition::next_step(position),
        Some(Phase::Siege) if position.next_siege().is_some() => NextStep::Throws,
        Some(Phase::Siege) => NextStep::Done,
        Some(Phase::MandatedOffensive) => offensives::next_step(position),
        Some(Phase::Revolution) => revolution::next_step(position),
        Some(Phase::WarStatus) => war_status::next_step(position),
        Some(Phase::Replacement) => replacement(position),
        Some(Phase::Draw) => draw::next_step(position),
        Some(Phase::Opening) => opening::next_step(position),
        None => NextStep::Done,
    },
    throws: |position, frame| throws(position, frame),
    fall: |position, _, outcome| match outcome {
        Outcome::Proceed => Ok(position.take_attrition()),
        Outcome::Galicia { loses, .. } => Ok(position.fight_in_galicia(*loses)),
        Outcome::Offensive { side, offensive } => Ok(position.take_offensive(*side, *offensive)),
        // The same die falls once more (7.1.2-2).
        Outcome::RollAgain { .. } => Ok(position.clone()),
        Outcome::Draws { card } => {
            let side = position.data().cards[*card].side;
            Ok(position.draw_card(side, Some(*card)))
        }
        Outcome::DrawsUnseen { side } => Ok(position.draw_card(*side, None)),
        Outcome::Fort { surrenders, .. } => {
            let die = position.next_siege().ok_or_else(none_of_its_answers)?;
            Ok(position.end_siege(die, *surrenders))
        }
        _ => Err(none_of_its_answers()),
    },
    after: |position, _, child| {
        match child.kind {
            FrameKind::Round => {}
            FrameKind::Arrival
            | FrameKind::ReplacementPoints
            | FrameKind::Discard
            | FrameKind::Dismissal
            | FrameKind::Opening => {
                position.next_in_phase();
                return Then::Again;
            }
            _ => return Then::Again,
        }
        let round = position.state().scalar(Scalar::Round);
        if round >= ROUNDS {
            return Then::Done;
        }
        position.put_scalar(Scalar::Round, round + 1);
        Then::Next(Frame::of(FrameKind::Round))
    },
    ..SILENT
};

fn throws(position: &Position, frame: Frame) -> Option<Results<Outcome>> {
    match phase_of(frame)? {
        Phase::Attrition if position.state().step() == DIE => position.die_in_galicia(),
        Phase::Attrition => Some(Results::certain(Outcome::Proceed)),
        Phase::Siege => position.die_of_siege(),
        Phase::MandatedOffensive => position.die_of_offensive(),
        Phase::Draw | Phase::Opening => position.drawn_card(),
        _ => None,
    }
}

/// The Replacement Phase: who came around Africa goes ashore, then the AP spends its points, and the CP
/// (6.0.G-1, 18.10.2-2).
fn replacement(position: &Position) -> NextStep {
    let begins = |kind, side| NextStep::Begins(Frame::of(kind).by(side));
    match position.state().step() {
        0 => begins(FrameKind::Arrival, Side::Ap),
        1 => begins(FrameKind::ReplacementPoints, Side::Ap),
        2 => begins(FrameKind::ReplacementPoints, Side::Cp),
        _ => NextStep::Done,
    }
}
