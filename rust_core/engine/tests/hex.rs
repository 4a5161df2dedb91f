//! Hexes: distances, lines, numbers, hexsides, boards and paths.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use engine::board::hex::{Direction, Hex, HexGrid, Hexside, Layout, Shifted, Step, Top};
use engine::board::{BitSet, Joins};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn hex() -> impl Strategy<Value = Hex> {
    (-40_i16..40, -40_i16..40).prop_map(|(q, r)| Hex::new(q, r))
}

fn layout() -> impl Strategy<Value = Layout> {
    let top = prop::sample::select(Top::ALL);
    let shifted = prop::sample::select(Shifted::ALL);
    (top, shifted).prop_map(|(top, shifted)| Layout { top, shifted })
}

const FLAT: Layout = Layout {
    top: Top::Flat,
    shifted: Shifted::Even,
};

proptest! {
    #[test]
    fn distance_is_a_metric(a in hex(), b in hex(), c in hex()) {
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
        prop_assert_eq!(a.q() + a.r() + a.s(), 0);
    }

    #[test]
    fn neighbours_are_symmetric_and_one_step_away(a in hex(), b in hex()) {
        let around: BTreeSet<Hex> = a.neighbours().into_iter().collect();
        prop_assert_eq!(around.len(), 6);
        for direction in Direction::ALL {
            let next = a.neighbour(direction);
            prop_assert_eq!(next.neighbour(direction.opposite()), a);
            prop_assert_eq!(a.direction_to(next), Some(direction));
            prop_assert_eq!(a.distance(next), 1);
            prop_assert_eq!(next.distance(a.neighbour(direction.turned(1))), 1);
        }
        prop_assert_eq!(a.direction_to(b).is_some(), a.distance(b) == 1);
        // Some neighbour is nearer, as on every map of hexes.
        let nearer = a.neighbours().iter().any(|next| next.distance(b) < a.distance(b));
        prop_assert_eq!(nearer, a != b);
    }

    #[test]
    fn rings_and_ranges_hold_what_is_so_far_away(a in hex(), radius in 0_u16..9) {
        let ring: Vec<Hex> = a.ring(radius).collect();
        prop_assert_eq!(ring.len(), usize::from(radius.max(1)) * if radius == 0 { 1 } else { 6 });
        prop_assert!(ring.iter().all(|hex| a.distance(*hex) == u32::from(radius)));
        for (one, next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            prop_assert!(radius == 0 || one.distance(*next) == 1);
        }
        let range: BTreeSet<Hex> = a.range(radius).collect();
        let wide = i16::try_from(radius).unwrap();
        let (q, r) = (i16::try_from(a.q()).unwrap(), i16::try_from(a.r()).unwrap());
        let square = (-wide..=wide).flat_map(|dq| (-wide..=wide).map(move |dr| (dq, dr)));
        let square = square.map(|(dq, dr)| Hex::new(q + dq, r + dr));
        let near: BTreeSet<Hex> = square.filter(|hex| a.distance(*hex) <= radius.into()).collect();
        prop_assert_eq!(range, near);
    }

    #[test]
    fn lines_are_as_long_as_the_distance(a in hex(), b in hex()) {
        let line = a.line(b);
        let long = a.distance(b);
        prop_assert_eq!(line.len(), long as usize + 1);
        prop_assert_eq!(line[0], Step::In(a));
        prop_assert_eq!(line[long as usize], Step::In(b));
        for (at, step) in line.iter().enumerate() {
            for hex in step.hexes() {
                prop_assert_eq!(a.distance(hex) as usize, at);
                prop_assert_eq!(hex.distance(b) as usize, long as usize - at);
            }
            if let Step::Between(one, other) = *step {
                prop_assert!(one < other && Hexside::between(one, other).is_some());
            }
        }
        // One can walk along it, whichever of two hexes is taken.
        for pair in line.windows(2) {
            for (one, next) in pair[0].hexes().flat_map(|x| pair[1].hexes().map(move |y| (x, y))) {
                let both = pair.iter().all(|step| matches!(step, Step::Between(..)));
                prop_assert!(one.distance(next) == 1 || both);
            }
        }
        // The same line the other way.
        let back: Vec<Step> = b.line(a).into_iter().rev().collect();
        prop_assert_eq!(line, back);
    }

    #[test]
    fn lines_are_the_nearest_hexes(a in hex(), b in hex(), layout in layout()) {
        let long = a.distance(b).max(1);
        let ((x, y), (u, v)) = (layout.middle(a), layout.middle(b));
        for (at, step) in a.line(b).into_iter().enumerate() {
            let part = at as f64 / f64::from(long);
            let point = (x + (u - x) * part, y + (v - y) * part);
            let far = |hex: Hex| {
                let (x, y) = layout.middle(hex);
                (x - point.0).hypot(y - point.1)
            };
            let first = step.hexes().next().unwrap();
            let near: BTreeSet<Hex> = first.range(2).filter(|h| far(*h) < far(first) + 1e-9).collect();
            prop_assert_eq!(near, step.hexes().collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn numbers_lead_back(layout in layout(), column in 0_i16..100, row in 0_i16..100, far in hex()) {
        let hex = layout.hex(column, row);
        prop_assert_eq!(layout.offset(hex), (column.into(), row.into()));
        let number = format!("{column:02}{row:02}");
        prop_assert_eq!(layout.number(hex), Some(number.clone()));
        prop_assert_eq!(layout.parse(&number)?, hex);
        let (column, row) = layout.offset(far);
        let again = layout.hex(i16::try_from(column)?, i16::try_from(row)?);
        prop_assert_eq!(again, far);
        prop_assert_eq!(layout.number(far).is_some(), column >= 0 && row >= 0);
    }

    #[test]
    fn neighbours_touch_on_paper(layout in layout(), a in hex()) {
        let (x, y) = layout.middle(a);
        for next in a.neighbours() {
            let (u, v) = layout.middle(next);
            prop_assert!(((u - x).hypot(v - y) - 3_f64.sqrt()).abs() < 1e-9);
        }
    }

    #[test]
    fn names_of_directions_are_true(layout in layout(), a in hex()) {
        let (x, y) = layout.middle(a);
        for direction in Direction::ALL {
            let (u, v) = layout.middle(a.neighbour(direction));
            let name = direction.name(layout.top);
            prop_assert_eq!(name.contains('n'), v < y - 1e-9);
            prop_assert_eq!(name.contains('s'), v > y + 1e-9);
            prop_assert_eq!(name.contains('e'), u > x + 1e-9);
            prop_assert_eq!(name.contains('w'), u < x - 1e-9);
        }
    }

    #[test]
    fn a_hexside_is_shared_by_two(a in hex(), b in hex()) {
        let sides: BTreeSet<Hexside> = Direction::ALL.map(|d| Hexside::of(a, d)).into();
        prop_assert_eq!(sides.len(), 6);
        for (direction, next) in Direction::ALL.into_iter().zip(a.neighbours()) {
            let side = Hexside::of(a, direction);
            prop_assert_eq!(Hexside::between(next, a), Some(side));
            prop_assert_eq!(BTreeSet::from(side.hexes()), BTreeSet::from([a, next]));
            let others = a.range(3).filter(|hex| Direction::ALL.iter().any(|d| Hexside::of(*hex, *d) == side));
            prop_assert_eq!(others.count(), 2);
            // Sides that go on share a hex and an end; and go on the other way as well.
            for beside in side.neighbours() {
                prop_assert!(beside != side && beside.neighbours().contains(&side));
                let share = |hex: &Hex| side.hexes().contains(hex) || side.ends().contains(hex);
                prop_assert!(beside.hexes().iter().all(share));
            }
            let ends = side.ends();
            prop_assert!(ends.iter().all(|end| end.distance(a) == 1 && end.distance(next) == 1));
        }
        prop_assert_eq!(Hexside::between(a, b).is_some(), a.distance(b) == 1);
    }

    #[test]
    fn boards_know_what_their_hexes_know(
        layout in layout(),
        holes in prop::collection::btree_set((1_i16..9, 1_i16..8), 0..20),
        from in 0_usize..20,
    ) {
        let all = (1_i16..9).flat_map(|column| (1_i16..8).map(move |row| (column, row)));
        let all = all.filter(|at| !holes.contains(at));
        let grid = HexGrid::new(layout, all.map(|(column, row)| layout.hex(column, row)))?;
        let mut shared = vec![0; grid.sides().len()];
        for (id, hex) in grid.hexes().iter().enumerate() {
            prop_assert_eq!(grid.id(*hex), Some(id));
            prop_assert_eq!(grid.find(&grid.number(id))?, id);
            for direction in Direction::ALL {
                let other = grid.id(hex.neighbour(direction));
                prop_assert_eq!(grid.neighbour(id, direction), other);
            }
            for (other, side) in grid.neighbours(id) {
                shared[side] += 1;
                prop_assert_eq!(grid.sides()[side], [id.min(other), id.max(other)]);
                prop_assert_eq!((grid.side(id, other), grid.side(other, id)), (Some(side), Some(side)));
            }
        }
        prop_assert!(shared.iter().all(|count| *count == 2));
        for side in 0..shared.len() {
            for beside in grid.beside_side(side) {
                prop_assert!(beside != side && grid.beside_side(beside).contains(&side));
            }
        }
        // Where everything costs 1 the cheapest path is as long as a flood takes generations.
        let graph = grid.graph::<1>()?;
        let open = BitSet::below(grid.hexes().len());
        let paths = grid.paths([from], u32::MAX, |_, _, _| Some(1));
        let start: BitSet<1> = [from].into_iter().collect();
        let flooded = graph.flood(start, open, &Joins::default());
        prop_assert_eq!(flooded, paths.reached().map(|(id, _)| id).collect::<BitSet<1>>());
        let (mut seen, mut steps) = (start, 0);
        loop {
            for id in seen.iter() {
                prop_assert!(paths.cost(id).is_some_and(|cost| cost <= steps));
            }
            let more = seen | graph.around(&seen);
            if more == seen {
                break;
            }
            (seen, steps) = (more, steps + 1);
            for id in (seen - start).iter() {
                prop_assert!(paths.cost(id).is_some_and(|cost| cost >= 1));
            }
        }
    }

    #[test]
    fn cheapest_paths_are_those_of_trying_everything(
        entering in prop::collection::vec(0_u32..5, 30),
        crossing in prop::collection::vec(prop::option::weighted(0.8, 0_u32..4), 80),
        most in 0_u32..14,
    ) {
        let grid = HexGrid::rectangle(FLAT, 1..=6, 1..=5)?;
        let cost = |_: usize, to: usize, side: usize| Some(entering[to] + crossing[side]?);
        let paths = grid.paths([0, 17], most, cost);
        // Bellman and Ford.
        let mut least = [u32::MAX; 30];
        (least[0], least[17]) = (0, 0);
        for _ in 0..30 {
            for (side, [a, b]) in grid.sides().iter().enumerate() {
                for (from, to) in [(*a, *b), (*b, *a)] {
                    let sum = cost(from, to, side).and_then(|cost| least[from].checked_add(cost));
                    least[to] = least[to].min(sum.unwrap_or(u32::MAX));
                }
            }
        }
        for (id, least) in least.iter().enumerate() {
            prop_assert_eq!(paths.cost(id), Some(*least).filter(|least| *least <= most));
            let way = paths.way(id);
            prop_assert_eq!(way.is_empty(), paths.cost(id).is_none());
            let sum: u32 = way.windows(2).map(|pair| {
                let side = grid.side(pair[0], pair[1]).unwrap();
                cost(pair[0], pair[1], side).unwrap()
            }).sum();
            if let Some(last) = way.last() {
                prop_assert!(*last == id && [0, 17].contains(&way[0]));
                prop_assert_eq!(paths.cost(id), Some(sum));
            }
        }
    }
}

#[test]
fn maps_are_numbered_as_printed() {
    // Hexes with a flat top, even columns half a hex lower, as most maps have them.
    let grid = HexGrid::rectangle(FLAT, 1..=27, 1..=30).unwrap();
    let at = |number: &str| grid.find(number).unwrap();
    let around = |number: &str| {
        let id = at(number);
        let beside = Direction::ALL.map(|direction| {
            let next = grid.neighbour(id, direction);
            next.map_or("-".to_owned(), |next| grid.number(next))
        });
        beside.join(" ")
    };
    assert_eq!(around("0101"), "- - 0201 0102 - -");
    assert_eq!(around("0201"), "- 0301 0302 0202 0102 0101");
    assert_eq!(around("2714"), "2713 - - 2715 2614 2613");
    let far = |a: &str, b: &str| grid.hexes()[at(a)].distance(grid.hexes()[at(b)]);
    assert_eq!((far("0101", "2714"), far("0505", "0905")), (26, 4));
    // The other parity, and pointy tops.
    let [odd, pointy] = [Top::Flat, Top::Pointy].map(|top| Layout {
        top,
        shifted: Shifted::Odd,
    });
    let beside = |layout: Layout, a: &str, b: &str| {
        let [a, b] = [a, b].map(|number| layout.parse(number).unwrap());
        a.direction_to(b)
            .map(|direction| direction.name(layout.top))
    };
    assert_eq!(beside(FLAT, "0101", "0201"), Some("se"));
    assert_eq!(beside(odd, "0101", "0201"), Some("ne"));
    assert_eq!(beside(odd, "0101", "0202"), Some("se"));
    assert_eq!(beside(pointy, "0101", "0201"), Some("e"));
    assert_eq!(beside(pointy, "0101", "0102"), Some("sw"));
    assert_eq!(beside(pointy, "0101", "0202"), Some("se"));
    assert_eq!(beside(pointy, "0102", "0202"), Some("e"));
}

#[test]
fn a_line_along_a_hexside_names_both() {
    let layout = FLAT;
    let told = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|number| layout.parse(number).unwrap());
        let step = |step: Step| {
            let numbers: Vec<_> = step.hexes().filter_map(|hex| layout.number(hex)).collect();
            numbers.join("/")
        };
        a.line(b)
            .into_iter()
            .map(step)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(told("0303", "0306"), "0303 0304 0305 0306");
    // Two columns on in the same row: over the corner, along a hexside.
    assert_eq!(told("0303", "0503"), "0303 0402/0403 0503");
    assert_eq!(told("0303", "0303"), "0303");
}

#[test]
fn what_is_no_board_is_refused() {
    let refused = |hexes: Vec<Hex>| HexGrid::new(FLAT, hexes).unwrap_err().to_string();
    let hex = FLAT.hex(3, 4);
    assert_eq!(refused(vec![hex, hex]), "hexes: '0304' stands twice");
    assert!(refused(vec![FLAT.hex(100, 1)]).contains("column 100 and row 1 cannot be printed"));
    assert!(refused(vec![FLAT.hex(1, -1)]).contains("cannot be printed"));
    let all = (0..=100).flat_map(|column| (0..=100).map(move |row| FLAT.hex(column, row)));
    assert!(refused(all.collect()).contains("too many"));
    let grid = HexGrid::rectangle(FLAT, 1..=20, 1..=20).unwrap();
    let narrow = grid.graph::<5>().unwrap_err().to_string();
    assert_eq!(narrow, "hexes: 400 do not fit into sets of 320");
    assert!(grid.graph::<7>().is_ok());
    for wrong in ["", "304", "03040", "0x04", "03 4", "２１"] {
        let said = grid.find(wrong).unwrap_err().to_string();
        assert!(
            said.starts_with("hex: ") && said.contains("is no number"),
            "{said}"
        );
    }
    assert!(
        grid.find("2101")
            .unwrap_err()
            .to_string()
            .contains("not on the map")
    );
    assert_eq!(HexGrid::new(FLAT, []).unwrap().hexes(), []);
}
