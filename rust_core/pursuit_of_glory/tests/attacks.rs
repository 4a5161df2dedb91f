//! The attacks that could be declared, against every set of units that anybody could think of.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use pursuit_of_glory::attacks::{AttackOffer, Price, Waiting, Which, ask, offers, price, waiting};
use pursuit_of_glory::board::BitSet;
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::data::{Crowd, Data};
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::Cell;
use pursuit_of_glory::vocabulary::Side;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// Numbers that look random and are the same in every run: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from((u128::from(mixed) * end as u128) >> 64).unwrap()
    }
}

/// A scenario in which many have gone to their neighbours, and perhaps some wait.
fn shaken(random: &mut Random) -> Position {
    let name = ["1914_campaign", "1916_total_war"][random.below(2)];
    let opening = Position::scenario(&DATA, name).unwrap();
    let mut document: Value = serde_json::from_str(&opening.to_json()).unwrap();
    document["active"] = ["ap", "cp"][random.below(2)].into();
    document["round"] = (1 + random.below(6)).into();
    document["events"]["cp_33"] = 1.into();
    let mut units: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut attacking = BTreeMap::new();
    // Some gather around an enemy, whatever brought them there.
    let view = opening.view();
    let foe = [Side::Cp, Side::Ap][usize::from(document["active"] == "cp")];
    let prey: Vec<usize> = view.combat(foe).iter().collect();
    let prey = prey[random.below(prey.len())];
    let around: Vec<usize> = DATA.movement_graph.next_to(prey).iter().collect();
    for unit in 0..DATA.units.len() {
        let Some(mut place) = opening.place(unit) else {
            continue;
        };
        let own = opening.side_of(unit) == foe.enemy();
        if place < DATA.on_map && own && random.below(8) == 0 {
            place = around[random.below(around.len())];
        } else if place < DATA.on_map && random.below(4) == 0 {
            let near: Vec<usize> = DATA.movement_graph.next_to(place).iter().collect();
            if let Some(to) = near.get(random.below(near.len().max(1))) {
                place = *to;
            }
        }
        let id = DATA.units[unit].id.clone();
        let ours = opening.side_of(unit).word() == document["active"];
        if place < DATA.on_map && ours && DATA.units[unit].is_combat() && random.below(3) > 0 {
            attacking.insert(id.clone(), "attack");
        }
        units
            .entry(DATA.spaces[place].id.clone())
            .or_default()
            .push(id);
    }
    document["units"] = json!(units);
    if random.below(2) > 0 {
        document["attacking"] = json!(attacking);
        document["ops"] = 0.into();
    }
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

fn legal(waiting: &Waiting<'_>, checker: &Checker<'_>, offer: &AttackOffer) -> bool {
    let position = &waiting.position;
    if waiting.supposed {
        let mut stacks: BTreeMap<usize, Crowd> = BTreeMap::new();
        for unit in &offer.units {
            let place = position.place(*unit).unwrap();
            let crowd = stacks.entry(place).or_default();
            *crowd = *crowd + DATA.counters[*unit].crowd;
        }
        let large = |(place, crowd): (&usize, &Crowd)| {
            DATA.movement_graph.unlimited_stacking.contains(*place) && crowd.too_many()
        };
        if stacks.iter().any(large) {
            return false;
        }
    }
    checker.check_attack(&offer.orders()).is_empty()
}

/// Every legal attack on a place by these units.
fn brute(waiting: &Waiting<'_>, target: usize, units: &[usize]) -> Vec<AttackOffer> {
    let checker = Checker::new(&waiting.position, 0);
    let mut found = Vec::new();
    for bits in 1_u32..1 << units.len() {
        let chosen = units.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| bits >> at & 1 == 1);
        let chosen: Vec<usize> = chosen.map(|(_, unit)| *unit).collect();
        let places: BTreeSet<usize> = chosen
            .iter()
            .map(|unit| waiting.position.place(*unit).unwrap())
            .collect();
        for pin in [None].into_iter().chain(places.into_iter().map(Some)) {
            let offer = AttackOffer {
                target,
                units: chosen.clone(),
                pin,
                folded: 0,
            };
            if legal(waiting, &checker, &offer) {
                found.push(offer);
            }
        }
    }
    found
}

/// Who could think of attacking a place: own units there or next to it that wait, and their staff.
fn near(waiting: &Waiting<'_>, target: usize) -> Vec<usize> {
    let position = &waiting.position;
    let state = position.state();
    let view = position.view();
    let own = view.commanded(state.active()) & view.present;
    let mut places = DATA.movement_graph.next_to(target);
    places.insert(target);
    own.iter()
        .filter(|unit| {
            let waits = state.get(Cell::Attacking(*unit)) > 0 || !DATA.units[*unit].is_combat();
            waits && places.contains(position.place(*unit).unwrap())
        })
        .collect()
}

