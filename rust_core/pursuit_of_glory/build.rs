//! Embeds the game's tables and scenarios.

fn main() -> std::io::Result<()> {
    embed::folders(&["scenarios/pursuit_of_glory"])
}
