//! What can be ordered where units redeploy: every order that at least one legal move contains beside those
//! given, as the law finds it.
//!
//! An order is judged with those given; where that breaks rules, whatever else could mend them is added. Of
//! other orders depend: room at the end (10.3-1), a foothold for who comes from the box (13.8-2, 13.11),
//! sieges that are given up (13.6-3), and LCUs in restricted areas (18.1.2).

use super::list::{Group, Orders, Shared};
use super::*;
use crate::check::listing::{Lister, Rules};
use engine::mending::Menders;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The bars to a route that fall with the siege that opens another one.
const BESIDE_A_SIEGE: [&codes::Code; 6] = [
    &SR_CLOSED,
    &SR_COLOURED_RAILROAD,
    &SR_NO_RAILROAD,
    &SR_CONTESTED_REGION,
    &SR_STOPS_IN_UPRISING,
    &SR_STOPS_IN_DESERT,
];

impl Redeployer<'_> {
    /// Every order that the side could give beside those given, and whether nothing else can be ordered.
    #[must_use]
    pub fn offers(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        let company = Company::new(self);
        // What is legal alone needs nobody's company where nothing is given.
        let (found, mut pool): (BTreeSet<Order>, Vec<Order>) = match given.orders() {
            [] => {
                let others = company.pool.without(&company.alone).collect();
                (company.alone.sorted(), others)
            }
            _ => (BTreeSet::new(), company.pool.iter().collect()),
        };
        pool.sort_by_key(in_turn);
        let mut lister = Lister::new(company);
        lister.found = found;
        let complete = lister.list(given.orders(), &pool);
        (lister.found, complete)
    }
}

/// Who goes to the box takes no room, and is owed nothing: such orders are tried first.
fn in_turn(order: &Order) -> (bool, bool) {
    (order.end().is_some(), matches!(order, Order::Deploy { .. }))
}

/// What others may do for those who redeploy.
pub(super) struct Company<'r, 'a> {
    redeployer: &'r Redeployer<'a>,
    /// Every order that is legal alone.
    alone: Orders,
    /// Every order that others may make legal, those included.
    pub(super) pool: Orders,
    /// By unit, the points that any order costs at least, submarines and all.
    fares: BTreeMap<UnitId, u32>,
    /// By places, the order that went with one from the box to there.
    led_to: FxHashMap<PlaceId, Order>,
    /// The last of them.
    leader: Option<Order>,
    /// By units of the box and places, who has an order in a legal move with which one like it comes there.
    came: FxHashMap<(UnitId, PlaceId), BitSet>,
    /// By units of the box, the first that is like it.
    models: FxHashMap<UnitId, UnitId>,
    /// By unit, orders to leave: if any do, one of these does, as long as no siege hangs on where it goes.
    ways_out: FxHashMap<UnitId, Vec<Order>>,
    /// Whether those are all that is tried.
    plainly: bool,
}

impl<'r, 'a> Company<'r, 'a> {
    pub(super) fn new(redeployer: &'r Redeployer<'a>) -> Self {
        let pool = Shared::new(redeployer, true).all(None, usize::MAX);
        let units = pool.groups().iter().map(Group::unit);
        Self {
            alone: redeployer.alone(None),
            fares: units
                .map(|unit| (unit, redeployer.price(unit, None)))
                .collect(),
            models: models(redeployer, &pool),
            led_to: FxHashMap::default(),
            leader: None,
            came: FxHashMap::default(),
            ways_out: FxHashMap::default(),
            plainly: true,
            pool,
            redeployer,
        }
    }

    /// The orders of a unit.
    fn orders(&self, unit: UnitId) -> Vec<Order> {
        let groups = self.pool.of(unit).iter();
        let mut orders: Vec<Order> = groups.flat_map(Group::orders).collect();
        orders.sort_by_key(in_turn);
        orders
    }

    /// The points that are left beside the orders, and how many more there may be.
    fn budget(&self, orders: &[Order]) -> (u32, usize) {
        let redeployer = self.redeployer;
        let most = redeployer.most_orders() as usize;
        if redeployer
            .event
            .is_some_and(|event| event.kind.units().is_some())
        {
            return (u32::MAX, most.saturating_sub(orders.len()));
        }
        let price = |order: &Order| Some(redeployer.price(order.unit()?, order.end()));
        let spent = orders.iter().filter_map(price).sum();
        (redeployer.points.saturating_sub(spent), most)
    }

