// One robot in one scene, checked by coal at one configuration after the other.
//
// A pair whose boxes along the axes of the world overlap is handed to coal's GJK, with what coal is told for speed: no
// penetration depth, an end as soon as the distance is proven positive, and the separating direction and the vertices of
// the query before as its start. Its solver is asked directly, pair by pair, as that is faster than `coal::collide`.

// coal's assertions build an error message even where they do nothing; as exceptions they do so only when they fail
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

/// A rotation column by column, the same as a quaternion x, y, z, w, and a position.
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

  /// The box along the axes of the world around this one.
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

/// What is remembered of a link and an obstacle.
struct Pair {
  coal::GJKSolver solver;
  /// The path that it was last asked for.
  std::uint64_t path = 0;
};

/// What every pair is asked at its first query on a path.
coal::CollisionRequest request() {
  coal::CollisionRequest request;
  request.distance_upper_bound = 0;
  request.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
  return request;
}

/// The distance by coal: 0 or less, up to its tolerance, if they touch, and only a lower bound if they do not. Its choice of
/// support mappings, and whether it needs GJK, depend on the type of the shape.
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
  /// Around the obstacles, side by side.
  std::vector<Bounds> boxes;
  /// Of each link with each obstacle.
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
    // what coal::collide goes by, too
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

/// Adds a link: the vertices of its hull, three numbers each, and triangles of them.
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

/// Ends the making of the scene.
void coal_scene_finish(CoalScene* scene) {
  scene->pairs.resize(scene->links.size() * scene->obstacles.size());
}

/// Forgets what was remembered of the path before.
void coal_scene_forget(CoalScene* scene) { ++scene->path; }

/// Whether any link, being placed so, touches an obstacle.
bool coal_scene_collides(CoalScene* scene, const Placement* placements) {
  return scene->collides(placements);
}

}  // extern "C"
