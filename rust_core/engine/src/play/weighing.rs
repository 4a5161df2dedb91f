//! What answers are worth: by the positions after them, and by how games go on from there.

use super::{Next, Playable};
use crate::chance::{Random, Results, Throw};
use crate::error::Result;

/// Throws with more results than this fall instead of being gone through.
const MOST_RESULTS: usize = 36;
/// How often in a hundred a part is left out where answers are mended, and how many are taken over from
/// another at most.
const LEFT_OUT: usize = 20;
const MOST_TAKEN: usize = 3;

/// A game whose positions have a worth, for players.
pub trait Assessed: Playable {
    /// What answers are made of: an order.
    type Part: Clone + PartialEq;

    /// What a worth is made of, by name.
    const TERMS: &'static [&'static str];

    /// Reads an answer to what is asked.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) if it cannot be read.
    fn read(&self, text: &str) -> Result<Self::Answer>;

    /// What the position is worth to the first side, term by term, in points of the game; to the other
    /// it is worth as much less. A game that is won is worth more than any that is not.
    fn terms(&self) -> Vec<f64>;

    /// What an answer promises who gives it, and the position after it does not show yet.
    fn promised(&self, answer: &Self::Answer) -> f64;

    /// Legal answers that are weighed whatever is drawn: to pass, say.
    fn plain(&self) -> Vec<Self::Answer>;

    /// The parts of an answer, in the order of play.
    fn parts(answer: &Self::Answer) -> &[Self::Part];

    /// Do two parts say of the same what it does: of a unit where it goes, say? Of such one alone can
    /// be in an answer.
    fn is_rival(one: &Self::Part, other: &Self::Part) -> bool;

    /// The answer of these parts, if it is legal.
    fn joined(&self, parts: Vec<Self::Part>) -> Option<Self::Answer>;

    /// The throw that is due, if one is.
    fn due(&self) -> Option<Results<Self::Outcome>>;
}

/// What an answer is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    /// What the position after it is worth to the first side, term by term: the mean over what falls.
    pub terms: Vec<f64>,
    /// What it promises who gives it.
    pub promise: f64,
    /// How many positions were looked at.
    pub positions: usize,
}

/// What is worth this to the first side is worth as much less to the other.
const fn sign(side: usize) -> f64 {
    if side == 0 { 1.0 } else { -1.0 }
}

/// How a game goes on: whoever decides takes the best of a few answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// Of how many answers drawn at random the best is taken.
    pub samples: usize,
    /// How many decisions are made at most.
    pub decisions: usize,
}

/// What the position after an answer is worth, with exact odds where dice fall first: `throws`, one
/// upon the other, are gone through; others fall, and what is drawn.
///
/// # Errors
/// [`Error::BadInput`](crate::error::Error::BadInput) if this is no answer.
pub fn weighed<P: Assessed>(
    position: &P,
    answer: &P::Answer,
    throws: usize,
    random: &mut Random,
) -> Result<Worth> {
    let mut positions = 0;
    let after = position.after(answer)?;
    let terms = expected(&after, throws, random, &mut positions)?;
    Ok(Worth {
        terms,
        promise: position.promised(answer),
        positions,
    })
}

fn expected<P: Assessed>(
    position: &P,
    throws: usize,
    random: &mut Random,
    positions: &mut usize,
) -> Result<Vec<f64>> {
    let mut fell: Option<P> = None;
    loop {
        let now = fell.as_ref().unwrap_or(position);
        if now.next() != Next::Chance {
            *positions += 1;
            return Ok(now.terms());
        }
        let gone_through = |due: &Results<P::Outcome>| {
            !matches!(due.throw(), Some(Throw::Draw(_))) && due.parts().len() <= MOST_RESULTS
        };
        if let Some(due) = now.due().filter(|due| throws > 0 && gone_through(due)) {
            let mut mean = vec![0.0; P::TERMS.len()];
            for (outcome, odds) in due.iter() {
                let after = now.after_throw(outcome.clone())?;
                let terms = expected(&after, throws - 1, random, positions)?;
                for (all, term) in mean.iter_mut().zip(terms) {
                    *all += odds.to_f64() * term;
                }
            }
            return Ok(mean);
        }
        let Some(outcome) = now.fallen(random) else {
            *positions += 1;
            return Ok(now.terms());
        };
        fell = Some(now.after_throw(outcome)?);
    }
}

