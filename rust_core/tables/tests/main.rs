//! The tests of files of rows.
//!
//! They are one program: to link a dozen takes longer than to run them.
#![cfg(feature = "files")]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod table_files;
mod tables_damage;
mod tables_formats;
mod tables_text;
