//! Every legal redeployment of one unit, and legal moves at random.

use super::*;
use crate::data::Crowd;
use engine::chance::Random;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// So many orders are tried for a move at random.
const TRIES: usize = 40;

/// What the redeployments of several units share.
pub(super) struct Shared<'r, 'a> {
    redeployer: &'r Redeployer<'a>,
    /// Whether orders count that company may make legal: room at the end, a foothold there, a siege that
    /// goes on.
    in_company: bool,
    /// The units in each place where stacks are limited.
    crowds: Vec<(PlaceId, Crowd)>,
    /// By what units bring into a crowd, where there is no room for them.
    full: Vec<(Crowd, BitSet)>,
}

/// How a unit gets to one of several places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Land,
    Sea,
    FromBox,
}

/// Some orders of one unit.
pub(super) enum Group {
    To(Way, UnitId, BitSet),
    Single(UnitId, Order),
}

impl Way {
    /// The way of an order that ends in a place.
    fn of(order: &Order) -> Option<(Self, PlaceId)> {
        match order {
            Order::Redeploy { place, .. } => Some((Self::Land, *place)),
            Order::Ship { place, .. } => Some((Self::Sea, *place)),
            Order::Deploy { place, .. } => Some((Self::FromBox, *place)),
            _ => None,
        }
    }

    /// The order of a unit that goes this way to a place.
    const fn order(self, unit: UnitId, place: PlaceId) -> Order {
        match self {
            Self::Land => Order::Redeploy { unit, place },
            Self::Sea => Order::Ship { unit, place },
            Self::FromBox => Order::Deploy { unit, place },
        }
    }
}

impl Group {
    fn len(&self) -> usize {
        match self {
            Self::To(_, _, places) => places.len(),
            Self::Single(..) => 1,
        }
    }

    pub(super) const fn unit(&self) -> UnitId {
        match self {
            Self::To(_, unit, _) | Self::Single(unit, _) => *unit,
        }
    }

    pub(super) fn orders(&self) -> impl Iterator<Item = Order> {
        let (to, single) = match self {
            Self::To(way, unit, places) => (Some((*way, *unit, *places)), None),
            Self::Single(_, order) => (None, Some(order.clone())),
        };
        let to = to
            .into_iter()
            .flat_map(|(way, unit, places)| places.iter().map(move |place| way.order(unit, place)));
        to.chain(single)
    }

    /// The order that ends in a place.
    pub(super) fn to(&self, place: PlaceId) -> Option<Order> {
        match self {
            Self::To(way, unit, places) if places.contains(place) => Some(way.order(*unit, place)),
            _ => None,
        }
    }

    fn contains(&self, order: &Order) -> bool {
        match (self, Way::of(order)) {
            (Self::To(way, _, places), Some((by, place))) => *way == by && places.contains(place),
            (Self::Single(_, single), None) => single == order,
            _ => false,
        }
    }

    /// Those of its orders that something is so of.
    fn retained(self, mut so: impl FnMut(&Order) -> bool) -> Self {
        match self {
            Self::To(way, unit, places) => {
                let some = places.iter().filter(|place| so(&way.order(unit, *place)));
                Self::To(way, unit, some.collect())
            }
            Self::Single(unit, order) if so(&order) => Self::Single(unit, order),
            Self::Single(unit, _) => Self::To(Way::Land, unit, BitSet::EMPTY),
        }
    }
}

/// Orders by units: there are thousands, of which few are looked at.
#[derive(Default)]
pub(super) struct Orders {
    /// In the order of the units.
    groups: Vec<Group>,
    /// For each group how many orders there are up to its end.
    ends: Vec<usize>,
}

impl Orders {
    fn push(&mut self, group: Group) {
        if group.len() > 0 {
            self.ends.push(self.len() + group.len());
            self.groups.push(group);
        }
    }

    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Order> {
        self.groups.iter().flat_map(Group::orders)
    }

