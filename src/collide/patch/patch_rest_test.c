// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rest_test.c - every shape that can lie, stand or lean on every flat top: the force is along
// the normal of the top, does not jump as the body turns by next to nothing, and does not depend on
// which of the two comes first, nor on how the scene lies in the world.

#include "base/check.h"
#include "collide/patch/patch_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

#define RIGHT (0.5 * AB_PI)

static abMat3 rotation(double rx, double ry, double rz) {
    return ab_quat_to_matrix(ab_quat_from_xyz((abVec3){rx, ry, rz}));
}

// Shapes with a flat top at z = 0 that reaches at least 0.15 from the origin to all sides, and a
// place next to its border.
typedef struct Top {
    const char *text;
    abVec3 turn, place, border;
} Top;

static const Top s_tops[] = {
    {"plane normal=0,0,1", {0, 0, 0}, {0, 0, 0}, {3, 2, 0}},
    {"box size=1,0.8,0.2", {0, 0, 0}, {0, 0, -0.1}, {0.49, 0.05, 0}},
    {"beam width=0.8 length=1.2 thickness=0.2", {RIGHT, 0, 0}, {0, 0, -0.1}, {0.39, 0.05, 0}},
    {"beam width=0.8 length=1.2 thickness=0.2", {0, RIGHT, 0}, {0, 0, -0.4}, {0.3, 0.09, 0}},
    {"cylinder radius=0.5 length=0.2", {0, 0, 0}, {0, 0, -0.1}, {0.3, 0.39, 0}},
    {"cone radius=0.5 length=0.6", {AB_PI, 0, 0}, {0, 0, 0}, {0.3, 0.39, 0}},
    {"cone radius=0.5 top_radius=0.4 length=0.2", {0, 0, 0}, {0, 0, -0.2}, {0.2, 0.34, 0}},
    {"tube radius=0.5 inner_radius=0.02 length=0.2", {0, 0, 0}, {0.25, 0.2, -0.1}, {0.25, 0.69, 0}},
};
enum { TOPS = sizeof s_tops / sizeof *s_tops };

// Bodies no larger than 0.15 and how they rest: their orientation, and whether a turn about the
// vertical and small turns about others leave the force as it is but for the depth it adds.
typedef struct Body {
    const char *what, *text;
    abVec3 turn;
} Body;

static const Body s_bodies[] = {
    {"ball", "sphere radius=0.05", {0, 0, 0}},
    {"ellipsoid", "ellipsoid semi_axes=0.05,0.04,0.03", {0, 0, 0}},
    {"box on its face", "box size=0.1,0.14,0.08", {0, 0, 0}},
    {"box on its edge", "box size=0.1,0.1,0.1", {0.25 * AB_PI, 0, 0}},
    {"box on its edge at 30 degrees", "box size=0.1,0.14,0.08", {AB_PI / 6, 0, 0}},
    {"box on its edge at 80 degrees", "box size=0.1,0.14,0.08", {0, 80 * AB_PI / 180, 0}},
    {"box on its corner", "box size=0.1,0.1,0.1", {0.6, 0.5, 0}},
    {"cylinder standing", "cylinder radius=0.05 length=0.1", {0, 0, 0}},
    {"cylinder lying", "cylinder radius=0.05 length=0.1", {RIGHT, 0, 0}},
    {"cylinder on its rim", "cylinder radius=0.05 length=0.1", {0.5, 0, 0}},
    {"cylinder on its rim at 45 degrees", "cylinder radius=0.05 length=0.1", {0.25 * AB_PI, 0, 0}},
    {"capsule lying", "capsule radius=0.03 length=0.1", {RIGHT, 0, 0}},
    {"capsule standing", "capsule radius=0.03 length=0.1", {0.1, 0, 0}},
    {"tube standing", "tube radius=0.05 inner_radius=0.03 length=0.1", {0, 0, 0}},
    {"tube lying", "tube radius=0.05 inner_radius=0.03 length=0.1", {0, RIGHT, 0}},
    {"cone standing", "cone radius=0.05 length=0.1", {0, 0, 0}},
    {"cone lying", "cone radius=0.05 length=0.1", {RIGHT + 0.4636476090008061, 0, 0}},
    {"cone on its tip", "cone radius=0.05 length=0.1", {AB_PI + 0.1, 0, 0}},
    {"frustum standing", "cone radius=0.05 top_radius=0.02 length=0.1", {0, 0, 0}},
    {"frustum lying",
     "cone radius=0.05 top_radius=0.03 length=0.1",
     {RIGHT + 0.19739555984988078, 0, 0}},
    {"beam on its face", "beam width=0.08 length=0.12 thickness=0.05", {RIGHT, 0, 0}},
    {"beam on its side", "beam width=0.08 length=0.12 thickness=0.05", {0, RIGHT, 0}},
    {"beam on its round end", "beam width=0.08 length=0.12 thickness=0.05", {0, 0.3, 0}},
    {"beam leaning on its side", "beam width=0.08 length=0.12 thickness=0.05", {0, 1.2, 0}},
    {"torus flat", "torus ring_radius=0.05 tube_radius=0.02", {0, 0, 0}},
    {"torus on edge", "torus ring_radius=0.05 tube_radius=0.02", {RIGHT, 0, 0}},
};
enum { BODIES = sizeof s_bodies / sizeof *s_bodies };

