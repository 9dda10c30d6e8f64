// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_test.c - regions with known depth, normal, area and middle; continuous along slow motions;
// the same whichever shape is first.

#include "base/check.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/region/region.h"
#include "collide/region/region_fixture.h"
#include "collide/region/region_mesh.h"
#include "math/core/pose_fixture.h"

typedef struct Found {
    int count;
    abPatchPoint point[AB_PATCH_MAX];
    double arm[AB_PATCH_MAX][2]; // of the points around the middle
    abProximity deepest;
} Found;

static Found find(const abShape *A, abPose X_WA, const abShape *B, abPose X_WB) {
    Found found;
    ab_proximity(A, &X_WA, B, &X_WB, &found.deepest);
    abPatchPoint all[AB_PATCH_MAX];
    int points = ab_regions(region_room(), A, &X_WA, B, &X_WB, &found.deepest, all);
    int g = ab_region_points(A, B);
    found.count = points / g;
    for (int i = 0; i < found.count; i++) { // regions as wholes
        found.point[i] = all[g * i];
        found.point[i].area *= g;
        for (int k = 1; k < g; k++) {
            abVec3 displacement = ab_sub(all[g * i + k].p_W, all[g * i].p_W);
            found.point[i].p_W = ab_add_scaled(found.point[i].p_W, 1.0 / g, displacement);
        }
        found.arm[i][0] = ab_norm(ab_sub(all[g * i].p_W, found.point[i].p_W));
        found.arm[i][1] = ab_norm(ab_sub(all[g * i + g - 1].p_W, found.point[i].p_W));
    }
    return found;
}

static void check_vector(abVec3 v, double x, double y, double z, double tolerance) {
    CHECK_NEAR(v.x, x, tolerance, 1.0);
    CHECK_NEAR(v.y, y, tolerance, 1.0);
    CHECK_NEAR(v.z, z, tolerance, 1.0);
}

// Along the diagonal of two triangles and off it.
static void a_ball_on_a_plate_does_not_feel_triangles(void) {
    abShape ball = lasting_shape("sphere radius=0.1", 0.0), plate = box_mesh(1.0, 1.0, 0.1);
    for (int i = 0; i < 50; i++) {
        double x = -0.2 + 0.00837 * i, y = 0.3 - 0.0111 * i;
        Found f = find(&ball, at(x, y, 0.2 - 1e-5), &plate, at(0, 0, 0));
        CHECK(f.count == 1);
        CHECK_NEAR(f.point[0].depth, 1e-5, 1e-10, 1e-5);
        check_vector(f.point[0].n_AB_W, 0.0, 0.0, -1.0, 1e-15);
        check_vector(f.point[0].p_W, x, y, 0.1 - 0.5e-5, 1e-15);
        // pi (2 R d - d^2)
        CHECK_NEAR(f.point[0].area, AB_PI * (2e-6 - 1e-10), 1e-9, 6.283e-6);
    }
}

static void a_ball_in_a_groove_has_two_regions(void) {
    abShape ball = lasting_shape("sphere radius=0.5", 0.0);
    MeshFixture *f = mesh_new(); // a V of 90 degrees along y in a block
    static const double outline[5][2] = {{-2, -1}, {2, -1}, {2, 2}, {0, 0}, {-2, 2}};
    static const int caps[3][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}};
    for (int i = 0; i < 10; i++) {
        mesh_point(f, outline[i % 5][0], i / 5 ? 2.0 : -2.0, outline[i % 5][1]);
    }
    for (int i = 0; i < 3; i++) {
        mesh_triangle(f, caps[i][0], caps[i][1], caps[i][2]);
        mesh_triangle(f, 5 + caps[i][0], 5 + caps[i][2], 5 + caps[i][1]);
    }
    for (int i = 0; i < 5; i++) {
        int j = (i + 1) % 5;
        mesh_triangle(f, i, 5 + j, j);
        mesh_triangle(f, i, 5 + i, 5 + j);
    }
    abShape block = mesh_shape(f, lasting_arena());
    double depth = 1e-4, height = sqrt(2.0) * (0.5 - depth), s = sqrt(0.5);
    Found two = find(&ball, at(0, 0.1, height), &block, at(0, 0, 0));
    CHECK(two.count == 2);
    double sum = 0.0;
    for (int i = 0; i < two.count; i++) {
        CHECK_NEAR(two.point[i].depth, depth, 1e-10, depth);
        CHECK_NEAR(fabs(two.point[i].n_AB_W.x), s, 1e-14, 1.0);
        CHECK_NEAR(two.point[i].n_AB_W.z, -s, 1e-14, 1.0);
        sum += two.point[i].n_AB_W.x;
    }
    CHECK_NEAR(sum, 0.0, 1e-14, 1.0);
}

