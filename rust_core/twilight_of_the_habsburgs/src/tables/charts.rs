//! The charts: `tables.toml`.

use super::keys::Keys;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::words;

/// What the charts fix in numbers.
#[derive(Debug, Clone, Default)]
pub struct Charts {
    /// What it costs a kind of unit to enter a terrain, in movement points; `None` if it may not.
    pub costs: [[Option<u8>; Kind::COUNT]; Terrain::COUNT],
    /// Terrains that are open to no other kind even along a railway.
    pub closed: [bool; Terrain::COUNT],
    /// What a river adds (8.1).
    pub river: u8,
    /// What a step along a railway costs (8.55).
    pub rail: u8,
    /// What stacks hold, in half divisions (7.1).
    pub stack_limit: u8,
    /// What each size counts in a stack; headquarters nothing.
    pub stack_sizes: [u8; 4],
    /// Headquarters in a stack.
    pub hq_limit: u8,
    /// Units in an alpine hex (13.2).
    pub alpine_limit: u8,
    /// Half divisions a side may move by rail in a player turn (8.54).
    pub rail_limits: [u8; 2],
    /// What each size counts there.
    pub rail_sizes: [u8; 4],
    /// Nations lines to whose headquarters pass enemy zones (6.6).
    pub unhindered: Vec<Nation>,
    /// The map edges that serve as depots (4.45).
    pub command_edges: [Vec<Edge>; 2],
    /// The map edges on which reinforcements enter (10.13).
    pub entry_edges: [Vec<Edge>; 2],
    /// The country in which they must lie.
    pub entry_countries: [Option<Country>; 2],
    /// What a step costs, in replacement points (10.21).
    pub step_price: u8,
    /// What an eliminated unit costs (10.24).
    pub rebuild_price: u8,
    /// Kinds that receive none (10.26).
    pub no_points: Vec<Kind>,
    /// Whose units the points of a pool may be spent on.
    pub pools: [Vec<Nation>; 6],
    /// Kinds that infiltrate (6.4).
    pub infiltrates: Vec<Kind>,
    /// The port of the ferry (13.61), as the id of a hex.
    pub ferry_port: String,
    /// The sizes that it carries.
    pub ferry_sizes: Vec<Size>,
    /// How many units a turn.
    pub ferry_limit: u8,
    /// The rolls that sink a transport, and that break the submarine (13.62).
    pub submarine: [u8; 2],
}

/// No limit or price is higher.
const MOST: u8 = 40;

impl Charts {
    /// Reads `tables.toml`.
    pub(super) fn read(charts: &toml::Table, problems: &mut Vec<TableProblem>) -> Self {
        let file = Keys::new("tables.toml", charts);
        let movement = file.table("movement", problems);
        let mut costs = [[None; Kind::COUNT]; Terrain::COUNT];
        let mut closed = [false; Terrain::COUNT];
        for terrain in Terrain::ALL {
            let row = movement.table(terrain.word(), problems);
            let costs = &mut costs[*terrain as usize];
            for kind in Kind::ALL {
                costs[*kind as usize] = row.maybe_number(kind.word(), 1..=9, problems);
            }
            closed[*terrain as usize] = row.flag("closed", problems);
        }
        let extra = movement.table("extra", problems);
        let stacking = file.table("stacking", problems);
        let rail = file.table("rail", problems);
        let command = file.table("command", problems);
        let entry = file.table("entry", problems);
        let replacements = file.table("replacements", problems);
        let listed = replacements.table("pools", problems);
        let garda = file.table("garda", problems);
        let sizes = |keys: &Keys<'_>, hq: &str, problems: &mut Vec<_>| {
            [hq, "division", "brigade", "corps"].map(|key| match key {
                "" => 0,
                key => keys.number(key, 0..=MOST, problems),
            })
        };
        let country = entry.word("country_entente", words!(Country), Country::Italy, problems);
        let edges = |keys: &Keys<'_>, problems: &mut Vec<_>| {
            ["edges_central", "edges_entente"].map(|key| keys.words(key, words!(Edge), problems))
        };
        let mut pools: [Vec<Nation>; 6] = Default::default();
        for pool in Pool::ALL {
            pools[*pool as usize] = listed.words(pool.word(), words!(Nation), problems);
        }
        Self {
            costs,
            closed,
            river: extra.number("river", 0..=9, problems),
            rail: extra.number("rail", 1..=9, problems),
            stack_limit: stacking.number("limit", 1..=MOST, problems),
            stack_sizes: sizes(&stacking, "", problems),
            hq_limit: stacking.number("headquarters", 0..=MOST, problems),
            alpine_limit: stacking.number("alpine_units", 0..=MOST, problems),
            rail_limits: Side::BOTH.map(|side| rail.number(side.word(), 0..=MOST, problems)),
            rail_sizes: sizes(&rail, "hq", problems),
            unhindered: command.words("german_headquarters", words!(Nation), problems),
            command_edges: edges(&command, problems),
            entry_edges: edges(&entry, problems),
            entry_countries: [None, Some(country)],
            step_price: replacements.number("step", 0..=MOST, problems),
            rebuild_price: replacements.number("rebuilt", 0..=MOST, problems),
            no_points: replacements.words("barred_kinds", words!(Kind), problems),
            pools,
            infiltrates: file.table("infiltration", problems).words(
                "kinds",
                words!(Kind),
                problems,
            ),
            ferry_port: garda.text("port", problems).to_owned(),
            ferry_sizes: garda.words("sizes", words!(Size), problems),
            ferry_limit: garda.number("units", 0..=MOST, problems),
            submarine: ["hit", "breakdown"].map(|key| garda.number(key, 1..=6, problems)),
        }
    }

    /// What it costs a kind to enter a terrain.
    #[must_use]
    pub const fn cost(&self, terrain: Terrain, kind: Kind) -> Option<u8> {
        self.costs[terrain as usize][kind as usize]
    }

    /// The pool of a nation: the first of its own that serves it, or the one that serves all.
    #[must_use]
    pub fn pool(&self, nation: Nation) -> Pool {
        let own = Pool::ALL.iter().filter(|pool| **pool != Pool::Allied);
        own.copied()
            .find(|pool| self.pools[*pool as usize].contains(&nation))
            .unwrap_or(Pool::Allied)
    }
}
