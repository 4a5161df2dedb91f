//! Combat cards in battles: what becomes of them, and of the battle (9.5.4, 12.2.8.d).

use super::aftermath::fought;

use super::battles::{CHARGE, asked, duel, fire, say, say_all, waiting, zone};
use super::*;

#[test]
fn cards_with_an_asterisk_leave_the_game_and_raise_the_war_status() {
    let jihad = json!({"tracks": {"jihad": 8, "war_status_cp": 3, "combined_war_status": 5}});
    let start = duel(4, &[], &["cp_39", "cp_47"], jihad);
    let now = say(&start, CHARGE);
    // PASHA 1 may be played before the weather, even where there is none.
    assert_eq!(asked(&now), "cp cards weather cp_39");
    let now = say_all(
        &now,
        &["pass", "play cp_39; play cp_47; place cp_47 eleskirt"],
    );
    assert!(document(&now)["battle"]["settled"] == json!(["ignores_trench_and_water"]));
    let after = fire(&now, 3, 3);
    assert_eq!(
        (zone(&after, "cp_39"), zone(&after, "cp_47")),
        ("removed", "removed")
    );
    // The number in parentheses of JIHAD OFFENSIVE is 1.
    let tracks = &document(&after)["tracks"];
    assert_eq!(
        (&tracks["war_status_cp"], &tracks["combined_war_status"]),
        (&json!(4), &json!(6))
    );
    assert_eq!(document(&after)["events"]["cp_39"], 4);
}

#[test]
fn the_combined_war_status_goes_no_further_than_40() {
    // 9.5.1.d-2
    let jihad = json!({"tracks": {"jihad": 8, "war_status_cp": 21, "combined_war_status": 40}, "armistice": 9});
    let now = say(&duel(4, &[], &["cp_47"], jihad), CHARGE);
    let now = say(&now, "play cp_47; place cp_47 eleskirt");
    let tracks = &document(&fire(&now, 3, 3))["tracks"];
    let numbers = (&tracks["war_status_cp"], &tracks["combined_war_status"]);
    assert_eq!(numbers, (&json!(22), &json!(40)));
}

#[test]
fn no_prisoners_passes_to_the_other_player_and_changes_both_numbers() {
    let more = json!({
        "units": {"koprukoy": ["tu_div_1", "kurds_1"], "eleskirt": ["ru_div_1"]},
    });
    let plain = say_all(
        &duel(4, &["ap_21"], &[], more.clone()),
        &["attack eleskirt with tu_div_1,kurds_1", "pass"],
    );
    let start = duel(4, &["ap_21"], &[], more);
    let now = say_all(
        &start,
        &["attack eleskirt with tu_div_1,kurds_1", "play ap_21"],
    );
    let numbers = |now: &Position| {
        let told = |outcome: Outcome| match outcome {
            Outcome::Fire { number, .. } => number,
            other => panic!("{other:?}"),
        };
        let all = now.chance().unwrap();
        all.iter()
            .map(|(outcome, _)| told(*outcome))
            .collect::<Vec<_>>()
    };
    let more: Vec<_> = numbers(&plain).iter().map(|number| number + 1).collect();
    assert_eq!(numbers(&now), more);
    let after = fire(&now, 1, 6);
    // Whoever wins: the CP has it now, face up (9.5.4.3-1).
    assert_eq!(zone(&after, "ap_21"), "face_up_cp");
}

