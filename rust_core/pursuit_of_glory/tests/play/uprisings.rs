//! The Revolution Phase: revolts and what they bring (16.3.3), the Revolution and its stages (16.4), and
//! the collapse of Bulgaria (18.8.2.3).

use super::*;
use std::collections::BTreeMap;

const READY: [&str; 4] = ["cp_12", "cp_13", "cp_14", "cp_24"];

/// A Revolution Phase in which all events of revolts have happened.
fn ready(mut more: Value) -> Position {
    let events: BTreeMap<&str, u8> = READY.iter().map(|card| (*card, 1)).collect();
    let object = more.as_object_mut().unwrap();
    object.entry("events").or_insert_with(|| json!(events));
    in_phase("revolution", more)
}

fn in_phase(word: &str, mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("phase".into(), word.into());
    object.entry("turn").or_insert_with(|| 10.into());
    position(&more).at_next_decision().into_owned()
}

fn asked(position: &Position) -> (Asked, Option<Side>) {
    let decision = position.decision();
    (decision.kind, decision.side)
}

fn dice(position: &Position) -> BTreeMap<String, u128> {
    let chance = position.chance().unwrap();
    let mut found = BTreeMap::new();
    for (outcome, ways) in chance.parts() {
        *found.entry(outcome.text(&DATA)).or_default() += *ways;
    }
    found
}

fn odds<const N: usize>(expected: [(&str, u128); N]) -> BTreeMap<String, u128> {
    let told = expected.iter();
    told.map(|(text, ways)| ((*text).to_owned(), *ways))
        .collect()
}

