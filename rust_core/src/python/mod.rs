//! The extension module `lexbelli._core`: one file per Python class.

mod batch;
mod errors;
mod pursuit_bench;
mod pursuit_bulk;
mod pursuit_entries;
mod pursuit_moves;
mod pursuit_odds;
mod pursuit_operations;
mod pursuit_phases;
mod pursuit_position;
mod pursuit_tables;
mod run;
mod table;
mod tables;
mod values;

use crate::resources;
use pyo3::prelude::*;

/// The text of an embedded file.
#[pyfunction]
fn resource(path: &str) -> PyResult<&'static str> {
    resources::text(path).ok_or_else(|| {
        errors::Failure(crate::error::Error::unknown(
            "path",
            "resource",
            path,
            resources::paths(),
        ))
        .into()
    })
}

/// The paths of all embedded files.
#[pyfunction]
#[pyo3(name = "resources")]
fn resource_paths() -> Vec<&'static str> {
    resources::paths().collect()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BadInput", module.py().get_type::<errors::BadInput>())?;
    module.add(
        "InvalidSetup",
        module.py().get_type::<errors::InvalidSetup>(),
    )?;
    module.add_function(wrap_pyfunction!(resource, module)?)?;
    module.add_function(wrap_pyfunction!(resource_paths, module)?)?;
    module.add_function(wrap_pyfunction!(
        pursuit_bench::pursuit_supply_bench,
        module
    )?)?;
    for function in [
        wrap_pyfunction!(pursuit_odds::pursuit_odds, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_attack_orders, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_figures, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_cards, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_sensitivity, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_upshot, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_attacks, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_attack_law, module)?,
        wrap_pyfunction!(pursuit_odds::pursuit_odds_bench, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_class::<table::Table>()?;
    module.add_class::<tables::TableReader>()?;
    module.add_class::<tables::TableChunk>()?;
    module.add_class::<tables::TableWriter>()?;
    module.add_function(wrap_pyfunction!(batch::set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(batch::number_of_threads, module)?)?;
    module.add_function(wrap_pyfunction!(batch::table_of, module)?)?;
    module.add_function(wrap_pyfunction!(batch::judged_rows, module)?)?;
    module.add_function(wrap_pyfunction!(batch::joined_tables, module)?)?;
    module.add_function(wrap_pyfunction!(batch::rewrite_tables, module)?)?;
    module.add_function(wrap_pyfunction!(batch::column_types, module)?)?;
    module.add_class::<pursuit_bulk::PursuitBulk>()?;
    module.add_class::<pursuit_tables::PursuitTables>()?;
    module.add_class::<pursuit_position::PursuitPosition>()?;
    module.add_class::<pursuit_moves::PursuitMove>()?;
    module.add_class::<pursuit_operations::PursuitReferee>()
}
