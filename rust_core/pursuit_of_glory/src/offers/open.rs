//! What can be ordered, found piece by piece as it is asked for, order after order.
//!
//! What is in no legal move with some orders is in none with more of them; and a legal move found before
//! that has the order given last shows what can be given beside it. Both are kept from order to order.

use super::piece::Piece;
use super::{Completer, Known, MOST_FOR_ALL, Offer, Possible, Task, held};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use engine::mending::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::Arc;

/// So many legal moves are remembered from order to order.
const MOST_KEPT: usize = 64;

/// What there is to be found beside the orders given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// Nothing: they are in no legal move.
    Nothing,
    /// That is asked piece by piece.
    Open,
    /// More would have to be tried than there is time for.
    Unknown,
}

/// How an order is said: its words, and its text.
pub type Told = Arc<(Vec<u16>, String)>;

/// What may be offered, and all that would do it.
#[derive(Debug)]
pub struct Candidate {
    /// As it is offered.
    pub offer: Offer,
    pub(super) ways: Vec<Possible>,
    /// What somebody else notes of it.
    pub note: Option<Told>,
}

/// The orders that could be given in one position, of which it is found when somebody asks whether a legal
/// move has them beside those given.
#[derive(Debug)]
pub struct Open {
    /// What is held for it.
    key: u64,
    position: Arc<Position>,
    ops: u8,
    known: Option<Known>,
    crowded: bool,
    given: Move,
    ends: Vec<(UnitId, PlaceId)>,
    base: Vec<Order>,
    tasks: Vec<Task>,
    /// A legal move that has what is given, if one was needed.
    found: Vec<Order>,
    /// Legal moves that have what is given.
    moves: Vec<Vec<Order>>,
    proven: FxHashSet<Offer>,
    never: FxHashSet<Offer>,
    /// What may be offered besides, each with all that would do it; without paths.
    others: Vec<Candidate>,
    goers: Vec<UnitId>,
    /// Those who cannot go any more.
    staying: FxHashSet<UnitId>,
    /// How many moves may still be judged.
    left: usize,
}

