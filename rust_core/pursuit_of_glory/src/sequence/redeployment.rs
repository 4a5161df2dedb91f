//! Strategic redeployment (13), and who goes around Africa (18.10.2).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::board::BitSet;
use crate::check::redeployment::Redeployer;
use crate::check::redeployment::pieces::{Found, Pieces};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use engine::chance::Random;
use std::collections::BTreeSet;

/// The SR points of ENVER-FALKENHAYN SUMMIT.
const SUMMIT: u16 = 8;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::Redeployment),
    parameters: |_, frame| Parameters::Redeployment {
        points: frame.args[0],
        by: event_of(frame),
        place: frame.place(),
    },
    check: |position, frame, made| position.redeployer(frame).check(made),
    take: |position, frame, made| Ok(position.redeploy(frame, made)),
    ..SILENT
};

/// The frame of a side's SR by an event, about a place if it is about one.
pub(super) fn of_event(side: Side, kind: EventSr, place: Option<PlaceId>) -> Frame {
    let points = if kind == EventSr::Summit { SUMMIT } else { 0 };
    let place = place.map_or(0, |place| place + 1);
    Frame {
        args: [points, kind as u16 + 1, u16::try_from(place).unwrap_or(0)],
        ..Frame::of(FrameKind::Redeployment).by(side)
    }
}

/// The event whose SR a frame is.
pub(crate) fn event_of(frame: Frame) -> Option<EventSr> {
    let [number, _] = frame.args[1].checked_sub(1)?.to_le_bytes();
    EventSr::at(number)
}

impl Position {
    fn redeployer(&self, frame: Frame) -> Redeployer<'_> {
        let side = frame.side.unwrap_or_else(|| self.state().active());
        match event_of(frame) {
            None => Redeployer::new(self, side, frame.args[0]),
            Some(kind) => Redeployer::of_event(self, side, kind, frame.args[0], frame.place()),
        }
    }

    /// Every order that is a legal answer alone, where units redeploy or go ashore from around Africa:
    /// of one unit, or of all. None at other decisions.
    #[must_use]
    pub fn redeployments(&self, of: Option<UnitId>) -> Vec<Order> {
        let mut found = match self.redeployment_asked() {
            Some((top, true)) => self.redeployer(top).singles(of),
            Some(_) => self.landings(),
            None => Vec::new(),
        };
        found.retain(|order| of.is_none() || order.unit() == of);
        found
    }

    /// Every order that could be given beside those given where units redeploy, and whether nothing else can
    /// be ordered.
    pub(crate) fn offered_redeployments(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        match self.redeployment_asked() {
            Some((top, true)) => self.redeployer(top).offers(given),
            _ => (BTreeSet::new(), false),
        }
    }

    /// Asks of orders one by one what could be given where units redeploy; `None` at other decisions.
    pub(crate) fn redeployments_piecewise<R>(
        &self,
        found: &mut Found,
        ask: impl FnOnce(&mut Pieces<'_, '_>) -> R,
    ) -> Option<R> {
        let (top, true) = self.redeployment_asked()? else {
            return None;
        };
        Some(ask(&mut Pieces::new(&self.redeployer(top), found)))
    }

    /// Legal answers at random, where units redeploy or go ashore from around Africa; the same seed gives
    /// the same answers, and the first of many are the same as the first of few. `None` at other
    /// decisions.
    #[must_use]
    pub fn sample_redeployments(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        let (top, redeploys) = self.redeployment_asked()?;
        if redeploys {
            return Some(self.redeployer(top).samples(seed, count));
        }
        let streams = (0..count).map(|number| Random::new(seed, number as u64 + 1));
        Some(
            streams
                .map(|mut random| self.landings_at_random(&mut random))
                .collect(),
        )
    }

    /// The frame in which units redeploy or go ashore, and whether they redeploy.
    fn redeployment_asked(&self) -> Option<(Frame, bool)> {
        let top = self.state().top()?;
        match top.kind {
            FrameKind::Redeployment => Some((top, true)),
            FrameKind::Arrival => Some((top, false)),
            _ => None,
        }
    }

    /// The position after redeployments: units are where they end, and what follows from that is
    /// settled. Nothing is changed by passing (11.1.2.b).
    fn redeploy(&self, frame: Frame, made: &Move) -> Self {
        let side = frame.side.unwrap_or_else(|| self.state().active());
        let mut transition = Transition::new(self, side);
        let orders = made.orders().iter().filter(|o| transition.redeploys(o));
        let mut orders: Vec<_> = orders.collect();
        // Whose flag flies over a VP space matters (3.2.4.1-8).
        let units = &self.data().units;
        let russian = |order: &Order| {
            order
                .unit()
                .is_some_and(|unit| units[unit].is_of(Nation::Ru))
        };
        orders.sort_by_key(|order| !russian(order));
        let deserted = transition.ports_left(&orders);
        for order in orders {
            match order {
                Order::Redeploy { unit, place }
                | Order::Ship { unit, place }
                | Order::Deploy { unit, place } => transition.end_in(*unit, *place),
                Order::Reserve { unit } => {
                    let [reserve, ..] = self.data().known.spent_boxes(side);
                    transition.now.retire(*unit, reserve, true);
                }
                Order::Detour { unit, sea } => transition.now.delay(*unit, *sea),
                _ => {}
            }
        }
        transition.settle();
        if side == Side::Cp {
            transition.cut_ports();
        }
        transition.keep_landing();
        transition.pay_for_ports(&deserted);
        transition.now.done().advance_to_next_decision()
    }

    /// A unit is at sea, to come ashore on a water in the next turn (18.10.2-2).
    pub(super) fn delay(&mut self, unit: UnitId, sea: Sea) {
        self.retire(unit, self.data().known.turn_track, true);
        self.put(Cell::Bound(unit), sea as u16 + 1);
        let turn = self.state().scalar(Scalar::Turn);
        self.put(Cell::Arrival(unit), turn + 1);
    }

    /// The AP units that are in supply, and would not be if no ship called at a port of the Ottoman
    /// Empire or at a beachhead before it; nobody for other places.
    fn living_on_ottoman(&self, port: PlaceId) -> BitSet {
        let spaces = &self.data().spaces;
        let ottoman = |place: PlaceId| spaces[place].country == Some(Country::Turkey);
        if self.data().network.beachheads.contains(port) {
            let before_it = spaces[port].shore.is_some_and(ottoman);
            return match before_it {
                true => Outlook::new(self, Side::Ap, &Readings::OURS).relies(port),
                false => BitSet::EMPTY,
            };
        }
        match ottoman(port) {
            true => self.living_on(port),
            false => BitSet::EMPTY,
        }
    }
}