    /// The units that have no order yet, and can be paid for.
    pub(super) fn others(&self, orders: &[Order]) -> Vec<UnitId> {
        let busy: BitSet = orders.iter().filter_map(Order::unit).collect();
        let (left, number) = self.budget(orders);
        let free = self
            .fares
            .iter()
            .filter(|(unit, fare)| number > 0 && !busy.contains(**unit) && **fare <= left);
        free.map(|(unit, _)| *unit).collect()
    }

    /// The orders with which units that have none yet end in one of some places, as far as they are wanted
    /// there.
    fn comers(
        &self,
        orders: &[Order],
        places: impl Iterator<Item = PlaceId>,
        wanted: impl Fn(UnitId) -> bool,
    ) -> Menders<Order> {
        let busy: BitSet = orders.iter().filter_map(Order::unit).collect();
        let (left, number) = self.budget(orders);
        let fits = |unit: UnitId| !busy.contains(unit) && self.fares[&unit] <= left && wanted(unit);
        let mut found = Vec::new();
        for place in places.filter(|_| number > 0) {
            let groups = self.pool.groups().iter();
            let fits = |unit| fits(unit) && self.redeployer.price(unit, Some(place)) <= left;
            let there = groups.filter_map(|group| group.to(place).filter(|_| fits(group.unit())));
            let (first, others): (Vec<Order>, Vec<Order>) =
                there.partition(|order| self.alone.contains(order));
            found.extend(first);
            found.extend(others);
        }
        Menders::One(found)
    }

    /// The nations in whose wake a unit comes to a place, by way of others that come there and lack a foothold
    /// themselves.
    fn followed_by(&self, orders: &[Order], unit: UnitId, place: PlaceId) -> Nations {
        let redeployer = self.redeployer;
        let mut realms = redeployer.nations(unit).realms();
        let coming: Vec<UnitId> = orders
            .iter()
            .filter(|order| order.end() == Some(place))
            .filter_map(Order::unit)
            .collect();
        loop {
            let before = realms;
            for other in &coming {
                if redeployer.realms(*other).any(|realm| realms.has(realm)) {
                    realms = redeployer.realms(*other).fold(realms, Nations::and);
                }
            }
            if realms == before {
                return realms;
            }
        }
    }

    /// The orders with which some units leave a place.
    fn leavers(
        &mut self,
        orders: &[Order],
        stands: impl Fn(UnitId) -> bool,
        leaves: impl Fn(Option<PlaceId>) -> bool,
    ) -> Menders<Order> {
        let mut units = self.others(orders);
        units.retain(|unit| stands(*unit));
        let (left, _) = self.budget(orders);
        let redeployer = self.redeployer;
        let mut found = Vec::new();
        for unit in units {
            let ways = self.ways_out(unit).into_iter();
            let paid = |order: &Order| redeployer.price(unit, order.end()) <= left;
            found.extend(ways.filter(|order| leaves(order.end()) && paid(order)));
        }
        Menders::Last(found)
    }

    /// The orders with which a unit leaves where it stands, one of each sort where it does not matter whereto:
    /// to the box, around Africa, or to where there is room whoever else comes.
    fn ways_out(&mut self, unit: UnitId) -> Vec<Order> {
        if !self.plainly || self.redeployer.event.is_some() {
            return self.orders(unit);
        }
        if let Some(known) = self.ways_out.get(&unit) {
            return known.clone();
        }
        let groups = self.pool.of(unit).iter();
        let off_the_map = groups.filter_map(|group| match group {
            Group::Single(_, order) if self.alone.contains(order) => Some(order),
            _ => None,
        });
        if let Some(order) = off_the_map.min_by_key(|order| in_turn(order)) {
            let chosen = vec![order.clone()];
            self.ways_out.insert(unit, chosen.clone());
            return chosen;
        }
        let all = self.orders(unit);
        let redeployer = self.redeployer;
        let graph = &redeployer.checker.data.movement_graph;
        let start = redeployer.checker.position.place(unit);
        let own: Vec<&Order> = all
            .iter()
            .filter(|order| self.alone.contains(order))
            .collect();
        let cheap = |order: &&Order| {
            let places = [start, order.end()].into_iter().flatten();
            redeployer.surcharge(unit, places) == redeployer.surcharge(unit, start.into_iter())
        };
        let free = |order: &&Order| {
            order.end().is_some_and(|place| {
                graph.unlimited_stacking.contains(place) && !graph.restricted.contains(place)
            })
        };
        let crowded = |order: &&Order| {
            let lcu = redeployer.size(unit) == Size::Lcu;
            !(lcu
                && order
                    .end()
                    .is_some_and(|place| graph.restricted.contains(place)))
        };
        // No move has so many orders that there is somebody in each of these places.
        let enough = redeployer.most_orders() as usize + 1;
        let chosen: Vec<Order> = match own.iter().copied().filter(free).find(cheap) {
            Some(order) => vec![order.clone()],
            None => {
                let some = own.into_iter().filter(crowded).filter(cheap).take(enough);
                let some: Vec<Order> = some.cloned().collect();
                if some.len() < enough { all } else { some }
            }
        };
        self.ways_out.insert(unit, chosen.clone());
        chosen
    }
}

