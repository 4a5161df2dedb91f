//! Choices leave out nothing legal, and random moves are legal.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::check::{Arg, Checker};
use pursuit_of_glory::data::{Data, UnitId};
use pursuit_of_glory::orders::LONGEST_PATH;
use pursuit_of_glory::orders::choices::Choices;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::{Cell, Frame, Scalar};
use pursuit_of_glory::vocabulary::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// Random numbers, enough for tests: xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap()
    }
}

/// Scenarios with either side to act, as they begin and after random changes.
fn positions(each: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for name in DATA.scenarios.keys() {
        for side in [Side::Ap, Side::Cp] {
            let start = Position::scenario(&DATA, name).unwrap();
            let start = start.with_agenda(&Frame::action(side));
            for seed in 0..each {
                found.push(shaken(start.clone(), seed));
            }
        }
    }
    found
}

/// Units elsewhere, other control, other markers; seed 0 changes nothing.
fn shaken(mut position: Position, seed: u64) -> Position {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let small = |number: usize| u16::try_from(number).unwrap();
    let changes = if seed == 0 { 0 } else { 60 };
    if seed > 0 {
        let marines = DATA.known.ru_black_sea_div;
        position = position
            .with(Cell::Scalar(Scalar::BeachheadsInReserve as usize), 2)
            .with(Cell::Place(marines), small(DATA.known.odessa + 1));
    }
    if seed % 3 == 1 {
        // A RU unit that became BR, where no others are.
        let cavalry = DATA.unit("test", "ru_cavalry_1").unwrap();
        position = position
            .with(
                Cell::Scalar(Scalar::BritishRuCavalry as usize),
                small(cavalry + 1),
            )
            .with(Cell::Scalar(Scalar::RevolutionStage as usize), 4)
            .with(Cell::Place(cavalry), small(DATA.known.petrovsk + 1));
    }
    for _ in 0..changes {
        let place = dice.below(DATA.on_map);
        let beach = DATA.network.beachheads.iter().nth(dice.below(14)).unwrap();
        let (cell, number) = match dice.below(20) {
            0..9 => (Cell::Place(dice.below(DATA.units.len())), small(place + 1)),
            9..13 => (Cell::Control(place), small(dice.below(3))),
            13 => (Cell::FortDestroyed(place), small(dice.below(2))),
            14 => (Cell::Beachhead(beach), small(dice.below(3))),
            15 => (Cell::Place(dice.below(DATA.units.len())), small(beach + 1)),
            16 => (Cell::Uprising(place), small(dice.below(4))),
            17 => (Cell::Event(dice.below(DATA.cards.len())), 1),
            18 => (
                Cell::Scalar(Scalar::Turn as usize),
                small(1 + dice.below(17)),
            ),
            _ => (Cell::Scalar(Scalar::Greece as usize), small(dice.below(3))),
        };
        position = position.with(cell, number);
    }
    position
}

/// The order that activates a unit.
fn activation(position: &Position, unit: UnitId, purpose: Purpose) -> Order {
    let place = position.place(unit).unwrap();
    let stacks = matches!(DATA.spaces[place].kind, Kind::Region | Kind::IslandBase);
    Order::Activate {
        place,
        purpose,
        units: if stacks { vec![unit] } else { Vec::new() },
    }
}

#[test]
fn no_legal_step_is_left_out() {
    let mut left_out = BTreeMap::new();
    let mut refused = 0;
    for (number, position) in positions(12).into_iter().enumerate() {
        let choices = Choices::new(&position, u8::MAX);
        let checker = Checker::new(&position, u8::MAX);
        let mut dice = Dice(number as u64 + 1);
        let units: Vec<_> = choices.units().collect();
        for unit in units {
            // Along a random path, every neighbour that is no step.
            let mut path = Vec::new();
            for _ in 0..4 {
                let at = path.last().copied().or(position.place(unit)).unwrap();
                let steps = choices.steps(unit, &path);
                let next = DATA.connections.iter().filter(|c| c.a == at || c.b == at);
                for to in next.map(|c| c.other(at)).filter(|to| !steps.contains(to)) {
                    let mut longer = path.clone();
                    longer.push(to);
                    // Going in circles on the Gallipoli map is left out on purpose.
                    let seen = path.contains(&to) || position.place(unit) == Some(to);
                    if seen && DATA.spaces[to].map == Map::Gallipoli {
                        continue;
                    }
                    refused += 1;
                    if let Some(made) = legal(&position, &checker, unit, longer) {
                        left_out.entry(made.to_text(&DATA, None)).or_insert(number);
                    }
                }
                match steps.get(dice.below(steps.len())) {
                    Some(to) => path.push(*to),
                    None => break,
                }
            }
        }
    }
    assert!(refused > 3000, "{refused}");
    assert!(left_out.is_empty(), "{left_out:#?}");
}

