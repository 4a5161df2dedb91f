//! What can be ordered in operations: every order that at least one legal move contains beside
//! those given, as the law finds it (`docs/operations.md`).
//!
//! Each order is completed to the smallest move that has it, and the checker says what is owed.
//! Where several orders could mend that, all are tried; so what is not listed is in no legal move,
//! but for what [`Listing::undecided`] names.

mod bundles;
mod held;
mod helping;
mod leaving;
mod noted;
mod open;
mod piece;
mod repairs;
mod search;
mod ways;
mod words;

use crate::board::BitSet;
use crate::check::Checker;
use crate::data::{Data, PlaceId, UnitId};
use crate::orders::choices::{Candidate, Choices};
use crate::orders::{Move, Order};
use crate::position::Position;
use engine::mending::{Branch, Outcome};
use noted::Noted;
pub use open::{Begun, Open, Told};
use repairs::Standing;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use search::Task;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use ways::Ways;
pub use words::{InWords, in_words};

/// How many moves are judged at most for one order, and for all of a listing.
const MOST_FOR_ONE: usize = 10_000;
const MOST_FOR_ALL: usize = 100_000;

/// An order as players think of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Offer {
    /// As it is.
    Order(Order),
    /// A unit ends its move somewhere, whatever the way there.
    End(UnitId, PlaceId),
    /// An LCU is organized.
    Organize(UnitId),
    /// A unit has a role in that (18.3): 0, 1 and 2 are those of the rulebook's order.
    Use(UnitId, u8, UnitId),
}

impl Offer {
    /// The order as a term of the law.
    #[must_use]
    pub fn term(&self, data: &Data) -> String {
        let unit = |at: &UnitId| data.units[*at].id.as_str();
        match self {
            Self::Order(order) => Move::new(vec![order.clone()]).terms(data).join(" "),
            Self::End(at, place) => format!("go({},{})", unit(at), data.spaces[*place].id),
            Self::Organize(lcu) => format!("organize({})", unit(lcu)),
            Self::Use(lcu, role, scu) => {
                let role = words::ROLES[usize::from(*role)];
                format!("use({},{role},{})", unit(lcu), unit(scu))
            }
        }
    }
}

/// What can be ordered.
#[derive(Debug, Default)]
pub struct Listing {
    /// Every order found in a legal move with those given.
    pub offers: BTreeSet<Offer>,
    /// Orders of which that is not known: more would have had to be tried than there was time for.
    pub undecided: BTreeSet<Offer>,
    /// Whether nothing else can be ordered.
    pub complete: bool,
    /// How many moves were judged.
    pub judged: usize,
}

/// What is found once of a position, whatever is given.
#[derive(Debug, Default)]
struct Known {
    activations: BTreeMap<PlaceId, Vec<Candidate>>,
    costs: FxHashMap<Order, u8>,
    /// What activates a place for movement, and its cost, where that is activated as a whole.
    moving: FxHashMap<PlaceId, (Order, u8)>,
    /// What it costs at least to activate a unit for movement.
    cheapest: FxHashMap<UnitId, u8>,
    suppressors: Vec<UnitId>,
    organizable: Vec<(PlaceId, Order)>,
    assaults: Vec<PlaceId>,
    ways: FxHashMap<UnitId, Arc<Ways>>,
    /// What could be taken at most by all units together, and which forts could be besieged.
    helped: OnceCell<(BitSet, BitSet)>,
}

/// Finds legal moves that contain some orders.
struct Completer<'a> {
    position: &'a Position,
    checker: Rc<Checker<'a>>,
    choices: Rc<Choices<'a>>,
    /// Whether an event activates units free of OPS.
    free_of_ops: bool,
    only_organizes: bool,
    known: Known,
    branch: Branch<Order, FxBuildHasher>,
    /// What those orders come to that were judged last.
    standing: Standing,
    /// Whether it has been said what helps those who wait.
    helpers_told: bool,
    /// How many moves may still be judged for this order.
    left: usize,
    /// Whether something was left out.
    cut: bool,
    offers: Noted,
    /// The last legal move that was found, while it is asked for.
    found: Vec<Order>,
    keeps_found: bool,
    /// All of them, if they are wanted.
    kept: Option<Vec<Vec<Order>>>,
}

