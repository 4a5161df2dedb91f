//! Organising LCUs (18.3, 18.1.1).

use super::codes::*;
use super::plan::{Assembly, Plan};
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::cards::ARAB_DESERTION;
use crate::control::index;
use crate::data::{PlaceId, Unit, UnitId};
use crate::supply::Status;
use crate::vocabulary::*;

/// Where no railroad leads to the rest of the map (18.3.1.c).
const REMOTE: &[Area] = &[
    Area::CentralAsia,
    Area::Afghanistan,
    Area::PersiaRegion,
    Area::India,
    Area::Baluchistan,
];

impl Checker<'_> {
    pub(super) fn check_organizing(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        for made in &plan.assemblies {
            let lcu = Arg::Unit(made.lcu);
            if self.position.place(made.lcu) != Some(self.assets()) {
                violations.add(&NOT_IN_ASSETS, &[lcu]);
            }
            let arab = self.data.units[made.lcu].is_of(Nation::TuA);
            if arab && self.position.state().happened(ARAB_DESERTION) {
                violations.add(&DESERTED_ASSEMBLY, &[lcu]);
            }
            let mut fit = BitSet::EMPTY;
            for (role, unit) in &made.uses {
                self.check_part(plan, made, *unit, violations);
                if self.fits(made.lcu, *unit) {
                    fit.insert(*unit);
                }
                let again = |other: &Assembly| {
                    other.uses.iter().any(|(as_what, used)| {
                        used == unit && (other.lcu != made.lcu || as_what != role)
                    })
                };
                if plan.assemblies.iter().any(again) {
                    violations.add(&USED_TWICE, &[Arg::Unit(*unit)]);
                }
            }
            // The third may be of an inferior type (18.3.2.d).
            if fit.len() < 2 {
                violations.add(&UNFIT, &[lcu]);
            }
            match made.place {
                Some(place) => self.check_site(made.lcu, place, violations),
                None => violations.add(&NOT_TOGETHER, &[lcu]),
            }
        }
    }

    /// Whether these SCUs could form an LCU where they are, as far as its type and the place go.
    pub(crate) fn could_form(&self, lcu: UnitId, scus: &[UnitId], place: PlaceId) -> bool {
        let mut found = Vec::new();
        self.check_site(lcu, place, &mut Violations(&mut found));
        found.is_empty() && scus.iter().filter(|scu| self.fits(lcu, **scu)).count() >= 2
    }

    /// The Corps Assets Box of the side.
    pub(super) fn assets(&self) -> PlaceId {
        match self.side {
            Side::Cp => self.data.known.cp_corps_assets,
            _ => self.data.known.ap_corps_assets,
        }
    }

    /// The rules about one SCU, which may be reduced (18.3.2.c-6) and in disrupted supply
    /// (18.3.1.e-2).
    fn check_part(
        &self,
        plan: &Plan<'_>,
        made: &Assembly,
        unit: UnitId,
        violations: &mut Violations<'_>,
    ) {
        let (lcu, entry) = (&self.data.units[made.lcu], &self.data.units[unit]);
        let witness = [Arg::Unit(made.lcu), Arg::Unit(unit)];
        if entry.size != Size::Lcu && self.newly_entered.contains(unit) {
            violations.add(&BEGAN_ELSEWHERE, &witness);
        }
        if self.own.contains(unit) {
            if !plan.may_move.contains(unit) && self.event != Some(FreeActivation::Corps) {
                violations.add(&SCU_NOT_ACTIVATED, &witness);
            }
            match self.outlook().status(unit) {
                Some(Status::OutOfSupply) => violations.add(&OUT_OF_SUPPLY, &witness[1..]),
                Some(Status::Limited | Status::LimitedDisrupted) => {
                    violations.add(&SCU_LIMITED, &witness);
                }
                _ => {}
            }
        }
        if plan.going.contains(unit) {
            violations.add(&SCU_MOVES, &witness);
        }
        if matches!(entry.class, Class::Irregular | Class::Tribe) {
            violations.add(&IRREGULAR, &witness);
        }
        let apart = !entry.is_combat() || (entry.size == Size::Scu && is_special(entry));
        if apart {
            violations.add(&SPECIAL, &witness);
        }
        if entry.size == Size::Lcu {
            violations.add(&NO_SCU, &witness);
        }
        let realms = |unit: &Unit| unit.nations.iter().map(|nation| realm(*nation)).collect();
        let of_lcu: Vec<_> = realms(lcu);
        if !entry
            .nations
            .iter()
            .any(|nation| of_lcu.contains(&realm(*nation)))
        {
            violations.add(&FOREIGN, &witness);
        }
    }

    /// Whether the SCU is of the LCU's nation, TU for TU-A, and of its type or better (18.3.2.c). A
    /// special LCU takes infantry (18.3.2.c-5).
    fn fits(&self, lcu: UnitId, scu: UnitId) -> bool {
        let (lcu, scu) = (&self.data.units[lcu], &self.data.units[scu]);
        let nation = scu
            .nations
            .iter()
            .any(|nation| lcu.is_of(*nation) || (*nation == Nation::Tu && lcu.is_of(Nation::TuA)));
        let infantry = matches!(scu.unit_type, UnitType::Infantry | UnitType::EliteInfantry);
        nation
            && scu.size == Size::Scu
            && match lcu.unit_type {
                UnitType::Infantry => infantry,
                UnitType::EliteInfantry | UnitType::Cavalry => scu.unit_type == lcu.unit_type,
                _ if is_special(lcu) => infantry,
                _ => false,
            }
    }

    /// The rules about the place.
    fn check_site(&self, lcu: UnitId, place: PlaceId, violations: &mut Violations<'_>) {
        let entry = &self.data.units[lcu];
        let space = &self.data.spaces[place];
        let witness = [Arg::Unit(lcu), Arg::Place(place)];
        if !self.view().control[index(self.side)].contains(place) {
            violations.add(&NOT_HELD, &witness);
        }
        let desert = space.terrain == Some(Terrain::Desert);
        if (desert || space.restricted_area.is_some()) && !self.served(lcu, place) {
            if desert {
                violations.add(&DESERT_ASSEMBLY, &witness);
            }
            if space.restricted_area.is_some() {
                violations.add(&REMOTE_ASSEMBLY, &witness);
            }
        }
        if space.terrain == Some(Terrain::Swamp) && self.swamp_bound(lcu) {
            violations.add(&SWAMP_ASSEMBLY, &witness);
        }
        if self.in_area(place, REMOTE) {
            violations.add(&REGION_ASSEMBLY, &witness);
        }
        if space.area == Area::Egypt && self.turkish_lcu(lcu) {
            violations.add(&EGYPT_ASSEMBLY, &witness);
        }
        if place == self.data.known.galicia && self.turkish_lcu(lcu) {
            violations.add(&GALICIA, &witness[..1]);
        }
        if entry.limit == Some(Limit::BalkansOnly) && space.area != Area::Balkans {
            violations.add(&LEAVES_BALKANS, &witness);
        }
    }

    /// Whether a railroad in supply reaches the place (11.1.2.d). None is laid for LCUs that are
    /// neither the side's nor at hand.
    fn served(&self, lcu: UnitId, place: PlaceId) -> bool {
        let ours = self.view().commander(lcu) == Some(self.side);
        let at_hand = self.own.contains(lcu) || self.position.place(lcu) == Some(self.assets());
        let outlook = self.outlook();
        ours && at_hand && outlook.railed(outlook.tracer(lcu)).contains(place)
    }
}

/// Special units: neither infantry, elite infantry nor cavalry (2.0.special_unit).
const fn is_special(unit: &Unit) -> bool {
    matches!(
        unit.unit_type,
        UnitType::Camel
            | UnitType::ArmoredCar
            | UnitType::Marine
            | UnitType::MountainInfantry
            | UnitType::Special
    )
}

/// Nations that form LCUs together: TU and TU-A, and BR, IN and ANZ (18.3.2.c-2, 18.3.2.e).
const fn realm(nation: Nation) -> Nation {
    match nation {
        Nation::TuA => Nation::Tu,
        Nation::In | Nation::Anz => Nation::Br,
        other => other,
    }
}
