//! The shipped tables hold together; an owner's mistakes are named with file, row and column.

#![allow(clippy::unwrap_used, clippy::panic)]

use engine::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use twilight_of_the_habsburgs::check::Checker;
use twilight_of_the_habsburgs::data::Data;
use twilight_of_the_habsburgs::orders::{Move, Order};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::{complete, sample};

const SHIPPED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../scenarios/twilight_of_the_habsburgs/"
);

/// Loads the tables with one text put for another in one file.
fn spoilt(name: &str, file: &str, from: &str, to: &str) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let text = std::fs::read_to_string(format!("{SHIPPED}{file}")).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
    match Data::load(&folder) {
        Err(Error::BadTables(problems)) => problems.iter().map(ToString::to_string).collect(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("{file} was read"),
    }
}

#[test]
fn problems_are_named_with_their_place() {
    for (at, (file, from, to, told)) in [
        (
            "hexes.csv",
            "h0101,clear",
            "h0101,clair",
            "hexes.csv row 2 column terrain: unknown terrain 'clair'; did you mean 'clear'?",
        ),
        (
            "hexes.csv",
            "h0102,",
            "x0102,",
            "hexes.csv row 3 column id: 'x0102' is no hex",
        ),
        (
            "hexsides.csv",
            "h0118,h0219",
            "h0118,h0319",
            "hexsides.csv row 2 column b: is no neighbour of a",
        ),
        (
            "events.toml",
            "bombardment = true",
            "bombardement = true",
            "events.toml column events[1].bombardement: no such effect; did you mean 'bombardment'?",
        ),
        (
            "events.toml",
            "roll = 3",
            "roll = 2",
            "events.toml column events: none has the roll 3",
        ),
        (
            "events.toml",
            "shift = { entente = -1 }",
            "shift = { entente = 0 }",
            "events.toml column events[0].shift.entente: is no number of columns from -9 to 9, 0 aside",
        ),
        (
            "tables.toml",
            "\"6:1\", \"7:1\"",
            "\"7:1\", \"6:1\"",
            "tables.toml column combat.columns: '6:1' are not higher than the odds before them",
        ),
        (
            "tables.toml",
            "[\"AA\", \"AR\", \"AR\"",
            "[\"XX\", \"AR\", \"AR\"",
            "tables.toml column combat.tables.probe[0]: \"XX\" is no result of 9.3",
        ),
        (
            "tables.toml",
            "central_major = 35",
            "central_major = 60",
            "tables.toml column victory.levels.central_major: is not below the level before",
        ),
        (
            "tables.toml",
            "\"verona\", ",
            "\"veronna\", ",
            "tables.toml column collapse.towns: no town 'veronna' is on the map",
        ),
        (
            "caporetto.toml",
            "surprise_army = \"ger_14_army\"",
            "surprise_army = \"ger_13_army\"",
            "caporetto.toml column special.surprise_army: no army 'ger_13_army'",
        ),
        (
            "units.csv",
            "central,austrian,division,cavalry,2,3",
            "central,austrian,division,cavalry,2,x",
            "units.csv row 2 column attack: 'x' is not a number from 0 to 20",
        ),
        (
            "orders_of_battle.csv",
            "caporetto,ah_11_hq,",
            "caporetto,ah_111_hq,",
            "orders_of_battle.csv row 2 column unit: no unit 'ah_111_hq'",
        ),
        (
            "caporetto.toml",
            "turns = 14",
            "turns = 400",
            "caporetto.toml column scenario.turns: is not a number from 1 to 40",
        ),
        (
            "caporetto.toml",
            "hq_needs_command = false",
            "hq_needs_command = 3",
            "caporetto.toml column switches.hq_needs_command: is neither false nor true",
        ),
        (
            "tables.toml",
            "infantry = 1",
            "infantry = 11",
            "tables.toml column movement.clear.infantry: is not a number from 1 to 9",
        ),
        (
            "deployments.csv",
            "caporetto,ah_10_hq",
            "caporetto,ah_10_h",
            "deployments.csv row 2 column unit: no unit 'ah_10_h'",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let found = spoilt(&format!("spoilt_{at}"), file, from, to);
        assert!(
            found.iter().any(|problem| problem.starts_with(told)),
            "{found:?}"
        );
    }
}

#[test]
fn the_deployments_are_legal_set_ups() {
    let data = Arc::new(Data::shipped().unwrap());
    for (scenario, deployed) in data.scenarios.iter().zip(&data.deployments) {
        let mut at = Position::opening(&data, &format!("{}_setup", scenario.name)).unwrap();
        for _ in 0..2 {
            let side = at.decision().side.unwrap();
            let own = deployed
                .iter()
                .filter(|(unit, ..)| data.units[*unit].side == side);
            let orders = own.flat_map(|(unit, hex, trench)| {
                let placed = Order::Place {
                    unit: *unit,
                    hex: *hex,
                };
                let digs = trench.then_some(Order::Entrench { unit: *unit });
                [Some(placed), digs].into_iter().flatten()
            });
            let made = Move::checked(&data, orders.collect()).unwrap();
            let broken: Vec<_> = at.check(&made).unwrap();
            let told: Vec<_> = broken.iter().map(|each| each.sentence(&at)).collect();
            assert!(broken.is_empty(), "{}: {told:?}", scenario.name);
            at = at.play(&made).unwrap();
        }
        let deployed = Position::opening(&data, &scenario.name).unwrap();
        assert_eq!(at, deployed, "{}", scenario.name);
    }
}

#[test]
fn partial_set_ups_are_completed_and_told_what_is_left() {
    let data = Arc::new(Data::shipped().unwrap());
    for scenario in ["caporetto_setup", "piave_setup", "vittorio_veneto_setup"] {
        let at = Position::opening(&data, scenario).unwrap();
        let whole = sample(&at, 11).unwrap();
        let part: Vec<_> = whole.orders().iter().take(20).cloned().collect();
        let made = complete(&at, &Move::new(part.clone()), 3).unwrap();
        assert!(part.iter().all(|order| made.orders().contains(order)));
        assert!(at.check(&made).unwrap().is_empty());
        // A unit may set up exactly where the whole stays legal with it there.
        let front = at.front();
        let checker = Checker::new(&at, &front, at.decision().side.unwrap());
        for order in made.orders().iter().step_by(30) {
            let Order::Place { unit, .. } = order else {
                continue;
            };
            let others = made
                .orders()
                .iter()
                .filter(|other| *other != order)
                .cloned();
            let others: Vec<_> = others.collect();
            let told = checker.setup_hexes(*unit, &Move::new(others.clone()));
            if data.units[*unit].command_range.is_some() {
                continue;
            }
            for hex in 0..data.map.hexes.len() {
                let moved = Order::Place { unit: *unit, hex };
                let orders = others.iter().cloned().chain([moved]).collect();
                let legal = at.check(&Move::new(orders)).unwrap().is_empty();
                assert_eq!(told.contains(hex), legal, "{} {hex}", data.units[*unit].id);
            }
        }
    }
}

#[test]
fn the_orders_of_battle_are_complete() {
    let data = Data::shipped().unwrap();
    let counts = [
        ("caporetto", 53, 86),
        ("piave", 60, 62),
        ("vittorio_veneto", 61, 67),
    ];
    for (name, central, entente) in counts {
        let scenario = data
            .scenarios
            .iter()
            .find(|scenario| scenario.name == name)
            .unwrap();
        let of = |side: &str| {
            let entries = scenario.entries.iter().filter(|entry| entry.sets_up);
            entries
                .filter(|entry| data.units[entry.unit].side.word() == side)
                .count()
        };
        assert_eq!((of("central"), of("entente")), (central, entente), "{name}");
    }
}
