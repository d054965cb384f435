//! Values of options.

use std::path::PathBuf;

use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use photofinish_robot_files::{Decomposer, MeshShape};

use crate::args::positive;

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let numbers = text.split([',', ' ']).filter(|word| !word.is_empty());
    numbers
        .map(|word| match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(format!("`{word}` is not a finite number")),
        })
        .collect()
}

pub fn pose(text: &str) -> Result<Isometry3<f64>, String> {
    let numbers = numbers(text)?;
    let (position, angles) = match numbers[..] {
        [x, y, z] => ([x, y, z], [0.0; 3]),
        [x, y, z, roll, pitch, yaw] => ([x, y, z], [roll, pitch, yaw]),
        _ => {
            return Err(format!(
                "it must be 3 or 6 numbers, but is {}",
                numbers.len()
            ));
        }
    };
    Ok(Isometry3::from_parts(
        Translation3::from(position),
        UnitQuaternion::from_euler_angles(angles[0], angles[1], angles[2]),
    ))
}

pub fn assignment(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("it must be JOINT=VALUE")?;
    match numbers(value)?[..] {
        [value] => Ok((name.to_owned(), value)),
        _ => Err(format!("`{value}` is not a number")),
    }
}

pub fn package(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("it must be NAME=DIR")?;
    Ok((name.to_owned(), folder.into()))
}

pub fn mesh_shape(text: &str) -> Result<MeshShape, String> {
    Ok(match text {
        "auto" => MeshShape::Automatic,
        "hull" => MeshShape::Hull,
        "objects" => MeshShape::Objects,
        "pieces" => MeshShape::Decomposed(Decomposer::new()),
        "triangles" => {
            return Err(
                "triangles have no inside: an object within a link would be clear; \
                        take pieces, or objects of a file"
                    .to_owned(),
            );
        }
        // a word that is no file name is a mistake
        file if PathBuf::from(file).extension().is_some() => MeshShape::Given(file.into()),
        _ => return Err("it must be auto, hull, objects, pieces, or a file".to_owned()),
    })
}

pub fn mesh_choice(text: &str) -> Result<(String, MeshShape), String> {
    let (name, form) = text.split_once('=').ok_or("it must be NAME=FORM")?;
    Ok((name.to_owned(), mesh_shape(form)?))
}

pub fn cloud(text: &str) -> Result<(PathBuf, f64), String> {
    let (file, radius) = text.rsplit_once('=').ok_or("it must be FILE=RADIUS")?;
    Ok((file.into(), positive(radius)?))
}

pub fn two_names(text: &str) -> Result<[String; 2], String> {
    let (one, other) = text.split_once(',').ok_or("it must be LINK,OTHER")?;
    Ok([one.trim().to_owned(), other.trim().to_owned()])
}

pub fn pair_distance(text: &str) -> Result<([String; 2], f64), String> {
    let (names, distance) = text
        .rsplit_once('=')
        .ok_or("it must be LINK,OTHER=LENGTH")?;
    Ok((two_names(names)?, not_negative(distance)?))
}

pub fn not_negative(text: &str) -> Result<f64, String> {
    match numbers(text)?[..] {
        [value] if value >= 0.0 => Ok(value),
        _ => Err("it must not be negative".to_owned()),
    }
}

pub fn accuracy(text: &str) -> Result<f64, String> {
    match numbers(text)?[..] {
        [share] if (1e-6..=1.0).contains(&share) => Ok(share),
        _ => Err("it must be from 1e-6 to 1".to_owned()),
    }
}

pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("it must be I/N with I from 1 to N".to_owned()),
    }
}
