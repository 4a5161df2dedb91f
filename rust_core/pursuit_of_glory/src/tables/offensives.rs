//! The mandated offensive tables: `mandated_offensives` of `tables.toml` (7.2, 7.3, 7.4.1).

use crate::vocabulary::{Offensive, Side};
use engine::error::TableProblem;
use engine::names::nearest;
use toml::Value;

/// What the rolls of both players come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OffensiveTables {
    /// The lowest total of each result and the highest, the AP's and the CP's.
    rows: [Vec<(i32, i32, Offensive)>; 2],
}

impl OffensiveTables {
    /// What a total comes to: the die, and the AP's modifier.
    #[must_use]
    pub fn result(&self, side: Side, total: i32) -> Offensive {
        let rows = &self.rows[usize::from(side == Side::Cp)];
        let found = rows
            .iter()
            .find(|(low, high, _)| (*low..=*high).contains(&total));
        found.map_or(Offensive::None, |(_, _, offensive)| *offensive)
    }

    /// Reads the tables; every total from 1 has one result.
    pub(super) fn read(charts: &toml::Table, problems: &mut Vec<TableProblem>) -> Self {
        let mut complain = |row: u64, message: String| {
            problems.push(TableProblem {
                file: "tables.toml".into(),
                row,
                column: "mandated_offensives".into(),
                message,
            });
        };
        let mut tables = Self::default();
        let rows = charts.get("mandated_offensives").and_then(Value::as_array);
        for (row, entry) in (1..).zip(rows.map_or(&[] as &[Value], Vec::as_slice)) {
            let number = |key: &str| {
                let number = entry.get(key).and_then(Value::as_integer)?;
                i32::try_from(number).ok()
            };
            let word = entry.get("id").and_then(Value::as_str).unwrap_or_default();
            let side = entry.get("side").and_then(Value::as_str);
            let side = side
                .and_then(Side::parse)
                .filter(|side| *side != Side::Special);
            let (Some(side), Some(low)) = (side, number("min")) else {
                complain(row, "needs a 'side' and a 'min'".into());
                continue;
            };
            let Some(offensive) = Offensive::parse(word) else {
                let hint = nearest(word, Offensive::ALL.iter().map(|known| known.word()))
                    .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                let word = engine::names::shown(word);
                complain(row, format!("unknown mandated offensive '{word}'{hint}"));
                continue;
            };
            let high = number("max").unwrap_or(i32::MAX);
            tables.rows[usize::from(side == Side::Cp)].push((low, high, offensive));
        }
        for (side, rows) in ["ap", "cp"].iter().zip(&mut tables.rows) {
            rows.sort_by_key(|(low, _, _)| *low);
            let mut next = 1;
            for (low, high, _) in rows.iter() {
                if *low != next || high < low {
                    complain(
                        0,
                        format!("the totals of the {side} do not go on at {next}"),
                    );
                    break;
                }
                next = high.saturating_add(1);
            }
            if next <= 6 {
                complain(0, format!("the {side} has no result for {next}"));
            }
        }
        tables
    }
}
