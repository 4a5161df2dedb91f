//! Events that are supposed to happen, and what is under way.

use super::position::PursuitPosition;
use crate::errors::Failure;
use pursuit_of_glory::sequence::supposed_event::LeftOut;
use pyo3::prelude::*;

/// What asks for a choice, and whom; `die` and nobody if chance decides.
type Left = (&'static str, Option<&'static str>);

fn left(why: LeftOut) -> Left {
    match why {
        LeftOut::Choice(kind, side) => (kind.word(), Some(side.word())),
        LeftOut::Die => ("die", None),
    }
}

/// An event as Python takes it: the position after it; its effects, as terms of the law, each with what it
/// waits for; what else is left; and whether it is past.
type Supposed = (
    PursuitPosition,
    Vec<(String, Option<Left>)>,
    Vec<Left>,
    bool,
);

/// Supposes that the event of a card has happened.
#[pyfunction]
pub(super) fn pursuit_event(
    position: PyRef<'_, PursuitPosition>,
    card: &str,
) -> PyResult<Supposed> {
    let position = &position.0;
    let card = position.data().card("event", card).map_err(Failure)?;
    let supposed = position.with_event(card).map_err(Failure)?;
    let effects = supposed.effects.into_iter();
    let effects = effects.map(|(effect, why)| (effect.term(), why.map(left)));
    Ok((
        PursuitPosition(supposed.position),
        effects.collect(),
        supposed.more.into_iter().map(left).collect(),
        supposed.past,
    ))
}

/// What is under way, what began first before what interrupts it, by the words of frames.
#[pyfunction]
pub(super) fn pursuit_agenda(position: PyRef<'_, PursuitPosition>) -> Vec<&'static str> {
    let frames = position.0.state().agenda();
    frames.map(|frame| frame.kind.word()).collect()
}

/// The cards that a side holds or could hold, each with the position in which it does.
#[pyfunction]
pub(super) fn pursuit_holdings(
    position: PyRef<'_, PursuitPosition>,
    side: &str,
) -> PyResult<Vec<(String, PursuitPosition)>> {
    let side = position.side(Some(side))?;
    let position = &position.0;
    let entry = |card: usize| {
        let held = PursuitPosition(position.holding(card));
        (position.data().cards[card].id.clone(), held)
    };
    Ok(position.holdings(side).into_iter().map(entry).collect())
}
