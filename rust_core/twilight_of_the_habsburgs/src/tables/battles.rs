//! The combat tables of `tables.toml`: odds, results, what multiplies the defence, shifts (9, 11, 13).

use super::keys::Keys;
use crate::vocabulary::*;
use engine::error::TableProblem;

/// The faces of the die: a row of a combat table each.
pub const FACES: usize = 6;

/// What combat asks of the charts.
#[derive(Debug, Clone, Default)]
pub struct CombatCharts {
    /// By how much the terrain of a hex multiplies the defence (9.62).
    pub terrain: [u8; Terrain::COUNT],
    /// By how much each [`Feature`] does.
    pub features: [u8; Feature::ALL.len()],
    /// By how much two or more of them do.
    pub several: u8,
    /// The defence of a fortress (11.1).
    pub fortress: u8,
    /// The odds of each column, attack to defence, the lowest first (9.2).
    pub columns: Vec<[u8; 2]>,
    /// By table and row: the results of the columns.
    pub results: [[Vec<CombatResult>; FACES]; CombatTable::ALL.len()],
    /// The columns that gas, a bombardment and an offensive shift an attack (13.8, 13.51, 13.9).
    pub gas_shift: u8,
    /// 13.51.
    pub bombardment_shift: u8,
    /// 13.9.
    pub offensive_shift: u8,
    /// What a gassed hex costs besides, in movement points (13.8).
    pub gas_cost: u8,
    /// How far headquarters scout, in hexes (13.12).
    pub scouting_range: u8,
}

/// No factor, shift or cost is higher.
const MOST: u8 = 9;
/// No column has higher odds.
const LONGEST_ODDS: u8 = 99;

impl CombatCharts {
    pub(super) fn read(charts: &toml::Table, problems: &mut Vec<TableProblem>) -> Self {
        let file = Keys::new("tables.toml", charts);
        let defence = file.table("defence", problems);
        let combat = file.table("combat", problems);
        let shifts = file.table("shifts", problems);
        let extra = file.table("movement", problems).table("extra", problems);
        let mut terrain = [1; Terrain::COUNT];
        for each in Terrain::ALL {
            let factor = defence.maybe_number(each.word(), 1..=MOST, problems);
            terrain[*each as usize] = factor.unwrap_or(1);
        }
        let mut features = [1; Feature::ALL.len()];
        for each in Feature::ALL {
            features[*each as usize] = defence.number(each.word(), 1..=MOST, problems);
        }
        let columns = columns(&combat, problems);
        let listed = combat.table("tables", problems);
        let results = std::array::from_fn(|at| {
            let table = CombatTable::ALL[at];
            rows(&listed, table.word(), columns.len(), problems)
        });
        Self {
            terrain,
            features,
            several: defence.number("several", 1..=MOST, problems),
            fortress: file
                .table("fortress", problems)
                .number("defence", 0..=40, problems),
            columns,
            results,
            gas_shift: shifts.number("gas", 0..=MOST, problems),
            bombardment_shift: shifts.number("bombardment", 0..=MOST, problems),
            offensive_shift: shifts.number("offensive", 0..=MOST, problems),
            gas_cost: extra.number("gas", 0..=MOST, problems),
            scouting_range: file
                .table("scouting", problems)
                .number("range", 0..=99, problems),
        }
    }

    /// The factor of a feature.
    #[must_use]
    pub const fn feature(&self, feature: Feature) -> u8 {
        self.features[feature as usize]
    }

    /// The odds of the columns as texts, such as `2:1`.
    pub fn column_names(&self) -> impl Iterator<Item = String> + '_ {
        let columns = self.columns.iter();
        columns.map(|[attack, defence]| format!("{attack}:{defence}"))
    }

    /// The result of a table, for a row and a column from 0.
    #[must_use]
    pub fn result(&self, table: CombatTable, row: usize, column: usize) -> CombatResult {
        let cell = self.results[table as usize].get(row);
        let cell = cell.and_then(|row| row.get(column));
        cell.copied().unwrap_or(CombatResult::NoEffect)
    }
}

/// The odds of a text such as `2:1`.
fn odds(text: &str) -> Option<[u8; 2]> {
    let (attack, defence) = text.split_once(':')?;
    let number = |text: &str| {
        let number: u8 = text.parse().ok()?;
        (1..=LONGEST_ODDS).contains(&number).then_some(number)
    };
    Some([number(attack)?, number(defence)?])
}

fn columns(combat: &Keys<'_>, problems: &mut Vec<TableProblem>) -> Vec<[u8; 2]> {
    let mut found: Vec<[u8; 2]> = Vec::new();
    for text in combat.texts("columns", problems) {
        let Some(odds) = odds(text) else {
            let message = format!("'{text}' are no odds such as 2:1");
            combat.complain(problems, "columns", message);
            continue;
        };
        let [attack, defence] = odds.map(u16::from);
        let higher = found.last().is_none_or(|last| {
            let [before, against] = last.map(u16::from);
            before * defence < attack * against
        });
        if !higher {
            let message = format!("'{text}' are not higher than the odds before them");
            combat.complain(problems, "columns", message);
        }
        found.push(odds);
    }
    if found.is_empty() {
        combat.complain(problems, "columns", "are missing");
    }
    found
}

fn rows(
    tables: &Keys<'_>,
    name: &str,
    columns: usize,
    problems: &mut Vec<TableProblem>,
) -> [Vec<CombatResult>; FACES] {
    let mut found: [Vec<CombatResult>; FACES] = Default::default();
    let list = tables.value(name).and_then(toml::Value::as_array);
    let Some(list) = list.filter(|list| list.len() == FACES) else {
        let message = format!("is no list of {FACES} rows, one for each face of the die");
        tables.complain(problems, name, message);
        return found;
    };
    for (at, (row, cells)) in found.iter_mut().zip(list).enumerate() {
        let key = format!("{name}[{at}]");
        let cells = cells.as_array().map_or(&[][..], Vec::as_slice);
        if cells.len() != columns {
            let message = format!("has {} results for {columns} columns", cells.len());
            tables.complain(problems, &key, message);
        }
        for cell in cells {
            let word = cell.as_str().unwrap_or("").to_lowercase();
            match CombatResult::parse(&word) {
                Some(result) => row.push(result),
                None => tables.complain(problems, &key, format!("{cell} is no result of 9.3")),
            }
        }
    }
    found
}
