//! The tables of the game, read and checked once.

mod battle;
mod cards;
mod counters;
mod distances;
mod known;
mod lookup;
mod map;
mod seasons;
mod sheet;
mod stakes;
mod units;
mod ways;
mod words;

pub use battle::{BattleTables, FireTable, Ground, Table};
pub use cards::{CARD_CAPACITY, Card, CardId};
pub use counters::{Counter, Counters, Crowd, Nations};
pub(super) use distances::NEVER;
pub use known::Known;
pub(super) use lookup::{Lookup, Word};
pub use map::{Connection, PlaceId, Space};
pub use stakes::Stakes;
pub use units::{Face, LossFactor, Unit, UnitId};
pub use ways::Ways;
pub(in crate::pursuit_of_glory) use words::{Meaning, Term, Words, key};

use super::check::at_large;
use super::setup::Setup;
use super::state::State;
use super::supply::network::Network;
use super::validate::sound::Bounds;
use super::vocabulary::Season;
use crate::board::bitset::BitSet;
use crate::error::{Error, Result, TableProblem};
use crate::resources::{self, checksum};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The folder of the shipped tables among the embedded resources.
const SHIPPED: &str = "scenarios/pursuit_of_glory/";
/// An owner's table larger than this is refused unread.
const LARGEST_TABLE: u64 = 16 << 20;

/// The map, units, cards and scenarios of Pursuit of Glory.
#[derive(Debug)]
pub struct Data {
    /// The owner's folder, if these are not the shipped tables.
    pub directory: Option<PathBuf>,
    /// The places: first those on the map, then the boxes.
    pub spaces: Vec<Space>,
    /// How many of the places are on the map.
    pub on_map: usize,
    /// The connections, each once.
    pub connections: Vec<Connection>,
    /// The units.
    pub units: Vec<Unit>,
    /// The cards.
    pub cards: Vec<Card>,
    /// The scenario files by name.
    pub scenarios: BTreeMap<String, String>,
    /// The tables of `tables.toml`.
    pub tables: toml::Table,
    /// The season of each turn, turn 1 first.
    pub seasons: Vec<Season>,
    /// What battles need of the tables.
    pub battle: BattleTables,
    /// What victory and attrition ask of map and counters, prepared once.
    pub stakes: Stakes,
    /// The places and cards that the rules name.
    pub known: Known,
    /// What supply needs of the map, prepared once.
    pub network: Network,
    /// What movement needs of the map, prepared once.
    pub ways: Ways,
    /// What the words of a move mean, prepared once.
    pub(in crate::pursuit_of_glory) words: Words,
    /// The places on the map as their ids follow each other.
    pub(in crate::pursuit_of_glory) alphabet: Alphabet,
    /// What is asked of every counter of a move, prepared once.
    pub counters: Counters,
    /// Where each unit goes without its own limits being looked at, prepared once.
    pub at_large: Vec<BitSet>,
    /// Differs whenever the ids of places, units or cards differ.
    pub fingerprint: u64,
    /// What a set-up starts from, and its hash.
    pub(super) blank: (State, u64),
    /// What bounds a sound position, prepared once.
    pub(super) bounds: Option<Bounds>,
    /// The ids of places, units and cards, for quick readers.
    pub(super) lookups: Lookups,
    space_ids: HashMap<String, PlaceId>,
    unit_ids: HashMap<String, UnitId>,
    card_ids: HashMap<String, CardId>,
}

/// The places on the map in the order of the alphabet, so that numbers compare like ids.
#[derive(Debug)]
pub(in crate::pursuit_of_glory) struct Alphabet {
    /// The places, one after the other.
    pub(in crate::pursuit_of_glory) names: Vec<PlaceId>,
    /// Where each place comes.
    pub(in crate::pursuit_of_glory) ranks: Vec<usize>,
}

impl Alphabet {
    fn new(spaces: &[Space], on_map: usize) -> Self {
        let mut names: Vec<PlaceId> = (0..on_map).collect();
        names.sort_by_key(|place| &spaces[*place].id);
        let mut ranks = vec![0; on_map];
        for (rank, place) in names.iter().enumerate() {
            ranks[*place] = rank;
        }
        Self { names, ranks }
    }
}

/// Tables from ids to numbers. They may lack ids, so what they do not find may exist.
#[derive(Debug)]
pub(super) struct Lookups {
    pub(super) places: Lookup,
    pub(super) units: Lookup,
    pub(super) cards: Lookup,
}

