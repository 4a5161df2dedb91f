//! Answers that are said word by word ([`engine::saying`]).

use crate::offers::{Begun, Candidate, Open};
use crate::orders::Move;
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
            given: Vec::new(),
            barred: Vec::new(),
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

/// An order as it is said.
type Told = Arc<(Vec<u16>, String)>;

struct Answer {
    setup: bool,
    open: Open<Told>,
    words: Arc<Words>,
    given: Vec<String>,
    barred: Vec<String>,
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
        for one in self.open.others().iter_mut().filter(|one| one.note.is_none()) {
            let text = one.offer.to_text(&data);
            one.note = Some(Arc::new((self.words.of(&text)?, text)));
        }
        Ok(())
    }
}

impl Asked for Answer {
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered> {
        (self.given, self.barred) = (given.to_vec(), barred.to_vec());
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
        let free = |told: &Told| !self.given.contains(&told.1) && !self.barred.contains(&told.1);
        let all = self.open.others().iter().enumerate();
        let told = all.filter_map(|(at, one): (_, &Candidate<Told>)| Some((at, one.note.as_ref()?)));
        for (at, told) in told.filter(|(_, told)| told.0.starts_with(said) && free(told)) {
            let word = told.0.get(said.len()).copied().unwrap_or(ORDER_ENDS);
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
