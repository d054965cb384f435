//! The objects around a robot.

use nalgebra::Isometry3;

use super::cloud::{Cloud, Elements};
use super::link::checked_pose;
use super::{Link, RobotError};
use photofinish::shape::{AnyShape, Ball, Cuboid};

/// An object that a link of the robot holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Attached {
    /// The name of the link that holds it.
    pub link: String,
    /// The object.
    pub object: Link,
    /// The pose of the object's frame in the frame of the link.
    pub pose: Isometry3<f64>,
    /// The names of the links that the object may touch, besides the one that holds it.
    pub touching: Vec<String>,
}

/// Objects at rest around a robot, in the frame of the world.
///
/// The package `photofinish-robot-files` reads a scene from a file. It can also be built object by object:
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish_robot::{Link, Scene};
/// use photofinish::shape::{Ball, Cuboid};
///
/// let mut scene = Scene::new();
/// scene.add("table", Cuboid::new(vector![1.0, 0.5, 0.02])?, Isometry3::translation(0.0, 0.0, 0.4))?;
/// let snowman = Link::new("snowman")
///     .with(Ball::new(0.2)?, Isometry3::identity())
///     .with(Ball::new(0.15)?, Isometry3::translation(0.0, 0.0, 0.3));
/// scene.add_object(snowman, Isometry3::translation(0.5, 0.0, 0.62))?;
/// assert_eq!(scene.objects().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    objects: Vec<Link>,
    /// The objects as they were given, each with its pose in the world. They are kept because the composed poses in
    /// `objects` are rounded.
    given: Vec<(Isometry3<f64>, Link)>,
    /// Names of a link and an object, or of two links, and whether they may touch.
    pairs: Vec<([String; 2], bool)>,
    /// Names of links and objects, and whether they may touch what no pair speaks of.
    defaults: Vec<(String, bool)>,
    joint_values: Vec<(String, f64)>,
    attached: Vec<Attached>,
    clouds: Vec<Cloud>,
}

impl Scene {
    /// Returns an empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object of one shape.
    ///
    /// # Errors
    /// As for [`add_object`](Self::add_object).
    pub fn add(
        &mut self,
        name: impl Into<String>,
        shape: impl Into<AnyShape<f64, 3>>,
        pose: Isometry3<f64>,
    ) -> Result<(), RobotError> {
        self.add_object(Link::new(name).with(shape, Isometry3::identity()), pose)
    }

    /// Adds an object: a link at rest, with its frame at `pose` in the world.
    ///
    /// # Errors
    /// [`RobotError::DuplicateName`] if the scene has an object of this name, and [`RobotError::BadValue`] if a pose is
    /// invalid.
    pub fn add_object(&mut self, object: Link, pose: Isometry3<f64>) -> Result<(), RobotError> {
        let Link { name, pieces } = object;
        self.check_new(&name)?;
        let pose = checked_pose(pose, &name)?;
        let pieces = pieces.into_iter().map(|piece| piece.checked(&name));
        let pieces = pieces.collect::<Result<Vec<_>, RobotError>>()?;
        let given = Link { name, pieces };
        let mut placed = given.clone();
        for piece in &mut placed.pieces {
            piece.pose = pose * piece.pose;
        }
        self.objects.push(placed);
        self.given.push((pose, given));
        Ok(())
    }

    /// Adds points with a ball around each, as one object. The coordinates of the points lie one after the other. Only a
    /// [planner](super::Planner) has the speed for many points; other questions take each of them for a piece.
    ///
    /// ```
    /// # use photofinish_robot::Scene;
    /// let mut scene = Scene::new();
    /// scene.add_points("wall", &[1.0, 0.0, 0.5, 1.0, 0.01, 0.5], 0.005)?;
    /// scene.add_voxels("map", &[1.0, 0.5, 0.5], 0.02)?;
    /// assert_eq!(scene.clouds()[0].points().len(), 2);
    /// # Ok::<(), photofinish_robot::RobotError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add_object`](Self::add_object). [`RobotError::BadValue`] also if the radius is invalid, and
    /// [`RobotError::CoordinateCount`] if a coordinate is missing.
    pub fn add_points(
        &mut self,
        name: impl Into<String>,
        points: &[f64],
        radius: f64,
    ) -> Result<(), RobotError> {
        let name = name.into();
        let ball = Ball::new(radius).map_err(|error| RobotError::bad(&name, error))?;
        self.add_cloud(name, points, Elements::Shape(ball.into()))
    }

