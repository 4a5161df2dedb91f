//! What the game's end, attrition and the blockade ask of map and counters, prepared once.

use crate::board::BitSet;
use crate::tables::Unit;
use crate::tables::{Connection, PlaceId, Space};
use crate::vocabulary::*;
use engine::error::TableProblem;
use std::collections::HashMap;

/// Sets of places and units that victory and attrition ask for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VictoryIndex {
    /// Oil fields (5.2.2.2-9).
    pub oil_fields: BitSet,
    /// Those that count for the CP while they are nobody's: Ploesti, Romania's (5.2.2.2-2).
    pub neutral_oil_fields: BitSet,
    /// Both banks of the Suez Canal (5.2.2.2-5, 18.10).
    pub canal_banks: BitSet,
    /// The Gallipoli map, with its beachheads (3.1.3, 5.2.2.2-8).
    pub gallipoli_map: BitSet,
    /// Places by area, as [`Area`] numbers them.
    pub areas: [BitSet; Area::ALL.len()],
    /// Railroads the CP may use.
    pub cp_rails: Vec<(PlaceId, PlaceId)>,
    /// Those that BERLIN-BAGHDAD RAILROAD finishes (18.2.2-1).
    pub tunnels: Vec<(PlaceId, PlaceId)>,
    /// TU and TU-A units of every class (5.2.2.2-5, 3.2.1.2-1).
    pub turks: BitSet,
    /// TU and TU-A LCUs (18.5).
    pub turkish_corps: BitSet,
    /// Regular combat units of RU, BR, IN or ANZ (16.3.1.1-7).
    pub empires: BitSet,
}

impl VictoryIndex {
    /// Prepares the sets; what `[suez_canal]` of `tables.toml` lacks is a problem.
    pub(crate) fn new(
        spaces: &[Space],
        ids: &HashMap<String, PlaceId>,
        connections: &[Connection],
        units: &[Unit],
        tables: &toml::Table,
        problems: &mut Vec<TableProblem>,
    ) -> Self {
        let places = |wanted: &dyn Fn(&Space) -> bool| -> BitSet {
            let numbered = spaces.iter().enumerate();
            let on_map = numbered.filter(|(_, space)| space.kind != Kind::Box);
            on_map
                .filter(|(_, space)| wanted(space))
                .map(|(at, _)| at)
                .collect()
        };
        let those = |wanted: &dyn Fn(&Unit) -> bool| -> BitSet {
            (0..units.len()).filter(|at| wanted(&units[*at])).collect()
        };
        let of = |unit: &Unit, nations: &[Nation]| nations.iter().any(|n| unit.is_of(*n));
        let turkish = |unit: &Unit| of(unit, &[Nation::Tu, Nation::TuA]);
        let railroads = |wanted: &dyn Fn(&Connection) -> bool| {
            let connections = connections.iter().filter(|connection| wanted(connection));
            connections.map(|rail| (rail.a, rail.b)).collect()
        };
        Self {
            oil_fields: places(&|space| space.oil_field),
            neutral_oil_fields: places(&|space| {
                space.oil_field && space.country == Some(Country::Romania)
            }),
            canal_banks: canal_banks(ids, tables, problems),
            gallipoli_map: places(&|space| space.map == Map::Gallipoli),
            areas: std::array::from_fn(|area| places(&|space| space.area == Area::ALL[area])),
            cp_rails: railroads(&|rail| {
                let colour = rail.side_named();
                rail.link == Link::Rail && (!rail.coloured_rail || colour == Some(Side::Cp))
            }),
            tunnels: railroads(&|rail| {
                rail.link == Link::UnfinishedRail && rail.rail_for != Some(Side::Ap)
            }),
            turks: those(&turkish),
            turkish_corps: those(&|unit| turkish(unit) && unit.size == Size::Lcu),
            empires: those(&|unit| {
                let nations = [Nation::Ru, Nation::Br, Nation::In, Nation::Anz];
                unit.class == Class::Regular && of(unit, &nations)
            }),
        }
    }

    /// The places of an area.
    #[must_use]
    pub fn area(&self, area: Area) -> BitSet {
        self.areas[area as usize]
    }
}

/// The spaces on the banks: `west` and `east` of `[suez_canal]`.
fn canal_banks(
    ids: &HashMap<String, PlaceId>,
    tables: &toml::Table,
    problems: &mut Vec<TableProblem>,
) -> BitSet {
    let mut complain = |message: String| {
        problems.push(TableProblem {
            file: "tables.toml".into(),
            row: 0,
            column: "suez_canal".into(),
            message,
        });
    };
    let mut banks = BitSet::EMPTY;
    let canal = tables.get("suez_canal").and_then(toml::Value::as_table);
    for bank in ["west", "east"] {
        let listed = canal.and_then(|canal| canal.get(bank)?.as_array());
        let Some(listed) = listed else {
            complain(format!(
                "'{bank}' is missing; the spaces of that bank are needed"
            ));
            continue;
        };
        for space in listed {
            let id = space.as_str().unwrap_or_default();
            match ids.get(id) {
                Some(place) => banks.insert(*place),
                None => {
                    let shown = engine::names::shown(id);
                    let hint = engine::names::nearest(&shown, ids.keys().map(String::as_str))
                        .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                    complain(format!("names the unknown space '{shown}'{hint}"));
                }
            }
        }
    }
    banks
}
