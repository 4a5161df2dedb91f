//! What comes of battles in the end: the book's long example, and every position of the rulings
//! about what follows the dice, against plain recursion through all answers.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "check/rulings.rs"]
mod rulings;

use engine::chance::{Fraction, Random};
use pursuit_of_glory::attacks::ask;
use pursuit_of_glory::cards::{Combat, Does};
use pursuit_of_glory::check::CardOffer;
use pursuit_of_glory::combat::{Style, Thrift};
use pursuit_of_glory::data::{CardId, Data, PlaceId, UnitId};
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::upshot::{Conduct, Course, Measure, Span};
use pursuit_of_glory::sequence::{Decision, Parameters};
use pursuit_of_glory::state::Cell;
use pursuit_of_glory::vocabulary::DecisionKind as Kind;
use pursuit_of_glory::vocabulary::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

fn policies() -> [Conduct; 2] {
    [Conduct::Policy(Style::Thrift(Thrift::default())); 2]
}

const BOUNDS: [[Conduct; 2]; 3] = [
    [Conduct::Least, Conduct::Least],
    [Conduct::Most, Conduct::Most],
    [Conduct::Best, Conduct::Best],
];

/// The long example (12.11), before the attack is declared.
fn eleskirt() -> Position {
    position(&json!({
        "turn": 2, "round": 5, "active": "cp", "ops": 0,
        "attacking": {"tu_ix_corps": "attack", "tu_x_corps": "attack", "tu_cavalry_1": "attack"},
        "units": {
            "koprukoy": ["tu_ix_corps"], "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
            "ap_reserve": ["ru_div_1"], "cp_reserve": ["tu_elite_div_1"],
        },
        "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
        "cards": {"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
    }))
}

const ATTACK: &str = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy";

#[test]
fn policies_and_best_play_lie_between_the_bounds() {
    let course = Course::read(&eleskirt(), ATTACK, &[], false).unwrap();
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let measures = [Measure::Cleared, Measure::AttackerSteps];
    let whole = course.follow(&pairs, &measures, 100_000).unwrap();
    assert!(whole.complete);
    let [least, most, best, policy] = &whole.values[..] else {
        panic!("four pairs");
    };
    for (row, measure) in measures.iter().enumerate() {
        for spans in [best, policy] {
            assert!(least[row].low <= spans[row].low, "{measure}");
            assert!(spans[row].high <= most[row].high, "{measure}");
        }
    }
    // With too few positions the ends enclose what is true.
    let short = course.follow(&pairs, &measures, 200).unwrap();
    assert!(!short.complete);
    let both = short.values.iter().flatten();
    for (cut, exact) in both.zip(whole.values.iter().flatten()) {
        assert_eq!(exact.low, exact.high);
        assert!(cut.low <= exact.low && exact.high <= cut.high);
    }
}

/// RESERVES TO THE FRONT, when two divisions have fallen and there is room for one of them (10.0-1):
/// it is rebuilt and restored, which gives two steps back and makes one fallen unit fewer (17.1).
#[test]
fn units_that_fell_before_are_brought_back() {
    let start = position(&json!({
        "scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action",
        "active": "cp", "ops": 0,
        "units": {
            "koprukoy": ["tu_ix_corps", "tu_div_7"], "erevan": ["ru_iv_caucasian"],
            "cp_eliminated": ["tu_div_8", "tu_div_9"],
        },
        "battle": {
            "place": "eleskirt", "stage": "repair",
            "attackers": ["tu_ix_corps", "tu_div_8", "tu_div_9"], "defenders": ["ru_iv_caucasian"],
            "fled": ["ru_iv_caucasian"], "passed": ["kagizman"],
            "loss_numbers": {"attacker": 5, "defender": 3}, "cards": {"cp": ["cp_04"]},
            "origins": {"tu_div_8": "koprukoy", "tu_div_9": "koprukoy"},
        },
    }));
    let course = Course::read(&start, "", &[], true).unwrap();
    let measures = [Measure::AttackerSteps, Measure::AttackerUnits];
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let found = course.follow(&pairs, &measures, 1_000).unwrap();
    assert!(found.complete);
    let whole = |row: [i64; 2]| {
        let exact = |value| Span {
            low: Fraction::whole(value),
            high: Fraction::whole(value),
        };
        row.map(exact).to_vec()
    };
    // Least, most, best; a policy repairs what it can.
    let values = [[-2, -1], [0, 0], [-2, -1], [-2, -1]].map(whole);
    assert_eq!(found.values, values);
}

/// Plain recursion: every legal answer, none taken for another, nothing remembered.
struct Plain<'b> {
    start: &'b Position,
    attacker: Side,
    target: PlaceId,
    /// The cards that are played as soon as they can be.
    cards: &'b [CardId],
    /// The stack that defends a region.
    defenders: &'b [UnitId],
    left: u32,
}

