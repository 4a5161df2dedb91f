//! `PursuitPosition`: a proven position of Pursuit of Glory.

use super::entries::{activation_entry, battle_entry, decision_entry};
use super::moves::{Made, PursuitMove, alone};
use super::operations::{PursuitChecker, violation};
use super::phases::{attrition_entry, siege_entries, victory_entry};
use super::tables::PursuitTables;
use super::traces::{Given, activation_of, chosen, of_space, of_unit};
use crate::errors::Failure;
use crate::playing::{Crowd, CrowdSettings, Played, played};
use crate::run::detached;
use crate::saying::{Saying, Words, floats};
use crate::weighing::Weigher;
use engine::error::Error;
use pursuit_of_glory::check::Violation;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::Move;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::saying;
use pursuit_of_glory::state::{Cell, Scalar};
use pursuit_of_glory::vocabulary::{Control, Phase, Side, Stage};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A proven position of Pursuit of Glory; immutable.
#[pyclass(frozen, eq, module = "lexbelli._core")]
#[derive(PartialEq, Eq)]
pub(super) struct PursuitPosition(pub(super) Position);

/// Text or bytes: JSON may come as either.
#[derive(FromPyObject)]
pub(super) enum Text {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

fn codes(allow: &[String]) -> Vec<&str> {
    allow.iter().map(String::as_str).collect()
}

impl PursuitPosition {
    fn data(&self) -> &Arc<Data> {
        self.0.data()
    }

    fn id(&self, place: usize) -> &str {
        &self.data().spaces[place].id
    }

    fn small(&self, one: Scalar) -> u8 {
        self.0.state().scalar(one).to_le_bytes()[0]
    }

    /// A move of these tables.
    fn own<'m>(&self, made: &'m Bound<'_, PursuitMove>) -> Result<&'m Move, Failure> {
        let made = made.get();
        if made.data().fingerprint != self.data().fingerprint {
            let message = "belongs to other tables than the position";
            return Err(Failure(Error::bad("move", message)));
        }
        Ok(&made.made)
    }

    fn ids(&self, places: pursuit_of_glory::board::BitSet) -> Vec<&str> {
        places.iter().map(|place| self.id(place)).collect()
    }

    pub(super) fn side(&self, word: Option<&str>) -> Result<Side, Failure> {
        let word = word.unwrap_or_else(|| self.active());
        Side::parse(word)
            .filter(|side| *side != Side::Special)
            .ok_or_else(|| Failure(Error::unknown("side", Side::WHAT, word, ["ap", "cp"])))
    }
}

#[pymethods]
impl PursuitPosition {
    #[staticmethod]
    fn scenario(tables: &PursuitTables, name: &str) -> Result<Self, Failure> {
        Ok(Self(Position::scenario(&tables.0, name)?))
    }

    /// The beginning of a game from this set-up, before the first hands are drawn.
    fn opened(&self) -> Self {
        Self(self.0.opened())
    }

    #[staticmethod]
    #[pyo3(signature = (tables, text, allow = Vec::new()))]
    fn from_json(tables: &PursuitTables, text: Text, allow: Vec<String>) -> Result<Self, Failure> {
        let text = match &text {
            Text::Text(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        };
        Ok(Self(Position::from_json(&tables.0, text, &codes(&allow))?))
    }

    #[staticmethod]
    #[pyo3(signature = (tables, data, allow = Vec::new()))]
    fn from_bytes(
        tables: &PursuitTables,
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
    fn tables(&self) -> PursuitTables {
        PursuitTables(self.data().clone())
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
        self.0.scenario_name()
    }

    #[getter]
    fn turn(&self) -> u8 {
        self.small(Scalar::Turn)
    }

    #[getter]
    fn round(&self) -> u8 {
        self.small(Scalar::Round)
    }

    #[getter]
    fn phase(&self) -> &'static str {
        self.0.state().phase().map_or("", Phase::word)
    }

    #[getter]
    fn active(&self) -> &'static str {
        self.0.state().active().word()
    }

    #[getter]
    fn attacker(&self) -> &'static str {
        self.0.state().attacker().word()
    }

    #[getter]
    fn target(&self) -> Option<&str> {
        let target = self.0.state().target()?;
        self.0.data().spaces.get(target).map(|space| &*space.id)
    }

