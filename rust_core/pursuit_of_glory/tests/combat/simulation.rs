//! Odds against battles fought with dice.

use super::*;
use engine::chance::Fraction;
use pursuit_of_glory::cards::{JAFAR_PASHA, SANDSTORMS_AND_MOSQUITOES};
use pursuit_of_glory::combat::{
    Army, Check, Effects, FireOrder, Flank, Force, Losses, Moment, Outcome, Played, Role, Rolled,
    Thrift,
};
use pursuit_of_glory::vocabulary::*;
use std::collections::HashMap;

/// Battles out of a scenario: somebody attacks a neighbour, with whatever cards the battle allows.
fn declare(position: &Position, random: &mut Random) -> Option<Declaration> {
    let view = position.view();
    let side = random.pick(&[Side::Ap, Side::Cp]);
    let enemies: Vec<usize> = view.combat(side.enemy()).iter().collect();
    let target = random.pick(&enemies);
    let near = DATA.movement_graph.next_to(target) & view.combat(side);
    let mut attackers = Vec::new();
    for at in 0..DATA.units.len() {
        let there = position.place(at).is_some_and(|place| near.contains(place));
        if there && view.commander(at) == Some(side) && random.below(6) > 0 {
            attackers.push(at);
        }
    }
    let mut declared = Declaration::attack(target, attackers);
    let battle = Battle::new(position, declared.clone());
    if battle.fighters[0].is_empty() || battle.fighters[1].is_empty() {
        return None;
    }
    if battle.may_flank() && random.below(4) > 0 {
        declared.pin = battle.origins().first();
    }
    for card in 0..DATA.cards.len() {
        for side in [side, side.enemy()] {
            let moments = [Moment::Weather, Moment::Battle, Moment::Dice];
            let moment = moments
                .into_iter()
                .find(|m| battle.may_play(card, side, *m).is_ok());
            let cancels = card == SANDSTORMS_AND_MOSQUITOES;
            let rare = if cancels { 40 } else { 5 };
            if let Some(moment) = moment
                && random.below(rare) == 0
                && !declared.cards.iter().any(|played| played.card == card)
            {
                let moment = if card == JAFAR_PASHA {
                    Moment::Dice
                } else {
                    moment
                };
                declared.cards.push(Played {
                    card,
                    side,
                    moment,
                    units: Vec::new(),
                    places: Vec::new(),
                });
            }
        }
    }
    declared.withdrawal = side == Side::Ap && random.below(4) == 0;
    Some(declared)
}

/// A side after weather and dice for `?` units.
struct Side1 {
    force: Force,
    losses: Losses,
}

/// Fights a battle with dice, one by one as the rulebook has them fall.
struct BattleVar<'a> {
    battle: &'a Battle<'a>,
    effects: Effects,
    weather: Vec<Check>,
    flank: Option<Flank>,
    known: HashMap<(Role, u32, Vec<u8>), Side1>,
}

