//! A proven position: immutable, hashed, and convertible to bytes.

use super::control::commander;
use super::data::{Data, PlaceId, UnitId};
use super::setup::Setup;
use super::state::{Cell, One, State, cells, index, key};
use super::validate;
use super::vocabulary::*;
use crate::error::{Error, Problem, Result};
use crate::resources::checksum;
use std::fmt;
use std::sync::Arc;

/// A position of Pursuit of Glory. Made from a [`Setup`] by proving it valid.
#[derive(Debug, Clone)]
pub struct Position {
    data: Arc<Data>,
    scenario: Arc<str>,
    state: State,
    hash: u64,
    allowed: Arc<[Problem]>,
}

/// The first byte of a position's bytes.
const BYTES_VERSION: u8 = 2;

/// Is the cell in bytes of this version? Version 1 knew no operations under way.
const fn written(version: u8, cell: Cell) -> bool {
    match cell {
        Cell::Attacking(_) | Cell::Digging(_) | Cell::JihadTaken(_) => version > 1,
        Cell::One(one) => version > 1 || one < One::Ops as usize,
        _ => true,
    }
}

impl Position {
    /// Proves a set-up to be a position.
    ///
    /// Problems whose code is in `allow` are tolerated and remembered; a puzzle may want them.
    ///
    /// # Errors
    /// [`Error::InvalidSetup`] with every problem that is not allowed; [`Error::BadInput`] if
    /// `allow` names no code.
    pub fn new(data: Arc<Data>, setup: Setup, allow: &[&str]) -> Result<Self> {
        for code in allow {
            if *code != "all" && !validate::CODES.iter().any(|(known, _)| known == code) {
                let codes = validate::CODES.iter().map(|(known, _)| *known);
                return Err(Error::unknown("allow", "problem code", code, codes));
            }
        }
        let tolerated = |problem: &Problem| allow.contains(&"all") || allow.contains(&problem.code);
        let (allowed, refused): (Vec<_>, Vec<_>) = validate::problems(&data, &setup)
            .into_iter()
            .partition(tolerated);
        if !refused.is_empty() {
            return Err(Error::InvalidSetup(refused));
        }
        let hash = setup.state.hash_from_scratch();
        Ok(Self {
            data,
            scenario: setup.scenario.into(),
            state: setup.state,
            hash,
            allowed: allowed.into(),
        })
    }

    /// A scenario's opening position.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such scenario or its file cannot be read;
    /// [`Error::InvalidSetup`] if it is no position.
    pub fn scenario(data: &Arc<Data>, name: &str) -> Result<Self> {
        let setup = Setup::from_scenario(data, name)?;
        Self::new(data.clone(), setup, &[])
    }

    /// A position from its JSON document.
    ///
    /// # Errors
    /// As [`Setup::from_json`] and [`Position::new`].
    pub fn from_json(data: &Arc<Data>, text: &[u8], allow: &[&str]) -> Result<Self> {
        Self::new(data.clone(), Setup::from_json(data, text)?, allow)
    }

