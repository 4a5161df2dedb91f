//! What the law of operations is told besides the facts of a position (`docs/operations.md`).

use super::position::Position;
use super::readings::Readings;
use super::supply::network::Tracer;
use super::supply::outlook::Outlook;
use super::vocabulary::*;
use crate::board::BitSet;
use std::fmt::Write as _;

impl Position {
    /// The facts of the operations decision of the side to act, with `ops` to spend; those of the
    /// position come from [`Position::facts`].
    #[must_use]
    pub fn operation_facts(&self, ops: u8) -> String {
        let side = self.active();
        let outlook = Outlook::new(self, side, &Readings::OURS);
        let data = self.data();
        let mut text = format!("ops({ops}).\n");
        if let Some(what) = self.free_activation() {
            let _ = writeln!(text, "free_activation({what}).");
        }
        if let Some(what) = self.ops_of_event() {
            let _ = writeln!(text, "ops_of({what}).");
        }
        let brought = self.just_entered();
        for unit in brought.iter() {
            let id = &self.data().units[unit].id;
            let what = match self.data().units[unit].size {
                Size::Lcu => "corps_of_event",
                _ => "just_entered",
            };
            let _ = writeln!(text, "{what}({id}).");
        }
        text += &lines(self, &outlook);
        // Writing to a string cannot fail.
        macro_rules! fact {
            ($($arg:tt)*) => {{ let _ = writeln!(text, $($arg)*); }};
        }
        let named = |unit: usize| &data.units[unit].id;
        for (card, units) in outlook.submarine_risks() {
            for unit in units.iter() {
                fact!("submarine_risk({},{}).", named(unit), data.cards[card].id);
            }
        }
        if side == Side::Ap {
            for beachhead in data.network.beachheads.iter() {
                for unit in outlook.relies(beachhead).iter() {
                    fact!("relies({},{}).", named(unit), data.spaces[beachhead].id);
                }
            }
        }
        if self.winter() {
            fact!("winter.");
        }
        text
    }

    /// The supply of a side's units, and where they would have it, for the law.
    pub(super) fn lines_of(&self, side: Side) -> String {
        lines(self, &Outlook::new(self, side, &Readings::OURS))
    }

    /// The side to act.
    #[must_use]
    pub fn active(&self) -> Side {
        self.state().active()
    }
}

/// Who traces how and is in what supply, and what each of these groups could not trace from.
fn lines(position: &Position, outlook: &Outlook<'_>) -> String {
    let (data, known) = (position.data(), &position.data().known);
    let side = outlook.side;
    let assets = match side {
        Side::Cp => known.cp_corps_assets,
        _ => known.ap_corps_assets,
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    macro_rules! fact {
        ($($arg:tt)*) => {{ let _ = writeln!(text, $($arg)*); }};
    }
    let (mut groups, mut riding) = ([false; Tracer::ALL.len()], [false; Tracer::ALL.len()]);
    for (unit, entry) in data.units.iter().enumerate() {
        let Some(place) = position.place(unit) else {
            continue;
        };
        let on_map = place < data.on_map;
        let own = outlook.view.commander(unit) == Some(side);
        let lcu = entry.size == Size::Lcu;
        if !own || !(on_map || (place == assets && lcu)) {
            continue;
        }
        let tracer = outlook.tracer(unit);
        groups[tracer as usize] = true;
        riding[tracer as usize] |= lcu;
        fact!("trace_group({},{tracer}).", entry.id);
        if let Some(status) = outlook.status(unit).filter(|_| on_map) {
            fact!("supply({},{status}).", entry.id);
        }
    }
    let everywhere: BitSet = (0..data.on_map).collect();
    for tracer in Tracer::ALL {
        if groups[*tracer as usize] {
            for place in (everywhere - *outlook.traced(*tracer)).iter() {
                fact!("untraced({tracer},{}).", data.spaces[place].id);
            }
        }
        if riding[*tracer as usize] {
            for place in outlook.rail_heads(*tracer).iter() {
                fact!("rail_head({tracer},{}).", data.spaces[place].id);
            }
        }
    }
    text
}
