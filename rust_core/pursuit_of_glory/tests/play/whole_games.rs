//! Whole games by answers at random: each is legal, each game ends by a rule, and its record in text comes
//! to the same end.

use super::*;
use engine::chance::Random;
use engine::play::Playable;
use pursuit_of_glory::victory::{Ending, Level};
use std::collections::BTreeMap;
use std::thread;

/// A game of more answers than this has no end.
const MOST: usize = 20_000;
/// Of so many positions one is written and read again.
const EVERY: usize = 10;
/// No document of a position is longer, in bytes.
const LONGEST: usize = 64 * 1024;
/// So many answers are drawn where cards may be played or a battle be made that cards are played in, and elsewhere.
const DRAWN: (usize, usize) = (12, 3);
/// An event that has happened so often is no longer saved up for.
const ENOUGH: usize = 30;
/// In so many of a hundred actions an event is preferred; the others give the armies something to do.
const EVENTFUL: usize = 40;

/// How many games of the campaign of 1914; `LEXBELLI_GAMES` asks for more.
fn games() -> u64 {
    let more = std::env::var("LEXBELLI_GAMES").ok();
    more.and_then(|number| number.parse().ok()).unwrap_or(2)
}

/// A war of 1916 in which late cards are in hand and may soon be played: Allenby and Lloyd George are there, and so is
/// the ANZ Desert Corps; the Russian Revolution has begun, and Turks stand before Kars, whose fort has fallen.
const LATE_WAR: &str = include_str!("late_war.json");

/// What games begin with, and how many of each; of all but the campaign of 1914 a third, and at least two.
fn starts() -> Vec<(&'static str, Position, u64)> {
    let scenario = |name| Position::scenario(&DATA, name).unwrap().opened();
    let scenarios = DATA
        .scenarios
        .keys()
        .map(|name| (name.as_str(), scenario(name)));
    let late = Position::from_json(&DATA, LATE_WAR.as_bytes(), &[]).unwrap();
    let number = |name: &str| match name {
        "1914_campaign" => games(),
        _ => games().div_ceil(3).max(2),
    };
    scenarios
        .chain([("late_war", late)])
        .map(|(name, start)| (name, start, number(name)))
        .collect()
}

/// An outcome, as often as it is likely: games that play themselves come to the same.
fn fallen(position: &Position, random: &mut Random) -> Outcome {
    let by_itself = Playable::fallen(position, &mut random.clone());
    let outcomes = position.chance().unwrap();
    let ways = usize::try_from(outcomes.ways()).unwrap();
    let mut number = random.below(ways) as u128;
    let falls = outcomes.parts().iter().find(|(_, part)| {
        let falls = number < *part;
        number = number.saturating_sub(*part);
        falls
    });
    let outcome = falls.unwrap().0;
    assert_eq!(by_itself, Some(outcome));
    let after = position.play_outcome(outcome).unwrap();
    assert_eq!(position.after_throw(outcome).unwrap(), after);
    outcome
}

fn kept(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let told = position.to_json();
    assert!(told.len() < LONGEST, "{} bytes", told.len());
    let again = Position::from_json(&DATA, told.as_bytes(), &[]);
    let again = again.unwrap_or_else(|problem| panic!("{problem}: {told}"));
    assert_eq!(again, *position);
    let again = Position::from_bytes(&DATA, &position.to_bytes(), &[]).unwrap();
    assert_eq!(again, *position);
}

/// A game that is over has ended by a rule, and what is told of it adds up (5.2.1, 5.2.2.2-11).
fn adds_up(position: &Position) {
    let end = position.victory();
    let told = position.to_json();
    let lines: i32 = end.lines.iter().map(|line| line.vp).sum();
    assert_eq!(end.track + lines, end.total, "{told}");
    let level = match end.ends {
        Some(Ending::Automatic) if end.after_war_status <= 0 => Level::ApAutomatic,
        Some(Ending::Automatic) => {
            assert!(end.after_war_status >= end.marker.unwrap_or(20).min(20));
            Level::CpAutomatic
        }
        Some(Ending::Armistice) => match end.total {
            ..=6 => Level::ApMarginal,
            7..=9 => Level::ApEndurance,
            10..=13 => Level::CpEndurance,
            _ => Level::CpMarginal,
        },
        None => panic!("no rule ended it: {told}"),
    };
    assert_eq!(end.level, level, "{told}");
}

