//! Movement points (11.1.2.a, 11.1.2.b), and those on the Gallipoli map (11.4).

use super::codes::*;
use super::plan::Mover;
use super::{Arg, Checker, Violations};
use crate::vocabulary::*;

/// What a green line costs Dunsterforce (11.1.2.a-5, 3.2.1.3.dunster-3).
const DUNSTERFORCE: u32 = 4;

impl Checker<'_> {
    /// One point for every place (11.1.2.a-1, 2.0.mf-1), to and from the Gallipoli map too
    /// (11.4.1-1, 11.4.1-2, 11.4.1-3) and over straits (11.4.4-1); the whole factor for a green
    /// line (2.0.mf-2). Points left over are lost (11.1.2.c), and a unit without any stays
    /// (2.0.mf-3).
    pub(super) fn check_points(&self, mover: &Mover<'_>, violations: &mut Violations<'_>) {
        let factor = u32::from(mover.entry.full.mf);
        let (points, green) = self.points(mover);
        let unit = [Arg::Unit(mover.unit)];
        if green && factor == 0 {
            violations.add(&NO_MF, &unit);
        } else if points > factor {
            violations.add(if green { &GREEN_LINE } else { &TOO_FAR }, &unit);
        }
    }

    /// The MPs of a path, and whether a green line is in it.
    pub(super) fn points(&self, mover: &Mover<'_>) -> (u32, bool) {
        if mover.plain && mover.quiet {
            return (u32::try_from(mover.path.len()).unwrap_or(u32::MAX), false);
        }
        let factor = u32::from(mover.entry.full.mf);
        let inset = &self.data.movement_graph.gallipoli;
        let (mut points, mut green, mut strolling) = (0, false, false);
        for (from, to) in mover.steps() {
            let inside = [from, to].map(|place| inset.contains(place));
            let within = inside == [true, true];
            points += match within {
                // Any number of spaces in a row costs one point together (11.4.2).
                true => u32::from(!strolling),
                false if self.is_green(from, to) => {
                    green = true;
                    if mover.unit == self.data.known.br_dunsterforce {
                        DUNSTERFORCE
                    } else {
                        factor
                    }
                }
                false => 1,
            };
            strolling = within;
            // One more before a fort that is not besieged (11.4.3).
            let fort = inside[1] && self.enemy_forts.contains(to);
            points += u32::from(fort && !self.besieged(to));
        }
        (points, green)
    }

    fn is_green(&self, from: usize, to: usize) -> bool {
        let connection = self.data.movement_graph.between(from, to);
        connection.is_some_and(|at| self.data.connections[at].link == Link::GreenLine)
    }
}
