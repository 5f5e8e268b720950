//! The pixels that points, lines and triangles cover, by Direct3D's rules on its grid of 1/256 of a pixel.

use super::raster::{Cover, Plane};

/// Steps of the grid in a pixel.
const GRID: i64 = 256;

/// The greatest coordinate on the grid with which products stay exact.
const FAR: i64 = 1 << 29;

/// Pixels from the first up to the one before the last, by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first column and row.
    pub first: [u32; 2],
    /// The column and the row after the last ones.
    pub end: [u32; 2],
}

/// A place on the grid.
type Spot = [i64; 2];

/// What a primitive covers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Area {
    /// A triangle, clockwise.
    Triangle([Spot; 3]),
    /// A triangle that reaches behind the viewer or beyond the grid: where the three planes are positive.
    Unbounded([Plane; 3]),
    /// A line.
    Line([Spot; 2]),
    /// A point.
    Point(Spot),
}

/// The nearest place on the grid, halves to the even one.
#[allow(clippy::cast_possible_truncation, reason = "bounded")]
fn snap(place: [f64; 2]) -> Option<Spot> {
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let steps = place.map(|at| (at * GRID as f64).round_ties_even());
    #[allow(clippy::cast_precision_loss, reason = "a power of two")]
    steps.iter().all(|step| step.abs() < FAR as f64).then(|| steps.map(|step| step as i64))
}

impl Area {
    /// The area of a triangle; none if it has none on the grid. `weights` stand in where a corner is beyond the grid.
    pub(super) fn triangle(corners: [[f64; 2]; 3], weights: [Plane; 3]) -> Option<Self> {
        let [Some(a), Some(b), Some(c)] = corners.map(snap) else { return Some(Self::Unbounded(weights)) };
        match side([a, b], c) {
            0 => None,
            1.. => Some(Self::Triangle([a, b, c])),
            _ => Some(Self::Triangle([a, c, b])),
        }
    }

    /// The area of a line; none if it has no length or is beyond the grid.
    pub(super) fn line(ends: [[f64; 2]; 2]) -> Option<Self> {
        let [Some(a), Some(b)] = ends.map(snap) else { return None };
        (a != b).then_some(Self::Line([a, b]))
    }

    /// The area of a point; none if it is beyond the grid.
    pub(super) fn point(center: [f64; 2]) -> Option<Self> {
        snap(center).map(Self::Point)
    }

    /// The pixels of a target that may be covered if edges lie elsewhere by some pixels.
    pub(super) fn bounds(&self, target: [u32; 2], slack: f64) -> Bounds {
        let spots: &[Spot] = match self {
            Self::Triangle(spots) => spots,
            Self::Line(spots) => spots,
            Self::Point(spot) => std::slice::from_ref(spot),
            Self::Unbounded(_) => return Bounds { first: [0; 2], end: target },
        };
        #[allow(clippy::cast_possible_truncation, reason = "a few pixels")]
        let margin = slack.ceil() as i64 + 1;
        let along = |axis: usize| {
            let coordinates = spots.iter().map(|spot| spot[axis].div_euclid(GRID));
            let (least, most) = (coordinates.clone().min().unwrap_or(0), coordinates.max().unwrap_or(0));
            let clamped = |pixel: i64| u32::try_from(pixel.clamp(0, target[axis].into())).unwrap_or(0);
            [clamped(least - margin), clamped(most + margin + 1)]
        };
        let [[left, right], [top, bottom]] = [along(0), along(1)];
        Bounds { first: [left, top], end: [right, bottom] }
    }

    /// Whether a pixel's centre is covered; unsure within `slack` pixels of an edge.
    pub(super) fn covers(&self, at: [f64; 2], slack: f64) -> Cover {
        match self {
            Self::Triangle(corners) => triangle_covers(*corners, at, slack),
            Self::Unbounded(planes) => judge(
                planes.map(|plane| {
                    let value = plane.at(at);
                    (value > 0.0 || (value == 0.0 && plane.owns_its_edge()), value / plane.slope())
                }),
                slack,
            ),
            Self::Line(ends) => Cover { inside: line_covers(*ends, pixel(at)), sure: true },
            Self::Point(center) => {
                // The pixel whose centre lies in the square, its upper and left edge included.
                Cover { inside: center.map(|place| -(-place).div_euclid(GRID) - 1) == pixel(at), sure: true }
            }
        }
    }
}

