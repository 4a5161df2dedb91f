//! Retreats after an attack, one unit at a time (6.5, 9.4, 12.22).

use super::agenda::Rest;
use crate::check::retreat::Retreats;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame};
use crate::vocabulary::*;

/// It asks as long as a unit that must retreat has anywhere to go.
pub(super) fn rest(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    let engaged = position.engaged(side);
    if engaged.is_empty() {
        return Rest::Done;
    }
    let front = position.front();
    let retreats = Retreats::new(&front, side);
    let mut ways = engaged
        .iter()
        .flat_map(|unit| retreats.hexes(unit).into_iter().map(move |hex| (unit, hex)));
    match (ways.next(), ways.next()) {
        (None, _) => Rest::Done,
        (Some((unit, hex)), None) => Rest::Forced(Move::new(vec![Order::Retreat { unit, hex }])),
        _ => Rest::Decides(DecisionKind::Retreat),
    }
}

impl Position {
    /// A unit retreats: in mobile state (12.22), and what it enters counts as entered.
    pub(super) fn retreat(&mut self, made: &Move) {
        let found = made.orders().iter().find_map(|order| match order {
            Order::Retreat { unit, hex } => Some((*unit, *hex)),
            _ => None,
        });
        let Some((unit, hex)): Option<(UnitId, HexId)> = found else {
            return;
        };
        self.put(Cell::Entrenched(unit), 0);
        self.put(Cell::Engaged(unit), 0);
        self.stand(unit, hex);
        self.enter(unit, hex);
    }

    /// Whoever has nowhere to go is lost, all together (9.4-5).
    pub(super) fn after_retreat(&mut self, frame: Frame) {
        let Some(side) = frame.side else { return };
        self.engaged(side).for_each(|unit| self.lose(unit));
        self.lose_helpless(side);
    }
}
