//! What a game's table says of an order, and an order taken apart.

use crate::names::WordList;

/// The most fields an order has.
pub const MOST_FIELDS: usize = 4;
/// The number of nothing.
const NOTHING: u16 = u16::MAX;

/// What a field names.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    /// A unit, a place, a card ...: a kind of names that [`super::Names`] knows.
    Name(usize),
    /// One of a few words.
    Word(&'static WordList),
}

/// How a field is given.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// One, at its place.
    One,
    /// One; a text may name several with commas between them, which are as many orders.
    Each,
    /// One, after a word in text.
    After {
        /// The word.
        word: &'static str,
        /// Whether it must be given.
        needed: bool,
    },
    /// A set, after a word in text; it may be empty.
    Set {
        /// The word.
        word: &'static str,
    },
    /// A path of names: in text its end stands first, and `via` before the others.
    Path {
        /// The most places it may have.
        most: usize,
        /// Whether gaps in a text are filled in, unless it ends with `directly`.
        filled: bool,
    },
}

/// A field of an order.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key in JSON, and what errors call it.
    pub key: &'static str,
    /// What it names.
    pub of: Of,
    /// How it is given.
    pub shape: Shape,
}

impl Field {
    /// A field of one name or word, at its place.
    #[must_use]
    pub const fn one(key: &'static str, of: Of) -> Self {
        Self {
            key,
            of,
            shape: Shape::One,
        }
    }

    /// A text may name several.
    #[must_use]
    pub const fn each(self) -> Self {
        let shape = Shape::Each;
        Self { shape, ..self }
    }

    /// It follows a word.
    #[must_use]
    pub const fn after(self, word: &'static str) -> Self {
        let shape = Shape::After { word, needed: true };
        Self { shape, ..self }
    }

    /// It follows a word, and may be missing.
    #[must_use]
    pub const fn maybe_after(self, word: &'static str) -> Self {
        let needed = false;
        let shape = Shape::After { word, needed };
        Self { shape, ..self }
    }

    /// A set that follows a word, and may be missing.
    #[must_use]
    pub const fn set(self, word: &'static str) -> Self {
        let shape = Shape::Set { word };
        Self { shape, ..self }
    }

    /// A path of at most so many names.
    #[must_use]
    pub const fn path(self, most: usize) -> Self {
        let filled = false;
        let shape = Shape::Path { most, filled };
        Self { shape, ..self }
    }

    /// A path whose gaps are filled in.
    #[must_use]
    pub const fn filled_path(self, most: usize) -> Self {
        let filled = true;
        let shape = Shape::Path { most, filled };
        Self { shape, ..self }
    }
}

/// What an order is to the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// `verb(a,b)`, a path one argument for each place.
    Flat,
    /// `verb(a,1,p) verb(a,2,q)`: a term for every place of the path.
    Steps,
    /// `verb(stack(a,l(u,l(v,nil))),b)`: the first field and the set are one argument.
    Stack,
    /// `verb(a) use(a,role,b)`: a term of this name for each field that follows a word.
    Parts(&'static str),
}

/// A text that is short for several orders: after `word` follow what other orders of `verb` name.
#[derive(Debug, Clone, Copy)]
pub struct Shorthand {
    /// The order that is written out.
    pub verb: &'static str,
    /// The word after it.
    pub word: &'static str,
    /// The orders that it stands for.
    pub others: &'static str,
    /// Whether several may follow.
    pub many: bool,
}

/// A row of a game's table of orders.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The word that it begins with; rows of different decisions may share it.
    pub verb: &'static str,
    /// What it names.
    pub fields: &'static [Field],
    /// What it is to the law.
    pub term: Term,
    /// The rules it comes from.
    pub rule: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// The fields of an order, by their numbers: at most one of them is a set or a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots {
    names: [u16; MOST_FIELDS],
    /// The set or the path.
    pub list: Vec<usize>,
}

impl Default for Slots {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Slots {
    /// Nothing, in the memory of a list.
    #[inline(always)]
    #[must_use]
    pub const fn new(list: Vec<usize>) -> Self {
        Self {
            names: [NOTHING; MOST_FIELDS],
            list,
        }
    }

    /// The same names, with another list.
    #[must_use]
    pub const fn with(&self, list: Vec<usize>) -> Self {
        let names = self.names;
        Self { names, list }
    }

    /// What a field names.
    #[inline(always)]
    #[must_use]
    pub fn name(&self, at: usize) -> Option<usize> {
        let name = self.names.get(at).copied().unwrap_or(NOTHING);
        (name != NOTHING).then_some(usize::from(name))
    }