/// The best of some answers drawn at random, and of those that are weighed in any case; `None` if there
/// is none. Where dice follow an answer, the promise alone tells of them.
///
/// # Errors
/// As [`Playable::drawn`].
fn greedy<P: Assessed>(
    position: &P,
    side: usize,
    samples: usize,
    random: &mut Random,
) -> Result<Option<P::Answer>> {
    let mut answers = position.plain();
    answers.extend(position.drawn(random.seed(), samples)?);
    if answers.len() < 2 {
        return Ok(answers.pop());
    }
    let mut best: Option<(f64, P::Answer)> = None;
    for answer in answers {
        let Some(worth) = at_once(position, side, &answer) else {
            continue;
        };
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, answer));
        }
    }
    Ok(best.map(|(_, answer)| answer))
}

/// What an answer is worth to a side before any dice fall: of them the promise tells. `None` if it cannot
/// be followed.
fn at_once<P: Assessed>(position: &P, side: usize, answer: &P::Answer) -> Option<f64> {
    let after = position.after(answer).ok()?;
    let terms: f64 = after.terms().iter().sum();
    Some(sign(side) * terms + position.promised(answer))
}

/// Mends the first of some answers part by part, with parts of all of them: what is worth more to the
/// side is kept. `tries` is how many answers are put together. Returned is the best that was found, and
/// what it is worth before any dice fall; `None` if the first cannot be followed.
pub fn mended<P: Assessed>(
    position: &P,
    side: usize,
    answers: &[P::Answer],
    tries: usize,
    random: &mut Random,
) -> Option<(P::Answer, f64)> {
    let mut best = answers.first()?.clone();
    let mut most = at_once(position, side, &best)?;
    for _ in 0..tries {
        let mut parts = P::parts(&best).to_vec();
        let others = P::parts(random.pick(answers)?);
        if others.is_empty() || random.chance(LEFT_OUT) {
            if parts.is_empty() {
                continue;
            }
            parts.remove(random.below(parts.len()));
        } else {
            let first = random.below(others.len());
            let end = (first + 1 + random.below(MOST_TAKEN)).min(others.len());
            for part in &others[first..end] {
                match parts.iter().position(|one| P::is_rival(one, part)) {
                    Some(at) if parts[at] == *part => {}
                    Some(at) => parts[at] = part.clone(),
                    None => parts.push(part.clone()),
                }
            }
        }
        if parts == P::parts(&best) {
            continue;
        }
        let Some(answer) = position.joined(parts) else {
            continue;
        };
        if let Some(found) = at_once(position, side, &answer)
            && found > most
        {
            (best, most) = (answer, found);
        }
    }
    Some((best, most))
}

/// What comes of an answer if the game goes on from there: what the last position is worth to the first
/// side. The same seed has the same dice and draws.
///
/// # Errors
/// As [`Playable::drawn`] and [`Playable::after`].
pub fn followed<P: Assessed>(
    position: &P,
    answer: &P::Answer,
    course: Course,
    seed: u64,
) -> Result<f64> {
    let mut random = Random::new(seed, 0);
    let mut now = position.after(answer)?;
    let mut decided = 0;
    loop {
        let next = match now.next() {
            Next::Over => break,
            Next::Chance => match now.fallen(&mut random) {
                Some(outcome) => now.after_throw(outcome)?,
                None => break,
            },
            Next::Side(side) => {
                if decided >= course.decisions {
                    break;
                }
                decided += 1;
                match greedy(&now, side, course.samples, &mut random)? {
                    Some(answer) => now.after(&answer)?,
                    None => break,
                }
            }
        };
        now = next;
    }
    Ok(now.terms().iter().sum())
}
