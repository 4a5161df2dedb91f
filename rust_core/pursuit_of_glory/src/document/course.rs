//! What a document tells of the phase under way and the game's end; nothing where there is none.

use crate::position::Position;
use crate::state::{Course, unbias};
use serde_json::{Map, Value};

/// Adds what there is to tell.
pub(super) fn told(position: &Position, document: &mut Map<String, Value>) {
    let (state, data) = (position.state(), position.data());
    let step = state.course(Course::Step);
    if step > 0 {
        document.insert("step".into(), step.into());
    }
    let rolled = usize::from(state.course(Course::SiegeRolled)).checked_sub(1);
    if let Some(space) = rolled.and_then(|at| data.spaces.get(at)) {
        document.insert("siege_rolled".into(), space.id.as_str().into());
    }
    if let Some(bid) = unbias(state.course(Course::Bid)) {
        document.insert("bid".into(), bid.into());
    }
}
