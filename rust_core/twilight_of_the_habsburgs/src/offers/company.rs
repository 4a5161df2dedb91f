//! Assault units that go together with mountain infantry (13.3).

use super::Lister;
use super::ways::{Leg, end_of};
use crate::data::{HexId, UnitId};
use crate::orders::{LONGEST_PATH, Order};
use crate::vocabulary::*;
use std::collections::HashMap;

/// So many walks to one end are told apart, and so many common ways looked for.
const MOST_FOR_ONE_END: usize = 6;
const MOST_COMMON_WAYS: usize = 1500;

/// A way that an assault unit and mountain infantry go together.
#[derive(Debug, Clone)]
struct Common {
    path: Vec<HexId>,
    /// What both have left.
    own: u8,
    mate: u8,
}

impl Lister<'_> {
    /// The mountain infantry that starts in a hex and could lead assault units: who is given no order
    /// or walks.
    fn mates(&self, start: HexId) -> Vec<UnitId> {
        let given = |unit: UnitId| self.given.iter().find(|order| order.unit() == Some(unit));
        self.own_in(start)
            .filter(|unit| self.front.campaign.kinds[*unit] == Kind::Mountain)
            .filter(|unit| match given(*unit) {
                Some(order) => matches!(order, Order::Go { .. }),
                None => self.movement.points(*unit).is_some(),
            })
            .collect()
    }

    /// Walks of an assault unit to ends that it does not get to alone, and whether there may be more.
    pub(super) fn led_ways(&self, unit: UnitId, leg: Leg, alone: &[Order]) -> (Vec<Order>, bool) {
        if self.front.campaign.kinds[unit] != Kind::Assault {
            return (Vec::new(), false);
        }
        let mates = self.mates(leg.from);
        if self.forced.contains(unit) && self.first_impulse() {
            return (Vec::new(), !mates.is_empty());
        }
        let mut known: HashMap<HexId, usize> = HashMap::new();
        let ends = alone.iter().filter_map(end_of);
        known.extend(ends.map(|end| (end, MOST_FOR_ONE_END + 1)));
        let mut cut = false;
        let mut found: Vec<Order> = Vec::new();
        for mate in mates {
            let (ways, more) = self.common_ways(unit, mate, leg);
            cut |= more;
            for common in ways {
                let Some(from) = common.path.last().copied() else {
                    continue;
                };
                let rest = Leg {
                    from,
                    left: common.own,
                    moved: true,
                };
                let rest = std::iter::once(Vec::new()).chain(self.walks(unit, rest));
                for rest in rest {
                    let path: Vec<HexId> = common.path.iter().copied().chain(rest).collect();
                    let end = path.last().copied().unwrap_or(from);
                    let number = known.entry(end).or_default();
                    let order = Order::Go { unit, path };
                    if *number > MOST_FOR_ONE_END || found.contains(&order) {
                        continue;
                    }
                    if *number == MOST_FOR_ONE_END {
                        cut = true;
                        continue;
                    }
                    *number += 1;
                    found.push(order);
                }
            }
        }
        found.retain(|order| matches!(order, Order::Go { path, .. } if path.len() <= LONGEST_PATH));
        (found, cut)
    }

    /// The ways that both could go together, and whether there are more.
    fn common_ways(&self, unit: UnitId, mate: UnitId, leg: Leg) -> (Vec<Common>, bool) {
        let given = self.given.iter().find_map(|order| match order {
            Order::Go { unit, path } if *unit == mate => Some(path),
            _ => None,
        });
        let kind = self.front.campaign.kinds[unit];
        let mut found = vec![Common {
            path: Vec::new(),
            own: leg.left,
            mate: self.front.allowance(mate),
        }];
        let mut at = 0;
        while let Some(common) = found.get(at).cloned() {
            at += 1;
            if found.len() > MOST_COMMON_WAYS {
                return (found, true);
            }
            let from = common.path.last().copied().unwrap_or(leg.from);
            let moved = !common.path.is_empty();
            for beside in &self.data.ground.beside[from] {
                let own = self.movement.step(kind, beside, true);
                let its = self.movement.step(Kind::Mountain, beside, false);
                let here = |left: u8| Leg { from, left, moved };
                let goes = own.points <= common.own
                    && self.movement.admits(beside, own)
                    && self.zones_let(unit, here(common.own), beside.hex);
                let mate_goes = match given {
                    Some(path) => path.get(common.path.len()) == Some(&beside.hex),
                    None => {
                        its.points <= common.mate
                            && self.movement.admits(beside, its)
                            && self.zones_let(mate, here(common.mate), beside.hex)
                    }
                };
                if goes && mate_goes {
                    let mut path = common.path.clone();
                    path.push(beside.hex);
                    found.push(Common {
                        path,
                        own: common.own - own.points,
                        mate: common.mate.saturating_sub(its.points),
                    });
                }
            }
        }
        (found, false)
    }

    /// Whether an assault unit walks in these orders, by which way.
    fn walk_of<'o>(&self, orders: &'o [Order], unit: UnitId) -> Option<&'o Vec<HexId>> {
        orders.iter().find_map(|order| match order {
            Order::Go { unit: other, path } if *other == unit => Some(path),
            _ => None,
        })
    }

    /// Walks of mountain infantry that could lead an assault unit that lacks something for its way; `None`
    /// if it needs nobody, or nobody is there who could.
    pub(super) fn leaders(&self, orders: &[Order], unit: UnitId) -> Option<Vec<Order>> {
        if self.front.campaign.kinds[unit] != Kind::Assault {
            return None;
        }
        let path = self.walk_of(orders, unit)?;
        let start = self.front.hex(unit)?;
        let mates = self.mates(start);
        let busy = |mate: &UnitId| orders.iter().any(|order| order.unit() == Some(*mate));
        let given = |mate: &UnitId| self.given.iter().any(|order| order.unit() == Some(*mate));
        if mates.iter().all(given) {
            return None;
        }
        let mut found = Vec::new();
        for mate in mates.into_iter().filter(|mate| !busy(mate)) {
            let mut leg = Leg {
                from: start,
                left: self.front.allowance(mate),
                moved: false,
            };
            let mut ways = Vec::new();
            for (at, to) in path.iter().copied().enumerate() {
                let Some(beside) = self.data.ground.between(leg.from, to) else {
                    break;
                };
                let cost = self.movement.step(Kind::Mountain, &beside, false);
                if cost.points > leg.left
                    || !self.movement.admits(&beside, cost)
                    || !self.zones_let(mate, leg, to)
                {
                    break;
                }
                leg = Leg {
                    from: to,
                    left: leg.left - cost.points,
                    moved: true,
                };
                ways.push((path[..=at].to_vec(), leg));
            }
            ways.reverse();
            found.extend(ways.iter().map(|(path, _)| Order::Go {
                unit: mate,
                path: path.clone(),
            }));
            for (path, leg) in ways {
                for rest in self.walks(mate, leg) {
                    let path: Vec<HexId> = path.iter().copied().chain(rest).collect();
                    if path.len() <= LONGEST_PATH {
                        found.push(Order::Go { unit: mate, path });
                    }
                }
            }
        }
        Some(found)
    }
}
