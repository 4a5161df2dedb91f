//! Flank attacks (12.4.1, 12.4.2).

use super::attack::{Attack, Attacker};
use super::codes::*;
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::data::PlaceId;
use crate::state::Cell;
use crate::vocabulary::*;

impl Checker<'_> {
    /// The conditions of a flank attack (12.2.2-1, 12.4.1), and its pinning space (12.4.2-1).
    pub(super) fn check_flank(&self, attack: &Attack, violations: &mut Violations<'_>) {
        if attack.pins.is_empty() {
            return;
        }
        if attack.pins.len() > 1 {
            violations.add(&TWO_PINS, &[]);
        }
        for pin in &attack.pins {
            let from = attack.fighters.iter().any(|one| one.place == *pin);
            if !from || attack.target == Some(*pin) {
                violations.add(&NO_PIN, &[Arg::Place(*pin)]);
            }
        }
        let places: BitSet = attack.fighters.iter().map(|one| one.place).collect();
        if places.len() < 2 {
            violations.add(&FLANK_FROM_ONE_SPACE, &[]);
        }
        let lcu = |one: &Attacker| self.data.counters.lcus.contains(one.unit);
        if !attack.fighters.iter().any(lcu) {
            violations.add(&FLANK_WITHOUT_LCU, &[]);
        }
        let Some(target) = attack.target else { return };
        let place = [Arg::Place(target)];
        if !attack.fighters.is_empty() && self.all_over_water(attack, target) {
            violations.add(&FLANK_OVER_WATER, &[]);
        }
        let terrain = self.data.spaces[target].terrain;
        if matches!(terrain, Some(Terrain::Swamp | Terrain::Mountain)) {
            violations.add(&FLANK_IN_ROUGH, &place);
        }
        if self.view().state.get(Cell::Trench(target)) > 0 {
            violations.add(&FLANK_AT_TRENCH, &place);
        }
        // A fort alone (15.1.4-1); one with units will do (12.4.1-3, 15.1.4-3).
        if self.enemy_forts.contains(target)
            && self.defending_fighters(attack, target).next().is_none()
        {
            violations.add(&FLANK_AT_FORT, &place);
        }
        if self.data.network.regions.contains(target) {
            violations.add(&FLANK_IN_REGION, &place);
        }
    }

    /// Whether the target is attacked over water only (12.3.4-1). Straits are water (3.1.5.2.3-1).
    fn all_over_water(&self, attack: &Attack, target: PlaceId) -> bool {
        attack.fighters.iter().all(|one| {
            let line = self.line(one.place, target);
            line.is_some_and(|(_, over)| {
                let into = if over.a == target {
                    Crossing::IntoA
                } else {
                    Crossing::IntoB
                };
                over.strait.is_some() || over.crossing == Crossing::Both || over.crossing == into
            })
        })
    }
}
