//! Games that play themselves.

use super::position::TwilightPosition;
use crate::playing::{Crowd, Played, played};
use engine::play::Settings;
use pyo3::prelude::*;
use std::collections::HashMap;

/// Many games at once, from a position on.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(super) fn twilight_crowd(
    py: Python<'_>,
    position: &TwilightPosition,
    number: usize,
    seed: u64,
    offers: usize,
    length: usize,
    turns: Option<u16>,
    words: HashMap<String, u16>,
    order_ends: u16,
) -> PyResult<Crowd> {
    let settings = Settings {
        seed,
        offers,
        length,
        turns,
        words,
        order_ends,
    };
    Crowd::begun(py, position.0.clone(), number, settings)
}

/// The games of these numbers, played by answers at random on all threads.
#[pyfunction]
pub(super) fn twilight_playouts(
    py: Python<'_>,
    position: &TwilightPosition,
    seed: u64,
    numbers: (u64, u64),
    turns: Option<u16>,
    records: bool,
) -> PyResult<Vec<Played<TwilightPosition>>> {
    let start = &position.0;
    played(py, start, seed, numbers, turns, records, TwilightPosition)
}
