//! Dice: the trenches being dug (11.3.1), battles (12), Galicia (18.5.a), besieged forts (15.3.1).

use super::turn::phase_of;
use crate::combat::HIGHEST;
use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::{Random, Results};
use engine::error::{Error, Result};

/// How a die fell, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An attempt to build a trench (11.3.1).
    Trench {
        /// Where.
        place: PlaceId,
        /// Whether it succeeded.
        built: bool,
    },
    /// A severe weather check (12.5.1.a).
    Weather {
        /// The place attacked from.
        place: PlaceId,
        /// Whether the units at full strength there are reduced.
        struck: bool,
    },
    /// A flank attempt (12.4.3).
    Flank {
        /// The place attacked.
        place: PlaceId,
        /// Whether it succeeds.
        succeeds: bool,
    },
    /// The die of a side in a battle (12.2.8.c-1).
    Fire {
        /// Who fires.
        side: Side,
        /// Its loss number, with all that changes it.
        number: u8,
    },
    /// The die that is the loss factor of a unit with a `?` (3.2.2.q-1).
    Factor {
        /// The unit.
        unit: UnitId,
        /// The die.
        number: u8,
    },
    /// The die for JAFAR PASHA, when the CP has used it.
    Card {
        /// The card.
        card: CardId,
        /// Whether the other player gets it.
        passes: bool,
    },
    /// No die: what the phase does by itself (14.3.2, 15.3).
    Proceed,
    /// The losses of the Turks in Galicia (18.5.a).
    Galicia {
        /// The LCU.
        unit: UnitId,
        /// Whether it loses a step.
        loses: bool,
    },
    /// A fort under siege (15.3.1).
    Fort {
        /// Where.
        place: PlaceId,
        /// Whether it surrenders.
        surrenders: bool,
    },
    /// A mandated offensive, or what else its die comes to (7.1.1).
    Offensive {
        /// Whose die it is.
        side: Side,
        /// What it comes to.
        offensive: Offensive,
    },
    /// A die for a mandated offensive against nobody there, which is rolled again (7.1.2-2).
    RollAgain {
        /// Whose die it is.
        side: Side,
    },
    /// A card that is drawn (6.0.H.2).
    Draws {
        /// The card.
        card: CardId,
    },
    /// A card that is drawn, and known to its player alone.
    DrawsUnseen {
        /// Who draws.
        side: Side,
    },
    /// A card of the other hand that is looked at and given back.
    LooksAt {
        /// The card.
        card: CardId,
    },
    /// Whether a country revolts (16.3.3.4).
    Revolt {
        /// The country.
        revolt: Revolt,
        /// Whether it does.
        succeeds: bool,
    },
    /// Whether an Indian unit leaves in the Mutiny (16.3.3.5).
    Mutiny {
        /// The unit.
        unit: UnitId,
        /// Whether it does.
        leaves: bool,
    },
    /// A fort under fire from the sea.
    Shelled {
        /// Where.
        place: PlaceId,
        /// Whether it is destroyed.
        destroyed: bool,
    },
    /// The turn of the armistice (5.2.2.1-1).
    Armistice {
        /// The turn.
        turn: u16,
    },
}

/// The first words of outcomes as text, and what they name besides.
const WORDS: [&str; 26] = [
    "built",
    "failed",
    "spared",
    "struck",
    "held",
    "flanked",
    "fire",
    "passed",
    "spent",
    "proceed",
    "loses",
    "stands",
    "surrenders",
    "holds",
    "factor",
    "mandates",
    "again",
    "draws",
    "looks",
    "armistice",
    "revolts",
    "obeys",
    "deserts",
    "serves",
    "wrecked",
    "unhurt",
];

