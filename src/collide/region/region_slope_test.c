// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_slope_test.c - the force of a region of a mesh is the slope of the energy that it stores
// where its deepest point stands alone: meshes and shapes that meet as they happen to are moved and
// turned by a little to both sides, and the difference of the energy is compared with force and
// torque.

#include "base/check.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/region/region.h"
#include "collide/region/region_fixture.h"
#include "math/core/pose_fixture.h"

// Of a linear law of stiffness 1. A step is a ten-thousandth of the depth: what the slope misses by
// rounding and curvature is a millionth of the force.
#define DEPTH 3e-3
#define STEP (1e-4 * DEPTH)
#define EXACT 1e-3 // of the force; torques are of the same size, as bodies are about 1 m large

enum { POSES = 200 };

typedef struct Stored {
    double energy;
    abVec3 force, torque; // on B, about its origin
} Stored;

typedef struct Meeting {
    const abShape *A, *B;
    abPose X_WA, X_WB;
} Meeting;

static Stored stored(const Meeting *m, abPose X_WB) {
    abProximity deepest;
    abPatchPoint points[AB_PATCH_MAX];
    ab_proximity(m->A, &m->X_WA, m->B, &X_WB, &deepest);
    int count = ab_regions(region_room(), m->A, &m->X_WA, m->B, &X_WB, &deepest, points);
    Stored out = {0};
    for (int i = 0; i < count; i++) {
        double elastic = points[i].depth * points[i].weight;
        abVec3 f = ab_scale(elastic * (1.0 - points[i].slower), points[i].n_AB_W);
        out.energy += 0.5 * elastic * points[i].depth;
        out.force = ab_add(out.force, f);
        out.torque = ab_add(out.torque, ab_cross(ab_sub(points[i].p_W, X_WB.p), f));
    }
    return out;
}

// Turned at random and brought together until they overlap by DEPTH.
static bool meet(Meeting *m, Random *random) {
    m->X_WA = (abPose){random_rotation(random), random_vector(random)};
    m->X_WB = (abPose){random_rotation(random), random_vector(random)};
    for (int i = 0; i < 60; i++) {
        abProximity at;
        ab_proximity(m->A, &m->X_WA, m->B, &m->X_WB, &at);
        double by = -DEPTH - at.distance;
        if (fabs(by) < 1e-9) {
            return true;
        }
        m->X_WB.p = ab_add_scaled(m->X_WB.p, by, at.n_AB_W);
    }
    return false;
}

// The greatest difference of force and slope, by the force.
static double difference(const Meeting *m) {
    Stored at = stored(m, m->X_WB);
    double worst = 0.0;
    for (int motion = 0; motion < 6; motion++) {
        Stored on = stored(m, moved(m->X_WB, motion, STEP));
        Stored back = stored(m, moved(m->X_WB, motion, -STEP));
        double slope = (back.energy - on.energy) / (2.0 * STEP);
        double acts = motion < 3 ? ab_get(at.force, motion) : ab_get(at.torque, motion - 3);
        worst = fmax(worst, fabs(slope - acts));
    }
    return worst / ab_norm(at.force);
}

// How many of the poses that overlap have a force that is not the slope.
static int not_the_slope(const char *name, const abShape *A, const abShape *B, int *met) {
    Meeting m = {.A = A, .B = B};
    Random random = {.state = 17};
    int off = 0;
    *met = 0;
    for (int i = 0; i < POSES; i++) {
        if (meet(&m, &random)) {
            (*met)++;
            off += difference(&m) > EXACT;
        }
    }
    printf("  %-24s %d of %d poses are off the slope\n", name, off, *met);
    CHECK(*met > POSES / 2);
    return off;
}

// What of all poses may be off, of a box and of a ball of few triangles: of two places equally deep, where
// lines and faces lie flat, and where corners are as blunt as facets of a round surface.
static const struct {
    const char *shape;
    double box, ball;
} s_shapes[] = {{"plane normal=0,0,1", 0.02, 0.08},
                {"sphere radius=0.4", 0.2, 0.25},
                {"ellipsoid semi_axes=0.5,0.4,0.3", 0.15, 0.25},
                {"capsule radius=0.3 length=0.7", 0.15, 0.2},
                {"box size=0.9,1.1,0.7", 0.3, 0.41}};
enum { SHAPES = sizeof s_shapes / sizeof s_shapes[0] };

static void on_a_mesh_the_force_is_the_slope(void) {
    abShape box = mesh_box_shape(0.4, 0.5, 0.3, lasting_arena()),
            ball = mesh_ball_shape(0.5, 1, lasting_arena());
    for (int i = 0; i < SHAPES; i++) {
        abShape shape = lasting_shape(s_shapes[i].shape, 0.0);
        int met;
        CHECK(not_the_slope(s_shapes[i].shape, &shape, &box, &met) <= s_shapes[i].box * met);
        CHECK(not_the_slope(s_shapes[i].shape, &shape, &ball, &met) <= s_shapes[i].ball * met);
    }
}

// A corner on a face has it; edges that cross have a normal along the slope, beside the point.
static void corners_on_faces_of_meshes_have_it(void) {
    abShape box = mesh_box_shape(0.4, 0.5, 0.3, lasting_arena()),
            plate = mesh_box_shape(5, 5, 0.3, lasting_arena());
    int met;
    CHECK(not_the_slope("mesh box, mesh plate", &box, &plate, &met) <= 0.03 * met);
}

