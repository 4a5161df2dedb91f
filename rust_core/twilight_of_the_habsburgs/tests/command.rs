//! Zones, lines of command and depots.

#![allow(clippy::unwrap_used)]

use crate::support::{self, DATA, agenda, position};
use engine::chance::Random;
use serde_json::json;
use std::collections::BTreeSet;
use twilight_of_the_habsburgs::board::Units;
use twilight_of_the_habsburgs::check::Checker;
use twilight_of_the_habsburgs::movement::{Movement, Scratch};
use twilight_of_the_habsburgs::orders::{Move, Order};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::vocabulary::{DecisionKind, Side};

fn at(units: &[(&str, &str)]) -> Position {
    position(agenda("entente", 1, "movement"), units, json!({}))
}

fn zone(position: &Position, side: Side) -> Vec<String> {
    let zone = *position.front().zoc(side);
    zone.iter()
        .map(|hex| DATA.map.hexes[hex].id.clone())
        .collect()
}

/// The length of the line from a unit to a headquarters.
fn line(position: &Position, unit: &str, hq: &str) -> Option<usize> {
    let unit = DATA.unit("unit", unit).unwrap();
    let hq = DATA.unit("unit", hq).unwrap();
    let command = position.command(DATA.units[unit].side);
    let hex = position.hex(unit).unwrap();
    command
        .lines_from(hex)
        .find(|(own, _)| *own == hq)
        .map(|(_, length)| length)
}

fn commanded(position: &Position, unit: &str) -> bool {
    let unit = DATA.unit("unit", unit).unwrap();
    position
        .command(DATA.units[unit].side)
        .in_command
        .contains(unit)
}

#[test]
fn zones_are_the_six_neighbours_but_no_sea_and_no_enemy_fortress() {
    let plain = at(&[("it_6_inf_div", "h1116")]);
    let around = ["h1016", "h1017", "h1115", "h1117", "h1216", "h1217"];
    assert_eq!(zone(&plain, Side::Entente), around);
    // Verona is a fortress of the Entente: no zone of the foe reaches into it (6.1).
    let near = at(&[("ger_117_inf_div", "h1410")]);
    assert!(!zone(&near, Side::Central).contains(&"h1411".to_owned()));
    // Only mountain units reach into Alpine hexes (6.1).
    let low = at(&[("it_6_inf_div", "h2304")]);
    let high = at(&[("it_5_mtn_div", "h2304")]);
    assert!(!zone(&low, Side::Entente).contains(&"h2404".to_owned()));
    assert!(zone(&high, Side::Entente).contains(&"h2404".to_owned()));
}

#[test]
fn lines_count_the_hexes_entered_and_go_around_zones() {
    let free = at(&[("it_1_hq", "h1113"), ("it_6_inf_div", "h1117")]);
    assert_eq!(line(&free, "it_6_inf_div", "it_1_hq"), Some(4));
    assert!(commanded(&free, "it_6_inf_div"));
    let far = at(&[("it_1_hq", "h1113"), ("it_6_inf_div", "h1118")]);
    assert_eq!(line(&far, "it_6_inf_div", "it_1_hq"), None);
    // An enemy in the way makes a detour that is too long.
    let barred = at(&[
        ("it_1_hq", "h1113"),
        ("it_6_inf_div", "h1117"),
        ("ger_117_inf_div", "h1115"),
    ]);
    assert_eq!(line(&barred, "it_6_inf_div", "it_1_hq"), None);
    // The unit's own hex may lie in an enemy zone (4.32).
    let last = at(&[
        ("it_1_hq", "h1113"),
        ("it_6_inf_div", "h1116"),
        ("ger_117_inf_div", "h1118"),
    ]);
    assert_eq!(line(&last, "it_6_inf_div", "it_1_hq"), Some(3));
    let own = at(&[
        ("it_1_hq", "h1113"),
        ("it_6_inf_div", "h1117"),
        ("ger_117_inf_div", "h1118"),
    ]);
    assert_eq!(line(&own, "it_6_inf_div", "it_1_hq"), Some(4));
}

#[test]
fn a_headquarters_in_an_enemy_zone_commands_its_own_hex() {
    let caught = at(&[
        ("it_1_hq", "h1117"),
        ("it_6_inf_div", "h1117"),
        ("it_7_inf_div", "h1116"),
        ("ger_117_inf_div", "h1118"),
    ]);
    assert_eq!(line(&caught, "it_6_inf_div", "it_1_hq"), Some(0));
    assert_eq!(line(&caught, "it_7_inf_div", "it_1_hq"), None);
    // German ones command through zones (6.6).
    let german = at(&[
        ("ger_14_hq", "h1117"),
        ("ah_11_hq", "h1116"),
        ("ah_1_inf_div", "h1115"),
        ("it_6_inf_div", "h1217"),
    ]);
    assert_eq!(line(&german, "ah_1_inf_div", "ger_14_hq"), Some(2));
    assert_eq!(line(&german, "ah_1_inf_div", "ah_11_hq"), None);
}

#[test]
fn headquarters_need_a_depot_or_a_rail_hex_that_leads_to_one() {
    // Verona is a depot of the Entente.
    assert!(commanded(&at(&[("it_1_hq", "h1411")]), "it_1_hq"));
    // h1110 is near the railway from Verona to Mantua.
    assert!(commanded(&at(&[("it_1_hq", "h1110")]), "it_1_hq"));
    let hq = DATA.unit("unit", "it_1_hq").unwrap();
    let lines = at(&[("it_1_hq", "h1411")]);
    let found = lines.front().base_lines(Side::Entente, hq);
    assert!(found.contains(&(DATA.hex("hex", "h1411").unwrap(), 0)));
}