/// How often something was so.
type Count = BTreeMap<String, usize>;

/// What the games of a scenario have met so far.
#[derive(Default)]
struct Met {
    /// How often each kind of decision was asked.
    asked: Count,
    /// How often each event was played.
    events: Count,
    /// How often each order was given to whom and where.
    orders: Count,
}

impl Met {
    /// Notes what a move, written as text, does.
    fn note(&mut self, made: &Move, text: &str) {
        for card in events_of(made) {
            *self.events.entry(card.to_owned()).or_default() += 1;
        }
        for order in orders_in(text) {
            *self.orders.entry(order).or_default() += 1;
        }
    }
}

/// The orders of a move, each once with every word that stands behind it.
fn orders_in(text: &str) -> impl Iterator<Item = String> {
    text.split(';').flat_map(|order| {
        let mut words = order.split_whitespace();
        let verb = words.next().unwrap_or_default();
        words.map(move |word| format!("{verb} {word}"))
    })
}

/// The cards whose events a move plays, and its combat cards.
fn events_of(made: &Move) -> impl Iterator<Item = &'static str> {
    made.orders().iter().filter_map(|order| match order {
        Order::PlayCard {
            card,
            used: Some(CardUse::Event),
        }
        | Order::Play { card } => Some(DATA.cards[*card].id.as_str()),
        _ => None,
    })
}

/// The cards that a move gives away without their event.
fn spent_by(made: &Move) -> impl Iterator<Item = &'static str> {
    made.orders().iter().filter_map(|order| match order {
        Order::PlayCard { used, .. } if *used == Some(CardUse::Event) => None,
        Order::PlayCard { card, .. } | Order::Discard { card } => {
            Some(DATA.cards[*card].id.as_str())
        }
        _ => None,
    })
}

/// How often the rarest of some things was so; no number is larger than that of nothing.
fn rarity(things: impl Iterator<Item = impl AsRef<str>>, count: &Count) -> usize {
    let happened = |thing: &str| count.get(thing).copied().unwrap_or_default();
    things
        .map(|thing| happened(thing.as_ref()))
        .min()
        .unwrap_or(usize::MAX)
}

/// Whether somebody holds a combat card that has seldom been played.
fn saved_up(now: &Position, events: &Count) -> bool {
    let mut cards = DATA.cards.iter().enumerate();
    cards.any(|(number, card)| {
        let held = matches!(now.state().zone(number), Some(CardZone::Hand));
        held && card.combat_card && events.get(&card.id).is_none_or(|played| *played < ENOUGH)
    })
}

/// The rarest of the combat cards that may be played before a die falls.
fn playable(mut now: Position, seed: u64, events: &Count) -> usize {
    let mut rarest = usize::MAX;
    while now.asks_for() == Asked::Cards {
        let drawn = now.sample_answers(seed, DRAWN.0).unwrap();
        rarest = rarest.min(rarity(drawn.iter().flat_map(events_of), events));
        let Some(pass) = drawn.iter().find(|made| events_of(made).next().is_none()) else {
            break;
        };
        now = now.play_unchecked(pass).unwrap();
    }
    rarest
}

/// The rarest of the combat cards that a move leads to, now or in the battle it makes.
fn leads_to(now: &Position, made: &Move, seed: u64, events: &Count) -> usize {
    let then = now.play_unchecked(made).unwrap();
    if then.asks_for() != Asked::Attack {
        return playable(then, seed, events);
    }
    let attacks = then.sample_answers(seed, DRAWN.1).unwrap();
    let attacks = attacks
        .iter()
        .map(|attack| then.play_unchecked(attack).unwrap());
    let cards = attacks.map(|battle| playable(battle, seed, events));
    cards.min().unwrap_or(usize::MAX)
}