// A body above a top, overlapping it by `depth`.
typedef struct Scene {
    abShape top, body;
    abPose X_WT, X_WB;
    const char *what, *on;
} Scene;

static Scene scene(int top, int body, double depth, double heading, bool at_border) {
    const Top *t = &s_tops[top];
    const Body *b = &s_bodies[body];
    Scene s = {.top = fixture_shape(t->text),
               .body = fixture_shape(b->text),
               .what = b->what,
               .on = t->text};
    s.X_WT = (abPose){rotation(t->turn.x, t->turn.y, t->turn.z), t->place};
    abMat3 about = rotation(0, 0, heading);
    s.X_WB = (abPose){ab_mat3_mul(about, rotation(b->turn.x, b->turn.y, b->turn.z)),
                      at_border ? t->border : (abVec3){0.02, 0.01, 0.0}};
    abVec3 down = {0.0, 0.0, -1.0};
    double low =
        ab_dot(ab_mul(s.X_WB.R, ab_shape_support(&s.body, ab_mul_t(s.X_WB.R, down))), down);
    s.X_WB.p.z = low - depth;
    return s;
}

static Load load_of(const Scene *s) {
    return fixture_load(&s->top, &s->X_WT, &s->body, &s->X_WB,
                        (abVec3){s->X_WB.p.x, s->X_WB.p.y, 0.0});
}

static void turn_body(Scene *s, abVec3 axis, double angle) {
    abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle(axis, angle));
    s->X_WB.R = ab_mat3_mul(R, s->X_WB.R);
}

// Weights of a whole face sum to 4; where its outline crosses another each crossing counts, too. At
// the border of the top the lowest point of a body may be beside it.
static void the_force_is_along_the_normal(void) {
    int at_border = 0;
    for (int t = 0; t < TOPS; t++) {
        for (int b = 0; b < BODIES; b++) {
            for (int k = 0; k < 8; k++) {
                double depth = k % 2 == 0 ? 1e-5 : 1e-7;
                Scene s = scene(t, b, depth, 0.7 * k, k >= 4);
                Load f = load_of(&s);
                double aside = sqrt(f.force.x * f.force.x + f.force.y * f.force.y);
                // a rim that leans over a border crosses it a little aslant
                bool is_right = fabs(f.depth - depth) <= 1e-14 &&
                                aside <= (k < 4 ? 1e-9 : 5e-3) * depth &&
                                f.force.z > (k < 4 ? 0.99 : 0.5) * depth && f.force.z < 6.0 * depth;
                bool is_beside = k >= 4 && f.depth < depth - 1e-14;
                if (!is_right && !is_beside) {
                    printf("%s on %s, heading %g: depth %g of %g, force by depth (%g %g %g)\n",
                           s.what, s.on, 0.7 * k, f.depth, depth, f.force.x / depth,
                           f.force.y / depth, f.force.z / depth);
                }
                CHECK(is_right || is_beside);
                at_border += is_right && k >= 4;
            }
        }
    }
    CHECK(at_border > 2 * TOPS * BODIES);
}

// Turned by an angle a, a point of the body moves by no more than 0.2 a.
static void turns_of_rounding_do_not_jump(void) {
    const abVec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0.6, 0.8, 0}, {0, 0, 1}, {0.36, 0.48, 0.8}};
    double depth = 1e-5;
    for (int t = 0; t < TOPS; t++) {
        for (int b = 0; b < BODIES; b++) {
            for (int place = 0; place < 2; place++) {
                Scene at_rest = scene(t, b, depth, 0.3 + place, place == 1);
                Load still = load_of(&at_rest);
                for (int k = 0; k < 5; k++) {
                    for (double angle = 1e-15; angle < 2e-4; angle *= 10.0) {
                        for (int sign = -1; sign <= 1; sign += 2) {
                            Scene s = at_rest;
                            turn_body(&s, axes[k], sign * angle);
                            Load f = load_of(&s);
                            // weights 4, and a deepest point that shares: 8 times the move
                            double allowed = 8.0 * 0.2 * angle + 1e-14;
                            double change = ab_norm(ab_sub(f.force, still.force));
                            double turned = ab_norm(ab_sub(f.torque, still.torque));
                            bool is_right = change <= allowed && turned <= 0.2 * allowed;
                            if (!is_right) {
                                printf(
                                    "%s on %s, turned by %g about %d: force changes by %g, torque "
                                    "by %g; %d and %d points\n",
                                    s.what, s.on, sign * angle, k, change / depth, turned / depth,
                                    still.count, f.count);
                                sign = 2, angle = 1.0, k = 5, place = 2;
                            }
                            CHECK(is_right);
                        }
                    }
                }
            }
        }
    }
}

