//! Enemy forts and sieges (11.1.6, 15.1-15.2).

use super::codes::*;
use super::plan::{Mover, Plan};
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::state::Scalar;
use crate::vocabulary::*;

impl Checker<'_> {
    /// Whether the enemy fort is besieged before the move (15.2.1).
    pub(super) fn besieged(&self, place: PlaceId) -> bool {
        self.view().besieging[index(self.side)].contains(place)
    }

    /// A fort that is besieged is passed (11.1.6-2); another is entered by those who besiege it,
    /// who stop there, and passed by those they do not need (15.1.1-1, 15.1.1-2, 15.2.1-3).
    pub(super) fn check_forts_entered(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        violations: &mut Violations<'_>,
    ) {
        for place in mover.path {
            if !self.enemy_forts.contains(*place)
                || self.besieged(*place)
                || self.besieged_after(plan, *place)
            {
                continue;
            }
            let code = if self.view().lapsed[index(self.side)].contains(*place) {
                &SIEGE_NOT_RESTORED
            } else {
                &NOT_BESIEGED
            };
            violations.add(code, &[Arg::Unit(mover.unit), Arg::Place(*place)]);
        }
    }

    /// Whoever leaves a siege leaves enough behind, or nobody (15.2.4).
    pub(super) fn check_sieges_kept(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        for place in plan.lifted.iter() {
            if plan.after(self, place).next().is_some() {
                violations.add(&SIEGE_BROKEN, &[Arg::Place(place)]);
            }
        }
    }

    /// The forts that are besieged before the move, and that those who are there after it cannot
    /// besiege, or nobody is.
    pub(super) fn sieges_lifted(&self, plan: &Plan<'_>) -> BitSet {
        let mut lifted = BitSet::EMPTY;
        if plan.left.is_empty() {
            return lifted;
        }
        for place in self.view().besieging[index(self.side)].iter() {
            let gone = self.at(place).iter().any(|unit| plan.left.contains(*unit));
            if gone && !self.besieged_after(plan, place) {
                lifted.insert(place);
            }
        }
        lifted
    }

    /// The forts that the move lays siege to.
    pub(super) fn sieges_laid(&self, plan: &Plan<'_>) -> BitSet {
        let arrived = plan.arrived.iter().map(|(_, place)| *place);
        let entered: BitSet = arrived.chain(plan.assaults.iter()).collect();
        let new = (entered & self.enemy_forts) - self.view().besieging[index(self.side)];
        let new = new.iter();
        new.filter(|place| self.besieged_after(plan, *place))
            .collect()
    }

    /// Whether the marines of the amphibious assault landed here (15.2.1-4).
    pub(super) fn marines_landed(&self, place: PlaceId) -> bool {
        usize::from(self.view().state.scalar(Scalar::AssaultLanding)) == place + 1
    }

    /// Whether the units that are there after the move can besiege the fort: an LCU, or as many
    /// regular and irregular SCUs as it is strong (15.2.1-1, 15.2.6).
    pub(super) fn besieged_after(&self, plan: &Plan<'_>, place: PlaceId) -> bool {
        let landed =
            self.marines_landed(place) || (plan.assaults.contains(place) && self.marines_ready());
        self.besiege(plan.after(self, place), place, landed)
    }

    /// Whether these units can besiege the fort (15.2.1-1). The marines of a landing count as
    /// three.
    pub(super) fn besiege(
        &self,
        units: impl Iterator<Item = UnitId>,
        place: PlaceId,
        landed: bool,
    ) -> bool {
        let strength: u8 = units
            .map(|unit| {
                let entry = &self.data.units[unit];
                match (entry.class, entry.size) {
                    (Class::Regular, Size::Lcu) => 9,
                    // The marines of the amphibious assault count as three (15.2.1-4, 18.6.6-3).
                    (Class::Regular, _) if landed && unit == self.data.known.ru_black_sea_div => 3,
                    (Class::Regular | Class::Irregular, _) => 1,
                    _ => 0,
                }
            })
            .fold(0, u8::saturating_add);
        strength >= self.data.spaces[place].fort
    }
}
