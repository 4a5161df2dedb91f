//! Battles step by step, from the declaration to the loss numbers (12, 9.5.4).

use super::*;
use lexbelli_core::pursuit_of_glory::state::Cell;

/// The position after an answer, given as text; orders of battles must be legal.
pub(super) fn say(position: &Position, text: &str) -> Position {
    let asked = position.decision();
    let answer = if asked.kind.is_of_battle() && text != "end" {
        let orders = position.battle_move(text).unwrap();
        let broken = position.check_battle(&orders).unwrap();
        assert!(broken.is_empty(), "{text}: {broken:?}");
        Answer::Battle(orders)
    } else {
        Answer::parse(&DATA, text).unwrap()
    };
    let next = position
        .answer(&answer)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    sound(&next);
    next
}

/// Several answers.
pub(super) fn say_all(position: &Position, texts: &[&str]) -> Position {
    let first = position.clone();
    texts.iter().fold(first, |now, text| say(&now, text))
}

/// What is asked of whom, in a word or two.
pub(super) fn asked(position: &Position) -> String {
    let asked = position.decision();
    let side = asked.side.map_or("nobody", Side::word);
    let more = match asked.parameters {
        Parameters::Cards { moment, cards, .. } => {
            let cards = cards.iter().map(|offer| DATA.cards[offer.card].id.as_str());
            format!(" {moment} {}", cards.collect::<Vec<_>>().join(" "))
        }
        Parameters::Returns { cards, .. } => {
            let cards = cards.iter().map(|card| DATA.cards[*card].id.as_str());
            format!(" {}", cards.collect::<Vec<_>>().join(" "))
        }
        Parameters::Defence { units, .. } => {
            let units = units.iter().map(|unit| DATA.units[*unit].id.as_str());
            format!(" {}", units.collect::<Vec<_>>().join(" "))
        }
        Parameters::Chance { outcomes } => {
            let told = outcomes
                .iter()
                .map(|(outcome, part, whole)| format!("{}: {part}/{whole}", outcome.text(&DATA)));
            format!(" {}", told.collect::<Vec<_>>().join(", "))
        }
        Parameters::Aftermath { number, units, .. } => {
            let units = units.iter().map(|unit| DATA.units[*unit].id.as_str());
            format!(" {number} {}", units.collect::<Vec<_>>().join(" "))
        }
        Parameters::Excess { places } => {
            let places = places.iter().map(|place| DATA.spaces[*place].id.as_str());
            format!(" {}", places.collect::<Vec<_>>().join(" "))
        }
        Parameters::NotYet { text, .. } => format!(" {text}"),
        _ => String::new(),
    };
    format!("{side} {}{more}", asked.kind)
}

/// A battle that waits: the side to act has spent its OPS, and its units on the map wait.
pub(super) fn waiting(side: &str, mut more: Value) -> Position {
    let mut attacking = serde_json::Map::new();
    let units = more["units"].as_object().unwrap().clone();
    for (place, units) in &units {
        let boxed = DATA.place("", place).unwrap() >= DATA.on_map;
        for id in units
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_str().unwrap())
        {
            if !boxed && DATA.units[unit(id)].side.word() == side {
                attacking.insert(id.into(), "attack".into());
            }
        }
    }
    let object = more.as_object_mut().unwrap();
    object.insert("active".into(), side.into());
    object.insert("ops".into(), 0.into());
    object
        .entry("attacking")
        .or_insert_with(|| attacking.into());
    object.entry("turn").or_insert_with(|| 5.into());
    position(&more)
}

pub(super) fn zone(position: &Position, card: &str) -> &'static str {
    let zone = position
        .state()
        .get(Cell::Card(DATA.card("", card).unwrap()));
    CardZone::at(zone.to_le_bytes()[0]).map_or("?", CardZone::word)
}