impl Transition<'_> {
    /// Whether an order speaks of things that exist, and of units that could have it. Others are left
    /// undone.
    fn redeploys(&self, order: &Order) -> bool {
        let data = self.before.data();
        let Some(unit) = order.unit().filter(|unit| *unit < data.units.len()) else {
            return false;
        };
        let [reserve, ..] = data.known.spent_boxes(self.side);
        let own = self.before.side_of(unit) == self.side;
        let there = match order {
            Order::Deploy { .. } => self.before.place(unit) == Some(reserve),
            _ => self.before.spot(unit).is_some(),
        };
        own && there && order.end().is_none_or(|place| place < data.on_map)
    }

    /// A unit ends its SR in a place: a regular one holds in full what was held in part (11.2.2.1.c).
    pub(super) fn end_in(&mut self, unit: UnitId, place: PlaceId) {
        self.now.stand(unit, place);
        self.respect_spheres(unit, place);
        self.enter_as_regular(unit, place);
    }

    /// The ports of the Ottoman Empire, beachheads included, from which somebody leaves by sea who
    /// lives on that port alone (18.6.2.1-4). The CP gains nothing where the marines land (18.6.6-6).
    fn ports_left(&self, orders: &[&Order]) -> Vec<PlaceId> {
        let landed = usize::from(self.before.state().scalar(Scalar::AssaultLanding));
        let mut ports: Vec<PlaceId> = Vec::new();
        if self.side != Side::Ap {
            return ports;
        }
        for order in orders {
            let (Order::Ship { unit, .. } | Order::Detour { unit, .. }) = order else {
                continue;
            };
            let Some(start) = self.before.spot(*unit) else {
                continue;
            };
            if start + 1 != landed
                && !ports.contains(&start)
                && self.before.living_on_ottoman(start).contains(*unit)
            {
                ports.push(start);
            }
        }
        ports
    }

    /// The Jihad level rises for each of them on which nobody lives any more (18.6.2.1-4, 16.3.1.1-5).
    fn pay_for_ports(&mut self, left: &[PlaceId]) {
        let deserted = |port: &&PlaceId| {
            let own = |unit: &UnitId| self.now.side_of(*unit) == Side::Ap;
            let there = self.now.units_at(**port).iter().any(own);
            !there && self.now.living_on_ottoman(**port).is_empty()
        };
        let number = left.iter().filter(deserted).count();
        self.now.raise_jihad(u16::try_from(number).unwrap_or(0));
    }
}
