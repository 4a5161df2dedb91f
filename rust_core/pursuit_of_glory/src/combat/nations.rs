//! Of which nations units are in a battle, and whom HQs serve.

use crate::data::{Data, Nations, UnitId};
use crate::state::{Scalar, State};
use crate::vocabulary::*;

/// A unit's nations now: the RU cavalry kept after the revolution counts as BR (16.4.5.4-3,
/// 18.9.2-3), and so do the Yugoslavs (16.4.5.4-3).
pub(crate) fn nations(data: &Data, state: &State, unit: UnitId) -> Nations {
    let known = data.counters[unit].nations;
    let kept = usize::from(state.scalar(Scalar::BritishRuCavalry)) == unit + 1;
    let yugoslavs =
        unit == data.known.ru_sb_yugoslav_div && state.scalar(Scalar::RevolutionStage) >= 4;
    match (kept, yugoslavs) {
        (true, _) => Nations::of(Nation::Br),
        (_, true) => Nations::of(Nation::Br).and(Nation::Sb),
        _ => known,
    }
}

/// Whether any of these nations is among them.
pub(crate) fn any(nations: Nations, wanted: &[Nation]) -> bool {
    wanted.iter().any(|nation| nations.has(*nation))
}

/// TU and TU-A are one nation (3.2.1.2-1).
pub(crate) const TURKS: [Nation; 2] = [Nation::Tu, Nation::TuA];
/// The British Empire.
pub(crate) const EMPIRE: [Nation; 3] = [Nation::Br, Nation::In, Nation::Anz];

/// Whether an HQ or artillery serves units of these nations that stand beside it (3.2.3.1-1).
/// Artillery works like an HQ (3.2.3.2-1).
pub(super) fn serves(data: &Data, staff: UnitId, nations: Nations) -> bool {
    let known = &data.known;
    if staff == known.ge_falkenhayn_hq || staff == known.ge_mackensen_hq {
        // They need not be stacked with GE units (3.2.3.1.falk-2).
        return true;
    }
    // These two serve the whole Empire (3.2.3.1.allenby).
    if staff == known.br_allenby_hq || staff == known.br_maude_hq {
        return any(nations, &EMPIRE);
    }
    let own = &data.units[staff].nations;
    own.iter().any(|nation| nations.has(*nation))
        || (any(nations, &TURKS) && own.iter().any(|nation| TURKS.contains(nation)))
}
