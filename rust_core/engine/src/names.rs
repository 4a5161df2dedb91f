//! Names: near misses, closed vocabularies, and words found quickly.

mod lookup;

pub use lookup::{Lookup, Word};

/// The words of a list; the number of a word is its place in it.
#[derive(Debug, Clone, Copy)]
pub struct WordList {
    /// What these words are, for error messages.
    pub what: &'static str,
    /// The words.
    pub words: &'static [&'static str],
    /// The words, for quick readers.
    pub quick: &'static [Word],
}

/// [`WordList`] of a constant: what they are, and the words.
#[macro_export]
macro_rules! words {
    ($what:expr, [$($word:expr),+ $(,)?]) => {
        $crate::names::WordList {
            what: $what,
            words: &[$($word),+],
            quick: &[$($crate::names::Word::of($word)),+],
        }
    };
}
pub use words;

/// The valid name nearest to `word`, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let word: String = word.trim().to_lowercase().replace([' ', '-', '.'], "_");
    if word.is_empty() || word.len() > 80 {
        return None;
    }
    // Corps are numbered as the counters are: `9_corps` means `ix_corps`.
    let parts: Vec<&str> = word.split('_').collect();
    let numbered = match parts.len() {
        1 => word.clone(),
        _ => parts
            .into_iter()
            .map(in_roman)
            .collect::<Vec<_>>()
            .join("_"),
    };
    let valid: Vec<&str> = valid.into_iter().collect();
    let alike = valid.iter().map(|name| {
        let near = |word: &str| strsim::jaro_winkler(word, name);
        (near(&word).max(near(&numbered)), *name)
    });
    alike
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .filter(|(score, _)| *score >= 0.75)
        .map(|(_, name)| name)
        .or_else(|| nearly(&word, &valid))
        .map(str::to_owned)
}

/// The first name that differs in one letter, or in two that have changed places: of short words that
/// says more than how much is alike.
fn nearly<'a>(word: &str, valid: &[&'a str]) -> Option<&'a str> {
    let near = |name: &&&str| name.len() > 1 && strsim::osa_distance(word, name) == 1;
    valid.iter().find(near).copied()
}

/// A number up to 39 in Roman digits; any other word as it is.
fn in_roman(word: &str) -> String {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let number: usize = word.parse().unwrap_or(0);
    match ONES.get(number % 10).filter(|_| (1..40).contains(&number)) {
        Some(ones) => "x".repeat(number / 10) + ones,
        None => word.to_owned(),
    }
}

/// What is shown of a stranger's word: its beginning, without anything that does something to a
/// terminal. Such letters are written as in JSON.
#[must_use]
pub fn shown(word: &str) -> String {
    let mut shown = String::with_capacity(word.len().min(SHOWN));
    for letter in word.chars().take(SHOWN) {
        if is_unprintable(letter) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                shown += &format!("\\u{unit:04x}");
            }
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// So many letters of a word are shown.
const SHOWN: usize = 80;

/// Whether a letter does something to a terminal, or turns the direction of writing.
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// What is left of a name in an id: lower case, words joined by underscores.
pub fn as_id(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => id.push(c),
            _ if id.is_empty() || id.ends_with('_') => {}
            _ => id.push('_'),
        }
    }
    id.truncate(id.trim_end_matches('_').len());
    id
}

/// Declares an enum whose variants are the words of a closed vocabulary.
#[macro_export]
macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident, $what:literal { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the words speak for themselves")]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        #[allow(dead_code, reason = "every vocabulary has the same methods")]
        impl $name {
            /// Every word's value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// What these words are, for error messages.
            pub const WHAT: &'static str = $what;

            /// The words as a list.
            pub const LIST: $crate::names::WordList = $crate::names::words!($what, [$($word),+]);

            /// The word, as it stands in data, facts and documents.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value of a word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }

            /// The value numbered `index`, as in `self as u8`.
            #[must_use]
            pub fn at(index: u8) -> Option<Self> {
                Self::ALL.get(usize::from(index)).copied()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
pub use vocabulary;

#[cfg(test)]
mod tests {
    use super::{nearest, shown};

    #[test]
    fn what_is_shown_does_nothing() {
        assert_eq!(
            shown("kars\u{1b}[2J\n\u{202e}"),
            "kars\\u001b[2J\\u000a\\u202e"
        );
        assert_eq!(shown(&"é".repeat(200)), "é".repeat(80));
    }

    #[test]
    fn near_misses_are_helped() {
        let valid = ["tu_ix_corps", "tu_x_corps", "ru_div_1"];
        assert_eq!(nearest("tu_ix_corp", valid).as_deref(), Some("tu_ix_corps"));
        assert_eq!(nearest("TU X Corps", valid).as_deref(), Some("tu_x_corps"));
        assert_eq!(nearest("tu_9_corps", valid).as_deref(), Some("tu_ix_corps"));
        assert_eq!(nearest("ru_div_01", valid).as_deref(), Some("ru_div_1"));
        assert_eq!(nearest("pgn", ["svg", "png"]).as_deref(), Some("png"));
        assert_eq!(nearest("lw", ["core", "law"]).as_deref(), Some("law"));
        assert_eq!(nearest("zzzz", valid), None);
    }
}
