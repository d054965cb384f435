//! A motion as it is recorded.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use nalgebra::SVector;
use photofinish::Real;

use crate::error::in_units;
use crate::page::{self, BodyData, ContactData, Document, EventData, MeshData};
use crate::track::Track;
use crate::{Color, Mesh, PlaybackError, Pose};

/// A motion of bodies, and their contacts. The [crate] docs have an example.
#[derive(Clone, Debug)]
pub struct Recording {
    title: String,
    caption: String,
    flat: bool,
    length_unit: f64,
    time_unit: f64,
    view: Option<[f64; 3]>,
    sides: Vec<String>,
    events_are: String,
    events: Vec<EventData>,
    meshes: Vec<MeshData>,
    /// The index of each mesh, so that bodies that look alike share one.
    indices: HashMap<MeshData, usize>,
    bodies: Vec<Body>,
    contacts: Vec<ContactData>,
}

#[derive(Clone, Debug)]
struct Body {
    mesh: usize,
    color: Color,
    side: Option<usize>,
    until: Option<i32>,
    track: Track,
}

/// A body of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyId(usize);

/// A contact to be shown, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    time: f64,
    point: [f64; 3],
    normal: [f64; 3],
    micro: bool,
}

impl Contact {
    /// Returns an impact at a time, at a point, with a unit normal.
    pub fn new<T: Real, const D: usize>(
        time: T,
        point: SVector<T, D>,
        normal: SVector<T, D>,
    ) -> Self {
        let in_space = |vector: SVector<T, D>| {
            [0, 1, 2].map(|axis| vector.get(axis).map_or(0.0, |x| x.as_f64()))
        };
        Self {
            time: time.as_f64(),
            point: in_space(point),
            normal: in_space(normal),
            micro: false,
        }
    }

    /// Returns the contact as one of bodies that rest on each other. The button for the next impact passes over it.
    #[must_use]
    pub fn resting(mut self) -> Self {
        self.micro = true;
        self
    }
}

