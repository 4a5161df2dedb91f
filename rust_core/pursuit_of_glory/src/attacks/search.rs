//! Looking for attacks: sets of units by kinds, judged by the checker.

use super::interchangeable::interchangeable_units;
use super::{Waiting, by_stacks};
use crate::board::BitSet;
use crate::check::Checker;
use crate::check::codes::STACK_HELD_BACK;
use crate::data::{Crowd, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use std::collections::HashSet;

/// Which attacks are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those to which nobody could be added: in sum the strongest on each place.
    Largest,
    /// All.
    All,
}

/// An attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttackOffer {
    /// The target.
    pub target: PlaceId,
    /// Who attacks, HQs and artillery included, in the order of the counters.
    pub units: Vec<UnitId>,
    /// The pinning space, if it is a flank attack.
    pub pin: Option<PlaceId>,
    /// How many attacks it stands for besides: by other units of the same kinds, and, if all are
    /// looked for, without HQs or artillery that could help.
    pub folded: u64,
}

impl AttackOffer {
    /// The orders.
    #[must_use]
    pub fn orders(&self) -> Move {
        let mut orders = vec![Order::Attack { place: self.target }];
        orders.extend(self.units.iter().map(|unit| Order::Join { unit: *unit }));
        orders.extend(self.pin.map(|place| Order::Flank { place }));
        Move::new(orders)
    }
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offers {
    /// The attacks, by target.
    pub offers: Vec<AttackOffer>,
    /// How many sets of units were judged.
    pub judged: u64,
    /// Places on which not all attacks were looked for, because they are too many.
    pub unfinished: Vec<PlaceId>,
}

/// The attacks of units that wait.
///
/// `targets` and `origins` are the places that may be attacked, and from which units come; everywhere
/// if `None`. Of each target at most `most` sets are judged.
#[must_use]
pub fn offers(
    waiting: &Waiting<'_>,
    which: Which,
    targets: Option<&BitSet>,
    origins: Option<&BitSet>,
    most: u64,
) -> Offers {
    AttackSearch::new(waiting).all(which, targets, origins, most)
}

/// How many attacks one stands for besides, as in [`AttackOffer::folded`]; of attacks that were found by
/// somebody else.
#[must_use]
pub fn folded(waiting: &Waiting<'_>, which: Which, offers: &[(PlaceId, Vec<UnitId>)]) -> Vec<u64> {
    let search = AttackSearch::new(waiting);
    let combat = search.position.data().counters.combat;
    let mut strikers = search.strikers(None, None);
    let offers = offers.iter().map(|(target, units)| {
        let those = strikers.iter_mut().find(|(place, _)| place == target);
        let kinds = interchangeable_units(
            search.position,
            those.map_or(&[], |(_, units)| units),
            &search.fed,
        );
        let counts = kinds.iter().map(|kind| {
            let joins = kind.iter().filter(|unit| units.contains(unit));
            small(joins.count())
        });
        let staff = units.iter().filter(|unit| !combat.contains(**unit)).count();
        ways(&kinds, &counts.collect(), which, staff) - 1
    });
    offers.collect()
}

/// In how many ways so many of each kind can be chosen, with or without HQs and artillery.
fn ways(kinds: &[Vec<UnitId>], counts: &Counts, which: Which, staff: usize) -> u64 {
    let mut ways = 1_u64;
    for (kind, count) in kinds.iter().zip(counts) {
        ways = ways.saturating_mul(choose(kind.len() as u64, u64::from(*count)));
    }
    match which {
        Which::Largest => ways,
        Which::All => ways.saturating_mul(1_u64 << staff.min(32)),
    }
}

struct AttackSearch<'a> {
    position: &'a Position,
    checker: Checker<'a>,
    supposed: bool,
    waits: Vec<UnitId>,
    fed: BitSet,
}

/// The kinds of those who may strike a place, and how many of each take part.
type Counts = Vec<u8>;

impl<'a> AttackSearch<'a> {
    fn new(waiting: &'a Waiting<'a>) -> Self {
        let position: &Position = &waiting.position;
        let state = position.state();
        let checker = Checker::new(position, 0);
        let view = position.view();
        let own = view.commanded(state.active()) & view.present;
        let waits = (state.attacking - state.fought) & own & position.data().counters.combat;
        Self {
            fed: checker.fed_through_greek_ports(),
            waits: waits.iter().collect(),
            supposed: waiting.supposed,
            checker,
            position,
        }
    }

