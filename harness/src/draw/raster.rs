//! Our rasteriser: which pixels a primitive covers and what its varyings are there (Direct3D 11's rules for one sample
//! a pixel: vertices on a grid of 1/256 of a pixel, centres at .5, the top-left rule, the diamond rule for lines,
//! perspective correct interpolation, constants from the first vertex).
//!
//! Interpolation works on homogeneous functions of the place on the screen, so that triangles need no clipping: one is
//! seen where its three functions are not negative, 1/w is positive and 0 <= z/w <= 1. It is computed in 64 bits.
//! Places where an implementation that snaps vertices to another grid may decide otherwise are marked as unsure.

use dxbc_translator::program::declaration::Interpolation;

use super::area::{Area, Bounds};
use crate::case::state::{DepthClip, Viewport};
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
    /// For a picture of which every pixel is wanted.
    pub const NONE: Self = Self { edge: 0.0, depth: 0.0 };

    /// For implementations that snap vertices to 1/256 of a pixel, as Direct3D does.
    pub const FINE: Self = Self { edge: 1.0 / 128.0, depth: 1e-5 };

    /// For implementations that snap vertices to 1/16 of a pixel.
    pub const COARSE: Self = Self { edge: 1.0 / 12.0, depth: 1e-4 };
}

/// What 64-bit arithmetic makes of equal depths.
const ROUNDING: f64 = 1e-9;

/// The least w of what is left of a line.
const LEAST_W: f64 = 1e-9;

/// A linear function of the place on the screen: `a * x + b * y + c`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plane {
    a: f64,
    b: f64,
    c: f64,
}

impl Plane {
    const fn constant(c: f64) -> Self {
        Self { a: 0.0, b: 0.0, c }
    }

    pub(super) fn at(self, [x, y]: [f64; 2]) -> f64 {
        self.a * x + self.b * y + self.c
    }

    /// How much it changes over a pixel.
    pub(super) fn slope(self) -> f64 {
        self.a.hypot(self.b)
    }

    /// Whether a place where it is 0 belongs to the inside by the top-left rule: y grows down, and the function grows to
    /// the inside.
    pub(super) fn owns_its_edge(self) -> bool {
        self.a > 0.0 || (self.a == 0.0 && self.b > 0.0)
    }

    fn sum(planes: [Self; 3], weights: [f64; 3]) -> Self {
        let part = |get: fn(Self) -> f64| std::iter::zip(planes, weights).map(|(plane, w)| get(plane) * w).sum();
        Self { a: part(|p| p.a), b: part(|p| p.b), c: part(|p| p.c) }
    }
}

/// Where primitives are drawn: the viewport, what of it is a target, and what becomes of depths beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Left and upper edge of the viewport in pixels.
    origin: [f64; 2],
    /// Its width and height.
    size: [f64; 2],
    /// Depths of the near and the far plane.
    range: [f64; 2],
    clip: DepthClip,
}

impl Screen {
    /// A viewport, or else the whole of a target.
    #[must_use]
    pub fn new(viewport: Option<Viewport>, target: [u32; 2], clip: DepthClip) -> Self {
        match viewport {
            Some(Viewport { origin, size, depth }) => {
                Self { origin: origin.map(f64::from), size: size.map(f64::from), range: depth.map(f64::from), clip }
            }
            None => Self { origin: [0.0; 2], size: target.map(f64::from), range: [0.0, 1.0], clip },
        }
    }

    /// Whether the viewport has a place: its edges are the clip volume's.
    fn holds(&self, at: [f64; 2]) -> bool {
        [0, 1].into_iter().all(|axis: usize| (0.0..self.size[axis]).contains(&(at[axis] - self.origin[axis])))
    }

    /// A depth as the depth buffer takes it: within the viewport's range; NaN is its least (semantics section 7).
    #[must_use]
    #[allow(clippy::manual_clamp, reason = "clamp keeps NaN")]
    pub fn clamp_depth(&self, depth: f64) -> f64 {
        let [near, far] = self.range;
        depth.max(near.min(far)).min(near.max(far))
    }

    fn depth(&self, of_volume: f64) -> f64 {
        self.range[0] + (self.range[1] - self.range[0]) * of_volume
    }

    /// Column and row times w, and w.
    fn homogeneous(&self, [x, y, _, w]: [f64; 4]) -> [f64; 3] {
        let column = (x + w) * 0.5 * self.size[0] + self.origin[0] * w;
        [column, (w - y) * 0.5 * self.size[1] + self.origin[1] * w, w]
    }
}

/// A primitive on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Primitive<'a> {
    corners: [Corner<'a>; 3],
    /// For each corner: (its barycentric coordinate in clip space) / w.
    weights: [Plane; 3],
    reciprocal_w: Plane,
    depth: Plane,
    area: Area,
    screen: Screen,
    /// Whether it faces the viewer: a triangle that is clockwise on the screen, every line and every point.
    pub front: bool,
}

/// How a pixel lies to a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Whether it is drawn.
    pub inside: bool,
    /// Whether every implementation says so.
    pub sure: bool,
}

impl Cover {
    /// Surely not drawn.
    pub const NO: Self = Self { inside: false, sure: true };

    /// Whether it may be drawn.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        self.inside || !self.sure
    }
}

/// A pixel of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Pixels from the upper left corner of the target.
    pub at: [f64; 2],
    /// Depth in the viewport's range.
    pub depth: f64,
    /// w.
    pub w: f64,
}

