//! What the law of attacks is told besides the facts of a position (`docs/battles.md`).

use super::check::Referee;
use super::position::Position;
use std::fmt::Write as _;

impl Position {
    /// The facts of the attack decision of the side to act: those of its operations, and who lives
    /// on the ports of Greece alone.
    #[must_use]
    pub fn attack_facts(&self) -> String {
        let mut text = self.operation_facts(0);
        let fed = Referee::new(self, 0).fed_through_greek_ports();
        for unit in fed.iter() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "greek_ports({}).", self.data().units[unit].id);
        }
        text
    }
}
