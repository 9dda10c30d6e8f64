// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_friction_test.c - friction with a history on surfaces that carry a pressure: it holds
// without creep, slips at the limit of force and torque, and slides and turns with mu N.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { ROOM = 6000 };

static char s_text[ROOM];
static abError s_error;
static abStatistics s_statistics;
static EnergyOfRun s_energy;
static int s_slips;
static double s_slip; // time of the first slip                                      [s]
static double s_from; // frames from here on count
static abBodyState s_first, s_last; // of the body with the number 1
static abVec3 s_pressed;            // along which it is pressed, and may swing
static double s_creep; // how far it went across that from where it was first             [m]
static const char *s_pressure = "linear", *s_simulation = "tolerance: 1.0e-8";
static const char *s_ground = "plane: {}", *s_penetrating = "auto";

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_SLIP) {
        s_slip = s_slips++ == 0 ? event->time : s_slip;
    }
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    follow_energy(&s_energy, &frame->energy);
    if (frame->time < s_from) {
        return AB_OK;
    }
    s_last = frame->bodies[1];
    if (isnan(s_first.position.x)) {
        s_first = s_last;
    }
    abVec3 way = ab_sub(s_last.position, s_first.position);
    way = ab_add_scaled(way, -ab_dot(way, s_pressed), s_pressed);
    s_creep = fmax(s_creep, ab_norm(way));
    return AB_OK;
}

static void run_text(double from, abVec3 pressed) {
    const abObserver observer = {.frame = note_frame, .event = note_event};
    s_slips = 0;
    s_slip = NAN;
    s_from = from;
    s_pressed = pressed;
    s_creep = 0.0;
    s_first.position.x = NAN;
    s_energy = (EnergyOfRun){0};
    CHECK(run_and_say(s_text, &observer, &s_statistics, &s_error) == AB_OK);
}

// A body on a layer, mu 0.3, 1000 kg/m^3; gravity in x as well.
static void run(const char *shape, const char *friction, const char *more, double along,
                double from, double end) {
    snprintf(s_text, ROOM,
             "abut: 1\ngravity: [%.17g, 0, -10]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
             "contacts: [{between: [ground, body], manifold: faces, penetrating: %s,\n"
             "  friction: %s, normal:\n"
             "  {law: foundation, pressure: %s, damping_by_area: 1.0e5, youngs_modulus: 1.0e6,\n"
             "   poissons_ratio: 0.3, thickness: 0.02}}]\n"
             "simulation: {end_time: %g, output_interval: 0.01, %s}\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{%s, material: m}]}\n"
             "  body: {position: [0, 0, 0.05], shapes: [{%s, material: m}]%s\n",
             along, s_penetrating, friction, s_pressure, end, s_simulation, s_ground, shape, more);
    run_text(from, (abVec3){0.0, 0.0, 1.0});
}

static const char s_box[] = "box: {size: [0.1, 0.1, 0.1]}";

// ---- holding ----

static void a_box_does_not_creep(void) {
    static const char *const laws[] = {"coulomb", "bristle"};
    for (int i = 0; i < 2; i++) {
        run(s_box, laws[i], "}", 2.5, 4.0, 10.0);
        printf("%s: creeps by %.2g m in 6 s\n", laws[i], s_creep);
        CHECK(s_creep < 1e-12);
        CHECK(s_last.position.x < 1e-3);
    }
}

// ---- the limit ----

static const char s_pulled[] = "}\nforces: [{type: applied, between: [world, body], "
                               "fx: \"%g*max(t - 1, 0)\", tz: \"%g*max(t - 1, 0)\"}]";

// How the mean distance from the middle of a square is to its side.
#define SQUARE 0.38259785823210634

static void a_box_slips_at_the_limit_of_force_and_of_torque(void) {
    char forces[200];
    snprintf(forces, sizeof forces, s_pulled, 2.0, 0.0);
    run(s_box, "coulomb", forces, 0.0, 0.0, 3.0);
    printf("pulled: slips at %.12g s\n", s_slip);
    CHECK_NEAR(s_slip, 1.0 + 0.3 * 10.0 / 2.0, 1e-6, 1.0);
    snprintf(forces, sizeof forces, s_pulled, 0.0, 0.1);
    run(s_box, "coulomb", forces, 0.0, 0.0, 3.0);
    double limit = 0.3 * 10.0 * SQUARE * 0.1;
    printf("turned: slips at %.6g s, %.6g expected\n", s_slip, 1.0 + limit / 0.1);
    CHECK_NEAR(s_slip, 1.0 + limit / 0.1, 3e-3, limit / 0.1);
}

// ---- sliding ----