/// The pixel of a place.
#[allow(clippy::cast_possible_truncation, reason = "pixels of a target")]
fn pixel(at: [f64; 2]) -> [i64; 2] {
    at.map(|place| place.floor() as i64)
}

/// Twice the area of the triangle of an edge and a place: positive to the right of the edge, as y grows down.
const fn side([a, b]: [Spot; 2], at: Spot) -> i64 {
    (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a distance in pixels; centres are exact"
)]
fn triangle_covers([a, b, c]: [Spot; 3], at: [f64; 2], slack: f64) -> Cover {
    let at = at.map(|place| (place * GRID as f64) as i64);
    let edges = [[a, b], [b, c], [c, a]].map(|[from, to]| {
        let value = side([from, to], at);
        let along = [to[0] - from[0], to[1] - from[1]];
        let is_top_or_left = along[1] < 0 || (along[1] == 0 && along[0] > 0);
        let length = (along[0] as f64).hypot(along[1] as f64);
        (value > 0 || (value == 0 && is_top_or_left), value as f64 / length / GRID as f64)
    });
    judge(edges, slack)
}

/// From whether each edge has a place on its inside, and how many pixels it is away.
fn judge(edges: [(bool, f64); 3], slack: f64) -> Cover {
    let inside = edges.iter().all(|(inside, _)| *inside);
    let nearly = edges.iter().all(|(_, distance)| *distance > -slack);
    let near = edges.iter().any(|(_, distance)| distance.abs() < slack);
    Cover { inside, sure: !(nearly && near) }
}

/// The diamond rule: a line covers a pixel if it leaves the diamond around the pixel's centre. The lower edges and the
/// lower corner belong to the diamond, and of a line that is rather upright the right corner as well.
fn line_covers([from, to]: [Spot; 2], pixel: [i64; 2]) -> bool {
    // Relative to the centre, in steps so fine that one up decides about the edges, for that puts the lower ones inside.
    const FINE: i64 = 4;
    let center = pixel.map(|place| place * GRID + GRID / 2);
    let upright = (to[1] - from[1]).abs() > (to[0] - from[0]).abs();
    let relative = |spot: Spot| [(spot[0] - center[0]) * FINE, (spot[1] - center[1]) * FINE - 1];
    let (from, to) = (relative(from), relative(to));
    let radius = GRID / 2 * FINE;
    let corner = [radius, -1];
    let inside = |spot: Spot| spot[0].abs() + spot[1].abs() < radius || (upright && spot == corner);
    if inside(to) {
        return false;
    }
    inside(from) || crosses_diamond([from, to], radius) || (upright && passes([from, to], corner))
}

/// Whether a place lies on a line.
fn passes([from, to]: [Spot; 2], at: Spot) -> bool {
    let within = |axis: usize| (from[axis].min(to[axis])..=from[axis].max(to[axis])).contains(&at[axis]);
    wide_side([from, to], at) == 0 && within(0) && within(1)
}

/// As [`side`], for fine steps.
fn wide_side([a, b]: [Spot; 2], at: Spot) -> i128 {
    let [dx, dy] = [0, 1].map(|axis: usize| i128::from(b[axis]) - i128::from(a[axis]));
    dx * (i128::from(at[1]) - i128::from(a[1])) - dy * (i128::from(at[0]) - i128::from(a[0]))
}

