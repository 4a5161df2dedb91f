//! Units of the map, place by place.

use super::View;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};

/// Some units of the map, place by place, each place's as they follow each other.
#[derive(Debug)]
pub(crate) struct Roster {
    units: Vec<UnitId>,
    /// Where each place's units begin, and how many they are.
    spans: Vec<(u16, u16)>,
    /// Places with one of them.
    pub(crate) held: BitSet,
}

impl Roster {
    /// Those in a place.
    pub(crate) fn at(&self, place: PlaceId) -> &[UnitId] {
        let (first, count) = self.spans.get(place).copied().unwrap_or_default();
        let first = usize::from(first);
        let units = self.units.get(first..first + usize::from(count));
        units.unwrap_or_default()
    }
}

impl View<'_> {
    /// Those of some units that are on the map.
    pub(crate) fn roster(&self, units: BitSet) -> Roster {
        let units = units & self.present;
        let spot = |unit: UnitId| usize::from(self.state.place[unit]).wrapping_sub(1);
        let mut held = BitSet::EMPTY;
        let mut spans = vec![(0_u16, 0_u16); self.data.on_map];
        units.for_each(|unit| {
            let place = spot(unit);
            held.insert(place);
            spans[place].1 += 1;
        });
        let mut begin = 0;
        held.for_each(|place| {
            let (first, count) = &mut spans[place];
            *first = begin;
            begin += std::mem::take(count);
        });
        let mut listed = vec![0; usize::from(begin)];
        units.for_each(|unit| {
            let (first, count) = &mut spans[spot(unit)];
            listed[usize::from(*first + *count)] = unit;
            *count += 1;
        });
        Roster {
            units: listed,
            spans,
            held,
        }
    }
}
