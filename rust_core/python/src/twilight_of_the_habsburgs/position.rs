//! `TwilightPosition`: a proven position of Twilight of the Habsburgs.

use super::moves::TwilightMove;
use super::tables::TwilightTables;
use crate::errors::Failure;
use crate::orders::dicts;
use crate::playing::{Crowd, CrowdSettings, Played, played};
use crate::run::detached;
use crate::saying::{Saying, Words, floats};
use crate::streaming::{Enumerates, MoveStream, counted, tallied, timed};
use crate::throws::Throw;
use crate::weighing::Weigher;
use ::twilight_of_the_habsburgs::check::{Checker, Violation};
use ::twilight_of_the_habsburgs::data::Data;
use ::twilight_of_the_habsburgs::movement::{Movement, Scratch};
use ::twilight_of_the_habsburgs::offers::enumeration::every;
use ::twilight_of_the_habsburgs::offers::list;
use ::twilight_of_the_habsburgs::orders::Move;
use ::twilight_of_the_habsburgs::position::Position;
use ::twilight_of_the_habsburgs::sample::{complete, sample};
use ::twilight_of_the_habsburgs::saying;
use ::twilight_of_the_habsburgs::sequence::Parameters;
use ::twilight_of_the_habsburgs::state::{FrameKind, Scalar};
use ::twilight_of_the_habsburgs::vocabulary::{CombatTable, DecisionKind, Side};
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A proven position of Twilight of the Habsburgs; immutable.
#[pyclass(frozen, eq, module = "lexbelli._core")]
#[derive(PartialEq, Eq)]
pub(super) struct TwilightPosition(pub(super) Position);

/// Text or bytes: JSON may come as either.
#[derive(FromPyObject)]
pub(super) enum Text {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// Finds every move of what a position asks.
struct Every(Py<TwilightPosition>);

impl Enumerates for Every {
    type Found = Move;

    fn visit(
        &self,
        halted: &dyn Fn() -> bool,
        whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
        take: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        every(&self.0.get().0, halted, whole, &mut |orders| {
            take(Move::new(orders.to_vec()))
        })
    }

    fn count(&self, halted: &dyn Fn() -> bool) -> (u128, bool) {
        tallied(|whole, found| every(&self.0.get().0, halted, whole, &mut |_| found()))
    }

    fn told(&self, py: Python<'_>, found: Move) -> PyResult<Py<PyAny>> {
        let position = self.0.bind(py);
        let asked = position.get().0.asks_for();
        Ok(Py::new(py, TwilightMove::of(position, asked, found))?.into_any())
    }
}

fn codes(allow: &[String]) -> Vec<&str> {
    allow.iter().map(String::as_str).collect()
}

pub(super) fn side(word: &str) -> Result<Side, Failure> {
    Side::parse(word).ok_or_else(|| {
        Failure(Error::unknown(
            "side",
            Side::WHAT,
            word,
            Side::BOTH.map(Side::word),
        ))
    })
}

impl TwilightPosition {
    pub(super) const fn data(&self) -> &Arc<Data> {
        self.0.data()
    }

    pub(super) fn id(&self, place: usize) -> &str {
        self.data().place_id(place)
    }

    pub(super) fn unit_id(&self, unit: usize) -> &str {
        &self.data().units[unit].id
    }

    pub(super) fn ids_of(&self, units: &[usize]) -> Vec<&str> {
        units.iter().map(|unit| self.unit_id(*unit)).collect()
    }

    /// A move of these tables.
    pub(super) fn own<'m>(&self, made: &'m Bound<'_, TwilightMove>) -> Result<&'m Move, Failure> {
        let made = made.get();
        if made.data().fingerprint != self.data().fingerprint {
            let message = "belongs to other tables than the position";
            return Err(Failure(Error::bad("move", message)));
        }
        Ok(&made.made)
    }

    fn told(&self, violation: Violation) -> (String, String, String) {
        (
            violation.rule(self.data()).to_owned(),
            violation.witness(&self.0),
            violation.sentence(&self.0),
        )
    }
}

#[pymethods]
impl TwilightPosition {
    #[staticmethod]
    fn opening(tables: &TwilightTables, name: &str) -> Result<Self, Failure> {
        Ok(Self(Position::opening(&tables.0, name)?))
    }

