//! Greece and Persia (18.8).

use super::battles::{say, waiting};
use super::*;

#[test]
fn whoever_enters_athens_makes_greece_an_enemy() {
    let start = ordered(
        "ap",
        json!({
            "units": {"lamia": ["fr_div_1"], "salonika": ["br_div_1"], "doiran": ["gr_div_1"], "larissa": ["gr_div_2"]},
            "control": {"ap": ["lamia", "salonika"]},
            "trenches": {"doiran": {"level": 2, "owner": "neutral"}},
        }),
    );
    let next = played(&start, vec![go("fr_div_1", &["athens"])]);
    assert_eq!(document(&next)["greece"], "cp");
    let owners = ["athens", "lamia", "salonika", "doiran", "florina"].map(|id| control(&next, id));
    assert_eq!(owners, ["ap", "cp", "ap", "cp", "cp"]);
    assert_eq!(tracks(&next), [9, 0, 0]);
    assert_eq!(next.side_of(unit("gr_div_1")), Side::Cp);
    assert_eq!(
        document(&next)["trenches"],
        json!({"doiran": {"level": 2, "owner": "cp"}})
    );
}

#[test]
fn athens_with_greeks_in_it_is_the_foes_though_units_pass_it() {
    // 18.8.1.2.b-2
    let start = ordered(
        "ap",
        json!({"units": {"larissa": ["fr_div_1"], "athens": ["gr_div_1"]}, "control": {"ap": ["larissa"]}}),
    );
    let next = played(&start, vec![go("fr_div_1", &["lamia", "athens", "lamia"])]);
    assert_eq!(document(&next)["greece"], "cp");
    assert_eq!(control(&next, "athens"), "cp");
    assert_eq!(control(&next, "lamia"), "ap");
}

#[test]
fn salonika_is_entered_through_the_beachhead() {
    // 18.8.1.1.d-3
    let start = ordered(
        "ap",
        json!({"units": {"thermaikos_bay": ["fr_div_1"]}, "beachheads": ["thermaikos_bay"]}),
    );
    let next = played(&start, vec![go("fr_div_1", &["salonika"])]);
    assert_eq!(control(&next, "salonika"), "ap");
    assert_eq!(document(&next)["greece"], "neutral");
}

#[test]
fn spheres_of_influence_cost_a_vp_once() {
    // 18.8.5.2
    let start = ordered(
        "ap",
        json!({"units": {"central_persia": ["in_div_1"], "shushter": ["br_div_1"], "kermanshah": ["ru_div_1"]},
            "control": {"ap": ["kermanshah"]}, "events": {PERSIA_OPEN: 0}}),
    );
    let next = played(&start, vec![go("in_div_1", &["isfahan"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(document(&next)["penalties"], json!(["br_in_persia"]));
    let next = played(
        &next_round(&next),
        vec![
            go("br_div_1", &["kermanshah"]),
            go("ru_div_1", &["shushter"]),
        ],
    );
    assert_eq!(tracks(&next), [11, 0, 0]);
    let both = json!(["br_in_persia", "ru_in_arabistan"]);
    assert_eq!(document(&next)["penalties"], both);
}

#[test]
fn cossacks_do_not_leave_persia_alive() {
    let start = ordered(
        "ap",
        json!({"units": {"kermanshah": ["ru_pe_persian_cossacks"]},
        "control": {"ap": ["kermanshah"]}, "events": {PERSIA_OPEN: 0}}),
    );
    let next = played(&start, vec![go("ru_pe_persian_cossacks", &["khanikan"])]);
    assert_eq!(place(&next, "ru_pe_persian_cossacks"), "ap_eliminated");
    assert_eq!(control(&next, "khanikan"), "ap");
}

#[test]
fn who_attacks_the_corps_of_national_defense_leaves_greece_alone() {
    // 3.2.1.3.cnd-3, against 18.8.1.1.c-5
    let attacked = |defenders: Value| {
        let start = waiting(
            "cp",
            json!({
                "units": {"strumica": ["bu_div_1"], "doiran": defenders},
                "control": {"ap": ["doiran"]}, "events": {"cp_33": 4, "ap_17": 4},
            }),
        );
        document(&say(&start, "attack doiran with bu_div_1"))["greece"].clone()
    };
    assert_eq!(
        attacked(json!(["gr_br_corps_of_national_defense"])),
        "neutral"
    );
    assert_eq!(
        attacked(json!(["gr_br_corps_of_national_defense", "fr_div_1"])),
        "neutral"
    );
}

#[test]
fn who_attacks_neutral_greeks_makes_an_enemy_of_greece() {
    // 18.8.1.1.c-5
    let start = waiting(
        "cp",
        json!({"units": {"strumica": ["bu_div_1"], "doiran": ["gr_div_1"]}, "events": {"cp_33": 4}}),
    );
    let now = say(&start, "attack doiran with bu_div_1");
    assert_eq!(document(&now)["greece"], "ap");
}
