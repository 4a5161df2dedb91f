//! Jihad revolts, and the places of the Soviets: `revolts`, `jihad` and `revolution` of `tables.toml`
//! (16.3.3, 16.4.5).

use super::{CardId, PlaceId, Space};
use crate::board::BitSet;
use crate::vocabulary::{Area, Revolt};
use engine::error::TableProblem;
use std::collections::HashMap;
use toml::Value;

/// A country that may revolt (16.3.3.1, 16.3.3.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RevoltEntry {
    /// The event that has to happen before, besides PAN-TURKISM.
    pub event: CardId,
    /// The places of the country.
    pub places: BitSet,
    /// What die and Jihad level have to reach while a regular CP combat unit is in it.
    pub rating_cp_unit: i32,
    /// And while none is.
    pub rating: i32,
    /// By how much the Jihad level rises if it revolts.
    pub jihad: u16,
}

/// Where revolts may break out, and what the Revolution places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RevoltTables {
    entries: [RevoltEntry; Revolt::ALL.len()],
    /// All places of these countries.
    pub places: BitSet,
    /// The highest die that takes an Indian unit away in the Mutiny (16.3.3.5).
    pub mutiny_takes: u32,
    /// The spaces of the Soviet uprising markers (16.4.5).
    pub soviets: Vec<PlaceId>,
    /// How many turns after PARVUS TO BERLIN the Revolution may begin (16.4.3).
    pub turns_ahead: u16,
}

impl RevoltTables {
    /// What is said of a country.
    #[must_use]
    pub const fn entry(&self, revolt: Revolt) -> &RevoltEntry {
        &self.entries[revolt as usize]
    }

    /// Reads them; each country stands once.
    pub(super) fn read(
        charts: &toml::Table,
        spaces: &[Space],
        space_ids: &HashMap<String, PlaceId>,
        card_ids: &HashMap<String, CardId>,
        problems: &mut Vec<TableProblem>,
    ) -> Self {
        let mut complain = |row: u64, column: &str, message: String| {
            problems.push(TableProblem {
                file: "tables.toml".into(),
                row,
                column: column.into(),
                message,
            });
        };
        let number = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_integer);
        let mut tables = Self::default();
        let mut found = [false; Revolt::ALL.len()];
        let rows = charts.get("revolts").and_then(Value::as_array);
        for (row, entry) in (1..).zip(rows.map_or(&[] as &[Value], Vec::as_slice)) {
            let word = entry.get("id").and_then(Value::as_str).unwrap_or_default();
            let Some(revolt) = Revolt::parse(word) else {
                let word = engine::names::shown(word);
                complain(row, "revolts", format!("unknown country '{word}'"));
                continue;
            };
            let event = entry.get("event").and_then(Value::as_str);
            let event = event.and_then(|id| card_ids.get(id).copied());
            let areas = entry.get("areas").and_then(Value::as_array);
            let areas: Vec<Area> = areas
                .into_iter()
                .flatten()
                .filter_map(|area| Area::parse(area.as_str()?))
                .collect();
            let places: BitSet = (0..spaces.len())
                .filter(|at| areas.contains(&spaces[*at].area))
                .collect();
            let numbers = ["rating_cp_unit", "rating", "jihad"];
            let numbers = numbers.map(|key| number(entry, key));
            let (Some(event), [Some(low), Some(high), Some(jihad)]) = (event, numbers) else {
                let message = "needs 'event', 'rating_cp_unit', 'rating' and 'jihad'".into();
                complain(row, "revolts", message);
                continue;
            };
            if places.is_empty() {
                complain(row, "revolts", format!("no place is in '{word}'"));
            }
            found[revolt as usize] = true;
            tables.places |= places;
            tables.entries[revolt as usize] = RevoltEntry {
                event,
                places,
                rating_cp_unit: i32::try_from(low).unwrap_or(i32::MAX),
                rating: i32::try_from(high).unwrap_or(i32::MAX),
                jihad: u16::try_from(jihad).unwrap_or(0),
            };
        }
        for revolt in Revolt::ALL {
            if !found[*revolt as usize] {
                complain(0, "revolts", format!("'{revolt}' is missing"));
            }
        }
        let lost_on = charts
            .get("jihad")
            .and_then(|jihad| jihad.get("indian_unit_lost_on"));
        let faces = lost_on.and_then(Value::as_array).into_iter().flatten();
        let highest = faces.filter_map(Value::as_integer).max();
        tables.mutiny_takes = highest
            .and_then(|face| u32::try_from(face).ok())
            .unwrap_or(0);
        let revolution = charts.get("revolution");
        let soviets = revolution.and_then(|entry| entry.get("soviets"));
        for id in soviets.and_then(Value::as_array).into_iter().flatten() {
            match id.as_str().and_then(|id| space_ids.get(id)) {
                Some(place) => tables.soviets.push(*place),
                None => complain(0, "revolution.soviets", format!("unknown space {id}")),
            }
        }
        let ahead = revolution.and_then(|entry| number(entry, "marker_turns_ahead"));
        tables.turns_ahead = ahead
            .and_then(|turns| u16::try_from(turns).ok())
            .unwrap_or(0);
        tables
    }
}
