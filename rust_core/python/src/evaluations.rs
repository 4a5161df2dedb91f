//! What battles come to in the end: how parts choose, and how values are told, for every game.

use engine::chance::Fraction;
use engine::error::Error;
use engine::evaluation::{Evaluation, Strategy};
use serde_json::{Value, json};

/// Pairs of strategies by name, the attacker's first, each of its part's policy if it has one.
pub(super) fn strategies<P: Copy>(
    names: &[(String, String)],
    policies: [Option<P>; 2],
) -> Result<Vec<[Strategy<P>; 2]>, Error> {
    let [attacker, defender] = policies;
    let pair = |(one, other): &(String, String)| {
        Ok([
            strategy("attacker", one, attacker)?,
            strategy("defender", other, defender)?,
        ])
    };
    names.iter().map(pair).collect()
}

fn strategy<P>(field: &str, word: &str, policy: Option<P>) -> Result<Strategy<P>, Error> {
    let known = ["best", "worst", "least", "most"];
    let has_policy = policy.is_some();
    match (word, policy) {
        ("best", _) => Ok(Strategy::Best),
        ("worst", _) => Ok(Strategy::Worst),
        ("least", _) => Ok(Strategy::Least),
        ("most", _) => Ok(Strategy::Most),
        ("policy", Some(policy)) => Ok(Strategy::Policy(policy)),
        _ => {
            let known = known.into_iter().chain(has_policy.then_some("policy"));
            Err(Error::unknown(field, "strategy", word, known))
        }
    }
}

/// Measures by name.
pub(super) fn measures<M: Copy>(
    names: &[String],
    all: &[M],
    word: impl Fn(M) -> &'static str,
) -> Result<Vec<M>, Error> {
    let find = |name: &String| {
        let found = all.iter().find(|measure| word(**measure) == name);
        let known = all.iter().map(|measure| word(*measure));
        let unknown = || Error::unknown("measure", "measure", name, known);
        found.copied().ok_or_else(unknown)
    };
    names.iter().map(find).collect()
}

/// An evaluation as JSON: for each pair of strategies the ends of each measure, how many positions
/// were looked at, and whether all were.
pub(super) fn told(evaluation: &Evaluation) -> String {
    let part = |value: Fraction| value.to_string();
    let values = evaluation.values.iter().map(|intervals| -> Value {
        let ends = intervals.iter();
        ends.map(|interval| json!([part(interval.low), part(interval.high)]))
            .collect()
    });
    json!({
        "values": values.collect::<Value>(),
        "positions": evaluation.positions,
        "complete": evaluation.complete,
    })
    .to_string()
}
