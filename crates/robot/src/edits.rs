//! Objects that are added, moved and taken away.

use std::sync::{Arc, OnceLock};

use nalgebra::Isometry3;

use super::bodies::Owner;
use super::checker::Checker;
use super::touching::Touching;
use super::{Link, RobotError, Scene};

impl Checker {
    /// Adds an object at rest, with its frame at `pose` in the world.
    ///
    /// For a [planner](Self::planner) this costs about as much as the pieces of the object, and a look at the names of all
    /// others. Other questions build what they need of the new scene once it is asked for. What the scene and the rules
    /// said of an object of this name when the checker was built holds.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// # let mut scene = Scene::new();
    /// # scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.5, 0.0, 0.0))?;
    /// let mut checker = Checker::new(&robot, &scene)?;
    /// assert!(!checker.planner(&["rail"])?.edge(&[0.0], &[1.0])?.is_clear());
    /// checker.move_object("post", Isometry3::translation(0.5, 1.0, 0.0))?;
    /// assert!(checker.planner(&["rail"])?.edge(&[0.0], &[1.0])?.is_clear());
    /// checker.remove_object("post")?;
    /// checker.add_object(Link::new("bollard").with(Ball::new(0.1)?, Isometry3::identity()), Isometry3::identity())?;
    /// assert!(!checker.planner(&["rail"])?.edge(&[0.0], &[1.0])?.is_clear());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Scene::add_object`], and [`RobotError::DuplicateName`] if a link has this name.
    pub fn add_object(&mut self, object: Link, pose: Isometry3<f64>) -> Result<(), RobotError> {
        self.check_new(object.name())?;
        self.edited(|scene| scene.add_object(object, pose))?;
        let (_, scene) = &*self.given;
        let (pose, object) = scene.given().last().expect("it was added");
        let index = numbered(&mut self.objects, object.name());
        let touching = Touching::named(&self.robot, scene, &self.objects);
        let kept = |owners: [Owner; 2]| touching.kept(owners, &self.rules);
        self.parts.add((index, object, pose), kept);
        Ok(())
    }

    /// Adds points with a ball around each, as one object. See [`Scene::add_points`].
    ///
    /// # Errors
    /// As for [`Scene::add_points`], and [`RobotError::DuplicateName`] if a link has this name.
    pub fn add_points(
        &mut self,
        name: &str,
        points: &[f64],
        radius: f64,
    ) -> Result<(), RobotError> {
        self.check_new(name)?;
        self.edited(|scene| scene.add_points(name, points, radius))?;
        self.added_cloud(name);
        Ok(())
    }

    /// Adds cubes along the axes of the world, as one object. See [`Scene::add_voxels`].
    ///
    /// # Errors
    /// As for [`Scene::add_voxels`], and [`RobotError::DuplicateName`] if a link has this name.
    pub fn add_voxels(&mut self, name: &str, middles: &[f64], size: f64) -> Result<(), RobotError> {
        self.check_new(name)?;
        self.edited(|scene| scene.add_voxels(name, middles, size))?;
        self.added_cloud(name);
        Ok(())
    }

    /// Adds triangles, as one object. See [`Scene::add_surface`].
    ///
    /// # Errors
    /// As for [`Scene::add_surface`], and [`RobotError::DuplicateName`] if a link has this name.
    pub fn add_surface(
        &mut self,
        name: &str,
        vertices: &[f64],
        triangles: &[[u32; 3]],
    ) -> Result<(), RobotError> {
        self.check_new(name)?;
        self.edited(|scene| scene.add_surface(name, vertices, triangles))?;
        self.added_cloud(name);
        Ok(())
    }

    fn added_cloud(&mut self, name: &str) {
        let (_, scene) = &*self.given;
        let index = numbered(&mut self.objects, name);
        let touching = Touching::named(&self.robot, scene, &self.objects);
        let cloud = scene.clouds().last().expect("it was added");
        let kept = |owners: [Owner; 2]| touching.kept(owners, &self.rules);
        self.parts.add_cloud((index, cloud), kept);
    }

    /// Moves an object to another pose of its frame in the world. It costs as much as [adding it](Self::add_object).
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if the scene has no object of this name; clouds cannot be moved.
    /// [`RobotError::BadValue`] if the pose is invalid.
    pub fn move_object(&mut self, name: &str, pose: Isometry3<f64>) -> Result<(), RobotError> {
        self.edited(|scene| scene.move_object(name, pose))?;
        let index = self.place_of(name);
        self.parts.remove(index);
        let given = self.given.1.given().iter();
        let (pose, object) = given
            .rev()
            .find(|(_, object)| object.name() == name)
            .expect("it was moved");
        self.parts.place(index, object, pose);
        Ok(())
    }

    /// Takes an object away.
    ///
    /// # Errors
    /// [`RobotError::UnknownObject`] if the scene has no object of this name.
    pub fn remove_object(&mut self, name: &str) -> Result<(), RobotError> {
        self.edited(|scene| scene.remove_object(name))?;
        let index = self.place_of(name);
        self.parts.remove(index);
        // the next new object gets this number, and all others keep theirs
        self.objects[index] = None;
        Ok(())
    }

