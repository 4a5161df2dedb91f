//! Units that came around Africa go ashore (18.10.2).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::check::redeployment::Redeployer;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;
use engine::chance::Random;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.come_around_africa()[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Arrival),
    },
    parameters: |position, _| Parameters::Arrival {
        units: position.come_around_africa(),
    },
    check: |position, _, made| {
        let due = position.come_around_africa();
        Redeployer::new(position, Side::Ap, 0).check_arrivals(&due, made)
    },
    take: |position, _, made| Ok(position.land(made)),
    ..SILENT
};

impl Position {
    /// Who may go ashore in this turn, and on which water.
    fn come_around_africa(&self) -> Vec<(UnitId, Sea)> {
        let state = self.state();
        let turn = state.scalar(Scalar::Turn);
        let units = 0..self.data().units.len();
        let sea = |unit: UnitId| {
            let sea = state.get(Cell::Bound(unit)).checked_sub(1)?;
            let [number, _] = sea.to_le_bytes();
            let due = state.get(Cell::Arrival(unit)) <= turn;
            Sea::at(number).filter(|_| due).map(|sea| (unit, sea))
        };
        units.filter_map(sea).collect()
    }

    /// Every order that is a legal landing alone.
    pub(super) fn landings(&self) -> Vec<Order> {
        Redeployer::new(self, Side::Ap, 0).arrivals(&self.come_around_africa())
    }

    /// Legal landings at random, of some units or all.
    pub(super) fn landings_at_random(&self, random: &mut Random) -> Move {
        let due = self.come_around_africa();
        let redeployer = Redeployer::new(self, Side::Ap, 0);
        let mut landings = redeployer.arrivals(&due);
        random.shuffle(&mut landings);
        let mut made = Move::default();
        for landing in landings {
            let orders = made.orders().iter().cloned().chain([landing]);
            let longer = Move::new(orders.collect());
            if !random.chance(10) && redeployer.check_arrivals(&due, &longer).is_empty() {
                made = longer;
            }
        }
        made
    }

    /// The position after landings. Who finds no port where it was sent to sails on, for a turn more
    /// (18.10.2-3), and who is not landed stays at sea as long.
    fn land(&self, made: &Move) -> Self {
        let mut transition = Transition::new(self, Side::Ap);
        let data = self.data();
        let place = |unit: UnitId| {
            made.orders().iter().find_map(|order| match order {
                Order::Arrive { unit: other, place } if *other == unit => Some(*place),
                _ => None,
            })
        };
        let water = |place: PlaceId| {
            let base = data.spaces[place].island_base.unwrap_or(place);
            data.spaces[base].port
        };
        for (unit, sea) in self.come_around_africa() {
            let place = place(unit).filter(|place| *place < data.on_map);
            match place.map(|place| (place, water(place).unwrap_or(sea))) {
                Some((place, on)) if on == sea => {
                    transition.now.put(Cell::Bound(unit), 0);
                    transition.now.put(Cell::Arrival(unit), 0);
                    transition.end_in(unit, place);
                }
                Some((_, other)) => transition.now.delay(unit, other),
                None => transition.now.delay(unit, sea),
            }
        }
        transition.settle_outside_rounds();
        transition.now.done().advance_to_next_decision()
    }
}
