//! The tables of the game: map, counters, charts, scenarios, read and checked once.

mod battles;
mod charts;
mod deployments;
mod events;
mod keys;
mod map;
mod scenarios;
mod special;
mod units;
mod victory;

pub use battles::{CombatCharts, FACES};
pub use charts::Charts;
pub use events::{Event, Events};
pub use map::{HexId, Hexside, LAYOUT, Map, MapHex};
pub use scenarios::{Attrition, Entry, Place, Replacements, Rules, Scenario, Turns};
pub use special::Special;
pub use units::{Face, Unit, UnitId};
pub use victory::VictoryCharts;

use crate::resources::SCENARIOS;
use crate::vocabulary::*;
use engine::error::{Error, Result, TableProblem};
use engine::resources::{checksum, owned};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The folder of the shipped tables among the embedded resources.
const SHIPPED: &str = "scenarios/twilight_of_the_habsburgs/";

/// The map, units, charts and scenarios of Twilight of the Habsburgs.
#[derive(Debug)]
pub struct Tables {
    /// The owner's folder, if these are not the shipped tables.
    pub directory: Option<PathBuf>,
    /// The map.
    pub map: Map,
    /// The units.
    pub units: Vec<Unit>,
    /// What the charts fix in numbers.
    pub charts: Charts,
    /// What combat asks of them.
    pub combat: CombatCharts,
    /// The event table.
    pub events: Events,
    /// What victory is reckoned with.
    pub victory: VictoryCharts,
    /// The scenarios, in the order of their names.
    pub scenarios: Vec<Scenario>,
    /// How each scenario's units are deployed: where, and whether in trench state.
    pub deployments: Vec<Vec<(UnitId, HexId, bool)>>,
    /// The rules that stand in the tables.
    pub rules: Rules,
    /// The text of each scenario's file.
    pub files: BTreeMap<String, String>,
    /// Differs whenever the ids of hexes, units or scenarios differ.
    pub fingerprint: u64,
    pub(crate) unit_ids: HashMap<String, UnitId>,
}

fn shipped(name: &str) -> Option<String> {
    SCENARIOS
        .text(&format!("{SHIPPED}{name}"))
        .map(str::to_owned)
}

impl Tables {
    /// The tables that travel with the library, and what is wrong with them.
    pub(crate) fn shipped() -> (Self, Vec<TableProblem>) {
        Self::read(None, &HashMap::new())
    }

    /// An owner's tables: files in `directory` replace the shipped ones of the same name. And what is
    /// wrong with them.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a file cannot be read.
    pub(crate) fn load(directory: &Path) -> Result<(Self, Vec<TableProblem>)> {
        let own = owned(directory)?;
        Ok(Self::read(Some(directory.to_owned()), &own))
    }

