//! Where an order stands, for error messages.

/// Where in the input an order stands.
#[derive(Debug, Clone, Copy)]
pub enum At {
    /// Of a text, counted from 1; blank orders do not count.
    Text(usize),
    /// Of a JSON list, counted from 0.
    Json(usize),
    /// Of the law's terms, counted from 1.
    Term(usize),
    /// Of a move made by the library.
    Made,
}

impl At {
    /// The order itself.
    #[must_use]
    pub fn order(self) -> String {
        match self {
            Self::Text(number) => format!("order {number}"),
            Self::Json(index) => format!("orders[{index}]"),
            Self::Term(number) => format!("term {number}"),
            Self::Made => "move".into(),
        }
    }

    /// One field of it, named as in JSON.
    #[must_use]
    pub fn field(self, name: &str) -> String {
        match self {
            Self::Json(_) => format!("{}.{name}", self.order()),
            Self::Text(_) => format!("{}, {name}", self.order()),
            Self::Term(_) | Self::Made => self.order(),
        }
    }

    /// An item of a list.
    #[must_use]
    pub fn item(self, name: &str, index: usize) -> String {
        match self {
            Self::Json(_) => format!("{}.{name}[{index}]", self.order()),
            _ => self.field(name),
        }
    }
}