static void a_box_slides_with_its_weight(void) {
    static const char *const laws[] = {"coulomb", "bristle"};
    for (int i = 0; i < 2; i++) {
        run(s_box, laws[i], "}", 5.0, 2.0, 3.0);
        double gained = s_last.velocity.x - s_first.velocity.x;
        printf("%s: %.3g off m/s gained in 1 s\n", laws[i], gained - (5.0 - 0.3 * 10.0));
        CHECK_NEAR(gained, 5.0 - 0.3 * 10.0, 1e-7, 1.0);
    }
}

// A ring of prisms, as a mesh: `sides` quadrilaterals around, with a hole.
static const char *ring(int sides, double outer, double inner, double height) {
    static char text[4000];
    int at = snprintf(text, sizeof text, "mesh: {collide: surface, points: [");
    for (int k = 0; k < 4 * sides; k++) {
        double angle = 2.0 * 3.14159265358979323846 * (k % sides) / sides;
        double r = k / sides % 2 == 0 ? outer : inner, z = k / sides < 2 ? -0.5 : 0.5;
        at += snprintf(text + at, sizeof text - (size_t)at, "%s[%.9f, %.9f, %g]", k > 0 ? "," : "",
                       r * cos(angle), r * sin(angle), z * height);
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "], faces: [");
    // out below, in below, out above, in above
    static const int quads[4][4] = {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 2, 0, 2}, {1, 3, 1, 3}};
    static const int turned[4] = {0, 1, 1, 0};
    for (int q = 0; q < 4; q++) {
        for (int k = 0; k < sides; k++) {
            int next = (k + 1) % sides, a = quads[q][0] * sides, b = quads[q][1] * sides;
            int c[4] = {a + k, b + k, b + next, a + next};
            const int other[4] = {c[3], c[2], c[1], c[0]};
            const int *p = turned[q] ? other : c;
            at += snprintf(text + at, sizeof text - (size_t)at, "%s[%d, %d, %d], [%d, %d, %d]",
                           q + k > 0 ? "," : "", p[0], p[1], p[2], p[0], p[2], p[3]);
        }
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}");
    return text;
}

// w' = mu g r/i^2, r the mean distance from the axis and i that of inertia.
static void a_body_stops_turning_as_its_face_tells(void) {
    static const char turning[] = ", angular_velocity: [0, 0, 30]}";
    double expected = 0.3 * 10.0 * SQUARE * 0.1 / (0.1 * 0.1 / 6.0);
    static const struct {
        const char *friction, *pressure, *simulation;
        double bound;
    } cases[] = {{"coulomb", "linear", "tolerance: 1.0e-8", 3e-3},
                 {"regularized", "linear", "tolerance: 1.0e-8", 3e-3}, // plane_friction.c
                 {"regularized", "log", "tolerance: 1.0e-8", 3e-3},    // contact_parts.c
                 {"coulomb", "linear", "method: stepping, step: 1.0e-3", 0.015},
                 {"coulomb", "log", "method: stepping, step: 1.0e-3", 0.015}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s_pressure = cases[i].pressure;
        s_simulation = cases[i].simulation;
        run(s_box, cases[i].friction, turning, 0.0, 0.2, 0.4);
        double slowed = (s_first.angular_velocity.z - s_last.angular_velocity.z) / 0.2;
        printf("box, %s, %s, %s: %.6g rad/s^2, %.6g expected, book %.2g\n", cases[i].friction,
               s_pressure, s_simulation, slowed, expected, s_energy.drift);
        CHECK_NEAR(slowed, expected, cases[i].bound, expected);
        CHECK(s_energy.drift < 1e-7 * s_energy.most);
    }
    s_pressure = "linear";
    s_simulation = "tolerance: 1.0e-8";

    // of a ring of 16 sides, by triangles from its axis: the mean of r and r^2 over each is that of
    // the sector, by the half angle a and the distance d of the side
    enum { SIDES = 16 };
    double a = 3.14159265358979323846 / SIDES, outer = 0.05, inner = 0.03;
    run(ring(SIDES, outer, inner, 0.1), "coulomb", turning, 0.0, 0.2, 0.4);
    double d[2] = {outer * cos(a), inner * cos(a)};
    double area = tan(a) * (d[0] * d[0] - d[1] * d[1]);
    // int r dA = 2/3 d^3 int_0^a sec^3, int r^2 dA = d^4/2 (tan a + tan^3 a/3)
    double sec3 = 0.5 * (tan(a) / cos(a) + log(tan(a) + 1.0 / cos(a)));
    double mean = 2.0 / 3.0 * (pow(d[0], 3.0) - pow(d[1], 3.0)) * sec3 / area;
    double square =
        0.5 * (pow(d[0], 4.0) - pow(d[1], 4.0)) * (tan(a) + pow(tan(a), 3.0) / 3.0) / area;
    double slowed = (s_first.angular_velocity.z - s_last.angular_velocity.z) / 0.2;
    expected = 0.3 * 10.0 * mean / square;
    printf("ring: %.6g rad/s^2, %.6g expected\n", slowed, expected);
    CHECK_NEAR(slowed, expected, 3e-3, expected);
}