impl Company<'_, '_> {
    /// Who keeps a place from those of the other camp who come there (10.2-2).
    fn rivals(&self, orders: &[Order], place: PlaceId) -> Vec<UnitId> {
        let checker = &self.redeployer.checker;
        let camp = |unit: UnitId| {
            let crowd = checker.crowd(std::iter::once(unit));
            (crowd.russian(), crowd.british())
        };
        let comes = orders.iter().filter(|order| order.end() == Some(place));
        let camps: Vec<_> = comes.filter_map(Order::unit).map(camp).collect();
        let busy: BitSet = orders.iter().filter_map(Order::unit).collect();
        let there = checker.at(place).iter().copied();
        let there = there.filter(|unit| !busy.contains(*unit));
        let keeps = |unit: &UnitId| {
            let (russian, british) = camp(*unit);
            let mut camps = camps.iter();
            camps.any(|(r, b)| (*r && british) || (*b && russian))
        };
        there.filter(keeps).collect()
    }

    /// Whether a unit counts for a limit of a stack.
    fn counts(&self, unit: UnitId, limit: &codes::Code) -> bool {
        match self.redeployer.size(unit) {
            Size::Hq => *limit == TWO_HQS,
            Size::Artillery => false,
            Size::Lcu | Size::Scu => *limit == SR_TOO_MANY,
        }
    }

    /// What it costs at least if one of some units leaves a place for a limit; `None` if nobody can.
    fn leaves_room(
        &self,
        others: &[UnitId],
        place: PlaceId,
        limit: &codes::Code,
    ) -> Option<(u32, usize)> {
        let there = self.redeployer.checker.at(place);
        let leaves = |unit: &&UnitId| there.contains(unit) && self.counts(**unit, limit);
        let fares = others.iter().filter(leaves).map(|unit| self.fares[unit]);
        Some((fares.min()?, 1))
    }

    /// Whether a unit could come to a place where one of some nations is wanted.
    fn helps(&self, unit: UnitId, (place, realms): (PlaceId, Nations)) -> bool {
        let mut own = self.redeployer.realms(unit);
        let mut groups = self.pool.of(unit).iter();
        own.any(|realm| realms.has(realm)) && groups.any(|group| group.to(place).is_some())
    }

    /// Whether there is no room in a place for whoever could come there of those who are wanted.
    fn is_full(&self, orders: &[Order], others: &[UnitId], want: (PlaceId, Nations)) -> bool {
        let checker = &self.redeployer.checker;
        let place = want.0;
        if checker
            .data
            .movement_graph
            .unlimited_stacking
            .contains(place)
        {
            return false;
        }
        let busy: BitSet = orders.iter().filter_map(Order::unit).collect();
        let stays = checker.at(place).iter().copied();
        let stays = stays.filter(|unit| !busy.contains(*unit));
        let comes = orders.iter().filter(|order| order.end() == Some(place));
        let crowd = checker.crowd(stays.chain(comes.filter_map(Order::unit)));
        let mut helpers = others.iter().filter(|other| self.helps(**other, want));
        helpers.all(|other| (crowd + checker.crowd(std::iter::once(*other))).too_many())
    }
}

