//! What the decisions of a battle leave to choose agrees with what their moves break.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use pursuit_of_glory::combat::Moment;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::DecisionKind;
use pursuit_of_glory::vocabulary::Side;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn position(stage: &str, more: &[(&str, Value)]) -> Position {
    let mut document = json!({
        "scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action", "active": "ap",
        "ops": 0,
        "units": {
            "sannaiyat": ["br_div_1", "in_div_1"], "kut": ["tu_div_1"], "aziziya": ["tu_div_2"],
        },
        "control": {"ap": ["fao", "basra", "qurna", "amara", "sannaiyat"]},
        "cards": {
            "ap": {"hand": ["ap_15", "ap_28", "ap_39", "ap_52", "ap_01"]},
            "cp": {"hand": ["cp_05", "cp_19", "cp_28", "cp_44"]},
        },
        "battle": {
            "place": "kut", "stage": stage, "attackers": ["br_div_1", "in_div_1"],
            "defenders": ["tu_div_1"],
        },
    });
    for (key, value) in more {
        document[key] = value.clone();
    }
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

fn legal(position: &Position, text: &str) -> bool {
    let made = position.read_move(text).unwrap();
    position.check(&made).unwrap().is_empty()
}

#[test]
fn cards_that_could_be_played_are_told_with_whom_they_may_bring() {
    let id = |card: usize| DATA.cards[card].id.as_str();
    let at = position("attackers_cards", &[]);
    let offers = at.playable_cards(Side::Ap, Moment::Battle);
    let told: Vec<_> = offers.iter().map(|offer| id(offer.card)).collect();
    assert_eq!(told, ["ap_15", "ap_28"]);
    let [stacks, entries] = &offers[1].places[..] else {
        panic!("a stack and a division have their places");
    };
    let named = |places: &pursuit_of_glory::board::BitSet| -> Vec<_> {
        let places = places.iter();
        places.map(|place| DATA.spaces[place].id.clone()).collect()
    };
    assert_eq!(named(stacks), ["sannaiyat"]);
    assert!(named(entries).contains(&"ap_reserve".to_owned()));
    assert!(named(entries).contains(&"basra".to_owned()));
    assert!(legal(
        &at,
        "play ap_15; play ap_28; place ap_28 sannaiyat; place ap_28 basra"
    ));
    let at = position("defenders_cards", &[]);
    let offers = at.playable_cards(Side::Cp, Moment::Battle);
    let told: Vec<_> = offers.iter().map(|offer| id(offer.card)).collect();
    assert_eq!(told, ["cp_05", "cp_19", "cp_28"]);
    assert_eq!(DATA.units[offers[1].units[0]].id, "tu_div_2");
    assert!(at.playable_cards(Side::Cp, Moment::Dice).is_empty());
}

#[test]
fn a_card_that_another_makes_possible_is_among_them() {
    let desert = [
        (
            "units",
            json!({"jifjaffa": ["in_div_1"], "ismailia": ["br_div_1"], "kossaima": ["tu_div_1"]}),
        ),
        ("control", json!({"ap": ["jifjaffa"]})),
        ("events", json!({"ap_54": 0})),
        (
            "battle",
            json!({
                "place": "kossaima", "stage": "attackers_cards", "attackers": ["in_div_1"],
                "defenders": ["tu_div_1"],
            }),
        ),
    ];
    let at = position("attackers_cards", &desert);
    let offers = at.playable_cards(Side::Ap, Moment::Battle);
    let told: Vec<_> = offers
        .iter()
        .map(|offer| DATA.cards[offer.card].id.as_str())
        .collect();
    assert!(
        told.contains(&"ap_39") && told.contains(&"ap_52"),
        "{told:?}"
    );
    assert!(!legal(&at, "play ap_39"));
    assert!(legal(&at, "play ap_39; play ap_52; bring ap_52 br_div_1"));
}

#[test]
fn regions_with_a_choice_ask_for_their_defence() {
    let region = |units: &[&str]| {
        let units = [&["afghan_uprising_1"], units].concat();
        let at = position(
            "defence",
            &[
                ("active", "cp".into()),
                ("units", json!({"eastern_persia": units})),
                (
                    "battle",
                    json!({
                        "place": "eastern_persia", "stage": "defence", "attackers": ["afghan_uprising_1"],
                    }),
                ),
            ],
        );
        assert_eq!(at.asked_in_battle().unwrap().kind, DecisionKind::Defence);
        at.defence_is_asked()
    };
    assert!(!region(&["br_div_1", "br_div_2", "br_div_3"]));
    assert!(region(&["br_div_1", "br_div_2", "br_div_3", "br_div_4"]));
    assert!(region(&["br_div_1", "br_allenby_hq"]));
    assert!(region(&["br_div_1", "ru_div_1"]));
    assert!(!position("defence", &[]).defence_is_asked());
}

#[test]
fn withdrawals_and_returns_are_told() {
    // All attack over water; but an LCU stands there.
    let units = json!({"sannaiyat": ["br_div_1", "in_div_1"], "kut": ["tu_div_1", "tu_ix_corps"]});
    assert!(!position("withdrawal", &[("units", units)]).withdrawal_is_possible());
    let at_the_river = position("withdrawal", &[]);
    assert!(at_the_river.withdrawal_is_possible());
    assert!(legal(&at_the_river, "withdraw") && legal(&at_the_river, "pass"));
    let battle = json!({
        "place": "kut", "stage": "attackers_returns", "attackers": ["br_div_1"],
        "defenders": ["tu_div_1"], "cards": {"ap": ["ap_15", "ap_39"], "cp": ["cp_05", "cp_06"]},
        "from_hand": ["ap_15", "cp_05", "cp_06"], "settled": ["cancelled"],
    });
    let at = position("attackers_returns", &[("battle", battle)]);
    let ids = |side| -> Vec<_> {
        let cards = at.returnable_cards(side).into_iter();
        cards.map(|card| DATA.cards[card].id.as_str()).collect()
    };
    assert_eq!(ids(Side::Ap), ["ap_15"]);
    assert_eq!(ids(Side::Cp), ["cp_05"]);
}

#[test]
fn orders_of_another_decision_are_refused() {
    let said = |stage: &str, text: &str| {
        let answer = position(stage, &[]).read_move(text);
        answer.unwrap_err().to_string()
    };
    let other = said("withdrawal", "play cp_05");
    assert!(
        other.contains("'play' does not answer 'withdrawal'"),
        "{other}"
    );
}
