//! Orders gathered without asking for memory; whatever could be wrong is left to a closer look.

use super::paths::Guide;
use super::{LONGEST_PATH, MOST_ORDERS, Move, Order};
use crate::data::Data;
use crate::vocabulary::Size;
use engine::orders::{Order as _, Sink, Slots};

/// The orders of one move after the other.
#[derive(Debug, Default)]
pub(super) struct MoveBuffer {
    made: Move,
    /// Lists of units and places that earlier moves have left.
    spare: Vec<Vec<usize>>,
    /// How the last order sorts.
    last: Option<u64>,
    unsorted: bool,
}

impl MoveBuffer {
    /// Begins the next move, of about so many orders.
    #[inline]
    pub(super) fn begin(&mut self, orders: usize) {
        for order in self.made.orders.drain(..) {
            if let Order::Go { path: mut list, .. }
            | Order::Activate {
                units: mut list, ..
            }
            | Order::Provoke {
                units: mut list, ..
            } = order
                && list.capacity() > 0
            {
                list.clear();
                self.spare.push(list);
            }
        }
        self.made.orders.reserve(orders.min(MOST_ORDERS));
        self.last = None;
        self.unsorted = false;
    }

    /// An empty list.
    #[inline(always)]
    pub(super) fn list(&mut self) -> Vec<usize> {
        self.spare.pop().unwrap_or_default()
    }

    /// A list's memory is no longer needed.
    #[inline]
    pub(super) fn free(&mut self, mut list: Vec<usize>) {
        list.clear();
        self.spare.push(list);
    }

    /// Adds an order that stands well by itself; `None` if it does not, or might not.
    #[inline(always)]
    pub(super) fn add(&mut self, data: &Data, mut order: Order) -> Option<()> {
        let key = |variant: u64, first: usize, second: u64| {
            (variant << 32) | ((first as u64) << 8) | second
        };
        let row = order.form() as u64;
        let (fits, key) = match &mut order {
            Order::Activate {
                place,
                purpose,
                units,
            } => (
                data.name_index.stacks.contains(*place) != units.is_empty() && sort(units),
                key(row, *place, *purpose as u64),
            ),
            Order::Provoke { place, units, .. } => {
                self.unsorted = true;
                let fits = data.name_index.stacks.contains(*place) != units.is_empty();
                (fits && sort(units), 0)
            }
            Order::Go { unit, path } => {
                let fits = (1..=LONGEST_PATH).contains(&path.len());
                (fits, key(row, *unit, 0))
            }
            Order::Suppress { unit } => (true, key(row, *unit, 0)),
            Order::Land { place } | Order::Withdraw { place } | Order::Remove { place } => (
                data.name_index.beaches.contains(*place),
                key(row, *place, 0),
            ),
            Order::Assault { place } | Order::Entrench { place } => (true, key(row, *place, 0)),
            Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => {
                let apart = reserve != removed
                    && *eliminated != Some(*reserve)
                    && *eliminated != Some(*removed);
                let fits = apart && data.units[*lcu].size == Size::Lcu;
                (fits, key(row, *lcu, 0))
            }
            Order::End | Order::PlayCard { .. } => (false, 0),
            Order::Retreat { path, .. } | Order::Advance { path, .. } => {
                self.unsorted = true;
                (!path.is_empty(), 0)
            }
            _ => {
                self.unsorted = true;
                (true, 0)
            }
        };
        self.unsorted |= self.last >= Some(key);
        self.last = Some(key);
        let orders = &mut self.made.orders;
        if !fits || orders.len() == MOST_ORDERS {
            return None;
        }
        orders.push(order);
        Some(())
    }

    /// Whether the orders can stand together.
    #[inline]
    pub(super) fn finish(&mut self) -> bool {
        !self.unsorted || self.sort()
    }

    #[inline(never)]
    fn sort(&mut self) -> bool {
        let orders = &mut self.made.orders;
        orders.sort_unstable();
        orders.dedup();
        let rivals = |pair: &[Order]| match pair {
            [Order::Go { unit: a, .. }, Order::Go { unit: b, .. }]
            | [
                Order::Organize { lcu: a, .. },
                Order::Organize { lcu: b, .. },
            ] => a == b,
            _ => false,
        };
        !orders.windows(2).any(rivals)
    }

    /// The move of these orders.
    pub(super) const fn made(&self) -> &Move {
        &self.made
    }

    /// Keeps a move that was read in another way.
    pub(super) fn put(&mut self, made: Move) -> &Move {
        self.made = made;
        &self.made
    }

    /// Gives the last move away.
    pub(super) fn take(&mut self) -> Move {
        std::mem::take(&mut self.made)
    }
}

/// Sorts the units of a stack; false if one of them stands there twice.
#[inline]
fn sort(units: &mut [usize]) -> bool {
    if units.is_sorted_by(|a, b| a < b) {
        return true;
    }
    units.sort_unstable();
    units.is_sorted_by(|a, b| a < b)
}

/// Orders on their way into the buffer.
pub(super) struct Reading<'r, 'g> {
    pub(super) guide: &'r Guide<'g>,
    pub(super) move_buffer: &'r mut MoveBuffer,
}

impl Sink for Reading<'_, '_> {
    #[inline(always)]
    fn list(&mut self) -> Vec<usize> {
        self.move_buffer.list()
    }

    fn free(&mut self, list: Vec<usize>) {
        self.move_buffer.free(list);
    }

    #[inline(always)]
    fn add(&mut self, row: usize, mut slots: Slots, direct: bool) -> Option<()> {
        let mut order = Order::of(row, &mut slots)?;
        if let Order::Go { unit, path } = &mut order
            && !direct
            && !self.guide.complete(*unit, path)
        {
            *path = self.guide.fill(*unit, path);
        }
        self.move_buffer.add(self.guide.data(), order)
    }
}
