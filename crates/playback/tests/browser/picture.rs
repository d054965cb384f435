//! Pictures of pages.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The pixels of a picture: red, green, blue.
pub struct Picture {
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG file.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().ok_or("too large")?];
        let size = reader.next_frame(&mut bytes)?;
        let samples = size.color_type.samples();
        let pixels = bytes[..size.buffer_size()].chunks_exact(samples);
        Ok(Self {
            pixels: pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        })
    }

    /// Asserts that bodies in several colours are drawn, and cover a fair part of the picture.
    pub fn assert_drawn(&self, name: &str) {
        let mut colored = HashMap::<[u8; 3], usize>::new();
        for pixel in &self.pixels {
            let [red, green, blue] = *pixel;
            let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
            // text, buttons and the floor are grey
            if most - least > 60 {
                *colored.entry(pixel.map(|c| c / 64)).or_default() += 1;
            }
        }
        let covered = colored.values().sum::<usize>() as f64 / self.pixels.len() as f64;
        assert!(
            (0.01..0.9).contains(&covered),
            "{name}: bodies cover {covered}"
        );
        let shades = colored.values().filter(|&&count| count > 200).count();
        assert!(shades >= 3, "{name}: only {shades} shades");
    }
}