    /// All of them, sorted.
    pub(super) fn sorted(&self) -> BTreeSet<Order> {
        // Sorting is quick where those of a way stand together.
        let way = |group: &&Group| match group {
            Group::To(way, ..) => Some(*way),
            Group::Single(..) => None,
        };
        let ways = [Some(Way::Land), Some(Way::Sea), Some(Way::FromBox), None];
        let groups = ways
            .into_iter()
            .flat_map(|of| self.groups.iter().filter(move |group| way(group) == of));
        groups.flat_map(Group::orders).collect()
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Those of a unit.
    pub(super) fn of(&self, unit: UnitId) -> &[Group] {
        let first = self.groups.partition_point(|group| group.unit() < unit);
        let after = self.groups.partition_point(|group| group.unit() <= unit);
        &self.groups[first..after]
    }

    pub(super) fn contains(&self, order: &Order) -> bool {
        order
            .unit()
            .is_some_and(|unit| self.of(unit).iter().any(|group| group.contains(order)))
    }

    /// Those that others do not contain.
    pub(super) fn without<'o>(&'o self, others: &'o Self) -> impl Iterator<Item = Order> {
        self.groups.iter().flat_map(|group| {
            let known = others.of(group.unit());
            let left = match group {
                Group::To(way, unit, places) => {
                    let known = known.iter().filter_map(|other| match other {
                        Group::To(by, _, places) if by == way => Some(*places),
                        _ => None,
                    });
                    Group::To(*way, *unit, known.fold(*places, |left, some| left - some))
                }
                Group::Single(unit, order) if known.iter().any(|other| other.contains(order)) => {
                    Group::To(Way::Land, *unit, BitSet::EMPTY)
                }
                Group::Single(unit, order) => Group::Single(*unit, order.clone()),
            };
            left.orders().collect::<Vec<_>>()
        })
    }

    fn get(&self, number: usize) -> Option<Order> {
        let at = self.ends.partition_point(|end| *end <= number);
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.groups.get(at)?.orders().nth(number - begin)
    }
}

impl FromIterator<Group> for Orders {
    fn from_iter<I: IntoIterator<Item = Group>>(groups: I) -> Self {
        let mut orders = Self::default();
        groups.into_iter().for_each(|group| orders.push(group));
        orders
    }
}

impl Redeployer<'_> {
    /// Every order that is a legal move alone: of a unit, or of all.
    #[must_use]
    pub fn singles(&self, of: Option<UnitId>) -> Vec<Order> {
        self.alone(of).iter().collect()
    }

    pub(super) fn alone(&self, of: Option<UnitId>) -> Orders {
        let mut found = Shared::new(self, false).all(of, usize::MAX);
        if self.event.is_some() {
            let legal = |order: &Order| self.check(&Move::new(vec![order.clone()])).is_empty();
            let groups = found.groups.into_iter();
            found = groups.map(|group| group.retained(legal)).collect();
        }
        found
    }

    /// As many legal moves at random as are asked for; the first of many are the same as the first of few.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let lists = OnceCell::new();
        let found = || {
            let singles = self.alone(None);
            let groups = singles.groups.iter().filter_map(|group| match group {
                Group::To(Way::FromBox, unit, places) => {
                    Some(Group::To(Way::FromBox, *unit, *places))
                }
                _ => None,
            });
            let reserves = groups.collect();
            (singles, reserves)
        };
        let most = self.most_orders() as usize;
        let most = match self.event {
            // So many there are; more need not be known of who gives none.
            None => most.min(Shared::new(self, false).all(None, most).len()),
            Some(_) => most.min(lists.get_or_init(found).0.len()),
        };
        let sampled = |number| {
            let random = &mut Random::new(seed, number as u64 + 1);
            match random.below(most + 1) {
                0 => Move::default(),
                wanted => {
                    let (singles, reserves) = lists.get_or_init(found);
                    self.sampled(singles, reserves, wanted, random)
                }
            }
        };
        (0..count).map(sampled).collect()
    }

    fn sampled(
        &self,
        singles: &Orders,
        reserves: &Orders,
        wanted: usize,
        random: &mut Random,
    ) -> Move {
        let mut made = Move::default();
        for _ in 0..TRIES {
            if made.orders().len() >= wanted {
                break;
            }
            let Some(order) = singles.get(random.below(singles.len())) else {
                break;
            };
            // Whoever comes from the box may follow where others went (13.11).
            let ends: Vec<_> = made.orders().iter().filter_map(Order::end).collect();
            let followed = random.pick(&ends).filter(|_| random.chance(25));
            let order = match (followed, reserves.get(random.below(reserves.len()))) {
                (Some(place), Some(Order::Deploy { unit, .. })) => Order::Deploy {
                    unit,
                    place: *place,
                },
                _ => order,
            };
            let orders = made.orders().iter().cloned().chain([order]);
            let longer = Move::new(orders.collect());
            if longer.orders().len() > made.orders().len() && self.check(&longer).is_empty() {
                made = longer;
            }
        }
        made
    }
}

