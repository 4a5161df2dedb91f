//! The Attrition Phase (14.3.2, 18.5.a).

use super::*;
use engine::chance::Results;
use pursuit_of_glory::attrition::Attrition;
use pursuit_of_glory::sequence::LossReason;

/// A small position at the beginning of the Attrition Phase of turn 5, fall 1915.
fn phase(mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("phase".into(), "attrition".into());
    object.entry("turn").or_insert_with(|| 5.into());
    position(&more)
}

fn after_answer(position: &Position, text: &str) -> Position {
    let next = position.answer(text).unwrap();
    sound(&next);
    next
}

/// The phase goes on, and does what was foretold.
fn starve(position: &Position) -> (Attrition, Position) {
    let foretold = position.attrition();
    let asked = position.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Chance, None));
    let Parameters::Chance { outcomes } = asked.parameters else {
        panic!("a chance without outcomes");
    };
    assert_eq!(outcomes, Results::certain(Outcome::Proceed));
    let next = after_answer(position, "proceed");
    let moved = |at: usize| tracks(&next)[at] - tracks(position)[at];
    assert_eq!(
        [foretold.vp, foretold.jihad, foretold.ru_vp],
        [moved(0), moved(1), moved(2)]
    );
    let sum = |of: &dyn Fn(&pursuit_of_glory::attrition::Turn) -> i32| -> i32 {
        foretold.turns.iter().map(of).sum()
    };
    assert_eq!(foretold.vp, sum(&|turn| turn.vp));
    assert_eq!(foretold.ru_vp, sum(&|turn| turn.ru_vp));
    let jihad_unit = i32::from(foretold.jihad_unit.is_some());
    assert_eq!(foretold.jihad, sum(&|turn| turn.jihad) + jihad_unit);
    (foretold, next)
}

fn fates(found: &[pursuit_of_glory::attrition::AttritionLoss]) -> Vec<(&str, LossReason)> {
    let told = found.iter();
    told.map(|loss| (DATA.units[loss.unit].id.as_str(), loss.reason))
        .collect()
}

#[test]
fn a_division_in_russia_is_lost_and_its_city_turns() {
    // 14.3.2.1-1, 14.3.2.2-1, 14.3.2.2-5: Erevan is a RU VP space and needs no marker.
    let start = phase(json!({
        "units": {"erevan": ["tu_div_1"]}, "control": {"cp": ["erevan"]},
        "tracks": {"vp": 11, "ru_vp": -1},
        "revolution": {"parvus": 4, "revolution": 8, "czar": 3},
    }));
    let (found, next) = starve(&start);
    assert_eq!(fates(&found.lost), [("tu_div_1", LossReason::Starves)]);
    assert_eq!(place(&next, "tu_div_1"), "cp_permanently_eliminated");
    assert_eq!(control(&next, "erevan"), "ap");
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(document(&next)["ru_vp"], json!([]));
    assert_eq!(document(&next)["revolution"]["czar"], 4);
    // Nobody besieges anything, and no Turks are in Galicia.
    assert_ne!(next.state().phase(), Some(Phase::Attrition));
}

#[test]
fn both_sides_at_once() {
    // 14.3.2.1-2: Turks who cut off others and are cut off themselves.
    let start = phase(json!({
        "units": {"shushter": ["br_div_1"], "ahwaz": ["tu_div_1"], "erevan": ["tu_div_2"]},
        "control": {"cp": ["ahwaz", "erevan"]}, "tracks": {"vp": 12},
    }));
    let (found, next) = starve(&start);
    let lost = fates(&found.lost);
    assert!(
        lost.contains(&("br_div_1", LossReason::Starves)),
        "{lost:?}"
    );
    assert!(
        lost.contains(&("tu_div_2", LossReason::Starves)),
        "{lost:?}"
    );
    assert_eq!(control(&next, "shushter"), "cp");
    assert_eq!(control(&next, "erevan"), "ap");
    // A British division outside the Balkans raises the Jihad level (16.3.1.1-7), with nobody to
    // place.
    assert_eq!(found.jihad_unit, Some(unit("br_div_1")));
    assert_eq!(tracks(&next)[1], 1);
}

#[test]
fn the_level_rises_once_and_tribes_come_before_the_die() {
    // 16.3.1.1-7, 16.3.2-1
    let start = phase(json!({
        "units": {"shushter": ["br_div_1", "in_div_1"], "ahwaz": ["tu_div_1"],
            "galicia": ["tu_xv_corps"], "tribal_key_kurds": ["kurds_1"]},
        "control": {"cp": ["ahwaz"]}, "turn": 6,
    }));
    let (found, next) = starve(&start);
    assert_eq!(found.lost.len(), 2);
    assert_eq!(found.jihad, 1);
    assert_eq!(next.decision().kind, Asked::Tribes);
    assert_eq!(next.state().phase().unwrap().word(), "attrition");
    let next = after_answer(&next, "place kurds_1 mus");
    assert_eq!(next.decision().kind, Asked::Chance);
    let next = after_answer(&next, "stands tu_xv_corps");
    assert_ne!(next.state().phase(), Some(Phase::Attrition));
}

