//! Replacement points spent: what becomes of units, points and the Max TU RP marker (9.4.3, 17).
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::Cell;
use pursuit_of_glory::vocabulary::{DecisionKind as Asked, Side};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// A position in which a side spends its points.
fn spending(side: &str, mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.entry("turn").or_insert_with(|| 4.into());
    let agenda = json!([
        {"frame": "turn"}, {"frame": "phase", "phase": "replacement", "step": if side == "ap" { 1 } else { 2 }},
        {"frame": "replacement_points", "side": side},
    ]);
    object.insert("agenda".into(), agenda);
    Position::from_json(&DATA, more.to_string().as_bytes(), &[]).unwrap()
}

/// The position after a legal answer, which is sound.
fn answered(position: &Position, text: &str) -> Position {
    let made = position.read_move(text).unwrap();
    assert_eq!(position.check(&made).unwrap(), []);
    let next = position.play(&made).unwrap();
    sound(&next);
    next
}

fn sound(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let again = Position::from_json(&DATA, position.to_json().as_bytes(), &[]).unwrap();
    assert_eq!(&again, position);
}

fn broken(position: &Position, text: &str) -> Vec<String> {
    let made = position.read_move(text).unwrap();
    let found = position.check(&made).unwrap().into_iter();
    found
        .map(|one| format!("{} {}", one.rule(), one.witness(&DATA)))
        .collect()
}

fn place<'a>(position: &Position, unit: &str) -> &'a str {
    let place = position.place(DATA.unit("unit", unit).unwrap()).unwrap();
    &DATA.spaces[place].id
}

fn reduced(position: &Position, unit: &str) -> bool {
    let unit = DATA.unit("unit", unit).unwrap();
    position.state().get(Cell::Reduced(unit)) > 0
}

fn told(position: &Position, key: &str) -> Value {
    let document: Value = serde_json::from_str(&position.to_json()).unwrap();
    document.get(key).cloned().unwrap_or(Value::Null)
}

fn controls(position: &Position, side: usize, place: &str) -> bool {
    let place = DATA.place("place", place).unwrap();
    position.view().control[side].contains(place)
}

/// The Turks of the worked examples, a point in debt.
fn indebted() -> Position {
    spending(
        "cp",
        json!({
            "replacements": {"tu": -1},
            "reduced": ["tu_x_corps"],
            "units": {
                "koprukoy": ["tu_ix_corps", "tu_div_1", "tu_div_2"],
                "erzurum": ["tu_x_corps"],
                "cp_reserve": ["tu_div_4"],
            },
        }),
    )
}

#[test]
fn units_come_back_reduced_and_are_restored() {
    // 17.1.1, 17.1.8, 17.1.2-1
    let position = spending(
        "cp",
        json!({
            "replacements": {"tu": 4, "cp_allied": 2},
            "reduced": ["tu_div_1"],
            "units": {"erzurum": ["tu_div_1"], "cp_eliminated": ["tu_x_corps", "tu_div_2", "kurds_1"]},
        }),
    );
    let text = "rebuild tu_x_corps erzincan; restore tu_x_corps; restore tu_div_1; \
        rebuild tu_div_2 cp_reserve; rebuild kurds_1 tribal_key_kurds";
    let next = answered(&position, text);
    assert_eq!(place(&next, "tu_x_corps"), "erzincan");
    assert_eq!(place(&next, "tu_div_2"), "cp_reserve");
    assert_eq!(place(&next, "kurds_1"), "tribal_key_kurds");
    let states = ["tu_x_corps", "tu_div_1", "tu_div_2", "kurds_1"].map(|unit| reduced(&next, unit));
    assert_eq!(states, [false, false, true, true]);
    let left = told(&next, "replacements");
    assert!(
        left.as_object()
            .is_none_or(|left| left.values().all(|number| number == 0))
    );
}

#[test]
fn a_debt_is_worked_off_as_in_the_example() {
    // 9.4.3, 17.1.7: a step of an LCU, a SCU at full strength, or a step of two.
    let position = indebted();
    let reduced_corps = answered(&position, "reduce tu_ix_corps");
    assert!(reduced(&reduced_corps, "tu_ix_corps"));
    let eliminated = answered(&position, "eliminate tu_div_1");
    assert_eq!(place(&eliminated, "tu_div_1"), "cp_eliminated");
    let two = answered(&position, "reduce tu_div_1; reduce tu_div_2");
    assert!(reduced(&two, "tu_div_1") && reduced(&two, "tu_div_2"));
    assert_eq!(broken(&position, "pass"), ["17.1.7-2 owed(tu,2)"]);
}

#[test]
fn a_corps_that_falls_for_a_debt_is_replaced() {
    // 17.1.7-4, 12.6.5-1
    let text = "eliminate tu_x_corps; replace tu_x_corps by tu_div_4";
    let next = answered(&indebted(), text);
    assert_eq!(place(&next, "tu_x_corps"), "cp_eliminated");
    assert_eq!(place(&next, "tu_div_4"), "erzurum");
    // 12.6.5-2
    let alone = spending(
        "cp",
        json!({
            "replacements": {"tu": -1},
            "reduced": ["tu_x_corps"],
            "units": {"erzurum": ["tu_x_corps"]},
        }),
    );
    let next = answered(&alone, "eliminate tu_x_corps");
    assert_eq!(place(&next, "tu_x_corps"), "cp_permanently_eliminated");
}

