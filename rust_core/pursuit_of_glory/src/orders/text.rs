//! Moves as text: `activate erzurum move; go tu_xi_corps kars via oltu,sarikamis`.

use super::draft::{self, At, Draft};
use super::parser::Parser;
use super::paths::Guide;
use super::{Move, Order};
use crate::activation::Purpose;
use crate::data::{Data, PlaceId, UnitId};
use crate::position::Position;
use engine::error::{Error, Result};
use std::fmt::Write as _;

/// The most bytes a move's text may have.
pub const LARGEST_TEXT: usize = 64 << 10;

/// The words that begin an order.
pub(in super::super) const VERBS: &[&str] = &[
    "activate", "suppress", "land", "go", "assault", "entrench", "organize", "withdraw", "remove",
];
/// What SCUs are for in an `organize`.
pub(super) const ROLES: &[&str] = &["reserve", "eliminated", "removed"];

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Comma,
}

impl Move {
    /// Reads a move from text, one order after the other, separated by `;` or new lines.
    ///
    /// White space and blank orders mean nothing, `#` starts a comment, and the words may be in
    /// capitals. Units and places are named by their ids, or by a printed name or an alias that
    /// only one of them has; in double quotes such a name may have several words. Paths with gaps
    /// are filled in with the way a player would take in this position, unless the order ends
    /// with `directly`.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the order's number and the field, with the nearest valid choice;
    /// also if the text is longer than [`LARGEST_TEXT`] or has more than
    /// [`super::MOST_ORDERS`] orders.
    pub fn parse(position: &Position, text: &str) -> Result<Self> {
        let mut parser = Parser::new(position);
        parser.text(text)?;
        Ok(parser.take())
    }

    /// [`Self::parse`] of whatever it is, with every check in its place.
    pub(super) fn study(guide: &Guide<'_>, text: &str) -> Result<Self> {
        if text.len() > LARGEST_TEXT {
            let message = format!(
                "is {} bytes long; at most {LARGEST_TEXT} are read",
                text.len()
            );
            return Err(Error::bad("move", message));
        }
        let mut draft = Draft::new(guide.data());
        for (number, tokens) in split(text)?.into_iter().enumerate() {
            let mut reader = Reader {
                data: guide.data(),
                at: At::Text(number + 1),
                tokens: tokens.into_iter().peekable(),
            };
            for order in reader.order(guide)? {
                draft.add(reader.at, order)?;
            }
        }
        Ok(draft.finish())
    }

    /// The move as text that [`Self::parse`] reads, one order a line. A path that would be filled
    /// in when read again is marked `directly`; without the position only gaps after its first
    /// place are known.
    #[must_use]
    pub fn to_text(&self, data: &Data, position: Option<&Position>) -> String {
        let guide = position.map(Guide::new);
        let direct = |unit: UnitId, path: &[PlaceId]| match &guide {
            Some(guide) => guide.gap(unit, path),
            None => gaps(data, path),
        };
        let mut text = String::new();
        for order in self.orders() {
            if !text.is_empty() {
                text.push('\n');
            }
            let gap = matches!(order, Order::Go { unit, path } if direct(*unit, path));
            // Writing to a string cannot fail.
            let _ = print(&mut text, data, order, gap);
        }
        text
    }
}

/// Has the path two places in a row that are not next to each other?
fn gaps(data: &Data, path: &[PlaceId]) -> bool {
    path.windows(2).any(|pair| {
        let joined = |a: PlaceId, b: PlaceId| pair == [a, b] || pair == [b, a];
        !data.connections.iter().any(|c| joined(c.a, c.b))
    })
}