impl<'r, 'a> Shared<'r, 'a> {
    pub(super) fn new(redeployer: &'r Redeployer<'a>, in_company: bool) -> Self {
        let checker = &redeployer.checker;
        let limited = match in_company {
            true => BitSet::EMPTY,
            false => checker.roster.held - checker.data.movement_graph.unlimited_stacking,
        };
        let crowd = |place| (place, checker.crowd(checker.at(place).iter().copied()));
        Self {
            crowds: limited.iter().map(crowd).collect(),
            full: Vec::new(),
            in_company,
            redeployer,
        }
    }

    /// Every order of a unit, or of all; of those after so many perhaps not each.
    pub(super) fn all(&mut self, of: Option<UnitId>, enough: usize) -> Orders {
        let redeployer = self.redeployer;
        let mut found = Orders::default();
        let units = match of {
            Some(unit) => unit..unit + 1,
            None => 0..redeployer.checker.data.units.len(),
        };
        for unit in units.filter(|unit| redeployer.regular(*unit) && !redeployer.never_moves(*unit))
        {
            if found.len() >= enough {
                break;
            }
            if redeployer.in_the_box(unit) {
                self.deploys(unit, &mut found);
            } else if redeployer.checker.own.contains(unit) && redeployer.supply_bar(unit).is_none()
            {
                self.leaves(unit, &mut found);
            }
        }
        found
    }

    /// Where a unit of a crowd finds no room (10.0, 10.1, 10.2).
    fn full(&mut self, unit: UnitId) -> BitSet {
        let one = self.redeployer.checker.crowd(std::iter::once(unit));
        if let Some((_, full)) = self.full.iter().find(|(crowd, _)| *crowd == one) {
            return *full;
        }
        let crowds = self.crowds.iter();
        let full = crowds.filter(|(_, crowd)| (*crowd + one).overstacked());
        let full: BitSet = full.map(|(place, _)| *place).collect();
        self.full.push((one, full));
        full
    }

    /// Where a unit may end, as far as the place and those in it have a say.
    fn ends(&mut self, unit: UnitId, start: Option<PlaceId>) -> BitSet {
        let redeployer = self.redeployer;
        let (data, outlook) = (redeployer.checker.data, redeployer.outlook());
        let tracer = outlook.tracer(unit);
        let mut ends = *outlook.traced(tracer);
        let home = data.network.profiles[unit].home;
        home.for_each(|place| ends.set(place, redeployer.supplied(unit, place)));
        for (places, _) in redeployer.forbidden(unit) {
            ends = ends - places;
        }
        ends = ends - self.full(unit);
        if redeployer.size(unit) == Size::Lcu && !self.in_company {
            let area = |place: PlaceId| data.spaces[place].restricted_area;
            let own = start.and_then(area);
            let met = |area: &RestrictedArea| redeployer.checker.commitment_is_met(*area);
            let met: Vec<_> = RestrictedArea::ALL
                .iter()
                .filter(|area| met(area))
                .collect();
            (ends & data.movement_graph.restricted).for_each(|place| {
                let entered = area(place).filter(|area| Some(*area) != own);
                if entered.is_some_and(|area| met.contains(&&area)) {
                    ends.remove(place);
                }
            });
        }
        ends
    }

