//! Answers that are said word by word ([`engine::saying`]).

use crate::offers::{Begun, Candidate, Open};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::saying::{Asked, ORDER_ENDS, Offered, Words};
use std::sync::Arc;

/// What a position asks, to be answered word by word.
#[must_use]
pub fn asked(position: &Position, words: Arc<Words>) -> Box<dyn Asked> {
    let (at, kind) = position.asked();
    let side = at.state().active();
    let known = side.filter(|side| at.knows_choices(*side).is_ok());
    let nobody = matches!(kind, DecisionKind::Chance | DecisionKind::Over);
    match known.filter(|_| !nobody) {
        Some(side) => Box::new(Answer {
            setup: kind == DecisionKind::Setup,
            open: Open::new(at.into_owned(), kind, side),
            words,
            away: Vec::new(),
        }),
        None => Box::new(Nothing),
    }
}

/// Nothing can be ordered, or what can is not known.
struct Nothing;

impl Asked for Nothing {
    fn look(&mut self, _: &[String], _: &[String]) -> Result<Offered> {
        Ok(Offered::Listed(Vec::new()))
    }

    fn next(&mut self, _: &[u16]) -> Result<Option<Vec<u16>>> {
        Ok(Some(Vec::new()))
    }

    fn order(&self, _: &[u16]) -> String {
        String::new()
    }

    fn may_end(&mut self, _: &[String]) -> bool {
        false
    }
}

/// The words of an order.
type Told = Vec<u16>;

const GO: &str = "go";
const RAIL: &str = "rail";
const SCOUT: &str = "scout";

struct Answer {
    setup: bool,
    open: Open<Told>,
    words: Arc<Words>,
    /// The orders given, and those that are barred, by their words.
    away: Vec<Told>,
}

impl Answer {
    /// The orders that some answer consists of; `None` if they cannot be read.
    fn read(&self, given: &[String]) -> Option<Move> {
        match given {
            [] => Some(Move::default()),
            given => self.open.position().read_move(&given.join("; ")).ok(),
        }
    }

    /// Notes how everything is said that may be offered.
    fn tell(&mut self) -> Result<()> {
        let data = Arc::clone(self.open.position().data());
        for one in self
            .open
            .others()
            .iter_mut()
            .filter(|one| one.note.is_none())
        {
            // Most of what there is: no text is made of it.
            let plain = match &one.offer {
                Order::Go { unit, path } => Some((GO, *unit, path.last().copied())),
                Order::Rail { unit, path } => Some((RAIL, *unit, path.last().copied())),
                Order::Scout { unit, hex } => Some((SCOUT, *unit, Some(*hex))),
                _ => None,
            };
            one.note = Some(match plain {
                Some((verb, unit, Some(hex))) => vec![
                    self.words.number(verb)?,
                    self.words.number(&data.units[unit].id)?,
                    self.words.number(data.place_id(hex))?,
                ],
                _ => self.words.of(&one.offer.to_text(&data))?,
            });
        }
        Ok(())
    }
}

impl Asked for Answer {
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered> {
        let away = given.iter().chain(barred).map(|text| self.words.of(text));
        self.away = away.collect::<Result<_>>()?;
        // Most of what can be ordered in a set-up is left to the law.
        if self.setup {
            return Ok(Offered::Unknown);
        }
        let Some(made) = self.read(given) else {
            return Ok(Offered::Listed(Vec::new()));
        };
        match self.open.begin(&made) {
            Begun::Nothing => Ok(Offered::Listed(Vec::new())),
            Begun::Unknown => Ok(Offered::Unknown),
            Begun::Open => {
                self.tell()?;
                Ok(Offered::Open)
            }
        }
    }

    fn next(&mut self, said: &[u16]) -> Result<Option<Vec<u16>>> {
        let mut found: Vec<(u16, Vec<usize>)> = Vec::new();
        let all = self.open.others().iter().enumerate();
        let told =
            all.filter_map(|(at, one): (_, &Candidate<Told>)| Some((at, one.note.as_ref()?)));
        let away = &self.away;
        for (at, told) in told.filter(|(_, told)| told.starts_with(said) && !away.contains(told)) {
            let word = told.get(said.len()).copied().unwrap_or(ORDER_ENDS);
            match found.iter_mut().find(|(other, _)| *other == word) {
                Some((_, all)) => all.push(at),
                None => found.push((word, vec![at])),
            }
        }
        let (words, groups): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let any = self.open.any_of(&groups);
        Ok(any.map(|any| {
            let open = words.into_iter().zip(any).filter(|(_, any)| *any);
            open.map(|(word, _)| word).collect()
        }))
    }

    fn order(&self, said: &[u16]) -> String {
        let words: Vec<&str> = said.iter().map(|word| self.words.text(*word)).collect();
        words.join(" ")
    }

    fn may_end(&mut self, given: &[String]) -> bool {
        let made = self.read(given);
        made.is_some_and(|made| self.open.is_legal(&made))
    }
}
