//! By sea (13.7), and around Africa (18.10).

use super::*;
use crate::cards::{GERMAN_SUBS_IN_THE_MED, ROYAL_NAVY_BLOCKADE};
use crate::state::{Cell, Scalar};

/// The waters on either side of the canal (18.10.1-1).
const EAST_OF_IT: &[Sea] = &[Sea::IndianOcean, Sea::PersianGulf, Sea::RedSea];
const WEST_OF_IT: &[Sea] = &[Sea::EastMediterranean, Sea::Aegean];

impl Redeployer<'_> {
    /// The ports that a unit may use: those of the side (13.7-1), and for SCUs of the Empire those of
    /// regions of the enemy (13.9-3); RU units use the fort that the marines besiege too (18.6.6-6).
    pub(super) fn ports(&self, unit: UnitId) -> BitSet {
        let (checker, nations) = (&self.checker, self.nations(unit));
        let works = self.outlook().ports(nations.has(Nation::In));
        let mut ports = works & self.friendly;
        if nations.has(Nation::Ru) {
            ports |= works & self.besieged;
        }
        if checker.side == Side::Ap && self.of_the_empire(unit) && self.size(unit) == Size::Scu {
            let network = &checker.data.network;
            ports |= checker.view().control[1] & network.regions & network.all_ports;
        }
        ports
    }

    /// The water that a port lies on, whoever holds it.
    fn water(&self, place: PlaceId) -> Option<Sea> {
        let spaces = &self.checker.data.spaces;
        let base = spaces[place].island_base.map(|base| &spaces[base]);
        base.unwrap_or(&spaces[place]).port
    }

    pub(super) fn check_sea(
        &self,
        after: &After,
        unit: UnitId,
        start: PlaceId,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        self.bars_at_sea(after.kept, unit, start, place, &mut |code, witness| {
            violations.add(code, witness);
        });
        if !self.supplied(unit, place) {
            let witness = [Arg::Unit(unit), Arg::Place(place)];
            violations.add(&SR_NO_SUPPLY_THERE, &witness);
        }
    }

    /// Whether nothing bars a unit from one port to another (13.7); it goes no part of the way over
    /// land (13.7-2), and the canal bars it as it bars any ship (13.7-9).
    pub(super) fn sails(&self, kept: BitSet, unit: UnitId, start: PlaceId, place: PlaceId) -> bool {
        let mut sails = true;
        self.bars_at_sea(kept, unit, start, place, &mut |_, _| sails = false);
        sails
    }

    fn bars_at_sea(
        &self,
        kept: BitSet,
        unit: UnitId,
        start: PlaceId,
        place: PlaceId,
        add: &mut dyn FnMut(&'static codes::Code, &[Arg]),
    ) {
        let ports = self.ports(unit);
        let witness = [Arg::Unit(unit), Arg::Place(place)];
        if !ports.contains(start) {
            add(&SR_NO_PORT, &[Arg::Unit(unit), Arg::Place(start)]);
        }
        // A port that is one by a siege is none without it.
        let lost = self.besieged - kept;
        if !(ports - lost).contains(place) || place == start {
            add(&SR_NO_PORT, &witness);
        }
        if matches!(self.size(unit), Size::Lcu | Size::Artillery) {
            add(&SR_NOT_BY_SEA, &witness[..1]);
        }
        if self.nations(unit) == Nations::of(Nation::Bu) {
            add(&SR_NEVER_BY_SEA, &witness[..1]);
        }
        if let (Some(from), Some(to)) = (self.water(start), self.water(place)) {
            self.bars_of_waters(unit, from, to, &mut |code| add(code, &witness));
        }
        let subs = self
            .checker
            .view()
            .state
            .get(Cell::Event(GERMAN_SUBS_IN_THE_MED));
        let this_turn = self.checker.view().state.scalar(Scalar::Turn) + 1;
        if self.checker.side == Side::Ap
            && !self.unhunted()
            && subs == this_turn
            && self.lives_on_ships(unit, place, WEST_OF_IT)
        {
            add(&SR_HUNTED, &witness);
        }
    }

    /// Which waters no ship of the unit gets from to others.
    fn bars_of_waters(
        &self,
        unit: UnitId,
        from: Sea,
        to: Sea,
        add: &mut dyn FnMut(&'static codes::Code),
    ) {
        let view = self.checker.view();
        let either = |seas: &[Sea]| seas.contains(&from) || seas.contains(&to);
        let between = |one: &[Sea], other: &[Sea]| {
            (one.contains(&from) && other.contains(&to))
                || (one.contains(&to) && other.contains(&from))
        };
        let crosses = |sea: Sea| (from == sea) != (to == sea);
        if crosses(Sea::Caspian) {
            add(&SR_CASPIAN);
        }
        if self.checker.side == Side::Ap {
            let nations = self.nations(unit);
            let passes = self.of_the_empire(unit) || nations.has(Nation::Ru);
            let forts = view.control[0].contains(self.checker.data.known.the_bosphorus_forts);
            if crosses(Sea::BlackSea) && !(passes && forts) {
                add(&SR_BOSPHORUS);
            }
            if self.canal[0] && between(EAST_OF_IT, WEST_OF_IT) {
                add(&SR_CANAL_BLOCKED);
            }
        } else if view.state.happened(ROYAL_NAVY_BLOCKADE) {
            if from != to || !matches!(from, Sea::BlackSea | Sea::Caspian) {
                add(&SR_BLOCKADED);
            }
        } else if !self.canal[1] && either(&[Sea::RedSea, Sea::PersianGulf]) {
            add(&SR_GULF_CLOSED);
        }
    }

    pub(super) fn check_detour(
        &self,
        unit: UnitId,
        start: PlaceId,
        sea: Sea,
        violations: &mut Violations<'_>,
    ) {
        let witness = [Arg::Unit(unit)];
        if matches!(self.size(unit), Size::Lcu | Size::Artillery) {
            violations.add(&SR_NOT_BY_SEA, &witness);
        }
        let known = |sea: &Sea| EAST_OF_IT.contains(sea) || WEST_OF_IT.contains(sea);
        let from = self.water(start).filter(known);
        if from.is_none() || !self.ports(unit).contains(start) {
            violations.add(&SR_NO_PORT_HERE, &witness);
        }
        let same_side = |from: Sea| EAST_OF_IT.contains(&from) == EAST_OF_IT.contains(&sea);
        if self.checker.side != Side::Ap
            || !self.canal[0]
            || !known(&sea)
            || from.is_some_and(same_side)
        {
            violations.add(&SR_CANAL_OPEN, &witness);
        }
    }

    /// The waters to which a unit goes around Africa from a port (18.10.2-1).
    pub(super) fn detours(&self, unit: UnitId, start: PlaceId) -> Vec<Sea> {
        let seas = EAST_OF_IT.iter().chain(WEST_OF_IT).copied();
        seas.filter(|sea| {
            let mut found = Vec::new();
            self.check_detour(unit, start, *sea, &mut Violations(&mut found));
            found.is_empty()
        })
        .collect()
    }
}
