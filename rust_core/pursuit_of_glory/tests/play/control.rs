//! Who takes and holds what (11.2, 11.3.3, 15.1.8).

use super::*;

#[test]
fn a_tribe_holds_neutral_hamadan_while_it_stays() {
    // 11.2.2.2.ex1
    let start = ordered(
        "cp",
        json!({"units": {"kermanshah": ["kurds_1"]}, "events": {PERSIA_OPEN: 0}}),
    );
    let there = played(&start, vec![go("kurds_1", &["hamadan"])]);
    assert_eq!(tracks(&there), [11, 0, 0]);
    assert_eq!(control(&there, "hamadan"), "neutral");
    let gone = played(&next_round(&there), vec![go("kurds_1", &["kermanshah"])]);
    assert_eq!(tracks(&gone), [10, 0, 0]);
    assert_eq!(control(&gone, "hamadan"), "neutral");
}

#[test]
fn a_tribe_in_a_russian_hamadan_moves_the_czar() {
    // 11.2.2.2.ex2
    let start = ordered(
        "cp",
        json!({
            "units": {"kermanshah": ["kurds_1"]}, "events": {PERSIA_OPEN: 0},
            "control": {"ap": ["hamadan"]}, "ru_vp": ["hamadan"], "tracks": {"vp": 9, "ru_vp": 1},
            "revolution": {"parvus": 3, "revolution": 7, "czar": 4},
        }),
    );
    let there = played(&start, vec![go("kurds_1", &["hamadan"])]);
    assert_eq!(tracks(&there), [10, 0, 0]);
    assert_eq!(document(&there)["ru_vp"], json!(["hamadan"]));
    assert_eq!(document(&there)["revolution"]["czar"], 3);
    let gone = played(&next_round(&there), vec![go("kurds_1", &["kermanshah"])]);
    assert_eq!(tracks(&gone), [9, 0, 1]);
    assert_eq!(document(&gone)["revolution"]["czar"], 4);
    assert_eq!(control(&gone, "hamadan"), "ap");
}

#[test]
fn marsh_arabs_that_appear_in_qurna_hold_it_in_part() {
    // 11.2.2.2.ex3: Kut has the circle of the tribe; Qurna lies within its range.
    let start = ordered(
        "cp",
        json!({"units": {"kut": ["marsh_1"]}, "control": {"ap": ["qurna"]}}),
    );
    let there = played(&start, vec![go("marsh_1", &["qurna"])]);
    assert!(there.view().partial_control(Side::Cp).contains(at("qurna")));
    let gone = played(&next_round(&there), vec![go("marsh_1", &["kut"])]);
    assert_eq!(control(&gone, "qurna"), "ap");
    assert!(gone.view().partial_control(Side::Cp).is_empty());
}

#[test]
fn what_a_tribe_passes_through_stays_the_enemys() {
    // 11.2.2.2.ex4; Erevan is a VP space of Russia, so the Russians lose one while the tribe stays.
    let start = ordered("cp", json!({"units": {"eleskirt": ["kurds_1"]}}));
    let there = played(&start, vec![go("kurds_1", &["kagizman", "erevan"])]);
    assert_eq!(tracks(&there), [11, 0, -1]);
    let owners = ["eleskirt", "kagizman", "erevan"].map(|id| control(&there, id));
    assert_eq!(owners, ["cp", "ap", "ap"]);
    let partial = there.view().partial_control(Side::Cp);
    assert!(partial.contains(at("erevan")) && !partial.contains(at("kagizman")));
    let gone = played(
        &next_round(&there),
        vec![go("kurds_1", &["kagizman", "eleskirt"])],
    );
    assert_eq!(tracks(&gone), [10, 0, 0]);
    assert_eq!(control(&gone, "erevan"), "ap");
}

#[test]
fn armenians_hold_van_for_russia_while_they_stay() {
    // 11.2.2.2.ex5, 3.2.4.1-5
    let start = ordered(
        "ap",
        json!({"units": {"bayazit": ["armenian_uprising"]}, "control": {"ap": ["bayazit"]}}),
    );
    let there = played(&start, vec![go("armenian_uprising", &["van"])]);
    assert_eq!(tracks(&there), [9, 0, 1]);
    assert_eq!(document(&there)["ru_vp"], json!(["van"]));
    assert_eq!(control(&there, "van"), "cp");
    let gone = played(
        &next_round(&there),
        vec![go("armenian_uprising", &["bayazit"])],
    );
    assert_eq!(tracks(&gone), [10, 0, 0]);
    assert_eq!(document(&gone)["ru_vp"], json!([]));
}

