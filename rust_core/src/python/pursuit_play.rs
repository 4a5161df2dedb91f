//! Decisions and answers of `PursuitPosition`, as Python sees them.

use super::errors::Failure;
use super::pursuit_moves::PursuitMove;
use crate::error::Error;
use crate::pursuit_of_glory::data::Data;
use crate::pursuit_of_glory::play::{Answer, Decision, Parameters};
use crate::pursuit_of_glory::position::Position;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// `kind` and `side`, and what the choice depends on.
pub(super) fn decision_entry<'py>(
    py: Python<'py>,
    data: &Data,
    asked: &Decision,
) -> PyResult<Bound<'py, PyDict>> {
    let unit = |unit: usize| data.units[unit].id.as_str();
    let entry = PyDict::new(py);
    entry.set_item("kind", asked.kind.word())?;
    entry.set_item("side", asked.side.map(|side| side.word()))?;
    match &asked.parameters {
        Parameters::Action { cards } => {
            let cards: Vec<_> = cards.iter().map(|at| data.cards[*at].id.as_str()).collect();
            entry.set_item("cards", cards)?;
        }
        Parameters::Operations { ops } => entry.set_item("ops", ops)?,
        Parameters::Tribes { due, places } => {
            let choices = PyDict::new(py);
            for (tribe, places) in places {
                let places: Vec<_> = places
                    .iter()
                    .map(|at| data.spaces[*at].id.as_str())
                    .collect();
                choices.set_item(unit(*tribe), places)?;
            }
            entry.set_item("due", due)?;
            entry.set_item("places", choices)?;
        }
        Parameters::Chance { outcomes } => {
            let text = |outcome| Answer::Outcome(outcome).text(data);
            let outcomes = outcomes.iter();
            let outcomes: Vec<_> = outcomes.map(|(o, n, d)| (text(*o), *n, *d)).collect();
            entry.set_item("outcomes", outcomes)?;
        }
        Parameters::Attack { units } => {
            let waiting = PyDict::new(py);
            for (at, purpose) in units {
                waiting.set_item(unit(*at), purpose.word())?;
            }
            entry.set_item("units", waiting)?;
        }
        Parameters::NotYet { phase, text } => {
            entry.set_item("phase", phase.word())?;
            entry.set_item("text", text)?;
        }
    }
    Ok(entry)
}

/// The position after an answer in words.
pub(super) fn answered(position: &Position, text: &str) -> Result<Position, Failure> {
    let answer = Answer::parse(position.data(), text)?;
    Ok(position.answer(&answer)?)
}

/// The position after operations.
pub(super) fn played(position: &Position, made: &PursuitMove) -> Result<Position, Failure> {
    if made.data().fingerprint != position.data().fingerprint {
        let message = "belongs to other tables than the position";
        return Err(Failure(Error::bad("move", message)));
    }
    Ok(position.play(&made.made)?)
}
