//! Measuring the core without Python in between.

use super::position::PursuitPosition;
use crate::run::detached;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::Readings;
use pursuit_of_glory::supply::Status;
use pyo3::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Runs the whole supply question for each position, one thread, nothing kept in between.
///
/// Returns the seconds and a checksum of the answers.
#[pyfunction]
pub(super) fn pursuit_supply_bench(
    py: Python<'_>,
    positions: Vec<PyRef<'_, PursuitPosition>>,
    repeats: usize,
) -> PyResult<(f64, u64)> {
    let positions: Vec<Position> = positions
        .iter()
        .map(|position| position.0.clone())
        .collect();
    detached(py, move || {
        let readings = Readings::default();
        let start = Instant::now();
        let mut sum = 0_u64;
        for _ in 0..repeats {
            for position in &positions {
                let supply = black_box(position).supply(&readings);
                let oos = supply
                    .units
                    .iter()
                    .filter(|unit| **unit == Some(Status::OutOfSupply));
                sum = sum.wrapping_add(oos.count() as u64 + supply.flips.len() as u64);
            }
        }
        (start.elapsed().as_secs_f64(), sum)
    })
}
