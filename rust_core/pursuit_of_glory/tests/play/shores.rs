//! Retreats from the coast and over the sea, and what they cost (12.7.10, 12.7.11, 18.6.3, 18.6.6,
//! 16.3.1.1).

use super::aftermath::{fought, pass, stands};

use super::battles::{asked, say};
use super::*;

/// The bonus points of the Turks, and how far the Jihad level has risen.
fn price(before: &Position, after: &Position) -> [i64; 2] {
    let points = |position: &Position| {
        let told = &document(position)["replacements"]["tu"];
        told.as_i64().unwrap_or(0)
    };
    let jihad = |position: &Position| i64::from(position.state().track(Track::Jihad));
    [points(after) - points(before), jihad(after) - jihad(before)]
}

/// The garrison of a beachhead loses a division, and the rest has to leave.
fn driven_from(beachhead: &str, garrison: &[&str]) -> [Position; 2] {
    let (shore, cp) = match beachhead {
        "beach_haifa" => ("haifa", "tu_div_1"),
        _ => ("salonika", "bu_div_1"),
    };
    let start = fought(
        "cp",
        json!({shore: [cp], beachhead: garrison}),
        json!({
            "place": beachhead, "stage": "defenders_losses", "attackers": [cp],
            "defenders": garrison, "loss_numbers": {"attacker": 2, "defender": 0},
        }),
        json!({"events": {"cp_33": 4, "ap_03": 1}, "beachheads": [beachhead],
               "control": {"cp": [shore]}}),
    );
    let beaten = say(&start, "eliminate in_div_1");
    // There is only one way to go (12.7.10-1).
    assert_eq!(asked(&beaten), format!("cp advance 0 {cp}"));
    [start, beaten]
}

#[test]
fn abandoned_supplies_are_paid_for_once() {
    let garrison = ["br_xii_corps", "br_div_1", "in_div_1"];
    let [start, beaten] = driven_from("beach_haifa", &garrison);
    assert_eq!(stands(&beaten, "br_xii_corps"), "cyprus");
    // The corps has left supplies for a point, the division beside it none (12.7.10-4).
    assert_eq!(price(&start, &beaten), [1, 0]);
    // The marker stays if nobody enters (12.7.10-3).
    let now = pass(&beaten);
    assert_eq!(document(&now)["beachheads"], json!(["beach_haifa"]));
    assert_eq!(price(&start, &now), [1, 0]);
    // Who enters it goes back, and the marker is gone (12.7.10-2, 18.6.3-2); the corps counts no
    // second time (18.6.3-3).
    let now = say(&beaten, "advance tu_div_1 beach_haifa");
    assert_eq!(stands(&now, "tu_div_1"), "haifa");
    assert_eq!(document(&now)["beachheads"], json!([]));
    assert_eq!(price(&start, &now), [1, 2]);
}

#[test]
fn who_was_destroyed_counts_for_whom_the_beachhead_falls_to() {
    // Two divisions leave, and one was lost: a point for all three (12.7.10-4, 18.6.3-3).
    let garrison = ["br_div_1", "in_div_1", "in_div_2"];
    let [start, beaten] = driven_from("beach_haifa", &garrison);
    assert_eq!(price(&start, &beaten), [0, 0]);
    let now = say(&beaten, "advance tu_div_1 beach_haifa");
    assert_eq!(price(&start, &now), [1, 2]);
}

