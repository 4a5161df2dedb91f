//! Answers that are said word by word ([`engine::saying`]).

mod redeploying;

use crate::check::redeployment::pieces::Found;
use crate::data::PlaceId;
use crate::data::UnitId;
use crate::offers::{Begun, Offer, Open, Told, in_words};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Parameters;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::saying::{Asked, ORDER_ENDS, Offered, Words};
use redeploying::Redeploying;
use std::sync::Arc;

/// What a position asks, to be answered word by word.
#[must_use]
pub fn asked(position: &Position, words: Arc<Words>) -> Box<dyn Asked> {
    let at = position.at_next_decision().into_owned();
    let ops = match at.asks_for() {
        DecisionKind::Operations => match at.decision().parameters {
            Parameters::Operations { ops, .. } => ops.max(1),
            _ => 1,
        },
        // The automatic operation has one (8.1.2).
        DecisionKind::Action => 1,
        DecisionKind::Redeployment => {
            return Box::new(Redeploying {
                position: at,
                words,
                barred: Vec::new(),
                found: Found::default(),
            });
        }
        _ => return Box::new(Plain { position: at }),
    };
    Box::new(Spending {
        open: Open::new(at, ops),
        words,
        given: Vec::new(),
        barred: Vec::new(),
        made: None,
        leaves: Vec::new(),
        organizations: None,
    })
}

/// The orders that some answer consists of; `None` if they are none.
fn read(position: &Position, given: &[String]) -> Option<Move> {
    match given {
        [] => Some(Move::default()),
        given => position.read_move(&given.join("; ")).ok(),
    }
}

/// Whether orders are a whole answer.
fn is_answer(position: &Position, given: &[String]) -> bool {
    let broken = read(position, given).map(|made| position.check(&made));
    broken.is_some_and(|broken| broken.is_ok_and(|broken| broken.is_empty()))
}

/// A decision in which no OPS are spent.
struct Plain {
    position: Position,
}

impl Asked for Plain {
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered> {
        let made = read(&self.position, given);
        let list = made.and_then(|made| self.position.list_answers(&made).ok());
        let Some(list) = list else {
            return Ok(Offered::Listed(Vec::new()));
        };
        if !list.complete {
            return Ok(Offered::Unknown);
        }
        let all = Move::new(list.orders.into_iter().collect());
        let mut texts = all.texts(self.position.data(), Some(&self.position));
        texts.retain(|text| !given.contains(text) && !barred.contains(text));
        Ok(Offered::Listed(texts))
    }

    fn next(&mut self, _: &[u16]) -> Result<Option<Vec<u16>>> {
        Ok(None)
    }

    fn order(&self, _: &[u16]) -> String {
        String::new()
    }

    fn may_end(&mut self, given: &[String]) -> bool {
        is_answer(&self.position, given)
    }
}

/// The words of an order, and its text.
type Spoken = (Vec<u16>, String);

/// A decision in which OPS are spent.
struct Spending {
    open: Open,
    words: Arc<Words>,
    given: Vec<String>,
    barred: Vec<String>,
    /// The orders given as a move; `None` if they are none.
    made: Option<Move>,
    /// The orders that may be given, without paths and organizations, by their number in [`Open::others`].
    leaves: Vec<(Told, usize)>,
    /// The organizations, once they have been asked for.
    organizations: Option<Vec<Spoken>>,
}

const GO: &str = "go";
const ORGANIZE: &str = "organize";

impl Spending {
    fn unit(&self, unit: UnitId) -> Result<u16> {
        self.words
            .number(&self.open.position().data().units[unit].id)
    }

    fn place(&self, place: PlaceId) -> Result<u16> {
        self.words
            .number(&self.open.position().data().spaces[place].id)
    }

    /// The orders given: those that are given in full, and where units end their moves; `None` if they
    /// cannot be read.
    fn divided(&mut self, given: &[String]) -> Option<(Move, Vec<(UnitId, PlaceId)>)> {
        self.made = read(self.open.position(), given);
        self.made.as_ref()?;
        let position = self.open.position();
        let read = |text: &str| Move::parse(position, DecisionKind::Operations, text).ok();
        let (mut full, mut ends) = (Vec::new(), Vec::new());
        for text in given {
            let words: Vec<&str> = text.split_whitespace().collect();
            let whole = words.contains(&"via") || words.contains(&"directly");
            if words.first() != Some(&GO) || whole {
                full.push(text.as_str());
                continue;
            }
            for order in read(&format!("{text} directly"))?.orders() {
                if let Order::Go { unit, path } = order {
                    ends.push((*unit, *path.last()?));
                }
            }
        }
        Some((read(&full.join("\n"))?, ends))
    }

