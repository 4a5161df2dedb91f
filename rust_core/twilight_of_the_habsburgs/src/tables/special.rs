//! The special rules of a scenario: `[special]` of its file (14.8).

use super::keys::Keys;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::words;

/// How many impulses a player turn has.
const IMPULSES: [&str; 2] = ["first", "second"];
/// No factor is higher.
const MOST: u8 = 9;

/// What 14.8 says of some armies, where a scenario has it; armies are numbers among those of the
/// scenario.
#[derive(Debug, Clone, Default)]
pub struct Special {
    /// Whose units are unready in turn 1 (14.81).
    pub unready_army: Option<usize>,
    /// Whose losses in turn 1 force a retreat (14.82).
    pub collapse_army: Option<usize>,
    /// The steps it may lose before that.
    pub collapse_limit: u16,
    /// Whose units surprise the foe in turn 1 (14.83).
    pub surprise_army: Option<usize>,
    /// By impulse and nation: what multiplies the attack of its units in turn 1.
    pub surprise: [[u8; Nation::ALL.len()]; 2],
    /// Who may keep what an offensive gives (14.84).
    pub momentum: Option<Side>,
}

impl Special {
    /// Reads `[special]`, which may be missing.
    pub(super) fn read(
        file: &Keys<'_>,
        armies: &[String],
        problems: &mut Vec<TableProblem>,
    ) -> Self {
        let mut special = Self {
            surprise: [[1; Nation::ALL.len()]; 2],
            ..Self::default()
        };
        if file.value("special").is_none() {
            return special;
        }
        let keys = file.table("special", problems);
        let army = |key: &str, problems: &mut Vec<TableProblem>| {
            keys.value(key)?;
            let name = keys.text(key, problems);
            let found = armies.iter().position(|army| army == name);
            if found.is_none() {
                keys.complain(problems, key, format!("no army '{name}'"));
            }
            found
        };
        special.unready_army = army("unready_army", problems);
        special.collapse_army = army("collapse_army", problems);
        special.surprise_army = army("surprise_army", problems);
        if special.collapse_army.is_some() {
            special.collapse_limit = keys.number("collapse_limit", 0..=99, problems).into();
        }
        if keys.value("momentum").is_some() {
            special.momentum = Some(keys.word("momentum", words!(Side), Side::Central, problems));
        }
        if special.surprise_army.is_none() {
            return special;
        }
        let factors = keys.table("surprise", problems);
        for (impulse, word) in IMPULSES.iter().enumerate() {
            let listed = factors.table(word, problems);
            for name in listed.names().filter(|name| Nation::parse(name).is_none()) {
                listed.complain(problems, name, "no such nation");
            }
            for nation in Nation::ALL {
                let factor = listed.maybe_number(nation.word(), 1..=MOST, problems);
                special.surprise[impulse][*nation as usize] = factor.unwrap_or(1);
            }
        }
        special
    }
}