/// Every order that the side to act could give with `ops` OPS beside those given.
///
/// # Arguments
/// `given` are orders that the move has; a path is the whole way, and an `organize` without an
/// eliminated SCU may still get one. `ends` says where units end their moves, whatever the way.
#[must_use]
pub fn list(position: &Position, ops: u8, given: &Move, ends: &[(UnitId, PlaceId)]) -> Listing {
    Completer::new(position, ops).list(given, ends)
}

impl Known {
    /// Of a position; the ways of units are found when they are asked for.
    fn of(checker: &Checker<'_>, choices: &Choices<'_>) -> Self {
        let mut known = Self::default();
        for one in choices.activations() {
            known.costs.insert(one.order(), one.cost);
            if one.purpose == crate::activation::Purpose::Move {
                if !one.stack {
                    known.moving.insert(one.place, (one.order(), one.cost));
                }
                for unit in &one.units {
                    let least = known.cheapest.entry(*unit).or_insert(one.cost);
                    *least = one.cost.min(*least);
                }
            }
            known.activations.entry(one.place).or_default().push(one);
        }
        known.organizable = choices
            .places()
            .flat_map(|place| {
                let here = choices.organizable_at(place).into_iter();
                here.filter(move |order| match order.units().split_first() {
                    Some((lcu, scus)) => checker.could_form(*lcu, scus, place),
                    None => false,
                })
                .map(move |order| (place, order))
            })
            .collect();
        known.suppressors = choices.suppressors();
        known.assaults = choices.assaults();
        known
    }
}

impl<'a> Completer<'a> {
    fn new(position: &'a Position, ops: u8) -> Self {
        let checker = Checker::new(position, ops);
        let choices = checker.choices();
        Self::knowing(position, Rc::new(checker), Rc::new(choices), None)
    }

    /// As [`Self::new`], with what is known of the position already.
    fn knowing(
        position: &'a Position,
        checker: Rc<Checker<'a>>,
        choices: Rc<Choices<'a>>,
        known: Option<Known>,
    ) -> Self {
        let known = known.unwrap_or_else(|| Known::of(&checker, &choices));
        Self {
            position,
            checker,
            free_of_ops: position.free_activation().is_some(),
            only_organizes: choices.only_organizes(),
            known,
            branch: Branch::default(),
            standing: Standing::default(),
            helpers_told: false,
            left: 0,
            cut: false,
            offers: Noted::default(),
            found: Vec::new(),
            keeps_found: true,
            kept: None,
            choices,
        }
    }

    /// What others could take at most, and which enemy forts could be besieged after the move.
    fn helped(&self) -> (BitSet, BitSet) {
        *self.known.helped.get_or_init(|| {
            let data = self.position.data();
            let mut starts: BTreeSet<(PlaceId, u8)> = BTreeSet::new();
            for unit in self.known.cheapest.keys() {
                let entry = &data.units[*unit];
                let mf = entry.full.mf.max(entry.reduced.mf);
                starts.extend(self.position.place(*unit).map(|place| (place, mf)));
            }
            let mut reach: BitSet = starts.iter().map(|(place, _)| *place).collect();
            for (place, mf) in starts {
                reach |= self.checker.within_reach(place, mf);
            }
            reach |= self.known.assaults.iter().copied().collect();
            reach |= self
                .known
                .organizable
                .iter()
                .map(|(place, _)| *place)
                .collect();
            (
                reach & self.checker.takeable_at_most(),
                reach & self.checker.hostile_forts(),
            )
        })
    }

    /// The orders that are given in full, and what has to be done besides; `None` if a path among them
    /// cannot be gone.
    fn divided(&self, given: &Move, ends: &[(UnitId, PlaceId)]) -> Option<(Vec<Order>, Vec<Task>)> {
        let mut base: Vec<Order> = Vec::new();
        let mut tasks: Vec<Task> = Vec::new();
        for (unit, stop) in ends {
            tasks.push(Task::End(*unit, *stop));
        }
        for order in given.orders() {
            match order {
                Order::Organize {
                    eliminated: None, ..
                } => tasks.push(Task::Form(order.clone())),
                Order::Go { unit, path } => {
                    let own = self.checker.own_units().contains(*unit);
                    let step = |at: usize| {
                        let steps = self.choices.steps(*unit, &path[..at]);
                        steps.contains(&path[at])
                    };
                    if !own || !(0..path.len()).all(step) {
                        return None;
                    }
                    base.push(order.clone());
                }
                _ => base.push(order.clone()),
            }
        }
        Some((base, tasks))
    }

