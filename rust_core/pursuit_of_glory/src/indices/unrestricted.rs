//! Where each unit goes without its own limits being looked at (3.2.1, 11.1.8, 18.4.4, 18.9).

use crate::board::BitSet;
use crate::tables::{Known, PlaceId, Space, Unit, UnitId};
use crate::vocabulary::*;

/// All of Persia (3.2.1.3.cordon-1).
pub(crate) const PERSIA: &[Area] = &[
    Area::PersiaNeutral,
    Area::PersiaRegion,
    Area::Azerbaijan,
    Area::Arabistan,
];

/// Where else the Persian Cordon Force serves.
pub(crate) const EAST: &[Area] = &[Area::India, Area::Baluchistan];

/// Where a unit goes without a rule about its area, or that of Bulgarians,
/// being asked, whatever the position and the readings.
pub(crate) fn unrestricted(
    at: UnitId,
    unit: &Unit,
    range: &BitSet,
    spaces: &[Space],
    known: &Known,
) -> BitSet {
    let free = |place: &PlaceId| {
        let space = &spaces[*place];
        let limited = match unit.limit {
            Some(Limit::IndiaOnly) => space.area != Area::India,
            Some(Limit::PersiaIndiaBaluchistanOnly) => {
                !PERSIA.contains(&space.area) && !EAST.contains(&space.area)
            }
            Some(Limit::BalkansOnly) => space.area != Area::Balkans,
            _ => false,
        };
        let bound = (unit.class == Class::Tribe && !range.contains(*place))
            || (unit.class == Class::Irregular && !unit.supply_area.contains(&space.area))
            || (at == known.ru_pe_persian_cossacks && !PERSIA.contains(&space.area));
        let barred = (unit.is_of(Nation::Ru) && EAST.contains(&space.area))
            || (unit.size == Size::Lcu && *place == known.galicia)
            || (unit.nations == [Nation::Bu] && space.country == Some(Country::Turkey));
        !limited && !bound && !barred
    };
    (0..spaces.len()).filter(free).collect()
}