impl Outcome {
    /// The outcome as the answer that names it.
    #[must_use]
    pub fn text(&self, data: &Data) -> String {
        let place = |at: PlaceId| data.spaces.get(at).map_or("?", |space| &space.id);
        let either = |yes: bool, words: [&str; 2], named: &str| {
            format!("{} {named}", words[usize::from(!yes)])
        };
        match *self {
            Self::Trench { place: at, built } => either(built, ["built", "failed"], place(at)),
            Self::Weather { place: at, struck } => either(struck, ["struck", "spared"], place(at)),
            Self::Flank {
                place: at,
                succeeds,
            } => either(succeeds, ["flanked", "held"], place(at)),
            Self::Fire { side, number } => format!("fire {side} {number}"),
            Self::Factor { unit, number } => {
                let id = data.units.get(unit).map_or("?", |unit| &unit.id);
                format!("factor {id} {number}")
            }
            Self::Card { card, passes } => {
                let id = data.cards.get(card).map_or("?", |card| &card.id);
                either(passes, ["passed", "spent"], id)
            }
            Self::Proceed => "proceed".into(),
            Self::Galicia { unit, loses } => {
                let id = data.units.get(unit).map_or("?", |unit| &unit.id);
                either(loses, ["loses", "stands"], id)
            }
            Self::Fort {
                place: at,
                surrenders,
            } => either(surrenders, ["surrenders", "holds"], place(at)),
            Self::Shelled {
                place: at,
                destroyed,
            } => either(destroyed, ["wrecked", "unhurt"], place(at)),
            Self::Offensive { side, offensive } => format!("mandates {side} {offensive}"),
            Self::RollAgain { side } => format!("again {side}"),
            Self::Draws { card } => {
                let id = data.cards.get(card).map_or("?", |card| &card.id);
                format!("draws {id}")
            }
            Self::LooksAt { card } => {
                let id = data.cards.get(card).map_or("?", |card| &card.id);
                format!("looks {id}")
            }
            Self::DrawsUnseen { side } => format!("draws {side}"),
            Self::Armistice { turn } => format!("armistice {turn}"),
            Self::Revolt { revolt, succeeds } => {
                either(succeeds, ["revolts", "obeys"], revolt.word())
            }
            Self::Mutiny { unit, leaves } => {
                let id = data.units.get(unit).map_or("?", |unit| &unit.id);
                either(leaves, ["deserts", "serves"], id)
            }
        }
    }

