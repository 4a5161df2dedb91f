//! A throw: n dice of f faces, or k things drawn of a set; what can fall, and how likely.
//!
//! Outcomes are in an order and have numbers, so that none needs to be listed to be found. They are
//! numbers themselves: faces from 1, or one sum, or the places of drawn things in their set, from 0.
//! A throw whose equally likely ways are too many for exact probabilities can still be made.
//!
//! As text a throw is `1d6`, `2d6`, `2d6 sum`, `draw 1 of 55` or `draw 3 of 55 in order`, and what
//! falls `1d6: 3`, `2d6: 3+4`, `2d6 sum: 7` or `draw 1 of 55: cp_07`, several things by commas.

use super::dice::{Dice, Kept};
use super::draw::Draw;
use super::{Distribution, Fraction, Random, TooFine};
use crate::error::{Error, Result};
use std::fmt;

/// What is thrown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Throw {
    /// Dice.
    Dice(Dice),
    /// A draw.
    Draw(Draw),
}

/// An outcome of a throw, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fallen(Vec<u32>);

impl Fallen {
    /// The numbers: faces, a sum, or the places of drawn things in their set.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.0
    }
}

impl Throw {
    /// So many outcomes can be listed; of more, each has to be asked for by its number.
    pub const MOST_LISTED: u128 = 100_000;