impl Rules for Company<'_, '_> {
    // One unit comes to one place, and leaves one; who leaves one may be who is wanted in another.
    fn is_beyond(&self, orders: &[Order], broken: &[Violation]) -> bool {
        let others = self.others(orders);
        let (left, number) = self.budget(orders);
        let Some(least) = others.iter().map(|unit| self.fares[unit]).min() else {
            return true;
        };
        let mut wanted: Vec<(PlaceId, Nations)> = Vec::new();
        let mut leaving: BTreeMap<PlaceId, (u32, usize)> = BTreeMap::new();
        for one in broken {
            let mut args = one.args();
            let (about, place) = match args.next() {
                Some(Arg::Place(place)) => (None, place),
                Some(Arg::Unit(unit)) => match args.next() {
                    Some(Arg::Place(place)) => (Some(unit), place),
                    _ => continue,
                },
                _ => continue,
            };
            let leaves = if let Some(unit) = about.filter(|_| one.is(&SR_NO_FOOTHOLD)) {
                let realms = self.followed_by(orders, unit, place);
                if wanted.iter().all(|(other, _)| *other != place) {
                    wanted.push((place, realms));
                }
                if !self.is_full(orders, &others, (place, realms)) {
                    continue;
                }
                self.leaves_room(&others, place, &SR_TOO_MANY)
            } else if one.is(&RIVALS) {
                let rivals = self.rivals(orders, place);
                let price = |unit: &UnitId| self.redeployer.price(*unit, None);
                Some((rivals.iter().map(price).sum(), rivals.len()))
            } else if one.is(&SR_TOO_MANY) || one.is(&TWO_HQS) {
                self.leaves_room(&others, place, limit_of(*one))
            } else {
                continue;
            };
            let Some(leaves) = leaves else {
                return true;
            };
            let known = leaving.entry(place).or_default();
            *known = (known.0.max(leaves.0), known.1.max(leaves.1));
        }
        let fares: u32 = leaving.values().map(|(fare, _)| fare).sum();
        let leave: usize = leaving.values().map(|(_, number)| number).sum();
        let served = |(from, (_, number)): (&PlaceId, &(u32, usize))| {
            let there = self.redeployer.checker.at(*from);
            let leavers: Vec<&UnitId> = others.iter().filter(|one| there.contains(one)).collect();
            let elsewhere = wanted.iter().filter(|(place, _)| place != from);
            let served =
                elsewhere.filter(|want| leavers.iter().any(|one| self.helps(**one, **want)));
            served.count().min(*number)
        };
        let served: usize = leaving.iter().map(served).sum();
        let more = wanted.len().saturating_sub(served);
        let cost = u32::try_from(more)
            .unwrap_or(u32::MAX)
            .saturating_mul(least);
        cost.saturating_add(fares) > left || leave + more > number
    }

    fn is_like_one_found(&self, order: &Order) -> bool {
        let Order::Deploy { unit, place } = order else {
            return false;
        };
        let model = self.models.get(unit);
        let others = model.and_then(|model| self.came.get(&(*model, *place)));
        others.is_some_and(|others| !others.contains(*unit))
    }

    // 13.11  Who comes from the box follows one of its nationality: often the one whom others follow.
    fn likely(&self, order: &Order) -> Vec<Order> {
        let Order::Deploy { place, .. } = order else {
            return Vec::new();
        };
        let goes_too = || {
            let groups = self.pool.of(self.leader.as_ref()?.unit()?);
            groups.iter().find_map(|group| group.to(*place))
        };
        let likely = self.led_to.get(place).cloned().or_else(goes_too);
        likely.into_iter().collect()
    }

    fn found(&mut self, order: &Order, legal: &[Order]) {
        let Order::Deploy { unit, place } = order else {
            return;
        };
        if let [.., before, last] = legal
            && before == order
        {
            self.led_to.insert(*place, last.clone());
            self.leader = Some(last.clone());
        }
        if let Some(model) = self.models.get(unit) {
            let others = legal.iter().filter(|other| *other != order);
            let busy = others.filter_map(Order::unit).collect();
            self.came.insert((*model, *place), busy);
        }
    }