// ---- any division of the face ----

// A prism along z over a polygon counterclockwise, as a mesh: below and above by `faces` of three
// corners, around by two triangles a side of the polygon; `rim` lists its corners in order.
typedef struct Prism {
    int corner_count, face_count, rim_count;
    double corners[64][2];
    int faces[128][3], rim[64];
} Prism;

// A square divided into squares, n by n.
static void set_squares(Prism *prism, int n, double size) {
    *prism = (Prism){0};
    for (int k = 0; k < (n + 1) * (n + 1); k++) {
        prism->corners[prism->corner_count][0] = size * (k % (n + 1) / (double)n - 0.5);
        prism->corners[prism->corner_count++][1] = size * (k / (n + 1) / (double)n - 0.5);
    }
    for (int k = 0; k < n * n; k++) {
        int a = k / n * (n + 1) + k % n, b = a + 1, c = b + n + 1, d = a + n + 1;
        memcpy(prism->faces[prism->face_count++], (int[3]){a, b, c}, sizeof(int[3]));
        memcpy(prism->faces[prism->face_count++], (int[3]){a, c, d}, sizeof(int[3]));
    }
    for (int side = 0; side < 4; side++) {
        const int first[4] = {0, n, (n + 1) * (n + 1) - 1, n * (n + 1)};
        const int step[4] = {1, n + 1, -1, -n - 1};
        for (int i = 0; i < n; i++) {
            prism->rim[prism->rim_count++] = first[side] + i * step[side];
        }
    }
}

// A regular polygon whose triangles have all one corner in common.
static void set_fan(Prism *prism, int sides, double radius) {
    *prism = (Prism){.corner_count = sides, .rim_count = sides};
    for (int k = 0; k < sides; k++) {
        double angle = 2.0 * 3.14159265358979323846 * k / sides;
        prism->corners[k][0] = radius * cos(angle), prism->corners[k][1] = radius * sin(angle);
        prism->rim[k] = k;
    }
    for (int k = 1; k + 1 < sides; k++) {
        memcpy(prism->faces[prism->face_count++], (int[3]){0, k, k + 1}, sizeof(int[3]));
    }
}

static const char *mesh_of(const Prism *prism, double height) {
    static char text[ROOM - 1000];
    int n = prism->corner_count,
        at = snprintf(text, sizeof text, "mesh: {collide: surface, points: [");
    for (int k = 0; k < 2 * n; k++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "[%.9f, %.9f, %g],",
                       prism->corners[k % n][0], prism->corners[k % n][1], (k / n - 0.5) * height);
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "], faces: [");
    for (int k = 0; k < prism->face_count; k++) {
        const int *c = prism->faces[k];
        at += snprintf(text + at, sizeof text - (size_t)at, "[%d, %d, %d], [%d, %d, %d],", c[0],
                       c[2], c[1], n + c[0], n + c[1], n + c[2]);
    }
    for (int k = 0; k < prism->rim_count; k++) {
        int a = prism->rim[k], b = prism->rim[(k + 1) % prism->rim_count];
        at += snprintf(text + at, sizeof text - (size_t)at, "[%d, %d, %d], [%d, %d, %d],", a, b,
                       n + b, a, n + b, n + a);
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}");
    return text;
}

