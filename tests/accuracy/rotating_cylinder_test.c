// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rotating_cylinder_test.c - a cylinder that turns on a box, as a cylinder and as a prism of n
// sides.
//
// The axis stays at one height, so the analytic depth d and force F = k d^e are constant. The prism
// with its corners on the circle is short by at most the sagitta,
//
//   0 <= d - d_n <= R (1 - cos(pi/n)) = R/2 (pi/n)^2 + O(n^-4)                            (1)
//   0 <= F - F_n <= k (d^e - (d - R (1 - cos(pi/n)))^e)                                   (2)
//
// so the force ripples n times per turn, touches the analytic one whenever a corner is lowest, and
// its worst error falls by four when n doubles.

#include "base/check.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_shape_fixture.h"
#include "collide/pairs/collide.h"
#include "collide/region/region.h"
#include "collide/region/region_room.h"
#include "shape/core/shape_fixture.h"

static const double s_radius = 0.05, s_length = 0.1, s_depth = 1e-3, s_k = 1e6, s_exponent = 2.1;

static double law(double depth) {
    return s_k * ab_pow(fmax(depth, 0.0), s_exponent);
}

static abShape prism(int sides, abArena *arena) {
    MeshFixture *f = mesh_new();
    for (int i = 0; i < 2 * sides; i++) {
        double a = 2.0 * AB_PI * (i % sides) / sides;
        mesh_point(f, s_radius * ab_cos(a), s_radius * ab_sin(a),
                   (i / sides ? 0.5 : -0.5) * s_length);
    }
    int low = mesh_point(f, 0.0, 0.0, -0.5 * s_length), high = mesh_point(f, 0, 0, 0.5 * s_length);
    for (int i = 0; i < sides; i++) {
        int j = (i + 1) % sides;
        mesh_triangle(f, i, j, sides + j);
        mesh_triangle(f, i, sides + j, sides + i);
        mesh_triangle(f, high, sides + i, sides + j);
        mesh_triangle(f, low, j, i);
    }
    return mesh_shape(f, arena);
}

// Turned by `angle`, lying along y above the top of the box at z = 0.
static abPose pose(double angle) {
    abMat3 lying = ab_quat_to_matrix(ab_quat_from_xyz((abVec3){0.5 * AB_PI, 0.0, 0.0}));
    abMat3 turned = ab_quat_to_matrix(ab_quat_from_xyz((abVec3){0.0, 0.0, angle}));
    return (abPose){ab_mat3_mul(lying, turned), {0.013, 0.007, s_radius - s_depth}};
}

typedef struct Ripple {
    double minimum, greatest; // force                                                        [N]
    double lean, off;         // of the normal; of the point from below the axis, along and across
    double twist;             // largest moment of the force about the axis by force and radius
} Ripple;

// Over five sides of a prism of so many, with corners and middles of sides among the angles.
static Ripple turn(const abShape *cylinder, int sides, const abShape *box,
                   abRegionWorkspace *workspace) {
    enum { STEPS = 500 };
    const abPose here = {ab_mat3_identity(), {0.0, 0.0, -0.1}};
    Ripple r = {.minimum = INFINITY};
    for (int i = 0; i < STEPS; i++) {
        abPose X = pose(AB_PI / sides * 10.0 * i / STEPS);
        abProximity at;
        abPatchPoint points[AB_PATCH_MAX];
        ab_proximity(box, &here, cylinder, &X, &at);
        double force = 0.0, depth = 0.0;
        abVec3 middle = {0.0, 0.0, 0.0}, n = at.n_AB_W;
        if (ab_has_regions(box, cylinder)) {
            int count = ab_regions(workspace, box, &here, cylinder, &X, &at, points);
            for (int k = 0; k < count; k++) {
                force += points[k].weight * law(points[k].depth);
                middle = ab_add_scaled(middle, points[k].weight, points[k].p_W);
                n = points[k].n_AB_W;
                depth = points[k].depth;
            }
        } else {
            middle = ab_scale(0.5, ab_add(at.p_A_W, at.p_B_W));
            depth = -at.distance;
            force = law(depth);
        }
        r.minimum = fmin(r.minimum, force);
        r.greatest = fmax(r.greatest, force);
        r.lean = fmax(r.lean, ab_norm(ab_sub(n, ab_vec3(0.0, 0.0, 1.0))));
        r.off = fmax(r.off, fabs(middle.y - X.p.y));
        abVec3 moment = ab_cross(ab_sub(middle, X.p), n);
        r.twist = fmax(r.twist, fabs(moment.y) / s_radius);
    }
    return r;
}

