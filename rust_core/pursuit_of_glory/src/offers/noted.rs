//! The orders that were found in legal moves.

use super::Offer;
use crate::board::BitSet;
use crate::data::UnitId;
use std::collections::BTreeSet;

/// Orders as players think of them. Most are ends of ways, and each is noted again and again.
#[derive(Debug, Default)]
pub(super) struct Noted {
    /// By unit, where it may end its move.
    ends: Vec<BitSet>,
    others: BTreeSet<Offer>,
}

impl Noted {
    pub(super) fn insert(&mut self, offer: Offer) {
        let Offer::End(unit, place) = offer else {
            self.others.insert(offer);
            return;
        };
        if self.ends.len() <= unit {
            self.ends.resize(unit + 1, BitSet::EMPTY);
        }
        self.ends[unit].insert(place);
    }

    pub(super) fn contains(&self, offer: &Offer) -> bool {
        match offer {
            Offer::End(unit, place) => self.ends.get(*unit).is_some_and(|at| at.contains(*place)),
            _ => self.others.contains(offer),
        }
    }

    /// The units that may go somewhere.
    pub(super) fn goers(&self) -> impl Iterator<Item = UnitId> {
        let ends = self.ends.iter().enumerate();
        ends.filter(|(_, at)| !at.is_empty()).map(|(unit, _)| unit)
    }

    /// All of them, in their order.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Offer> {
        let others = std::mem::take(&mut self.others);
        let (orders, rest): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|offer| matches!(offer, Offer::Order(_)));
        let ends = std::mem::take(&mut self.ends).into_iter().enumerate();
        let ends = ends.flat_map(|(unit, at)| {
            let places: Vec<_> = at.iter().collect();
            places.into_iter().map(move |place| Offer::End(unit, place))
        });
        orders.into_iter().chain(ends).chain(rest)
    }
}
