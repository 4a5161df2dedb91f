//! Throws and draws: what can fall, how likely, its number, its text; and what is refused.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use engine::chance::{Dice, Distribution, Draw, Fraction, Kept, Random, Results, Throw};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn dice(number: u32, faces: u32, kept: Kept) -> Throw {
    Throw::Dice(Dice::new(number, faces, kept).unwrap())
}

fn draw(taken: u32, of: u32, ordered: bool) -> Throw {
    Throw::Draw(Draw::numbered(taken, of, ordered).unwrap())
}

fn small() -> impl Strategy<Value = Throw> {
    let kept = prop_oneof![Just(Kept::Faces), Just(Kept::Sum)];
    let some_dice = (1_u32..5, 2_u32..8, kept).prop_map(|(n, f, kept)| dice(n, f, kept));
    let some_draw = (1_u32..9, any::<bool>()).prop_flat_map(|(of, ordered)| {
        (1..=of.min(4)).prop_map(move |taken| draw(taken, of, ordered))
    });
    prop_oneof![some_dice, some_draw]
}

fn message<T: std::fmt::Debug>(result: engine::error::Result<T>) -> String {
    result.unwrap_err().to_string()
}

proptest! {
    #[test]
    fn outcomes_are_all_and_different(throw in small()) {
        let all: Vec<_> = throw.outcomes()?.collect();
        prop_assert_eq!(all.len() as u128, throw.count()?);
        prop_assert!(all.is_sorted_by(|a, b| a < b));
        let mut reached = 0;
        let mut sum = Fraction::ZERO;
        for (number, fell) in all.iter().enumerate() {
            prop_assert_eq!(throw.index(fell)?, number as u128);
            prop_assert_eq!(throw.span(fell)?.0, reached);
            prop_assert!(throw.parts_at(reached)?);
            reached += throw.span(fell)?.1;
            sum = sum.plus(throw.probability(fell)?)?;
            let told = throw.told(fell);
            prop_assert_eq!(&throw.read(&told)?, fell, "{}", told);
        }
        prop_assert_eq!(reached, throw.ways()?);
        prop_assert!(!throw.parts_at(reached + 1)?);
        prop_assert_eq!(sum, Fraction::ONE);
        prop_assert!(throw.outcome(all.len() as u128).is_err());
        let distribution = throw.distribution()?;
        prop_assert!(distribution.is_sound());
        for fell in &all {
            prop_assert_eq!(distribution.probability(fell), throw.probability(fell)?);
        }
        prop_assert_eq!(Throw::parse(&throw.to_string())?, throw);
    }

    #[test]
    fn sums_are_those_of_dice_added_one_by_one(number in 1_u32..7, faces in 2_u32..13) {
        let die = Distribution::weighted((1..=faces).map(|face| (face, 1)))?.unwrap();
        let mut added = die.clone();
        for _ in 1..number {
            added = added.and_then(|sum| die.map(|face| sum + face))?;
        }
        let thrown = dice(number, faces, Kept::Sum).distribution()?;
        prop_assert_eq!(thrown.map(|fell| fell.numbers()[0]), added);
    }

    #[test]
    fn numbers_of_large_draws_lead_back(taken in 1_u32..20, of in 20_u32..56, ordered: bool, seed: u64) {
        let throw = draw(taken, of, ordered);
        let fell = throw.sample(&mut Random::new(seed, 0));
        let index = throw.index(&fell)?;
        prop_assert!(index < throw.count()?);
        prop_assert_eq!(throw.outcome(index)?, fell);
        let last = throw.count()? - 1;
        prop_assert_eq!(throw.index(&throw.outcome(last)?)?, last);
    }

    #[test]
    fn samples_can_fall(throw in small(), seed: u64) {
        let fell = throw.sample(&mut Random::new(seed, 7));
        prop_assert_eq!(throw.fallen(fell.numbers())?, fell.clone());
        prop_assert_eq!(throw.sample(&mut Random::new(seed, 7)), fell);
    }

    #[test]
    fn results_are_what_the_outcomes_come_to(cut in 1_u32..6, next in 1_u32..6) {
        let result = |face: u32| u32::from(face > cut) + u32::from(face > next);
        let results = Results::of_die::<6>(result);
        let throw = results.throw().unwrap();
        for fell in throw.outcomes()? {
            prop_assert_eq!(*results.of(&fell)?, result(fell.numbers()[0]));
        }
        let again = Results::new(throw.clone(), results.parts().to_vec())?;
        prop_assert_eq!(&again, &results);
        let die = Distribution::die(6).map(|face| result((*face).into()));
        prop_assert_eq!(results.distribution()?, die);
    }

    #[test]
    fn what_can_be_read_is_written_so(text in "[0-9]{0,3}(d|draw |of | )[0-9dsumraw of:+,]{0,12}") {
        if let Ok(throw) = Throw::parse(&text) {
            prop_assert_eq!(throw.to_string(), text);
        }
    }
}

