//! Which bodies may touch. The rules are those of the allowed-collision matrix of MoveIt 2.

use std::collections::{HashMap, HashSet};

use super::bodies::Owner;
use super::{Robot, Rules, Scene};

/// Which links and objects may touch.
///
/// What comes first counts:
/// 1. what a link of the scene's robot holds may touch that link, and the links that were named for it;
/// 2. a pair of the scene;
/// 3. a pair of the robot: of links that a joint connects, or that were allowed or forbidden to touch;
/// 4. the defaults of the two. A default of the scene replaces that of the robot. If both bodies have one, both must
///    allow it.
///
/// Otherwise they may not.
pub(super) struct Touching<'r> {
    robot: &'r Robot,
    /// The names of objects.
    objects: Vec<&'r str>,
    held: HashSet<[&'r str; 2]>,
    pairs: HashMap<[&'r str; 2], bool>,
    defaults: HashMap<&'r str, bool>,
}

impl<'r> Touching<'r> {
    pub(super) fn new(robot: &'r Robot, scene: &'r Scene) -> Self {
        Self::of(robot, scene, scene.names().collect())
    }

    /// Returns the rules for objects that have these names, in this order. Those without a name were taken away.
    pub(super) fn named(robot: &'r Robot, scene: &'r Scene, objects: &'r [Option<String>]) -> Self {
        let names = objects
            .iter()
            .map(|name| name.as_deref().unwrap_or_default());
        Self::of(robot, scene, names.collect())
    }

    fn of(robot: &'r Robot, scene: &'r Scene, objects: Vec<&'r str>) -> Self {
        let both = |[one, other]: [&'r str; 2]| [[one, other], [other, one]];
        let held = scene.attached().iter().flat_map(|held| {
            let links = held.touching.iter().chain([&held.link]);
            links.map(|link| [held.object.name(), link.as_str()])
        });
        let pairs = scene.pairs().iter().flat_map(|([one, other], may)| {
            let pairs = both([one, other]);
            pairs.map(|pair| (pair, *may))
        });
        let defaults = scene.defaults().iter();
        Self {
            robot,
            objects,
            held: held.flat_map(both).collect(),
            pairs: pairs.collect(),
            defaults: defaults.map(|(name, may)| (name.as_str(), *may)).collect(),
        }
    }

    /// Returns the distance that a link and an object must keep; none if they may touch.
    pub(super) fn kept(&self, owners: [Owner; 2], rules: &Rules) -> Option<f64> {
        let names = owners.map(|owner| self.name(owner));
        (!self.may(owners)).then(|| rules.distance_between(names, true))
    }

    /// Returns whether the pieces of two owners may touch. Objects may touch objects.
    pub(super) fn may(&self, owners: [Owner; 2]) -> bool {
        let links = match owners {
            [Owner::Object(_), Owner::Object(_)] => return true,
            [Owner::Link(first), Owner::Link(second)] if first == second => return true,
            [Owner::Link(first), Owner::Link(second)] => self.robot.pair(first, second),
            _ => None,
        };
        let names = owners.map(|owner| self.name(owner));
        if self.held.contains(&names) {
            return true;
        }
        let pair = self.pairs.get(&names).copied().or(links);
        pair.unwrap_or_else(|| {
            let defaults = owners.iter().zip(names);
            let defaults = defaults.filter_map(|(owner, name)| self.default(*owner, name));
            defaults.reduce(|one, other| one && other).unwrap_or(false)
        })
    }

    pub(super) fn name(&self, owner: Owner) -> &'r str {
        match owner {
            Owner::Link(index) => self.robot.links()[index].name(),
            Owner::Object(index) => self.objects[index],
        }
    }

    /// Returns whether an owner may touch what no pair speaks of; none if nothing says.
    fn default(&self, owner: Owner, name: &str) -> Option<bool> {
        let of_robot = || match owner {
            Owner::Link(index) => self.robot.may_touch_anything(index).then_some(true),
            Owner::Object(_) => None,
        };
        self.defaults.get(name).copied().or_else(of_robot)
    }
}
