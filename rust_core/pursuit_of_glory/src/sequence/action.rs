//! Actions: how they begin, are recorded, and pass on (8.1). All that is not done by itself in another
//! phase is done in one of them (8.1.1-2, 9.1-1).

use super::agenda::{FrameHandler, NextStep, SILENT, Then, none_of_its_answers};
use super::decision::Parameters;
use super::events;
use super::events::reinforcements::Known;
use crate::cards::{BULLS_EYE_DIRECTIVE, Happening};
use crate::check::{Arg, Violation, codes};
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{ACTIONS, Cell, Frame, FrameKind, Scalar, State};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// The AP acts first in a round, then the CP (8.1.1-1, 2.0.action_round-1, 2.0.action_round-2).
pub(super) const ROUND: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Begins(Frame::of(FrameKind::Action).by(Side::Ap)),
    after: |position, _, child| match child.side {
        // To counter an event was the action of the CP (9.5.2.b-4).
        Some(Side::Ap) if !position.acted_in_round(Side::Cp) => {
            Then::Next(Frame::of(FrameKind::Action).by(Side::Cp))
        }
        // What an event made it attack was not its action (ENVER GOES EAST).
        Some(Side::Cp) if child.args[0] > 0 => {
            Then::Next(Frame::of(FrameKind::Action).by(Side::Cp))
        }
        _ => {
            position.forget_round();
            Then::Done
        }
    },
    ..SILENT
};

/// An action: operations, the trenches they dig, their battles, and who is overstacked then.
pub(super) const ACTION: FrameHandler = FrameHandler {
    next_step: |_, frame| match (frame.args[0], frame.side) {
        (1.., Some(side)) => NextStep::Begins(Frame::of(FrameKind::Attack).by(side)),
        _ => NextStep::Decides(DecisionKind::Action),
    },
    parameters: |position, frame| Parameters::Action {
        cards: position.cards_for_ops(frame.side.unwrap_or(Side::Ap)),
        sr: !position.did_last(frame.side.unwrap_or(Side::Ap), ActionKind::Sr),
        rp: !position.did_last(frame.side.unwrap_or(Side::Ap), ActionKind::Rp),
        events: position.events_in_hand(frame.side.unwrap_or(Side::Ap)),
        reinforcements: position.reinforcements_in_hand(frame.side.unwrap_or(Side::Ap)),
        hidden: position.hidden_in_hand(frame),
    },
    check: |position, frame, made| position.check_action(frame, made),
    take: |position, _, made| match made.orders() {
        [Order::Automatic] => position.act(None),
        [
            Order::PlayCard {
                card,
                used: Some(CardUse::Event),
            },
        ] => position.play_event(*card),
        [
            Order::PlayCard {
                card,
                used: Some(CardUse::Reinforcement),
            },
        ] => position.play_as_reinforcement(*card),
        [
            Order::PlayCard {
                card,
                used: Some(CardUse::Sr),
            },
        ] => position.play_for_sr(*card),
        [
            Order::PlayCard {
                card,
                used: Some(CardUse::Rp),
            },
        ] => position.play_for_points(*card),
        [Order::PlayCard { card, .. }] => position.act(Some(*card)),
        _ => Err(none_of_its_answers()),
    },
    after: |position, frame, child| {
        let own = frame.side.unwrap_or(Side::Ap);
        match child.kind {
            FrameKind::Operations if position.next_trench().is_some() => {
                Then::Next(Frame::of(FrameKind::Digging).by(own))
            }
            FrameKind::Operations | FrameKind::Digging => {
                Then::Next(Frame::of(FrameKind::Attack).by(own))
            }
            FrameKind::Attack if child.args[0] == 0 && position.begin_second_attack() => {
                Then::Next(Frame::of(FrameKind::Attack).by(own).with(1))
            }
            FrameKind::Attack if position.state().acts_by(BULLS_EYE_DIRECTIVE) => {
                Then::Next(Frame::of(FrameKind::Excess).by(own))
            }
            FrameKind::Attack
            | FrameKind::Event
            | FrameKind::Reinforcement
            | FrameKind::Redeployment => Then::Next(Frame::of(FrameKind::Excess).by(own.enemy())),
            FrameKind::Excess if child.side == Some(own) => {
                Then::Next(Frame::of(FrameKind::Excess).by(own.enemy()))
            }
            FrameKind::Excess => {
                position.forget_action();
                Then::Done
            }
            _ => Then::Again,
        }
    },
    ..SILENT
};