    fn legal(&self, target: PlaceId, units: &[UnitId], pin: Option<PlaceId>) -> bool {
        let offer = AttackOffer {
            target,
            units: units.to_vec(),
            pin,
            folded: 0,
        };
        self.fits(units) && self.checker.check_attack(&offer.orders()).is_empty()
    }

    /// Whether a unit may take part: it alone may attack, but for other stacks that an event sends too.
    fn strikes(&self, target: PlaceId, unit: UnitId) -> bool {
        let orders = vec![Order::Attack { place: target }, Order::Join { unit }];
        let mut found = self.checker.check_attack(&Move::new(orders));
        found.retain(|one| one.rank() != STACK_HELD_BACK.rank());
        self.fits(&[unit]) && found.is_empty()
    }

    /// Where it is supposed that all wait, one stack comes from each region and island base: three
    /// units, and one of Yildirim (9.2.6-1, 10.7-1).
    fn fits(&self, units: &[UnitId]) -> bool {
        if !self.supposed {
            return true;
        }
        let data = self.position.data();
        let mut crowds: Vec<(PlaceId, Crowd)> = Vec::new();
        for unit in units {
            let Some(place) = self.position.place(*unit) else {
                continue;
            };
            if by_stacks(self.position, place) {
                let crowd = data.counters[*unit].crowd;
                match crowds.iter_mut().find(|known| known.0 == place) {
                    Some(known) => known.1 = known.1 + crowd,
                    None => crowds.push((place, crowd)),
                }
            }
        }
        !crowds.iter().any(|(_, crowd)| crowd.too_many())
    }

    fn all(
        &self,
        which: Which,
        targets: Option<&BitSet>,
        origins: Option<&BitSet>,
        most: u64,
    ) -> Offers {
        let mut found = Offers::default();
        for (target, strikers) in self.strikers(targets, origins) {
            let mut judged = 0;
            let kinds = interchangeable_units(self.position, &strikers, &self.fed);
            let sets = match which {
                Which::Largest => self.largest(target, &kinds, most, &mut judged),
                Which::All => self.every(target, &kinds, most, &mut judged),
            };
            found.judged += judged;
            if judged >= most {
                found.unfinished.push(target);
            }
            for set in sets {
                self.add(target, &kinds, &set, which, &mut found.offers);
            }
        }
        let key = |one: &AttackOffer| (one.target, one.units.clone(), one.pin);
        found.offers.sort_by_cached_key(key);
        found
    }

    /// By target, who may strike it: alone everybody may who may at all, for what speaks against a
    /// unit alone speaks against it in any company.
    fn strikers(
        &self,
        targets: Option<&BitSet>,
        origins: Option<&BitSet>,
    ) -> Vec<(PlaceId, Vec<UnitId>)> {
        let data = self.position.data();
        let from = |unit: UnitId| self.position.place(unit);
        let comes = |unit: &UnitId| {
            let place = from(*unit);
            origins.is_none_or(|those| place.is_some_and(|place| those.contains(place)))
        };
        let mut near = BitSet::EMPTY;
        for place in self
            .waits
            .iter()
            .filter(|unit| comes(unit))
            .filter_map(|unit| from(*unit))
        {
            near |= data.movement_graph.next_to(place);
            near.insert(place);
        }
        let near = targets.map_or(near, |those| near & *those);
        let mut strikers = Vec::new();
        for target in near.iter().filter(|target| *target < data.on_map) {
            let may = |unit: &UnitId| {
                let place = from(*unit);
                let beside = place == Some(target)
                    || place
                        .is_some_and(|place| data.movement_graph.next_to(place).contains(target));
                beside && comes(unit) && self.strikes(target, *unit)
            };
            let those: Vec<UnitId> = self.waits.iter().copied().filter(may).collect();
            if !those.is_empty() {
                strikers.push((target, those));
            }
        }
        strikers
    }

