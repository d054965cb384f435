// Asks FCL when two moving meshes touch, by conservative advancement on trees of RSS, or by tests at many times.

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace {

using Model = fcl::BVHModel<fcl::RSSd>;
using fcl::Vector3d;

/// A rotation, column by column, and a position.
struct Placement {
  double rotation[9];
  double position[3];
};

using Columns = Eigen::Map<const fcl::Matrix3d>;
using Position = Eigen::Map<const Vector3d>;

/// A motion at constant velocities from one placement to another. The body turns about the origin of its frame, by less
/// than half a turn.
class Motion : public fcl::InterpMotion<double> {
 public:
  /// If `signless`, bounds of motions have no sign. FCL adds those of both bodies; with their signs, which differ by
  /// convention, they may cancel, and bodies that approach each other count as parting.
  Motion(const Placement& start, const Placement& end, bool signless)
      : InterpMotion(Columns(start.rotation), Position(start.position), Columns(end.rotation), Position(end.position),
                     Vector3d::Zero()),
        signless_(signless) {}

  double computeMotionBound(const fcl::BVMotionBoundVisitor<double>& visitor) const override {
    return bound(InterpMotion::computeMotionBound(visitor));
  }

  double computeMotionBound(const fcl::TriangleMotionBoundVisitor<double>& visitor) const override {
    return bound(InterpMotion::computeMotionBound(visitor));
  }

 private:
  double bound(double signed_bound) const { return signless_ ? std::abs(signed_bound) : signed_bound; }

  bool signless_;
};

}  // namespace

extern "C" {

/// Returns a mesh of these triangles, or null.
Model* photofinish_fcl_mesh(const double* points, std::size_t point_count, const std::uint32_t* triangles,
                            std::size_t triangle_count) {
  try {
    auto model = std::make_unique<Model>();
    std::vector<Vector3d> places;
    for (std::size_t i = 0; i < point_count; ++i) {
      places.emplace_back(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    }
    std::vector<fcl::Triangle> indices;
    for (std::size_t i = 0; i < triangle_count; ++i) {
      indices.emplace_back(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
    }
    const bool built = model->beginModel() == fcl::BVH_OK && model->addSubModel(places, indices) == fcl::BVH_OK &&
                       model->endModel() == fcl::BVH_OK;
    return built ? model.release() : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void photofinish_fcl_free(Model* mesh) { delete mesh; }

/// Returns the time of contact from 0 to 1, 2 if there is none, or a negative number if FCL fails. With samples it tests
/// the meshes at that many times, otherwise it advances conservatively.
double photofinish_fcl_contact(const Model* a, const Placement* a_places, const Model* b, const Placement* b_places,
                               std::size_t samples, bool signless) {
  try {
    const Motion motion_a(a_places[0], a_places[1], signless);
    const Motion motion_b(b_places[0], b_places[1], signless);
    fcl::ContinuousCollisionRequestd request;
    request.ccd_motion_type = fcl::CCDM_LINEAR;
    request.ccd_solver_type = samples > 0 ? fcl::CCDC_NAIVE : fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request.num_max_iterations = samples;
    // for sampling it only limits the number of times
    request.toc_err = 1e-6;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(a, &motion_a, b, &motion_b, request, result);
    return result.is_collide ? result.time_of_contact : 2.0;
  } catch (const std::exception&) {
    return -1.0;
  }
}

}  // extern "C"
