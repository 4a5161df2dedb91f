//! What can be ordered, in words: as a move's text and JSON have it, in the order of play.

use super::Offer;
use crate::data::Data;
use crate::orders::Move;
use crate::tables::UnitId;
use crate::vocabulary::DecisionKind;
use engine::error::{Error, Result};
use engine::orders::{Said, tell, to_text};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The roles of units in an LCU that is organized, in the rulebook's order (18.3).
pub(super) const ROLES: [&str; 3] = ["reserve", "eliminated", "removed"];

/// The orders of operations, in the order of play.
const VERBS: [&str; 10] = [
    "activate", "join", "suppress", "land", "go", "assault", "entrench", "organize", "withdraw",
    "remove",
];

/// An order that is offered.
#[derive(Debug)]
pub struct InWords<'a> {
    /// As a move's text writes it; of a path the end alone.
    pub text: String,
    /// What its JSON says, key by key.
    pub said: Vec<(&'static str, Said<'a>)>,
}

impl Offer {
    /// The order of a term of the law.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is none.
    pub fn from_term(data: &Data, term: &str) -> Result<Self> {
        let bad = || Error::bad("terms", format!("'{term}' is no order"));
        let (verb, rest) = term.split_once('(').ok_or_else(bad)?;
        let inside = rest.strip_suffix(')').ok_or_else(bad)?;
        let unit = |id: &str| data.unit("terms", id);
        let words: Vec<&str> = inside.split(',').collect();
        match (verb, words.as_slice()) {
            ("go", [id, place]) => Ok(Self::End(unit(id)?, data.place("terms", place)?)),
            ("organize", [lcu]) => Ok(Self::Organize(unit(lcu)?)),
            ("use", [lcu, role, scu]) => {
                let role = ROLES.iter().position(|known| known == role);
                let role = role.and_then(|role| u8::try_from(role).ok());
                Ok(Self::Use(unit(lcu)?, role.ok_or_else(bad)?, unit(scu)?))
            }
            _ => {
                let made = Move::from_terms(data, DecisionKind::Operations, term)?;
                let [order] = made.orders() else {
                    return Err(bad());
                };
                Ok(Self::Order(order.clone()))
            }
        }
    }
}

/// Orders in words; those of one LCU are one, with every unit that a role could be given to.
#[must_use]
pub fn in_words<'a>(data: &'a Data, offers: &[Offer]) -> Vec<InWords<'a>> {
    let id = |unit: UnitId| data.units[unit].id.as_str();
    let mut told = Vec::with_capacity(offers.len());
    let mut formed: BTreeMap<UnitId, [Vec<&'a str>; 3]> = BTreeMap::new();
    for offer in offers {
        match offer {
            Offer::Order(order) => {
                let mut said = Vec::with_capacity(4);
                let Ok(()) = tell(data, order, |key, one| {
                    said.push((key, one));
                    Ok::<(), Infallible>(())
                });
                let text = to_text(data, order, false);
                told.push(InWords { text, said });
            }
            Offer::End(unit, place) => {
                let (unit, place) = (id(*unit), data.spaces[*place].id.as_str());
                told.push(InWords {
                    text: format!("go {unit} {place}"),
                    said: vec![
                        ("order", Said::One("go")),
                        ("unit", Said::One(unit)),
                        ("to", Said::One(place)),
                    ],
                });
            }
            Offer::Organize(lcu) => {
                formed.entry(*lcu).or_default();
            }
            Offer::Use(lcu, role, scu) => {
                formed.entry(*lcu).or_default()[usize::from(*role)].push(id(*scu));
            }
        }
    }
    for (lcu, mut roles) in formed {
        let mut text = format!("organize {}", id(lcu));
        for (role, units) in ROLES.iter().zip(&mut roles) {
            units.sort_unstable();
            if !units.is_empty() {
                text += &format!(" {role} {}", units.join("|"));
            }
        }
        let mut said = vec![
            ("order", Said::One("organize")),
            ("lcu", Said::One(id(lcu))),
        ];
        said.extend(ROLES.into_iter().zip(roles.map(Said::List)));
        told.push(InWords { text, said });
    }
    told.sort_by(|one, other| in_play(&one.text).cmp(&in_play(&other.text)));
    told
}

fn in_play(text: &str) -> (usize, &str) {
    let verb = text.split(' ').next().unwrap_or(text);
    let rank = VERBS.iter().position(|known| *known == verb);
    (rank.unwrap_or(VERBS.len()), text)
}
