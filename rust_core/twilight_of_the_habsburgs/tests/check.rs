//! Rulings: moves, and every rule they break.

#![allow(clippy::unwrap_used)]

use crate::support::{agenda, broken, position};
use serde_json::json;
use twilight_of_the_habsburgs::state::Cell;

/// A German division stands in h1118; its zone is everything around it.
const ENEMY: (&str, &str) = ("ger_117_inf_div", "h1118");

fn entente(impulse: u8, units: &[(&str, &str)]) -> twilight_of_the_habsburgs::position::Position {
    position(agenda("entente", impulse, "movement"), units, json!({}))
}

#[test]
fn units_stop_in_enemy_zones() {
    let at = entente(
        1,
        &[ENEMY, ("it_6_inf_div", "h1116"), ("it_26_mtn_div", "h1115")],
    );
    assert!(broken(&at, "go it_6_inf_div h1117").is_empty());
    assert_eq!(
        broken(&at, "go it_6_inf_div h1118 via h1117"),
        [
            "6.31-1 goes_on(it_6_inf_div,h1117)",
            "8.3-1 enemy_there(it_6_inf_div,h1118)"
        ]
    );
    assert_eq!(
        broken(&at, "go it_6_inf_div h1218 via h1117"),
        [
            "6.31-1 goes_on(it_6_inf_div,h1117)",
            "6.32-1 zone_to_zone(it_6_inf_div,h1117,h1218)"
        ]
    );
    // 6.4: mountain infantry infiltrates.
    assert!(broken(&at, "go it_26_mtn_div h1218 via h1116,h1117").is_empty());
}

#[test]
fn units_leave_enemy_zones_but_not_into_others() {
    let at = entente(1, &[ENEMY, ("it_6_inf_div", "h1117")]);
    assert!(broken(&at, "go it_6_inf_div h1115 via h1116").is_empty());
    assert!(broken(&at, "go it_6_inf_div h1117 via h1116").is_empty());
    assert_eq!(
        broken(&at, "go it_6_inf_div h1218"),
        ["6.32-1 zone_to_zone(it_6_inf_div,h1117,h1218)"]
    );
}

#[test]
fn rivers_and_distance_cost_points() {
    let at = entente(1, &[("it_6_inf_div", "h1116"), ("it_cav_corps", "h1115")]);
    assert!(broken(&at, "go it_6_inf_div h1114").is_empty());
    assert_eq!(
        broken(&at, "go it_6_inf_div h1113 via h1115,h1114"),
        ["8.2-1 too_far(it_6_inf_div,h1113)"]
    );
    assert_eq!(
        broken(&at, "go it_6_inf_div h1118 directly"),
        ["8.1-1 not_adjacent(it_6_inf_div,h1116,h1118)"]
    );
    // The cavalry has five points, and no way into rough hexes but along railways.
    assert!(broken(&at, "go it_cav_corps h1113").is_empty());
}

#[test]
fn alpine_hexes_are_for_mountain_units_and_one_at_a_time() {
    let at = entente(
        1,
        &[
            ("it_6_inf_div", "h2303"),
            ("it_5_mtn_div", "h2304"),
            ("it_26_mtn_div", "h2304"),
        ],
    );
    let told = broken(&at, "go it_6_inf_div h2404 directly");
    assert!(
        told.contains(&"13.2-1 alpine(it_6_inf_div,h2404)".to_owned()),
        "{told:?}"
    );
    assert!(
        !told.iter().any(|each| each.starts_with("8.3-3")),
        "{told:?}"
    );
    let told = broken(&at, "go it_5_mtn_div,it_26_mtn_div h2404 directly");
    assert_eq!(told, ["13.2-2 alpine_stack(h2404)"]);
}

#[test]
fn stacks_hold_two_divisions_and_a_brigade() {
    let stack = [
        ("it_6_inf_div", "h1116"),
        ("it_1_inf_div", "h1116"),
        ("it_sesia_inf_bde", "h1116"),
        ("it_napoli_inf_bde", "h1115"),
        ("it_1_hq", "h1116"),
        ("it_2_hq", "h1115"),
    ];
    let at = entente(1, &stack);
    assert_eq!(
        broken(&at, "go it_napoli_inf_bde h1116"),
        ["7.1-1 over_limit(h1116)"]
    );
    assert!(broken(&at, "go it_napoli_inf_bde h1116; go it_6_inf_div h1115").is_empty());
    assert_eq!(
        broken(&at, "go it_2_hq h1116"),
        ["7.1-4 two_headquarters(h1116)"]
    );
}

