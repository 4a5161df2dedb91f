//! The walks of a unit, by what they have to do with others.

use super::Enumeration;
use crate::check::Checker;
use crate::check::independence::Bearing;
use crate::data::{PlaceId, UnitId};
use crate::orders::choices::Candidate;
use crate::orders::{Move, Order};

/// So many walks of one unit are told apart.
const MOST_WALKS: usize = 200_000;

/// A walk that is legal alone, and where it ends.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) order: Order,
    pub(super) stop: PlaceId,
}

/// The walks of a unit.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// Those that nobody else needs.
    pub(super) quiet: Vec<Walk>,
    /// Those that may help others.
    pub(super) helping: Vec<Walk>,
    /// Those that count together with others.
    pub(super) counting: Vec<Order>,
    /// Those that are not legal alone.
    pub(super) needing: Vec<Order>,
    /// Whether there are more than these.
    pub(super) cut: bool,
}

impl Enumeration<'_> {
    /// The walks of a unit that is activated for movement, with others or alone.
    pub(super) fn walks(&self, unit: UnitId, activated: &Candidate) -> &Walks {
        self.walks[unit].get_or_init(|| self.find_walks(unit, activated))
    }

    fn find_walks(&self, unit: UnitId, activated: &Candidate) -> Walks {
        let mut found = Walks::default();
        let activation = activated.order();
        let broken_at_rest = self.checker.check(&Move::new(vec![activation.clone()]));
        let paths = self.choices.paths(unit, MOST_WALKS);
        found.cut = paths.len() == MOST_WALKS;
        for path in paths {
            found.cut |= self.choices.is_cut(unit, &path);
            let (start, checker) = (activated.place, &self.checker);
            let (bearing, stop) = (
                checker.bearing(unit, start, &path),
                checker.stop(start, &path),
            );
            let order = Order::Go { unit, path };
            if self.by_force {
                found.counting.push(order);
                continue;
            }
            let made = Move::new(vec![activation.clone(), order.clone()]);
            let mut broken = checker.check(&made);
            broken.retain(|one| !broken_at_rest.contains(one) && !Checker::is_told_by_place(one));
            match bearing {
                Bearing::Counts if broken.iter().all(Checker::is_told_by_count) => {
                    found.counting.push(order);
                }
                _ if !broken.is_empty() => found.needing.push(order),
                Bearing::Quiet => found.quiet.push(Walk { order, stop }),
                _ => found.helping.push(Walk { order, stop }),
            }
        }
        found
    }
}