    #[staticmethod]
    #[pyo3(signature = (tables, text, allow = Vec::new()))]
    fn from_json(tables: &TwilightTables, text: Text, allow: Vec<String>) -> Result<Self, Failure> {
        let text = match &text {
            Text::Text(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        };
        Ok(Self(Position::from_json(&tables.0, text, &codes(&allow))?))
    }

    #[staticmethod]
    #[pyo3(signature = (tables, data, allow = Vec::new()))]
    fn from_bytes(
        tables: &TwilightTables,
        data: PyBackedBytes,
        allow: Vec<String>,
    ) -> Result<Self, Failure> {
        Ok(Self(Position::from_bytes(
            &tables.0,
            &data,
            &codes(&allow),
        )?))
    }

    #[getter]
    fn tables(&self) -> TwilightTables {
        TwilightTables(self.data().clone())
    }

    #[getter]
    fn allowed(&self) -> Vec<(&str, &str, &str)> {
        let problems = self.0.allowed().iter();
        problems
            .map(|p| (p.code, p.field.as_str(), p.message.as_str()))
            .collect()
    }

    #[getter]
    fn hash(&self) -> u64 {
        self.0.hash()
    }

    #[getter]
    fn scenario_name(&self) -> &str {
        &self.0.scenario().name
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.scenario().title
    }

    #[getter]
    fn turn(&self) -> u16 {
        self.0.state().one(Scalar::Turn)
    }

    #[getter]
    fn active(&self) -> Option<&'static str> {
        self.0.state().active().map(Side::word)
    }

    #[getter]
    fn asks_for(&self) -> &'static str {
        self.0.asks_for().word()
    }

    /// The position in which somebody decides or dice fall.
    fn at_next_decision(&self) -> Self {
        Self(self.0.at_next_decision().into_owned())
    }

    /// The position as if a side were to act.
    fn supposed(&self, word: &str) -> Result<Self, Failure> {
        Ok(Self(self.0.supposed(side(word)?)?))
    }

    /// The position as if a side were to attack.
    fn supposed_fighting(&self, word: &str) -> Result<Self, Failure> {
        Ok(Self(self.0.supposed_fighting(side(word)?)?))
    }

    fn to_json(&self) -> String {
        self.0.to_json()
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn facts(&self) -> String {
        self.0.facts()
    }

    fn static_facts(&self) -> String {
        self.0.static_facts()
    }

    fn decision_facts(&self) -> Result<String, Failure> {
        Ok(self.0.decision_facts()?)
    }

    /// What a side may know of the position (13.1).
    fn seen_by(&self, word: &str) -> Result<Self, Failure> {
        Ok(Self(self.0.seen_by(side(word)?)))
    }

    fn units(&self) -> BTreeMap<&str, &str> {
        let units = (0..self.data().units.len()).filter_map(|unit| {
            let place = self.0.place(unit)?;
            Some((self.unit_id(unit), self.id(place)))
        });
        units.collect()
    }

    /// The `kind` of what is asked, its `side` or None, and what the choice depends on.
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let decision = self.0.decision();
        let entry = PyDict::new(py);
        entry.set_item("kind", decision.kind.word())?;
        entry.set_item("side", decision.side.map(Side::word))?;
        entry.set_item("hidden", decision.hidden)?;
        match &decision.parameters {
            Parameters::Chance { outcomes } => {
                let whole = outcomes.ways();
                let odds = outcomes.parts().iter();
                let odds = odds.map(|(outcome, part)| (outcome.text(), *part, whole));
                let top = self.0.at_next_decision().state().top();
                match top.map(|top| (top.kind, top)) {
                    Some((FrameKind::Offensive, top)) => {
                        let hq = top.headquarters().map(|hq| self.unit_id(hq));
                        entry.set_item("headquarters", hq)?;
                    }
                    Some((FrameKind::Attack, top)) => {
                        entry.set_item("hex", top.target().map(|hex| self.id(hex)))?;
                        entry.set_item("table", top.table().map(CombatTable::word))?;
                    }
                    _ => {}
                }
                entry.set_item("throw", outcomes.throw().cloned().map(Throw))?;
                entry.set_item("outcomes", odds.collect::<Vec<_>>())?;
            }
            Parameters::Attrition { steps } => entry.set_item("steps", steps)?,
            Parameters::Impulse { number, obliged } => {
                entry.set_item("impulse", number)?;
                entry.set_item("obliged", obliged)?;
            }
            Parameters::Headquarters { units } => {
                entry.set_item("headquarters", self.ids_of(units))?;
            }
            Parameters::Attack {
                number,
                units,
                obliged,
            } => {
                entry.set_item("impulse", number)?;
                entry.set_item("obliged", obliged)?;
                entry.set_item("units", self.ids_of(units))?;
            }
            Parameters::Losses { steps, hex } => {
                entry.set_item("steps", steps)?;
                entry.set_item("hex", self.id(*hex))?;
            }
            Parameters::Retreat { units, hex } => {
                entry.set_item("units", self.ids_of(units))?;
                entry.set_item("hex", self.id(*hex))?;
            }
            Parameters::Submarine { unit } => entry.set_item("unit", self.unit_id(*unit))?,
            Parameters::Excess { hexes } => {
                let ids: Vec<_> = hexes.iter().map(|hex| self.id(*hex)).collect();
                entry.set_item("hexes", ids)?;
            }
            Parameters::None => {}
        }
        Ok(entry)
    }

