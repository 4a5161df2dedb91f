//! The classes of Twilight of the Habsburgs. Classes name each other as they do in Python.

mod battles;
mod bench;
mod moves;
mod position;
mod tables;

use pyo3::prelude::*;

/// Adds the game's classes to the extension module.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<tables::TwilightTables>()?;
    module.add_class::<position::TwilightPosition>()?;
    module.add_class::<moves::TwilightMove>()?;
    module.add_function(wrap_pyfunction!(battles::twilight_figures, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_attacks_found, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_alike, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_changes, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_evaluate_battle, module)?)?;
    module.add_function(wrap_pyfunction!(battles::twilight_reckoning, module)?)?;
    module.add_function(wrap_pyfunction!(bench::twilight_fields_bench, module)?)?;
    module.add_function(wrap_pyfunction!(bench::twilight_odds_bench, module)?)?;
    module.add_function(wrap_pyfunction!(bench::twilight_attacks_bench, module)?)?;
    module.add_function(wrap_pyfunction!(bench::twilight_game_bench, module)?)?;
    module.add_function(wrap_pyfunction!(bench::twilight_check_bench, module)?)
}
