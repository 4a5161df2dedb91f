//! The judges of positions whose orders are asked for piece by piece. They keep what they find of supply, so
//! each thread holds those that it used last; who comes from another thread has one made anew.

use crate::check::Checker;
use crate::orders::choices::Choices;
use crate::position::Position;
use self_cell::self_cell;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many are held by a thread.
const MOST_HELD: usize = 4;

type Tools<'a> = (Rc<Checker<'a>>, Rc<Choices<'a>>);

self_cell!(
    struct Judging {
        owner: Position,
        #[not_covariant]
        dependent: Tools,
    }
);

thread_local! {
    /// The one that was used last comes last.
    static HELD: RefCell<Vec<(u64, Judging)>> = const { RefCell::new(Vec::new()) };
}

/// A number that nobody else has.
pub(super) fn key() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Asks the judge that is held for a key; it is always of the same position, with as many OPS to spend.
pub(super) fn with<R>(
    key: u64,
    position: &Position,
    ops: u8,
    ask: impl for<'a> FnOnce(&'a Position, Rc<Checker<'a>>, Rc<Choices<'a>>) -> R,
) -> R {
    let known = HELD.with_borrow_mut(|held| {
        let at = held.iter().position(|(other, _)| *other == key)?;
        Some(held.remove(at).1)
    });
    let judging = known.unwrap_or_else(|| {
        Judging::new(position.clone(), |position| {
            let checker = Checker::new(position, ops);
            let choices = checker.choices();
            (Rc::new(checker), Rc::new(choices))
        })
    });
    let answer = judging.with_dependent(|position, (checker, choices)| {
        ask(position, Rc::clone(checker), Rc::clone(choices))
    });
    HELD.with_borrow_mut(|held| {
        if held.len() == MOST_HELD {
            held.remove(0);
        }
        held.push((key, judging));
    });
    answer
}
