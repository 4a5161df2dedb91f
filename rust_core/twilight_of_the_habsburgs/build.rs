//! Embeds the game's tables and scenarios.

fn main() -> std::io::Result<()> {
    embed::folders(&["scenarios/twilight_of_the_habsburgs"])
}
