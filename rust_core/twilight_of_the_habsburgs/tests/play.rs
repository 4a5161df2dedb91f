//! Random games: every position is sound, every sampled move legal, and no game comes to a halt.

#![allow(clippy::unwrap_used, clippy::panic)]

use engine::chance::Random;
use std::collections::BTreeMap;
use std::sync::Arc;
use twilight_of_the_habsburgs::data::Data;
use twilight_of_the_habsburgs::orders::Move;
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::sequence::Parameters;
use twilight_of_the_habsburgs::vocabulary::{DecisionKind, Side};

fn data() -> Arc<Data> {
    Arc::new(Data::shipped().unwrap())
}

fn scenarios(data: &Data) -> Vec<String> {
    let names = data.scenarios.iter().map(|scenario| scenario.name.clone());
    names
        .flat_map(|name| [format!("{name}_setup"), name])
        .collect()
}

/// What every position keeps.
fn holds(data: &Arc<Data>, position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let text = position.to_json();
    let read = Position::from_json(data, text.as_bytes(), &[]);
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, *position);
    assert_eq!(read.to_json(), text);
    let again = Position::from_bytes(data, &position.to_bytes(), &[]).unwrap();
    assert_eq!(again, *position);
    assert_eq!(*position.at_next_decision(), *position);
}

/// A random answer; `None` when the game is over.
fn next(position: &Position, random: &mut Random) -> Option<(String, Position)> {
    let decision = position.decision();
    if let Parameters::Chance { outcomes } = &decision.parameters {
        let parts: Vec<_> = outcomes
            .parts()
            .iter()
            .map(|(outcome, _)| *outcome)
            .collect();
        let outcome = *random.pick(&parts).unwrap();
        assert_eq!(position.read_outcome(&outcome.text()).unwrap(), outcome);
        return Some((outcome.text(), position.play_outcome(outcome).unwrap()));
    }
    if decision.kind == DecisionKind::Over {
        return None;
    }
    let seed = random.below(usize::MAX) as u64;
    let made = sample(position, seed).unwrap_or_else(|| panic!("nothing for {position}"));
    assert_eq!(position.check(&made).unwrap(), [], "{position}");
    let data = position.data();
    let text = made.to_text(data, Some(position));
    assert_eq!(
        Move::parse(position, decision.kind, &text).unwrap(),
        made,
        "{text}"
    );
    let json = made.to_json(data);
    assert_eq!(Move::parse(position, decision.kind, &json).unwrap(), made);
    let terms = made.terms(data).join(" ");
    assert_eq!(Move::from_terms(data, decision.kind, &terms).unwrap(), made);
    let after = position.play(&made).unwrap();
    Some((text, after))
}

/// Plays a record again.
fn again(start: Position, record: &[String]) -> Position {
    record.iter().fold(start, |position, text| {
        let asked = position.decision().kind;
        if asked == DecisionKind::Chance {
            return position
                .play_outcome(position.read_outcome(text).unwrap())
                .unwrap();
        }
        position
            .play(&Move::parse(&position, asked, text).unwrap())
            .unwrap()
    })
}

/// The reckoning of a position adds up.
fn adds_up(position: &Position) {
    let reckoning = position.front().reckoning();
    let scores = reckoning.scores.iter();
    let margin: i32 = scores
        .map(|(side, _, points)| match side {
            Side::Central => i32::try_from(*points).unwrap(),
            Side::Entente => -i32::try_from(*points).unwrap(),
        })
        .sum();
    assert_eq!(reckoning.margin, margin, "{position}");
    let level = position.data().victory.level(margin);
    assert!(
        reckoning.surrender || reckoning.level == level,
        "{position}"
    );
}

/// How many games of each scenario; `LEXBELLI_GAMES` asks for more.
fn games() -> u64 {
    let more = std::env::var("LEXBELLI_GAMES").ok();
    more.and_then(|number| number.parse().ok()).unwrap_or(2)
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long run is for")]
fn random_games_are_played_to_their_end() {
    let data = data();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for name in scenarios(&data) {
        for seed in 0..games() {
            let mut random = Random::new(seed, 2);
            let start = Position::opening(&data, &name).unwrap();
            let mut position = start.clone();
            let mut record = Vec::new();
            for step in 0.. {
                *kinds.entry(position.decision().kind.word()).or_default() += 1;
                if step % 7 == 0 {
                    holds(&data, &position);
                }
                let Some((text, after)) = next(&position, &mut random) else {
                    break;
                };
                record.push(text);
                position = after;
                assert!(step < 4_000, "{position}");
            }
            adds_up(&position);
            assert_eq!(again(start, &record), position);
        }
        println!("{name}: {} games; asked in all so far: {kinds:?}", games());
    }
    for kind in DecisionKind::ALL {
        assert!(
            kinds.contains_key(kind.word())
                || matches!(kind, DecisionKind::Excess | DecisionKind::Submarine),
            "{kind} in {kinds:?}"
        );
    }
}