/// Would this path be legal together with whatever helps it?
fn legal(
    position: &Position,
    checker: &Checker<'_>,
    unit: UnitId,
    path: Vec<usize>,
) -> Option<Move> {
    let mut orders = vec![activation(position, unit, Purpose::Move)];
    for place in &path {
        let state = position.state();
        if DATA.spaces[*place].kind == Kind::Beachhead && !state.get(Cell::Beachhead(*place)).gt(&0)
        {
            orders.push(Order::Land { place: *place });
        }
        if state.get(Cell::Uprising(*place)) > 0 {
            let there = |other: &UnitId| position.place(*other) == Some(*place);
            for other in (0..DATA.units.len()).filter(there) {
                orders.push(Order::Suppress { unit: other });
                orders.push(activation(position, other, Purpose::Attack));
            }
        }
    }
    for at in 0..DATA.on_map {
        if position.state().get(Cell::Beachhead(at)) > 0 && path.len() < 3 {
            orders.push(Order::Withdraw { place: at });
        }
    }
    orders.push(Order::Go {
        unit,
        path: path.clone(),
    });
    let made = Move::new(orders);
    let about = |broken: &pursuit_of_glory::check::Violation| {
        // What only the helping orders break does not count.
        let landing = matches!(broken.code(), "too_few_markers" | "winter_landing");
        // Roads through desert nobody opens to LCUs, nor straits with enemies or forts at their banks.
        let shut = matches!(broken.code(), "off_the_rails" | "strait");
        (!broken.owed() || shut)
            && (landing || broken.args().any(|arg| arg == Arg::Unit(unit)))
            && !matches!(
                broken.code(),
                "left_behind" | "no_uprising" | "suppressor_moves"
            )
    };
    (!checker.check(&made).iter().any(about)).then_some(made)
}

#[test]
fn every_activation_that_can_be_paid_is_a_choice() {
    for position in positions(6) {
        for ops in [0, 1, 3, 255] {
            let choices = Choices::new(&position, ops);
            let checker = Checker::new(&position, ops);
            // A position of the test's making may break rules of stacking by itself.
            let before = checker.check(&Move::default());
            let listed: BTreeSet<_> = choices
                .activations()
                .iter()
                .map(|c| format!("{:?}", c.order()))
                .collect();
            for unit in 0..DATA.units.len() {
                if position
                    .place(unit)
                    .is_none_or(|place| place >= DATA.on_map)
                {
                    continue;
                }
                for purpose in Purpose::ALL {
                    let order = activation(&position, unit, *purpose);
                    let made = Move::new(vec![order.clone()]);
                    if checker.check(&made) == before {
                        assert!(listed.contains(&format!("{order:?}")), "{order:?}");
                    }
                }
            }
            for candidate in choices.activations() {
                assert!(candidate.cost <= ops);
                let made = Move::new(vec![candidate.order()]);
                let broken = checker.check(&made);
                // RU and BR units are left to the rules.
                assert!(
                    broken
                        .iter()
                        .all(|broken| broken.code() == "stack_of_rivals" || before.contains(broken)),
                    "{candidate:?} {broken:?}"
                );
            }
        }
    }
}

#[test]
fn single_orders_that_are_legal_are_choices() {
    for position in positions(12) {
        let choices = Choices::new(&position, u8::MAX);
        let checker = Checker::new(&position, u8::MAX);
        let before = checker.check(&Move::default());
        let legal = |orders: Vec<Order>| {
            let broken = checker.check(&Move::new(orders));
            broken
                .iter()
                .all(|broken| broken.owed() || before.contains(broken))
        };
        let (digs, calm) = (choices.entrenchable(), choices.suppressors());
        let (removals, withdrawals) = (choices.removals(), choices.withdrawals());
        let (landings, assaults) = (choices.landings(), choices.assaults());
        for place in 0..DATA.on_map {
            if legal(vec![Order::Entrench { place }]) {
                assert!(digs.contains(&place), "{}", DATA.spaces[place].id);
            }
            if legal(vec![Order::Assault { place }]) {
                assert!(assaults.contains(&place), "{}", DATA.spaces[place].id);
            }
            if DATA.spaces[place].kind != Kind::Beachhead {
                continue;
            }
            if legal(vec![Order::Remove { place }]) {
                assert!(removals.contains(&place), "{}", DATA.spaces[place].id);
            }
            if legal(vec![Order::Withdraw { place }]) {
                assert!(withdrawals.contains(&place), "{}", DATA.spaces[place].id);
            }
            let base = DATA.spaces[place].island_base.unwrap();
            let able = choices
                .units_at(base)
                .iter()
                .any(|unit| DATA.units[*unit].is_combat());
            if able && legal(vec![Order::Land { place }]) {
                assert!(landings.contains(&place), "{}", DATA.spaces[place].id);
            }
        }
        for unit in 0..DATA.units.len() {
            if legal(vec![Order::Suppress { unit }]) {
                assert!(calm.contains(&unit), "{}", DATA.units[unit].id);
            }
        }
    }
}

