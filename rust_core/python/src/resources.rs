//! What travels inside the extension module: the law of every game, and what the games embed.

use engine::resources::Embedded;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

const ALL: [Embedded; 3] = [
    Embedded(EMBEDDED),
    pursuit_of_glory::resources::SCENARIOS,
    twilight_of_the_habsburgs::resources::SCENARIOS,
];

/// The text of an embedded file, such as `rules_asp/pursuit_of_glory/supply.lp`.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    ALL.iter().find_map(|some| some.text(path))
}

/// The paths of all embedded files, sorted.
pub(crate) fn paths() -> Vec<&'static str> {
    let mut paths: Vec<_> = ALL.iter().flat_map(Embedded::paths).collect();
    paths.sort_unstable();
    paths
}