#[test]
fn in_the_balkans_the_level_stays() {
    let start = phase(json!({
        "units": {"nis": ["br_div_1"]}, "events": {"cp_33": 1},
        "collapsed": ["serbia"],
        "control": {"cp": ["belgrade", "skopje"], "ap": ["nis"]},
    }));
    let (found, next) = starve(&start);
    assert_eq!(fates(&found.lost), [("br_div_1", LossReason::Starves)]);
    assert_eq!((found.jihad, found.jihad_unit), (0, None));
    assert_eq!(tracks(&next)[1], 0);
}

#[test]
fn staff_goes_with_its_troops_and_tribes_stay() {
    // 3.2.3-3, 2.0.oos-3
    // No tribe is there in a game; a puzzle may put one there.
    let odd = json!({
        "units": {"erevan": ["tu_div_1", "ge_falkenhayn_hq"], "baku": ["qashqai"]},
        "control": {"cp": ["erevan"]}, "tracks": {"vp": 12}, "phase": "attrition", "turn": 5,
    });
    let odd = odd.to_string();
    let start = Position::from_json(&DATA, odd.as_bytes(), &["outside_area"]).unwrap();
    let found = start.attrition();
    let next = start.answer("proceed").unwrap();
    assert_eq!(
        fates(&found.lost),
        [
            ("ge_falkenhayn_hq", LossReason::LeftAlone),
            ("tu_div_1", LossReason::Starves)
        ]
    );
    assert_eq!(fates(&found.spared), [("qashqai", LossReason::Tribe)]);
    assert_eq!(
        place(&next, "ge_falkenhayn_hq"),
        "cp_permanently_eliminated"
    );
    assert_eq!(place(&next, "qashqai"), "baku");
}

#[test]
fn a_fort_keeps_its_space_and_not_its_garrison() {
    // 14.3.2.2-2, 14.1.5-2, 14.3.2.2-4
    let around = json!(["dera", "hesa", "jerusalem", "azraq"]);
    let start = phase(json!({"units": {"amman": ["tu_div_1"]}, "control": {"ap": around}}));
    let (found, next) = starve(&start);
    assert_eq!(fates(&found.lost), [("tu_div_1", LossReason::Starves)]);
    assert_eq!(control(&next, "amman"), "cp");
    assert_eq!(control(&next, "qum"), "neutral");
}

/// Mesopotamia from Fao to Mosul, which the AP control but for some spaces.
fn mesopotamia_without(left_out: &[&str]) -> Value {
    let road = [
        "fao",
        "basra",
        "qurna",
        "amara",
        "sannaiyat",
        "kut",
        "aziziya",
        "ctesiphon",
        "baghdad",
        "samarra",
        "tikrit",
        "mosul",
        "ruwandiz",
        "kirkuk",
        "cizre",
        "nazibin",
        "the_hai",
    ];
    let ap: Vec<_> = road.iter().filter(|id| !left_out.contains(id)).collect();
    json!({"control": {"ap": ap}, "forts_destroyed": ["fao"]})
}

#[test]
fn what_is_nearer_to_russia_turns_russian() {
    // 14.3.2.2-6: from Mosul it is not far to Tiflis, from Kut to Basra.
    let (found, next) = starve(&phase(mesopotamia_without(&["mosul"])));
    let mosul = found
        .turns
        .iter()
        .find(|turn| turn.place == at("mosul"))
        .unwrap();
    assert_eq!((mosul.to, mosul.vp, mosul.ru_vp), (Some(Side::Ap), -1, 1));
    assert_eq!(mosul.marker, Some(true));
    assert_eq!(document(&next)["ru_vp"], json!(["mosul"]));
    let (found, next) = starve(&phase(mesopotamia_without(&["kut"])));
    let kut = found
        .turns
        .iter()
        .find(|turn| turn.place == at("kut"))
        .unwrap();
    assert_eq!((kut.to, kut.vp, kut.ru_vp), (Some(Side::Ap), -1, 0));
    assert_eq!(
        (kut.marker, document(&next)["ru_vp"].clone()),
        (None, json!([]))
    );
}

#[test]
fn what_russia_held_and_loses_by_attrition_is_lost_to_it() {
    // 16.4.2-3: Hamadan is neutral Persia's; nothing leads there.
    let start = phase(json!({
        "control": {"ap": ["hamadan"]}, "ru_vp": ["hamadan"], "events": {PERSIA_OPEN: 0},
        "tracks": {"vp": 9, "ru_vp": 1},
    }));
    let (found, next) = starve(&start);
    let turn = &found.turns[0];
    assert_eq!((turn.to, turn.vp, turn.ru_vp), (Some(Side::Cp), 1, -1));
    assert_eq!(turn.marker, Some(false));
    assert_eq!(tracks(&next), [10, 0, 0]);
    assert_eq!(document(&next)["ru_vp"], json!([]));
}

