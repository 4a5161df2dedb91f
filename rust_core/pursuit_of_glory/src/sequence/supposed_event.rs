//! What-ifs: an event is supposed to happen now. Its effects are carried out as far as nobody has to choose
//! and no die falls; what is left out is told.

use super::agenda::none_of_its_answers;
use super::events;
use crate::cards::Happening;
use crate::data::CardId;
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// Why an effect was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// A side chooses.
    Choice(DecisionKind, Side),
    /// A die decides.
    Die,
}

/// An event that is supposed to happen.
#[derive(Debug, Clone)]
pub struct SupposedEvent {
    /// The position after what needs no choice; what it asks for is asked for still.
    pub position: Position,
    /// The effects of the card, as `events.toml` lists them.
    pub effects: Vec<(Happening, Option<LeftOut>)>,
    /// What else its effects bring about and is left out: units that a country shares, tribes, revolts.
    pub more: Vec<LeftOut>,
    /// Whether it is over before its time, so that nothing happens (9.5.1.e-1).
    pub past: bool,
}

impl Position {
    /// The position in which the event of a card has happened just now, whether or not it may be played.
    ///
    /// The card lies where it goes as an event, and the war status has moved (9.5.1.d-1). What an effect
    /// leaves to a player or a die is not done, and the effects behind it are.
    ///
    /// # Errors
    ///
    /// It is a combat card, or a battle or an event is under way.
    pub fn with_event(&self, card: CardId) -> Result<SupposedEvent> {
        let entry = self.data().cards.get(card);
        let entry = entry.ok_or_else(none_of_its_answers)?;
        let Some(effects) = &entry.event else {
            let message = format!(
                "'{}', {}, is a combat card: it is played in battles",
                entry.id, entry.name
            );
            return Err(Error::bad("event", message));
        };
        for (kind, what) in [
            (FrameKind::Battle, "a battle"),
            (FrameKind::Event, "an event"),
        ] {
            if self.state().under_way(kind).is_some() {
                let message = format!("'{}' cannot happen while {what} is under way", entry.id);
                return Err(Error::bad("event", message));
            }
        }
        let shown = self.showing([card]);
        let mut begun = shown.unwrap_or_else(|| self.clone());
        let zone = match entry.removed_after_event {
            true => CardZone::Removed,
            false => CardZone::Discard,
        };
        begun.put(Cell::Card(card), zone as u16);
        if self.is_past(card) {
            begun.add_war_status(card);
            return Ok(SupposedEvent {
                position: begun,
                effects: Vec::new(),
                more: Vec::new(),
                past: true,
            });
        }
        begun.happens(card, false);
        let mut supposed = SupposedEvent {
            position: begun,
            effects: effects.iter().map(|effect| (*effect, None)).collect(),
            more: Vec::new(),
            past: false,
        };
        supposed.carry_out(card, entry.side);
        // Only now: an armistice would interrupt what happens.
        let counted = [Track::WarStatusAp, Track::WarStatusCp];
        let before = counted.map(|track| self.state().track(track));
        if counted.map(|track| supposed.position.state().track(track)) == before {
            supposed.position.add_war_status(card);
        }
        let asked: Vec<Frame> = self.state().agenda().collect();
        supposed.position = supposed.position.with_agenda(&asked);
        let next = supposed.position.at_next_decision().into_owned();
        supposed.position = next;
        Ok(supposed)
    }
}

impl SupposedEvent {
    /// Goes through the effects, with nothing else under way.
    fn carry_out(&mut self, card: CardId, side: Side) {
        let mut at = self
            .position
            .clone()
            .with_agenda(&[events::frame(side, card)]);
        // What is owed before and by the event waits.
        let mut owed = Owed::default();
        owed.take_from(&mut at);
        loop {
            at = at.at_next_decision().into_owned();
            owed.take_from(&mut at);
            let Some(top) = at.state().top() else {
                break;
            };
            let why = left_out(&at);
            if top.kind.interrupts() {
                if top.kind == FrameKind::Newcomers {
                    self.more.extend(why);
                }
                at.pop();
                continue;
            }
            let Some(event) = at.state().under_way(FrameKind::Event) else {
                // The last effect: the OPS of the card, or a space that is activated.
                if let Some((_, left)) = self.effects.last_mut() {
                    *left = why;
                }
                break;
            };
            while at
                .state()
                .top()
                .is_some_and(|frame| frame.kind != FrameKind::Event)
            {
                at.pop();
            }
            let step = usize::from(event.args[1]);
            // What comes upon the event when its effect counts as done already.
            let done = top.kind != FrameKind::Event
                && !matches!(top.kind, FrameKind::Counter | FrameKind::OutOfTheater);
            if let Some((_, left)) = self.effects.get_mut(step - usize::from(done)) {
                *left = why;
            }
            if !done {
                at.pop();
                let mut next = event;
                next.args[1] += 1;
                at.push(next);
            }
        }
        if owed.tribes > 0 {
            self.more
                .push(LeftOut::Choice(DecisionKind::Tribes, Side::Cp));
        }
        if owed.revolts > 0 {
            self.more.push(LeftOut::Die);
        }
        owed.give_back(&mut at);
        self.position = at;
    }
}

/// Why a position does not go on by itself.
fn left_out(position: &Position) -> Option<LeftOut> {
    let decision = position.decision();
    let choice = |side| LeftOut::Choice(decision.kind, side);
    Some(decision.side.map_or(LeftOut::Die, choice))
}

/// What would interrupt an event: tribes to be placed, revolts to be rolled for.
#[derive(Debug, Default)]
struct Owed {
    tribes: u16,
    revolts: u16,
}

impl Owed {
    fn take_from(&mut self, position: &mut Position) {
        self.tribes += position.state().scalar(Scalar::TribesDue);
        self.revolts |= position.state().scalar(Scalar::FreeRevolts);
        position.put_scalar(Scalar::TribesDue, 0);
        position.put_scalar(Scalar::FreeRevolts, 0);
    }

    fn give_back(&self, position: &mut Position) {
        position.put_scalar(Scalar::TribesDue, self.tribes);
        position.put_scalar(Scalar::FreeRevolts, self.revolts);
    }
}
