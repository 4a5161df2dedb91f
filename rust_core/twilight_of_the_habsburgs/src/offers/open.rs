//! What can be ordered, found piece by piece as it is asked for, order after order.
//!
//! What is in no legal move with some orders is in none with more of them; and a legal move found before
//! that has the order given last shows what can be given beside it. Both are kept from order to order.

use super::ways::{Ways, end_of};
use super::{Lister, told, units_of};
use crate::board::Hexes;
use crate::data::UnitId;
use crate::front::Front;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::mending::Outcome;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// So many legal moves are remembered from order to order.
const MOST_KEPT: usize = 512;

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

/// What may be offered, and all that would do it; `T` is what somebody else notes of it.
#[derive(Debug)]
pub struct Candidate<T> {
    /// As it is offered.
    pub offer: Order,
    ways: Vec<Order>,
    /// What is noted.
    pub note: Option<T>,
}

/// The orders that could be given in one position, of which it is found when somebody asks whether a legal
/// move has them beside those given.
#[derive(Debug)]
pub struct Open<T> {
    position: Position,
    asked: DecisionKind,
    side: Side,
    given: Vec<Order>,
    /// A legal move that has what is given.
    found: Vec<Order>,
    /// Legal moves that have what is given.
    moves: Vec<Vec<Order>>,
    proven: HashSet<Order>,
    never: HashSet<Order>,
    others: Vec<Candidate<T>>,
    /// By unit: where it could go.
    ways: Vec<OnceCell<Ways>>,
    begun: bool,
}

impl<T> Open<T> {
    /// Nothing is given. The position asks a side for a decision of this kind.
    #[must_use]
    pub fn new(position: Position, asked: DecisionKind, side: Side) -> Self {
        Self {
            position,
            asked,
            side,
            given: Vec::new(),
            found: Vec::new(),
            moves: Vec::new(),
            proven: HashSet::new(),
            never: HashSet::new(),
            others: Vec::new(),
            ways: Vec::new(),
            begun: false,
        }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What may be offered besides.
    pub fn others(&mut self) -> &mut [Candidate<T>] {
        &mut self.others
    }

    /// Does something with a lister, and keeps what that has found.
    fn with<R>(&mut self, work: impl FnOnce(&mut Lister<'_>, &mut Piece<'_, T>) -> R) -> R {
        let front: Front<'_> = self.position.front();
        let about = (self.asked, self.side);
        let mut lister = Lister::new(&self.position, &front, about, self.given.clone());
        if !self.ways.is_empty() {
            lister.ways = std::mem::take(&mut self.ways);
        }
        lister.kept = Some(std::mem::take(&mut self.moves));
        let mut piece = Piece {
            found: &mut self.found,
            proven: &self.proven,
            never: &mut self.never,
            others: &mut self.others,
        };
        let done = work(&mut lister, &mut piece);
        self.proven
            .extend(std::mem::take(&mut lister.listing.offers));
        self.moves = lister.kept.take().unwrap_or_default();
        self.ways = std::mem::take(&mut lister.ways);
        done
    }

    /// Asks about what can be given beside these orders.
    pub fn begin(&mut self, given: &Move) -> Begun {
        let orders = given.orders().to_vec();
        let more = self.begun && self.given.iter().all(|order| orders.contains(order));
        if !more {
            self.moves.clear();
            self.never.clear();
        }
        self.given = orders;
        let given = &self.given;
        self.moves
            .retain(|made| given.iter().all(|order| made.contains(order)));
        self.moves.truncate(MOST_KEPT);
        self.proven = self.moves.iter().flatten().map(told).collect();
        if self.begun {
            // Who goes with assault units is one of the orders given, or not (13.3).
            let kinds = &self.position.data().campaigns[self.position.state().scenario()].kinds;
            for (unit, ways) in self.ways.iter_mut().enumerate() {
                if kinds[unit] == Kind::Assault {
                    ways.take();
                }
            }
        }
        self.found = self.moves.last().cloned().unwrap_or_default();
        let known = !self.moves.is_empty();
        let again = self.begun && more;
        self.begun = true;
        self.with(|lister, piece| {
            if !known {
                match lister.look(lister.given.clone()) {
                    Outcome::Found => piece.found.clone_from(&lister.found),
                    Outcome::Never => return Begun::Nothing,
                    Outcome::Cut => return Begun::Unknown,
                }
            }
            piece.propose(lister, again);
            Begun::Open
        })
    }

    /// For each group of numbers of [`Self::others`] whether one at least can be ordered; `None` if that is
    /// not known.
    pub fn any_of(&mut self, groups: &[Vec<usize>]) -> Option<Vec<bool>> {
        self.with(|lister, piece| {
            if groups.len() > 1 && lister.asked == DecisionKind::Movement {
                piece.bundle(lister, groups);
            }
            groups
                .iter()
                .map(|group| piece.any(lister, group))
                .collect()
        })
    }

    /// Whether a move is legal.
    pub fn is_legal(&mut self, made: &Move) -> bool {
        self.with(|lister, _| lister.checker.check(lister.asked, made).is_empty())
    }
}

/// What a lister is told when it is asked for a piece.
struct Piece<'p, T> {
    found: &'p mut Vec<Order>,
    proven: &'p HashSet<Order>,
    never: &'p mut HashSet<Order>,
    others: &'p mut Vec<Candidate<T>>,
}

