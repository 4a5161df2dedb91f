//! Losses against a plain search: one step after the other, unit by unit, in every order.

use super::*;
use pursuit_of_glory::combat::{Fighter, Losses, Policy, Reversed, Role, Step, Thrift};
use pursuit_of_glory::vocabulary::*;
use std::collections::{BTreeMap, BTreeSet};

/// A unit in a battle: which, its steps left, and whether it is in supply.
type Unit = (usize, u8, bool);

/// What may still happen, and what it has come to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    units: Vec<Unit>,
    reserve: BTreeSet<usize>,
    reduced_reserve: BTreeSet<usize>,
    /// What was absorbed, and what nobody absorbed in place of replacements that are missing.
    absorbed: u8,
    imagined: u8,
    uncertain: u8,
    cost: i32,
}

fn nations(unit: usize) -> BTreeSet<Nation> {
    DATA.units[unit].nations.iter().copied().collect()
}

/// Who comes in place of an LCU: the best rank that has anybody (12.6.5).
fn called(lcu: usize, reserve: &BTreeSet<usize>) -> Vec<usize> {
    let own = nations(lcu);
    let turks = BTreeSet::from([Nation::Tu, Nation::TuA]);
    let empire = BTreeSet::from([Nation::Br, Nation::In, Nation::Anz]);
    let special = DATA.units[lcu].unit_type == UnitType::Special;
    let mut ranks: [Vec<usize>; 4] = Default::default();
    for scu in reserve {
        let unit = &DATA.units[*scu];
        if unit.class != Class::Regular || unit.size != Size::Scu {
            continue;
        }
        let theirs = nations(*scu);
        let foot = matches!(unit.unit_type, UnitType::Infantry | UnitType::EliteInfantry);
        let kin = !own.is_disjoint(&theirs);
        let dual = theirs.len() > 1 && kin;
        // To a special LCU all that may come are alike (12.6.5-6).
        let same = special || unit.unit_type == DATA.units[lcu].unit_type;
        let banned = if special {
            !foot
        } else {
            // All others are special units (2.0.special_unit).
            !foot && unit.unit_type != UnitType::Cavalry
        };
        if banned && !dual {
            continue;
        }
        let both =
            |realm: &BTreeSet<Nation>| !realm.is_disjoint(&own) && !realm.is_disjoint(&theirs);
        match (kin, both(&turks), both(&empire)) {
            (true, ..) => ranks[usize::from(!same)].push(*scu),
            (_, true, _) => ranks[usize::from(!special)].push(*scu),
            (_, _, true) => ranks[if same { 2 } else { 3 }].push(*scu),
            _ => {}
        }
    }
    ranks
        .into_iter()
        .find(|rank| !rank.is_empty())
        .unwrap_or_default()
}

/// Every state that one more step leads to.
fn after(state: &State, policy: &impl Policy) -> Vec<State> {
    let mut next = Vec::new();
    for (at, (unit, steps, supplied)) in state.units.iter().copied().enumerate() {
        let of = &DATA.units[unit];
        let full = steps == 2;
        let side = if full { of.full } else { of.reduced };
        let cf = side.cf.unwrap();
        let mut more = state.clone();
        more.absorbed += side.lf.unwrap_or(1);
        more.uncertain += u8::from(side.lf.is_none());
        more.cost += policy.step(&Step {
            lcu: of.size == Size::Lcu,
            full,
            strength: if full {
                cf - of.reduced.cf.unwrap()
            } else {
                cf
            },
        });
        if full {
            more.units[at].1 = 1;
            more.units.sort_unstable();
            next.push(more);
            continue;
        }
        more.units.remove(at);
        let lcu = of.size == Size::Lcu;
        let doomed = !supplied || matches!(of.symbol, Some(Symbol::Dot | Symbol::Triangle));
        if doomed {
            more.cost += policy.removal(lcu);
        }
        if !lcu || !supplied {
            next.push(more);
            continue;
        }
        let called = called(unit, &state.reserve);
        if called.is_empty() {
            if !doomed {
                more.cost += policy.removal(true);
            }
            for imagined in 0..=2 {
                let mut other = more.clone();
                other.imagined += imagined;
                next.push(other);
            }
        }
        for scu in called {
            let mut other = more.clone();
            other.reserve.remove(&scu);
            let reduced = state.reduced_reserve.contains(&scu);
            let of = &DATA.units[scu];
            let side = if reduced { of.reduced } else { of.full };
            other.cost += policy.arrival(side.cf.unwrap());
            other.units.push((scu, if reduced { 1 } else { 2 }, true));
            other.units.sort_unstable();
            next.push(other);
        }
    }
    next
}