    fn list(mut self, given: &Move, ends: &[(UnitId, PlaceId)]) -> Listing {
        let nothing = |complete| Listing {
            complete,
            ..Listing::default()
        };
        let Some((base, tasks)) = self.divided(given, ends) else {
            return nothing(true);
        };
        let mut all = MOST_FOR_ALL;
        let empty = base.is_empty() && tasks.is_empty();
        match self.attempt(&base, &tasks, &mut all) {
            Outcome::Never => return nothing(true),
            Outcome::Cut if !empty => return nothing(false),
            Outcome::Found => {
                let found = std::mem::take(&mut self.found);
                self.keeps_found = false;
                self.bundle(&found, &mut all);
            }
            Outcome::Cut => self.keeps_found = false,
        }
        let mut undecided = BTreeSet::new();
        let standing = self.standing_with(&base, &tasks);
        for (offer, task) in self.possible(given, ends) {
            let stays = matches!(offer, Offer::End(unit, _) if !self.may_go(unit, &standing));
            if stays || self.offers.contains(&offer) {
                continue;
            }
            let (orders, more) = task.joined(&base, &tasks);
            if self.attempt(&orders, &more, &mut all) == Outcome::Cut {
                undecided.insert(offer);
            }
        }
        undecided.retain(|offer| !self.offers.contains(offer));
        Listing {
            complete: undecided.is_empty() && !self.choices.is_crowded(),
            judged: MOST_FOR_ALL - all,
            offers: self.offers.drain().collect(),
            undecided,
        }
    }

    /// Notes what a legal move contains.
    fn note_offers(&mut self, orders: &[Order]) {
        if self.keeps_found {
            self.found.clear();
            self.found.extend_from_slice(orders);
        }
        if let Some(kept) = &mut self.kept {
            kept.push(orders.to_vec());
        }
        for order in orders {
            match order {
                Order::Go { unit, path } => {
                    if let Some(start) = self.position.place(*unit) {
                        let stop = self.checker.stop_of(start, path);
                        self.offers.insert(Offer::End(*unit, stop));
                    }
                }
                Order::Organize { .. } => {
                    roles(order)
                        .into_iter()
                        .for_each(|role| self.offers.insert(role));
                }
                _ => {
                    self.offers.insert(Offer::Order(order.clone()));
                }
            }
        }
    }

    /// What could be offered besides, as far as one order tells.
    fn possible(&mut self, given: &Move, ends: &[(UnitId, PlaceId)]) -> Vec<(Offer, Possible)> {
        let mut found = self.possible_orders(given);
        for unit in self.goers(given, ends) {
            for stop in self.stops(unit) {
                let task = Possible::Task(Task::End(unit, stop));
                found.push((Offer::End(unit, stop), task));
            }
        }
        found
    }

