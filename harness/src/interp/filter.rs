//! Which texels a lookup reads and with which weights: addressing, mip levels, filters, comparison, gather.
//!
//! Coordinates, weights and sums are 64-bit floats without the rounding to 8 fractional bits that Direct3D allows.

use dxbc_translator::program::ResourceDimension;

use super::cube;
use super::float;
use super::nudge::Nudge;
use super::resource::{Address, Filter, Sampler, Texture};

/// Most texels of one lookup: eight of a 3D level, two levels.
const MOST_TAPS: usize = 16;

/// One texel, or the border.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Texel {
    pub(super) level: usize,
    /// Layer, face included.
    pub(super) slice: u32,
    /// Whole coordinates; none is the border.
    pub(super) position: Option<[u32; 3]>,
}

/// The texels of a lookup with their weights; texels of weight 0 are not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taps {
    list: [(f64, Texel); MOST_TAPS],
    count: usize,
}

impl Taps {
    const fn new() -> Self {
        Self { list: [(0.0, Texel { level: 0, slice: 0, position: None }); MOST_TAPS], count: 0 }
    }

    fn add(&mut self, weight: f64, texel: Texel) {
        if weight != 0.0
            && let Some(slot) = self.list.get_mut(self.count)
        {
            *slot = (weight, texel);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (f64, Texel)> {
        self.list.iter().copied().take(self.count)
    }
}

/// A place in a texture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a> {
    pub(super) texture: &'a Texture,
    pub(super) sampler: &'a Sampler,
    /// u, v, w; of a cube the direction.
    pub(super) coordinate: [f32; 3],
    /// Array layer; of a cube array the cube.
    pub(super) layer: u32,
    /// Added to whole texel coordinates before addressing.
    pub(super) offset: [i32; 3],
}

/// Axes that are filtered: the coordinates of a dimension without its layer, two on the face of a cube.
pub(super) const fn axis_count(dimension: ResourceDimension) -> usize {
    match dimension {
        ResourceDimension::Texture1D | ResourceDimension::Texture1DArray | ResourceDimension::Buffer => 1,
        ResourceDimension::Texture3D => 3,
        ResourceDimension::Texture2D
        | ResourceDimension::Texture2DArray
        | ResourceDimension::Texture2DMS
        | ResourceDimension::Texture2DMSArray
        | ResourceDimension::TextureCube
        | ResourceDimension::TextureCubeArray
        | ResourceDimension::Unknown
        | ResourceDimension::RawBuffer
        | ResourceDimension::StructuredBuffer => 2,
    }
}

/// Whether a dimension is a cube or an array of cubes.
pub(super) const fn is_cube(dimension: ResourceDimension) -> bool {
    matches!(dimension, ResourceDimension::TextureCube | ResourceDimension::TextureCubeArray)
}

/// The two whole positions along an axis and their weights.
type AxisTaps = [(i64, f64); 2];

/// Positions along an axis of `size` texels, not addressed yet. A point filter has one, twice in the list.
#[allow(clippy::cast_possible_truncation, reason = "a position beyond 64 bits saturates")]
fn axis_taps(coordinate: f64, size: u32, filter: Filter, offset: i32) -> AxisTaps {
    let scaled = coordinate * f64::from(size);
    let at = |position: f64| (position as i64).saturating_add(i64::from(offset));
    match filter {
        Filter::Point => [(at(scaled.floor()), 1.0), (at(scaled.floor()), 0.0)],
        Filter::Linear => {
            let first = (scaled - 0.5).floor();
            let fraction = scaled - 0.5 - first;
            [(at(first), 1.0 - fraction), (at(first).saturating_add(1), fraction)]
        }
    }
}

/// The texel that a position means; none is the border.
fn address(position: i64, size: u32, mode: Address) -> Option<u32> {
    let count = i64::from(size);
    let last = count - 1;
    let inside = match mode {
        Address::Wrap => position.rem_euclid(count),
        Address::Mirror => {
            let place = position.rem_euclid(2 * count);
            if place < count { place } else { 2 * count - 1 - place }
        }
        Address::Clamp => position.clamp(0, last),
        // -1 mirrors to 0; saturating keeps the most negative position in range.
        Address::MirrorOnce => (if position < 0 { (-1i64).saturating_sub(position) } else { position }).min(last),
        Address::Border if (0..count).contains(&position) => position,
        Address::Border => return None,
    };
    u32::try_from(inside).ok()
}

/// The mip levels of a level of detail with their weights, and the filter within them.
///
/// `lod` has its bias and the sampler's clamps; at 0 and below the texture is magnified. The nearest level of x.5 is
/// the smaller one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the levels there are")]
pub(super) fn levels(lod: f64, sampler: &Sampler, count: usize) -> (Filter, [(usize, f64); 2]) {
    if lod <= 0.0 {
        return (sampler.mag, [(0, 1.0), (0, 0.0)]);
    }
    let last = count.saturating_sub(1);
    let clamped = lod.min(u32::try_from(last).map_or(0.0, f64::from));
    match sampler.mip {
        Filter::Point => (sampler.min, [(((clamped + 0.5).floor() as usize).min(last), 1.0), (0, 0.0)]),
        Filter::Linear => {
            let first = clamped.floor();
            let level = first as usize;
            let fraction = clamped - first;
            (sampler.min, [(level, 1.0 - fraction), ((level + 1).min(last), fraction)])
        }
    }
}

impl Lookup<'_> {
    /// Lets the coordinates err, by parts of a texel of the smaller level that is read at a level of detail.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the levels there are")]
    pub(super) fn nudge(&mut self, nudge: Nudge, salt: u32, lod: f64) {
        let last = self.texture.levels.len().saturating_sub(1);
        let level = (lod.max(0.0).ceil() as usize).min(last);
        let Some(extent) = self.texture.levels.get(level) else { return };
        let sizes = match self.texture.dimension {
            dimension if is_cube(dimension) => [extent.width; 3],
            _ => [extent.width, extent.height, extent.depth],
        };
        for (coordinate, size) in self.coordinate.iter_mut().zip(sizes) {
            *coordinate = nudge.coordinate(*coordinate, size, salt);
        }
    }

