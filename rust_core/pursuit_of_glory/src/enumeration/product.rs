//! Units that walk on their own: every combination, place by place.

use super::walks::Walk;
use super::{Search, Task};
use crate::check::independence::{Ahead, Presence, Standing};
use crate::data::{PlaceId, UnitId};
use crate::orders::Order;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// So many numbers are kept while moves are counted; what goes beyond is counted anew.
const MOST_KEPT: usize = 1 << 20;

/// A unit that may walk on its own.
pub(super) struct Walker<'e> {
    pub(super) unit: UnitId,
    pub(super) start: PlaceId,
    pub(super) presence: Presence,
    /// Walks that nobody else needs.
    pub(super) quiet: Vec<&'e Walk>,
    /// Walks that may help others.
    pub(super) helping: Vec<&'e Walk>,
}

/// A unit, and what it may do without being judged.
pub(super) struct Rover<'e> {
    start: PlaceId,
    presence: Presence,
    walks: Vec<&'e Walk>,
    /// Where they end, and how many there.
    ends: Vec<(PlaceId, u128)>,
}

impl<'e> Rover<'e> {
    pub(super) fn new(walker: &Walker<'_>, walks: Vec<&'e Walk>) -> Self {
        let mut ends = BTreeMap::new();
        for walk in &walks {
            *ends.entry(walk.stop).or_default() += 1;
        }
        Self {
            start: walker.start,
            presence: walker.presence,
            walks,
            ends: ends.into_iter().collect(),
        }
    }

    /// Whether it has no walk.
    pub(super) const fn is_bound(&self) -> bool {
        self.walks.is_empty()
    }

    /// Where it counts now or may count then.
    fn places(&self) -> impl Iterator<Item = PlaceId> {
        let ends = self.ends.iter().map(|(end, _)| *end);
        std::iter::once(self.start).chain(ends)
    }

    /// The unit ends its walk somewhere.
    #[inline]
    fn go(&self, standings: &mut [Standing], stop: PlaceId) {
        self.presence.leaves(&mut standings[self.start]);
        self.presence.arrives(&mut standings[stop]);
    }
}

/// Every combination of what some units may do.
pub(super) struct Product<'e> {
    before: Vec<Standing>,
    standings: Vec<Standing>,
    rovers: Vec<Rover<'e>>,
    /// Of each unit the places that no later one can change.
    settled: Vec<Vec<PlaceId>>,
}

/// What was counted: from which unit on, with what has changed where it mattered before or does still.
/// Of a place where no rule can be broken any more nothing else is told.
type Kept = FxHashMap<(usize, SmallVec<[(PlaceId, Option<Standing>); 4]>), u128>;

/// What counting needs besides.
struct Counting<'s, 'e, 'a, 't> {
    search: &'s mut Search<'e, 'a, 't>,
    /// From each unit on: what they may still do to each place.
    ahead: Vec<Vec<Ahead>>,
    /// The places that units have come to and left so far.
    changed: Vec<PlaceId>,
    kept: Kept,
}

impl<'e> Product<'e> {
    /// `None` if a place breaks a rule that none of them can change.
    pub(super) fn new(standings: Vec<Standing>, rovers: Vec<Rover<'e>>) -> Option<Self> {
        let rovers = side_by_side(rovers, standings.len());
        let mut last = BTreeMap::new();
        for (at, rover) in rovers.iter().enumerate() {
            last.extend(rover.places().map(|place| (place, at)));
        }
        let mut all = standings.iter().enumerate();
        if all.any(|(place, standing)| standing.is_broken() && !last.contains_key(&place)) {
            return None;
        }
        let mut settled = vec![Vec::new(); rovers.len()];
        last.into_iter()
            .for_each(|(place, last)| settled[last].push(place));
        Some(Self {
            before: standings.clone(),
            standings,
            rovers,
            settled,
        })
    }

    /// Takes every combination, or counts them, beside some orders.
    pub(super) fn run(
        mut self,
        search: &mut Search<'_, '_, '_>,
        orders: &mut Vec<Order>,
    ) -> ControlFlow<()> {
        if matches!(search.task, Task::Visit(_)) {
            return self.visit(0, search, orders);
        }
        let mut counting = Counting {
            ahead: self.ahead(),
            changed: Vec::new(),
            kept: Kept::default(),
            search,
        };
        let number = self.count(0, &mut counting)?;
        if let Task::Count(total) = &mut search.task {
            **total = total.saturating_add(number);
        }
        ControlFlow::Continue(())
    }