#[test]
fn a_cancelled_battle_gives_cards_back_and_meets_offensives() {
    let start = waiting(
        "ap",
        json!({
            "turn": 4, "round": 6,
            "units": {
                "amara": ["in_div_1", "in_div_2", "in_div_4"], "sannaiyat": ["tu_div_1"],
                "basra": ["in_div_3"],
            },
            "control": {"ap": ["amara", "qurna", "basra", "fao"]},
            "forts_destroyed": ["fao"],
            "mandated": {"ap": [{"offensive": "meso_or_persia"}]},
            "cards": {
                "ap": {"hand": ["ap_15", "ap_20", "ap_06"]}, "cp": {"hand": ["cp_06", "cp_05", "cp_21"]},
            },
        }),
    );
    let now = say(&start, "attack sannaiyat with in_div_1,in_div_2");
    let met = |now: &Position| document(now)["mandated"]["ap"][0]["met"].clone();
    // Though it will be cancelled (9.5.4.4-3).
    assert_eq!(met(&now), true);
    assert_eq!(asked(&now), "ap cards weather ap_06");
    // Out of a swamp in summer, but with ap_06 Indians skip the weather (12.5.1.f).
    assert!(asked(&say(&now, "pass")).starts_with("nobody chance spared amara"));
    let now = say(&now, "play ap_06");
    let now = say_all(&now, &["play ap_15; play ap_20", "play cp_06; play cp_05"]);
    // Two at a time (9.5.4.1-3); ap_06 has had its effect.
    assert_eq!(asked(&now), "ap returns ap_15 ap_20");
    let now = say(&now, "take_back ap_15");
    assert_eq!(asked(&now), "cp returns cp_05");
    let now = say(&now, "pass");
    for (card, wanted) in [
        ("ap_15", "hand"),
        ("ap_20", "discard"),
        ("ap_06", "removed"),
        ("cp_06", "discard"),
        ("cp_05", "discard"),
        ("cp_21", "hand"),
    ] {
        assert_eq!(zone(&now, card), wanted, "{card}");
    }
    // The others still wait, beside those who fought (12.1.a-2, 12.1.b-1); the place is not
    // attacked again, and who has fought is done.
    assert_eq!(asked(&now), "ap attack");
    let told = document(&now);
    assert!(told.get("battle").is_none());
    assert_eq!(told["fought"], json!(["in_div_1", "in_div_2"]));
    assert_eq!(told["attacked"], json!(["sannaiyat"]));
    assert_eq!(told["attacking"].as_object().unwrap().len(), 2);
    assert_eq!(
        told["cards_used"],
        json!(["ap_06", "ap_20", "cp_05", "cp_06"])
    );
    let again = now.read_move("attack sannaiyat with in_div_4").unwrap();
    let broken = now.check(&again).unwrap();
    assert!(
        broken.iter().any(|one| one.code() == "attacked_before"),
        "{broken:?}"
    );
    // With the action its memory ends; cards stay used until the round is over.
    let after = say(&now, "end");
    assert_eq!(asked(&after), "cp action");
    let told = document(&after);
    for key in ["fought", "attacked", "acted", "ops", "battle"] {
        assert!(told.get(key).is_none(), "{key}");
    }
    assert_eq!(
        told["cards_used"],
        json!(["ap_06", "ap_20", "cp_05", "cp_06"])
    );
    let over = pass(&after);
    assert!(document(&over).get("cards_used").is_none());
}

#[test]
fn a_card_of_a_cancelled_battle_that_is_discarded_has_not_happened() {
    let start = waiting(
        "cp",
        json!({
            "turn": 4, "round": 6,
            "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]},
            "control": {"ap": ["eleskirt"]},
            "tracks": {"jihad": 8, "war_status_cp": 3, "combined_war_status": 5},
            "cards": {"ap": {"face_up": ["cp_20"]}, "cp": {"hand": ["cp_47"]}},
        }),
    );
    let attack = "attack eleskirt with tu_div_1";
    let now = say_all(&start, &[attack, "play cp_47", "play cp_20"]);
    assert_eq!(asked(&now), "cp returns cp_47");
    let now = say(&now, "pass");
    assert_eq!(zone(&now, "cp_47"), "discard");
    let told = document(&now);
    assert_eq!(told["tracks"]["war_status_cp"], 3);
    assert!(told["events"].get("cp_47").is_none());
}

#[test]
fn pushed_to_the_breaking_point_they_attack_again_with_their_staff() {
    let pushed = |control: &[&str]| {
        let now = fought(
            "ap",
            json!({"sannaiyat": ["in_tigris_corps", "br_div_1", "br_maude_hq"], "aziziya": ["tu_div_1"]}),
            json!({
                "place": "kut", "stage": "attackers_last_cards",
                "attackers": ["in_tigris_corps", "br_div_1", "br_maude_hq"], "defenders": ["tu_div_1"],
                "fled": ["tu_div_1"], "loss_numbers": {"attacker": 5, "defender": 3},
            }),
            json!({
                "control": {"ap": control}, "forts_destroyed": ["fao"], "events": {"ap_54": 0},
                "reduced": ["br_div_1"],
                "cards": {"ap": {"hand": ["ap_50"]}},
                "fought": ["in_tigris_corps", "br_div_1", "br_maude_hq"],
            }),
        );
        say(&now, "play ap_50")
    };
    // Who is not at full strength is done (ap_50); an HQ may take part again (3.2.3.1-2).
    let again = pushed(&["fao", "basra", "qurna", "amara", "sannaiyat"]);
    let told = document(&again);
    assert_eq!(told["attacking"], json!({"in_tigris_corps": "attack"}));
    assert_eq!(told["fought"], json!(["br_div_1"]));
    // Who could not be activated is not (9.2-2).
    let starved = document(&pushed(&["sannaiyat"]));
    assert_eq!(starved["attacking"], json!({}));
}

