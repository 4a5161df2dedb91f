//! The tables together with what is prepared of them.
//!
//! What stands above takes the types of both from here.

pub use super::indices::{Beside, Campaign, Ground};
pub use super::tables::{
    Attrition, Charts, CombatCharts, Entry, Event, FACES, Face, HexId, Place, Replacements,
    Scenario, Special, Tables, Turns, Unit, UnitId, VictoryCharts,
};

use super::indices::Words;
use super::state::{State, Table as Named};
use crate::board::Few;
use crate::vocabulary::OffMap;
use engine::document::Names;
use engine::error::{Error, Result, TableProblem};
use engine::names::Word;
use std::ops::Deref;
use std::path::Path;

/// The tables of Twilight of the Habsburgs, and what is prepared of them once.
#[derive(Debug)]
pub struct Data {
    tables: Tables,
    /// The map as sets.
    pub ground: Ground,
    /// Each scenario as sets.
    pub campaigns: Vec<Campaign>,
    /// The towns whose last passer matters (13.7, 14.91), by name, with their hexes.
    pub towns: Vec<(String, HexId)>,
    /// What names in orders mean.
    pub(crate) words: Words,
}

impl Deref for Data {
    type Target = Tables;
    #[inline(always)]
    fn deref(&self) -> &Tables {
        &self.tables
    }
}

impl Data {
    /// The tables that travel with the library.
    ///
    /// # Errors
    /// If they are not consistent, which the tests exclude.
    pub fn shipped() -> Result<Self> {
        Self::prepare(Tables::shipped())
    }

    /// An owner's tables: files in `directory` replace the shipped ones of the same name.
    ///
    /// # Errors
    /// [`Error::BadTables`] with every problem; [`Error::BadInput`] if a file cannot be read.
    pub fn load(directory: &Path) -> Result<Self> {
        Self::prepare(Tables::load(directory)?)
    }

    fn prepare((tables, mut problems): (Tables, Vec<TableProblem>)) -> Result<Self> {
        let ground = Ground::new(&tables.map, &tables.charts, &mut problems);
        let scoring = tables
            .scenarios
            .iter()
            .flat_map(|scenario| scenario.victory.iter().flatten());
        let mut names: Vec<&str> = scoring
            .map(|(town, _)| town.as_str())
            .chain(tables.victory.collapse_towns.iter().map(String::as_str))
            .collect();
        names.sort_unstable();
        names.dedup();
        let mut towns = Vec::new();
        for name in names {
            match tables.map.towns.get(name) {
                Some(hex) if towns.len() < Few::CAPACITY => towns.push((name.to_owned(), *hex)),
                found => problems.push(TableProblem {
                    file: "hexes.csv".into(),
                    row: 0,
                    column: "town".into(),
                    message: match found {
                        None => format!("'{name}' is missing, which the rules name"),
                        Some(_) => format!("'{name}' is one scoring town too many"),
                    },
                }),
            }
        }
        let Some(ground) = ground.filter(|_| problems.is_empty()) else {
            problems.sort();
            problems.dedup();
            return Err(Error::BadTables(problems));
        };
        let campaigns = tables.scenarios.iter();
        let campaigns = campaigns
            .map(|scenario| {
                Campaign::new(
                    scenario,
                    &tables.map,
                    &tables.units,
                    &tables.charts,
                    &tables.victory,
                    &ground,
                )
            })
            .collect();
        Ok(Self {
            words: Words::new(&tables.map, &tables.units),
            campaigns,
            towns,
            ground,
            tables,
        })
    }

    /// The hexes of a document's table of hexes.
    fn listed(&self, table: Named) -> &[HexId] {
        match table {
            Named::Fortresses => &self.map.fortresses,
            _ => &self.map.depots,
        }
    }
}

/// The names that documents of positions are made of.
impl Names<State> for Data {
    fn count(&self, table: Named) -> usize {
        match table {
            Named::Units => self.units.len(),
            Named::Places => self.map.hexes.len() + OffMap::ALL.len(),
            Named::Fortresses | Named::Depots => self.listed(table).len(),
            Named::Towns => self.towns.len(),
            Named::Scenarios => self.scenarios.len(),
        }
    }

    fn name(&self, table: Named, number: usize) -> Option<&str> {
        Some(match table {
            Named::Units => &self.units.get(number)?.id,
            Named::Places if number < self.count(table) => self.place_id(number),
            Named::Places => return None,
            Named::Fortresses | Named::Depots => {
                &self.map.hexes[*self.listed(table).get(number)?].id
            }
            Named::Towns => &self.towns.get(number)?.0,
            Named::Scenarios => &self.scenarios.get(number)?.name,
        })
    }

    fn number(&self, table: Named, field: &str, name: &str) -> Result<usize> {
        let among = |what: &str, names: &mut dyn Iterator<Item = &str>| {
            let names: Vec<&str> = names.collect();
            let found = names.iter().position(|known| *known == name);
            found.ok_or_else(|| Error::unknown(field, what, name, names))
        };
        match table {
            Named::Units => self.unit(field, name),
            Named::Places => self.place(field, name),
            Named::Fortresses | Named::Depots => {
                let what = match table {
                    Named::Fortresses => "fortress",
                    _ => "depot",
                };
                let hexes = self.listed(table).iter();
                among(what, &mut hexes.map(|hex| self.map.hexes[*hex].id.as_str()))
            }
            Named::Towns => among(
                "town",
                &mut self.towns.iter().map(|(town, _)| town.as_str()),
            ),
            Named::Scenarios => self.scenario(field, name),
        }
    }

    fn find(&self, _: Named, _: Word) -> Option<usize> {
        None
    }
}