#[test]
fn every_way_to_organize_is_a_choice() {
    let (mut found, mut listed_all) = (0, 0);
    for mut position in positions(6) {
        // More divisions in one place than usual.
        let mine = position.state().active();
        let place = if mine == Side::Ap {
            "tiflis"
        } else {
            "constantinople"
        };
        let place = DATA.place("", place).unwrap();
        let scus = (0..DATA.units.len())
            .filter(|unit| DATA.units[*unit].side == mine && DATA.units[*unit].size == Size::Scu);
        for unit in scus.step_by(7).take(8) {
            position = position.with(Cell::Place(unit), u16::try_from(place + 1).unwrap());
        }
        let choices = Choices::new(&position, u8::MAX);
        let checker = Checker::new(&position, u8::MAX);
        let before = checker.check(&Move::default());
        let listed: BTreeSet<_> = choices
            .organizable()
            .into_iter()
            .map(|o| format!("{o:?}"))
            .collect();
        listed_all += listed.len();
        let units = choices.units_at(place).to_vec();
        for lcu in (0..DATA.units.len()).filter(|unit| DATA.units[*unit].size == Size::Lcu) {
            for reserve in &units {
                for removed in units.iter().filter(|unit| *unit != reserve) {
                    for eliminated in units.iter().map(|unit| Some(*unit)).chain([None]) {
                        if eliminated == Some(*reserve) || eliminated == Some(*removed) {
                            continue;
                        }
                        let order = Order::Organize {
                            lcu,
                            reserve: *reserve,
                            eliminated,
                            removed: *removed,
                        };
                        let made = Move::new(vec![order.clone()]);
                        let broken = checker.check(&made);
                        if broken
                            .iter()
                            .all(|broken| broken.owed() || before.contains(broken))
                        {
                            found += 1;
                            assert!(listed.contains(&format!("{order:?}")), "{order:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(found > 100 && listed_all >= found, "{found} {listed_all}");
}

#[test]
fn random_moves_are_legal_and_varied() {
    let (mut kinds, mut lengths) = (BTreeMap::new(), BTreeMap::new());
    let (mut moves, mut different, mut empty, mut spent) = (0, 0, 0, 0);
    let (mut escorted, mut sieges) = (0, 0);
    for position in positions(30) {
        for ops in [1, 3, 5] {
            let checker = Checker::new(&position, ops);
            if !checker.check(&Move::default()).is_empty() {
                continue;
            }
            let made = checker.sample(11, 30);
            assert_eq!(checker.sample(11, 7), made[..7]);
            assert_ne!(checker.sample(12, 30), made);
            moves += made.len();
            different += made
                .iter()
                .map(|made| made.to_json(&DATA))
                .collect::<BTreeSet<_>>()
                .len();
            for made in &made {
                assert_eq!(checker.check(made), [], "{}", made.to_text(&DATA, None));
                assert_eq!(
                    Move::checked(&DATA, made.orders().to_vec()).as_ref(),
                    Ok(made)
                );
                empty += usize::from(made.orders().is_empty());
                spent += made
                    .orders()
                    .iter()
                    .filter(|o| matches!(o, Order::Activate { .. }))
                    .count();
                let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
                for order in made.orders() {
                    let word = format!("{order:?}");
                    let word = word.split(' ').next().unwrap().to_owned();
                    *kinds.entry(word).or_insert(0) += 1;
                    if let Order::Go { unit, path } = order {
                        *lengths.entry(path.len()).or_insert(0) += 1;
                        assert!(path.len() <= LONGEST_PATH);
                        escorted += usize::from(DATA.units[*unit].class == Class::Hq);
                        *ends.entry(*path.last().unwrap()).or_insert(0) += 1;
                    }
                }
                let view = position.view();
                let foe = usize::from(position.state().active() == Side::Ap);
                let forts = view.forts & view.control[foe];
                sieges += ends.keys().filter(|end| forts.contains(**end)).count();
            }
        }
    }
    assert!(different * 10 > moves * 9, "{different} of {moves}");
    assert!(empty * 20 < moves, "{empty} of {moves}");
    assert!(spent > 2 * moves, "{spent} activations");
    assert!(
        escorted > 100 && sieges > 100,
        "{escorted} HQs, {sieges} sieges"
    );
    assert!(
        kinds.len() == 9 && kinds.values().all(|count| *count > 3),
        "{kinds:?}"
    );
    // Longer ones there are on the Gallipoli map only.
    assert!((1..=8).all(|length| lengths[&length] > 39), "{lengths:?}");
}
