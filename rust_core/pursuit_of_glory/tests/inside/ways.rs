//! The ways that are filled in, against a search through all of them.

use super::DATA;
use pursuit_of_glory::control::index;
use pursuit_of_glory::data::{PlaceId, UnitId};
use pursuit_of_glory::orders::inside::{Guide, Hops, Walk, sensible, sensible_way, shortest_way};
use pursuit_of_glory::position::Position;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

/// The way to a place as `fill` words it: every way in the order of its merits.
fn plain(
    hops: &Hops<'_>,
    unit: UnitId,
    [from, to]: [PlaceId; 2],
    sense: bool,
) -> Option<(u16, Vec<PlaceId>)> {
    let ids = &hops.data().spaces;
    let own = hops.view.control[index(hops.side)];
    let start: (u16, u16, u16, Vec<(&str, PlaceId)>) = (0, 0, 0, Vec::new());
    let mut open = BinaryHeap::from([Reverse((start, from, false, 0_u16))]);
    let mut done = HashSet::new();
    while let Some(Reverse(((price, foreign, count, path), at, inner, mps))) = open.pop() {
        if at == to {
            let places = path.iter().map(|(_, place)| *place);
            return Some((mps, places.take(path.len() - 1).collect()));
        }
        if !done.insert((at, inner)) {
            continue;
        }
        for (next, over) in hops.from(at) {
            let walk = hops.step(unit, Walk { spent: 0, inner }, next, over);
            let open_to_all = next == to || sensible(hops, unit, at, next);
            if sense && !(hops.may_use(unit, over) && open_to_all) {
                continue;
            }
            let spent = u16::from(walk.spent);
            let mut longer = path.clone();
            longer.push((ids[next].id.as_str(), next));
            let price = price + if sense { spent } else { 1 };
            let foreign = foreign + u16::from(!own.contains(next));
            let merits = (price, foreign, count + 1, longer);
            open.push(Reverse((merits, next, walk.inner, mps + spent)));
        }
    }
    None
}

/// The places one to three steps away.
fn around(from: PlaceId) -> BTreeSet<PlaceId> {
    let mut found = BTreeSet::from([from]);
    for _ in 0..3 {
        let next = found
            .iter()
            .flat_map(|place| DATA.movement_graph.next_to(*place).iter());
        let next: Vec<_> = next.collect();
        found.extend(next);
    }
    found.remove(&from);
    found
}

#[test]
fn ways_are_the_best_of_all() -> engine::error::Result<()> {
    let data = &DATA;
    let position = Position::scenario(data, "1914_campaign")?;
    let guide = Guide::new(&position);
    let mut sensible = 0;
    for unit in 0..data.units.len() {
        let hops = guide.hops(unit);
        let Some(from) = hops.start(unit) else {
            continue;
        };
        // A place near the unit, and one anywhere.
        let near = around(from).into_iter().nth(unit % 3).unwrap_or(from);
        for to in [near, unit * 7 % data.on_map] {
            if to == from {
                continue;
            }
            let mf = u16::from(hops.mf(unit));
            let best = plain(hops, unit, [from, to], true).filter(|(mps, _)| *mps <= mf);
            let best = best.map(|(_, between)| between);
            sensible += usize::from(best.is_some());
            assert_eq!(sensible_way(hops, unit, from, to), best);
            let best = plain(hops, unit, [from, to], false).map(|(_, between)| between);
            assert_eq!(shortest_way(hops, from, to), best);
        }
    }
    assert!(sensible > 40, "{sensible}");
    Ok(())
}