impl BattleVar<'_> {
    fn side(&mut self, role: Role, weather: u32, random: &mut Random) -> (Role, u32, Vec<u8>) {
        let unsure = |fighter: &&pursuit_of_glory::combat::Fighter| {
            DATA.units[fighter.unit].full.lf.is_none()
        };
        let fighters = &self.battle.fighters[role as usize];
        let rolled: Vec<Rolled> = fighters
            .iter()
            .filter(unsure)
            .map(|fighter| Rolled {
                unit: fighter.unit,
                lf: random.die(),
            })
            .collect();
        let key = (
            role,
            weather,
            rolled.iter().map(|rolled| rolled.lf).collect::<Vec<_>>(),
        );
        self.known.entry(key.clone()).or_insert_with(|| {
            let roster = self.battle.roster(role);
            let army: Army = self.battle.army(role, &roster, weather, &rolled);
            Side1 {
                force: army.force(),
                losses: Losses::new(&army, &roster, &Thrift::default(), 10),
            }
        });
        key
    }

    fn once(&mut self, random: &mut Random) -> Outcome {
        let battle = self.battle;
        let (mut weather, mut steps) = (0_u32, 0_u8);
        for check in &self.weather {
            if random.die() >= check.lowest {
                for unit in &check.units {
                    let fighters = &battle.fighters[0];
                    let at = fighters
                        .iter()
                        .position(|fighter| fighter.unit == *unit)
                        .unwrap();
                    weather |= 1 << at;
                    steps += 1;
                }
            }
        }
        let attack = self.side(Role::Attacker, weather, random);
        let defence = self.side(Role::Defender, 0, random);
        let (attack, defence) = (&self.known[&attack], &self.known[&defence]);
        let effects = &self.effects;
        if effects.cancelled.is_some() {
            return Outcome {
                cancelled: true,
                weather: steps,
                attackers: attack.force.units,
                defenders: defence.force.units,
                full_strength: attack.force.full > 0,
                fort_stands: battle.fort > 0,
                ..Outcome::default()
            };
        }
        let order = match (effects.first, &self.flank) {
            (Some((order, _)), _) => order,
            (None, None) => FireOrder::Together,
            (None, Some(flank)) if random.die() >= flank.lowest => FireOrder::AttackerFirst,
            (None, Some(_)) => FireOrder::DefenderFirst,
        };
        let mut fires = |role: Role, own: Force, foe: Force, fort: u8| -> u8 {
            let silent = own.units == 0 && (fort == 0 || role == Role::Attacker);
            if silent {
                return 0;
            }
            let fire = battle.fire(effects, role, own, foe, fort);
            let numbers = battle.loss_numbers(effects, role, &fire);
            let loss = numbers[usize::from(random.die()) - 1];
            let total: u32 = numbers.iter().map(|loss| u32::from(*loss)).sum();
            if role == Role::Defender && effects.roll_again && 6 * u32::from(loss) < total {
                return numbers[usize::from(random.die()) - 1];
            }
            loss
        };
        let (a, d) = (attack.force, defence.force);
        let (by_attacker, by_defender) = match order {
            FireOrder::Together => {
                let ours = fires(Role::Attacker, a, d, 0);
                (ours, fires(Role::Defender, d, a, battle.fort))
            }
            FireOrder::AttackerFirst => {
                let ours = fires(Role::Attacker, a, d, 0);
                let hit = defence.losses.at(ours);
                let fort = if hit.fort_destroyed { 0 } else { battle.fort };
                (ours, fires(Role::Defender, hit.left, a, fort))
            }
            FireOrder::DefenderFirst => {
                let theirs = fires(Role::Defender, d, a, battle.fort);
                let left = attack.losses.at(theirs).left;
                (fires(Role::Attacker, left, d, 0), theirs)
            }
        };
        let (lost, inflicted) = (
            attack.losses.at(by_defender),
            defence.losses.at(by_attacker),
        );
        let region = DATA.spaces[battle.target()].kind == Kind::Region;
        let won = by_attacker > by_defender;
        let retreat = if region || effects.no_retreat || inflicted.left.units == 0 {
            0
        } else if battle.declared.withdrawal {
            u8::from((won && inflicted.left.scus > 0) || inflicted.left.turks > 0)
        } else if won && lost.left.full > 0 {
            (by_attacker - by_defender).min(2)
        } else {
            0
        };
        Outcome {
            cancelled: false,
            attack: by_attacker,
            defence: by_defender,
            weather: steps,
            attacker_steps: lost.steps,
            defender_steps: inflicted.steps,
            attacker_removed: lost.removed,
            defender_removed: inflicted.removed,
            attackers: lost.left.units,
            defenders: inflicted.left.units,
            full_strength: lost.left.full > 0,
            retreat,
            fort_destroyed: inflicted.fort_destroyed,
            fort_stands: battle.fort > 0 && !inflicted.fort_destroyed,
        }
    }
}

/// A position and a battle of that number.
fn drawn(number: u64) -> (Position, Declaration) {
    let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let scenarios = ["1914_campaign", "1916_total_war"];
    loop {
        let opening = Position::scenario(&DATA, scenarios[random.below(2)]).unwrap();
        // Another season and round, that of whatever turn.
        let mut document: Value = serde_json::from_str(&opening.to_json()).unwrap();
        document["turn"] = (1 + random.below(17)).into();
        document["round"] = (1 + random.below(6)).into();
        let position = super::position(&document);
        if let Some(declared) = declare(&position, &mut random) {
            return (position, declared);
        }
    }
}

/// What may hold of an outcome.
type Holds<'a> = &'a dyn Fn(&Outcome) -> bool;

/// How much a count speaks against a probability: by Chernoff and Hoeffding a count as far off, to
/// the same side, is no likelier than `exp` of minus this, whatever the probability.
fn evidence(count: u32, all: u32, part: f64) -> f64 {
    let (found, all) = (f64::from(count) / f64::from(all), f64::from(all));
    let term = |found: f64, part: f64| match found > 0.0 {
        true => found * (found / part).ln(),
        false => 0.0,
    };
    all * (term(found, part) + term(1.0 - found, 1.0 - part))
}

/// In all runs of all counts together a wrong alarm is to be expected once in a million.
const ALARM: f64 = 1e-6;
/// More counts are not compared of any battle.
const COUNTS: f64 = 5000.0;

