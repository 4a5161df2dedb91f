//! What victory is reckoned with: `tables.toml` (13.7, 14.91, 14.92).

use super::keys::Keys;
use super::map::Map;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::words;

/// What victory asks of the charts.
#[derive(Debug, Clone, Default)]
pub struct VictoryCharts {
    /// What a lost step is worth to the foe (14.91-1).
    pub step: u8,
    /// Kinds whose steps count twice (14.91-2).
    pub double_kinds: Vec<Kind>,
    /// What a lost headquarters is worth (14.91-3).
    pub headquarters: u8,
    /// The least margin of each level, the highest first; the last one has none (14.92).
    pub levels: Vec<(i32, Level)>,
    /// The Italian steps whose loss makes a collapse (13.7).
    pub collapse_steps: u16,
    /// The towns that central units must have passed last.
    pub collapse_towns: Vec<String>,
    /// The nations of which nobody may be in play.
    pub collapse_nations: Vec<Nation>,
}

/// No margin is wider.
const WIDEST: i64 = 9999;

impl VictoryCharts {
    pub(super) fn read(charts: &toml::Table, map: &Map, problems: &mut Vec<TableProblem>) -> Self {
        let file = Keys::new("tables.toml", charts);
        let values = file.table("victory", problems);
        let collapse = file.table("collapse", problems);
        let towns = collapse.texts("towns", problems);
        for town in &towns {
            if !map.towns.contains_key(*town) {
                let message = format!("no town '{town}' is on the map");
                collapse.complain(problems, "towns", message);
            }
        }
        Self {
            step: values.number("step", 0..=99, problems),
            double_kinds: values.words("double_kinds", words!(Kind), problems),
            headquarters: values.number("headquarters", 0..=99, problems),
            levels: levels(&values, problems),
            collapse_steps: collapse.number("italian_steps", 1..=250, problems).into(),
            collapse_towns: towns.into_iter().map(str::to_owned).collect(),
            collapse_nations: collapse.words("nations_out_of_play", words!(Nation), problems),
        }
    }

    /// The level of a margin (14.92).
    #[must_use]
    pub fn level(&self, margin: i32) -> Level {
        let reached = self.levels.iter().find(|(least, _)| margin >= *least);
        reached.map_or(Level::EntenteDecisive, |(_, level)| *level)
    }
}

fn levels(values: &Keys<'_>, problems: &mut Vec<TableProblem>) -> Vec<(i32, Level)> {
    let listed = values.table("levels", problems);
    for word in listed.names().filter(|word| Level::parse(word).is_none()) {
        listed.complain(problems, word, "no such level");
    }
    let mut found: Vec<(i32, Level)> = Vec::new();
    for level in Level::ALL {
        let value = listed.value(level.word());
        // The last level takes what reaches no other.
        if *level == Level::EntenteDecisive && value.is_none() {
            continue;
        }
        let least = value.and_then(toml::Value::as_integer);
        let least = least.filter(|least| least.abs() <= WIDEST);
        let Some(least) = least.and_then(|least| i32::try_from(least).ok()) else {
            listed.complain(problems, level.word(), "is no margin in whole numbers");
            continue;
        };
        if found.last().is_some_and(|(last, _)| least >= *last) {
            listed.complain(problems, level.word(), "is not below the level before");
        }
        found.push((least, *level));
    }
    found
}