/// Of several answers the one with the event that has happened least often so far, now or in the battle it makes;
/// of those without one the one that gives no rare event away, and does what has seldom been done.
fn rarest<'a>(now: &Position, drawn: &'a [Move], seed: u64, met: &Met) -> &'a Move {
    let fights = matches!(
        now.asks_for(),
        Asked::Operations | Asked::Attack | Asked::Advance
    );
    let fights = fights && saved_up(now, &met.events);
    let played = |made: &Move| {
        let at_once = rarity(events_of(made), &met.events);
        if fights {
            at_once.min(leads_to(now, made, seed, &met.events))
        } else {
            at_once
        }
    };
    let gives = |made: &Move| rarity(spent_by(made), &met.events).min(ENOUGH);
    let done = |made: &Move| rarity(orders_in(&made.to_text(&DATA, Some(now))), &met.orders);
    let rank = |made: &&Move| (played(made), ENOUGH - gives(made), done(made));
    drawn.iter().min_by_key(rank).unwrap()
}

/// Plays a game to its end, and notes what it has met.
fn play(scenario: &str, start: &Position, game: u64, met: &mut Met) {
    let mut random = Random::new(game, 7);
    let mut now = start.clone();
    let mut record: Vec<String> = Vec::new();
    for number in 0..MOST {
        let kind = now.asks_for();
        *met.asked.entry(kind.word().to_owned()).or_default() += 1;
        if number % EVERY == 0 {
            kept(&now);
        }
        now = match kind {
            Asked::Over => {
                kept(&now);
                adds_up(&now);
                assert!(now.sample_answers(1, 1).unwrap().is_empty());
                let answered = |at: Position, text: &String| at.answer(text).unwrap();
                assert_eq!(record.iter().fold(start.clone(), answered), now);
                return;
            }
            Asked::Chance => {
                let outcome = fallen(&now, &mut random);
                record.push(outcome.text(&DATA));
                now.play_outcome(outcome).unwrap()
            }
            _ => {
                let seed = random.below(1 << 32) as u64;
                let count = match kind {
                    Asked::Action
                    | Asked::Operations
                    | Asked::Attack
                    | Asked::Cards
                    | Asked::Advance => DRAWN.0,
                    _ => DRAWN.1,
                };
                let drawn = now.sample_answers(seed, count).unwrap();
                let found = !drawn.is_empty();
                assert!(found, "{scenario}, game {game}, {kind}: {}", now.to_json());
                assert_eq!(drawn[..1], now.sample_answers(seed, 1).unwrap());
                for made in &drawn {
                    let broken = now.check(made).unwrap();
                    assert_eq!(
                        broken,
                        [],
                        "{scenario}, game {game}, answer {number}: {kind}"
                    );
                }
                let eventful = kind != Asked::Action || random.chance(EVENTFUL);
                let made = if eventful {
                    rarest(&now, &drawn, seed, met)
                } else {
                    let saved = |made: &&Move| rarity(spent_by(made), &met.events) >= ENOUGH;
                    drawn.iter().find(saved).unwrap_or(&drawn[0])
                };
                let text = made.to_text(&DATA, Some(&now));
                met.note(made, &text);
                record.push(text);
                now.play_unchecked(made).unwrap()
            }
        };
    }
    panic!("{scenario}, game {game}: no end");
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long run is for")]
fn whole_games_are_played_by_answers_at_random() {
    let played: Vec<_> = thread::scope(|all| {
        let play_all = |(name, start, number): (&'static str, Position, u64)| {
            let mut met = Met::default();
            for game in 0..number {
                play(name, &start, game, &mut met);
            }
            (name, number, met)
        };
        let lanes = starts().into_iter();
        let lanes: Vec<_> = lanes
            .map(|each| all.spawn(move || play_all(each)))
            .collect();
        lanes.into_iter().map(|lane| lane.join().unwrap()).collect()
    });
    for (name, number, met) in &played {
        println!("{name}: {number} games");
        println!("asked: {:?}", met.asked);
        for kind in ["action", "attack", "redeployment", "replacement_points"] {
            assert!(met.asked.contains_key(kind), "{kind} was never asked");
        }
        assert!(!met.events.is_empty());
    }
    println!("Events of all, and of each in this order:");
    for card in &DATA.cards {
        let happened = |(_, _, met): &(_, _, Met)| met.events.get(&card.id).copied().unwrap_or(0);
        let row: Vec<usize> = played.iter().map(happened).collect();
        println!(
            "{:6} {row:5?} {} {}",
            row.iter().sum::<usize>(),
            card.id,
            card.name
        );
    }
}