impl Open {
    /// Nothing is given.
    #[must_use]
    pub fn new(position: Position, ops: u8) -> Self {
        Self {
            key: held::key(),
            position: Arc::new(position),
            ops,
            known: None,
            crowded: false,
            given: Move::default(),
            ends: Vec::new(),
            base: Vec::new(),
            tasks: Vec::new(),
            found: Vec::new(),
            moves: Vec::new(),
            proven: FxHashSet::default(),
            never: FxHashSet::default(),
            others: Vec::new(),
            goers: Vec::new(),
            staying: FxHashSet::default(),
            left: MOST_FOR_ALL,
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What may be offered besides, without paths.
    #[must_use]
    pub fn others(&self) -> &[Candidate] {
        &self.others
    }

    /// Notes something of one of them.
    pub fn note(&mut self, number: usize, told: Told) {
        self.others[number].note = Some(told);
    }

    /// The units that may be offered paths.
    #[must_use]
    pub fn goers(&self) -> &[UnitId] {
        &self.goers
    }

    /// Whether a move is legal.
    pub fn is_legal(&mut self, made: &Move) -> bool {
        self.with(|completer, _| completer.checker.check(made).is_empty())
    }

    /// Does something with a completer, and keeps what that has found.
    fn with<R>(&mut self, work: impl FnOnce(&mut Completer<'_>, &mut Piece<'_>) -> R) -> R {
        let (key, position) = (self.key, Arc::clone(&self.position));
        held::with(key, &position, self.ops, |position, checker, choices| {
            let known = self.known.take();
            let completer = Completer::knowing(position, checker, choices, known);
            self.piece(completer, work)
        })
    }

    fn piece<R>(
        &mut self,
        mut completer: Completer<'_>,
        work: impl FnOnce(&mut Completer<'_>, &mut Piece<'_>) -> R,
    ) -> R {
        completer.kept = Some(std::mem::take(&mut self.moves));
        let mut piece = Piece {
            base: &self.base,
            tasks: &self.tasks,
            found: &self.found,
            proven: &mut self.proven,
            never: &mut self.never,
            staying: &mut self.staying,
            left: &mut self.left,
            standing: OnceCell::new(),
        };
        let done = work(&mut completer, &mut piece);
        self.proven.extend(completer.offers.drain());
        self.moves = completer.kept.take().unwrap_or_default();
        self.known = Some(completer.known);
        done
    }

    /// Asks about what can be given beside these orders; of `ends` only where units end is given.
    pub fn begin(&mut self, given: Move, ends: Vec<(UnitId, PlaceId)>) -> Begun {
        let first = self.known.is_none();
        let holds = |order: &Order| given.orders().contains(order);
        let more =
            self.given.orders().iter().all(holds) && self.ends.iter().all(|end| ends.contains(end));
        if !more || first {
            self.moves.clear();
            self.never.clear();
            self.staying.clear();
        }
        (self.given, self.ends, self.left) = (given, ends, MOST_FOR_ALL);
        self.proven.clear();
        self.found.clear();
        // Who is in an organization that is given depends on that.
        let forms = |order: &Order| matches!(order, Order::Organize { .. });
        let again = more && !first && !self.others.is_empty();
        let again = again && !self.given.orders().iter().any(forms);
        self.goers.clear();
        let (key, position) = (self.key, Arc::clone(&self.position));
        held::with(key, &position, self.ops, |position, checker, choices| {
            let known = self.known.take();
            self.begun(
                Completer::knowing(position, checker, choices, known),
                first,
                again,
            )
        })
    }

    fn begun(&mut self, mut completer: Completer<'_>, first: bool, again: bool) -> Begun {
        if first {
            self.crowded = completer.choices.is_crowded();
        }
        let (given, ends) = (&self.given, &self.ends);
        let divided = completer.divided(given, ends);
        let begun = match divided {
            _ if self.crowded => Begun::Unknown,
            None => Begun::Nothing,
            Some((base, tasks)) => {
                (self.base, self.tasks) = (base, tasks);
                completer.keep_those(&mut self.moves, given, ends);
                for made in &self.moves {
                    completer.note_offers(made);
                }
                completer.kept = Some(std::mem::take(&mut self.moves));
                let kept = completer.kept.as_ref().and_then(|all| all.last());
                let empty = self.base.is_empty() && self.tasks.is_empty();
                let outcome = match kept {
                    Some(made) => {
                        self.found.clone_from(made);
                        Outcome::Found
                    }
                    None => {
                        let done = completer.attempt(&self.base, &self.tasks, &mut self.left);
                        if done == Outcome::Found {
                            self.found.clone_from(&completer.found);
                        }
                        done
                    }
                };
                match outcome {
                    Outcome::Never => Begun::Nothing,
                    Outcome::Cut if !empty => Begun::Unknown,
                    _ => {
                        if again {
                            let orders = given.orders();
                            self.others.retain(|one| match &one.offer {
                                Offer::Order(order) => !orders.contains(order),
                                _ => true,
                            });
                        } else {
                            self.others = candidates(completer.possible_orders(given));
                        }
                        self.goers = completer.goers(given, ends);
                        Begun::Open
                    }
                }
            }
        };
        self.proven.extend(completer.offers.drain());
        self.moves = completer.kept.take().unwrap_or_default();
        self.known = Some(completer.known);
        begun
    }

    /// For each group of numbers of [`Self::others`] whether one at least can be ordered; `None` if that is
    /// not known.
    pub fn any_of(&mut self, groups: &[Vec<usize>]) -> Option<Vec<bool>> {
        let known = |offer: &Offer, proven: &FxHashSet<Offer>| proven.contains(offer);
        if groups.iter().all(|group| {
            let mut all = group.iter().map(|at| &self.others[*at].offer);
            all.any(|offer| known(offer, &self.proven))
                || group
                    .iter()
                    .all(|at| self.never.contains(&self.others[*at].offer))
        }) {
            let any = |group: &Vec<usize>| {
                let mut all = group.iter().map(|at| &self.others[*at].offer);
                all.any(|offer| known(offer, &self.proven))
            };
            return Some(groups.iter().map(any).collect());
        }
        let others = std::mem::take(&mut self.others);
        let found = self.with(|completer, piece| {
            let any = |group: &Vec<usize>| {
                let group = group.iter().map(|at| &others[*at]);
                piece.any(completer, group)
            };
            groups.iter().map(any).collect()
        });
        self.others = others;
        found
    }

    /// For each unit that may go whether it can; `None` if that is not known.
    pub fn who_goes(&mut self) -> Option<Vec<bool>> {
        let goers = std::mem::take(&mut self.goers);
        let found = self.with(|completer, piece| {
            piece.bundle(completer, &goers);
            let known = piece.going(completer);
            let goes = |unit: &UnitId| match known.contains(unit) {
                true => Some(true),
                false => piece.goes(completer, *unit),
            };
            goers.iter().map(goes).collect()
        });
        self.goers = goers;
        found
    }

    /// Whether any unit can go; `None` if that is not known.
    pub fn any_goes(&mut self) -> Option<bool> {
        let ends =
            |offer: &Offer| matches!(offer, Offer::End(unit, _) if self.goers.contains(unit));
        if self.proven.iter().any(ends) {
            return Some(true);
        }
        let goers = std::mem::take(&mut self.goers);
        let found = self.with(|completer, piece| {
            if piece.one_goes(completer, &goers) {
                return Some(true);
            }
            let mut unknown = false;
            for unit in &goers {
                match piece.goes(completer, *unit) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            (!unknown).then_some(false)
        });
        self.goers = goers;
        found
    }

    /// The places where a unit can end its move; `None` if that is not known.
    pub fn stops(&mut self, unit: UnitId) -> Option<Vec<PlaceId>> {
        self.with(|completer, piece| {
            let mut found = Vec::new();
            if piece.stays(completer, unit) {
                return Some(found);
            }
            let mut unknown = false;
            for stop in completer.stops(unit) {
                match piece.ends(completer, unit, stop) {
                    Some(true) => found.push(stop),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            unknown |= completer.ways(unit).cut;
            (!unknown).then_some(found)
        })
    }

    /// Which of [`Self::others`] can be ordered of these; `None` if that is not known.
    pub fn proven(&mut self, numbers: &[usize]) -> Option<Vec<usize>> {
        let groups: Vec<_> = numbers.iter().map(|at| vec![*at]).collect();
        let any = self.any_of(&groups)?;
        let found = numbers.iter().zip(any).filter(|(_, any)| *any);
        Some(found.map(|(at, _)| *at).collect())
    }
}

/// What may be offered, each offer once.
fn candidates(possible: Vec<(Offer, Possible)>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut numbers: FxHashMap<Offer, usize> = FxHashMap::default();
    for (offer, way) in possible {
        let at = *numbers.entry(offer.clone()).or_insert_with(|| {
            found.push(Candidate {
                offer,
                ways: Vec::new(),
                note: None,
            });
            found.len() - 1
        });
        found[at].ways.push(way);
    }
    found
}

impl Completer<'_> {
    /// Keeps those of some legal moves that have what is given.
    fn keep_those(&self, moves: &mut Vec<Vec<Order>>, given: &Move, ends: &[(UnitId, PlaceId)]) {
        let stop = |unit: UnitId, path: &[PlaceId]| {
            let start = self.position.place(unit);
            start.map(|start| self.checker.stop_of(start, path))
        };
        moves.retain(|made| {
            let ended = ends.iter().all(|(unit, end)| {
                made.iter().any(|order| match order {
                    Order::Go { unit: goes, path } => {
                        goes == unit && stop(*unit, path) == Some(*end)
                    }
                    _ => false,
                })
            });
            ended && given.orders().iter().all(|order| made.contains(order))
        });
        moves.truncate(MOST_KEPT);
    }
}
