//! CHURCHILL PREVAILS: what the navy may fire on, and what lasts of it (18.11).

use super::countries::{broken, happens};
use super::*;

/// The forts of the straits, in the order in which the navy meets them.
const STRAITS: [&str; 5] = [
    "seddul_bahr",
    "kum_kale",
    "maidos",
    "canakkale",
    "gallipoli",
];

/// CHURCHILL PREVAILS is played in turn 4, and these forts have fallen before.
fn fleet(razed: &[&str], mut more: Value) -> Position {
    let told = more.as_object_mut().unwrap();
    told.insert("forts_destroyed".into(), json!(razed));
    told.entry("turn").or_insert(json!(4));
    happens("ap_13", more)
}

/// What may fall, with its ways in six.
fn dice(position: &Position) -> Vec<(String, u128)> {
    let chance = position.chance().unwrap();
    assert_eq!(chance.ways(), 6);
    let told = chance.parts().iter();
    told.map(|(outcome, ways)| (outcome.text(&DATA), *ways))
        .collect()
}

/// The die against a fort that stands with so many faces.
fn against(fort: &str, stands: u128) -> Vec<(String, u128)> {
    vec![
        (format!("unhurt {fort}"), stands),
        (format!("wrecked {fort}"), 6 - stands),
    ]
}

/// What the decision offers, and whether one of it must be named.
fn offered(position: &Position) -> (Vec<&str>, bool) {
    let decision = position.decision();
    assert_eq!(
        (decision.kind, decision.side),
        (Asked::Bombardment, Some(Side::Ap))
    );
    let Parameters::Bombardment {
        places, required, ..
    } = decision.parameters
    else {
        panic!("nothing to fire on");
    };
    let ids = places.iter().map(|place| DATA.spaces[*place].id.as_str());
    (ids.collect(), required)
}

fn points(position: &Position) -> i64 {
    document(position)["replacements"]["ru"]
        .as_i64()
        .unwrap_or(0)
}

fn navy(position: &Position) -> Value {
    document(position)["flags"].clone()
}

#[test]
fn every_fort_has_its_die() {
    // 18.11.1.b-2: the strength of Canakkale is 2, that of the others 1.
    for (at, fort) in STRAITS.iter().enumerate() {
        let fallen: Vec<_> = (0..5)
            .filter(|other| *other != at)
            .map(|other| STRAITS[other])
            .collect();
        let asked = fleet(&fallen, json!({}));
        let stands = if *fort == "canakkale" { 2 } else { 1 };
        assert_eq!(dice(&asked), against(fort, stands), "{fort}");
    }
}

#[test]
fn the_forts_are_met_in_pairs() {
    // 18.11.1.b-1, 18.11.1.c
    for (fallen, open) in [
        (&[][..], &["seddul_bahr", "kum_kale"][..]),
        (
            &["seddul_bahr", "kum_kale", "gallipoli"],
            &["maidos", "canakkale"],
        ),
    ] {
        let asked = fleet(fallen, json!({}));
        let (mut places, required) = offered(&asked);
        places.sort_unstable();
        let mut open = open.to_vec();
        open.sort_unstable();
        assert_eq!((places, required), (open.clone(), true));
        for made in asked.sample_entries(11, 20).unwrap() {
            assert_eq!(asked.check(&made).unwrap(), []);
        }
        // The same order twice counts once; whatever else is wrong is said besides.
        let one = format!("bombard {}", open[0]);
        assert_eq!(broken(&asked, &format!("{one}; {one}")), "");
        let more = format!("{one}; bombard gallipoli; bombard smyrna");
        let wrong = asked.check(&asked.read_move(&more).unwrap()).unwrap();
        let rules: Vec<_> = wrong.iter().map(|one| (one.rule(), one.code())).collect();
        assert_eq!(rules, [("18.11.1.b", "not_a_target"); 2]);
    }
}

