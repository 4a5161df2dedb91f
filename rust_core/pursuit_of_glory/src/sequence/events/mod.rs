//! Events: a card's effects are carried out one after the other, as `events.toml` lists them (9.5.1).
//!
//! The name of a card is that of its event (2.0.event-1). The frame keeps the card and how many of its
//! effects are done. Each kind of effect has a file here.

mod bombardment;
mod elimination;
mod entry;
pub(super) mod evacuation;
mod exchange;
pub(super) mod greece;
pub(super) mod invasions;
mod looking;
mod marks;
pub(super) mod out_of_theater;
mod provocation;
pub(super) mod reinforcements;
mod relief;
mod straits;
mod tracks;
mod treachery;
mod trenches;

use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::decision::Parameters;
use super::{Outcome, replacement_points};
use crate::cards::Happening;
use crate::check::{Checker, Violation};
use crate::data::{CardId, UnitId};
use crate::orders::Move;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::error::Result;

/// The Combined War Status marker goes no further (9.5.1.d-2).
const MOST_COMBINED_WAR_STATUS: i32 = 40;

/// The event of a card that a side plays.
pub(super) fn frame(side: Side, card: CardId) -> Frame {
    let number = u16::try_from(card + 1).unwrap_or(0);
    Frame::of(FrameKind::Event).by(side).with(number)
}

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.effect_of(frame) {
        None => NextStep::Done,
        Some(effect @ (Happening::Eliminates(..) | Happening::Removes(..))) => {
            match position.eliminable(effect).is_empty() {
                true => NextStep::Takes(Box::new(
                    position.effect_is_done().advance_to_next_decision(),
                )),
                false => NextStep::Decides(DecisionKind::Event),
            }
        }
        Some(Happening::Ops | Happening::OpsFor(_)) => {
            NextStep::Takes(Box::new(position.spend_event_card(frame)))
        }
        Some(Happening::Countered) => position.step_of_counter(frame),
        Some(Happening::Greece) => NextStep::Takes(Box::new(position.greece_joins())),
        Some(Happening::KingConstantine) => NextStep::Takes(Box::new(position.king_constantine())),
        Some(Happening::Exchanges(corps)) => position.step_of_exchange(frame, corps),
        Some(Happening::Treachery) => position.step_of_treachery(),
        Some(Happening::Provokes(number)) => position.step_of_provocation(number),
        Some(Happening::Relief) => match position.relievers().is_empty() {
            true => NextStep::Takes(Box::new(
                position.effect_is_done().advance_to_next_decision(),
            )),
            false => NextStep::Decides(DecisionKind::Relief),
        },
        Some(Happening::Beachheads(number)) => {
            NextStep::Takes(Box::new(position.with_markers(number)))
        }
        Some(effect @ (Happening::Straits | Happening::Shelling | Happening::Bosphorus)) => {
            position.step_of_navy(frame, effect)
        }
        Some(Happening::Evacuates) => position.step_of_evacuation(frame),
        Some(Happening::Redeploys(kind)) => position.step_of_sr(frame, kind),
        Some(Happening::Reinforcements) => position.step_of_reinforcements(frame),
        Some(effect @ (Happening::NegatedBy(..) | Happening::NegatedByLcu(..))) => {
            position.step_of_negation(effect)
        }
        Some(Happening::Marks(mark, _)) => match position.places_for_marks(mark).is_empty() {
            true => NextStep::Takes(Box::new(
                position.effect_is_done().advance_to_next_decision(),
            )),
            false => NextStep::Decides(DecisionKind::Marks),
        },
        Some(Happening::Spends(_, points)) => {
            // What follows the points is the next effect.
            let mut next = position.effect_is_done();
            next.push(replacement_points::bonus(own(frame), points));
            NextStep::Takes(Box::new(next.advance_to_next_decision()))
        }
        Some(Happening::Entry) => {
            let card = card_of(frame).unwrap_or(0);
            NextStep::Takes(Box::new(position.with_country(card, own(frame))))
        }
        Some(Happening::Activates(_)) => {
            NextStep::Takes(Box::new(position.activate_by_event(frame)))
        }
        Some(Happening::Trenches(_, areas)) => {
            match position.places_for_trenches(own(frame), areas).is_empty() {
                true => NextStep::Takes(Box::new(
                    position.effect_is_done().advance_to_next_decision(),
                )),
                false => NextStep::Decides(DecisionKind::Trenches),
            }
        }
        Some(Happening::BatumsFort) if position.batums_fort_stands() => NextStep::Throws,
        Some(Happening::LooksAtHand(number)) if position.looks_on(frame, number) => {
            NextStep::Throws
        }
        Some(effect) => NextStep::Takes(Box::new(position.with_effect(effect))),
    },
    throws: |position, frame| match position.effect_of(frame) {
        Some(Happening::BatumsFort) => Some(position.shells_at_batum()),
        Some(Happening::LooksAtHand(_)) => position.card_looked_at(frame),
        _ => position.navys_die(frame),
    },
    fall: |position, frame, outcome| match (*outcome, position.effect_of(frame)) {
        (Outcome::Shelled { destroyed, .. }, Some(Happening::BatumsFort)) => {
            Ok(position.batum_shelled(destroyed))
        }
        (Outcome::Shelled { destroyed, .. }, Some(effect)) => {
            Ok(position.fort_was_shelled(frame, effect, destroyed))
        }
        (Outcome::LooksAt { card }, Some(Happening::LooksAtHand(_))) => Ok(position.look_at(card)),
        _ => Err(none_of_its_answers()),
    },
    parameters: |position, frame| match position.effect_of(frame) {
        Some(effect @ (Happening::Eliminates(..) | Happening::Removes(..))) => Parameters::Event {
            card: card_of(frame).unwrap_or(0),
            units: position.eliminable(effect),
        },
        Some(effect @ (Happening::Straits | Happening::Shelling | Happening::Bosphorus)) => {
            position.navy_asks(frame, effect)
        }
        Some(Happening::Reinforcements) => position.reinforcements_due(frame),
        Some(Happening::Trenches(number, areas)) => {
            let places = position.places_for_trenches(own(frame), areas);
            Parameters::Trenches {
                card: card_of(frame).unwrap_or(0),
                number: usize::from(number).min(places.len()),
                places: places.iter().collect(),
            }
        }
        Some(Happening::Exchanges(corps)) => Parameters::Exchange {
            card: card_of(frame).unwrap_or(0),
            corps,
            units: position.given_up(),
        },
        Some(Happening::Treachery) => {
            let checker = Checker::of_side(position, Side::Cp);
            let near = |unit: UnitId| (unit, checker.next_to_betrayed(unit));
            let units = (0..position.data().units.len()).map(near);
            Parameters::Treachery {
                card: card_of(frame).unwrap_or(0),
                greeks: checker.betrayed_greeks(),
                units: units.filter(|(_, places)| !places.is_empty()).collect(),
            }
        }
        Some(Happening::Provokes(number)) => {
            position.provocation(card_of(frame).unwrap_or(0), number)
        }
        Some(Happening::Relief) => Parameters::Relief {
            card: card_of(frame).unwrap_or(0),
            units: position.relievers(),
            place: position.data().known.galicia,
        },
        Some(Happening::Marks(mark, number)) => {
            let places = position.places_for_marks(mark);
            Parameters::Marks {
                card: card_of(frame).unwrap_or(0),
                optional: mark.is_optional(),
                number: usize::from(number).min(places.len()),
                places: places.iter().collect(),
            }
        }
        _ => Parameters::None,
    },
    check: |position, frame, made| position.check_effect(frame, made),
    take: |position, frame, made| position.carry_out(frame, made),
    ..SILENT
};

