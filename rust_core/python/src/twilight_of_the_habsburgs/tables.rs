//! `TwilightTables`: the tables of Twilight of the Habsburgs.

use crate::errors::Failure;
use ::twilight_of_the_habsburgs::data::Data;
use ::twilight_of_the_habsburgs::setup::TO_SET_UP;
use ::twilight_of_the_habsburgs::state::FrameKind;
use ::twilight_of_the_habsburgs::vocabulary::{Level, OffMap};
use ::twilight_of_the_habsburgs::{document, validate};
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

/// The map, units and charts of Twilight of the Habsburgs, checked on load.
///
/// Two are equal if they are the same: read at the same time from the same place.
#[pyclass(frozen, eq, hash, module = "lexbelli._core")]
pub(super) struct TwilightTables(pub(super) Arc<Data>);

impl PartialEq for TwilightTables {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Hash for TwilightTables {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// What is printed on a hexside; see `hexsides`.
type Printed<'a> = (
    &'a str,
    &'a str,
    Option<&'a str>,
    Option<&'a str>,
    bool,
    bool,
);

#[pymethods]
impl TwilightTables {
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
        let directory = self.0.directory.as_ref();
        directory.map(|directory| directory.display().to_string())
    }

    /// The name, title, status and provenance of every scenario; each stands twice, deployed and to
    /// be set up.
    fn scenarios(&self) -> Vec<(String, String, String, String)> {
        let told = |name: String,
                    title: String,
                    scenario: &::twilight_of_the_habsburgs::data::Scenario| {
            (
                name,
                title,
                scenario.status.clone(),
                scenario.provenance.clone(),
            )
        };
        let mut found = Vec::new();
        for scenario in &self.0.scenarios {
            found.push(told(
                scenario.name.clone(),
                scenario.title.clone(),
                scenario,
            ));
            let title = format!("{}, to be set up", scenario.title);
            found.push(told(
                format!("{}{TO_SET_UP}", scenario.name),
                title,
                scenario,
            ));
        }
        found
    }

    fn static_facts(&self, scenario: &str) -> Result<String, Failure> {
        let at = self.0.scenario("scenario", scenario)?;
        Ok(self.0.facts(at))
    }