#[test]
fn who_sails_leaves_his_supplies_to_whoever_takes_the_beachhead() {
    // Of three divisions at Jaffa one leaves over the beach, two sail: both to Cyprus.
    let garrison = ["br_div_1", "in_div_1", "in_div_2"];
    let start = fought(
        "cp",
        json!({"nablus": ["tu_div_1", "tu_div_2"], "jaffa": garrison}),
        json!({
            "place": "jaffa", "stage": "retreat", "attackers": ["tu_div_1", "tu_div_2"],
            "defenders": garrison, "loss_numbers": {"attacker": 3, "defender": 1},
        }),
        json!({"events": {"cp_33": 4, "ap_03": 1}, "beachheads": ["beach_jaffa"],
               "control": {"ap": ["jaffa"]}}),
    );
    let over_the_beach = "retreat br_div_1 cyprus via beach_jaffa";
    let beaten = say(
        &start,
        &format!("{over_the_beach}; sail in_div_1,in_div_2 cyprus"),
    );
    assert_eq!(price(&start, &beaten), [0, 0]);
    let origins = json!({"in_div_1": "jaffa", "in_div_2": "jaffa"});
    assert_eq!(document(&beaten)["battle"]["origins"], origins);
    sound(&beaten);
    // Only the first has been reckoned with when the beachhead falls: a point for all three.
    let now = say(&beaten, "advance tu_div_1 beach_jaffa via jaffa");
    assert_eq!(price(&start, &now), [1, 2]);
    // If all go over the beach the point is paid at once, and once only.
    let beaten = say(
        &start,
        "retreat br_div_1,in_div_1,in_div_2 cyprus via beach_jaffa",
    );
    assert_eq!(price(&start, &beaten), [1, 0]);
    let now = say(&beaten, "advance tu_div_1 beach_jaffa via jaffa");
    assert_eq!(price(&start, &now), [1, 2]);
}

#[test]
fn a_beachhead_of_the_balkans_is_worth_nothing() {
    // 12.7.10-2, 12.7.10-4, 18.6.3-2, 18.6.3-3
    let garrison = ["br_xii_corps", "br_div_1", "in_div_1"];
    let [start, beaten] = driven_from("thermaikos_bay", &garrison);
    assert_eq!(price(&start, &beaten), [0, 0]);
    let now = say(&beaten, "advance bu_div_1 thermaikos_bay");
    assert_eq!(document(&now)["beachheads"], json!([]));
    assert_eq!(price(&start, &now), [0, 0]);
}

