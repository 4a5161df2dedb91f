//! An effect: GRAND DUKE TO TIFLIS drives the CP out of a port (9.5.1.a).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use crate::check::Checker;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::*;
use engine::chance::Random;

/// The units of the CP retreat; who cannot is lost.
pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| {
        let checker = Checker::of_side(position, Side::Cp);
        let port = port_of(frame);
        let mut units = checker.evacuees(port).into_iter();
        match units.any(|unit| !checker.ways_out(unit, port).is_empty()) {
            true => NextStep::Decides(DecisionKind::Evacuation),
            false => NextStep::Takes(Box::new(position.evacuated(port, &Move::default()))),
        }
    },
    parameters: |position, frame| Parameters::Evacuation {
        place: port_of(frame),
        units: Checker::of_side(position, Side::Cp).evacuees(port_of(frame)),
    },
    check: |position, frame, made| {
        Checker::of_side(position, Side::Cp).check_evacuation(port_of(frame), made)
    },
    take: |position, frame, made| Ok(position.evacuated(port_of(frame), made)),
    ..SILENT
};

/// The port that is left.
fn port_of(frame: Frame) -> PlaceId {
    usize::from(frame.args[0]).saturating_sub(1)
}

impl Position {
    /// The CP is asked, if it has units there.
    pub(super) fn step_of_evacuation(&self, frame: Frame) -> NextStep {
        let mut next = self.effect_is_done();
        if let Some(port) = frame.place()
            && !Checker::of_side(self, Side::Cp).evacuees(port).is_empty()
        {
            let number = u16::try_from(port + 1).unwrap_or(0);
            next.push(Frame::of(FrameKind::Evacuation).by(Side::Cp).with(number));
        }
        NextStep::Takes(Box::new(next.advance_to_next_decision()))
    }

    /// The position after the retreat; what is left behind is not taken by that (12.7.9).
    fn evacuated(&self, port: PlaceId, made: &Move) -> Self {
        let mut transition = Transition::new(self, Side::Cp);
        let mut left: Vec<UnitId> = Checker::of_side(self, Side::Cp).evacuees(port);
        // Combat units first: HQs go with them.
        let mut flights: Vec<_> = made
            .orders()
            .iter()
            .filter_map(|order| match order {
                Order::Retreat { unit, path } => Some((*unit, path.last().copied()?)),
                _ => None,
            })
            .filter(|(unit, end)| left.contains(unit) && *end < self.data().on_map)
            .collect();
        flights.sort_by_key(|(unit, _)| !self.data().units[*unit].is_combat());
        for (unit, end) in flights {
            transition.enter(unit, end);
            left.retain(|other| *other != unit);
        }
        for unit in left {
            transition.strand(unit);
        }
        transition.settle();
        transition.now.done().advance_to_next_decision()
    }

    /// Legal answers at random, where the CP leaves a port; `None` at other decisions.
    pub(super) fn sampled_evacuations(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        let top = self.state().top()?;
        if top.kind != FrameKind::Evacuation {
            return None;
        }
        let checker = Checker::of_side(self, Side::Cp);
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        Some(
            (0..count)
                .map(|number| checker.sampled_evacuation(port_of(top), &mut stream(number)))
                .collect(),
        )
    }
}
