//! Russian VPs (16.4.2).

use super::*;

#[test]
fn russians_flag_what_they_take_with_a_line_home() {
    // 3.2.4.1-1, 3.2.4.1-6, 3.2.4.1-7, 16.4.2-1, 16.4.3.b-2
    let units = json!({"koprukoy": ["ru_div_1", "ru_div_2"]});
    let start = ordered(
        "ap",
        json!({
            "units": units, "control": {"ap": ["koprukoy"]},
            "forts_destroyed": ["erzurum"], "revolution": {"parvus": 4, "revolution": 8, "czar": 4},
        }),
    );
    let next = played(&start, vec![go("ru_div_1", &["erzurum"])]);
    assert_eq!(tracks(&next), [9, 0, 1]);
    assert_eq!(document(&next)["ru_vp"], json!(["erzurum"]));
    assert_eq!(document(&next)["revolution"]["czar"], 5);
}

#[test]
fn the_cp_takes_a_flag_and_the_british_do_not_fly_it() {
    // 2.0.ru_vp_space-1, 2.0.ru_vp_space-2, 16.4.2-3
    let start = ordered(
        "cp",
        json!({"units": {"koprukoy": ["tu_div_1"]}, "control": {"ap": ["erzurum"]}, "ru_vp": ["erzurum"],
            "forts_destroyed": ["erzurum"], "tracks": {"vp": 9, "ru_vp": 1}}),
    );
    let next = played(&start, vec![go("tu_div_1", &["erzurum"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(document(&next)["ru_vp"], json!([]));
    // A Russian city that the British free is no gain for Russia.
    let start = ordered(
        "ap",
        json!({"units": {"enzeli": ["br_div_1"]}, "control": {"cp": ["baku"], "ap": ["enzeli"]},
        "events": {PERSIA_OPEN: 0}, "tracks": {"vp": 11, "ru_vp": -1}}),
    );
    let next = played(&start, vec![go("br_div_1", &["baku"])]);
    assert_eq!(tracks(&next), [10, 0, -1]);
    let start = ordered(
        "ap",
        json!({"units": {"petrovsk": ["ru_div_1"]}, "control": {"cp": ["baku"]},
        "tracks": {"vp": 11, "ru_vp": -1}}),
    );
    let next = played(&start, vec![go("ru_div_1", &["baku"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(document(&next)["ru_vp"], json!([]));
}

#[test]
fn russians_on_british_supply_flag_nothing() {
    // 16.4.2-2
    let start = ordered(
        "ap",
        json!({"units": {"basra": ["ru_div_1"]}, "control": {"ap": ["basra", "fao", "qurna"]}, "beachheads": ["beach_fao"], "forts_destroyed": ["fao"]}),
    );
    let next = played(&start, vec![go("ru_div_1", &["qurna", "kut"])]);
    assert_eq!(tracks(&next), [9, 0, 0]);
    assert_eq!(document(&next)["ru_vp"], json!([]));
}
