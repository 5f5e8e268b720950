//! Names of the values that declarations of the other stages hold.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use crate::opcode::Declare;

/// How the one value of a declaration of another stage is spelt.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// A number of the token's dword.
    Dword,
    /// A number of the token's control bits.
    Controls,
    /// A float of the token's dword, as a literal.
    Float,
    /// A name for a number of the control bits; Microsoft's text has a space after it.
    NameAndSpace(&'static [(u32, &'static str)]),
    /// A name for a number of the control bits.
    Name(&'static [(u32, &'static str)]),
}

const TOPOLOGIES: &[(u32, &str)] = &[(0, "undefined"), (1, "pointlist"), (3, "linestrip"), (5, "trianglestrip")];

#[rustfmt::skip]
const PRIMITIVES: &[(u32, &str)] = &[
    (0, "undefined"), (1, "point"), (2, "line"), (3, "triangle"), (6, "lineadj"), (7, "triangleadj"),
    (8, "patch1"), (9, "patch2"), (10, "patch3"), (11, "patch4"), (12, "patch5"), (13, "patch6"), (14, "patch7"),
    (15, "patch8"), (16, "patch9"), (17, "patch10"), (18, "patch11"), (19, "patch12"), (20, "patch13"),
    (21, "patch14"), (22, "patch15"), (23, "patch16"), (24, "patch17"), (25, "patch18"), (26, "patch19"),
    (27, "patch20"), (28, "patch21"), (29, "patch22"), (30, "patch23"), (31, "patch24"), (32, "patch25"),
    (33, "patch26"), (34, "patch27"), (35, "patch28"), (36, "patch29"), (37, "patch30"), (38, "patch31"),
    (39, "patch32"),
];

const DOMAINS: &[(u32, &str)] = &[(1, "domain_isoline"), (2, "domain_tri"), (3, "domain_quad")];

const PARTITIONINGS: &[(u32, &str)] = &[
    (1, "partitioning_integer"),
    (2, "partitioning_pow2"),
    (3, "partitioning_fractional_odd"),
    (4, "partitioning_fractional_even"),
];

const OUTPUTS: &[(u32, &str)] =
    &[(1, "output_point"), (2, "output_line"), (3, "output_triangle_cw"), (4, "output_triangle_ccw")];

/// The spelling of a declaration's value; none if it has no such value.
pub(super) const fn value(declare: Declare) -> Option<Value> {
    Some(match declare {
        Declare::DclGsOutputTopology => Value::NameAndSpace(TOPOLOGIES),
        Declare::DclGsInputPrimitive => Value::NameAndSpace(PRIMITIVES),
        Declare::DclTessDomain => Value::Name(DOMAINS),
        Declare::DclTessPartitioning => Value::Name(PARTITIONINGS),
        Declare::DclTessOutputPrimitive => Value::Name(OUTPUTS),
        Declare::DclHsMaxTessFactor => Value::Float,
        Declare::DclInputControlPointCount | Declare::DclOutputControlPointCount => Value::Controls,
        Declare::DclMaxOutputVertexCount
        | Declare::DclHsForkPhaseInstanceCount
        | Declare::DclHsJoinPhaseInstanceCount
        | Declare::DclGsInstanceCount => Value::Dword,
        _ => return None,
    })
}