#[test]
fn no_attack_is_lost_and_none_is_told_that_is_illegal() {
    let mut random = Random(5);
    let (mut seen, mut folds, mut several) = (0, 0, 0);
    for _ in 0..60 {
        let position = shaken(&mut random);
        let Ok(waiting) = waiting(&position) else {
            continue;
        };
        for target in 0..DATA.on_map {
            let units = near(&waiting, target);
            if units.is_empty() || units.len() > 11 {
                continue;
            }
            let every = brute(&waiting, target, &units);
            let on: BitSet = [target].into_iter().collect();
            let all = offers(&waiting, Which::All, Some(&on), None, u64::MAX);
            let told: u64 = all.offers.iter().map(|offer| offer.folded + 1).sum();
            assert_eq!(told, every.len() as u64, "{target} {units:?}");
            for offer in &all.offers {
                assert!(
                    every
                        .iter()
                        .any(|one| (&one.units, one.pin) == (&offer.units, offer.pin))
                );
            }
            let inside = |one: &AttackOffer, other: &AttackOffer| {
                one.pin == other.pin
                    && one.units.len() < other.units.len()
                    && one.units.iter().all(|unit| other.units.contains(unit))
            };
            let most: Vec<&AttackOffer> = every
                .iter()
                .filter(|one| !every.iter().any(|other| inside(one, other)))
                .collect();
            let largest = offers(&waiting, Which::Largest, Some(&on), None, u64::MAX);
            let told: u64 = largest.offers.iter().map(|offer| offer.folded + 1).sum();
            assert_eq!(told, most.len() as u64, "{target} {units:?}");
            for offer in &largest.offers {
                assert!(
                    most.iter()
                        .any(|one| (&one.units, one.pin) == (&offer.units, offer.pin))
                );
            }
            let plain = largest.offers.iter().filter(|offer| offer.pin.is_none());
            several += usize::from(plain.count() > 1);
            seen += every.len();
            folds += every.len() - all.offers.len();
        }
    }
    assert!(
        seen > 1500 && folds > 100 && several > 5,
        "{seen} {folds} {several}"
    );
}

#[test]
fn an_attack_has_the_odds_of_those_it_stands_for() {
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..60 {
        let position = shaken(&mut random);
        let Ok(waiting) = waiting(&position) else {
            continue;
        };
        let all = offers(&waiting, Which::All, None, None, 200);
        for offer in all.offers.iter().filter(|offer| offer.folded > 0).take(20) {
            // Every unit that waits in the place of another and has its values takes its part.
            for (at, unit) in offer.units.iter().enumerate() {
                for other in near(&waiting, offer.target) {
                    let kinds = attacks_kinds(&waiting, *unit, other);
                    if !kinds || offer.units.contains(&other) {
                        continue;
                    }
                    let mut changed = offer.clone();
                    changed.units[at] = other;
                    let one = price(&waiting.position, offer).unwrap();
                    assert_eq!(price(&waiting.position, &changed).unwrap(), one);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

fn attacks_kinds(waiting: &Waiting<'_>, one: usize, other: usize) -> bool {
    let fed = Checker::new(&waiting.position, 0).fed_through_greek_ports();
    let kinds = pursuit_of_glory::attacks::interchangeable_units;
    one != other && kinds(&waiting.position, &[one, other], &fed).len() == 1
}

#[test]
fn where_a_search_is_cut_short_it_says_so() {
    let position = Position::scenario(&DATA, "1914_campaign").unwrap();
    let waiting = waiting(&position).unwrap();
    assert!(waiting.supposed);
    let cut = offers(&waiting, Which::All, None, None, 1);
    assert!(!cut.unfinished.is_empty());
    let whole = offers(&waiting, Which::All, None, None, 100_000);
    assert!(whole.unfinished.is_empty() && whole.offers.len() > cut.offers.len());
}

#[test]
fn every_attack_that_is_told_can_be_asked_about() {
    let mut random = Random(23);
    let mut asked = 0;
    for _ in 0..40 {
        let position = shaken(&mut random);
        let Ok(waiting) = waiting(&position) else {
            continue;
        };
        for offer in offers(&waiting, Which::Largest, None, None, 2000).offers {
            let text = offer.orders().to_text(&DATA, None);
            let again = ask(&position, &text, &[], false).unwrap();
            assert!(again.legal(), "{text}: {:?}", again.violations);
            let odds = again.battle().odds().unwrap();
            let known = price(&waiting.position, &offer).unwrap();
            assert_eq!(Price::of(&odds).unwrap(), known);
            let sum = known
                .win
                .plus(known.draw)
                .unwrap()
                .plus(known.loss)
                .unwrap();
            assert_eq!(sum, engine::chance::Fraction::ONE);
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
}

#[test]
fn what_is_no_attack_is_refused_with_its_field() {
    let position = Position::scenario(&DATA, "1914_campaign").unwrap();
    let says = |text: &str| ask(&position, text, &[], false).unwrap_err().to_string();
    assert!(says("").starts_with("attack: names no place"));
    assert!(says("attack kars").starts_with("attack: names nobody"));
    assert!(says("attack kars with ru_div_3; attack oltu").contains("12.1.1-1"));
    assert!(says("attack karss with ru_div_3").contains("'kars'"));
    assert!(says("attack oltu with tu_ix_corps; take_back cp_05").contains("take_back"));
    assert!(says("attack oltu with tu_ix_corps; bring cp_19 tu_div_2").contains("12.2.5"));
    assert!(says("attack oltu with tu_ix_corps; defend tu_ix_corps").contains("does not stand"));
    let orders = Move::parse_plan(&position, "attack oltu with tu_ix_corps").unwrap();
    assert!(orders.orders().contains(&Order::Attack {
        place: DATA.place("place", "oltu").unwrap()
    }));
}
