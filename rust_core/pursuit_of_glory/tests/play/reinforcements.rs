//! The units of events enter (9.5.3).

use super::*;

/// A side acts with a card in hand.
fn holding(card: &str, turn: u16, mut more: Value) -> Position {
    let side = &card[..2];
    let object = more.as_object_mut().unwrap();
    for (key, value) in [
        ("turn", json!(turn)),
        ("round", json!(2)),
        ("phase", json!("action")),
        ("active", json!(side)),
        ("cards", json!({side: {"hand": [card]}})),
    ] {
        object.entry(key).or_insert(value);
    }
    position(&more)
}

/// Its event is played, and asks where the units enter.
fn asking(start: &Position, card: &str) -> Position {
    let text = format!("play {card} for event");
    let broken = start.check(&start.read_move(&text).unwrap()).unwrap();
    assert_eq!(broken, []);
    let next = start.answer(&text).unwrap();
    sound(&next);
    let asked = next.decision();
    assert_eq!(asked.kind, Asked::Reinforcements);
    let Parameters::Reinforcements { card: told, units } = asked.parameters else {
        panic!("no units");
    };
    assert_eq!(DATA.cards[told].id, card);
    assert!(!units.is_empty());
    next
}

fn entered(asking: &Position, text: &str) -> Position {
    let broken = asking.check(&asking.read_move(text).unwrap()).unwrap();
    assert_eq!(broken, []);
    let next = asking.answer(text).unwrap();
    sound(&next);
    next
}

fn reduced(position: &Position, who: &str) -> bool {
    document(position)["reduced"]
        .as_array()
        .is_some_and(|units| units.contains(&json!(who)))
}

#[test]
fn units_enter_on_the_map_and_in_boxes() {
    let asked = asking(&holding("ap_10", 3, json!({})), "ap_10");
    let next = entered(
        &asked,
        "enter ru_iv_caucasian tiflis; enter ru_elite_div_4 ap_reserve; enter ru_div_13 odessa; \
         enter ru_cavalry_7 tiflis",
    );
    assert_eq!(place(&next, "ru_iv_caucasian"), "tiflis");
    assert_eq!(place(&next, "ru_elite_div_4"), "ap_reserve");
    assert_eq!(place(&next, "ru_cavalry_7"), "tiflis");
    assert!(reduced(&next, "ru_iv_caucasian"));
    assert!(!reduced(&next, "ru_div_13"));
    assert_eq!(next.decision().kind, Asked::Action);
    assert_eq!(next.decision().side, Some(Side::Cp));
}

#[test]
fn they_take_what_nobody_holds_against_them() {
    // 9.5.3.2.p, 11.2
    let held = json!({"control": {"cp": ["sudan_darfur"]}});
    let asked = asking(&holding("ap_02", 3, held), "ap_02");
    let next = entered(
        &asked,
        "enter anz_elite_div sudan_darfur; enter anz_cavalry_1 ap_reserve",
    );
    assert_eq!(control(&next, "sudan_darfur"), "ap");
}

#[test]
fn russians_enter_reduced_in_the_middle_of_the_revolution() {
    // 16.4.5.2-3
    for (stage, weary) in [(1, false), (2, true), (3, true)] {
        let more = json!({"revolution": {"stage": stage}});
        let asked = asking(&holding("ap_37", 12, more), "ap_37");
        let next = entered(
            &asked,
            "enter ru_div_15 tiflis; enter ru_div_16 ap_reserve; enter ru_div_17 odessa",
        );
        for who in ["ru_div_15", "ru_div_16", "ru_div_17"] {
            assert_eq!(reduced(&next, who), weary, "{who} in stage {stage}");
        }
    }
}

