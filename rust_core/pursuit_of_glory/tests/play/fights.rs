//! Battles played at random: no dead end, no panic, and positions that survive being saved.

use super::random::Dice;
use super::*;
use pursuit_of_glory::check::{CardOffer, Checker};
use pursuit_of_glory::combat::Moment;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::state::{ACTED, Cell, Frame, FrameKind, Scalar, bias};
use pursuit_of_glory::vocabulary::Cancelled;

/// What lies next to a place, the place itself first.
fn around(place: usize) -> Vec<usize> {
    let mut near = vec![place];
    for line in &DATA.connections {
        if line.a == place {
            near.push(line.b);
        } else if line.b == place {
            near.push(line.a);
        }
    }
    near
}

/// A legal attack, if one is found; giving up what waits else.
pub(super) fn attack(position: &Position, dice: &mut Dice) -> Move {
    let state = position.state();
    let fought = |unit| state.get(Cell::Fought(unit)) & 1 > 0;
    let waits = |unit: &usize| state.get(Cell::Attacking(*unit)) > 0 && !fought(*unit);
    let fighters = DATA.counters.combat.iter();
    let waiting: Vec<_> = fighters.filter(waits).collect();
    let checker = Checker::new(position, 0);
    for _ in 0..12 {
        let first = waiting[dice.below(waiting.len())];
        let near = around(position.place(first).unwrap());
        let target = near[dice.below(near.len())];
        let close = |unit: usize| {
            let place = position.place(unit);
            place.is_some_and(|place| around(target).contains(&place))
        };
        let few = dice.below(3);
        let mut joins: Vec<_> = waiting
            .iter()
            .copied()
            .filter(|unit| close(*unit))
            .collect();
        joins.retain(|unit| *unit == first || dice.below(3) >= few);
        let mut orders = vec![Order::Attack { place: target }];
        for unit in 0..DATA.units.len() {
            let staff = !DATA.units[unit].is_combat()
                && position.side_of(unit) == state.active()
                && joins
                    .iter()
                    .any(|j| position.place(*j) == position.place(unit));
            if joins.contains(&unit) || (staff && dice.below(2) == 0) {
                orders.push(Order::Join { unit });
            }
        }
        if dice.below(2) == 0 {
            let pin = joins[dice.below(joins.len())];
            let place = position.place(pin).unwrap();
            orders.push(Order::Flank { place });
        }
        for _ in 0..2 {
            let made = Move::new(orders.clone());
            if checker.check_attack(&made).is_empty() {
                return made;
            }
            orders.retain(|order| !matches!(order, Order::Flank { .. }));
        }
    }
    Move::new(vec![Order::End])
}

/// Some legal answer to a decision of a battle.
pub(super) fn fight(position: &Position, parameters: &Parameters, dice: &mut Dice) -> Move {
    let some = |all: &[usize], dice: &mut Dice| -> Vec<usize> {
        let few = dice.below(4);
        all.iter()
            .copied()
            .filter(|_| dice.below(4) < few)
            .collect()
    };
    Move::new(match parameters {
        Parameters::Attack { .. } => return attack(position, dice),
        Parameters::Defence { units, .. } => {
            for _ in 0..200 {
                let units = some(units, dice).into_iter();
                let made = Move::new(units.map(|unit| Order::Defend { unit }).collect());
                if position.check(&made).unwrap().is_empty() {
                    return made;
                }
            }
            panic!("no stack defends");
        }
        Parameters::Cards { cards, .. } => return play(position, cards, dice),
        Parameters::Returns { cards, .. } => {
            let cards = some(cards, dice);
            let back = |card| Order::TakeBack { card };
            cards.into_iter().map(back).collect()
        }
        Parameters::Withdrawal { .. } if dice.below(2) == 0 => vec![Order::WithdrawTurks],
        Parameters::PostCombat { .. } | Parameters::Excess { .. } => {
            let answers = position.answers_after(60);
            assert!(!answers.is_empty(), "{}", position.to_json());
            return answers[dice.below(answers.len())].clone();
        }
        _ => Vec::new(),
    })
}

