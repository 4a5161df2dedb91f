//! The Attrition Phase: units out of supply are lost, and spaces without it turn (14.3.2).

use super::agenda::{Home, Rest, SILENT, none_of_its_answers};
use super::decision::Parameters;
use super::galicia::{CHOICE, DIE, turkish_corps_in_galicia};
use super::holders::{Holders, Settlement};
use super::{Field, permanently_eliminated};
use crate::board::BitSet;
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
    Fate, "fate of a unit" {
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
pub struct Toll {
    /// The units that are lost.
    pub lost: Vec<(UnitId, Fate)>,
    /// The units that are out of supply and stay.
    pub spared: Vec<(UnitId, Fate)>,
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

    /// Are there any, and do any stay?
    fn at(&self, side: Side, place: PlaceId) -> (bool, bool) {
        let at = side as usize;
        (
            self.some[at].contains(place),
            self.stays[at].contains(place),
        )
    }
}

/// The Attrition Phase: units are lost, then the Turks in Galicia throw their die.
pub(super) fn rest(position: &Position) -> Rest {
    match position.state().step() {
        0 => Rest::Throws,
        DIE if position.galicia_die().is_some() => Rest::Throws,
        CHOICE if !position.replacement_choices().is_empty() => {
            Rest::Begins(Frame::of(FrameKind::Replacement).by(Side::Cp))
        }
        _ => Rest::Done,
    }
}

/// Who takes the place of the corps that is lost in Galicia.
pub(super) const REPLACEMENT: Home = Home {
    rest: |position, _| match position.replacement_choices()[..] {
        [] => Rest::Done,
        _ => Rest::Decides(DecisionKind::Replacement),
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
pub(crate) struct Paid {
    pub(crate) position: Position,
    pub(crate) settled: Vec<Settlement>,
    /// The unit for which the Jihad level rises (16.3.1.1-7).
    pub(crate) mourned: Option<UnitId>,
}

impl Position {
    /// What attrition takes now, and who holds what before it does.
    pub(crate) fn reckoning(&self) -> (Toll, Holders) {
        let tracing = Tracing::new(self, &Readings::OURS);
        let (present, held) = (tracing.view.present, Holders::of(&tracing.view));
        (self.toll(present, &tracing.answer()), held)
    }

    /// What attrition takes of both sides at once (14.3.2.1-2, 14.3.2.2-3).
    fn toll(&self, present: BitSet, supply: &Supply) -> Toll {
        let data = self.data();
        let mut toll = Toll {
            turned: supply.flips,
            ..Toll::default()
        };
        let mut starving = BitSet::EMPTY;
        for unit in present.iter() {
            if supply.units[unit] == Some(Status::OutOfSupply) {
                starving.insert(unit);
            }
        }
        // Nobody is left alone where nobody starves.
        if starving.is_empty() {
            return toll;
        }
        let combat = present & data.counters.combat;
        let mut gone = BitSet::EMPTY;
        for unit in (starving & combat).iter() {
            if data.counters[unit].class == Class::Tribe {
                toll.spared.push((unit, Fate::Tribe));
            } else {
                gone.insert(unit);
                toll.lost.push((unit, Fate::Starves));
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
                (true, false) => toll.lost.push((unit, Fate::LeftAlone)),
                (false, _) if starves => toll.lost.push((unit, Fate::Alone)),
                (true, true) if starves => toll.spared.push((unit, Fate::Guarded)),
                _ => {}
            }
        }
        toll.lost.sort_unstable();
        toll.spared.sort_unstable();
        toll
    }

    /// The position after a toll: boxes, control, VPs, Jihad level, RU VPs.
    pub(crate) fn paid(&self, toll: &Toll, held: &Holders) -> Paid {
        let mut field = Field::new(self, Side::Ap);
        let data = self.data();
        for (unit, _) in &toll.lost {
            let grave = permanently_eliminated(self, self.side_of(*unit));
            field.now.retire(*unit, grave, false);
        }
        let to_ap = toll.turned & self.state().controlled[1];
        for place in toll.turned.iter() {
            let side = if to_ap.contains(place) {
                Side::Ap
            } else {
                Side::Cp
            };
            field.take(place, side);
        }
        // A region left to regular units alone is theirs (11.2.1.c).
        let after = field.end_contests();
        field.raise_russian_flags(to_ap);
        let settled = field.settle_phase(held, &after);
        // Once a turn, however many (16.3.1.1-7).
        let balkans = data.stakes.area(Area::Balkans);
        let mourned = toll.lost.iter().find(|(unit, _)| {
            let abroad = self
                .place(*unit)
                .is_some_and(|place| !balkans.contains(place));
            data.stakes.empires.contains(*unit) && abroad
        });
        if mourned.is_some() {
            field.now.raise_jihad(1);
        }
        field.keep_landing();
        Paid {
            position: field.now,
            settled,
            mourned: mourned.map(|(unit, _)| *unit),
        }
    }
}

impl Field<'_> {
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

/// Does a VP space that turns to the AP count as taken by Russians?
///
/// In Russia, Azerbaijan, Caucasia and neutral Persia with a line to a Russian source
/// (14.3.2.2-5); in Anatolia, the Balkans and Mesopotamia if no other AP source is as near, ports
/// there among them (14.3.2.2-6); nowhere else (14.3.2.2-7).
fn counts_as_russian(tracing: &mut Tracing<'_>, place: PlaceId) -> bool {
    let data = tracing.view.data;
    let stakes = &data.stakes;
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
                & (stakes.area(Area::Anatolia) | stakes.area(Area::Mesopotamia));
            let mut others = (tracing.sources(Tracer::ApSpaces, false) | ports) - russian;
            others.remove(place);
            let other = tracing.steps(Tracer::ApSpaces, place, others);
            other.is_none_or(|other| steps < other)
        }
        _ => false,
    }
}