    /// Rule, witness and sentence of everything a move breaks.
    fn check(
        &self,
        made: &Bound<'_, TwilightMove>,
    ) -> Result<Vec<(String, String, String)>, Failure> {
        let found = self.0.check(self.own(made)?)?;
        Ok(found
            .into_iter()
            .map(|violation| self.told(violation))
            .collect())
    }

    /// The same of a rule and a witness that somebody else has found.
    fn describe(&self, rule: &str, witness: &str) -> Option<(String, String, String)> {
        Some(self.told(Violation::read(&self.0, rule, witness)?))
    }

    /// The position after a move, which is taken to be legal.
    fn play_unchecked(&self, made: &Bound<'_, TwilightMove>) -> Result<Self, Failure> {
        Ok(Self(self.0.play_unchecked(self.own(made)?)?))
    }

    /// The position after dice fell.
    fn play_outcome(&self, text: &str) -> Result<Self, Failure> {
        let outcome = self.0.read_outcome(text)?;
        Ok(Self(self.0.play_outcome(outcome)?))
    }

    /// Refuses to tell what may be done where units of who decides are hidden.
    fn knows_choices(&self) -> Result<(), Failure> {
        let side = self.0.state().active();
        Ok(side.map_or(Ok(()), |side| self.0.knows_choices(side))?)
    }

    /// A legal move at random; None if none was found.
    fn sample(slf: &Bound<'_, Self>, seed: u64) -> Option<TwilightMove> {
        let at = &slf.get().0;
        Some(TwilightMove::of(slf, at.asks_for(), sample(at, seed)?))
    }

    /// Every legal move, each once, as they are found.
    fn every_move(slf: &Bound<'_, Self>) -> PyResult<MoveStream> {
        MoveStream::of(Every(slf.clone().unbind()))
    }

    /// How many legal moves there are, and whether all were counted in so many seconds.
    #[pyo3(signature = (seconds = None))]
    fn count_moves(slf: &Bound<'_, Self>, seconds: Option<f64>) -> PyResult<(u128, bool)> {
        counted(slf.py(), &Every(slf.clone().unbind()), seconds)
    }

    /// How many moves were made of the first so many, and in how many seconds.
    fn bench_every_move(slf: &Bound<'_, Self>, most: u64) -> PyResult<(u64, f64)> {
        timed(slf.py(), &Every(slf.clone().unbind()), most)
    }

