//! Whole turns: the opening, mandated offensives, war status, cards drawn, the end (4.1.3, 6.0, 7.1).

use super::*;
use engine::chance::Random;
use std::collections::BTreeMap;

/// A position in a phase, with nothing done in it yet.
fn phase(word: &str, mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("phase".into(), word.into());
    object.entry("turn").or_insert_with(|| 3.into());
    object
        .entry("control")
        .or_insert_with(|| json!({"ap": ["basra"]}));
    position(&more).at_next_decision().into_owned()
}

fn outcomes(position: &Position) -> BTreeMap<String, u128> {
    let chance = position.chance().unwrap();
    let parts = chance.parts().iter();
    let mut found = BTreeMap::new();
    for (outcome, ways) in parts {
        *found.entry(outcome.text(&DATA)).or_default() += ways;
    }
    found
}

fn ways(expected: &[(&str, u128)]) -> BTreeMap<String, u128> {
    expected
        .iter()
        .map(|(text, ways)| ((*text).to_owned(), *ways))
        .collect()
}

fn answered(position: &Position, texts: &[&str]) -> Position {
    let mut now = position.clone();
    for text in texts {
        now = now.answer(text).unwrap();
        sound(&now);
    }
    now
}

fn zone(position: &Position, id: &str) -> Option<CardZone> {
    position.state().zone(DATA.card("card", id).unwrap())
}

fn held(position: &Position, side: Side) -> usize {
    let cards = DATA.cards.iter().enumerate();
    cards
        .filter(|(at, card)| {
            card.side == side && position.state().zone(*at) == Some(CardZone::Hand)
        })
        .count()
}

fn asked(position: &Position) -> (Asked, Option<Side>) {
    let decision = position.decision();
    (decision.kind, decision.side)
}

#[test]
fn first_hands_are_drawn_of_mobilization_cards() {
    // 4.1.3.a-1, 4.1.3.b-1, 9.1.1.a
    let scenario = Position::scenario(&DATA, "1914_campaign").unwrap();
    let opened = scenario.opened();
    assert_eq!(opened, opened.opened());
    assert_eq!(asked(&opened), (Asked::Opening, Some(Side::Ap)));
    let taken = answered(&opened, &["take ap_01"]);
    assert_eq!(zone(&taken, "ap_01"), Some(CardZone::Hand));
    // Thirteen are left, each as likely as another.
    let drawn = outcomes(&taken);
    assert_eq!(drawn.len(), 13);
    assert!(drawn.values().all(|ways| *ways == 1));
    assert!(drawn.keys().all(|text| text.starts_with("draws ap_")));
    let mut now = taken;
    while held(&now, Side::Ap) < 7 {
        let next = outcomes(&now).into_keys().next().unwrap();
        now = answered(&now, &[&next]);
    }
    assert_eq!(asked(&now), (Asked::Opening, Some(Side::Cp)));
    now = answered(&now, &["pass"]);
    while held(&now, Side::Cp) < 7 {
        let next = outcomes(&now).into_keys().next_back().unwrap();
        now = answered(&now, &[&next]);
    }
    assert_eq!(asked(&now), (Asked::Action, Some(Side::Ap)));
    assert_eq!(now.state().phase(), Some(Phase::Action));
    // No die was rolled for offensives: both have RU (4.1.4.a).
    assert_eq!(document(&now)["mandated"], document(&scenario)["mandated"]);
}

