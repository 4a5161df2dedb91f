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
use twilight_of_the_habsburgs::vocabulary::DecisionKind;

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
fn next(position: &Position, random: &mut Random) -> Option<Position> {
    let decision = position.decision();
    if let Parameters::Chance { outcomes } = &decision.parameters {
        let parts: Vec<_> = outcomes
            .parts()
            .iter()
            .map(|(outcome, _)| *outcome)
            .collect();
        let outcome = *random.pick(&parts).unwrap();
        assert_eq!(position.read_outcome(&outcome.text()).unwrap(), outcome);
        return Some(position.play_outcome(outcome).unwrap());
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
    Some(position.play(&made).unwrap())
}

#[test]
fn random_games_are_played_to_their_end() {
    let data = data();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for name in scenarios(&data) {
        for seed in 0..2 {
            let mut random = Random::new(seed, 2);
            let mut position = Position::opening(&data, &name).unwrap();
            for step in 0.. {
                *kinds.entry(position.decision().kind.word()).or_default() += 1;
                if step % 7 == 0 {
                    holds(&data, &position);
                }
                match next(&position, &mut random) {
                    Some(after) => position = after,
                    None => break,
                }
                assert!(step < 4_000, "{position}");
            }
        }
    }
    for kind in DecisionKind::ALL {
        assert!(
            kinds.contains_key(kind.word())
                || matches!(kind, DecisionKind::Excess | DecisionKind::Submarine),
            "{kind} in {kinds:?}"
        );
    }
}
