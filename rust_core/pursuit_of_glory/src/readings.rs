//! Documented switches: the second reading of rules of which the rulebook allows two.

macro_rules! readings {
    ($($name:ident, $rule:literal, $text:literal;)+) => {
        /// Which other readings are in force; all off is our reading of the rulebook.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[allow(missing_docs, reason = "the list below documents each")]
        pub struct Readings { $(pub $name: bool,)+ }

        /// Name, rule number and meaning (when on) of every switch.
        pub const LIST: &[(&str, &str, &str)] = &[$((stringify!($name), $rule, $text),)+];

        impl Readings {
            /// Our reading of the rulebook.
            pub const OURS: Self = Self { $($name: false,)+ };

            /// Turns a switch; false if there is none of that name.
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = on,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

readings! {
    bulgarians_use_any_source, "14.2.1.c",
        "Any CP source is a full one for BU units, which only draw RPs and use SR from Sofia alone.";
    afghanistan_feeds_spaces, "14.2.9",
        "Neutral Afghanistan serves CP spaces too, though the CP does not control it.";
    regulars_do_not_hold, "14.3.2.2-1",
        "A cut-off space turns even under a regular unit that is always in supply there.";
    russian_irregulars_cost_more, "16.4.5.1-2",
        "RU irregulars are RU units for the price of the Revolution.";
}