static abArena s_arena;
static abRegionWorkspace *s_workspace;
static abShape s_boxes[2];

static void make(void) {
    if (s_workspace != NULL) {
        return;
    }
    ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    s_workspace = ab_region_workspace_create(ab_heap(), 1, 1);
    Fixture f;
    fixture_make(&f, &s_arena, "box size=0.4,0.4,0.2", 0.0);
    s_boxes[0] = f.shape;
    MeshFixture *m = mesh_new();
    mesh_box(m, ab_vec3(-0.2, -0.2, -0.1), ab_vec3(0.2, 0.2, 0.1));
    s_boxes[1] = mesh_shape(m, &s_arena);
}

static void the_analytic_force_is_constant(void) {
    make();
    Fixture f;
    fixture_make(&f, &s_arena, "cylinder radius=0.05 length=0.1", 0.0);
    double force = law(s_depth);
    Ripple r = turn(&f.shape, 7, &s_boxes[0], s_workspace),
           mesh = turn(&f.shape, 7, &s_boxes[1], s_workspace);
    printf("  cylinder on box: %.9f N, constant to %.1e\n", force,
           (r.greatest - r.minimum) / force);
    printf("  on a box of triangles:  constant to %.1e, moment about the axis %.1e F R\n",
           (mesh.greatest - mesh.minimum) / force, mesh.twist);
    CHECK_NEAR(r.minimum, force, 1e-8, force);
    CHECK_NEAR(r.greatest, force, 1e-8, force);
    // the triangles of the box are not felt
    CHECK_NEAR(mesh.minimum, force, 1e-8, force);
    CHECK_NEAR(mesh.greatest, force, 1e-8, force);
    CHECK(mesh.lean < 1e-12);
    // the outline of a part is followed to a fiftieth of the depth; half widths are sqrt(2 R d)
    CHECK(mesh.twist < 0.02 * sqrt(2.0 * s_depth / s_radius));
}

static void the_force_of_a_prism_is_in_its_bound_and_converges(void) {
    make();
    double force = law(s_depth), last = 0.0;
    for (int n = 16; n <= 256; n *= 2) {
        double sagitta = s_radius * (1.0 - ab_cos(AB_PI / n)),
               bound = force - law(s_depth - sagitta);
        abShape mesh = prism(n, &s_arena);
        for (int k = 0; k < 2; k++) {
            Ripple r = turn(&mesh, n, &s_boxes[k], s_workspace);
            double worst = force - r.minimum;
            if (k == 0) {
                printf("  %3d sides: force %.6f to %.6f N, short by %.4f of %.4f allowed\n", n,
                       r.minimum, r.greatest, worst / force, bound / force);
            }
            CHECK(worst <= bound * (1.0 + 1e-9));
            CHECK(r.greatest <= force * (1.0 + 1e-9));
            CHECK_NEAR(worst, bound, 1e-6, bound); // met in the middle of a side
            CHECK(r.lean < 1e-12 && r.off < 2e-3 * s_length);
            // a corner is off the plane below the axis by half a side at most
            CHECK(r.twist < 1.001 * AB_PI / n + 0.02);
            if (k == 0) {
                // at 64 sides the sagitta is still a twentieth of the depth
                CHECK(n < 128 || fabs(last / worst - 4.0) < (n == 128 ? 0.12 : 0.04));
                last = worst;
            }
        }
    }
}

AB_TESTS(AB_TEST(the_analytic_force_is_constant),
         AB_TEST(the_force_of_a_prism_is_in_its_bound_and_converges))