impl<T> Piece<'_, T> {
    /// Notes what may be offered. What depends on nothing but who is given orders is kept.
    fn propose(&mut self, lister: &Lister<'_>, again: bool) {
        let kept = again
            && matches!(
                lister.asked,
                DecisionKind::Movement | DecisionKind::Scouting
            );
        let mut proposals = Vec::new();
        if kept {
            let given = units_of(&lister.given);
            let kinds = &lister.front.campaign.kinds;
            let leads = |unit: UnitId| kinds[unit] == Kind::Assault;
            let moving = lister.asked == DecisionKind::Movement;
            self.others.retain(|one| {
                let goes = |unit: UnitId| given.contains(unit) || (moving && leads(unit));
                !one.offer.unit().is_some_and(goes)
            });
            if moving {
                for unit in lister.free().filter(|unit| leads(*unit)) {
                    proposals.extend(lister.ways(unit).all().cloned());
                }
                proposals.extend(lister.led());
            }
        } else {
            self.others.clear();
            proposals = lister.proposals();
        }
        let mut numbers: HashMap<Order, usize> = HashMap::new();
        if kept {
            let all = self.others.iter().enumerate();
            let named = units_of(&proposals);
            let same = all.filter(|(_, one)| one.offer.unit().is_some_and(|it| named.contains(it)));
            numbers.extend(same.map(|(at, one)| (one.offer.clone(), at)));
        }
        for order in proposals {
            let offer = told(&order);
            let at = *numbers.entry(offer.clone()).or_insert_with(|| {
                self.others.push(Candidate {
                    offer,
                    ways: Vec::new(),
                    note: None,
                });
                self.others.len() - 1
            });
            if !self.others[at].ways.contains(&order) {
                self.others[at].ways.push(order);
            }
        }
    }

    fn is_proven(&self, lister: &Lister<'_>, offer: &Order) -> bool {
        self.proven.contains(offer) || lister.listing.offers.contains(offer)
    }

    /// Whether one of some orders can be given.
    fn any(&mut self, lister: &mut Lister<'_>, group: &[usize]) -> Option<bool> {
        let mut offers = group.iter().map(|at| &self.others[*at].offer);
        if offers.any(|offer| self.is_proven(lister, offer)) {
            return Some(true);
        }
        let mut unknown = false;
        for at in group {
            match self.tried(lister, *at) {
                Outcome::Found => return Some(true),
                Outcome::Cut => unknown = true,
                Outcome::Never => {}
            }
        }
        // Of units whose ways are not all known another might do.
        let cut = |at: &usize| {
            let unit = self.others[*at].offer.unit();
            let ways = unit.and_then(|unit| lister.ways[unit].get());
            ways.is_some_and(|ways| ways.cut)
        };
        (!unknown && !group.iter().any(cut)).then_some(false)
    }

    fn tried(&mut self, lister: &mut Lister<'_>, at: usize) -> Outcome {
        let one = &self.others[at];
        if self.never.contains(&one.offer) {
            return Outcome::Never;
        }
        let moving = lister.asked == DecisionKind::Movement;
        let mut outcome = Outcome::Never;
        for way in &one.ways {
            if moving {
                lister.look_near(self.found, way);
            } else if self.found.len() > lister.given.len() {
                let orders = self.found.iter().chain([way]).cloned();
                lister.try_out(orders.collect());
            }
            if lister.listing.offers.contains(&one.offer) {
                return Outcome::Found;
            }
            let start = lister.start(self.found, way.clone());
            match lister.look(start) {
                Outcome::Found => return Outcome::Found,
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
        }
        if outcome == Outcome::Never {
            self.never.insert(one.offer.clone());
        }
        outcome
    }

    /// Notes what legal moves show in which many units go at once, of whom it is not known that they can.
    fn bundle(&mut self, lister: &mut Lister<'_>, groups: &[Vec<usize>]) {
        let mut ends = Hexes::EMPTY;
        let mut chosen: Vec<Order> = Vec::new();
        let busy = units_of(self.found);
        let mut going = busy;
        for group in groups {
            let mut offers = group.iter().map(|at| &self.others[*at].offer);
            if offers.any(|offer| self.is_proven(lister, offer)) {
                continue;
            }
            let ways = group.iter().flat_map(|at| &self.others[*at].ways);
            let mut walks = ways.filter(|way| matches!(way, Order::Go { .. }));
            let free = walks.find(|way| {
                let held = &lister.front.held[lister.side as usize];
                let end = end_of(way).filter(|end| !ends.contains(*end) && !held.contains(*end));
                end.is_some() && way.unit().is_some_and(|unit| !going.contains(unit))
            });
            if let Some(way) = free {
                if let (Some(end), Some(unit)) = (end_of(way), way.unit()) {
                    ends.insert(end);
                    going.insert(unit);
                }
                chosen.push(way.clone());
            }
        }
        let base = self.found.clone();
        lister.prove(&base, chosen);
    }
}

impl Lister<'_> {
    /// Walks that could lead assault units of which a walk is given.
    fn led(&self) -> Vec<Order> {
        let units = self.given.iter().filter_map(Order::unit);
        let leaders = units.filter_map(|unit| self.leaders(&self.given, unit));
        leaders.flatten().collect()
    }
}
