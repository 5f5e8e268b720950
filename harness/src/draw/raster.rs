//! Our rasteriser: which pixels a triangle covers and what its varyings are there (Direct3D 11's rules for one sample a
//! pixel: centres at .5, the top-left rule, perspective correct interpolation, constants from the first vertex).
//!
//! It works on homogeneous edge functions, so that triangles need no clipping: a triangle is seen where its three
//! functions are not negative, 1/w is positive and 0 <= z/w <= 1. Everything is computed in 64 bits. Places where an
//! implementation that snaps vertices to a grid may decide otherwise are marked as unsure.

use dxbc_translator::program::declaration::Interpolation;

use crate::interp::{OUTPUTS, Register, Value};

/// A vertex as the vertex shader left it.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// Clip-space position.
    pub position: [f64; 4],
    /// `o#`.
    pub outputs: &'a [Register; OUTPUTS],
}

/// What implementations may do otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slack {
    /// Pixels by which an edge may lie elsewhere.
    pub edge: f64,
    /// Difference of depths that may not be seen.
    pub depth: f64,
}

impl Slack {
    /// For implementations that snap vertices to 1/256 of a pixel, as Direct3D does.
    pub const FINE: Self = Self { edge: 1.0 / 128.0, depth: 1e-5 };

    /// For implementations that snap vertices to 1/16 of a pixel.
    pub const COARSE: Self = Self { edge: 1.0 / 12.0, depth: 1e-4 };
}

/// What 64-bit arithmetic makes of equal depths.
pub const ROUNDING: f64 = 1e-9;

/// A linear function of the place on the screen: `a * x + b * y + c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    a: f64,
    b: f64,
    c: f64,
}

impl Plane {
    fn at(self, [x, y]: [f64; 2]) -> f64 {
        self.a * x + self.b * y + self.c
    }

    fn sum(planes: [Self; 3], weights: [f64; 3]) -> Self {
        let part = |get: fn(Self) -> f64| std::iter::zip(planes, weights).map(|(plane, w)| get(plane) * w).sum();
        Self { a: part(|p| p.a), b: part(|p| p.b), c: part(|p| p.c) }
    }
}

/// A triangle on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Triangle<'a> {
    corners: [Corner<'a>; 3],
    /// For each corner: (its barycentric coordinate in clip space) / w.
    edges: [Plane; 3],
    reciprocal_w: Plane,
    depth: Plane,
    /// Whether it faces the viewer: clockwise on the screen.
    pub front: bool,
}

/// How a pixel lies to a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Outside.
    No,
    /// Inside.
    Yes,
    /// Inside or outside, as the implementation rounds.
    Unsure,
}

/// A pixel of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Pixels from the upper left corner of the screen.
    pub at: [f64; 2],
    /// z / w.
    pub depth: f64,
    /// w.
    pub w: f64,
}

