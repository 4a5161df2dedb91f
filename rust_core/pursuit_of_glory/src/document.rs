//! Position documents: JSON text in, JSON text out.

mod battle;
mod bytes;
mod course;

use super::activation::Purpose;
use super::position::Position;
pub use super::setup::SCHEMA;
use super::state::{ACTIONS, Cell, OFFENSIVES, One, State, unbias};
use super::vocabulary::*;
use serde_json::{Map, Value, json};

/// The version of the documents written here.
pub const VERSION: u64 = 1;

impl Position {
    /// The position as a JSON document, its keys in a fixed order.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (data, state) = (self.data(), self.state());
        let spaces = |wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
            let numbers = 0..data.spaces.len();
            numbers
                .filter(|at| wanted(*at))
                .map(|at| data.spaces[at].id.as_str())
                .collect()
        };
        let marked = |cell: fn(usize) -> Cell| spaces(&|at| state.get(cell(at)) > 0);
        let (mut units, mut arriving) = (Map::new(), Map::new());
        let put = |map: &mut Map<String, Value>, key: &str, item: &str| {
            if let Some(list) = map
                .entry(key.to_owned())
                .or_insert_with(|| json!([]))
                .as_array_mut()
            {
                list.push(item.into());
            }
        };
        for (place, space) in data.spaces.iter().enumerate() {
            for (unit, entry) in data.units.iter().enumerate() {
                if self.place(unit) != Some(place) {
                    continue;
                }
                match state.get(Cell::Arrival(unit)) {
                    0 => put(&mut units, &space.id, &entry.id),
                    turn => put(&mut arriving, &turn.to_string(), &entry.id),
                }
            }
        }
        let reduced: Vec<_> = state
            .reduced
            .iter()
            .filter_map(|at| Some(data.units.get(at)?.id.as_str()))
            .collect();
        let control = |control: Control| {
            spaces(&|at| {
                at < data.on_map
                    && state.get(Cell::Control(at)) == control as u16
                    && data.spaces[at].colour != control
            })
        };
        let mut trenches = Map::new();
        let mut uprisings = Map::new();
        for (at, space) in data.spaces.iter().enumerate() {
            let trench = state.get(Cell::Trench(at)).to_le_bytes()[0];
            if let Some(owner) = Control::at(trench >> 2).filter(|_| trench > 0) {
                trenches.insert(
                    space.id.clone(),
                    json!({"level": trench & 3, "owner": owner.word()}),
                );
            }
            let uprising = state.get(Cell::Uprising(at)).to_le_bytes()[0];
            if let Some(kind) = uprising.checked_sub(1).and_then(Uprising::at) {
                uprisings.insert(space.id.clone(), kind.word().into());
            }
        }
        let mut events = Map::new();
        for (at, card) in data.cards.iter().enumerate() {
            if let Some(turn) = state.get(Cell::Event(at)).checked_sub(1) {
                events.insert(card.id.clone(), turn.into());
            }
        }
        let small = |one: One| state.one(one).to_le_bytes()[0];
        let word =
            |one: One, word: fn(u8) -> Option<&'static str>| word(small(one)).unwrap_or_default();
        let commitment = |one| word(one, |n| Commitment::at(n).map(Commitment::word));
        let mut revolution =
            Map::from_iter([("stage".to_owned(), small(One::RevolutionStage).into())]);
        for (name, one) in [
            ("parvus", One::Parvus),
            ("revolution", One::RevolutionTurn),
            ("czar", One::Czar),
        ] {
            if let Some(turn) = unbias(state.one(one)) {
                revolution.insert(name.into(), turn.into());
            }
        }
        let mut assault =
            Map::from_iter([("used".to_owned(), (small(One::AssaultUsed) > 0).into())]);
        if let Some(at) = usize::from(state.one(One::AssaultLanding)).checked_sub(1) {
            assault.insert("landing".into(), data.spaces[at].id.as_str().into());
        }
        let cards = |side: Side| {
            let zone = |zone: CardZone, own: bool| -> Vec<&str> {
                let here = data.cards.iter().enumerate().filter(|(at, card)| {
                    state.get(Cell::Card(*at)) == zone as u16 && (!own || card.side == side)
                });
                here.map(|(_, card)| card.id.as_str()).collect()
            };
            let face_up = if side == Side::Ap {
                CardZone::FaceUpAp
            } else {
                CardZone::FaceUpCp
            };
            json!({
                "hand": zone(CardZone::Hand, true),
                "deck": zone(CardZone::Deck, true),
                "discard": zone(CardZone::Discard, true),
                "face_up": zone(face_up, false),
                "removed": zone(CardZone::Removed, true),
            })
        };
        let set = |one: One, words: Vec<&'static str>| -> Vec<&'static str> {
            let numbered = words.into_iter().zip(0..);
            numbered
                .filter(|(_, at)| state.holds(one, *at))
                .map(|(word, _)| word)
                .collect()
        };
        let (mut attacking, mut digging) = (Map::new(), Map::new());
        for (at, unit) in data.units.iter().enumerate() {
            let purpose = match state.get(Cell::Attacking(at)) {
                0 => continue,
                1 => Purpose::Attack,
                _ => Purpose::AttackWithBr,
            };
            attacking.insert(unit.id.clone(), purpose.word().into());
        }
        for (at, space) in data.spaces.iter().enumerate() {
            let roll = state.get(Cell::Digging(at));
            if roll > 0 {
                digging.insert(space.id.clone(), roll.into());
            }
        }
        let mut document = json!({
            "schema": SCHEMA,
            "version": VERSION,
            "scenario": self.scenario_name(),
            "last_turn": small(One::LastTurn),
            "turn": small(One::Turn),
            "round": small(One::Round),
            "phase": word(One::Phase, |n| Phase::at(n).map(Phase::word)),
            "active": word(One::Active, |n| Side::at(n).map(Side::word)),
            "units": units,
            "arriving": arriving,
            "reduced": reduced,
            "control": {
                "ap": control(Control::Ap), "cp": control(Control::Cp),
                "neutral": control(Control::Neutral),
            },
            "ru_vp": marked(Cell::RuVp),
            "trenches": trenches,
            "forts_destroyed": marked(Cell::FortDestroyed),
            "beachheads": marked(Cell::Beachhead),
            "beachheads_new": spaces(&|at| state.get(Cell::Beachhead(at)) == 2),
            "beachheads_in_reserve": small(One::BeachheadsInReserve),
            "uprisings": uprisings,
            "tracks": Track::ALL.iter().map(|track| (track.word().to_owned(), state.track(*track).into()))
                .collect::<Map<_, _>>(),
            "commitment": {"ap": commitment(One::CommitmentAp), "cp": commitment(One::CommitmentCp)},
            "mandated": {"ap": offensives(state, 0), "cp": offensives(state, 1)},
            "replacements": Replacement::ALL.iter().map(|kind| {
                let stored = state.get(Cell::Replacement(*kind as usize));
                (kind.word().to_owned(), unbias(stored).unwrap_or(0).into())
            }).collect::<Map<_, _>>(),
            "events": events,
            "greece": word(One::Greece, |n| Stand::at(n).map(Stand::word)),
            "collapsed": set(One::Collapsed, Collapse::ALL.iter().map(|c| c.word()).collect()),
            "revolts": set(One::Revolts, Revolt::ALL.iter().map(|r| r.word()).collect()),
            "penalties": set(One::Penalties, Penalty::ALL.iter().map(|p| p.word()).collect()),
            "flags": set(One::Flags, Flag::ALL.iter().map(|f| f.word()).collect()),
            "revolution": revolution,
            "amphibious_assault": assault,
            "air_superiority": word(One::AirSuperiority, |n| AirSuperiority::at(n).map(AirSuperiority::word)),
            "actions": (0..ACTIONS).filter_map(|at| action(self, state.get(Cell::Action(at)))).collect::<Vec<_>>(),
            "cards": {"ap": cards(Side::Ap), "cp": cards(Side::Cp)},
            "attacking": attacking,
            "digging": digging,
            "tribes_due": small(One::TribesDue),
            "jihad_taken": marked(Cell::JihadTaken),
        });
        if let Some(object) = document.as_object_mut() {
            for (name, one) in [
                ("max_tu_rp", One::MaxTuRp),
                ("sinai_railroad", One::SinaiRailroad),
                ("armistice", One::Armistice),
                ("cp_automatic_victory", One::CpAutomaticVictory),
            ] {
                if let Some(number) = unbias(state.one(one)) {
                    object.insert(name.into(), number.into());
                }
            }
            if let Some(ops) = state.ops() {
                object.insert("ops".into(), ops.into());
            }
            battle::told(self, object);
            course::told(self, object);
            if let Some(at) = usize::from(state.one(One::BritishRuCavalry)).checked_sub(1) {
                object.insert(
                    "british_ru_cavalry".into(),
                    data.units[at].id.as_str().into(),
                );
            }
            let space = |one: One| {
                let at = usize::from(state.one(one)).checked_sub(1)?;
                Some(data.spaces.get(at)?.id.as_str())
            };
            if let Some(port) = space(One::WarmWaterPort) {
                object.insert("warm_water_port".into(), port.into());
            }
            if let Some(target) = space(One::ChristmasSpace) {
                let turn = small(One::ChristmasTurn);
                object.insert("christmas".into(), json!({"space": target, "turn": turn}));
            }
            if state.one(One::HasRandom) > 0 {
                let number = (0..4).rev().fold(0_u64, |all, at| {
                    all << 16 | u64::from(state.get(Cell::Random(at)))
                });
                object.insert("random".into(), number.into());
            }
        }
        document.to_string()
    }
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
fn action(position: &Position, stored: u16) -> Option<Value> {
    let [low, card] = stored.to_le_bytes();
    if low & 7 == 0 {
        return None;
    }
    let side = if low & 8 > 0 { Side::Cp } else { Side::Ap };
    let mut action =
        json!({"round": low & 7, "side": side.word(), "kind": ActionKind::at(low >> 4)?.word()});
    if let Some(card) = usize::from(card).checked_sub(1) {
        action["card"] = position.data().cards.get(card)?.id.as_str().into();
    }
    Some(action)
}
