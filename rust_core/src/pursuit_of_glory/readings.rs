//! Documented switches: other readings of unclear rules, for comparison with other programs.

macro_rules! readings {
    ($($name:ident, $rule:literal, $text:literal;)+) => {
        /// Which other readings are in force; all off is our reading of the rulebook.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[allow(missing_docs, reason = "the list below documents each")]
        pub struct Readings { $(pub $name: bool,)+ }

        /// Name, rule number and meaning (when on) of every switch.
        pub const LIST: &[(&str, &str, &str)] = &[$((stringify!($name), $rule, $text),)+];

        impl Readings {
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
    mecca_limited_source, "14.2.1-2",
        "The Hejaz is a limited CP source too, as the second edition has it.";
    tribes_always_supplied, "14.2.10",
        "A tribe is in supply wherever it stands; its range is a matter of movement only.";
    hqs_always_supplied, "14.1.1-1",
        "HQs and heavy artillery need no supply.";
}
