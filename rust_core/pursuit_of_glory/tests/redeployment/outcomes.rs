//! What becomes of redeployments.

use super::*;

#[test]
fn units_are_where_they_end_and_the_action_goes_on() {
    let at = redeploying(
        "cp",
        3,
        json!({"units": {"ankara": ["tu_div_1", "tu_div_2"], "cp_reserve": ["tu_div_3"]}}),
    );
    let next = played(
        &at,
        "redeploy tu_div_1 kayseri; reserve tu_div_2; deploy tu_div_3 erzincan",
    );
    assert_eq!(place(&next, "tu_div_1"), "kayseri");
    assert_eq!(place(&next, "tu_div_2"), "cp_reserve");
    assert_eq!(place(&next, "tu_div_3"), "erzincan");
    assert!(next.redeployments(None).is_empty(), "the points are spent");
}

#[test]
fn a_regular_unit_holds_in_full_what_was_held_in_part() {
    // 11.2.2.1.c, 13.6-4
    let at = redeploying(
        "cp",
        1,
        json!({
            "units": {"kagizman": ["kurds_1"], "eleskirt": ["tu_div_1"]},
            "control": {"ap": ["kagizman"]},
        }),
    );
    let next = played(&at, "redeploy tu_div_1 kagizman");
    let kagizman = DATA.place("space", "kagizman").unwrap();
    assert!(next.view().control[1].contains(kagizman));
}

#[test]
fn the_last_to_sail_from_an_ottoman_port_raise_the_jihad_level() {
    // 18.6.2.1-4
    let at = redeploying(
        "ap",
        2,
        json!({
            "units": {"haifa": ["br_div_1", "br_div_2"]},
            "control": {"ap": ["haifa"]},
        }),
    );
    let one = played(&at, "ship br_div_1 alexandria");
    assert_eq!(jihad(&one), jihad(&at));
    let all = played(&at, "ship br_div_1 alexandria; ship br_div_2 alexandria");
    assert_eq!(jihad(&all), jihad(&at) + 1);
}

#[test]
fn who_goes_around_africa_is_a_turn_late() {
    // 18.10.2-2
    let at = redeploying(
        "ap",
        2,
        json!({
            "units": {"port_said": ["br_div_1"]},
            "control": {"cp": ["suez"]},
        }),
    );
    let next = played(&at, "detour br_div_1 persian_gulf");
    let told = document(&next);
    assert_eq!(told["arriving"]["5"], json!(["br_div_1"]));
    assert_eq!(told["bound_for"], json!({"br_div_1": "persian_gulf"}));
}

/// A position in which units that come around Africa go ashore.
fn landing(arriving: Value, control: Value) -> Position {
    position(&json!({
        "turn": 5, "arriving": arriving, "control": control,
        "bound_for": {"br_div_1": "persian_gulf"},
        "agenda": [
            {"frame": "turn"}, {"frame": "phase", "phase": "replacement"},
            {"frame": "arrival", "side": "ap"},
        ],
    }))
}

#[test]
fn they_land_in_a_port_of_the_area_or_sail_on() {
    // 18.10.2-2
    let at = landing(json!({"5": ["br_div_1"]}), json!({}));
    assert_eq!(broken(&at, "arrive br_div_1 bahrain"), [""; 0]);
    assert_eq!(
        broken(&at, "arrive br_div_1 alexandria"),
        ["18.10.2-3 other_water"]
    );
    assert_eq!(
        broken(&at, "arrive br_div_1 cairo"),
        ["18.10.2-2 no_port_there"]
    );
    assert_eq!(
        broken(&at, "arrive in_div_1 bahrain"),
        ["18.10.2-2 not_due"]
    );
    let next = played(&at, "arrive br_div_1 bahrain");
    assert_eq!(place(&next, "br_div_1"), "bahrain");
    assert_eq!(document(&next).get("bound_for"), None);
    let waits = played(&at, "pass");
    assert_eq!(document(&waits)["arriving"]["6"], json!(["br_div_1"]));
}
