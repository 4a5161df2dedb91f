//! Steps to lose: which units together give exactly what is owed (9.32, 14.7, 15.7, 16.6).

use super::Lister;
use crate::board::Units;
use crate::data::UnitId;
use crate::orders::Order;
use crate::vocabulary::DecisionKind;

/// What is still owed: steps, and how many of them from some units.
#[derive(Debug, Clone, Copy)]
struct Debt {
    steps: usize,
    of_members: usize,
}

impl Debt {
    /// What is left once a unit has given steps; `None` if that is too many.
    fn less(self, steps: usize, member: bool) -> Option<Self> {
        Some(Self {
            steps: self.steps.checked_sub(steps)?,
            of_members: self
                .of_members
                .saturating_sub(if member { steps } else { 0 }),
        })
    }
}

impl Lister<'_> {
    /// Orders to units that have none that make up what these orders leave owed; `None` if there are
    /// no such orders.
    pub(super) fn toll(&self, orders: &[Order]) -> Option<Vec<Order>> {
        let (mut debt, members, payers) = self.debt();
        let mut free = payers;
        for order in orders {
            let unit = order.unit()?;
            let steps = match order {
                Order::Eliminate { .. } => usize::from(self.front.steps(unit)),
                _ => 1,
            };
            debt = debt.less(steps, members.contains(unit))?;
            free.remove(unit);
        }
        // A step each, and those first of whom more is owed.
        let ranks = [free & members, free - members];
        let one_each = ranks.iter().flat_map(Units::iter).take(debt.steps);
        let one_each: Vec<UnitId> = one_each.collect();
        let of_members = one_each.iter().filter(|unit| members.contains(**unit));
        if one_each.len() == debt.steps && of_members.count() >= debt.of_members {
            return Some(
                one_each
                    .into_iter()
                    .map(|unit| self.loses(unit, 1))
                    .collect(),
            );
        }
        self.exactly(debt, members, free)
    }

    /// What is owed in all, the units that owe a part of it, and who may pay.
    fn debt(&self) -> (Debt, Units, Units) {
        if self.asked == DecisionKind::Losses {
            let steps = usize::from(self.position.losses_owed().unwrap_or(0));
            let debt = Debt {
                steps,
                of_members: 0,
            };
            return (
                debt,
                Units::EMPTY,
                self.position.engaged(self.side) & self.own,
            );
        }
        let owed = self.checker.owed();
        let (army, of_army) = owed
            .of_army
            .map_or((None, 0), |(army, of)| (Some(army), of));
        let (campaign, scenario) = (self.front.campaign, self.front.scenario);
        let member = |unit: &UnitId| {
            let entry = campaign.entry(scenario, *unit);
            army.is_some() && entry.is_some_and(|entry| entry.army == army)
        };
        let debt = Debt {
            steps: owed.steps as usize,
            of_members: of_army as usize,
        };
        (debt, self.own.iter().filter(member).collect(), self.own)
    }

    fn loses(&self, unit: UnitId, steps: u8) -> Order {
        match self.front.steps(unit) == steps {
            true => Order::Eliminate { unit },
            false => Order::Reduce { unit },
        }
    }

    /// The same where not everybody gives one step: of each unit none, one or all are taken.
    fn exactly(&self, debt: Debt, members: Units, free: Units) -> Option<Vec<Order>> {
        let wide = debt.of_members + 1;
        let number = |debt: Debt| debt.steps * wide + debt.of_members;
        // By what is left to pay: what was taken of whom to come to that.
        let mut ways: Vec<Option<Vec<(UnitId, u8)>>> = vec![None; (debt.steps + 1) * wide];
        ways[number(debt)] = Some(Vec::new());
        for unit in free.iter() {
            let member = members.contains(unit);
            let mut amounts = vec![1, self.front.steps(unit)];
            amounts.dedup();
            let before = ways.clone();
            for (at, way) in before.iter().enumerate() {
                let Some(way) = way else { continue };
                let now = Debt {
                    steps: at / wide,
                    of_members: at % wide,
                };
                for amount in &amounts {
                    let Some(then) = now.less(usize::from(*amount), member) else {
                        continue;
                    };
                    let there = &mut ways[number(then)];
                    if there.is_none() {
                        let mut longer = way.clone();
                        longer.push((unit, *amount));
                        *there = Some(longer);
                    }
                }
            }
        }
        let paid = ways.swap_remove(0)?;
        let orders = paid.into_iter();
        Some(
            orders
                .map(|(unit, steps)| self.loses(unit, steps))
                .collect(),
        )
    }
}