// A box on a box, both as meshes or one: the common rectangle.
static void boxes_share_a_rectangle(void) {
    abShape mesh = box_mesh(0.5, 0.4, 0.3), other = box_mesh(0.3, 0.2, 0.1);
    abShape box = lasting_shape("box size=0.6,0.4,0.2", 0.0);
    const abShape *uppers[] = {&other, &box};
    for (int k = 0; k < 2; k++) {
        Found f = find(&mesh, at(0, 0, 0), uppers[k], at(0.4, 0.05, 0.4 - 1e-3));
        CHECK(f.count == 1);
        CHECK_NEAR(f.point[0].depth, 1e-3, 1e-12, 1e-3);
        // the strip of A's side wall that is in B counts: 0.4 x 1e-3 against 0.16
        double lean = 1e-3 / 0.4, z = 1.0 / sqrt(1.0 + lean * lean);
        check_vector(f.point[0].n_AB_W, lean * z, 0.0, z, 1e-12);
        // x from 0.1 to 0.5, y from -0.15 to 0.25, the middle of the overlap
        CHECK_NEAR(f.point[0].area, 0.4 * 0.4 / z, 1e-9, 0.16);
        // a square's spread is side^2/12, each arm has twice that
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(f.arm[0][i], 0.4 / sqrt(6.0), k == 0 ? 0.01 : 0.1, 0.4);
        }
        if (k == 0) {
            check_vector(f.point[0].p_W, 0.3, 0.05, 0.3 - 0.5e-3, 1e-12);
        } else { // depth is that from the nearest wall of the box, so the middle leans inward
            check_vector(f.point[0].p_W, 0.3, 0.05, 0.3 - 0.5e-3, 2e-3);
        }
    }
}

// Tilted by a small angle the middle moves as for a wedge: int x d / int d.
static void a_tilted_box_rests_where_it_is_deep(void) {
    abShape lower = box_mesh(1.0, 1.0, 0.5), upper = box_mesh(0.5, 0.3, 0.2);
    double tilt = 1e-4, mean = 1e-3;
    Found f = find(&lower, at(0, 0, 0), &upper, at_turned(0, 0, 0.7 - mean, 0, tilt, 0));
    CHECK(f.count == 1);
    // lowest towards +x: d = mean + tilt x, so x = tilt L^2/12 / mean with L = 1
    CHECK_NEAR(f.point[0].p_W.x, tilt / 12.0 / mean, 0.02, tilt / 12.0 / mean);
    CHECK_NEAR(f.point[0].depth, mean + tilt * 0.5, 1e-4, mean);
}

// Where edges cross, the area's normal is the common normal of the edges.
// A round end gives no cross; a line gives one along itself.
static void round_contacts_are_points(void) {
    abShape plate = box_mesh(1.0, 1.0, 0.5), ball = ball_mesh(0.3, 4);
    abShape capsule = lasting_shape("capsule radius=0.1 length=0.6", 0.0);
    Found f = find(&ball, at_turned(0, 0, 0.79, 0.3, 0.2, 0.1), &plate, at(0, 0, 0));
    double width = sqrt(2.0 * 0.3 * f.point[0].depth);
    CHECK(f.arm[0][0] < 0.2 * width && f.arm[0][1] < 0.2 * width);
    Found g =
        find(&capsule, at_turned(0.1, 0.2, 0.6 - 1e-4, 0, 0.5 * AB_PI, 0), &plate, at(0, 0, 0));
    double longer = fmax(g.arm[0][0], g.arm[0][1]), shorter = fmin(g.arm[0][0], g.arm[0][1]);
    CHECK_NEAR(longer, 0.6 / sqrt(6.0), 0.05, 0.6);
    CHECK(shorter < 0.1 * sqrt(2.0 * 0.1 * 1e-4));
}

