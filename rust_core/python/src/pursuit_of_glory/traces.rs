//! Lines of supply, and what activations cost, as dictionaries of Python.

use super::entries::{activation_entry, not_asked};
use crate::errors::Failure;
use engine::error::Error;
use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::{LIST, Readings};
use pursuit_of_glory::supply::trace::Trace;
use pursuit_of_glory::vocabulary::Side;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

/// Readings that are not the usual ones, by name.
pub(super) type Given = Option<HashMap<String, bool>>;

pub(super) fn chosen(given: Given) -> Result<Readings, Failure> {
    let mut readings = Readings::default();
    for (name, on) in given.unwrap_or_default() {
        if !readings.set(&name, on) {
            let names = LIST.iter().map(|(name, _, _)| *name);
            return Err(Failure(Error::unknown("readings", "reading", &name, names)));
        }
    }
    Ok(readings)
}

fn id(position: &Position, place: usize) -> &str {
    &position.data().spaces[place].id
}

fn traced<'py>(
    py: Python<'py>,
    position: &Position,
    trace: &Trace,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    let ids = |places: &[usize]| -> Vec<&str> { places.iter().map(|p| id(position, *p)).collect() };
    answer.set_item("status", trace.status.word())?;
    answer.set_item("source", trace.source.map(|source| id(position, source)))?;
    answer.set_item("path", ids(&trace.path))?;
    answer.set_item("links", &trace.links)?;
    answer.set_item("disrupted_at", ids(&trace.disrupted_at))?;
    answer.set_item("rule", trace.rule)?;
    answer.set_item("text", &trace.text)?;
    let mut cuts = Vec::new();
    for cut in &trace.cut {
        let entry = PyDict::new(py);
        entry.set_item("from", id(position, cut.from))?;
        entry.set_item("to", id(position, cut.to))?;
        entry.set_item("rule", cut.rule)?;
        entry.set_item("text", &cut.text)?;
        cuts.push(entry);
    }
    answer.set_item("cut", cuts)?;
    Ok(answer)
}

/// The line of a unit on the map.
pub(super) fn of_unit<'py>(
    py: Python<'py>,
    position: &Position,
    unit: &str,
    readings: &Readings,
) -> PyResult<Bound<'py, PyDict>> {
    let at = position.data().unit("unit", unit).map_err(Failure)?;
    let place = position
        .place(at)
        .filter(|place| *place < position.data().on_map);
    let (Some(place), Some(trace)) = (place, position.trace(at, readings)) else {
        let why = format!("'{unit}' is not on the map, or of neither side");
        return Err(Failure(Error::bad("unit", why)).into());
    };
    let answer = traced(py, position, &trace)?;
    answer.set_item("unit", unit)?;
    answer.set_item("space", id(position, place))?;
    answer.set_item("side", position.side_of(at).word())?;
    Ok(answer)
}

/// The line that decides whether a place stays whose it is.
pub(super) fn of_space<'py>(
    py: Python<'py>,
    position: &Position,
    space: &str,
    readings: &Readings,
) -> PyResult<Bound<'py, PyDict>> {
    let place = position.data().space("space", space).map_err(Failure)?;
    let view = position.view();
    let side = (0..2).find(|at| view.control[*at].contains(place));
    let side = side.map_or("neutral", |at| [Side::Ap, Side::Cp][at].word());
    let answer = match position.trace_space(place, readings) {
        Some(trace) => {
            let answer = traced(py, position, &trace)?;
            answer.set_item("flips", position.supply(readings).flips.contains(place))?;
            if trace.status.word() == "full" {
                answer.set_item("status", "supplied")?;
            }
            answer
        }
        None => {
            let answer = PyDict::new(py);
            let (rule, text) = not_asked(&view, place);
            for key in ["path", "links", "disrupted_at", "cut"] {
                answer.set_item(key, Vec::<&str>::new())?;
            }
            answer.set_item("source", py.None())?;
            answer.set_item("status", "not_asked")?;
            answer.set_item("rule", rule)?;
            answer.set_item(
                "text",
                format!("{} {text}", position.data().spaces[place].name),
            )?;
            answer.set_item("flips", false)?;
            answer
        }
    };
    answer.set_item("space", space)?;
    answer.set_item("side", side)?;
    Ok(answer)
}

/// What it costs to activate units that stand together.
pub(super) fn activation_of<'py>(
    py: Python<'py>,
    position: &Position,
    units: &[String],
    purpose: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let purposes = Purpose::ALL.iter().map(|purpose| purpose.word());
    let purpose = Purpose::parse(purpose)
        .ok_or_else(|| Failure(Error::unknown("purpose", Purpose::WHAT, purpose, purposes)))?;
    let mut stack = Vec::new();
    let mut spot = None;
    for (at, id) in units.iter().enumerate() {
        let field = format!("units[{at}]");
        let unit = position.data().unit(&field, id).map_err(Failure)?;
        let side = position.view().commander(unit);
        let place = position
            .place(unit)
            .filter(|place| *place < position.data().on_map);
        let (Some(side), Some(place)) = (side, place) else {
            let why = format!("'{id}' is not on the map, or obeys neither side");
            return Err(Failure(Error::bad(field, why)).into());
        };
        if *spot.get_or_insert((side, place)) != (side, place) {
            let why = format!("'{id}' does not stand with '{}'", units[0]);
            return Err(Failure(Error::bad(field, why)).into());
        }
        stack.push(unit);
    }
    let Some((side, place)) = spot else {
        return Err(Failure(Error::bad("units", "names no unit")).into());
    };
    activation_entry(py, &position.activation(side, &stack, place, purpose))
}