fn print(text: &mut String, data: &Data, order: &Order, direct: bool) -> std::fmt::Result {
    let space = |place: PlaceId| data.spaces[place].id.as_str();
    let unit = |unit: UnitId| data.units[unit].id.as_str();
    match order {
        Order::Activate {
            place,
            purpose,
            units,
        } => {
            write!(text, "activate {} {purpose}", space(*place))?;
            if !units.is_empty() {
                write!(text, " with {}", sorted(data, units).join(","))?;
            }
            Ok(())
        }
        Order::Suppress { unit: by } => write!(text, "suppress {}", unit(*by)),
        Order::Land { place } => write!(text, "land {}", space(*place)),
        Order::Go { unit: who, path } => {
            let Some((last, passed)) = path.split_last() else {
                return Ok(());
            };
            write!(text, "go {} {}", unit(*who), space(*last))?;
            let passed: Vec<_> = passed.iter().map(|place| space(*place)).collect();
            if !passed.is_empty() {
                write!(text, " via {}", passed.join(","))?;
            }
            if direct {
                write!(text, " directly")
            } else {
                Ok(())
            }
        }
        Order::Assault { place } => write!(text, "assault {}", space(*place)),
        Order::Entrench { place } => write!(text, "entrench {}", space(*place)),
        Order::Organize {
            lcu,
            reserve,
            eliminated,
            removed,
        } => {
            write!(text, "organize {} reserve {}", unit(*lcu), unit(*reserve))?;
            if let Some(eliminated) = eliminated {
                write!(text, " eliminated {}", unit(*eliminated))?;
            }
            write!(text, " removed {}", unit(*removed))
        }
        Order::Withdraw { place } => write!(text, "withdraw {}", space(*place)),
        Order::Remove { place } => write!(text, "remove {}", space(*place)),
    }
}

/// The ids of some units, sorted.
pub(super) fn sorted<'a>(data: &'a Data, units: &[UnitId]) -> Vec<&'a str> {
    let mut ids: Vec<_> = units
        .iter()
        .map(|unit| data.units[*unit].id.as_str())
        .collect();
    ids.sort_unstable();
    ids
}

/// The tokens of each order that is not blank.
fn split(text: &str) -> Result<Vec<Vec<Token>>> {
    let (mut orders, mut order) = (Vec::new(), Vec::new());
    let mut word = String::new();
    let mut rest = text.chars();
    loop {
        let next = rest.next();
        match next {
            Some('"') => {
                let quoted = rest.as_str();
                let end = quoted
                    .find(['"', '\n', '\r'])
                    .filter(|end| quoted[*end..].starts_with('"'));
                let Some(end) = end else {
                    let field = At::Text(orders.len() + 1).order();
                    return Err(Error::bad(
                        field,
                        "a quotation mark is not closed in its line",
                    ));
                };
                word.push_str(&quoted[..end]);
                rest = quoted[end + 1..].chars();
                continue;
            }
            Some(c) if !c.is_whitespace() && !matches!(c, ';' | ',' | '#') => {
                word.push(c);
                continue;
            }
            _ => {}
        }
        if !word.is_empty() {
            order.push(Token::Word(std::mem::take(&mut word)));
        }
        let ends = match next {
            Some(',') => {
                order.push(Token::Comma);
                false
            }
            Some('#') => {
                let comment = rest.as_str();
                rest = comment[comment.find(['\n', '\r']).unwrap_or(comment.len())..].chars();
                false
            }
            Some(c) => matches!(c, ';' | '\n' | '\r'),
            None => true,
        };
        if ends && !order.is_empty() {
            orders.push(std::mem::take(&mut order));
        }
        if next.is_none() {
            return Ok(orders);
        }
    }
}