#[test]
fn forts_of_the_ap_are_passed() {
    let held = || json!({"control": {"ap": STRAITS[..4]}});
    let asked = fleet(&STRAITS[..4], held());
    assert_eq!(dice(&asked), against("gallipoli", 1));
    // Nothing is left: the navy is at Constantinople at once.
    // 18.11.1.d-2
    let reached = fleet(&STRAITS, held());
    assert_eq!(offered(&reached), (vec!["constantinople"], false));
    assert_eq!(navy(&reached), json!(["navy_at_constantinople"]));
}

#[test]
fn a_failure_leaves_all_as_it_was() {
    // 18.11.1.a-1, 18.11.1.a-2; but for the forts that fell before it.
    let asked = fleet(
        &STRAITS[..2],
        json!({"tracks": {"vp": 10}, "units": {"maidos": ["tu_div_1"]}}),
    );
    let next = asked.answer("bombard maidos").unwrap();
    let next = next.answer("wrecked maidos").unwrap();
    let over = next.answer("unhurt canakkale").unwrap();
    sound(&over);
    assert_eq!(over.decision().side, Some(Side::Cp));
    assert_eq!(over.decision().kind, Asked::Action);
    let told = document(&over);
    assert_eq!(
        told["forts_destroyed"],
        json!(["maidos", "seddul_bahr", "kum_kale"])
    );
    assert_eq!(navy(&over), json!([]));
    assert_eq!(tracks(&over), [10, 0, 0]);
    assert_eq!(control(&over, "maidos"), "cp");
    assert_eq!(place(&over, "tu_div_1"), "maidos");
    assert_eq!(over.place(unit("br_elite_div_1")), None);
    assert_eq!(told["cards"]["ap"]["removed"], json!(["ap_13"]));
    assert_eq!(told["events"]["ap_13"], 4);
}

#[test]
fn who_besieges_a_fort_that_falls_has_its_space() {
    // 15.3.1-2; Gallipoli is worth a VP.
    let more = json!({"tracks": {"vp": 10}, "units": {"gallipoli": ["br_div_1"]}});
    let asked = fleet(&STRAITS[..4], more);
    assert_eq!(control(&asked, "gallipoli"), "cp");
    let reached = asked.answer("wrecked gallipoli").unwrap();
    sound(&reached);
    assert_eq!(control(&reached, "gallipoli"), "ap");
    assert_eq!(tracks(&reached)[0], 9);
    assert_eq!(offered(&reached).0, ["constantinople"]);
}

#[test]
fn constantinople_is_shelled_or_not() {
    // 18.11.2.a-1, 18.11.2.a-2
    let waiting = json!({"tribal_key_bawi": ["bawi"]});
    let more = json!({"units": waiting, "tracks": {"vp": 10}});
    let asked = fleet(&STRAITS, more);
    let twice = "bombard constantinople; bombard constantinople";
    assert_eq!(broken(&asked, twice), "");
    assert_eq!(
        broken(&asked, "bombard constantinople; bombard gallipoli"),
        "not_shelled"
    );
    for made in asked.sample_entries(5, 20).unwrap() {
        assert_eq!(asked.check(&made).unwrap(), []);
    }
    // The tribe of the Jihad point comes first.
    let shelled = asked.answer(twice).unwrap();
    sound(&shelled);
    assert_eq!(tracks(&shelled), [9, 1, 0]);
    assert_eq!(shelled.asks_for(), Asked::Tribes);
    let enters = shelled.answer("place bawi ahwaz").unwrap();
    assert_eq!(enters.asks_for(), Asked::Reinforcements);
    let spared = asked.answer("pass").unwrap();
    assert_eq!(spared.asks_for(), Asked::Reinforcements);
    assert_eq!(tracks(&spared), [10, 0, 0]);
    // It is not the CP's: nobody is asked.
    let ours = json!({"control": {"ap": ["constantinople"]}});
    assert_eq!(fleet(&STRAITS, ours).asks_for(), Asked::Reinforcements);
}