#[test]
fn jafar_pasha_rolls_again_and_passes() {
    let jafar = |hand: &[&str]| {
        let units = json!({"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1", "ru_div_2"]});
        let cards = json!({"cp": {"hand": hand}});
        let more = json!({
            "turn": 4, "round": 6, "units": units, "control": {"ap": ["eleskirt"]}, "cards": cards,
        });
        say(
            &waiting("ap", more),
            "attack koprukoy with ru_div_1,ru_div_2",
        )
    };
    // Neither is he played before the dice, nor do the Turks withdraw.
    let now = say_all(&jafar(&["cp_20"]), &["pass", "pass"]);
    let now = fire(&now, 6, 1);
    assert_eq!(asked(&now), "cp cards dice cp_20");
    let kept = say(&now, "pass");
    assert_eq!(zone(&kept, "cp_20"), "hand");
    let again = say(&now, "play cp_20");
    assert!(
        asked(&again).starts_with("nobody chance fire cp"),
        "{}",
        asked(&again)
    );
    assert!(
        document(&again)["battle"]["loss_numbers"]
            .get("defender")
            .is_none()
    );
    let last = again.chance().unwrap().parts().last().unwrap().0;
    let after = again.play_outcome(last).unwrap();
    sound(&after);
    // The die is rolled again once only; then 1 to 3 give the card to the AP.
    assert_eq!(
        asked(&after),
        "nobody chance passed cp_20: 3/6, spent cp_20: 3/6"
    );
    let passed = say(&after, "passed cp_20");
    assert_eq!(zone(&passed, "cp_20"), "face_up_ap");
    assert_ne!(passed.decision().kind, Asked::Chance);
    assert_eq!(zone(&say(&after, "spent cp_20"), "cp_20"), "discard");
}

#[test]
fn jafar_pasha_retreats_before_the_dice() {
    let start = waiting(
        "ap",
        json!({
            "turn": 4, "round": 6,
            "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1", "ru_div_2"]},
            "control": {"ap": ["eleskirt"]},
            "cards": {"cp": {"hand": ["cp_20", "cp_05"]}, "ap": {"hand": ["ap_05"]}},
        }),
    );
    let attack = "attack koprukoy with ru_div_1,ru_div_2";
    let now = say_all(&start, &[attack, "play ap_05", "play cp_05; play cp_20"]);
    assert_eq!(
        asked(&now),
        "nobody chance passed cp_20: 3/6, spent cp_20: 3/6"
    );
    let now = say(&now, "passed cp_20");
    // There is no battle: cards are taken back, but not the one that cancelled it.
    assert_eq!(asked(&now), "ap returns ap_05");
    let now = say(&now, "take_back ap_05");
    assert_eq!(asked(&now), "cp returns cp_05");
    let now = say(&now, "pass");
    assert_eq!(asked(&now), "ap advance 0 ru_div_1 ru_div_2");
    let zones = ["ap_05", "cp_05", "cp_20"].map(|card| zone(&now, card));
    assert_eq!(zones, ["hand", "discard", "face_up_ap"]);
}

#[test]
fn jafar_pasha_serves_the_ap_once() {
    let more = json!({
        "turn": 4, "round": 6,
        "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1", "ru_div_2"]},
        "control": {"ap": ["eleskirt"]}, "cards": {"ap": {"face_up": ["cp_20"]}},
    });
    let now = say(&waiting("cp", more), "attack eleskirt with tu_div_1");
    let now = fire(&say(&now, "pass"), 1, 1);
    assert_eq!(asked(&now), "ap cards dice cp_20");
    let now = say(&now, "play cp_20");
    assert_eq!(zone(&now, "cp_20"), "removed");
    let last = now.chance().unwrap().parts().last().unwrap().0;
    let after = now.play_outcome(last).unwrap();
    assert_eq!(after.state().stage(), None);
}

#[test]
fn a_regular_unit_that_is_called_up_takes_what_tribes_held_in_part() {
    // CONFUSED ORDERS brings it, and the Kurds are no longer the only ones there (11.2.2.1.c).
    let now = fought(
        "ap",
        json!({"erevan": ["ru_div_1"], "kagizman": ["kurds_1"], "eleskirt": ["tu_div_1"]}),
        json!({
            "place": "kagizman", "stage": "losses_cards",
            "attackers": ["ru_div_1"], "defenders": ["kurds_1"],
            "settled": ["defenders_losses_taken", "attackers_losses_taken"],
            "loss_numbers": {"attacker": 3, "defender": 3},
        }),
        json!({"cards": {"cp": {"hand": ["cp_43"]}}}),
    );
    let held = |now: &Position| {
        let place = DATA.place("", "kagizman").unwrap();
        let partial = now.view().partial_control(Side::Cp).contains(place);
        (document(now)["control"].clone(), partial)
    };
    assert!(held(&now).1);
    let after = say(&now, "play cp_43; bring cp_43 tu_div_1");
    assert!(!held(&after).1);
    assert_eq!(held(&after).0["cp"], json!(["kagizman"]));
}
