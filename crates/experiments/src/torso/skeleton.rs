//! The torso: 80 bones of tubes, each a little apart from its neighbours. Lengths are in metres, y is up, z to the
//! front.

use nalgebra::{Vector3, vector};

use crate::loft::{Section, Tube, along, section};

/// A bone: tubes that belong together.
pub struct Bone {
    /// What it is called.
    pub name: &'static str,
    /// The tubes.
    pub tubes: Vec<Tube>,
}

/// The number of corners of the sections of large and of small tubes.
const CORNERS: (u32, u32) = (12, 8);
/// The same for tubes that are bent, which have half as many sections.
const CORNERS_OF_BENT: (u32, u32) = (24, 16);
/// From one vertebra to the next.
const PITCH: f64 = 0.034;

/// Returns the height of a vertebra, counted from the neck.
fn level(vertebra: usize) -> f64 {
    0.7 - PITCH * vertebra as f64
}

/// Returns all bones.
pub fn torso() -> Vec<Bone> {
    let mut bones: Vec<Bone> = (0..24).map(vertebra).collect();
    for side in [-1.0, 1.0] {
        bones.extend((0..12).map(|number| rib(number, side)));
        bones.extend((0..7).map(|number| cartilage(number, side)));
        bones.extend([clavicle(side), scapula(side), hip(side)]);
        bones.extend(arm(side));
    }
    bones.extend(middle_bones());
    bones
}

fn bone(name: &'static str, tubes: Vec<Tube>) -> Bone {
    Bone { name, tubes }
}

/// Returns a tube along a straight line, with these radii at equal distances.
fn straight(
    from: Vector3<f64>,
    to: Vector3<f64>,
    radii: &[[f64; 2]],
    wide: Vector3<f64>,
    corners: u32,
) -> Tube {
    let steps = (radii.len() - 1) as f64;
    let sections: Vec<Section> = radii
        .iter()
        .enumerate()
        .map(|(index, radii)| section(from + (to - from) * (index as f64 / steps), *radii))
        .collect();
    Tube::new(&sections, wide, corners)
}

/// Returns a long bone with a head at each end.
fn long(
    name: &'static str,
    from: Vector3<f64>,
    to: Vector3<f64>,
    (shaft, head): (f64, f64),
) -> Bone {
    let profile = [
        0.55, 1.0, 0.9, 0.3, 0.1, 0.0, 0.0, 0.0, 0.0, 0.1, 0.3, 0.9, 1.0, 0.55,
    ];
    let radii = profile.map(|share| [shaft + (head - shaft) * share; 2]);
    let away = if (to - from).y.abs() > (to - from).x.abs() {
        Vector3::x()
    } else {
        Vector3::y()
    };
    bone(name, vec![straight(from, to, &radii, away, CORNERS.0)])
}

fn vertebra(number: usize) -> Bone {
    let y = level(number);
    let size = 0.6 + 0.4 * number as f64 / 23.0;
    let (wide, deep) = (0.021 * size, 0.016 * size);
    let at = |x: f64, dy: f64, z: f64| vector![x, y + dy, z];
    let rim = |share: f64| [wide * share, deep * share];
    let body = straight(
        at(0.0, -0.012, 0.0),
        at(0.0, 0.012, 0.0),
        &[rim(0.9), rim(1.0), rim(0.88), rim(1.0), rim(0.9)],
        Vector3::x(),
        CORNERS.0,
    );
    let thin = |share: f64| [0.004 * share, 0.006 * share];
    let spine = straight(
        at(0.0, 0.0, -0.8 * deep),
        at(0.0, -0.010, -0.055),
        &[thin(1.3), thin(1.0), thin(0.8), thin(1.1)],
        Vector3::x(),
        CORNERS.1,
    );
    let process = |side: f64| {
        let tip = at(side * 0.040, 0.004, -0.012);
        straight(
            at(side * 0.7 * wide, 0.0, -0.3 * deep),
            tip,
            &[thin(1.2), thin(1.0), thin(0.8), thin(1.1)],
            Vector3::y(),
            CORNERS.1,
        )
    };
    bone("vertebra", vec![body, spine, process(-1.0), process(1.0)])
}

/// Returns a point of the arc that ribs and their cartilages follow, by its angle from the back.
fn arc(number: usize, side: f64, angle: f64) -> Vector3<f64> {
    let width = 0.10 + 0.006 * (number as f64).min(6.0);
    let begins = (0.056 / width).asin();
    vector![
        side * width * angle.sin(),
        level(7 + number) - 0.03 * (angle - begins),
        0.07 - 0.1 * angle.cos()
    ]
}

fn rib(number: usize, side: f64) -> Bone {
    let width = 0.10 + 0.006 * (number as f64).min(6.0);
    let (begins, ends) = ((0.056 / width).asin(), if number < 10 { 2.4 } else { 1.6 });
    let sections = along(8, |share| {
        let thick = 1.0 + 0.3 * (1.0 - 4.0 * share).max(0.0);
        section(
            arc(number, side, begins + (ends - begins) * share),
            [0.006 * thick, 0.0035 * thick],
        )
    });
    bone(
        "rib",
        vec![Tube::new(&sections, Vector3::y(), CORNERS_OF_BENT.1)],
    )
}

fn cartilage(number: usize, side: f64) -> Bone {
    let sections = along(6, |share| {
        section(arc(number, side, 2.5 + 0.33 * share), [0.0055, 0.0035])
    });
    bone(
        "cartilage",
        vec![Tube::new(&sections, Vector3::y(), CORNERS_OF_BENT.1)],
    )
}

