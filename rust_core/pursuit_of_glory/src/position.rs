//! A proven position: immutable, hashed, and convertible to bytes.

use super::control::{View, ViewSets, commander};
use super::data::{Data, PlaceId, UnitId};
use super::state::{Cell, DEPTH, Frame, FrameKind, Scalar, State};
use super::vocabulary::*;
use engine::error::Problem;
use engine::state::key;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A position of Pursuit of Glory. `validate` makes it of a set-up by proving that valid.
#[derive(Debug, Clone)]
pub struct Position {
    data: Arc<Data>,
    scenario: Arc<str>,
    /// Apart, since it is large: a position is often handed on.
    state: Box<State>,
    /// Reckoned when it is first asked for, and then kept up to date by every change.
    hash: OnceLock<u64>,
    /// What a view of it needs, from when it is first asked for until a change could concern it.
    sets: OnceLock<Arc<ViewSets>>,
    /// What is asked here, from when that is first found out until a change; nothing where something
    /// goes on by itself.
    asked: OnceLock<DecisionKind>,
    allowed: Arc<[Problem]>,
}

impl Position {
    /// The position of a state that has been proven to be one, but for the problems allowed.
    pub(super) fn proven(
        data: Arc<Data>,
        scenario: String,
        state: State,
        allowed: Vec<Problem>,
    ) -> Self {
        Self {
            hash: OnceLock::new(),
            sets: OnceLock::new(),
            asked: OnceLock::new(),
            data,
            scenario: scenario.into(),
            state: Box::new(state),
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

    /// The view of this position that the rules ask.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let sets = || Arc::new(*View::new(&self.data, &self.state).sets());
        View::known(&self.data, &self.state, **self.sets.get_or_init(sets))
    }

    /// As [`Self::view`], but nothing is kept for whoever asks next.
    pub(crate) fn passing_view(&self) -> View<'_> {
        match self.sets.get() {
            Some(sets) => View::known(&self.data, &self.state, **sets),
            None => View::new(&self.data, &self.state),
        }
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

    /// The same position, but nothing is told of tolerated problems of these codes.
    pub(super) fn without_problems(&self, codes: &[&str]) -> Self {
        let mut other = self.clone();
        if self
            .allowed
            .iter()
            .any(|problem| codes.contains(&problem.code))
        {
            let kept = self
                .allowed
                .iter()
                .filter(|problem| !codes.contains(&problem.code));
            other.allowed = kept.cloned().collect();
        }
        other
    }

    /// The 64-bit hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            let (blank, hash) = &self.data.blank;
            hash ^ self.state.difference(blank)
        })
    }

    /// The VPs of a place, the warm water port among them (16.4.3.1).
    pub(crate) fn worth(&self, place: PlaceId) -> i32 {
        let printed = self.data.spaces[place].vp;
        let port = usize::from(self.state.scalar(Scalar::WarmWaterPort)) == place + 1;
        i32::from(if port { printed.max(1) } else { printed })
    }

    /// What is asked here, if that has been found out.
    pub(crate) fn known_to_ask(&self) -> Option<DecisionKind> {
        self.asked.get().copied()
    }

    /// Remembers what is asked here until something changes.
    pub(crate) fn remember_asked(&self, asked: DecisionKind) {
        self.asked.get_or_init(|| asked);
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
        if before == number {
            return;
        }
        self.state.put(cell, number);
        self.asked.take();
        if let Some(hash) = self.hash.get_mut() {
            let at = cell.index();
            *hash ^= key(at, before) ^ key(at, self.state.get(cell));
        }
        // What was seen in a hand is not known any more once it has left that.
        if let Cell::Card(card) = cell
            && self.state.zone(card) != Some(CardZone::Hand)
        {
            self.put(Cell::Shown(card), 0);
        }
        // What is under way, and what units and cards have done in it, no view shows.
        let unseen = matches!(
            cell,
            Cell::Agenda(_)
                | Cell::Battle(_)
                | Cell::BattleVar(_)
                | Cell::BattleStatus(_)
                | Cell::Card(_)
                | Cell::Factor(_)
                | Cell::LeftFrom(_)
                | Cell::Passed(_)
                | Cell::Played(_)
                | Cell::Reduced(_)
                | Cell::Shown(_)
                | Cell::ReplacementFor(_)
                | Cell::Stack(_)
                | Cell::Track(_)
        );
        if !unseen {
            self.sets.take();
        }
    }

    /// As [`Self::put`], for a single number.
    pub(super) fn put_scalar(&mut self, one: Scalar, number: u16) {
        self.put(Cell::Scalar(one as usize), number);
    }

    /// The same position with another agenda. Nothing is proven: as [`Self::with`].
    #[must_use]
    pub fn with_agenda(mut self, agenda: &[Frame]) -> Self {
        while self.state.top().is_some() {
            self.pop();
        }
        for frame in agenda {
            self.push(*frame);
        }
        self
    }

    /// Puts a frame upon the agenda. There is room for more than any rule stacks.
    pub(crate) fn push(&mut self, frame: Frame) {
        let depth = self.state().agenda().count();
        debug_assert!(depth < DEPTH, "the agenda is full");
        self.put_frame(depth, frame);
    }

    /// Takes the top frame from the agenda.
    pub(crate) fn pop(&mut self) {
        if let Some(top) = self.state().agenda().count().checked_sub(1) {
            for (cell, _) in Frame::of(FrameKind::Turn).cells(top) {
                self.put(cell, 0);
            }
        }
    }

    /// Changes a number of what is under way.
    pub(crate) fn put_arg(&mut self, kind: FrameKind, arg: usize, number: u16) {
        let found = self.state().agenda().enumerate();
        let found = found.filter(|(_, frame)| frame.kind == kind).last();
        if let Some((depth, mut frame)) = found {
            frame.args[arg] = number;
            self.put_frame(depth, frame);
        }
    }

    /// Supposes that the action of the side to act has come to its battles.
    pub(crate) fn suppose_ops_spent(&mut self) {
        while self
            .state
            .top()
            .is_some_and(|top| top.kind != FrameKind::Action)
        {
            self.pop();
        }
        self.push(Frame::of(FrameKind::Attack).by(self.state.active()));
    }

    /// The same position but for lost steps and the battle under way: no position of a game, but what
    /// those have in common that differ in these alone.
    #[must_use]
    pub fn without_battle(&self) -> Self {
        let mut left = self.clone();
        (left.hash, left.sets, left.asked) = Default::default();
        left.state = Box::new(self.state.without_battle());
        left
    }

    fn put_frame(&mut self, depth: usize, frame: Frame) {
        for (cell, number) in frame.cells(depth) {
            self.put(cell, number);
        }
    }

    /// Where a unit is; `None` = not in the game.
    #[must_use]
    pub fn place(&self, unit: UnitId) -> Option<PlaceId> {
        let number = self.state.place.get(unit)?;
        usize::from(*number).checked_sub(1)
    }

    /// The season of the turn.
    #[must_use]
    pub fn season(&self) -> Option<Season> {
        let turn = usize::from(self.state.scalar(Scalar::Turn));
        let at = turn.checked_sub(1)?;
        self.data.seasons.get(at).copied()
    }

    /// Whether it is winter. The turn track says so.
    #[must_use]
    pub fn winter(&self) -> bool {
        self.season() == Some(Season::Winter)
    }

    /// Who commands a unit; `special` for those that nobody does.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Side {
        commander(&self.data, self.state.greece(), unit).unwrap_or(Side::Special)
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
        writeln!(
            f,
            "{}, turn {}, round {}, {} phase, {} to act",
            self.scenario,
            state.scalar(Scalar::Turn),
            state.scalar(Scalar::Round),
            state.phase().map_or("", Phase::word).replace('_', " "),
            state.active().word().to_uppercase(),
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