#[test]
fn a_jihad_city_that_turns_is_taken() {
    // 16.3.1.1-6, 16.3.1.2-2
    let around = json!(["jaffa", "beersheba", "nablus", "amman"]);
    let start = phase(json!({
        "control": {"ap": around}, "forts_destroyed": ["amman"],
        "tracks": {"vp": 10, "jihad": 4},
    }));
    let (found, next) = starve(&start);
    let city = found
        .turns
        .iter()
        .find(|turn| turn.place == at("jerusalem"))
        .unwrap();
    assert_eq!((city.to, city.vp, city.jihad), (Some(Side::Ap), -2, -1));
    assert_eq!(tracks(&next)[1], 3);
    assert_eq!(document(&next)["jihad_taken"], json!([]));
}

#[test]
fn the_die_in_galicia_costs_a_step() {
    // 18.5.a-1: LF 2, so four rolls of six.
    let start = phase(json!({"units": {"galicia": ["tu_i_corps"]}}));
    let (found, next) = starve(&start);
    assert!(found.lost.is_empty() && found.turns.is_empty());
    let die = found.galicia.unwrap();
    assert_eq!(
        (die.loss_factor, die.reduced, die.losing_rolls()),
        (2, false, 4)
    );
    let Parameters::Chance { outcomes } = next.decision().parameters else {
        panic!("no die falls");
    };
    let of = |loses| Outcome::Galicia {
        unit: unit("tu_i_corps"),
        loses,
    };
    assert_eq!(outcomes, Results::of_die::<6>(|face| of(face > 2)));
    let stood = after_answer(&next, "stands tu_i_corps");
    assert_eq!(document(&stood)["reduced"], json!([]));
    let lost = after_answer(&next, "loses tu_i_corps");
    assert_eq!(document(&lost)["reduced"], json!(["tu_i_corps"]));
    assert_ne!(lost.state().phase(), Some(Phase::Attrition));
    for wrong in [
        "loses tu_ii_corps",
        "surrenders kars",
        "built mus",
        "replace tu_i_corps by tu_div_1",
    ] {
        assert!(next.answer(wrong).is_err());
    }
}

#[test]
fn a_lost_corps_is_replaced_by_whom_the_cp_chooses() {
    // 18.5.a-3, 12.6.5-7
    let start = phase(json!({
        "units": {"galicia": ["tu_i_corps"], "cp_reserve": ["tu_div_1", "tu_div_2", "tu_cavalry_1"]},
        "reduced": ["tu_i_corps", "tu_div_2"],
    }));
    let next = after_answer(&starve(&start).1, "loses tu_i_corps");
    let asked = next.decision();
    assert_eq!(
        (asked.kind, asked.side),
        (Asked::Replacement, Some(Side::Cp))
    );
    let divisions = ["tu_div_1", "tu_div_2"].map(unit).to_vec();
    assert_eq!(
        asked.parameters,
        Parameters::Replacement {
            lost: unit("tu_i_corps"),
            units: divisions
        }
    );
    let broken = |text: &str| {
        let made = next.read_move(text).unwrap();
        let found = next.check(&made).unwrap().into_iter();
        found
            .map(|one| format!("{} {}", one.rule(), one.code()))
            .collect::<Vec<_>>()
    };
    for (text, found) in [
        ("replace tu_i_corps by tu_cavalry_1", "12.6.5-5 comes_later"),
        ("replace tu_i_corps by tu_div_3", "12.6.5-1 not_in_reserve"),
        ("pass", "12.6.5-1 unreplaced"),
    ] {
        assert_eq!(broken(text), [found], "{text}");
    }
    let next = after_answer(&next, "replace tu_i_corps by tu_div_2");
    assert_eq!(place(&next, "tu_i_corps"), "cp_eliminated");
    assert_eq!(place(&next, "tu_div_2"), "galicia");
    assert_eq!(document(&next)["reduced"], json!(["tu_div_2"]));
    assert_ne!(next.state().phase(), Some(Phase::Attrition));
}

#[test]
fn with_nobody_to_come_the_corps_is_lost_for_good() {
    // 12.6.5-2; a triangle is lost for good whoever comes (12.6.7.c).
    let lost = |more: Value| {
        let start = phase(more);
        after_answer(
            &starve(&start).1,
            &format!("loses {}", document(&start)["reduced"][0].as_str().unwrap()),
        )
    };
    let next = lost(json!({"units": {"galicia": ["tu_i_corps"]}, "reduced": ["tu_i_corps"]}));
    assert_eq!(place(&next, "tu_i_corps"), "cp_permanently_eliminated");
    let next = lost(json!({
        "units": {"galicia": ["tu_iii_corps"], "cp_reserve": ["tu_a_div_1"]},
        "reduced": ["tu_iii_corps"],
    }));
    assert_eq!(place(&next, "tu_iii_corps"), "cp_permanently_eliminated");
    assert_eq!(place(&next, "tu_a_div_1"), "galicia");
}

#[test]
fn without_a_russian_front_no_die_falls() {
    // 18.5.a-2
    let start = phase(json!({
        "units": {"galicia": ["tu_i_corps"]}, "revolution": {"stage": 4},
    }));
    let (found, next) = starve(&start);
    assert_eq!(found.galicia, None);
    assert_ne!(next.state().phase(), Some(Phase::Attrition));
}
