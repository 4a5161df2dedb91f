//! What comes of a throw: the results a game makes of its outcomes.

use super::dice::Dice;
use super::{Distribution, Fallen, Fraction, Random, Throw};
use crate::error::{Error, Result};

/// Results of a throw: the first of them stand for its first outcomes. Without a throw there is one
/// result, which comes by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results<T> {
    throw: Option<Throw>,
    parts: Vec<(T, u128)>,
    ways: u128,
}

impl<T> Results<T> {
    /// What comes without a throw.
    #[must_use]
    pub fn certain(result: T) -> Self {
        Self {
            throw: None,
            parts: vec![(result, 1)],
            ways: 1,
        }
    }

    /// Results with the number of ways each comes in, in the order of the throw's outcomes; those
    /// that come in none are left out.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the throw cannot fall like this: other numbers of ways, or one outcome
    /// with two results.
    pub fn new(throw: Throw, parts: impl IntoIterator<Item = (T, u128)>) -> Result<Self> {
        let bad = |said: String| Error::bad("outcomes", said);
        let refuse = |error| bad(format!("{throw}: {error}"));
        let ways = throw.ways().map_err(refuse)?;
        let parts: Vec<_> = parts.into_iter().filter(|(_, part)| *part > 0).collect();
        let mut reached = 0_u128;
        for (_, part) in &parts {
            reached = reached.saturating_add(*part);
            if !throw.parts_at(reached).map_err(refuse)? {
                let said = format!("{throw} cannot fall in the first {reached} of {ways} ways");
                return Err(bad(said));
            }
        }
        if reached != ways {
            let said = format!("{reached} ways are given, but {throw} has {ways}");
            return Err(bad(said));
        }
        Ok(Self {
            throw: Some(throw),
            parts,
            ways,
        })
    }

    /// The results of one die, face by face from 1; equal results of neighbouring faces are one.
    #[must_use]
    pub fn of_die<const FACES: u32>(mut result: impl FnMut(u32) -> T) -> Self
    where
        T: PartialEq,
    {
        let mut parts: Vec<(T, u128)> = Vec::new();
        for face in 1..=FACES {
            let result = result(face);
            match parts.last_mut() {
                Some((last, ways)) if *last == result => *ways += 1,
                _ => parts.push((result, 1)),
            }
        }
        Self {
            throw: Some(Throw::Dice(Dice::one::<FACES>())),
            parts,
            ways: FACES.into(),
        }
    }

    /// What is thrown, if anything is.
    #[must_use]
    pub const fn throw(&self) -> Option<&Throw> {
        self.throw.as_ref()
    }

    /// The results in order, each with the number of ways it comes in.
    #[must_use]
    pub fn parts(&self) -> &[(T, u128)] {
        &self.parts
    }

    /// The number of all ways.
    #[must_use]
    pub const fn ways(&self) -> u128 {
        self.ways
    }

    /// The results in order, each with its odds.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, Fraction)> {
        self.parts
            .iter()
            .map(|(result, part)| (result, Fraction::part(*part, self.ways)))
    }

    /// Whether this can come.
    #[must_use]
    pub fn holds(&self, result: &T) -> bool
    where
        T: PartialEq,
    {
        self.parts.iter().any(|(other, _)| other == result)
    }

    /// What comes of an outcome.
    ///
    /// # Errors
    /// [`Error::BadInput`] if nothing is thrown, or it cannot fall so.
    pub fn of(&self, fell: &Fallen) -> Result<&T> {
        let nothing = || Error::bad("roll", "nothing is thrown");
        let (before, _) = self.throw.as_ref().ok_or_else(nothing)?.span(fell)?;
        let mut reached = 0;
        let found = self.parts.iter().find(|(_, part)| {
            reached += part;
            before < reached
        });
        found.map(|(result, _)| result).ok_or_else(nothing)
    }

    /// One of the results, as often as it is likely.
    pub fn drawn(&self, random: &mut Random) -> Option<&T> {
        let ways = usize::try_from(self.ways).ok()?;
        let mut left = random.below(ways) as u128;
        let found = self.parts.iter().find(|(_, part)| {
            let falls = left < *part;
            left = left.saturating_sub(*part);
            falls
        });
        found.map(|(result, _)| result)
    }

    /// The results as a distribution; equal ones are added up.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the probabilities cannot be told.
    pub fn distribution(&self) -> Result<Distribution<T>>
    where
        T: Ord + Clone,
    {
        let all = Distribution::out_of(self.ways, self.parts.iter().cloned());
        all.map_err(|error| Error::bad("outcomes", error.to_string()))
    }
}
