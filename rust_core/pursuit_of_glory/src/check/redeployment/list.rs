//! Every legal redeployment of one unit, and legal moves at random.

use super::*;
use crate::data::Crowd;
use engine::chance::Random;

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

impl Redeployer<'_> {
    /// Every order that is a legal move alone: of a unit, or of all.
    #[must_use]
    pub fn singles(&self, of: Option<UnitId>) -> Vec<Order> {
        let mut found = Shared::new(self, false).all(of);
        if self.event.is_some() {
            found.retain(|order| self.check(&Move::new(vec![order.clone()])).is_empty());
        }
        found
    }

    /// As many legal moves at random as are asked for; the first of many are the same as the first of few.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let singles = self.singles(None);
        (0..count)
            .map(|number| self.sampled(&singles, &mut Random::new(seed, number as u64 + 1)))
            .collect()
    }

    fn sampled(&self, singles: &[Order], random: &mut Random) -> Move {
        let mut made = Move::default();
        let most = self
            .most_orders()
            .min(singles.len().try_into().unwrap_or(u32::MAX));
        let wanted = random.below(most as usize + 1);
        let reserves: Vec<_> = singles
            .iter()
            .filter(|order| matches!(order, Order::Deploy { .. }))
            .collect();
        for _ in 0..TRIES {
            if made.orders().len() >= wanted {
                break;
            }
            let Some(order) = random.pick(singles).cloned() else {
                break;
            };
            // Whoever comes from the box may follow where others went (13.11).
            let ends: Vec<_> = made.orders().iter().filter_map(Order::end).collect();
            let followed = random.pick(&ends).filter(|_| random.chance(25));
            let order = match (followed, random.pick(&reserves)) {
                (Some(place), Some(Order::Deploy { unit, .. })) => Order::Deploy {
                    unit: *unit,
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

    /// Every order of a unit, or of all.
    pub(super) fn all(&mut self, of: Option<UnitId>) -> Vec<Order> {
        let redeployer = self.redeployer;
        let mut found = Vec::new();
        let units = match of {
            Some(unit) => unit..unit + 1,
            None => 0..redeployer.checker.data.units.len(),
        };
        for unit in units.filter(|unit| redeployer.regular(*unit) && !redeployer.never_moves(*unit))
        {
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
    fn leaves(&mut self, unit: UnitId, found: &mut Vec<Order>) {
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
        if redeployer.cost(&trip(How::Reserve)) > redeployer.points {
            return;
        }
        let dear = |how| redeployer.cost(&trip(how)) > redeployer.points;
        let ends = self.ends(unit, Some(start));
        let size = redeployer.size(unit);
        if size != Size::Lcu || redeployer.joined_by_rail(start) {
            let starts = std::iter::once(start).collect();
            let reached = redeployer.routes(kept, unit, starts, None) & ends;
            reached.for_each(|place| {
                if !dear(How::Land(place)) {
                    found.push(Order::Redeploy { unit, place });
                }
            });
        }
        let ports = redeployer.ports(unit);
        if ports.contains(start) && matches!(size, Size::Scu | Size::Hq) {
            (ports & ends).for_each(|place| {
                if redeployer.sails(kept, unit, start, place) && !dear(How::Sea(place)) {
                    found.push(Order::Ship { unit, place });
                }
            });
            for sea in redeployer.detours(unit, start) {
                found.push(Order::Detour { unit, sea });
            }
        }
        let mut barred = Vec::new();
        redeployer.check_reserve(unit, Some(start), &mut Violations(&mut barred));
        if barred.is_empty() {
            found.push(Order::Reserve { unit });
        }
    }

    /// Where a unit of the Reserve Box may come to.
    fn deploys(&mut self, unit: UnitId, found: &mut Vec<Order>) {
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
        ((ashore | (places & reachable)) & ends).for_each(|place| {
            let trip = Trip {
                unit,
                start: None,
                how: How::Deploy(place),
            };
            let kept = redeployer.kept_from_afghans(unit, place).is_some();
            if !kept && redeployer.cost(&trip) <= redeployer.points {
                found.push(Order::Deploy { unit, place });
            }
        });
    }
}
