//! Who comes from around Africa goes ashore (18.10.2).

use super::*;

impl Redeployer<'_> {
    /// Every rule that a move breaks by which units land; `due` are those that may, each with the water
    /// it was sent to.
    #[must_use]
    pub fn check_arrivals(&self, due: &[(UnitId, Sea)], made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut violations = Violations(&mut found);
        let mut trips: Vec<Trip> = Vec::new();
        let landings = |order: &Order| match order {
            Order::Arrive { unit, place } => Some((*unit, *place)),
            _ => None,
        };
        let landings: Vec<_> = made.orders().iter().filter_map(landings).collect();
        for (unit, place) in &landings {
            let witness = [Arg::Unit(*unit), Arg::Place(*place)];
            let again = landings.iter().filter(|(other, _)| other == unit).count() > 1;
            if again {
                violations.add(&ARRIVES_TWICE, &witness[..1]);
            }
            let Some((_, sea)) = due.iter().find(|(other, _)| other == unit) else {
                violations.add(&NOT_DUE, &witness[..1]);
                continue;
            };
            if again {
                continue;
            }
            let ports = self.landing_places(*unit);
            let on = ports & self.checker.data.network.ports[*sea as usize];
            if !ports.contains(*place) {
                violations.add(&NO_PORT_THERE, &witness);
            } else if on.contains(*place) {
                trips.push(Trip {
                    unit: *unit,
                    start: None,
                    how: How::Sea(*place),
                });
            } else if !on.is_empty() {
                violations.add(&OTHER_WATER, &witness);
            }
        }
        self.check_places(&After::new(self, &trips), &mut violations);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The ports where a unit may go ashore, whoever is there (13.7-1, 13.9-3).
    fn landing_places(&self, unit: UnitId) -> BitSet {
        let mut places = self.ports(unit) - self.besieged;
        for (forbidden, _) in self.forbidden(unit) {
            places = places - forbidden;
        }
        places
    }

    /// Every landing that is a legal move alone: on the water a unit was sent to or, where no port is
    /// open to it there, towards any other (18.10.2-3).
    #[must_use]
    pub fn arrivals(&self, due: &[(UnitId, Sea)]) -> Vec<Order> {
        let mut found = Vec::new();
        for (unit, _) in due {
            self.landing_places(*unit).for_each(|place| {
                let order = Order::Arrive { unit: *unit, place };
                let made = Move::new(vec![order.clone()]);
                if self.check_arrivals(due, &made).is_empty() {
                    found.push(order);
                }
            });
        }
        found
    }
}
