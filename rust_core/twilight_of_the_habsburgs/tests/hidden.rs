//! Hidden units: what a side may know (13.1), and what follows of it.

#![allow(clippy::unwrap_used, missing_docs)]

use crate::support::{DATA, fighting, position};
use engine::error::Error;
use serde_json::{Value, json};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::vocabulary::*;

const STACKS: [(&str, &str); 6] = [
    ("it_16_inf_div", "h1005"),
    ("it_21_inf_div", "h1005"),
    ("it_1_hq", "h1005"),
    ("ah_33_inf_div", "h1105"),
    ("ah_4_inf_div", "h1105"),
    ("it_14_inf_div", "h1006"),
];

/// A combat segment of the central side's first impulse.
fn combat(units: &[(&str, &str)], more: Value) -> Position {
    position(fighting("central", 1, &[]), units, more)
}

fn told(position: &Position) -> Value {
    serde_json::from_str(&position.to_json()).unwrap()
}

fn sound(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let read = Position::from_json(&DATA, position.to_json().as_bytes(), &[]);
    assert_eq!(&read.unwrap(), position);
    let read = Position::from_bytes(&DATA, &position.to_bytes(), &[]);
    assert_eq!(&read.unwrap(), position);
}

fn refused<T: std::fmt::Debug>(found: Result<T, Error>) -> String {
    found.unwrap_err().to_string()
}

#[test]
fn units_beneath_that_on_top_are_in_a_box_and_counted() {
    let at = combat(&STACKS, json!({"reduced": ["it_21_inf_div"]}));
    let seen = at.seen_by(Side::Central);
    sound(&seen);
    let document = told(&seen);
    assert_eq!(document["beneath"], json!({"it_16_inf_div": 2}));
    assert_eq!(document["units"]["it_21_inf_div"], "covered");
    assert_eq!(document["units"]["it_1_hq"], "covered");
    assert_eq!(document["units"]["it_16_inf_div"], "h1005");
    assert_eq!(document["units"]["ah_4_inf_div"], "h1105");
    assert_eq!(document["reduced"], json!([]));
    assert_eq!(seen.seen_by(Side::Central), seen);
    // Another at full strength is seen the same.
    assert_eq!(combat(&STACKS, json!({})).seen_by(Side::Central), seen);
    // Who sees with the eyes of both is a bystander.
    let bystander = seen.seen_by(Side::Entente);
    sound(&bystander);
    assert_eq!(bystander, at.seen_by(Side::Entente).seen_by(Side::Central));
    assert!(bystander.decision_facts().is_err());
}

#[test]
fn what_turns_on_who_is_hidden_is_not_told() {
    let at = combat(&STACKS, json!({}));
    let seen = at.seen_by(Side::Central);
    let attack = |hex: &str| {
        let made = seen
            .read_move(&format!("attack ah_33_inf_div {hex} assault"))
            .unwrap();
        assert_eq!(seen.check(&made).unwrap(), []);
        seen.play_unchecked(&made)
    };
    let why = refused(attack("h1005"));
    assert!(why.contains("2 units are hidden in h1005 (13.1)"), "{why}");
    let under_way = attack("h1006").unwrap();
    sound(&under_way);
    let other = at.seen_by(Side::Entente);
    let why = refused(other.check(&other.read_move("pass").unwrap()));
    assert!(
        why.contains("of the central side one unit is hidden here"),
        "{why}"
    );
    assert!(at.decision_facts().is_ok() && seen.decision_facts().is_ok());
    assert!(other.decision_facts().is_err());
}

#[test]
fn an_attack_shows_all_who_take_part_in_it_while_it_lasts() {
    let at = combat(&STACKS, json!({}));
    let made = at.read_move("attack ah_4_inf_div h1005 assault").unwrap();
    let under_way = at.play_unchecked(&made).unwrap();
    let seen = under_way.seen_by(Side::Central);
    sound(&seen);
    assert_eq!(seen, under_way);
    assert_eq!(under_way.seen_by(Side::Entente), under_way);
    let over = under_way
        .play_outcome(under_way.read_outcome("az").unwrap())
        .unwrap();
    assert_eq!(over.seen_by(Side::Central).hidden_units(Side::Entente), 2);
}

#[test]
fn hidden_units_with_nobody_upon_them_would_be_shown() {
    // One attacks out of a stack of three; the others are not seen.
    let units = [STACKS[3], STACKS[4], ("ah_10_hq", "h1105"), STACKS[5]];
    let weak = json!({"reduced": ["ah_33_inf_div"], "entrenched": ["it_14_inf_div"]});
    let at = combat(&units, weak);
    let made = at.read_move("attack ah_33_inf_div h1006 assault").unwrap();
    let under_way = at.play_unchecked(&made).unwrap().seen_by(Side::Entente);
    assert_eq!(told(&under_way)["beneath"], json!({"ah_33_inf_div": 2}));
    let fallen = under_way.play_outcome(under_way.read_outcome("az").unwrap());
    assert!(refused(fallen).contains("falls with the others"));
}

#[test]
fn as_many_are_hidden_as_units_on_top_tell() {
    let seen = combat(&STACKS, json!({})).seen_by(Side::Central);
    let mut document = told(&seen);
    document["beneath"] = json!({"it_16_inf_div": 1});
    let found = Position::from_json(&DATA, document.to_string().as_bytes(), &[]);
    let Err(Error::InvalidSetup(problems)) = found else {
        unreachable!("{found:?}")
    };
    let codes: Vec<_> = problems.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["hidden_units"]);
}