impl<'a> Primitive<'a> {
    /// A triangle; none if it has no area.
    #[must_use]
    pub fn triangle(corners: [Corner<'a>; 3], screen: Screen) -> Option<Self> {
        let [c0, c1, c2] = corners.map(|corner| screen.homogeneous(corner.position));
        let normals = [cross(c1, c2), cross(c2, c0), cross(c0, c1)];
        let determinant = c0[0] * normals[0][0] + c0[1] * normals[0][1] + c0[2] * normals[0][2];
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let weights = normals.map(|[a, b, c]| Plane { a: a / determinant, b: b / determinant, c: c / determinant });
        let area = if corners.iter().all(|corner| corner.position[3] > 0.0) {
            Area::triangle([c0, c1, c2].map(|[x, y, w]| [x / w, y / w]), weights)?
        } else {
            Area::Unbounded(weights)
        };
        Some(Self::new(corners, weights, area, determinant > 0.0, screen))
    }

    /// A line; none if nothing of it is before the viewer.
    #[must_use]
    pub fn line(corners: [Corner<'a>; 2], screen: Screen) -> Option<Self> {
        let [a, b] = corners;
        let [start, end] = clip_line([a.position, b.position], screen.clip)?;
        let between = |t: f64| [0, 1, 2, 3].map(|i: usize| a.position[i] + (b.position[i] - a.position[i]) * t);
        let [(from, from_w), (to, to_w)] = [start, end].map(|t| {
            let [x, y, w] = screen.homogeneous(between(t));
            ([x / w, y / w], w)
        });
        let along = [to[0] - from[0], to[1] - from[1]];
        let square = along[0] * along[0] + along[1] * along[1];
        let area = Area::line([from, to])?;
        // The share of the end: the place of the pixel's centre along the line.
        let share = Plane {
            a: along[0] / square,
            b: along[1] / square,
            c: -(from[0] * along[0] + from[1] * along[1]) / square,
        };
        let rest = Plane { a: -share.a, b: -share.b, c: 1.0 - share.c };
        let mixed = |of_start: f64, of_end: f64| {
            Plane::sum([rest, share, Plane::default()], [of_start / from_w, of_end / to_w, 0.0])
        };
        let weights = [mixed(1.0 - start, 1.0 - end), mixed(start, end), Plane::default()];
        Some(Self::new([a, b, b], weights, area, true, screen))
    }

    /// A point: a square of one pixel around the vertex; none behind the viewer.
    #[must_use]
    pub fn point(corner: Corner<'a>, screen: Screen) -> Option<Self> {
        let [x, y, w] = screen.homogeneous(corner.position);
        let area = if w > 0.0 { Area::point([x / w, y / w])? } else { return None };
        let weights = [Plane::constant(1.0 / w), Plane::default(), Plane::default()];
        Some(Self::new([corner; 3], weights, area, true, screen))
    }

    fn new(corners: [Corner<'a>; 3], weights: [Plane; 3], area: Area, front: bool, screen: Screen) -> Self {
        Self {
            corners,
            weights,
            reciprocal_w: Plane::sum(weights, [1.0; 3]),
            depth: Plane::sum(weights, corners.map(|corner| corner.position[2])),
            area,
            screen,
            front,
        }
    }

    /// The pixels that it may cover on a target.
    #[must_use]
    pub fn bounds(&self, target: [u32; 2], slack: Slack) -> Bounds {
        self.area.bounds(target, slack.edge)
    }

    /// The place of a pixel or of a point in it.
    #[must_use]
    pub fn place(&self, at: [f64; 2]) -> Place {
        Place { at, depth: self.screen.depth(self.depth.at(at)), w: 1.0 / self.reciprocal_w.at(at) }
    }

    /// Whether the primitive covers a pixel centre.
    #[must_use]
    pub fn covers(&self, at: [f64; 2], slack: Slack) -> Cover {
        let mut cover = self.area.covers(at, slack.edge);
        if !cover.is_possible() || self.reciprocal_w.at(at) <= 0.0 || !self.screen.holds(at) {
            return Cover::NO;
        }
        if self.screen.clip == DepthClip::Clip {
            let depth = self.depth.at(at);
            let beyond = (-depth).max(depth - 1.0);
            let margin = self.depth_slack(slack);
            if beyond > margin.max(ROUNDING) {
                return Cover::NO;
            }
            cover.sure &= beyond.abs() >= margin;
        }
        cover
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
        let weights = self.weights.map(|weight| weight.at(place.at));
        match interpolation {
            Interpolation::Constant => values[0],
            Interpolation::LinearNoPerspective
            | Interpolation::LinearNoPerspectiveCentroid
            | Interpolation::LinearNoPerspectiveSample => {
                linear([0, 1, 2].map(|corner: usize| weights[corner] * self.corners[corner].position[3]))
            }
            Interpolation::Undefined
            | Interpolation::Linear
            | Interpolation::LinearCentroid
            | Interpolation::LinearSample => linear(weights.map(|weight| weight * place.w)),
        }
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The part of a line, from 0 at its start to 1 at its end, that is before the viewer and within the depths.
fn clip_line([a, b]: [[f64; 4]; 2], clip: DepthClip) -> Option<[f64; 2]> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let mut inside = |at_start: f64, at_end: f64| {
        let crossing = at_start / (at_start - at_end);
        match (at_start >= 0.0, at_end >= 0.0) {
            (true, true) => {}
            (true, false) => end = end.min(crossing),
            (false, true) => start = start.max(crossing),
            (false, false) => end = -1.0,
        }
    };
    inside(a[3] - LEAST_W, b[3] - LEAST_W);
    if clip == DepthClip::Clip {
        inside(a[2], b[2]);
        inside(a[3] - a[2], b[3] - b[2]);
    }
    (start <= end).then_some([start, end])
}

#[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
fn narrow(value: f64) -> u32 {
    (value as f32).to_bits()
}