    /// Whether nothing is wrong where nobody comes or goes after this unit.
    #[inline]
    fn holds(&self, at: usize) -> bool {
        let mut settled = self.settled[at].iter();
        settled.all(|place| !self.standings[*place].is_broken())
    }

    fn visit(
        &mut self,
        at: usize,
        search: &mut Search<'_, '_, '_>,
        orders: &mut Vec<Order>,
    ) -> ControlFlow<()> {
        if at == self.rovers.len() {
            return search.take(orders);
        }
        search.go_on()?;
        if self.holds(at) {
            self.visit(at + 1, search, orders)?;
        }
        let start = self.rovers[at].start;
        for number in 0..self.rovers[at].walks.len() {
            let walk = self.rovers[at].walks[number];
            let before = [self.standings[start], self.standings[walk.stop]];
            self.rovers[at].go(&mut self.standings, walk.stop);
            if self.holds(at) {
                orders.push(walk.order.clone());
                self.visit(at + 1, search, orders)?;
                orders.pop();
            }
            [self.standings[start], self.standings[walk.stop]] = before;
        }
        ControlFlow::Continue(())
    }

    fn ahead(&self) -> Vec<Vec<Ahead>> {
        let mut ahead = vec![Ahead::default(); self.standings.len()];
        let mut all = Vec::new();
        for rover in self.rovers.iter().rev() {
            let ends = rover.ends.iter();
            ends.for_each(|(end, _)| ahead[*end].may_come(rover.presence));
            ahead[rover.start].may_leave(rover.presence);
            all.push(ahead.clone());
        }
        all.reverse();
        all
    }

    fn count(
        &mut self,
        at: usize,
        counting: &mut Counting<'_, '_, '_, '_>,
    ) -> ControlFlow<(), u128> {
        if at == self.rovers.len() {
            return ControlFlow::Continue(1);
        }
        let ahead = &counting.ahead[at];
        let change = |place: &PlaceId| {
            let (before, now) = (self.before[*place], self.standings[*place]);
            let safe = |standing: Standing| standing.is_safe(&ahead[*place]);
            let matters = now != before && !(safe(now) && safe(before));
            matters.then(|| (*place, Some(now).filter(|now| !safe(*now))))
        };
        let mut changed: SmallVec<_> = counting.changed.iter().filter_map(change).collect();
        changed.sort_unstable_by_key(|(place, _)| *place);
        changed.dedup();
        let key = (at, changed);
        if let Some(number) = counting.kept.get(&key) {
            return ControlFlow::Continue(*number);
        }
        counting.search.go_on()?;
        let mut number = 0;
        if self.holds(at) {
            number = self.count(at + 1, counting)?;
        }
        let start = self.rovers[at].start;
        for end in 0..self.rovers[at].ends.len() {
            let (stop, walks) = self.rovers[at].ends[end];
            let before = [self.standings[start], self.standings[stop]];
            self.rovers[at].go(&mut self.standings, stop);
            if self.holds(at) {
                let known = counting.changed.len();
                counting.changed.extend([start, stop]);
                let more = self.count(at + 1, counting)?;
                counting.changed.truncate(known);
                number = number.saturating_add(more.saturating_mul(walks));
            }
            [self.standings[start], self.standings[stop]] = before;
        }
        if counting.kept.len() < MOST_KEPT {
            counting.kept.insert(key, number);
        }
        ControlFlow::Continue(number)
    }
}

/// Units that may meet stand one after the other, those first who want company.
fn side_by_side(mut rovers: Vec<Rover<'_>>, places: usize) -> Vec<Rover<'_>> {
    // Places that units may change together lead to each other.
    let mut leads: Vec<PlaceId> = (0..places).collect();
    let root = |leads: &[PlaceId], mut place: PlaceId| {
        while leads[place] != place {
            place = leads[place];
        }
        place
    };
    for rover in &rovers {
        let to = root(&leads, rover.start);
        for place in rover.places() {
            let from = root(&leads, place);
            leads[from] = to;
        }
    }
    rovers.sort_by_key(|rover| {
        let group = root(&leads, rover.start);
        (group, rover.presence.is_combat(), rover.start)
    });
    rovers
}
