//! The Revolution Phase: tribes are counted (16.3.2), a revolt is tried (16.3.3), and the Revolution
//! begins or goes on (16.4).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use super::{Transition, newcomers};
use crate::cards::{PARVUS_TO_BERLIN, ROMANIA};
use crate::check::{Arg, Violation, codes};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar, unbias};
use crate::vocabulary::*;

/// The last stage of the Revolution.
const LAST_STAGE: u16 = 4;

/// The steps of the phase after the tribes (6.0.E).
const REVOLT: u16 = 1;
const STAGE: u16 = 2;
/// Those of the turn in which stage 4 begins: who stays, who enters, who leaves.
const KEEPS: u16 = 3;
const ENTER: u16 = 4;
const LAST: u16 = 5;
const DONE: u16 = 6;

/// What stands in the Revolution Phase.
pub(super) fn next_step(position: &Position) -> NextStep {
    let takes = |next: Position| NextStep::Takes(Box::new(next.advance_to_next_decision()));
    let skip = || {
        let mut next = position.clone();
        next.next_in_phase();
        takes(next)
    };
    match position.state().step() {
        // 6.0.E.1
        0 => match position.tribes_over_level() {
            0 => NextStep::Takes(Box::new(position.match_tribes())),
            _ => NextStep::Begins(Frame::of(FrameKind::Dismissal).by(Side::Cp)),
        },
        // 6.0.E.2
        REVOLT => match position.may_revolt()[..] {
            [] => skip(),
            _ => NextStep::Begins(Frame::of(FrameKind::Revolt).by(Side::Cp)),
        },
        // 6.0.E.3
        STAGE => takes(position.next_stage()),
        KEEPS => match position.cavalry_to_keep()[..] {
            [] => takes(position.without_russians(None)),
            _ => NextStep::Begins(Frame::of(FrameKind::Keep).by(Side::Ap)),
        },
        ENTER => match newcomers::enter_for(position, newcomers::frame(Side::Ap)) {
            true => NextStep::Begins(newcomers::frame(Side::Ap)),
            false => skip(),
        },
        LAST => takes(position.last_changes()),
        _ => NextStep::Done,
    }
}