impl Data {
    /// The tables that travel with the library.
    ///
    /// # Errors
    /// If they are not consistent, which the tests exclude.
    pub fn shipped() -> Result<Self> {
        Self::read(None, |name| {
            resources::text(&format!("{SHIPPED}{name}")).map(str::to_owned)
        })
    }

    /// An owner's tables: files in `directory` replace the shipped ones of the same name.
    ///
    /// # Errors
    /// [`Error::BadTables`] with every problem; [`Error::BadInput`] if a file cannot be read.
    pub fn load(directory: &Path) -> Result<Self> {
        if !directory.is_dir() {
            return Err(Error::bad(
                "--data",
                format!("'{}' is no folder", directory.display()),
            ));
        }
        let mut own = HashMap::new();
        let listing = std::fs::read_dir(directory)
            .map_err(|e| Error::bad(directory.display().to_string(), e.to_string()))?;
        for entry in listing.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !(name.ends_with(".csv") || name.ends_with(".toml")) {
                continue;
            }
            let field = entry.path().display().to_string();
            let size = entry.metadata().map_or(0, |data| data.len());
            if size > LARGEST_TABLE {
                return Err(Error::bad(
                    field,
                    format!("is larger than {LARGEST_TABLE} bytes"),
                ));
            }
            let text = std::fs::read_to_string(entry.path())
                .map_err(|e| Error::bad(field, format!("cannot be read: {e}")))?;
            own.insert(name, text);
        }
        let mut data = Self::read(Some(directory.to_owned()), |name| {
            own.get(name)
                .cloned()
                .or_else(|| resources::text(&format!("{SHIPPED}{name}")).map(str::to_owned))
        })?;
        for (name, text) in own {
            if let Some(stem) = scenario_stem(&name) {
                data.scenarios.insert(stem.to_owned(), text);
            }
        }
        Ok(data)
    }

    fn read(directory: Option<PathBuf>, text: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let mut problems = Vec::new();
        let mut table = |name: &str| {
            text(name).unwrap_or_else(|| {
                problems.push(TableProblem {
                    file: name.into(),
                    row: 0,
                    column: String::new(),
                    message: "is missing".into(),
                });
                String::new()
            })
        };
        let (spaces, connections) = (table("spaces.csv"), table("connections.csv"));
        let (units, cards, tables) = (table("units.csv"), table("cards.csv"), table("tables.toml"));
        let (spaces, space_ids) = map::spaces(&spaces, &mut problems);
        let connections = map::connections(&connections, &spaces, &space_ids, &mut problems);
        let (units, unit_ids) = units::units(&units, &mut problems);
        let (cards, card_ids) = cards::cards(&cards, &mut problems);
        let tables = tables.parse::<toml::Table>().unwrap_or_else(|error| {
            problems.push(TableProblem {
                file: "tables.toml".into(),
                row: 0,
                column: String::new(),
                message: error.message().to_owned(),
            });
            toml::Table::new()
        });
        for connection in &connections {
            if let Some(card) = connection
                .completed_by
                .as_ref()
                .filter(|c| !card_ids.contains_key(*c))
            {
                problems.push(TableProblem {
                    file: "connections.csv".into(),
                    row: 0,
                    column: "flags".into(),
                    message: format!("completed by unknown card '{card}'"),
                });
            }
        }
        let seasons = seasons::seasons(&tables, &mut problems);
        let battle = BattleTables::read(&tables, &mut problems);
        let stakes = Stakes::new(
            &spaces,
            &space_ids,
            &connections,
            &units,
            &tables,
            &mut problems,
        );
        let known = Known::find(&space_ids, &unit_ids, &card_ids, &mut problems);
        if !problems.is_empty() {
            problems.sort();
            problems.dedup();
            return Err(Error::BadTables(problems));
        }
        let on_map = spaces
            .iter()
            .filter(|space| space.kind != super::vocabulary::Kind::Box)
            .count();
        let scenarios = resources::paths()
            .filter_map(|path| {
                let stem = scenario_stem(path.strip_prefix(SHIPPED)?)?;
                Some((stem.to_owned(), resources::text(path)?.to_owned()))
            })
            .collect();
        let fingerprint = fingerprint(
            spaces
                .iter()
                .map(|s| &s.id)
                .chain(units.iter().map(|u| &u.id))
                .chain(cards.iter().map(|c| &c.id)),
        );
        let network = Network::new(&spaces, on_map, &connections, &units, &known);
        let ways = Ways::new(&spaces, on_map, &connections);
        let words = Words::new(&spaces, on_map, &units);
        let counters = Counters::new(&units, &network.greek_units, &known);
        let at_large = (0..units.len())
            .map(|at| at_large(at, &units[at], &network.ranges[at], &spaces, &known))
            .collect();
        let blank = Setup::blank(&spaces);
        let lookups = Lookups {
            places: Lookup::new(spaces.iter().map(|space| space.id.as_str())),
            units: Lookup::new(units.iter().map(|unit| unit.id.as_str())),
            cards: Lookup::new(cards.iter().map(|card| card.id.as_str())),
        };
        let bounds = Bounds::new(&spaces, on_map, &units, &cards, &known, &network);
        let alphabet = Alphabet::new(&spaces, on_map);
        Ok(Self {
            directory,
            spaces,
            on_map,
            connections,
            units,
            cards,
            scenarios,
            tables,
            seasons,
            battle,
            stakes,
            known,
            network,
            ways,
            words,
            alphabet,
            counters,
            at_large,
            fingerprint,
            blank: (blank, blank.hash_from_scratch()),
            bounds,
            lookups,
            space_ids,
            unit_ids,
            card_ids,
        })
    }

    /// The number of a place, if there is one.
    pub(in crate::pursuit_of_glory) fn find_place(&self, id: &str) -> Option<PlaceId> {
        self.space_ids.get(id).copied()
    }

    /// The number of a unit, if there is one.
    pub(in crate::pursuit_of_glory) fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.unit_ids.get(id).copied()
    }

    /// The number of a place; `field` names where the id was read.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn place(&self, field: &str, id: &str) -> Result<PlaceId> {
        self.space_ids.get(id).copied().ok_or_else(|| {
            let names = self.spaces.iter().map(|space| space.id.as_str());
            // A printed variant of the name points at the id it means.
            let meant = self.spaces.iter().find(|space| {
                space.name.eq_ignore_ascii_case(id)
                    || space
                        .aliases
                        .iter()
                        .any(|alias| alias.eq_ignore_ascii_case(id))
            });
            match (Error::unknown(field, "space", id, names), meant) {
                (Error::BadInput { field, message, .. }, Some(space)) => Error::BadInput {
                    field,
                    message,
                    suggestion: Some(space.id.clone()),
                },
                (error, _) => error,
            }
        })
    }

    /// The number of a place on the map.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such place or it is a box.
    pub fn space(&self, field: &str, id: &str) -> Result<PlaceId> {
        let place = self.place(field, id)?;
        if place < self.on_map {
            Ok(place)
        } else {
            Err(Error::bad(
                field,
                format!("'{id}' is a box; a space of the map is needed"),
            ))
        }
    }

    /// The number of a unit.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn unit(&self, field: &str, id: &str) -> Result<UnitId> {
        self.unit_ids.get(id).copied().ok_or_else(|| {
            Error::unknown(
                field,
                "unit",
                id,
                self.units.iter().map(|unit| unit.id.as_str()),
            )
        })
    }

    /// The number of a card.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest valid id.
    pub fn card(&self, field: &str, id: &str) -> Result<CardId> {
        self.card_ids.get(id).copied().ok_or_else(|| {
            Error::unknown(
                field,
                "card",
                id,
                self.cards.iter().map(|card| card.id.as_str()),
            )
        })
    }

    /// The text of a scenario file, by name with or without the game's folder.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest scenario.
    pub fn scenario_text(&self, name: &str) -> Result<&str> {
        let stem = name.strip_prefix("pursuit_of_glory/").unwrap_or(name);
        self.scenarios.get(stem).map(String::as_str).ok_or_else(|| {
            Error::unknown(
                "scenario",
                "scenario",
                stem,
                self.scenarios.keys().map(String::as_str),
            )
        })
    }
}

/// A scenario's name from its file's name; `tables.toml` is no scenario.
fn scenario_stem(file: &str) -> Option<&str> {
    file.strip_suffix(".toml")
        .filter(|stem| *stem != "tables" && !stem.contains('/'))
}

fn fingerprint<'a>(ids: impl Iterator<Item = &'a String>) -> u64 {
    checksum(ids.flat_map(|id| id.bytes().chain([b'\n'])))
}