/// A tribe that may be placed.
pub(super) fn tribe(places: &[(usize, Vec<usize>)], dice: &mut Dice) -> Move {
    let (unit, places) = &places[dice.below(places.len())];
    let place = places[dice.below(places.len())];
    Move::new(vec![Order::PlaceTribe { unit: *unit, place }])
}

/// Cards that break no rule, with what they ask for; none if none are found.
fn play(position: &Position, offers: &[CardOffer], dice: &mut Dice) -> Move {
    for _ in 0..6 {
        let few = dice.below(4);
        let mut orders = Vec::new();
        for offer in offers {
            if dice.below(4) >= few {
                continue;
            }
            let card = offer.card;
            orders.push(Order::Play { card });
            if DATA.cards[card].id == "cp_43" {
                let what = [Cancelled::Advance, Cancelled::Retreat][dice.below(2)];
                orders.push(Order::Cancel { what });
            }
            if !offer.units.is_empty() {
                let unit = offer.units[dice.below(offer.units.len())];
                orders.push(Order::Bring { card, unit });
            }
            for places in &offer.places {
                let places: Vec<_> = places.iter().collect();
                let place = places[dice.below(places.len())];
                orders.push(Order::Place { card, place });
            }
        }
        let made = Move::new(orders);
        if position.check(&made).unwrap().is_empty() {
            return made;
        }
    }
    Move::default()
}

/// A position in which everybody of a side waits to attack, with cards in the hands of both.
fn armed(scenario: &str, dice: &mut Dice) -> Position {
    let mut now = Position::scenario(&DATA, scenario).unwrap();
    let side = dice.below(2);
    let put = |now: Position, one: Scalar, number: usize| {
        now.with(Cell::Scalar(one as usize), u16::try_from(number).unwrap())
    };
    let side = [Side::Ap, Side::Cp][side];
    let mut agenda = Frame::action(side).to_vec();
    agenda.push(Frame::of(FrameKind::Attack).by(side));
    now = now.with_agenda(&agenda);
    now = put(now, Scalar::Turn, 1 + dice.below(17));
    now = put(now, Scalar::Round, 1 + dice.below(6));
    now = put(now, Scalar::RevolutionStage, dice.below(4));
    now = now.with(Cell::Track(Track::Jihad as usize), bias(Some(8)));
    for card in ["ap_54", "cp_13", "ap_08", "ap_38", "cp_33", "ap_29"] {
        if dice.below(2) == 0 {
            now = now.with(Cell::Event(DATA.card("", card).unwrap()), 1);
        }
    }
    // The front lines are shaken, so that enemies meet.
    let regions: Vec<_> = DATA.network.regions.iter().collect();
    let sands: Vec<_> = (DATA.movement_graph.desert | DATA.movement_graph.swamp)
        .iter()
        .collect();
    for number in 0..90 {
        let unit = dice.below(DATA.units.len());
        let mut place = dice.below(DATA.on_map);
        if number % 3 == 0 {
            place = regions[dice.below(regions.len())];
        }
        if number % 3 == 1 {
            place = sands[dice.below(sands.len())];
        }
        let side = now.side_of(unit);
        let wide = DATA.spaces[place].kind == Kind::Region;
        let land = matches!(DATA.spaces[place].kind, Kind::Space | Kind::Region);
        let others = (0..DATA.units.len()).filter(|other| now.place(*other) == Some(place));
        let others: Vec<_> = others.collect();
        let fits = others.iter().all(|other| now.side_of(*other) == side) && others.len() < 3;
        let fits = fits || wide;
        if land && fits && side != Side::Special && DATA.units[unit].is_combat() {
            now = now.with(Cell::Place(unit), u16::try_from(place + 1).unwrap());
            let owner = if side == Side::Ap { 1 } else { 2 };
            if !wide {
                now = now.with(Cell::Control(place), owner);
            }
        }
    }
    for (card, entry) in DATA.cards.iter().enumerate() {
        // One that cancels battles, and so asks for what is taken back, is often there.
        let often = if entry.id == "cp_06" { 1 } else { 3 };
        if entry.combat_card && dice.below(often) == 0 {
            let zone = match dice.below(4) {
                0 if entry.side == Side::Ap => CardZone::FaceUpAp,
                0 => CardZone::FaceUpCp,
                _ => CardZone::Hand,
            };
            now = now.with(Cell::Card(card), zone as u16);
        }
    }
    for unit in 0..DATA.units.len() {
        let on_map = now.place(unit).is_some_and(|place| place < DATA.on_map);
        if on_map && now.side_of(unit) == side {
            now = now.with(Cell::Attacking(unit), 1);
            now = now.with(Cell::Fought(unit), ACTED);
        }
    }
    now
}

