//! Landings, the amphibious assault, withdrawals, lost and abandoned beachheads (18.6).

use super::Transition;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Scalar};
use crate::supply::outlook::Outlook;
use crate::supply::{Status, Tracing};
use crate::vocabulary::*;

/// Units that went back to an island base, by the beachhead they left.
pub(super) struct Embarked {
    pub(super) beachhead: PlaceId,
    pub(super) units: Vec<UnitId>,
}

impl Position {
    /// AP units that are in supply, and would not be if no ship called at a port.
    pub(super) fn living_on(&self, port: PlaceId) -> BitSet {
        let readings = Readings::OURS;
        let cut_off: BitSet = std::iter::once(port).collect();
        let without = Tracing::new(self, &readings).without(cut_off).statuses();
        let with = self.supply(&readings);
        let out = Some(Status::OutOfSupply);
        (0..self.data().units.len())
            .filter(|unit| self.side_of(*unit) == Side::Ap)
            .filter(|unit| with.units[*unit].is_some() && with.units[*unit] != out)
            .filter(|unit| without[*unit] == out)
            .collect()
    }
}

impl Transition<'_> {
    /// Whether a beachhead is outside the Balkans (2.0.balkans-3).
    fn abroad(&self, beachhead: PlaceId) -> bool {
        self.before.data().spaces[beachhead].area != Area::Balkans
    }

    /// A marker of the reserve is placed; next to Syria for the first time it costs a VP and a
    /// Jihad point (18.6.1.6-1), later or at Adana nothing (18.6.1.6-2).
    pub(super) fn land(&mut self, beachhead: PlaceId) {
        let reserve = self.now.state().scalar(Scalar::BeachheadsInReserve);
        self.now
            .put_scalar(Scalar::BeachheadsInReserve, reserve.saturating_sub(1));
        self.now.put(Cell::Beachhead(beachhead), 2);
        let data = self.before.data();
        let shore = data.spaces[beachhead]
            .shore
            .map(|shore| data.spaces[shore].area);
        let syria = matches!(shore, Some(Area::SyriaPalestine | Area::Sinai));
        if syria && self.now.pay_once(Penalty::SyriaBeachhead) {
            self.now.raise_jihad(1);
        }
    }

    /// CP units move onto a marker: it is destroyed (11.1.9.b-1, 3.2.4.3-5, 18.6.3-1), and they go
    /// back (18.6.3-4). HQs
    /// left on it are lost, its trench is too.
    pub(super) fn destroy_beachhead(&mut self, beachhead: PlaceId) {
        if self.now.state().get(Cell::Beachhead(beachhead)) == 0 {
            return;
        }
        self.overrun(beachhead);
        self.now.put(Cell::Beachhead(beachhead), 0);
        self.now.put(Cell::Trench(beachhead), 0);
        if self.abroad(beachhead) {
            self.now.raise_jihad(1);
        }
    }

    /// The marines land: they take the port, or besiege its fort alone (18.6.6).
    pub(super) fn assault(&mut self, port: PlaceId) {
        let marines = self.before.data().known.ru_black_sea_div;
        if self.now.spot(marines).is_none() {
            return;
        }
        // Once in a game (18.6.6-5).
        self.now.put_scalar(Scalar::AssaultUsed, 1);
        self.enter(marines, port);
        // It was their fight of this action round.
        self.now.put(Cell::Attacking(marines), 0);
        let view = self.view();
        if (view.forts & view.control[1]).contains(port) {
            let number = u16::try_from(port + 1).unwrap_or(0);
            self.now.put_scalar(Scalar::AssaultLanding, number);
        }
    }

    /// The landing is remembered while the marines besiege the fort they landed at.
    pub(super) fn keep_landing(&mut self) {
        let landing = usize::from(self.now.state().scalar(Scalar::AssaultLanding));
        let Some(place) = landing.checked_sub(1) else {
            return;
        };
        let marines = self.before.data().known.ru_black_sea_div;
        let there = self.now.spot(marines) == Some(place);
        if !there || !self.view().besieging[0].contains(place) {
            self.now.put_scalar(Scalar::AssaultLanding, 0);
        }
    }

    /// Withdrawal under fire: the marker goes for good (18.6.2.1-2), corps break up (18.6.2.1-6),
    /// everybody is reduced (18.6.2.1-7); outside the Balkans the Jihad level rises (18.6.2.1-3)
    /// and the Turks find supplies (18.6.2.1-8).
    pub(super) fn withdraw(&mut self, beachhead: PlaceId, units: &[UnitId]) {
        self.now.put(Cell::Beachhead(beachhead), 0);
        let data = self.before.data();
        let of = |size: Size| {
            units
                .iter()
                .filter(move |unit| data.units[**unit].size == size)
        };
        let (corps, divisions) = (of(Size::Lcu).count(), of(Size::Scu).count());
        for unit in units.iter().filter(|unit| data.units[**unit].is_combat()) {
            if data.units[*unit].size == Size::Lcu {
                self.break_down(*unit);
            } else {
                self.now.put(Cell::Reduced(*unit), 1);
            }
        }
        if !self.abroad(beachhead) {
            return;
        }
        self.now.raise_jihad(1);
        // Bonus RPs leave the ceiling of Turkish RPs alone (17.3.1-3).
        let bonus = i32::try_from(corps + divisions / 3).unwrap_or(0);
        self.now.add_points(Replacement::Tu, bonus);
    }

    /// A safe withdrawal of the last units that lived on a beachhead outside the Balkans raises the
    /// Jihad level (18.6.2.2-3), whoever still stands on it being fed by its ships; nobody is broken
    /// up or reduced (18.6.2.2-2).
    pub(super) fn leave_safely(&mut self, beachhead: PlaceId) {
        let left = Outlook::new(&self.now, Side::Ap, &Readings::OURS).relies(beachhead);
        let own = |unit: &UnitId| self.now.side_of(*unit) == Side::Ap;
        let there = self.now.units_at(beachhead).iter().any(own);
        if self.abroad(beachhead) && left.is_empty() && !there {
            self.now.raise_jihad(1);
        }
    }

    /// To take an Ottoman port that was the only line of AP units raises the Jihad level once for
    /// each port (16.3.1.1-4).
    pub(super) fn cut_ports(&mut self) {
        let data = self.before.data();
        let (was, is) = (self.before.view().control[0], self.view().control[1]);
        let ottoman = |place: &PlaceId| data.spaces[*place].country == Some(Country::Turkey);
        let mut taken = (was & is & data.network.all_ports)
            .iter()
            .filter(ottoman)
            .peekable();
        if taken.peek().is_none() {
            return;
        }
        let after = self.now.supply(&Readings::OURS);
        let out = |unit: usize| after.units[unit] == Some(Status::OutOfSupply);
        let cut = taken.filter(|place| {
            let living = self.before.living_on(*place);
            living.iter().any(out)
        });
        let cut = u16::try_from(cut.count()).unwrap_or(0);
        self.now.raise_jihad(cut);
    }
}
