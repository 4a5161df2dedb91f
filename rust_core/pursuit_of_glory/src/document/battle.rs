//! What a document tells of battles (12) that no shape of the engine fits.

use crate::data::Data;
use crate::state::{BattleVar, Cell, STACKS, State};
use crate::vocabulary::Side;
use serde_json::{Map, Value, json};

/// The stacks that units were activated for attack with.
pub(super) fn stacks(data: &Data, state: &State) -> Option<Value> {
    let mut stacks = vec![Vec::new(); usize::from(STACKS)];
    for (at, unit) in data.units.iter().enumerate() {
        let stack = usize::from(state.get(Cell::Stack(at))).checked_sub(1);
        if let Some(units) = stack.and_then(|stack| stacks.get_mut(stack)) {
            units.push(unit.id.as_str());
        }
    }
    let last = stacks.iter().rposition(|stack| !stack.is_empty())?;
    stacks.truncate(last + 1);
    Some(json!(stacks))
}

fn ids(data: &Data, wanted: impl Fn(usize) -> bool) -> Vec<&str> {
    let cards = data.cards.iter().enumerate();
    let cards = cards.filter(|(at, _)| wanted(*at));
    cards.map(|(_, card)| card.id.as_str()).collect()
}

/// Cards of some kind, if there are any.
pub(super) fn cards(data: &Data, wanted: impl Fn(usize) -> bool) -> Option<Value> {
    Some(ids(data, wanted))
        .filter(|cards| !cards.is_empty())
        .map(Value::from)
}

/// The cards of the battle under way, if there are any.
pub(super) fn cards_by_side(data: &Data, state: &State) -> Option<Value> {
    let of = |side| ids(data, |at| state.played_by(at) == Some(side));
    let [ap, cp] = [Side::Ap, Side::Cp].map(of);
    (!ap.is_empty() || !cp.is_empty()).then(|| json!({"ap": ap, "cp": cp}))
}

/// SCUs, each with the LCU it came for.
pub(super) fn replacements(data: &Data, state: &State) -> Option<Value> {
    by_unit(data, |at| {
        data.counters
            .lcu(state.get(Cell::ReplacementFor(at)))
            .map(|lcu| &data.units[lcu].id)
    })
}

/// Units that fell or retreated by sea, each with the place it left.
pub(super) fn origins(data: &Data, state: &State) -> Option<Value> {
    let center = state.target().unwrap_or_default();
    by_unit(data, |at| {
        let place = data
            .movement_graph
            .neighbour(center, state.get(Cell::LeftFrom(at)))?;
        data.spaces.get(place).map(|space| &space.id)
    })
}

fn by_unit<'a>(data: &Data, told: impl Fn(usize) -> Option<&'a String>) -> Option<Value> {
    let units = data.units.iter().enumerate();
    let object: Map<_, _> = units
        .filter_map(|(at, unit)| Some((unit.id.clone(), told(at)?.as_str().into())))
        .collect();
    (!object.is_empty()).then(|| object.into())
}

/// The path of a stack that goes back by itself.
pub(super) fn path_out(data: &Data, state: &State) -> Option<Value> {
    let path = [BattleVar::PathOut, BattleVar::PathOutEnd].into_iter();
    let path: Vec<_> = path
        .filter_map(|which| usize::from(state.battle_var(which)).checked_sub(1))
        .filter_map(|at| Some(data.spaces.get(at)?.id.as_str()))
        .collect();
    (!path.is_empty()).then(|| json!(path))
}
