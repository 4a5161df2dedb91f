//! Replacement points are spent (17).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use super::{Transition, permanently_eliminated};
use crate::check::replacement_points::{Replacer, kinds_of, points_of};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar, bias, unbias};
use crate::vocabulary::*;
use std::collections::BTreeSet;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.replacer(frame).asks() {
        true => NextStep::Decides(DecisionKind::ReplacementPoints),
        false => NextStep::Takes(Box::new(position.spend(frame, &Move::default()))),
    },
    parameters: |position, frame| Parameters::ReplacementPoints {
        points: match frame.args[0] {
            0 => position.points_of(side_of(frame)),
            bonus => vec![(Replacement::Tu, bonus.into())],
        },
    },
    check: |position, frame, made| position.replacer(frame).check(made),
    take: |position, frame, made| Ok(position.spend(frame, made)),
    ..SILENT
};

/// Bonus TU points that a side spends at once (9.4.1.a).
pub(super) fn bonus(side: Side, points: u8) -> Frame {
    Frame::of(FrameKind::ReplacementPoints)
        .by(side)
        .with(points.into())
}

fn side_of(frame: Frame) -> Side {
    frame.side.unwrap_or(Side::Ap)
}

impl Position {
    /// The replacement points on the record of a side.
    fn points_of(&self, side: Side) -> Vec<(Replacement, i32)> {
        let kinds = kinds_of(side).iter();
        kinds.map(|kind| (*kind, points_of(self, *kind))).collect()
    }

    fn replacer(&self, frame: Frame) -> Replacer<'_> {
        match frame.args[0] {
            0 => Replacer::new(self, side_of(frame)),
            bonus => Replacer::with_bonus(self, side_of(frame), bonus),
        }
    }

    /// Every order that is legal by itself where replacement points are spent: of one unit, or of all.
    /// What is owed is left out of account. None at other decisions.
    #[must_use]
    pub fn replacements(&self, of: Option<UnitId>) -> Vec<Order> {
        let top = self.state().top();
        let Some(top) = top.filter(|top| top.kind == FrameKind::ReplacementPoints) else {
            return Vec::new();
        };
        let mut found = self.replacer(top).singles();
        found.retain(|order| of.is_none() || order.unit() == of);
        found
    }

    /// Every order that could be given beside those given where replacement points are spent, and whether
    /// nothing else can be ordered.
    pub(crate) fn offered_replacements(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        match self.state().top() {
            Some(top) if top.kind == FrameKind::ReplacementPoints => {
                self.replacer(top).offers(given)
            }
            _ => (BTreeSet::new(), false),
        }
    }

    /// Legal answers at random where replacement points are spent; the same seed gives the same
    /// answers, and the first of many are the same as the first of few. `None` at other decisions.
    #[must_use]
    pub fn sample_replacements(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        let top = self.state().top()?;
        let asked = top.kind == FrameKind::ReplacementPoints;
        asked.then(|| self.replacer(top).samples(seed, count))
    }

    /// The position after points are spent: steps up and down, and the side's points are gone; unspent
    /// TU points raise the Max TU RP marker (6.0.G-2, 17.1.2-1, 17.1.2-2, 17.3.1-4).
    fn spend(&self, frame: Frame, made: &Move) -> Self {
        let side = side_of(frame);
        let mut transition = Transition::new(self, side);
        for order in made.orders() {
            if let Order::RebuildAt { unit, place } = *order {
                transition.rebuild_at(unit, place);
            }
        }
        for order in made.orders() {
            match *order {
                Order::Restore { unit } => transition.now.put(Cell::Reduced(unit), 0),
                Order::Reduce { unit } => transition.now.put(Cell::Reduced(unit), 1),
                _ => {}
            }
        }
        transition.give_up(made);
        // Bonus points leave the record and the Max TU RP marker alone (17.3.1-3).
        if frame.args[0] > 0 {
            transition.settle_as_it_stands();
            return transition.now.done().advance_to_next_decision();
        }
        let now = &mut transition.now;
        if side == Side::Cp
            && let Some(marker) = unbias(self.state().scalar(Scalar::MaxTuRp))
        {
            let left = self.replacer(frame).turkish_points_left(made);
            now.put_scalar(Scalar::MaxTuRp, bias(Some(marker + left)));
        }
        for kind in kinds_of(side) {
            now.put(Cell::Replacement(*kind as usize), bias(Some(0)));
        }
        transition.settle_outside_rounds();
        transition.now.done().advance_to_next_decision()
    }
}

impl Transition<'_> {
    /// A unit comes back reduced; on the map it takes control as those do that enter (11.2).
    fn rebuild_at(&mut self, unit: UnitId, place: PlaceId) {
        if place < self.before.data().on_map {
            self.end_in(unit, place);
            self.trample(place);
        } else {
            self.now.stand(unit, place);
        }
        self.now.put(Cell::Reduced(unit), 1);
    }

    /// Units are eliminated for negative points: for good if they could not come back, or if nobody
    /// comes for an LCU (17.1.7-4).
    fn give_up(&mut self, made: &Move) {
        let data = self.before.data();
        let [_, eliminated, _] = data.known.spent_boxes(self.side);
        for order in made.orders() {
            let Order::Eliminate { unit } = *order else {
                continue;
            };
            let by = made.orders().iter().find_map(|other| match other {
                Order::Replace { unit: lcu, by } if *lcu == unit => Some(*by),
                _ => None,
            });
            let entry = &data.units[unit];
            let marked = matches!(entry.symbol, Some(Symbol::Dot | Symbol::Triangle));
            let lost = marked || (entry.size == Size::Lcu && by.is_none());
            let stood = self.now.place(unit);
            let grave = permanently_eliminated(self.before, self.side);
            self.now
                .retire(unit, if lost { grave } else { eliminated }, false);
            if let Some((by, place)) = by.zip(stood) {
                self.now.stand(by, place);
            }
        }
    }
}
