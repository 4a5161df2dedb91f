//! Position documents: JSON text in, JSON text out.

mod battle;
mod bytes;
mod schema;

pub use schema::schema;

use super::data::Data;
use super::position::Position;
pub use super::setup::{SCHEMA, VERSION};
use super::state::{ACTIONS, Cell, DOCUMENT, OFFENSIVES, Own, Scalar, State};
use super::vocabulary::*;
use serde_json::{Map, Value, json};

impl Position {
    /// The position as a JSON document, its keys in a fixed order.
    #[must_use]
    pub fn to_json(&self) -> String {
        Value::from(self.document(|_| None)).to_string()
    }

    /// The same with what is under way said in short: `phase`, `active`, `ops` and the like instead
    /// of the agenda. For who changes a position by hand; what comes upon a battle is left out.
    #[must_use]
    pub fn to_json_in_short(&self) -> String {
        let mut document = self.document(|own| in_short(self.data(), self.state(), own));
        document.remove("agenda");
        if let Some(battle) = document.get_mut("battle").and_then(Value::as_object_mut) {
            for (key, nobody) in [
                ("attackers", json!([])),
                ("defenders", json!([])),
                ("cards", json!({"ap": [], "cp": []})),
            ] {
                battle.entry(key).or_insert(nobody);
            }
        }
        Value::from(document).to_string()
    }

    fn document(&self, short: impl Fn(Own) -> Option<Value>) -> Map<String, Value> {
        let (data, state) = (&**self.data(), self.state());
        let own = |own| own_value(self, data, state, own).or_else(|| short(own));
        DOCUMENT.write(data, |cell| state.get(cell), own)
    }
}

/// What the agenda says, in short.
fn in_short(data: &Data, state: &State, own: Own) -> Option<Value> {
    let space = |at: usize| Some(data.spaces.get(at)?.id.as_str().into());
    match own {
        Own::Phase => Some(state.phase()?.word().into()),
        Own::Active => Some(state.active().word().into()),
        Own::Ops => Some(state.ops()?.into()),
        Own::Step => Some(state.step().into()).filter(|_| state.step() > 0),
        Own::SiegeRolled => space(state.siege_rolled().checked_sub(1)?),
        Own::BattlePlace => space(state.target()?),
        Own::BattleStage => Some(state.stage()?.word().into()),
        _ => None,
    }
}

/// What no shape of the engine fits; `None` where there is nothing to tell.
fn own_value(position: &Position, data: &Data, state: &State, own: Own) -> Option<Value> {
    Some(match own {
        Own::Schema => SCHEMA.into(),
        Own::Version => VERSION.into(),
        Own::Scenario => position.scenario_name().into(),
        // The agenda says it.
        Own::Phase | Own::Active | Own::Ops | Own::Step | Own::SiegeRolled => return None,
        Own::BattlePlace | Own::BattleStage => return None,
        Own::Units => units(data, state, false),
        Own::Arriving => units(data, state, true),
        Own::Control => control(data, state),
        Own::Trenches => trenches(data, state),
        Own::Mandated => json!({"ap": offensives(state, 0), "cp": offensives(state, 1)}),
        Own::Actions => {
            let actions = (0..ACTIONS).filter_map(|at| action(data, state.get(Cell::Action(at))));
            actions.collect::<Vec<_>>().into()
        }
        Own::Cards => json!({
            "ap": cards(data, state, Side::Ap, CardZone::FaceUpAp),
            "cp": cards(data, state, Side::Cp, CardZone::FaceUpCp),
        }),
        Own::Random => random(state)?.into(),
        Own::Stacks => battle::stacks(data, state)?,
        Own::CardsUsed => battle::cards(data, |at| state.used(at))?,
        Own::BattleCards => battle::cards_by_side(data, state)?,
        Own::FromHand => battle::cards(data, |at| state.from_hand(at))?,
        Own::BeforeWeather => battle::cards(data, |at| state.before_weather(at))?,
        Own::Replacements => battle::replacements(data, state)?,
        Own::Origins => battle::origins(data, state)?,
        Own::PathOut => battle::path_out(data, state)?,
    })
}

