//! `PursuitTables`: the tables of Pursuit of Glory.

use crate::errors::Failure;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::{readings, validate};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The shipped tables, read once per process.
fn shipped() -> Result<Arc<Data>, Failure> {
    static SHIPPED: OnceLock<Arc<Data>> = OnceLock::new();
    if let Some(data) = SHIPPED.get() {
        return Ok(data.clone());
    }
    let data = Arc::new(Data::shipped()?);
    Ok(SHIPPED.get_or_init(|| data).clone())
}

/// The map, units, cards and tables of Pursuit of Glory, checked on load.
///
/// Two are equal if they are the same: read at the same time from the same place.
#[pyclass(frozen, eq, hash, module = "lexbelli._core")]
pub(super) struct PursuitTables(pub(super) Arc<Data>);

impl PartialEq for PursuitTables {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Hash for PursuitTables {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

#[pymethods]
impl PursuitTables {
    #[new]
    #[pyo3(signature = (directory = None))]
    fn new(directory: Option<PathBuf>) -> Result<Self, Failure> {
        match directory {
            Some(directory) => Ok(Self(Arc::new(Data::load(&directory)?))),
            None => Ok(Self(shipped()?)),
        }
    }

    #[getter]
    fn directory(&self) -> Option<String> {
        self.0
            .directory
            .as_ref()
            .map(|directory| directory.display().to_string())
    }

    fn scenarios(&self) -> Vec<&str> {
        self.0.scenarios.keys().map(String::as_str).collect()
    }

    fn scenario_text(&self, name: &str) -> Result<&str, Failure> {
        Ok(self.0.scenario_text(name)?)
    }

    fn static_facts(&self) -> String {
        self.0.facts()
    }

    fn unit_ids(&self) -> Vec<&str> {
        self.0.units.iter().map(|unit| unit.id.as_str()).collect()
    }

    fn space_ids(&self) -> Vec<&str> {
        self.0
            .spaces
            .iter()
            .map(|space| space.id.as_str())
            .collect()
    }

    fn card_ids(&self) -> Vec<&str> {
        self.0.cards.iter().map(|card| card.id.as_str()).collect()
    }

    fn unit<'py>(&self, py: Python<'py>, unit: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.unit("unit", unit).map_err(Failure)?;
        let unit = &self.0.units[at];
        let entry = PyDict::new(py);
        entry.set_item("id", &unit.id)?;
        entry.set_item("name", &unit.name)?;
        entry.set_item("side", unit.side.word())?;
        let nations: Vec<_> = unit.nations.iter().map(|nation| nation.word()).collect();
        entry.set_item("nations", nations)?;
        entry.set_item("size", unit.size.word())?;
        entry.set_item("class", unit.class.word())?;
        entry.set_item("type", unit.unit_type.word())?;
        entry.set_item("full", (unit.full.cf, unit.full.lf, unit.full.mf))?;
        entry.set_item(
            "reduced",
            (unit.reduced.cf, unit.reduced.lf, unit.reduced.mf),
        )?;
        entry.set_item("tribe", unit.tribe.map(|tribe| tribe.word()))?;
        entry.set_item("entry", &unit.entry)?;
        entry.set_item("source", &unit.source)?;
        entry.set_item("note", &unit.note)?;
        Ok(entry)
    }

    fn space<'py>(&self, py: Python<'py>, space: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.place("space", space).map_err(Failure)?;
        let space = &self.0.spaces[at];
        let entry = PyDict::new(py);
        entry.set_item("id", &space.id)?;
        entry.set_item("name", &space.name)?;
        entry.set_item("city", &space.city)?;
        entry.set_item("kind", space.kind.word())?;
        entry.set_item("area", space.area.word())?;
        entry.set_item("country", space.country.map(|country| country.word()))?;
        entry.set_item("colour", space.colour.word())?;
        entry.set_item("terrain", space.terrain.map(|terrain| terrain.word()))?;
        entry.set_item("vp", space.vp)?;
        entry.set_item("fort", space.fort)?;
        entry.set_item("port", space.port.map(|sea| sea.word()))?;
        entry.set_item("tribe", space.tribe.map(|tribe| tribe.word()))?;
        let links: Vec<_> = self
            .0
            .connections
            .iter()
            .filter(|connection| connection.a == at || connection.b == at)
            .map(|connection| {
                (
                    self.0.spaces[connection.other(at)].id.as_str(),
                    connection.link.word(),
                )
            })
            .collect();
        entry.set_item("links", links)?;
        entry.set_item("source", &space.source)?;
        entry.set_item("note", &space.note)?;
        Ok(entry)
    }

    fn card<'py>(&self, py: Python<'py>, card: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.card("card", card).map_err(Failure)?;
        let card = &self.0.cards[at];
        let entry = PyDict::new(py);
        entry.set_item("id", &card.id)?;
        entry.set_item("name", &card.name)?;
        entry.set_item("side", card.side.word())?;
        entry.set_item("commitment", card.commitment.word())?;
        entry.set_item("ops", card.ops)?;
        entry.set_item("sr", card.sr)?;
        entry.set_item("war_status", card.war_status)?;
        entry.set_item("combat_card", card.combat_card)?;
        entry.set_item("asterisk", card.removed_after_event)?;
        entry.set_item("effect", &card.effect)?;
        Ok(entry)
    }

    /// Name, rule number, default and meaning of every documented switch.
    #[staticmethod]
    fn readings() -> Vec<(&'static str, &'static str, bool, &'static str)> {
        readings::LIST
            .iter()
            .map(|(name, rule, text)| (*name, *rule, false, *text))
            .collect()
    }

    /// Every problem code with its meaning.
    #[staticmethod]
    fn problem_codes() -> Vec<(&'static str, &'static str)> {
        validate::CODES.to_vec()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        (py.get_type::<Self>(), (slf.get().directory(),))
            .into_pyobject(py)
            .map(Bound::into_any)
    }

    fn __repr__(&self) -> String {
        let from = self.directory().unwrap_or_else(|| "shipped".into());
        format!("PursuitTables({from})")
    }
}
