//! Reads what must hold for a card to be played: `prerequisites` of `cards.csv`, `needs` of
//! `events.toml`.

use super::{PlaceId, UnitId};
use crate::cards::{
    Comparison, Condition, Conditions, Gauge, Land, NAMED, NamedThing, Naming, Simple, numbered,
};
use crate::vocabulary::*;
use engine::names::{nearest, shown};
use std::collections::HashMap;

/// The ids that conditions and effects name.
#[derive(Clone, Copy)]
pub(super) struct Ids<'a> {
    pub(super) spaces: &'a HashMap<String, PlaceId>,
    pub(super) units: &'a HashMap<String, UnitId>,
}

/// What says that the card may instead be played as a BR reinforcement (18.6.5-1).
const ALTERNATIVE: &str = "alt:br_reinforcement";

/// An unknown word, with the nearest valid one.
pub(super) fn unknown<'a>(
    what: &str,
    word: &str,
    valid: impl IntoIterator<Item = &'a str>,
) -> String {
    let word = shown(word);
    let near =
        nearest(&word, valid).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    format!("unknown {what} '{word}'{near}")
}

impl Ids<'_> {
    pub(super) fn unit(&self, id: &str) -> Result<UnitId, String> {
        let number = self.units.get(id).copied();
        number.ok_or_else(|| unknown("unit", id, self.units.keys().map(String::as_str)))
    }

    fn space(&self, id: &str) -> Result<PlaceId, String> {
        let number = self.spaces.get(id).copied();
        number.ok_or_else(|| unknown("space", id, self.spaces.keys().map(String::as_str)))
    }

    /// The conditions of a cell, and whether the card has a use without them.
    pub(super) fn conditions(&self, cell: &str) -> Result<(Conditions, bool), String> {
        let mut all = Conditions::new();
        let mut alternative = false;
        for clause in cell.split(';').map(str::trim) {
            if clause == ALTERNATIVE {
                alternative = true;
                continue;
            }
            if clause.is_empty() && cell.is_empty() {
                continue;
            }
            let terms: Vec<&str> = clause.split('|').map(str::trim).collect();
            let mut any = Vec::new();
            for term in &terms {
                let (read, wants_all) = self.term(term)?;
                if wants_all && terms.len() == 1 {
                    all.extend(read.into_iter().map(|condition| vec![condition]));
                } else if wants_all && read.len() > 1 {
                    let message = "all of several cannot stand beside '|'";
                    return Err(format!("'{}': {message}", shown(term)));
                } else {
                    any.extend(read);
                }
            }
            if !any.is_empty() {
                all.push(any);
            }
        }
        Ok((all, alternative))
    }

    /// One term: the conditions it stands for, and whether all of them are wanted.
    fn term(&self, term: &str) -> Result<(Vec<Condition>, bool), String> {
        if let Some(word) = Simple::parse(term) {
            return Ok((vec![Condition::Plain(word)], false));
        }
        if let Some(at) = term.find(['=', '<', '>']) {
            return Ok((compared(&term[..at], &term[at..])?, true));
        }
        let Some((word, list)) = term.split_once(':') else {
            let valid = Simple::ALL.iter().map(|word| word.word());
            let valid = valid.chain(Naming::ALL.iter().map(|word| word.word()));
            return Err(unknown("condition", term, valid));
        };
        let Some(naming) = Naming::parse(word) else {
            let valid = Naming::ALL.iter().map(|word| word.word());
            return Err(unknown("condition", word, valid));
        };
        let read: Result<Vec<_>, String> = list
            .split(',')
            .map(|name| Ok(Condition::Of(naming, self.named(naming, name.trim())?)))
            .collect();
        Ok((read?, naming.wants_all()))
    }

    fn named(&self, naming: Naming, name: &str) -> Result<NamedThing, String> {
        match naming {
            Naming::Event | Naming::NotAfter => match numbered(name) {
                Some(card) => Ok(NamedThing::Card(card)),
                None => Err(unknown("card", name, NAMED.iter().map(|card| card.id))),
            },
            Naming::ApControls | Naming::CpControls | Naming::ApUnitsEntered => {
                self.space(name).map(NamedThing::Place)
            }
            Naming::ApControlsAny => match Country::parse(name) {
                Some(country) => Ok(NamedThing::Land(Land::Country(country))),
                None => Err(unknown("country", name, words(Country::ALL, |c| c.word()))),
            },
            Naming::ApLcuIn | Naming::FrOrBrLcuIn => {
                let area = Area::parse(name).map(Land::Area);
                let land = area.or_else(|| Country::parse(name).map(Land::Country));
                land.map(NamedThing::Land).ok_or_else(|| {
                    let areas = words(Area::ALL, |area| area.word());
                    let countries = words(Country::ALL, |country| country.word());
                    unknown("area or country", name, [areas, countries].concat())
                })
            }
            Naming::NoApLcuAshore | Naming::CpDefendsIn | Naming::In | Naming::NotIn => {
                match Area::parse(name) {
                    Some(area) => Ok(NamedThing::Land(Land::Area(area))),
                    None => Err(unknown("area", name, words(Area::ALL, |area| area.word()))),
                }
            }
            Naming::On | Naming::NotOn | Naming::IntoOrOutOf => match Terrain::parse(name) {
                Some(terrain) => Ok(NamedThing::Terrain(terrain)),
                None => Err(unknown("terrain", name, words(Terrain::ALL, |t| t.word()))),
            },
            Naming::NoPlace => match Kind::parse(name) {
                Some(kind) => Ok(NamedThing::Kind(kind)),
                None => Err(unknown(
                    "kind of place",
                    name,
                    words(Kind::ALL, |k| k.word()),
                )),
            },
            Naming::Own | Naming::OwnInfantry | Naming::OwnLcu | Naming::CpUnit => {
                match Nation::parse(name) {
                    Some(nation) => Ok(NamedThing::Nation(nation)),
                    None => Err(unknown("nation", name, words(Nation::ALL, |n| n.word()))),
                }
            }
            Naming::OwnUnit => self.unit(name).map(NamedThing::Unit),
        }
    }
}

fn words<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|one| word(*one)).collect()
}

/// A comparison such as `turn>=10`.
fn compared(word: &str, rest: &str) -> Result<Vec<Condition>, String> {
    let Some(gauge) = Gauge::parse(word) else {
        return Err(unknown(
            "number",
            word,
            words(Gauge::ALL, |gauge| gauge.word()),
        ));
    };
    let number = rest.trim_start_matches(['=', '<', '>']);
    let sign = &rest[..rest.len() - number.len()];
    let wrong = || format!("'{}' compares with no number from 0 to 99", shown(rest));
    let number: u8 = number.parse().map_err(|_| wrong())?;
    let least = |number| Condition::Number(gauge, Comparison::AtLeast, number);
    let most = |number| Condition::Number(gauge, Comparison::AtMost, number);
    let less = number.checked_sub(1).filter(|_| number <= 99);
    match (sign, less) {
        (_, None) if number > 99 => Err(wrong()),
        ("=", _) => Ok(vec![least(number), most(number)]),
        (">=", _) => Ok(vec![least(number)]),
        ("<=", _) => Ok(vec![most(number)]),
        (">", _) => Ok(vec![least(number + 1)]),
        ("<", Some(less)) => Ok(vec![most(less)]),
        _ => Err(wrong()),
    }
}
