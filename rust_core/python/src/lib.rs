//! The extension module `lexbelli._core`: one file per Python class.

mod batch;
mod errors;
mod evaluations;
#[cfg(feature = "files")]
mod files;
mod hexes;
mod orders;
mod playing;
mod pursuit_of_glory;
mod resources;
mod run;
mod saying;
mod streaming;
mod table;
mod throws;
mod twilight_of_the_habsburgs;
mod values;
mod weighing;
#[cfg(not(feature = "files"))]
mod without_files;

use pyo3::prelude::*;

// Moves and answers are many small lists: where all orders are looked for, a sixth of the time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The text of an embedded file.
#[pyfunction]
fn resource(path: &str) -> PyResult<&'static str> {
    resources::text(path).ok_or_else(|| {
        errors::Failure(engine::error::Error::unknown(
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
    resources::paths()
}

/// The valid name nearest to a word, if it is near enough to be meant.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "Python hands over a list of its own"
)]
fn nearest(word: &str, valid: Vec<String>) -> Option<String> {
    engine::names::nearest(word, valid.iter().map(String::as_str))
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
    module.add_function(wrap_pyfunction!(nearest, module)?)?;
    module.add_class::<hexes::HexGrid>()?;
    module.add_class::<throws::Throw>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<playing::Crowd>()?;
    module.add_class::<weighing::Weigher>()?;
    module.add_class::<streaming::MoveStream>()?;
    module.add_class::<saying::Words>()?;
    module.add_class::<saying::Saying>()?;
    #[cfg(feature = "files")]
    {
        module.add_class::<files::TableReader>()?;
        module.add_class::<files::TableChunk>()?;
        module.add_class::<files::TableWriter>()?;
        module.add_function(wrap_pyfunction!(files::rewrite_tables, module)?)?;
    }
    #[cfg(not(feature = "files"))]
    without_files::stand_in(module)?;
    module.add_function(wrap_pyfunction!(batch::set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(batch::number_of_threads, module)?)?;
    module.add_function(wrap_pyfunction!(batch::table_of, module)?)?;
    module.add_function(wrap_pyfunction!(batch::answer_table, module)?)?;
    module.add_function(wrap_pyfunction!(batch::judged_rows, module)?)?;
    module.add_function(wrap_pyfunction!(batch::verdict_table, module)?)?;
    module.add_function(wrap_pyfunction!(batch::joined_tables, module)?)?;
    module.add_function(wrap_pyfunction!(batch::column_types, module)?)?;
    pursuit_of_glory::register(module)?;
    twilight_of_the_habsburgs::register(module)
}