static void the_order_of_bodies_does_not_matter(void) {
    for (int t = 0; t < TOPS; t++) {
        for (int b = 0; b < BODIES; b++) {
            for (int k = 0; k < 6; k++) {
                Scene s = scene(t, b, 1e-5, 0.3, k % 2 == 1);
                turn_body(&s, (abVec3){0.6, 0.8, 0.0}, k < 2 ? 0.0 : k < 4 ? 1e-6 : 1e-4);
                abVec3 o = {0.0, 0.0, 0.0};
                Load f = fixture_load(&s.top, &s.X_WT, &s.body, &s.X_WB, o);
                Load g = fixture_load(&s.body, &s.X_WB, &s.top, &s.X_WT, o);
                bool is_right = f.count == g.count && ab_norm(ab_add(f.force, g.force)) <= 1e-15 &&
                                ab_norm(ab_add(f.torque, g.torque)) <= 1e-15;
                if (!is_right) {
                    printf("%s on %s, order: %g %g, %d %d\n", s.what, s.on,
                           ab_norm(ab_add(f.force, g.force)), ab_norm(ab_add(f.torque, g.torque)),
                           f.count, g.count);
                }
                CHECK(is_right);
            }
        }
    }
}

static abPose moved(const abPose *G, const abPose *X) {
    return ab_pose_mul(*G, *X);
}

static void the_world_does_not_matter(void) {
    abPose G = {rotation(0.4, -1.1, 2.3), {0.3, -0.2, 0.5}};
    for (int t = 0; t < TOPS; t++) {
        for (int b = 0; b < BODIES; b++) {
            for (int k = 0; k < 6; k++) {
                Scene s = scene(t, b, 1e-5, 0.3, k % 2 == 1);
                turn_body(&s, (abVec3){0.6, 0.8, 0.0}, k < 2 ? 0.0 : k < 4 ? 1e-6 : 1e-4);
                abVec3 o = {0.0, 0.0, 0.0};
                abPose X_T = moved(&G, &s.X_WT), X_B = moved(&G, &s.X_WB);
                Load f = fixture_load(&s.top, &s.X_WT, &s.body, &s.X_WB, o);
                Load g = fixture_load(&s.top, &X_T, &s.body, &X_B, ab_pose_point(G, o));
                double force = ab_norm(ab_sub(ab_mul(G.R, f.force), g.force));
                double torque = ab_norm(ab_sub(ab_mul(G.R, f.torque), g.torque));
                bool is_right = force <= 1e-14 && torque <= 1e-13;
                if (!is_right) {
                    printf("%s on %s, moved (%d): %g %g, %d %d\n", s.what, s.on, k, force, torque,
                           f.count, g.count);
                }
                CHECK(is_right);
            }
        }
    }
}

// A roller on the edge of a rail: carried at both ends of what they share, across the edge and the
// axis, wherever on its wall the edge is.
static void a_roller_lies_along_an_edge(void) {
    abShape rail = fixture_shape("box size=0.2,0.1,0.1");
    const char *const rollers[] = {"cylinder radius=0.05 length=0.3 axis=0",
                                   "capsule radius=0.05 length=0.3 axis=0",
                                   "tube radius=0.05 inner_radius=0.03 length=0.3 axis=0"};
    abPose X_WR = {rotation(0.25 * AB_PI, 0, 0), {0, 0, -0.05 * sqrt(2.0)}};
    for (int k = 0; k < 3; k++) {
        abShape roller = fixture_shape(rollers[k]);
        for (int i = -3; i <= 3; i++) {
            double lean = 0.2 * i, depth = 1e-5, out = 0.05 - depth;
            abVec3 n = {0.0, ab_sin(lean), ab_cos(lean)}, o = {0, 0, 0};
            abPose X_WB = {ab_mat3_identity(), ab_add_scaled(ab_vec3(0.02, 0, 0), out, n)};
            Load still = fixture_load(&rail, &X_WR, &roller, &X_WB, o);
            CHECK(still.count == 2);
            CHECK_NEAR(ab_norm(ab_sub(still.force, ab_scale(2.0 * depth, n))), 0.0, 1e-14, 1.0);
            CHECK_NEAR(ab_norm(still.torque), 0.0, 1e-14, 1.0); // about the middle of the edge
            for (double angle = 1e-15; angle < 2e-5; angle *= 10.0) {
                abPose X = X_WB;
                X.R = rotation(0, angle, -angle);
                Load f = fixture_load(&rail, &X_WR, &roller, &X, o);
                CHECK(ab_norm(ab_sub(f.force, still.force)) <= angle + 1e-14);
                CHECK(ab_norm(ab_sub(f.torque, still.torque)) <= 0.1 * angle + 1e-14);
            }
        }
    }
}

AB_TESTS(AB_TEST(a_roller_lies_along_an_edge), AB_TEST(the_force_is_along_the_normal),
         AB_TEST(turns_of_rounding_do_not_jump), AB_TEST(the_order_of_bodies_does_not_matter),
         AB_TEST(the_world_does_not_matter))