#[test]
fn trench_state_and_lack_of_command_keep_units() {
    let at = position(
        agenda("entente", 2, "movement"),
        &[("it_6_inf_div", "h1116"), ("it_1_inf_div", "h1115")],
        json!({"entrenched": ["it_6_inf_div"], "out_of_command": ["it_1_inf_div"]}),
    );
    assert_eq!(
        broken(&at, "go it_6_inf_div h1117"),
        ["12.21-2 entrenched(it_6_inf_div)"]
    );
    assert_eq!(
        broken(&at, "go it_1_inf_div h1116"),
        ["4.2-1 out_of_command(it_1_inf_div)"]
    );
    assert_eq!(
        broken(&at, "go ger_117_inf_div h1116"),
        ["8.0-1 not_own(ger_117_inf_div)"]
    );
}

#[test]
fn rail_movement_has_its_limits() {
    let divisions = [
        "it_1_inf_div",
        "it_6_inf_div",
        "it_7_inf_div",
        "it_8_inf_div",
        "it_9_inf_div",
    ];
    let places = ["h1411", "h1411", "h1410", "h1410", "h1409"];
    let units: Vec<_> = divisions.into_iter().zip(places).collect();
    let at = entente(1, &units);
    assert!(broken(&at, "rail it_1_inf_div h1405").is_empty());
    let all = "rail it_1_inf_div h1405; rail it_6_inf_div h1406; rail it_7_inf_div h1407; \
               rail it_8_inf_div h1408; rail it_9_inf_div h1408";
    assert_eq!(broken(&at, all), ["8.54-2 rail_limit(10)"]);
    assert_eq!(
        broken(&at, "rail it_1_inf_div h1405; go it_1_inf_div h1511"),
        ["8.52-1 combined(it_1_inf_div)"]
    );
    let told = broken(&at, "rail it_9_inf_div h1508 directly");
    assert_eq!(
        told,
        [
            "8.51-4 off_rails(it_9_inf_div,h1508)",
            "8.51-6 off_rails(it_9_inf_div,h1409,h1508)"
        ]
    );
    let later = entente(2, &units);
    assert_eq!(
        broken(&later, "rail it_1_inf_div h1408"),
        ["8.5-1 second_impulse(it_1_inf_div)"]
    );
}

#[test]
fn transports_cross_the_lake() {
    let units = [
        ("it_6_inf_div", "h1407"),
        ("it_1_hq", "h1407"),
        ("it_1_inf_div", "h1406"),
    ];
    let at = entente(1, &units);
    assert!(broken(&at, "ferry it_6_inf_div h2208").is_empty());
    assert_eq!(
        broken(&at, "ferry it_6_inf_div riva"),
        ["13.61-2 enemy_ashore(it_6_inf_div,h2308)"]
    );
    assert_eq!(
        broken(&at, "ferry it_1_hq h2208"),
        ["13.61-1 wrong_size(it_1_hq)"]
    );
    assert_eq!(
        broken(&at, "ferry it_6_inf_div h1116; ferry it_1_inf_div h2208"),
        [
            "13.61-1 not_in_port(it_1_inf_div,h1406)",
            "13.61-1 not_on_lake(it_6_inf_div,h1116)",
            "13.61-1 too_many_ferries(2)"
        ]
    );
    assert_eq!(
        broken(&at, "ferry it_6_inf_div h2208; go it_6_inf_div h1406"),
        ["13.61-3 moves_on(it_6_inf_div)"]
    );
    assert_eq!(
        broken(&entente(2, &units), "ferry it_6_inf_div h2208"),
        ["13.61-1 no_ferry(it_6_inf_div)"]
    );
}

#[test]
fn a_sunk_transport_goes_back() {
    let at = entente(1, &[("it_6_inf_div", "h1407")]);
    let made = at.read_move("ferry it_6_inf_div h2208").unwrap();
    let asked = at.play(&made).unwrap();
    assert_eq!(asked.decision().kind.word(), "submarine");
    let sent = asked.play(&asked.read_move("submarine").unwrap()).unwrap();
    let after = |text: &str| sent.play_outcome(sent.read_outcome(text).unwrap()).unwrap();
    let hex = |at: &twilight_of_the_habsburgs::position::Position| {
        let unit = at.data().unit("unit", "it_6_inf_div").unwrap();
        (
            at.hex(unit).map(|hex| at.data().map.hexes[hex].id.clone()),
            at.state().get(Cell::Reduced(unit)) > 0,
        )
    };
    assert_eq!(hex(&after("sunk")), (Some("h1407".to_owned()), true));
    assert_eq!(hex(&after("missed")), (Some("h2208".to_owned()), false));
    assert_eq!(hex(&after("broken")), (Some("h2208".to_owned()), false));
}

