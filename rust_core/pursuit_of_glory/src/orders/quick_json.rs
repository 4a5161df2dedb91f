//! Well-formed moves in JSON, read in one go like those in text.

use super::Order;
use super::scan::Scan;
use super::sheaf::Sheaf;
use crate::data::{Data, Meaning, PlaceId, Term, UnitId, key};

/// Reads the JSON in a scan into the sheaf.
pub(super) fn json(data: &Data, scan: &Scan, sheaf: &mut Sheaf) -> Option<()> {
    let mut json = Json { data, scan, at: 0 };
    json.take(b'[')?;
    if json.next() == b']' {
        json.at += 1;
    } else {
        loop {
            let order = json.order(sheaf)?;
            sheaf.add(data, order)?;
            if !json.more(b']')? {
                break;
            }
        }
    }
    // What stands behind the input is white space.
    json.next();
    (json.at >= scan.length()).then_some(())
}

/// JSON from some byte on.
struct Json<'a> {
    data: &'a Data,
    scan: &'a Scan,
    at: usize,
}

/// The keys of an order, as bits.
const ORDER: u16 = 1;
const PLACE: u16 = 1 << 1;
const FOR: u16 = 1 << 2;
const UNITS: u16 = 1 << 3;
const UNIT: u16 = 1 << 4;
const PATH: u16 = 1 << 5;
const LCU: u16 = 1 << 6;
const RESERVE: u16 = 1 << 7;
const ELIMINATED: u16 = 1 << 8;
const REMOVED: u16 = 1 << 9;

impl<'a> Json<'a> {
    #[inline(always)]
    fn order(&mut self, sheaf: &mut Sheaf) -> Option<Order> {
        let (mut verb, mut purpose) = (None, None);
        let (mut place, mut unit, mut lcu) = (0, 0, 0);
        let (mut reserve, mut eliminated, mut removed) = (0, None, 0);
        let mut list = Vec::new();
        let mut seen = 0;
        self.take(b'{')?;
        loop {
            let key = self.string()?.term?;
            self.take(b':')?;
            let bit = match key {
                Term::Order => {
                    verb = self.string()?.term;
                    ORDER
                }
                Term::Place => {
                    place = self.place()?;
                    PLACE
                }
                Term::For => {
                    purpose = self.string()?.term;
                    FOR
                }
                Term::Units => {
                    list = self.list(sheaf, Self::unit)?;
                    UNITS
                }
                Term::Unit => {
                    unit = self.unit()?;
                    UNIT
                }
                Term::Path => {
                    list = self.list(sheaf, Self::place)?;
                    PATH
                }
                Term::Lcu => {
                    lcu = self.unit()?;
                    LCU
                }
                Term::Reserve => {
                    reserve = self.unit()?;
                    RESERVE
                }
                Term::Eliminated => {
                    eliminated = Some(self.unit()?);
                    ELIMINATED
                }
                Term::Removed => {
                    removed = self.unit()?;
                    REMOVED
                }
                _ => return None,
            };
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            if !self.more(b'}')? {
                break;
            }
        }
        let needs = |keys: u16, may: u16| (seen & !may == keys).then_some(());
        Some(match verb? {
            Term::Activate => {
                needs(ORDER | PLACE | FOR, UNITS)?;
                let Some(Term::Purpose(purpose)) = purpose else {
                    return None;
                };
                Order::Activate {
                    place,
                    purpose,
                    units: list,
                }
            }
            Term::Go => {
                needs(ORDER | UNIT | PATH, 0)?;
                Order::Go { unit, path: list }
            }
            Term::Organize => {
                needs(ORDER | LCU | RESERVE | REMOVED, ELIMINATED)?;
                Order::Organize {
                    lcu,
                    reserve,
                    eliminated,
                    removed,
                }
            }
            Term::Suppress => {
                needs(ORDER | UNIT, 0)?;
                Order::Suppress { unit }
            }
            verb => {
                needs(ORDER | PLACE, 0)?;
                match verb {
                    Term::Land => Order::Land { place },
                    Term::Assault => Order::Assault { place },
                    Term::Entrench => Order::Entrench { place },
                    Term::Withdraw => Order::Withdraw { place },
                    Term::Remove => Order::Remove { place },
                    _ => return None,
                }
            }
        })
    }

    #[inline(always)]
    fn list(
        &mut self,
        sheaf: &mut Sheaf,
        item: impl Fn(&mut Self) -> Option<usize>,
    ) -> Option<Vec<usize>> {
        self.take(b'[')?;
        let mut list = sheaf.list();
        if self.next() == b']' {
            self.at += 1;
            return Some(list);
        }
        loop {
            list.push(item(self)?);
            if !self.more(b']')? {
                return Some(list);
            }
        }
    }

    /// After an item: does another one follow? Else the list or the object ends with `end`.
    #[inline(always)]
    fn more(&mut self, end: u8) -> Option<bool> {
        let next = self.next();
        self.at += 1;
        match next {
            b',' => Some(true),
            next if next == end => Some(false),
            _ => None,
        }
    }

    /// A string that is one word of a move.
    #[inline(always)]
    fn string(&mut self) -> Option<&'a Meaning> {
        self.take(b'"')?;
        let end = self.scan.end(self.at);
        // No word holds what would have to be written with a backslash.
        let key = key(self.scan.reach(self.at)?, end - self.at)?;
        if self.scan.byte(end) != b'"' {
            return None;
        }
        self.at = end + 1;
        Some(self.data.words.find(&key))
    }

    #[inline(always)]
    fn unit(&mut self) -> Option<UnitId> {
        self.string()?.unit()
    }

    #[inline(always)]
    fn place(&mut self) -> Option<PlaceId> {
        self.string()?.place()
    }

    #[inline(always)]
    fn take(&mut self, byte: u8) -> Option<()> {
        let next = self.next();
        self.at += 1;
        (next == byte).then_some(())
    }

    /// The next byte that is no white space; behind the input there is nothing else.
    #[inline(always)]
    fn next(&mut self) -> u8 {
        loop {
            match self.scan.byte(self.at) {
                b' ' | b'\t' | b'\n' | b'\r' if self.at < self.scan.length() => self.at += 1,
                byte => return byte,
            }
        }
    }
}
