//! Moves as text, JSON, and terms of the law.

use super::draft::Draft;
use super::guide::Guide;
use super::{Move, Order};
use crate::data::Data;
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::orders::{self, Order as _, PASS, Taken};

/// The orders that a decision asks for; where nobody decides, those of movement.
#[must_use]
pub fn taken(asked: DecisionKind) -> Taken<'static> {
    let of = match asked {
        DecisionKind::Chance | DecisionKind::Over => DecisionKind::Movement,
        asked => asked,
    };
    let rows = Order::TAKERS.iter().enumerate();
    let rows = rows.filter(|(_, takers)| takers.contains(&of));
    Taken {
        rows: rows.fold(0, |all, (row, _)| all | 1 << row),
        asked: asked.word(),
    }
}

/// The words of the orders that a decision asks for.
pub(super) fn verbs(asked: DecisionKind) -> String {
    taken(asked).verbs(Order::FORMS).join(", ")
}

impl Order {
    /// The order as text, a path hex by hex.
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
    /// and the words may be in capitals. Units are named by their ids or printed names, hexes by
    /// their ids, numbers or towns; in double quotes such a name may have several words. Paths of a
    /// `go` or `rail` with gaps are filled in, unless the order ends with `directly`; in JSON they
    /// are taken as they are.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] naming the order's number and the field, with the nearest
    /// valid choice; also for orders that the decision does not ask for, for more than
    /// [`super::MOST_ORDERS`] of them, and for more than [`super::LARGEST_TEXT`] or
    /// [`super::LARGEST_JSON`] bytes.
    pub fn parse(position: &Position, asked: DecisionKind, text: &str) -> Result<Self> {
        let data = position.data();
        if text.trim_start().starts_with(['[', '{']) {
            let mut draft = Draft::new(data);
            orders::from_json(&**data, taken(asked), text.as_bytes(), &mut draft)?;
            return Ok(draft.finish());
        }
        let guide = Guide::new(position);
        let mut draft = Draft::filling(&guide);
        orders::from_text(&**data, taken(asked), &[], text, &mut draft)?;
        Ok(draft.finish())
    }

    /// Reads an answer to a decision from the law's terms, separated by white space:
    /// `go(it_6_inf_div,1,h1408) entrench(it_5_mtn_div)`, in any order. Facts `do(Order).` are read as
    /// well.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] naming the term by its number.
    pub fn from_terms(data: &Data, asked: DecisionKind, text: &str) -> Result<Self> {
        let mut draft = Draft::new(data);
        orders::from_terms(data, taken(asked), text, &mut draft)?;
        Ok(draft.finish())
    }

    /// The move as text that [`Self::parse`] reads; `pass` if it has no orders. A path that would be
    /// filled in when read again is marked `directly`; without the position only gaps after its
    /// first hex are known.
    #[must_use]
    pub fn to_text(&self, data: &Data, position: Option<&Position>) -> String {
        if self.orders().is_empty() {
            return PASS.to_owned();
        }
        self.texts(data, position).join("; ")
    }

    /// The text of each order.
    #[must_use]
    pub fn texts(&self, data: &Data, position: Option<&Position>) -> Vec<String> {
        let guide = position.map(Guide::new);
        let apart = |pair: &[usize]| data.ground.between(pair[0], pair[1]).is_none();
        let direct = |order: &Order| match order {
            Order::Go { unit, path } | Order::Rail { unit, path } => match &guide {
                Some(guide) => guide.gap(*unit, path, matches!(order, Order::Rail { .. })),
                None => path.windows(2).any(apart),
            },
            _ => false,
        };
        let orders = self.orders().iter();
        orders
            .map(|order| orders::to_text(data, order, direct(order)))
            .collect()
    }

    /// The move as JSON that [`Self::parse`] reads.
    #[must_use]
    pub fn to_json(&self, data: &Data) -> String {
        let orders = self.orders().iter();
        let orders = orders.map(|order| orders::to_json(data, order));
        serde_json::Value::Array(orders.collect()).to_string()
    }

    /// The orders as terms of the law: a path is a term for every hex.
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