    /// Adds cubes along the axes of the world, as one object. The coordinates of their middles lie one after the other,
    /// and `size` is the length of their edges. See [`add_points`](Self::add_points).
    ///
    /// # Errors
    /// As for [`add_points`](Self::add_points).
    pub fn add_voxels(
        &mut self,
        name: impl Into<String>,
        middles: &[f64],
        size: f64,
    ) -> Result<(), RobotError> {
        let name = name.into();
        let half = nalgebra::Vector3::repeat(0.5 * size);
        let cube = Cuboid::new(half).map_err(|error| RobotError::bad(&name, error))?;
        self.add_cloud(name, middles, Elements::Shape(cube.into()))
    }

    /// Adds triangles, as one object. The coordinates of the vertices lie one after the other, and a triangle names three of
    /// them. Nothing is inside of a surface: what it surrounds may be there. See [`add_points`](Self::add_points).
    ///
    /// ```
    /// # use photofinish_robot::Scene;
    /// let mut scene = Scene::new();
    /// let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.2];
    /// scene.add_surface("ramp", &corners, &[[0, 1, 2], [0, 2, 3]])?;
    /// assert_eq!(scene.clouds()[0].triangles().len(), 2);
    /// # Ok::<(), photofinish_robot::RobotError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add_points`](Self::add_points), and [`RobotError::UnknownVertex`] if a triangle names a vertex that is not
    /// there.
    pub fn add_surface(
        &mut self,
        name: impl Into<String>,
        vertices: &[f64],
        triangles: &[[u32; 3]],
    ) -> Result<(), RobotError> {
        let elements = Elements::Triangles(triangles.to_vec());
        self.add_cloud(name.into(), vertices, elements)
    }

    fn add_cloud(
        &mut self,
        name: String,
        points: &[f64],
        elements: Elements,
    ) -> Result<(), RobotError> {
        self.check_new(&name)?;
        self.clouds.push(Cloud::new(name, points, elements)?);
        Ok(())
    }

    fn check_new(&self, name: &str) -> Result<(), RobotError> {
        if self.names().any(|other| other == name) {
            return Err(RobotError::DuplicateName {
                kind: "object",
                name: name.to_owned(),
            });
        }
        Ok(())
    }

    /// Returns the place of an object that is no cloud.
    fn place_of(&self, name: &str) -> Result<usize, RobotError> {
        let mut objects = self.objects.iter();
        let place = objects.position(|object| object.name == name);
        place.ok_or_else(|| {
            let known = self.objects.iter().map(Link::name);
            RobotError::unknown_object("object of the scene, other than a cloud,", name, known)
        })
    }

    /// Moves an object to another pose of its frame in the world.
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if there is no object of this name, or it is a cloud. [`RobotError::BadValue`] if the
    /// pose is invalid.
    pub fn move_object(&mut self, name: &str, pose: Isometry3<f64>) -> Result<(), RobotError> {
        let index = self.place_of(name)?;
        let pose = checked_pose(pose, name)?;
        let (at, given) = &mut self.given[index];
        *at = pose;
        let pieces = self.objects[index].pieces.iter_mut().zip(&given.pieces);
        pieces.for_each(|(placed, given)| placed.pose = pose * given.pose);
        Ok(())
    }

    /// Takes an object away. What is said of its name stays.
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if there is no object of this name.
    pub fn remove_object(&mut self, name: &str) -> Result<(), RobotError> {
        if let Some(index) = self.objects.iter().position(|object| object.name == name) {
            self.objects.remove(index);
            self.given.remove(index);
            return Ok(());
        }
        match self.clouds.iter().position(|cloud| cloud.name == name) {
            Some(index) => {
                self.clouds.remove(index);
                Ok(())
            }
            None => {
                let kind = "object of the scene";
                Err(RobotError::unknown_object(kind, name, self.names()))
            }
        }
    }

