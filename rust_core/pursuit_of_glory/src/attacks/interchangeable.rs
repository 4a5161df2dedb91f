//! Units that are alike in every attack.

use crate::board::BitSet;
use crate::data::{Data, Unit, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

/// Units by kinds: those of one kind have the same values, stand in the same place and stack, are as
/// strong, as well supplied and activated alike, and no rule calls one of them by name. Kinds and the
/// units in them stand in the order of the counters.
#[must_use]
pub fn interchangeable_units(
    position: &Position,
    units: &[UnitId],
    fed: &BitSet,
) -> Vec<Vec<UnitId>> {
    let supply = position.supply(&Readings::default());
    let (state, data) = (position.state(), position.data());
    let same = |one: UnitId, other: UnitId| {
        let cells = [
            Cell::Place,
            Cell::Reduced,
            Cell::Stack,
            Cell::Attacking,
            Cell::Pursuit,
            Cell::Provoked,
        ];
        cells
            .iter()
            .all(|cell| state.get(cell(one)) == state.get(cell(other)))
            && supply.units[one] == supply.units[other]
            && fed.contains(one) == fed.contains(other)
            && same_values(&data.units[one], &data.units[other])
            && ![one, other].iter().any(|unit| named(position, data, *unit))
    };
    let mut kinds: Vec<Vec<UnitId>> = Vec::new();
    for unit in units {
        match kinds.iter_mut().find(|kind| same(kind[0], *unit)) {
            Some(kind) => kind.push(*unit),
            None => kinds.push(vec![*unit]),
        }
    }
    kinds
}

/// Whether two counters have the same values.
pub(crate) fn same_values(one: &Unit, other: &Unit) -> bool {
    let bare = |unit: &Unit| Unit {
        id: String::new(),
        name: String::new(),
        entry: String::new(),
        aliases: Vec::new(),
        source: String::new(),
        note: String::new(),
        ..unit.clone()
    };
    !one.unique
        && !other.unique
        && one.is_combat()
        && (one.side, one.full, one.reduced) == (other.side, other.full, other.reduced)
        && bare(one) == bare(other)
}

/// Whether a rule calls the unit by its name.
pub(crate) fn named(position: &Position, data: &Data, unit: UnitId) -> bool {
    let known = &data.known;
    let kept = usize::from(position.state().scalar(Scalar::BritishRuCavalry)) == unit + 1;
    let those = [
        known.anz_desert_corps,
        known.armenian_uprising,
        known.br_arab_northern_army,
        known.br_dunsterforce,
        known.ge_alpenkorps,
        known.ge_bu_xi_army,
        known.ge_georgian_protectorate,
        known.gr_br_corps_of_national_defense,
        known.ru_2_4_special,
        known.ru_black_sea_div,
        known.ru_pe_persian_cossacks,
        known.ru_sb_yugoslav_div,
    ];
    kept || those.contains(&unit) || data.units[unit].class == Class::Hq
}
