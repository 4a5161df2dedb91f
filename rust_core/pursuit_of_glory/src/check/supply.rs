//! Supply on the way (11.1.2.g), and the railroads of LCUs in desert (11.1.2.d).

use super::codes::*;
use super::plan::{Mover, Plan};
use super::sequence::StartingState;
use super::{Arg, Checker, Violations};
use crate::board::{BitSet, Joins};
use crate::data::{PlaceId, UnitId};
use crate::supply::network::Tracer;
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;

impl Checker<'_> {
    #[inline]
    pub(super) fn check_supply(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        ground: &StartingState<'_, '_>,
        violations: &mut Violations<'_>,
    ) {
        // Irregulars and tribes have their areas; HQs and artillery go with others (3.2.3-1).
        if mover.entry.class != Class::Regular {
            return;
        }
        let outlook = ground.outlook;
        let tracer = outlook.tracer(mover.unit);
        let traced = outlook.traced(tracer);
        let lcu = mover.entry.size == Size::Lcu;
        let desert = &self.data.movement_graph.desert;
        let dry = |place: &PlaceId| desert.contains(*place);
        if mover.path.iter().all(|place| traced.contains(*place))
            && !(lcu && (dry(&mover.start) || mover.path.iter().any(dry)))
        {
            return;
        }
        self.check_line(plan, mover, ground, tracer, violations);
    }

    /// Checks supply step by step, for units whose way does not lie in supply as it is.
    #[inline(never)]
    fn check_line(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        ground: &StartingState<'_, '_>,
        tracer: Tracer,
        violations: &mut Violations<'_>,
    ) {
        let (outlook, unit) = (ground.outlook, mover.unit);
        let traced = outlook.traced(tracer);
        let lcu = mover.entry.size == Size::Lcu;
        let desert = &self.data.movement_graph.desert;
        // A unit that goes on keeps its line through the places it took on the way.
        let mut taken = BitSet::EMPTY;
        let mut line = traced.contains(mover.start);
        for (from, to) in mover.steps() {
            // A fort besieged by this very move is no obstacle (15.2.2-1).
            let through = |place| {
                self.enemy_forts.contains(place)
                    && (ground.forts.contains(place) || self.besieged_after(plan, place))
            };
            line = self.line_follows((outlook, traced), line, [from, to], &taken, through);
            // In desert LCUs keep to railroads in supply (11.1.2.d, 3.1.5.1-5).
            if lcu && (desert.contains(from) || desert.contains(to)) {
                let way = taken | ground.held;
                if !self.rides(unit, [from, to], way) {
                    let witness = [Arg::Unit(unit), Arg::Place(from), Arg::Place(to)];
                    violations.add(&OFF_THE_RAILS, &witness);
                }
            }
            if self.takes(to) {
                taken.insert(to);
            }
            // What it has taken serves the unit itself.
            line = line || (!taken.is_empty() && self.opens_a_line(outlook, tracer, &taken, to));
            if !line && !outlook.home(unit, to) {
                violations.add(&NO_SUPPLY, &[Arg::Unit(unit), Arg::Place(to)]);
            }
        }
    }

    /// Whether an LCU goes along a finished railroad that leads on to its supply, before the move
    /// or through the places `taken` (11.1.2.d).
    fn rides(&self, lcu: UnitId, [from, to]: [PlaceId; 2], taken: BitSet) -> bool {
        let outlook = self.outlook();
        let tracer = outlook.tracer(lcu);
        let over = self.data.movement_graph.between(from, to);
        over.is_some_and(|at| outlook.rides(tracer, at))
            && (outlook.railed(tracer).contains(from)
                || (!taken.is_empty() && outlook.railed_by_way_of(tracer, taken).contains(from)))
    }

    /// Whether a unit in a place traces by way of what it took (11.2-1, 14.1.4-1).
    #[cold]
    #[inline(never)]
    fn opens_a_line(
        &self,
        outlook: &Outlook<'_>,
        tracer: Tracer,
        taken: &BitSet,
        place: PlaceId,
    ) -> bool {
        let network = &self.data.network;
        let outlets = &network.outlets;
        // Or it took the way to here before, and came by another.
        let begins = taken.len() > 1 || !taken.contains(place) || outlets.contains(place);
        // The last place taken on a line is next to one that has a line already.
        let traced = outlook.traced(tracer);
        let leads_on = || taken.meets(traced) || taken.meets(outlets);
        // Where lines could lead at most by land, and what they would reach there.
        let arrives = || {
            let graph = network.graph(tracer);
            let ways = graph.of(place);
            let run = graph.flood(ways, outlook.open | *taken, &Joins::default());
            outlets.contains(place)
                || run.meets(traced)
                || (ways | graph.around(&run)).meets(outlets)
        };
        let opens = || outlook.traced_by_way_of(tracer, *taken).contains(place);
        let worth_a_look = begins && leads_on() && arrives();
        debug_assert!(worth_a_look || !opens(), "a line that was not looked for");
        worth_a_look && opens()
    }

    /// Whether a line of supply follows a unit that has one and steps on, over what it has taken.
    pub(super) fn line_follows(
        &self,
        (outlook, traced): (&Outlook<'_>, &BitSet),
        line: bool,
        [from, to]: [PlaceId; 2],
        taken: &BitSet,
        through: impl Fn(PlaceId) -> bool,
    ) -> bool {
        traced.contains(to)
            || (line
                && (outlook.open.contains(from) || taken.contains(from) || through(from))
                && self.data.movement_graph.between(from, to).is_some())
    }

    /// Whether a line of supply follows a regular unit to the end of its path, and what the unit
    /// has taken on the way.
    pub(super) fn line_and_taken(
        &self,
        mover: &Mover<'_>,
        outlook: &Outlook<'_>,
    ) -> (bool, BitSet) {
        let traced = outlook.traced(outlook.tracer(mover.unit));
        let (mut line, mut taken) = (traced.contains(mover.start), BitSet::EMPTY);
        for (from, to) in mover.steps() {
            line = self.line_follows((outlook, traced), line, [from, to], &taken, |_| false);
            if self.takes(to) {
                taken.insert(to);
            }
        }
        (line, taken)
    }

    /// Whether a regular unit that enters takes control of the place (11.2-1). Not where enemies
    /// are, nor before an enemy fort, nor in a country that is not in the war.
    pub(super) fn takes(&self, place: PlaceId) -> bool {
        self.takeable.contains(place)
    }

    /// LCUs keep out of swamp, as far as they are bound to.
    pub(super) fn check_swamp(&self, mover: &Mover<'_>, violations: &mut Violations<'_>) {
        if mover.entry.size == Size::Lcu && self.swamp_bound(mover.unit) {
            let swamp = &self.data.movement_graph.swamp;
            for place in mover.path.iter().filter(|place| swamp.contains(**place)) {
                violations.add(&SWAMP, &[Arg::Unit(mover.unit), Arg::Place(*place)]);
            }
        }
    }

    /// LCUs of TU, TU-A and BU never enter swamp; those that are GE or AH too may (11.1.2.f-1,
    /// 3.2-7).
    pub(super) fn swamp_bound(&self, lcu: usize) -> bool {
        self.data.counters.swamp_bound.contains(lcu)
    }
}
