//! The Siege Phase (15.3).

use super::*;

fn phase(mut more: Value) -> Position {
    more["phase"] = "siege".into();
    more["turn"] = 5.into();
    position(&more)
}

fn after_answer(position: &Position, text: &str) -> Position {
    let next = position.answer(text).unwrap();
    sound(&next);
    next
}

fn outcomes(position: &Position) -> Vec<(String, u128, u128)> {
    let asked = position.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Chance, None));
    let Parameters::Chance { outcomes } = asked.parameters else {
        panic!("no die falls");
    };
    let told = outcomes.parts().iter();
    told.map(|(outcome, part)| (outcome.text(&DATA), *part, outcomes.ways()))
        .collect()
}

fn odds(holds: &str, low: u128) -> Vec<(String, u128, u128)> {
    vec![
        (format!("holds {holds}"), low, 6),
        (format!("surrenders {holds}"), 6 - low, 6),
    ]
}

#[test]
fn every_besieged_fort_is_rolled_for() {
    // 15.3.1-1: Kars and Erzurum have strength 3, Trabzon 1.
    let start = phase(json!({
        "units": {"kars": ["tu_ix_corps"], "erzurum": ["ru_iv_caucasian"], "trabzon": ["ru_div_1"]},
        "tracks": {"vp": 10},
    }));
    let mut now = start;
    let mut asked = Vec::new();
    while now.state().phase().unwrap().word() == "siege" {
        let (text, part, whole) = outcomes(&now).remove(0);
        asked.push((text.clone(), part, whole));
        now = after_answer(&now, &text);
    }
    asked.sort();
    let expected = [
        ("holds erzurum", 3),
        ("holds kars", 3),
        ("holds trabzon", 1),
    ];
    assert_eq!(asked, expected.map(|(text, low)| (text.to_owned(), low, 6)));
    assert_ne!(now.state().phase(), Some(Phase::Siege));
    assert_eq!(document(&now)["forts_destroyed"], json!([]));
    assert_eq!(tracks(&now), [10, 0, 0]);
    assert_eq!(now.state().siege_rolled(), 0);
}

#[test]
fn a_fort_that_surrenders_falls_to_the_besieger() {
    // 15.3.1-2, 11.2.1.d, 16.4.2-2
    let start = phase(json!({
        "units": {"erzurum": ["ru_iv_caucasian"]}, "control": {"ap": ["koprukoy"]},
        "revolution": {"parvus": 4, "revolution": 8, "czar": 4},
    }));
    assert_eq!(outcomes(&start), odds("erzurum", 3));
    let next = after_answer(&start, "surrenders erzurum");
    assert_eq!(control(&next, "erzurum"), "ap");
    assert_eq!(document(&next)["forts_destroyed"], json!(["erzurum"]));
    assert_eq!(document(&next)["ru_vp"], json!(["erzurum"]));
    assert_eq!(document(&next)["revolution"]["czar"], 5);
    assert_eq!(tracks(&next), [9, 0, 1]);
}

#[test]
fn a_russian_fort_that_falls_is_a_loss_for_russia() {
    // 16.4.2-3
    let start = phase(json!({"units": {"kars": ["tu_ix_corps"]}}));
    let next = after_answer(&start, "surrenders kars");
    assert_eq!(control(&next, "kars"), "cp");
    assert_eq!(tracks(&next), [11, 0, -1]);
}

#[test]
fn medina_is_a_jihad_city() {
    // 16.3.1.2-2, 15.1.8-1
    let start = phase(
        json!({"units": {"medina": ["br_arab_northern_army", "br_div_1", "br_div_2"]},
        "tracks": {"vp": 10, "jihad": 4}}),
    );
    let next = after_answer(&start, "surrenders medina");
    assert_eq!(tracks(&next), [9, 3, 0]);
}

#[test]
fn irregulars_hold_what_surrenders_to_them_in_part() {
    // 11.2.1.e-2: Maan has strength 1.
    let start = phase(json!({"units": {"maan": ["arab_revolt_1"]}}));
    let next = after_answer(&start, "surrenders maan");
    assert_eq!(control(&next, "maan"), "cp");
    assert!(next.view().partial_control(Side::Ap).contains(at("maan")));
    assert_eq!(tracks(&next)[0], 9);
}

#[test]
fn lapsed_sieges_are_not_rolled_for() {
    // 15.2.5-2: two divisions before Kars.
    let start = phase(json!({"units": {"kars": ["tu_div_1", "tu_div_2"]}}));
    assert_eq!(
        start.at_next_decision().state().phase(),
        Some(Phase::MandatedOffensive)
    );
}

#[test]
fn the_marines_besiege_like_three() {
    // 18.6.6-3
    let start = phase(json!({
        "units": {"the_bosphorus_forts": ["ru_black_sea_div"]},
        "amphibious_assault": {"used": true, "landing": "the_bosphorus_forts"},
    }));
    assert_eq!(outcomes(&start), odds("the_bosphorus_forts", 3));
    let next = after_answer(&start, "surrenders the_bosphorus_forts");
    assert_eq!(control(&next, "the_bosphorus_forts"), "ap");
    assert!(document(&next)["amphibious_assault"]["landing"].is_null());
}

#[test]
fn steps_belong_to_their_phase() {
    let wrong = |document: Value| {
        Position::from_json(&DATA, document.to_string().as_bytes(), &[])
            .unwrap_err()
            .to_string()
    };
    assert!(wrong(json!({"phase": "action", "step": 1})).contains("misplaced_step"));
    assert!(wrong(json!({"phase": "attrition", "step": 2})).contains("misplaced_step"));
    assert!(wrong(json!({"phase": "attrition", "step": 4})).contains("misplaced_step"));
    assert!(wrong(json!({"phase": "action", "siege_rolled": "kars"})).contains("siege_rolled"));
    assert!(wrong(json!({"phase": "siege", "siege_rolled": "batum_"})).contains("batum"));
    assert!(wrong(json!({"phase": "siege", "siege_rolled": "tiflis"})).contains("misplaced_step"));
    assert!(wrong(json!({"step": -1})).contains("step"));
    assert!(wrong(json!({"bid": 21})).contains("bid"));
}
