//! Witnesses read back from the terms of the law.

use super::codes::CODES;
use super::violation::MOST_ARGS;
use super::{Arg, Violation};
use crate::activation::Purpose;
use crate::data::Data;
use crate::vocabulary::{Collapse, Nation, RestrictedArea, Revolt};

impl Violation {
    /// The violation of a rule's number and a witness such as `enemy(tu_div_1,kars)`; `None` if the
    /// table knows no such violation, or a part of it names nothing.
    #[must_use]
    pub fn read(data: &Data, rule: &str, witness: &str) -> Option<Self> {
        let (name, inside) = match witness.split_once('(') {
            Some((name, inside)) => (name, inside.strip_suffix(')')?),
            None => (witness, ""),
        };
        let code = CODES
            .iter()
            .find(|code| code.rule == rule && code.code == name)?;
        let words = inside.split(',').filter(|word| !word.is_empty());
        // Countries of revolts are called like places.
        let country = Revolt::parse(inside).filter(|_| rule.starts_with("16.3.3"));
        let args: Vec<Arg> = match country {
            Some(revolt) => vec![Arg::Country(revolt)],
            None => words.map(|word| arg(data, word)).collect::<Option<_>>()?,
        };
        (args.len() <= MOST_ARGS).then(|| Self::new(code, &args))
    }
}

/// No id is also that of an area, of a purpose or of a country that may collapse.
fn arg(data: &Data, word: &str) -> Option<Arg> {
    if let Ok(number) = word.parse() {
        return Some(Arg::Number(number));
    }
    let unit = || data.unit("witness", word).ok().map(Arg::Unit);
    let place = || data.place("witness", word).ok().map(Arg::Place);
    let area = RestrictedArea::parse(word).map(Arg::Area);
    let purpose = Purpose::parse(word).map(Arg::Purpose);
    let card = || data.card("witness", word).ok().map(Arg::Card);
    let ally = || Collapse::parse(word).map(Arg::Ally);
    let nation = || Nation::parse(word).map(Arg::Nation);
    let named = area.or(purpose).or_else(unit).or_else(place);
    named.or_else(card).or_else(ally).or_else(nation)
}