    /// The organizations that can be ordered; `None` if that is not known.
    fn organized(&mut self) -> Result<Option<&[Spoken]>> {
        if self.organizations.is_none() {
            let numbers = self.forming();
            let Some(proven) = self.open.proven(&numbers) else {
                return Ok(None);
            };
            let offers: Vec<Offer> = {
                let all = self.open.others();
                proven.iter().map(|at| all[*at].offer.clone()).collect()
            };
            let data = Arc::clone(self.open.position().data());
            let mut found = Vec::new();
            for one in in_words(&data, &offers) {
                for text in each(&one.text) {
                    if !self.given.contains(&text) && !self.barred.contains(&text) {
                        found.push((self.words.of(&text)?, text));
                    }
                }
            }
            self.organizations = Some(found);
        }
        Ok(self.organizations.as_deref())
    }

    /// The numbers of what is said of organizations.
    fn forming(&self) -> Vec<usize> {
        let forms = |offer: &&Offer| matches!(offer, Offer::Organize(_) | Offer::Use(..));
        let all = self.open.others().iter().map(|one| &one.offer);
        all.enumerate()
            .filter(|(_, offer)| forms(offer))
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether it is barred that a unit ends its move somewhere.
    fn is_barred(&self, unit: UnitId, stop: PlaceId) -> bool {
        let data = self.open.position().data();
        let (unit, stop) = (&data.units[unit].id, &data.spaces[stop].id);
        !self.barred.is_empty() && self.barred.contains(&format!("{GO} {unit} {stop}"))
    }

    /// The units that can go somewhere; `None` if that is not known.
    fn who_goes(&mut self) -> Result<Option<Vec<UnitId>>> {
        let Some(goes) = self.open.who_goes() else {
            return Ok(None);
        };
        let units = self.open.goers().iter().zip(goes).filter(|(_, goes)| *goes);
        let units: Vec<UnitId> = units.map(|(unit, _)| *unit).collect();
        let mut found = Vec::new();
        for unit in units {
            // Who has no end left that is not barred does not go.
            let id = &self.open.position().data().units[unit].id;
            let begins = format!("{GO} {id} ");
            if self.barred.iter().any(|text| text.starts_with(&begins)) {
                let Some(stops) = self.open.stops(unit) else {
                    return Ok(None);
                };
                if stops.iter().all(|stop| self.is_barred(unit, *stop)) {
                    continue;
                }
            }
            found.push(unit);
        }
        Ok(Some(found))
    }

    /// The words after those said, each with the orders that go on so.
    fn branches(&self, said: &[u16]) -> Vec<(u16, Vec<usize>)> {
        let mut found: Vec<(u16, Vec<usize>)> = Vec::new();
        for (told, at) in &self.leaves {
            if !told.0.starts_with(said) {
                continue;
            }
            let word = told.0.get(said.len()).copied().unwrap_or(ORDER_ENDS);
            match found.iter_mut().find(|(other, _)| *other == word) {
                Some((_, all)) => all.push(*at),
                None => found.push((word, vec![*at])),
            }
        }
        found
    }
}

impl Asked for Spending {
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered> {
        (self.given, self.barred) = (given.to_vec(), barred.to_vec());
        self.leaves.clear();
        self.organizations = None;
        let Some((whole, ends)) = self.divided(given) else {
            return Ok(Offered::Listed(Vec::new()));
        };
        match self.open.begin(whole, ends) {
            Begun::Nothing => return Ok(Offered::Listed(Vec::new())),
            Begun::Unknown => return Ok(Offered::Unknown),
            Begun::Open => {}
        }
        let data = Arc::clone(self.open.position().data());
        for at in 0..self.open.others().len() {
            let one = &self.open.others()[at];
            let told = match (&one.offer, &one.note) {
                (Offer::Order(_), Some(told)) => Arc::clone(told),
                (Offer::Order(order), None) => {
                    let text = order.to_text(&data);
                    let told: Told = Arc::new((self.words.of(&text)?, text));
                    self.open.note(at, Arc::clone(&told));
                    told
                }
                _ => continue,
            };
            if !given.contains(&told.1) && !barred.contains(&told.1) {
                self.leaves.push((told, at));
            }
        }
        Ok(Offered::Open)
    }