#[test]
fn offensives_are_rolled_for() {
    // 7.1.1-1, 7.1.2-1, 7.1.2-2, 7.4.1-6, 7.2.enver-1
    let units = json!({"kars": ["ru_div_1"], "basra": ["br_div_1"], "mosul": ["tu_div_1"]});
    let start = phase("mandated_offensive", json!({"units": units}));
    let ap = [
        ("mandates ap br_in_anz", 2),
        ("mandates ap meso_or_persia", 1),
        ("mandates ap no_br_attacks", 1),
        ("mandates ap ru", 2),
    ];
    assert_eq!(outcomes(&start), ways(&ap));
    // Modifiers shift the AP's die; nobody is in the Balkans.
    let modified = phase(
        "mandated_offensive",
        json!({"units": units, "tracks": {"mo_modifier": 3}}),
    );
    let shifted = [
        ("again ap", 1),
        ("mandates ap br_in_anz", 2),
        ("mandates ap egypt", 1),
        ("mandates ap meso_or_persia", 1),
        ("mandates ap none", 1),
    ];
    assert_eq!(outcomes(&modified), ways(&shifted));
    let again = answered(&modified, &["again ap"]);
    assert_eq!(outcomes(&again), ways(&shifted));
    let below = phase(
        "mandated_offensive",
        json!({"units": units, "tracks": {"mo_modifier": -2}}),
    );
    assert_eq!(outcomes(&below), ways(&ap));

    let cp = answered(&start, &["mandates ap ru"]);
    let dice = [
        ("mandates cp br_in_anz", 1),
        ("mandates cp enver_to_the_front", 1),
        ("mandates cp ru", 2),
        ("mandates cp tu", 2),
    ];
    assert_eq!(outcomes(&cp), ways(&dice));
    let plain = answered(&cp, &["mandates cp tu"]);
    assert_eq!(asked(&plain), (Asked::Action, Some(Side::Ap)));
    let told = json!({"ap": [{"offensive": "ru", "met": false}], "cp": [{"offensive": "tu", "met": false}]});
    assert_eq!(document(&plain)["mandated"], told);

    let enver = answered(&cp, &["mandates cp enver_to_the_front"]);
    assert_eq!(asked(&enver), (Asked::Offensive, Some(Side::Ap)));
    let chosen = answered(&enver, &["mandate br_in_anz"]);
    assert_eq!(outcomes(&chosen), ways(&dice));
    assert_eq!(document(&chosen)["flags"], json!(["enver_offensive"]));
    let second = answered(&chosen, &["mandates cp ru"]);
    let both = json!([{"offensive": "br_in_anz", "met": false}, {"offensive": "ru", "met": false}]);
    assert_eq!(document(&second)["mandated"]["cp"], both);
    // 7.2.enver-2
    let third = answered(&chosen, &["mandates cp enver_to_the_front"]);
    assert_eq!(asked(&third), (Asked::Offensive, Some(Side::Cp)));
    let twice = answered(&third, &["mandate br_in_anz"]);
    let both =
        json!([{"offensive": "br_in_anz", "met": false}, {"offensive": "br_in_anz", "met": false}]);
    assert_eq!(document(&twice)["mandated"]["cp"], both);
}

#[test]
fn nobody_is_ordered_against_nations_that_are_not_there() {
    // 7.1.2-1, 7.4.2-1, 7.2.ru-2, 7.4.2-2
    let start = phase(
        "mandated_offensive",
        json!({"units": {"basra": ["br_div_1"], "mosul": ["tu_div_1"]}, "revolution": {"stage": 1}}),
    );
    let ap = [
        ("mandates ap br_in_anz", 2),
        ("mandates ap meso_or_persia", 1),
        ("mandates ap no_br_attacks", 1),
        ("mandates ap none", 2),
    ];
    assert_eq!(outcomes(&start), ways(&ap));
    let cp = answered(&start, &["mandates ap none"]);
    let dice = [
        ("mandates cp br_in_anz", 1),
        ("mandates cp enver_to_the_front", 1),
        ("mandates cp none", 2),
        ("mandates cp tu", 2),
    ];
    assert_eq!(outcomes(&cp), ways(&dice));
    let reformed = phase(
        "mandated_offensive",
        json!({"units": {"mosul": ["tu_div_1"], "basra": ["br_div_1"]}, "events": {"cp_41": 2}}),
    );
    let next = answered(&reformed, &["mandates ap br_in_anz"]);
    assert_eq!(asked(&next), (Asked::Action, Some(Side::Ap)));
}

#[test]
fn points_are_recorded_and_turks_run_out() {
    // 9.4.1-1, 9.4.1-2, 17.3.1-2, 9.4.3-3
    let hand = json!({"cp": {"hand": ["cp_01"]}});
    let printed = i64::from(DATA.cards[DATA.card("card", "cp_01").unwrap()].replacements["rp_tu"]);
    assert!(printed > 0);
    let start = |more: Value| {
        let mut all =
            json!({"turn": 3, "round": 2, "phase": "action", "active": "cp", "cards": hand});
        for (key, value) in more.as_object().unwrap() {
            all[key] = value.clone();
        }
        position(&all)
    };
    let plain = answered(&start(json!({})), &["play cp_01 for rp"]);
    assert_eq!(document(&plain)["replacements"]["tu"], printed);
    let allied = DATA.cards[DATA.card("card", "cp_01").unwrap()].replacements["rp_allied"];
    assert_eq!(document(&plain)["replacements"]["cp_allied"], allied);
    assert_eq!(zone(&plain, "cp_01"), Some(CardZone::Discard));
    assert_eq!(asked(&plain), (Asked::Action, Some(Side::Ap)));
    let blockaded = answered(&start(json!({"max_tu_rp": 25})), &["play cp_01 for rp"]);
    assert_eq!(document(&blockaded)["max_tu_rp"], 25 - printed);
    let empty = answered(&start(json!({"max_tu_rp": 0})), &["play cp_01 for rp"]);
    assert_eq!(document(&empty)["replacements"]["tu"], 0);
    let owing = start(json!({"max_tu_rp": 9, "replacements": {"tu": -1}}));
    let paid = answered(&owing, &["play cp_01 for rp"]);
    assert_eq!(document(&paid)["replacements"]["tu"], printed - 1);
    assert_eq!(document(&paid)["max_tu_rp"], 9 - printed);
}

