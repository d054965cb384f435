//! Proposals of cuts that are kept in a folder, by content.
//!
//! Only the proposal is kept, as it takes nearly all of the time. The pieces are made of it as of a new one, so that they
//! cover the surface whatever a file says.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use nalgebra::Vector3;

use super::cells::{Grid, VoxelBox};
use super::proposal::{Proposal, propose};
use super::{DecomposeError, Decomposer, MOST_PIECES};

/// What files begin with. Other versions of the package may cut otherwise, and other compilers may hash otherwise: they
/// find no file.
const BEGINNING: &str = concat!("photofinish cuts ", env!("CARGO_PKG_VERSION"), "\n");

/// Returns the proposal that is kept in a folder for this surface and these settings, or else a new one, and keeps it.
pub(super) fn propose_or_take(
    folder: &Path,
    points: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    settings: &Decomposer,
) -> Result<Proposal, DecomposeError> {
    let key = key(points, triangles, settings);
    let file = folder.join(format!("{key:032x}.cuts"));
    if let Some(kept) = fs::read(&file).ok().and_then(|bytes| read(&bytes, key)) {
        return Ok(kept);
    }
    let proposal = propose(points, triangles, settings)?;
    // a folder that cannot be written to costs only time
    let _ = keep(&file, &written(&proposal, key));
    Ok(proposal)
}

/// Writes a file as a whole: another process sees all of it or nothing.
fn keep(file: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let own: PathBuf = file.with_extension(format!("{}-{count}", std::process::id()));
    let folder = file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    fs::write(&own, bytes)?;
    fs::rename(&own, file).inspect_err(|_| {
        let _ = fs::remove_file(&own);
    })
}

fn key(points: &[Vector3<f64>], triangles: &[[u32; 3]], settings: &Decomposer) -> u128 {
    let mut bytes = BEGINNING.as_bytes().to_vec();
    for number in [
        settings.resolution as usize,
        settings.most_pieces,
        points.len(),
    ] {
        bytes.extend((number as u64).to_le_bytes());
    }
    let coordinates = points.iter().flat_map(|point| point.iter());
    for number in [&settings.concavity].into_iter().chain(coordinates) {
        bytes.extend(number.to_bits().to_le_bytes());
    }
    for corner in triangles.iter().flatten() {
        bytes.extend(corner.to_le_bytes());
    }
    u128::from(hash(0, &bytes)) << 64 | u128::from(hash(1, &bytes))
}

fn hash(first: u8, bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(&[first]);
    hasher.write(bytes);
    hasher.finish()
}

/// Returns the bytes of a file: the beginning, the key, the proposal, and a hash of all of it.
fn written(proposal: &Proposal, key: u128) -> Vec<u8> {
    let mut bytes = BEGINNING.as_bytes().to_vec();
    bytes.extend(key.to_le_bytes());
    let (grid, boxes) = &proposal.boxes;
    for number in grid.origin.into_iter().chain([grid.scale]) {
        bytes.extend(number.to_bits().to_le_bytes());
    }
    bytes.extend((boxes.len() as u64).to_le_bytes());
    for VoxelBox { part, least, most } in boxes {
        bytes.extend((*part as u64).to_le_bytes());
        for coordinate in least.iter().chain(most) {
            bytes.extend(coordinate.to_le_bytes());
        }
    }
    bytes.extend((proposal.inside.len() as u64).to_le_bytes());
    for points in &proposal.inside {
        bytes.extend((points.len() as u64).to_le_bytes());
        for coordinate in points.iter().flat_map(|point| point.iter()) {
            bytes.extend(coordinate.to_bits().to_le_bytes());
        }
    }
    bytes.extend(hash(2, &bytes).to_le_bytes());
    bytes
}

/// Returns the proposal in the bytes of a file, unless it is damaged or another one.
fn read(bytes: &[u8], key: u128) -> Option<Proposal> {
    let (content, sum) = bytes.split_last_chunk()?;
    if hash(2, content) != u64::from_le_bytes(*sum) {
        return None;
    }
    let content = content.strip_prefix(BEGINNING.as_bytes())?;
    let mut content = content.strip_prefix(&key.to_le_bytes())?;
    let mut word = || {
        let (word, rest) = content.split_first_chunk()?;
        content = rest;
        Some(u64::from_le_bytes(*word))
    };
    let origin = [word()?, word()?, word()?].map(f64::from_bits);
    let scale = f64::from_bits(word()?);
    let boxes = (0..count(word()?)?).map(|_| {
        Some(VoxelBox {
            part: word()? as usize,
            least: [word()?, word()?, word()?].map(|c| c as i64),
            most: [word()?, word()?, word()?].map(|c| c as i64),
        })
    });
    let boxes = boxes.collect::<Option<Vec<_>>>()?;
    let inside = (0..count(word()?)?).map(|_| {
        let points = (0..word()?).map(|_| Some([word()?, word()?, word()?].map(f64::from_bits)));
        points.map(|point| point.map(Vector3::from)).collect()
    });
    let inside = inside.collect::<Option<Vec<Vec<_>>>>()?;
    let is_known = boxes.iter().all(|own| own.part < inside.len());
    is_known.then_some(Proposal {
        boxes: (Grid { origin, scale }, boxes),
        inside,
    })
}

/// Returns a number of parts, unless there cannot be as many.
fn count(number: u64) -> Option<u64> {
    (number <= MOST_PIECES as u64).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces are those that the file proposes: it is read indeed.
    #[test]
    fn a_kept_proposal_is_taken() {
        let folder = std::env::temp_dir().join(format!("photofinish-kept-{}", std::process::id()));
        let corner = |index: usize| Vector3::from_fn(|axis, _| (index >> axis & 1) as f64);
        let points: Vec<_> = (0..8).map(corner).collect();
        let (triangles, settings) = ([[0, 1, 3], [4, 6, 7]], Decomposer::new());
        let new = propose(&points, &triangles, &settings).unwrap();
        let mut other = propose(&points, &triangles, &settings).unwrap();
        other.inside[0].push(Vector3::repeat(0.5));
        let key = key(&points, &triangles, &settings);
        keep(
            &folder.join(format!("{key:032x}.cuts")),
            &written(&other, key),
        )
        .unwrap();
        let taken = propose_or_take(&folder, &points, &triangles, &settings).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(written(&taken, key), written(&other, key));
        assert_ne!(written(&new, key), written(&other, key));
        // the file of another mesh is not taken
        assert!(read(&written(&other, key), key + 1).is_none());
    }
}