/// By measure the values of [`BOUNDS`].
type Bounds = Vec<[Fraction; 3]>;

impl Plain<'_> {
    fn id(now: &Position, unit: UnitId) -> &'static str {
        now.place(unit)
            .map_or("", |place| DATA.spaces[place].id.as_str())
    }

    fn fallen(now: &Position, unit: UnitId) -> bool {
        Self::id(now, unit).contains("eliminated")
    }

    fn steps(now: &Position, unit: UnitId) -> i64 {
        let id = Self::id(now, unit);
        let gone = id.is_empty() || id.contains("eliminated") || id.contains("removed");
        match (gone, now.state().get(Cell::Reduced(unit)) > 0) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }

    fn tell(&self, end: &Position, measure: Measure) -> i64 {
        let side = |attacks: bool| {
            let fighters = DATA.counters.combat.iter();
            fighters.filter(move |unit| (self.start.side_of(*unit) == self.attacker) == attacks)
        };
        let lost = |attacks: bool| -> i64 {
            let steps =
                side(attacks).map(|unit| Self::steps(self.start, unit) - Self::steps(end, unit));
            steps.sum()
        };
        let fell = |attacks: bool| -> i64 {
            let fell = side(attacks).map(|unit| {
                i64::from(Self::fallen(end, unit)) - i64::from(Self::fallen(self.start, unit))
            });
            fell.sum()
        };
        let stands = |attacks: bool| side(attacks).any(|unit| end.place(unit) == Some(self.target));
        let from = [self.target, DATA.known.ap_reserve, DATA.known.cp_reserve];
        let retreated = side(false).any(|unit| {
            let was = self
                .start
                .place(unit)
                .is_some_and(|place| from.contains(&place));
            let place = end.place(unit).filter(|place| *place < DATA.on_map);
            was && place.is_some_and(|place| place != self.target)
        });
        let own = usize::from(self.attacker == Side::Cp);
        let view = end.view();
        match measure {
            Measure::AttackerSteps => lost(true),
            Measure::DefenderSteps => lost(false),
            Measure::AttackerUnits => fell(true),
            Measure::DefenderUnits => fell(false),
            Measure::Retreated => i64::from(retreated),
            Measure::Taken => {
                let held = view.control[own].contains(self.target);
                i64::from(held || (stands(true) && !stands(false)))
            }
            Measure::Cleared => {
                let fort = (view.forts & view.control[1 - own]).contains(self.target);
                i64::from(!stands(false) && (!fort || retreated))
            }
            Measure::Vp => {
                let vp = |now: &Position| i64::from(now.state().track(Track::Vp));
                (vp(end) - vp(self.start)) * if self.attacker == Side::Cp { 1 } else { -1 }
            }
        }
    }

    fn over(&self, end: &Position) -> Bounds {
        let told = |measure: &Measure| [Fraction::whole(self.tell(end, *measure)); 3];
        Measure::ALL.iter().map(told).collect()
    }

    /// The named cards that a side can play now.
    fn played(&self, now: &Position, side: Side, offers: &[CardOffer]) -> Move {
        let mut orders = Vec::new();
        for card in self.cards.iter().copied() {
            let offered = offers.iter().any(|offer| offer.card == card);
            if DATA.cards[card].side != side || !offered {
                continue;
            }
            orders.push(Order::Play { card });
            // Those of after the losses are played where they can be.
            let late = DATA.combat(card).unwrap().is_late();
            if late && !now.check(&Move::new(orders.clone())).unwrap().is_empty() {
                orders.pop();
            }
        }
        Move::new(orders)
    }

    /// The answers to a decision; `None` where the battle is over.
    fn answers(&self, now: &Position, decision: Decision) -> Option<Vec<Move>> {
        Some(match (decision.kind, decision.parameters) {
            (_, Parameters::Tribes { places, .. }) => places
                .into_iter()
                .flat_map(|(unit, places)| {
                    let place = move |place| Move::new(vec![Order::PlaceTribe { unit, place }]);
                    places.into_iter().map(place)
                })
                .collect(),
            (Kind::Losses | Kind::Retreat | Kind::Advance | Kind::Repair, _) => {
                now.answers_after(5_000)
            }
            (Kind::Cards, Parameters::Cards { cards, .. }) => {
                vec![self.played(now, decision.side?, &cards)]
            }
            (Kind::Defence, _) => {
                let stack = self.defenders.iter();
                vec![Move::new(
                    stack.map(|unit| Order::Defend { unit: *unit }).collect(),
                )]
            }
            (Kind::Returns | Kind::Withdrawal, _) => vec![Move::default()],
            _ => return None,
        })
    }

    /// `None` if it takes too long.
    fn value(&mut self, now: &Position) -> Option<Bounds> {
        self.left = self.left.checked_sub(1)?;
        if now.state().target().is_none() {
            return Some(self.over(now));
        }
        let decision = now.decision();
        if let Parameters::Chance { outcomes } = &decision.parameters {
            let mut sum = vec![[Fraction::ZERO; 3]; Measure::ALL.len()];
            for (outcome, part) in outcomes.iter() {
                let values = self.value(&now.play_outcome(*outcome).unwrap())?;
                for (sum, value) in sum.iter_mut().flatten().zip(values.iter().flatten()) {
                    *sum = sum.plus(part.times(*value).unwrap()).unwrap();
                }
            }
            return Some(sum);
        }
        let attacks = decision.side.unwrap() == self.attacker;
        let Some(answers) = self.answers(now, decision) else {
            return Some(self.over(now));
        };
        let mut best: Option<Bounds> = None;
        for answer in answers {
            let values = self.value(&now.play_unchecked(&answer).unwrap())?;
            let Some(best) = &mut best else {
                best = Some(values);
                continue;
            };
            for ((measure, best), values) in Measure::ALL.iter().zip(best).zip(values) {
                let wants_more = [false, true, measure.welcome() == attacks];
                for ((best, value), more) in best.iter_mut().zip(values).zip(wants_more) {
                    *best = if more {
                        (*best).max(value)
                    } else {
                        (*best).min(value)
                    };
                }
            }
        }
        best
    }
}