/// The AP says which cavalry division stays (16.4.5.4-2).
pub(super) const KEEP: FrameHandler = FrameHandler {
    next_step: |position, _| match position.cavalry_to_keep()[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Keep),
    },
    parameters: |position, _| Parameters::Keep {
        units: position.cavalry_to_keep(),
    },
    check: |position, _, made| position.check_keeping(made),
    take: |position, _, made| {
        let mut next = position.clone();
        next.pop();
        let kept = made.orders().first().and_then(Order::unit);
        Ok(next.without_russians(kept).advance_to_next_decision())
    },
    ..SILENT
};

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

    /// The Revolution begins when the turn has come to both markers (6.0.E.3-1, 16.4.3.a-2, 16.4.3.c-1,
    /// 16.4.3.c-2), which are taken away (16.4.4-1), and goes on by a stage in every turn (6.0.E.3-2,
    /// 16.4.4-2). Not while Russia holds Constantinople (6.0.E.3-3, 16.4.3-1).
    fn next_stage(&self) -> Self {
        let state = self.state();
        let mut next = self.clone();
        next.put_arg(FrameKind::Phase, 1, DONE);
        let stage = state.scalar(Scalar::RevolutionStage);
        let turn = i32::from(state.scalar(Scalar::Turn));
        let has_come = |marker| unbias(state.scalar(marker)).is_some_and(|on| on <= turn);
        let goes_on = match stage {
            0 => {
                state.happened(PARVUS_TO_BERLIN)
                    && has_come(Scalar::RevolutionTurn)
                    && has_come(Scalar::Czar)
            }
            stage => stage < LAST_STAGE,
        };
        if !goes_on || self.russia_holds_constantinople() {
            return next;
        }
        next.put_scalar(Scalar::RevolutionStage, stage + 1);
        match stage + 1 {
            1 => {
                for marker in [Scalar::Parvus, Scalar::RevolutionTurn, Scalar::Czar] {
                    next.put_scalar(marker, 0);
                }
                // The oil and grain of a neutral Romania (16.4.5.1-3).
                if !state.happened(ROMANIA) {
                    next.shift(Track::Vp, 2);
                }
            }
            2 => next.weary_russians(),
            LAST_STAGE => next.put_arg(FrameKind::Phase, 1, KEEPS),
            _ => {}
        }
        next
    }

    /// Whether the AP holds Constantinople, and Russians took it (16.4.3-1).
    fn russia_holds_constantinople(&self) -> bool {
        let place = self.data().known.constantinople;
        let state = self.state();
        state.controlled[0].contains(place) && state.get(Cell::RuVp(place)) > 0
    }

    /// Russian units and those that are Persian and Russian, wherever they are (16.4.5-9).
    fn russians(&self) -> impl Iterator<Item = (UnitId, PlaceId)> + '_ {
        let units = self.data().units.iter().enumerate();
        let russians = units.filter(|(_, entry)| entry.is_of(Nation::Ru));
        russians.filter_map(|(unit, _)| Some((unit, self.place(unit)?)))
    }

    /// Stage 2: Russians at full strength are reduced on the map, in the Reserve Box and at sea around
    /// Africa (16.4.5.2-1), and corps in the Corps Assets Box are eliminated (16.4.5.2-2). HQs have no steps.
    fn weary_russians(&mut self) {
        let known = &self.data().known;
        let (reserve, assets) = (known.ap_reserve, known.ap_corps_assets);
        let at_sea = known.turn_track;
        let eliminated = known.ap_eliminated;
        let russians: Vec<(UnitId, PlaceId)> = self.russians().collect();
        for (unit, place) in russians {
            let entry = &self.data().units[unit];
            if place == assets && entry.size == Size::Lcu {
                self.retire(unit, eliminated, false);
            } else if (place < self.data().on_map || [reserve, at_sea].contains(&place))
                && entry.is_combat()
            {
                self.put(Cell::Reduced(unit), 1);
            }
        }
    }

    /// The cavalry divisions of which one stays: on the map, at sea around Africa, in the Reserve Box, or
    /// among those that may be rebuilt (16.4.5.4-2). Who is Persian besides goes with the others.
    fn cavalry_to_keep(&self) -> Vec<UnitId> {
        let data = self.data();
        let known = &data.known;
        let stays = |(unit, place): (UnitId, PlaceId)| {
            let entry = &data.units[unit];
            let division = entry.size == Size::Scu && entry.unit_type == UnitType::Cavalry;
            let boxes = [known.turn_track, known.ap_reserve, known.ap_eliminated];
            let there = place < data.on_map || boxes.contains(&place);
            (division && entry.nations == [Nation::Ru] && there).then_some(unit)
        };
        self.russians().filter_map(stays).collect()
    }

    fn check_keeping(&self, made: &Move) -> Vec<Violation> {
        let able = self.cavalry_to_keep();
        let mut found = Vec::new();
        for order in made.orders() {
            if let Order::Keep { unit } = *order
                && !able.contains(&unit)
            {
                found.push(Violation::new(&codes::NO_SUCH_CAVALRY, &[Arg::Unit(unit)]));
            }
        }
        match made.orders().len() {
            0 if able.is_empty() => {}
            0 => found.push(Violation::new(&codes::KEEPS_NONE, &[])),
            1 => {}
            number => {
                let number = Arg::Number(u32::try_from(number).unwrap_or(u32::MAX));
                found.push(Violation::new(&codes::KEEPS_TWO, &[number]));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Stage 4: Russia is out of the war. Who stays are the division of the AP's choice and the Yugoslavs
    /// (16.4.5.4-1, 16.4.5.4-2); both are British now (16.4.5.4-3).
    fn without_russians(&self, kept: Option<UnitId>) -> Self {
        let mut transition = Transition::new(self, Side::Ap);
        let known = &self.data().known;
        for (unit, _) in self.russians() {
            if kept != Some(unit) && unit != known.ru_sb_yugoslav_div {
                let grave = known.ap_permanently_eliminated;
                transition.now.retire(unit, grave, false);
            }
        }
        if let Some(unit) = kept {
            let number = u16::try_from(unit + 1).unwrap_or(0);
            transition.now.put_scalar(Scalar::BritishRuCavalry, number);
        }
        transition.settle_outside_rounds();
        transition.keep_landing();
        transition.now.put_arg(FrameKind::Phase, 1, ENTER);
        transition.now
    }

    /// Stage 4 ends with the Soviets, and the GE IX Army goes (16.4.5.4-8, 16.4.5.4-10). A space has room
    /// for one uprising (3.2.4.2-2).
    fn last_changes(&self) -> Self {
        let mut transition = Transition::new(self, Side::Cp);
        let data = self.data();
        let known = &data.known;
        for place in &data.revolts.soviets {
            if self.state().get(Cell::Uprising(*place)) == 0 {
                let soviet = Uprising::Soviet as u16 + 1;
                transition.now.put(Cell::Uprising(*place), soviet);
            }
        }
        let army = known.ge_ix_army;
        if self.place(army).is_some() {
            transition.replace_by_germans(army, known.cp_permanently_eliminated);
        }
        transition.settle_outside_rounds();
        transition.now.put_arg(FrameKind::Phase, 1, DONE);
        transition.now
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
