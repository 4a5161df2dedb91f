//! The rulebook's long example of a battle (12.11) and its flank attack (12.4.4).

use super::*;

/// Winter 1915, action round 5. The book gives the IV Caucasian both as reduced (2-3-4) and as at
/// full strength in its note; with the strength of 2 it fires with later, it is reduced.
fn eleskirt() -> Position {
    position(&json!({
        "turn": 2, "round": 5, "active": "cp",
        "units": {
            "koprukoy": ["tu_ix_corps"],
            "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
            "ap_reserve": ["ru_div_1"],
            "cp_reserve": ["tu_elite_div_1"],
        },
        "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
    }))
}

fn declared() -> Declaration {
    let cards = [(Side::Cp, "cp_05"), (Side::Ap, "ap_05")];
    attack("eleskirt", "tu_ix_corps,tu_x_corps,tu_cavalry_1", &cards).flank(at("koprukoy"))
}

#[test]
fn the_long_example_is_figured_as_in_the_book() {
    let position = eleskirt();
    let figures = Battle::new(&position, declared()).figures();
    // Both spaces are checked, and 5 or more harms: in Malazgirt the cavalry, for the corps is
    // reduced already (12.2.3, 12.5.1.a-1, 12.5.1.b).
    let weather: Vec<_> = figures
        .weather
        .iter()
        .map(|check| {
            (
                DATA.spaces[check.from].id.as_str(),
                check.lowest,
                check.units.clone(),
            )
        })
        .collect();
    assert_eq!(
        weather,
        [
            ("koprukoy", 5, units("tu_ix_corps")),
            ("malazgirt", 5, units("tu_cavalry_1")),
        ]
    );
    // Malazgirt lies next to no other enemy: a roll of 3 succeeds.
    let flank = figures.flank.unwrap();
    assert_eq!((flank.drms.len(), flank.needed, flank.lowest), (1, 4, 3));
    // 3 + 2 + 1 on the column 6-8; cavalry and GERMAN HIGH COMMAND; a 3 becomes a 5
    // (12.1.2-1, 2.0.fire_tables, 12.2.8.b-1, 12.2.8.c-1).
    let attack = &figures.attack;
    assert_eq!(fire(attack), (6, Table::Heavy, 6, 0, 2));
    assert_eq!(
        DATA.battle
            .table(Table::Heavy)
            .strengths(attack.fire.column),
        (6, Some(8))
    );
    assert_eq!(attack.loss_numbers[3 - 1], 5);
    let drms: Vec<_> = attack
        .drms
        .iter()
        .map(|line| (line.rule, line.what))
        .collect();
    let cavalry = LineSubject::Mounted(unit("tu_cavalry_1"));
    assert_eq!(
        drms,
        [
            ("12.2.8.a-1", LineSubject::Card(card("cp_05"))),
            ("12.2.8.a-3", cavalry)
        ]
    );
    // Before their losses the Russians have 4.
    assert_eq!(fire(&figures.defence), (4, Table::Heavy, 4, 0, 1));
}

#[test]
fn the_long_example_is_fought_as_in_the_book() {
    let position = eleskirt();
    let mut declared = declared();
    declared.happened.weather = true;
    declared.happened.flank = Some(true);
    declared.happened.attack_die = Some(3);
    declared.happened.defence_die = Some(4);
    let odds = Battle::new(&position, declared).odds().unwrap();
    assert_eq!(odds.outcomes.weights().len(), 1);
    let outcome = odds.outcomes.weights()[0].0;
    // 5 against 3 (12.2.8.d-1). The book's note speaks of 4 damage to the Turks, and has the X
    // Corps (LF 2) satisfy 3 of them: the loss number is 3, of which the corps absorbs 2 and the
    // cavalry 1.
    assert_eq!((outcome.attack, outcome.defence), (5, 3));
    // The I Caucasian and both steps of the division that replaces it.
    assert_eq!((outcome.defender_steps, outcome.defenders), (3, 1));
    // The X Corps, replaced by the elite division, and the cavalry's first step.
    assert_eq!((outcome.attacker_steps, outcome.attackers), (2, 3));
    // The Russians go two spaces.
    assert!(outcome.full_strength);
    assert_eq!(outcome.retreat, 2);
}

#[test]
fn the_long_example_has_these_odds_before_any_die() {
    let position = eleskirt();
    let mut declared = declared();
    let odds = Battle::new(&position, declared.clone()).odds().unwrap();
    // Two checks of the weather, at each of which 5 and 6 harm one unit.
    let hit = |steps| odds.outcomes.chance(|outcome| outcome.weather == steps);
    assert_eq!(
        [0, 1, 2].map(|steps| hit(steps).to_string()),
        ["4/9", "4/9", "1/9"]
    );
    assert!(odds.loss_numbers().is_sound());
    // If the flank attack succeeds the Turks fire with 6, with 5 after one bad check and with 4
    // after two, and with +2: 4 4 5 5 5 5, 3 4 4 5 5 5, or 3 3 4 4 4 4;
    // above 6 a die counts as 6 (12.2.8.a-2).
    declared.happened.flank = Some(true);
    let odds = Battle::new(&position, declared).odds().unwrap();
    let attack = |number| odds.outcomes.chance(|outcome| outcome.attack == number);
    let told = [3, 4, 5].map(|number| attack(number).to_string());
    assert_eq!(told, ["1/9", "10/27", "14/27"]);
}

#[test]
fn the_flank_example_pins_from_two_places() {
    let position = position(&json!({
        "turn": 1, "round": 1, "active": "cp",
        "units": {
            "ardahan": ["tu_ix_corps"], "sarikamis": ["tu_x_corps"], "kagizman": ["tu_xi_corps"],
            "kars": ["ru_div_1"], "akhalkaln": ["ru_div_2"], "erevan": ["ru_div_3"],
        },
        "control": {"cp": ["ardahan", "sarikamis", "kagizman"]},
    }));
    let attack = attack("kars", "tu_ix_corps,tu_x_corps,tu_xi_corps", &[]);
    let flank = |pin: &str| {
        let flank = Battle::new(&position, attack.clone()).flank_with(at(pin));
        let free = flank.drms.iter().map(|line| line.what);
        (free.collect::<Vec<_>>(), flank.lowest)
    };
    // Sarikamis is free of enemies, Kagizman lies next to Erevan: +1, so a 3 succeeds.
    assert_eq!(
        flank("ardahan"),
        (vec![LineSubject::Place(at("sarikamis"))], 3)
    );
    // Ardahan lies next to Akhalkaln.
    assert_eq!(flank("sarikamis"), (vec![], 4));
}

#[test]
fn headquarters_alone_occupy_a_space() {
    // 12.4.2-2: units of every kind; a fort alone does not (12.4.2-3).
    for (beside, lowest) in [("", 3), ("ru_yudenich_hq", 4), ("ru_div_4", 4)] {
        let mut units = json!({
            "ardahan": ["tu_ix_corps"], "sarikamis": ["tu_x_corps"], "kars": ["ru_div_1"],
        });
        if !beside.is_empty() {
            units["eleskirt"] = json!([beside]);
        }
        let position = position(&json!({
            "turn": 1, "round": 1, "active": "cp", "units": units,
            "control": {"cp": ["ardahan", "sarikamis"]},
        }));
        let attack = attack("kars", "tu_ix_corps,tu_x_corps", &[]);
        let flank = Battle::new(&position, attack).flank_with(at("ardahan"));
        assert_eq!(flank.lowest, lowest, "{beside}");
    }
}