    /// Returns the names of all objects, clouds last.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let clouds = self.clouds.iter().map(Cloud::name);
        self.objects.iter().map(Link::name).chain(clouds)
    }

    /// Returns the clouds.
    pub fn clouds(&self) -> &[Cloud] {
        &self.clouds
    }

    /// Returns the scene with the points of clouds as pieces of objects.
    pub(super) fn in_pieces(&self) -> Self {
        let mut scene = self.clone();
        for cloud in scene.clouds.split_off(0) {
            let added = scene.add_object(cloud.in_pieces(), Isometry3::identity());
            added.expect("a name and points that were checked");
        }
        scene
    }

    /// Lets a link touch an object, or another link, in this scene. The last word about a pair counts.
    pub fn allow(&mut self, link: impl Into<String>, other: impl Into<String>) {
        self.pairs.push(([link.into(), other.into()], true));
    }

    /// Lets a link not touch an object, or another link, in this scene, whatever else allows it: the robot, or that one
    /// of them [may touch everything](Self::allow_everywhere). The last word about a pair counts. But what a link
    /// [holds](Self::attach) may touch it all the same, and the links that were named for it.
    pub fn forbid(&mut self, link: impl Into<String>, other: impl Into<String>) {
        self.pairs.push(([link.into(), other.into()], false));
    }

    /// Lets the link or object of this name touch everything of which no pair says otherwise, and that need
    /// [not be kept clear](Self::forbid_everywhere). If there are both a link and an object, it lets both.
    pub fn allow_everywhere(&mut self, name: impl Into<String>) {
        self.defaults.push((name.into(), true));
    }

    /// Lets the link or object of this name touch nothing of which no pair says otherwise, whatever may touch
    /// everything. If there are both a link and an object, it holds for both.
    pub fn forbid_everywhere(&mut self, name: impl Into<String>) {
        self.defaults.push((name.into(), false));
    }

    /// Attaches an object to a link of the robot, for checks in this scene. The pose is in the frame of the link, as
    /// for [`Robot::attach`](super::Robot::attach).
    pub fn attach(
        &mut self,
        link: impl Into<String>,
        object: Link,
        pose: Isometry3<f64>,
        touching: impl IntoIterator<Item = String>,
    ) {
        self.attached.push(Attached {
            link: link.into(),
            object,
            pose,
            touching: touching.into_iter().collect(),
        });
    }

    /// Fixes an object of the scene to a link, at a pose in the frame of the link. It may touch that link and those in
    /// `touching`.
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if there is no object of this name, or it is a cloud. [`RobotError::BadValue`] if the
    /// pose is invalid.
    pub fn attach_object(
        &mut self,
        name: &str,
        link: impl Into<String>,
        pose: Isometry3<f64>,
        touching: impl IntoIterator<Item = String>,
    ) -> Result<(), RobotError> {
        let index = self.place_of(name)?;
        let pose = checked_pose(pose, name)?;
        self.objects.remove(index);
        let (_, object) = self.given.remove(index);
        self.attach(link, object, pose, touching);
        Ok(())
    }

    /// Leaves an attached object in the scene, with its frame at a pose in the world.
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if no object of this name is attached, and the errors of
    /// [`add_object`](Self::add_object).
    pub fn detach_object(&mut self, name: &str, pose: Isometry3<f64>) -> Result<(), RobotError> {
        let mut held = self.attached.iter();
        let Some(index) = held.position(|held| held.object.name == name) else {
            let known = self.attached.iter().map(|held| held.object.name());
            return Err(RobotError::unknown_object("attached object", name, known));
        };
        self.add_object(self.attached[index].object.clone(), pose)?;
        self.attached.remove(index);
        Ok(())
    }

    /// Sets the value of a joint for paths in this scene that do not name it. A joint that is fixed is at 0.
    /// It, and a joint that follows another, can only be given the value that they have.
    pub fn set_joint(&mut self, joint: impl Into<String>, value: f64) {
        self.joint_values.push((joint.into(), value));
    }

    /// Returns the objects, with their pieces in the frame of the world. The composed poses are rounded; a check starts
    /// from the poses that were given, and accounts for rounding.
    pub fn objects(&self) -> &[Link] {
        &self.objects
    }

    /// Returns the objects as they were given, with their poses in the world.
    pub(super) fn given(&self) -> &[(Isometry3<f64>, Link)] {
        &self.given
    }

    /// Returns pairs of names, and whether they may touch.
    pub fn pairs(&self) -> &[([String; 2], bool)] {
        &self.pairs
    }

    /// Returns names of links and objects, and whether they may touch what no pair speaks of.
    pub fn defaults(&self) -> &[(String, bool)] {
        &self.defaults
    }

    /// Returns the objects that are attached to the robot.
    pub fn attached(&self) -> &[Attached] {
        &self.attached
    }

    /// Returns the values of joints for paths that do not name them.
    pub fn joint_values(&self) -> &[(String, f64)] {
        &self.joint_values
    }
}