/// Place or turn -> the units there, in the order of the places.
fn units(data: &Data, state: &State, arriving: bool) -> Value {
    let mut there = vec![Vec::new(); data.spaces.len()];
    for unit in 0..data.units.len() {
        let late = state.get(Cell::Arrival(unit)) > 0;
        let place = usize::from(state.get(Cell::Place(unit))).checked_sub(1);
        if let Some(units) = place.and_then(|place| there.get_mut(place))
            && late == arriving
        {
            units.push(unit);
        }
    }
    let mut map = Map::new();
    for (space, units) in data.spaces.iter().zip(there) {
        for unit in units {
            let key = match state.get(Cell::Arrival(unit)) {
                0 => space.id.clone(),
                turn => turn.to_string(),
            };
            if let Some(list) = map.entry(key).or_insert_with(|| json!([])).as_array_mut() {
                list.push(data.units[unit].id.as_str().into());
            }
        }
    }
    map.into()
}

fn control(data: &Data, state: &State) -> Value {
    let of = |control: Control| -> Vec<&str> {
        let spaces = data.spaces[..data.on_map].iter().enumerate();
        let changed = spaces.filter(|(at, space)| {
            state.get(Cell::Control(*at)) == control as u16 && space.colour != control
        });
        changed.map(|(_, space)| space.id.as_str()).collect()
    };
    json!({"ap": of(Control::Ap), "cp": of(Control::Cp), "neutral": of(Control::Neutral)})
}

fn trenches(data: &Data, state: &State) -> Value {
    let mut trenches = Map::new();
    for (at, space) in data.spaces.iter().enumerate() {
        let trench = state.get(Cell::Trench(at)).to_le_bytes()[0];
        if let Some(owner) = Control::at(trench >> 2).filter(|_| trench > 0) {
            let told = json!({"level": trench & 3, "owner": owner.word()});
            trenches.insert(space.id.clone(), told);
        }
    }
    trenches.into()
}

fn cards(data: &Data, state: &State, side: Side, face_up: CardZone) -> Value {
    let zone = |zone: CardZone, own: bool| -> Vec<&str> {
        let here = data.cards.iter().enumerate().filter(|(at, card)| {
            state.get(Cell::Card(*at)) == zone as u16 && (!own || card.side == side)
        });
        here.map(|(_, card)| card.id.as_str()).collect()
    };
    let mut cards = json!({
        "hand": zone(CardZone::Hand, true),
        "deck": zone(CardZone::Deck, true),
        "discard": zone(CardZone::Discard, true),
        "face_up": zone(face_up, false),
        "removed": zone(CardZone::Removed, true),
    });
    let (hidden, held) = (zone(CardZone::Hidden, true), state.hidden_in_hand(side));
    if held > 0 || !hidden.is_empty() {
        cards["hidden"] = hidden.into();
        cards["hidden_in_hand"] = held.into();
    }
    cards
}

fn random(state: &State) -> Option<u64> {
    (state.scalar(Scalar::HasRandom) > 0).then(|| {
        (0..4).rev().fold(0, |all, at| {
            all << 16 | u64::from(state.get(Cell::Random(at)))
        })
    })
}

fn offensives(state: &State, side: usize) -> Vec<Value> {
    (0..OFFENSIVES)
        .filter_map(|at| {
            let stored = state
                .get(Cell::Offensive(side * OFFENSIVES + at))
                .to_le_bytes()[0];
            let offensive = Offensive::at((stored & 31).checked_sub(1)?)?;
            Some(json!({"offensive": offensive.word(), "met": stored & 32 > 0}))
        })
        .collect()
}

/// The reverse of [`State::action`].
fn action(data: &Data, stored: u16) -> Option<Value> {
    let [low, card] = stored.to_le_bytes();
    if low & 7 == 0 {
        return None;
    }
    let side = if low & 8 > 0 { Side::Cp } else { Side::Ap };
    let mut action =
        json!({"round": low & 7, "side": side.word(), "kind": ActionKind::at(low >> 4)?.word()});
    if let Some(card) = usize::from(card).checked_sub(1) {
        action["card"] = data.cards.get(card)?.id.as_str().into();
    }
    Some(action)
}