/// The long example (12.11): winter 1915, action round 5.
pub(super) fn eleskirt() -> Position {
    waiting(
        "cp",
        json!({
            "turn": 2, "round": 5,
            "units": {
                "koprukoy": ["tu_ix_corps"],
                "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
                "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
                "ap_reserve": ["ru_div_1"], "cp_reserve": ["tu_elite_div_1"],
            },
            "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
            "control": {"ap": ["eleskirt"]},
            "cards": {"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
        }),
    )
}

#[test]
fn the_long_example_is_played_as_in_the_book() {
    let now = eleskirt();
    assert_eq!(asked(&now), "cp attack");
    let attack = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy";
    let now = say(&now, attack);
    // Both spaces are rolled for: 4 and 3 harm nobody, 5 or more would.
    assert_eq!(
        asked(&now),
        "nobody chance spared koprukoy: 4/6, struck koprukoy: 2/6"
    );
    let now = say(&now, "spared koprukoy");
    assert_eq!(
        asked(&now),
        "nobody chance spared malazgirt: 4/6, struck malazgirt: 2/6"
    );
    let now = say(&now, "spared malazgirt");
    // The attacker plays his cards first, then the other side (9.5.4.1-2, 12.2-1): the one that
    // lies face up.
    assert_eq!(asked(&now), "cp cards battle cp_05");
    let now = say(&now, "play cp_05");
    assert_eq!(asked(&now), "ap cards battle ap_05");
    let now = say(&now, "play ap_05");
    // +1: 3 and more succeed (12.2.2-1, 12.2.7, 12.4.3-1).
    assert_eq!(
        asked(&now),
        "nobody chance held eleskirt: 2/6, flanked eleskirt: 4/6"
    );
    let now = say(&now, "flanked eleskirt");
    // 6 strength, column 6-8, +2: a 3 becomes a 5, which is a loss number of 5.
    assert_eq!(asked(&now), "nobody chance fire cp 4: 2/6, fire cp 5: 4/6");
    let now = say(&now, "fire cp 5");
    assert_eq!(asked(&now), "ap losses 5 ru_i_caucasian ru_iv_caucasian");
    let told = document(&now);
    assert_eq!(
        told["battle"],
        json!({
            "place": "eleskirt", "stage": "defenders_losses", "pin": "koprukoy",
            "attackers": ["tu_cavalry_1", "tu_ix_corps", "tu_x_corps"],
            "defenders": ["ru_i_caucasian", "ru_iv_caucasian"],
            "weather": "malazgirt", "cards": {"ap": ["ap_05"], "cp": ["cp_05"]},
            "from_hand": ["ap_05"], "settled": ["flank_succeeded"],
            "loss_numbers": {"attacker": 5},
        })
    );
    assert_eq!(told["attacked"], json!(["eleskirt"]));
    assert_eq!(told["attacking"], json!({}));
    // Had the weather been bad in Malazgirt, the cavalry would be reduced, at once (12.5.1.e).
    let bad = say_all(
        &eleskirt(),
        &[attack, "spared koprukoy", "struck malazgirt"],
    );
    assert!(bad.state().get(Cell::Reduced(unit("tu_cavalry_1"))) > 0);
    assert_eq!(asked(&bad), "cp cards battle cp_05");
}

#[test]
fn the_example_of_a_flank_attack_is_rolled_as_in_the_book() {
    let start = waiting(
        "cp",
        json!({
            "turn": 3, "round": 6,
            "units": {
                "ardahan": ["tu_ix_corps"], "sarikamis": ["tu_x_corps"],
                "kagizman": ["tu_xi_corps"], "kars": ["ru_div_1"],
                "akhalkaln": ["ru_div_2"], "erevan": ["ru_div_3"],
            },
            "control": {"cp": ["ardahan", "sarikamis", "kagizman"]},
        }),
    );
    let attack = "attack kars with tu_ix_corps,tu_x_corps,tu_xi_corps flank";
    let now = say(&start, &format!("{attack} ardahan"));
    assert_eq!(
        asked(&now),
        "nobody chance held kars: 2/6, flanked kars: 4/6"
    );
    // If it succeeds the attacker fires first (12.4.3.a).
    let good = say(&now, "flanked kars");
    assert!(asked(&good).starts_with("nobody chance fire cp"));
    // If it fails the defender fires first, the fort with him (12.2.4, 12.4.3.b).
    let bad = say(&now, "held kars");
    assert!(
        asked(&bad).starts_with("nobody chance fire ap"),
        "{}",
        asked(&bad)
    );
    let Parameters::Chance { outcomes } = bad.decision().parameters else {
        panic!()
    };
    let bad = bad.play_outcome(outcomes.last().unwrap().0).unwrap();
    sound(&bad);
    assert_eq!(document(&bad)["battle"]["stage"], "attackers_losses");
    // Pinned from Sarikamis there is no +1.
    let now = say(&start, &format!("{attack} sarikamis"));
    assert_eq!(
        asked(&now),
        "nobody chance held kars: 3/6, flanked kars: 3/6"
    );
}

/// TU divisions at Koprukoy against Russians at Eleskirt in summer; each side has these cards.
fn duel(turn: u8, ap: &[&str], cp: &[&str], mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("turn".into(), turn.into());
    object.entry("round").or_insert_with(|| 6.into());
    object.insert(
        "cards".into(),
        json!({"ap": {"hand": ap}, "cp": {"hand": cp}}),
    );
    object.entry("units").or_insert_with(|| {
        json!({
            "koprukoy": ["tu_div_1", "tu_div_2", "tu_div_3"], "van": ["tu_div_4"],
            "eleskirt": ["ru_div_1", "ru_div_2"],
        })
    });
    object
        .entry("control")
        .or_insert_with(|| json!({"ap": ["eleskirt"]}));
    waiting("cp", more)
}

const CHARGE: &str = "attack eleskirt with tu_div_1,tu_div_2,tu_div_3";

#[test]
fn both_dice_fall_and_the_winner_keeps_his_cards() {
    let start = duel(4, &["ap_05"], &["cp_05"], json!({}));
    let now = say_all(&start, &[CHARGE, "play cp_05", "play ap_05"]);
    assert!(
        asked(&now).starts_with("nobody chance fire cp"),
        "{}",
        asked(&now)
    );
    assert_eq!(
        (zone(&now, "cp_05"), zone(&now, "ap_05")),
        ("face_up_cp", "face_up_ap")
    );
    let numbers = |now: &Position| {
        let Some(outcomes) = now.chance() else {
            panic!()
        };
        let texts = outcomes.iter().map(|(outcome, ..)| outcome.text(&DATA));
        texts.collect::<Vec<_>>()
    };
    let of = |text: &String| text.rsplit(' ').next().unwrap().parse::<u8>().unwrap();
    for one in numbers(&now) {
        let half = say(&now, &one);
        for other in numbers(&half) {
            let after = say(&half, &other);
            // 9.5.4.2-1, 9.5.4.2-2, 12.2.8.d-2, 12.2.8.d-3, 12.11-3
            let zones = (zone(&after, "cp_05"), zone(&after, "ap_05"));
            let wanted = match of(&one).cmp(&of(&other)) {
                std::cmp::Ordering::Greater => ("face_up_cp", "discard"),
                std::cmp::Ordering::Less => ("discard", "face_up_ap"),
                std::cmp::Ordering::Equal => ("discard", "discard"),
            };
            assert_eq!(zones, wanted, "{one}, {other}");
            // With nothing to choose the battle may be over.
            if let Some(losses) = document(&after)["battle"].get("loss_numbers") {
                let wanted = json!({"attacker": of(&one), "defender": of(&other)});
                assert_eq!(losses, &wanted);
            }
        }
    }
}

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

/// The attacker's and the defender's dice fall so.
pub(super) fn fire(position: &Position, attacker: usize, defender: usize) -> Position {
    let mut now = position.clone();
    for roll in [attacker, defender] {
        let outcomes = now.chance().unwrap();
        let mut reached = 0;
        let outcome = outcomes.iter().find(|(_, ways, _)| {
            reached += *ways as usize;
            reached >= roll
        });
        now = now.play_outcome(outcome.unwrap().0).unwrap();
        sound(&now);
    }
    now
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
        all.into_iter()
            .map(|(outcome, ..)| told(outcome))
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
    let again = now.battle_move("attack sannaiyat with in_div_4").unwrap();
    let broken = now.check_battle(&again).unwrap();
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
    let last = again.chance().unwrap().pop().unwrap().0;
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
    let last = now.chance().unwrap().pop().unwrap().0;
    let after = now.play_outcome(last).unwrap();
    assert_eq!(after.state().stage(), None);
}

#[test]
fn a_withdrawal_lowers_the_attackers_number() {
    let start = waiting(
        "ap",
        json!({
            "turn": 4, "round": 6,
            "units": {"koprukoy": ["tu_div_1", "tu_div_2"], "eleskirt": ["ru_div_1", "ru_div_2"]},
            "control": {"ap": ["eleskirt"]}, "trenches": {"koprukoy": {"level": 1, "owner": "cp"}},
        }),
    );
    let now = say(&start, "attack koprukoy with ru_div_1,ru_div_2");
    assert_eq!(asked(&now), "cp withdrawal");
    let numbers = |now: &Position| {
        let all = now.chance().unwrap().into_iter();
        let number = |(outcome, ways, _)| match outcome {
            Outcome::Fire { number, side } => {
                assert_eq!(side, Side::Ap);
                std::iter::repeat_n(number, ways as usize)
            }
            other => panic!("{other:?}"),
        };
        all.flat_map(number).collect::<Vec<u8>>()
    };
    let stays = numbers(&say(&now, "pass"));
    // 12.2.6, 12.7.1.b, 12.8-4
    let leaves = numbers(&say(&now, "withdraw"));
    let lower: Vec<_> = stays
        .iter()
        .map(|number| number.saturating_sub(1))
        .collect();
    assert_eq!(leaves, lower);
    assert_ne!(leaves, stays);
}

#[test]
fn a_region_is_defended_by_a_stack_that_is_chosen() {
    let petrovsk = |defenders: &[&str]| {
        let mut there = vec!["ru_div_1", "ru_div_2"];
        there.extend(defenders);
        let more = json!({
            "turn": 4, "round": 6, "units": {"petrovsk": there},
            "stacks": [["ru_div_1", "ru_div_2"]],
        });
        say(
            &waiting("ap", more),
            "attack petrovsk with ru_div_1,ru_div_2",
        )
    };
    let defenders = |now: &Position| document(now)["battle"]["defenders"].clone();
    // Three are a stack: nobody is asked.
    let now = petrovsk(&["tu_div_1", "tu_div_2", "tu_div_3"]);
    assert!(
        asked(&now).starts_with("nobody chance fire ap"),
        "{}",
        asked(&now)
    );
    assert_eq!(defenders(&now), json!(["tu_div_1", "tu_div_2", "tu_div_3"]));
    let now = petrovsk(&["tu_div_1", "tu_div_2", "tu_div_3", "tu_div_4"]);
    assert_eq!(
        asked(&now),
        "cp defence tu_div_1 tu_div_2 tu_div_3 tu_div_4"
    );
    assert_eq!(defenders(&now), json!([]));
    let small = now.battle_move("defend tu_div_1,tu_div_2").unwrap();
    assert!(!now.check_battle(&small).unwrap().is_empty());
    let now = say(&now, "defend tu_div_1,tu_div_2,tu_div_4");
    assert_eq!(defenders(&now), json!(["tu_div_1", "tu_div_2", "tu_div_4"]));
    assert!(
        asked(&now).starts_with("nobody chance fire ap"),
        "{}",
        asked(&now)
    );
    // An HQ may stay out of it.
    let now = petrovsk(&["tu_div_1", "tu_enver_hq"]);
    assert_eq!(asked(&now), "cp defence tu_div_1 tu_enver_hq");
    let alone = say(&now, "defend tu_div_1");
    assert_eq!(defenders(&alone), json!(["tu_div_1"]));
}

#[test]
fn an_attack_on_neutral_greeks_makes_them_allies_of_the_enemy() {
    let start = waiting(
        "cp",
        json!({
            "turn": 6, "round": 6, "events": {"cp_33": 5},
            "units": {"strumica": ["bu_div_1", "bu_div_2"], "doiran": ["gr_div_1"]},
        }),
    );
    assert_eq!(document(&start)["greece"], "neutral");
    let now = say(&start, "attack doiran with bu_div_1,bu_div_2");
    let told = document(&now);
    assert_eq!(told["greece"], "ap");
    assert_eq!(control(&now, "athens"), "ap");
    assert_eq!(tracks(&now)[0], tracks(&start)[0] - 1);
    assert_eq!(told["battle"]["defenders"], json!(["gr_div_1"]));
}
