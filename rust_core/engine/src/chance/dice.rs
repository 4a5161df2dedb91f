//! Throws of n dice with f faces, kept as faces or as their sum.

use super::distribution::LARGEST;
use super::{Random, TooFine};
use crate::error::{Error, Result};

/// What of several dice matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kept {
    /// Every face, die by die.
    #[default]
    Faces,
    /// Their sum alone.
    Sum,
}

/// So many dice of so many faces each, numbered from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    number: u32,
    faces: u32,
    kept: Kept,
}

impl Dice {
    /// The most dice of a throw.
    pub const MOST: u32 = 100;
    /// The most faces of a die.
    pub const MOST_FACES: u32 = 1000;

    /// Dice to be thrown together.
    ///
    /// # Errors
    /// [`Error::BadInput`] for a number of dice or faces that cannot be thrown.
    pub fn new(number: u32, faces: u32, kept: Kept) -> Result<Self> {
        let said = if !(1..=Self::MOST).contains(&number) {
            format!("'{number}' dice are not thrown: 1 to {}", Self::MOST)
        } else if !(2..=Self::MOST_FACES).contains(&faces) {
            format!("a die has no '{faces}' faces: 2 to {}", Self::MOST_FACES)
        } else {
            return Ok(Self {
                number,
                faces,
                kept,
            });
        };
        Err(Error::bad("throw", said))
    }

    /// One die; its number of faces is checked when this is compiled.
    #[inline]
    #[must_use]
    pub const fn one<const FACES: u32>() -> Self {
        const { assert!(FACES >= 2 && FACES <= Self::MOST_FACES) };
        Self {
            number: 1,
            faces: FACES,
            kept: Kept::Faces,
        }
    }

    /// How many dice there are.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// How many faces each has.
    #[must_use]
    pub const fn faces(&self) -> u32 {
        self.faces
    }

    /// What of them matters.
    #[must_use]
    pub const fn kept(&self) -> Kept {
        self.kept
    }

    pub(super) fn ways(&self) -> std::result::Result<u128, TooFine> {
        let ways = u128::from(self.faces).checked_pow(self.number);
        ways.filter(|ways| *ways <= LARGEST).ok_or(TooFine)
    }

    pub(super) fn count(&self) -> std::result::Result<u128, TooFine> {
        match self.kept {
            Kept::Faces => self.ways(),
            Kept::Sum => Ok(u128::from(self.number * (self.faces - 1) + 1)),
        }
    }

    /// In how many ways the dice show each sum, the smallest sum first.
    fn ways_of_sums(&self) -> std::result::Result<Vec<u128>, TooFine> {
        self.ways()?;
        let faces = self.faces as usize;
        let mut sums = vec![1_u128];
        for _ in 0..self.number {
            let mut next = vec![0_u128; sums.len() + faces - 1];
            for (sum, ways) in sums.iter().enumerate() {
                // Bounded by the number of all ways.
                next[sum..sum + faces]
                    .iter_mut()
                    .for_each(|cell| *cell += ways);
            }
            sums = next;
        }
        Ok(sums)
    }

    /// The ways of all outcomes before this one, and its own.
    pub(super) fn span(&self, fell: &[u32]) -> std::result::Result<(u128, u128), TooFine> {
        match self.kept {
            Kept::Faces => Ok((self.index(fell)?, 1)),
            Kept::Sum => {
                let sums = self.ways_of_sums()?;
                let at = (fell[0] - self.number) as usize;
                Ok((sums[..at].iter().sum(), sums[at]))
            }
        }
    }

    pub(super) fn parts_at(&self, ways: u128) -> std::result::Result<bool, TooFine> {
        if self.kept == Kept::Faces {
            return Ok(ways <= self.ways()?);
        }
        let mut reached = 0;
        let sums = self.ways_of_sums()?;
        let mut sums = sums.iter();
        Ok(ways == 0
            || sums.any(|each| {
                reached += each;
                reached == ways
            }))
    }

    /// The number of a checked outcome.
    pub(super) fn index(&self, fell: &[u32]) -> std::result::Result<u128, TooFine> {
        match self.kept {
            Kept::Sum => Ok(u128::from(fell[0] - self.number)),
            Kept::Faces => {
                self.ways()?;
                let faces = u128::from(self.faces);
                let add = |index, face: &u32| index * faces + u128::from(face - 1);
                Ok(fell.iter().fold(0, add))
            }
        }
    }

    /// The outcome of a number below [`Self::count`].
    pub(super) fn outcome(&self, index: u128) -> Vec<u32> {
        let small = |number: u128| u32::try_from(number).unwrap_or(0);
        match self.kept {
            Kept::Sum => vec![small(index) + self.number],
            Kept::Faces => {
                let faces = u128::from(self.faces);
                let mut left = index;
                let mut fell = vec![0; self.number as usize];
                for face in fell.iter_mut().rev() {
                    *face = small(left % faces) + 1;
                    left /= faces;
                }
                fell
            }
        }
    }

    /// Whether this is an outcome.
    pub(super) fn check(&self, fell: &[u32]) -> Result<()> {
        match self.kept {
            Kept::Faces => self.check_faces(fell),
            Kept::Sum => match *fell {
                [sum] if (self.number..=self.number * self.faces).contains(&sum) => Ok(()),
                _ => {
                    let (least, most) = (self.number, self.number * self.faces);
                    let said = format!(
                        "'{}' is no sum of {self}: {least} to {most}",
                        super::throw::shown(fell)
                    );
                    Err(Error::bad("roll", said))
                }
            },
        }
    }

    fn check_faces(&self, faces: &[u32]) -> Result<()> {
        if faces.len() != self.number as usize {
            let said = format!("{} given, but {self} has {}", faces.len(), self.number);
            return Err(Error::bad("roll", said));
        }
        match faces.iter().find(|face| !(1..=self.faces).contains(face)) {
            None => Ok(()),
            Some(face) => {
                let said = format!("'{face}' is no roll of a die: 1 to {}", self.faces);
                Err(Error::bad("roll", said))
            }
        }
    }

    /// The outcome of the faces that lie on the table.
    pub(super) fn keep(&self, faces: &[u32]) -> Result<Vec<u32>> {
        self.check_faces(faces)?;
        Ok(match self.kept {
            Kept::Faces => faces.to_vec(),
            Kept::Sum => vec![faces.iter().sum()],
        })
    }

    pub(super) fn sample(&self, random: &mut Random) -> Vec<u32> {
        let die = |_| u32::try_from(random.below(self.faces as usize)).unwrap_or(0) + 1;
        (0..self.number).map(die).collect()
    }
}

impl std::fmt::Display for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}d{}", self.number, self.faces)?;
        match self.kept {
            Kept::Faces => Ok(()),
            Kept::Sum => f.write_str(" sum"),
        }
    }
}