#[test]
fn assault_troops_go_along_with_mountain_infantry() {
    // Rough and mountain cost a German division 2 + 3 of its 4 points, mountain infantry 1 + 2.
    let units = [("ger_12_aslt_div", "h1610"), ("ah_3_mtn_div", "h1610")];
    let at = position(agenda("central", 1, "movement"), &units, json!({}));
    assert_eq!(
        broken(&at, "go ger_12_aslt_div h1811 via h1710"),
        ["8.2-1 too_far(ger_12_aslt_div,h1811)"]
    );
    assert!(broken(&at, "go ger_12_aslt_div,ah_3_mtn_div h1811 via h1710").is_empty());
    // They part before the mountain: 1 + 3 points are just enough.
    assert!(
        broken(
            &at,
            "go ger_12_aslt_div h1811 via h1710; go ah_3_mtn_div h1710"
        )
        .is_empty()
    );
    // Who starts elsewhere, or goes another way, is no company.
    assert_eq!(
        broken(
            &at,
            "go ger_12_aslt_div h1811 via h1710; go ah_3_mtn_div h1611"
        ),
        ["8.2-1 too_far(ger_12_aslt_div,h1811)"]
    );
}

#[test]
fn reorganization_turns_units() {
    let at = position(
        agenda("entente", 2, "reorganization"),
        &[
            ("it_6_inf_div", "h1116"),
            ("it_1_inf_div", "h1115"),
            ("it_1_hq", "h1116"),
        ],
        json!({"entrenched": ["it_1_inf_div"], "out_of_command": ["it_6_inf_div"]}),
    );
    assert_eq!(
        broken(&at, "entrench it_6_inf_div"),
        ["12.1-2 out_of_command(it_6_inf_div)"]
    );
    assert_eq!(
        broken(&at, "entrench it_1_inf_div"),
        ["12.1-1 no_change(it_1_inf_div)"]
    );
    assert_eq!(
        broken(&at, "entrench it_1_hq"),
        ["12.3-1 no_trench_side(it_1_hq)"]
    );
    assert!(broken(&at, "mobilize it_1_inf_div").is_empty());
}

#[test]
fn replacements_have_their_rules() {
    let phase = json!([
        {"frame": "turn", "step": 3},
        {"frame": "player_turn", "side": "entente", "step": 1},
        {"frame": "reinforcement", "side": "entente"},
    ]);
    let at = position(
        phase,
        &[
            ENEMY,
            ("it_1_hq", "h1411"),
            ("it_6_inf_div", "h1411"),
            ("it_1_inf_div", "h1117"),
            ("it_26_mtn_div", "h1410"),
            ("it_7_inf_div", "h1411"),
            ("it_8_inf_div", "eliminated"),
        ],
        json!({
            "reduced": ["it_6_inf_div", "it_1_inf_div", "it_26_mtn_div"],
            "points": {"italian": 3},
        }),
    );
    assert!(broken(&at, "restore it_6_inf_div").is_empty());
    assert_eq!(
        broken(&at, "restore it_7_inf_div"),
        ["10.23-1 full_strength(it_7_inf_div)"]
    );
    assert_eq!(
        broken(&at, "restore it_26_mtn_div"),
        ["10.26-1 no_points_for(it_26_mtn_div)"]
    );
    assert_eq!(
        broken(&at, "restore it_1_inf_div"),
        [
            "10.21-1 out_of_command(it_1_inf_div)",
            "10.21-2 enemy_zone(it_1_inf_div)"
        ]
    );
    assert!(broken(&at, "rebuild it_8_inf_div verona").is_empty());
    assert_eq!(
        broken(&at, "rebuild it_8_inf_div h1410"),
        ["10.1-1 no_depot(it_8_inf_div,h1410)"]
    );
    assert_eq!(
        broken(&at, "rebuild it_8_inf_div verona; restore it_6_inf_div"),
        ["10.2-1 too_few_points(italian)"]
    );
    assert_eq!(
        broken(&at, "arrive it_7_inf_div verona"),
        ["10.0-1 not_available(it_7_inf_div)"]
    );
}

#[test]
fn excess_goes_and_no_more() {
    let agenda = agenda("entente", 1, "excess");
    let at = position(
        agenda,
        &[
            ("it_1_inf_div", "h1411"),
            ("it_6_inf_div", "h1411"),
            ("it_7_inf_div", "h1411"),
            ("it_8_inf_div", "h1410"),
        ],
        json!({}),
    );
    assert_eq!(broken(&at, "pass"), ["7.3-1 still_over(h1411)"]);
    assert!(broken(&at, "eliminate it_6_inf_div").is_empty());
    assert_eq!(
        broken(&at, "eliminate it_6_inf_div,it_7_inf_div"),
        [
            "7.3-1 needless(it_6_inf_div)",
            "7.3-1 needless(it_7_inf_div)"
        ]
    );
    assert_eq!(
        broken(&at, "eliminate it_6_inf_div,it_8_inf_div"),
        ["7.3-1 not_over(it_8_inf_div)"]
    );
}
