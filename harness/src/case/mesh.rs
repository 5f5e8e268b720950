//! Meshes: positions, normals, tangents and texture coordinates of a few shapes.
//!
//! All shapes lie in front of the viewer (z grows away from it) within -0.82..0.82 along x and y and 0.1..0.6 along z, so
//! that they are seen whole whether a shader transforms positions or takes them for clip space. Triangles are wound
//! clockwise as the viewer sees them, which is Direct3D's front.

use super::file::MeshKind;

/// One vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vertex {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
    pub(super) tangent: [f32; 3],
    pub(super) texcoord: [f32; 2],
}

/// A mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vertex>,
    pub(super) indices: Vec<u32>,
}

/// Half of the width of a ball.
const HALF: f32 = 0.8;

/// Left edge and width of a sheet. No line between cells runs through centres of pixels of a 32 x 32 target.
const ACROSS: [f32; 2] = [-0.812, 1.606];

/// Lower edge and height of a sheet.
const UP: [f32; 2] = [-0.779, 1.571];

/// Makes a mesh.
pub(super) fn mesh(kind: MeshKind) -> Mesh {
    match kind {
        MeshKind::Triangle => Mesh {
            vertices: [[-0.75, -0.6875], [0.0625, 0.75], [0.75, -0.5]].map(|[x, y]| sheet(x, y, 0.0)).to_vec(),
            indices: vec![0, 1, 2],
        },
        MeshKind::Quad => patch(1, |u, v| sheet(map(u, ACROSS), map(v, UP), 0.0)),
        MeshKind::Grid => patch(4, |u, v| sheet(map(u, ACROSS), map(v, UP), 0.75)),
        MeshKind::Cube => cube(),
        MeshKind::Sphere => patch(6, ball),
    }
}

/// From 0..1 to an edge and a length.
fn map(t: f32, [start, length]: [f32; 2]) -> f32 {
    start + t * length
}

/// A vertex of a sheet that tilts and, by `bend`, bulges towards the viewer.
fn sheet(x: f32, y: f32, bend: f32) -> Vertex {
    let z = 0.4 + 0.1 * x - 0.05 * y - bend * 0.3 * (1.0 - x * x - y * y).max(0.0);
    // The gradient of z; the normal looks to the viewer.
    let slope = if x * x + y * y < 1.0 { bend * 0.6 } else { 0.0 };
    let (along_x, along_y) = (0.1 + slope * x, -0.05 + slope * y);
    Vertex {
        position: [x, y, z],
        normal: unit([along_x, along_y, -1.0]),
        tangent: unit([1.0, 0.0, along_x]),
        texcoord: [(x - ACROSS[0]) / ACROSS[1], 1.0 - (y - UP[0]) / UP[1]],
    }
}

/// A vertex of a ball, by longitude and latitude in 0..1.
fn ball(u: f32, v: f32) -> Vertex {
    let (longitude, latitude) = (u * std::f32::consts::TAU, (v - 0.5) * std::f32::consts::PI);
    // Sines of the machine's library would be rounded differently elsewhere: sixteenths are not.
    let round = |value: f32| (value * 4096.0).round() / 4096.0;
    let (sine, cosine) = (round(longitude.sin()), round(longitude.cos()));
    let (height, radius) = (round(latitude.sin()), round(latitude.cos()));
    let normal = [sine * radius, height, -cosine * radius];
    Vertex {
        position: [normal[0] * HALF, normal[1] * HALF, 0.35 + normal[2] * 0.25],
        normal: unit(normal),
        tangent: unit([cosine, 0.0, sine]),
        texcoord: [u, 1.0 - v],
    }
}

/// A patch of `cells` x `cells` cells; u goes right and v up.
fn patch(cells: u16, vertex: impl Fn(f32, f32) -> Vertex) -> Mesh {
    let mut mesh = Mesh::default();
    for row in 0..=cells {
        for column in 0..=cells {
            mesh.vertices.push(vertex(f32::from(column) / f32::from(cells), f32::from(row) / f32::from(cells)));
        }
    }
    let line = u32::from(cells) + 1;
    for row in 0..u32::from(cells) {
        for column in 0..u32::from(cells) {
            let lower = row * line + column;
            mesh.indices.extend([lower, lower + line, lower + line + 1, lower, lower + line + 1, lower + 1]);
        }
    }
    mesh
}

/// The six faces, each with its own vertices.
fn cube() -> Mesh {
    // Normal and the directions of u and v as the face is seen from outside: v x u looks outward in a left-handed space.
    const FACES: [[[f32; 3]; 3]; 6] = [
        [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
        [[-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
    ];
    let mut mesh = Mesh::default();
    for [normal, right, up] in FACES {
        let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
        for (u, v) in [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)] {
            let corner: [f32; 3] =
                std::array::from_fn(|i| normal[i] + right[i] * (u * 2.0 - 1.0) + up[i] * (v * 2.0 - 1.0));
            mesh.vertices.push(Vertex {
                position: [corner[0] * 0.6, corner[1] * 0.6, 0.35 + corner[2] * 0.2],
                normal,
                tangent: right,
                texcoord: [u, 1.0 - v],
            });
        }
        mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    mesh
}

/// The vector with length 1.
pub(super) fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length > 0.0 { v.map(|value| value / length) } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [MeshKind; 5] = [MeshKind::Triangle, MeshKind::Quad, MeshKind::Grid, MeshKind::Cube, MeshKind::Sphere];

    #[test]
    fn shapes_stay_in_front_of_the_viewer() {
        for kind in KINDS {
            let mesh = mesh(kind);
            for vertex in &mesh.vertices {
                let [x, y, z] = vertex.position;
                assert!(x.abs() <= 0.82 && y.abs() <= 0.82 && (0.05..=0.65).contains(&z), "{kind:?} {vertex:?}");
                let length: f32 = vertex.normal.iter().map(|value| value * value).sum();
                assert!((length - 1.0).abs() < 1e-5, "{kind:?} {vertex:?}");
            }
            assert!(mesh.indices.iter().all(|&index| (index as usize) < mesh.vertices.len()));
        }
    }

    /// Clockwise on the screen: with y up, the signed area is negative. Of closed shapes the faces in front count.
    #[test]
    fn fronts_are_clockwise() {
        for kind in KINDS {
            let mesh = mesh(kind);
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| mesh.vertices[triangle[corner] as usize]);
                let area = (b.position[0] - a.position[0]) * (c.position[1] - a.position[1])
                    - (c.position[0] - a.position[0]) * (b.position[1] - a.position[1]);
                let facing: f32 = [a, b, c].iter().map(|vertex| vertex.normal[2]).sum();
                if facing < -0.5 {
                    assert!(area <= 1e-6, "{kind:?} {triangle:?}");
                }
            }
        }
    }
}
