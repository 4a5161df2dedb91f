//! Corps withdrawn under fire break up into divisions (18.6.2.1-6).

use super::{Transition, permanently_eliminated};
use crate::data::{Unit, UnitId};
use crate::state::{ACTED, Cell};
use crate::vocabulary::*;

impl Transition<'_> {
    /// Replaces an LCU by three reduced SCUs, or by two if it was reduced; by fewer if no more are
    /// to be found. The LCU is lost for good.
    ///
    /// The method itself is an optional rule that is not in the rulebook. Here the SCUs are those
    /// that could replace a lost LCU (12.6.5): of its nation or, if there are none, its empire, of
    /// its type if possible, neither special nor irregular. They come from where the SCUs go of
    /// which an LCU is organised (18.3.2.h): Reserve Box, Eliminated Box, out of the game.
    pub(super) fn break_down(&mut self, lcu: UnitId) {
        let Some(place) = self.now.spot(lcu) else {
            return;
        };
        let wanted = if self.now.state().reduced.contains(lcu) {
            2
        } else {
            3
        };
        let mut found: Vec<_> = (0..self.now.data().units.len())
            .filter_map(|unit| Some((self.fitness(lcu, unit)?, unit)))
            .collect();
        found.sort_unstable();
        let grave = permanently_eliminated(self.before, self.side);
        self.now.retire(lcu, grave, false);
        for (_, unit) in found.into_iter().take(wanted) {
            self.now.stand(unit, place);
            self.now.put(Cell::Reduced(unit), 1);
            self.now.put(Cell::Fought(unit), ACTED);
        }
    }

    /// How well a unit fits as a piece of the LCU, best first: nation, type, box.
    fn fitness(&self, lcu: UnitId, unit: UnitId) -> Option<(u8, u8, usize)> {
        let units = &self.now.data().units;
        let (lcu, scu) = (&units[lcu], &units[unit]);
        let source = self.now.place(unit)?;
        let known = &self.now.data().known;
        let boxes = known.spent_boxes(self.side);
        let source = boxes.iter().position(|place| *place == source)?;
        if scu.size != Size::Scu || scu.class != Class::Regular {
            return None;
        }
        Some((kinship(lcu, scu)?, likeness(lcu, scu)?, source))
    }
}

/// Of the same nation, TU and TU-A being one (0); of the British Empire like it (1).
fn kinship(lcu: &Unit, scu: &Unit) -> Option<u8> {
    let turkish = [Nation::Tu, Nation::TuA];
    let empire = [Nation::Br, Nation::In, Nation::Anz];
    let both = |nations: &[Nation]| {
        let any = |unit: &Unit| unit.nations.iter().any(|nation| nations.contains(nation));
        any(lcu) && any(scu)
    };
    let same = scu.nations.iter().any(|nation| lcu.is_of(*nation));
    if same || both(&turkish) {
        Some(0)
    } else {
        both(&empire).then_some(1)
    }
}

/// Of its type (0), infantry of the other quality (1), another regular type (2). A special LCU is
/// of infantry (12.6.5-6).
fn likeness(lcu: &Unit, scu: &Unit) -> Option<u8> {
    let foot = |unit: UnitType| matches!(unit, UnitType::Infantry | UnitType::EliteInfantry);
    match (lcu.unit_type, scu.unit_type) {
        (_, UnitType::Special | UnitType::Marine | UnitType::Camel | UnitType::ArmoredCar) => None,
        (_, UnitType::MountainInfantry) => None,
        (a, b) if a == b => Some(0),
        (UnitType::Special, b) if foot(b) => Some(0),
        (UnitType::Special, _) => None,
        (a, b) if foot(a) && foot(b) => Some(1),
        _ => Some(2),
    }
}