#[test]
fn reach_is_what_the_checker_allows() {
    let position = at(&[
        ("it_6_inf_div", "h1116"),
        ("ger_117_inf_div", "h1118"),
        ("it_2_hq", "h1117"),
    ]);
    let front = position.front();
    let movement = Movement::new(&front, Side::Entente);
    let mut scratch = Scratch::default();
    let unit = DATA.unit("unit", "it_6_inf_div").unwrap();
    let reach = movement.reach(unit, &mut scratch);
    assert!(!reach.hexes.is_empty());
    for (hex, _) in &reach.hexes {
        let id = &DATA.map.hexes[*hex].id;
        let text = format!("go it_6_inf_div {id}");
        assert!(support::broken(&position, &text).is_empty(), "{text}");
    }
    // Everything within three steps that is not reached breaks a rule.
    let start = position.hex(unit).unwrap();
    for hex in 0..DATA.map.hexes.len() {
        let distance = DATA.map.hexes[hex].hex.distance(DATA.map.hexes[start].hex);
        let reached = hex == start || reach.hexes.iter().any(|(other, _)| *other == hex);
        if distance <= 3 && !reached {
            let text = format!("go it_6_inf_div {}", DATA.map.hexes[hex].id);
            assert!(!support::broken(&position, &text).is_empty(), "{text}");
        }
    }
}

/// The ends of all paths of a unit that break no rule but of stacking, found by trying every step.
fn tried(checker: &Checker<'_>, unit: usize, start: usize) -> BTreeSet<usize> {
    let mut ends = BTreeSet::new();
    let mut waiting = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        let from = path.last().copied().unwrap_or(start);
        for beside in &DATA.ground.beside[from] {
            let longer: Vec<usize> = path.iter().copied().chain([beside.hex]).collect();
            let made = Move::new(vec![Order::Go {
                unit,
                path: longer.clone(),
            }]);
            let found = checker.check(DecisionKind::Movement, &made);
            let stacking = ["over_limit", "two_headquarters", "alpine_stack"];
            if found.iter().all(|each| stacking.contains(&each.code())) {
                ends.insert(beside.hex);
                waiting.push(longer);
            }
        }
    }
    ends.remove(&start);
    ends
}

#[test]
fn reach_is_all_that_can_be_found_by_trying() {
    let mut random = Random::new(5, 3);
    let mut looked = 0;
    for scenario in ["caporetto", "piave", "vittorio_veneto"] {
        let mut at = Position::opening(&DATA, scenario).unwrap();
        for seed in 0..120 {
            if let Some(known) = at.chance() {
                let outcomes: Vec<_> = known.parts().iter().map(|(outcome, _)| *outcome).collect();
                at = at.play_outcome(*random.pick(&outcomes).unwrap()).unwrap();
                continue;
            }
            if at.asks_for() == DecisionKind::Movement {
                let front = at.front();
                let side = at.state().active().unwrap();
                let checker = Checker::new(&at, &front, side);
                let movement = Movement::new(&front, side);
                let mut scratch = Scratch::default();
                let own: Vec<_> = front.present[side as usize].iter().collect();
                for _ in 0..6 {
                    let unit = *random.pick(&own).unwrap();
                    let Some((start, _)) = movement.points(unit) else {
                        continue;
                    };
                    let reach = movement.reach(unit, &mut scratch);
                    let reach: BTreeSet<_> = reach.hexes.iter().map(|(hex, _)| *hex).collect();
                    assert_eq!(
                        reach,
                        tried(&checker, unit, start),
                        "{}",
                        DATA.units[unit].id
                    );
                    looked += 1;
                }
            }
            let Some(made) = sample(&at, seed) else { break };
            at = at.play(&made).unwrap();
        }
    }
    assert!(looked > 60, "{looked}");
}

#[test]
fn some_headquarters_are_reached_from_where_one_of_them_has_lines() {
    let mut answers = [0; 2];
    for scenario in ["caporetto", "piave", "vittorio_veneto"] {
        let position = Position::opening(&DATA, scenario).unwrap();
        let front = position.front();
        for side in Side::BOTH {
            let zones = || *front.enemy_zones(side);
            let ranges = front.command(side).ranges;
            let reaches = |at: usize, hex| ranges[at].1.iter().any(|ring| ring.contains(hex));
            let all: Units = ranges.iter().map(|(hq, _)| *hq).collect();
            for hex in 0..DATA.map.hexes.len() {
                for (at, (hq, _)) in ranges.iter().enumerate() {
                    let one = Units::from_iter([*hq]);
                    let found = front.all_reach(side, one, &[hex], zones);
                    assert_eq!(found, reaches(at, hex), "{scenario} {side} {hex}");
                }
                // Each hex may have its own headquarters.
                let other = (hex * 7 + 41) % DATA.map.hexes.len();
                let wanted = [hex, other]
                    .iter()
                    .all(|hex| (0..ranges.len()).any(|at| reaches(at, *hex)));
                let found = front.all_reach(side, all, &[hex, other], zones);
                assert_eq!(found, wanted, "{scenario} {side} {hex} {other}");
                answers[usize::from(found)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|number| *number > 100), "{answers:?}");
}

#[test]
fn the_deployed_scenarios_are_largely_in_command() {
    for scenario in ["caporetto", "piave", "vittorio_veneto"] {
        let position = Position::opening(&DATA, scenario).unwrap();
        for side in Side::BOTH {
            let present = position.front().present[side as usize].len();
            let commanded = position.command(side).in_command.len();
            // In Piave the Isonzo Army's headquarters sits in an enemy zone, where the rules put it.
            assert!(
                commanded * 5 > present * 2,
                "{scenario} {side}: {commanded} of {present}"
            );
        }
    }
}
