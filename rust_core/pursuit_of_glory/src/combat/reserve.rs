//! The SCUs that may replace eliminated LCUs (12.6.5).

use super::kinds::Body;
use super::nations::{EMPIRE, TURKS, any};
use super::{Battle, Fighter, Role};
use crate::data::{Nations, UnitId};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// SCUs of the Reserve Box that are alike in a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spare {
    /// What they are; whom HQs serve depends on where they come in.
    pub(super) body: Body,
    /// Their nations.
    pub(super) nations: Nations,
    /// Their type.
    pub(super) unit_type: UnitType,
    /// Whether they are reduced.
    pub(super) reduced: bool,
    /// The units.
    pub(super) units: SmallVec<[UnitId; 8]>,
}

/// How LCUs of one kind are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Replacement {
    /// Which spares may come, by rank: a lower rank comes only if no higher one is left.
    pub(super) ranks: SmallVec<[SmallVec<[u8; 4]>; 4]>,
    /// Which HQs serve each spare if it comes in where the LCU was.
    pub(super) staff: SmallVec<[u8; 8]>,
    /// Whether these LCUs leave the game whoever comes (3.2.2).
    pub(super) doomed: bool,
}

/// As many kinds of spares as a set of counters tells apart.
const KINDS: usize = 32;

/// Whom an LCU of these nations and this type calls, best first.
///
/// The nationality must be the LCU's own (of two any: 12.6.5.a), TU and TU-A serving all Turkish
/// LCUs (12.6.5-3), and BR, IN and ANZ each other if there is none of the own (12.6.5-4). If
/// possible the type is the same (12.6.5-1), which for a Turkish LCU means TU or TU-A as well; a
/// special LCU calls infantry, all alike (12.6.5-6), and otherwise any regular but special SCU will
/// do (12.6.5-5). Dual SCUs serve both their nations, even special ones (12.6.5.b).
///
/// The first number is less for a better nation, the second for a better type.
pub(crate) fn preference(
    (nations, unit_type): (Nations, UnitType),
    (spares, spare_type): (Nations, UnitType),
) -> Option<(u8, u8)> {
    let own = Nation::ALL
        .iter()
        .any(|nation| nations.has(*nation) && spares.has(*nation));
    let dual = spares.len() > 1;
    let foot = matches!(spare_type, UnitType::Infantry | UnitType::EliteInfantry);
    // Neither infantry, elite infantry nor cavalry (2.0.special_unit).
    let special = !foot && spare_type != UnitType::Cavalry && !dual;
    // To a special LCU all that may come are alike (12.6.5-6).
    let alike = unit_type == UnitType::Special;
    let same = alike || unit_type == spare_type;
    let allowed = if alike {
        foot || (dual && own)
    } else {
        !special
    };
    let turkish = any(nations, &TURKS) && any(spares, &TURKS);
    let imperial = any(nations, &EMPIRE) && any(spares, &EMPIRE);
    match (own, turkish, imperial) {
        _ if !allowed => None,
        (true, ..) if same => Some((0, 0)),
        (_, true, _) if alike => Some((0, 0)),
        (true, ..) | (_, true, _) => Some((0, 1)),
        (_, _, true) => Some((1, u8::from(!same))),
        _ => None,
    }
}

impl Battle<'_> {
    /// The regular SCUs in a side's Reserve Box, alike ones together.
    pub(super) fn spares(&self, role: Role) -> Vec<Spare> {
        let known = &self.data.known;
        let reserve = match self.side_of(role) {
            Side::Cp => known.cp_reserve,
            _ => known.ap_reserve,
        };
        let mut spares: Vec<Spare> = Vec::new();
        let taking_part = |unit: UnitId| self.some(role, |fighter| fighter.unit == unit);
        for (unit, of) in self.data.units.iter().enumerate() {
            if self.position.place(unit) != Some(reserve)
                || of.class != Class::Regular
                || of.size != Size::Scu
                || taking_part(unit)
            {
                continue;
            }
            let fighter = Fighter {
                unit,
                from: self.data.on_map,
                reduced: self.state().reduced.contains(unit),
                supplied: true,
                nations: super::nations::nations(self.data, self.state(), unit),
            };
            let body = self.body(role, &fighter, None);
            let same = spares.iter().position(|spare| {
                (spare.body, spare.nations, spare.unit_type, spare.reduced)
                    == (body, fighter.nations, of.unit_type, fighter.reduced)
            });
            match same {
                Some(at) => spares[at].units.push(unit),
                None if spares.len() < KINDS => spares.push(Spare {
                    body,
                    nations: fighter.nations,
                    unit_type: of.unit_type,
                    reduced: fighter.reduced,
                    units: std::iter::once(unit).collect(),
                }),
                None => {}
            }
        }
        spares
    }

    /// How an LCU that takes part is replaced.
    pub(super) fn replacement(
        &self,
        role: Role,
        fighter: &Fighter,
        spares: &[Spare],
    ) -> Replacement {
        let unit_type = self.data.units[fighter.unit].unit_type;
        let mut ranks: SmallVec<[SmallVec<[u8; 4]>; 4]> = SmallVec::from_elem(SmallVec::new(), 4);
        for (number, spare) in (0..).zip(spares) {
            let lcu = (fighter.nations, unit_type);
            let rank = preference(lcu, (spare.nations, spare.unit_type));
            if let Some((nation, kind)) = rank {
                ranks[usize::from(2 * nation + kind)].push(number);
            }
        }
        ranks.retain(|rank| !rank.is_empty());
        let staff = spares
            .iter()
            .map(|spare| self.served(role, fighter.from, spare.nations))
            .collect();
        let doomed = self.body(role, fighter, None).doomed;
        Replacement {
            ranks,
            staff,
            doomed,
        }
    }
}

/// How well an SCU suits an LCU, if it does: the lower the better.
pub(crate) type Suits<'s> = dyn Fn(UnitId, UnitId) -> Option<(u8, u8)> + 's;

/// The LCUs that must have been replaced after one: those that would rather have had what it got, or
/// what one of them got. One order must serve them all (12.6.5-1).
pub(crate) fn replaced_after(
    replaced: &[(UnitId, UnitId)],
    lcu: UnitId,
    suits: &Suits<'_>,
) -> SmallVec<[UnitId; 4]> {
    let envies = |(other, by): (UnitId, UnitId), one: UnitId| {
        let Some(own) = suits(other, by) else {
            return false;
        };
        let theirs = replaced.iter().filter(|(of, _)| *of == one);
        theirs
            .filter_map(|(_, taken)| suits(other, *taken))
            .any(|rank| rank < own)
    };
    let mut later: SmallVec<[UnitId; 4]> = SmallVec::new();
    let mut next = Some(lcu);
    let mut done = 0;
    while let Some(one) = next {
        for (other, by) in replaced {
            if *other != one && envies((*other, *by), one) && !later.contains(other) {
                later.push(*other);
            }
        }
        next = later.get(done).copied();
        done += 1;
    }
    later
}
