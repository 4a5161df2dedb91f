//! The tables of the game as they are printed: map, counters, cards, charts, scenarios.

mod battle;
mod cards;
mod conditions;
mod entries;
mod events;
mod known;
mod map;
mod offensives;
mod reinforcements;
mod revolts;
mod seasons;
mod units;

pub use battle::{BattleTables, FireTable, Ground, Table};
pub use cards::{CARD_CAPACITY, Card, CardId};
pub use entries::{EntersIf, Entry};
pub use known::Known;
pub use map::{Connection, PlaceId, Space};
pub use offensives::OffensiveTables;
pub use reinforcements::{Enters, Reinforcement};
pub use revolts::{RevoltEntry, RevoltTables};
pub use units::{Face, LossFactor, Unit, UnitId};

use super::vocabulary::Season;
use crate::cards::{Combat, Does};
use crate::resources::SCENARIOS;
use engine::error::{Error, Result, TableProblem};
use engine::resources::{checksum, owned};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The folder of the shipped tables among the embedded resources.
const SHIPPED: &str = "scenarios/pursuit_of_glory/";

/// The map, units, cards, charts and scenarios of Pursuit of Glory.
#[derive(Debug)]
pub struct Tables {
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
    /// Those of them that are combat cards.
    pub combat_cards: Vec<CardId>,
    /// The scenario files by name.
    pub scenarios: BTreeMap<String, String>,
    /// The charts of `tables.toml`.
    pub charts: toml::Table,
    /// The season of each turn, turn 1 first.
    pub seasons: Vec<Season>,
    /// What the rolls for mandated offensives come to.
    pub offensives: OffensiveTables,
    /// Where revolts may break out, and what the Revolution places.
    pub revolts: RevoltTables,
    /// What battles need of the tables.
    pub battle: BattleTables,
    /// The places and units that the rules name.
    pub known: Known,
    /// Differs whenever the ids of places, units or cards differ.
    pub fingerprint: u64,
    pub(crate) space_ids: HashMap<String, PlaceId>,
    pub(crate) unit_ids: HashMap<String, UnitId>,
    pub(crate) card_ids: HashMap<String, CardId>,
}

impl Tables {
    /// The tables that travel with the library, and what is wrong with them.
    pub(crate) fn shipped() -> (Self, Vec<TableProblem>) {
        Self::read(None, |name| {
            SCENARIOS
                .text(&format!("{SHIPPED}{name}"))
                .map(str::to_owned)
        })
    }

    /// An owner's tables: files in `directory` replace the shipped ones of the same name. And what is
    /// wrong with them.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a file cannot be read.
    pub(crate) fn load(directory: &Path) -> Result<(Self, Vec<TableProblem>)> {
        let own = owned(directory)?;
        let (mut tables, problems) = Self::read(Some(directory.to_owned()), |name| {
            own.get(name).cloned().or_else(|| {
                SCENARIOS
                    .text(&format!("{SHIPPED}{name}"))
                    .map(str::to_owned)
            })
        });
        for (name, text) in own {
            if let Some(stem) = scenario_stem(&name) {
                tables.scenarios.insert(stem.to_owned(), text);
            }
        }
        Ok((tables, problems))
    }

    /// Reads the tables, and what is wrong with them.
    fn read(
        directory: Option<PathBuf>,
        text: impl Fn(&str) -> Option<String>,
    ) -> (Self, Vec<TableProblem>) {
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
        let (units, cards, charts) = (table("units.csv"), table("cards.csv"), table("tables.toml"));
        let events = table("events.toml");
        let reinforcements = table("reinforcements.csv");
        let entries = entries::FILES.map(|(file, card)| ((file, card), table(file)));
        let (spaces, space_ids) = map::spaces(&spaces, &mut problems);
        let connections = map::connections(&connections, &spaces, &space_ids, &mut problems);
        let (units, unit_ids) = units::units(&units, &mut problems);
        let ids = conditions::Ids {
            spaces: &space_ids,
            units: &unit_ids,
        };
        let (mut cards, card_ids) = cards::cards(&cards, ids, &mut problems);
        events::events(&events, ids, &mut cards, &mut problems);
        reinforcements::reinforcements(&reinforcements, ids, &units, &mut cards, &mut problems);
        for (file, text) in &entries {
            entries::entries(
                *file,
                text,
                ids,
                (&spaces, &units),
                &mut cards,
                &mut problems,
            );
        }
        let charts = charts.parse::<toml::Table>().unwrap_or_else(|error| {
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
        let seasons = seasons::seasons(&charts, &mut problems);
        let offensives = OffensiveTables::read(&charts, &mut problems);
        let revolts = RevoltTables::read(&charts, &spaces, &space_ids, &card_ids, &mut problems);
        let battle = BattleTables::read(&charts, &mut problems);
        let known = Known::find(&space_ids, &unit_ids, &mut problems);
        let on_map = spaces
            .iter()
            .filter(|space| space.kind != super::vocabulary::Kind::Box)
            .count();
        let scenarios = SCENARIOS
            .paths()
            .filter_map(|path| {
                let stem = scenario_stem(path.strip_prefix(SHIPPED)?)?;
                Some((stem.to_owned(), SCENARIOS.text(path)?.to_owned()))
            })
            .collect();
        let fingerprint = fingerprint(
            spaces
                .iter()
                .map(|s| &s.id)
                .chain(units.iter().map(|u| &u.id))
                .chain(cards.iter().map(|c| &c.id)),
        );
        let tables = Self {
            directory,
            spaces,
            on_map,
            connections,
            units,
            combat_cards: (0..cards.len())
                .filter(|card| cards[*card].combat.is_some())
                .collect(),
            cards,
            scenarios,
            charts,
            seasons,
            offensives,
            revolts,
            battle,
            known,
            fingerprint,
            space_ids,
            unit_ids,
            card_ids,
        };
        (tables, problems)
    }

    /// What a card is as a combat card.
    #[must_use]
    pub fn combat(&self, card: CardId) -> Option<&Combat> {
        self.cards.get(card)?.combat.as_ref()
    }

    /// The combat cards with an effect.
    pub(crate) fn cards_with(&self, effect: Does) -> impl Iterator<Item = CardId> {
        let cards = self.combat_cards.iter().copied();
        cards.filter(move |card| self.combat(*card).is_some_and(|combat| combat.does(effect)))
    }

    /// The number of a place, if there is one.
    pub(crate) fn find_place(&self, id: &str) -> Option<PlaceId> {
        self.space_ids.get(id).copied()
    }

    /// The number of a unit, if there is one.
    pub(crate) fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.unit_ids.get(id).copied()
    }

    /// The number of a card, if there is one.
    pub(crate) fn find_card(&self, id: &str) -> Option<CardId> {
        self.card_ids.get(id).copied()
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
/// A scenario's name from its file's name; `tables.toml` and `events.toml` are no scenarios.
fn scenario_stem(file: &str) -> Option<&str> {
    file.strip_suffix(".toml")
        .filter(|stem| !["tables", "events"].contains(stem) && !stem.contains('/'))
}

fn fingerprint<'a>(ids: impl Iterator<Item = &'a String>) -> u64 {
    checksum(ids.flat_map(|id| id.bytes().chain([b'\n'])))
}
