//! How the sets that keep a kind of cell become a number, and back.

/// What the sets of one kind of cell may have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Together {
    /// Anything.
    Freely,
    /// Nothing: no two share a member.
    Apart,
    /// Each is part of the one before.
    Nested,
}

/// What the fields of a kind of cell mean as one number.
pub trait Encoding {
    /// What its sets may have in common.
    const TOGETHER: Together;

    /// The number of a cell; bit `n` of `sets` says whether it is in set `n`.
    #[inline]
    fn number(sets: u16) -> u16 {
        sets
    }

    /// What set `n` adds to the number of a cell that is in it.
    #[inline]
    fn worth(set: usize) -> u16 {
        1 << set
    }

    /// Whether a cell with this number is in this set.
    fn holds(number: u16, set: usize) -> bool;
}

/// The number of a cell that is in these sets, by what each is worth.
#[inline]
fn summed<E: Encoding + ?Sized>(sets: u16) -> u16 {
    (0..16).fold(0, |sum, set| sum + E::worth(set) * (sets >> set & 1))
}

/// Numbers, as they are: one row of `u8` or `u16`.
#[derive(Debug)]
pub enum Numbers {}

/// 0 or 1: one set.
#[derive(Debug)]
pub enum Flag {}

/// How many of some sets it is in, each part of the one before.
#[derive(Debug)]
pub enum Levels {}

/// Which of some sets it is in, from 1; 0 = in none. No two share a member.
#[derive(Debug)]
pub enum Either {}

/// A binary number: set `n` counts 2 to the power of `n`.
#[derive(Debug)]
pub enum Bits {}

impl Encoding for Numbers {
    const TOGETHER: Together = Together::Freely;

    #[inline]
    fn holds(number: u16, _: usize) -> bool {
        number > 0
    }
}

impl Encoding for Flag {
    const TOGETHER: Together = Together::Freely;

    #[inline]
    fn holds(number: u16, _: usize) -> bool {
        number > 0
    }
}

impl Encoding for Levels {
    const TOGETHER: Together = Together::Nested;

    #[inline]
    fn number(sets: u16) -> u16 {
        summed::<Self>(sets)
    }

    #[inline]
    fn worth(_: usize) -> u16 {
        1
    }

    #[inline]
    fn holds(number: u16, set: usize) -> bool {
        usize::from(number) > set
    }
}

impl Encoding for Either {
    const TOGETHER: Together = Together::Apart;

    #[inline]
    fn number(sets: u16) -> u16 {
        summed::<Self>(sets)
    }

    #[inline]
    fn worth(set: usize) -> u16 {
        set as u16 + 1
    }

    #[inline]
    fn holds(number: u16, set: usize) -> bool {
        usize::from(number) == set + 1
    }
}

impl Encoding for Bits {
    const TOGETHER: Together = Together::Freely;

    #[inline]
    fn holds(number: u16, set: usize) -> bool {
        number >> set & 1 > 0
    }
}
