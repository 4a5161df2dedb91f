//! Draws of k things of a set, none of them twice.

use super::distribution::LARGEST;
use super::fraction::gcd;
use super::{Random, TooFine};
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many things drawn of a set, none put back; in the order they come, or all at once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Draw {
    taken: u32,
    items: Arc<[Box<str>]>,
    ordered: bool,
}

impl Draw {
    /// The largest set.
    pub const MOST: usize = 10_000;
    /// The longest name of a thing, in bytes.
    pub const LONGEST: usize = 80;

    /// A draw from things of these names.
    ///
    /// # Errors
    /// [`Error::BadInput`] if so many cannot be drawn, or a name is not fit to be read again.
    pub fn new<N: Into<Box<str>>>(
        taken: u32,
        items: impl IntoIterator<Item = N>,
        ordered: bool,
    ) -> Result<Self> {
        // One more than the most shows that there are too many.
        let items = items.into_iter().take(Self::MOST + 1).map(Into::into);
        let items: Vec<Box<str>> = items.collect();
        let bad = |said: String| Err(Error::bad("throw", said));
        if items.len() > Self::MOST {
            return bad(format!("a set of more than {} is too large", Self::MOST));
        }
        if taken == 0 || taken as usize > items.len() {
            return bad(format!("'{taken}' cannot be drawn of {}", items.len()));
        }
        let mut names = BTreeSet::new();
        for name in &items {
            let unfit = |c: char| c == ',' || c == ':' || c.is_control();
            if name.is_empty() || name.trim() != &**name || name.contains(unfit) {
                let shown = name.escape_debug();
                return bad(format!("'{shown}' is no name of a thing to draw"));
            }
            if name.len() > Self::LONGEST {
                return bad(format!("a name of {} bytes is too long", name.len()));
            }
            if !names.insert(name) {
                return bad(format!("'{name}' stands twice in the set"));
            }
        }
        Ok(Self {
            taken,
            items: items.into(),
            ordered,
        })
    }