#[test]
fn the_divisions_land_at_ports_of_two_seas() {
    // 18.11.2.b
    let more = |events: Value| {
        json!({"control": {"ap": ["salonika", "jiddah"]}, "events": events,
            "beachheads": ["cape_helles"]})
    };
    let asked = fleet(&STRAITS, more(json!({"ap_03": 2})));
    let enters = asked.answer("pass").unwrap();
    let order =
        |place: &str| format!("enter br_elite_div_1 {place}; enter br_elite_div_2 ap_reserve");
    for place in [
        "ap_reserve",
        "alexandria",
        "port_said",
        "cyprus",
        "lemnos",
        "salonika",
        "cape_helles",
    ] {
        assert_eq!(broken(&enters, &order(place)), "", "{place}");
    }
    for place in ["suez", "jiddah", "smyrna", "besika_bay", "cairo", "odessa"] {
        assert_eq!(broken(&enters, &order(place)), "elsewhere", "{place}");
    }
    assert_eq!(broken(&enters, "enter br_elite_div_1 lemnos"), "left_out");
    // Cyprus is not the AP's before EGYPTIAN COUP; submarines close the Aegean for a turn (18.6.1.7-1).
    let asked = fleet(&STRAITS, more(json!({"cp_22": 4})));
    let enters = asked.answer("pass").unwrap();
    assert_eq!(broken(&enters, &order("cyprus")), "elsewhere");
    assert_eq!(broken(&enters, &order("alexandria")), "");
    assert_eq!(broken(&enters, &order("lemnos")), "submarines");
}

/// The divisions have entered.
fn in_the_marmara(more: Value) -> Position {
    let asked = fleet(&STRAITS, more);
    let asked = asked.answer("pass").unwrap();
    let enters = "enter br_elite_div_1 ap_reserve; enter br_elite_div_2 ap_reserve";
    asked.answer(enters).unwrap()
}

#[test]
fn the_bosphorus_may_be_opened() {
    // 18.11.2.c-1, 18.11.2.c-2
    let asked = in_the_marmara(json!({"replacements": {"ru": 1}}));
    sound(&asked);
    assert_eq!(offered(&asked), (vec!["the_bosphorus_forts"], false));
    let passed = asked.answer("pass").unwrap();
    assert_eq!(passed.decision().side, Some(Side::Cp));
    let throws = asked.answer("bombard the_bosphorus_forts").unwrap();
    sound(&throws);
    assert_eq!(dice(&throws), against("the_bosphorus_forts", 3));
    let failed = throws.answer("unhurt the_bosphorus_forts").unwrap();
    sound(&failed);
    for over in [passed, failed] {
        assert_eq!(over.decision().side, Some(Side::Cp));
        assert_eq!(points(&over), 1);
        assert_eq!(navy(&over), json!(["navy_at_constantinople"]));
    }
    let opened = throws.answer("wrecked the_bosphorus_forts").unwrap();
    sound(&opened);
    assert_eq!(points(&opened), 3);
    assert_eq!(control(&opened, "the_bosphorus_forts"), "cp");
}

#[test]
fn nobody_is_asked_about_a_bosphorus_that_is_open() {
    let mut razed = STRAITS.to_vec();
    razed.push("the_bosphorus_forts");
    for holder in ["ap", "cp"] {
        let control = json!({"control": {holder: ["the_bosphorus_forts"]}});
        let asked = fleet(&razed, control).answer("pass").unwrap();
        let enters = "enter br_elite_div_1 ap_reserve; enter br_elite_div_2 ap_reserve";
        let over = asked.answer(enters).unwrap();
        sound(&over);
        assert_eq!(over.decision().side, Some(Side::Cp));
        assert_eq!(points(&over), 0);
        assert_eq!(navy(&over), json!(["navy_at_constantinople"]));
    }
}

