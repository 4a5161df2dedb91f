//! The mandated offensives that an attack meets (7.1.3, 7.2, 7.3).

use crate::board::BitSet;
use crate::cards::RUSSO_BRITISH_ASSAULT;
use crate::control::{commander, index};
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::{Cell, OFFENSIVES, Scalar};
use crate::vocabulary::*;

/// BR, IN and ANZ.
const EMPIRE: [Nation; 3] = [Nation::Br, Nation::In, Nation::Anz];

/// Mesopotamia, Persia, and the regions on the east side of the map (7.3.meso).
const EAST: [Area; 9] = [
    Area::Mesopotamia,
    Area::PersiaNeutral,
    Area::PersiaRegion,
    Area::Azerbaijan,
    Area::Arabistan,
    Area::CentralAsia,
    Area::Afghanistan,
    Area::Baluchistan,
    Area::India,
];

impl Position {
    /// Marks the open offensives of the side to act that an attack by these combat units meets. Of
    /// two that are the same one attack meets one (7.2.enver-3); who defends a region is not known
    /// yet, and all who could are counted.
    pub(super) fn meet_offensives(&mut self, target: PlaceId, fighters: &[UnitId]) {
        let first = index(self.state().active()) * OFFENSIVES;
        let mut met = Vec::new();
        for slot in first..first + OFFENSIVES {
            let stored = self.state().get(Cell::Offensive(slot));
            let kind = (stored & 31).to_le_bytes()[0].checked_sub(1);
            if let Some(kind) = kind.and_then(Offensive::at)
                && stored & 32 == 0
                && !met.contains(&kind)
                && self.meets(kind, target, fighters)
            {
                met.push(kind);
                self.put(Cell::Offensive(slot), stored | 32);
            }
        }
    }

    /// Whether this attack meets a mandated offensive of the side to act, which asks for one (7.1.3-1).
    fn meets(&self, offensive: Offensive, target: PlaceId, fighters: &[UnitId]) -> bool {
        let (data, state) = (self.data(), self.state());
        let units = &data.units;
        // Irregulars and tribes alone meet none (7.1.3-2, 3.2.1.4-3, 3.2.1.5.c).
        let in_earnest = fighters
            .iter()
            .any(|unit| units[*unit].class == Class::Regular);
        // The other player's combat units are attacked; the Georgian Protectorate and neutral
        // Greeks are nobody's.
        let foe = state.active().enemy();
        let attacked = data.counters.combat - state.retreated;
        let attacked: BitSet = attacked
            .iter()
            .filter(|unit| self.place(*unit) == Some(target))
            .filter(|unit| commander(data, state.greece(), *unit) == Some(foe))
            .collect();
        if !in_earnest || attacked.is_empty() {
            return false;
        }
        // Russians who became British are neither here (16.4.5.4-3).
        let of = |unit: UnitId, nations: &[Nation]| {
            let own = &units[unit].nations;
            !self.has_turned_british(unit) && own.iter().any(|nation| nations.contains(nation))
        };
        let strikes = |nations: &[Nation]| fighters.iter().any(|unit| of(*unit, nations));
        let strikes_at = |nations: &[Nation]| attacked.iter().any(|unit| of(unit, nations));
        let area = data.spaces[target].area;
        match (state.active(), offensive) {
            (Side::Cp, Offensive::Ru) => {
                // Up to stage 4 of the Revolution (7.2.ru-2).
                state.scalar(Scalar::RevolutionStage) < 4 && strikes_at(&[Nation::Ru])
            }
            (Side::Cp, Offensive::BrInAnz) => strikes_at(&EMPIRE),
            (Side::Cp, Offensive::Tu) => strikes(&[Nation::Tu, Nation::TuA]),
            // 7.3.ru; but not by RUSSO-BRITISH ASSAULT.
            (Side::Ap, Offensive::Ru) => {
                self.event_of_action(Side::Ap) != Some(RUSSO_BRITISH_ASSAULT)
                    && strikes(&[Nation::Ru])
            }
            // 7.3.br
            (Side::Ap, Offensive::BrInAnz) => strikes(&EMPIRE),
            (Side::Ap, Offensive::MesoOrPersia) => EAST.contains(&area),
            // IN and ANZ units are not British here (7.3.balkans-1, 7.3.egypt).
            (Side::Ap, Offensive::Balkans) => area == Area::Balkans && strikes(&[Nation::Br]),
            (Side::Ap, Offensive::Egypt) => {
                let fed = self.overland_to_egypt();
                let serves = |unit: &UnitId| of(*unit, &[Nation::Br]) && fed.contains(*unit);
                fighters.iter().any(serves)
            }
            _ => false,
        }
    }

    /// Whether it is one of the RU units that are BR after the Revolution (16.4.5.4-3, 18.9.2-3).
    pub(super) fn has_turned_british(&self, unit: UnitId) -> bool {
        let kept = usize::from(self.state().scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let yugoslavs = unit == self.data().known.ru_sb_yugoslav_div;
        kept || (yugoslavs && self.state().scalar(Scalar::RevolutionStage) >= 4)
    }
}