    /// The texels that are read at a level of detail. Integer formats are never filtered within a level or between
    /// levels.
    pub(super) fn taps(&self, lod: f64) -> Taps {
        let integer = self.texture.format.is_integer();
        let sampler = if integer {
            Sampler { min: Filter::Point, mag: Filter::Point, mip: Filter::Point, ..*self.sampler }
        } else {
            *self.sampler
        };
        let (filter, levels) = levels(lod, &sampler, self.texture.levels.len());
        let mut taps = Taps::new();
        for (level, weight) in levels {
            if weight != 0.0 {
                self.level_taps(level, weight, filter, &mut taps);
            }
        }
        taps
    }

    fn level_taps(&self, level: usize, weight: f64, filter: Filter, taps: &mut Taps) {
        let Some((size, axes)) = self.axes_at(level, filter) else { return };
        if is_cube(self.texture.dimension) {
            self.cube_taps(level, weight, [axes[0], axes[1]], size[0], taps);
            return;
        }
        for (x, x_weight) in axes[0] {
            for (y, y_weight) in axes[1] {
                for (z, z_weight) in axes[2] {
                    let texel = self.texel(level, [x, y, z], size);
                    taps.add(weight * x_weight * y_weight * z_weight, texel);
                }
            }
        }
    }

    /// The size of a level and the positions along each of its axes.
    fn axes_at(&self, level: usize, filter: Filter) -> Option<([u32; 3], [AxisTaps; 3])> {
        let mip = self.texture.levels.get(level)?;
        let size = [mip.width, mip.height, mip.depth];
        let mut axes = [[(0, 1.0), (0, 0.0)]; 3];
        let coordinate = if is_cube(self.texture.dimension) {
            let [u, v] = cube::hit(self.coordinate.map(f64::from)).coordinate;
            [u, v, 0.0]
        } else {
            self.coordinate.map(f64::from)
        };
        for axis in 0..axis_count(self.texture.dimension) {
            axes[axis] = axis_taps(coordinate[axis], size[axis], filter, self.offset[axis]);
            if filter == Filter::Point && is_cube(self.texture.dimension) {
                // The coordinate 1 itself belongs to the last texel of the face.
                axes[axis] = axes[axis].map(|(place, weight)| (place.clamp(0, i64::from(size[axis]) - 1), weight));
            }
        }
        Some((size, axes))
    }

