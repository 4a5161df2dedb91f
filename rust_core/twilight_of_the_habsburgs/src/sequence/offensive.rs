//! The dice of an offensive, and momentum (13.9, 14.83, 14.84).

use super::agenda::Rest;
use super::chance::Outcome;
use crate::board::Units;
use crate::data::UnitId;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// The headquarters of a side on the map for which a die falls: those of the surprise army succeed
/// without in turn 1 (14.83-1).
fn diced(position: &Position, side: Side) -> Units {
    let front = position.front();
    let own = front.headquarters(side);
    match position.state().one(Scalar::Turn) {
        1 => own - front.campaign.surprise_army,
        _ => own,
    }
}

/// The frame in which the dice of the next headquarters after one fall; `None` if none are left.
fn next(position: &Position, top: Frame, after: Option<UnitId>) -> Option<Frame> {
    let hqs = diced(position, top.side?);
    let hq = hqs
        .iter()
        .find(|hq| after.is_none_or(|after| *hq > after))?;
    let number = u16::try_from(hq + 1).ok()?;
    Some(Frame {
        args: [1, number, 0],
        ..top
    })
}

pub(super) fn rest(position: &Position, top: Frame) -> Rest {
    let (tried, hq) = (top.args[0] > 0, top.headquarters());
    match (tried, hq) {
        (true, Some(_)) => Rest::Throws,
        (true, None) => match next(position, top, None) {
            Some(frame) => Rest::Begins(frame, None),
            None => Rest::Done,
        },
        (false, _) => match next(position, top, None) {
            Some(_) => Rest::Decides(DecisionKind::Offensive),
            None => Rest::Done,
        },
    }
}

/// 13.9-2: a roll not above the range of the headquarters.
pub(super) fn throw(position: &Position, top: Frame) -> Option<Results<Outcome>> {
    let range = position.data().units[top.headquarters()?].command_range?;
    Some(Results::of_die::<6>(|face| {
        Outcome::Offensive(face <= u32::from(range))
    }))
}

impl Position {
    /// The head of a first impulse: the offensive of the first player in turn 1 (13.9-1), and later
    /// the attempt of 14.84, where it is allowed.
    pub(super) fn begin_impulse(&mut self, impulse: Frame) {
        let (Some(side), 1) = (impulse.side, impulse.args[0]) else {
            return;
        };
        let offensive = Frame::of(FrameKind::Offensive).by(side);
        if self.state().one(Scalar::Turn) == 1 {
            if self.scenario().first_player != side {
                return;
            }
            let automatic = {
                let front = self.front();
                let own = front.headquarters(side);
                own & front.campaign.surprise_army
            };
            automatic.for_each(|hq| self.put(Cell::Offensive(hq), 1));
            self.push(offensive.with(1));
        } else if self.scenario().special.momentum == Some(side)
            && self.state().one(Scalar::MomentumOpen) > 0
        {
            self.push(offensive);
        }
    }

    /// The side tries (14.84-1).
    pub(super) fn try_offensive(&mut self, top: Frame) {
        self.replace_top(top.with(1));
    }

    /// The die of a headquarters has fallen.
    pub(super) fn offensive_thrown(&mut self, top: Frame, succeeds: bool) {
        let Some(hq) = top.headquarters() else { return };
        if succeeds {
            self.put(Cell::Offensive(hq), 1);
        }
        match next(self, top, Some(hq)) {
            Some(frame) => self.replace_top(frame),
            None => self.end(),
        }
    }

    /// The impulse is over, and what its offensive gave with it (13.9-5).
    pub(super) fn end_offensive(&mut self) {
        let successful = self.state().offensive;
        successful.for_each(|hq| self.put(Cell::Offensive(hq), 0));
    }

    /// A turn begins after one in which sides have lost so many steps: may momentum be kept (14.84-2,
    /// 14.84-3)?
    pub(super) fn judge_momentum(&mut self) {
        self.put_one(Scalar::MomentumOpen, 0);
        let state = self.state();
        if self.scenario().special.momentum.is_none()
            || state.one(Scalar::MomentumLost) > 0
            || state.one(Scalar::Turn) == 0
        {
            return;
        }
        let greater =
            state.one(Scalar::ItalianLostThisTurn) > state.one(Scalar::LostThisTurnCentral);
        if greater {
            self.put_one(Scalar::MomentumOpen, 1);
        } else if !self.scenario().turned(Switch::MomentumLostForGood) {
            self.put_one(Scalar::MomentumLost, 1);
        }
    }

    /// Momentum is gone (14.84-4).
    pub(super) fn lose_momentum(&mut self) {
        if self.scenario().special.momentum.is_some() {
            self.put_one(Scalar::MomentumOpen, 0);
            self.put_one(Scalar::MomentumLost, 1);
        }
    }
}
