//! The segments of an impulse: reorganization, movement, and what follows a movement.

use super::agenda::Rest;
use super::chance::Outcome;
use crate::check::stacking::Stacks;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// It asks if the side has any unit on the map.
fn if_present(position: &Position, top: Frame, kind: DecisionKind) -> Rest {
    let units = position.data().units.iter().enumerate();
    let mut own = units.filter(|(_, unit)| Some(unit.side) == top.side);
    match own.any(|(at, _)| position.hex(at).is_some()) {
        true => Rest::Decides(kind),
        false => Rest::Done,
    }
}

pub(super) fn reorganization(position: &Position, top: Frame) -> Rest {
    if_present(position, top, DecisionKind::Reorganization)
}

pub(super) fn movement(position: &Position, top: Frame) -> Rest {
    if_present(position, top, DecisionKind::Movement)
}

/// The unit that is carried.
fn carried(top: Frame) -> Option<UnitId> {
    usize::from(top.args[0]).checked_sub(1)
}

pub(super) fn submarine(position: &Position, top: Frame) -> Rest {
    let in_play = position.state().one(Scalar::SubmarineLost) == 0;
    let afloat = carried(top).and_then(|unit| position.hex(unit)).is_some();
    match (in_play && afloat, top.args[1]) {
        (false, _) => Rest::Done,
        (true, 0) => Rest::Decides(DecisionKind::Submarine),
        (true, _) => Rest::Throws,
    }
}

pub(super) fn excess(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    match position.hexes_over(side).is_empty() {
        true => Rest::Done,
        false => Rest::Decides(DecisionKind::Excess),
    }
}

/// 13.62: 1 sinks the transport, 6 breaks the submarine.
pub(super) fn torpedo(position: &Position) -> Results<Outcome> {
    let [hit, breakdown] = position.data().charts.submarine.map(u32::from);
    Results::of_die::<6>(|face| match face {
        face if face == hit => Outcome::Sunk,
        face if face == breakdown => Outcome::Broken,
        _ => Outcome::Missed,
    })
}

impl Position {
    /// The hexes in which a side's units exceed a limit (7.1, 13.2).
    #[must_use]
    pub fn hexes_over(&self, side: Side) -> crate::board::Hexes {
        let front = self.front();
        Stacks::new(&front, front.present[side as usize]).over(self.data())
    }

    /// Units turn to their other side (12.1).
    pub(super) fn reorganize(&mut self, made: &Move) {
        for order in made.orders() {
            match order {
                Order::Entrench { unit } => self.put(Cell::Entrenched(*unit), 1),
                Order::Mobilize { unit } => self.put(Cell::Entrenched(*unit), 0),
                _ => {}
            }
        }
    }

    /// A unit enters a hex: places it passes, depots it takes (14.91-4, 15.81-3).
    pub(super) fn enter(&mut self, unit: UnitId, hex: HexId) {
        let side = self.data().units[unit].side;
        let towns = self.data().towns.iter();
        let passed: Vec<usize> = towns
            .enumerate()
            .filter(|(_, (_, at))| *at == hex)
            .map(|(town, _)| town)
            .collect();
        for town in passed {
            self.put(Cell::Passed(town), side as u16 + 1);
        }
        let line = self.scenario().line as usize;
        let foreign = self.data().map.hexes[hex].depot[line] == Some(Side::Entente);
        if foreign
            && side == Side::Central
            && let Some(depot) = self.data().map.depots.iter().position(|at| *at == hex)
        {
            self.put(Cell::DepotEntered(depot), 1);
        }
    }

    /// Units go, ride and are carried; a transport may be attacked before it lands.
    pub(super) fn move_units(&mut self, made: &Move) {
        let mut carried = None;
        for order in made.orders() {
            match order {
                Order::Go { unit, path } | Order::Rail { unit, path } => {
                    for hex in path {
                        self.enter(*unit, *hex);
                    }
                    if let Some(end) = path.last() {
                        self.stand(*unit, *end);
                    }
                }
                Order::Ferry { unit, hex } => {
                    self.stand(*unit, *hex);
                    carried = Some(*unit);
                }
                _ => {}
            }
        }
        self.end();
        if let Some(unit) = carried {
            let number = u16::try_from(unit + 1).unwrap_or(0);
            let frame = Frame::of(FrameKind::Submarine)
                .by(Side::Central)
                .with(number);
            self.push(frame);
        }
    }

    /// The submarine sails (13.62-1).
    pub(super) fn send_submarine(&mut self, top: Frame) {
        let mut sent = top;
        sent.args[1] = 1;
        self.replace_top(sent);
    }

    /// What the submarine's die makes of the transport (13.62).
    pub(super) fn torpedoed(&mut self, top: Frame, outcome: &Outcome) {
        let Some(unit) = carried(top) else { return };
        match outcome {
            Outcome::Sunk => {
                self.put_one(Scalar::FerrySunk, 1);
                if self.lose_step(unit) {
                    self.stand(unit, self.data().ground.ferry_port);
                }
                self.pop();
            }
            Outcome::Broken => {
                self.put_one(Scalar::SubmarineLost, 1);
                self.end();
            }
            _ => self.end(),
        }
    }

    /// The transport lands.
    pub(super) fn after_transport(&mut self, frame: Frame) {
        let landed = carried(frame).and_then(|unit| Some((unit, self.hex(unit)?)));
        if let Some((unit, hex)) = landed {
            self.enter(unit, hex);
        }
    }

    /// What exceeds a limit goes (7.3).
    pub(super) fn eliminate_excess(&mut self, made: &Move) {
        for order in made.orders() {
            if let Order::Eliminate { unit } = order {
                self.lose(*unit);
            }
        }
    }
}