#[test]
fn the_two_points_are_for_the_fort() {
    // 18.11.2.c-4: GERMAN SUBS IN THE MED ends those of later turns alone; no RU points are recorded in the turn of
    // GORLICE-TARNOW.
    for (events, recorded) in [(json!({"cp_22": 2}), 2), (json!({"cp_31": 4}), 0)] {
        let asked = in_the_marmara(json!({"events": events}));
        let throws = asked.answer("bombard the_bosphorus_forts").unwrap();
        let opened = throws.answer("wrecked the_bosphorus_forts").unwrap();
        assert_eq!(points(&opened), recorded, "{events}");
    }
}

#[test]
fn ships_reach_russia_in_every_later_turn() {
    // 18.11.2.c-3, 18.11.2.c-4, 16.4.5.1-1
    let both = json!(["navy_at_constantinople", "navy_in_black_sea"]);
    let first = json!(["navy_at_constantinople"]);
    for (turn, flags, events, stage, recorded) in [
        (5, &both, json!({"ap_13": 4}), 0, 2),
        (9, &both, json!({"ap_13": 4}), 0, 2),
        // Not yet in the turn of the event.
        (4, &both, json!({"ap_13": 4}), 0, 1),
        // The navy came as far as Constantinople.
        (5, &first, json!({"ap_13": 4}), 0, 1),
        (9, &both, json!({"ap_13": 4, "cp_22": 9}), 0, 1),
        (9, &both, json!({"ap_13": 4, "cp_22": 3}), 0, 1),
        (9, &both, json!({"ap_13": 4, "cp_31": 9}), 0, 1),
        (9, &both, json!({"ap_13": 4, "cp_34": 7}), 1, 1),
    ] {
        let start = position(&json!({
            "turn": turn,
            "agenda": [{"frame": "turn"}, {"frame": "phase", "phase": "war_status"}],
            "events": events, "flags": flags, "replacements": {"ru": 1},
            "forts_destroyed": ["the_bosphorus_forts"], "revolution": {"stage": stage},
            "units": {"tiflis": ["ru_div_1"]}, "reduced": ["ru_div_1"],
        }));
        let now = start.at_next_decision().into_owned();
        sound(&now);
        assert_eq!(
            points(&now),
            recorded,
            "turn {turn}, {events}, stage {stage}"
        );
    }
}

#[test]
fn the_navy_fires_on_no_fort_that_has_fallen() {
    let asked = fleet(&[], json!({}));
    let throws = asked.answer("bombard kum_kale").unwrap();
    let told = document(&throws);
    for (key, value) in [
        ("place", json!("smyrna")),
        ("place", json!("the_bosphorus_forts")),
        ("step", json!(1)),
    ] {
        let mut odd = told.clone();
        odd["agenda"].as_array_mut().unwrap().last_mut().unwrap()[key] = value;
        refused(&odd);
    }
    let mut odd = told;
    odd["forts_destroyed"] = json!(["kum_kale"]);
    refused(&odd);
}

#[test]
fn the_law_is_told_of_the_effect_that_asks() {
    // A document may stand at the straits, though the navy has passed them.
    let asked = fleet(&[], json!({}));
    for (razed, step) in [(&STRAITS[..0], 1), (&STRAITS[..], 2)] {
        let mut told = document(&asked);
        told["forts_destroyed"] = json!(razed);
        let at = position(&told);
        assert_eq!(at.asks_for(), Asked::Bombardment);
        let facts = at.decision_facts().unwrap();
        assert_eq!(facts, format!("acts(ap).\ncarried_out(ap_13,{step}).\n"));
    }
    let mut told = document(&asked);
    told["forts_destroyed"] = json!(STRAITS);
    told["control"] = json!({"ap": ["constantinople"]});
    let at = position(&told);
    assert_eq!(at.asks_for(), Asked::Reinforcements);
    let facts = at.decision_facts().unwrap();
    assert!(facts.contains("carried_out(ap_13,3)."), "{facts}");
}

/// The event is not about its place.
fn refused(odd: &Value) {
    let read = Position::from_json(&DATA, odd.to_string().as_bytes(), &[]);
    let said = read.unwrap_err().to_string();
    assert!(said.contains("is not about"), "{said}");
}
