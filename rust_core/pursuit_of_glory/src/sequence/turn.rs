//! A turn and its phases, in their order (6.0).

use super::agenda::{FrameHandler, NextStep, SILENT, Then, none_of_its_answers};
use super::decision::Parameters;
use super::galicia::DIE;
use super::{Outcome, attrition};
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// Action rounds of a turn (8.1.1-1).
const ROUNDS: u16 = 6;

pub(super) const TURN: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Begins(Frame::phase(Phase::Action)),
    after: |_, _, child| match next_phase(child) {
        Some(phase) => Then::Next(Frame::phase(phase)),
        None => Then::Again,
    },
    ..SILENT
};

/// The phases that follow one another without anybody's doing.
fn next_phase(child: Frame) -> Option<Phase> {
    match phase_of(child)? {
        Phase::Action => Some(Phase::Attrition),
        Phase::Attrition => Some(Phase::Siege),
        Phase::Siege => Some(Phase::Revolution),
        _ => None,
    }
}

/// The phase that a frame is of.
fn phase_of(frame: Frame) -> Option<Phase> {
    let [number, _] = frame.args[0].to_le_bytes();
    Phase::at(number).filter(|_| frame.kind == FrameKind::Phase)
}

pub(super) const PHASE: FrameHandler = FrameHandler {
    next_step: |position, frame| match phase_of(frame) {
        Some(Phase::Action) => NextStep::Begins(Frame::of(FrameKind::Round)),
        Some(Phase::Attrition) => attrition::next_step(position),
        Some(Phase::Siege) if position.next_siege().is_some() => NextStep::Throws,
        Some(Phase::Siege) => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::NotYet),
    },
    parameters: |_, frame| {
        let phase = phase_of(frame).unwrap_or(Phase::Attrition);
        let name = phase.word().replace('_', " ");
        let text = format!("The {name} phase is not there yet.");
        Parameters::NotYet { phase, text }
    },
    throws: |position, frame| throws(position, frame),
    fall: |position, _, outcome| match outcome {
        Outcome::Proceed => Ok(position.take_attrition()),
        Outcome::Galicia { loses, .. } => Ok(position.fight_in_galicia(*loses)),
        Outcome::Fort { surrenders, .. } => {
            let die = position.next_siege().ok_or_else(none_of_its_answers)?;
            Ok(position.end_siege(die, *surrenders))
        }
        _ => Err(none_of_its_answers()),
    },
    after: |position, _, child| {
        if child.kind != FrameKind::Round {
            return Then::Again;
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
        _ => None,
    }
}
