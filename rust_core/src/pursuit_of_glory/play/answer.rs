//! Answers to decisions, and the one door through which they are played.

use super::chance::Outcome;
use super::decision::Kind;
use crate::error::{Error, Result};
use crate::names::nearest;
use crate::pursuit_of_glory::data::{CardId, Data, PlaceId, UnitId};
use crate::pursuit_of_glory::orders::{Move, VERBS};
use crate::pursuit_of_glory::position::Position;

/// An answer to a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `automatic`: one OPS without a card (8.1.2-2).
    Automatic,
    /// `play CARD`: a card for its OPS (9.2).
    Play(CardId),
    /// The orders of an operation (9.2, 11).
    Orders(Move),
    /// `place TRIBE PLACE` (16.3.2).
    Place {
        /// The tribe.
        unit: UnitId,
        /// Where it goes.
        place: PlaceId,
    },
    /// `built PLACE`, `failed PLACE` and their like: how a die fell; `proceed`: what needs none.
    Outcome(Outcome),
    /// `replace UNIT`: which SCU takes the place of a lost LCU (12.6.5-7).
    Replace(UnitId),
    /// `end`: decline the battles left (12.1.a).
    End,
}

const WORDS: [&str; 12] = [
    "automatic",
    "play",
    "place",
    "built",
    "failed",
    "end",
    "proceed",
    "loses",
    "stands",
    "surrenders",
    "holds",
    "replace",
];

/// The uses of a card that are not there yet.
const OTHER_USES: [(&str, &str); 3] = [
    ("sr", "strategic redeployment (13)"),
    ("rp", "replacement points (17)"),
    ("event", "events (9.5)"),
];

impl Answer {
    /// Is a text one of the answers that are no orders, to judge by its first word?
    ///
    /// # Errors
    /// [`Error::BadInput`] if that word is neither such an answer nor an order, but nearer to the
    /// former.
    pub fn is_one(text: &str) -> Result<bool> {
        let rest = text.trim_start();
        let word = rest.split(char::is_whitespace).next().unwrap_or_default();
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        if VERBS.iter().any(|verb| is(verb)) || word.is_empty() {
            return Ok(false);
        }
        if WORDS.iter().any(|answer| is(answer)) {
            return Ok(true);
        }
        // Comments, lists, and orders ended at once are no words.
        if word.starts_with(['[', '{', '#', ';']) {
            return Ok(false);
        }
        let known = WORDS.iter().chain(VERBS).copied();
        match nearest(word, known) {
            Some(meant) if WORDS.contains(&meant.as_str()) => {
                Err(Error::unknown("answer", "answer", word, WORDS))
            }
            _ => Ok(false),
        }
    }

