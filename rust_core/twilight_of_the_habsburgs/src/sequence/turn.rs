//! Turns, player turns and impulses (3.0), events (5.0), the armistice (16.7).

use super::agenda::Rest;
use super::chance::Outcome;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use engine::chance::{Dice, Kept, Results, Throw};

/// The next part of a frame whose step is its argument of that number.
fn part(top: Frame, arg: usize, upon: Option<Frame>) -> Rest {
    let mut below = top;
    below.args[arg] += 1;
    Rest::Begins(below, upon)
}

/// 3.0: events, the first player's turn, the second's, and in Vittorio Veneto the armistice.
pub(super) fn turn(position: &Position, top: Frame) -> Rest {
    let first = position.scenario().first_player;
    let player = |side| Some(Frame::of(FrameKind::PlayerTurn).by(side));
    match top.args[0] {
        // 5.0-3: there are no events in the first turn.
        0 => {
            let events = position.state().one(Scalar::Turn) > 1;
            part(top, 0, events.then(|| Frame::of(FrameKind::Events)))
        }
        1 => part(top, 0, player(first)),
        2 => part(top, 0, player(first.foe())),
        3 => {
            let armistice = position
                .scenario()
                .armistice
                .map(|_| Frame::of(FrameKind::Armistice));
            part(top, 0, armistice)
        }
        _ => Rest::Done,
    }
}

/// 3.0-7: reinforcements, and two impulses.
pub(super) fn player_turn(top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    match top.args[0] {
        0 => part(top, 0, Some(Frame::of(FrameKind::Reinforcement).by(side))),
        number @ 1..=2 => part(
            top,
            0,
            Some(Frame::of(FrameKind::Impulse).by(side).with(number)),
        ),
        _ => Rest::Done,
    }
}

/// 3.0-10: reorganization, movement, combat; after the last two what exceeds a limit goes (7.3).
pub(super) fn impulse(top: Frame) -> Rest {
    let segments = [
        FrameKind::Reorganization,
        FrameKind::Movement,
        FrameKind::Excess,
        FrameKind::Combat,
        FrameKind::Excess,
    ];
    let (Some(side), Some(kind)) = (top.side, segments.get(usize::from(top.args[1]))) else {
        return Rest::Done;
    };
    part(top, 1, Some(Frame::of(*kind).by(side)))
}

/// Two dice of the event table.
pub(super) fn events() -> Option<Results<Outcome>> {
    let dice = Dice::new(2, 6, Kept::Sum).ok()?;
    let ways = |sum: u16| u128::from(6 - sum.abs_diff(7));
    let parts = (2..=12).map(|sum| (Outcome::Event(sum), ways(sum)));
    Results::new(Throw::Dice(dice), parts).ok()
}

/// 16.7: a die and the number of the turn.
pub(super) fn armistice(position: &Position) -> Option<Results<Outcome>> {
    let needed = u32::from(position.scenario().armistice?);
    let turn = u32::from(position.state().one(Scalar::Turn));
    Some(Results::of_die::<6>(|face| {
        Outcome::Armistice(face + turn >= needed)
    }))
}

impl Position {
    /// The next turn begins.
    pub(super) fn next_turn(&mut self) {
        self.judge_momentum();
        self.add_one(Scalar::Turn, 1);
        for one in [
            Scalar::Event,
            Scalar::LostThisTurnCentral,
            Scalar::LostThisTurnEntente,
            Scalar::ItalianLostThisTurn,
        ] {
            self.put_one(one, 0);
        }
        self.push(Frame::of(FrameKind::Turn));
    }

    /// 13.8-4: gas does not last.
    pub(super) fn after_player_turn(&mut self) {
        self.put_one(Scalar::Gas, 0);
    }

    /// 4.1-5, 13.12: the markers go; another turn follows unless this was the last.
    pub(super) fn after_turn(&mut self) {
        let marked = self.state().out_of_command;
        marked.for_each(|unit| self.put(Cell::OutOfCommand(unit), 0));
        for unit in 0..self.data().units.len() {
            if self.state().scouted[unit] > 0 {
                self.put(Cell::Scouted(unit), 0);
            }
        }
        if self.state().one(Scalar::Turn) < u16::from(self.scenario().last_turn) {
            self.next_turn();
        }
    }

    /// 3.0-11, 4.1-4: the second impulse begins with the determination of command.
    pub(super) fn determine_command(&mut self, impulse: Frame) {
        let (Some(side), 2) = (impulse.side, impulse.args[0]) else {
            return;
        };
        let out = {
            let front = self.front();
            front.present[side as usize] - front.command(side).in_command
        };
        out.for_each(|unit| self.put(Cell::OutOfCommand(unit), 1));
    }

    /// The game is over.
    pub(super) fn game_over(&mut self) {
        while self.state().top().is_some() {
            self.pop();
        }
    }
}
