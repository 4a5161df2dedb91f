//! Routes by land (13.6, 13.9, 13.10, 13.12).

use super::*;
use crate::board::Joins;

/// The rules of which one alone may be what bars a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relaxed {
    Closed,
    Siege,
    Marks,
    Rails,
    Contested,
    Uprising,
    Desert,
}

const BARS: [(Relaxed, &codes::Code); 7] = [
    (Relaxed::Closed, &SR_CLOSED),
    (Relaxed::Siege, &SR_SIEGE_GIVEN_UP),
    (Relaxed::Marks, &SR_COLOURED_RAILROAD),
    (Relaxed::Rails, &SR_NO_RAILROAD),
    (Relaxed::Contested, &SR_CONTESTED_REGION),
    (Relaxed::Uprising, &SR_STOPS_IN_UPRISING),
    (Relaxed::Desert, &SR_STOPS_IN_DESERT),
];

impl Redeployer<'_> {
    /// The places that a route leads to from one of `starts`, where it begins. `kept` are the sieges that go
    /// on (13.6-3). A rule may be left out of account.
    pub(super) fn routes(
        &self,
        kept: BitSet,
        unit: UnitId,
        starts: BitSet,
        relaxed: Option<Relaxed>,
    ) -> BitSet {
        if relaxed.is_some() {
            return self.sought_routes(kept, unit, starts, relaxed);
        }
        let asked = [kept, starts];
        let mut known = self.memory.routes.borrow_mut();
        match known.get(&unit) {
            Some((of, found)) if *of == asked => *found,
            _ => {
                let found = self.shared_routes(kept, unit, starts);
                known.insert(unit, (asked, found));
                found
            }
        }
    }

    /// Units of the same nations and size that go along the same lines have the same.
    fn shared_routes(&self, kept: BitSet, unit: UnitId, starts: BitSet) -> BitSet {
        let lines = &self.checker.data.lines;
        let kind = lines.kind(unit, self.checker.side, self.turned(unit));
        let goes = (kind, self.nations(unit), self.size(unit) == Size::Lcu);
        let mut known = self.memory.shared_routes.borrow_mut();
        let same = known
            .iter()
            .find(|one| one.0 == goes && one.1 == [kept, starts]);
        if let Some((_, _, found)) = same {
            return *found;
        }
        let found = self.sought_routes(kept, unit, starts, None);
        known.push((goes, [kept, starts], found));
        found
    }

    fn sought_routes(
        &self,
        kept: BitSet,
        unit: UnitId,
        starts: BitSet,
        relaxed: Option<Relaxed>,
    ) -> BitSet {
        let (data, side) = (self.checker.data, self.checker.side);
        let leaves = |rule| relaxed == Some(rule);
        let lcu = self.size(unit) == Size::Lcu;
        let given_up = self.besieged - kept;
        let mut open = self.friendly | kept;
        let mut shut = given_up | self.contested;
        if leaves(Relaxed::Closed) {
            open = BitSet::below(data.on_map) - shut;
        }
        if leaves(Relaxed::Siege) {
            (open, shut) = (open | given_up, shut - given_up);
        }
        if leaves(Relaxed::Contested) {
            (open, shut) = (open | self.contested, shut - self.contested);
        }
        let ways = if leaves(Relaxed::Marks) {
            &data.lines.unmarked
        } else {
            data.lines.of(unit, side, self.turned(unit))
        };
        // Where one must stop (13.10-2), and whence one goes on along railroads in supply alone
        // (13.12.2-1).
        let mut stops = self.checker.troubled;
        if leaves(Relaxed::Uprising) {
            stops = BitSet::EMPTY;
        }
        stops |= self.never_entered(unit);
        let mut desert = data.movement_graph.desert;
        if lcu || leaves(Relaxed::Desert) {
            desert = BitSet::EMPTY;
        }
        let tunnels = &self.outlook().tunnels()[index(side)];
        let beyond = self.russian_joins(unit);
        let starts = starts - shut;
        let (mut seen, mut edge, mut reached) = (starts, starts, BitSet::EMPTY);
        // One goes on from where one starts, whatever bids others stop there.
        let mut entered = BitSet::EMPTY;
        while !edge.is_empty() {
            let on = edge - (entered & stops);
            let dry = on & desert;
            let by_rail = if lcu && !leaves(Relaxed::Rails) {
                on
            } else {
                dry & self.railed
            };
            let freely = if lcu && !leaves(Relaxed::Rails) {
                BitSet::EMPTY
            } else {
                on - dry
            };
            let next = ways.rails.around(&by_rail)
                | tunnels.over(by_rail)
                | ways.lines.around(&freely)
                | beyond.over(on);
            let next = next & open;
            reached |= next;
            edge = next - seen;
            seen |= edge;
            entered |= edge;
        }
        reached - starts
    }

    /// Odessa, Petrovsk and Central Asia, as if railroads joined them for RU units (13.6-5).
    fn russian_joins(&self, unit: UnitId) -> Joins {
        let mut joins = Joins::default();
        if self.nations(unit).has(Nation::Ru) {
            let known = &self.checker.data.known;
            let places = [known.odessa, known.petrovsk, known.central_asia];
            joins.add(places.into_iter().collect());
        }
        joins
    }

    pub(super) fn check_land(
        &self,
        after: &After,
        unit: UnitId,
        start: PlaceId,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let starts = std::iter::once(start).collect();
        let witness = [Arg::Unit(unit), Arg::Place(place)];
        let leads = |relaxed| {
            self.routes(after.kept, unit, starts, relaxed)
                .contains(place)
        };
        if !leads(None) {
            let mut barred = false;
            for (relaxed, code) in BARS {
                if leads(Some(relaxed)) {
                    violations.add(code, &witness);
                    barred = true;
                }
            }
            if !barred {
                violations.add(&SR_NO_ROUTE, &witness);
            }
        }
        if self.size(unit) == Size::Lcu && !self.joined_by_rail(unit, start) {
            violations.add(&SR_RAILROAD_CUT_OFF, &witness[..1]);
        }
        if !self.supplied(unit, place) {
            violations.add(&SR_NO_SUPPLY_THERE, &witness);
        }
    }

    /// Whether a finished railroad joins a place to one in supply, or runs through it (13.12.1-1), or for RU
    /// units the way between the Russian regions does (13.6-5).
    pub(super) fn joined_by_rail(&self, unit: UnitId, place: PlaceId) -> bool {
        let side = self.checker.side;
        let rails = self.checker.data.movement_graph.rails(side.spaces());
        let tunnels = &self.outlook().tunnels()[index(side)];
        let here = std::iter::once(place).collect();
        let near = rails.of(place) | tunnels.over(here) | self.russian_joins(unit).over(here);
        self.railed.contains(place) || near.meets(&self.railed)
    }
}
