//! The declaration of an attack (12.1, 12.2.1, 12.3.3, 12.3.7, 12.10, 15.1.2, 15.2.3), and the
//! limits that other chapters set to it (16.3.3, 16.4.5, 18.4, 18.8).

use super::codes::*;
use super::{Arg, Checker, Violation, Violations};
use crate::board::BitSet;
use crate::cards::{DESPEREY, ROBERTSON};
use crate::control::index;
use crate::data::{Connection, PlaceId, UnitId};
use crate::indices::{EAST, PERSIA};
use crate::orders::{Move, Order};
use crate::state::{BattleVar, Cell, OFFENSIVES, Scalar};
use crate::supply::Status;
use crate::vocabulary::*;

/// A unit that takes part in an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacker {
    pub(super) unit: UnitId,
    /// Where it stands.
    pub(super) place: PlaceId,
    /// The stack it is of: its place, and the number of the stack in a region (9.2.6, 12.10.1-1,
    /// 12.10.2-5).
    pub(super) stack: (PlaceId, u16),
}

/// An attack as it is declared.
#[derive(Debug)]
pub(super) struct Attack {
    /// The target, if there is one and only one.
    pub(super) target: Option<PlaceId>,
    /// The combat units.
    pub(super) fighters: Vec<Attacker>,
    /// HQs and artillery.
    pub(super) aides: Vec<Attacker>,
    /// The pinning spaces named.
    pub(super) pins: Vec<PlaceId>,
    /// Units that retreated in this action and do not fight these attackers (12.7.7-1).
    pub(super) fled: BitSet,
}