fn clavicle(side: f64) -> Bone {
    let y = level(7) + 0.032;
    let sections = along(8, |share| {
        let bend = 0.015 * (std::f64::consts::TAU * share).sin();
        let head = 0.0055 + 0.004 * (2.0 * share - 1.0).powi(4);
        section(
            vector![
                side * (0.03 + 0.14 * share),
                y + 0.012 * share,
                0.165 - 0.11 * share + bend
            ],
            [head, head],
        )
    });
    bone(
        "clavicle",
        vec![Tube::new(&sections, Vector3::y(), CORNERS_OF_BENT.0)],
    )
}

fn scapula(side: f64) -> Bone {
    let at = |dy: f64, z: f64| vector![side * 0.105, level(8) + dy, z];
    let widths = [0.012, 0.03, 0.04, 0.038, 0.032, 0.026, 0.02, 0.014, 0.008];
    let plate = straight(
        at(0.02, -0.060),
        at(-0.14, -0.066),
        &widths.map(|width| [width, 0.004]),
        Vector3::x(),
        CORNERS.0,
    );
    let ridge = straight(
        vector![side * 0.08, level(8) - 0.01, -0.066],
        vector![side * 0.165, level(8) + 0.025, -0.075],
        &[
            [0.004, 0.006],
            [0.005, 0.008],
            [0.006, 0.009],
            [0.009, 0.007],
        ],
        Vector3::y(),
        CORNERS.1,
    );
    bone("scapula", vec![plate, ridge])
}

fn hip(side: f64) -> Bone {
    let y = level(23);
    let sections = along(7, |share| {
        let width = 0.012 + 0.028 * (std::f64::consts::PI * (0.15 + 0.85 * share)).sin();
        section(
            vector![
                side * (0.125 - 0.09 * share * share),
                y + 0.0 - 0.17 * share,
                -0.02 + 0.09 * share
            ],
            [width, 0.008],
        )
    });
    bone(
        "hip bone",
        vec![Tube::new(&sections, Vector3::z(), CORNERS_OF_BENT.0)],
    )
}

fn arm(side: f64) -> [Bone; 3] {
    let at = |x: f64, below: f64| vector![side * x, level(7) - below, 0.0];
    [
        long("humerus", at(0.24, -0.02), at(0.24, 0.28), (0.011, 0.022)),
        long("radius", at(0.258, 0.31), at(0.262, 0.53), (0.007, 0.011)),
        long("ulna", at(0.226, 0.31), at(0.222, 0.53), (0.007, 0.012)),
    ]
}

/// Returns the bones that there is one of.
fn middle_bones() -> Vec<Bone> {
    let top = level(0);
    let skull = along(13, |share| {
        let round = (1.0 - (2.0 * share - 1.0).powi(2)).max(0.06).sqrt();
        section(
            vector![0.0, top + 0.055 + 0.17 * share, 0.02],
            [0.068 * round, 0.082 * round],
        )
    });
    let bow = |height: f64, middle: f64, radii: [f64; 2], thick: [f64; 2]| {
        along(7, move |share| {
            let angle = std::f64::consts::PI * share;
            section(
                vector![
                    -radii[0] * angle.cos(),
                    height,
                    middle + radii[1] * angle.sin()
                ],
                thick,
            )
        })
    };
    let mandible = bow(top + 0.015, 0.045, [0.05, 0.06], [0.012, 0.006]);
    let hyoid = bow(level(2), 0.045, [0.02, 0.02], [0.004, 0.003]);
    let front = |from: f64, to: f64, widths: &[f64]| {
        let radii: Vec<_> = widths.iter().map(|width| [*width, 0.005]).collect();
        straight(
            vector![0.0, from, 0.172],
            vector![0.0, to, 0.172],
            &radii,
            Vector3::x(),
            CORNERS.0,
        )
    };
    let sacrum = along(12, |share| {
        let narrow = 1.0 - 0.75 * share;
        section(
            vector![0.0, level(23) - 0.028 - 0.11 * share, -0.03 * share],
            [0.034 * narrow, 0.016 * narrow],
        )
    });
    let tube = |sections: &[Section], wide| Tube::new(sections, wide, CORNERS.0);
    let bent = |sections: &[Section], wide| Tube::new(sections, wide, CORNERS_OF_BENT.0);
    vec![
        bone("skull", vec![tube(&skull, Vector3::x())]),
        bone("mandible", vec![bent(&mandible, Vector3::y())]),
        bone("hyoid", vec![bent(&hyoid, Vector3::y())]),
        bone(
            "manubrium",
            vec![front(
                level(7) + 0.012,
                level(7) - 0.038,
                &[0.016, 0.024, 0.022, 0.018, 0.015, 0.013],
            )],
        ),
        bone(
            "sternum",
            vec![front(
                level(7) - 0.048,
                level(14) - 0.06,
                &[
                    0.010, 0.013, 0.014, 0.014, 0.015, 0.015, 0.015, 0.014, 0.013, 0.01, 0.006,
                ],
            )],
        ),
        bone("sacrum", vec![tube(&sacrum, Vector3::x())]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_80_bones_of_22_952_triangles() {
        let bones = torso();
        assert_eq!(bones.len(), 80);
        let triangles: usize = bones
            .iter()
            .flat_map(|bone| &bone.tubes)
            .map(Tube::triangles)
            .sum();
        assert_eq!(triangles, 22_952);
    }
}
