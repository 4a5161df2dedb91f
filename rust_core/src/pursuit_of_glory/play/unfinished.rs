//! Operations that are not over: what contradicts them in a position.

use crate::error::Problem;
use crate::pursuit_of_glory::control::commander;
use crate::pursuit_of_glory::data::Data;
use crate::pursuit_of_glory::state::{Cell, One, State};
use crate::pursuit_of_glory::vocabulary::*;

/// Battles, trench rolls and OPS must belong to the operations of the side to act.
pub(in super::super) fn problems(data: &Data, state: &State) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut report = |code: &'static str, field: String, message: String| {
        found.push(Problem {
            code,
            field,
            message,
        });
    };
    let misplaced = "misplaced_operations";
    if state.ops().is_some() && state.one(One::Phase) != Phase::Action as u16 {
        let message = "only the Action Phase has operations (8.1.1)".into();
        report(misplaced, "ops".into(), message);
    }
    let waiting = state.attacking.iter();
    for (unit, entry) in waiting.filter_map(|unit| Some((unit, data.units.get(unit)?))) {
        let place = usize::from(state.get(Cell::Place(unit))).wrapping_sub(1);
        let own = commander(data, state.greece(), unit) == Some(state.active());
        if state.ops() != Some(0) || !own || place >= data.on_map {
            let id = &entry.id;
            let message = format!("'{id}' waits for no battle of the side to act (9.2.4)");
            report(misplaced, format!("attacking.{id}"), message);
        }
    }
    let spaces = data.spaces[..data.on_map].iter().enumerate();
    let marked = |at: usize| state.digging[at] > 0 || state.jihad_taken.contains(at);
    for (at, space) in spaces.filter(|(at, _)| marked(*at)) {
        let roll = state.get(Cell::Digging(at));
        let diggable =
            matches!(space.kind, Kind::Space | Kind::Beachhead) && state.get(Cell::Trench(at)) == 0;
        if roll > 0 && (state.ops() != Some(0) || !diggable || roll > 6) {
            let message = "nobody digs a trench here (11.3.1)".into();
            report(misplaced, format!("digging.{}", space.id), message);
        }
        if state.jihad_taken.contains(at) && !space.jihad_city {
            let message = format!("'{}' is no Jihad city (16.3.1.3)", space.id);
            report("no_jihad_city", "jihad_taken".into(), message);
        }
    }
    found
}
