//! What Mesa is asked and what it answers, in this process or in another.

use serde::{Deserialize, Serialize};

use super::lost;
use crate::engine::{Draw, DrawError, DrawResult, EngineError, LinkFailure, LinkResult, LinkStage, ProgramSource};

/// One thing to do, which lends what it is about or owns it; the two look the same on their way to a worker.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) enum Job<P, D> {
    Link(P),
    Draw(D),
}

/// A job that a caller asks for.
pub(super) type Asked<'a> = Job<&'a ProgramSource, &'a Draw>;

/// A job on its way.
pub(super) type Sent = Job<Box<ProgramSource>, Box<Draw>>;

impl Asked<'_> {
    pub(super) fn to_sent(self) -> Sent {
        match self {
            Self::Link(program) => Job::Link(Box::new(program.clone())),
            Self::Draw(draw) => Job::Draw(Box::new(draw.clone())),
        }
    }

    /// Whether both draw with one program, which is then linked once.
    pub(super) fn shares_program(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Draw(one), Self::Draw(other)) => one.program == other.program,
            (Self::Link(_), _) | (_, Self::Link(_)) => false,
        }
    }
}

/// What a job came to.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Answer {
    Link(LinkResult),
    Draw(DrawResult),
    /// The job took its worker with it, and this was seen of that.
    Crash(String),
}

impl Answer {
    pub(super) fn into_link(self) -> Result<LinkResult, EngineError> {
        match self {
            Self::Link(result) => Ok(result),
            Self::Crash(log) => Ok(Err(LinkFailure { stage: LinkStage::Crash, log })),
            Self::Draw(_) => Err(lost("it answered a link by a draw")),
        }
    }

    pub(super) fn into_draw(self) -> Result<DrawResult, EngineError> {
        match self {
            Self::Draw(result) => Ok(result),
            Self::Crash(message) => Ok(Err(DrawError::Crash { message })),
            Self::Link(_) => Err(lost("it answered a draw by a link")),
        }
    }
}
