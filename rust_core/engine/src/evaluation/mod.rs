//! What dice and choices come to in the end: exact values of measures, whatever manner the two parts
//! choose in.
//!
//! A game says what follows a position ([`GameTree`]). Every position is met once, whatever leads to
//! it and whoever asks ([`Explored`]); the values come up from the ends.

mod explored;
mod walk;

pub use explored::Explored;

use crate::chance::{Fraction, TooFine};
use walk::Walk;

/// How a part chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy<P> {
    /// What is best for itself by the measure, knowing how the other chooses.
    Best,
    /// What is worst for itself.
    Worst,
    /// What makes the measure least, whoever wants that.
    Least,
    /// What makes it most.
    Most,
    /// By a policy of the game.
    Policy(P),
}

/// Who chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Whose measures they are: the attacker of a battle.
    First,
    /// The other.
    Second,
}

/// The ends between which a value lies; equal if it is known exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// It is not below this.
    pub low: Fraction,
    /// It is not above this.
    pub high: Fraction,
}

/// What something comes to in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// For each pair of strategies that was asked for, the value of each measure.
    pub values: Vec<Vec<Interval>>,
    /// How many positions were looked at.
    pub positions: u64,
    /// Whether everything was gone through.
    pub complete: bool,
}

/// What follows a position.
pub enum Branch<const MEASURES: usize, G: GameTree<MEASURES> + ?Sized> {
    /// Nothing, it is over: what each measure comes to.
    Over([i64; MEASURES]),
    /// One position.
    Next(G::Position),
    /// A throw: what may come of it, each with its odds.
    Chance(Vec<(G::Outcome, Fraction)>),
    /// A choice.
    Choice(Choice<G::Answer, G::Asked>),
}

/// A choice among answers.
#[derive(Debug)]
pub struct Choice<A, K> {
    /// Who chooses.
    pub part: Part,
    /// What is asked.
    pub asked: K,
    /// Whether there are more answers than are known.
    pub missing: bool,
    /// The answers.
    pub answers: Vec<A>,
}

/// A game of two parts from a position to its ends. Measures are numbered from 0.
pub trait GameTree<const MEASURES: usize> {
    /// A position.
    type Position;
    /// What comes of a throw.
    type Outcome: Copy;
    /// What can be chosen.
    type Answer;
    /// What a choice is about.
    type Asked;
    /// How a part may choose, besides by the measure.
    type Policy: Copy + PartialEq;

    /// What tells positions apart: of two with one key the same comes.
    fn key(&self, position: &Self::Position) -> u64;

    /// What follows a position.
    fn branch(&self, position: &Self::Position) -> Branch<MEASURES, Self>;

    /// The position after a throw.
    fn fallen(&self, position: &Self::Position, outcome: Self::Outcome) -> Self::Position;

    /// The position after an answer.
    fn chosen(
        &self,
        position: &Self::Position,
        asked: &Self::Asked,
        answer: &Self::Answer,
    ) -> Self::Position;

    /// Between which ends each measure lies, whatever still comes.
    fn ends(&self, position: &Self::Position) -> [(i64, i64); MEASURES];

    /// Whether more of a measure is better for the first part.
    fn is_welcome(&self, measure: usize) -> bool;

    /// Measures of one sort are reckoned together: one that is settled early waits for no others.
    fn sort(&self, measure: usize) -> usize;

    /// Which answer a policy takes.
    fn pick(
        &self,
        position: &Self::Position,
        choice: &Choice<Self::Answer, Self::Asked>,
        policy: Self::Policy,
    ) -> usize;

    /// The policy whose answer is often one of the two ends, besides the first answer.
    fn usual(&self, _asked: &Self::Asked) -> Option<Self::Policy> {
        None
    }

    /// Whether the measures come to the same whatever is answered.
    fn is_idle(&self, _asked: &Self::Asked, _measures: &[usize]) -> bool {
        false
    }

    /// Whether a policy takes its answer out of all there are, although some are missing.
    fn picks_from_all(&self, _asked: &Self::Asked) -> bool {
        false
    }
}

/// Whether a part of one of these pairs chooses otherwise than by a policy.
pub fn has_open_choices<P>(strategies: &[[Strategy<P>; 2]]) -> bool {
    let mut all = strategies.iter().flatten();
    all.any(|one| !matches!(one, Strategy::Policy(_)))
}

/// The values of measures for pairs of strategies, the first part's first. For each pair of policies, and for each
/// sort of measures, no more than `most` positions are looked at, and, if they are too few, as many
/// again; what is beyond them lies somewhere between its ends.
///
/// # Errors
/// [`TooFine`] if something cannot be told exactly.
pub fn evaluate<const MEASURES: usize, G: GameTree<MEASURES>>(
    explored: &mut Explored<'_, MEASURES, G>,
    strategies: &[[Strategy<G::Policy>; 2]],
    measures: &[usize],
    most: u64,
) -> Result<Evaluation, TooFine> {
    // Where both parts keep to policies few positions are met: these come alone.
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    let mut open = Vec::new();
    for (at, pair) in strategies.iter().enumerate() {
        match has_open_choices(std::slice::from_ref(pair)) {
            true => open.push(at),
            false => groups.push((vec![at], (0..measures.len()).collect())),
        }
    }
    let game = explored.game();
    let mut sorts: Vec<usize> = measures.iter().map(|one| game.sort(*one)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    for sort in sorts {
        let rows = 0..measures.len();
        let rows = rows.filter(|row| game.sort(measures[*row]) == sort);
        groups.push((open.clone(), rows.collect()));
    }
    let mut found: Vec<Vec<Option<Interval>>> = vec![vec![None; measures.len()]; strategies.len()];
    let mut complete = true;
    for (group, rows) in groups {
        if group.is_empty() || rows.is_empty() {
            continue;
        }
        let pairs: Vec<_> = group.iter().map(|at| strategies[*at]).collect();
        let asked: Vec<usize> = rows.iter().map(|row| measures[*row]).collect();
        let mut walk = Walk::new(explored, &pairs, &asked, most);
        let values = walk.whole()?;
        complete &= walk.is_complete();
        let mut values = values.iter();
        for at in group {
            for row in &rows {
                found[at][*row] = values.next().copied();
            }
        }
    }
    let whole = found.into_iter();
    let whole = whole.map(|intervals| intervals.into_iter().flatten().collect());
    Ok(Evaluation {
        values: whole.collect(),
        positions: explored.positions(),
        complete,
    })
}