    /// Reads every answer but the orders of an operation, which have a reader of their own.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown words and ids, and for uses of a card that are not there
    /// yet.
    pub fn parse(data: &Data, text: &str) -> Result<Self> {
        let mut words: Vec<_> = text.split_whitespace().collect();
        if let Some(first) = words.first_mut()
            && let Some(known) = WORDS.iter().find(|known| first.eq_ignore_ascii_case(known))
        {
            *first = known;
        }
        let built = |place: &str, built| {
            let place = data.space("answer", place)?;
            Ok(Self::Outcome(Outcome::Trench { place, built }))
        };
        match words[..] {
            ["automatic"] => Ok(Self::Automatic),
            ["end"] => Ok(Self::End),
            ["play", card] | ["play", card, "for", "ops"] => {
                Ok(Self::Play(data.card("answer", card)?))
            }
            ["play", card, "for", other] => {
                data.card("answer", card)?;
                let uses = OTHER_USES.iter().find(|(word, _)| *word == other);
                Err(uses.map_or_else(
                    || {
                        Error::unknown(
                            "answer",
                            "use of a card",
                            other,
                            ["ops", "sr", "rp", "event"],
                        )
                    },
                    |(_, name)| {
                        let why = format!("to play a card for {name} is not there yet");
                        Error::bad("answer", why)
                    },
                ))
            }
            ["place", unit, place] => Ok(Self::Place {
                unit: data.unit("answer", unit)?,
                place: data.space("answer", place)?,
            }),
            ["built", place] => built(place, true),
            ["failed", place] => built(place, false),
            ["proceed"] => Ok(Self::Outcome(Outcome::Proceed)),
            [word @ ("loses" | "stands"), unit] => Ok(Self::Outcome(Outcome::Galicia {
                unit: data.unit("answer", unit)?,
                loses: word == "loses",
            })),
            [word @ ("surrenders" | "holds"), place] => Ok(Self::Outcome(Outcome::Fort {
                place: data.space("answer", place)?,
                surrenders: word == "surrenders",
            })),
            ["replace", unit] => Ok(Self::Replace(data.unit("answer", unit)?)),
            _ => {
                let first = words.first().copied().unwrap_or_default();
                let shown: String = text.chars().take(80).collect();
                Err(Error::BadInput {
                    field: "answer".into(),
                    message: format!("cannot read the answer '{shown}'"),
                    suggestion: nearest(first, WORDS).filter(|word| word != first),
                })
            }
        }
    }

    /// The answer as text; [`Self::parse`] reads it again, but for the orders of an operation.
    #[must_use]
    pub fn text(&self, data: &Data) -> String {
        let unit = |unit: &UnitId| data.units.get(*unit).map_or("?", |unit| &unit.id);
        let place = |place: &PlaceId| data.spaces.get(*place).map_or("?", |space| &space.id);
        match self {
            Self::Automatic => "automatic".into(),
            Self::Play(card) => {
                let card = data.cards.get(*card).map_or("?", |card| &card.id);
                format!("play {card}")
            }
            Self::Orders(orders) => orders.to_text(data, None),
            Self::Place {
                unit: tribe,
                place: at,
            } => {
                format!("place {} {}", unit(tribe), place(at))
            }
            Self::Outcome(outcome) => outcome.text(data),
            Self::Replace(scu) => format!("replace {}", unit(scu)),
            Self::End => "end".into(),
        }
    }

    /// The kind of decision this is an answer to.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Automatic | Self::Play(_) => Kind::Action,
            Self::Orders(_) => Kind::Operations,
            Self::Place { .. } => Kind::Tribes,
            Self::Outcome(_) => Kind::Chance,
            Self::Replace(_) => Kind::Replacement,
            Self::End => Kind::Attack,
        }
    }
}

impl Position {
    /// The position after an answer, up to the next decision.
    ///
    /// Orders are taken to be legal; everything else is checked here.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, or the answer is none of its
    /// choices.
    pub fn answer(&self, answer: &Answer) -> Result<Self> {
        let asked = self.decision().kind;
        if asked != answer.kind() {
            let given = answer.kind();
            let why = format!("the position asks for '{asked}', this answers '{given}'");
            return Err(Error::bad("answer", why));
        }
        match answer {
            Answer::Automatic => self.act(None),
            Answer::Play(card) => self.act(Some(*card)),
            Answer::Orders(orders) => Ok(self.operate(orders)),
            Answer::Place { unit, place } => self.place_tribe(*unit, *place),
            Answer::Outcome(outcome) => self.fall(*outcome),
            Answer::Replace(unit) => self.replace_in_galicia(*unit),
            Answer::End => Ok(self.decline_battles()),
        }
    }

    /// The position after operations: [`Self::answer`] with their orders.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else.
    pub fn play(&self, orders: &Move) -> Result<Self> {
        self.answer(&Answer::Orders(orders.clone()))
    }

    /// The position after a die fell: [`Self::answer`] with its outcome.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, or this cannot come of it.
    pub fn play_outcome(&self, outcome: Outcome) -> Result<Self> {
        self.answer(&Answer::Outcome(outcome))
    }
}
