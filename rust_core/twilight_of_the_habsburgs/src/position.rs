//! A proven position: immutable, hashed, and convertible to bytes.

use super::command::Command;
use super::data::{Data, HexId, Scenario, UnitId};
use super::front::Front;
use super::state::{Cell, DEPTH, Frame, FrameKind, Scalar, State};
use super::vocabulary::*;
use engine::error::Problem;
use engine::state::key;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A position of Twilight of the Habsburgs. `validate` makes it of a set-up by proving that valid.
#[derive(Debug, Clone)]
pub struct Position {
    data: Arc<Data>,
    state: State,
    /// Reckoned when it is first asked for, and then kept up to date by every change.
    hash: OnceLock<u64>,
    allowed: Arc<[Problem]>,
}

impl Position {
    /// The position of a state that has been proven to be one, but for the problems allowed.
    pub(super) fn proven(data: Arc<Data>, state: State, allowed: Vec<Problem>) -> Self {
        Self {
            hash: OnceLock::new(),
            data,
            state,
            allowed: allowed.into(),
        }
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

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.data.scenarios[self.state.scenario()]
    }

    /// The problems that were tolerated.
    #[must_use]
    pub fn allowed(&self) -> &[Problem] {
        &self.allowed
    }

    /// The 64-bit hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.state.hash_from_scratch())
    }

    /// Who stands where, and the zones of control.
    #[must_use]
    pub fn front(&self) -> Front<'_> {
        Front::new(&self.data, &self.state)
    }

    /// Who commands whom on one side.
    #[must_use]
    pub fn command(&self, side: Side) -> Command {
        self.front().command(side)
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
            let at = cell.index();
            *hash ^= key(at, before) ^ key(at, self.state.get(cell));
        }
    }

    /// As [`Self::put`], for a single number.
    pub(super) fn put_one(&mut self, one: Scalar, number: u16) {
        self.put(Cell::Scalar(one as usize), number);
    }

    /// Adds to a single number.
    pub(super) fn add_one(&mut self, one: Scalar, number: u16) {
        self.put_one(one, self.state.one(one).saturating_add(number));
    }

    /// Puts a frame upon the agenda. There is room for more than any rule stacks.
    pub(crate) fn push(&mut self, frame: Frame) {
        let depth = self.state.agenda().count();
        debug_assert!(depth < DEPTH, "the agenda is full");
        self.put_frame(depth, frame);
    }

    /// Takes the top frame from the agenda.
    pub(crate) fn pop(&mut self) {
        if let Some(top) = self.state.agenda().count().checked_sub(1) {
            for (cell, _) in Frame::of(FrameKind::Setup).cells(top) {
                self.put(cell, 0);
            }
        }
    }

    /// Changes the top frame.
    pub(crate) fn replace_top(&mut self, frame: Frame) {
        if let Some(top) = self.state.agenda().count().checked_sub(1) {
            self.put_frame(top, frame);
        }
    }

    fn put_frame(&mut self, depth: usize, frame: Frame) {
        for (cell, number) in frame.cells(depth) {
            self.put(cell, number);
        }
    }

    /// Where a unit is: a hex or a box; `None` = the scenario does not use it.
    #[must_use]
    pub fn place(&self, unit: UnitId) -> Option<usize> {
        self.state.place_of(unit)
    }

    /// Where a unit stands on the map.
    #[must_use]
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.place(unit)
            .filter(|place| *place < self.data.map.hexes.len())
    }

    /// Is a unit in a box?
    #[must_use]
    pub fn is_in(&self, unit: UnitId, off_map: OffMap) -> bool {
        self.place(unit) == Some(self.data.off_map(off_map))
    }

    /// Puts a unit into a place.
    pub(super) fn stand(&mut self, unit: UnitId, place: usize) {
        self.put(Cell::Place(unit), u16::try_from(place + 1).unwrap_or(0));
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
        write!(
            f,
            "{}, turn {}",
            self.scenario().title,
            self.state.one(Scalar::Turn)
        )?;
        for frame in self.state.agenda().skip(1) {
            write!(f, ", {}", frame.kind.word().replace('_', " "))?;
            if let Some(side) = frame.side {
                write!(f, " ({side})")?;
            }
        }
        Ok(())
    }
}