#[test]
fn war_status_is_counted_and_decks_grow() {
    // 6.0.F.1, 6.0.F.4-1, 6.0.F.4-2, 16.1.2-1, 16.1.3-1, 16.1.3-2, 16.1.4-1, 16.1.4-2, 16.1.6, 2.0.wcl-2,
    // 2.0.wcl-3, 4.1.5-2
    let cards = json!({
        "ap": {"hand": ["ap_02"], "discard": ["ap_03"], "face_up": ["ap_04"], "removed": ["ap_01"]},
        "cp": {"deck": ["cp_02"]},
    });
    let start = phase(
        "war_status",
        json!({"tracks": {"war_status_ap": 4, "war_status_cp": 3}, "cards": cards}),
    );
    let state = start.state();
    assert_eq!(
        document(&start)["commitment"],
        json!({"ap": "limited", "cp": "mobilization"})
    );
    assert_eq!(zone(&start, "ap_02"), Some(CardZone::Hand));
    assert_eq!(zone(&start, "ap_03"), Some(CardZone::Deck));
    assert_eq!(zone(&start, "ap_04"), Some(CardZone::Deck));
    assert_eq!(zone(&start, "ap_01"), Some(CardZone::Removed));
    let limited = DATA
        .cards
        .iter()
        .enumerate()
        .filter(|(_, card)| card.side == Side::Ap && card.commitment == Commitment::Limited);
    assert_eq!(limited.clone().count(), 20);
    for (at, _) in limited {
        assert_eq!(state.zone(at), Some(CardZone::Deck));
    }
    // 4.1.4.b-1: not on turn 1.
    let first = phase(
        "war_status",
        json!({"turn": 1, "tracks": {"war_status_ap": 5}}),
    );
    assert_eq!(document(&first)["commitment"]["ap"], "mobilization");
    let total = phase(
        "war_status",
        json!({"tracks": {"war_status_cp": 11}, "commitment": {"ap": "mobilization", "cp": "limited"}}),
    );
    assert_eq!(document(&total)["commitment"]["cp"], "total");
}

#[test]
fn the_game_ends() {
    // 6.0.F.2, 6.0.F.3, 5.2.1.a, 5.2.1.b-1, 5.2.2.a, 5.2.2.b
    for (more, ends) in [
        (json!({"tracks": {"vp": 20}}), true),
        (json!({"tracks": {"vp": 19}}), false),
        (json!({"tracks": {"vp": 0}}), true),
        (json!({"turn": 17}), true),
        (json!({"armistice": 3}), true),
        (json!({"armistice": 4}), false),
        (json!({"last_turn": 7, "turn": 7}), true),
    ] {
        let after = phase("war_status", more);
        assert_eq!(after.decision().kind == Asked::Over, ends);
        if ends {
            assert_eq!(after.decision().side, None);
            let ended = after.victory();
            assert!(ended.ends.is_some());
            sound(&after);
        }
    }
}

#[test]
fn the_armistice_is_marked() {
    // 5.2.2.1-1, 5.2.2.1-3, 5.1.3-1, 9.5.1.d-2
    let near = |turn: i32| {
        position(&json!({
            "turn": turn, "round": 2, "phase": "action", "active": "ap",
            "tracks": {"combined_war_status": 40},
        }))
    };
    let three = [("armistice 6", 2), ("armistice 7", 2), ("armistice 8", 2)];
    assert_eq!(outcomes(&near(3)), ways(&three));
    let late = [("armistice 16", 2), ("armistice 17", 4)];
    assert_eq!(outcomes(&near(13)), ways(&late));
    let marked = answered(&near(3), &["armistice 7"]);
    assert_eq!(document(&marked)["armistice"], 7);
    assert_eq!(asked(&marked), (Asked::Action, Some(Side::Ap)));
}

