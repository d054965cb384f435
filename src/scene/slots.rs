//! Bodies by handles, which tell when a body was removed.

use std::fmt;

/// A body of a scene.
///
/// Ids are in the order in which bodies were added, but for bodies that took the place of removed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    index: u32,
    generation: u32,
}

impl BodyId {
    /// Returns the number of its place. No two bodies of a scene have the same, but a new body takes the place of a
    /// removed one.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// Writes the number of its place, and after `#` how many bodies were removed from there before, if any were.
impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)?;
        match self.generation {
            0 => Ok(()),
            removed => write!(f, "#{removed}"),
        }
    }
}

/// Things in numbered places.
#[derive(Clone, Debug)]
pub(super) struct Slots<X> {
    places: Vec<Place<X>>,
    free: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Place<X> {
    /// How many things were removed from here.
    generation: u32,
    thing: Option<X>,
}

impl<X> Slots<X> {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Returns `None` if all places that can be numbered are taken.
    pub(super) fn add(&mut self, thing: X) -> Option<BodyId> {
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                let index = u32::try_from(self.places.len()).ok()?;
                self.places.push(Place {
                    generation: 0,
                    thing: None,
                });
                index
            }
        };
        self.places[index as usize].thing = Some(thing);
        Some(self.id(index as usize))
    }

    /// Returns what was removed, or `None` for an id that is not valid any more.
    pub(super) fn remove(&mut self, id: BodyId) -> Option<X> {
        self.get(id)?;
        let place = &mut self.places[id.index()];
        // a place whose generations are used up stays empty
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.free.push(id.index);
        }
        place.thing.take()
    }

    pub(super) fn get(&self, id: BodyId) -> Option<&X> {
        let place = self.places.get(id.index())?;
        let is_same = place.generation == id.generation;
        place.thing.as_ref().filter(|_| is_same)
    }

    /// Returns what is in a place, where there must be something.
    pub(super) fn at(&self, index: usize) -> &X {
        self.places[index]
            .thing
            .as_ref()
            .expect("it was not removed")
    }

    pub(super) fn at_mut(&mut self, index: usize) -> &mut X {
        self.places[index]
            .thing
            .as_mut()
            .expect("it was not removed")
    }

    /// Returns what is in several places at once, given in ascending order, where there must be something.
    #[cfg(feature = "rayon")]
    pub(super) fn some_mut(&mut self, places: &[usize]) -> Vec<&mut X> {
        let (mut rest, mut passed) = (&mut self.places[..], 0);
        let things = places.iter().map(|&index| {
            let (place, after) = std::mem::take(&mut rest)[index - passed..]
                .split_first_mut()
                .expect("a place has a number");
            (rest, passed) = (after, index + 1);
            place.thing.as_mut().expect("it was not removed")
        });
        things.collect()
    }

    /// Returns the id of what is in a place.
    pub(super) fn id(&self, index: usize) -> BodyId {
        BodyId {
            // places were counted in 32 bits
            index: index as u32,
            generation: self.places[index].generation,
        }
    }

    /// Returns the numbers of all taken places, in their order.
    pub(super) fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        let places = self.places.iter().enumerate();
        places.filter_map(|(index, place)| place.thing.as_ref().map(|_| index))
    }
}
