//! Every legal move of operations, and how many there are (9.2, 10, 11).
//!
//! Activations are chosen, then all that could need others or help them, each judged with the rest. What is
//! left are units that walk on their own: of them every combination is legal in which the places where they
//! end and whence they come break no rule (`check/independence.rs`), and none is judged. Left out are paths
//! that go through a place of the Gallipoli map twice, where that would be free (11.4.2) and nothing lay in
//! between.

mod product;
mod walks;

use crate::activation::Purpose;
use crate::board::BitSet;
use crate::check::{Checker, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::choices::{Candidate, Choices};
use crate::orders::{Move, Order};
use crate::position::Position;
use engine::enumeration::{Choice, Filling, Slot, Verdict};
use product::{Product, Rover, Walker};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use walks::{Walk, Walks};

/// So often it is asked whether to go on: once in so many moves and judgements.
const ASKED_EVERY: u32 = 1024;

/// What the orders chosen mean for those who are not judged with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// Nothing.
    Alone,
    /// Somebody needs others: whoever could help is judged too.
    Needs,
    /// A beachhead is given up: so is whoever may live on it.
    Forsakes,
}

/// Finds every legal move of operations in one position.
pub struct Enumeration<'a> {
    checker: Checker<'a>,
    choices: Choices<'a>,
    activations: Vec<Candidate>,
    organizable: Vec<Order>,
    suppressors: Vec<UnitId>,
    entrenchable: Vec<PlaceId>,
    joiners: Vec<UnitId>,
    /// Landings, and the bases that units come from.
    landings: Vec<(PlaceId, Order)>,
    /// What gives up beachheads.
    forsaking: Vec<(PlaceId, Order)>,
    assaults: Vec<Order>,
    walks: Vec<OnceCell<Walks>>,
    by_force: bool,
}

impl<'a> Enumeration<'a> {
    /// Of the side to act with so many OPS to spend.
    #[must_use]
    pub fn new(position: &'a Position, ops: u8) -> Self {
        let checker = Checker::new(position, ops);
        let choices = checker.choices();
        let data = position.data();
        let withdraws = choices.withdrawals().into_iter();
        let removes = choices.removals().into_iter();
        let forsaking = withdraws
            .map(|place| (place, Order::Withdraw { place }))
            .chain(removes.map(|place| (place, Order::Remove { place })));
        let assaults = choices.assaults().into_iter();
        let landings = choices.landings().into_iter();
        let landings = landings.filter_map(|place| {
            let base = data.spaces[place].island_base?;
            Some((base, Order::Land { place }))
        });
        Self {
            activations: choices.activations(),
            organizable: choices.organizable(),
            suppressors: choices.suppressors(),
            entrenchable: choices.entrenchable(),
            joiners: choices.joiners(),
            landings: landings.collect(),
            forsaking: forsaking.collect(),
            assaults: assaults.map(|place| Order::Assault { place }).collect(),
            walks: (0..data.units.len()).map(|_| OnceCell::new()).collect(),
            by_force: false,
            checker,
            choices,
        }
    }

    /// The same, every combination judged: what the rest saves is not relied on.
    #[must_use]
    pub fn by_force(position: &'a Position, ops: u8) -> Self {
        Self {
            by_force: true,
            ..Self::new(position, ops)
        }
    }

    /// Whether these are all moves: no unit could go on where its path is as long as one can be written,
    /// and no place has more stacks than are listed.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let moves = self.activations.iter();
        let mut moves = moves.filter(|one| one.purpose == Purpose::Move);
        !self.choices.is_crowded()
            && moves.all(|one| one.units.iter().all(|unit| !self.walks(*unit, one).cut))
    }

    /// Every legal move, each once, as long as `take` goes on and `halted` says no.
    ///
    /// # Errors
    /// A break if one of them broke off.
    pub fn visit(
        &self,
        halted: &dyn Fn() -> bool,
        take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Search::new(self, halted, Task::Visit(take)).run()
    }

    /// How many legal moves there are; those that were counted until `halted` said yes, and a break.
    pub fn count(&self, halted: &dyn Fn() -> bool) -> (u128, ControlFlow<()>) {
        let mut number = 0;
        let done = Search::new(self, halted, Task::Count(&mut number)).run();
        (number, done)
    }
}

