//! What dice and choices come to in the end, on a game that is reckoned by hand.
#![allow(clippy::unwrap_used)]

use engine::chance::Fraction;
use engine::evaluation::{
    Branch, Choice, Evaluation, Explored, GameTree, Interval, Part, Strategy, evaluate,
};
use std::cell::Cell;

/// A die of two sides says how much may be taken; then each part takes so much or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Die,
    First(i64),
    Second(i64, i64),
    Over(i64, i64),
}

/// Measures: what the first takes, and what both take. The second part wants the sum small.
#[derive(Default)]
struct Taking {
    /// Whether answers above 1 are not told.
    short: bool,
    /// How many positions were gone on from.
    asked: Cell<u64>,
}

impl GameTree<2> for Taking {
    type Position = Stage;
    type Outcome = i64;
    type Answer = i64;
    type Asked = ();
    /// Takes this much, or as much as there is.
    type Policy = i64;

    fn key(&self, position: &Stage) -> u64 {
        let (kind, one, other) = match *position {
            Stage::Die => (0, 0, 0),
            Stage::First(most) => (1, most, 0),
            Stage::Second(most, taken) => (2, most, taken),
            Stage::Over(first, second) => (3, first, second),
        };
        u64::try_from(kind * 100 + one * 10 + other).unwrap()
    }

    fn branch(&self, position: &Stage) -> Branch<2, Self> {
        self.asked.set(self.asked.get() + 1);
        let choose = |part: Part, most: i64| {
            let told = if self.short { most.min(1) } else { most };
            Branch::Choice(Choice {
                part,
                asked: (),
                missing: told < most,
                answers: (0..=told).collect(),
            })
        };
        match *position {
            Stage::Die => {
                let half = Fraction::new(1, 2).unwrap();
                Branch::Chance(vec![(1, half), (3, half)])
            }
            Stage::First(most) => choose(Part::First, most),
            Stage::Second(most, _) => choose(Part::Second, most),
            Stage::Over(first, second) => Branch::Over([first, first + second]),
        }
    }

    fn fallen(&self, _: &Stage, most: i64) -> Stage {
        Stage::First(most)
    }

    fn chosen(&self, position: &Stage, (): &(), answer: &i64) -> Stage {
        match *position {
            Stage::First(most) => Stage::Second(most, *answer),
            Stage::Second(_, first) => Stage::Over(first, *answer),
            other => other,
        }
    }

    fn ends(&self, _: &Stage) -> [(i64, i64); 2] {
        [(0, 3), (0, 6)]
    }

    fn is_welcome(&self, _: usize) -> bool {
        true
    }

    fn sort(&self, measure: usize) -> usize {
        measure
    }

    fn pick(&self, _: &Stage, choice: &Choice<i64, ()>, policy: i64) -> usize {
        let wanted = choice.answers.iter().position(|answer| *answer == policy);
        wanted.unwrap_or(choice.answers.len() - 1)
    }
}

fn told(game: &Taking, pair: [Strategy<i64>; 2], most: u64) -> Evaluation {
    let mut explored = Explored::new(game, Stage::Die);
    evaluate(&mut explored, &[pair], &[0, 1], most).unwrap()
}

fn exact(numerator: i128, denominator: i128) -> Interval {
    let value = Fraction::new(numerator, denominator).unwrap();
    Interval {
        low: value,
        high: value,
    }
}

#[test]
fn every_part_chooses_in_its_own_manner() {
    let game = Taking::default();
    // One die allows 1, the other 3.
    for (pair, first, both) in [
        ([Strategy::Best, Strategy::Best], exact(2, 1), exact(2, 1)),
        ([Strategy::Best, Strategy::Worst], exact(2, 1), exact(4, 1)),
        ([Strategy::Worst, Strategy::Best], exact(0, 1), exact(0, 1)),
        ([Strategy::Least, Strategy::Most], exact(0, 1), exact(2, 1)),
        (
            [Strategy::Policy(2), Strategy::Best],
            exact(3, 2),
            exact(3, 2),
        ),
        (
            [Strategy::Policy(2), Strategy::Policy(3)],
            exact(3, 2),
            exact(7, 2),
        ),
    ] {
        let found = told(&game, pair, 100);
        assert!(found.complete);
        assert_eq!(found.values, [vec![first, both]], "{pair:?}");
    }
}

#[test]
fn positions_are_gone_on_from_once() {
    let game = Taking::default();
    let found = told(&game, [Strategy::Most; 2], 100);
    assert_eq!(found.positions, game.asked.get());
    // The die, two firsts, 2 + 4 seconds, and what comes of them, met again where it is the same.
    assert!(found.positions <= 1 + 2 + 6 + 16);
    // As soon as nothing better can be had, others are not asked for.
    assert!(told(&game, [Strategy::Least; 2], 100).positions < found.positions);
}

#[test]
fn what_is_left_out_lies_between_its_ends() {
    let game = Taking::default();
    let whole = told(&game, [Strategy::Best; 2], 100);
    for most in 1..20 {
        let cut = told(&game, [Strategy::Best; 2], most);
        let values = cut.values[0].iter().zip(&whole.values[0]);
        for (cut, whole) in values {
            assert!(cut.low <= whole.low && whole.high <= cut.high, "{most}");
        }
    }
    let short = Taking {
        short: true,
        ..Taking::default()
    };
    let cut = told(&short, [Strategy::Best; 2], 100);
    assert!(!cut.complete);
    assert!(cut.values[0][0].low <= whole.values[0][0].low);
    assert!(whole.values[0][0].high <= cut.values[0][0].high);
}
