//! Effects of invasions: markers for beachheads, SR of their own, and the same card as a BR reinforcement
//! (18.6).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::redeployment;
use super::{card_of, own};
use crate::board::BitSet;
use crate::cards::UNRESTRICTED_SUBMARINE_WARFARE;
use crate::check::codes::{self, Code};
use crate::check::redeployment::Redeployer;
use crate::control::index;
use crate::data::{CardId, PlaceId};
use crate::position::Position;
use crate::state::{ACTIONS, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::error::Result;

/// An invasion that is played as a BR reinforcement: its units alone, as ordinary ones (18.6.5-1, 9.5.3.2.n).
pub(in super::super) const REINFORCEMENT: FrameHandler = FrameHandler {
    next_step: |position, frame| {
        let asks = position.asks_for_reinforcements(frame);
        asks.unwrap_or(NextStep::Done)
    },
    parameters: |position, frame| position.reinforcements_due(frame),
    check: |position, frame, made| position.recruiter(frame).check(made),
    take: |position, frame, made| {
        let entered = position.with_entering(&position.clone().done(), frame, made);
        Ok(entered.advance_to_next_decision())
    },
    ..SILENT
};

impl Position {
    /// The event under way is about a place, or about none any more.
    pub(super) fn about(&mut self, place: Option<PlaceId>) {
        if let Some(mut top) = self.state().top() {
            let number = place.map_or(0, |place| place + 1);
            top.args[2] = u16::try_from(number).unwrap_or(0);
            self.pop();
            self.push(top);
        }
    }

    /// The event under way is over, whatever was to come.
    pub(super) fn event_fails(&mut self) {
        if let Some(mut top) = self.state().top() {
            let card = card_of(top).and_then(|card| self.data().cards.get(card));
            let effects = card
                .and_then(|card| card.event.as_ref())
                .map_or(0, |it| it.len());
            top.args[1] = u16::try_from(effects).unwrap_or(u16::MAX);
            self.pop();
            self.push(top);
        }
    }

    /// Markers go to the AP's reserve (18.6.1-3).
    pub(super) fn with_markers(&self, number: u8) -> Self {
        let mut next = self.effect_is_done();
        let reserve = self.state().scalar(Scalar::BeachheadsInReserve);
        next.put_scalar(Scalar::BeachheadsInReserve, reserve + u16::from(number));
        next.advance_to_next_decision()
    }

    /// The side redeploys units as the event says; where it sends them nowhere, nobody. A single unit is not
    /// asked for where none can go.
    pub(super) fn step_of_sr(&self, frame: Frame, kind: EventSr) -> NextStep {
        let place = frame.place();
        let mut next = self.effect_is_done();
        let redeployer = || Redeployer::of_event(self, own(frame), kind, 0, place);
        let asked = kind.units() != Some(1) || !redeployer().singles(None).is_empty();
        if asked && (place.is_some() || !kind.has_place()) {
            next.push(redeployment::of_event(own(frame), kind, place));
        }
        NextStep::Takes(Box::new(next.advance_to_next_decision()))
    }

    /// The beachheads next to one of these island bases, without a marker (18.6.1.4-1).
    pub(super) fn open_beachheads(&self, bases: BitSet) -> BitSet {
        let data = self.data();
        let near = |place: &PlaceId| {
            let base = data.spaces[*place].island_base;
            base.is_some_and(|base| bases.contains(base))
        };
        let all = data.network.beachheads - self.state().beachheads;
        all.iter().filter(near).collect()
    }

    /// The island bases of the AP (2.0.island_base).
    pub(super) fn allied_bases(&self) -> BitSet {
        self.data().movement_graph.islands & self.view().control[index(Side::Ap)]
    }

    /// Plays an invasion as a BR reinforcement: it is marked as such, and moves the war status as an event
    /// does (18.6.5-1).
    pub(in super::super) fn play_as_reinforcement(&self, card: CardId) -> Result<Self> {
        let side = self.state().active();
        let mut next = self.with_card_played(card, ActionKind::Reinforcement)?;
        next.happens(card, true);
        let number = u16::try_from(card + 1).unwrap_or(0);
        next.push(Frame::of(FrameKind::Reinforcement).by(side).with(number));
        Ok(next.advance_to_next_decision())
    }

    /// Whether a card was played in a use in this turn.
    fn was_used(&self, kind: ActionKind, such: impl Fn(CardId) -> bool) -> bool {
        let state = self.state();
        (0..ACTIONS).any(|at| {
            let used = state.action_at(at).is_some_and(|(_, _, did)| did == kind);
            used && state.card_of_action(at).is_some_and(&such)
        })
    }

    /// Whether the player has used the reinforcement of a nation in this turn (9.5.3.1-2), invasions in
    /// place of it included (18.6.5-1).
    pub(super) fn has_reinforced(&self, nation: Reinforced) -> bool {
        let cards = &self.data().cards;
        let of_it = |card: CardId| {
            cards
                .get(card)
                .is_some_and(|it| it.reinforces == Some(nation))
        };
        self.was_used(ActionKind::Event, of_it)
            || nation == Reinforced::Br && self.was_used(ActionKind::Reinforcement, |_| true)
    }

    /// What keeps an invasion from being played as one, besides its prerequisites (18.6.1-1, 18.6.1.8).
    pub(in super::super) fn bars_of_invasion(&self, card: CardId) -> Vec<&'static Code> {
        let cards = &self.data().cards;
        let invades = |card: CardId| {
            let entry = cards.get(card);
            entry.is_some_and(|card| card.event_kind == EventKind::Invasion)
        };
        let mut bars = Vec::new();
        if invades(card) {
            if self.was_used(ActionKind::Event, invades) {
                bars.push(&codes::SECOND_INVASION);
            }
            if self.state().happened(UNRESTRICTED_SUBMARINE_WARFARE) {
                bars.push(&codes::NO_INVASIONS_ANY_MORE);
            }
        }
        bars
    }

    /// Whether a card's event counts as an SR action (9.3.2-1, 9.3.2-3).
    pub(crate) fn counts_as_sr(&self, card: CardId) -> bool {
        let event = self
            .data()
            .cards
            .get(card)
            .and_then(|card| card.event.as_ref());
        let summit = crate::cards::Happening::Redeploys(EventSr::Summit);
        event.is_some_and(|event| event.contains(&summit))
    }
}