impl Recording {
    /// Returns an empty recording in space, with a unit of length of 0.001 and a unit of time of 0.0001.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.into(),
            caption: String::new(),
            flat: false,
            length_unit: 1e-3,
            time_unit: 1e-4,
            view: None,
            sides: Vec::new(),
            events_are: String::new(),
            events: Vec::new(),
            meshes: Vec::new(),
            indices: HashMap::new(),
            bodies: Vec::new(),
            contacts: Vec::new(),
        }
    }

    /// Sets a line of text below the title.
    #[must_use]
    pub fn caption(mut self, caption: &str) -> Self {
        self.caption = caption.into();
        self
    }

    /// Makes this a recording of the plane, which the viewer shows from the front.
    #[must_use]
    pub fn flat(mut self) -> Self {
        self.flat = true;
        self
    }

    /// Sets the length to which points are rounded. Set it before anything is recorded.
    #[must_use]
    pub fn length_unit(mut self, unit: f64) -> Self {
        self.length_unit = unit;
        self
    }

    /// Sets the time to which times are rounded. Set it before anything is recorded.
    #[must_use]
    pub fn time_unit(mut self, unit: f64) -> Self {
        self.time_unit = unit;
        self
    }

    /// Sets the direction in which the viewer stands at first, as seen from the bodies. It stands so far away that all
    /// bodies are in its picture at all times, but for grounds: fixed bodies much larger than all that moves.
    #[must_use]
    pub fn view(mut self, direction: [f64; 3]) -> Self {
        self.view = Some(direction);
        self
    }

    /// Says what [events](Self::event) are, such as "passed through". The viewer counts them by this name, also where
    /// there are none.
    #[must_use]
    pub fn events_are(mut self, name: &str) -> Self {
        self.events_are = name.into();
        self
    }

    /// Begins a side: the bodies that are added from now on have this label above them, with the number of their events.
    pub fn side(&mut self, label: &str) {
        self.sides.push(label.into());
    }

    /// Adds a body. It is shown from the time of its first pose on.
    ///
    /// # Errors
    /// If a unit is not positive, or the mesh is too large for the unit of length.
    pub fn body(&mut self, mesh: &Mesh, color: Color) -> Result<BodyId, PlaybackError> {
        self.check_units()?;
        let data = MeshData::new(mesh, self.length_unit)?;
        let mesh = *self.indices.entry(data).or_insert_with_key(|data| {
            self.meshes.push(data.clone());
            self.meshes.len() - 1
        });
        self.bodies.push(Body {
            mesh,
            color,
            side: self.sides.len().checked_sub(1),
            until: None,
            track: Track::default(),
        });
        Ok(BodyId(self.bodies.len() - 1))
    }

    /// Says where a body is at a time, in seconds from the start. The viewer interpolates between these poses.
    ///
    /// # Errors
    /// If the body already has a pose at a later time, or a number is not finite or too large for its unit.
    pub fn pose(
        &mut self,
        body: BodyId,
        time: f64,
        pose: impl Into<Pose>,
    ) -> Result<(), PlaybackError> {
        let ticks = self.ticks(time)?;
        let (time_unit, length_unit) = (self.time_unit, self.length_unit);
        let track = &mut self.known(body)?.track;
        match track.last_time() {
            Some(last) if ticks < last => Err(PlaybackError::TimeBackwards {
                body: body.0,
                time,
                last: f64::from(last) * time_unit,
            }),
            _ => track.push(ticks, &pose.into(), length_unit),
        }
    }

    /// Says that a body is no longer shown from a time on, such as where it has gone far away.
    ///
    /// # Errors
    /// If there is no such body, or the time is not finite or too large for its unit.
    pub fn leaves(&mut self, body: BodyId, time: f64) -> Result<(), PlaybackError> {
        let ticks = self.ticks(time)?;
        self.known(body)?.until = Some(ticks);
        Ok(())
    }

    /// Says that a body has an event at a time, in any order of time. The viewer lets it flash, counts it, marks the time
    /// and jumps to it.
    ///
    /// # Errors
    /// If there is no such body, or the time is not finite or too large for its unit.
    pub fn event(&mut self, body: BodyId, time: f64) -> Result<(), PlaybackError> {
        let ticks = self.ticks(time)?;
        self.known(body)?;
        self.events.push(EventData {
            time: ticks,
            body: body.0,
        });
        Ok(())
    }

    /// Adds a contact, in any order of time.
    ///
    /// # Errors
    /// If a number is not finite or too large for its unit.
    pub fn contact(&mut self, contact: &Contact) -> Result<(), PlaybackError> {
        let mut data = ContactData {
            time: self.ticks(contact.time)?,
            point: [0; 3],
            normal: [0; 3],
            micro: contact.micro,
        };
        for axis in 0..3 {
            data.point[axis] = in_units("a contact", contact.point[axis], self.length_unit)?;
            data.normal[axis] = in_units("a normal", contact.normal[axis], page::NORMAL_UNIT)?;
        }
        self.contacts.push(data);
        Ok(())
    }

    /// Returns the page.
    ///
    /// # Errors
    /// If a unit is not positive, or a body has no pose.
    pub fn html(&self) -> Result<String, PlaybackError> {
        self.check_units()?;
        let mut bodies = Vec::new();
        let mut end = 0;
        for (index, body) in self.bodies.iter().enumerate() {
            let last = body.track.last_time();
            end = end.max(last.ok_or(PlaybackError::NoPose { body: index })?);
            bodies.push(BodyData {
                mesh: body.mesh,
                color: body.color.0,
                side: body.side,
                until: body.until,
                track: body.track.differences(),
            });
        }
        let mut contacts = self.contacts.clone();
        contacts.sort_by_key(|contact| contact.time);
        let mut events = self.events.clone();
        events.sort_by_key(|event| event.time);
        let times = (contacts.iter().map(|contact| contact.time))
            .chain(events.iter().map(|event| event.time));
        let end = times.fold(end, i32::max);
        Ok(page::html(&Document {
            title: &self.title,
            caption: &self.caption,
            flat: self.flat,
            length_unit: self.length_unit,
            time_unit: self.time_unit,
            end,
            view: self.view,
            sides: &self.sides,
            events_are: &self.events_are,
            meshes: &self.meshes,
            bodies,
            contacts,
            events,
        }))
    }

    /// Writes the page, makes its folder if there is none, and returns the number of bytes.
    ///
    /// # Errors
    /// If there is no page, as of [`html`](Self::html), or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<usize, PlaybackError> {
        let page = self.html()?;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(path, &page));
        written.map_err(|source| PlaybackError::Unwritable {
            path: path.into(),
            source,
        })?;
        Ok(page.len())
    }

    fn known(&mut self, BodyId(body): BodyId) -> Result<&mut Body, PlaybackError> {
        let bodies = self.bodies.len();
        let known = self.bodies.get_mut(body);
        known.ok_or(PlaybackError::NoSuchBody { body, bodies })
    }

    fn ticks(&self, time: f64) -> Result<i32, PlaybackError> {
        if time < 0.0 {
            return Err(PlaybackError::BeforeStart { value: time });
        }
        in_units("a time", time, self.time_unit)
    }

    fn check_units(&self) -> Result<(), PlaybackError> {
        for (what, value) in [("length", self.length_unit), ("time", self.time_unit)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(PlaybackError::UnitNotPositive { what, value });
            }
        }
        Ok(())
    }
}