static void a_face_of_any_division_stops_turning_alike(void) {
    static const char turning[] = ", angular_velocity: [0, 0, 40]}";
    static const char plane[] = "plane: {}",
                      plate[] = "box: {size: [0.4, 0.3, 0.1]}, position: [0, 0, -0.05]";
    static const struct {
        const char *friction, *pressure, *simulation, *ground, *penetrating;
        double bound;
    } cases[] = {{"coulomb", "linear", "tolerance: 1.0e-8", plane, "auto", 3e-3},
                 {"regularized", "linear", "tolerance: 1.0e-8", plane, "auto", 3e-3},
                 {"regularized", "log", "tolerance: 1.0e-8", plane, "auto", 3e-3},
                 {"coulomb", "linear", "tolerance: 1.0e-8", plate, "first", 7e-3},
                 {"regularized", "linear", "tolerance: 1.0e-8", plate, "both", 7e-3},
                 {"coulomb", "linear", "method: stepping, step: 1.0e-3", plane, "auto", 0.015},
                 {"coulomb", "linear", "method: stepping, step: 1.0e-3", plate, "both", 0.015}};
    static Prism prism;
    for (int body = 0; body < 6; body++) {
        double mean = SQUARE * 0.1, square = 0.1 * 0.1 / 6.0;
        if (body < 5) {
            set_squares(&prism, body + 1, 0.1);
        } else { // by triangles from the axis with half angle a and distance d of the side
            enum { SIDES = 16 };
            double a = 3.14159265358979323846 / SIDES, d = 0.05 * cos(a);
            double sec3 = 0.5 * (tan(a) / cos(a) + log(tan(a) + 1.0 / cos(a)));
            mean = 2.0 / 3.0 * d * sec3 / tan(a);
            square = 0.5 * d * d * (1.0 + pow(tan(a), 2.0) / 3.0);
            set_fan(&prism, SIDES, 0.05);
        }
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            s_pressure = cases[i].pressure;
            s_simulation = cases[i].simulation;
            s_ground = cases[i].ground;
            s_penetrating = cases[i].penetrating;
            run(mesh_of(&prism, 0.1), cases[i].friction, turning, 0.0, 0.2, 0.4);
            double slowed = (s_first.angular_velocity.z - s_last.angular_velocity.z) / 0.2;
            double expected = 0.3 * 10.0 * mean / square;
            printf("%s %d, %s, %s, %s, %s: off by %.2g, book %.2g\n", body < 5 ? "squares" : "fan",
                   body < 5 ? body + 1 : 16, cases[i].friction, s_pressure, s_simulation,
                   s_penetrating, slowed / expected - 1.0, s_energy.drift);
            CHECK_NEAR(slowed, expected, cases[i].bound, expected);
            CHECK(s_energy.drift < 1e-7 * s_energy.most);
        }
    }
    s_pressure = "linear";
    s_simulation = "tolerance: 1.0e-8";
    s_ground = "plane: {}";
    s_penetrating = "auto";
}

// ---- a gripper ----

// A ball of 320 triangles, taken from a table by two fingers with layers, lifted and held.
static void a_gripper_holds_a_mesh_on_a_layer(void) {
    static const char *const laws[] = {"coulomb", "bristle"};
    for (int i = 0; i < 2; i++) {
        snprintf(s_text, ROOM,
                 "abut: 1\n"
                 "gravity: [0, 0, -9.81]\n"
                 "materials: {m: {youngs_modulus: 1e7, poissons_ratio: 0.45, density: 1100}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.6}]\n"
                 "bodies:\n"
                 "  table: {mobility: fixed, position: [0, 0, -0.01],\n"
                 "    shapes: [{box: {size: [0.2, 0.2, 0.02]}, material: m}]}\n"
                 "  ball: {position: [0, 0, 0.02], shapes: [{material: m,\n"
                 "    mesh: {file: models/meshes/ball_320.obj, collide: surface}}]}\n"
                 "  left: {position: [-0.03, 0, 0.04],\n"
                 "    shapes: [{box: {size: [0.01, 0.03, 0.06]}, material: m}]}\n"
                 "  right: {position: [0.03, 0, 0.04],\n"
                 "    shapes: [{box: {size: [0.01, 0.03, 0.06]}, material: m}]}\n"
                 "  palm: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 0.08]}\n"
                 "joints:\n"
                 "  - {type: prismatic, between: [world, palm],\n"
                 "     z: \"step5(t, 0.5, 0, 0.8, 0.1)\"}\n"
                 "  - {type: prismatic, between: [palm, left], axis: [1, 0, 0],\n"
                 "     z: \"step5(t, 0, 0, 0.3, 0.0056)\"}\n"
                 "  - {type: prismatic, between: [palm, right], axis: [-1, 0, 0],\n"
                 "     z: \"step5(t, 0, 0, 0.3, 0.0056)\"}\n"
                 "contacts:\n"
                 "  - {between: [all, all], normal: {law: foundation, thickness: 0.004},\n"
                 "     friction: {law: %s}}\n"
                 "simulation: {end_time: 1.3, output_interval: 0.05}\n",
                 laws[i]);
        run_text(0.99, (abVec3){1.0, 0.0, 0.0});
        printf("%s: slips by %.2g m in 0.3 s\n", laws[i], s_creep);
        CHECK(s_creep < 1e-12);
        CHECK(s_last.position.z > 0.119); // it was lifted
    }
}

AB_TESTS(AB_TEST(a_box_does_not_creep), AB_TEST(a_box_slips_at_the_limit_of_force_and_of_torque),
         AB_TEST(a_box_slides_with_its_weight), AB_TEST(a_body_stops_turning_as_its_face_tells),
         AB_TEST(a_face_of_any_division_stops_turning_alike),
         AB_TEST(a_gripper_holds_a_mesh_on_a_layer))
