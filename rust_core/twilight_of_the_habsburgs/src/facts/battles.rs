//! The facts of combat, events and victory (`docs/twilight_of_the_habsburgs/battles.md`).

use crate::data::{Data, Scenario};
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($facts:expr, $($arg:tt)*) => {{ let _ = writeln!($facts, $($arg)*); }};
}

/// No margin is as small.
const NO_MARGIN: i32 = -10_000;

impl Data {
    /// The combat tables, and the special rules of a scenario.
    pub(super) fn combat_facts(&self, scenario: &Scenario, f: &mut String) {
        let charts = &self.combat;
        for terrain in Terrain::ALL {
            let factor = charts.terrain[*terrain as usize];
            fact!(f, "defence_factor({terrain},{factor}).");
        }
        for feature in Feature::ALL {
            let factor = charts.feature(*feature);
            fact!(f, "defence_factor({feature},{factor}).");
        }
        let (several, fortress) = (charts.several, charts.fortress);
        fact!(
            f,
            "several_bonuses({several}). fortress_defence({fortress})."
        );
        for (column, [attack, defence]) in (1..).zip(&charts.columns) {
            fact!(f, "odds_column({column},{attack},{defence}).");
        }
        for table in CombatTable::ALL {
            for (row, cells) in (1..).zip(&charts.results[*table as usize]) {
                for (column, result) in (1..).zip(cells) {
                    fact!(f, "result({table},{row},{column},{result}).");
                }
            }
        }
        fact!(
            f,
            "gas_shift({}). bombardment_shift({}). offensive_shift({}). gas_cost({}). \
             scouting_range({}).",
            charts.gas_shift,
            charts.bombardment_shift,
            charts.offensive_shift,
            charts.gas_cost,
            charts.scouting_range
        );
        let special = &scenario.special;
        for (name, army) in [
            ("surprise_army", special.surprise_army),
            ("unready_army", special.unready_army),
            ("collapse_army", special.collapse_army),
        ] {
            if let Some(army) = army {
                fact!(f, "{name}({}).", scenario.armies[army]);
            }
        }
        if special.collapse_army.is_some() {
            fact!(f, "collapse_limit({}).", special.collapse_limit);
        }
        if special.surprise_army.is_some() {
            for (impulse, factors) in (1..).zip(&special.surprise) {
                for nation in Nation::ALL {
                    let factor = factors[*nation as usize];
                    if factor > 1 {
                        fact!(f, "surprise({impulse},{nation},{factor}).");
                    }
                }
            }
        }
        if let Some(side) = special.momentum {
            fact!(f, "momentum({side}).");
        }
    }

    /// What victory is reckoned with.
    pub(super) fn victory_facts(&self, scenario: &Scenario, f: &mut String) {
        let charts = &self.victory;
        for side in Side::BOTH {
            for (town, points) in &scenario.victory[side as usize] {
                fact!(f, "place_value({side},{town},{points}).");
            }
        }
        fact!(
            f,
            "step_value({}). hq_value({}).",
            charts.step,
            charts.headquarters
        );
        for kind in &charts.double_kinds {
            fact!(f, "double_value({kind}).");
        }
        if scenario.depot_entered > 0 {
            fact!(f, "depot_value(central,{}).", scenario.depot_entered);
        }
        for (least, level) in &charts.levels {
            fact!(f, "level({least},{level}).");
        }
        // The last level takes what reaches no other.
        if charts
            .levels
            .iter()
            .all(|(_, level)| *level != Level::EntenteDecisive)
        {
            fact!(f, "level({NO_MARGIN},{}).", Level::EntenteDecisive);
        }
        fact!(f, "collapse_steps({}).", charts.collapse_steps);
        for town in &charts.collapse_towns {
            fact!(f, "collapse_town({town}).");
        }
        for nation in &charts.collapse_nations {
            fact!(f, "collapse_nation({nation}).");
        }
    }
}

impl Position {
    /// What this turn's event does (5.0).
    pub(super) fn event_facts(&self, f: &mut String) {
        let Some(event) = self.data().events.of(self.state().one(Scalar::Event)) else {
            return;
        };
        for effect in event.effects() {
            fact!(f, "event_effect({effect}).");
        }
        if event.gas {
            fact!(f, "gas_allowed.");
        }
        if event.river > 0 {
            fact!(f, "extra_river({}).", event.river);
        }
        for terrain in Terrain::ALL {
            let extra = event.terrain[*terrain as usize];
            if extra > 0 {
                fact!(f, "extra_cost({terrain},{extra}).");
            }
        }
        for side in Side::BOTH {
            let columns = event.shifts[side as usize];
            if columns != 0 {
                fact!(f, "event_shift({side},{columns}).");
            }
        }
    }
}