    fn tries_more(&mut self, more: bool) -> bool {
        self.plainly = !more;
        !self.redeployer.besieged.is_empty()
    }

    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        let mut found = self.redeployer.check(&Move::new(orders.to_vec()));
        let sieges: Vec<[Arg; 2]> = found
            .iter()
            .filter(|one| one.is(&SR_SIEGE_GIVEN_UP))
            .filter_map(|one| trip_of(*one))
            .collect();
        if !sieges.is_empty() {
            found.retain(|one| {
                let beside = BESIDE_A_SIEGE.iter().any(|code| one.is(code));
                !(beside && trip_of(*one).is_some_and(|trip| sieges.contains(&trip)))
            });
        }
        Some(found)
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let redeployer = self.redeployer;
        let checker = &redeployer.checker;
        let is = |codes: &[&codes::Code]| codes.iter().any(|code| broken.is(code));
        let mut args = broken.args();
        match (args.next(), args.next()) {
            (Some(Arg::Place(place)), _) if is(&[&RIVALS]) => {
                let rivals = self.rivals(orders, place);
                // All of the other camp leave: one of them first.
                let (left, number) = self.budget(orders);
                let goes = |unit: &UnitId| self.fares.contains_key(unit);
                let price = |unit: &UnitId| redeployer.price(*unit, None);
                let fares: u32 = rivals.iter().map(price).sum();
                match rivals.first().copied() {
                    Some(first)
                        if rivals.iter().all(goes) && fares <= left && rivals.len() <= number =>
                    {
                        self.leavers(orders, |unit| unit == first, |end| end != Some(place))
                    }
                    _ => Menders::Nothing,
                }
            }
            (Some(Arg::Place(place)), _) if is(&[&SR_TOO_MANY, &TWO_HQS]) => {
                let there = checker.at(place).iter().copied();
                let counted: BitSet = there
                    .filter(|unit| self.counts(*unit, limit_of(broken)))
                    .collect();
                self.leavers(
                    orders,
                    |unit| counted.contains(unit),
                    |end| end != Some(place),
                )
            }
            (Some(Arg::Area(area)), _) if is(&[&TOO_MANY_LCUS, &TOO_MANY_LCUS_YET]) => {
                let within = |place: Option<PlaceId>| {
                    place.is_some_and(|at| checker.data.spaces[at].restricted_area == Some(area))
                };
                let lcu = |unit: UnitId| redeployer.size(unit) == Size::Lcu;
                self.leavers(
                    orders,
                    |unit| lcu(unit) && within(checker.position.place(unit)),
                    |end| !within(end),
                )
            }
            (Some(Arg::Unit(unit)), Some(Arg::Place(place))) if is(&[&SR_NO_FOOTHOLD]) => {
                let realms = self.followed_by(orders, unit, place);
                self.comers(orders, std::iter::once(place), |other| {
                    redeployer.realms(other).any(|realm| realms.has(realm))
                })
            }
            _ if is(&[&SR_SIEGE_GIVEN_UP, &SR_CANNOT_REACH, &SR_NO_PORT]) => {
                self.comers(orders, redeployer.besieged.iter(), |_| true)
            }
            _ => Menders::Nothing,
        }
    }
}

/// By units of the Reserve Box, the first among them that no rule tells from it: the printed values are the
/// same, and the marks. What is printed of one unit alone tells that apart.
fn models(redeployer: &Redeployer<'_>, pool: &Orders) -> FxHashMap<UnitId, UnitId> {
    let checker = &redeployer.checker;
    let alike = |one: UnitId, other: UnitId| {
        let reduced = |unit| checker.position.state().reduced.contains(unit);
        checker.data.units[one].is_like(&checker.data.units[other])
            && reduced(one) == reduced(other)
            && redeployer.turned(one) == redeployer.turned(other)
    };
    let mut models: FxHashMap<UnitId, UnitId> = FxHashMap::default();
    let mut firsts: Vec<UnitId> = Vec::new();
    let units = pool.groups().iter().map(Group::unit);
    for unit in units.filter(|unit| redeployer.in_the_box(*unit)) {
        let first = firsts.iter().copied().find(|first| alike(*first, unit));
        if first.is_none() {
            firsts.push(unit);
        }
        models.insert(unit, first.unwrap_or(unit));
    }
    models
}

/// Which limit of a stack a violation is about.
fn limit_of(broken: Violation) -> &'static codes::Code {
    if broken.is(&TWO_HQS) {
        &TWO_HQS
    } else {
        &SR_TOO_MANY
    }
}

/// The unit and place that a violation is about.
fn trip_of(broken: Violation) -> Option<[Arg; 2]> {
    let mut args = broken.args();
    Some([args.next()?, args.next()?])
}
