//! Effects: GREECE, which the CP may counter at once, and KING CONSTANTINE (3.3-6, 9.5.2.b, 18.8.1.2).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::card_of;
use crate::cards::KING_CONSTANTINE;
use crate::check::{Arg, Violation, codes};
use crate::control::index;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind};
use crate::vocabulary::*;
use engine::error::Result;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::Counter),
    parameters: |position, frame| Parameters::Counter {
        card: position
            .state()
            .under_way(FrameKind::Event)
            .and_then(card_of)
            .unwrap_or(0),
        by: KING_CONSTANTINE,
        held: position.cards_for_ops(Side::Cp).contains(&KING_CONSTANTINE),
        hidden: position.hidden_in_hand(frame),
    },
    check: |position, _, made| position.check_counter(made),
    take: |position, _, made| position.countered(made),
    ..SILENT
};

impl Position {
    /// The CP is asked wherever it could have the card: to pass it by would show that it has not.
    pub(super) fn step_of_counter(&self, frame: Frame) -> NextStep {
        match self.could_hold(Side::Cp, KING_CONSTANTINE) {
            true => NextStep::Begins(Frame::of(FrameKind::Counter).by(Side::Cp)),
            false => NextStep::Takes(Box::new(self.not_countered(frame))),
        }
    }

    /// The event goes on, and its card moves the war status.
    fn not_countered(&self, frame: Frame) -> Self {
        let mut next = self.effect_is_done();
        if let Some(card) = card_of(frame) {
            next.add_war_status(card);
        }
        next.advance_to_next_decision()
    }

    /// What is wrong with an answer: one card counters the event, as an event, from the own hand.
    fn check_counter(&self, made: &Move) -> Vec<Violation> {
        let mut found = self.check_cards_in_hand(Side::Cp, made);
        for order in made.orders() {
            if let Order::PlayCard { card, used } = *order
                && (card != KING_CONSTANTINE || used != Some(CardUse::Event))
            {
                found.push(Violation::new(&codes::NO_COUNTER, &[Arg::Card(card)]));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Countered, the event is no more: its card is discarded, and does not move the war status; the other
    /// is the action of the CP (9.5.2.b-4). It happened all the same, as far as other countries go that
    /// would enter the war in the turn.
    fn countered(&self, made: &Move) -> Result<Self> {
        let counters = !made.orders().is_empty();
        let mut next = match counters {
            true => self
                .showing([KING_CONSTANTINE])
                .unwrap_or_else(|| self.clone()),
            false => self.clone(),
        };
        next.pop();
        let Some(event) = next.state().top().filter(|_| counters) else {
            let event = next.state().top().unwrap_or(Frame::of(FrameKind::Event));
            return Ok(next.not_countered(event));
        };
        if let Some(card) = card_of(event) {
            next.put(Cell::Card(card), CardZone::Discard as u16);
        }
        next.put(Cell::Card(KING_CONSTANTINE), CardZone::Discard as u16);
        next.record_action(Side::Cp, ActionKind::Event, Some(KING_CONSTANTINE))?;
        next.happens(KING_CONSTANTINE, true);
        Ok(next.crowned().done().advance_to_next_decision())
    }

    /// Greece joins the AP.
    pub(super) fn greece_joins(&self) -> Self {
        let done = self.effect_is_done();
        done.with_greece_allied(Side::Ap).advance_to_next_decision()
    }

    /// KING CONSTANTINE as an action of the CP.
    pub(super) fn king_constantine(&self) -> Self {
        self.effect_is_done().crowned().advance_to_next_decision()
    }

    /// Neutral Greece allies with the CP if a unit of the CP is in Larissa, or the AP controls none of the
    /// VP spaces of the Balkans outside Greece (18.8.1.2.a-3).
    fn crowned(&self) -> Self {
        let data = self.data();
        let view = self.view();
        let mut own = view.commanded(Side::Cp).iter();
        let in_larissa = own.any(|unit| self.place(unit) == Some(data.known.larissa));
        let allied = view.control[index(Side::Ap)];
        let counts = |place: usize| {
            let space = &data.spaces[place];
            space.area == Area::Balkans && space.country != Some(Country::Greece) && space.vp > 0
        };
        let lost = allied.iter().any(counts);
        match view.greece_neutral() && (in_larissa || !lost) {
            true => self.with_greece_allied(Side::Cp),
            false => self.clone(),
        }
    }

    fn with_greece_allied(&self, side: Side) -> Self {
        let mut transition = Transition::new(self, side);
        transition.ally_greece(side);
        transition.settle();
        transition.now
    }
}
