//! Supply on the way (11.1.2.g), and the railroads of LCUs in desert (11.1.2.d).

use super::codes::*;
use super::plan::{Mover, Plan};
use super::{Arg, Faults, Referee};
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::data::PlaceId;
use crate::pursuit_of_glory::vocabulary::*;

impl Referee<'_> {
    pub(super) fn check_supply(&self, plan: &Plan<'_>, mover: &Mover<'_>, faults: &mut Faults<'_>) {
        // Irregulars and tribes have their areas; HQs and artillery go with others (3.2.3-1).
        if mover.entry.class != Class::Regular {
            return;
        }
        let outlook = self.outlook();
        let unit = mover.unit;
        let tracer = outlook.tracer(unit);
        let traced = outlook.traced(tracer);
        let lcu = mover.entry.size == Size::Lcu;
        let slow = lcu && self.swamp_bound(unit);
        let desert = &self.data.ways.desert;
        let rough =
            |place| desert.contains(place) || (slow && self.data.ways.swamp.contains(place));
        if mover.path.iter().all(|place| traced.contains(*place))
            && !(lcu && (rough(mover.start) || mover.path.iter().copied().any(rough)))
        {
            return;
        }
        // A unit that goes on keeps its line through the places it took on the way.
        let mut taken = BitSet::EMPTY;
        let mut line = traced.contains(mover.start);
        for (from, to) in mover.steps() {
            // A fort besieged by this very move is no obstacle (15.2.2-1).
            let through =
                |place| self.enemy_forts.contains(place) && self.besieged_after(plan, place);
            line = self.line_follows(traced, line, from, to, &taken, through);
            if !line && !outlook.home(unit, to) {
                faults.add(&NO_SUPPLY, &[Arg::Unit(unit), Arg::Place(to)]);
            }
            // In desert LCUs keep to railroads in supply (11.1.2.d, 3.1.5.1-5).
            if lcu && (desert.contains(from) || desert.contains(to)) {
                let rides = self.data.ways.between(from, to);
                let rides = rides.is_some_and(|at| outlook.rides(tracer, at));
                let served = rides
                    && (outlook.railed(tracer).contains(from)
                        || (!taken.is_empty()
                            && outlook.railed_by_way_of(tracer, taken).contains(from)));
                if !served {
                    let witness = [Arg::Unit(unit), Arg::Place(from), Arg::Place(to)];
                    faults.add(&OFF_THE_RAILS, &witness);
                }
            }
            if slow && self.data.ways.swamp.contains(to) {
                faults.add(&SWAMP, &[Arg::Unit(unit), Arg::Place(to)]);
            }
            if self.takes(to) {
                taken.insert(to);
            }
        }
    }

    /// Does a line of supply follow a unit that has one and steps on, over what it has taken?
    pub(super) fn line_follows(
        &self,
        traced: &BitSet,
        line: bool,
        from: PlaceId,
        to: PlaceId,
        taken: &BitSet,
        through: impl Fn(PlaceId) -> bool,
    ) -> bool {
        traced.contains(to)
            || (line
                && (self.outlook().open.contains(from) || taken.contains(from) || through(from))
                && self.data.ways.between(from, to).is_some())
    }

    /// Does a line of supply follow a regular unit to the end of its path, and what has the unit
    /// taken on the way?
    pub(super) fn line_and_taken(&self, mover: &Mover<'_>) -> (bool, BitSet) {
        let traced = self.outlook().traced(self.outlook().tracer(mover.unit));
        let (mut line, mut taken) = (traced.contains(mover.start), BitSet::EMPTY);
        for (from, to) in mover.steps() {
            line = self.line_follows(traced, line, from, to, &taken, |_| false);
            if self.takes(to) {
                taken.insert(to);
            }
        }
        (line, taken)
    }

    /// Does a regular unit that enters take control of the place (11.2-1)? Not where enemies are,
    /// nor before an enemy fort, nor in a country that is not in the war.
    pub(super) fn takes(&self, place: PlaceId) -> bool {
        self.takeable.contains(place)
    }

    /// LCUs of TU, TU-A and BU never enter swamp; those that are GE or AH too may (11.1.2.f-1,
    /// 3.2-7).
    pub(super) fn swamp_bound(&self, lcu: usize) -> bool {
        self.data.counters.swamp_bound.contains(lcu)
    }
}
