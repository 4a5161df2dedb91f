//! Air reconnaissance, at the head of a first impulse's movement segment (13.12).

use super::agenda::Rest;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;

pub(super) fn rest(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    let state = position.state();
    let front = position.front();
    let mut own = front.headquarters(side).iter();
    let event = position.data().events.of(state.one(Scalar::Event));
    let grounded = event.is_some_and(|event| event.no_scouting);
    match !grounded && own.any(|hq| state.scouted[hq] == 0) {
        true => Rest::Decides(DecisionKind::Scouting),
        false => Rest::Done,
    }
}

impl Position {
    /// A movement segment begins: who is forced back turns mobile or is cornered (14.82), and in the
    /// first impulse headquarters scout.
    pub(super) fn begin_movement(&mut self, movement: Frame) {
        let (Some(side), Some(1)) = (movement.side, self.state().impulse()) else {
            return;
        };
        let forced = self.front().forced_back();
        (forced & self.state().entrenched).for_each(|unit| self.put(Cell::Entrenched(unit), 0));
        if !forced.is_empty() && side == Side::Entente {
            let cornered = {
                let front = self.front();
                crate::movement::Movement::new(&front, side).cornered()
            };
            cornered.for_each(|unit| self.put(Cell::Cornered(unit), 1));
        }
        self.push(Frame::of(FrameKind::Scouting).by(side));
    }

    /// Headquarters have looked at hexes.
    pub(super) fn scout(&mut self, made: &Move) {
        for order in made.orders() {
            if let Order::Scout { unit, hex } = order {
                let number = u16::try_from(hex + 1).unwrap_or(0);
                self.put(Cell::Scouted(*unit), number);
            }
        }
    }
}