    /// Sets to which nobody can be added, from the whole downwards.
    fn largest(
        &self,
        target: PlaceId,
        kinds: &[Vec<UnitId>],
        most: u64,
        judged: &mut u64,
    ) -> Vec<Counts> {
        let whole: Counts = kinds.iter().map(|kind| small(kind.len())).collect();
        let mut found: Vec<Counts> = Vec::new();
        let mut level = vec![whole];
        while !level.is_empty() {
            let mut next = Vec::new();
            let mut known: HashSet<Counts> = HashSet::new();
            for counts in level {
                let inside = |larger: &Counts| larger.iter().zip(&counts).all(|(a, b)| a >= b);
                if found.iter().any(inside) {
                    continue;
                }
                if *judged >= most {
                    return found;
                }
                *judged += 1;
                if self.legal(target, &chosen(kinds, &counts), None) {
                    found.push(counts);
                    continue;
                }
                for at in 0..counts.len() {
                    let mut less = counts.clone();
                    if let Some(count) = less[at].checked_sub(1) {
                        less[at] = count;
                        if known.insert(less.clone()) {
                            next.push(less);
                        }
                    }
                }
            }
            next.retain(|counts: &Counts| counts.iter().any(|count| *count > 0));
            level = next;
        }
        found
    }

    /// All legal sets.
    fn every(
        &self,
        target: PlaceId,
        kinds: &[Vec<UnitId>],
        most: u64,
        judged: &mut u64,
    ) -> Vec<Counts> {
        let mut found = Vec::new();
        let mut counts: Counts = vec![0; kinds.len()];
        // Counts like a number whose digits go up to the size of each kind.
        loop {
            let digit = (0..kinds.len()).find(|at| usize::from(counts[*at]) < kinds[*at].len());
            let Some(digit) = digit else {
                return found;
            };
            counts[..digit].fill(0);
            counts[digit] += 1;
            if *judged >= most {
                return found;
            }
            *judged += 1;
            if self.legal(target, &chosen(kinds, &counts), None) {
                found.push(counts.clone());
            }
        }
    }

    /// Adds the attack of a set, with the HQs and artillery that can help, as a plain attack and with
    /// every pinning space it may have.
    fn add(
        &self,
        target: PlaceId,
        kinds: &[Vec<UnitId>],
        counts: &Counts,
        which: Which,
        offers: &mut Vec<AttackOffer>,
    ) {
        let mut units = chosen(kinds, counts);
        let places: BitSet = units
            .iter()
            .filter_map(|unit| self.position.place(*unit))
            .collect();
        let state = self.position.state();
        let view = self.position.view();
        let staff = (view.commanded(state.active()) & view.present) - state.fought;
        let staff = staff - self.position.data().counters.combat;
        let helps = |unit: &UnitId| {
            let place = self.position.place(*unit);
            place.is_some_and(|place| places.contains(place))
                && self.checker.staff_unfed(*unit).is_none()
        };
        let staff: Vec<UnitId> = staff.iter().filter(helps).collect();
        let alike = ways(kinds, counts, which, staff.len());
        units.extend(staff);
        units.sort_unstable();
        let mut pins: Vec<Option<PlaceId>> = vec![None];
        let from = places.iter().filter(|place| *place != target);
        pins.extend(
            from.map(Some)
                .filter(|pin| self.legal(target, &units, *pin)),
        );
        offers.extend(pins.into_iter().map(|pin| AttackOffer {
            target,
            units: units.clone(),
            pin,
            folded: alike - 1,
        }));
    }
}

/// The first units of each kind, as many as are counted.
fn chosen(kinds: &[Vec<UnitId>], counts: &Counts) -> Vec<UnitId> {
    let those = kinds.iter().zip(counts);
    let mut units: Vec<UnitId> = those
        .flat_map(|(kind, count)| kind.iter().copied().take(usize::from(*count)))
        .collect();
    units.sort_unstable();
    units
}

fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// In how many ways some of them can be chosen.
fn choose(of: u64, some: u64) -> u64 {
    (0..some.min(of)).fold(1, |ways, at| ways * (of - at) / (at + 1))
}

impl Waiting<'_> {
    /// What the law of attacks is told besides, so that it shows them as [`offers`] does: units that
    /// are alike, and whether it is supposed that all wait.
    #[must_use]
    pub fn facts(&self) -> String {
        let search = AttackSearch::new(self);
        let mut text = String::new();
        for kind in interchangeable_units(search.position, &search.waits, &search.fed) {
            for pair in kind.windows(2) {
                let units = &search.position.data().units;
                text += &format!("alike({},{}).\n", units[pair[0]].id, units[pair[1]].id);
            }
        }
        if self.supposed {
            text += "supposed.\n";
        }
        text
    }
}
