//! Whose nationality counts for an activation (9.2.2).

use super::activation::{Desk, Purpose};
use super::data::{PlaceId, UnitId};
use super::state::One;
use super::vocabulary::*;

impl Desk<'_> {
    /// For each unit that counts as a nationality the nations it may be taken for; `None` where
    /// taking it so leaves it out of the attack.
    pub(super) fn choices(
        &self,
        counted: &[UnitId],
        units: &[UnitId],
        place: PlaceId,
        purpose: Purpose,
    ) -> Vec<Vec<Option<Nation>>> {
        let readings = self.outlook.readings;
        let mut first_yildirim = true;
        let mut choices: Vec<Vec<_>> = Vec::new();
        for unit in counted {
            let entry = self.unit(*unit);
            // HQs, artillery, irregulars and tribes count as none (9.2.2.a-1, 3.2.1.4-2,
            // 3.2.1.5.b).
            let flagged = !entry.is_combat() && readings.hqs_are_of_a_nationality;
            if entry.class != Class::Regular && !flagged {
                continue;
            }
            // The first Yildirim unit is of no nationality (9.2.2.d).
            if entry.symbol == Some(Symbol::Yildirim) && std::mem::take(&mut first_yildirim) {
                continue;
            }
            let others = units.iter().filter(|other| *other != unit);
            let supported = others
                .copied()
                .any(|other| self.fit(other, place, Purpose::Attack));
            let under_orders = purpose == Purpose::Attack
                && self.position.no_british_attacks()
                && entry.nations.len() > 1
                && entry.is_of(Nation::Br);
            let mut nations: Vec<_> = Vec::new();
            for nation in self.nations(*unit) {
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

    /// Is it one of the two RU units that are BR after the Revolution (16.4.5.4-3, 18.9.2-3)?
    pub(super) fn counts_as_british(&self, unit: UnitId) -> bool {
        let state = self.position.state();
        let known = &self.position.data().known;
        usize::from(state.one(One::BritishRuCavalry)) == unit + 1
            || (unit == known.ru_sb_yugoslav_div && state.one(One::RevolutionStage) >= 4)
    }

    /// Is the group with or next to an HQ that makes it one nationality (9.2.2.g, 9.2.2.h)?
    ///
    /// Mackensen and Falkenhayn need no Germans for it (3.2.3.1.falk-1, 3.2.3.1.falk-2), d'Esperey
    /// needs French units (3.2.3.1.desperey).
    pub(super) fn led_as_one(&self, units: &[UnitId], place: PlaceId) -> bool {
        let data = self.position.data();
        let known = &data.known;
        let leads = |hq: UnitId| {
            let Some(at) = self.position.place(hq).filter(|at| *at < data.on_map) else {
                return false;
            };
            let next = data.ways.next_to(at).contains(place);
            units.contains(&hq) || (next && at != place)
        };
        match self.outlook.side {
            Side::Cp => leads(known.ge_mackensen_hq) || leads(known.ge_falkenhayn_hq),
            _ => {
                let hq = known.fr_desperey_hq;
                let french = self.position.place(hq).is_some_and(|at| {
                    (0..data.units.len()).any(|unit| {
                        unit != hq
                            && self.unit(unit).is_of(Nation::Fr)
                            && self.unit(unit).is_combat()
                            && self.position.place(unit) == Some(at)
                    })
                });
                french && leads(hq)
            }
        }
    }
}

/// Every way to choose a nation for each unit: the nations then shown.
pub(super) fn ways(choices: &[Vec<Option<Nation>>]) -> Vec<Vec<Nation>> {
    choices.iter().fold(vec![Vec::new()], |ways, nations| {
        ways.iter()
            .flat_map(|way| {
                nations.iter().map(move |nation| {
                    let mut longer = way.clone();
                    longer.extend(nation.filter(|nation| !way.contains(nation)));
                    longer
                })
            })
            .collect()
    })
}
