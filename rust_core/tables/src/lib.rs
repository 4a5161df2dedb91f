//! Tables of rows as Arrow record batches: judging them ([`batch`]), and the files they come in and
//! go to ([`files`]). Knows no game.

pub mod batch;
#[cfg(feature = "files")]
pub mod files;
