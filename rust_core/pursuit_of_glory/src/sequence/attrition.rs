//! The Attrition Phase: units out of supply are lost, and spaces without it turn (14.3.2).

use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::control_map::ControlChange;
use super::decision::Parameters;
use super::galicia::{CHOICE, DIE};
use super::{Transition, permanently_eliminated};
use crate::board::BitSet;
use crate::control::{ControlMap, turkish_corps_in_galicia};
use crate::data::{PlaceId, UnitId};
use crate::orders::Order;
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Frame, FrameKind};
use crate::supply::network::Tracer;
use crate::supply::{Status, Supply, Tracing};
use crate::vocabulary::*;
use engine::names::vocabulary;

vocabulary! {
    /// Why a unit is lost, or stays though it is out of supply.
    LossReason, "fate of a unit" {
        /// An LCU or SCU out of supply (14.3.2.1-1).
        Starves = "starves",
        /// An HQ or artillery whose combat units are all lost (3.2.3-3).
        LeftAlone = "left_alone",
        /// An HQ or artillery out of supply without combat units (2.0.oos-3).
        Alone = "alone",
        /// A tribe (2.0.oos-3).
        Tribe = "tribe",
        /// An HQ or artillery beside a combat unit that stays (14.3.2.1-1).
        Guarded = "guarded",
    }
}

/// What attrition takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttritionLosses {
    /// The units that are lost.
    pub lost: Vec<(UnitId, LossReason)>,
    /// The units that are out of supply and stay.
    pub spared: Vec<(UnitId, LossReason)>,
    /// The spaces and regions that turn (14.3.2.2-1).
    pub turned: BitSet,
}

/// The places of combat units by their side.
#[derive(Default)]
struct Company {
    some: [BitSet; Side::ALL.len()],
    /// Where some are not lost.
    stays: [BitSet; Side::ALL.len()],
}

impl Company {
    fn add(&mut self, side: Side, place: PlaceId, lost: bool) {
        self.some[side as usize].insert(place);
        if !lost {
            self.stays[side as usize].insert(place);
        }
    }

    /// Whether there are any, and whether any stay.
    fn at(&self, side: Side, place: PlaceId) -> (bool, bool) {
        let at = side as usize;
        (
            self.some[at].contains(place),
            self.stays[at].contains(place),
        )
    }
}

/// The Attrition Phase: units are lost, then the Turks in Galicia throw their die.
pub(super) fn next_step(position: &Position) -> NextStep {
    match position.state().step() {
        0 => NextStep::Throws,
        DIE if position.galicia_die().is_some() => NextStep::Throws,
        CHOICE if !position.replacement_choices().is_empty() => {
            NextStep::Begins(Frame::of(FrameKind::Replacement).by(Side::Cp))
        }
        _ => NextStep::Done,
    }
}