#[test]
fn hands_are_filled_and_discards_shuffled() {
    // 6.0.H.1-1, 6.0.H.1-2, 6.0.H.2, 6.0.H.3, 9.5.4.2-4, 9.5.4.3-3, 9.5.4.3-4, 6.0.I
    let cards = json!({
        "ap": {"hand": ["ap_04", "ap_02"], "deck": ["ap_07"], "discard": ["ap_08", "ap_09"],
               "face_up": ["ap_05", "cp_20"]},
        "cp": {"hand": ["cp_01", "cp_02", "cp_03", "cp_07", "cp_08", "cp_09", "cp_10"], "face_up": ["ap_21"]},
    });
    let start = phase("draw", json!({"cards": cards, "actions": []}));
    assert_eq!(zone(&start, "ap_05"), Some(CardZone::Discard));
    assert_eq!(zone(&start, "cp_20"), Some(CardZone::FaceUpAp));
    assert_eq!(zone(&start, "ap_21"), Some(CardZone::FaceUpCp));
    assert_eq!(asked(&start), (Asked::Discard, Some(Side::Ap)));
    let kept = answered(&start, &["discard ap_04"]);
    // The CP holds no combat card and is not asked.
    assert_eq!(outcomes(&kept), ways(&[("draws ap_07", 1)]));
    let shuffled = answered(&kept, &["draws ap_07"]);
    let discards = [
        ("draws ap_04", 1),
        ("draws ap_05", 1),
        ("draws ap_08", 1),
        ("draws ap_09", 1),
    ];
    assert_eq!(outcomes(&shuffled), ways(&discards));
    let drawn = answered(
        &shuffled,
        &["draws ap_04", "draws ap_05", "draws ap_08", "draws ap_09"],
    );
    // There is no more to draw, the CP's hand is full, and the next turn begins.
    assert_eq!(document(&drawn)["turn"], 4);
    assert_eq!(drawn.state().phase(), Some(Phase::MandatedOffensive));
}

#[test]
fn nobody_sees_what_the_other_draws() {
    let cards = json!({"ap": {"hand": ["ap_02"], "deck": ["ap_07", "ap_08"]}, "cp": {}});
    let start = phase("draw", json!({"cards": cards}));
    assert_eq!(outcomes(&start).len(), 2);
    let seen = start.seen_by(Side::Cp);
    assert_eq!(outcomes(&seen), ways(&[("draws ap", 1)]));
    let drawn = answered(&seen, &["draws ap"]);
    let own = answered(&start, &["draws ap_08"]).seen_by(Side::Cp);
    assert_eq!(drawn, own);
}

#[test]
fn tribes_are_counted() {
    // 16.3.2.c-1, 16.3.2.c-2
    let units = json!({"van": ["kurds_1", "kurds_2"], "tribal_key_bawi": ["bawi"]});
    let many = phase(
        "revolution",
        json!({"units": units, "tracks": {"jihad": 1}}),
    );
    assert_eq!(asked(&many), (Asked::Dismissal, Some(Side::Cp)));
    let gone = many.answer("dismiss kurds_2").unwrap();
    assert_eq!(place(&gone, "kurds_2"), "tribal_key_kurds");
    let few = phase(
        "revolution",
        json!({"units": units, "tracks": {"jihad": 3}}),
    );
    assert_eq!(asked(&few), (Asked::Tribes, Some(Side::Cp)));
}

#[test]
fn whole_turns_follow_one_another() {
    let start = Position::scenario(&DATA, "1914_campaign").unwrap().opened();
    for seed in 0..20 {
        let mut random = Random::new(seed, 0);
        let mut now = start.clone();
        let mut turn = 1;
        for _ in 0..2_000 {
            let asked = now.decision();
            let answer = match asked.kind {
                Asked::Chance => {
                    let all = now.chance().unwrap();
                    random.pick(all.parts()).unwrap().0.text(&DATA)
                }
                Asked::Action => {
                    let Parameters::Action { cards, .. } = &asked.parameters else {
                        panic!("an action without cards");
                    };
                    match cards.first() {
                        Some(card) if random.chance(50) => {
                            let made = format!("play {} for rp", DATA.cards[*card].id);
                            let legal = now.check(&now.read_move(&made).unwrap()).unwrap();
                            if legal.is_empty() {
                                made
                            } else {
                                "automatic".into()
                            }
                        }
                        _ => "automatic".into(),
                    }
                }
                Asked::Operations | Asked::Opening | Asked::Discard | Asked::ReplacementPoints => {
                    "pass".into()
                }
                Asked::Offensive => "mandate tu".into(),
                Asked::Tribes => {
                    let Parameters::Tribes { places, .. } = &asked.parameters else {
                        panic!("tribes without places");
                    };
                    let (tribe, spaces) = &places[0];
                    format!(
                        "place {} {}",
                        DATA.units[*tribe].id, DATA.spaces[spaces[0]].id
                    )
                }
                Asked::Collapses | Asked::Redeployment => "pass".to_owned(),
                Asked::Over => break,
                other => panic!("{other}"),
            };
            now = now.answer(&answer).unwrap();
            sound(&now);
            let next = document(&now)["turn"].as_i64().unwrap();
            if next != turn {
                assert_eq!(next, turn + 1);
                assert_eq!([held(&now, Side::Ap), held(&now, Side::Cp)], [7, 7]);
                turn = next;
            }
        }
        assert!(turn > 3, "{turn}");
    }
}