static abShape mesh_tetrahedron_shape(double half) {
    MeshFixture *f = mesh_new();
    for (int k = 0; k < 4; k++) {
        mesh_point(f, k < 2 ? half : -half, k % 2 == 0 ? half : -half, k % 3 == 0 ? half : -half);
    }
    mesh_triangle(f, 0, 1, 2);
    mesh_triangle(f, 0, 3, 1);
    mesh_triangle(f, 0, 2, 3);
    mesh_triangle(f, 1, 3, 2);
    return mesh_shape(f, lasting_arena());
}

// The greatest difference between how the depth of the region changes when B moves, and what its
// deepest point and the growth there tell. NAN where there are several regions.
static double growth_error(const Meeting *m) {
    abProximity deepest;
    abPatchPoint at[AB_PATCH_MAX], points[AB_PATCH_MAX];
    ab_proximity(m->A, &m->X_WA, m->B, &m->X_WB, &deepest);
    int count = ab_regions(region_room(), m->A, &m->X_WA, m->B, &m->X_WB, &deepest, at);
    int one = ab_region_points(m->A, m->B);
    double worst = count == one ? 0.0 : NAN;
    for (int motion = 0; motion < 6; motion++) {
        double depth[2];
        for (int i = 0; i < 2; i++) {
            abPose X_WB = moved(m->X_WB, motion, i == 0 ? -STEP : STEP);
            ab_proximity(m->A, &m->X_WA, m->B, &X_WB, &deepest);
            ab_regions(region_room(), m->A, &m->X_WA, m->B, &X_WB, &deepest, points);
            depth[i] = points[0].depth;
        }
        abVec3 arm = ab_sub(at[0].deep_W, m->X_WB.p), g = at[0].deep_n_AB_W;
        double rate = motion < 3 ? -ab_get(g, motion) : -ab_get(ab_cross(arm, g), motion - 3);
        worst = fmax(worst, fabs((depth[1] - depth[0]) / (2.0 * STEP) - rate));
    }
    return count == one ? worst : NAN;
}

// A triangle whose deepest point lies within it is held there by three walls of the shape: the depth
// grows along the mean of their normals that is along that of the triangle.
static void a_depth_grows_as_all_of_its_walls_tell(void) {
    abShape body = mesh_tetrahedron_shape(0.5), box = lasting_shape("box size=0.9,1.1,0.7", 0.0);
    Meeting m = {.A = &box, .B = &body};
    Random random = {.state = 23};
    int seen = 0, off = 0;
    for (int i = 0; i < 2 * POSES; i++) {
        abProximity at;
        if (!meet(&m, &random)) {
            continue;
        }
        ab_proximity(m.A, &m.X_WA, m.B, &m.X_WB, &at);
        m.X_WB.p = ab_add_scaled(m.X_WB.p, -0.1, at.n_AB_W);
        double error = growth_error(&m);
        seen += !isnan(error);
        off += error > EXACT;
    }
    printf("  %d regions, of %d the depth grows otherwise\n", seen, off);
    CHECK(seen > POSES / 2 && off <= seen / 50);
}

// How many of the poses have a depth that grows otherwise than along the growth at the deepest point.
static int grows_otherwise(const char *name, const abShape *A, const abShape *B, int *seen) {
    Meeting m = {.A = A, .B = B};
    Random random = {.state = 29};
    int off = 0;
    *seen = 0;
    for (int i = 0; i < POSES / 2; i++) {
        double error = meet(&m, &random) ? growth_error(&m) : NAN;
        *seen += !isnan(error);
        off += error > EXACT;
    }
    printf("  %-34s of %d depths %d grow otherwise\n", name, *seen, off);
    CHECK(*seen > POSES / 4);
    return off;
}

// Whatever share of the force acts there: a force at the deepest point along the growth is the slope
// of what the depth stores, facets and edges of round bodies included.
static void a_depth_grows_at_the_deepest_point(void) {
    abShape ball = mesh_ball_shape(0.5, 1, lasting_arena()),
            fine = mesh_ball_shape(0.4, 2, lasting_arena()),
            tetrahedron = mesh_tetrahedron_shape(0.5);
    int seen, all = 0, others = 0;
    for (int i = 0; i < SHAPES; i++) {
        abShape shape = lasting_shape(s_shapes[i].shape, 0.0);
        others += grows_otherwise(s_shapes[i].shape, &shape, &ball, &seen);
        all += seen;
    }
    others += grows_otherwise("mesh ball, mesh ball", &ball, &fine, &seen);
    all += seen;
    others += grows_otherwise("mesh ball, mesh tetrahedron", &ball, &tetrahedron, &seen);
    all += seen;
    printf("  of %d depths %d grow otherwise\n", all, others);
    CHECK(others <= all / 50); // where another place becomes the deepest within the step
}

AB_TESTS(AB_TEST(on_a_mesh_the_force_is_the_slope), AB_TEST(corners_on_faces_of_meshes_have_it),
         AB_TEST(a_depth_grows_as_all_of_its_walls_tell),
         AB_TEST(a_depth_grows_at_the_deepest_point))