    /// Gives a field a name; whether it had one.
    #[inline(always)]
    pub fn put(&mut self, at: usize, name: usize) -> bool {
        let Some(slot) = self.names.get_mut(at) else {
            return false;
        };
        let before = std::mem::replace(slot, u16::try_from(name).unwrap_or(NOTHING - 1));
        before != NOTHING
    }
}

/// What a field of an order is in Rust.
pub trait Slot: Sized {
    /// Takes it out of the slots; `None` if it is missing.
    fn take(slots: &mut Slots, at: usize) -> Option<Self>;
    /// Puts it there.
    fn put(&self, slots: &mut Slots, at: usize);
}

impl Slot for usize {
    #[inline(always)]
    fn take(slots: &mut Slots, at: usize) -> Option<Self> {
        slots.name(at)
    }

    fn put(&self, slots: &mut Slots, at: usize) {
        slots.put(at, *self);
    }
}

impl<T: Slot> Slot for Option<T> {
    #[inline(always)]
    fn take(slots: &mut Slots, at: usize) -> Option<Self> {
        Some(T::take(slots, at))
    }

    fn put(&self, slots: &mut Slots, at: usize) {
        if let Some(own) = self {
            own.put(slots, at);
        }
    }
}

impl Slot for Vec<usize> {
    #[inline(always)]
    fn take(slots: &mut Slots, _: usize) -> Option<Self> {
        Some(std::mem::take(&mut slots.list))
    }

    fn put(&self, slots: &mut Slots, _: usize) {
        slots.list.clone_from(self);
    }
}

/// What a game's enum of orders can do.
pub trait Order: Sized {
    /// The table, a row for each variant.
    const FORMS: &'static [Form];

    /// The row of this order.
    fn form(&self) -> usize;
    /// The order taken apart.
    fn slots(&self) -> Slots;
    /// The order of a row and what it names; `None` if something is missing.
    fn of(form: usize, slots: &mut Slots) -> Option<Self>;
}

/// Declares a game's orders: an enum, and its table ([`Order`]).
///
/// A variant's fields are `field: Type = Field`; its row gives the verb, the rules, and the
/// decisions that take it, which become the constant `TAKERS`.
#[macro_export]
macro_rules! orders {
    (
        $(#[$meta:meta])*
        pub enum $name:ident of $decision:ty {
            $(
                #[doc = $about:literal] $(#[$doc:meta])*
                $variant:ident = $verb:literal, $rule:literal, [$($taker:path),+] $(($term:expr))?
                $({ $( $(#[$field_doc:meta])* $field:ident : $type:ty = $spec:expr, )+ })?;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( #[doc = $about] $(#[$doc])* $variant $({ $( $(#[$field_doc])* $field: $type, )+ })?, )+
        }

        impl $name {
            /// For each row of the table the decisions that take such orders.
            pub const TAKERS: &'static [&'static [$decision]] = &[$( &[$($taker),+] ),+];
        }

        impl $crate::orders::Order for $name {
            const FORMS: &'static [$crate::orders::Form] = &[$(
                $crate::orders::Form {
                    verb: $verb,
                    fields: &[$( $( $spec ),+ )?],
                    term: {
                        #[allow(unused_assignments, unused_mut, reason = "few rows say it")]
                        let mut term = $crate::orders::Term::Flat;
                        $( term = $term; )?
                        term
                    },
                    rule: $rule,
                    about: $about,
                },
            )+];

            #[inline]
            fn form(&self) -> usize {
                #[repr(usize)]
                enum Row { $( $variant ),+ }
                match self { $( Self::$variant { .. } => Row::$variant as usize, )+ }
            }

            fn slots(&self) -> $crate::orders::Slots {
                let mut slots = $crate::orders::Slots::default();
                match self { $(
                    Self::$variant $({ $( $field ),+ })? => {
                        $(
                            let mut at = 0;
                            $( $crate::orders::Slot::put($field, &mut slots, at); at += 1; )+
                            let _ = at;
                        )?
                    }
                )+ }
                slots
            }

            #[inline(always)]
            #[allow(non_upper_case_globals, unused_variables, reason = "rows have their variants' names")]
            fn of(form: usize, slots: &mut $crate::orders::Slots) -> Option<Self> {
                #[repr(usize)]
                enum Row { $( $variant ),+ }
                $( const $variant: usize = Row::$variant as usize; )+
                match form {
                    $( $variant => {
                        $(
                            let mut at = 0;
                            $( let $field = $crate::orders::Slot::take(slots, at)?; at += 1; )+
                            let _ = at;
                        )?
                        Some(Self::$variant $({ $( $field ),+ })?)
                    } )+
                    _ => None,
                }
            }
        }
    };
}
