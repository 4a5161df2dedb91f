//! Taking losses (12.6): the rulebook's examples.

use super::*;
use pursuit_of_glory::combat::{Loss, Losses, Role, Thrift};

/// What a defender of Kars loses at a loss number. `(reduced)` after a name means what it says.
fn lost(defenders: &[&str], reserve: &[&str], number: u8, more: &[(&str, Value)]) -> Loss {
    let name = |text: &&str| text.trim_end_matches(" (reduced)").to_owned();
    let reduced = defenders
        .iter()
        .chain(reserve)
        .filter(|text| text.ends_with(')'));
    let mut document = json!({
        "turn": 3, "round": 1, "active": "ap",
        "units": {
            "kagizman": ["ru_i_caucasian"],
            "kars": defenders.iter().map(name).collect::<Vec<_>>(),
            "cp_reserve": reserve.iter().map(name).collect::<Vec<_>>(),
        },
        "reduced": reduced.map(name).collect::<Vec<_>>(),
        "control": {"cp": ["kars", "sarikamis", "oltu"]},
        "forts_destroyed": ["kars"],
    });
    for (key, value) in more {
        document[key] = value.clone();
    }
    let position = position(&document);
    let battle = Battle::new(&position, attack("kars", "ru_i_caucasian", &[]));
    let roster = battle.roster(Role::Defender);
    let army = battle.army(Role::Defender, &roster, 0, &[]);
    *Losses::new(&army, &roster, &Thrift::default(), number).at(number)
}

/// Turkish corps with a loss factor of 3 on both sides.
fn corps() -> Vec<String> {
    let special = |at: &usize| {
        let unit = &DATA.units[*at];
        let tu = unit.id.starts_with("tu_") && unit.size.word() == "lcu";
        tu && unit.full.lf == Some(3) && unit.reduced.lf == Some(3)
    };
    let all = (0..DATA.units.len()).filter(special);
    all.map(|at| DATA.units[at].id.clone()).collect()
}

#[test]
fn a_rest_too_small_for_anybody_does_no_harm() {
    // 12.6.4.ex1, 12.2.8.e-1: a full LCU with LF 3 and a loss number of 5.
    let loss = lost(&[&corps()[0]], &["tu_div_1"], 5, &[]);
    assert_eq!(
        (loss.absorbed, loss.steps, loss.left.full, loss.left.units),
        (3, 1, 0, 1)
    );
}

#[test]
fn the_replacement_absorbs_what_the_corps_cannot() {
    // 12.6.4.ex2: a full and a reduced LCU with LF 3, a loss number of 5.
    let corps = corps();
    let reduced = format!("{} (reduced)", corps[1]);
    let loss = lost(&[&corps[0], &reduced], &["tu_div_1"], 5, &[]);
    assert_eq!((loss.absorbed, loss.steps), (5, 3));
    assert_eq!((loss.left.units, loss.left.full, loss.left.lcus), (1, 1, 1));
}

#[test]
fn without_replacement_an_lcu_is_eliminated_all_the_same() {
    // 12.6.5: two full LCUs with LF 3 and a 7, or with LF 2 and a 5, and nobody in reserve.
    let corps = corps();
    let loss = lost(&[&corps[0], &corps[1]], &[], 7, &[]);
    assert_eq!((loss.absorbed, loss.steps, loss.removed), (6, 2, 1));
    assert_eq!((loss.left.units, loss.left.full), (1, 1));
    let loss = lost(&["tu_ix_corps", "tu_x_corps"], &[], 5, &[]);
    assert_eq!((loss.absorbed, loss.steps, loss.removed), (4, 2, 1));
    assert_eq!((loss.left.units, loss.left.full), (1, 1));
}

#[test]
fn the_same_type_comes_first() {
    // TU infantry is called before cavalry, elite infantry and TU-A (12.6.5).
    let reserve = ["tu_cavalry_1", "tu_elite_div_1", "tu_a_div_1", "tu_div_1"];
    let loss = lost(&["tu_ix_corps (reduced)"], &reserve, 2, &[]);
    assert_eq!(
        (loss.left.units, loss.left.strength, loss.left.mounted),
        (1, 2, 0)
    );
    // With the infantry on its reduced side, too: type goes before strength.
    let loss = lost(
        &["tu_ix_corps (reduced)"],
        &["tu_elite_div_1", "tu_div_1 (reduced)"],
        2,
        &[],
    );
    assert_eq!((loss.left.units, loss.left.strength), (1, 1));
    // Special SCUs never come; nobody comes from another nation.
    let loss = lost(
        &["tu_ix_corps (reduced)"],
        &["tu_stanke_bey", "ge_div_1"],
        2,
        &[],
    );
    assert_eq!((loss.left.units, loss.removed), (0, 1));
}

#[test]
fn a_fort_is_hit_behind_nobody_by_what_is_left_over() {
    let fort: [(&str, Value); 1] = [("forts_destroyed", json!([]))];
    // Kars has a fort of 3. Two steps of a division leave 3 of 5 (12.6.3-5, 12.6.6-1, 12.6.6-2),
    // and 2 of 4 are too few (12.6.6.b); alone it takes 3 (12.6.6.a).
    let loss = lost(&["tu_div_1"], &[], 5, &fort);
    assert!(loss.fort_destroyed && loss.left.units == 0);
    let loss = lost(&["tu_div_1"], &[], 4, &fort);
    assert!(!loss.fort_destroyed && loss.left.units == 0);
    let loss = lost(&[], &[], 3, &fort);
    assert!(loss.fort_destroyed);
}

#[test]
fn units_whose_loss_factor_is_rolled_come_last() {
    // Nothing is rolled here: the factor is 1, and the division pays all the same.
    let loss = lost(&["tu_stanke_bey", "tu_div_1"], &[], 2, &[]);
    assert_eq!(
        (loss.left.units, loss.left.strength, loss.removed),
        (1, 2, 0)
    );
}