/// The card of an event that is being carried out.
fn card_of(frame: Frame) -> Option<CardId> {
    usize::from(frame.args[0]).checked_sub(1)
}

/// Who plays the card.
fn own(frame: Frame) -> Side {
    frame.side.unwrap_or(Side::Ap)
}

impl Position {
    /// The effect that an event has come to; `None` if all are done.
    pub(super) fn effect_of(&self, frame: Frame) -> Option<Happening> {
        let card = self.data().cards.get(card_of(frame)?)?;
        let step = usize::from(frame.args[1]);
        card.event.as_ref()?.get(step).copied()
    }

    /// The event under way goes on to its next effect.
    fn effect_is_done(&self) -> Self {
        let mut next = self.clone();
        if let Some(mut top) = self.state().top() {
            top.args[1] += 1;
            next.pop();
            next.push(top);
        }
        next
    }

    /// The event is over but for the OPS of its card, which are spent in the same action (9.1.2-3,
    /// 9.5.1.f-1).
    fn spend_event_card(&self, frame: Frame) -> Self {
        let mut next = self.clone();
        next.pop();
        let ops = card_of(frame).map_or(0, |card| self.data().cards[card].ops);
        let mut operations = Frame::of(FrameKind::Operations)
            .by(own(frame))
            .with(ops.into());
        if let Some(Happening::OpsFor(_)) = self.effect_of(frame) {
            operations.args[1] = frame.args[0];
        }
        next.push(operations);
        next.advance_to_next_decision()
    }