impl Checker<'_> {
    /// Every rule that the declaration of an attack breaks, each once.
    #[must_use]
    pub fn check_attack(&self, orders: &Move) -> Vec<Violation> {
        self.check_attack_while(orders, |_| true)
    }

    /// The same, as long as there is a point in going on with what was found: else that alone.
    pub(super) fn check_attack_while(
        &self,
        orders: &Move,
        goes_on: impl Fn(&[Violation]) -> bool,
    ) -> Vec<Violation> {
        let mut found = Vec::new();
        let attack = self.attack(orders, &mut Violations(&mut found));
        let chapters = [
            Self::check_who_waits,
            Self::check_one_attack,
            Self::check_second_attack,
            Self::check_provoked,
            Self::check_flank,
        ];
        for chapter in chapters {
            if !goes_on(&found) {
                return found;
            }
            chapter(self, &attack, &mut Violations(&mut found));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The rules about one attack, whoever waits for it.
    pub(super) fn check_one_attack(&self, attack: &Attack, violations: &mut Violations<'_>) {
        if let Some(target) = attack.target {
            self.check_target(attack, target, violations);
            for fighter in &attack.fighters {
                self.check_reach(fighter, target, violations);
                // A box is out of everybody's reach, and of no area.
                if target < self.data.on_map {
                    self.check_attackers_limits(fighter, attack, target, violations);
                }
            }
            self.check_surplus(attack, target, violations);
            self.check_green_lines(attack, target, violations);
            self.check_balkan_limits(attack, target, violations);
        }
        self.check_coordination(attack, violations);
        if self.view().state.scalar(Scalar::RevolutionStage) == 3
            && self.view().state.battle_var(BattleVar::RussiansAttacked)
                == self.view().state.scalar(Scalar::Turn)
            && attack.fighters.iter().any(|one| {
                // The Yugoslavs may go as Serbs (3.2-6, 18.9.1-2).
                self.russian(one.unit) && !self.data.units[one.unit].is_of(Nation::Sb)
            })
        {
            violations.add(&ONE_RUSSIAN_ATTACK, &[]);
        }
    }

    /// Reads the orders.
    fn attack(&self, orders: &Move, violations: &mut Violations<'_>) -> Attack {
        let mut targets = Vec::new();
        let mut attack = Attack {
            target: None,
            fighters: Vec::new(),
            aides: Vec::new(),
            pins: Vec::new(),
            fled: BitSet::EMPTY,
        };
        for order in orders.orders() {
            match *order {
                Order::Attack { place } => targets.push(place),
                Order::Flank { place } => attack.pins.push(place),
                Order::Join { unit } => {
                    let place = self.position.place(unit);
                    let Some(place) = place.filter(|_| self.own.contains(unit)) else {
                        violations.add(&NOT_OWN_ATTACKER, &[Arg::Unit(unit)]);
                        continue;
                    };
                    let attacker = self.attacker(unit, place);
                    if self.data.counters.combat.contains(unit) {
                        attack.fighters.push(attacker);
                    } else {
                        attack.aides.push(attacker);
                    }
                }
                _ => {}
            }
        }
        let fighters = attack.fighters.iter().map(|one| one.unit);
        let fighters = fighters.filter(|unit| self.waits(*unit));
        attack.fled = self.view().state.fugitives(fighters);
        // Each combat has exactly one target (12.1.1-1).
        match targets[..] {
            [] => violations.add(&NO_TARGET_NAMED, &[]),
            [target] => attack.target = Some(target),
            _ => violations.add(&TWO_TARGETS, &[]),
        }
        attack
    }

    /// A unit that attacks from a place. Those that have advanced together and attack once more are one
    /// stack, whatever they were activated with.
    pub(super) fn attacker(&self, unit: UnitId, place: PlaceId) -> Attacker {
        let by_stacks = self.unlimited_stacking(place) && !self.view().state.second_attack();
        let number = match by_stacks {
            true => self.view().state.get(Cell::Stack(unit)),
            false => 0,
        };
        Attacker {
            unit,
            place,
            stack: (place, number),
        }
    }

    /// Whether a unit has been activated for attack and has not fought; in a second attack none but Turks
    /// are asked for (9.5.1.a).
    pub(super) fn waits(&self, unit: UnitId) -> bool {
        let state = self.view().state;
        let waiting = state.attacking - state.fought;
        waiting.contains(unit) && (!state.second_attack() || self.turk(unit))
    }

    /// Units whose spaces carry an Attack marker fight, each once (12.1-1, 12.1.b-2).
    fn check_who_waits(&self, attack: &Attack, violations: &mut Violations<'_>) {
        let state = self.view().state;
        let again = state.second_attack();
        if attack.fighters.is_empty() {
            violations.add(&NOBODY_ATTACKS, &[]);
        }
        for fighter in &attack.fighters {
            if !self.waits(fighter.unit) {
                violations.add(&NOT_WAITING, &[Arg::Unit(fighter.unit)]);
            }
        }
        for aide in &attack.aides {
            let unit = Arg::Unit(aide.unit);
            // HQs may help in a second attack though they have (3.2.3.1-2), artillery may not (3.2.3.2-1).
            let again = again && self.data.units[aide.unit].class == Class::Hq;
            if state.fought.contains(aide.unit) && !again {
                violations.add(&HQ_SPENT, &[unit]);
            }
            if !attack.fighters.iter().any(|one| one.place == aide.place) {
                violations.add(&HQ_APART, &[unit]);
            }
            if let Some(code) = self.staff_unfed(aide.unit) {
                violations.add(code, &[unit]);
            }
        }
    }

    /// Why an HQ or artillery does not help in attacks: it is not activated for combat out of supply
    /// (14.3.1-1) or in limited supply (14.1.9-2).
    pub(crate) fn staff_unfed(&self, unit: UnitId) -> Option<&'static Code> {
        match self.activation_rules.outlook.status(unit)? {
            Status::OutOfSupply => Some(&STAFF_OUT_OF_SUPPLY),
            Status::Limited | Status::LimitedDisrupted => Some(&STAFF_LIMITED),
            _ => None,
        }
    }

    /// Places with combat units that could be attacked: those of the foe, the Georgian
    /// Protectorate, neutral Greeks (18.8.1.1.c-5).
    pub(super) fn attackable(&self) -> BitSet {
        self.enemy_combat | self.view().neutral_greeks
    }

    /// What is attacked: combat units that have not just retreated (12.1.4), or a fort (15.1.2-1),
    /// and no place twice (12.1.3), nor in a country that is not in the war (18.8-1).
    fn check_target(&self, attack: &Attack, target: PlaceId, violations: &mut Violations<'_>) {
        let state = self.view().state;
        let place = [Arg::Place(target)];
        let fort = self.enemy_forts.contains(target);
        let defended = self.attackable().contains(target);
        if !fort && !defended {
            violations.add(&NOBODY_THERE, &place);
        }
        if !fort && defended && self.defending_fighters(attack, target).next().is_none() {
            violations.add(&ONLY_RETREATED, &place);
        }
        if state.attacked.contains(target) {
            violations.add(&ATTACKED_BEFORE, &place);
        }
        if self.view().neutral_countries.contains(target) {
            violations.add(&NEUTRAL_TARGET, &place);
        }
    }

    /// Enemy combat units in a place that have not retreated in this action (12.7.7-1).
    pub(super) fn defending_fighters(
        &self,
        attack: &Attack,
        place: PlaceId,
    ) -> impl Iterator<Item = UnitId> {
        let fights = self.data.counters.combat & self.view().present;
        let position = self.position;
        (fights - self.own - attack.fled)
            .iter()
            .filter(move |unit| position.place(*unit) == Some(place))
    }

    /// The line an attacker attacks over: of any kind but those of ships.
    pub(super) fn line(&self, from: PlaceId, to: PlaceId) -> Option<(usize, &Connection)> {
        let at = self.data.movement_graph.between(from, to)?;
        let over = &self.data.connections[at];
        (over.link != Link::SeaPath).then_some((at, over))
    }

    /// From where a target is attacked: next to it, or within regions and forts (12.1.1-2,
    /// 12.1.5-3, 12.1.5-4, 12.10.2-1, 12.10.2-2, 12.10.2-4), over straits and railroads that allow
    /// it. Ground it could not enter stops no attack (12.1.d-1), nor does the range of a tribe
    /// (3.2.1.5-5).
    fn check_reach(&self, fighter: &Attacker, target: PlaceId, violations: &mut Violations<'_>) {
        let witness = [Arg::Unit(fighter.unit), Arg::Place(target)];
        if fighter.place == target {
            // A fort while it is besieged, and only then (12.1.5-3, 15.2.5-1).
            let within = self.data.network.regions.contains(target) || self.besieged(target);
            if !within {
                violations.add(&OUT_OF_REACH, &witness);
            }
            return;
        }
        if self.view().besieging[index(self.side)].contains(target) {
            violations.add(&BESIEGED_FROM_OUTSIDE, &witness);
        }
        self.check_attacked_line(fighter, target, violations);
    }

    /// The line that a target next to it is attacked over.
    pub(super) fn check_attacked_line(
        &self,
        fighter: &Attacker,
        target: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let entry = &self.data.units[fighter.unit];
        let witness = [Arg::Unit(fighter.unit), Arg::Place(target)];
        let line = self.line(fighter.place, target);
        // LCUs attack into and out of desert along railroads in supply (12.3.3-3, 3.1.1.1-3,
        // 12.1.d-2).
        let desert = &self.data.movement_graph.desert;
        if entry.size == Size::Lcu && (desert.contains(fighter.place) || desert.contains(target)) {
            let outlook = self.outlook();
            let tracer = outlook.tracer(fighter.unit);
            let rides = line.is_some_and(|(at, _)| outlook.rides(tracer, at));
            if !(rides && outlook.railed(tracer).contains(fighter.place)) {
                violations.add(&ATTACKS_OFF_THE_RAILS, &witness);
            }
        }
        let Some((_, over)) = line else {
            violations.add(&OUT_OF_REACH, &witness);
            return;
        };
        // Tribes and Central Asians stay off the Caspian Sea (12.3.7-1, 12.1.d-2), but go
        // over other green lines (12.3.7-2).
        if over.no_tribes && (entry.class == Class::Tribe || self.central_asian(fighter.unit)) {
            violations.add(&OVER_THE_CASPIAN, &witness);
        }
        if let Some(number) = over.strait {
            let control = &self.view().control[index(self.side)];
            for (bar, code) in self.strait_bars(usize::from(number), control) {
                if bar {
                    violations.add(code, &witness);
                }
            }
        }
    }

    fn central_asian(&self, unit: UnitId) -> bool {
        let entry = &self.data.units[unit];
        entry.class == Class::Irregular && entry.supply_area.contains(&Area::CentralAsia)
    }

    /// Whom a unit may attack at all, and where.
    fn check_attackers_limits(
        &self,
        fighter: &Attacker,
        attack: &Attack,
        target: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let (data, state) = (self.data, self.view().state);
        let entry = &data.units[fighter.unit];
        let witness = [Arg::Unit(fighter.unit), Arg::Place(target)];
        let known = &data.known;
        // 16.3.3.5.ca-3
        if self.central_asian(fighter.unit) && [known.baku, known.enzeli].contains(&target) {
            violations.add(&CENTRAL_ASIANS, &witness);
        }
        let turkish = entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
        let protectorate = known.ge_georgian_protectorate;
        let defends = !attack.fled.contains(protectorate);
        if self.position.place(protectorate) == Some(target) && defends && !turkish {
            violations.add(&PROTECTORATE_ATTACKED, &witness);
        }
        if data.spaces[target].area == Area::PersiaNeutral
            && self.persia_closed(entry, fighter.place)
        {
            violations.add(&NEUTRAL_PERSIA, &witness);
        }
        let afghanistan = [target, fighter.place].contains(&known.afghanistan);
        if afghanistan && self.side == Side::Cp && !self.view().revolted(Revolt::Afghanistan) {
            violations.add(&AFGHANISTAN_ATTACK, &witness[..1]);
        }
        match entry.limit {
            Some(Limit::PersiaIndiaBaluchistanOnly)
                if !self.in_area(target, PERSIA) && !self.in_area(target, EAST) =>
            {
                violations.add(&LEAVES_PERSIA, &witness);
            }
            Some(Limit::BalkansOnly) if !self.in_area(target, &[Area::Balkans]) => {
                violations.add(&LEAVES_BALKANS, &witness);
            }
            _ => {}
        }
        // After the collapse Serbs fight at home and in Greece until Belgrade is retaken
        // (18.4.3-1, 18.4.3-2, 18.8.3.3.a-9).
        let home = [Some(Country::Greece), Some(Country::Serbia)];
        if entry.nations == [Nation::Sb]
            && state.holds(Scalar::Collapsed, Collapse::Serbia as u8)
            && !self.view().control[index(Side::Ap)].contains(known.belgrade)
            && !home.contains(&data.spaces[target].country)
        {
            violations.add(&SERBS_STAY, &witness);
        }
    }

    /// Only those attack other places whom a siege does not need (12.1.5-2, 15.2.3-1).
    fn check_surplus(&self, attack: &Attack, target: PlaceId, violations: &mut Violations<'_>) {
        let sieges = self.view().besieging[index(self.side)];
        let state = self.view().state;
        for place in sieges.iter().filter(|place| *place != target) {
            let joins = |unit: UnitId| attack.fighters.iter().any(|one| one.unit == unit);
            let here = self.at(place).iter().copied();
            if !here.clone().any(joins) {
                continue;
            }
            // Who has attacked the fort itself is before it still.
            let gone =
                |unit: UnitId| state.fought.contains(unit) && !state.attacked.contains(place);
            let stay = here.filter(|unit| !joins(*unit) && !gone(*unit));
            if !self.besiege(stay, place, self.marines_landed(place)) {
                violations.add(&NEEDED_FOR_SIEGE, &[Arg::Place(place)]);
            }
        }
    }

    /// One stack only attacks over green lines (12.1.1-3, 12.10.2-3).
    fn check_green_lines(&self, attack: &Attack, target: PlaceId, violations: &mut Violations<'_>) {
        let over = |one: &&Attacker| {
            let line = self.line(one.place, target);
            line.is_some_and(|(_, over)| over.link == Link::GreenLine)
        };
        let mut stacks = attack.fighters.iter().filter(over).map(|one| one.stack);
        let first = stacks.next();
        if stacks.any(|stack| Some(stack) != first) {
            violations.add(&GREEN_LINES, &[Arg::Place(target)]);
        }
    }

    /// One attack in an action round in the Balkans for AP units that live on Greek ports, from
    /// however many spaces (18.4.1-1, 18.4.1-2, 9.2.5), until D'ESPEREY (18.4.1-3), and one in
    /// Greece for the CP until ROBERTSON (18.4.2-1, 18.4.2-2).
    fn check_balkan_limits(
        &self,
        attack: &Attack,
        target: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let (state, spaces) = (self.view().state, &self.data.spaces);
        let place = [Arg::Place(target)];
        let again = |wanted: &dyn Fn(PlaceId) -> bool, attacked: BitSet| {
            wanted(target) && attacked.iter().any(wanted)
        };
        if self.side == Side::Cp {
            let greek = |place: PlaceId| {
                let shore = spaces[place].shore.unwrap_or(place);
                spaces[shore].country == Some(Country::Greece)
            };
            if again(&greek, state.attacked) && !state.happened(ROBERTSON) {
                violations.add(&ONE_ATTACK_IN_GREECE, &place);
            }
            return;
        }
        let balkan = |place: PlaceId| spaces[place].area == Area::Balkans;
        if !again(&balkan, state.attacked_through_greek_ports) || state.happened(DESPEREY) {
            return;
        }
        let fed = self.fed_through_greek_ports();
        // BR units may attack another place for the offensive there (18.4.1-4, 7.3.balkans-2). Those
        // that became BR are not for offensives (16.4.5.4-3).
        let british = |one: &Attacker| self.data.units[one.unit].is_of(Nation::Br);
        let exception = self.offensive_open(Offensive::Balkans)
            && !state.attacked_through_greek_ports.contains(target)
            && attack.fighters.iter().all(british);
        if attack.fighters.iter().any(|one| fed.contains(one.unit)) && !exception {
            violations.add(&ONE_ATTACK_IN_THE_BALKANS, &place);
        }
    }

    /// Own units in supply that would not be if no port in Greece worked (18.4.1-1).
    #[must_use]
    pub fn fed_through_greek_ports(&self) -> BitSet {
        let spaces = self.data.spaces.iter().enumerate().take(self.data.on_map);
        let ports = spaces
            .filter(|(_, space)| space.country == Some(Country::Greece))
            .map(|(at, _)| at)
            .collect();
        self.outlook().fed_through(ports)
    }

    /// Whether a mandated offensive of the side is still to be made (7.1.3).
    fn offensive_open(&self, offensive: Offensive) -> bool {
        let first = index(self.side) * OFFENSIVES;
        (first..first + OFFENSIVES).any(|at| {
            let stored = self.view().state.get(Cell::Offensive(at)).to_le_bytes()[0];
            let kind = (stored & 31).checked_sub(1).and_then(Offensive::at);
            kind == Some(offensive) && stored & 32 == 0
        })
    }
}