static void crossing_edges_have_their_common_normal(void) {
    abShape A = box_mesh(0.5, 0.5, 0.5), B = box_mesh(0.5, 0.5, 0.5);
    abShape box = lasting_shape("box size=1,1,1", 0.0);
    double h = sqrt(0.5); // an edge on top, another below, across
    for (double depth = 1e-2; depth > 1e-7; depth *= 0.1) {
        abPose X = at_turned(0, 0, 0, 0.25 * AB_PI, 0, 0);
        abPose Y = {ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_xyz((abVec3){0, 0, 1.1})), X.R),
                    {0.03, 0.02, 2.0 * h - depth}};
        Found f = find(&A, X, &B, Y);
        CHECK(f.count == 1);
        check_vector(f.point[0].n_AB_W, 0.0, 0.0, 1.0, 1e-8);
        CHECK(f.point[0].depth > 0.3 * depth && f.point[0].depth <= depth * (1.0 + 1e-9));
        Found g = find(&box, X, &B, Y);
        CHECK(g.count == 1);
        check_vector(g.point[0].n_AB_W, 0.0, 0.0, 1.0, 1e-6);
        CHECK_NEAR(g.point[0].p_W.x, f.point[0].p_W.x, 2.0 * depth, 1.0);
    }
}

// Area, normal and middle of two balls: the disc where the spheres meet.
static void fine_balls_come_near_smooth_ones(void) {
    double R = 0.5, r = 0.3, D = 0.75, c = (D * D + R * R - r * r) / (2.0 * D);
    double area = AB_PI * (R * R - c * c), last[2] = {0.0, 0.0};
    for (int level = 3; level <= 5; level++) {
        abShape A = ball_mesh(R, level), B = ball_mesh(r, level);
        abShape ball = lasting_shape("sphere radius=0.3", 0.0);
        abPose X = at_turned(0, 0, 0, 0.3, 0.2, 0.1), Y = at_turned(0.6 * D, 0, 0.8 * D, 0.5, 1, 2);
        Found f = find(&A, X, &B, Y), g = find(&ball, Y, &A, X);
        CHECK(f.count == 1 && g.count == 1);
        double off = fabs(f.point[0].area - area) / area;
        double rotation = ab_norm(ab_sub(f.point[0].n_AB_W, ab_vec3(0.6, 0, 0.8)));
        CHECK(level == 3 || off < 0.4 * last[0]);
        last[0] = off, last[1] = rotation;
        CHECK_NEAR(g.point[0].depth, R + r - D,
                   level == 3   ? 0.15
                   : level == 4 ? 0.04
                                : 0.01,
                   R + r - D);
    }
    printf("  two balls of 2048 triangles: area off by %.1e, normal by %.1e\n", last[0], last[1]);
    CHECK(last[0] < 0.01 && last[1] < 1e-3);
}

static void swapping_turns_the_normal(void) {
    abShape mesh = ball_mesh(0.5, 2), other = box_mesh(0.4, 0.3, 0.2);
    abShape cone = lasting_shape("cone radius=0.2 length=0.3", 0.0);
    Random random = {.state = 5};
    int seen = 0;
    for (int i = 0; i < 300; i++) {
        abPose X = {random_rotation(&random), ab_scale(0.1, random_vector(&random))};
        abPose Y = {random_rotation(&random), ab_scale(0.6, random_direction(&random))};
        const abShape *others[] = {&other, &cone};
        for (int k = 0; k < 2; k++) {
            Found f = find(&mesh, X, others[k], Y), g = find(others[k], Y, &mesh, X);
            CHECK(f.count == g.count);
            seen += f.deepest.distance < 0.0;
            for (int j = 0; j < f.count && f.count == 1; j++) {
                CHECK_NEAR(f.point[j].area, g.point[j].area, 1e-10, 1.0);
                CHECK_NEAR(f.point[j].depth, g.point[j].depth, 1e-14, 1.0);
                CHECK(ab_norm(ab_add(f.point[j].n_AB_W, g.point[j].n_AB_W)) < 1e-9);
            }
        }
    }
    CHECK(seen > 200);
}

