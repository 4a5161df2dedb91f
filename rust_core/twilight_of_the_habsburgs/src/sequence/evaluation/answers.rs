//! The answers to a decision of an attack: of those that come to the same by every measure, one.
//!
//! *Alike* are units of a side that stand together and differ in nothing that a rule after the die, or
//! a measure, could see. To exchange two of them turns legal answers into legal ones, and what follows
//! one into what follows the other.

use crate::board::{Hexes, Units};
use crate::check::retreat::Retreats;
use crate::data::{HexId, UnitId};
use crate::front::Front;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use smallvec::SmallVec;

/// More answers to one decision are not gone through.
const MOST: usize = 20_000;

/// Answers to a decision.
pub(super) struct Answers {
    pub(super) moves: Vec<Move>,
    /// Whether there are more.
    pub(super) missing: bool,
}

/// What a rule after the die, or a measure, sees of a unit.
#[derive(PartialEq, Eq)]
struct Traits {
    hex: Option<HexId>,
    steps: u8,
    size: Size,
    kind: Kind,
    nation: Nation,
    counts_twice: bool,
    stood: u16,
    helpless: bool,
}

fn traits(front: &Front<'_>, unit: UnitId) -> Traits {
    let entry = &front.data.units[unit];
    Traits {
        hex: front.hex(unit),
        steps: front.steps(unit),
        size: entry.size,
        kind: front.campaign.kinds[unit],
        nation: entry.nation,
        counts_twice: front.campaign.double.contains(unit),
        stood: front.state.stood[unit],
        helpless: front.state.accompanied.contains(unit),
    }
}

/// Units in sets of those alike.
fn sets(front: &Front<'_>, units: Units) -> Vec<(Traits, SmallVec<[UnitId; 8]>)> {
    let mut found: Vec<(Traits, SmallVec<[UnitId; 8]>)> = Vec::new();
    for unit in units.iter() {
        let seen = traits(front, unit);
        match found.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, alike)) => alike.push(unit),
            None => found.push((seen, SmallVec::from_slice(&[unit]))),
        }
    }
    found
}

/// The ways in which a side loses so many steps (9.32, 9.33).
pub(super) fn losses(position: &Position, side: Side, owed: u16) -> Answers {
    let front = position.front();
    let sets = sets(&front, position.engaged(side));
    // What the sets from each on have in all.
    let mut left = vec![0_u16; sets.len() + 1];
    for (at, (seen, alike)) in sets.iter().enumerate().rev() {
        let units = u16::try_from(alike.len()).unwrap_or(u16::MAX);
        left[at] = left[at + 1] + units * u16::from(seen.steps);
    }
    let mut found = Answers {
        moves: Vec::new(),
        missing: false,
    };
    take(&sets, &left, owed, &mut Vec::new(), &mut found);
    found
}

/// Of the first set some units are eliminated and some reduced, and the others take the rest.
fn take(
    sets: &[(Traits, SmallVec<[UnitId; 8]>)],
    left: &[u16],
    owed: u16,
    orders: &mut Vec<Order>,
    found: &mut Answers,
) {
    let Some(((seen, alike), others)) = sets.split_first() else {
        if found.moves.len() < MOST {
            found.moves.push(Move::new(orders.clone()));
        } else {
            found.missing = true;
        }
        return;
    };
    for fallen in 0..=alike.len() {
        let reducible = match seen.steps {
            0 | 1 => 0,
            _ => alike.len() - fallen,
        };
        for reduced in 0..=reducible {
            let steps = fallen * usize::from(seen.steps) + reduced;
            let Some(rest) = u16::try_from(steps)
                .ok()
                .and_then(|steps| owed.checked_sub(steps))
            else {
                break;
            };
            if rest > left[1] || found.missing {
                continue;
            }
            let before = orders.len();
            let (gone, weak) = alike.split_at(fallen);
            orders.extend(gone.iter().map(|unit| Order::Eliminate { unit: *unit }));
            let weak = weak[..reduced].iter();
            orders.extend(weak.map(|unit| Order::Reduce { unit: *unit }));
            take(others, &left[1..], rest, orders, found);
            orders.truncate(before);
        }
    }
}

/// The ways in which a unit of a side may retreat next (9.4).
///
/// A hex is *roomy* if all that could retreat to it find room there together, and nobody has points
/// for it: which of several roomy hexes a unit goes to comes to the same. A unit that can go to roomy
/// hexes alone takes no room from others, so it goes first, and nothing is lost by it.
pub(super) fn retreats(position: &Position, side: Side) -> Answers {
    let front = position.front();
    let retreats = Retreats::new(&front, side);
    let engaged = position.engaged(side);
    let mut crowds: Vec<(HexId, Units)> = Vec::new();
    for unit in engaged.iter() {
        for hex in retreats.hexes_with_room(unit) {
            match crowds.iter_mut().find(|(at, _)| *at == hex) {
                Some((_, units)) => units.insert(unit),
                None => crowds.push((hex, [unit].into_iter().collect())),
            }
        }
    }
    let prized = |hex: HexId| {
        front.data.towns.iter().any(|(_, at)| *at == hex) || front.data.map.depots.contains(&hex)
    };
    let roomy = crowds
        .iter()
        .filter(|(hex, units)| !prized(*hex) && retreats.have_room(*units, *hex));
    let roomy: Hexes = roomy.map(|(hex, _)| *hex).collect();
    let mut moves = Vec::new();
    for (_, alike) in sets(&front, engaged) {
        let unit = alike[0];
        let order = |hex: HexId| Move::new(vec![Order::Retreat { unit, hex }]);
        let now = retreats.hexes(unit);
        let anywhere = now.iter().find(|hex| roomy.contains(**hex));
        let mut ever = crowds.iter().filter(|(_, units)| units.contains(unit));
        if let Some(hex) = anywhere
            && ever.all(|(hex, _)| roomy.contains(*hex))
        {
            return Answers {
                moves: vec![order(*hex)],
                missing: false,
            };
        }
        let narrow = now.iter().filter(|hex| !roomy.contains(**hex));
        moves.extend(narrow.chain(anywhere).map(|hex| order(*hex)));
    }
    Answers {
        moves,
        missing: false,
    }
}