/// What is told of a battle is what plain recursion finds, if that does not take too long; how many
/// measures leave something to choose.
fn compared(name: &str, course: &Course, mut plain: Plain<'_>, from: &Position) -> Option<usize> {
    let values = plain.value(from)?;
    let found = match course.follow(&BOUNDS, Measure::ALL, 20_000) {
        Ok(found) => found,
        // A card that nobody could play is refused.
        Err(error) => {
            let refused = !plain.cards.is_empty() && error.to_string().contains("never be played");
            assert!(refused, "{name}: {error}");
            return None;
        }
    };
    assert!(found.complete, "{name}");
    let mut choices = 0;
    for (row, measure) in Measure::ALL.iter().enumerate() {
        for (column, value) in values[row].iter().enumerate() {
            let span = found.values[column][row];
            assert_eq!((span.low, span.high), (*value, *value), "{name} {measure}");
        }
        choices += usize::from(values[row][0] != values[row][1]);
    }
    Some(choices)
}

#[test]
fn plain_recursion_comes_to_the_same() {
    let (mut told, mut choices) = (0, 0);
    for (name, start) in rulings::positions(&DATA, &["losses", "retreat", "advance", "repair"]) {
        let Ok(course) = Course::read(&start, "", &[], true) else {
            continue;
        };
        let plain = Plain {
            start: &start,
            attacker: start.state().active(),
            target: start.state().target().unwrap(),
            cards: &[],
            defenders: &[],
            left: 60,
        };
        let found = compared(&name, &course, plain, &start.at_next_decision());
        told += usize::from(found.is_some());
        choices += found.unwrap_or(0);
    }
    // Most are small enough, and in many there is something to choose.
    assert!(told > 80 && choices > 50, "{told} {choices}");
}

/// A battle that somebody could declare: the position, the attack, the cards of both sides.
struct Wager {
    position: Position,
    attack: String,
    cards: Vec<CardId>,
}

