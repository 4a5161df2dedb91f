//! Through which places a side may trace, and where its traces are disrupted (14.1, 11.2.2).

use super::Tracing;
use crate::board::BitSet;
use crate::control::index;
use crate::vocabulary::*;

impl Tracing<'_> {
    /// The places a side may trace through (14.1.2.b-1, 14.1.3).
    ///
    /// Of the enemy only regular units close a place (3.2.1.6-1); irregulars, tribes and uprisings
    /// never do (11.2.2.2, 3.2.1.4-8, 3.2.1.5.e, 3.2.1.6-3, 3.2.4.2-5, 11.1.5.c-2).
    pub(super) fn open_to(&self, side: Side, partial: BitSet) -> BitSet {
        let view = &self.view;
        let network = &view.data.network;
        let (own, enemy) = (index(side), index(side.enemy()));
        // Enemy regulars can stand in a friendly space only where they besiege its fort, or try
        // to: nobody but a besieger traces through there (14.1.3-2, 15.2.5-3). A contested region
        // stays open to its controller (14.1.8-1).
        let mut open = view.control[own] - (view.regular[enemy] - network.regions);
        // A besieged fort is no obstacle to the besieger (14.1.2.b-2, 15.1.8-2, 15.2.2-1).
        open |= view.besieging[own];
        // Spaces disrupted by one's own irregulars and tribes carry full supply (11.2.2.2.b).
        open |= partial;
        // An allied Greece is open like any other country (18.8.1.2.c).
        if view.greece_neutral() {
            // Past no fort whose siege has lapsed (15.2.5-3).
            let greece = network.greece - view.combat(side.enemy()) - view.lapsed[own];
            open |= match side {
                // The AP trace through any Greek space without enemy units (18.8.1.1.c-2), even
                // an enemy-controlled one (14.1.3-1).
                Side::Ap => greece,
                // The CP only through empty ones (18.8.1.1.c-4).
                _ => greece - view.control[enemy] - view.neutral_greeks,
            };
        }
        if side == Side::Ap {
            // A beachhead is the AP's while its marker lies there (3.1.6-2).
            let beaches = view.state.beachheads - view.regular[enemy];
            open = (open - network.beachheads) | (beaches - self.forsaken);
        } else {
            open = open & network.land;
        }
        open
    }

    /// The places that disrupt a side's traces (14.1.7-1, 11.2.2.1-1). A tribe does so before a
    /// fort as well (3.2.1.6-2).
    pub(super) fn dirty_for(&self, side: Side) -> BitSet {
        let view = &self.view;
        let (own, enemy) = (index(side), index(side.enemy()));
        // A space with a regular unit of its owner is never disrupted (11.2.2.1-2).
        let protected = view.regular[own];
        let light = view.irregular[enemy] | view.tribe[enemy];
        let mut dirty = (light & view.control[own]) - protected;
        // An uprising disrupts even then, whoever stands there (14.1.7-4, 3.2.4.2-3,
        // 11.2.2.1.e), and does nothing else: who controls the place it does not touch
        // (3.2.4.2-1).
        for kind in Uprising::ALL {
            if kind.troubles(side) {
                dirty |= view.state.uprisings[*kind as usize];
            }
        }
        dirty
    }
}
