//! Positions: set-ups that are proven to contradict no rule.

use super::sound::is_sound;
use super::{CODES, problems};
use crate::data::Data;
use crate::position::Position;
use crate::setup::Setup;
use engine::error::{Error, Problem, Result};
use std::sync::Arc;

impl Position {
    /// Proves a set-up to be a position.
    ///
    /// Problems whose code is in `allow` are tolerated and remembered; a puzzle may want them.
    ///
    /// # Errors
    /// [`Error::InvalidSetup`] with every problem that is not allowed; [`Error::BadInput`] if
    /// `allow` names no code.
    #[inline]
    pub fn new(data: Arc<Data>, setup: Setup, allow: &[&str]) -> Result<Self> {
        let allowed = tolerated(&data, &setup, allow)?;
        Ok(Self::proven(data, setup.scenario, setup.state, allowed))
    }

    /// A scenario's opening position.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such scenario or its file cannot be read;
    /// [`Error::InvalidSetup`] if it is no position.
    pub fn scenario(data: &Arc<Data>, name: &str) -> Result<Self> {
        let setup = Setup::from_scenario(data, name)?;
        Self::new(data.clone(), setup, &[])
    }

    /// A position from its JSON document.
    ///
    /// # Errors
    /// As [`Setup::from_json`] and [`Position::new`].
    pub fn from_json(data: &Arc<Data>, text: &[u8], allow: &[&str]) -> Result<Self> {
        Self::new(data.clone(), Setup::from_json(data, text)?, allow)
    }
}

/// The problems of a set-up, if all of them are allowed.
fn tolerated(data: &Data, setup: &Setup, allow: &[&str]) -> Result<Vec<Problem>> {
    for code in allow {
        if *code != "all" && !CODES.iter().any(|(known, _)| known == code) {
            let codes = CODES.iter().map(|(known, _)| *known);
            return Err(Error::unknown("allow", "problem code", code, codes));
        }
    }
    if setup.problems.is_empty() && is_sound(data, &setup.state) {
        return Ok(Vec::new());
    }
    let tolerated = |problem: &Problem| allow.contains(&"all") || allow.contains(&problem.code);
    let (allowed, refused): (Vec<_>, Vec<_>) =
        problems(data, setup).into_iter().partition(tolerated);
    if refused.is_empty() {
        Ok(allowed)
    } else {
        Err(Error::InvalidSetup(refused))
    }
}