#[test]
fn unspent_turkish_points_raise_the_marker() {
    // 17.1.2-2, 17.3.1-3, 17.3.1-4
    let marker = |points: Value, text: &str| {
        let position = spending(
            "cp",
            json!({
                "replacements": points,
                "max_tu_rp": 10,
                "reduced": ["tu_ix_corps", "tu_div_1", "ge_div_1"],
                "units": {
                    "erzurum": ["tu_ix_corps", "tu_div_1"], "galicia": ["ge_div_1"],
                    "cp_eliminated": ["kurds_1"],
                },
            }),
        );
        told(&answered(&position, text), "max_tu_rp")
    };
    assert_eq!(marker(json!({"tu": 3}), "pass"), 13);
    assert_eq!(marker(json!({"tu": 3}), "restore tu_ix_corps"), 12);
    // The half that is left is lost.
    assert_eq!(
        marker(json!({"tu": 3}), "restore tu_ix_corps; restore tu_div_1"),
        11
    );
    // A German point pays instead, and those for the tribe do.
    assert_eq!(marker(json!({"tu": 3, "ge": 1}), "restore tu_ix_corps"), 13);
    assert_eq!(
        marker(
            json!({"tu": 3, "cp_allied": 1}),
            "rebuild kurds_1 tribal_key_kurds"
        ),
        13
    );
    assert_eq!(
        marker(
            json!({"tu": 1, "ge": 2}),
            "restore tu_ix_corps; restore ge_div_1"
        ),
        11
    );
}

#[test]
fn who_has_nothing_to_spend_is_not_asked() {
    let position = spending(
        "ap",
        json!({
            "replacements": {"tu": 1},
            "reduced": ["tu_div_1", "ru_div_1"],
            "units": {"erzurum": ["tu_div_1"], "tiflis": ["ru_div_1"]},
        }),
    );
    let decision = position.decision();
    assert_eq!(decision.kind, Asked::ReplacementPoints);
    assert_eq!(position.at_next_decision().decision().side, Some(Side::Cp));
    // The Allies' points are gone all the same (17.1.2-1).
    let rich = spending(
        "ap",
        json!({"replacements": {"br": 3, "tu": 1},
        "reduced": ["tu_div_1"], "units": {"erzurum": ["tu_div_1"]}}),
    );
    let asked = rich.at_next_decision();
    let left = told(&asked, "replacements");
    assert_eq!([&left["br"], &left["tu"]], [&json!(0), &json!(1)]);
}

#[test]
fn places_change_hands_where_units_come_back() {
    // 17.1.8.b-10, 11.2-1
    let position = spending(
        "cp",
        json!({
            "replacements": {"cp_allied": 1},
            "greece": "cp",
            "control": {"cp": ["athens"], "ap": ["larissa"]},
            "units": {"cp_eliminated": ["gr_div_1"]},
        }),
    );
    let next = answered(&position, "rebuild gr_div_1 larissa");
    assert!(controls(&next, 1, "larissa"));
    // Irregulars hold in part (11.2.2.1-1).
    let position = spending(
        "cp",
        json!({
            "revolts": ["egypt"],
            "units": {"cp_eliminated": ["egypt_rebel_1"]},
        }),
    );
    let next = answered(&position, "rebuild egypt_rebel_1 faiyum");
    assert!(controls(&next, 0, "faiyum"));
}

#[test]
fn what_is_offered_is_legal() {
    let positions = [
        indebted(),
        spending(
            "cp",
            json!({
                "replacements": {"tu": 2, "ge": 1, "cp_allied": 1},
                "reduced": ["tu_div_1", "tu_div_2"],
                "units": {
                    "erzincan": ["tu_ix_corps", "tu_xi_corps", "tu_div_1"], "erzurum": ["tu_div_2"],
                    "cp_eliminated": ["tu_x_corps", "tu_div_3", "tu_a_div_1", "ge_div_1", "kurds_1"],
                },
            }),
        ),
        spending(
            "ap",
            json!({
                "replacements": {"br": 2, "in": 1, "ru": 2, "ap_allied": 1},
                "reduced": ["br_div_1"],
                "units": {
                    "cairo": ["br_div_1"], "tiflis": ["ru_div_1", "ru_div_2", "ru_div_3"],
                    "ap_eliminated": ["br_ix_corps", "in_div_1", "ru_i_caucasian", "ru_div_4", "fr_div_1"],
                },
            }),
        ),
    ];
    for position in positions {
        let owes = position
            .replacements(None)
            .iter()
            .any(|one| matches!(one, Order::Reduce { .. }));
        for order in position.replacements(None) {
            let found = position.check(&Move::new(vec![order.clone()])).unwrap();
            assert!(owes || found.is_empty(), "{order:?}: {found:?}");
        }
        for made in position.sample_replacements(7, 60).unwrap() {
            assert_eq!(position.check(&made).unwrap(), [], "{made:?}");
            sound(&position.play(&made).unwrap());
        }
        assert_eq!(
            position.sample_replacements(7, 3).unwrap(),
            position.sample_replacements(7, 60).unwrap()[..3]
        );
    }
}