    #[getter]
    fn stage(&self) -> Option<&'static str> {
        self.0.state().stage().map(Stage::word)
    }

    fn to_json_in_short(&self) -> String {
        self.0.to_json_in_short()
    }

    fn to_json(&self) -> String {
        self.0.to_json()
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// What the law of operations is told besides.
    fn operation_facts(&self, ops: u8) -> String {
        self.0.operation_facts(ops)
    }

    fn facts(&self) -> String {
        self.0.facts()
    }

    fn units(&self) -> BTreeMap<&str, &str> {
        let units = self.data().units.iter().enumerate();
        units
            .filter_map(|(at, unit)| Some((unit.id.as_str(), self.id(self.0.place(at)?))))
            .collect()
    }

    fn control(&self, space: &str) -> Result<(&'static str, Option<&'static str>, bool), Failure> {
        let place = self.data().space("space", space)?;
        let view = self.0.view();
        let side = |at: usize| [Side::Ap, Side::Cp][at].word();
        let full = (0..2).find(|at| view.control[*at].contains(place));
        let partial = (0..2)
            .find(|at| {
                view.partial_control([Side::Ap, Side::Cp][*at])
                    .contains(place)
            })
            .map(side);
        let ru_vp = self.0.state().get(Cell::RuVp(place)) > 0;
        Ok((full.map_or(Control::Neutral.word(), side), partial, ru_vp))
    }

    fn besieged(&self) -> Vec<&str> {
        let [ap, cp] = self.0.view().besieging;
        self.ids(ap | cp)
    }

    /// The beachheads on which a marker lies.
    fn beachheads(&self) -> Vec<&str> {
        self.ids(self.0.state().beachheads())
    }

    fn lapsed_sieges(&self) -> Vec<&str> {
        let [ap, cp] = self.0.view().lapsed;
        self.ids(ap | cp)
    }

    #[pyo3(signature = (readings = None))]
    fn supply(&self, readings: Given) -> Result<BTreeMap<&str, &'static str>, Failure> {
        let supply = self.0.supply(&chosen(readings)?);
        let units = self.data().units.iter().zip(supply.units);
        Ok(units
            .filter_map(|(unit, status)| Some((unit.id.as_str(), status?.word())))
            .collect())
    }

    #[pyo3(signature = (readings = None))]
    fn flips(&self, readings: Given) -> Result<Vec<&str>, Failure> {
        Ok(self.ids(self.0.supply(&chosen(readings)?).flips))
    }

    /// What the Attrition Phase would do.
    fn attrition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        attrition_entry(py, &self.0)
    }

    /// The besieged forts and the odds that they surrender.
    fn sieges<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        siege_entries(py, &self.0)
    }

    /// How the game would end if it ended now.
    fn victory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        victory_entry(py, &self.0)
    }

    /// Whether the prerequisites of a card hold, so far as the position can tell.
    fn may_be_played(&self, card: &str) -> PyResult<bool> {
        let card = self.0.data().card("card", card).map_err(Failure)?;
        Ok(self.0.may_be_played(card))
    }

    /// What the law of victory is told besides.
    fn victory_facts(&self) -> String {
        self.0.victory_facts()
    }

    #[pyo3(signature = (unit, readings = None))]
    fn trace<'py>(
        &self,
        py: Python<'py>,
        unit: &str,
        readings: Given,
    ) -> PyResult<Bound<'py, PyDict>> {
        of_unit(py, &self.0, unit, &chosen(readings)?)
    }

    #[pyo3(signature = (space, readings = None))]
    fn trace_space<'py>(
        &self,
        py: Python<'py>,
        space: &str,
        readings: Given,
    ) -> PyResult<Bound<'py, PyDict>> {
        of_space(py, &self.0, space, &chosen(readings)?)
    }

    #[pyo3(signature = (side = None, readings = None))]
    fn activations<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
        readings: Given,
    ) -> PyResult<Bound<'py, PyDict>> {
        let side = self.side(side)?;
        let answer = PyDict::new(py);
        for group in self.0.activations(side, &chosen(readings)?) {
            let entry = PyDict::new(py);
            let units = group
                .units
                .iter()
                .map(|unit| self.data().units[*unit].id.as_str());
            entry.set_item("units", units.collect::<Vec<_>>())?;
            for (purpose, activation) in &group.costs {
                entry.set_item(purpose.word(), activation_entry(py, activation)?)?;
            }
            answer.set_item(self.id(group.place), entry)?;
        }
        Ok(answer)
    }

    fn activation<'py>(
        &self,
        py: Python<'py>,
        units: Vec<String>,
        purpose: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        activation_of(py, &self.0, &units, purpose)
    }

    /// Who commands a unit; the side it is printed for if nobody does.
    fn side_of(&self, unit: &str) -> PyResult<&'static str> {
        let unit = self.data().unit("unit", unit).map_err(Failure)?;
        Ok(match self.0.side_of(unit) {
            Side::Special => self.data().units[unit].side.word(),
            commander => commander.word(),
        })
    }

    /// Whether the actions of the turn are still to come, or nothing is known of its phase.
    #[getter]
    fn before_actions(&self) -> bool {
        self.0.is_before_actions()
    }

    /// What is asked now: a kind of decision.
    #[getter]
    fn asks_for(&self) -> &'static str {
        self.0.asks_for().word()
    }

    /// The kind of decision that a document tells of, even if it leaves no choice and play goes past
    /// it; else what is asked now.
    #[getter]
    fn stands_before(&self) -> &'static str {
        self.0.stands_before().word()
    }

    /// Every rule that an answer breaks; with OPS, those that orders break that spend as many.
    #[pyo3(signature = (made, ops = None))]
    fn check<'py>(
        slf: &Bound<'py, Self>,
        made: Made<'py>,
        ops: Option<u8>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let made = made.read(slf)?;
        if let Some(ops) = ops {
            let checker = PursuitChecker::new(slf.clone().unbind(), ops);
            return checker.check(slf.py(), &made);
        }
        let (at, made) = (&slf.get().0, slf.get().own(&made)?);
        let broken = detached(slf.py(), || at.check(made))?.map_err(Failure)?;
        broken
            .iter()
            .map(|broken| violation(slf.py(), at, broken))
            .collect()
    }

    /// For each move the rules it breaks, each with its witness.
    #[pyo3(signature = (made, ops = None))]
    fn check_many<'py>(
        slf: &Bound<'py, Self>,
        made: Vec<Made<'py>>,
        ops: Option<u8>,
    ) -> PyResult<Vec<Vec<(&'static str, String)>>> {
        let read = made.into_iter().map(|made| made.read(slf));
        let made = read.collect::<Result<Vec<_>, _>>()?;
        if let Some(ops) = ops {
            return PursuitChecker::new(slf.clone().unbind(), ops).check_many(slf.py(), made);
        }
        let at = &slf.get().0;
        let own = made.iter().map(|made| slf.get().own(made));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        let broken = detached(slf.py(), || -> Result<Vec<_>, Error> {
            own.iter().map(|made| at.check(made)).collect()
        })?;
        let told = |one: &Violation| (one.rule(), one.witness(at.data()));
        let broken = broken.map_err(Failure)?;
        Ok(broken
            .iter()
            .map(|broken| broken.iter().map(told).collect())
            .collect())
    }

    /// Legal moves, chosen at random; the same seed gives the same moves.
    fn sample(
        slf: &Bound<'_, Self>,
        ops: u8,
        count: usize,
        seed: u64,
    ) -> PyResult<Vec<PursuitMove>> {
        PursuitChecker::new(slf.clone().unbind(), ops).sample(slf.py(), count, seed)
    }

    /// What the position asks next.
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        decision_entry(py, self.data(), &self.0.decision())
    }

    /// The position in which the battle under way waits for somebody, or for a die.
    fn at_next_decision(&self) -> Self {
        Self(self.0.at_next_decision().into_owned())
    }

    /// The position after an answer, which is taken to be legal.
    fn play_unchecked(slf: &Bound<'_, Self>, made: Made<'_>) -> PyResult<Self> {
        let made = made.read(slf)?;
        let (at, made) = (&slf.get().0, slf.get().own(&made)?);
        let played = detached(slf.py(), || at.play_unchecked(made))?;
        Ok(Self(played.map_err(Failure)?))
    }

    /// The position after an answer in text: an outcome where dice fall, or else a move, which is
    /// taken to be legal.
    fn answer(&self, text: &str) -> Result<Self, Failure> {
        Ok(Self(self.0.answer(text)?))
    }

    /// The legal answers to the decision after the dice that is asked now, at most so many.
    fn answers_after(slf: &Bound<'_, Self>, most: usize) -> PyResult<Vec<PursuitMove>> {
        let at = &slf.get().0;
        let found = detached(slf.py(), || at.answers_after(most))?;
        let made = found.into_iter();
        let made = made.map(|made| PursuitMove::of(slf, at.asks_for(), made));
        Ok(made.collect())
    }

    /// The same position but for lost steps and the battle under way.
    fn without_battle(&self) -> Self {
        Self(self.0.without_battle())
    }

    /// Orders of units that redeploy or go ashore from around Africa, each legal alone, as moves.
    #[pyo3(signature = (unit = None))]
    fn redeployments(slf: &Bound<'_, Self>, unit: Option<&str>) -> PyResult<Vec<PursuitMove>> {
        alone(slf, unit, Position::redeployments)
    }

    /// Orders that spend replacement points, each legal alone but for what is owed, as moves.
    #[pyo3(signature = (unit = None))]
    fn replacements(slf: &Bound<'_, Self>, unit: Option<&str>) -> PyResult<Vec<PursuitMove>> {
        alone(slf, unit, Position::replacements)
    }

    /// Orders of units of an event, each legal if nobody else enters, as moves.
    #[pyo3(signature = (unit = None))]
    fn entries(slf: &Bound<'_, Self>, unit: Option<&str>) -> PyResult<Vec<PursuitMove>> {
        alone(slf, unit, Position::entries)
    }

    /// Legal answers at random to whatever is asked; none where nobody decides, or none was found.
    fn sample_answers(
        slf: &Bound<'_, Self>,
        count: usize,
        seed: u64,
    ) -> PyResult<Vec<PursuitMove>> {
        let at = &slf.get().0;
        let found = detached(slf.py(), || at.sample_answers(seed, count))?.map_err(Failure)?;
        let made = |made| PursuitMove::of(slf, at.stands_before(), made);
        Ok(found.into_iter().map(made).collect())
    }

    /// Every order that some legal answer has beside those given, all in one, and whether these are all there
    /// are; where no OPS are spent.
    fn list_answers(slf: &Bound<'_, Self>, given: Made<'_>) -> PyResult<(PursuitMove, bool)> {
        let given = given.read(slf)?;
        let (at, given) = (&slf.get().0, slf.get().own(&given)?);
        let found = detached(slf.py(), || at.list_answers(given))?.map_err(Failure)?;
        let all = Move::new(found.orders.into_iter().collect());
        Ok((
            PursuitMove::of(slf, at.stands_before(), all),
            found.complete,
        ))
    }

    /// Who may take the first step of the losses that are due, and whether the fort may; None if
    /// no losses are.
    fn first_losses(&self) -> Option<(Vec<&str>, bool)> {
        let id = |unit: usize| self.data().units[unit].id.as_str();
        let (units, fort) = self.0.first_losses()?;
        Some((units.iter().map(id).collect(), fort))
    }

    /// The places into which one unit may retreat by a space, all others staying.
    fn first_retreats(&self, unit: &str) -> Result<Vec<&str>, Failure> {
        let unit = self.data().unit("unit", unit).map_err(Failure)?;
        Ok(self.ids(self.0.first_retreats(unit)))
    }

    /// The battle decision asked now, and what it leaves to choose; None if a battle waits for dice
    /// or losses.
    fn battle_asked<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let asked = self.0.asked_in_battle();
        let entry = asked.map(|asked| battle_entry(py, &self.0, asked));
        entry.transpose()
    }

    /// What the law of the decision asked now is told besides the facts of the position.
    fn decision_facts(&self) -> Result<String, Failure> {
        Ok(self.0.decision_facts()?)
    }

    /// What a side may know of the position.
    fn seen_by(&self, side: &str) -> Result<Self, Failure> {
        Ok(Self(self.0.seen_by(self.side(Some(side))?)))
    }

    /// The position in which an answer to what is asked now is judged: hidden cards that it plays are
    /// in the hand, and no others.
    fn judging(slf: &Bound<'_, Self>, made: Made<'_>) -> PyResult<Self> {
        let made = made.read(slf)?;
        let (at, made) = (&slf.get().0, slf.get().own(&made)?);
        let shown = at.shown_by(made).unwrap_or_else(|| at.clone());
        Ok(Self(shown.holding_no_other()))
    }

    fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
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
        Ok(detached(py, || self.0.play_text(text))?.map(Self))
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
        let (name, turn, hash) = (self.0.scenario_name(), self.turn(), self.0.hash());
        format!("PursuitPosition({name}, turn {turn}, {hash:016x})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let this = slf.get();
        let allow: Vec<_> = this
            .0
            .allowed()
            .iter()
            .map(|problem| problem.code)
            .collect();
        let bytes = PyBytes::new(py, &this.0.to_bytes());
        let make = py.get_type::<Self>().getattr("from_bytes")?;
        (make, (this.tables(), bytes, allow))
            .into_pyobject(py)
            .map(Bound::into_any)
    }
}