    /// The event is over but for the space that it activates free of OPS (9.5.1.a).
    fn activate_by_event(&self, frame: Frame) -> Self {
        let mut next = self.clone();
        next.pop();
        let mut operations = Frame::of(FrameKind::Operations).by(own(frame)).with(1);
        operations.args[1] = frame.args[0];
        next.push(operations);
        next.advance_to_next_decision()
    }

    /// Every rule that a choice for the effect under way breaks.
    fn check_effect(&self, frame: Frame, made: &Move) -> Vec<Violation> {
        match self.effect_of(frame) {
            Some(effect @ (Happening::Eliminates(..) | Happening::Removes(..))) => {
                self.check_elimination(effect, made)
            }
            Some(Happening::Reinforcements) => self.recruiter(frame).check(made),
            Some(Happening::Trenches(number, areas)) => {
                self.check_trenches(own(frame), number, areas, made)
            }
            Some(Happening::Marks(mark, number)) => self.check_marks(mark, number, made),
            Some(effect @ (Happening::Straits | Happening::Shelling | Happening::Bosphorus)) => {
                self.check_navy(effect, made)
            }
            Some(Happening::Exchanges(corps)) => self.check_exchange(corps, made),
            Some(Happening::Relief) => self.check_relief(made),
            Some(Happening::Treachery) => self.check_treachery(made),
            Some(Happening::Provokes(number)) => self.check_provocation(number, made),
            _ => Vec::new(),
        }
    }

    /// The position after a choice for the effect under way.
    fn carry_out(&self, frame: Frame, made: &Move) -> Result<Self> {
        match self.effect_of(frame) {
            Some(effect @ (Happening::Eliminates(..) | Happening::Removes(..))) => {
                let done = self.effect_is_done();
                Ok(done
                    .without_chosen(effect, made)?
                    .advance_to_next_decision())
            }
            Some(Happening::Reinforcements) => Ok(self.reinforced(frame, made)),
            Some(Happening::Trenches(..)) => Ok(self.entrenched(own(frame), made)),
            Some(Happening::Marks(mark, _)) => Ok(self.marked(mark, made)),
            Some(effect @ (Happening::Straits | Happening::Shelling | Happening::Bosphorus)) => {
                Ok(self.fired(effect, made))
            }
            Some(Happening::Exchanges(_)) => Ok(self.exchanged(made)),
            Some(Happening::Relief) => Ok(self.relieved(made)),
            Some(Happening::Treachery) => Ok(self.betrayed(made)),
            Some(Happening::Provokes(_)) => Ok(self.provoked(made)),
            _ => Err(none_of_its_answers()),
        }
    }

    /// Whether the event of a card happened in this turn.
    pub(crate) fn happens_now(&self, card: CardId) -> bool {
        let turn = self.state().scalar(Scalar::Turn);
        self.state().get(Cell::Event(card)) == turn + 1
    }

    /// An event happens: what lasts is remembered, and the war status moves if the card came from
    /// the hand (2.0.ws_points, 9.5.1.d-1).
    pub(super) fn happens(&mut self, card: CardId, from_hand: bool) {
        // The last time counts: what an event does in its turn it does again.
        let turn = self.state().scalar(Scalar::Turn);
        self.put(Cell::Event(card), turn + 1);
        if from_hand {
            self.add_war_status(card);
        }
    }

    /// The war status moves by a card that is played as an event (9.5.1.d-1), even if nothing happens
    /// (9.5.1.e-1).
    pub(super) fn add_war_status(&mut self, card: CardId) {
        let points = i32::from(self.data().cards[card].war_status);
        if points > 0 {
            let own = match self.data().cards[card].side {
                Side::Cp => Track::WarStatusCp,
                _ => Track::WarStatusAp,
            };
            let room = MOST_COMBINED_WAR_STATUS - self.state().track(Track::CombinedWarStatus);
            self.shift(own, points);
            self.shift(Track::CombinedWarStatus, points.min(room.max(0)));
        }
    }
}
