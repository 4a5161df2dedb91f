//! Battles step by step, from the declaration to the loss numbers (12, 9.5.4).

use super::*;
use pursuit_of_glory::state::Cell;

/// The position after an answer, given as text; orders of battles must be legal.
pub(super) fn say(position: &Position, text: &str) -> Position {
    if position.asks_for() != Asked::Chance {
        let broken = position.check(&position.read_move(text).unwrap());
        assert_eq!(broken.unwrap(), [], "{text}");
    }
    let next = position
        .answer(text)
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
            let of = outcomes.ways();
            let told = outcomes.parts().iter();
            let told = told.map(|(outcome, part)| format!("{}: {part}/{of}", outcome.text(&DATA)));
            format!(" {}", told.collect::<Vec<_>>().join(", "))
        }
        Parameters::PostCombat { number, units, .. } => {
            let units = units.iter().map(|unit| DATA.units[unit].id.as_str());
            format!(" {number} {}", units.collect::<Vec<_>>().join(" "))
        }
        Parameters::Excess { places, .. } => {
            let places = places.iter().map(|place| DATA.spaces[*place].id.as_str());
            format!(" {}", places.collect::<Vec<_>>().join(" "))
        }
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
            "pin": "koprukoy",
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
    let bad = bad
        .play_outcome(outcomes.parts().last().unwrap().0)
        .unwrap();
    sound(&bad);
    assert_eq!(bad.state().stage().unwrap().word(), "attackers_losses");
    // Pinned from Sarikamis there is no +1.
    let now = say(&start, &format!("{attack} sarikamis"));
    assert_eq!(
        asked(&now),
        "nobody chance held kars: 3/6, flanked kars: 3/6"
    );
}

/// TU divisions at Koprukoy against Russians at Eleskirt in summer; each side has these cards.
pub(super) fn duel(turn: u8, ap: &[&str], cp: &[&str], mut more: Value) -> Position {
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

pub(super) const CHARGE: &str = "attack eleskirt with tu_div_1,tu_div_2,tu_div_3";

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
        let texts = outcomes.iter().map(|(outcome, _)| outcome.text(&DATA));
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

/// The attacker's and the defender's dice fall so.
pub(super) fn fire(position: &Position, attacker: usize, defender: usize) -> Position {
    let mut now = position.clone();
    for roll in [attacker, defender] {
        let outcomes = now.chance().unwrap();
        let mut reached = 0;
        let outcome = outcomes.parts().iter().find(|(_, ways)| {
            reached += *ways as usize;
            reached >= roll
        });
        now = now.play_outcome(outcome.unwrap().0).unwrap();
        sound(&now);
    }
    now
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
        let all = now.chance().unwrap();
        let number = |(outcome, ways): &(Outcome, u128)| match *outcome {
            Outcome::Fire { number, side } => {
                assert_eq!(side, Side::Ap);
                std::iter::repeat_n(number, *ways as usize)
            }
            other => panic!("{other:?}"),
        };
        all.parts().iter().flat_map(number).collect::<Vec<u8>>()
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
    assert!(defenders(&now).is_null());
    let small = now.read_move("defend tu_div_1,tu_div_2").unwrap();
    assert!(!now.check(&small).unwrap().is_empty());
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