    /// Of a scenario: which start `line`, its `last_turn`, the army of each unit (`armies`), the hexes in which
    /// armies set up along it (`strips`), and what places are worth to whom (`scoring`: hex, side,
    /// points).
    fn scenario<'py>(&self, py: Python<'py>, scenario: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.scenario("scenario", scenario).map_err(Failure)?;
        let scenario = &self.0.scenarios[at];
        let entry = PyDict::new(py);
        let armies: Vec<_> = scenario
            .entries
            .iter()
            .filter_map(|entry| {
                let army = &scenario.armies[entry.army?];
                Some((self.0.units[entry.unit].id.as_str(), army.as_str()))
            })
            .collect();
        let sides = ::twilight_of_the_habsburgs::vocabulary::Side::BOTH.into_iter();
        let scoring: Vec<_> = sides
            .flat_map(|side| {
                let worth = scenario.victory[side as usize].iter();
                worth.filter_map(move |(town, points)| {
                    let hex = *self.0.map.towns.get(town)?;
                    Some((self.0.place_id(hex), side.word(), *points))
                })
            })
            .collect();
        entry.set_item("line", scenario.line as usize)?;
        let strips: Vec<_> = scenario
            .armies
            .iter()
            .zip(&scenario.strips)
            .map(|(army, strip)| {
                let hexes: Vec<_> = strip.iter().map(|hex| self.0.place_id(*hex)).collect();
                (army.as_str(), hexes)
            })
            .collect();
        entry.set_item("armies", armies)?;
        entry.set_item("strips", strips)?;
        entry.set_item("last_turn", scenario.last_turn)?;
        entry.set_item("scoring", scoring)?;
        Ok(entry)
    }

    fn unit_ids(&self) -> Vec<&str> {
        self.0.units.iter().map(|unit| unit.id.as_str()).collect()
    }

    /// The hexes, and after them the boxes.
    fn place_ids(&self) -> Vec<&str> {
        let last = self.0.off_map(OffMap::Covered);
        (0..=last).map(|place| self.0.place_id(place)).collect()
    }

    fn unit<'py>(&self, py: Python<'py>, unit: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.unit("unit", unit).map_err(Failure)?;
        let unit = &self.0.units[at];
        let entry = PyDict::new(py);
        entry.set_item("id", &unit.id)?;
        entry.set_item("name", &unit.name)?;
        entry.set_item("side", unit.side.word())?;
        entry.set_item("nation", unit.nation.word())?;
        entry.set_item("size", unit.size.word())?;
        entry.set_item("kind", unit.kind.word())?;
        entry.set_item("steps", unit.steps)?;
        let face = |face: ::twilight_of_the_habsburgs::data::Face| {
            (face.attack, face.defence, face.movement)
        };
        entry.set_item("full", face(unit.full))?;
        entry.set_item("reduced", face(unit.reduced))?;
        entry.set_item("trench", unit.trench.map(|[full, reduced]| (full, reduced)))?;
        entry.set_item("command_range", unit.command_range)?;
        entry.set_item("source", &unit.source)?;
        entry.set_item("note", &unit.note)?;
        Ok(entry)
    }

    fn hex<'py>(&self, py: Python<'py>, hex: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.0.hex("hex", hex).map_err(Failure)?;
        let hex = &self.0.map.hexes[at];
        let entry = PyDict::new(py);
        let side = |side: Option<::twilight_of_the_habsburgs::vocabulary::Side>| {
            side.map(|side| side.word())
        };
        entry.set_item("id", &hex.id)?;
        entry.set_item("number", &hex.number)?;
        entry.set_item("row", hex.row)?;
        entry.set_item("column", hex.column)?;
        entry.set_item("terrain", hex.terrain.word())?;
        entry.set_item("towns", &hex.towns)?;
        entry.set_item("city", hex.city)?;
        entry.set_item("fortress", side(hex.fortress))?;
        entry.set_item("fortress_name", &hex.fortress_name)?;
        entry.set_item("rail", hex.rail)?;
        entry.set_item("coast", hex.coast)?;
        entry.set_item("country", hex.country.map(|country| country.word()))?;
        let edges: Vec<_> = hex.edges.iter().map(|edge| edge.word()).collect();
        entry.set_item("edges", edges)?;
        entry.set_item("depots", hex.depot.map(side))?;
        entry.set_item("sides", hex.side.map(side))?;
        entry.set_item("source", &hex.source)?;
        entry.set_item("note", &hex.note)?;
        Ok(entry)
    }

    /// The hexsides on which anything is printed: the two hexes, the names of river and railway,
    /// whether there is a trench line, and whether nobody may cross.
    fn hexsides(&self) -> Vec<Printed<'_>> {
        let id = |at: usize| self.0.map.hexes[at].id.as_str();
        let sides = self.0.map.sides.iter();
        let told = sides.map(|side| {
            (
                id(side.a),
                id(side.b),
                side.river.as_deref(),
                side.rail.as_deref(),
                side.trench,
                side.barred,
            )
        });
        told.collect()
    }

    /// The odds of the columns of the combat tables, such as `2:1` (9.2).
    fn odds_columns(&self) -> Vec<String> {
        self.0.combat.column_names().collect()
    }

    /// The least margin of each level of victory, the highest first (14.92); the last has none.
    fn levels(&self) -> Vec<(&str, Option<i32>)> {
        let listed = self.0.victory.levels.iter();
        let least = |level: Level| listed.clone().find(|(_, word)| *word == level);
        let levels = Level::ALL.iter().map(|level| (level.word(), least(*level)));
        levels
            .map(|(word, row)| (word, row.map(|(least, _)| *least)))
            .collect()
    }

    /// The name and the title of the event of two dice (5.0); None if no two dice show it.
    fn event(&self, roll: u16) -> Option<(&str, &str)> {
        let event = self.0.events.of(roll)?;
        Some((&event.name, &event.title))
    }

    /// Every problem code with its meaning.
    #[staticmethod]
    fn problem_codes() -> Vec<(&'static str, &'static str)> {
        validate::CODES.to_vec()
    }

    /// The words of frames of the agenda.
    #[staticmethod]
    fn frames() -> Vec<&'static str> {
        FrameKind::LIST.words.to_vec()
    }

    /// The JSON Schema of documents.
    #[staticmethod]
    fn schema() -> String {
        document::schema().to_string()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        (py.get_type::<Self>(), (slf.get().directory(),))
            .into_pyobject(py)
            .map(Bound::into_any)
    }

    fn __repr__(&self) -> String {
        let from = self.directory().unwrap_or_else(|| "shipped".into());
        format!("TwilightTables({from})")
    }
}