    /// A draw from things that are called 1, 2 and so on.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn numbered(taken: u32, of: u32, ordered: bool) -> Result<Self> {
        Self::new(taken, (1..=of).map(|item| item.to_string()), ordered)
    }

    /// How many are drawn.
    #[must_use]
    pub const fn taken(&self) -> u32 {
        self.taken
    }

    /// The names of the set, in its order.
    #[must_use]
    pub fn items(&self) -> &[Box<str>] {
        &self.items
    }

    /// Whether it matters in which order they come.
    #[must_use]
    pub const fn ordered(&self) -> bool {
        self.ordered
    }

    fn of(&self) -> u32 {
        u32::try_from(self.items.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn ways(&self) -> std::result::Result<u128, TooFine> {
        let ways = match self.ordered {
            true => arrangements(self.of(), self.taken),
            false => choices(self.of(), self.taken),
        };
        ways.filter(|ways| *ways <= LARGEST).ok_or(TooFine)
    }

    /// The number of a checked outcome, in the order of the set.
    pub(super) fn index(&self, fell: &[u32]) -> std::result::Result<u128, TooFine> {
        // Then no part of the sums below is too large.
        self.ways()?;
        let mut index = 0_u128;
        if self.ordered {
            for (at, item) in fell.iter().enumerate() {
                let before = fell[..at].iter().filter(|other| *other < item).count();
                let left = (self.items.len() - at) as u128;
                index = index * left + (*item as usize - before) as u128;
            }
            return Ok(index);
        }
        let mut from = 0;
        for (waiting, item) in (1..=self.taken).rev().zip(fell) {
            index += self.beginning_before(from, *item, waiting)?;
            from = item + 1;
        }
        Ok(index)
    }

    /// How many choices of `waiting` things from `from` on begin before `item`.
    fn beginning_before(
        &self,
        from: u32,
        item: u32,
        waiting: u32,
    ) -> std::result::Result<u128, TooFine> {
        let all = choices(self.of() - from, waiting).ok_or(TooFine)?;
        Ok(all - choices(self.of() - item, waiting).ok_or(TooFine)?)
    }

    /// The outcome of a number below [`Self::ways`].
    pub(super) fn outcome(&self, index: u128) -> std::result::Result<Vec<u32>, TooFine> {
        self.ways()?;
        let mut left = index;
        let mut fell = Vec::with_capacity(self.taken as usize);
        if self.ordered {
            let mut places = vec![0_usize; self.taken as usize];
            for (at, place) in places.iter_mut().enumerate().rev() {
                let room = (self.items.len() - at) as u128;
                *place = usize::try_from(left % room).map_err(|_| TooFine)?;
                left /= room;
            }
            let mut waiting: Vec<u32> = (0..self.of()).collect();
            fell.extend(places.iter().map(|place| waiting.remove(*place)));
            return Ok(fell);
        }
        let mut from = 0;
        for waiting in (1..=self.taken).rev() {
            // The last item before which no more choices begin than are left.
            let (mut low, mut high) = (from, self.of() - waiting + 1);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match self.beginning_before(from, middle, waiting)? <= left {
                    true => low = middle,
                    false => high = middle,
                }
            }
            left -= self.beginning_before(from, low, waiting)?;
            fell.push(low);
            from = low + 1;
        }
        Ok(fell)
    }

    /// Whether this is an outcome: different things of the set, in its order if theirs does not
    /// matter.
    pub(super) fn check(&self, fell: &[u32]) -> Result<()> {
        if self.keep(fell)? == fell {
            return Ok(());
        }
        let said = format!("'{}' is not in the order of the set", self.names(fell));
        Err(Error::bad("roll", said))
    }

    /// The outcome of things as they were drawn.
    pub(super) fn keep(&self, drawn: &[u32]) -> Result<Vec<u32>> {
        let bad = |said: String| Err(Error::bad("roll", said));
        if drawn.len() != self.taken as usize {
            return bad(format!("{} given, but this is {self}", drawn.len()));
        }
        if let Some(item) = drawn.iter().find(|item| **item >= self.of()) {
            return bad(format!("thing number {item} is not in {self}"));
        }
        let mut kept = drawn.to_vec();
        kept.sort_unstable();
        if let Some(twice) = kept.windows(2).find(|pair| pair[0] == pair[1]) {
            return bad(format!("'{}' is drawn twice", self.names(&twice[..1])));
        }
        if self.ordered {
            kept.copy_from_slice(drawn);
        }
        Ok(kept)
    }

    /// The number of a thing in the set.
    ///
    /// # Errors
    /// [`Error::BadInput`] for an unknown name, with the nearest known one.
    pub fn item(&self, name: &str) -> Result<u32> {
        let found = self.items.iter().position(|item| **item == *name);
        let known = || self.items.iter().map(AsRef::as_ref);
        let found = found.and_then(|at| u32::try_from(at).ok());
        found.ok_or_else(|| Error::unknown("roll", &format!("thing of {self}"), name, known()))
    }

    pub(super) fn names(&self, fell: &[u32]) -> String {
        let name = |item: &u32| self.items.get(*item as usize).map_or("?", |name| name);
        fell.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn sample(&self, random: &mut Random) -> Vec<u32> {
        // The first places of a shuffle.
        let mut items: Vec<u32> = (0..self.of()).collect();
        for at in 0..self.taken as usize {
            let other = at + random.below(items.len() - at);
            items.swap(at, other);
        }
        items.truncate(self.taken as usize);
        items
    }
}

impl std::fmt::Display for Draw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "draw {} of {}", self.taken, self.items.len())?;
        match self.ordered {
            true => f.write_str(" in order"),
            false => Ok(()),
        }
    }
}

/// In how many ways `taken` things can be chosen of `of`; `None` if they are too many.
fn choices(of: u32, taken: u32) -> Option<u128> {
    let taken = match of.checked_sub(taken) {
        None => return Some(0),
        Some(left) => taken.min(left),
    };
    let mut ways = 1_u128;
    for at in 1..=taken {
        // The division comes out even; what can be told does not grow too large on the way.
        let shared = gcd(ways, u128::from(at));
        let more = u128::from(of - taken + at) / (u128::from(at) / shared);
        ways = (ways / shared).checked_mul(more)?;
    }
    Some(ways)
}

/// In how many orders `taken` things can come of `of`; `None` if they are too many.
fn arrangements(of: u32, taken: u32) -> Option<u128> {
    let mut all = (0..taken).map(|at| u128::from(of - at));
    all.try_fold(1_u128, u128::checked_mul)
}
