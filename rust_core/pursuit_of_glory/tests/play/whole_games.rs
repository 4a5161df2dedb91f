//! Whole games by answers at random: each is legal, each game ends by a rule, and its record in text comes
//! to the same end.

use super::*;
use engine::chance::Random;
use std::collections::BTreeMap;

/// A game of more answers than this has no end.
const MOST: usize = 20_000;
/// Of so many positions one is written and read again.
const EVERY: usize = 10;
/// No document of a position is longer, in bytes.
const LONGEST: usize = 64 * 1024;
/// So many answers are drawn where cards may be played, and elsewhere.
const DRAWN: (usize, usize) = (12, 3);
/// In so many of a hundred actions an event is preferred; the others give the armies something to do.
const EVENTFUL: usize = 40;

/// How many games of each scenario; `LEXBELLI_GAMES` asks for more.
fn games() -> u64 {
    let more = std::env::var("LEXBELLI_GAMES").ok();
    more.and_then(|number| number.parse().ok()).unwrap_or(2)
}

/// An outcome, as often as it is likely.
fn fallen(position: &Position, random: &mut Random) -> Outcome {
    let outcomes = position.chance().unwrap();
    let ways = usize::try_from(outcomes.ways()).unwrap();
    let mut number = random.below(ways) as u128;
    let falls = outcomes.parts().iter().find(|(_, part)| {
        let falls = number < *part;
        number = number.saturating_sub(*part);
        falls
    });
    falls.unwrap().0
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

/// How often something was so.
type Count = BTreeMap<String, usize>;

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

/// Of several answers the one with the event that has happened least often so far; the first if none has any.
fn rarest<'a>(drawn: &'a [Move], events: &Count) -> &'a Move {
    let happened = |card: &str| events.get(card).copied().unwrap_or_default();
    let rarity = |made: &&Move| events_of(made).map(happened).min().unwrap_or(usize::MAX);
    drawn.iter().min_by_key(rarity).unwrap()
}

/// Plays a game to its end; notes how often each kind of decision was asked, and each event played.
fn play(scenario: &str, game: u64, asked: &mut Count, events: &mut Count) {
    let mut random = Random::new(game, 7);
    let start = Position::scenario(&DATA, scenario).unwrap().opened();
    let mut now = start.clone();
    let mut record: Vec<String> = Vec::new();
    for number in 0..MOST {
        let kind = now.asks_for();
        *asked.entry(kind.word().to_owned()).or_default() += 1;
        if number % EVERY == 0 {
            kept(&now);
        }
        now = match kind {
            Asked::Over => {
                kept(&now);
                assert!(now.sample_answers(1, 1).unwrap().is_empty());
                let answered = |at: Position, text: &String| at.answer(text).unwrap();
                assert_eq!(record.iter().fold(start, answered), now);
                return;
            }
            Asked::Chance => {
                let outcome = fallen(&now, &mut random);
                record.push(outcome.text(&DATA));
                now.play_outcome(outcome).unwrap()
            }
            _ => {
                let seed = random.below(1 << 32) as u64;
                let plays_cards = matches!(kind, Asked::Action | Asked::Cards);
                let count = if plays_cards { DRAWN.0 } else { DRAWN.1 };
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
                    rarest(&drawn, events)
                } else {
                    &drawn[0]
                };
                for card in events_of(made) {
                    *events.entry(card.to_owned()).or_default() += 1;
                }
                record.push(made.to_text(&DATA, Some(&now)));
                now.play_unchecked(made).unwrap()
            }
        };
    }
    panic!("{scenario}, game {game}: no end");
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long run is for")]
fn whole_games_are_played_by_answers_at_random() {
    for scenario in DATA.scenarios.keys() {
        let (mut asked, mut events) = (Count::new(), Count::new());
        for game in 0..games() {
            play(scenario, game, &mut asked, &mut events);
        }
        println!("{scenario}: {} games\nasked: {asked:?}", games());
        for card in &DATA.cards {
            let happened = events.get(&card.id).copied().unwrap_or_default();
            println!("{happened:8} {} {}", card.id, card.name);
        }
        for kind in ["action", "attack", "redeployment", "replacement_points"] {
            assert!(asked.contains_key(kind), "{kind} was never asked");
        }
        assert!(!events.is_empty());
    }
}
