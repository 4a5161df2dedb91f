//! Embeds the law of every game.

fn main() -> std::io::Result<()> {
    embed::folders(&["rules_asp"])
}
