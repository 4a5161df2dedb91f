//! Well-formed moves read in one go.
//!
//! These readers know ids and names of one word only, and of the grammar only what is right. They
//! say `None` to everything else: then the reader that takes its time says what is wrong, if
//! anything is. What they accept they read as that one does.

use super::Order;
use super::paths::Guide;
use super::scan::Scan;
use super::sheaf::{Sheaf, all_differ};
use crate::data::{Data, Meaning, PlaceId, Term, UnitId, key};

/// Reads the text in a scan into the sheaf.
pub(super) fn text(guide: &Guide<'_>, scan: &Scan, sheaf: &mut Sheaf) -> Option<()> {
    let data = guide.data();
    let mut text = Text { data, scan, at: 0 };
    text.skip();
    while text.at < scan.length() {
        if text.ended() {
            text.at += 1;
            text.skip();
        } else {
            text.order(guide, sheaf)?;
        }
    }
    Some(())
}

/// Text from some byte on, which is no blank.
struct Text<'a> {
    data: &'a Data,
    scan: &'a Scan,
    at: usize,
}

impl<'a> Text<'a> {
    #[inline(always)]
    fn order(&mut self, guide: &Guide<'_>, sheaf: &mut Sheaf) -> Option<()> {
        let order = match self.word()?.term? {
            Term::Activate => {
                let place = self.place()?;
                let Some(Term::Purpose(purpose)) = self.word()?.term else {
                    return None;
                };
                let mut units = Vec::new();
                if !self.ended() {
                    self.word()?.term.filter(|term| *term == Term::With)?;
                    units = sheaf.list();
                    units.push(self.unit()?);
                    while self.comma() {
                        units.push(self.unit()?);
                    }
                }
                Order::Activate {
                    place,
                    purpose,
                    units,
                }
            }
            Term::Go => return self.go(guide, sheaf),
            Term::Suppress => Order::Suppress { unit: self.unit()? },
            Term::Land => Order::Land {
                place: self.place()?,
            },
            Term::Assault => Order::Assault {
                place: self.place()?,
            },
            Term::Entrench => Order::Entrench {
                place: self.place()?,
            },
            Term::Organize => self.organize()?,
            Term::Withdraw => Order::Withdraw {
                place: self.place()?,
            },
            Term::Remove => Order::Remove {
                place: self.place()?,
            },
            _ => return None,
        };
        sheaf.add(self.data, order)?;
        self.ended().then_some(())
    }

    #[inline(always)]
    fn go(&mut self, guide: &Guide<'_>, sheaf: &mut Sheaf) -> Option<()> {
        let unit = self.unit()?;
        let mut others = Vec::new();
        if self.comma() {
            others = self.others(unit, sheaf)?;
        }
        let last = self.place()?;
        let mut path = sheaf.list();
        let mut direct = false;
        if !self.ended() {
            let term = self.word()?.term?;
            direct = term == Term::Directly;
            if term == Term::Via {
                path.push(self.place()?);
                while self.comma() {
                    path.push(self.place()?);
                }
                if !self.ended() {
                    direct = self.word()?.term? == Term::Directly;
                    if !direct {
                        return None;
                    }
                }
            } else if !direct {
                return None;
            }
            if !self.ended() {
                return None;
            }
        }
        path.push(last);
        for unit in &others {
            let mut path_of_other = sheaf.list();
            path_of_other.extend_from_slice(&path);
            self.add(guide, sheaf, *unit, path_of_other, direct)?;
        }
        if others.capacity() > 0 {
            sheaf.free(others);
        }
        self.add(guide, sheaf, unit, path, direct)
    }

    #[inline(always)]
    fn add(
        &self,
        guide: &Guide<'_>,
        sheaf: &mut Sheaf,
        unit: UnitId,
        mut path: Vec<PlaceId>,
        direct: bool,
    ) -> Option<()> {
        if !direct && !guide.complete(unit, &path) {
            path = guide.fill(unit, &path);
        }
        sheaf.add(self.data, Order::Go { unit, path })
    }

    /// The other units of a `go`, after the first comma.
    #[inline(never)]
    fn others(&mut self, first: UnitId, sheaf: &mut Sheaf) -> Option<Vec<UnitId>> {
        let mut units = sheaf.list();
        units.push(first);
        units.push(self.unit()?);
        while self.comma() {
            units.push(self.unit()?);
        }
        let differ = all_differ(&units);
        units.swap_remove(0);
        differ.then_some(units)
    }

    #[inline(never)]
    fn organize(&mut self) -> Option<Order> {
        let lcu = self.unit()?;
        let (mut reserve, mut eliminated, mut removed) = (None, None, None);
        while !self.ended() {
            let role = match self.word()?.term? {
                Term::Reserve => &mut reserve,
                Term::Eliminated => &mut eliminated,
                Term::Removed => &mut removed,
                _ => return None,
            };
            if role.replace(self.unit()?).is_some() {
                return None;
            }
        }
        Some(Order::Organize {
            lcu,
            reserve: reserve?,
            eliminated,
            removed: removed?,
        })
    }

    /// The next word, if one comes next.
    #[inline(always)]
    fn word(&mut self) -> Option<&'a Meaning> {
        let end = self.scan.end(self.at);
        if end == self.at {
            return None;
        }
        let key = key(self.scan.reach(self.at)?, end - self.at)?;
        self.at = end;
        self.skip();
        Some(self.data.words.find(&key))
    }

    #[inline(always)]
    fn unit(&mut self) -> Option<UnitId> {
        self.word()?.unit()
    }

    #[inline(always)]
    fn place(&mut self) -> Option<PlaceId> {
        self.word()?.place()
    }

    /// Takes a comma if it comes next.
    #[inline(always)]
    fn comma(&mut self) -> bool {
        let comma = self.scan.byte(self.at) == b',';
        if comma {
            self.at += 1;
            self.skip();
        }
        comma
    }

    /// Does the order end here?
    #[inline(always)]
    fn ended(&self) -> bool {
        matches!(self.scan.byte(self.at), b'\n' | b';' | b'\r')
    }

    /// Goes on to what is no blank and no comment.
    #[inline(always)]
    fn skip(&mut self) {
        self.at += usize::from(self.scan.byte(self.at) == b' ');
        if matches!(
            self.scan.byte(self.at),
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'#'
        ) {
            self.at = behind(self.scan, self.at);
        }
    }
}

/// Where the blanks and comments end that begin at a byte.
#[inline(never)]
fn behind(scan: &Scan, mut at: usize) -> usize {
    loop {
        match scan.byte(at) {
            b' ' | b'\t' | b'\x0b' | b'\x0c' => at += 1,
            b'#' => {
                while !matches!(scan.byte(at), b'\n' | b'\r') {
                    at += 1;
                }
            }
            _ => return at,
        }
    }
}