/// What is done with legal moves.
enum Task<'t> {
    Visit(&'t mut dyn FnMut(&[Order]) -> ControlFlow<()>),
    Count(&'t mut u128),
}

struct Search<'e, 'a, 't> {
    of: &'e Enumeration<'a>,
    halted: &'t dyn Fn() -> bool,
    task: Task<'t>,
    broken: Vec<Violation>,
    until_asked: u32,
}

impl<'e, 'a, 't> Search<'e, 'a, 't> {
    fn new(of: &'e Enumeration<'a>, halted: &'t dyn Fn() -> bool, task: Task<'t>) -> Self {
        Self {
            of,
            halted,
            task,
            broken: Vec::new(),
            until_asked: ASKED_EVERY,
        }
    }

    fn run(&mut self) -> ControlFlow<()> {
        self.activate(0, self.of.choices.ops(), &mut Vec::new())
    }

    /// Asks now and then whether to go on.
    #[inline]
    fn go_on(&mut self) -> ControlFlow<()> {
        self.until_asked -= 1;
        if self.until_asked == 0 {
            self.until_asked = ASKED_EVERY;
            if (self.halted)() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn judge(&mut self, orders: &[Order]) -> ControlFlow<(), Verdict> {
        self.go_on()?;
        let made = Move::new(orders.to_vec());
        self.of.checker.judge(&made, &mut self.broken);
        ControlFlow::Continue(verdict(&self.broken))
    }

    /// Takes a legal move.
    fn take(&mut self, orders: &[Order]) -> ControlFlow<()> {
        self.go_on()?;
        match &mut self.task {
            Task::Visit(take) => take(orders),
            Task::Count(number) => {
                **number += 1;
                ControlFlow::Continue(())
            }
        }
    }

    /// Every set of activations from the number `from` on, beside those chosen.
    fn activate(&mut self, from: usize, left: u8, chosen: &mut Vec<usize>) -> ControlFlow<()> {
        self.carry_out(chosen)?;
        for at in from..self.of.activations.len() {
            let Some(left) = left.checked_sub(self.of.activations[at].cost) else {
                continue;
            };
            chosen.push(at);
            let activations = chosen.iter().map(|at| self.of.activations[*at].order());
            let orders: Vec<Order> = activations.collect();
            if self.judge(&orders)? != Verdict::Wrong {
                self.activate(at + 1, left, chosen)?;
            }
            chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// Everything that can be done with these activations.
    fn carry_out(&mut self, chosen: &[usize]) -> ControlFlow<()> {
        let enumeration = self.of;
        let chosen = chosen.iter().map(|at| &enumeration.activations[*at]);
        let mut orders: Vec<Order> = chosen.clone().map(Candidate::order).collect();
        let active = Activated::new(enumeration, chosen);
        let slots = active.slots(enumeration);
        let verdict = self.judge(&orders)?;
        let mut judged = Judged {
            activations: orders.len(),
            walkers: &active.walkers,
            search: self,
            extent: Extent::Nobody,
        };
        judged.filled(&mut orders, Mark::Alone, verdict)?;
        judged.fill(&slots, &mut orders, Mark::Alone)
    }

    /// All that units can do who walk on their own, beside these orders.
    fn walk_on(
        &mut self,
        orders: &mut Vec<Order>,
        verdict: Verdict,
        mut rovers: Vec<Rover<'_>>,
    ) -> ControlFlow<()> {
        rovers.retain(|rover| !rover.is_bound());
        if rovers.is_empty() {
            return match verdict {
                Verdict::Legal => self.take(orders),
                _ => ControlFlow::Continue(()),
            };
        }
        let made = Move::new(orders.clone());
        if verdict != Verdict::Legal {
            self.of.checker.judge(&made, &mut self.broken);
            if !self.broken.iter().all(Checker::is_told_by_place) {
                return ControlFlow::Continue(());
            }
        }
        let standings = self.of.checker.standings(&made);
        match Product::new(standings, rovers) {
            Some(product) => product.run(self, orders),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Whether a move with these violations may become legal by more orders.
fn verdict(broken: &[Violation]) -> Verdict {
    // Beyond a fort that others besiege there is supply, though it is not marked as owed.
    let mends = |broken: &Violation| broken.owed() || broken.rule() == "11.1.2.g";
    if broken.is_empty() {
        Verdict::Legal
    } else if broken.iter().all(mends) {
        Verdict::Unfinished
    } else {
        Verdict::Wrong
    }
}

/// Who may do what with some activations.
struct Activated<'e> {
    active: BitSet,
    movers: BitSet,
    /// Places from which units attack.
    attacking: BitSet,
    /// Those in which who stops is in the way of an attack (11.1.4-3).
    closed: BitSet,
    walkers: Vec<Walker<'e>>,
    walks: Vec<&'e Walks>,
}

impl<'e> Activated<'e> {
    fn new(of: &'e Enumeration<'_>, chosen: impl Iterator<Item = &'e Candidate>) -> Self {
        let mut found = Self {
            active: BitSet::EMPTY,
            movers: BitSet::EMPTY,
            attacking: BitSet::EMPTY,
            closed: BitSet::EMPTY,
            walkers: Vec::new(),
            walks: Vec::new(),
        };
        let mut moving: Vec<(UnitId, &Candidate)> = Vec::new();
        for candidate in chosen {
            let units: BitSet = candidate.units.iter().copied().collect();
            found.active |= units;
            if candidate.purpose == Purpose::Move {
                let more = (units - found.movers).iter();
                moving.extend(more.map(|unit| (unit, candidate)));
                found.movers |= units;
            } else {
                found.attacking.insert(candidate.place);
                if !candidate.stack {
                    found.closed.insert(candidate.place);
                }
            }
        }
        moving.sort_unstable_by_key(|(unit, _)| *unit);
        for (unit, candidate) in moving {
            let walks = of.walks(unit, candidate);
            let open = |walk: &&Walk| !found.closed.contains(walk.stop);
            let walker = Walker {
                unit,
                start: candidate.place,
                presence: of.checker.presence(unit, Some(candidate.place)),
                quiet: walks.quiet.iter().filter(open).collect(),
                helping: walks.helping.iter().filter(open).collect(),
            };
            found.walkers.push(walker);
            found.walks.push(walks);
        }
        found
    }

    /// The orders that are judged together, one or none of each slot. What opens the way for others
    /// comes first.
    fn slots(&self, of: &Enumeration<'_>) -> Vec<Slot<Order, Mark>> {
        let marked = |mark: Mark| move |order: Order| Choice { order, mark };
        let alone = marked(Mark::Alone);
        let mut slots = Vec::new();
        let active = of.suppressors.iter().copied();
        let active = active.filter(|unit| self.active.contains(*unit));
        slots.extend(active.map(|unit| vec![alone(Order::Suppress { unit })]));
        let moves = |unit: &UnitId| self.movers.contains(*unit);
        for (base, order) in &of.landings {
            if of.choices.units_at(*base).iter().any(moves) {
                slots.push(vec![alone(order.clone())]);
            }
        }
        for (place, order) in &of.forsaking {
            // Nobody may be left there (18.6.2.1-2, 18.6.4-1).
            if of.choices.units_at(*place).iter().all(moves) {
                slots.push(vec![Choice {
                    order: order.clone(),
                    mark: Mark::Forsakes,
                }]);
            }
        }
        slots.push(of.assaults.iter().cloned().map(alone).collect());
        let mut corps: BTreeMap<UnitId, Vec<_>> = BTreeMap::new();
        let free = of.choices.only_organizes();
        for order in &of.organizable {
            let units = order.units();
            let Some((lcu, used)) = units.split_first() else {
                continue;
            };
            if free || used.iter().all(|unit| self.movers.contains(*unit)) {
                corps.entry(*lcu).or_default().push(alone(order.clone()));
            }
        }
        slots.extend(corps.into_values());
        for place in of.entrenchable.iter().copied() {
            let mut standing = of.choices.units_at(place).iter();
            if standing.any(|unit| self.movers.contains(*unit)) {
                slots.push(vec![alone(Order::Entrench { place })]);
            }
        }
        for walks in &self.walks {
            let judged = [
                (&walks.counting, Mark::Alone),
                (&walks.needing, Mark::Needs),
            ];
            let orders = judged
                .into_iter()
                .flat_map(|(orders, mark)| orders.iter().cloned().map(marked(mark)));
            slots.push(orders.collect());
        }
        let joined = self
            .attacking
            .iter()
            .filter(|at| of.choices.may_be_joined(*at));
        for place in joined.filter(|_| !of.joiners.is_empty()) {
            let joins = of.joiners.iter();
            let joins = joins.map(|unit| Order::JoinAt { unit: *unit, place });
            slots.push(joins.map(alone).collect());
        }
        slots
    }
}

/// Who is judged, of those that walk on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Nobody.
    Nobody,
    /// Whoever could help.
    Helpers,
    /// These, and who may live on beachheads that are given up.
    Forsaken(BitSet),
    /// Everybody.
    Everybody,
}

/// Takes what is judged together.
struct Judged<'j, 'e, 'a, 't> {
    /// How many of the orders are activations.
    activations: usize,
    walkers: &'j [Walker<'e>],
    search: &'j mut Search<'e, 'a, 't>,
    extent: Extent,
}

impl<'e> Judged<'_, 'e, '_, '_> {
    /// Those of whom nothing is ordered, with their walks: those that are judged, and the others.
    fn free(&self, orders: &[Order]) -> Vec<(Vec<&'e Walk>, Rover<'e>)> {
        let named = orders[self.activations..].iter().flat_map(Order::units);
        let named: BitSet = named.collect();
        let walkers = self.walkers.iter();
        let walkers = walkers.filter(|walker| !named.contains(walker.unit));
        let parted = |walker: &Walker<'e>| {
            let checker = &self.search.of.checker;
            let lives = |at, gone| checker.lives_without(walker.unit, at, gone);
            let is_judged = |walk: &Walk, quiet: bool| match self.extent {
                Extent::Nobody => false,
                Extent::Helpers => !quiet,
                Extent::Forsaken(gone) => {
                    !quiet || !lives(walker.start, gone) || !lives(walk.stop, gone)
                }
                Extent::Everybody => true,
            };
            let (mut judged, mut others) = (Vec::new(), Vec::new());
            for (walks, quiet) in [(&walker.quiet, true), (&walker.helping, false)] {
                for walk in walks {
                    match is_judged(walk, quiet) {
                        true => judged.push(*walk),
                        false => others.push(*walk),
                    }
                }
            }
            (judged, Rover::new(walker, others))
        };
        walkers.map(parted).collect()
    }

    /// Who is judged, too, beside these orders.
    fn extent(&self, orders: &[Order], mark: Mark) -> Extent {
        // All who end in a siege, or leave one, are among the orders.
        let lifts = || {
            self.search
                .of
                .checker
                .lifts_a_siege(&Move::new(orders.to_vec()))
        };
        if orders.len() > self.activations && lifts() {
            return Extent::Everybody;
        }
        match mark {
            Mark::Alone => Extent::Nobody,
            Mark::Needs => Extent::Helpers,
            Mark::Forsakes => {
                let gone = orders.iter().filter_map(|order| match order {
                    Order::Withdraw { place } | Order::Remove { place } => Some(*place),
                    _ => None,
                });
                Extent::Forsaken(gone.collect())
            }
        }
    }
}

impl Filling for Judged<'_, '_, '_, '_> {
    type Order = Order;
    type Mark = Mark;

    fn judged(
        &mut self,
        orders: &[Order],
        _rest: &[Slot<Order, Mark>],
    ) -> ControlFlow<(), Verdict> {
        self.search.judge(orders)
    }

    fn filled(&mut self, orders: &mut Vec<Order>, mark: Mark, verdict: Verdict) -> ControlFlow<()> {
        if self.extent == Extent::Nobody {
            let extent = self.extent(orders, mark);
            if extent != Extent::Nobody {
                let mut more = Judged {
                    activations: self.activations,
                    walkers: self.walkers,
                    search: self.search,
                    extent,
                };
                let choice = |walk: &&Walk| Choice {
                    order: walk.order.clone(),
                    mark,
                };
                let free = more.free(orders);
                let slots = free
                    .iter()
                    .map(|(judged, _)| judged.iter().map(choice).collect());
                let slots: Vec<Vec<_>> = slots.collect();
                more.filled(orders, mark, verdict)?;
                return more.fill(&slots, orders, mark);
            }
        }
        let free = self.free(orders).into_iter();
        let rovers: Vec<_> = free.map(|(_, rover)| rover).collect();
        self.search.walk_on(orders, verdict, rovers)
    }
}