/// Fights a battle so many times, and compares; tells what kind of battle it was.
fn compare_one(number: u64, attacks: u64, battles: u32) -> (Option<FireOrder>, bool, usize) {
    let (position, declared) = drawn(number);
    let battle = Battle::new(&position, declared.clone());
    let odds = battle.odds().unwrap();
    assert!(odds.outcomes.is_sound());
    let sum = odds
        .outcomes
        .iter()
        .fold(Fraction::ZERO, |sum, (_, part)| sum.plus(part).unwrap());
    assert_eq!(sum, Fraction::ONE);
    let mut fight = BattleVar {
        effects: battle.effects(),
        weather: battle.weather(),
        flank: battle.flank_attempt(),
        battle: &battle,
        known: HashMap::new(),
    };
    let mut random = Random(number ^ 0x00d1_ce00);
    let mut found: HashMap<Outcome, u32> = HashMap::new();
    for _ in 0..battles {
        *found.entry(fight.once(&mut random)).or_insert(0) += 1;
    }
    for outcome in found.keys() {
        let part = odds.outcomes.probability(outcome);
        assert!(
            part.numerator() > 0,
            "{number}: {outcome:?} cannot be: {declared:?}"
        );
    }
    // Every outcome, both loss numbers, and what is asked most. Each count may be off to either side.
    let most = (2.0 * COUNTS * attacks as f64 / ALARM).ln();
    let mut compared = 0_u32;
    let mut near = |what: &str, part: Fraction, count: u32| {
        compared += 1;
        let against = evidence(count, battles, part.to_f64());
        let certain = part == Fraction::ONE && count == battles;
        let never = part == Fraction::ZERO && count == 0;
        assert!(
            certain || never || against < most,
            "{number}: {what} {part} but {count} of {battles}: {declared:?}"
        );
    };
    for (outcome, part) in odds.outcomes.iter() {
        near("outcome", part, found.get(outcome).copied().unwrap_or(0));
    }
    let counted = |holds: &dyn Fn(&Outcome) -> bool| -> u32 {
        let those = found.iter().filter(|(outcome, _)| holds(outcome));
        those.map(|(_, count)| count).sum()
    };
    for (pair, part) in odds.loss_numbers().iter() {
        near(
            "numbers",
            part,
            counted(&|one| (one.attack, one.defence) == *pair),
        );
    }
    let asked: [(&str, Holds<'_>); 5] = [
        ("winner", &|one| one.winner() == Some(Role::Attacker)),
        ("draw", &|one| one.winner().is_none()),
        ("cleared", &Outcome::cleared),
        ("fort", &|one| one.fort_destroyed),
        ("full strength", &|one| one.full_strength),
    ];
    for (what, holds) in asked {
        near(what, odds.outcomes.chance(holds), counted(holds));
    }
    assert!(f64::from(compared) <= COUNTS, "{number}: {compared} counts");
    let order = battle.effects().first.map(|(order, _)| order);
    (order, declared.pin.is_some(), battle.weather().len())
}

/// Spreads battles over as many threads as `THREADS` says, one if it says nothing.
fn compare(attacks: u64, battles: u32) {
    let threads = std::env::var("THREADS").ok();
    let threads: u64 = threads.map_or(1, |text| text.parse().unwrap());
    let seen: Vec<_> = std::thread::scope(|scope| {
        let share = |first: u64| {
            let numbers = (first..attacks).step_by(usize::try_from(threads).unwrap());
            numbers
                .map(|number| compare_one(number, attacks, battles))
                .collect::<Vec<_>>()
        };
        let working: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        working
            .into_iter()
            .flat_map(|work| work.join().unwrap())
            .collect()
    });
    let kinds: std::collections::BTreeSet<_> =
        seen.iter().map(|kind| format!("{kind:?}")).collect();
    assert!(kinds.len() > 3, "{kinds:?}");
}

#[test]
fn a_few_battles_fought_with_dice_agree_with_the_odds() {
    compare(40, 2_000);
}

#[test]
#[ignore = "two hundred million battles take minutes: optimize, or set BATTLES to fewer"]
fn many_battles_fought_with_dice_agree_with_the_odds() {
    let battles = std::env::var("BATTLES").ok();
    compare(200, battles.map_or(1_000_000, |text| text.parse().unwrap()));
}

#[test]
fn wrong_odds_are_found_out() {
    // A die that is off by a hundredth, in a million battles and in two thousand.
    assert!(evidence(510_000, 1_000_000, 0.5) > (2.0 * COUNTS * 200.0 / ALARM).ln());
    assert!(evidence(1_010, 2_000, 0.5) < 1.0);
    assert!(evidence(0, 2_000, 0.5) > 1000.0 && evidence(3, 1_000_000, 1e-6) < 5.0);
}

#[test]
fn nonsense_has_odds_too() {
    let mut random = Random(3);
    let position = Position::scenario(&DATA, "1916_total_war").unwrap();
    for _ in 0..400 {
        let mut declared = Declaration::attack(random.below(DATA.spaces.len()), Vec::new());
        for _ in 0..random.below(12) {
            declared.attackers.push(random.below(DATA.units.len()));
        }
        if random.below(2) == 0 {
            declared.pin = Some(random.below(DATA.on_map));
        }
        for _ in 0..random.below(6) {
            declared.cards.push(Played {
                card: random.below(DATA.cards.len()),
                side: random.pick(Side::ALL),
                moment: random.pick(Moment::ALL),
                units: (0..2).map(|_| random.below(DATA.units.len())).collect(),
                places: vec![random.below(DATA.on_map)],
            });
        }
        declared.withdrawal = random.below(3) == 0;
        declared.happened.weather = random.below(2) == 0;
        declared.happened.flank = random.pick(&[None, Some(true), Some(false)]);
        declared.happened.attack_die = random.pick(&[None, Some(0), Some(3), Some(9)]);
        declared.happened.first_fire_taken = random.below(3) == 0;
        let battle = Battle::new(&position, declared);
        let _ = battle.figures();
        let odds = battle.odds().unwrap();
        assert!(odds.outcomes.is_sound());
    }
}
