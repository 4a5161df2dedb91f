//! Hidden hands: what a side may know (4.1.3, 6.0.H, 9.5.4), and what follows of it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use engine::error::Error;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::decision::Parameters;
use pursuit_of_glory::vocabulary::{DecisionKind, Side};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn read(document: &Value) -> Result<Position, Error> {
    Position::from_json(&DATA, document.to_string().as_bytes(), &[])
}

/// A position in which the CP has such a hand and deck.
fn with_cards(hand: &[&str], deck: &[&str]) -> Position {
    read(&json!({
        "turn": 3,
        "cards": {
            "ap": {"hand": ["ap_05", "ap_09"], "deck": ["ap_15"]},
            "cp": {"hand": hand, "deck": deck, "discard": ["cp_01"], "face_up": ["cp_28"]},
        },
        "random": 7,
    }))
    .unwrap()
}

/// A battle in which the CP defends, and may play cards.
fn battle(cards: &Value) -> Position {
    read(&json!({
        "turn": 3, "ops": 0,
        "units": {"sannaiyat": ["br_div_1", "in_div_1"], "kut": ["tu_div_1"]},
        "control": {"ap": ["fao", "basra", "qurna", "amara", "sannaiyat"]},
        "forts_destroyed": ["fao"],
        "cards": {"ap": {"hand": ["ap_15"]}, "cp": cards},
        "battle": {
            "place": "kut", "stage": "defenders_cards", "attackers": ["br_div_1", "in_div_1"],
            "defenders": ["tu_div_1"],
        },
    }))
    .unwrap()
}

fn told(position: &Position) -> Value {
    serde_json::from_str(&position.to_json()).unwrap()
}

fn sound(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    assert_eq!(&read(&told(position)).unwrap(), position);
    let bytes = position.to_bytes();
    assert_eq!(&Position::from_bytes(&DATA, &bytes, &[]).unwrap(), position);
}

#[test]
fn the_others_hand_and_deck_are_one_heap_and_a_number() {
    let position = with_cards(&["cp_05", "cp_19"], &["cp_06", "cp_10", "cp_43"]);
    let seen = position.seen_by(Side::Ap);
    sound(&seen);
    let cards = &told(&seen)["cards"];
    assert_eq!(cards["ap"], told(&position)["cards"]["ap"]);
    assert_eq!(
        cards["cp"],
        json!({
            "hand": [], "deck": [], "discard": ["cp_01"], "face_up": ["cp_28"], "removed": [],
            "hidden": ["cp_05", "cp_06", "cp_10", "cp_19", "cp_43"], "hidden_in_hand": 2,
        })
    );
    assert!(told(&seen).get("random").is_none());
    assert_eq!(seen.seen_by(Side::Ap), seen);
    let other = with_cards(&["cp_06", "cp_43"], &["cp_05", "cp_10", "cp_19"]);
    assert_ne!(other, position);
    assert_eq!(other.seen_by(Side::Ap), seen);
    assert_eq!(other.seen_by(Side::Ap).hash(), seen.hash());
    assert_eq!(other.facts(), seen.facts());
    // Who sees with the eyes of both is a bystander.
    let bystander = seen.seen_by(Side::Cp);
    sound(&bystander);
    assert_eq!(bystander, position.seen_by(Side::Cp).seen_by(Side::Ap));
    assert_eq!(told(&bystander)["cards"]["ap"]["hidden_in_hand"], json!(2));
}

#[test]
fn more_cards_in_hand_than_there_are_contradict_themselves() {
    let with = |hidden: Value| read(&json!({"cards": {"cp": hidden}}));
    assert!(with(json!({"hidden": ["cp_05", "cp_06"], "hidden_in_hand": 2})).is_ok());
    let codes = |found: Result<Position, Error>| match found {
        Err(Error::InvalidSetup(problems)) => problems.iter().map(|one| one.code).collect(),
        other => panic!("{other:?}"),
    };
    let few: Vec<_> = codes(with(json!({"hidden": ["cp_05"], "hidden_in_hand": 2})));
    assert_eq!(few, ["hidden_cards"]);
    let all: Vec<_> = (1..=9).map(|number| format!("cp_{number:02}")).collect();
    let many: Vec<_> = codes(with(json!({"hidden": all, "hidden_in_hand": 8})));
    assert_eq!(many, ["too_many_cards"]);
    let with_known = json!({"hand": ["cp_10"], "hidden": all, "hidden_in_hand": 7});
    assert_eq!(codes(with(with_known)), ["too_many_cards"]);
    assert!(matches!(
        with(json!({"hidden_in_hand": 56})),
        Err(Error::BadInput { field, .. }) if field == "cards.cp.hidden_in_hand"
    ));
}

