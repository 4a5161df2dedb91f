//! The classes and functions of Pursuit of Glory. Classes name each other as they do in Python.

mod bench;
mod bulk;
mod decisions;
mod entries;
mod enumeration;
mod moves;
mod odds;
mod offers;
mod operations;
mod phases;
mod position;
mod suppositions;
mod tables;
mod traces;

use pyo3::prelude::*;

/// Adds the game's classes and functions to the extension module.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bench::pursuit_supply_bench, module)?)?;
    for function in [
        wrap_pyfunction!(decisions::pursuit_decisions, module)?,
        wrap_pyfunction!(decisions::pursuit_frames, module)?,
        wrap_pyfunction!(suppositions::pursuit_agenda, module)?,
        wrap_pyfunction!(suppositions::pursuit_event, module)?,
        wrap_pyfunction!(suppositions::pursuit_holdings, module)?,
        wrap_pyfunction!(enumeration::pursuit_answers, module)?,
        wrap_pyfunction!(enumeration::count_pursuit_answers, module)?,
        wrap_pyfunction!(odds::pursuit_odds, module)?,
        wrap_pyfunction!(odds::pursuit_attack_orders, module)?,
        wrap_pyfunction!(odds::pursuit_figures, module)?,
        wrap_pyfunction!(odds::pursuit_cards, module)?,
        wrap_pyfunction!(odds::pursuit_sensitivity, module)?,
        wrap_pyfunction!(odds::pursuit_evaluate_battle, module)?,
        wrap_pyfunction!(odds::pursuit_attacks, module)?,
        wrap_pyfunction!(odds::pursuit_attack_law, module)?,
        wrap_pyfunction!(odds::pursuit_odds_bench, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_class::<bulk::PursuitBulk>()?;
    module.add_class::<tables::PursuitTables>()?;
    module.add_class::<position::PursuitPosition>()?;
    module.add_class::<moves::PursuitMove>()?;
    module.add_class::<offers::PursuitOffers>()?;
    module.add_class::<operations::PursuitChecker>()
}
