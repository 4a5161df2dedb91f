//! An effect: the units that the card brings enter (9.5.3).

use super::super::Transition;
use super::super::agenda::NextStep;
use super::super::decision::Parameters;
use super::card_of;
use crate::cards::Happening;
use crate::check::Checker;
use crate::check::codes::{self, Code};
use crate::check::reinforcements::{Recruiter, due, enters_reduced, no_new_russians};
use crate::control::index;
use crate::data::{CardId, PlaceId, Reinforcement, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind};
use crate::vocabulary::*;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

/// What is found out of either side once, for all its cards.
pub(in super::super) type Known<'a> = [OnceCell<Rc<Checker<'a>>>; 2];

/// What the card of a frame was played for.
const fn use_of(frame: Frame) -> CardUse {
    match frame.kind {
        FrameKind::Reinforcement => CardUse::Reinforcement,
        _ => CardUse::Event,
    }
}

impl Position {
    pub(super) fn recruiter(&self, frame: Frame) -> Recruiter<'_> {
        let side = frame.side.unwrap_or_else(|| self.state().active());
        let card = card_of(frame).unwrap_or(usize::MAX);
        let marked = match frame.kind {
            FrameKind::Event => frame.place(),
            _ => None,
        };
        Recruiter::new(self, side, card, use_of(frame)).with_marked(marked)
    }

    /// The side says where the units enter. If nobody comes, or who must come finds no room, though the
    /// card has been played, nothing happens.
    pub(super) fn step_of_reinforcements(&self, frame: Frame) -> NextStep {
        let over = || NextStep::Takes(Box::new(self.effect_is_done().advance_to_next_decision()));
        self.asks_for_reinforcements(frame).unwrap_or_else(over)
    }

    /// The decision where the units of a card enter, played as an event or as a BR reinforcement; none if
    /// nobody comes, or who must come finds no room.
    pub(super) fn asks_for_reinforcements(&self, frame: Frame) -> Option<NextStep> {
        let comes = |card| !due(self, card, use_of(frame)).is_empty();
        let asks = card_of(frame).is_some_and(comes) && self.recruiter(frame).finds_room();
        asks.then_some(NextStep::Decides(DecisionKind::Reinforcements))
    }

    pub(super) fn reinforcements_due(&self, frame: Frame) -> Parameters {
        let card = card_of(frame).unwrap_or(0);
        let units = due(self, card, use_of(frame))
            .into_iter()
            .map(|one| one.unit)
            .collect();
        Parameters::Reinforcements { card, units }
    }

    /// The position after the units have entered, the next effect being asked for.
    pub(super) fn reinforced(&self, frame: Frame, made: &Move) -> Self {
        let entered = self.with_entering(&self.effect_is_done(), frame, made);
        entered.advance_to_next_decision()
    }

    /// The units enter in a position that has gone on: on the map they take control as those do that come
    /// back (11.2).
    pub(super) fn with_entering(&self, done: &Self, frame: Frame, made: &Move) -> Self {
        let side = frame.side.unwrap_or_else(|| self.state().active());
        let card = card_of(frame).unwrap_or(usize::MAX);
        let mut transition = Transition::new(done, side);
        let mut entering: Vec<(UnitId, PlaceId, bool)> = Vec::new();
        let mut base = None;
        for one in due(self, card, use_of(frame)) {
            let place = made.orders().iter().find_map(|order| match order {
                Order::Enter { unit, place } if *unit == one.unit => Some(*place),
                _ => None,
            });
            if let Some(place) = place {
                entering.push((one.unit, place, enters_reduced(self, one)));
                base = base.or(Some(place).filter(|_| one.lands_with_others()));
            }
        }
        for (unit, place, reduced) in entering {
            if place < self.data().on_map {
                transition.end_in(unit, place);
                transition.trample(place);
            } else {
                transition.now.stand(unit, place);
            }
            transition.now.put(Cell::Reduced(unit), reduced.into());
        }
        if let (Some(base), FrameKind::Event) = (base, frame.kind) {
            transition.now.about(Some(base));
        }
        transition.settle();
        transition.now
    }

    /// What keeps a card from being played as an event, besides its prerequisites: a second card labelled
    /// Reinforcement of its nation in a turn (9.5.3.1-2), Russians who no longer come (16.4.5.4-1), and
    /// units for whom the map has no room (9.5.3.2.k).
    pub(in super::super) fn bars_of_reinforcements<'a>(
        &'a self,
        card: CardId,
        used: CardUse,
        known: &Known<'a>,
    ) -> Vec<&'static Code> {
        let mut bars = Vec::new();
        let cards = &self.data().cards;
        let Some(entry) = cards.get(card) else {
            return bars;
        };
        let reinforces = match used {
            CardUse::Reinforcement => Some(Reinforced::Br),
            _ => entry.reinforces,
        };
        if reinforces.is_some_and(|nation| self.has_reinforced(nation)) {
            bars.push(&codes::SECOND_REINFORCEMENT);
        }
        if entry.reinforces == Some(Reinforced::Ru) && no_new_russians(self) {
            bars.push(&codes::NO_NEW_RUSSIANS);
        }
        let mut event = entry.event.iter().flatten();
        let enters = event.any(|effect| *effect == Happening::Reinforcements);
        let must = |one: &&Reinforcement| one.must_be_on_map();
        let no_room = || {
            let of_side = || Rc::new(Checker::of_side(self, entry.side));
            let checker = known[index(entry.side)].get_or_init(of_side);
            !Recruiter::with(Rc::clone(checker), self, card, used).finds_room()
        };
        if enters && due(self, card, used).iter().any(must) && no_room() {
            bars.push(&codes::ENTERS_NO_ROOM);
        }
        bars
    }

    /// Every order that breaks no rule if nobody else enters, where the units of an event, a revolt or the
    /// Revolution do: of one unit, or of all. None at other decisions.
    #[must_use]
    pub fn entries(&self, of: Option<UnitId>) -> Vec<Order> {
        let mut found = match (self.reinforcements_asked(), self.newcomers_asked()) {
            (Some(frame), _) => self.recruiter(frame).singles(),
            (None, Some(newcomers)) => newcomers.singles(),
            (None, None) => Vec::new(),
        };
        found.retain(|order| of.is_none() || order.unit() == of);
        found
    }

    /// Legal answers at random where units enter or leave by an event, it places trenches, or countries
    /// collapse; the same seed gives the same answers, and the first of many are the same as the first of
    /// few. `None` at other decisions.
    #[must_use]
    pub fn sample_entries(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        if let Some(newcomers) = self.newcomers_asked() {
            return Some(newcomers.samples(seed, count));
        }
        if let Some(made) = self.sampled_evacuations(seed, count) {
            return Some(made);
        }
        if let Some(made) = self.sampled_volunteers(seed, count) {
            return Some(made);
        }
        if let Some(made) = self.sampled_collapses(seed, count) {
            return Some(made);
        }
        if let Some(top) = self.state().top()
            && top.kind == FrameKind::Event
            && let Some(Happening::Trenches(number, areas)) = self.effect_of(top)
        {
            return Some(self.sampled_trenches(super::own(top), number, areas, seed, count));
        }
        if let Some(top) = self.state().top()
            && top.kind == FrameKind::Event
        {
            match self.effect_of(top) {
                Some(Happening::Exchanges(corps)) => {
                    return Some(self.sampled_exchanges(corps, seed, count));
                }
                Some(Happening::Relief) => return Some(self.sampled_relief(seed, count)),
                Some(
                    effect @ (Happening::Straits | Happening::Shelling | Happening::Bosphorus),
                ) => return Some(self.sampled_bombardments(effect, seed, count)),
                Some(Happening::Treachery) => return Some(self.sampled_treachery(seed, count)),
                Some(Happening::Provokes(number)) => {
                    return Some(self.sampled_provocations(number, seed, count));
                }
                _ => {}
            }
        }
        if let Some(top) = self.state().top()
            && top.kind == FrameKind::Event
            && let Some(Happening::Marks(mark, number)) = self.effect_of(top)
        {
            return Some(self.sampled_marks(mark, number, seed, count));
        }
        let frame = self.reinforcements_asked()?;
        Some(self.recruiter(frame).samples(seed, count))
    }

    /// Every order that could be given beside those given where the units of an event enter, and whether
    /// nothing else can be ordered.
    pub(crate) fn offered_entries(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        match self.reinforcements_asked() {
            Some(frame) => self.recruiter(frame).offers(given),
            None => (BTreeSet::new(), false),
        }
    }

    /// Takes every legal answer where the units of an event enter; none at other decisions.
    pub(crate) fn every_entry(
        &self,
        halted: &dyn Fn() -> bool,
        take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.reinforcements_asked() {
            Some(frame) => self.recruiter(frame).every(halted, take),
            None => ControlFlow::Continue(()),
        }
    }

    /// The frame of the event that asks where its units enter.
    fn reinforcements_asked(&self) -> Option<Frame> {
        let top = self.state().top()?;
        let enters = match top.kind {
            FrameKind::Event => self.effect_of(top) == Some(Happening::Reinforcements),
            kind => kind == FrameKind::Reinforcement,
        };
        Some(top).filter(|_| enters)
    }
}