    /// Whether the first word of a text is that of an outcome.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
    }

    /// Reads what [`Self::text`] writes.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown words and ids, with the nearest known one, and for loss
    /// numbers that are none.
    pub fn parse(data: &Data, text: &str) -> Result<Self> {
        let lower = text.to_lowercase();
        let words: Vec<_> = lower.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default();
        Self::of_words(data, &words)?.ok_or_else(|| match WORDS.contains(&first) {
            true => {
                let shown = engine::names::shown(text);
                Error::bad("answer", format!("cannot read the outcome '{shown}'"))
            }
            false => Error::unknown("answer", "outcome", first, WORDS),
        })
    }

    /// Reads an outcome from its words; `None` if they are no outcome.
    fn of_words(data: &Data, words: &[&str]) -> Result<Option<Self>> {
        let space = |id: &str| data.space("answer", id);
        Ok(Some(match *words {
            [word @ ("built" | "failed"), at] => Self::Trench {
                place: space(at)?,
                built: word == "built",
            },
            [word @ ("struck" | "spared"), at] => Self::Weather {
                place: space(at)?,
                struck: word == "struck",
            },
            [word @ ("flanked" | "held"), at] => Self::Flank {
                place: space(at)?,
                succeeds: word == "flanked",
            },
            [word @ ("passed" | "spent"), id] => Self::Card {
                card: data.card("answer", id)?,
                passes: word == "passed",
            },
            ["proceed"] => Self::Proceed,
            [word @ ("loses" | "stands"), id] => Self::Galicia {
                unit: data.unit("answer", id)?,
                loses: word == "loses",
            },
            [word @ ("surrenders" | "holds"), at] => Self::Fort {
                place: space(at)?,
                surrenders: word == "surrenders",
            },
            [word @ ("revolts" | "obeys"), country] => Self::Revolt {
                revolt: Revolt::parse(country).ok_or_else(|| {
                    let words = Revolt::ALL.iter().map(|known| known.word());
                    Error::unknown("answer", Revolt::WHAT, country, words)
                })?,
                succeeds: word == "revolts",
            },
            [word @ ("deserts" | "serves"), id] => Self::Mutiny {
                unit: data.unit("answer", id)?,
                leaves: word == "deserts",
            },
            [word @ ("wrecked" | "unhurt"), at] => Self::Shelled {
                place: space(at)?,
                destroyed: word == "wrecked",
            },
            ["mandates", side, word] => Self::Offensive {
                side: player(side)?,
                offensive: Offensive::parse(word).ok_or_else(|| {
                    let words = Offensive::ALL.iter().map(|known| known.word());
                    Error::unknown("answer", Offensive::WHAT, word, words)
                })?,
            },
            ["again", side] => Self::RollAgain {
                side: player(side)?,
            },
            ["draws", who @ ("ap" | "cp")] => Self::DrawsUnseen { side: player(who)? },
            ["draws", id] => Self::Draws {
                card: data.card("answer", id)?,
            },
            ["looks", id] => Self::LooksAt {
                card: data.card("answer", id)?,
            },
            ["armistice", number] => {
                let turn = number.parse().ok().filter(|turn| (1..=17).contains(turn));
                let turn = turn.ok_or_else(|| {
                    let shown = engine::names::shown(words[1]);
                    Error::bad("answer", format!("'{shown}' is no turn: 1 to 17"))
                })?;
                Self::Armistice { turn }
            }
            ["factor", id, number] => {
                let unit = data.unit("answer", id)?;
                let known = number.parse().ok();
                let number = known.filter(|number| (1..=6).contains(number));
                let number = number.ok_or_else(|| {
                    let shown = engine::names::shown(words[2]);
                    Error::bad("answer", format!("'{shown}' is no die: 1 to 6"))
                })?;
                Self::Factor { unit, number }
            }
            ["fire", side, number] => {
                let side = player(side)?;
                let known = number.parse::<u8>().ok();
                let number = known.filter(|number| usize::from(*number) <= HIGHEST);
                let number = number.ok_or_else(|| {
                    let shown = engine::names::shown(words[2]);
                    let why = format!("'{shown}' is no loss number: 0 to {HIGHEST}");
                    Error::bad("answer", why)
                })?;
                Self::Fire { side, number }
            }
            _ => return Ok(None),
        }))
    }
}

/// One of the players, by a word.
fn player(word: &str) -> Result<Side> {
    let known = Side::parse(word).filter(|side| *side != Side::Special);
    known.ok_or_else(|| Error::unknown("answer", Side::WHAT, word, ["ap", "cp"]))
}

/// What comes of the one kind of die there is in this game, face by face.
pub(super) fn six_sided(outcome: impl FnMut(u32) -> Outcome) -> Results<Outcome> {
    Results::of_die::<6>(outcome)
}

impl Position {
    /// The die that falls next and what comes of it; `None` if no die is waited for. Low rolls stand
    /// for the first outcomes; impossible ones are left out, and faces that come to the same are one.
    #[must_use]
    pub fn chance(&self) -> Option<Results<Outcome>> {
        let at = self.at_next_decision();
        at.throws(at.state().top()?)
    }

    /// One of the outcomes of [`Self::chance`], as often as it is likely.
    pub(crate) fn falls(&self, random: &mut Random) -> Option<Outcome> {
        let at = self.at_next_decision();
        let top = at.state().top()?;
        match phase_of(top) {
            Some(Phase::Draw | Phase::Opening) => at.card_at_random(random),
            _ => at.throws(top)?.drawn(random).copied(),
        }
    }
}
