//! The tables together with what is prepared of them: what everything above is asked with.
//!
//! What stands above takes the types of both from here.

pub(crate) use super::indices::{Alphabet, Lookups, NEVER, NameIndex};
pub use super::indices::{
    Counter, Counters, Crowd, Lines, MovementGraph, Nations, Network, VictoryIndex, Ways,
};
pub use super::tables::{
    BattleTables, CARD_CAPACITY, Card, CardId, Connection, EntersIf, Entry, Face, FireTable,
    Ground, Known, LossFactor, PlaceId, Reinforcement, Space, Table, Tables, Unit, UnitId,
};

use super::indices::{Bounds, blank, unrestricted};
use super::state::{State, Table as Named};
use crate::board::BitSet;
use engine::document::Names;
use engine::error::{Error, Result, TableProblem};
use engine::names::Word;
use std::ops::Deref;
use std::path::Path;

/// The tables of Pursuit of Glory, and what is prepared of them once.
#[derive(Debug)]
pub struct Data {
    tables: Tables,
    /// What victory and attrition ask of map and counters, prepared once.
    pub victory_index: VictoryIndex,
    /// What supply needs of the map, prepared once.
    pub network: Network,
    /// What movement needs of the map, prepared once.
    pub movement_graph: MovementGraph,
    /// The lines that units redeploy along, prepared once.
    pub lines: Lines,
    /// What the words of a move mean, prepared once.
    pub(crate) name_index: NameIndex,
    /// The places on the map as their ids follow each other.
    pub(crate) alphabet: Alphabet,
    /// What is asked of every counter of a move, prepared once.
    pub counters: Counters,
    /// Where each unit goes without its own limits being looked at, prepared once.
    pub unrestricted: Vec<BitSet>,
    /// What a set-up starts from, and its hash.
    pub(super) blank: (State, u64),
    /// What bounds a sound position, prepared once.
    pub(super) bounds: Option<Bounds>,
    /// The ids of places, units and cards, for quick readers.
    pub(super) lookups: Lookups,
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
        let Tables {
            spaces,
            on_map,
            connections,
            units,
            cards,
            known,
            ..
        } = &tables;
        let on_map = *on_map;
        let victory_index = VictoryIndex::new(
            spaces,
            &tables.space_ids,
            connections,
            units,
            &tables.charts,
            &mut problems,
        );
        if !problems.is_empty() {
            problems.sort();
            problems.dedup();
            return Err(Error::BadTables(problems));
        }
        let network = Network::new(spaces, on_map, connections, units, known);
        let unrestricted = (0..units.len())
            .map(|at| unrestricted(at, &units[at], &network.ranges[at], spaces, known))
            .collect();
        let blank = blank(spaces);
        Ok(Self {
            victory_index,
            movement_graph: MovementGraph::new(spaces, on_map, connections),
            lines: Lines::new(spaces, on_map, connections, units),
            name_index: NameIndex::new(spaces, on_map, units, cards),
            alphabet: Alphabet::new(spaces, on_map),
            counters: Counters::new(units, &network.greek_units),
            unrestricted,
            blank: (blank, blank.hash_from_scratch()),
            bounds: Bounds::new(spaces, on_map, units, cards, known, &network),
            lookups: Lookups::new(spaces, units, cards),
            network,
            tables,
        })
    }
}

/// The names that documents of positions are made of.
impl Names<State> for Data {
    fn count(&self, table: Named) -> usize {
        match table {
            Named::Units => self.units.len(),
            Named::Spaces => self.on_map,
            Named::Cards => self.cards.len(),
        }
    }

    fn name(&self, table: Named, number: usize) -> Option<&str> {
        Some(match table {
            Named::Units => &self.units.get(number)?.id,
            Named::Spaces => &self.spaces.get(number)?.id,
            Named::Cards => &self.cards.get(number)?.id,
        })
    }

    fn number(&self, table: Named, field: &str, name: &str) -> Result<usize> {
        match table {
            Named::Units => self.unit(field, name),
            Named::Spaces => self.space(field, name),
            Named::Cards => self.card(field, name),
        }
    }

    #[inline]
    fn find(&self, table: Named, name: Word) -> Option<usize> {
        // One search for all tables, so that it is small enough to stand where it is asked for.
        let lookup = match table {
            Named::Units => &self.lookups.units,
            Named::Spaces => &self.lookups.places,
            Named::Cards => &self.lookups.cards,
        };
        let number = lookup.find(name)?;
        (table != Named::Spaces || number < self.on_map).then_some(number)
    }
}
