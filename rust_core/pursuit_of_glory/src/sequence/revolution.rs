//! The Revolution Phase: tribes are counted (16.3.2), revolts and the Revolution are looked at.

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::cards::{PAN_TURKISM, PARVUS_TO_BERLIN};
use crate::check::{Arg, Violation, codes};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::*;

/// What stands in the Revolution Phase.
pub(super) fn next_step(position: &Position) -> NextStep {
    let state = position.state();
    match state.step() {
        // 6.0.E.1
        0 => match position.tribes_over_level() {
            0 => NextStep::Takes(Box::new(position.match_tribes())),
            _ => NextStep::Begins(Frame::of(FrameKind::Dismissal).by(Side::Cp)),
        },
        _ if state.happened(PAN_TURKISM) || state.happened(PARVUS_TO_BERLIN) => {
            NextStep::Decides(DecisionKind::NotYet)
        }
        _ => NextStep::Done,
    }
}

/// More tribes than the Jihad level: the CP chooses who goes back (16.3.2.c-1).
pub(super) const DISMISSAL: FrameHandler = FrameHandler {
    next_step: |position, _| match position.tribes_over_level() {
        0 => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Dismissal),
    },
    parameters: |position, _| Parameters::Dismissal {
        number: position.tribes_over_level(),
        units: position.tribes_on_map(),
    },
    check: |position, _, made| position.check_dismissal(made),
    take: |position, _, made| Ok(position.dismiss(made)),
    ..SILENT
};

impl Position {
    /// The tribes that stand on the map.
    fn tribes_on_map(&self) -> Vec<UnitId> {
        let units = self.data().units.iter().enumerate();
        let tribes =
            units.filter(|(unit, entry)| entry.class == Class::Tribe && self.spot(*unit).is_some());
        tribes.map(|(unit, _)| unit).collect()
    }

    /// How many more tribes are on the map than the Jihad level (16.3.2.c-1).
    fn tribes_over_level(&self) -> usize {
        let level = usize::try_from(self.state().track(Track::Jihad)).unwrap_or(0);
        self.tribes_on_map().len().saturating_sub(level)
    }

    /// Too few tribes: the CP owes the others, as far as the key has some (16.3.2.c-2).
    fn match_tribes(&self) -> Self {
        let mut next = self.clone();
        let level = usize::try_from(self.state().track(Track::Jihad)).unwrap_or(0);
        let missing = level.saturating_sub(self.tribes_on_map().len());
        next.put_scalar(Scalar::TribesDue, u16::try_from(missing).unwrap_or(0));
        next.next_in_phase();
        next.advance_to_next_decision()
    }

    /// What is wrong with who goes: tribes of the map, as many as are too many.
    fn check_dismissal(&self, made: &Move) -> Vec<Violation> {
        let (tribes, wanted) = (self.tribes_on_map(), self.tribes_over_level());
        let mut found = Vec::new();
        let mut going = 0;
        for order in made.orders() {
            let Order::Dismiss { unit } = *order else {
                continue;
            };
            match tribes.contains(&unit) {
                true => going += 1,
                false => found.push(Violation::new(&codes::NO_TRIBE_THERE, &[Arg::Unit(unit)])),
            }
        }
        let apart = |number: usize| Arg::Number(u32::try_from(number).unwrap_or(u32::MAX));
        if going < wanted {
            found.push(Violation::new(
                &codes::TRIBES_LEFT,
                &[apart(wanted - going)],
            ));
        }
        if going > wanted {
            found.push(Violation::new(
                &codes::TRIBES_TOO_MANY,
                &[apart(going - wanted)],
            ));
        }
        found
    }

    fn dismiss(&self, made: &Move) -> Self {
        let mut transition = super::Transition::new(self, Side::Cp);
        for order in made.orders() {
            if let Order::Dismiss { unit } = *order
                && let Some(tribe) = self.data().units[unit].tribe
                && let Some(key) = self.data().find_place(&format!("tribal_key_{tribe}"))
            {
                transition.now.retire(unit, key, true);
            }
        }
        transition.settle_outside_rounds();
        transition.now.done().advance_to_next_decision()
    }
}