    fn next(&mut self, said: &[u16]) -> Result<Option<Vec<u16>>> {
        let (go, organize) = (self.words.number(GO)?, self.words.number(ORGANIZE)?);
        match said {
            [verb] if *verb == go => {
                let Some(units) = self.who_goes()? else {
                    return Ok(None);
                };
                let units = units.into_iter().map(|unit| self.unit(unit));
                return units.collect::<Result<_>>().map(Some);
            }
            [verb, word] if *verb == go => {
                let named = |unit: &&UnitId| self.unit(**unit).is_ok_and(|one| one == *word);
                let Some(unit) = self.open.goers().iter().find(named).copied() else {
                    return Ok(Some(Vec::new()));
                };
                let Some(stops) = self.open.stops(unit) else {
                    return Ok(None);
                };
                let stops = stops
                    .into_iter()
                    .filter(|stop| !self.is_barred(unit, *stop));
                let places = stops.map(|place| self.place(place));
                return places.collect::<Result<_>>().map(Some);
            }
            [verb, _, _] if *verb == go => return Ok(Some(vec![ORDER_ENDS])),
            [verb, ..] if *verb == organize => {
                let Some(all) = self.organized()? else {
                    return Ok(None);
                };
                let after = all.iter().filter(|(words, _)| words.starts_with(said));
                let after =
                    after.map(|(words, _)| words.get(said.len()).copied().unwrap_or(ORDER_ENDS));
                return Ok(Some(after.collect()));
            }
            _ => {}
        }
        let (mut words, mut groups): (Vec<_>, Vec<_>) = self.branches(said).into_iter().unzip();
        if said.is_empty() {
            let forming = self.forming();
            if !forming.is_empty() {
                words.push(organize);
                groups.push(forming);
            }
        }
        let Some(any) = self.open.any_of(&groups) else {
            return Ok(None);
        };
        let open = words.into_iter().zip(any).filter(|(_, any)| *any);
        let mut found: Vec<u16> = open.map(|(word, _)| word).collect();
        // Organizations may be proven that are given already, or barred.
        let forms = |text: &String| text.starts_with(ORGANIZE);
        let known = self.given.iter().chain(&self.barred).any(forms);
        if known && found.contains(&organize) && said.is_empty() {
            match self.organized()? {
                None => return Ok(None),
                Some([]) => found.retain(|word| *word != organize),
                Some(_) => {}
            }
        }
        if said.is_empty() {
            let goes = match self.barred.is_empty() {
                true => self.open.any_goes(),
                false => self.who_goes()?.map(|units| !units.is_empty()),
            };
            match goes {
                None => return Ok(None),
                Some(true) => found.push(go),
                Some(false) => {}
            }
        }
        Ok(Some(found))
    }

    fn order(&self, said: &[u16]) -> String {
        let leaf = self.leaves.iter().find(|(told, _)| told.0 == said);
        if let Some((told, _)) = leaf {
            return told.1.clone();
        }
        let organized = self.organizations.iter().flatten();
        if let Some((_, text)) = organized.rev().find(|(words, _)| words == said) {
            return text.clone();
        }
        let words: Vec<&str> = said.iter().map(|word| self.words.text(*word)).collect();
        words.join(" ")
    }

    fn may_end(&mut self, _: &[String]) -> bool {
        let made = self.made.take();
        let legal = made.as_ref().is_some_and(|made| self.open.is_legal(made));
        self.made = made;
        legal
    }
}

/// The orders that an offered one stands for: each unit that may have a role, nobody in two.
fn each(text: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    let mut several = 0;
    for word in text.split(' ') {
        let parts: Vec<&str> = word.split('|').collect();
        several += usize::from(parts.len() > 1);
        let begun = std::mem::take(&mut found);
        for words in begun {
            for part in &parts {
                let mut longer = words.clone();
                longer.push(*part);
                found.push(longer);
            }
        }
    }
    let different = |words: &Vec<&str>| {
        let mut sorted = words.clone();
        sorted.sort_unstable();
        sorted.dedup();
        several < 2 || sorted.len() == words.len()
    };
    found.retain(different);
    found.into_iter().map(|words| words.join(" ")).collect()
}