fn survives(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let again = Position::from_bytes(&DATA, &position.to_bytes(), &["all"]).unwrap();
    assert_eq!(&again, position);
    let again = Position::from_json(&DATA, position.to_json().as_bytes(), &["all"]).unwrap();
    assert_eq!(&again, position);
    assert_eq!(again.hash(), position.hash());
    assert_eq!(again.decision(), position.decision());
}

/// What a decision of a battle promises.
fn promised(position: &Position) {
    let asked = position.decision();
    match &asked.parameters {
        Parameters::Cards { moment, .. } => {
            let side = asked.side.unwrap();
            assert!(!position.conceivable_cards(side, *moment).is_empty());
            assert!(*moment != Moment::Dice || position.state().target().is_some());
        }
        Parameters::Returns { cards, .. } => assert!(!cards.is_empty()),
        Parameters::Chance { outcomes } => {
            // What a phase does by itself needs no die.
            let by_itself = matches!(outcomes.parts(), [(Outcome::Proceed, _)]);
            let [mut ways, whole] = [0, if by_itself { 1 } else { 6 }];
            assert_eq!(outcomes.ways(), whole);
            assert_eq!(outcomes.throw().is_none(), by_itself);
            for (outcome, part) in outcomes.parts() {
                assert!(*part > 0);
                ways += part;
                let text = outcome.text(&DATA);
                assert_eq!(Outcome::parse(&DATA, &text).as_ref(), Ok(outcome), "{text}");
            }
            assert_eq!(ways, whole);
        }
        _ => {}
    }
}

/// How many battles; `LEXBELLI_BATTLES` asks for more.
fn battles() -> usize {
    let more = std::env::var("LEXBELLI_BATTLES").ok();
    more.and_then(|number| number.parse().ok()).unwrap_or(160)
}

#[test]
fn battles_come_to_an_end_and_survive_being_saved() {
    let names: Vec<_> = DATA.scenarios.keys().collect();
    let (mut fought, mut game) = (0, 0);
    let mut met = std::collections::BTreeMap::<&str, usize>::new();
    while fought < battles() {
        game += 1;
        let mut dice = Dice(game * 7919 + 5);
        let mut now = armed(names[dice.below(names.len())], &mut dice);
        for _ in 0..400 {
            survives(&now);
            promised(&now);
            let asked = now.decision();
            *met.entry(asked.kind.word()).or_default() += 1;
            let next = match &asked.parameters {
                Parameters::Chance { outcomes } => {
                    let outcomes = outcomes.parts();
                    now.play_outcome(outcomes[dice.below(outcomes.len())].0)
                }
                Parameters::Tribes { places, .. } => {
                    let made = tribe(places, &mut dice);
                    now.play_unchecked(&made)
                }
                parameters if asked.kind.is_of_battle() => {
                    now.play_unchecked(&fight(&now, parameters, &mut dice))
                }
                _ => break,
            };
            let before = now.state().stage();
            now = next.unwrap();
            fought += usize::from(before.is_some() && now.state().stage().is_none());
        }
    }
    for kind in [
        "attack",
        "defence",
        "cards",
        "returns",
        "withdrawal",
        "chance",
        "losses",
        "retreat",
        "advance",
    ] {
        assert!(met.contains_key(kind), "never asked: {kind} of {met:?}");
    }
}
