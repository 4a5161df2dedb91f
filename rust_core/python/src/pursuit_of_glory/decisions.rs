//! The kinds of decisions and of frames, as lists: nothing in Python repeats them.

use pursuit_of_glory::aftermath::AFTER_DICE;
use pursuit_of_glory::orders::Order;
use pursuit_of_glory::state::FRAMES;
use pursuit_of_glory::vocabulary::DecisionKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The kinds of decisions that take orders, in the order of the vocabulary.
///
/// Of each its `kind`, and whether it is one `of_battle`, and `after_dice`.
#[pyfunction]
pub(super) fn pursuit_decisions(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let takes = |kind: &&DecisionKind| Order::TAKERS.iter().any(|takers| takers.contains(kind));
    let entry = |kind: &DecisionKind| {
        let entry = PyDict::new(py);
        entry.set_item("kind", kind.word())?;
        entry.set_item("of_battle", kind.is_of_battle())?;
        entry.set_item("after_dice", AFTER_DICE.contains(kind))?;
        Ok(entry)
    };
    DecisionKind::ALL.iter().filter(takes).map(entry).collect()
}

/// The kinds of frames, from the table of them: the word, and what is under way.
#[pyfunction]
pub(super) fn pursuit_frames() -> Vec<(&'static str, &'static str)> {
    FRAMES.iter().map(|kind| (kind.word, kind.about)).collect()
}
