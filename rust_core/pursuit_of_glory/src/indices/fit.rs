//! Where a unit may be, whatever else happens, and what kind of unit it is.

use crate::tables::{Known, PlaceId, Space, Unit};
use crate::vocabulary::*;

/// The XI Army goes where Germans go (3.2-7).
pub(crate) fn in_swamp(unit: &Unit, space: &Space) -> bool {
    unit.size == Size::Lcu
        && space.terrain == Some(Terrain::Swamp)
        && [Nation::Tu, Nation::TuA, Nation::Bu]
            .iter()
            .any(|n| unit.is_of(*n))
        && !unit.is_of(Nation::Ge)
}

pub(crate) fn russian_in_india(unit: &Unit, space: &Space) -> bool {
    unit.is_of(Nation::Ru) && matches!(space.area, Area::India | Area::Baluchistan)
}

pub(crate) fn outside_area(unit: &Unit, space: &Space, at_home: bool) -> bool {
    let only = match unit.limit {
        // The Indian Garrison (3.2.1.3.in_garrison-1), the Cordon Force (3.2.1.3.cordon-1).
        Some(Limit::IndiaOnly) => space.area == Area::India,
        Some(Limit::PersiaIndiaBaluchistanOnly) => matches!(
            space.area,
            Area::India
                | Area::Baluchistan
                | Area::PersiaNeutral
                | Area::PersiaRegion
                | Area::Azerbaijan
                | Area::Arabistan
        ),
        _ => true,
    };
    let boxed = (unit.boxed_mf && !unit.supply_area.is_empty()) || unit.class == Class::Tribe;
    !only || (boxed && !at_home)
}

/// Tribes and Persians need not wait for neutral Persia to open (18.8.5.1-4).
pub(crate) fn waits_for_persia(unit: &Unit) -> bool {
    !matches!(unit.class, Class::Tribe) && unit.nations != [Nation::Pe]
}

pub(crate) fn fits_box(unit: &Unit, place: PlaceId, name: &str, known: &Known) -> bool {
    match name.split_once('_') {
        Some(("tribal", _)) => unit.tribe.is_some_and(|tribe| name.ends_with(tribe.word())),
        Some((owner @ ("ap" | "cp"), _)) => {
            let reserve = place == known.ap_reserve || place == known.cp_reserve;
            let assets = place == known.ap_corps_assets || place == known.cp_corps_assets;
            // Greek units serve either side; corps wait in the Corps Assets Box (13.8.2).
            (unit.side.word() == owner || unit.is_of(Nation::Gr) || unit.side == Side::Special)
                && !(reserve && unit.size == Size::Lcu)
                && !(assets && unit.size != Size::Lcu)
        }
        _ => place == known.turn_track,
    }
}

/// One of the RU cavalry divisions that may stay as BR (16.4.5.4-2).
pub(crate) fn is_russian_cavalry(unit: &Unit) -> bool {
    unit.nations == [Nation::Ru] && unit.size == Size::Scu && unit.unit_type == UnitType::Cavalry
}

/// Units of the nations that RU units do not stack with (10.2-2); the Corps of National Defense
/// stands with them as Greeks (3.2-6).
pub(crate) fn is_british(unit: &Unit) -> bool {
    let empire = [Nation::Br, Nation::In, Nation::Anz];
    !unit.is_of(Nation::Gr) && empire.iter().any(|nation| unit.is_of(*nation))
}