    /// The redeployments of a unit on the map.
    fn leaves(&mut self, unit: UnitId, found: &mut Orders) {
        let redeployer = self.redeployer;
        let checker = &redeployer.checker;
        let Some(start) = checker.position.place(unit) else {
            return;
        };
        let stays = |other: &UnitId| *other != unit;
        let others = checker.at(start).iter().copied().filter(stays);
        let mut kept = redeployer.besieged;
        if !self.in_company
            && kept.contains(start)
            && !checker.besiege(others, start, checker.marines_landed(start))
        {
            kept.remove(start);
        }
        let trip = |how| Trip {
            unit,
            start: Some(start),
            how,
        };
        // Ends only make it dearer.
        let least = redeployer.cost(&trip(How::Reserve));
        if least > redeployer.points {
            return;
        }
        let ends = self.ends(unit, Some(start));
        let size = redeployer.size(unit);
        if size != Size::Lcu || redeployer.joined_by_rail(unit, start) {
            let starts = std::iter::once(start).collect();
            let reached = redeployer.routes(kept, unit, starts, None) & ends;
            let dear = redeployer.dear(reached, |place| trip(How::Land(place)), least);
            found.push(Group::To(Way::Land, unit, reached - dear));
        }
        let ports = redeployer.ports(unit);
        if ports.contains(start) && matches!(size, Size::Scu | Size::Hq) {
            let sails = |place: &PlaceId| redeployer.sails(kept, unit, start, *place);
            let reached = (ports & ends).iter().filter(sails).collect();
            let dear = redeployer.dear(reached, |place| trip(How::Sea(place)), least);
            found.push(Group::To(Way::Sea, unit, reached - dear));
            for sea in redeployer.detours(unit, start) {
                found.push(Group::Single(unit, Order::Detour { unit, sea }));
            }
        }
        let mut barred = Vec::new();
        redeployer.check_reserve(unit, Some(start), &mut Violations(&mut barred));
        if barred.is_empty() {
            found.push(Group::Single(unit, Order::Reserve { unit }));
        }
    }

    /// Where a unit of the Reserve Box may come to.
    fn deploys(&mut self, unit: UnitId, found: &mut Orders) {
        let redeployer = self.redeployer;
        let size = redeployer.size(unit);
        if !matches!(size, Size::Scu | Size::Hq) || redeployer.homes(unit).1 {
            return;
        }
        let kept = redeployer.besieged;
        let ([mut places, ashore], _) = redeployer.homes(unit);
        for nation in redeployer.realms(unit) {
            places |= redeployer.footholds_before()[nation as usize];
        }
        let reachable = redeployer.reachable(kept, unit);
        if self.in_company {
            places = reachable;
        }
        let ends = self.ends(unit, None) - redeployer.dried_up(unit);
        let mut reached = (ashore | (places & reachable)) & ends;
        let afghanistan = redeployer.checker.data.known.afghanistan;
        if redeployer.kept_from_afghans(unit, afghanistan).is_some() {
            reached.remove(afghanistan);
        }
        let trip = |how| Trip {
            unit,
            start: None,
            how,
        };
        let least = redeployer.cost(&trip(How::Reserve));
        let dear = redeployer.dear(reached, |place| trip(How::Deploy(place)), least);
        found.push(Group::To(Way::FromBox, unit, reached - dear));
    }
}