fn answered(position: &Position, texts: &[&str]) -> Position {
    let mut now = position.clone();
    for text in texts {
        now = now
            .answer(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        sound(&now);
    }
    now
}

fn stage(position: &Position) -> Value {
    document(position)["revolution"]["stage"].clone()
}

/// Tribes for the whole Jihad level lie lost, so that none is owed.
fn without_tribes(mut more: Value) -> Value {
    let tribes: Vec<&str> = DATA
        .units
        .iter()
        .filter(|unit| unit.class == Class::Tribe)
        .map(|unit| unit.id.as_str())
        .collect();
    let object = more.as_object_mut().unwrap();
    let units = object.entry("units").or_insert_with(|| json!({}));
    units["cp_eliminated"] = json!(tribes);
    more
}

#[test]
fn a_country_revolts_if_die_and_jihad_level_come_to_its_number() {
    // 6.0.E.2, 16.3.3.2-1, 16.3.3.4-1, 16.3.3.4-2
    let start = ready(without_tribes(json!({"tracks": {"jihad": 13}})));
    assert_eq!(asked(&start), (Asked::Revolt, Some(Side::Cp)));
    let passed = answered(&start, &["pass"]);
    assert_ne!(passed.state().phase(), Some(Phase::Revolution));
    let egypt = answered(&start, &["revolt egypt"]);
    assert_eq!(
        dice(&egypt),
        odds([("obeys egypt", 3), ("revolts egypt", 3)])
    );
    // 14 and more with a regular CP combat unit, 19 without.
    let india = answered(&start, &["revolt india"]);
    assert_eq!(
        dice(&india),
        odds([("obeys india", 5), ("revolts india", 1)])
    );
    let failed = answered(&india, &["obeys india"]);
    assert_eq!(document(&failed)["revolts"], json!([]));
    assert_eq!(tracks(&failed), tracks(&start));
    // Irregulars and HQs do not count, and who stands east of the canal is not in Egypt (16.3.3.2-2).
    let near = json!({
        "tracks": {"jihad": 10},
        "units": {"romani": ["tu_div_1"], "cairo": ["ge_falkenhayn_hq"]},
        "control": {"cp": ["romani"]},
    });
    let far = answered(&ready(without_tribes(near)), &["revolt egypt"]);
    assert_eq!(dice(&far), odds([("obeys egypt", 6)]));
    let there = json!({
        "tracks": {"jihad": 10},
        "units": {"suez": ["tu_div_1"]},
        "control": {"cp": ["suez"]},
    });
    let there = answered(&ready(without_tribes(there)), &["revolt egypt"]);
    assert_eq!(
        dice(&there),
        odds([("obeys egypt", 1), ("revolts egypt", 5)])
    );
}

#[test]
fn no_country_revolts_before_its_events() {
    // 16.3.3.1-1, 16.3.3.1-2
    let without = json!({"events": {"cp_12": 1, "cp_24": 1}});
    assert_ne!(asked(&ready(without)).0, Asked::Revolt);
    let asks = ready(json!({"events": {"cp_13": 1, "cp_24": 1}, "revolts": ["afghanistan"]}));
    let decision = asks.decision();
    let Parameters::Revolt { revolts } = decision.parameters else {
        panic!("{:?}", decision.kind);
    };
    assert_eq!(revolts, [Revolt::CentralAsia]);
}

#[test]
fn central_asia_and_afghanistan_get_their_units_at_once() {
    // 16.3.1.1-8, 16.3.3.5.ca-1, 16.3.3.5.af-1
    let start = ready(without_tribes(json!({"tracks": {"jihad": 14}})));
    let asia = answered(&start, &["revolt central_asia", "revolts central_asia"]);
    assert_eq!(place(&asia, "central_asia_uprising"), "central_asia");
    assert_eq!(tracks(&asia)[1], 15);
    assert_eq!(document(&asia)["revolts"], json!(["central_asia"]));
    let afghans = answered(&start, &["revolt afghanistan", "revolts afghanistan"]);
    for number in 1..=3 {
        let who = format!("afghan_uprising_{number}");
        assert_eq!(place(&afghans, &who), "afghanistan");
    }
    assert_eq!(tracks(&afghans)[1], 15);
}

#[test]
fn in_the_mutiny_a_die_falls_for_every_indian_unit() {
    // 16.3.3.5.in-1, 16.3.3.5.in-2, 16.3.3.5.in-3
    let start = ready(without_tribes(json!({
        "tracks": {"jihad": 18},
        "units": {
            "basra": ["in_div_1", "br_div_1"],
            "ap_reserve": ["in_cavalry_1"],
            "ap_eliminated": ["in_div_2"],
        },
        "control": {"ap": ["basra"]},
    })));
    let revolt = answered(&start, &["revolt india", "revolts india"]);
    assert_eq!(tracks(&revolt)[1], 20);
    assert_eq!(place(&revolt, "in_div_2"), "ap_permanently_eliminated");
    assert_eq!(place(&revolt, "indian_mutiny_3"), "india");
    let first = odds([("deserts in_cavalry_1", 2), ("serves in_cavalry_1", 4)]);
    assert_eq!(dice(&revolt), first);
    let second = answered(&revolt, &["serves in_cavalry_1"]);
    assert_eq!(
        dice(&second),
        odds([("deserts in_div_1", 2), ("serves in_div_1", 4)])
    );
    let over = answered(&second, &["deserts in_div_1"]);
    assert_eq!(place(&over, "in_div_1"), "ap_permanently_eliminated");
    assert_eq!(place(&over, "in_cavalry_1"), "ap_reserve");
    assert_eq!(place(&over, "br_div_1"), "basra");
    assert_ne!(over.state().phase(), Some(Phase::Revolution));
}

#[test]
fn rebels_enter_where_the_cp_wants_them_in_egypt() {
    // 16.3.3.5.eg-1
    let start = ready(without_tribes(json!({
        "tracks": {"jihad": 16},
        "units": {"cairo": ["br_div_1"]},
    })));
    let revolt = answered(&start, &["revolt egypt", "revolts egypt"]);
    assert_eq!(tracks(&revolt)[1], 18);
    assert_eq!(asked(&revolt), (Asked::Newcomers, Some(Side::Cp)));
    let moves =
        "enter egypt_rebel_1 suez; enter egypt_rebel_2 suez; enter egypt_rebel_3 sudan_darfur";
    let entered = answered(&revolt, &[moves]);
    assert_eq!(place(&entered, "egypt_rebel_3"), "sudan_darfur");
    assert_ne!(entered.state().phase(), Some(Phase::Revolution));
    for made in revolt.sample_entries(5, 30).unwrap() {
        assert_eq!(revolt.check(&made).unwrap(), []);
    }
}

#[test]
fn who_enters_a_country_first_gives_the_cp_a_free_die() {
    // 16.3.3.3
    let events: BTreeMap<&str, u8> = READY.iter().map(|card| (*card, 1)).collect();
    let marching = |more: Value| {
        let mut told = json!({
            "units": {"romani": ["tu_div_1"], "ismailia": [], "jifjaffa": ["tu_div_2"]},
            "control": {"cp": ["romani", "jifjaffa"]},
            "events": events,
            "tracks": {"jihad": 9},
        });
        for (key, value) in more.as_object().unwrap() {
            told[key] = value.clone();
        }
        ordered("cp", without_tribes(told))
    };
    let march = |start: &Position, who: &str, from: &str, to: &str| {
        let orders = vec![activate(from, Purpose::Move), go(who, &[to])];
        played(start, orders)
    };
    let entered = march(&marching(json!({})), "tu_div_1", "romani", "port_said");
    // 12 and more, though 17 would be needed without the unit.
    let die = odds([("obeys egypt", 2), ("revolts egypt", 4)]);
    assert_eq!(dice(&entered), die);
    assert_eq!(document(&entered)["free_revolts"], json!(["egypt"]));
    let failed = answered(&entered, &["obeys egypt"]);
    assert_eq!(document(&failed)["revolts_entered"], json!(["egypt"]));
    assert!(document(&failed)["free_revolts"].is_null());
    let revolt = answered(&entered, &["revolts egypt"]);
    assert_eq!(asked(&revolt), (Asked::Newcomers, Some(Side::Cp)));
    // Once in a game, and only if the events have happened by then.
    for more in [
        json!({"revolts_entered": ["egypt"]}),
        json!({"events": {"cp_12": 1}}),
        json!({"revolts": ["egypt"]}),
    ] {
        let again = march(&marching(more), "tu_div_1", "romani", "port_said");
        assert_ne!(again.decision().kind, Asked::Chance);
    }
}

/// A Revolution Phase before or in the Revolution.
fn russia(told: Value, more: Value) -> Position {
    let mut all = json!({"revolution": told, "events": {"cp_34": 5}});
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    in_phase("revolution", without_tribes(all))
}

#[test]
fn the_revolution_begins_when_both_markers_are_reached() {
    // 6.0.E.3-1, 6.0.E.3-2, 16.4.3.ex2, 16.4.3.a-2, 16.4.3.c-1, 16.4.3.c-2, 16.4.4-1, 16.4.5.1-3
    let markers = |revolution: u8, czar: i8| {
        let told = json!({"stage": 0, "parvus": 5, "revolution": revolution, "czar": czar});
        russia(told, json!({"turn": 10}))
    };
    assert_eq!(stage(&markers(11, 9)), 0);
    assert_eq!(stage(&markers(9, 11)), 0);
    let begun = markers(9, 10);
    assert_eq!(document(&begun)["revolution"], json!({"stage": 1}));
    assert_eq!(tracks(&begun)[0], 2 + tracks(&markers(11, 9))[0]);
    // Romania is in the war.
    let told = json!({"stage": 0, "parvus": 5, "revolution": 9, "czar": 10});
    let fights = russia(told, json!({"events": {"cp_34": 5, "ap_29": 7}}));
    assert_eq!(stage(&fights), 1);
    assert_eq!(tracks(&fights)[0], tracks(&markers(11, 9))[0]);
}

#[test]
fn it_stands_still_while_russia_holds_constantinople() {
    // 6.0.E.3-3, 16.4.3-1
    let held = |marked: &[&str]| {
        let more = json!({
            "control": {"ap": ["constantinople"]}, "ru_vp": marked,
        });
        russia(json!({"stage": 1}), more)
    };
    assert_eq!(stage(&held(&["constantinople"])), 1);
    // The British hold it.
    assert_eq!(stage(&held(&[])), 2);
}

#[test]
fn russians_grow_weary_in_stage_2() {
    // 16.4.4-2, 16.4.5.2-1, 16.4.5.2-2, 16.4.5-9
    let units = json!({
        "kars": ["ru_i_caucasian", "ru_yudenich_hq"], "ap_reserve": ["ru_div_1"],
        "ap_corps_assets": ["ru_iv_caucasian"], "ap_eliminated": ["ru_div_2"],
        "tabriz": ["ru_pe_persian_cossacks"],
    });
    let more = json!({"units": units, "control": {"ap": ["tabriz"]}});
    let weary = russia(json!({"stage": 1}), more);
    assert_eq!(stage(&weary), 2);
    let reduced = json!(["ru_div_1", "ru_i_caucasian", "ru_pe_persian_cossacks"]);
    assert_eq!(document(&weary)["reduced"], reduced);
    assert_eq!(place(&weary, "ru_iv_caucasian"), "ap_eliminated");
    // Who sails around Africa grows weary too.
    let at_sea = json!({
        "units": {"kars": ["ru_i_caucasian"]}, "arriving": {"12": ["ru_div_1"]},
        "bound_for": {"ru_div_1": "aegean"},
    });
    let weary = russia(json!({"stage": 1}), at_sea);
    assert_eq!(
        document(&weary)["reduced"],
        json!(["ru_div_1", "ru_i_caucasian"])
    );
    let third = russia(json!({"stage": 2}), json!({}));
    assert_eq!(stage(&third), 3);
    let last = russia(
        json!({"stage": 4}),
        json!({"units": {"kars": ["ru_cavalry_1"]}}),
    );
    assert_eq!(stage(&last), 4);
    assert_eq!(place(&last, "ru_cavalry_1"), "kars");
}

#[test]
fn russia_leaves_the_war_in_stage_4() {
    // 16.4.5.4-1, 16.4.5.4-2, 16.4.5.4-4, 16.4.5.4-7, 16.4.5.4-8, 16.4.5.4-10
    let units = json!({
        "kars": ["ru_i_caucasian", "ru_cavalry_1"], "tabriz": ["ru_pe_persian_cossacks"],
        "ap_reserve": ["ru_cavalry_2", "ru_sb_yugoslav_div"],
        "ap_permanently_eliminated": ["ru_cavalry_3"],
        "galicia": ["ge_ix_army"], "cp_reserve": ["ge_div_1", "ge_div_2"],
    });
    let more = json!({"units": units, "reduced": ["ge_div_1"], "control": {"ap": ["tabriz"]}});
    let start = russia(json!({"stage": 3}), more);
    assert_eq!(asked(&start), (Asked::Keep, Some(Side::Ap)));
    let Parameters::Keep { units } = start.decision().parameters else {
        panic!();
    };
    assert_eq!(units, [unit("ru_cavalry_1"), unit("ru_cavalry_2")]);
    let kept = answered(&start, &["keep ru_cavalry_1"]);
    assert_eq!(document(&kept)["british_ru_cavalry"], json!("ru_cavalry_1"));
    for (who, there) in [
        ("ru_cavalry_1", "kars"),
        ("ru_cavalry_2", "ap_permanently_eliminated"),
        ("ru_i_caucasian", "ap_permanently_eliminated"),
        ("ru_pe_persian_cossacks", "ap_permanently_eliminated"),
        ("ru_sb_yugoslav_div", "ap_reserve"),
    ] {
        assert_eq!(place(&kept, who), there, "{who}");
    }
    assert_eq!(asked(&kept), (Asked::Newcomers, Some(Side::Ap)));
    for made in kept.sample_entries(5, 30).unwrap() {
        assert_eq!(kept.check(&made).unwrap(), []);
    }
    let five = "enter arm_transcaucasian_1 kars; enter arm_transcaucasian_2 kars; \
                enter arm_transcaucasian_3 erevan; enter geo_transcaucasian_1 erevan; \
                enter geo_transcaucasian_2 erevan; enter ge_georgian_protectorate batum";
    let over = answered(&kept, &[five]);
    let uprisings = json!({"baku": "soviet", "enzeli": "soviet", "central_asia": "soviet"});
    assert_eq!(document(&over)["uprisings"], uprisings);
    assert_eq!(place(&over, "ge_ix_army"), "cp_permanently_eliminated");
    assert_eq!(place(&over, "ge_div_2"), "galicia");
    assert_eq!(place(&over, "ge_georgian_protectorate"), "batum");
    assert_eq!(control(&over, "batum"), "ap");
    assert_eq!(tracks(&over)[0], tracks(&start)[0]);
}

#[test]
fn the_cp_loses_the_vp_of_georgia() {
    // 16.4.5.4-4
    let more = json!({"control": {"cp": ["batum"]}, "forts_destroyed": ["batum"]});
    let start = russia(json!({"stage": 3}), more);
    assert_eq!(asked(&start), (Asked::Newcomers, Some(Side::Ap)));
    let five = "enter arm_transcaucasian_1 kars; enter arm_transcaucasian_2 kars; \
                enter arm_transcaucasian_3 erevan; enter geo_transcaucasian_1 erevan; \
                enter geo_transcaucasian_2 erevan; enter ge_georgian_protectorate batum";
    let over = answered(&start, &[five]);
    assert_eq!(tracks(&over)[0], tracks(&start)[0] - 1);
    assert_eq!(control(&over, "batum"), "ap");
}

#[test]
fn a_division_that_has_become_british_may_be_in_india() {
    // 16.4.5.4-3, 18.9.3
    let told = |cavalry: &str| {
        json!({
            "turn": 13, "units": {"baluchistan": ["ru_cavalry_3"]},
            "revolution": {"stage": 4}, "british_ru_cavalry": cavalry,
        })
        .to_string()
    };
    let read = |text: String| Position::from_json(&DATA, text.as_bytes(), &[]);
    sound(&read(told("ru_cavalry_3")).unwrap());
    let refused = read(told("ru_cavalry_4")).unwrap_err().to_string();
    assert!(refused.contains("ru_in_india"), "{refused}");
}

#[test]
fn bulgaria_collapses_with_sofia() {
    // 6.0.F.5, 16.6, 18.8.2.3-1, 18.8.2.3-2, 18.8.2.3-3
    let fights = |sofia: &str| {
        in_phase(
            "war_status",
            json!({
                "events": {"cp_33": 5}, "collapsed": ["serbia"],
                "units": {
                    "varna": ["bu_div_1"], "cp_eliminated": ["bu_div_2"],
                    "doiran": ["ge_bu_xi_army"], "cp_reserve": ["ge_div_1"],
                },
                "control": {sofia: ["sofia"], "cp": ["varna", "doiran"]},
            }),
        )
    };
    let stands = fights("cp");
    assert_eq!(document(&stands)["collapsed"], json!(["serbia"]));
    let over = fights("ap");
    assert_eq!(document(&over)["collapsed"], json!(["bulgaria", "serbia"]));
    assert_eq!(place(&over, "bu_div_1"), "cp_removed_from_game");
    assert_eq!(place(&over, "bu_div_2"), "cp_removed_from_game");
    assert_eq!(place(&over, "ge_bu_xi_army"), "cp_removed_from_game");
    assert_eq!(place(&over, "ge_div_1"), "doiran");
}

#[test]
fn parvus_puts_the_markers_on_the_turn_track() {
    // 16.4.3.a-1, 16.4.3.b-1, 16.4.3.b-2, 16.4.3.ex1
    let start = position(&json!({
        "turn": 3, "active": "cp", "tracks": {"ru_vp": 3},
        "cards": {"ap": {}, "cp": {"hand": ["cp_34"]}},
    }));
    let played = answered(&start, &["play cp_34 for event"]);
    let told = json!({"stage": 0, "parvus": 3, "revolution": 7, "czar": 6});
    assert_eq!(document(&played)["revolution"], told);
}

#[test]
fn in_the_revolution_the_british_enter_persia_for_nothing() {
    // 16.4.5.1-4
    let marching = |stage: u8| {
        let told = json!({
            "units": {"central_persia": ["in_div_1"]}, "events": {PERSIA_OPEN: 0},
            "revolution": {"stage": stage},
        });
        let start = ordered("ap", told);
        let there = played(&start, vec![go("in_div_1", &["isfahan"])]);
        tracks(&there)[0] - tracks(&start)[0]
    };
    assert_eq!(marching(0), marching(1) + 1);
}

#[test]
fn allied_afghanistan_is_open_to_all() {
    // 16.3.3.5.af-5
    let marching = |revolts: &[&str]| {
        let told = json!({"units": {"india": ["in_div_1"]}, "revolts": revolts});
        let start = ordered("ap", told);
        let made = start.read_move("activate india move with in_div_1; go in_div_1 afghanistan");
        let broken = start.check(&made.unwrap()).unwrap();
        broken.iter().any(|one| one.code() == "afghanistan")
    };
    assert!(marching(&[]));
    assert!(!marching(&["afghanistan"]));
}

#[test]
fn rebels_live_off_their_country() {
    // 16.3.3.5.eg-2, 16.3.3.5.in-3
    let fed = ordered(
        "cp",
        json!({
            "units": {"siwa_oasis": ["egypt_rebel_1"], "sudan_darfur": ["egypt_rebel_2"],
                "india": ["indian_mutiny_1"]},
            "revolts": ["egypt", "india"],
        }),
    );
    let facts = fed.operation_facts(5);
    for who in ["egypt_rebel_1", "egypt_rebel_2", "indian_mutiny_1"] {
        assert!(facts.contains(&format!("supply({who},full).")), "{who}");
    }
}

#[test]
fn nobody_comes_back_from_the_sea_when_russia_has_left() {
    // 16.4.5.4-1, 18.10.2-2
    let more = json!({
        "units": {"kars": ["ru_cavalry_1"]}, "arriving": {"12": ["ru_div_1", "ru_cavalry_2"]},
        "bound_for": {"ru_div_1": "aegean", "ru_cavalry_2": "aegean"},
    });
    let start = russia(json!({"stage": 3}), more);
    let Parameters::Keep { units } = start.decision().parameters else {
        panic!();
    };
    assert_eq!(units, [unit("ru_cavalry_1"), unit("ru_cavalry_2")]);
    let kept = answered(&start, &["keep ru_cavalry_2"]);
    assert_eq!(place(&kept, "ru_div_1"), "ap_permanently_eliminated");
    assert_eq!(document(&kept)["arriving"], json!({"12": ["ru_cavalry_2"]}));
    assert_eq!(
        document(&kept)["bound_for"],
        json!({"ru_cavalry_2": "aegean"})
    );
}
