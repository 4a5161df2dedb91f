//! Moves as text, JSON, and terms of the law.

use super::draft::Draft;
use super::parser::Parser;
use super::paths::Guide;
use super::{Move, Order};
use crate::data::Data;
use crate::order::SHORTHANDS;
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::orders::{self, Order as _, PASS, Taken};
use std::sync::LazyLock;

/// The rows of the table that each decision takes, as bits.
static TAKEN: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let of = |asked: &DecisionKind| {
        let rows = Order::TAKERS.iter().enumerate();
        let rows = rows.filter(|(_, takers)| takers.contains(asked));
        rows.fold(0, |all, (row, _)| all | 1 << row)
    };
    DecisionKind::ALL.iter().map(of).collect()
});

/// The orders that a decision asks for. Where an action begins, the orders of its automatic
/// operation are taken as well (8.1.2); where nobody decides, those of operations.
#[must_use]
pub fn taken(asked: DecisionKind) -> Taken<'static> {
    let of = |asked: DecisionKind| TAKEN.get(asked as usize).copied().unwrap_or(0);
    let operations = of(DecisionKind::Operations);
    let rows = match asked {
        DecisionKind::Action => of(asked) | operations,
        DecisionKind::Chance => operations,
        _ => of(asked),
    };
    Taken {
        rows,
        asked: asked.word(),
    }
}

/// The orders in which the plan of a battle is told: attack, defence, cards, withdrawal.
fn taken_by_plans() -> Taken<'static> {
    let kinds = [
        DecisionKind::Attack,
        DecisionKind::Defence,
        DecisionKind::Cards,
        DecisionKind::Withdrawal,
    ];
    let rows = kinds.iter().map(|kind| taken(*kind).rows);
    Taken {
        rows: rows.fold(0, |all, rows| all | rows),
        asked: "plan of a battle",
    }
}

/// The words of the orders that a decision asks for.
pub(super) fn verbs(asked: DecisionKind) -> String {
    taken(asked).verbs(Order::FORMS).join(", ")
}

impl Order {
    /// The order as text, a path place by place.
    #[must_use]
    pub fn to_text(&self, data: &Data) -> String {
        orders::to_text(data, self, false)
    }
}

impl Move {
    /// Reads an answer to a decision from text or JSON: orders one after the other, separated by `;`
    /// or new lines, or a list of order objects.
    ///
    /// White space and blank orders mean nothing, `#` starts a comment, `pass` is no order at all,
    /// and the words may be in capitals. Units and places are named by their ids, or by a printed
    /// name or an alias that only one of them has; in double quotes such a name may have several
    /// words. Paths of a `go` with gaps are filled in with the way a player would take in this
    /// position, unless the order ends with `directly`; in JSON they are taken as they are.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] naming the order's number and the field, with the nearest
    /// valid choice; also for orders that the decision does not ask for, for more than
    /// [`super::MOST_ORDERS`] of them, and for more than [`super::LARGEST_TEXT`] or
    /// [`super::LARGEST_JSON`] bytes.
    pub fn parse(position: &Position, asked: DecisionKind, text: &str) -> Result<Self> {
        let mut parser = Parser::new(position, asked);
        parser.read(text)?;
        Ok(parser.take())
    }

    /// Reads the plan of a battle: an attack, with what both sides decide before its dice.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_plan(position: &Position, text: &str) -> Result<Self> {
        let mut parser = Parser::taking(position, taken_by_plans());
        parser.read(text)?;
        Ok(parser.take())
    }

    /// Reads text with every check in its place.
    pub(super) fn study(guide: &Guide<'_>, asked: Taken<'_>, text: &str) -> Result<Self> {
        let data = guide.data();
        let mut draft = Draft::filling(guide);
        orders::from_text(data, asked, SHORTHANDS, text, &mut draft)?;
        draft.finish()
    }

    /// Reads JSON with every check in its place.
    pub(super) fn study_json(data: &Data, asked: Taken<'_>, text: &[u8]) -> Result<Self> {
        let mut draft = Draft::new(data);
        orders::from_json(data, asked, text, &mut draft)?;
        draft.finish()
    }

    /// Reads an answer to a decision from the law's terms, separated by white space:
    /// `activate(stack(erzurum),move) go(tu_xi_corps,1,oltu)`, in any order. Facts `do(Order).` are
    /// read as well.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] naming the term by its number: no term of an order,
    /// unknown names, paths with a missing number, orders that could be none, or more than
    /// [`super::LARGEST_TERMS`] bytes.
    pub fn from_terms(data: &Data, asked: DecisionKind, text: &str) -> Result<Self> {
        let mut draft = Draft::new(data);
        orders::from_terms(data, taken(asked), text, &mut draft)?;
        draft.finish()
    }

    /// The move as text that [`Self::parse`] reads; `pass` if it has no orders. A path that would be
    /// filled in when read again is marked `directly`; without the position only gaps after its
    /// first place are known. An attack is one order with those who join it.
    #[must_use]
    pub fn to_text(&self, data: &Data, position: Option<&Position>) -> String {
        if self.orders().is_empty() {
            return PASS.to_owned();
        }
        if let Some(text) = self.attack_to_text(data) {
            return text;
        }
        self.texts(data, position).join("; ")
    }

    /// The text of each order.
    #[must_use]
    pub fn texts(&self, data: &Data, position: Option<&Position>) -> Vec<String> {
        let guide = position.map(Guide::new);
        let direct = |order: &Order| match (order, &guide) {
            (Order::Go { unit, path }, Some(guide)) => guide.gap(*unit, path),
            (Order::Go { path, .. }, None) => {
                let apart = |pair: &[usize]| !data.movement_graph.joined(pair[0], pair[1]);
                path.windows(2).any(apart)
            }
            _ => false,
        };
        let mut texts = Vec::new();
        for order in self.orders() {
            texts.push(orders::to_text(data, order, direct(order)));
        }
        texts
    }

    /// One attack with those who join it, and at most one pinning space, as one order.
    fn attack_to_text(&self, data: &Data) -> Option<String> {
        let (mut target, mut joins, mut pins) = (None, Vec::new(), Vec::new());
        for order in self.orders() {
            match order {
                Order::Attack { .. } if target.is_none() => target = Some(order),
                Order::Join { unit } => joins.push(data.units.get(*unit)?.id.as_str()),
                Order::Flank { place } => pins.push(data.spaces.get(*place)?.id.as_str()),
                _ => return None,
            }
        }
        let text = target?.to_text(data);
        match &pins[..] {
            _ if joins.is_empty() => None,
            [] => Some(format!("{text} with {}", joins.join(","))),
            [pin] => Some(format!("{text} with {} flank {pin}", joins.join(","))),
            _ => None,
        }
    }

    /// The move as JSON that [`Self::parse`] reads.
    #[must_use]
    pub fn to_json(&self, data: &Data) -> String {
        let orders = self.orders().iter();
        let orders = orders.map(|order| orders::to_json(data, order));
        serde_json::Value::Array(orders.collect()).to_string()
    }

    /// The orders as terms of the law: a path is a term for every place, an `organize` has a `use`
    /// for every SCU.
    #[must_use]
    pub fn terms(&self, data: &Data) -> Vec<String> {
        let orders = self.orders().iter();
        orders
            .flat_map(|order| orders::to_terms(data, order))
            .collect()
    }

    /// The move as facts of the law, one `do(Order).` a line for each term.
    #[must_use]
    pub fn facts(&self, data: &Data) -> String {
        let terms = self.terms(data).into_iter();
        terms.map(|term| format!("do({term}).\n")).collect()
    }
}
