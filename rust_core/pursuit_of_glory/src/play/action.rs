//! Actions: how they begin, are recorded, and pass on (8.1).

use super::Field;
use crate::data::CardId;
use crate::position::Position;
use crate::state::{ACTIONS, Cell, One, State};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// Action rounds of a turn (8.1.1-1).
const ROUNDS: u16 = 6;

impl Position {
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

    /// Begins operations with a card, or the automatic one (8.1.2), and records it (8.1.3-1).
    pub(super) fn act(&self, card: Option<CardId>) -> Result<Self> {
        let state = self.state();
        let side = state.active();
        let mut next = self.clone();
        let (kind, ops) = match card {
            None => (ActionKind::OneOps, 1),
            Some(card) if self.cards_for_ops(side).contains(&card) => {
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
        let record = State::action(state.one(One::Round), side, kind, card);
        let free = (0..ACTIONS).find(|at| state.get(Cell::Action(*at)) == 0);
        let Some(free) = free else {
            return Err(Error::bad("actions", "are full: no action fits this turn"));
        };
        next.put(Cell::Action(free), record);
        next.put_one(One::Ops, u16::from(ops) + 1);
        Ok(next)
    }

    /// Goes on to the next decision: what waits for nothing more ends, and the turn passes.
    pub(super) fn settled(mut self) -> Self {
        // What cannot be placed is not owed (16.3.2-1).
        if self.state().one(One::TribesDue) > 0 && self.tribe_places().is_empty() {
            self.put_one(One::TribesDue, 0);
        }
        let state = self.state();
        let waiting = state.one(One::TribesDue) > 0
            || state.stage().is_some()
            || self.chance().is_some()
            || self.anybody_waits()
            || !self.in_excess().is_empty();
        if state.ops() == Some(0) && !waiting {
            self.pass();
        }
        self.note_the_blockade();
        self.end_phases();
        self
    }

    /// The AP acts first in a round, then the CP; six rounds (8.1.1-1).
    fn pass(&mut self) {
        self.put_one(One::Ops, 0);
        self.forget_action();
        if self.state().active() == Side::Ap {
            self.put_one(One::Active, Side::Cp as u16);
            return;
        }
        self.put_one(One::Active, Side::Ap as u16);
        for place in 0..self.data().on_map {
            if self.state().get(Cell::Beachhead(place)) > 1 {
                self.put(Cell::Beachhead(place), 1);
            }
            self.put(Cell::JihadTaken(place), 0);
        }
        // Cards are used once a round, whoever acts (9.5.4.2-3).
        for card in 0..self.data().cards.len() {
            self.put(Cell::Played(card), 0);
        }
        let round = self.state().one(One::Round);
        if round < ROUNDS {
            self.put_one(One::Round, round + 1);
        } else {
            self.put_one(One::Phase, Phase::Attrition as u16);
        }
    }

    /// What is remembered of an action ends with it: who was activated, attacked and retreated, and
    /// what was attacked (12.1.b-2, 12.1.3, 12.1.4, 9.2.6).
    fn forget_action(&mut self) {
        let state = self.state();
        for unit in (state.fighting() | state.attacking).iter() {
            for cell in [Cell::Attacking, Cell::Stack, Cell::Fought] {
                self.put(cell(unit), 0);
            }
        }
        for place in self.state().attacked.iter() {
            self.put(Cell::Attacked(place), 0);
        }
    }

    /// Fights none of the battles that wait (12.1.a).
    pub(super) fn decline_battles(&self) -> Self {
        let mut next = self.clone();
        for unit in self.state().attacking.iter() {
            next.put(Cell::Attacking(unit), 0);
        }
        next.settled()
    }
}

impl Field<'_> {
    /// The OPS are spent, those left over lost (11.1.1.e).
    pub(super) fn spend(&mut self) {
        self.now.put_one(One::Ops, 1);
    }
}
