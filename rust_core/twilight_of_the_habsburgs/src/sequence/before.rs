//! Before play: set-up, and the steps lost before it (14.2-14.7, 15.2-15.7, 16.2-16.6).

use super::agenda::Rest;
use super::chance::Outcome;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind};
use crate::vocabulary::*;
use engine::chance::{Dice, Kept, Results, Throw};

/// Has a side units to set up?
fn waits(position: &Position, side: Side) -> bool {
    let units = position.data().units.iter().enumerate();
    units
        .filter(|(_, unit)| unit.side == side)
        .any(|(at, _)| position.is_in(at, OffMap::Waiting))
}

pub(super) fn setup(position: &Position, top: Frame) -> Rest {
    match top.side.is_some_and(|side| waits(position, side)) {
        true => Rest::Decides(DecisionKind::Setup),
        false => Rest::Done,
    }
}

pub(super) fn attrition(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    let owes = |owed: u16| owed > 0 && position.front().present[side as usize].first().is_some();
    match top.args[0].checked_sub(1) {
        None if position.scenario().attrition[side as usize].dice == 0 => Rest::Done,
        None => Rest::Throws,
        Some(owed) if owes(owed) => Rest::Decides(DecisionKind::Attrition),
        Some(_) => Rest::Done,
    }
}

/// The steps that the dice make a side lose.
pub(super) fn throw(position: &Position, side: Side) -> Option<Results<Outcome>> {
    let attrition = &position.scenario().attrition[side as usize];
    let steps = |sum: u16| {
        let sum = if attrition.halved { sum / 2 } else { sum };
        Outcome::Steps(sum + u16::from(attrition.added))
    };
    if attrition.dice == 1 {
        return Some(Results::of_die::<6>(|face| {
            steps(u16::try_from(face).unwrap_or(0))
        }));
    }
    let dice = Dice::new(attrition.dice.into(), 6, Kept::Sum).ok()?;
    // In how many ways each sum comes.
    let mut ways = vec![1_u128];
    for _ in 0..attrition.dice {
        let mut next = vec![0; ways.len() + 6];
        for (sum, count) in ways.iter().enumerate() {
            for face in 1..=6 {
                next[sum + face] += count;
            }
        }
        ways = next;
    }
    let mut parts: Vec<(Outcome, u128)> = Vec::new();
    for (sum, count) in ways.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let outcome = steps(u16::try_from(sum).unwrap_or(0));
        match parts.last_mut() {
            Some((last, together)) if *last == outcome => *together += count,
            _ => parts.push((outcome, count)),
        }
    }
    Results::new(Throw::Dice(dice), parts).ok()
}

impl Position {
    /// The units stand where they were placed.
    pub(super) fn set_up(&mut self, made: &Move) {
        for order in made.orders() {
            match order {
                Order::Place { unit, hex } => self.stand(*unit, *hex),
                Order::Entrench { unit } => self.put(Cell::Entrenched(*unit), 1),
                _ => {}
            }
        }
    }

    /// The other side sets up, and then both lose steps.
    pub(super) fn after_setup(&mut self, frame: Frame) {
        let other = frame
            .side
            .map(Side::foe)
            .filter(|other| waits(self, *other));
        let next = match other {
            Some(other) => Frame::of(FrameKind::Setup).by(other),
            None => Frame::of(FrameKind::Attrition).by(self.scenario().attrition_first),
        };
        self.push(next);
    }

    /// The other side loses steps, and then the first turn begins.
    pub(super) fn after_attrition(&mut self, frame: Frame) {
        let first = self.scenario().attrition_first;
        match frame.side == Some(first) {
            true => self.push(Frame::of(FrameKind::Attrition).by(first.foe())),
            false => self.next_turn(),
        }
    }

    /// The steps that are removed; they do not count for victory (14.7-6).
    pub(super) fn remove_steps(&mut self, made: &Move) {
        for order in made.orders() {
            match order {
                Order::Reduce { unit } => self.put(Cell::Reduced(*unit), 1),
                Order::Eliminate { unit } => self.eliminate(*unit),
                _ => {}
            }
        }
    }
}
