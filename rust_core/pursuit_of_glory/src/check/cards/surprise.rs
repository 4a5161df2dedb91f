//! SURPRISE: divisions are redeployed to the battle (13).

use crate::board::BitSet;
use crate::check::Checker;
use crate::combat::Battle;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::supply::network::Tracer;
use crate::vocabulary::*;

impl Checker<'_> {
    /// One or two TU or TU-A divisions that could be redeployed to the target by land or from the
    /// Reserve Box (13).
    pub(super) fn surprises(&self, battle: &Battle<'_>) -> Vec<(UnitId, PlaceId)> {
        let target = battle.target();
        let starts = self.redeploys_to(target);
        let (turkish, regions) = (Tracer::Turkish, &self.data.network.regions);
        let reserve = self.reserve_opens(target, turkish);
        let division = |unit: &UnitId| {
            let entry = &self.data.units[*unit];
            entry.class == Class::Regular
                && entry.size == Size::Scu
                && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
                && entry.full.mf > 0
                && !entry.boxed_mf
        };
        let comes = |unit: &UnitId| match self.position.place(*unit) {
            Some(place) if place == self.data.known.cp_reserve => reserve,
            Some(place) if self.own.contains(*unit) => {
                // Nobody leaves a contested region that the enemy controls (13.9-1).
                let contested = regions.contains(place)
                    && !self.view().control[index(self.side)].contains(place)
                    && self.enemy.contains(place);
                place != target
                    && starts.contains(place)
                    && !contested
                    && !self.outlook().starved(*unit)
            }
            _ => false,
        };
        let mine = self.view().commanded(self.side);
        mine.iter()
            .filter(|unit| division(unit) && comes(unit) && self.has_room(target, &[*unit]))
            .map(|unit| (unit, target))
            .collect()
    }

    /// The places from which Turkish divisions redeploy to a place by land (13.6, 13.9, 13.10,
    /// 13.12.2, 13.1-8).
    fn redeploys_to(&self, target: PlaceId) -> BitSet {
        let view = self.view();
        let own = index(self.side);
        // Forts of ours that are besieged have enemies in them; those we besiege do not bar us.
        let held = self.enemy - self.data.network.regions;
        let through =
            ((view.control[own] | view.partial_control(self.side)) - held) | view.besieging[own];
        let mut starts = BitSet::EMPTY;
        if !through.contains(target) {
            return starts;
        }
        let outlook = self.outlook();
        let mut goals = vec![target];
        let mut seen: BitSet = std::iter::once(target).collect();
        while let Some(to) = goals.pop() {
            if self.in_area(to, &[Area::Egypt]) {
                continue;
            }
            for (from, number) in self.data.movement_graph.from(to) {
                let rides = outlook.rides(Tracer::Turkish, number)
                    && outlook.railed(Tracer::Turkish).contains(from);
                if !self.turks_may_use(number)
                    || (self.data.movement_graph.desert.contains(from) && !rides)
                {
                    continue;
                }
                starts.insert(from);
                if through.contains(from) && !self.troubled.contains(from) && !seen.contains(from) {
                    seen.insert(from);
                    goals.push(from);
                }
            }
        }
        starts
    }

    /// Whether TU and TU-A units may move along a line, by land.
    fn turks_may_use(&self, number: usize) -> bool {
        let line = &self.data.connections[number];
        let turks = [Nation::Tu, Nation::TuA, Nation::AnyCp];
        !matches!(line.link, Link::SeaPath | Link::Beachhead)
            && (line.nations.is_empty() || line.nations.iter().any(|n| turks.contains(n)))
            && line
                .strait
                .is_none_or(|strait| self.crosses(usize::from(strait)))
    }

    /// Whether Turkish SCUs may come from the Reserve Box: to one of their nation in supply, or to a source
    /// of their own (13.8, 13.8.1, 3.1.1.b-2)?
    fn reserve_opens(&self, target: PlaceId, tracer: Tracer) -> bool {
        let (view, outlook, known) = (self.view(), self.outlook(), &self.data.known);
        let capital = known.constantinople;
        if !view.control[index(Side::Cp)].contains(capital)
            || view.besieging[index(Side::Ap)].contains(capital)
        {
            return false;
        }
        let turk = |unit: &UnitId| {
            let entry = &self.data.units[*unit];
            (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA)) && !outlook.starved(*unit)
        };
        let received = self.at(target).iter().any(turk);
        let source = outlook.rail_heads(tracer).contains(target);
        (received || source)
            && (!self.data.movement_graph.desert.contains(target)
                || self.railed_through_desert(target, tracer))
    }

    /// Whether a trace leads from a desert place to a source that passes other deserts by rail only
    /// (3.1.1.b-2).
    fn railed_through_desert(&self, start: PlaceId, tracer: Tracer) -> bool {
        let outlook = self.outlook();
        let sources = outlook.rail_heads(tracer);
        let desert = &self.data.movement_graph.desert;
        let mut waiting = vec![start];
        let mut seen: BitSet = std::iter::once(start).collect();
        while let Some(from) = waiting.pop() {
            if sources.contains(from) {
                return true;
            }
            for (to, number) in self.data.movement_graph.from(from) {
                let dry = desert.contains(to) || (from != start && desert.contains(from));
                if !seen.contains(to)
                    && (outlook.open.contains(to) || sources.contains(to))
                    && self.turks_may_use(number)
                    && (!dry || outlook.rides(tracer, number))
                {
                    seen.insert(to);
                    waiting.push(to);
                }
            }
        }
        false
    }
}
