//! The seasons of the turns: `turns` and `seasons` of `tables.toml` (6.0, turn track).

use crate::vocabulary::Season;
use engine::error::TableProblem;

/// Reads the season of every turn, turn 1 first.
pub(super) fn seasons(tables: &toml::Table, problems: &mut Vec<TableProblem>) -> Vec<Season> {
    let mut complain = |message: String| {
        problems.push(TableProblem {
            file: "tables.toml".into(),
            row: 0,
            column: "turns".into(),
            message,
        });
    };
    let Some(turns) = tables.get("turns").and_then(toml::Value::as_array) else {
        complain("is missing; the turns and their seasons are needed".into());
        return Vec::new();
    };
    let mut seasons = Vec::with_capacity(turns.len());
    for (number, turn) in (1..).zip(turns) {
        if turn.get("turn").and_then(toml::Value::as_integer) != Some(number) {
            complain(format!("turn {number} is not in its place"));
        }
        let word = turn.get("season").and_then(toml::Value::as_str);
        match word.and_then(Season::parse) {
            Some(season) => seasons.push(season),
            None => {
                let word = engine::names::shown(word.unwrap_or_default());
                let hint = engine::names::nearest(&word, Season::ALL.iter().map(|s| s.word()))
                    .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                complain(format!(
                    "turn {number} has the unknown season '{word}'{hint}"
                ));
            }
        }
    }
    if turns.is_empty() {
        complain("has no turns".into());
    }
    seasons
}