/// Up to three units a side out of one to three places against a space, a fort or a region; some
/// with a flank attempt, with cards that name nothing, with SCUs in the boxes.
fn wager(random: &mut Random) -> Option<Wager> {
    let attacker = *random.pick(&[Side::Ap, Side::Cp])?;
    let land = DATA.network.land;
    let targets = match random.below(4) {
        0 => DATA.network.regions,
        1 => DATA.network.forts,
        _ => land,
    };
    let targets: Vec<PlaceId> = targets.iter().collect();
    let target = *random.pick(&targets)?;
    let mut near: Vec<PlaceId> = (DATA.movement_graph.next_to(target) & land)
        .iter()
        .collect();
    random.shuffle(&mut near);
    let (origins, behind) = near.split_at(near.len().min(1 + random.below(3)));
    let mut pools = [Vec::new(), Vec::new()];
    for (unit, entry) in DATA.units.iter().enumerate() {
        let plain = entry.is_combat() && (entry.class == Class::Regular || random.chance(30));
        if plain && entry.side != Side::Special {
            pools[usize::from(entry.side != attacker)].push(unit);
        }
    }
    let [own, foes] = &mut pools;
    random.shuffle(own);
    random.shuffle(foes);
    let (mut units, mut attacking) = (json!({}), json!({}));
    let (mut joined, mut reduced) = (Vec::new(), Vec::new());
    let mut stand = |random: &mut Random, unit: UnitId, place: PlaceId| {
        let (unit, place) = (&DATA.units[unit].id, &DATA.spaces[place].id);
        if units[place].is_null() {
            units[place] = json!([]);
        }
        units[place].as_array_mut().unwrap().push(json!(unit));
        if random.chance(30) {
            reduced.push(unit.clone());
        }
        unit.clone()
    };
    for at in 0..origins.len().max(1 + random.below(3)) {
        let place = origins.get(at).or_else(|| origins.first())?;
        let unit = stand(random, own.pop()?, *place);
        attacking[&unit] = json!("attack");
        joined.push(unit);
    }
    for _ in 0..random.below(4) {
        stand(random, foes.pop()?, target);
    }
    if let Some(place) = behind.first().filter(|_| random.chance(30)) {
        stand(random, foes.pop()?, *place);
    }
    let known = &DATA.known;
    let mut boxes = [known.ap_reserve, known.cp_reserve];
    if attacker == Side::Cp {
        boxes.reverse();
    }
    for (pool, place) in [(own, boxes[0]), (foes, boxes[1])] {
        for _ in 0..random.below(3) {
            stand(random, pool.pop()?, place);
        }
    }
    // Cards for which nothing need be named, and none that is played by a rule of thumb.
    let simple = |card: &CardId| {
        let named = |card: &Combat| {
            *card.brings().end() > 0
                || card.joining().is_some()
                || card.entering().is_some()
                || card.names_target()
                || card.does(Does::CancelsMovement)
                || card.does(Does::RetreatOrRoll)
        };
        DATA.combat(*card).is_some_and(|card| !named(card))
    };
    let mut deck: Vec<CardId> = (0..DATA.cards.len()).filter(simple).collect();
    random.shuffle(&mut deck);
    deck.truncate(random.below(4));
    let hand = |side: Side| -> Value {
        let cards = deck.iter().filter(|card| DATA.cards[**card].side == side);
        cards.map(|card| DATA.cards[*card].id.clone()).collect()
    };
    let ids = |places: &[PlaceId]| -> Vec<&str> {
        let ids = places.iter().map(|place| DATA.spaces[*place].id.as_str());
        ids.collect()
    };
    let theirs = [&[target], behind].concat();
    let document = json!({
        "turn": 2 + random.below(12), "round": 1 + random.below(6),
        "active": attacker.word(), "ops": 0,
        "units": units, "attacking": attacking, "reduced": reduced,
        "control": {attacker.word(): ids(origins), attacker.enemy().word(): ids(&theirs)},
        "cards": {"ap": {"hand": hand(Side::Ap)}, "cp": {"hand": hand(Side::Cp)}},
    });
    let text = document.to_string();
    let position = Position::from_json(&DATA, text.as_bytes(), &["all"]).ok()?;
    let mut attack = format!(
        "attack {} with {}",
        DATA.spaces[target].id,
        joined.join(",")
    );
    if origins.len() > 1 && random.chance(60) {
        attack += &format!(" flank {}", DATA.spaces[origins[0]].id);
    }
    Some(Wager {
        position,
        attack,
        cards: deck,
    })
}