/// Reads one order.
struct Reader<'a> {
    data: &'a Data,
    at: At,
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Reader<'_> {
    fn order(&mut self, guide: &Guide<'_>) -> Result<Vec<Order>> {
        let verb = self.word("order", "an order")?.to_lowercase();
        let order = match verb.as_str() {
            "activate" => self.activate()?,
            "suppress" => Order::Suppress {
                unit: self.unit("unit")?,
            },
            "land" => Order::Land {
                place: self.place("place")?,
            },
            "go" => {
                let orders = self.go(guide)?;
                self.end(&[])?;
                return Ok(orders);
            }
            "assault" => Order::Assault {
                place: self.place("place")?,
            },
            "entrench" => Order::Entrench {
                place: self.place("place")?,
            },
            "organize" => self.organize()?,
            "withdraw" => Order::Withdraw {
                place: self.place("place")?,
            },
            "remove" => Order::Remove {
                place: self.place("place")?,
            },
            other => {
                let verbs = VERBS.iter().copied();
                return Err(Error::unknown(self.at.order(), "order", other, verbs));
            }
        };
        self.end(&[])?;
        Ok(vec![order])
    }

    fn activate(&mut self) -> Result<Order> {
        let place = self.place("place")?;
        let word = self.word("for", "a purpose")?.to_lowercase();
        let purpose = purpose(&self.at.field("for"), &word)?;
        let units = if self.keyword("with") {
            self.list("units", Self::unit)?
        } else {
            self.end(&["with"])?;
            Vec::new()
        };
        Ok(Order::Activate {
            place,
            purpose,
            units,
        })
    }

    fn go(&mut self, guide: &Guide<'_>) -> Result<Vec<Order>> {
        let units = self.list("unit", Self::unit)?;
        for (index, unit) in units.iter().enumerate() {
            if units[..index].contains(unit) {
                let message = format!("'{}' is named twice", self.data.units[*unit].id);
                return Err(Error::bad(self.at.field("unit"), message));
            }
        }
        let last = self.place("place")?;
        let mut named = if self.keyword("via") {
            self.list("via", Self::place)?
        } else {
            Vec::new()
        };
        named.push(last);
        let direct = self.keyword("directly");
        self.end(&["via", "directly"])?;
        let path = |unit| match direct {
            true => named.clone(),
            false => guide.fill(unit, &named),
        };
        Ok(units
            .into_iter()
            .map(|unit| Order::Go {
                unit,
                path: path(unit),
            })
            .collect())
    }

    fn organize(&mut self) -> Result<Order> {
        let lcu = self.unit("lcu")?;
        let mut given = [None; ROLES.len()];
        while self.tokens.peek().is_some() {
            let word = self.word("role", "a role")?.to_lowercase();
            let Some(role) = ROLES.iter().position(|role| *role == word) else {
                let roles = ROLES.iter().copied();
                return Err(Error::unknown(self.at.field("role"), "role", &word, roles));
            };
            let unit = self.unit(ROLES[role])?;
            if given[role].replace(unit).is_some() {
                let message = "is given twice; each role has one SCU";
                return Err(Error::bad(self.at.field(ROLES[role]), message));
            }
        }
        let [reserve, eliminated, removed] = given;
        let needed = |role: &str, unit: Option<UnitId>| {
            let message = format!("is missing: name an SCU with '{role}'");
            unit.ok_or_else(|| Error::bad(self.at.field(role), message))
        };
        Ok(Order::Organize {
            lcu,
            reserve: needed("reserve", reserve)?,
            eliminated,
            removed: needed("removed", removed)?,
        })
    }

    /// The next word; `what` it should be, for the message that it is missing.
    fn word(&mut self, field: &str, what: &str) -> Result<String> {
        let message = match self.tokens.next() {
            Some(Token::Word(word)) => return Ok(word),
            Some(Token::Comma) => format!("{what} is needed before the comma"),
            None => format!("is missing: {what} is needed"),
        };
        Err(Error::bad(self.at.field(field), message))
    }

    /// Takes a word if it comes next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let is = |token: &Token| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(keyword));
        self.tokens.next_if(is).is_some()
    }

    fn unit(&mut self, field: &str) -> Result<UnitId> {
        let word = self.word(field, "a unit")?;
        draft::unit(self.data, || self.at.field(field), &word)
    }

    fn place(&mut self, field: &str) -> Result<PlaceId> {
        let word = self.word(field, "a place")?;
        draft::place(self.data, || self.at.field(field), &word)
    }

    fn list<T>(
        &mut self,
        field: &str,
        read: impl Fn(&mut Self, &str) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![read(self, field)?];
        while self.tokens.next_if_eq(&Token::Comma).is_some() {
            items.push(read(self, field)?);
        }
        Ok(items)
    }

    /// Nothing may follow; one of `words` may have been meant.
    fn end(&mut self, words: &[&str]) -> Result<()> {
        let field = self.at.order();
        match self.tokens.next() {
            None => Ok(()),
            Some(Token::Comma) => Err(Error::bad(field, "has a comma where none may stand")),
            Some(Token::Word(word)) => {
                let shown = engine::names::shown(&word);
                let expected = match words {
                    [] => "the order is complete without it".to_owned(),
                    words => format!("only '{}' could", words.join("' or '")),
                };
                let nearest = words
                    .iter()
                    .max_by(|a, b| strsim::jaro(a, &word).total_cmp(&strsim::jaro(b, &word)));
                Err(Error::BadInput {
                    field,
                    message: format!("'{shown}' cannot stand here; {expected}"),
                    suggestion: nearest.map(|word| (*word).to_owned()),
                })
            }
        }
    }
}

/// The purpose of a word.
pub(super) fn purpose(field: &str, word: &str) -> Result<Purpose> {
    Purpose::parse(word).ok_or_else(|| {
        let words = Purpose::ALL.iter().map(|purpose| purpose.word());
        Error::unknown(field, Purpose::WHAT, word, words)
    })
}