    /// A position from [`Position::to_bytes`].
    ///
    /// # Errors
    /// [`Error::BadInput`] if the bytes are damaged or belong to other tables;
    /// [`Error::InvalidSetup`] as in [`Position::new`].
    pub fn from_bytes(data: &Arc<Data>, bytes: &[u8], allow: &[&str]) -> Result<Self> {
        let bad = |message: &str| Error::bad("position bytes", message);
        let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(bad("are cut short"));
        };
        if checksum(body.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(bad("are damaged or cut short"));
        }
        let Some((version @ 1..=BYTES_VERSION, rest)) = body.split_first() else {
            return Err(bad("do not start with a known version"));
        };
        let packed: Packed = postcard::from_bytes(rest).map_err(|_| bad("are damaged"))?;
        if packed.fingerprint != data.fingerprint {
            return Err(bad("belong to other tables of units, spaces or cards"));
        }
        let mut setup = Setup {
            scenario: packed.scenario,
            state: State::default(),
            problems: Vec::new(),
        };
        let mut numbers = packed.cells.into_iter();
        let mut next = numbers.next();
        let mut skipped = 0;
        for cell in cells().filter(|cell| written(*version, *cell)) {
            match next {
                Some((gap, number)) if gap == skipped => {
                    setup.state.put(cell, number);
                    next = numbers.next();
                    skipped = 0;
                }
                _ => skipped += 1,
            }
        }
        if next.is_some() {
            return Err(bad("go on after the last cell"));
        }
        setup.check_numbers(data)?;
        Self::new(data.clone(), setup, allow)
    }

    /// The position as bytes: under two kilobytes, with a checksum at the end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes_of(BYTES_VERSION)
    }

    fn bytes_of(&self, version: u8) -> Vec<u8> {
        let mut gap = 0;
        let mut filled = Vec::new();
        for cell in cells().filter(|cell| written(version, *cell)) {
            match self.state.get(cell) {
                0 => gap += 1,
                number => {
                    filled.push((gap, number));
                    gap = 0;
                }
            }
        }
        let packed = Packed {
            fingerprint: self.data.fingerprint,
            scenario: self.scenario.to_string(),
            cells: filled,
        };
        // Numbers and strings always serialise; an empty answer would fail on reading.
        let mut bytes = vec![version];
        bytes.extend(postcard::to_stdvec(&packed).unwrap_or_default());
        bytes.extend(checksum(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    /// The tables the position belongs to.
    #[must_use]
    pub const fn data(&self) -> &Arc<Data> {
        &self.data
    }

    /// The state, cell by cell.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The scenario the position came from.
    #[must_use]
    pub fn scenario_name(&self) -> &str {
        &self.scenario
    }

    /// The problems that were tolerated.
    #[must_use]
    pub fn allowed(&self) -> &[Problem] {
        &self.allowed
    }

    /// The 64-bit hash, kept up to date by every change.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The same position with another number in one cell, its hash moved on by one step.
    ///
    /// Nothing is proven: this is the step from which legal changes are made.
    #[must_use]
    pub fn with(mut self, cell: Cell, number: u16) -> Self {
        self.put(cell, number);
        self
    }

    /// As [`Self::with`], in place.
    pub(super) fn put(&mut self, cell: Cell, number: u16) {
        let at = index(cell);
        self.hash ^= key(at, self.state.get(cell));
        self.state.put(cell, number);
        self.hash ^= key(at, self.state.get(cell));
    }

    /// As [`Self::put`], for a single number.
    pub(super) fn put_one(&mut self, one: One, number: u16) {
        self.put(Cell::One(one as usize), number);
    }

    /// Where a unit is; `None` = not in the game.
    #[must_use]
    pub fn place(&self, unit: UnitId) -> Option<PlaceId> {
        usize::from(self.state.get(Cell::Place(unit))).checked_sub(1)
    }

    /// Is it winter? The turn track says so.
    #[must_use]
    pub fn winter(&self) -> bool {
        let turn = usize::from(self.state.one(One::Turn));
        let season = turn.checked_sub(1).and_then(|at| self.data.seasons.get(at));
        season == Some(&Season::Winter)
    }

    /// Who commands a unit; `special` for those that nobody does.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Side {
        commander(&self.data, self.state.greece(), unit).unwrap_or(Side::Special)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.state == other.state
            && self.data.fingerprint == other.data.fingerprint
    }
}

impl Eq for Position {}

#[derive(serde::Serialize, serde::Deserialize)]
struct Packed {
    fingerprint: u64,
    scenario: String,
    /// Empty cells before it, and its number, for each filled cell.
    cells: Vec<(u16, u16)>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = &self.state;
        let words = |one, word: fn(u8) -> Option<&'static str>| {
            word(state.one(one).to_le_bytes()[0]).unwrap_or("?")
        };
        writeln!(
            f,
            "{}, turn {}, round {}, {} phase, {} to act",
            self.scenario,
            state.one(One::Turn),
            state.one(One::Round),
            words(One::Phase, |n| Phase::at(n).map(Phase::word)).replace('_', " "),
            words(One::Active, |n| Side::at(n).map(Side::word)).to_uppercase(),
        )?;
        write!(
            f,
            "VP {}, jihad {}, war status {} + {}",
            state.track(Track::Vp),
            state.track(Track::Jihad),
            state.track(Track::WarStatusAp),
            state.track(Track::WarStatusCp),
        )?;
        for (place, space) in self.data.spaces.iter().enumerate() {
            let units: Vec<_> = (0..self.data.units.len())
                .filter(|unit| self.place(*unit) == Some(place))
                .map(|unit| {
                    let reduced = if state.reduced.contains(unit) {
                        " (reduced)"
                    } else {
                        ""
                    };
                    format!("{}{reduced}", self.data.units[unit].id)
                })
                .collect();
            if !units.is_empty() {
                write!(f, "\n  {}: {}", space.id, units.join(", "))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn bytes_of_the_first_version_are_read() {
        let data = Arc::new(Data::shipped().unwrap());
        for name in data.scenarios.keys() {
            let position = Position::scenario(&data, name).unwrap();
            let old = Position::from_bytes(&data, &position.bytes_of(1), &[]).unwrap();
            assert_eq!(old, position);
        }
    }
}