/// What a loss number costs at best: absorbed, cost and units left.
fn cheapest(start: &State, policy: &impl Policy, number: u8) -> (u8, i32) {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut edge = vec![start.clone()];
    while let Some(state) = edge.pop() {
        for next in after(&state, policy) {
            if next.absorbed + next.imagined <= number && seen.insert(next.clone()) {
                edge.push(next);
            }
        }
    }
    let most = seen
        .iter()
        .map(|state| state.absorbed + state.imagined)
        .max()
        .unwrap();
    let full = seen
        .iter()
        .filter(|state| state.absorbed + state.imagined == most);
    let best = full
        .min_by_key(|state| (255 - state.absorbed, state.uncertain, state.cost))
        .unwrap();
    (best.absorbed, best.cost)
}

#[test]
fn losses_cost_what_a_plain_search_finds() {
    let mut random = Random(7);
    let mut kinds = BTreeMap::new();
    for round in 0..400 {
        let (side, place, from, foe) = random.pick(&[
            ("cp", "kars", "kagizman", "ru_div_1"),
            ("ap", "cairo", "suez", "tu_div_1"),
            ("ap", "kars", "kagizman", "tu_div_1"),
        ]);
        let own: Vec<usize> = (0..DATA.units.len())
            .filter(|at| {
                let unit = &DATA.units[*at];
                unit.side.word() == side
                    && unit.class == Class::Regular
                    && !unit.id.starts_with("gr_")
                    && DATA.units[*at].id != foe
            })
            .collect();
        let lcus: Vec<usize> = own
            .iter()
            .copied()
            .filter(|at| DATA.units[*at].size == Size::Lcu)
            .collect();
        let scus: Vec<usize> = own
            .iter()
            .copied()
            .filter(|at| DATA.units[*at].size == Size::Scu)
            .collect();
        let mut there = BTreeSet::new();
        for _ in 0..1 + random.below(3) {
            let some = if random.below(2) == 0 { &lcus } else { &scus };
            there.insert(random.pick(some));
        }
        // Most often somebody waits in reserve whom the LCUs may call.
        let mut reserve = BTreeSet::new();
        for _ in 0..random.below(5) {
            reserve.insert(random.pick(&scus));
        }
        let reserve: BTreeSet<usize> = reserve.difference(&there).copied().collect();
        let all: Vec<usize> = there.iter().chain(&reserve).copied().collect();
        let reduced: BTreeSet<usize> = all.into_iter().filter(|_| random.below(3) == 0).collect();
        let ids = |units: &BTreeSet<usize>| -> Vec<String> {
            units.iter().map(|at| DATA.units[*at].id.clone()).collect()
        };
        let foe_side = if side == "ap" { "cp" } else { "ap" };
        let position = position(&json!({
            "turn": 3, "round": 1, "active": foe_side,
            "units": {place: ids(&there), from: [foe], format!("{side}_reserve"): ids(&reserve)},
            "reduced": ids(&reduced),
            "control": {side: [place], foe_side: [from]},
            "forts_destroyed": ["kars"],
        }));
        let battle = Battle::new(&position, attack(place, foe, &[]));
        let fighters = &battle.fighters[Role::Defender as usize];
        let units = |fighter: &Fighter| {
            (
                fighter.unit,
                if fighter.reduced { 1 } else { 2 },
                fighter.supplied,
            )
        };
        let mut units: Vec<Unit> = fighters.iter().map(units).collect();
        units.sort_unstable();
        let start = State {
            units,
            reduced_reserve: reserve.intersection(&reduced).copied().collect(),
            reserve,
            absorbed: 0,
            imagined: 0,
            uncertain: 0,
            cost: 0,
        };
        let roster = battle.roster(Role::Defender);
        let army = battle.army(Role::Defender, &roster, 0, &[]);
        for number in 0..=8 {
            let text = || format!("{round}: {number} on {}", position);
            let thrift = Thrift::default();
            let loss = *Losses::new(&army, &roster, &thrift, 8).at(number);
            let found = (loss.absorbed, loss.cost);
            assert_eq!(found, cheapest(&start, &thrift, number), "{}", text());
            let worst = Reversed(thrift);
            let loss = *Losses::new(&army, &roster, &worst, 8).at(number);
            assert_eq!(loss.cost, cheapest(&start, &worst, number).1, "{}", text());
            *kinds.entry((loss.steps, loss.removed)).or_insert(0) += 1;
        }
    }
    assert!(kinds.len() > 12, "{kinds:?}");
}