#[test]
fn arabs_enter_reduced_after_their_revolt() {
    for (events, weary) in [(json!({}), false), (json!({"ap_16": 5}), true)] {
        let asked = asking(&holding("cp_18", 7, json!({"events": events})), "cp_18");
        let next = entered(
            &asked,
            "enter tu_a_div_11 baghdad; enter tu_a_div_12 damascus; enter tu_a_div_13 cp_reserve; \
             enter tu_a_div_14 cp_reserve",
        );
        assert_eq!(reduced(&next, "tu_a_div_11"), weary);
        assert_eq!(reduced(&next, "tu_a_div_14"), weary);
    }
}

#[test]
fn what_else_the_cards_do() {
    // 7.4.1-1, 7.4.1-2, 7.4.1-3
    let murray = asking(&holding("ap_19", 7, json!({})), "ap_19");
    let next = entered(
        &murray,
        "enter anz_cavalry_2 alexandria; enter anz_imp_camel ap_reserve",
    );
    assert_eq!(document(&next)["sinai_railroad"], 10);

    let more = json!({"tracks": {"vp": 8, "mo_modifier": 1}, "replacements": {"br": 1}});
    let bleed = asking(&holding("ap_27", 7, more.clone()), "ap_27");
    let next = entered(
        &bleed,
        "enter br_elite_div_4 alexandria; enter br_elite_div_5 alexandria; enter br_elite_div_6 suez",
    );
    assert_eq!(tracks(&next)[0], 9);

    let coalition = asking(&holding("ap_33", 7, more.clone()), "ap_33");
    let next = entered(&coalition, "enter br_cavalry_2 ap_reserve");
    assert_eq!(document(&next)["tracks"]["mo_modifier"], 2);
    assert_eq!(document(&next)["replacements"]["br"], 3);

    let more = json!({"tracks": {"mo_modifier": 3}, "replacements": {"br": 1}});
    let george = asking(&holding("ap_55", 9, more), "ap_55");
    let next = entered(
        &george,
        "enter anz_desert_corps ap_corps_assets; enter br_div_7 ap_reserve; \
         enter br_cavalry_4 alexandria",
    );
    assert_eq!(
        document(&next)["tracks"]["mo_modifier"],
        4,
        "the track ends"
    );
    // Its point comes in the Replacement Phase.
    assert_eq!(document(&next)["replacements"]["br"], 1);
}

#[test]
fn nobody_is_asked_for_units_that_are_there_already() {
    let more = json!({"units": {"ap_eliminated": ["br_cavalry_2"]}});
    let start = holding("ap_33", 7, more);
    let next = start.answer("play ap_33 for event").unwrap();
    sound(&next);
    assert_eq!(next.decision().kind, Asked::Action);
    assert_eq!(document(&next)["replacements"]["br"], 2);
}

#[test]
fn what_is_offered_is_legal_and_samples_are() {
    let cards = [
        "ap_02", "ap_10", "ap_26", "ap_27", "ap_37", "cp_18", "cp_25",
    ];
    for card in cards {
        let asked = asking(&holding(card, 3, json!({})), card);
        let alone = asked.entries(None);
        assert!(!alone.is_empty());
        for order in &alone {
            let broken = asked.check(&Move::new(vec![order.clone()])).unwrap();
            assert!(
                broken.iter().all(|one| one.code() == "left_out"),
                "{broken:?}"
            );
        }
        let who = alone[0].unit();
        let own = asked.entries(who);
        assert!(own.iter().all(|order| order.unit() == who));
        let samples = asked.sample_entries(7, 30).unwrap();
        assert_eq!(samples.len(), 30);
        for made in &samples {
            assert_eq!(asked.check(made).unwrap(), [], "{card}");
            sound(&asked.play(made).unwrap());
        }
        assert_eq!(asked.sample_entries(7, 5).unwrap(), samples[..5]);
    }
    let idle = holding("ap_02", 3, json!({}));
    assert!(idle.entries(None).is_empty());
    assert_eq!(idle.sample_entries(7, 5), None);
}

