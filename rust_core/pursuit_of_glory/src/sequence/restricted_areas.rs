//! LCUs that are too many in a restricted area, because a retreat has brought them there (18.1.2.c).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use super::{Transition, permanently_eliminated};
use crate::check::{Arg, Violation, codes};
use crate::control::allowed_lcus;
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::*;

/// Their owner says which of them go (18.1.2.c).
pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.excess_lcus(owner(frame))[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::ExcessLcus),
    },
    parameters: |position, frame| {
        let full = position.excess_lcus(owner(frame));
        Parameters::ExcessLcus {
            units: full.iter().flat_map(|one| one.lcus.clone()).collect(),
            areas: full.iter().map(|one| (one.area, one.surplus)).collect(),
        }
    },
    check: |position, frame, made| position.check_excess_lcus(owner(frame), made),
    take: |position, frame, made| Ok(position.without_excess_lcus(owner(frame), made)),
    ..SILENT
};

/// A restricted area with more LCUs of a side than it may have there.
struct FullArea {
    area: RestrictedArea,
    /// Its LCUs, those on beachheads that lead there included (18.1.2.b-2).
    lcus: Vec<UnitId>,
    /// How many of them are too many.
    surplus: usize,
}

fn owner(frame: Frame) -> Side {
    frame.side.unwrap_or(Side::Ap)
}

impl Position {
    /// What follows a retreat of a side that has brought too many LCUs somewhere.
    pub(super) fn excess_lcus_of(&self, side: Side) -> Option<Frame> {
        let some = !self.excess_lcus(side).is_empty();
        some.then(|| Frame::of(FrameKind::ExcessLcus).by(side))
    }

    fn excess_lcus(&self, side: Side) -> Vec<FullArea> {
        let allowed = allowed_lcus(self.state(), side);
        let mut within: Vec<Vec<UnitId>> = vec![Vec::new(); RestrictedArea::ALL.len()];
        for unit in (self.view().commanded(side) & self.data().counters.lcus).iter() {
            let area = self
                .place(unit)
                .and_then(|place| self.data().spaces.get(place)?.restricted_area);
            if let Some(area) = area {
                within[area as usize].push(unit);
            }
        }
        let areas = RestrictedArea::ALL.iter().zip(within);
        let full = areas.filter(|(_, lcus)| lcus.len() > allowed);
        full.map(|(area, lcus)| FullArea {
            area: *area,
            surplus: lcus.len() - allowed,
            lcus,
        })
        .collect()
    }

    fn check_excess_lcus(&self, side: Side, made: &Move) -> Vec<Violation> {
        let full = self.excess_lcus(side);
        let mut found = Vec::new();
        let mut going = vec![0; full.len()];
        for order in made.orders() {
            let Order::Eliminate { unit } = *order else {
                continue;
            };
            match full.iter().position(|one| one.lcus.contains(&unit)) {
                Some(at) => going[at] += 1,
                None => found.push(Violation::new(&codes::NO_EXCESS_LCU, &[Arg::Unit(unit)])),
            }
        }
        for (one, going) in full.iter().zip(going) {
            let area = [Arg::Area(one.area)];
            if going < one.surplus {
                found.push(Violation::new(&codes::TOO_MANY_LCUS_LEFT, &area));
            }
            if going > one.surplus {
                found.push(Violation::new(&codes::LCUS_LOST_FOR_NOTHING, &area));
            }
        }
        found
    }

    /// They are eliminated for good, as if they were out of supply: nobody comes for them. HQs and
    /// heavy artillery that are left alone go with them (3.2.3-3).
    fn without_excess_lcus(&self, side: Side, made: &Move) -> Self {
        let mut transition = Transition::new(self, side);
        let full = self.excess_lcus(side);
        let grave = permanently_eliminated(self, side);
        for order in made.orders() {
            let Order::Eliminate { unit } = *order else {
                continue;
            };
            if !full.iter().any(|one| one.lcus.contains(&unit)) {
                continue;
            }
            transition.now.retire(unit, grave, false);
            let Some(place) = self.spot(unit) else {
                continue;
            };
            if transition.now.stacked(place, side).is_empty() {
                for left in transition.now.billeted(place, side) {
                    transition.now.retire(left, grave, false);
                }
            }
        }
        transition.settle();
        transition.now.advance_to_next_decision()
    }

    /// Every choice of those that go.
    pub(super) fn choices_of_excess_lcus(&self, side: Side) -> Vec<Move> {
        let mut choices: Vec<Vec<Order>> = vec![Vec::new()];
        for one in self.excess_lcus(side) {
            let sets = subsets(&one.lcus, one.surplus);
            let longer = choices.iter().flat_map(|chosen| {
                sets.iter().map(|lcus| {
                    let more = lcus.iter().map(|unit| Order::Eliminate { unit: *unit });
                    chosen.iter().cloned().chain(more).collect()
                })
            });
            choices = longer.collect();
        }
        choices.into_iter().map(Move::new).collect()
    }
}

/// All sets of so many of these units.
fn subsets(units: &[UnitId], number: usize) -> Vec<Vec<UnitId>> {
    match units {
        _ if number == 0 => vec![Vec::new()],
        [] => Vec::new(),
        [first, rest @ ..] => {
            let with = subsets(rest, number - 1).into_iter();
            let with = with.map(|set| [&[*first], set.as_slice()].concat());
            with.chain(subsets(rest, number)).collect()
        }
    }
}
