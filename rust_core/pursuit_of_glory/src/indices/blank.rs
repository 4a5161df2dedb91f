//! The state that a set-up starts from.

use crate::state::{Cell, Scalar, State, bias};
use crate::tables::Space;
use crate::vocabulary::*;

/// No units and no markers, the printed control, turn 1.
pub(crate) fn blank(spaces: &[Space]) -> State {
    let mut state = State::EMPTY;
    for (at, space) in spaces.iter().enumerate() {
        state.put(Cell::Control(at), space.colour as u16);
    }
    for (one, number) in [
        (Scalar::Turn, 1),
        (Scalar::Round, 1),
        (Scalar::LastTurn, 17),
    ] {
        state.put(Cell::Scalar(one as usize), number);
    }
    for (track, number) in Track::ALL.iter().zip([10, 0, 0, 0, 0, 0, 0]) {
        state.put(Cell::Track(*track as usize), bias(Some(number)));
    }
    for kind in Replacement::ALL {
        state.put(Cell::Replacement(*kind as usize), bias(Some(0)));
    }
    state
}