/// Who takes the place of the corps that is lost in Galicia.
pub(super) const REPLACEMENT: FrameHandler = FrameHandler {
    next_step: |position, _| match position.replacement_choices()[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Replacement),
    },
    parameters: |position, _| {
        let units = position.replacement_choices();
        match turkish_corps_in_galicia(position.data(), position.state()) {
            Some(lost) => Parameters::Replacement { lost, units },
            None => Parameters::None,
        }
    },
    check: |position, _, made| position.check_replacement(made),
    take: |position, _, made| match made.orders() {
        [Order::Replace { by, .. }] => position.replace_in_galicia(*by),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

/// What has come of it.
pub(crate) struct AttritionResult {
    pub(crate) position: Position,
    pub(crate) control_changes: Vec<ControlChange>,
    /// The unit for which the Jihad level rises (16.3.1.1-7).
    pub(crate) jihad_unit: Option<UnitId>,
}

impl Position {
    /// What attrition takes now, and who holds what before it does.
    pub(crate) fn attrition_losses(&self) -> (AttritionLosses, ControlMap) {
        let mut tracing = Tracing::new(self, &Readings::OURS);
        let (present, held) = (tracing.view.present, ControlMap::of(&tracing.view));
        (self.losses(present, &tracing.answer()), held)
    }

    /// What attrition takes of both sides at once (14.3.2.1-2, 14.3.2.2-3).
    fn losses(&self, present: BitSet, supply: &Supply) -> AttritionLosses {
        let data = self.data();
        let mut losses = AttritionLosses {
            turned: supply.flips,
            ..AttritionLosses::default()
        };
        let mut starving = BitSet::EMPTY;
        for unit in present.iter() {
            if supply.units[unit] == Some(Status::OutOfSupply) {
                starving.insert(unit);
            }
        }
        // Nobody is left alone where nobody starves.
        if starving.is_empty() {
            return losses;
        }
        let combat = present & data.counters.combat;
        let mut gone = BitSet::EMPTY;
        for unit in (starving & combat).iter() {
            if data.counters[unit].class == Class::Tribe {
                losses.spared.push((unit, LossReason::Tribe));
            } else {
                gone.insert(unit);
                losses.lost.push((unit, LossReason::Starves));
            }
        }
        let staff = present - combat;
        let asked: BitSet = staff.iter().filter_map(|unit| self.place(unit)).collect();
        let mut company = Company::default();
        for unit in combat.iter() {
            if let Some(place) = self.place(unit)
                && asked.contains(place)
            {
                company.add(self.side_of(unit), place, gone.contains(unit));
            }
        }
        for unit in staff.iter() {
            let Some(place) = self.place(unit) else {
                continue;
            };
            let starves = starving.contains(unit);
            match company.at(self.side_of(unit), place) {
                (true, false) => losses.lost.push((unit, LossReason::LeftAlone)),
                (false, _) if starves => losses.lost.push((unit, LossReason::Alone)),
                (true, true) if starves => losses.spared.push((unit, LossReason::Guarded)),
                _ => {}
            }
        }
        losses.lost.sort_unstable();
        losses.spared.sort_unstable();
        losses
    }

    /// The position after these losses: boxes, control, VPs, Jihad level, RU VPs.
    pub(crate) fn after_losses(
        &self,
        losses: &AttritionLosses,
        held: &ControlMap,
    ) -> AttritionResult {
        let mut transition = Transition::new(self, Side::Ap);
        let data = self.data();
        for (unit, _) in &losses.lost {
            let grave = permanently_eliminated(self, self.side_of(*unit));
            transition.now.retire(*unit, grave, false);
        }
        let to_ap = losses.turned & self.state().controlled[1];
        for place in losses.turned.iter() {
            let side = if to_ap.contains(place) {
                Side::Ap
            } else {
                Side::Cp
            };
            transition.take(place, side);
        }
        // A region left to regular units alone is theirs (11.2.1.c).
        let after = transition.end_contests();
        transition.raise_russian_flags(to_ap);
        let control_changes = transition.settle_phase(held, &after);
        // Once a turn, however many (16.3.1.1-7).
        let balkans = data.victory_index.area(Area::Balkans);
        let jihad_unit = losses.lost.iter().find(|(unit, _)| {
            let abroad = self
                .place(*unit)
                .is_some_and(|place| !balkans.contains(place));
            data.victory_index.empires.contains(*unit) && abroad
        });
        if jihad_unit.is_some() {
            transition.now.raise_jihad(1);
        }
        transition.now.keep_jihad_at_zero();
        transition.keep_landing();
        AttritionResult {
            position: transition.now,
            control_changes,
            jihad_unit: jihad_unit.map(|(unit, _)| *unit),
        }
    }
}

impl Transition<'_> {
    /// VP spaces that turn to the AP are Russian where a Russian source is near (3.2.4.1-2,
    /// 3.2.4.1-3, 3.2.4.1-4).
    fn raise_russian_flags(&mut self, places: BitSet) {
        let worth: BitSet = places
            .iter()
            .filter(|place| self.now.worth(*place) > 0)
            .collect();
        if worth.is_empty() {
            return;
        }
        let readings = Readings::OURS;
        let mut tracing = Tracing::new(&self.now, &readings);
        let russian: BitSet = worth
            .iter()
            .filter(|place| counts_as_russian(&mut tracing, *place))
            .collect();
        for place in worth.iter() {
            self.taken_by_ru.set(place, russian.contains(place));
        }
    }
}

/// Whether a VP space that turns to the AP counts as taken by Russians.
///
/// In Russia, Azerbaijan, Caucasia and neutral Persia with a line to a Russian source
/// (14.3.2.2-5); in Anatolia, the Balkans and Mesopotamia if no other AP source is as near, ports
/// there among them (14.3.2.2-6); nowhere else (14.3.2.2-7).
fn counts_as_russian(tracing: &mut Tracing<'_>, place: PlaceId) -> bool {
    let data = tracing.view.data;
    let victory_index = &data.victory_index;
    let reach = tracing.reach(Tracer::Russian, false);
    let (reached, _) = tracing.fed(Tracer::Russian, false, place, reach);
    match data.spaces[place].area {
        Area::Russia | Area::Azerbaijan | Area::Caucasus | Area::PersiaNeutral => reached,
        Area::Anatolia | Area::Balkans | Area::Mesopotamia if reached => {
            let russian = tracing.sources(Tracer::Russian, false);
            let Some(steps) = tracing.steps(Tracer::Russian, place, russian) else {
                return false;
            };
            let ports = (tracing.ports[0] | tracing.indian_ports)
                & tracing.view.control[0]
                & (victory_index.area(Area::Anatolia) | victory_index.area(Area::Mesopotamia));
            let mut others = (tracing.sources(Tracer::ApSpaces, false) | ports) - russian;
            others.remove(place);
            let other = tracing.steps(Tracer::ApSpaces, place, others);
            other.is_none_or(|other| steps < other)
        }
        _ => false,
    }
}