#[test]
fn marsh_arabs_in_basra_shift_a_vp() {
    // 11.2.2.2.ex6, 2.0.vp_space-2, 5.1.1-1
    let start = ordered(
        "cp",
        json!({"units": {"qurna": ["marsh_1"]}, "control": {"ap": ["basra"]}, "tracks": {"vp": 9}}),
    );
    let there = played(&start, vec![go("marsh_1", &["basra"])]);
    assert_eq!(tracks(&there), [10, 0, 0]);
    let gone = played(&next_round(&there), vec![go("marsh_1", &["qurna"])]);
    assert_eq!(tracks(&gone), [9, 0, 0]);
    assert_eq!(control(&gone, "basra"), "ap");
}

#[test]
fn regulars_take_what_they_pass_and_keep_it() {
    let start = ordered("cp", json!({"units": {"eleskirt": ["tu_div_1"]}}));
    let next = played(
        &start,
        vec![go("tu_div_1", &["kagizman", "erevan", "kagizman"])],
    );
    assert_eq!(tracks(&next), [11, 0, -1]);
    assert_eq!(control(&next, "kagizman"), "cp");
    assert_eq!(control(&next, "erevan"), "cp");
}

#[test]
fn a_regular_that_joins_a_tribe_takes_all() {
    // 11.2.2.1.c: the RU VP was lost when the tribe came, its marker goes now.
    let start = ordered(
        "cp",
        json!({
            "units": {"hamadan": ["kurds_1"], "sultanabad": ["tu_div_1"]},
            "events": {PERSIA_OPEN: 0}, "control": {"ap": ["hamadan"], "cp": ["sultanabad"]},
            "ru_vp": ["hamadan"], "tracks": {"vp": 10, "ru_vp": 0},
        }),
    );
    let next = played(&start, vec![go("tu_div_1", &["hamadan"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(control(&next, "hamadan"), "cp");
    assert_eq!(document(&next)["ru_vp"], json!([]));
}

#[test]
fn hqs_alone_take_nothing_and_are_overrun() {
    // 11.2-2, 11.1.5.b
    let start = ordered(
        "ap",
        json!({"units": {"koprukoy": ["tu_enver_hq"], "sarikamis": ["ru_div_1", "ru_yudenich_hq"]}}),
    );
    let next = played(
        &start,
        vec![
            go("ru_div_1", &["koprukoy"]),
            go("ru_yudenich_hq", &["koprukoy"]),
        ],
    );
    assert_eq!(place(&next, "tu_enver_hq"), "cp_permanently_eliminated");
    assert_eq!(control(&next, "koprukoy"), "ap");
    let hq = ordered("ap", json!({"units": {"sarikamis": ["ru_yudenich_hq"]}}));
    let next = played(&hq, vec![go("ru_yudenich_hq", &["koprukoy"])]);
    assert_eq!(control(&next, "koprukoy"), "cp");
}

#[test]
fn an_intact_fort_keeps_its_space() {
    // 15.1.8-1, 15.2.2-2
    let start = ordered(
        "ap",
        json!({"units": {"koprukoy": ["ru_i_caucasian"]}, "control": {"ap": ["koprukoy"]}}),
    );
    let next = played(&start, vec![go("ru_i_caucasian", &["erzurum"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(control(&next, "erzurum"), "cp");
    assert!(next.view().besieging[0].contains(at("erzurum")));
}

#[test]
fn from_rodosto_to_besiege_seddul_bahr() {
    // 11.4.4: an LCU through Bulair, Gallipoli being no fort any more.
    let start = ordered(
        "ap",
        json!({
            "units": {"rodosto": ["br_xii_corps"]}, "control": {"ap": ["rodosto"]},
            "forts_destroyed": ["gallipoli", "maidos"],
            "trenches": {"bulair": {"level": 1, "owner": "cp"}},
        }),
    );
    let path = ["bulair", "gallipoli", "maidos", "krithia", "seddul_bahr"];
    let path: Vec<_> = path
        .into_iter()
        .filter(|id| DATA.place("", id).is_ok())
        .collect();
    let next = played(&start, vec![go("br_xii_corps", &path)]);
    assert_eq!(tracks(&next), [8, 0, 0]);
    assert_eq!(control(&next, "seddul_bahr"), "cp");
    assert!(next.view().besieging[0].contains(at("seddul_bahr")));
    assert_eq!(document(&next)["trenches"], json!({}));
}

#[test]
fn trenches_fall_to_those_who_enter() {
    // 11.3.3
    let trenches = json!({
        "kagizman": {"level": 1, "owner": "ap"}, "doiran": {"level": 2, "owner": "neutral"},
    });
    let start = ordered(
        "cp",
        json!({"units": {"eleskirt": ["kurds_1"], "strumica": ["bu_div_1"]}, "trenches": trenches,
            "events": {"cp_33": 1}, "control": {"cp": ["strumica"]}}),
    );
    let orders = vec![
        go("kurds_1", &["kagizman", "eleskirt"]),
        go("bu_div_1", &["doiran"]),
    ];
    let next = played(&start, orders);
    assert_eq!(
        document(&next)["trenches"],
        json!({"doiran": {"level": 1, "owner": "cp"}})
    );
}

#[test]
fn the_ap_passes_greeks_without_taking_anything_from_them() {
    // 18.8.1.1.c-2
    let start = ordered(
        "ap",
        json!({
            "units": {"salonika": ["fr_div_1"], "doiran": ["gr_div_1"]}, "control": {"ap": ["salonika"]},
            "trenches": {"doiran": {"level": 2, "owner": "neutral"}},
        }),
    );
    let next = played(&start, vec![go("fr_div_1", &["doiran", "the_struma"])]);
    let owners = ["salonika", "doiran", "the_struma"].map(|id| control(&next, id));
    assert_eq!(owners, ["ap", "neutral", "ap"]);
    let left = json!({"doiran": {"level": 2, "owner": "neutral"}});
    assert_eq!(document(&next)["trenches"], left);
}

#[test]
fn a_contested_region_goes_to_those_who_stay() {
    // 11.2.1.c, both ways
    let units = json!({"central_persia": ["tu_div_1", "in_div_1"]});
    let start = ordered("cp", json!({"units": units, "events": {PERSIA_OPEN: 0}}));
    let next = played(&start, vec![go("tu_div_1", &["isfahan"])]);
    assert_eq!(control(&next, "central_persia"), "ap");
    assert_eq!(tracks(&next), [11, 0, 0]);
    let start = ordered("ap", json!({"units": units, "events": {PERSIA_OPEN: 0}}));
    let next = played(&start, vec![go("in_div_1", &["southern_persia"])]);
    assert_eq!(control(&next, "central_persia"), "cp");
    assert_eq!(tracks(&next), [11, 0, 0]);
}

#[test]
fn regions_with_enemies_are_entered_and_not_taken() {
    let start = ordered(
        "ap",
        json!({"units": {"hejaz": ["tu_a_div_9"], "jiddah": ["arab_revolt_1"]}, "control": {"ap": ["jiddah"]}, "tracks": {"jihad": 1}}),
    );
    let next = played(&start, vec![go("arab_revolt_1", &["hejaz"])]);
    assert_eq!(tracks(&next), [10, 1, 0]);
    // When the Turks leave, the Arabs hold Mecca in part: a VP, and a Jihad point.
    let turn = next.answer("automatic").unwrap();
    let gone = played(&turn, vec![go("tu_a_div_9", &["medina"])]);
    assert_eq!(tracks(&gone), [9, 0, 0]);
    assert_eq!(control(&gone, "hejaz"), "cp");
    // And when they leave too, it is the CP's again, and a tribe is due.
    let turn = gone.answer("automatic").unwrap();
    let left = played(&turn, vec![go("arab_revolt_1", &["jiddah"])]);
    assert_eq!(tracks(&left), [10, 1, 0]);
}
