//! Answers to decisions, and the one door through which they are played.

use super::agenda::none_of_its_answers;
use super::chance::{self, Outcome};
use super::decision::Kind;
use crate::battles::{BattleMove, BattleOrder, Question};
use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::orders::{Move, VERBS};
use crate::position::Position;
use engine::error::{Error, Result};
use engine::names::nearest;

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
    /// How a die fell: `built PLACE`, `failed PLACE`, ...; `proceed`: what needs none.
    Outcome(Outcome),
    /// The orders of a decision of a battle (12, 9.5.4).
    Battle(BattleMove),
    /// `replace UNIT`: which SCU takes the place of a lost LCU (12.6.5-7).
    Replace(UnitId),
    /// `end`: decline the battles left (12.1.a).
    End,
}

const WORDS: [&str; 20] = {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = chance::WORDS;
    [
        "automatic",
        "play",
        "place",
        "replace",
        "end",
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i,
        j,
        k,
        l,
        m,
        n,
        o,
    ]
};

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

    /// Reads every answer but orders, which have readers of their own.
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
        if let Some(outcome) = Outcome::parse(data, &words)? {
            return Ok(Self::Outcome(outcome));
        }
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
            ["replace", unit] => Ok(Self::Replace(data.unit("answer", unit)?)),
            _ => {
                let first = words.first().copied().unwrap_or_default();
                let shown = engine::names::shown(text);
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
            Self::Battle(orders) => orders.to_text(data),
            Self::Replace(scu) => format!("replace {}", unit(scu)),
            Self::End => "end".into(),
        }
    }

    /// The kind of decision this is an answer to; of a battle's orders the first of those that ask
    /// for them, and `None` for none at all.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Self::Automatic | Self::Play(_) => Kind::Action,
            Self::Orders(_) => Kind::Operations,
            Self::Place { .. } => Kind::Tribes,
            Self::Outcome(_) => Kind::Chance,
            Self::Battle(orders) => {
                let first = orders.orders().first()?;
                let asks = |kind: &&Kind| kind.question().is_some_and(|asked| asked.takes(*first));
                *Kind::ALL.iter().find(asks)?
            }
            Self::Replace(_) => Kind::Replacement,
            Self::End => Kind::Attack,
        })
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
        let at = self.at_rest();
        let asked = at.asks_for();
        if let Answer::Battle(orders) = answer
            && asked.is_of_battle()
        {
            asked.fits(self.data(), orders)?;
        } else if let given = answer.kind()
            && given != Some(asked)
        {
            let given = given.map_or("a decision of a battle", Kind::word);
            let why = format!("the position asks for '{asked}', this answers '{given}'");
            return Err(Error::bad("answer", why));
        }
        if let Answer::Outcome(outcome) = answer
            && !at.chance().is_some_and(|all| all.holds(outcome))
        {
            let why = "cannot come of the die that falls now";
            return Err(Error::bad("answer", why));
        }
        let top = at.state().top().ok_or_else(none_of_its_answers)?;
        at.after_answer(top, answer)
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

impl Kind {
    /// Is it a decision of a battle, which orders of a battle answer?
    #[must_use]
    pub fn is_of_battle(self) -> bool {
        self.question().is_some()
    }

    /// The same among the decisions of a battle.
    fn question(self) -> Option<Question> {
        Question::parse(self.word())
    }

    /// The orders that such a decision asks for, in words.
    const fn orders(self) -> &'static str {
        match self {
            Self::Attack => "attack, join, flank, or end alone",
            Self::Defence => "defend",
            Self::Cards => "play, bring, place, cancel, or pass",
            Self::Returns => "take_back, or pass",
            Self::Losses => "reduce, eliminate, replace, or pass",
            Self::Retreat => "retreat, sail, eliminate, replace, stand, shorten, or pass",
            Self::Advance => "advance, or pass",
            Self::Repair => "restore, rebuild, or pass",
            Self::Excess => "eliminate",
            _ => "withdraw, or pass",
        }
    }

    /// Are these orders that such a decision asks for?
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the first that is not.
    pub(crate) fn fits(self, data: &Data, orders: &BattleMove) -> Result<()> {
        let takes = |order: &BattleOrder| self.question().is_some_and(|asked| asked.takes(*order));
        let stray = orders.orders().iter().find(|order| !takes(order));
        stray.map_or(Ok(()), |order| {
            let text = BattleMove::new(vec![*order]).to_text(data);
            let known = self.orders();
            let why = format!("'{text}' does not answer '{self}', which asks for: {known}");
            Err(Error::bad("move", why))
        })
    }
}

impl Position {
    /// Reads the orders of a decision of a battle, as text or JSON (`docs/battles.md`).
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks for no such decision, for what cannot be read, and
    /// for orders that this decision does not ask for.
    pub fn battle_move(&self, text: &str) -> Result<BattleMove> {
        let asked = self.asks_for();
        if !asked.is_of_battle() {
            let why = format!("asks for '{asked}', which is no decision of a battle");
            return Err(Error::bad("position", why));
        }
        let orders = match text.trim_start().starts_with(['[', '{']) {
            true => BattleMove::from_json(self.data(), text.as_bytes()),
            false => BattleMove::parse(self.data(), text),
        }?;
        asked.fits(self.data(), &orders)?;
        Ok(orders)
    }

    /// Reads an answer to what is asked now: the orders of a decision of a battle, or any answer but
    /// the orders of an operation.
    ///
    /// # Errors
    /// As [`Self::battle_move`] and [`Answer::parse`].
    pub fn read_answer(&self, text: &str) -> Result<Answer> {
        match self.asks_for().is_of_battle() {
            true => Ok(Answer::Battle(self.battle_move(text)?)),
            false => Answer::parse(self.data(), text),
        }
    }
}