// The list of triangles and the search of the trees find the same depth.
static void depth_is_the_same_from_lists(void) {
    abShape A = box_mesh(0.4, 0.3, 0.2), B = ball_mesh(0.5, 2);
    Random random = {.state = 7};
    int seen = 0;
    for (int i = 0; i < 500; i++) {
        abPose X = {random_rotation(&random), ab_scale(0.1, random_vector(&random))};
        abPose Y = {random_rotation(&random), ab_scale(0.7, random_direction(&random))};
        const abShape *second = i % 2 ? &A : &B;
        abProximity tree, list;
        ab_proximity(&A, &X, second, &Y, &tree);
        ab_meshes_proximity(region_room(), &A, &X, second, &Y, &list);
        if (list.distance < 0.0) {
            seen++;
            CHECK_NEAR(list.distance, tree.distance, 1e-14, 1.0);
            CHECK_NEAR(list.radius, tree.radius, 0.0, 1.0);
            CHECK(ab_norm(ab_sub(ab_add_scaled(list.p_A_W, list.distance, list.n_AB_W),
                                 list.p_B_W)) < 1e-12);
        } else {
            CHECK(tree.distance >= 0.0);
        }
    }
    CHECK(seen > 200);
}

// The depth of a region grows as its deepest point goes in, whatever moves.
static void depth_grows_at_the_deepest_point(void) {
    abShape ball = ball_mesh(0.5, 2), box = box_mesh(0.4, 0.3, 0.2);
    abShape round = lasting_shape("sphere radius=0.3", 0.0);
    const abShape *others[] = {&box, &ball, &round};
    Random random = {.state = 13};
    int seen[3] = {0}, off[3] = {0};
    for (int i = 0; i < 600; i++) {
        int k = i % 3;
        abPose X = {random_rotation(&random), ab_scale(0.05, random_vector(&random))};
        abPose Y = {random_rotation(&random), ab_scale(0.68, random_direction(&random))};
        abVec3 v = random_vector(&random), w = random_vector(&random);
        double depth[3], h = 1e-7;
        Found at = {0};
        for (int j = 0; j < 3; j++) { // B before, after, and where it is
            double t = j == 0 ? -h : j == 1 ? h : 0.0;
            abPose Z = {
                ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_axis_angle(w, t * ab_norm(w))), Y.R),
                ab_add_scaled(Y.p, t, v)};
            at = find(&ball, X, others[k], Z);
            depth[j] = at.count == 1 ? at.point[0].depth : NAN;
        }
        if (at.count != 1 || !(at.deepest.distance < 0.0) || isnan(depth[0] + depth[1])) {
            continue;
        }
        abVec3 arm = ab_sub(at.point[0].deep_W, Y.p);
        double rate = -ab_dot(at.point[0].deep_n_AB_W, ab_add(v, ab_cross(w, arm)));
        seen[k]++;
        // rounding of the depths by 2 h: 1e-9; more where another point becomes the deepest
        off[k] += !(fabs((depth[1] - depth[0]) / (2.0 * h) - rate) < 1e-6);
    }
    for (int k = 0; k < 3; k++) {
        printf("  %d regions, %d at a change of the deepest point\n", seen[k], off[k]);
        CHECK(seen[k] > 50 && off[k] <= seen[k] / 50);
    }
}