/// Whether a line has a place in the open diamond of a radius around the origin.
fn crosses_diamond(line: [Spot; 2], radius: i64) -> bool {
    // Two convex sets do not meet if one of the edge directions of either separates them.
    let [from, to] = line;
    let separated = |project: fn(Spot) -> i64| {
        let ends = [project(from), project(to)];
        ends.iter().all(|end| *end >= radius) || ends.iter().all(|end| *end <= -radius)
    };
    let corners = [[radius, 0], [-radius, 0], [0, radius], [0, -radius]];
    let sides = corners.map(|corner| wide_side(line, corner));
    let beside = sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0);
    !(separated(|spot| spot[0] + spot[1]) || separated(|spot| spot[0] - spot[1]) || beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(area: Area) -> Vec<(i64, i64)> {
        let pixels = (0..4_u8).flat_map(|y| (0..4_u8).map(move |x| (x, y)));
        let inside = |(x, y): &(u8, u8)| area.covers([f64::from(*x) + 0.5, f64::from(*y) + 0.5], 0.0).inside;
        pixels.filter(inside).map(|(x, y)| (x.into(), y.into())).collect()
    }

    #[test]
    fn the_diagonal_belongs_to_one_of_two_triangles() {
        // The diagonal from upper left to lower right runs through centres: it is a left edge of the upper triangle.
        let triangle = |corners| covered(Area::triangle(corners, [Plane::default(); 3]).unwrap());
        let upper = triangle([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]);
        let lower = triangle([[0.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        assert_eq!(upper.len() + lower.len(), 16);
        assert!(upper.contains(&(0, 0)) && upper.contains(&(3, 3)) && !lower.contains(&(1, 1)));
        // The other way round it is the same.
        assert_eq!(triangle([[0.0, 0.0], [4.0, 4.0], [4.0, 0.0]]), upper);
        assert!(Area::triangle([[0.0, 0.0], [2.0, 2.0], [4.0, 4.0]], [Plane::default(); 3]).is_none());
    }

    #[test]
    fn corners_stand_on_the_grid() {
        // An edge 1/1024 right of the centres of column 0 is snapped onto them, and a left edge owns them.
        let edge = 0.5 + 1.0 / 1024.0;
        let triangle = Area::triangle([[edge, -4.0], [20.0, 0.0], [edge, 20.0]], [Plane::default(); 3]).unwrap();
        assert!(covered(triangle).contains(&(0, 1)));
    }

    #[test]
    fn a_point_is_the_pixel_around_it() {
        let point = |x, y| covered(Area::point([x, y]).unwrap());
        assert_eq!(point(1.5, 2.5), [(1, 2)]);
        assert_eq!(point(1.01, 1.99), [(1, 1)]);
        // The square from 1.5 to 2.5 has the centre of pixel 1 on its left edge.
        assert_eq!(point(2.0, 2.0), [(1, 1)]);
    }

    #[test]
    fn lines_leave_diamonds() {
        let line = |from, to| covered(Area::line([from, to]).unwrap());
        // From centre to centre: the last pixel's diamond is not left.
        assert_eq!(line([0.5, 1.5], [3.5, 1.5]), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(line([3.5, 1.5], [0.5, 1.5]), [(1, 1), (2, 1), (3, 1)]);
        assert_eq!(line([2.5, 0.5], [2.5, 2.5]), [(2, 0), (2, 1)]);
        // Two lines that meet draw the pixel between them once.
        assert_eq!(line([0.5, 0.5], [2.5, 2.5]), [(0, 0), (1, 1)]);
        // Along the row between two pixels' diamonds: their lower corners are 1.0 below the upper row's centres.
        assert_eq!(line([-1.0, 1.0], [5.0, 1.0]), [(0, 0), (1, 0), (2, 0), (3, 0)]);
        // Along the column between two: of an upright line the right corners count.
        assert_eq!(line([1.0, -1.0], [1.0, 5.0]), [(0, 0), (0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn places_near_an_edge_are_unsure() {
        let half = Area::triangle([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], [Plane::default(); 3]).unwrap();
        let at = |x, y| half.covers([x, y], 0.1);
        assert_eq!(at(1.0, 1.0), Cover { inside: true, sure: true });
        assert_eq!(at(1.98, 2.0), Cover { inside: true, sure: false });
        assert_eq!(at(2.02, 2.0), Cover { inside: false, sure: false });
        assert_eq!(at(3.0, 3.0), Cover::NO);
    }
}
