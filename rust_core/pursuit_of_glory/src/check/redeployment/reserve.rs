//! Into the Reserve Box and out of it (13.8).

use super::*;

impl Redeployer<'_> {
    pub(super) fn check_reserve(
        &self,
        unit: UnitId,
        start: Option<PlaceId>,
        violations: &mut Violations<'_>,
    ) {
        self.check_boxed(unit, violations);
        let Some(start) = start else { return };
        if !self.drawn(self.outlook().tracer(unit)).contains(start) {
            violations.add(&SR_NO_FULL_SOURCE, &[Arg::Unit(unit)]);
        }
        if self.contested.contains(start) {
            let witness = [Arg::Unit(unit), Arg::Place(start)];
            violations.add(&SR_CONTESTED_REGION, &witness);
        }
    }

    /// The places where a unit of a tracer draws on a full source of its own.
    fn drawn(&self, tracer: Tracer) -> BitSet {
        let mut known = self.memory.drawn.borrow_mut();
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == tracer) {
            return *found;
        }
        let outlook = self.outlook();
        let found = outlook.drawing_on(tracer, outlook.full_sources(tracer));
        known.push((tracer, found));
        found
    }

    /// Who has to do with the box at all.
    fn check_boxed(&self, unit: UnitId, violations: &mut Violations<'_>) {
        let witness = [Arg::Unit(unit)];
        match self.size(unit) {
            Size::Lcu => violations.add(&SR_LCU_IN_BOX, &witness),
            Size::Artillery => violations.add(&SR_NOT_FOR_THE_BOX, &witness),
            Size::Scu | Size::Hq => {}
        }
        let (_, capital_lost) = self.homes(unit);
        if capital_lost {
            violations.add(&SR_CAPITAL_LOST, &witness);
        }
    }

    /// The capitals on the map of the nations of a unit, and whether all its nations have one.
    fn capitals(&self, unit: UnitId) -> (BitSet, bool) {
        let nations = self.nations(unit).realms();
        let mut capitals = BitSet::EMPTY;
        let mut found = Nations::NONE;
        for (place, nation) in &self.checker.data.lines.capitals {
            if nations.has(*nation) {
                capitals.insert(*place);
                found = found.and(*nation);
            }
        }
        (capitals, found == nations)
    }

    /// Whether the enemy controls or besieges the capital of its nation; of a unit of two nations both
    /// (13.8.1).
    fn capital_lost(&self, unit: UnitId) -> bool {
        let (view, enemy) = (self.checker.view(), index(self.checker.side.enemy()));
        let (capitals, all) = self.capitals(unit);
        let lost = view.control[enemy] | view.besieging[enemy];
        all && (capitals - lost).is_empty()
    }

    pub(super) fn check_deploy(
        &self,
        after: &After,
        unit: UnitId,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        self.check_boxed(unit, violations);
        let witness = [Arg::Unit(unit), Arg::Place(place)];
        let ([own, ashore], _) = self.homes(unit);
        let mut places = own | ashore;
        for nation in self.realms(unit) {
            places |= after.foothold_of(nation);
        }
        if !places.contains(place) {
            violations.add(&SR_NO_FOOTHOLD, &witness);
        } else if !ashore.contains(place) && !self.reachable(after.kept, unit).contains(place) {
            violations.add(&SR_CANNOT_REACH, &witness);
        }
        if let Some(code) = self.kept_from_afghans(unit, place) {
            violations.add(code, &[Arg::Unit(unit)]);
        }
        if self.dried_up(unit).contains(place) {
            violations.add(&SR_NO_WAY_THROUGH_DESERT, &witness);
        }
        if !self.supplied(unit, place) {
            violations.add(&SR_NO_SUPPLY_THERE, &witness);
        }
    }

    /// Why a unit of the CP does not come to this place: it is Afghanistan, where only Afghans are placed
    /// (14.2.1-5, 18.8.6-6), and while it is neutral nobody.
    pub(super) fn kept_from_afghans(&self, unit: UnitId, place: PlaceId) -> Option<&'static Code> {
        let afghan = self.checker.data.units[unit].is_of(Nation::Afghan);
        let kept = self.checker.side == Side::Cp && !afghan;
        (kept && place == self.checker.data.known.afghanistan).then(|| {
            match self.checker.view().revolted(Revolt::Afghanistan) {
                true => &SR_NOT_AMONG_AFGHANS,
                false => &SR_NEUTRAL_AFGHANISTAN,
            }
        })
    }

    /// The nations of a unit that count apart (13.8-4).
    pub(super) fn realms(&self, unit: UnitId) -> impl Iterator<Item = Nation> + use<> {
        let realms = self.nations(unit).realms();
        Nation::ALL
            .iter()
            .copied()
            .filter(move |nation| realms.has(*nation))
    }

    /// Where each nation has a unit in supply, before the SR or after it (13.8-2, 13.11): who comes
    /// from the box is one for others only where it may come to.
    pub(super) fn footholds(&self, trips: &[Trip]) -> Vec<BitSet> {
        let mut footholds = self.footholds_before().to_vec();
        for trip in trips {
            if let How::Land(place) | How::Sea(place) = trip.how
                && self.supplied(trip.unit, place)
            {
                self.realms(trip.unit)
                    .for_each(|nation| footholds[nation as usize].insert(place));
            }
        }
        let mut waiting: Vec<_> = trips
            .iter()
            .filter_map(|trip| match trip.how {
                How::Deploy(place) => Some((trip.unit, place)),
                _ => None,
            })
            .collect();
        waiting.retain(|(unit, place)| self.supplied(*unit, *place));
        loop {
            let number = waiting.len();
            waiting.retain(|(unit, place)| {
                let ([own, ashore], _) = self.homes(*unit);
                let own = own | ashore;
                let mut others = self.realms(*unit);
                let comes = own.contains(*place)
                    || others.any(|nation| footholds[nation as usize].contains(*place));
                if comes {
                    self.realms(*unit)
                        .for_each(|nation| footholds[nation as usize].insert(*place));
                }
                !comes
            });
            if waiting.len() == number {
                return footholds;
            }
        }
    }

    /// Where each nation has a unit in supply before the SR.
    pub(super) fn footholds_before(&self) -> &[BitSet] {
        self.memory.footholds.get_or_init(|| {
            let mut footholds = vec![BitSet::EMPTY; Nation::ALL.len()];
            let own = self.checker.own;
            for unit in own.iter().filter(|unit| self.regular(*unit)) {
                if let Some(place) = self.checker.position.place(unit)
                    && !self.outlook().starved(unit)
                {
                    self.realms(unit)
                        .for_each(|nation| footholds[nation as usize].insert(place));
                }
            }
            footholds
        })
    }

    /// The footholds of a unit's own and the ports open to it, and whether its capital is lost.
    pub(super) fn homes(&self, unit: UnitId) -> ([BitSet; 2], bool) {
        let mut known = self.memory.homes.borrow_mut();
        *known.entry(unit).or_insert_with(|| {
            let places = [self.own_footholds(unit), self.open_ports(unit)];
            (places, self.capital_lost(unit))
        })
    }

    /// The capitals in supply and the full sources of a unit that the side controls (13.8-3).
    fn own_footholds(&self, unit: UnitId) -> BitSet {
        let outlook = self.outlook();
        let (capitals, _) = self.capitals(unit);
        let fed = outlook.traced(self.checker.side.spaces());
        let sources = outlook.full_sources(outlook.tracer(unit));
        ((capitals & *fed) | sources) & self.friendly
    }

    /// The ports to which a unit comes even where none of its nation is (13.8-5, 13.8-6, 13.7-8,
    /// 3.2.1.3.ru24-1, 3.2.1.3.yugoslav-2).
    fn open_ports(&self, unit: UnitId) -> BitSet {
        let (data, nations) = (self.checker.data, self.nations(unit));
        if self.checker.side != Side::Ap || self.size(unit) != Size::Scu {
            return BitSet::EMPTY;
        }
        let known = &data.known;
        let special = unit == known.ru_2_4_special || unit == known.ru_sb_yugoslav_div;
        let seas: &[Sea] = if self.of_the_empire(unit) {
            &[
                Sea::EastMediterranean,
                Sea::Aegean,
                Sea::RedSea,
                Sea::PersianGulf,
            ]
        } else if nations.has(Nation::Fr) || nations.has(Nation::It) {
            &[Sea::EastMediterranean, Sea::Aegean]
        } else if special {
            &[Sea::Aegean]
        } else {
            &[]
        };
        let mut on = data.network.ports_on(seas);
        if special {
            on |= data.network.greece;
        }
        on & self.outlook().ports(nations.has(Nation::In)) & self.friendly
    }

    /// Where a unit gets to by land or sea from its full sources or capitals (13.1-9).
    pub(super) fn reachable(&self, kept: BitSet, unit: UnitId) -> BitSet {
        let key = (kept, self.sort(unit));
        let find = |known: &[((BitSet, Sort), BitSet)]| {
            let same = known.iter().find(|(of, _)| *of == key);
            same.map(|(_, found)| *found)
        };
        if let Some(found) = find(&self.memory.reachable.borrow()) {
            return found;
        }
        let found = self.reached_from_home(kept, unit);
        self.memory.reachable.borrow_mut().push((key, found));
        found
    }

    fn reached_from_home(&self, kept: BitSet, unit: UnitId) -> BitSet {
        let outlook = self.outlook();
        let (capitals, _) = self.capitals(unit);
        let sources = outlook.full_sources(outlook.tracer(unit));
        let homes = (sources | capitals) & self.friendly;
        let by_land = self.routes(kept, unit, homes, None);
        let ports = self.ports(unit);
        let mut by_sea = BitSet::EMPTY;
        for from in (homes & ports).iter() {
            (ports - by_sea).for_each(|to| {
                by_sea.set(to, self.sails(kept, unit, from, to));
            });
        }
        homes | by_land | by_sea
    }

    /// Desert places to which no trace leads but through other desert, off railroads in supply
    /// (3.1.1.b-2).
    pub(super) fn dried_up(&self, unit: UnitId) -> BitSet {
        let sort = self.sort(unit);
        let mut known = self.memory.dried_up.borrow_mut();
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == sort) {
            return *found;
        }
        let desert = self.checker.data.movement_graph.desert;
        let (tracer, ..) = sort;
        let on_rails = |place: &PlaceId| self.runs_on(*place);
        let dry = desert - self.outlook().drawing_past(tracer, desert);
        let found = dry - (dry & self.railed).iter().filter(on_rails).collect();
        known.push((sort, found));
        found
    }

    /// Whether a railroad in supply runs from a place: a port or source alone is none.
    fn runs_on(&self, place: PlaceId) -> bool {
        let side = self.checker.side;
        let rails = self.checker.data.movement_graph.rails(side.spaces());
        let tunnels = &self.outlook().tunnels()[index(side)];
        let near = rails.of(place) | tunnels.over(std::iter::once(place).collect());
        near.meets(&self.railed)
    }
}