    /// Fixes an object of the scene to a link, at a pose in the frame of the link, as a gripper does. It may touch that link
    /// and those in `touching`, and keeps its name. It costs as much as a new checker.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// # let mut scene = Scene::new();
    /// scene.add("load", Ball::new(0.1)?, Isometry3::translation(0.2, 0.0, 0.0))?;
    /// scene.add("post", Ball::new(0.1)?, Isometry3::translation(1.0, 0.0, 0.0))?;
    /// let mut checker = Checker::new(&robot, &scene)?;
    /// // the car of radius 0.1 has the load before it
    /// assert!(checker.planner(&["rail"])?.edge(&[0.0], &[0.7])?.is_contact());
    /// checker.attach_object("load", "car", Isometry3::translation(0.2, 0.0, 0.0), &[])?;
    /// assert!((checker.planner(&["rail"])?.clear_until(&[0.0], &[1.0])? - 0.6).abs() < 1e-6);
    /// checker.detach_object("load", Isometry3::translation(0.0, 5.0, 0.0))?;
    /// assert!(checker.planner(&["rail"])?.edge(&[0.0], &[0.7])?.is_clear());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Scene::attach_object`], and [`RobotError::UnknownLink`].
    pub fn attach_object(
        &mut self,
        name: &str,
        link: &str,
        pose: Isometry3<f64>,
        touching: &[&str],
    ) -> Result<(), RobotError> {
        let touching: Vec<_> = touching.iter().map(|&link| link.to_owned()).collect();
        self.rebuilt(|scene| scene.attach_object(name, link, pose, touching))
    }

    /// Leaves an attached object in the scene, with its frame at a pose in the world. It costs as much as a new checker.
    ///
    /// # Errors
    /// As for [`Scene::detach_object`].
    pub fn detach_object(&mut self, name: &str, pose: Isometry3<f64>) -> Result<(), RobotError> {
        self.rebuilt(|scene| scene.detach_object(name, pose))
    }

    /// Lets a link touch an object, or another link, from now on. It costs as much as a new checker.
    ///
    /// # Errors
    /// [`RobotError::UnknownBody`] if there is neither a link nor an object of one of these names.
    pub fn allow(&mut self, link: &str, other: &str) -> Result<(), RobotError> {
        self.check_known([link, other])?;
        self.rebuilt(|scene| {
            scene.allow(link, other);
            Ok(())
        })
    }

    /// Lets a link touch an object, or another link, no more. See [`allow`](Self::allow). What a link holds may touch it all
    /// the same: see [`Scene::forbid`].
    ///
    /// # Errors
    /// As for [`allow`](Self::allow).
    pub fn forbid(&mut self, link: &str, other: &str) -> Result<(), RobotError> {
        self.check_known([link, other])?;
        self.rebuilt(|scene| {
            scene.forbid(link, other);
            Ok(())
        })
    }

    fn check_known(&self, names: [&str; 2]) -> Result<(), RobotError> {
        let links = self.robot.links().iter().map(Link::name);
        let known: Vec<_> = links.chain(self.given.1.names()).collect();
        match names.into_iter().find(|name| !known.contains(name)) {
            Some(unknown) => Err(RobotError::unknown_body(unknown, known)),
            None => Ok(()),
        }
    }

    /// Builds all of it for a scene that was edited.
    fn rebuilt(
        &mut self,
        edit: impl FnOnce(&mut Scene) -> Result<(), RobotError>,
    ) -> Result<(), RobotError> {
        let (robot, scene) = &*self.given;
        let mut scene = scene.clone();
        edit(&mut scene)?;
        // what is attached may leave nothing else to be checked
        let rules = self.rules.clone().allow_nothing_to_check();
        *self = Self::checked(robot, &scene, &rules)?;
        Ok(())
    }

    fn check_new(&self, name: &str) -> Result<(), RobotError> {
        match self.robot.links().iter().any(|link| link.name() == name) {
            true => Err(RobotError::two_bodies(name)),
            false => Ok(()),
        }
    }

    fn place_of(&self, name: &str) -> usize {
        let mut names = self.objects.iter();
        let place = names.position(|own| own.as_deref() == Some(name));
        place.expect("an object of the scene")
    }

    fn edited(
        &mut self,
        edit: impl FnOnce(&mut Scene) -> Result<(), RobotError>,
    ) -> Result<(), RobotError> {
        edit(&mut Arc::make_mut(&mut self.given).1)?;
        self.is_edited = true;
        self.in_pieces = OnceLock::new();
        Ok(())
    }
}

/// Gives a new object a number: that of one that was taken away, if there is one, so that the numbers do not grow as long
/// as objects come and go.
fn numbered(objects: &mut Vec<Option<String>>, name: &str) -> usize {
    let free = objects.iter().position(Option::is_none);
    let index = free.unwrap_or(objects.len());
    if index == objects.len() {
        objects.push(None);
    }
    objects[index] = Some(name.to_owned());
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Robot, Rules};

    #[test]
    fn objects_that_come_and_go_take_no_new_numbers() {
        let robot = Robot::new("still", vec![Link::new("base")], Vec::new()).unwrap();
        let rules = Rules::new().allow_nothing_to_check();
        let mut checker = Checker::with_rules(&robot, &Scene::new(), &rules).unwrap();
        for _ in 0..100 {
            checker.add_points("cloud", &[0.5, 0.0, 0.0], 0.1).unwrap();
            checker.remove_object("cloud").unwrap();
        }
        assert_eq!(checker.objects.len(), 1);
    }
}
