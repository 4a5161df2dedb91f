//! SHORE BOMBARDMENT: for battles that ships can reach.

use crate::combat::Battle;
use crate::vocabulary::*;
use toml::Value;

impl Battle<'_> {
    /// The target touches the East Mediterranean, the Red Sea or the Persian Gulf (a port or a
    /// coast there, or a beachhead on it or before it), or lies on the Suez Canal.
    pub(super) fn within_range_of_ships(&self) -> bool {
        let seas = [Sea::EastMediterranean, Sea::RedSea, Sea::PersianGulf];
        let on_sea = |port: Option<Sea>| port.is_some_and(|sea| seas.contains(&sea));
        let target = self.target();
        let mut near = vec![target];
        near.extend(self.data.spaces[target].island_base);
        for space in &self.data.spaces {
            if space.shore == Some(target) {
                near.extend(space.island_base);
            }
        }
        let id = self.data.spaces[target].id.as_str();
        near.into_iter()
            .any(|place| on_sea(self.data.spaces[place].port))
            || on_sea(self.data.spaces[target].coast)
            || self.on_the_canal(id)
    }

    fn on_the_canal(&self, id: &str) -> bool {
        let canal = self.data.charts.get("suez_canal");
        ["west", "east"].iter().any(|bank| {
            let bank = canal
                .and_then(|canal| canal.get(bank))
                .and_then(Value::as_array);
            bank.is_some_and(|bank| bank.iter().any(|space| space.as_str() == Some(id)))
        })
    }
}