// No place on a body moves farther than that, so no depth grows by more. A corner that comes out of a
// wedge has nearly no depth, while the edge behind it is as deep as before: boxes pass through each other.
static void depth_follows_where_corners_pass_through(void) {
    enum { MOTIONS = 60, STEPS = 100 };
    abShape A = box_mesh(0.4, 0.3, 0.2), B = box_mesh(0.3, 0.05, 0.25);
    Random random = {.state = 19};
    int seen = 0, jumps = 0;
    for (int i = 0; i < MOTIONS; i++) {
        abPose X = {random_rotation(&random), ab_scale(0.1, random_vector(&random))};
        abPose Y = {random_rotation(&random), ab_scale(0.4, random_direction(&random))};
        abVec3 v = random_vector(&random), axis = random_direction(&random);
        double step = 2e-3, turn = 5e-3, last = NAN;
        double farthest = step * ab_norm(v) + turn * ab_norm((abVec3){0.3, 0.05, 0.25});
        for (int j = 0; j < STEPS; j++) {
            abProximity tree, list;
            ab_proximity(&A, &X, &B, &Y, &tree);
            ab_meshes_proximity(region_room(), &A, &X, &B, &Y, &list);
            double depth = fmax(0.0, -list.distance);
            seen += depth > 0.0;
            jumps += fabs(depth - last) > farthest * (1.0 + 1e-9);
            CHECK_NEAR(depth, fmax(0.0, -tree.distance), 1e-12, 1.0);
            last = depth;
            Y.p = ab_add_scaled(Y.p, step, v);
            Y.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_axis_angle(axis, turn)), Y.R);
        }
    }
    printf("  %d places, %d jumps\n", seen, jumps);
    CHECK(seen > MOTIONS * STEPS / 2 && jumps == 0);
}

typedef struct Answer {
    abProximity at;
    abPatchPoint points[AB_PATCH_MAX];
    int count;
} Answer;

static Answer ask(abRegionWorkspace *workspace, const abShape *A, const abPose *X, const abShape *B,
                  const abPose *Y) {
    Answer a;
    ab_meshes_proximity(workspace, A, X, B, Y, &a.at);
    a.count = ab_regions(workspace, A, X, B, Y, &a.at, a.points);
    return a;
}