impl<'a> Triangle<'a> {
    /// A triangle on a screen of a size in pixels; none if it has no area.
    #[must_use]
    pub fn new(corners: [Corner<'a>; 3], [width, height]: [f64; 2]) -> Option<Self> {
        let columns = corners.map(|corner| {
            let [x, y, _, w] = corner.position;
            [(x + w) * 0.5 * width, (w - y) * 0.5 * height, w]
        });
        let [c0, c1, c2] = columns;
        let normals = [cross(c1, c2), cross(c2, c0), cross(c0, c1)];
        let determinant = c0[0] * normals[0][0] + c0[1] * normals[0][1] + c0[2] * normals[0][2];
        if determinant.abs() < 1e-12 || !determinant.is_finite() {
            return None;
        }
        let edges = normals.map(|[a, b, c]| Plane { a: a / determinant, b: b / determinant, c: c / determinant });
        Some(Self {
            corners,
            edges,
            reciprocal_w: Plane::sum(edges, [1.0; 3]),
            depth: Plane::sum(edges, corners.map(|corner| corner.position[2])),
            front: determinant > 0.0,
        })
    }

    /// The place of a pixel or of a point in it.
    #[must_use]
    pub fn place(&self, at: [f64; 2]) -> Place {
        Place { at, depth: self.depth.at(at), w: 1.0 / self.reciprocal_w.at(at) }
    }

    /// Whether the triangle covers a pixel centre.
    #[must_use]
    pub fn covers(&self, at: [f64; 2], slack: Slack) -> Cover {
        let (mut covered, mut nearly) = (true, true);
        for edge in self.edges {
            let value = edge.at(at);
            let slope = edge.a.hypot(edge.b);
            // The top-left rule: y grows down, and the function grows to the inside.
            let owns = edge.a > 0.0 || (edge.a == 0.0 && edge.b > 0.0);
            covered &= value > 0.0 || (value == 0.0 && owns);
            nearly &= value > -slack.edge * slope;
        }
        let near_an_edge = self.edges.iter().any(|edge| edge.at(at).abs() <= slack.edge * edge.a.hypot(edge.b));
        let place = self.place(at);
        if self.reciprocal_w.at(at) <= 0.0 || !nearly {
            return Cover::No;
        }
        let beyond = (-place.depth).max(place.depth - 1.0);
        let margin = self.depth_slack(slack);
        if beyond > margin.max(ROUNDING) {
            return Cover::No;
        }
        match (covered, near_an_edge || beyond.abs() < margin) {
            (_, true) => Cover::Unsure,
            (true, false) => Cover::Yes,
            (false, false) => Cover::No,
        }
    }

    /// How far the depth may be off: not at all where it is the same everywhere.
    #[must_use]
    pub fn depth_slack(&self, slack: Slack) -> f64 {
        if self.depth.a.abs() + self.depth.b.abs() < ROUNDING { 0.0 } else { slack.depth }
    }

    /// The greatest magnitude of a varying at the corners.
    #[must_use]
    pub fn magnitude(&self, register: usize, lane: usize) -> f64 {
        let value = |corner: &Corner<'_>| corner.outputs.get(register).map_or(0.0, |o| f64::from(o[lane & 3].as_f32()));
        self.corners.iter().map(|corner| value(corner).abs()).fold(0.0, f64::max)
    }

    /// A lane of an output register at a place, as it is interpolated. Undefined if it is at a corner that counts.
    #[must_use]
    pub fn varying(&self, place: Place, register: usize, lane: usize, interpolation: Interpolation) -> Value {
        let value = |corner: &Corner<'_>| corner.outputs.get(register).map_or(Value::UNDEFINED, |o| o[lane & 3]);
        let values = [value(&self.corners[0]), value(&self.corners[1]), value(&self.corners[2])];
        let linear = |weights: [f64; 3]| {
            // Equal values need no sum, which would round.
            let same = values.iter().all(|value| value.bits == values[0].bits);
            let sum: f64 = std::iter::zip(values, weights).map(|(v, w)| f64::from(v.as_f32()) * w).sum();
            Value {
                bits: if same { values[0].bits } else { narrow(sum) },
                defined: values.iter().all(|value| value.defined),
            }
        };
        let edges = self.edges.map(|edge| edge.at(place.at));
        match interpolation {
            Interpolation::Constant => values[0],
            Interpolation::LinearNoPerspective
            | Interpolation::LinearNoPerspectiveCentroid
            | Interpolation::LinearNoPerspectiveSample => {
                linear([0, 1, 2].map(|corner: usize| edges[corner] * self.corners[corner].position[3]))
            }
            Interpolation::Undefined
            | Interpolation::Linear
            | Interpolation::LinearCentroid
            | Interpolation::LinearSample => linear(edges.map(|edge| edge * place.w)),
        }
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
fn narrow(value: f64) -> u32 {
    (value as f32).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [Register; OUTPUTS] = [[Value::UNDEFINED; 4]; OUTPUTS];
    const EXACT: Slack = Slack { edge: 0.0, depth: 0.0 };

    fn triangle<'a>(positions: [[f64; 4]; 3], outputs: [&'a [Register; OUTPUTS]; 3]) -> Triangle<'a> {
        let corners = [0, 1, 2].map(|i: usize| Corner { position: positions[i], outputs: outputs[i] });
        Triangle::new(corners, [4.0, 4.0]).unwrap()
    }

    fn covered(positions: [[f64; 4]; 3]) -> Vec<(u8, u8)> {
        let triangle = triangle(positions, [&NOTHING; 3]);
        let mut found = Vec::new();
        for y in 0..4_u8 {
            for x in 0..4_u8 {
                // An edge through a centre is unsure; ask for the rule itself.
                let at = [f64::from(x) + 0.5, f64::from(y) + 0.5];
                let inside = triangle.edges.iter().all(|edge| {
                    let value = edge.at(at);
                    value > 0.0 || (value == 0.0 && (edge.a > 0.0 || (edge.a == 0.0 && edge.b > 0.0)))
                });
                if inside {
                    found.push((x, y));
                }
            }
        }
        found
    }

