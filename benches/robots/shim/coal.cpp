// Checks one robot in one scene with coal, configuration by configuration.
//
// If the boxes of a pair along the axes of the world overlap, coal's GJK tests the pair. It is set up for speed: it
// finds no penetration depth, it ends as soon as the distance is proven positive, and it starts from the separating
// direction and the vertices of the previous query. The solver is called directly, pair by pair, as that is faster than
// `coal::collide`.

// coal's assertions build an error message even when they hold; as exceptions they build it only when they fail
#define COAL_TURN_ASSERT_INTO_EXCEPTION

#include <coal/BV/AABB.h>
#include <coal/collision_data.h>
#include <coal/narrowphase/narrowphase.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using coal::Matrix3s;
using coal::Transform3s;
using coal::Vec3s;

/// A rotation as a matrix, column by column, and as a quaternion x, y, z, w; and a position.
struct Placement {
  double rotation[9];
  double orientation[4];
  double position[3];

  Transform3s transform() const {
    return Transform3s(Eigen::Map<const Matrix3s>(rotation), Eigen::Map<const Vec3s>(position));
  }
};

/// A box around a shape in its own frame.
struct Bounds {
  Vec3s center;
  Vec3s half;

  explicit Bounds(const coal::AABB& box)
      : center((box.min_ + box.max_) / 2), half((box.max_ - box.min_) / 2) {}

  Bounds(const Vec3s& center, const Vec3s& half) : center(center), half(half) {}

  /// Returns the box along the axes of the world that contains this box.
  Bounds placed(const Transform3s& transform) const {
    return {transform.getRotation() * center + transform.getTranslation(),
            transform.getRotation().cwiseAbs() * half};
  }

  bool overlap(const Bounds& other) const {
    const Vec3s between = (other.center - center).cwiseAbs();
    const Vec3s reach = other.half + half;
    return between.x() <= reach.x() && between.y() <= reach.y() && between.z() <= reach.z();
  }
};

struct Link {
  std::unique_ptr<coal::ShapeBase> shape;
  /// The shape in the frame of the link, if it is not at its origin.
  Transform3s origin;
  bool is_at_origin;
  /// The box around it in that frame.
  Bounds bounds;
  bool moves;
};

struct Obstacle {
  std::unique_ptr<coal::ShapeBase> shape;
  Transform3s transform;
};

/// The memory of a link and an obstacle, or of two links.
struct Pair {
  coal::GJKSolver solver;
  /// The path of the latest query.
  std::uint64_t path = 0;
};

/// Returns the request for the first query of a pair on a path.
coal::CollisionRequest request() {
  coal::CollisionRequest request;
  request.distance_upper_bound = 0;
  request.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
  return request;
}

/// Calls a function with a shape as what it is: the type decides which support mappings coal uses, and whether it needs
/// GJK.
template <typename Function>
double as_it_is(const coal::ShapeBase& shape, Function&& function) {
  switch (shape.getNodeType()) {
    case coal::GEOM_BOX:
      return function(static_cast<const coal::Box&>(shape));
    case coal::GEOM_CYLINDER:
      return function(static_cast<const coal::Cylinder&>(shape));
    case coal::GEOM_SPHERE:
      return function(static_cast<const coal::Sphere&>(shape));
    case coal::GEOM_CONVEX:
      return function(static_cast<const coal::ConvexBase&>(shape));
    default:
      throw std::logic_error("a shape that is never made");
  }
}

/// Returns the distance according to coal. For bodies that touch it is 0 or less, up to coal's tolerance. Otherwise it
/// is only a lower bound.
double distance(const coal::GJKSolver& solver, const coal::ShapeBase& first, const Transform3s& at_first,
                const coal::ShapeBase& second, const Transform3s& at_second) {
  Vec3s on_first, on_second, normal;
  return as_it_is(first, [&](const auto& a) {
    return as_it_is(second, [&](const auto& b) {
      return solver.shapeDistance(a, at_first, b, at_second, false, on_first, on_second, normal);
    });
  });
}

}  // namespace

/// The robot in one scene.
struct CoalScene {
  std::vector<Link> links;
  std::vector<Obstacle> obstacles;
  /// The boxes of the obstacles, next to each other in memory.
  std::vector<Bounds> boxes;
  /// The pairs of each link with each obstacle, and after them the own ones.
  std::vector<Pair> pairs;
  /// The links of the robot's own pairs.
  std::vector<std::pair<std::size_t, std::size_t>> own;
  coal::CollisionRequest request = ::request();
  std::uint64_t path = 0;
  /// Where the shapes of all links are, and their boxes.
  std::vector<Transform3s> placed;
  std::vector<Bounds> around;

  void add_obstacle(std::unique_ptr<coal::ShapeBase> shape, const Placement& placement) {
    shape->computeLocalAABB();
    boxes.push_back(Bounds(shape->aabb_local).placed(placement.transform()));
    obstacles.push_back({std::move(shape), placement.transform()});
  }