impl Position {
    /// What is wrong with an action: it is one, a card is used in one way (9.1.2-2), and it is in the own
    /// hand.
    fn check_action(&self, frame: Frame, made: &Move) -> Vec<Violation> {
        let side = frame.side.unwrap_or(Side::Ap);
        let shown = self.shown_by(made);
        let held = shown.as_ref().unwrap_or(self).cards_for_ops(side);
        let mut found = self.check_cards_in_hand(side, made);
        for order in made.orders() {
            let Order::PlayCard { card, used } = order else {
                continue;
            };
            let mut add = |code| found.push(Violation::new(code, &[Arg::Card(*card)]));
            match used {
                // 9.3.2-1, 13.2-1
                Some(CardUse::Sr) if self.did_last(side, ActionKind::Sr) => {
                    add(&codes::SR_TWICE_RUNNING);
                }
                Some(CardUse::Rp) if self.did_last(side, ActionKind::Rp) => {
                    add(&codes::RP_TWICE_RUNNING);
                }
                Some(CardUse::Event) => {
                    // 2.0.cc-1, 3.3-5
                    let entry = &self.data().cards[*card];
                    if entry.combat_card {
                        add(&codes::COMBAT_CARD_ALONE);
                    }
                    // 9.5.1.b, of combat cards too; 9.5.1.e-1.
                    let past = self.is_past(*card);
                    let fulfilled = self.may_be_played(*card);
                    if !fulfilled && !past {
                        add(&codes::UNFULFILLED);
                    }
                    if !entry.combat_card && !past {
                        let mut bars =
                            self.bars_of_reinforcements(*card, CardUse::Event, &Known::default());
                        bars.extend(self.bars_of_invasion(*card));
                        if self.counts_as_sr(*card) && self.did_last(side, ActionKind::Sr) {
                            bars.push(&codes::SR_TWICE_RUNNING);
                        }
                        // Of a card that is not held it is not asked who would come.
                        bars.retain(|bar| held.contains(card) || *bar != &codes::ENTERS_NO_ROOM);
                        // What the other player has played in this turn bars nothing (9.5.3.1-2).
                        let own = entry.side == side;
                        let of_player = [&codes::SECOND_REINFORCEMENT, &codes::SECOND_INVASION];
                        bars.retain(|bar| own || !of_player.contains(bar));
                        bars.into_iter().for_each(&mut add);
                        if self.neutral_has_entered(*card) {
                            add(&codes::SECOND_NEUTRAL_ENTRY);
                        }
                    }
                }
                Some(CardUse::Reinforcement) => match self.data().cards[*card].alternative {
                    true => {
                        let mut bars = self.bars_of_reinforcements(
                            *card,
                            CardUse::Reinforcement,
                            &Known::default(),
                        );
                        bars.retain(|bar| held.contains(card) || *bar != &codes::ENTERS_NO_ROOM);
                        let own = self.data().cards[*card].side == side;
                        bars.retain(|bar| own || *bar != &codes::SECOND_REINFORCEMENT);
                        bars.into_iter().for_each(&mut add);
                    }
                    false => add(&codes::NO_REINFORCEMENT),
                },
                _ => {}
            }
        }
        found
    }

