//! Redeployments that are said word by word: what nobody asks for is not looked for.

use super::read;
use crate::check::redeployment::pieces::{Found, Pieces};
use crate::orders::Order;
use crate::position::Position;
use engine::error::Result;
use engine::saying::{Asked, ORDER_ENDS, Offered, Words};
use std::sync::Arc;

/// Units redeploy.
pub(super) struct Redeploying {
    pub(super) position: Position,
    pub(super) words: Arc<Words>,
    pub(super) barred: Vec<String>,
    pub(super) found: Found,
}

impl Redeploying {
    /// The words of an order: its kind, its unit, and where it ends, if that is said.
    fn words_of(&self, order: &Order) -> Result<Vec<u16>> {
        self.words.of(&order.to_text(self.position.data()))
    }

    fn is_barred(&self, order: &Order) -> bool {
        !self.barred.is_empty() && self.barred.contains(&order.to_text(self.position.data()))
    }

    /// The words after those said, each if a legal move has an order that goes on so; `None` if that is not
    /// known.
    fn after(&self, said: &[u16], pieces: &mut Pieces<'_, '_>) -> Result<Option<Vec<u16>>> {
        let (mut found, mut unknown) = (Vec::new(), false);
        let mut groups = Vec::new();
        for (group, first) in pieces.groups() {
            let words = self.words_of(&first)?;
            let shared = said.len().min(2);
            if words.get(..shared) == said.get(..shared) {
                groups.push((group, words));
            }
        }
        for (group, words) in groups {
            if said.len() < 2 && self.barred.is_empty() {
                let word = words.get(said.len()).copied().unwrap_or(ORDER_ENDS);
                if found.contains(&word) {
                    continue;
                }
                match pieces.any(group) {
                    Some(true) => found.push(word),
                    Some(false) => {}
                    None => unknown = true,
                }
                continue;
            }
            for order in pieces.of_group(group) {
                let words = self.words_of(&order)?;
                let word = words.get(said.len()).copied().unwrap_or(ORDER_ENDS);
                if !words.starts_with(said) || found.contains(&word) || self.is_barred(&order) {
                    continue;
                }
                match pieces.has(&order) {
                    Some(true) => found.push(word),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
        }
        Ok((!unknown).then_some(found))
    }
}

impl Asked for Redeploying {
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered> {
        self.barred = barred.to_vec();
        let Some(made) = read(&self.position, given) else {
            return Ok(Offered::Listed(Vec::new()));
        };
        let begun = self
            .position
            .redeployments_piecewise(&mut self.found, |pieces| pieces.begin(&made));
        Ok(match begun.flatten() {
            Some(true) => Offered::Open,
            Some(false) => Offered::Listed(Vec::new()),
            None => Offered::Unknown,
        })
    }

    fn next(&mut self, said: &[u16]) -> Result<Option<Vec<u16>>> {
        let mut found = std::mem::take(&mut self.found);
        let after = self
            .position
            .redeployments_piecewise(&mut found, |pieces| self.after(said, pieces));
        self.found = found;
        after.unwrap_or(Ok(None))
    }

    fn order(&self, said: &[u16]) -> String {
        let words: Vec<&str> = said.iter().map(|word| self.words.text(*word)).collect();
        words.join(" ")
    }

    fn may_end(&mut self, given: &[String]) -> bool {
        super::is_answer(&self.position, given)
    }
}