    /// Clip-space corners of the screen: upper left, upper right, lower left, lower right.
    const UL: [f64; 4] = [-1.0, 1.0, 0.5, 1.0];
    const UR: [f64; 4] = [1.0, 1.0, 0.5, 1.0];
    const LL: [f64; 4] = [-1.0, -1.0, 0.5, 1.0];
    const LR: [f64; 4] = [1.0, -1.0, 0.5, 1.0];

    #[test]
    fn the_diagonal_belongs_to_one_of_two_triangles() {
        // The diagonal from upper left to lower right runs through centres: it is a left edge of the upper triangle.
        let upper = covered([UL, UR, LR]);
        let lower = covered([UL, LR, LL]);
        assert_eq!(upper.len() + lower.len(), 16);
        assert!(upper.contains(&(0, 0)) && upper.contains(&(3, 3)) && !lower.contains(&(1, 1)));
        // The other way round it is the same.
        assert_eq!(covered([UL, LR, UR]), upper);
    }

    #[test]
    fn clockwise_is_the_front() {
        assert!(triangle([UL, UR, LR], [&NOTHING; 3]).front);
        assert!(!triangle([UL, LR, UR], [&NOTHING; 3]).front);
    }

    #[test]
    fn interpolation_is_perspective_correct() {
        let outputs = |value: f32| {
            let mut outputs = NOTHING;
            outputs[1] = [Value::float(value); 4];
            outputs
        };
        let (a, b, c) = (outputs(0.0), outputs(1.0), outputs(0.0));
        // The right corner is three times as far away: w = 3.
        let far = [3.0, 3.0, 1.5, 3.0];
        let triangle = triangle([UL, far, LL], [&a, &b, &c]);
        // In the middle of the upper edge: (0.5 * 0 / 1 + 0.5 * 1 / 3) / (0.5 / 1 + 0.5 / 3) = 1/4.
        let place = triangle.place([2.0, 0.0]);
        let get = |mode| triangle.varying(place, 1, 0, mode).as_f32();
        assert!((get(Interpolation::Linear) - 0.25).abs() < 1e-6);
        assert!((get(Interpolation::LinearNoPerspective) - 0.5).abs() < 1e-6);
        assert_eq!(get(Interpolation::Constant), 0.0);
        assert!((place.w - 1.5).abs() < 1e-12, "the reciprocal of the mean of 1 and 1/3");
        assert!(!triangle.varying(place, 0, 0, Interpolation::Linear).defined);
    }

    #[test]
    fn what_is_behind_the_viewer_or_out_of_depth_is_not_seen() {
        let behind = triangle([UL, [3.0, 1.0, 0.5, -1.0], LL], [&NOTHING; 3]);
        let seen = |triangle: &Triangle<'_>, x: f64, y: f64| triangle.covers([x, y], EXACT);
        assert_eq!(seen(&behind, 0.25, 2.0), Cover::Yes);
        let deep = |z: f64| triangle([[-1.0, 1.0, z, 1.0], [1.0, 1.0, z, 1.0], [-1.0, -1.0, z, 1.0]], [&NOTHING; 3]);
        assert_eq!(seen(&deep(0.5), 0.5, 0.6), Cover::Yes);
        assert_eq!(seen(&deep(-0.1), 0.5, 0.6), Cover::No);
        assert_eq!(seen(&deep(1.1), 0.5, 0.6), Cover::No);
    }

    #[test]
    fn pixels_near_an_edge_are_unsure() {
        let half = triangle([UL, UR, LL], [&NOTHING; 3]);
        let slack = Slack { edge: 0.1, depth: 0.0 };
        assert_eq!(half.covers([1.0, 1.0], slack), Cover::Yes);
        assert_eq!(half.covers([1.98, 2.0], slack), Cover::Unsure);
        assert_eq!(half.covers([2.02, 2.0], slack), Cover::Unsure);
        assert_eq!(half.covers([3.0, 3.0], slack), Cover::No);
    }
}