    fn texel(&self, level: usize, position: [i64; 3], size: [u32; 3]) -> Texel {
        let mut inside = [0; 3];
        let mut border = false;
        for axis in 0..axis_count(self.texture.dimension) {
            match address(position[axis], size[axis], self.sampler.address[axis]) {
                Some(place) => inside[axis] = place,
                None => border = true,
            }
        }
        Texel { level, slice: self.layer, position: (!border).then_some(inside) }
    }

    /// On a cube filters go across the edges; where three faces meet, the missing texel is the average of the others.
    fn cube_taps(&self, level: usize, weight: f64, [columns, rows]: [AxisTaps; 2], size: u32, taps: &mut Taps) {
        let mut corner = 0.0;
        let mut found = [(0.0, None); 4];
        for (number, slot) in found.iter_mut().enumerate() {
            let ((x, x_weight), (y, y_weight)) = (columns[number & 1], rows[number >> 1]);
            let texel = self.face_texel(level, [x, y], size);
            let share = x_weight * y_weight;
            if texel.is_none() {
                corner = share;
            }
            *slot = (share, texel);
        }
        for (share, texel) in found {
            if let Some(texel) = texel {
                taps.add(weight * (share + corner / 3.0), texel);
            }
        }
    }

    /// A texel of the face that the direction meets, or of its neighbour; none at a corner.
    fn face_texel(&self, level: usize, position: [i64; 2], size: u32) -> Option<Texel> {
        let face = cube::hit(self.coordinate.map(f64::from)).face;
        let last = i64::from(size) - 1;
        let outside = position.map(|place| place < 0 || place > last);
        let (face, [x, y]) = match outside {
            [true, true] => return None,
            [false, false] => (face, position.map(|place| u32::try_from(place).unwrap_or(0))),
            _ => cube::neighbour(face, position, size),
        };
        Some(Texel { level, slice: self.layer * 6 + u32::from(face), position: Some([x, y, 0]) })
    }

    /// The four texels of a gather in its order: lower left, lower right, upper right, upper left (v grows down). None
    /// is the missing texel at the corner of a cube.
    pub(super) fn gather(&self) -> [Option<Texel>; 4] {
        let Some((size, axes)) = self.axes_at(0, Filter::Linear) else { return [None; 4] };
        let ([left, right], [upper, lower]) = (axes[0].map(|tap| tap.0), axes[1].map(|tap| tap.0));
        [[left, lower], [right, lower], [right, upper], [left, upper]].map(|[x, y]| {
            if is_cube(self.texture.dimension) {
                self.face_texel(0, [x, y], size[0])
            } else {
                Some(self.texel(0, [x, y, 0], size))
            }
        })
    }

    /// The components of one texel or of the border.
    pub(super) fn fetch(&self, texel: Texel) -> [u32; 4] {
        match texel.position {
            Some(position) => {
                self.texture.texel(texel.level, texel.slice, position).unwrap_or_else(|| self.texture.format.outside())
            }
            None => self.texture.format.border(self.sampler.border),
        }
    }

    /// The filtered components. A single texel keeps its bits.
    pub(super) fn color(&self, taps: &Taps) -> [u32; 4] {
        if let (1, Some((_, texel))) = (taps.count, taps.iter().next()) {
            return self.fetch(texel);
        }
        let mut sums = [0.0; 4];
        for (weight, texel) in taps.iter() {
            for (sum, bits) in sums.iter_mut().zip(self.fetch(texel)) {
                *sum += weight * f64::from(float::read(bits));
            }
        }
        sums.map(|sum| float::result(float::round(sum)))
    }

    /// The filtered share of texels that the reference passes against.
    pub(super) fn compare(&self, taps: &Taps, reference: f32) -> f32 {
        let share: f64 =
            taps.iter().map(|(weight, texel)| if self.passes(texel, reference) { weight } else { 0.0 }).sum();
        float::round(share)
    }

    /// Whether the reference passes against the first component of a texel.
    pub(super) fn passes(&self, texel: Texel, reference: f32) -> bool {
        let value = float::read(self.fetch(texel)[0]);
        self.sampler.comparison.passes(self.texture.format.quantise(float::read(reference.to_bits())), value)
    }
}
