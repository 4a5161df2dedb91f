//! Whose nationality counts for an activation (9.2.2).

use super::{ActivationRules, Purpose};
use crate::data::{Nations, PlaceId, UnitId};
use crate::vocabulary::*;

impl ActivationRules<'_> {
    /// The nations of the units that count as a nationality, if none of them may be taken for
    /// several.
    pub(super) fn nationalities(&self, counted: impl Iterator<Item = UnitId>) -> Option<Nations> {
        let (mut nationalities, mut first_yildirim) = (Nations::NONE, true);
        for unit in counted {
            let counter = &self.position.data().counters[unit];
            if counter.class != Class::Regular {
                continue;
            }
            if counter.yildirim && std::mem::take(&mut first_yildirim) {
                continue;
            }
            nationalities = nationalities.and(match counter.nation? {
                Nation::Ru if self.counts_as_british(unit) => Nation::Br,
                nation => nation,
            });
        }
        Some(nationalities)
    }

    /// For each unit that counts as a nationality the nations it may be taken for; `None` where
    /// taking it so leaves it out of the attack.
    pub(super) fn choices(
        &self,
        counted: impl Iterator<Item = UnitId>,
        units: &[UnitId],
        place: PlaceId,
        purpose: Purpose,
    ) -> Vec<Vec<Option<Nation>>> {
        let mut first_yildirim = true;
        let mut choices: Vec<Vec<_>> = Vec::new();
        for unit in counted {
            let entry = self.unit(unit);
            // HQs, artillery, irregulars and tribes count as none (9.2.2.a-1, 3.2.1.4-2,
            // 3.2.1.5.b).
            if entry.class != Class::Regular {
                continue;
            }
            // The first Yildirim unit is of no nationality (9.2.2.d).
            if entry.symbol == Some(Symbol::Yildirim) && std::mem::take(&mut first_yildirim) {
                continue;
            }
            let others = units.iter().filter(|other| **other != unit);
            let supported = others
                .copied()
                .any(|other| self.fit(other, place, Purpose::Attack));
            let under_orders = purpose == Purpose::Attack
                && self.position.no_british_attacks()
                && entry.nations.len() > 1
                && entry.is_of(Nation::Br);
            let mut nations: Vec<_> = Vec::new();
            for nation in self.nations(unit) {
                match nation {
                    // Taken for British it is kept back like them, if somebody else attacks.
                    Nation::Br if under_orders && supported => nations.push(None),
                    Nation::Br if under_orders => {}
                    nation => nations.push(Some(nation)),
                }
            }
            if !choices.contains(&nations) {
                choices.push(nations);
            }
        }
        choices
    }

    /// The nations a unit may count as.
    fn nations(&self, unit: UnitId) -> Vec<Nation> {
        let entry = self.unit(unit);
        let nations = entry.nations.iter();
        nations
            // The Persian Cossacks are RU for all purposes but supply (3.2.1.3.pe_ru).
            .filter(|nation| **nation != Nation::Pe || !entry.is_of(Nation::Ru))
            .map(|nation| match nation {
                Nation::Ru if self.counts_as_british(unit) => Nation::Br,
                other => *other,
            })
            .collect()
    }

    /// Whether the group is with or next to an HQ that makes it one nationality (9.2.2.g, 9.2.2.h).
    ///
    /// Mackensen and Falkenhayn need no Germans for it (3.2.3.1.falk-1, 3.2.3.1.falk-2), d'Esperey
    /// needs French units (3.2.3.1.desperey).
    pub(super) fn unified_by_hq(&self, units: &[UnitId], place: PlaceId) -> bool {
        let data = self.position.data();
        let known = &data.known;
        let leads = |hq: UnitId| {
            let Some(at) = self.position.place(hq).filter(|at| *at < data.on_map) else {
                return false;
            };
            let next = data.movement_graph.next_to(at).contains(place);
            units.contains(&hq) || (next && at != place)
        };
        match self.outlook.side {
            Side::Cp => leads(known.ge_mackensen_hq) || leads(known.ge_falkenhayn_hq),
            _ => {
                let hq = known.fr_desperey_hq;
                leads(hq) && self.with_french(hq)
            }
        }
    }

    /// Whether a French combat unit is beside the HQ.
    fn with_french(&self, hq: UnitId) -> bool {
        let at = self.position.place(hq);
        let french = self.position.data().counters.french;
        at.is_some()
            && french
                .iter()
                .any(|unit| unit != hq && self.position.place(unit) == at)
    }
}

/// Every way to choose a nation for each unit: the nations then shown.
pub(super) fn nationality_choices(choices: &[Vec<Option<Nation>>]) -> Vec<Nations> {
    choices.iter().fold(vec![Nations::NONE], |ways, nations| {
        let longer = |way: &Nations| {
            let way = *way;
            let nationalities = nations.iter();
            nationalities.map(move |nation| nation.map_or(way, |nation| way.and(nation)))
        };
        ways.iter().flat_map(longer).collect()
    })
}
