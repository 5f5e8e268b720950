//! Faces of a cube: which one a direction meets and where, and the texels beyond its edges.

/// A face: the axis and sign of its u, of its v, and of its outward direction.
struct Face {
    u: (usize, f64),
    v: (usize, f64),
    major: (usize, f64),
}

/// The faces in the order +x -x +y -y +z -z; u and v grow to the right and down as seen from inside.
const FACES: [Face; 6] = [
    Face { u: (2, -1.0), v: (1, -1.0), major: (0, 1.0) },
    Face { u: (2, 1.0), v: (1, -1.0), major: (0, -1.0) },
    Face { u: (0, 1.0), v: (2, 1.0), major: (1, 1.0) },
    Face { u: (0, 1.0), v: (2, -1.0), major: (1, -1.0) },
    Face { u: (0, 1.0), v: (1, -1.0), major: (2, 1.0) },
    Face { u: (0, -1.0), v: (1, -1.0), major: (2, -1.0) },
];

/// Where a direction meets the cube.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Hit {
    /// Number of the face.
    pub(super) face: u8,
    /// Coordinates on the face, each 0 to 1.
    pub(super) coordinate: [f64; 2],
}

/// The face of the largest component; ties prefer z, then y, then x.
fn face_of(direction: [f64; 3]) -> u8 {
    let [x, y, z] = direction.map(f64::abs);
    let axis = if z >= x && z >= y {
        2
    } else if y >= x {
        1
    } else {
        0
    };
    axis * 2 + u8::from(direction[usize::from(axis)] < 0.0)
}

fn face(number: u8) -> &'static Face {
    &FACES[usize::from(number) % FACES.len()]
}

/// Where a direction meets the cube. The zero vector has no place: its coordinates are NaN.
pub(super) fn hit(direction: [f64; 3]) -> Hit {
    let number = face_of(direction);
    let face = face(number);
    let major = direction[face.major.0].abs();
    let at = |(axis, sign): (usize, f64)| (sign * direction[axis] / major + 1.0) / 2.0;
    Hit { face: number, coordinate: [at(face.u), at(face.v)] }
}

/// The derivative of the coordinates on the face that `direction` meets, for a derivative of the direction.
pub(super) fn derivative(direction: [f64; 3], derivative: [f64; 3]) -> [f64; 2] {
    let face = face(face_of(direction));
    let major = direction[face.major.0].abs();
    let major_change = face.major.1 * derivative[face.major.0];
    [face.u, face.v].map(|(axis, sign)| {
        let (value, change) = (sign * direction[axis], sign * derivative[axis]);
        (change * major - value * major_change) / (2.0 * major * major)
    })
}

/// The texel that continues a face of `size` texels at a position outside of one of its edges: face and position.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the face")]
pub(super) fn neighbour(number: u8, position: [i64; 2], size: u32) -> (u8, [u32; 2]) {
    let face = face(number);
    let width = f64::from(size);
    #[allow(clippy::cast_precision_loss, reason = "one texel beyond the face at most")]
    let [s, t] = position.map(|texel| (2.0 * texel as f64 + 1.0) / width - 1.0);
    let mut direction = [0.0; 3];
    direction[face.u.0] = face.u.1 * s;
    direction[face.v.0] = face.v.1 * t;
    direction[face.major.0] = face.major.1;
    // The projection moves the texel by less than half its size, so it stays the texel beside the edge.
    let hit = hit(direction);
    (hit.face, hit.coordinate.map(|at| ((at * width).floor().max(0.0) as u32).min(size.saturating_sub(1))))
}
