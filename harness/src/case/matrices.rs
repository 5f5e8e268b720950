//! Matrices for constants: a camera that sees the mesh, and others by what their names say.

/// A matrix that multiplies column vectors: `m[row][column]`.
pub(super) type Matrix = [[f64; 4]; 4];

/// How a shader multiplies: the variable holds the matrix or its transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Convention {
    /// `mul(matrix, vector)`.
    Columns,
    /// `mul(vector, matrix)`.
    Rows,
    /// Near-identity matrices whatever the name says.
    Identity,
}

const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// Where the camera stands; it looks along +z.
pub(super) const CAMERA: [f32; 3] = [0.125, 0.0625, -2.5];

/// Distance of the near plane.
pub(super) const NEAR: f32 = 0.5;

/// Distance of the far plane.
pub(super) const FAR: f32 = 8.0;

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).map(|i| a[row][i] * b[i][column]).sum()))
}

fn translation(by: [f64; 3]) -> Matrix {
    let mut m = IDENTITY;
    for (row, by) in m.iter_mut().zip(by) {
        row[3] = by;
    }
    m
}

fn scale(by: [f64; 3]) -> Matrix {
    let mut m = IDENTITY;
    for (i, by) in by.into_iter().enumerate() {
        m[i][i] = by;
    }
    m
}

/// A turn about y, then about x, by angles whose tangents of the half are given, so that no library function is needed.
fn turn(y: f64, x: f64) -> Matrix {
    let pair = |t: f64| (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
    let ((sy, cy), (sx, cx)) = (pair(y), pair(x));
    let about_y = [[cy, 0.0, sy, 0.0], [0.0, 1.0, 0.0, 0.0], [-sy, 0.0, cy, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let about_x = [[1.0, 0.0, 0.0, 0.0], [0.0, cx, -sx, 0.0], [0.0, sx, cx, 0.0], [0.0, 0.0, 0.0, 1.0]];
    product(&about_x, &about_y)
}

fn view() -> Matrix {
    product(&turn(0.03, 0.02), &translation(CAMERA.map(|value| -f64::from(value))))
}

/// A left-handed perspective with depth 0 to 1.
fn projection() -> Matrix {
    let (near, far, zoom) = (f64::from(NEAR), f64::from(FAR), 2.5);
    let depth = far / (far - near);
    [[zoom, 0.0, 0.0, 0.0], [0.0, zoom, 0.0, 0.0], [0.0, 0.0, depth, -near * depth], [0.0, 0.0, 1.0, 0.0]]
}

fn world() -> Matrix {
    product(&translation([0.03125, -0.0625, 0.125]), &product(&turn(0.06, -0.04), &scale([0.9375; 3])))
}

/// From a light's point of view, orthographic.
fn light() -> Matrix {
    product(&scale([0.5, 0.5, 0.25]), &product(&translation([0.0, 0.0, 1.0]), &turn(0.1, 0.15)))
}

fn inverse(m: &Matrix) -> Matrix {
    // Gauss and Jordan with row exchange. The matrices here are far from singular.
    let mut left = *m;
    let mut right = IDENTITY;
    for column in 0..4 {
        let best = (column..4).max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()));
        let best = best.unwrap_or(column);
        left.swap(column, best);
        right.swap(column, best);
        let pivot = left[column][column];
        for i in 0..4 {
            left[column][i] /= pivot;
            right[column][i] /= pivot;
        }
        for row in (0..4).filter(|&row| row != column) {
            let factor = left[row][column];
            for i in 0..4 {
                left[row][i] -= factor * left[column][i];
                right[row][i] -= factor * right[column][i];
            }
        }
    }
    right
}

/// Words for a world, a view, a projection and a light's view.
const PARTS: [&[&str]; 4] = [
    &["world", "model", "object", "bone", "skin", "transform"],
    &["view", "camera"],
    &["proj", "clip", "screen"],
    &["light", "shadow", "cascade", "decal"],
];

/// The matrix for element `element` of the variable `name`.
pub(super) fn named(name: &str, element: u32, convention: Convention) -> Matrix {
    let lower = name.to_ascii_lowercase();
    let m = if convention == Convention::Identity { near_identity(element) } else { by_name(&lower, element) };
    match convention {
        Convention::Columns | Convention::Identity => m,
        Convention::Rows => transposed(&m),
    }
}

/// Rows and columns exchanged.
pub(super) fn transposed(m: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| m[column][row]))
}

fn by_name(lower: &str, element: u32) -> Matrix {
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let [is_world, is_view, is_projection, is_light] = PARTS.map(has);
    if has(&["normal", "rotation"]) {
        return turn(0.06, -0.04);
    }
    if has(&["ui", "text", "sprite", "map", "uv", "tex"]) && !is_view && !is_light {
        return near_identity(element);
    }
    let mut m = IDENTITY;
    if is_world {
        m = product(&world(), &m);
    }
    if is_light {
        m = product(&light(), &m);
    } else {
        if is_view {
            m = product(&view(), &m);
        }
        if is_projection {
            m = product(&projection(), &m);
        }
    }
    if !(is_world || is_view || is_projection || is_light) {
        m = near_identity(element);
    }
    if has(&["prev", "last", "old"]) {
        m = product(&m, &translation([0.0625, -0.03125, 0.03125]));
    }
    if has(&["inv"]) || (has(&["screento", "clipto"]) && is_world) {
        m = inverse(&m);
    }
    if element > 0 {
        let step = f64::from(element);
        m = product(&m, &product(&translation([0.015_625 * step, -0.007_812_5 * step, 0.0]), &turn(0.01 * step, 0.0)));
    }
    m
}

/// Close to the identity, a little different for each element.
fn near_identity(element: u32) -> Matrix {
    let step = f64::from(element % 16) / 256.0;
    product(&translation([0.031_25 + step, -0.015_625 - step, 0.007_812_5]), &turn(0.02 + step, 0.01))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(m: &Matrix, v: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|row| (0..4).map(|i| m[row][i] * v[i]).sum())
    }

    #[test]
    fn the_camera_sees_the_meshes() {
        let m = named("worldViewProj", 0, Convention::Columns);
        for x in [-0.8, 0.8] {
            for y in [-0.8, 0.8] {
                for z in [0.05, 0.65] {
                    let [cx, cy, cz, cw] = apply(&m, [x, y, z, 1.0]);
                    assert!(cw > 0.0 && cx.abs() < cw && cy.abs() < cw && (0.0..=cw).contains(&cz), "{x} {y} {z}");
                }
            }
        }
    }

    #[test]
    fn an_inverse_undoes() {
        let m = product(&named("viewProj", 0, Convention::Columns), &named("invViewProj", 0, Convention::Columns));
        for (row, expected) in m.iter().zip(IDENTITY) {
            for (value, expected) in row.iter().zip(expected) {
                assert!((value - expected).abs() < 1e-9, "{m:?}");
            }
        }
    }

    #[test]
    fn conventions_are_transposes() {
        let (a, b) = (named("world", 3, Convention::Columns), named("world", 3, Convention::Rows));
        assert_eq!(a[1][3], b[3][1]);
        assert_eq!(a[3], [0.0, 0.0, 0.0, 1.0]);
    }
}
