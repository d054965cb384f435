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
  std::unique_ptr<coal::ConvexBase> hull;
  Bounds bounds;
};

struct Obstacle {
  std::unique_ptr<coal::ShapeBase> shape;
  Transform3s transform;
};

/// The memory of a link and an obstacle.
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

/// Returns the distance according to coal. For bodies that touch it is 0 or less, up to coal's tolerance. Otherwise it
/// is only a lower bound. The type of the shape decides which support mappings coal uses, and whether it needs GJK.
double distance(const coal::GJKSolver& solver, const coal::ConvexBase& hull,
                const Transform3s& placed, const Obstacle& obstacle) {
  Vec3s on_link, on_obstacle, normal;
  const auto query = [&](const auto& shape) {
    return solver.shapeDistance(hull, placed, shape, obstacle.transform, false, on_link,
                                on_obstacle, normal);
  };
  switch (obstacle.shape->getNodeType()) {
    case coal::GEOM_BOX:
      return query(static_cast<const coal::Box&>(*obstacle.shape));
    case coal::GEOM_CYLINDER:
      return query(static_cast<const coal::Cylinder&>(*obstacle.shape));
    case coal::GEOM_SPHERE:
      return query(static_cast<const coal::Sphere&>(*obstacle.shape));
    default:
      throw std::logic_error("a shape that is never made");
  }
}

}  // namespace

/// The robot in one scene.
struct CoalScene {
  std::vector<Link> links;
  std::vector<Obstacle> obstacles;
  /// The boxes of the obstacles, next to each other in memory.
  std::vector<Bounds> boxes;
  /// The pairs of each link with each obstacle.
  std::vector<Pair> pairs;
  coal::CollisionRequest request = ::request();
  std::uint64_t path = 0;

  void add_obstacle(std::unique_ptr<coal::ShapeBase> shape, const Placement& placement) {
    shape->computeLocalAABB();
    boxes.push_back(Bounds(shape->aabb_local).placed(placement.transform()));
    obstacles.push_back({std::move(shape), placement.transform()});
  }

  bool touch(std::size_t link, const Transform3s& placed, std::size_t obstacle) {
    Pair& pair = pairs[link * obstacles.size() + obstacle];
    if (pair.path != path) {
      pair.path = path;
      pair.solver.set(request);
      pair.solver.support_func_cached_guess.setZero();
    }
    const double apart = distance(pair.solver, *links[link].hull, placed, obstacles[obstacle]);
    pair.solver.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    // coal::collide compares with this threshold too
    return apart <= request.collision_distance_threshold;
  }

  bool collides(const Placement* placements) {
    for (std::size_t link = 0; link < links.size(); ++link) {
      const Transform3s placed = placements[link].transform();
      const Bounds box = links[link].bounds.placed(placed);
      for (std::size_t obstacle = 0; obstacle < obstacles.size(); ++obstacle) {
        if (box.overlap(boxes[obstacle]) && touch(link, placed, obstacle)) {
          return true;
        }
      }
    }
    return false;
  }
};

extern "C" {

CoalScene* coal_scene_new() { return new CoalScene; }

void coal_scene_free(CoalScene* scene) { delete scene; }

/// Adds a link. Its hull has these vertices, three numbers each, and these triangles of vertices.
void coal_scene_add_link(CoalScene* scene, const double* vertices, std::size_t vertex_count,
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
  auto hull = std::make_unique<coal::Convex<coal::Triangle>>(
      points, static_cast<unsigned>(vertex_count), faces, static_cast<unsigned>(triangle_count));
  hull->computeLocalAABB();
  const Bounds bounds(hull->aabb_local);
  scene->links.push_back({std::move(hull), bounds});
}

/// Adds a box with edges of these lengths.
void coal_scene_add_box(CoalScene* scene, const double* sizes, const Placement* placement) {
  scene->add_obstacle(std::make_unique<coal::Box>(sizes[0], sizes[1], sizes[2]), *placement);
}

/// Adds a cylinder along its z axis.
void coal_scene_add_cylinder(CoalScene* scene, double height, double radius, const Placement* placement) {
  scene->add_obstacle(std::make_unique<coal::Cylinder>(radius, height), *placement);
}

/// Adds a ball.
void coal_scene_add_ball(CoalScene* scene, double radius, const Placement* placement) {
  scene->add_obstacle(std::make_unique<coal::Sphere>(radius), *placement);
}

/// Completes the scene.
void coal_scene_finish(CoalScene* scene) {
  scene->pairs.resize(scene->links.size() * scene->obstacles.size());
}

/// Forgets the memory of the previous path.
void coal_scene_forget(CoalScene* scene) { ++scene->path; }

/// Returns whether any link touches an obstacle when the links are placed like this.
bool coal_scene_collides(CoalScene* scene, const Placement* placements) {
  return scene->collides(placements);
}

}  // extern "C"
