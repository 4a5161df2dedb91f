//! What losses cost their owner: the measure by which a side chooses among the legal ways to take
//! them.

/// One step that a unit loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// An LCU?
    pub lcu: bool,
    /// Whether the unit was at full strength.
    pub full: bool,
    /// The combat factor that goes with the step.
    pub strength: u8,
}

/// A measure of losses. Costs are added up, and the owner takes the losses that cost least; what
/// the rules leave no choice about is not asked.
///
/// Of the legal ways the one with the greatest cost is found by a policy that gives costs below 0.
pub trait Policy {
    /// What a step costs.
    fn step(&self, step: &Step) -> i32;
    /// What it costs besides that an eliminated unit leaves the game (12.6.7, 3.2.2).
    fn removal(&self, lcu: bool) -> i32;
    /// What it costs that an SCU with a combat factor comes from the Reserve Box (12.6.5); less
    /// than 0 if that is welcome.
    fn arrival(&self, strength: u8) -> i32;
}

/// The default: what it takes to make the losses good, and the strength that is gone till then.
///
/// A step costs 4 for every half replacement point it takes to make it good (17.1: two for an LCU,
/// one for an SCU), 2 for every combat factor lost, and 3 if it was a unit's first, since only units
/// at full strength drive the enemy back and advance (12.7.1-1, 12.9.1-1). An LCU that leaves the
/// game costs 16 more, an SCU 8. An SCU that comes from the Reserve Box is worth 1 for every combat
/// factor it brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thrift {
    /// For each half replacement point.
    pub half_point: i32,
    /// For each combat factor.
    pub strength: i32,
    /// For a unit's first step.
    pub first_step: i32,
    /// For an SCU that leaves the game; an LCU costs twice as much.
    pub removal: i32,
    /// For each combat factor that comes from the Reserve Box: it costs so much less.
    pub arrival: i32,
}

impl Default for Thrift {
    fn default() -> Self {
        Self {
            half_point: 4,
            strength: 2,
            first_step: 3,
            removal: 8,
            arrival: 1,
        }
    }
}

impl Policy for Thrift {
    fn step(&self, step: &Step) -> i32 {
        let points = if step.lcu { 2 } else { 1 };
        points * self.half_point
            + i32::from(step.strength) * self.strength
            + i32::from(step.full) * self.first_step
    }

    fn removal(&self, lcu: bool) -> i32 {
        if lcu { 2 * self.removal } else { self.removal }
    }

    fn arrival(&self, strength: u8) -> i32 {
        -i32::from(strength) * self.arrival
    }
}

/// The other end: the losses that cost most by a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversed<P>(pub P);

impl<P: Policy> Policy for Reversed<P> {
    fn step(&self, step: &Step) -> i32 {
        -self.0.step(step)
    }

    fn removal(&self, lcu: bool) -> i32 {
        -self.0.removal(lcu)
    }

    fn arrival(&self, strength: u8) -> i32 {
        -self.0.arrival(strength)
    }
}

/// A policy that whoever asks has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// What it takes to make the losses good, with weights of one's own.
    Thrift(Thrift),
    /// The least steps.
    FewestSteps,
    /// The most steps.
    MostSteps,
}

impl Default for Style {
    fn default() -> Self {
        Self::Thrift(Thrift::default())
    }
}

impl Policy for Style {
    fn step(&self, step: &Step) -> i32 {
        match self {
            Self::Thrift(thrift) => thrift.step(step),
            Self::FewestSteps => 1,
            Self::MostSteps => -1,
        }
    }

    fn removal(&self, lcu: bool) -> i32 {
        match self {
            Self::Thrift(thrift) => thrift.removal(lcu),
            Self::FewestSteps | Self::MostSteps => 0,
        }
    }

    fn arrival(&self, strength: u8) -> i32 {
        match self {
            Self::Thrift(thrift) => thrift.arrival(strength),
            Self::FewestSteps | Self::MostSteps => 0,
        }
    }
}
