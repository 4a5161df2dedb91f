//! Positions as if another side were to act.

use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::error::{Error, Result};

impl Position {
    /// The position as if a side were to act: where the other one is to, or dice fall, the side moves
    /// its units in its first impulse. What was under way is dropped; before the first turn, with units deployed,
    /// that turn begins, and nobody has lost steps.
    ///
    /// # Errors
    /// [`Error::BadInput`] while units are to be set up.
    pub fn supposed(&self, side: Side) -> Result<Self> {
        let (at, asked) = self.asked();
        let thrown = matches!(asked, DecisionKind::Chance | DecisionKind::Over);
        if !thrown && at.state().active() == Some(side) {
            return Ok(at.into_owned());
        }
        let mut units = 0..at.data().units.len();
        if units.any(|unit| at.is_in(unit, OffMap::Waiting)) {
            let message = format!("the {side} side cannot act before all units are set up");
            return Err(Error::bad("side", message));
        }
        let mut other = at.into_owned();
        other.game_over();
        if other.state().one(Scalar::Turn) == 0 {
            other.put_one(Scalar::Turn, 1);
        }
        let mut impulse = Frame::of(FrameKind::Impulse).by(side).with(1);
        impulse.args[1] = 2;
        let player = match side == other.scenario().first_player {
            true => 2,
            false => 3,
        };
        other.push(Frame::of(FrameKind::Turn).with(player));
        other.push(Frame::of(FrameKind::PlayerTurn).by(side).with(2));
        other.push(impulse);
        other.push(Frame::of(FrameKind::Movement).by(side));
        Ok(other.advanced())
    }

    /// The position as if a side were to attack: where it is not asked for attacks, it is in the
    /// combat segment of its impulse, or of its first one. What was under way there is dropped.
    ///
    /// # Errors
    /// [`Error::BadInput`] as long as units wait to be set up.
    pub fn supposed_fighting(&self, side: Side) -> Result<Self> {
        let at = self.at_next_decision();
        let combat = Frame::of(FrameKind::Combat).by(side);
        if at.state().top() == Some(combat) {
            return Ok(at.into_owned());
        }
        let mut other = at.into_owned();
        if other.state().one(Scalar::Turn) == 0 {
            if (0..other.data().units.len()).any(|unit| other.is_in(unit, OffMap::Waiting)) {
                let message = format!("the {side} side cannot attack before all units are set up");
                return Err(Error::bad("side", message));
            }
            other.put_one(Scalar::Turn, 1);
        }
        let battle = other.state().battle().is_some();
        if battle {
            other.after_attack();
        }
        let own = other
            .state()
            .under_way(FrameKind::Impulse)
            .filter(|impulse| impulse.side == Some(side));
        if own.is_some() {
            while other
                .state()
                .top()
                .is_some_and(|top| top.kind != FrameKind::Impulse)
            {
                other.pop();
            }
        } else {
            other.after_combat();
            other.end_offensive();
            other.game_over();
            let mut impulse = Frame::of(FrameKind::Impulse).by(side).with(1);
            impulse.args[1] = 4;
            let player = match side == other.scenario().first_player {
                true => 2,
                false => 3,
            };
            other.push(Frame::of(FrameKind::Turn).with(player));
            other.push(Frame::of(FrameKind::PlayerTurn).by(side).with(2));
            other.push(impulse);
            if side == Side::Entente {
                other.put_one(Scalar::Gas, 0);
            }
        }
        other.push(combat);
        Ok(other)
    }
}
