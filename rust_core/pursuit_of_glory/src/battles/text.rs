//! Orders of battles as text, and as terms of the law.

use super::after;
use super::{AfterOrder, BattleMove, BattleOrder};
use crate::data::Data;
use engine::error::{Error, Result};
use engine::names::nearest;

const FIELD: &str = "move";
const WORDS: [&str; 11] = [
    "attack",
    "join",
    "flank",
    "defend",
    "play",
    "bring",
    "place",
    "take_back",
    "withdraw",
    "end",
    "pass",
];

impl BattleMove {
    /// Reads a move: orders separated by `;` or new lines, such as
    /// `attack eleskirt with tu_ix_corps,tu_x_corps flank koprukoy`.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown words and ids, with the nearest known one, and for `end`
    /// beside other orders.
    pub fn parse(data: &Data, text: &str) -> Result<Self> {
        let mut orders = Vec::new();
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        for order in lines.flat_map(|line| line.split(';')) {
            read(data, order, &mut orders)?;
        }
        Self::new(orders).alone()
    }

    /// Reads a move from the terms of the law, such as `join(tu_ix_corps)`, separated by blanks.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown words and ids.
    pub fn from_terms(data: &Data, terms: &str) -> Result<Self> {
        let mut orders = Vec::new();
        let mut others = Vec::new();
        for term in terms.split_whitespace() {
            let words: Vec<_> = term.split(['(', ',', ')']).collect();
            if !AfterOrder::read_term(data, FIELD, &words, &mut orders)? {
                others.push(words.join(" "));
            }
        }
        let others = Self::parse(data, &others.join(";"))?;
        let orders = orders.into_iter().map(BattleOrder::After);
        Self::new(others.orders.into_iter().chain(orders).collect()).alone()
    }

    /// The move, unless `end` stands beside other orders (12.1.a).
    pub(super) fn alone(self) -> Result<Self> {
        if self.ends() && self.orders.len() > 1 {
            let why = "'end' gives up all battles that wait, and stands alone";
            return Err(Error::bad(FIELD, why));
        }
        Ok(self)
    }

    /// The move as [`Self::parse`] reads it, an attack with those who join it as one order; `pass`
    /// if it has no orders.
    #[must_use]
    pub fn to_text(&self, data: &Data) -> String {
        if self.orders.is_empty() {
            return "pass".to_owned();
        }
        let told = |order: &BattleOrder| order.told(data, " ", [" ", ""]);
        let names = |verb: &str, joined: bool| -> Vec<String> {
            let units = self.orders.iter().filter(|order| match order {
                BattleOrder::Join { .. } => joined,
                BattleOrder::Flank { .. } => !joined,
                _ => false,
            });
            let name = |order| told(order).trim_start_matches(verb).trim().to_owned();
            units.map(name).collect()
        };
        let (joins, pins) = (names("join", true), names("flank", false));
        let targets = self.orders.iter();
        let targets = targets.filter(|order| matches!(order, BattleOrder::Attack { .. }));
        let whole = targets.count() == 1
            && !joins.is_empty()
            && pins.len() < 2
            && self.orders.len() == 1 + joins.len() + pins.len();
        if !whole {
            let orders: Vec<_> = self.orders.iter().map(told).collect();
            return orders.join("; ");
        }
        let mut text = format!("{} with {}", told(&self.orders[0]), joins.join(","));
        if let [pin] = &pins[..] {
            text += " flank ";
            text += pin;
        }
        text
    }

    /// The orders as terms of the law, such as `join(tu_ix_corps)`.
    #[must_use]
    pub fn terms(&self, data: &Data) -> Vec<String> {
        let orders = self.orders.iter();
        orders
            .flat_map(|order| match order {
                BattleOrder::After(order) => order.terms(data),
                order => vec![order.told(data, ",", ["(", ")"])],
            })
            .collect()
    }
}

