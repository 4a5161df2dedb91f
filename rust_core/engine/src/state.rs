//! The state of a game as one small block of memory, every cell of it named once.
//!
//! Everything that can change is a *cell* with a small number in it, 0 meaning "as if nothing were
//! there". A game declares its cells with [`state!`](crate::state!): each names the fields it is
//! kept in and the [`Encoding`] that makes a number of them. Struct, cells, get, put, hash,
//! difference and image follow, so that none of them can forget a cell.

mod encodings;
mod fields;

pub use encodings::{Bits, Either, Encoding, Flag, Levels, Numbers, Together};
pub use fields::{Differing, Stored};

/// The key of a number in the cell numbered `index`: SplitMix64, and 0 for an empty cell.
#[inline]
#[must_use]
pub const fn key(index: usize, number: u16) -> u64 {
    if number == 0 {
        return 0;
    }
    let mut mixed = ((index as u64) << 16 | number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Where each kind of cell begins among all cells: the sums of the counts before it.
#[must_use]
pub const fn firsts<const KINDS: usize>(counts: &[usize]) -> [usize; KINDS] {
    let mut firsts = [0; KINDS];
    let mut at = 1;
    while at < KINDS {
        firsts[at] = firsts[at - 1] + counts[at - 1];
        at += 1;
    }
    firsts
}

/// Declares the state of a game: a struct of sets and numbers, and the enum of its cells.
///
/// Each kind of cell is a line: its name, its [`Encoding`], and the fields that keep it. A field is
/// a row of numbers (`[u8; N]`, `[u16; N]`), a set ([`BitSet`](crate::board::BitSet) of any width),
/// or an array of sets; how many cells of the kind there are follows from its type. The order of the
/// lines is the order of the cells in hashes and of the words in an image. `told` lists what
/// documents tell of these cells ([`document`](crate::document)); numbers of a kind that have names of
/// their own tell it where [`scalars!`](crate::scalars!) declares them.
///
/// ```
/// use engine::document::{Game, Mark, by_name, field, marks, number, one};
///
/// type Hexes = engine::board::BitSet<1>;
///
/// /// The tables that have names.
/// #[derive(Clone, Copy)]
/// pub enum Table { Counters, Hexes }
/// use Table::*;
///
/// engine::state! {
///     /// A game of two sides on a few hexes.
///     pub struct State;
///     /// What can change in it.
///     pub enum Cell;
///
///     /// Is a counter reduced?
///     Reduced: Flag { reduced: Hexes }
///     told [field("reduced", marks(Counters, Mark::Bit(1))).fact("reduced")]
///     /// Who holds a hex: 0 = nobody, 1 and 2 = the sides.
///     Held: Either { held: [Hexes; 2] }
///     told [
///         field("red", marks(Hexes, Mark::Only(1))),
///         field("blue", marks(Hexes, Mark::Only(2))),
///     ]
///     /// 1 = a trench, 2 = a strong one.
///     Trench: Levels { trenches: Hexes, strong: Hexes }
///     told [field("trenches", by_name(Hexes, number(1, 2))).about("how strong they are")]
///     /// The turn.
///     Turn: Numbers { turn: [u8; 1] }
///     told [field("turn", one(number(1, 9))).fact("turn")]
/// }
///
/// impl Game for State {
///     type Cell = Cell;
///     type Table = Table;
///     type Own = ();
///     fn definition(_: Table) -> &'static str { "id" }
/// }
///
/// let mut state = State::EMPTY;
/// state.put(Cell::Held(5), 2);
/// assert_eq!(state.get(Cell::Held(5)), 2);
/// assert!(state.held[1].contains(5));
/// assert_eq!(state.hash_from_scratch(), engine::state::key(Cell::Held(5).index(), 2));
/// ```
#[macro_export]
macro_rules! state {
    // The number that a state has in a cell.
    (@number $state:ident, $at:ident, $Encoding:ident { $($field:ident: $type:ty),+ }) => {{
        let (mut bits, mut bit) = (0, 0);
        $(
            bits |= $crate::state::Stored::get(&$state.$field, $at) << bit;
            bit += <$type as $crate::state::Stored>::BITS;
        )+
        let _ = bit;
        <$crate::state::$Encoding as $crate::state::Encoding>::number(bits)
    }};
    // How many cells there are of a kind that is kept in these fields.
    (@count $first:ty $(, $type:ty)*) => {
        <$first as $crate::state::Stored>::COUNT
    };
    (
        $(#[$state_meta:meta])*
        $state_vis:vis struct $State:ident;
        $(#[$cell_meta:meta])*
        $cell_vis:vis enum $Cell:ident;
        $(
            $(#[$meta:meta])*
            $kind:ident: $Encoding:ident { $($vis:vis $field:ident: $type:ty),+ $(,)? }
            told [$($entry:expr),* $(,)?]
        )+
    ) => {
        $(#[$state_meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $state_vis struct $State {
            $($($vis $field: $type,)+)+
        }

        $(#[$cell_meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $cell_vis enum $Cell {
            $($(#[$meta])* $kind(usize),)+
        }

        #[allow(dead_code, reason = "every state has the same methods")]
        impl $Cell {
            /// The kinds of cells, and how many there are of each.
            const KINDS: &'static [(fn(usize) -> Self, usize)] = &[
                $((Self::$kind, $crate::state!(@count $($type),+)),)+
            ];

            /// The names of the kinds, and how many cells there are of each.
            $cell_vis const NAMES: &'static [(&'static str, usize)] = &[
                $((stringify!($kind), $crate::state!(@count $($type),+)),)+
            ];

            /// All cells, in the order of their numbers.
            $cell_vis fn all() -> impl Iterator<Item = Self> {
                Self::KINDS.iter().flat_map(|(cell, count)| (0..*count).map(cell))
            }

            /// The number of a cell among [`Self::all`].
            #[inline]
            #[must_use]
            $cell_vis const fn index(self) -> usize {
                enum Kind { $($kind,)+ }
                const COUNTS: &[usize] = &[$($crate::state!(@count $($type),+),)+];
                const FIRSTS: [usize; COUNTS.len()] = $crate::state::firsts(COUNTS);
                match self {
                    $(Self::$kind(at) => FIRSTS[Kind::$kind as usize] + at,)+
                }
            }
        }

        impl Default for $State {
            fn default() -> Self {
                Self::EMPTY
            }
        }

        #[allow(dead_code, reason = "every state has the same methods")]
        impl $State {
            /// Nothing in any cell.
            pub(crate) const EMPTY: Self = Self {
                $($($field: <$type as $crate::state::Stored>::EMPTY,)+)+
            };

            /// What documents tell of the cells.
            pub(crate) const TOLD: &'static [$crate::document::Entry<Self>] =
                &[$($($entry.of($Cell::$kind, 0),)*)+];

            /// The words of an image.
            pub(crate) const WORDS: usize =
                0 $($(+ <$type as $crate::state::Stored>::WORDS)+)+;

            /// The number in a cell; 0 where there is no such cell.
            #[must_use]
            $state_vis fn get(&self, cell: $Cell) -> u16 {
                match cell {
                    $($Cell::$kind(at) => $crate::state!(
                        @number self, at, $Encoding { $($field: $type),+ }
                    ),)+
                }
            }

            /// Whether the cell has a number, or a later one of its kind.
            #[must_use]
            $state_vis fn any_from(&self, cell: $Cell) -> bool {
                match cell {
                    $($Cell::$kind(at) => {
                        false $(|| $crate::state::Stored::any_from(&self.$field, at))+
                    })+
                }
            }

            /// Writes the number of every cell, in the order of [`$Cell::all`].
            $state_vis fn write_cells(&self, cells: &mut [u16]) {
                cells.fill(0);
                let rest = cells;
                $(
                    let count = $crate::state!(@count $($type),+).min(rest.len());
                    let (own, rest) = rest.split_at_mut(count);
                    let mut first = 0;
                    $(
                        $crate::state::Stored::add_to::<$crate::state::$Encoding>(
                            &self.$field, own, first,
                        );
                        first += <$type as $crate::state::Stored>::BITS;
                    )+
                    let _ = first;
                )+
                let _ = rest;
            }

            /// Puts a number into a cell; nothing happens where there is no such cell.
            pub(crate) fn put(&mut self, cell: $Cell, number: u16) {
                match cell {
                    $($Cell::$kind(at) => {
                        let mut bit = 0;
                        $(
                            $crate::state::Stored::put::<$crate::state::$Encoding>(
                                &mut self.$field, at, number, bit,
                            );
                            bit += <$type as $crate::state::Stored>::BITS;
                        )+
                        let _ = bit;
                    })+
                }
            }

            /// Whether a cell that has a table names a number where the table has no name. `count`
            /// tells how many names a table has.
            #[must_use]
            pub(crate) fn beyond(
                &self,
                count: impl Fn(<Self as $crate::document::Game>::Table) -> usize,
            ) -> bool {
                false $(|| {
                    const TABLE: Option<<$State as $crate::document::Game>::Table> =
                        $crate::document::table_of::<$State>(&[$($entry),*]);
                    TABLE.is_some_and(|table| {
                        let end = count(table);
                        false $(|| $crate::state::Stored::any_from(&self.$field, end))+
                    })
                })+
            }

            /// The 64-bit hash from scratch: the cells' keys, joined so that one change is one step.
            #[must_use]
            $state_vis fn hash_from_scratch(&self) -> u64 {
                self.difference(&Self::EMPTY)
            }

            /// What joins the hashes of two states: the keys of all cells that differ.
            #[must_use]
            pub(crate) fn difference(&self, other: &Self) -> u64 {
                let mut sum = 0;
                $({
                    let first = $Cell::$kind(0).index();
                    let mut differing = Default::default();
                    let mut visit = |at: usize| {
                        let own = $crate::state!(
                            @number self, at, $Encoding { $($field: $type),+ }
                        );
                        let theirs = $crate::state!(
                            @number other, at, $Encoding { $($field: $type),+ }
                        );
                        sum ^= $crate::state::key(first + at, own)
                            ^ $crate::state::key(first + at, theirs);
                    };
                    $(
                        $crate::state::Stored::compare(
                            &self.$field, &other.$field, &mut differing, &mut visit,
                        );
                    )+
                    $crate::state::Differing::visit(&differing, visit);
                })+
                sum
            }

            /// The state as words, field after field.
            #[must_use]
            pub(crate) fn image(&self) -> [u64; Self::WORDS] {
                let mut image = [0; Self::WORDS];
                let rest = &mut image[..];
                $($(
                    let (words, rest) =
                        rest.split_at_mut(<$type as $crate::state::Stored>::WORDS);
                    $crate::state::Stored::write(&self.$field, words);
                )+)+
                debug_assert!(rest.is_empty());
                image
            }

            /// The reverse of [`Self::image`]; `false` for words that no state has: sets that keep
            /// the same cells must go together.
            #[must_use]
            pub(crate) fn set_image(&mut self, image: &[u64; Self::WORDS]) -> bool {
                let rest = &image[..];
                $($(
                    let (words, rest) = rest.split_at(<$type as $crate::state::Stored>::WORDS);
                    $crate::state::Stored::read(&mut self.$field, words);
                )+)+
                debug_assert!(rest.is_empty());
                true $(&& {
                    let mut before = None;
                    true $(& $crate::state::Stored::goes_with::<$crate::state::$Encoding>(
                        &self.$field, &mut before,
                    ))+
                })+
            }
        }
    };
}

/// Declares the single numbers that a kind of cell keeps, each named, with what is told of it.
///
/// `pub enum Scalar in Cell::Scalar of State;` stands before the names; `State` is the state whose cells
/// these are.
#[macro_export]
macro_rules! scalars {
    (
        $(#[$enum_meta:meta])*
        $enum_vis:vis enum $Enum:ident in $Cell:ident::$kind:ident of $State:ident;
        $(
            $(#[$meta:meta])*
            $single:ident told [$($entry:expr),* $(,)?]
        )+
    ) => {
        $(#[$enum_meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        $enum_vis enum $Enum { $($(#[$meta])* $single,)+ }

        impl $Enum {
            /// All of them, in order.
            $enum_vis const ALL: &'static [Self] = &[$(Self::$single,)+];
            /// What documents tell of them.
            pub(crate) const TOLD: &'static [$crate::document::Entry<$State>] =
                &[$($($entry.of($Cell::$kind, Self::$single as usize),)*)+];
        }
    };
}

#[cfg(test)]
mod tests;
