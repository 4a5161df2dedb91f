//! How the units of a scenario are deployed where nobody sets them up: `deployments.csv`.

use super::map::{HexId, Map};
use super::scenarios::Scenario;
use super::units::UnitId;
use engine::error::TableProblem;
use engine::sheet::Sheet;
use std::collections::HashMap;

const COLUMNS: &[&str] = &["scenario", "unit", "hex", "trench", "source"];

/// Reads where each scenario's units stand.
pub(super) fn deployments(
    text: &str,
    map: &Map,
    unit_ids: &HashMap<String, UnitId>,
    scenarios: &[Scenario],
    problems: &mut Vec<TableProblem>,
) -> Vec<Vec<(UnitId, HexId, bool)>> {
    let sheet = Sheet::read("deployments.csv", text, COLUMNS, problems);
    let mut deployed: Vec<Vec<(UnitId, HexId, bool)>> = vec![Vec::new(); scenarios.len()];
    for row in sheet.rows() {
        let mut known = |column: &str, found: Option<usize>| {
            if found.is_none() {
                let message = format!("no {column} '{}'", row.text(column));
                row.complain(problems, column, message);
            }
            found
        };
        let name = row.text("scenario");
        let scenario = scenarios.iter().position(|scenario| scenario.name == name);
        let scenario = known("scenario", scenario);
        let unit = known("unit", unit_ids.get(row.text("unit")).copied());
        let hex = known("hex", map.ids.get(row.text("hex")).copied());
        let (Some(scenario), Some(unit), Some(hex)) = (scenario, unit, hex) else {
            continue;
        };
        let sets_up = |entry: &super::Entry| entry.unit == unit && entry.sets_up;
        if !scenarios[scenario].entries.iter().any(sets_up) {
            row.complain(problems, "unit", "does not set up in this scenario");
        }
        if deployed[scenario].iter().any(|(known, ..)| *known == unit) {
            row.complain(problems, "unit", "stands twice in this scenario");
        }
        deployed[scenario].push((unit, hex, row.flag("trench", problems)));
    }
    deployed
}