    /// Reads a throw: dice, or a draw of things that are called 1, 2 and so on.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it cannot be read or thrown.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parsed(text).unwrap_or_else(|| Err(unreadable(text)))
    }

    /// `None` if it is no throw as it is written.
    fn parsed(text: &str) -> Option<Result<Self>> {
        let words: Vec<&str> = text.split(' ').take(7).collect();
        let draw = |taken, of, ordered| {
            let drawn = Draw::numbered(plain(taken)?, plain(of)?, ordered);
            Some(drawn.map(Self::Draw))
        };
        let dice = |dice: &str, kept| {
            let (number, faces) = dice.split_once('d')?;
            let thrown = Dice::new(plain(number)?, plain(faces)?, kept);
            Some(thrown.map(Self::Dice))
        };
        match *words {
            ["draw", taken, "of", of] => draw(taken, of, false),
            ["draw", taken, "of", of, "in", "order"] => draw(taken, of, true),
            [number] => dice(number, Kept::Faces),
            [number, "sum"] => dice(number, Kept::Sum),
            _ => None,
        }
    }

    /// How many equally likely ways there are for it to fall.
    ///
    /// # Errors
    /// [`TooFine`] if they are too many for exact probabilities.
    pub fn ways(&self) -> std::result::Result<u128, TooFine> {
        match self {
            Self::Dice(dice) => dice.ways(),
            Self::Draw(draw) => draw.ways(),
        }
    }

    /// How many outcomes there are, without listing them.
    ///
    /// # Errors
    /// [`TooFine`] if they are too many for exact probabilities.
    pub fn count(&self) -> std::result::Result<u128, TooFine> {
        match self {
            Self::Dice(dice) => dice.count(),
            Self::Draw(draw) => draw.ways(),
        }
    }

    /// The outcome of what lies on the table: the faces of all dice, or things as they were drawn.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it cannot fall so.
    pub fn keep(&self, fell: &[u32]) -> Result<Fallen> {
        Ok(Fallen(match self {
            Self::Dice(dice) => dice.keep(fell)?,
            Self::Draw(draw) => draw.keep(fell)?,
        }))
    }

    /// An outcome of these numbers.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such outcome.
    pub fn fallen(&self, numbers: &[u32]) -> Result<Fallen> {
        match self {
            Self::Dice(dice) => dice.check(numbers)?,
            Self::Draw(draw) => draw.check(numbers)?,
        }
        Ok(Fallen(numbers.to_vec()))
    }

    /// The outcome of a number from 0 on.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there are not so many, or too many for exact probabilities.
    pub fn outcome(&self, index: u128) -> Result<Fallen> {
        let count = self.count().map_err(|error| self.refuse(error))?;
        if index >= count {
            let said = format!("'{index}' is not below {count}, the outcomes of {self}");
            return Err(Error::bad("index", said));
        }
        Ok(Fallen(match self {
            Self::Dice(dice) => dice.outcome(index),
            Self::Draw(draw) => draw.outcome(index).map_err(|error| self.refuse(error))?,
        }))
    }

    /// The number of an outcome: the reverse of [`Self::outcome`].
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is no outcome of this throw, or there are too many.
    pub fn index(&self, fell: &Fallen) -> Result<u128> {
        self.fallen(&fell.0)?;
        let index = match self {
            Self::Dice(dice) => dice.index(&fell.0),
            Self::Draw(draw) => draw.index(&fell.0),
        };
        index.map_err(|error| self.refuse(error))
    }

    /// The ways of all outcomes before this one, and its own.
    ///
    /// # Errors
    /// As [`Self::index`].
    pub fn span(&self, fell: &Fallen) -> Result<(u128, u128)> {
        self.fallen(&fell.0)?;
        let span = match self {
            Self::Dice(dice) => dice.span(&fell.0),
            Self::Draw(draw) => draw.index(&fell.0).map(|index| (index, 1)),
        };
        span.map_err(|error| self.refuse(error))
    }

    /// Whether so many of the ways, the first ones, make up whole outcomes.
    ///
    /// # Errors
    /// [`TooFine`] if there are too many ways.
    pub fn parts_at(&self, ways: u128) -> std::result::Result<bool, TooFine> {
        match self {
            Self::Dice(dice) => dice.parts_at(ways),
            Self::Draw(draw) => Ok(ways <= draw.ways()?),
        }
    }

    /// The probability of an outcome.
    ///
    /// # Errors
    /// As [`Self::index`].
    pub fn probability(&self, fell: &Fallen) -> Result<Fraction> {
        let (_, ways) = self.span(fell)?;
        let all = self.ways().map_err(|error| self.refuse(error))?;
        Ok(Fraction::part(ways, all))
    }

    /// All outcomes in their order, made one by one.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there are more than [`Self::MOST_LISTED`].
    pub fn outcomes(&self) -> Result<impl Iterator<Item = Fallen>> {
        let count = self.count().map_err(|error| self.refuse(error))?;
        if count > Self::MOST_LISTED {
            let most = Self::MOST_LISTED;
            let said = format!("{self} has {count} outcomes; at most {most} can be listed");
            return Err(Error::bad("throw", said));
        }
        Ok((0..count).filter_map(|index| self.outcome(index).ok()))
    }

    /// The outcomes with their exact probabilities.
    ///
    /// # Errors
    /// As [`Self::outcomes`].
    pub fn distribution(&self) -> Result<Distribution<Fallen>> {
        let mut all = Vec::new();
        for fell in self.outcomes()? {
            let (_, ways) = self.span(&fell)?;
            all.push((fell, ways));
        }
        let total = self.ways().map_err(|error| self.refuse(error))?;
        Distribution::out_of(total, all).map_err(|error| self.refuse(error))
    }

    /// What falls, each way as likely as any other.
    #[must_use]
    pub fn sample(&self, random: &mut Random) -> Fallen {
        let fell = match self {
            Self::Dice(dice) => dice.sample(random),
            Self::Draw(draw) => draw.sample(random),
        };
        // What was made by this throw can fall.
        self.keep(&fell).unwrap_or(Fallen(fell))
    }

    /// An outcome as text.
    #[must_use]
    pub fn told(&self, fell: &Fallen) -> String {
        let what = match self {
            Self::Dice(_) => shown(&fell.0),
            Self::Draw(draw) => draw.names(&fell.0),
        };
        format!("{self}: {what}")
    }

    /// Reads what [`Self::told`] writes.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is of another throw, or no outcome of this one.
    pub fn read(&self, text: &str) -> Result<Fallen> {
        let name = self.to_string();
        let what = text.strip_prefix(&name);
        let what = what.and_then(|rest| rest.strip_prefix(": "));
        let what = what.ok_or_else(|| {
            let cut: String = text.chars().take(80).collect();
            Error::bad("roll", format!("'{cut}' does not begin with '{name}: '"))
        })?;
        let numbers: Result<Vec<u32>> = match self {
            Self::Dice(_) => what.split('+').map(roll).collect(),
            Self::Draw(draw) => what.split(", ").map(|name| draw.item(name)).collect(),
        };
        self.fallen(&numbers?)
    }

    fn refuse(&self, error: TooFine) -> Error {
        Error::bad("throw", format!("{self}: {error}"))
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(dice) => dice.fmt(f),
            Self::Draw(draw) => draw.fmt(f),
        }
    }
}

/// Faces as text.
pub(super) fn shown(faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    faces.join("+")
}

/// A number as it is written: digits alone, the first no zero.
fn plain(text: &str) -> Option<u32> {
    let written = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    written.then(|| text.parse().ok()).flatten()
}

fn roll(text: &str) -> Result<u32> {
    plain(text).ok_or_else(|| {
        let cut: String = text.chars().take(80).collect();
        Error::bad("roll", format!("'{cut}' is no roll of a die"))
    })
}

fn unreadable(text: &str) -> Error {
    let cut: String = text.chars().take(80).collect();
    let said = format!("'{cut}' is no throw: '2d6', '2d6 sum', 'draw 1 of 55' are");
    Error::bad("throw", said)
}