#[test]
fn random_battles_come_to_the_same() {
    let mut random = Random::new(7, 0);
    // Of all battles, and of those of some sort, how many were compared.
    let (mut told, mut choices) = (0, 0);
    let mut sorts = [0; 5];
    for number in 0..2_000 {
        let Some(wager) = wager(&mut random) else {
            continue;
        };
        // Only those that can be declared, with those of their cards that can be played.
        let Ok(made) = wager.position.read_move(&wager.attack) else {
            continue;
        };
        let mut cards: Vec<CardId> = Vec::new();
        let text = |cards: &[CardId]| {
            let plays = cards
                .iter()
                .map(|card| format!("; play {}", DATA.cards[*card].id));
            plays.collect::<String>()
        };
        for card in &wager.cards {
            cards.push(*card);
            let text = wager.attack.clone() + &text(&cards);
            let read = ask(&wager.position, &text, &[], false);
            if !read.is_ok_and(|asked| asked.objections.is_empty()) {
                cards.pop();
            }
        }
        let whole = wager.attack.clone() + &text(&cards);
        let Ok(asked) = ask(&wager.position, &whole, &[], false) else {
            continue;
        };
        if !asked.legal() {
            continue;
        }
        let mut plain = Plain {
            start: &wager.position,
            attacker: wager.position.state().active(),
            target: asked.declared.target,
            cards: &cards,
            defenders: &asked.declared.defenders,
            left: 400,
        };
        // From the declaration, or from after some of the dice.
        let mut now = wager.position.play_unchecked(&made).unwrap();
        let mut fell = 0;
        let cut = random.below(4);
        while fell < cut && now.state().target().is_some() {
            let decision = now.decision();
            now = match &decision.parameters {
                Parameters::Chance { outcomes } => {
                    fell += 1;
                    let (outcome, _) = random.pick(outcomes.parts()).unwrap();
                    now.play_outcome(*outcome).unwrap()
                }
                _ => match plain.answers(&now, decision).as_deref() {
                    Some([only]) => now.play_unchecked(only).unwrap(),
                    _ => break,
                },
            };
        }
        let course = if fell > 0 && now.state().target().is_some() {
            plain.start = &now;
            let left = |card: &CardId| now.state().played_by(*card).is_none();
            let left: Vec<CardId> = cards.iter().copied().filter(left).collect();
            Course::read(&now, text(&left).trim_start_matches("; "), &[], false)
        } else {
            now = wager.position.play_unchecked(&made).unwrap();
            Course::read(&wager.position, &whole, &[], false)
        };
        // In the middle of a battle less is said about a card that comes to late.
        let Ok(course) = course else { continue };
        let target = plain.target;
        let Some(found) = compared(&format!("{number} {whole}"), &course, plain, &now) else {
            continue;
        };
        told += 1;
        choices += usize::from(found > 0);
        for (count, holds) in sorts.iter_mut().zip([
            DATA.network.regions.contains(target),
            DATA.network.forts.contains(target),
            whole.contains("flank"),
            !cards.is_empty(),
            fell == 0,
        ]) {
            *count += usize::from(holds);
        }
    }
    assert!(told >= 200 && choices >= 50, "{told} {choices}");
    assert!(sorts.iter().all(|count| *count >= 10), "{sorts:?}");
}

/// YILDIRIM OFFENSIVE names its target: the attack ignores its trench, in the dice and where the
/// defender would stand for it (cp_54, 12.7.3-1).
#[test]
fn an_event_that_names_its_target_is_remembered() {
    let told = |trenches: Value, attackers: [&str; 2]| {
        position(&json!({
            "scenario": "1916_total_war", "turn": 12, "round": 2, "phase": "action",
            "active": "cp", "ops": 0,
            "actions": [{"round": 2, "side": "cp", "kind": "event", "card": "cp_54"}],
            "units": {"kut": attackers, "aziziya": ["in_div_1", "in_div_2"]},
            "attacking": {attackers[0]: "attack", attackers[1]: "attack"},
            "control": {"ap": ["aziziya", "ctesiphon", "hilla"], "cp": ["kut"]},
            "trenches": trenches,
        }))
    };
    let attack = |attackers: [&str; 2]| format!("attack aziziya with {}", attackers.join(","));
    let dug = json!({"aziziya": {"level": 2, "owner": "ap"}});
    let yildirim = ["ge_yildirim_1", "tu_div_1"];
    let measures = [
        Measure::Taken,
        Measure::Retreated,
        Measure::AttackerSteps,
        Measure::DefenderSteps,
    ];
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let values = |start: &Position, text: &str| {
        let course = Course::read(start, text, &[], false).unwrap();
        let found = course.follow(&pairs, &measures, 100_000).unwrap();
        assert!(found.complete);
        found.values
    };
    let (open, trenched) = (told(json!({}), yildirim), told(dug.clone(), yildirim));
    let text = attack(yildirim);
    let named = format!("{text}; place cp_54 aziziya");
    let ignored = values(&trenched, &named);
    assert_eq!(ignored, values(&open, &text));
    assert_ne!(ignored, values(&trenched, &text));
    // It is for Yildirim units, and for the target.
    let turks = ["tu_div_2", "tu_div_1"];
    let refused = |start: &Position, text: &str| {
        let error = Course::read(start, text, &[], false).unwrap_err();
        error.to_string()
    };
    let other = format!("{}; place cp_54 aziziya", attack(turks));
    for said in [
        refused(&told(dug, turks), &other),
        refused(&trenched, &format!("{text}; place cp_54 kut")),
    ] {
        assert!(said.contains("with a GE Yildirim unit"), "{said}");
    }
}