#[test]
fn samples_are_uniform() {
    // Chi squared of 36 and of 35 outcomes; by chance above 80 once in 50,000 seeds.
    for throw in [dice(2, 6, Kept::Faces), draw(3, 7, false)] {
        let mut random = Random::new(11, 3);
        let mut met: BTreeMap<u128, u32> = BTreeMap::new();
        let (rounds, count) = (72_000, throw.count().unwrap());
        for _ in 0..rounds {
            let index = throw.index(&throw.sample(&mut random)).unwrap();
            *met.entry(index).or_default() += 1;
        }
        let mean = f64::from(rounds) / count as f64;
        let squares: f64 = met
            .values()
            .map(|n| (f64::from(*n) - mean).powi(2) / mean)
            .sum();
        assert_eq!(met.len() as u128, count);
        assert!(squares < 80.0, "{throw}: {squares}");
    }
}

#[test]
fn large_throws_are_counted_and_not_listed() {
    let hand = draw(7, 55, false);
    assert_eq!(hand.count(), Ok(202_927_725));
    assert_eq!(
        message(hand.distribution()),
        "throw: draw 7 of 55 has 202927725 outcomes; at most 100000 can be listed"
    );
    let first = hand.outcome(0).unwrap();
    assert_eq!(first.numbers(), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(hand.probability(&first).unwrap().to_string(), "1/202927725");
    // A whole deck can be shuffled; its probabilities cannot be told.
    let deck = draw(55, 55, true);
    assert!(deck.count().is_err());
    let shuffled = deck.sample(&mut Random::new(1, 0));
    assert_eq!(deck.fallen(shuffled.numbers()).unwrap(), shuffled);
    assert!(message(deck.index(&shuffled)).contains("too fine to be told"));
    assert_eq!(draw(27, 55, false).count(), Ok(3_824_345_300_380_220));
    // C(130, 65) is just below 2^127, C(132, 66) above it.
    assert!(draw(65, 130, false).count().is_ok());
    assert!(draw(66, 132, false).count().is_err());
    assert!(dice(49, 6, Kept::Sum).ways().is_ok());
    assert!(message(dice(50, 6, Kept::Sum).distribution()).contains("too fine"));
}

#[test]
fn what_cannot_be_thrown_is_refused() {
    for (text, said) in [
        ("0d6", "'0d6' is no throw"),
        ("101d6", "'101' dice are not thrown: 1 to 100"),
        ("1d1", "a die has no '1' faces: 2 to 1000"),
        ("1d1001", "a die has no '1001' faces"),
        ("2d6 total", "is no throw"),
        ("d6", "is no throw"),
        ("01d6", "is no throw"),
        ("+1d6", "is no throw"),
        ("2d99999999999", "is no throw"),
        ("draw 0 of 5", "is no throw"),
        ("draw 6 of 5", "'6' cannot be drawn of 5"),
        ("draw 1 of 10001", "a set of more than 10000 is too large"),
        ("draw 2 of 5 in", "is no throw"),
        ("", "is no throw"),
    ] {
        let refused = message(Throw::parse(text));
        let named = refused.starts_with("throw: ");
        assert!(named && refused.contains(said), "{text}: {refused}");
    }
    for (names, said) in [
        (vec!["a", "b", "a"], "'a' stands twice"),
        (vec!["a", ""], "is no name"),
        (vec!["a, b"], "is no name"),
        (vec!["a\u{1b}"], "'a\\u{1b}' is no name"),
        (vec![" a"], "is no name"),
    ] {
        let refused = message(Draw::new(1, names, false));
        assert!(refused.contains(said), "{refused}");
    }
    let two = dice(2, 6, Kept::Faces);
    let cards = Throw::Draw(Draw::new(2, ["cp_05", "cp_06", "cp_07"], false).unwrap());
    for (throw, text, said) in [
        (&two, "2d6: 3", "1 given, but 2d6 has 2"),
        (&two, "2d6: 3+7", "'7' is no roll of a die: 1 to 6"),
        (&two, "2d6: 3+x", "'x' is no roll of a die"),
        (&two, "2d6: 3+03", "'03' is no roll of a die"),
        (&two, "1d6: 3", "does not begin with '2d6: '"),
        (&two, "2d6 sum: 7", "does not begin with '2d6: '"),
        (
            &cards,
            "draw 2 of 3: cp_05",
            "1 given, but this is draw 2 of 3",
        ),
        (
            &cards,
            "draw 2 of 3: cp_05, cp_05",
            "'cp_05' is drawn twice",
        ),
        (
            &cards,
            "draw 2 of 3: cp_07, cp_05",
            "not in the order of the set",
        ),
        (
            &cards,
            "draw 2 of 3: cp_05, cp_8",
            "unknown thing of draw 2 of 3 'cp_8'",
        ),
    ] {
        let refused = message(throw.read(text));
        let named = refused.starts_with("roll: ");
        assert!(named && refused.contains(said), "{text}: {refused}");
    }
    let sum = dice(2, 6, Kept::Sum);
    assert_eq!(
        message(sum.read("2d6 sum: 13")),
        "roll: '13' is no sum of 2d6 sum: 2 to 12"
    );
    // In the order of the set, however it was drawn.
    let fell = cards.keep(&[2, 0]).unwrap();
    assert_eq!(cards.told(&fell), "draw 2 of 3: cp_05, cp_07");
    assert_eq!(sum.told(&sum.keep(&[3, 4]).unwrap()), "2d6 sum: 7");
}

#[test]
fn results_that_a_throw_cannot_give_are_refused() {
    let six = || dice(1, 6, Kept::Faces);
    let sum = || dice(2, 6, Kept::Sum);
    let refused = |throw, parts: &[(char, u128)]| message(Results::new(throw, parts.to_vec()));
    assert_eq!(
        refused(six(), &[('a', 2), ('b', 3)]),
        "outcomes: 5 ways are given, but 1d6 has 6"
    );
    let more = refused(six(), &[('a', 2), ('b', 5)]);
    assert!(
        more.contains("cannot fall in the first 7 of 6 ways"),
        "{more}"
    );
    // No sum of two dice comes in 2 of 36 ways, but 2 and 3 together come in 3.
    assert!(refused(sum(), &[('a', 2), ('b', 34)]).contains("first 2 of 36"));
    let results = Results::new(sum(), [('a', 3), ('b', 33)]).unwrap();
    let of = |text: &str| *results.of(&sum().read(text).unwrap()).unwrap();
    assert_eq!((of("2d6 sum: 3"), of("2d6 sum: 4")), ('a', 'b'));
    assert!(
        Results::certain('a')
            .of(&six().outcome(0).unwrap())
            .is_err()
    );
}