    /// Every order that a legal move contains beside those given, of a path only its end: their texts,
    /// and what they say; whether nothing else is left out; and how many moves were judged.
    fn orders<'py>(
        &self,
        py: Python<'py>,
        given: &Bound<'py, TwilightMove>,
    ) -> PyResult<(Vec<String>, Bound<'py, PyList>, bool, usize)> {
        let given = self.own(given)?;
        let (texts, offers, complete, judged) = detached(py, || {
            let found = list(&self.0, given);
            let offers = Move::new(found.offers.into_iter().collect());
            let texts = offers.texts(self.data(), None);
            (texts, offers, found.complete, found.judged)
        })?;
        let orders = dicts(py, &**self.data(), offers.orders())?;
        Ok((texts, orders, complete, judged))
    }

    /// A legal set-up that holds the orders of a partial one; None if none was found.
    fn complete(
        slf: &Bound<'_, Self>,
        partial: &Bound<'_, TwilightMove>,
        seed: u64,
    ) -> Result<Option<TwilightMove>, Failure> {
        let this = slf.get();
        let made = complete(&this.0, this.own(partial)?, seed);
        Ok(made.map(|made| TwilightMove::of(slf, this.0.asks_for(), made)))
    }

    /// The hexes in which a unit may set up beside those that a move places.
    fn setup_hexes(
        &self,
        unit: &str,
        made: &Bound<'_, TwilightMove>,
    ) -> Result<Vec<&str>, Failure> {
        let unit = self.data().unit("unit", unit)?;
        let front = self.0.front();
        let Some(side) = self.0.state().active() else {
            return Ok(Vec::new());
        };
        let hexes = Checker::new(&self.0, &front, side).setup_hexes(unit, self.own(made)?);
        Ok(hexes.iter().map(|hex| self.id(hex)).collect())
    }

    /// The hexes into which a side exerts zones of control (6).
    fn zones(&self, word: &str) -> Result<Vec<&str>, Failure> {
        let zones = *self.0.front().zoc(side(word)?);
        Ok(zones.iter().map(|hex| self.id(hex)).collect())
    }

    /// The hexes in which units of a side are surrounded, as all stand (9.72).
    fn surrounded(&self, word: &str) -> Result<Vec<&str>, Failure> {
        let found = self.0.front().surrounded(side(word)?);
        Ok(found.iter().map(|hex| self.id(hex)).collect())
    }

    /// What commands a side's units (4): `in_command`, `lines` (unit, headquarters, length), `bases`
    /// (headquarters, hex, length), `usable` and `fed` hexes.
    fn command<'py>(&self, py: Python<'py>, word: &str) -> PyResult<Bound<'py, PyDict>> {
        let side = side(word)?;
        let front = self.0.front();
        let command = front.command(side);
        let entry = PyDict::new(py);
        let ids = |hexes: ::twilight_of_the_habsburgs::board::Hexes| -> Vec<&str> {
            hexes.iter().map(|hex| self.id(hex)).collect()
        };
        let in_command: Vec<_> = command
            .in_command
            .iter()
            .map(|unit| self.unit_id(unit))
            .collect();
        let (mut lines, mut bases) = (Vec::new(), Vec::new());
        for unit in front.present[side as usize].iter() {
            let Some(hex) = front.hex(unit) else { continue };
            if front.campaign.headquarters.contains(unit) {
                let found = front.base_lines(side, unit).into_iter();
                bases.extend(found.map(|(hex, length)| (self.unit_id(unit), self.id(hex), length)));
            } else {
                let found = command.lines_from(hex);
                lines.extend(
                    found.map(|(hq, length)| (self.unit_id(unit), self.unit_id(hq), length)),
                );
            }
        }
        entry.set_item("in_command", in_command)?;
        entry.set_item("lines", lines)?;
        entry.set_item("bases", bases)?;
        entry.set_item("usable", ids(command.usable))?;
        entry.set_item("fed", ids(command.fed))?;
        Ok(entry)
    }

    /// The units of a side that are in command after a move in another position, as the second
    /// impulse finds them (4, 14.83).
    fn in_command_after(&self, before: &Self, word: &str) -> Result<Vec<&str>, Failure> {
        let (front, earlier) = (self.0.front(), before.0.front());
        let found = front.command_after(side(word)?, &earlier).in_command;
        Ok(found.iter().map(|unit| self.unit_id(unit)).collect())
    }

    /// The hexes that a unit of the side to act enters on its cheapest way to another hex by itself,
    /// or on the shortest by rail (8); None if it does not get there.
    fn way(&self, unit: &str, hex: &str, by_rail: bool) -> Result<Option<Vec<&str>>, Failure> {
        let at = self.data().unit("unit", unit)?;
        let end = self.data().hex("hex", hex)?;
        let front = self.0.front();
        let movement = Movement::new(&front, self.data().units[at].side);
        let found = front.hex(at).and_then(|from| match by_rail {
            true => movement.ride(at, from, end),
            false => movement.way(at, from, end, &mut Scratch::default()),
        });
        Ok(found.map(|way| way.into_iter().map(|hex| self.id(hex)).collect()))
    }

    /// The hexes of a shortest line from a unit to a headquarters (4.31); None if there is none.
    fn line(&self, unit: &str, hq: &str) -> Result<Option<Vec<&str>>, Failure> {
        let (unit, hq) = (self.data().unit("unit", unit)?, self.data().unit("hq", hq)?);
        let front = self.0.front();
        let side = self.data().units[hq].side;
        let found = front.hex(unit).and_then(|from| front.line(side, hq, from));
        Ok(found.map(|way| way.into_iter().map(|hex| self.id(hex)).collect()))
    }

    /// The hexes of a shortest line from a headquarters to what serves it (4.4); None if there is
    /// none.
    fn base_line(&self, hq: &str) -> Result<Option<Vec<&str>>, Failure> {
        let hq = self.data().unit("hq", hq)?;
        let side = self.data().units[hq].side;
        let found = self.0.front().base_line(side, hq);
        Ok(found.map(|way| way.into_iter().map(|hex| self.id(hex)).collect()))
    }

    /// The hexes a unit of the side to act reaches alone, with the movement points (8).
    fn reach(&self, unit: &str) -> Result<Vec<(&str, u8)>, Failure> {
        let at = self.data().unit("unit", unit)?;
        let front = self.0.front();
        let movement = Movement::new(&front, self.data().units[at].side);
        let reach = movement.reach(at, &mut Scratch::default());
        Ok(reach
            .hexes
            .into_iter()
            .map(|(hex, points)| (self.id(hex), points))
            .collect())
    }

    fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let allowed: Vec<_> = this
            .0
            .allowed()
            .iter()
            .map(|problem| problem.code)
            .collect();
        let parts = (this.tables(), this.to_bytes(py), allowed);
        (py.get_type::<Self>().getattr("from_bytes")?, parts)
            .into_pyobject(py)
            .map(Bound::into_any)
    }

    /// The position in numbers (docs/environments.md): 32-bit floats in the machine's own order of bytes.
    fn observed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        floats(py, &self.0.observed())
    }

    /// An answer to what is asked, to be said word by word.
    fn saying(&self, py: Python<'_>, words: &Words, choices: Vec<String>) -> PyResult<Saying> {
        Saying::begun(py, words, choices, |words| saying::asked(&self.0, words))
    }

    /// The position after an answer or outcome in text; None if it is not legal, or cannot be read.
    fn played(&self, py: Python<'_>, text: &str) -> PyResult<Option<Self>> {
        let at = &self.0;
        let played = detached(py, || match at.asks_for() {
            DecisionKind::Chance => at.play_outcome(at.read_outcome(text).ok()?).ok(),
            _ => at.play(&at.read_move(text).ok()?).ok(),
        })?;
        Ok(played.map(Self))
    }

    /// Many games at once, from here on.
    fn crowd(&self, py: Python<'_>, settings: CrowdSettings) -> PyResult<Crowd> {
        Crowd::begun(py, self.0.clone(), settings)
    }

    /// The games of these numbers, played by answers at random on all threads.
    fn playouts(
        &self,
        py: Python<'_>,
        seed: u64,
        numbers: (u64, u64),
        turns: Option<u16>,
        records: bool,
    ) -> PyResult<Vec<Played<Self>>> {
        played(py, &self.0, seed, numbers, turns, records, Self)
    }

    /// What it, and answers to what it asks, are worth.
    fn weigher(&self) -> Weigher {
        Weigher::of(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("<TwilightPosition: {}>", self.0)
    }
}