impl BattleOrder {
    /// The verb and what it names, between these.
    fn told(self, data: &Data, between: &str, [before, after]: [&str; 2]) -> String {
        let unit = |at: usize| data.units.get(at).map_or("?", |unit| &unit.id);
        let place = |at: usize| data.spaces.get(at).map_or("?", |space| &space.id);
        let card = |at: usize| data.cards.get(at).map_or("?", |card| &card.id);
        let (verb, named) = match self {
            Self::Attack { place: at } => ("attack", vec![place(at)]),
            Self::Join { unit: at } => ("join", vec![unit(at)]),
            Self::Flank { place: at } => ("flank", vec![place(at)]),
            Self::Defend { unit: at } => ("defend", vec![unit(at)]),
            Self::Play { card: at } => ("play", vec![card(at)]),
            Self::Bring { card: by, unit: at } => ("bring", vec![card(by), unit(at)]),
            Self::Place {
                card: by,
                place: at,
            } => ("place", vec![card(by), place(at)]),
            Self::TakeBack { card: at } => ("take_back", vec![card(at)]),
            Self::Withdraw => return "withdraw".to_owned(),
            Self::End => return "end".to_owned(),
            Self::After(order) => return order.text(data),
        };
        format!("{verb}{before}{}{after}", named.join(between))
    }
}

/// Reads one order, or those it is short for.
fn read(data: &Data, text: &str, orders: &mut Vec<BattleOrder>) -> Result<()> {
    let text = text.replace(',', " ");
    let mut words = text.split_whitespace().peekable();
    let Some(verb) = words.next() else {
        return Ok(());
    };
    let verb = verb.to_lowercase();
    let mut lacks = || Error::bad(FIELD, format!("'{}' names too little", text.trim()));
    match verb.as_str() {
        "pass" => {}
        "withdraw" => orders.push(BattleOrder::Withdraw),
        "end" => orders.push(BattleOrder::End),
        "attack" => {
            let place = data.place(FIELD, words.next().ok_or_else(&mut lacks)?)?;
            orders.push(BattleOrder::Attack { place });
            if words
                .next_if(|word| word.eq_ignore_ascii_case("with"))
                .is_some()
            {
                while let Some(word) = words.next_if(|word| !word.eq_ignore_ascii_case("flank")) {
                    let unit = data.unit(FIELD, word)?;
                    orders.push(BattleOrder::Join { unit });
                }
            }
            if words
                .next_if(|word| word.eq_ignore_ascii_case("flank"))
                .is_some()
            {
                let place = data.place(FIELD, words.next().ok_or_else(&mut lacks)?)?;
                orders.push(BattleOrder::Flank { place });
            }
        }
        "flank" => {
            let place = data.place(FIELD, words.next().ok_or_else(&mut lacks)?)?;
            orders.push(BattleOrder::Flank { place });
        }
        "join" | "defend" => {
            if words.peek().is_none() {
                return Err(lacks());
            }
            for word in words.by_ref() {
                let unit = data.unit(FIELD, word)?;
                orders.push(match verb.as_str() {
                    "join" => BattleOrder::Join { unit },
                    _ => BattleOrder::Defend { unit },
                });
            }
        }
        "play" | "take_back" => {
            let card = data.card(FIELD, words.next().ok_or_else(&mut lacks)?)?;
            orders.push(match verb.as_str() {
                "play" => BattleOrder::Play { card },
                _ => BattleOrder::TakeBack { card },
            });
        }
        "bring" | "place" => {
            let card = data.card(FIELD, words.next().ok_or_else(&mut lacks)?)?;
            if words.peek().is_none() {
                return Err(lacks());
            }
            for word in words.by_ref() {
                orders.push(match verb.as_str() {
                    "bring" => BattleOrder::Bring {
                        card,
                        unit: data.unit(FIELD, word)?,
                    },
                    _ => BattleOrder::Place {
                        card,
                        place: data.place(FIELD, word)?,
                    },
                });
            }
        }
        other => {
            let rest: Vec<_> = words.by_ref().collect();
            let Some(read) = AfterOrder::parse(data, FIELD, other, &rest)? else {
                return Err(Error::BadInput {
                    field: FIELD.to_owned(),
                    message: format!("'{other}' is no order of a battle"),
                    suggestion: nearest(other, WORDS.into_iter().chain(after::VERBS)),
                });
            };
            orders.extend(read.into_iter().map(BattleOrder::After));
        }
    }
    match words.next() {
        None => Ok(()),
        Some(word) => {
            let message = format!("'{word}' is one word too many in '{}'", text.trim());
            Err(Error::bad(FIELD, message))
        }
    }
}
