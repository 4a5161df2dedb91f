//! Units that an event activates free of OPS, and what its OPS are for (9.5.1.a).

use super::codes::*;
use super::plan::Plan;
use super::violation::Violations;
use super::{Arg, Checker};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::state::FrameKind;
use crate::vocabulary::*;

/// LIBERATE SUEZ keeps so many OPS for combat in Egypt.
const FOR_EGYPT: u32 = 2;

impl Checker<'_> {
    /// One place that the event is about, or two, in the way it says; nothing else where that is combat.
    pub(super) fn check_event(&self, orders: &Move, violations: &mut Violations<'_>) {
        let Some(event) = self.event else { return };
        if event == FreeActivation::Corps {
            self.check_corps_of_event(orders, violations);
            return;
        }
        let mut places = BitSet::EMPTY;
        let mut groups: Vec<(PlaceId, &[UnitId])> = Vec::new();
        for order in orders.orders() {
            match order {
                Order::Activate {
                    place,
                    purpose,
                    units,
                } => {
                    places.insert(*place);
                    if !groups.contains(&(*place, units.as_slice())) {
                        groups.push((*place, units));
                    }
                    let all = self.at(*place);
                    let named: Vec<UnitId> = match (units.is_empty(), event) {
                        (true, _) => all.to_vec(),
                        // Who is named from elsewhere does not help.
                        (_, FreeActivation::Russians) => {
                            let there = |unit: &&UnitId| all.contains(unit) && self.russian(**unit);
                            units.iter().filter(there).copied().collect()
                        }
                        _ => units.clone(),
                    };
                    let russians = event != FreeActivation::Russians
                        || named.iter().any(|unit| self.russian(*unit));
                    if !(russians && event.allows(self.data, *place, *purpose, &named)) {
                        violations.add(&OTHER_ACTIVATION, &[Arg::Place(*place)]);
                    }
                }
                _ if event.moves() => {}
                _ => violations.add(&NO_OTHER_ORDERS, &[]),
            }
        }
        let (number, code) = match event {
            FreeActivation::Russians => (groups.len(), &TWO_SPACES),
            _ => (places.len(), &ONE_SPACE),
        };
        if number > usize::from(event.places()) {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            violations.add(code, &[Arg::Number(number)]);
        }
    }

    /// One corps of the event is organized, and nothing else is ordered.
    fn check_corps_of_event(&self, orders: &Move, violations: &mut Violations<'_>) {
        let mut organized = BitSet::EMPTY;
        for order in orders.orders() {
            let Order::Organize { lcu, .. } = order else {
                violations.add(&NO_OTHER_ORDERS, &[]);
                continue;
            };
            organized.insert(*lcu);
            if !self.corps_of_event().contains(*lcu) {
                violations.add(&OTHER_LCU, &[Arg::Unit(*lcu)]);
            }
        }
        if let number @ 2.. = organized.len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            violations.add(&ONE_CORPS, &[Arg::Number(number)]);
        }
    }

    /// The LCUs that the event under way brings.
    fn corps_of_event(&self) -> BitSet {
        let top = self.position.state().top();
        let top = top.filter(|top| top.kind == FrameKind::Operations);
        let card = top.and_then(|top| usize::from(top.args[1]).checked_sub(1));
        let card = card.and_then(|card| self.data.cards.get(card));
        let brought = card.into_iter().flat_map(|card| &card.brings);
        let brought: BitSet = brought.map(|one| one.unit).collect();
        brought & self.data.counters.lcus
    }

    /// The OPS of JIHAD SUPREMACY activate spaces with tribes alone; two of those of LIBERATE SUEZ are for
    /// combat in Egypt.
    pub(super) fn check_ops_of_event(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let Some(ops_of) = self.ops_of else { return };
        let mut otherwise = 0;
        for done in &plan.activations {
            let all = self.at(done.place);
            let stack: Vec<UnitId> = match self.unlimited_stacking(done.place) {
                true => all
                    .iter()
                    .copied()
                    .filter(|unit| done.units.contains(unit))
                    .collect(),
                false => all.to_vec(),
            };
            match ops_of {
                OpsOf::Tribes => {
                    let tribe = |unit: &UnitId| self.data.units[*unit].class == Class::Tribe;
                    if !stack.iter().any(tribe) {
                        violations.add(&OTHER_ACTIVATION, &[Arg::Place(done.place)]);
                    }
                }
                OpsOf::BullsEye => {}
                OpsOf::Suez if stack.is_empty() => {}
                OpsOf::Suez => {
                    let attacks = done.purpose != Purpose::Move;
                    if !(attacks && self.faces_egypt(&stack)) {
                        let units = match self.unlimited_stacking(done.place) {
                            true => stack.as_slice(),
                            false => &[],
                        };
                        otherwise += self.price(done, units, violations);
                    }
                }
            }
        }
        if otherwise > u32::from(self.ops).saturating_sub(FOR_EGYPT) && ops_of == OpsOf::Suez {
            violations.add(&KEPT_FOR_EGYPT, &[Arg::Number(otherwise)]);
        }
    }

    /// Whether somebody of a stack may attack combat units of the AP in Egypt.
    fn faces_egypt(&self, stack: &[UnitId]) -> bool {
        let enemies = self.attackable();
        let egypt = |place: &PlaceId| {
            enemies.contains(*place) && self.data.spaces[*place].area == Area::Egypt
        };
        let strikes = |unit: &UnitId| self.attack_targets(*unit).iter().any(egypt);
        stack.iter().any(strikes)
    }
}
