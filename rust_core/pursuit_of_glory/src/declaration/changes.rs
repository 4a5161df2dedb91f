//! What could be different, as plain data for programs in other languages.

use super::sensitivity::Change;
use crate::combat::{Battle, Role};
use crate::data::{CardId, PlaceId, UnitId};
use serde_json::{Value, json};

/// A change: its kind, what it is about, and one phrase.
#[must_use]
pub fn change_json(battle: &Battle<'_>, change: &Change) -> Value {
    let side = |role: Role| battle.side_of(role).word().to_uppercase();
    let unit = |unit: UnitId| &battle.data.units[unit].name;
    let place = |place: PlaceId| &battle.data.spaces[place].name;
    let card = |card: CardId| &battle.data.cards[card].name;
    let (kind, about, text) = match *change {
        Change::Drm(role, by) => (
            "drm",
            json!([role.word(), by]),
            format!("{by:+} on the {}'s die", role.word()),
        ),
        Change::Shift(role, by) => (
            "shift",
            json!([role.word(), by]),
            format!("{by:+} column for the {}", role.word()),
        ),
        Change::Without(role, one) => (
            "without",
            json!([role.word(), battle.unit_id(one)]),
            format!("without {} ({})", unit(one), role.word()),
        ),
        Change::Join(one) => (
            "join",
            json!([battle.unit_id(one)]),
            format!("{} joins", unit(one)),
        ),
        Change::Play(by, one, moment) => (
            "play",
            json!([by.word(), battle.card_id(one), moment.word()]),
            format!("{} plays {}", by.word().to_uppercase(), card(one)),
        ),
        Change::Keep(by, one) => (
            "keep",
            json!([by.word(), battle.card_id(one)]),
            format!("{} keeps {}", by.word().to_uppercase(), card(one)),
        ),
        Change::Flank(pin) => (
            "flank",
            json!([battle.place_id(pin)]),
            format!("flank attack pinned from {}", place(pin)),
        ),
        Change::NoFlank => ("no_flank", json!([]), "no flank attack".to_owned()),
        Change::Withdrawal(withdraws) => (
            "withdrawal",
            json!([withdraws]),
            if withdraws {
                format!("the {} withdraws", side(Role::Defender))
            } else {
                format!("the {} does not withdraw", side(Role::Defender))
            },
        ),
    };
    json!({"change": kind, "about": about, "text": text})
}
