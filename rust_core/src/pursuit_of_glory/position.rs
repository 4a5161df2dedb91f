//! A proven position: immutable, hashed, and convertible to bytes.

mod bytes;

use super::control::commander;
use super::data::{Data, PlaceId, UnitId};
use super::setup::Setup;
use super::state::{Cell, One, State, index, key};
use super::validate;
use super::vocabulary::*;
use crate::error::{Error, Problem, Result};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A position of Pursuit of Glory. Made from a [`Setup`] by proving it valid.
#[derive(Debug, Clone)]
pub struct Position {
    data: Arc<Data>,
    scenario: Arc<str>,
    state: State,
    /// Reckoned when it is first asked for, and then kept up to date by every change.
    hash: OnceLock<u64>,
    allowed: Arc<[Problem]>,
}

impl Position {
    /// Proves a set-up to be a position.
    ///
    /// Problems whose code is in `allow` are tolerated and remembered; a puzzle may want them.
    ///
    /// # Errors
    /// [`Error::InvalidSetup`] with every problem that is not allowed; [`Error::BadInput`] if
    /// `allow` names no code.
    #[inline]
    pub fn new(data: Arc<Data>, setup: Setup, allow: &[&str]) -> Result<Self> {
        let allowed = tolerated(&data, &setup, allow)?;
        Ok(Self {
            hash: OnceLock::new(),
            data,
            scenario: setup.scenario.into(),
            state: setup.state,
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

    /// The 64-bit hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            let (blank, hash) = &self.data.blank;
            hash ^ self.state.difference(blank)
        })
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
        let before = self.state.get(cell);
        self.state.put(cell, number);
        if let Some(hash) = self.hash.get_mut() {
            let at = index(cell);
            *hash ^= key(at, before) ^ key(at, self.state.get(cell));
        }
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

/// The problems of a set-up, if all of them are allowed.
fn tolerated(data: &Data, setup: &Setup, allow: &[&str]) -> Result<Vec<Problem>> {
    for code in allow {
        if *code != "all" && !validate::CODES.iter().any(|(known, _)| known == code) {
            let codes = validate::CODES.iter().map(|(known, _)| *known);
            return Err(Error::unknown("allow", "problem code", code, codes));
        }
    }
    if setup.problems.is_empty() && validate::sound::is_sound(data, &setup.state) {
        return Ok(Vec::new());
    }
    let tolerated = |problem: &Problem| allow.contains(&"all") || allow.contains(&problem.code);
    let (allowed, refused): (Vec<_>, Vec<_>) = validate::problems(data, setup)
        .into_iter()
        .partition(tolerated);
    if refused.is_empty() {
        Ok(allowed)
    } else {
        Err(Error::InvalidSetup(refused))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.data.fingerprint == other.data.fingerprint
    }
}

impl Eq for Position {}

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
