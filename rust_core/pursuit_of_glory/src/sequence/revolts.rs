//! Jihad revolts: the CP's check in the Revolution Phase, the free die of the first that enters a
//! country, and what comes of a revolt (16.3.3).

use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::chance::{Outcome, six_sided};
use super::decision::Parameters;
use super::{Transition, newcomers};
use crate::board::BitSet;
use crate::cards::PAN_TURKISM;
use crate::check::{Arg, Violation, codes};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// The CP may choose one country (16.3.3.4).
pub(super) const CHOICE: FrameHandler = FrameHandler {
    next_step: |position, _| match position.may_revolt()[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Revolt),
    },
    parameters: |position, _| Parameters::Revolt {
        revolts: position.may_revolt(),
    },
    check: |position, _, made| position.check_revolt(made),
    take: |position, _, made| Ok(position.choose_revolt(made)),
    ..SILENT
};

/// A die and the Jihad level together reach the number of the country, or do not (16.3.3.4-2).
pub(super) const DIE: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Throws,
    throws: |position, frame| position.die_of_revolt(frame),
    fall: |position, frame, outcome| match outcome {
        Outcome::Revolt { revolt, succeeds } => Ok(position.end_revolt(frame, *revolt, *succeeds)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

/// A die for every Indian unit (16.3.3.5.in-1).
pub(super) const MUTINY: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Throws,
    throws: |position, frame| {
        let unit = mutineer(frame)?;
        let highest = position.data().revolts.mutiny_takes;
        Some(six_sided(|face| Outcome::Mutiny {
            unit,
            leaves: face <= highest,
        }))
    },
    fall: |position, _, outcome| match outcome {
        Outcome::Mutiny { unit, leaves } => Ok(position.after_mutiny_die(*unit, *leaves)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

fn mutineer(frame: Frame) -> Option<UnitId> {
    usize::from(frame.args[0]).checked_sub(1)
}

fn mutiny_of(unit: UnitId) -> Frame {
    Frame::of(FrameKind::MutinyDie).with(u16::try_from(unit + 1).unwrap_or(0))
}

/// The die for a country; a free one if somebody entered it first (16.3.3.3).
fn die_for(revolt: Revolt, free: bool) -> Frame {
    let mut frame = Frame::of(FrameKind::RevoltDie).with(revolt as u16);
    frame.args[1] = free.into();
    frame
}

/// The units of a revolt.
const fn rebels(revolt: Revolt) -> Nation {
    match revolt {
        Revolt::Egypt => Nation::Egyptian,
        Revolt::India => Nation::IndianMutiny,
        Revolt::Afghanistan => Nation::Afghan,
        Revolt::CentralAsia => Nation::CentralAsian,
    }
}

impl Position {
    /// Whether a country could revolt: it has not, and the events that are needed have happened
    /// (16.3.3.1-1, 16.3.3.1-2).
    fn is_ripe(&self, revolt: Revolt) -> bool {
        let state = self.state();
        let event = self.data().revolts.entry(revolt).event;
        state.happened(PAN_TURKISM)
            && state.happened(event)
            && !state.holds(Scalar::Revolts, revolt as u8)
    }

    /// The countries of which the CP may choose one.
    pub(super) fn may_revolt(&self) -> Vec<Revolt> {
        let all = Revolt::ALL.iter().copied();
        all.filter(|revolt| self.is_ripe(*revolt)).collect()
    }

    /// What is wrong with a choice: it is one country, which could revolt.
    fn check_revolt(&self, made: &Move) -> Vec<Violation> {
        let state = self.state();
        let mut found = Vec::new();
        for order in made.orders() {
            let Order::Revolt { revolt } = *order else {
                continue;
            };
            let mut add = |code| found.push(Violation::new(code, &[Arg::Country(revolt)]));
            if !state.happened(self.data().revolts.entry(revolt).event) {
                add(&codes::NO_EVENT_OF_REVOLT);
            }
            if state.holds(Scalar::Revolts, revolt as u8) {
                add(&codes::IN_REVOLT);
            }
        }
        if let number @ 2.. = made.orders().len() {
            let number = Arg::Number(u32::try_from(number).unwrap_or(u32::MAX));
            found.push(Violation::new(&codes::TWO_COUNTRIES, &[number]));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn choose_revolt(&self, made: &Move) -> Self {
        let mut next = self.clone();
        next.pop();
        next.next_in_phase();
        if let Some(Order::Revolt { revolt }) = made.orders().first() {
            next.push(die_for(*revolt, false));
        }
        next.advance_to_next_decision()
    }

    /// The die that is to fall at once because somebody entered a country first.
    pub(super) fn free_revolt(&self) -> Option<Frame> {
        let due = self.state().scalar(Scalar::FreeRevolts);
        let revolt = (due > 0).then(|| due.trailing_zeros())?;
        let revolt = Revolt::at(u8::try_from(revolt).ok()?)?;
        Some(die_for(revolt, true))
    }

    /// The lower number counts while a regular CP combat unit is in the country (16.3.3.2-1); of Egypt all
    /// spaces lie west of the canal (16.3.3.2-2).
    fn die_of_revolt(&self, frame: Frame) -> Option<Results<Outcome>> {
        let [number, _] = frame.args[0].to_le_bytes();
        let revolt = Revolt::at(number)?;
        let entry = self.data().revolts.entry(revolt);
        let near = frame.args[1] > 0 || self.has_cp_regulars(&entry.places);
        let needed = if near {
            entry.rating_cp_unit
        } else {
            entry.rating
        };
        let level = self.state().track(Track::Jihad);
        Some(six_sided(|face| Outcome::Revolt {
            revolt,
            succeeds: i32::try_from(face).unwrap_or(0) + level >= needed,
        }))
    }

    /// Whether regular combat units of the CP are in some of these places (16.3.3.2).
    fn has_cp_regulars(&self, places: &BitSet) -> bool {
        let units = &self.data().units;
        let stands = self.state().place.iter().enumerate();
        stands
            .filter(|(_, place)| {
                usize::from(**place)
                    .checked_sub(1)
                    .is_some_and(|place| places.contains(place))
            })
            .any(|(unit, _)| {
                let entry = &units[unit];
                entry.is_combat() && entry.class == Class::Regular && self.side_of(unit) == Side::Cp
            })
    }

    fn end_revolt(&self, frame: Frame, revolt: Revolt, succeeds: bool) -> Self {
        let mut next = self.clone();
        next.pop();
        if frame.args[1] > 0 {
            let due = next.state().scalar(Scalar::FreeRevolts) & !(1 << revolt as u16);
            next.put_scalar(Scalar::FreeRevolts, due);
        }
        if succeeds {
            next = next.in_revolt(revolt);
        }
        next.advance_to_next_decision()
    }

    /// The country revolts: the Jihad level rises (16.3.1.1-8), and its units come (16.3.3.5.ca-1,
    /// 16.3.3.5.af-1, 16.3.3.5.in-3).
    fn in_revolt(&self, revolt: Revolt) -> Self {
        let data = self.data();
        let known = &data.known;
        let mut transition = Transition::new(self, Side::Cp);
        let revolts = self.state().scalar(Scalar::Revolts) | 1 << revolt as u16;
        transition.now.put_scalar(Scalar::Revolts, revolts);
        transition.now.raise_jihad(data.revolts.entry(revolt).jihad);
        let place = match revolt {
            Revolt::Egypt => None,
            Revolt::India => Some(known.india),
            Revolt::Afghanistan => Some(known.afghanistan),
            Revolt::CentralAsia => Some(known.central_asia),
        };
        let come = data.units.iter().enumerate();
        let come = come.filter(|(_, unit)| unit.is_of(rebels(revolt)));
        let come = come.filter(|(unit, _)| self.place(*unit).is_none());
        for (unit, _) in come {
            if let Some(place) = place {
                transition.end_in(unit, place);
            }
        }
        if revolt == Revolt::India {
            transition.bury_indians();
        }
        transition.settle_as_it_stands();
        let mut next = transition.now;
        match revolt {
            Revolt::India => {
                if let Some(unit) = next.mutineer_from(0) {
                    next.push(mutiny_of(unit));
                }
            }
            Revolt::Egypt if newcomers::enter_for(&next, newcomers::frame(Side::Cp)) => {
                next.push(newcomers::frame(Side::Cp));
            }
            _ => {}
        }
        next
    }

    /// The next Indian unit on the map or in the Reserve Box, from this number on (16.3.3.5.in-1).
    fn mutineer_from(&self, first: UnitId) -> Option<UnitId> {
        let data = self.data();
        let waits = |unit: &UnitId| {
            let place = self.place(*unit);
            data.units[*unit].is_of(Nation::In)
                && place.is_some_and(|at| at < data.on_map || at == data.known.ap_reserve)
        };
        (first..data.units.len()).find(waits)
    }

    fn after_mutiny_die(&self, unit: UnitId, leaves: bool) -> Self {
        let mut next = self.clone();
        next.pop();
        if leaves {
            let mut transition = Transition::new(&next, Side::Cp);
            let grave = self.data().known.ap_permanently_eliminated;
            transition.now.retire(unit, grave, false);
            transition.settle_as_it_stands();
            next = transition.now;
        }
        if let Some(unit) = next.mutineer_from(unit + 1) {
            next.push(mutiny_of(unit));
        }
        next.advance_to_next_decision()
    }
}

impl Transition<'_> {
    /// Indian units that could come back never do (16.3.3.5.in-2).
    fn bury_indians(&mut self) {
        let data = self.before.data();
        let known = &data.known;
        for (unit, entry) in data.units.iter().enumerate() {
            let waits = self.now.place(unit) == Some(known.ap_eliminated);
            if waits && entry.is_of(Nation::In) {
                self.now
                    .retire(unit, known.ap_permanently_eliminated, false);
            }
        }
    }

    /// The first regular combat unit of the CP ever in a country gives the CP a free die, if the
    /// country could revolt then (16.3.3.3).
    pub(super) fn note_first_entries(&mut self) {
        let tables = &self.before.data().revolts;
        if !self.now.has_cp_regulars(&tables.places) {
            return;
        }
        for revolt in Revolt::ALL {
            let places = &tables.entry(*revolt).places;
            let entered = self.now.state().scalar(Scalar::RevoltsEntered);
            let bit = 1 << *revolt as u16;
            if entered & bit != 0
                || !self.now.has_cp_regulars(places)
                || self.before.has_cp_regulars(places)
            {
                continue;
            }
            self.now.put_scalar(Scalar::RevoltsEntered, entered | bit);
            if self.now.is_ripe(*revolt) {
                let due = self.now.state().scalar(Scalar::FreeRevolts);
                self.now.put_scalar(Scalar::FreeRevolts, due | bit);
            }
        }
    }
}