    /// What is wrong with cards that are played: one is, and it is in the own hand.
    pub(super) fn check_cards_in_hand(&self, side: Side, made: &Move) -> Vec<Violation> {
        let shown = self.shown_by(made);
        let held = shown.as_ref().unwrap_or(self).cards_for_ops(side);
        let mut found = Vec::new();
        for order in made.orders() {
            if let Order::PlayCard { card, .. } = order
                && !held.contains(card)
            {
                found.push(Violation::new(&codes::NOT_IN_HAND, &[Arg::Card(*card)]));
            }
        }
        if let number @ 2.. = made.orders().len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            found.push(Violation::new(&codes::TWO_ACTIONS, &[Arg::Number(number)]));
        }
        found
    }

    /// The cards a side holds and may play for OPS: any (9.1.2-1).
    pub(super) fn cards_for_ops(&self, side: Side) -> Vec<CardId> {
        let cards = self.data().cards.iter().enumerate();
        cards
            .filter(|(at, card)| {
                card.side == side && self.state().get(Cell::Card(*at)) == CardZone::Hand as u16
            })
            .map(|(at, _)| at)
            .collect()
    }

    /// The cards a side holds that may be played as events.
    fn events_in_hand(&self, side: Side) -> Vec<CardId> {
        let known = Known::default();
        let mut held = self.cards_for_ops(side);
        held.retain(|card| {
            let entry = &self.data().cards[*card];
            let happens = || {
                self.may_be_played(*card)
                    && self
                        .bars_of_reinforcements(*card, CardUse::Event, &known)
                        .is_empty()
                    && self.bars_of_invasion(*card).is_empty()
                    && !(self.counts_as_sr(*card) && self.did_last(side, ActionKind::Sr))
                    && !self.neutral_has_entered(*card)
            };
            !entry.combat_card && (self.is_past(*card) || happens())
        });
        held
    }

    /// The cards a side holds that may be played as a BR reinforcement (18.6.5-1).
    fn reinforcements_in_hand(&self, side: Side) -> Vec<CardId> {
        let known = Known::default();
        let mut held = self.cards_for_ops(side);
        held.retain(|card| {
            let bars = || self.bars_of_reinforcements(*card, CardUse::Reinforcement, &known);
            self.data().cards[*card].alternative && bars().is_empty()
        });
        held
    }

    /// Whether a card lets a neutral enter the war, and such an event has happened in this turn: one of both
    /// players may (9.5.2.a). GREECE counts even if it was countered (9.5.2.b-4).
    fn neutral_has_entered(&self, card: CardId) -> bool {
        let cards = &self.data().cards;
        let enters = |at: usize| cards[at].event_kind == EventKind::NeutralEntry;
        enters(card) && (0..cards.len()).any(|at| enters(at) && self.happens_now(at))
    }

    /// The number of hidden cards in the hand of the side that a frame asks.
    pub(super) fn hidden_in_hand(&self, frame: Frame) -> u16 {
        frame
            .side
            .map_or(0, |side| self.state().hidden_in_hand(side))
    }

    /// Whether a side has taken its action of the round.
    fn acted_in_round(&self, side: Side) -> bool {
        let state = self.state();
        let round = state.scalar(Scalar::Round);
        let own = |at: usize| {
            let action = state.action_at(at);
            action.is_some_and(|(when, by, _)| when == round && by == side)
        };
        (0..ACTIONS).any(own)
    }

    /// Whether a side's action of the round before was of a kind (9.3.2-1, 9.4.2-1), in this turn: the
    /// last round of a turn and the first of the next may be (9.3.2-2, 9.4.2-2).
    fn did_last(&self, side: Side, kind: ActionKind) -> bool {
        let state = self.state();
        let before = state.scalar(Scalar::Round).wrapping_sub(1);
        // ENVER-FALKENHAYN SUMMIT is an SR action too.
        let as_event = |at: usize| {
            kind == ActionKind::Sr
                && state
                    .event_of_action(at)
                    .is_some_and(|card| self.counts_as_sr(card))
        };
        (0..ACTIONS).any(|at| match state.action_at(at) {
            Some((round, by, did)) => {
                round == before && by == side && (did == kind || as_event(at))
            }
            None => false,
        })
    }

    /// Plays a card for SR: its points are to be spent at once (9.3.1-1, 2.0.sr-1).
    fn play_for_sr(&self, card: CardId) -> Result<Self> {
        let side = self.state().active();
        let mut next = self.showing([card]).unwrap_or_else(|| self.clone());
        next.put(Cell::Card(card), CardZone::Discard as u16);
        next.record_action(side, ActionKind::Sr, Some(card))?;
        let points = self.data().cards[card].sr;
        let redeployment = Frame::of(FrameKind::Redeployment).by(side);
        next.push(redeployment.with(points.into()));
        Ok(next.advance_to_next_decision())
    }

    /// Plays a card for RPs: they are recorded, and nothing else is done (9.4.1-1).
    fn play_for_points(&self, card: CardId) -> Result<Self> {
        let side = self.state().active();
        let mut next = self.showing([card]).unwrap_or_else(|| self.clone());
        next.put(Cell::Card(card), CardZone::Discard as u16);
        next.record_action(side, ActionKind::Rp, Some(card))?;
        next.record_points(card);
        next.forget_action();
        Ok(next.done().advance_to_next_decision())
    }

    /// Begins operations with a card, or the automatic one (8.1.2), and records it (8.1.3-1).
    pub(super) fn act(&self, card: Option<CardId>) -> Result<Self> {
        let state = self.state();
        let side = state.active();
        let mut next = self.showing(card).unwrap_or_else(|| self.clone());
        let (kind, ops) = match card {
            None => (ActionKind::OneOps, 1),
            Some(card) if next.cards_for_ops(side).contains(&card) => {
                // An asterisk counts when a card is played as an Event only (2.0.asterisk-2).
                next.put(Cell::Card(card), CardZone::Discard as u16);
                // Its number (9.2-1).
                (ActionKind::Ops, self.data().cards[card].ops)
            }
            Some(card) => {
                let id = self.data().cards.get(card).map_or("?", |card| &card.id);
                let why = format!("'{id}' is not in the hand of the {side}");
                return Err(Error::bad("answer", why));
            }
        };
        next.record_action(side, kind, card)?;
        let operations = Frame::of(FrameKind::Operations).by(side);
        next.push(operations.with(ops.into()));
        Ok(next)
    }

    /// Plays a card as an event (9.5.1.a). One whose event is past does nothing (9.5.1.e-1).
    fn play_event(&self, card: CardId) -> Result<Self> {
        let side = self.state().active();
        let past = self.is_past(card);
        let entry = &self.data().cards[card];
        if entry.event.is_none() && !past {
            let message = format!(
                "'{}', {}, is a combat card: it is played in battles",
                entry.id, entry.name
            );
            return Err(Error::bad("answer", message));
        }
        let mut next = self.with_card_played(card, ActionKind::Event)?;
        if past {
            next.add_war_status(card);
            next.forget_action();
            return Ok(next.done().advance_to_next_decision());
        }
        // What is countered does not move the war status.
        let effects = self.data().cards[card].event.iter().flatten();
        let mut countered = effects.filter(|effect| **effect == Happening::Countered);
        next.happens(card, countered.next().is_none());
        next.push(events::frame(side, card));
        Ok(next.advance_to_next_decision())
    }

    /// A card of the hand is played for what it says, and recorded: one with an asterisk leaves the game
    /// (9.5.1.c, 2.0.asterisk-1).
    pub(super) fn with_card_played(&self, card: CardId, kind: ActionKind) -> Result<Self> {
        let mut next = self.showing([card]).unwrap_or_else(|| self.clone());
        let zone = match self.data().cards[card].removed_after_event {
            true => CardZone::Removed,
            false => CardZone::Discard,
        };
        next.put(Cell::Card(card), zone as u16);
        next.record_action(self.state().active(), kind, Some(card))?;
        Ok(next)
    }

    /// Records an action (8.1.3-1).
    pub(super) fn record_action(
        &mut self,
        side: Side,
        kind: ActionKind,
        card: Option<CardId>,
    ) -> Result<()> {
        let state = self.state();
        let record = State::action(state.scalar(Scalar::Round), side, kind, card);
        let free = (0..ACTIONS).find(|at| state.get(Cell::Action(*at)) == 0);
        let free =
            free.ok_or_else(|| Error::bad("actions", "are full: no action fits this turn"))?;
        self.put(Cell::Action(free), record);
        Ok(())
    }

    /// What is remembered of a round ends with it: who has landed, which cities were taken, and
    /// which cards were used, whoever acted (9.5.4.2-3).
    fn forget_round(&mut self) {
        for place in 0..self.data().on_map {
            if self.state().get(Cell::Beachhead(place)) > 1 {
                self.put(Cell::Beachhead(place), 1);
            }
            self.put(Cell::JihadTaken(place), 0);
        }
        for card in 0..self.data().cards.len() {
            self.put(Cell::Played(card), 0);
        }
    }

    /// What is remembered of an action ends with it: who was activated, attacked and retreated, and
    /// what was attacked (12.1.b-2, 12.1.3, 12.1.4, 9.2.6).
    fn forget_action(&mut self) {
        let state = self.state();
        for unit in (state.fighting() | state.attacking).iter() {
            for cell in [
                Cell::Attacking,
                Cell::Stack,
                Cell::Fought,
                Cell::Pursuit,
                Cell::Provoked,
            ] {
                self.put(cell(unit), 0);
            }
        }
        for place in self.state().attacked.iter() {
            self.put(Cell::Attacked(place), 0);
        }
    }
}