    /// The same but for the paths of units.
    fn possible_orders(&self, given: &Move) -> Vec<(Offer, Possible)> {
        let choices = &self.choices;
        let place = |order: fn(PlaceId) -> Order, places: Vec<PlaceId>| {
            places.into_iter().map(order).collect::<Vec<_>>()
        };
        let mut orders: Vec<Order> = Vec::new();
        for one in self.known.activations.values().flatten() {
            orders.push(one.order());
        }
        let attacked = self.known.activations.iter().filter(|(place, all)| {
            choices.may_be_joined(**place)
                && all
                    .iter()
                    .any(|one| one.purpose != crate::activation::Purpose::Move)
        });
        let joined: Vec<PlaceId> = attacked.map(|(place, _)| *place).collect();
        for unit in choices.joiners() {
            orders.extend(joined.iter().map(|place| Order::JoinAt {
                unit,
                place: *place,
            }));
        }
        let suppressors = self.known.suppressors.iter();
        orders.extend(suppressors.map(|unit| Order::Suppress { unit: *unit }));
        orders.extend(place(|place| Order::Land { place }, choices.landings()));
        orders.extend(place(|place| Order::Assault { place }, choices.assaults()));
        orders.extend(place(
            |place| Order::Entrench { place },
            choices.entrenchable(),
        ));
        orders.extend(place(
            |place| Order::Withdraw { place },
            choices.withdrawals(),
        ));
        orders.extend(place(|place| Order::Remove { place }, choices.removals()));
        let fixed: BTreeSet<&Order> = given.orders().iter().collect();
        let mut found: Vec<_> = orders
            .into_iter()
            .filter(|order| !fixed.contains(order))
            .map(|order| (Offer::Order(order.clone()), Possible::Order(order)))
            .collect();
        let forming = |lcu: UnitId| {
            given.orders().iter().find(|order| {
                matches!(order, Order::Organize { .. }) && order.units().first() == Some(&lcu)
            })
        };
        for (_, order) in &self.known.organizable {
            let Some(lcu) = order.units().first().copied() else {
                continue;
            };
            let known = forming(lcu);
            if known.is_some_and(|known| !extends(order, known)) {
                continue;
            }
            for role in roles(order) {
                let how = match known {
                    Some(_) => Possible::Instead(order.clone()),
                    None => Possible::Order(order.clone()),
                };
                found.push((role, how));
            }
        }
        found
    }

    /// The units that could have a path yet.
    fn goers(&self, given: &Move, ends: &[(UnitId, PlaceId)]) -> Vec<UnitId> {
        let named: FxHashSet<UnitId> = given
            .orders()
            .iter()
            .filter_map(|order| match order {
                Order::Go { unit, .. } => Some(*unit),
                _ => None,
            })
            .chain(ends.iter().map(|(unit, _)| *unit))
            .collect();
        let own = self.checker.own_units();
        let own = own.iter().filter(|unit| !named.contains(unit));
        own.filter(|unit| self.known.cheapest.contains_key(unit))
            .collect()
    }

    /// The places where a unit could end its move.
    fn stops(&mut self, unit: UnitId) -> Vec<PlaceId> {
        let ways = self.ways(unit);
        let mut stops: Vec<_> = ways.all.iter().map(|way| way.stop).collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    }
}

/// An order that is tried.
#[derive(Debug, Clone)]
enum Possible {
    Order(Order),
    Task(Task),
    /// Instead of the `organize` that was given, and that it completes.
    Instead(Order),
}

impl Possible {
    /// The orders and tasks there are with it.
    fn joined(self, base: &[Order], tasks: &[Task]) -> (Vec<Order>, Vec<Task>) {
        let (mut orders, mut more) = (base.to_vec(), tasks.to_vec());
        match self {
            Self::Order(order) => orders.push(order),
            Self::Task(task) => more.push(task),
            Self::Instead(task) => {
                more.retain(|one| !matches!(one, Task::Form(_)));
                orders.push(task);
            }
        }
        (orders, more)
    }
}

/// Whether an `organize` is another with a third SCU, or the same.
fn extends(order: &Order, given: &Order) -> bool {
    match (order, given) {
        (
            Order::Organize {
                reserve,
                removed,
                eliminated,
                ..
            },
            Order::Organize {
                reserve: first,
                removed: last,
                eliminated: third,
                ..
            },
        ) => (reserve, removed) == (first, last) && (third.is_none() || third == eliminated),
        _ => false,
    }
}

/// What the law says of an `organize`.
fn roles(order: &Order) -> Vec<Offer> {
    let Order::Organize {
        lcu,
        reserve,
        eliminated,
        removed,
    } = order
    else {
        return Vec::new();
    };
    let uses = [(0, Some(*reserve)), (1, *eliminated), (2, Some(*removed))];
    let uses = uses
        .into_iter()
        .filter_map(|(role, unit)| Some(Offer::Use(*lcu, role, unit?)));
    std::iter::once(Offer::Organize(*lcu)).chain(uses).collect()
}