static bool is_same(abVec3 a, abVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool are_same(const Answer *a, const Answer *b) {
    bool same = a->count == b->count && a->at.distance == b->at.distance &&
                is_same(a->at.n_AB_W, b->at.n_AB_W) && is_same(a->at.p_A_W, b->at.p_A_W) &&
                is_same(a->at.p_B_W, b->at.p_B_W);
    for (int i = 0; i < a->count && same; i++) {
        const abPatchPoint *p = &a->points[i], *q = &b->points[i];
        same = is_same(p->p_W, q->p_W) && is_same(p->n_AB_W, q->n_AB_W) && p->depth == q->depth &&
               p->area == q->area && p->id == q->id;
    }
    return same;
}

// Ways of all lengths, also flush on each other, where many features are equally near.
static void what_was_asked_before_changes_no_bit(void) {
    abShape ball = ball_mesh(0.5, 2), box = box_mesh(0.4, 0.3, 0.2);
    const abShape *others[] = {&ball, &box};
    Random random = {.state = 11};
    int apart = 0, overlapping = 0;
    for (int k = 0; k < 2; k++) {
        abPose X = at(0, 0, 0), Y = at(0, 0, k == 0 ? 0.7 : 0.4);
        for (int i = 0; i < 600; i++) {
            double size = 0.1;
            for (int n = i % 7; n > 0; n--) {
                size *= 0.1;
            }
            abVec3 rotation = ab_scale(size, random_vector(&random));
            Y = at_turned(0.3 * size * random_vector(&random).x, size * random_vector(&random).y,
                          (k == 0 ? 0.7 : 0.4) + 0.3 * size * random_vector(&random).z, rotation.x,
                          i % 3 == 0 ? rotation.y : 0.0, i % 3 == 0 ? rotation.z : 0.0);
            abRegionWorkspace *fresh = ab_region_workspace_create(ab_heap(), 1, 1);
            Answer a = ask(region_room(), &box, &X, others[k], &Y);
            Answer b = ask(fresh, &box, &X, others[k], &Y);
            ab_region_workspace_destroy(fresh);
            CHECK(are_same(&a, &b));
            apart += a.at.distance > 0.0;
            overlapping += a.at.distance < 0.0;
        }
    }
    printf("  %d apart, %d overlapping: the same with and without a past\n", apart, overlapping);
    CHECK(apart > 200 && overlapping > 200);
}

typedef struct Course {
    const char *name;
    const abShape *A, *B;
    abVec3 from, to, rotation;
    double turns, moves; // normal and point per step, at most
} Course;

static void nothing_jumps_along_a_slow_motion(void) {
    abShape ball_20 = ball_mesh(0.5, 2), plate = box_mesh(1.0, 1.0, 0.5);
    abShape ball = lasting_shape("sphere radius=0.5", 0.0),
            box = lasting_shape("box size=2,2,1", 0.0);
    abShape cylinder = lasting_shape("cylinder radius=0.3 length=0.8", 0.0);
    abVec3 none = {0, 0, 0};
    const Course courses[] = {
        {"ball over mesh ball",
         &ball,
         &ball_20,
         {-0.1, 0, 0.97},
         {0.1, 0.05, 0.97},
         none,
         1e-3,
         2e-4},
        {"mesh ball on box",
         &ball_20,
         &box,
         {0, 0, 0.98},
         {0.1, 0.0, 0.97},
         {0.3, 0.2, 0},
         1e-3,
         1e-3},
        {"mesh ball on mesh box",
         &ball_20,
         &plate,
         {0, 0, 0.98},
         {0.1, 0, 0.97},
         {0.3, 0.2, 0},
         1e-12,
         1e-3},
        {"mesh ball over its edge",
         &ball_20,
         &plate,
         {0.8, 0, 0.97},
         {1.2, 0, 0.97},
         none,
         4e-3,
         1e-3},
        {"cylinder on mesh box",
         &cylinder,
         &plate,
         {0, 0, 0.79},
         {0.1, 0.1, 0.79},
         {0.4, 0, 1},
         1e-12,
         2e-3},
        {"cylinder over its edge",
         &cylinder,
         &plate,
         {0.9, 0, 0.89},
         {1.3, 0, 0.89},
         none,
         0.05,
         1e-3},
        {"mesh ball on mesh ball",
         &ball_20,
         &ball_20,
         {-0.1, 0, 0.95},
         {0.1, 0, 0.95},
         none,
         1e-3,
         2e-4},
    };
    for (size_t k = 0; k < sizeof courses / sizeof courses[0]; k++) {
        const Course *c = &courses[k];
        enum { STEPS = 1000 };
        double worst[3] = {0.0};
        Found last = {0};
        for (int i = 0; i <= STEPS; i++) {
            double s = (double)i / STEPS;
            abVec3 p = ab_add_scaled(c->from, s, ab_sub(c->to, c->from));
            abVec3 t = ab_scale(s, c->rotation);
            Found f = find(c->A, at_turned(p.x, p.y, p.z, t.x, t.y, t.z), c->B, at(0, 0, 0));
            if (i > 0 && f.count == 1 && last.count == 1 && f.deepest.distance < 0.0 &&
                last.deepest.distance < 0.0) {
                worst[0] = fmax(worst[0], fabs(f.point[0].depth - last.point[0].depth));
                worst[1] = fmax(worst[1], ab_norm(ab_sub(f.point[0].n_AB_W, last.point[0].n_AB_W)));
                worst[2] = fmax(worst[2], ab_norm(ab_sub(f.point[0].p_W, last.point[0].p_W)));
            }
            last = f;
        }
        printf("  %-24s per step: depth %.1e, normal %.1e, point %.1e\n", c->name, worst[0],
               worst[1], worst[2]);
        // no point of A moves farther in a step than this
        double displacement =
            (ab_norm(ab_sub(c->to, c->from)) + c->A->bound * ab_norm(c->rotation)) / STEPS;
        CHECK(worst[0] <= displacement * (1.0 + 1e-9));
        CHECK(worst[1] <= c->turns && worst[2] <= c->moves);
    }
}

AB_TESTS(AB_TEST(a_ball_on_a_plate_does_not_feel_triangles),
         AB_TEST(a_ball_in_a_groove_has_two_regions), AB_TEST(boxes_share_a_rectangle),
         AB_TEST(a_tilted_box_rests_where_it_is_deep), AB_TEST(round_contacts_are_points),
         AB_TEST(crossing_edges_have_their_common_normal),
         AB_TEST(fine_balls_come_near_smooth_ones), AB_TEST(swapping_turns_the_normal),
         AB_TEST(depth_is_the_same_from_lists), AB_TEST(depth_grows_at_the_deepest_point),
         AB_TEST(depth_follows_where_corners_pass_through),
         AB_TEST(what_was_asked_before_changes_no_bit), AB_TEST(nothing_jumps_along_a_slow_motion))