#[test]
fn room_is_made_by_those_who_need_not_stand_there() {
    // 9.5.3.2.k, 18.1.2.a: no LCU more in Syria; Baghdad is lost, its neighbours are Mesopotamia too.
    let two = json!({"damascus": ["tu_a_vi_corps", "tu_iii_corps"]});
    let start = holding(
        "cp_51",
        10,
        json!({"units": two, "commitment": {"cp": "limited"}, "control": {"ap": ["baghdad"]}}),
    );
    let broken = start
        .check(&start.read_move("play cp_51 for event").unwrap())
        .unwrap();
    let codes: Vec<_> = broken.iter().map(|one| one.code()).collect();
    assert_eq!(codes, ["no_room"]);
    let Parameters::Action { events, .. } = start.decision().parameters else {
        panic!("no action");
    };
    assert!(events.is_empty());
}

#[test]
fn the_national_defense_takes_salonika_and_greece_stays_neutral() {
    // 18.8.1.1.d-3
    let start = asking(&holding("ap_17", 8, json!({"greece": "neutral"})), "ap_17");
    let made = "enter gr_br_corps_of_national_defense salonika; enter it_div lemnos; \
                enter ru_2_4_special lemnos";
    let next = entered(&start, made);
    assert_eq!(document(&next)["control"]["ap"], json!(["salonika"]));
    assert_eq!(document(&next)["greece"], "neutral");
}

#[test]
fn allenby_sends_an_elite_division_home() {
    let units = json!({"alexandria": ["br_elite_div_1"], "ap_reserve": ["br_elite_div_2"]});
    let more = json!({"units": units, "events": {"ap_55": 11}});
    let start = asking(&holding("ap_54", 14, more), "ap_54");
    let made = "enter br_xx_corps ap_corps_assets; enter br_xxi_corps ap_corps_assets; \
                enter br_div_5 port_said; enter br_div_6 port_said; enter anz_cavalry_3 port_said; \
                enter br_cavalry_3 suez; enter br_allenby_hq suez; \
                enter br_arab_northern_army ap_eliminated";
    let chosen = entered(&start, made);
    assert_eq!(chosen.asks_for(), Asked::Event);
    let next = chosen.answer("eliminate br_elite_div_2").unwrap();
    sound(&next);
    let told = document(&next);
    assert_eq!(
        told["units"]["ap_removed_from_game"],
        json!(["br_elite_div_2"])
    );
    // 7.4.1
    assert_eq!(told["tracks"]["mo_modifier"], 1);
    assert_ne!(next.asks_for(), Asked::Event);
}

#[test]
fn falkenhayn_comes_with_yildirim_or_stays() {
    let units = json!({"galicia": ["ge_falkenhayn_hq"]});
    let control = json!({"cp": ["belgrade", "nis", "skopje"]});
    let more = json!({"units": units, "control": control, "events": {"cp_33": 5}});
    let start = asking(&holding("cp_45", 14, more), "cp_45");
    let entering = "enter ge_yildirim_1 kayseri; enter ge_yildirim_2 kayseri; \
                    enter ge_yildirim_3 constantinople";
    let without = entered(&start, entering);
    assert_eq!(
        document(&without)["units"]["galicia"],
        json!(["ge_falkenhayn_hq"])
    );
    let with = entered(
        &start,
        &format!("{entering}; enter ge_falkenhayn_hq constantinople"),
    );
    assert!(document(&with)["units"].get("galicia").is_none());
    let moves = start.sample_entries(1, 40).unwrap();
    let led = |made: &&Move| made.to_text(&DATA, None).contains("ge_falkenhayn_hq");
    let number = moves.iter().filter(led).count();
    assert!((1..40).contains(&number), "{number} of 40");
    let offered = start.entries(None);
    let told = offered.iter().map(|order| order.to_text(&DATA));
    assert!(
        told.collect::<Vec<_>>()
            .contains(&"enter ge_falkenhayn_hq kayseri".to_owned())
    );
}
