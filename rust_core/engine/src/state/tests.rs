//! The macro on a made-up state, with sets of two widths.

use super::key;
use crate::board::BitSet;
use proptest::prelude::*;

type Hexes = BitSet<2>;
type Cards = BitSet<1>;

crate::state! {
    /// A made-up game.
    struct State;
    /// What can change in it.
    enum Cell;

    /// The hex of a counter.
    Hex: Numbers { hex: [u16; 37] }
    /// The steps of a counter.
    Steps: Numbers { steps: [u8; 37] }
    /// Is a hex on fire?
    Fire: Flag { fire: Hexes }
    /// Who holds a hex.
    Held: Either { held: [Hexes; 3] }
    /// Who attacks and who defends.
    Role: Either { attackers: Cards, defenders: Cards }
    /// A trench, and whether it is a strong one.
    Trench: Levels { trenches: Hexes, strong: Hexes }
    /// What a counter has done.
    Done: Bits { done: [Cards; 2], fled: Cards }
    /// The numbers of the turn.
    Turn: Numbers { turn: [u16; 3] }
}

/// The numbers a cell may have are below this.
fn end(cell: Cell) -> u16 {
    match cell {
        Cell::Hex(_) | Cell::Turn(_) => u16::MAX,
        Cell::Steps(_) => 256,
        Cell::Fire(_) => 2,
        Cell::Held(_) => 4,
        Cell::Role(_) | Cell::Trench(_) => 3,
        Cell::Done(_) => 8,
    }
}

fn changes() -> impl Strategy<Value = Vec<(Cell, u16)>> {
    let cells: Vec<_> = Cell::all().collect();
    let change = (prop::sample::select(cells), any::<u16>());
    let change = change.prop_map(|(cell, number)| (cell, number % end(cell)));
    prop::collection::vec(change, 0..60)
}

fn changed(changes: &[(Cell, u16)]) -> State {
    let mut state = State::EMPTY;
    for (cell, number) in changes {
        state.put(*cell, *number);
    }
    state
}

/// The sum of the keys of all cells, one by one.
fn sum(state: &State) -> u64 {
    Cell::all().fold(0, |sum, cell| sum ^ key(cell.index(), state.get(cell)))
}

proptest! {
    #[test]
    fn cells_keep_what_is_put_in(changes in changes()) {
        let mut state = State::EMPTY;
        let mut hash = 0;
        let mut known = vec![0; Cell::all().count()];
        for (cell, number) in &changes {
            let before = state.get(*cell);
            state.put(*cell, *number);
            hash ^= key(cell.index(), before) ^ key(cell.index(), *number);
            known[cell.index()] = *number;
        }
        prop_assert_eq!(Cell::all().map(|cell| state.get(cell)).collect::<Vec<_>>(), known);
        prop_assert_eq!(state.hash_from_scratch(), hash);
        prop_assert_eq!(hash, sum(&state));
    }

    #[test]
    fn the_difference_of_two_states_joins_their_hashes(a in changes(), b in changes()) {
        let (a, b) = (changed(&a), changed(&b));
        prop_assert_eq!(a.difference(&b), sum(&a) ^ sum(&b));
        prop_assert_eq!(a.difference(&a), 0);
    }

    #[test]
    fn an_image_is_read_again(changes in changes(), others in changes()) {
        let (state, mut other) = (changed(&changes), changed(&others));
        prop_assert!(other.set_image(&state.image()));
        prop_assert_eq!(other, state);
    }
}

#[test]
fn every_cell_has_its_own_number_and_place_in_the_image() {
    assert_eq!(State::WORDS, 10 + 5 + 2 + 6 + 2 + 4 + 3 + 1);
    assert_eq!(Cell::all().count(), 37 + 37 + 3 * 128 + 2 * 64 + 3);
    for (at, cell) in Cell::all().enumerate() {
        assert_eq!(cell.index(), at);
        let mut state = State::default();
        state.put(cell, 1);
        assert_eq!(
            Cell::all()
                .filter(|cell| state.get(*cell) > 0)
                .collect::<Vec<_>>(),
            [cell]
        );
        assert_ne!(state.image(), State::EMPTY.image());
    }
}

#[test]
fn cells_that_no_state_has_are_left_alone() {
    let mut state = State::EMPTY;
    for cell in [
        Cell::Hex(37),
        Cell::Steps(99),
        Cell::Fire(128),
        Cell::Role(64),
        Cell::Turn(3),
    ] {
        state.put(cell, 1);
        assert_eq!((state, state.get(cell)), (State::EMPTY, 0));
    }
}

#[test]
fn sets_that_do_not_go_together_are_refused() {
    let refused = |spoil: fn(&mut State)| {
        let mut state = State::EMPTY;
        for cell in [Cell::Held(7), Cell::Role(7), Cell::Trench(8)] {
            state.put(cell, 1);
        }
        assert!(State::default().set_image(&state.image()));
        spoil(&mut state);
        !State::default().set_image(&state.image())
    };
    assert!(refused(|state| state.held[1].insert(7)));
    assert!(refused(|state| state.held[2].insert(7)));
    assert!(refused(|state| state.defenders.insert(7)));
    assert!(refused(|state| state.strong.insert(7)));
    assert!(!refused(|state| state.strong.insert(8)));
    assert!(!refused(|state| state.fled.insert(7)));
}