  bool touch(Pair& pair, std::size_t link, const coal::ShapeBase& other, const Transform3s& at_other) {
    if (pair.path != path) {
      pair.path = path;
      pair.solver.set(request);
      pair.solver.support_func_cached_guess.setZero();
    }
    const double apart = distance(pair.solver, *links[link].shape, placed[link], other, at_other);
    pair.solver.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    // coal::collide compares with this threshold too
    return apart <= request.collision_distance_threshold;
  }

  bool meets_obstacle(std::size_t link) {
    for (std::size_t obstacle = 0; obstacle < obstacles.size(); ++obstacle) {
      const Obstacle& other = obstacles[obstacle];
      Pair& pair = pairs[link * obstacles.size() + obstacle];
      if (around[link].overlap(boxes[obstacle]) && touch(pair, link, *other.shape, other.transform)) {
        return true;
      }
    }
    return false;
  }

  bool collides(const Placement* placements) {
    for (std::size_t link = 0; link < links.size(); ++link) {
      const Transform3s frame = placements[link].transform();
      placed[link] = links[link].is_at_origin ? frame : frame * links[link].origin;
      around[link] = links[link].bounds.placed(frame);
      if (links[link].moves && meets_obstacle(link)) {
        return true;
      }
    }
    for (std::size_t index = 0; index < own.size(); ++index) {
      const auto [first, second] = own[index];
      Pair& pair = pairs[links.size() * obstacles.size() + index];
      if (around[first].overlap(around[second]) &&
          touch(pair, first, *links[second].shape, placed[second])) {
        return true;
      }
    }
    return false;
  }
};

extern "C" {

CoalScene* coal_scene_new() { return new CoalScene; }

void coal_scene_free(CoalScene* scene) { delete scene; }

/// Returns a hull with these vertices, three numbers each, and these triangles of vertices. A scene must take it, as all
/// shapes.
coal::ShapeBase* coal_shape_hull(const double* vertices, std::size_t vertex_count,
                                 const std::uint32_t* triangles, std::size_t triangle_count) {
  auto points = std::make_shared<std::vector<Vec3s>>();
  for (std::size_t i = 0; i < vertex_count; ++i) {
    points->emplace_back(Eigen::Map<const Vec3s>(vertices + 3 * i));
  }
  auto faces = std::make_shared<std::vector<coal::Triangle>>();
  for (std::size_t i = 0; i < triangle_count; ++i) {
    const std::uint32_t* corner = triangles + 3 * i;
    faces->emplace_back(corner[0], corner[1], corner[2]);
  }
  return new coal::Convex<coal::Triangle>(points, static_cast<unsigned>(vertex_count), faces,
                                          static_cast<unsigned>(triangle_count));
}

/// Returns a box with edges of these lengths.
coal::ShapeBase* coal_shape_box(const double* sizes) { return new coal::Box(sizes[0], sizes[1], sizes[2]); }

/// Returns a cylinder along its z axis.
coal::ShapeBase* coal_shape_cylinder(double height, double radius) { return new coal::Cylinder(radius, height); }

coal::ShapeBase* coal_shape_ball(double radius) { return new coal::Sphere(radius); }

/// Adds a link with a shape, which has a place in the frame of the link. If the link does not move, it is only tested
/// against other links.
void coal_scene_add_link(CoalScene* scene, coal::ShapeBase* shape, const Placement* origin, bool moves) {
  shape->computeLocalAABB();
  const Transform3s at = origin->transform();
  const Bounds bounds = Bounds(shape->aabb_local).placed(at);
  scene->links.push_back({std::unique_ptr<coal::ShapeBase>(shape), at, at.isIdentity(0), bounds, moves});
}

/// Adds an obstacle.
void coal_scene_add_obstacle(CoalScene* scene, coal::ShapeBase* shape, const Placement* placement) {
  scene->add_obstacle(std::unique_ptr<coal::ShapeBase>(shape), *placement);
}

/// Adds a pair of the robot's own links, by their indices.
void coal_scene_add_own(CoalScene* scene, std::size_t first, std::size_t second) {
  scene->own.emplace_back(first, second);
}

/// Completes the scene.
void coal_scene_finish(CoalScene* scene) {
  scene->pairs.resize(scene->links.size() * scene->obstacles.size() + scene->own.size());
  scene->placed.resize(scene->links.size());
  scene->around.resize(scene->links.size(), Bounds(Vec3s::Zero(), Vec3s::Zero()));
}

/// Forgets the memory of the previous path.
void coal_scene_forget(CoalScene* scene) { ++scene->path; }

/// Returns whether any link touches an obstacle when the links are placed like this.
bool coal_scene_collides(CoalScene* scene, const Placement* placements) {
  return scene->collides(placements);
}

}  // extern "C"
