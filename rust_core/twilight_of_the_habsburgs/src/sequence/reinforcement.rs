//! The reinforcement phase: what comes, and what is made of it (10.0).

use super::agenda::Rest;
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, Scalar};
use crate::vocabulary::*;

/// The most points of a nation that are kept.
const MOST_POINTS: u16 = 250;

/// The pools of a side.
fn pools(position: &Position, side: Side) -> Vec<Pool> {
    let charts = &position.data().charts;
    let serves = |pool: &&Pool| match pool {
        Pool::Allied => side == Side::Entente,
        pool => {
            let mut units = position
                .data()
                .units
                .iter()
                .filter(|unit| unit.side == side);
            units.any(|unit| charts.pool(unit.nation) == **pool)
        }
    };
    Pool::ALL.iter().filter(serves).copied().collect()
}

/// It asks if anything may be placed or spent.
pub(super) fn rest(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    let units = position.data().units.iter().enumerate();
    let arrives = units
        .filter(|(_, unit)| unit.side == side)
        .any(|(at, _)| position.is_in(at, OffMap::Available));
    let points = || {
        let mut pools = pools(position, side).into_iter();
        pools.any(|pool| position.state().get(Cell::Points(pool as usize)) > 0)
    };
    match arrives || points() {
        true => Rest::Decides(DecisionKind::Reinforcement),
        false => Rest::Done,
    }
}

impl Position {
    /// What the schedule brings (10.0-1, 10.2-1).
    pub(super) fn receive(&mut self, phase: Frame) {
        let Some(side) = phase.side else { return };
        let turn = self.state().one(Scalar::Turn);
        let scenario = self.scenario();
        let comes = |entry: &&crate::data::Entry| entry.turn.map(u16::from) == Some(turn);
        let arriving: Vec<UnitId> = scenario
            .entries
            .iter()
            .filter(comes)
            .map(|entry| entry.unit)
            .filter(|unit| self.data().units[*unit].side == side && self.is_in(*unit, OffMap::Due))
            .collect();
        let due = |line: &&crate::data::Replacements| line.side == side && line.turns.holds(turn);
        let points: Vec<(Pool, u16)> = scenario
            .replacements
            .iter()
            .filter(due)
            .map(|line| (line.pool, line.points.into()))
            .collect();
        for unit in arriving {
            self.stand(unit, self.data().off_map(OffMap::Available));
        }
        // Some events keep the points of a side's schedule away.
        let event = self.data().events.of(self.state().one(Scalar::Event));
        let kept = event.is_some_and(|event| event.points_lost[side as usize]);
        for (pool, points) in points.into_iter().filter(|_| !kept) {
            let cell = Cell::Points(pool as usize);
            let sum = self.state().get(cell).saturating_add(points);
            self.put(cell, sum.min(MOST_POINTS));
        }
    }

    /// Units arrive, are restored and rebuilt.
    pub(super) fn reinforce(&mut self, made: &Move) {
        for order in made.orders() {
            match order {
                Order::Arrive { unit, hex } => self.stand(*unit, *hex),
                Order::Restore { unit } => {
                    self.put(Cell::Reduced(*unit), 0);
                    self.pay(*unit, self.data().charts.step_price);
                }
                Order::Rebuild { unit, hex } => {
                    self.stand(*unit, *hex);
                    // 10.24-2: it comes with one step.
                    let several = self.data().units[*unit].steps > 1;
                    self.put(Cell::Reduced(*unit), several.into());
                    self.pay(*unit, self.data().charts.rebuild_price);
                }
                _ => {}
            }
        }
    }

    /// Points of the unit's own nation are spent first.
    fn pay(&mut self, unit: UnitId, price: u8) {
        let own = self.data().charts.pool(self.data().units[unit].nation);
        let mut price = u16::from(price);
        for pool in [own, Pool::Allied] {
            let cell = Cell::Points(pool as usize);
            let spent = self.state().get(cell).min(price);
            self.put(cell, self.state().get(cell) - spent);
            price -= spent;
        }
    }
}