    fn read(
        directory: Option<PathBuf>,
        own: &HashMap<String, String>,
    ) -> (Self, Vec<TableProblem>) {
        let mut problems = Vec::new();
        let mut table = |name: &str| {
            own.get(name)
                .cloned()
                .or_else(|| shipped(name))
                .unwrap_or_else(|| {
                    problems.push(whole(name, "is missing"));
                    String::new()
                })
        };
        let (hexes, sides) = (table("hexes.csv"), table("hexsides.csv"));
        let (units, charts) = (table("units.csv"), table("tables.toml"));
        let (battle, strips) = (table("orders_of_battle.csv"), table("setup_strips.csv"));
        let (deployed, events) = (table("deployments.csv"), table("events.toml"));
        let map = map::map(&hexes, &sides, &mut problems);
        let (units, unit_ids) = units::units(&units, &mut problems);
        let parsed = |file: &str, text: &str, problems: &mut Vec<TableProblem>| {
            text.parse::<toml::Table>().unwrap_or_else(|error| {
                problems.push(whole(file, error.message()));
                toml::Table::new()
            })
        };
        let numbers = parsed("tables.toml", &charts, &mut problems);
        let charts = Charts::read(&numbers, &mut problems);
        let combat = CombatCharts::read(&numbers, &mut problems);
        let victory = VictoryCharts::read(&numbers, &map, &mut problems);
        let events = parsed("events.toml", &events, &mut problems);
        let events = Events::read(&events, &mut problems);
        if !map.ids.contains_key(&charts.ferry_port) {
            problems.push(TableProblem {
                column: "garda.port".into(),
                ..whole("tables.toml", "is no hex of the map")
            });
        }
        let names = SCENARIOS
            .paths()
            .filter_map(|path| path.strip_prefix(SHIPPED));
        let names = names.map(str::to_owned).chain(own.keys().cloned());
        let files: BTreeMap<String, String> = names
            .filter_map(|file| {
                let text = own.get(&file).cloned().or_else(|| shipped(&file))?;
                Some((scenario_stem(&file)?.to_owned(), text))
            })
            .collect();
        let mut rules = Rules::default();
        let scenarios = scenarios::Reader {
            map: &map,
            units: &units,
            unit_ids: &unit_ids,
            rules: &mut rules,
            problems: &mut problems,
        }
        .scenarios(&files, &battle, &strips);
        let deployments =
            deployments::deployments(&deployed, &map, &unit_ids, &scenarios, &mut problems);
        let ids = map.hexes.iter().map(|hex| &hex.id);
        let ids = ids.chain(units.iter().map(|unit| &unit.id));
        let ids = ids.chain(scenarios.iter().map(|scenario| &scenario.name));
        let fingerprint = checksum(ids.flat_map(|id| id.bytes().chain([b'\n'])));
        let tables = Self {
            directory,
            map,
            units,
            charts,
            combat,
            events,
            victory,
            scenarios,
            deployments,
            rules,
            files,
            fingerprint,
            unit_ids,
        };
        (tables, problems)
    }

    /// The number of a unit; `field` names where the id was read.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn unit(&self, field: &str, id: &str) -> Result<UnitId> {
        self.unit_ids.get(id).copied().ok_or_else(|| {
            let ids = self.units.iter().map(|unit| unit.id.as_str());
            Error::unknown(field, "unit", id, ids)
        })
    }

    /// The number of a hex.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn hex(&self, field: &str, id: &str) -> Result<HexId> {
        self.map.ids.get(id).copied().ok_or_else(|| {
            let ids = self.map.hexes.iter().map(|hex| hex.id.as_str());
            Error::unknown(field, "hex", id, ids)
        })
    }

    /// The number of a place: a hex, or a box, whose numbers follow those of the hexes.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn place(&self, field: &str, id: &str) -> Result<usize> {
        if let Some(off_map) = OffMap::parse(id) {
            return Ok(self.off_map(off_map));
        }
        self.map.ids.get(id).copied().ok_or_else(|| {
            let ids = self.map.hexes.iter().map(|hex| hex.id.as_str());
            let boxes = OffMap::ALL.iter().map(|place| place.word());
            Error::unknown(field, "place", id, ids.chain(boxes))
        })
    }

    /// The number of a box among places.
    #[must_use]
    pub fn off_map(&self, place: OffMap) -> usize {
        self.map.hexes.len() + place as usize
    }

    /// The id of a place.
    #[must_use]
    pub fn place_id(&self, place: usize) -> &str {
        match self.map.hexes.get(place) {
            Some(hex) => &hex.id,
            None => {
                let number = u8::try_from(place - self.map.hexes.len()).unwrap_or(u8::MAX);
                OffMap::at(number).map_or("?", OffMap::word)
            }
        }
    }

    /// The number of a scenario, by its name with or without the game's folder.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest scenario.
    pub fn scenario(&self, field: &str, name: &str) -> Result<usize> {
        let stem = name
            .strip_prefix("twilight_of_the_habsburgs/")
            .unwrap_or(name);
        let found = self.scenarios.iter().position(|known| known.name == stem);
        found.ok_or_else(|| {
            let known = self.scenarios.iter().map(|known| known.name.as_str());
            Error::unknown(field, "scenario", stem, known)
        })
    }
}

fn whole(file: &str, message: &str) -> TableProblem {
    TableProblem {
        file: file.into(),
        row: 0,
        column: String::new(),
        message: message.into(),
    }
}

/// A scenario's name from its file's name; `tables.toml` and `events.toml` are none.
fn scenario_stem(file: &str) -> Option<&str> {
    file.strip_suffix(".toml")
        .filter(|stem| !matches!(*stem, "tables" | "events") && !stem.contains('/'))
}
