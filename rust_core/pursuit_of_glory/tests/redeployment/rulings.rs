//! What the rulebook says of single moves.

use super::*;

const LEGAL: [&str; 0] = [];

#[test]
fn a_division_from_ankara_gets_to_the_edge_of_sinai() {
    // The example of 13.12.2.
    let at = scenario("1914_campaign", "cp", 4, &[("tu_elite_div_7", "ankara")]);
    let goes = |to: &str| broken(&at, &format!("redeploy tu_elite_div_7 {to}"));
    assert_eq!(goes("beersheba"), LEGAL);
    assert_eq!(goes("gaza"), LEGAL);
    assert_eq!(goes("el_arish"), LEGAL);
    assert_eq!(goes("kossaima"), ["13.12.2-1 stops_in_desert"]);
    assert_eq!(goes("nekhi"), ["13.12.2-1 stops_in_desert"]);
}

#[test]
fn orders_may_be_carried_out_in_any_sequence() {
    // The example of 13.11: A comes onto B, B goes elsewhere, C comes onto B there.
    let at = redeploying(
        "cp",
        4,
        json!({
            "units": {"smyrna": ["tu_div_1"], "cp_reserve": ["tu_div_2", "tu_div_3"]},
        }),
    );
    let all = "deploy tu_div_2 smyrna; redeploy tu_div_1 manisa; deploy tu_div_3 manisa";
    assert_eq!(broken(&at, all), LEGAL);
    // Without B nobody is there.
    assert_eq!(
        broken(&at, "deploy tu_div_3 manisa"),
        ["13.8-2 no_foothold"]
    );
    // Two that come from the box are no foothold for each other.
    let two = "deploy tu_div_2 manisa; deploy tu_div_3 manisa";
    assert_eq!(
        broken(&at, two),
        ["13.8-2 no_foothold", "13.8-2 no_foothold"]
    );
}

#[test]
fn corps_cost_four_points_and_keep_to_finished_railroads() {
    let at = redeploying(
        "cp",
        3,
        json!({"units": {"constantinople": ["tu_i_corps"]}}),
    );
    assert_eq!(
        broken(&at, "redeploy tu_i_corps ankara"),
        ["13.1-2 over_points"]
    );
    let at = redeploying(
        "cp",
        4,
        json!({"units": {"constantinople": ["tu_i_corps"]}}),
    );
    assert_eq!(broken(&at, "redeploy tu_i_corps ankara"), LEGAL);
    // The tunnels near Adana (13.12.1-2).
    assert_eq!(
        broken(&at, "redeploy tu_i_corps adana"),
        ["13.1-6 no_railroad"]
    );
    let built = redeploying(
        "cp",
        4,
        json!({"units": {"constantinople": ["tu_i_corps"]}, "events": {"cp_49": 3}}),
    );
    assert_eq!(broken(&built, "redeploy tu_i_corps adana"), LEGAL);
}

#[test]
fn russians_get_around_the_map_and_others_do_not() {
    // 13.6-5
    let at = redeploying(
        "ap",
        4,
        json!({"units": {"odessa": ["ru_div_1", "fr_div_1"]}}),
    );
    assert_eq!(broken(&at, "redeploy ru_div_1 central_asia"), LEGAL);
    assert_eq!(broken(&at, "redeploy ru_div_1 baku"), LEGAL);
    let corps = redeploying("ap", 4, json!({"units": {"odessa": ["ru_i_caucasian"]}}));
    assert_eq!(broken(&corps, "redeploy ru_i_caucasian baku"), LEGAL);
}