/// The garrison of Smyrna has lost a battle by two, in this turn.
fn beaten_at_smyrna(turn: u8, garrison: &[&str], more: Value) -> Position {
    let mut told = json!({
        "turn": turn, "control": {"ap": ["smyrna"], "cp": ["aydin", "manisa"]},
        "forts_destroyed": ["smyrna"],
    });
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    fought(
        "cp",
        json!({"aydin": ["tu_ix_corps"], "manisa": ["tu_div_1"], "smyrna": garrison}),
        json!({
            "place": "smyrna", "stage": "retreat", "attackers": ["tu_ix_corps"],
            "defenders": garrison, "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        told,
    )
}

#[test]
fn the_last_units_that_lived_on_a_port_sail_or_fall() {
    // Summer: a British division sails, and leaves no supplies (12.7.11-2, 12.7.11-5, 16.3.1.1-3).
    let summer = beaten_at_smyrna(4, &["br_div_1"], json!({}));
    let now = pass(&summer);
    assert_eq!(stands(&now, "br_div_1"), "lemnos");
    assert_eq!(price(&summer, &now), [0, 2]);
    // Winter: nobody sails, and three divisions are a point worth (12.7.11-4, 12.7.11-6).
    let garrison = ["br_div_1", "br_div_2", "br_div_3"];
    let winter = beaten_at_smyrna(6, &garrison, json!({}));
    let now = pass(&winter);
    assert_eq!(stands(&now, "br_div_3"), "ap_permanently_eliminated");
    assert_eq!(price(&winter, &now), [1, 2]);
    // A corps never does (12.7.11-3, 12.7.11-4); the division beside it is worth nothing.
    let corps = beaten_at_smyrna(4, &["br_xii_corps", "br_div_1"], json!({}));
    let now = pass(&corps);
    assert_eq!(stands(&now, "br_xii_corps"), "ap_permanently_eliminated");
    assert_eq!(stands(&now, "br_div_1"), "lemnos");
    assert_eq!(price(&corps, &now), [1, 2]);
    // With a beachhead all may go by land, and Smyrna is not what they lived on (12.7.10-4).
    let by_land = json!({"beachheads": ["beach_smyrna"]});
    let shore = beaten_at_smyrna(6, &["br_xii_corps", "br_div_1"], by_land);
    let now = pass(&shore);
    assert_eq!(stands(&now, "br_xii_corps"), "lemnos");
    assert_eq!(price(&shore, &now), [1, 0]);
}

#[test]
fn a_division_that_comes_for_a_corps_still_lives_on_the_port() {
    // 16.3.1.1-3, 12.6.5-1
    let start = fought(
        "cp",
        json!({"aydin": ["tu_ix_corps"], "smyrna": ["br_xii_corps"], "ap_reserve": ["br_div_1"]}),
        json!({
            "place": "smyrna", "stage": "defenders_losses", "attackers": ["tu_ix_corps"],
            "defenders": ["br_xii_corps"], "loss_numbers": {"attacker": 3, "defender": 3},
        }),
        json!({"control": {"ap": ["smyrna"], "cp": ["aydin"]}, "forts_destroyed": ["smyrna"],
               "reduced": ["br_xii_corps"]}),
    );
    // Nothing is asked: the losses are taken, and the battle is drawn.
    let now = start.answer("automatic").unwrap();
    assert_eq!(stands(&now, "br_xii_corps"), "ap_eliminated");
    assert_eq!(stands(&now, "br_div_1"), "smyrna");
    assert_eq!(price(&start, &now), [0, 0]);
}

#[test]
fn a_stack_that_a_catastrophe_corners_costs_the_usual_jihad_points() {
    // 12.9.9-5, 16.3.1.1-3: nobody sails, and there is no way by land.
    let start = fought(
        "ap",
        json!({"aydin": ["tu_ix_corps"], "manisa": ["tu_div_1"], "smyrna": ["br_div_1"]}),
        json!({
            "place": "aydin", "stage": "retreat", "attackers": ["br_div_1"],
            "defenders": ["tu_ix_corps"], "cards": {"cp": ["cp_27"]}, "stack_out": "smyrna",
            "loss_numbers": {"attacker": 1, "defender": 3},
        }),
        json!({"control": {"ap": ["smyrna"], "cp": ["aydin", "manisa"]}, "turn": 4,
               "forts_destroyed": ["smyrna"], "cards": {"cp": {"face_up": ["cp_27"]}}}),
    );
    let now = pass(&start);
    assert_eq!(stands(&now, "br_div_1"), "ap_permanently_eliminated");
    assert_eq!(price(&start, &now), [0, 2]);
}

#[test]
fn who_follows_a_stack_does_not_pass_it_onto_the_beach() {
    // 12.9.9-12: the AP stands at Haifa still, next to the beachhead; 12.9.9-10 elsewhere the Turks
    // pass.
    let start = fought(
        "ap",
        json!({"nablus": ["tu_div_1", "tu_div_2"], "haifa": ["br_div_1"]}),
        json!({
            "place": "nablus", "stage": "advance", "attackers": ["br_div_1"],
            "defenders": ["tu_div_1", "tu_div_2"], "cards": {"cp": ["cp_27"]},
            "stack_out": "megiddo", "path_out": ["haifa"], "fled": ["br_div_1"],
            "loss_numbers": {"attacker": 1, "defender": 3},
        }),
        json!({"control": {"ap": ["haifa", "megiddo"]}, "beachheads": ["beach_haifa"],
               "events": {"ap_03": 1}, "cards": {"cp": {"face_up": ["cp_27"]}}}),
    );
    let onto = start
        .read_move("advance tu_div_1 beach_haifa via megiddo,haifa")
        .unwrap();
    let broken = start.check(&onto).unwrap();
    let broken: Vec<_> = broken
        .iter()
        .map(|one| format!("{} {}", one.rule(), one.witness(&DATA)))
        .collect();
    assert_eq!(broken, ["12.9.1-3 closed(tu_div_1,beach_haifa)"]);
    let now = say(&start, "advance tu_div_1 beirut via megiddo,haifa");
    assert_eq!(stands(&now, "tu_div_1"), "beirut");
}