fn legal(position: &Position, text: &str) -> bool {
    let made = position.read_move(text).unwrap();
    position.check(&made).unwrap().is_empty()
}

#[test]
fn a_card_of_a_hidden_hand_is_shown_by_playing_it() {
    let position = with_cards(&["cp_05", "cp_19"], &["cp_06"]);
    let cp = position.answer("automatic").unwrap();
    let cp = cp.answer("pass").unwrap();
    assert_eq!(cp.decision().side, Some(Side::Cp));
    let seen = cp.seen_by(Side::Ap);
    let Parameters::Action { cards, hidden, .. } = seen.decision().parameters else {
        panic!("an action");
    };
    assert_eq!((cards, hidden), (vec![], 2));
    let play = "play cp_19";
    let after = seen.answer(play).unwrap();
    sound(&after);
    assert_eq!(after, cp.answer(play).unwrap().seen_by(Side::Ap));
    assert_eq!(told(&after)["cards"]["cp"]["hidden_in_hand"], json!(1));
    assert_eq!(
        told(&after)["cards"]["cp"]["hidden"],
        json!(["cp_05", "cp_06"])
    );
    // For all the AP knows it could have been this one.
    assert!(legal(&seen, "play cp_06"));
    assert!(!legal(&cp, "play cp_06"));
    assert!(!legal(&seen, "play cp_01"));
}

#[test]
fn who_could_have_a_card_is_asked() {
    let none = battle(&json!({"hand": ["cp_01"], "deck": ["cp_05"]}));
    let has = battle(&json!({"hand": ["cp_05"], "deck": ["cp_01"]}));
    for (position, offers) in [(&none, 0), (&has, 1)] {
        let asked = position.decision();
        assert_eq!(
            (asked.kind, asked.side),
            (DecisionKind::Cards, Some(Side::Cp))
        );
        let Parameters::Cards { cards, hidden, .. } = asked.parameters else {
            panic!("cards");
        };
        assert_eq!((cards.len(), hidden), (offers, 0));
    }
    // Whoever has no hand, or nothing to play in hand and deck together, is not.
    for cards in [
        json!({"deck": ["cp_05"]}),
        json!({"hand": ["cp_01"], "deck": ["cp_02"]}),
    ] {
        assert_ne!(battle(&cards).decision().kind, DecisionKind::Cards);
    }
    let seen = none.seen_by(Side::Ap);
    assert_eq!(seen, has.seen_by(Side::Ap));
    let Parameters::Cards { cards, hidden, .. } = seen.decision().parameters else {
        panic!("cards");
    };
    assert_eq!((cards, hidden), (vec![], 1));
    let after = |position: &Position| position.answer("pass").unwrap().seen_by(Side::Ap);
    assert_eq!(after(&none), after(&has));
    assert_eq!(after(&none), after(&seen));
}

#[test]
fn what_a_hidden_hand_plays_is_judged_and_what_it_could_is_not_told() {
    let has = battle(&json!({"hand": ["cp_05", "cp_01"], "deck": ["cp_19", "cp_28"]}));
    let seen = has.seen_by(Side::Ap);
    let made = seen.read_move("play cp_05").unwrap();
    assert_eq!(seen.check(&made).unwrap(), []);
    let after = seen.play(&made).unwrap();
    sound(&after);
    let whole = has.play(&made).unwrap();
    assert_eq!(after, whole.seen_by(Side::Ap));
    assert!(matches!(
        seen.decision_facts(),
        Err(Error::BadInput { field, message, .. })
            if field == "cards" && message.contains("the hand of the CP is hidden here (2 cards)")
    ));
    assert!(has.decision_facts().is_ok());
    // No more cards than are in the hand.
    let one = battle(&json!({"hidden": ["cp_05", "cp_28"], "hidden_in_hand": 1}));
    let both = one.read_move("play cp_05; play cp_28").unwrap();
    let broken = one.check(&both).unwrap();
    let rules: Vec<_> = broken.iter().map(|one| one.witness(&DATA)).collect();
    assert_eq!(rules, ["not_held(cp_28)"]);
}