#[test]
fn ships_sail_where_nobody_bars_the_way() {
    let at = redeploying(
        "ap",
        4,
        json!({"units": {"batum": ["ru_div_1"], "port_said": ["br_div_1", "br_xii_corps"]}}),
    );
    assert_eq!(broken(&at, "ship br_div_1 bahrain"), LEGAL);
    assert_eq!(
        broken(&at, "ship br_xii_corps bahrain"),
        ["13.7-3 not_by_sea"]
    );
    assert_eq!(broken(&at, "ship ru_div_1 poti"), LEGAL);
    assert_eq!(
        broken(&at, "ship ru_div_1 baku"),
        ["13.7-4 caspian", "13.7-7 bosphorus"]
    );
    // The canal is blocked (18.10.1-1), and there is a way around Africa (18.10.2-1).
    let blocked = redeploying(
        "ap",
        4,
        json!({"units": {"port_said": ["br_div_1"]}, "control": {"cp": ["suez"]}}),
    );
    assert_eq!(
        broken(&blocked, "ship br_div_1 bahrain"),
        ["18.10.1-1 canal_blocked"]
    );
    assert_eq!(broken(&blocked, "detour br_div_1 persian_gulf"), LEGAL);
    assert_eq!(
        broken(&at, "detour br_div_1 persian_gulf"),
        ["18.10.2-1 canal_open"]
    );
}

#[test]
fn nobody_leaves_a_siege_behind_that_ends() {
    // 13.6-3
    let units = json!({"trabzon": ["ru_i_caucasian"], "rize": ["ru_div_1"]});
    let more = json!({"units": units, "control": {"ap": ["rize"]}});
    let at = redeploying("ap", 5, more);
    let goes = broken(&at, "redeploy ru_i_caucasian rize");
    assert!(goes.contains(&"13.1-6 no_railroad".to_owned()) || !goes.is_empty());
    let more = json!({
        "units": {"trabzon": ["ru_div_2", "ru_div_1"], "rize": ["ru_div_3"]},
        "control": {"ap": ["rize"]},
    });
    let at = redeploying("ap", 4, more);
    assert_eq!(broken(&at, "redeploy ru_div_1 rize"), LEGAL);
    let both = broken(&at, "redeploy ru_div_1 rize; redeploy ru_div_2 rize");
    assert_eq!(both, ["13.6-3 siege_given_up", "13.6-3 siege_given_up"]);
    // Others take over.
    let relieved = "redeploy ru_div_1 rize; redeploy ru_div_2 rize; redeploy ru_div_3 trabzon";
    assert_eq!(broken(&at, relieved), LEGAL);
}

#[test]
fn the_box_takes_divisions_whose_capital_is_free() {
    let more = json!({"units": {"ankara": ["tu_div_1", "tu_i_corps", "tu_enver_hq"]}});
    let at = redeploying("cp", 9, more);
    assert_eq!(broken(&at, "reserve tu_div_1"), LEGAL);
    assert_eq!(broken(&at, "reserve tu_enver_hq"), LEGAL);
    assert_eq!(broken(&at, "reserve tu_i_corps"), ["13.8.2 lcu_in_box"]);
    let more = json!({"units": {"ankara": ["tu_div_1"]}, "control": {"ap": ["constantinople"]}});
    let lost = redeploying("cp", 4, more);
    assert_eq!(broken(&lost, "reserve tu_div_1"), ["13.8.1 capital_lost"]);
}

#[test]
fn units_that_never_redeploy_are_judged_no_further() {
    let more = json!({
        "units": {"van": ["kurds_1"], "india": ["br_in_garrison_1"], "cp_reserve": ["tu_div_1"]},
    });
    let at = redeploying("cp", 4, more.clone());
    assert_eq!(
        broken(&at, "redeploy kurds_1 baskale"),
        ["13.1-4 irregular"]
    );
    assert_eq!(
        broken(&at, "redeploy tu_div_1 baskale"),
        ["13.1-1 not_there"]
    );
    let twice = "deploy tu_div_1 constantinople; deploy tu_div_1 kayseri";
    assert_eq!(broken(&at, twice), ["13.3 twice"]);
    let at = redeploying("ap", 4, more);
    let goes = broken(&at, "redeploy br_in_garrison_1 baluchistan");
    assert_eq!(goes, ["13.1-3 mf_zero"]);
}
