// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// face_end_test.c - what slides or rolls over the end of a face leaves it there: inside a step, at
// any tolerance, and not where a step happens to end.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static const double s_g = 9.81;      // [m/s2]
static const double s_radius = 8e-3; // of what moves                                       [m]
static const char *const s_tolerances[] = {"1.0e-4", "1.0e-6", "1.0e-8", "1.0e-10"};
enum { TOLERANCES = 4 };

typedef struct Seen {
    double first_release, release; // time of the first and the last                         [s]
    abVec3 p, v;    // of body 2 in the last frame                                   [m], [m/s]
    double highest; // of body 2 along z in all frames                                       [m]
} Seen;

static Seen s_seen;
static abError s_error;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_RELEASE) {
        s_seen.release = event->time;
        s_seen.first_release = fmin(s_seen.first_release, event->time);
    }
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    s_seen.p = frame->bodies[1].position;
    s_seen.v = frame->bodies[1].velocity;
    s_seen.highest = fmax(s_seen.highest, s_seen.p.z);
    return AB_OK;
}

// What gravity does, the bodies, and how long.
static void run(const char *gravity, const char *bodies, const char *friction, double end,
                const char *tolerance) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: %s\n"
             "materials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.4}]\n"
             "bodies:\n%s"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: %s}}]\n"
             "simulation: {method: events, end_time: %.17g, tolerance: %s, output_interval: "
             "%.17g}\n",
             gravity, bodies, friction, end, tolerance, end / 100.0);
    const abObserver observer = {.frame = note_frame, .event = note_event};
    s_seen = (Seen){.highest = -INFINITY, .first_release = INFINITY};
    CHECK(run_fixture(text, &observer, NULL, &s_error) == AB_OK);
}

// ---- what is fast flies off at once ----

// Faces that end at x = 0.5, level with z = 0.
static const char *const s_tables[] = {
    "box: {size: [1, 1, 0.1]}",
    "mesh: {points: [[-0.5, -0.5, -0.05], [0.5, -0.5, 0.05], [-0.5, -0.5, 0.05], [-0.5, 0.5, "
    "-0.05], [0.5, 0.5, 0.05], [-0.5, 0.5, 0.05]], collide: hull, faces: [[0, 1, 2], [3, 5, 4], "
    "[0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2], [2, 5, 3], [2, 3, 0]]}",
};

static void slide_off(const char *table, const char *placed, const char *shape, const char *spin,
                      const char *friction, double height, double end, const char *tolerance) {
    char bodies[1000];
    snprintf(bodies, sizeof bodies,
             "  table: {position: [0, 0, -0.05], mobility: fixed, shapes: [{%s, material: m}]}\n"
             "  thing: {position: [0.4, 0, %.17g], velocity: [1, 0, 0]%s%s, shapes: [{%s, "
             "material: m}]}\n",
             table, height, placed, spin, shape);
    run("[0, 0, -9.81]", bodies, friction, end, tolerance);
}

// With v^2 above g times the radius of curvature there is no force at the edge.
static void what_is_round_flies_off_at_the_edge(void) {
    static const struct {
        const char *shape, *placed;
    } round[] = {
        {"sphere: {radius: 8.0e-3}", ""},
        {"ellipsoid: {semi_axes: [0.012, 8.0e-3, 8.0e-3]}", ""},
        {"capsule: {radius: 8.0e-3, length: 0.02}", ", rotation: [1.5707963267948966, 0, 0]"},
        {"cylinder: {radius: 8.0e-3, length: 0.02}", ", rotation: [1.5707963267948966, 0, 0]"},
    };
    for (size_t table = 0; table < sizeof s_tables / sizeof *s_tables; table++) {
        for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
            for (int k = 0; k < TOLERANCES; k++) {
                slide_off(s_tables[table], round[i].placed, round[i].shape, "", "none", s_radius,
                          0.3, s_tolerances[k]);
                CHECK_NEAR(s_seen.release, 0.1, 2e-7, 1.0);
                CHECK_NEAR(s_seen.p.z, s_radius - 0.5 * s_g * 0.2 * 0.2, 1e-6, 1.0);
                CHECK_NEAR(s_seen.p.x, 0.7, 1e-9, 1.0);
            }
        }
    }
}

static void so_does_a_ball_that_rolls(void) {
    for (size_t table = 0; table < sizeof s_tables / sizeof *s_tables; table++) {
        for (int k = 0; k < TOLERANCES; k++) {
            slide_off(s_tables[table], "", "sphere: {radius: 8.0e-3}",
                      ", angular_velocity: [0, 125, 0]", "coulomb", s_radius, 0.3, s_tolerances[k]);
            CHECK_NEAR(s_seen.release, 0.1, 1e-9, 1.0);
            CHECK_NEAR(s_seen.p.z, s_radius - 0.5 * s_g * 0.2 * 0.2, 1e-8, 1.0);
        }
    }
}

// ---- what tips over the edge ----

// A wall at a height above which the centre of mass is, of half a length, that slides without
// friction over an edge: k is the radius of gyration. Once the centre is past the edge, only the edge
// holds: the gap (c - E) . n - height = 0. At its end a bar has a round cap, which leaves at once.
typedef struct Bar {
    double height, half, k;
} Bar;

typedef struct Plane {
    double x, z, tilt, v_x, v_z, spin;
} Plane;

static Plane slope_of(const Bar *bar, Plane q) {
    double u_x = cos(q.tilt), u_z = -sin(q.tilt), n_x = sin(q.tilt), n_z = cos(q.tilt);
    double along = q.x * u_x + q.z * u_z, above = q.x * n_x + q.z * n_z;
    double bias = 2.0 * q.spin * (q.v_x * u_x + q.v_z * u_z) - q.spin * q.spin * above - s_g * n_z;
    double push = -bias / (1.0 + along * along / (bar->k * bar->k));
    return (Plane){
        q.v_x, q.v_z, q.spin, push * n_x, push * n_z - s_g, push * along / (bar->k * bar->k)};
}

static Plane ahead(Plane q, double h, Plane d) {
    return (Plane){q.x + h * d.x,     q.z + h * d.z,     q.tilt + h * d.tilt,
                   q.v_x + h * d.v_x, q.v_z + h * d.v_z, q.spin + h * d.spin};
}

static Plane step_of(const Bar *bar, Plane q, double h) {
    Plane a = slope_of(bar, q), b = slope_of(bar, ahead(q, 0.5 * h, a));
    Plane c = slope_of(bar, ahead(q, 0.5 * h, b)), d = slope_of(bar, ahead(q, h, c));
    q = ahead(ahead(q, h / 6.0, a), h / 3.0, b);
    return ahead(ahead(q, h / 3.0, c), h / 6.0, d);
}

static double past_end(const Bar *bar, Plane q) {
    return q.x * cos(q.tilt) - q.z * sin(q.tilt) - bar->half;
}

// From where the centre is over the edge to where the end of the wall is; then it flies. [m], [s]
static double height_at(const Bar *bar, double time, double *release) {
    Plane q = {.z = bar->height, .v_x = 1.0};
    double h = 1e-5, t = 0.1;
    while (h > 1e-13) {
        Plane next = step_of(bar, q, h);
        if (past_end(bar, next) > 0.0) {
            h *= 0.5;
        } else {
            q = next, t += h;
        }
    }
    double fall = time - t;
    *release = t;
    return q.z + q.v_z * fall - 0.5 * s_g * fall * fall;
}

static void what_lies_tips_where_its_centre_passes_the_edge(void) {
    double r = s_radius, a = 0.01, wall = 3.141592653589793 * r * r * 2.0 * a;
    double ends = 4.0 / 3.0 * 3.141592653589793 * r * r * r;
    double inertia =
        wall * (a * a / 3.0 + r * r / 4.0) + ends * (0.4 * r * r + a * a + 0.75 * a * r);
    const struct {
        Bar bar;
        const char *shape, *placed;
    } lying[] = {
        {{r, r, r * sqrt(2.0 / 3.0)}, "box: {size: [0.016, 0.016, 0.016]}", ""},
        {{r, a, sqrt(inertia / (wall + ends))},
         "capsule: {radius: 8.0e-3, length: 0.02}",
         ", rotation: [0, 1.5707963267948966, 0]"},
    };
    for (size_t i = 0; i < sizeof lying / sizeof *lying; i++) {
        double release, height = height_at(&lying[i].bar, 0.3, &release);
        for (size_t table = 0; table < sizeof s_tables / sizeof *s_tables; table++) {
            for (int k = 0; k < TOLERANCES; k++) {
                slide_off(s_tables[table], lying[i].placed, lying[i].shape, "", "none", r, 0.3,
                          s_tolerances[k]);
                CHECK_NEAR(s_seen.release, release, k == 0 ? 2e-6 : 2e-8, 1.0);
                CHECK_NEAR(s_seen.p.z, height, 1e-6, 1.0);
            }
        }
    }
}

// ---- other ends ----

// A slow ball goes round the edge, and leaves it where cos a = (2 + v^2 / g r) / 3.
static void a_slow_ball_goes_round_the_edge(void) {
    double v = 0.1, cosine = (2.0 + v * v / (s_g * s_radius)) / 3.0;
    double sine = sqrt(1.0 - cosine * cosine);
    double speed = sqrt(v * v + 2.0 * s_g * s_radius * (1.0 - cosine));
    for (int k = 0; k < TOLERANCES; k++) {
        run("[0, 0, -9.81]",
            "  table: {position: [0, 0, -0.05], mobility: fixed, shapes: [{box: {size: [1, 1, "
            "0.1]}, material: m}]}\n"
            "  ball: {position: [0.49, 0, 8.0e-3], velocity: [0.1, 0, 0], shapes: [{sphere: "
            "{radius: 8.0e-3}, material: m}]}\n",
            "none", 0.3, s_tolerances[k]);
        double fall = 0.3 - s_seen.release;
        CHECK(s_seen.release > 0.1 && s_seen.release < 0.3);
        CHECK_NEAR(s_seen.v.x, speed * cosine, 1e-5, speed);
        CHECK_NEAR(s_seen.p.x, 0.5 + s_radius * sine + speed * cosine * fall, 1e-5, s_radius);
        CHECK_NEAR(s_seen.p.z, s_radius * cosine - speed * sine * fall - 0.5 * s_g * fall * fall,
                   1e-3, s_radius);
    }
}

// A ball on a vertical stem is thrown by a slope that is drawn away below it: from its end it flies.
static void a_slope_throws_no_higher_than_its_end(void) {
    double slope = 0.037 / 0.07, v = 0.78;
    for (int k = 0; k < TOLERANCES; k++) {
        run("[0, 0, -9.81]",
            "  bar: {mobility: prescribed, motion: {x: -0.78*time}, shapes: [{mesh: {points: [[0, "
            "-0.05, 0], [0.07, -0.05, 0], [0.07, -0.05, 0.037], [0, 0.05, 0], [0.07, 0.05, 0], "
            "[0.07, 0.05, 0.037]], collide: hull, faces: [[0, 1, 2], [3, 5, 4], [0, 4, 1], [0, 3, "
            "4], [1, 5, 2], [1, 4, 5], [2, 3, 0], [2, 5, 3]]}, material: m}]}\n"
            "  ball: {position: [0.02, 0, 0.0198], shapes: [{sphere: {radius: 8.0e-3}, material: "
            "m}]}\n"
            "joints: [{type: prismatic, between: [world, ball], position: [0.02, 0, 0.0198], axis: "
            "[0, 0, 1]}]\n",
            "none", 0.2, s_tolerances[k]);
        // at the end of the slope the ball's centre is above its ridge by r cos, beside it by r sin
        double angle = atan(slope), top = 0.037 + s_radius * cos(angle), up = v * slope;
        CHECK_NEAR(s_seen.highest, top + up * up / (2.0 * s_g), 2e-5, 1.0);
    }
}

// In the plane, outlines on each other: y is up.
static void outlines_leave_where_theirs_end(void) {
    static const char *const shapes[] = {"outline: {form: ball, radius: 8.0e-3, thickness: 0.01}",
                                         "outline: {form: block, width: 0.016, height: 0.016, "
                                         "thickness: 0.01}"};
    const Bar block = {s_radius, s_radius, s_radius * sqrt(2.0 / 3.0)};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < TOLERANCES; k++) {
            char bodies[1000];
            double release = 0.1, height = s_radius - 0.5 * s_g * 0.2 * 0.2;
            height = i == 0 ? height : height_at(&block, 0.3, &release);
            snprintf(
                bodies, sizeof bodies,
                "  table: {position: [0, -0.05, 0], mobility: fixed, shapes: [{outline: {form: "
                "block, width: 1, height: 0.1, thickness: 0.01}, material: m}]}\n"
                "  thing: {position: [0.4, 8.0e-3, 0], velocity: [1, 0, 0], mobility: planar, "
                "shapes: [{%s, material: m}]}\n",
                shapes[i]);
            run("[0, -9.81, 0]", bodies, "none", 0.3, s_tolerances[k]);
            CHECK_NEAR(s_seen.release, release, 2e-8, 1.0);
            CHECK_NEAR(s_seen.p.y, height, 1e-6, 1.0);
        }
    }
}

// Steps of a body that slides evenly grow without bound; beyond the slot the face goes on as it was.
static void a_slot_is_not_leaped_over(void) {
    for (int k = 0; k < TOLERANCES; k++) {
        run("[0, -9.81, 0]",
            "  table: {mobility: fixed, shapes: [{outline: {points: [[-1, -0.4], [1, -0.4], [1, "
            "0], "
            "[0.05, 0], [0.05, -0.2], [0, -0.2], [0, 0], [-1, 0]], thickness: 0.1}, material: "
            "m}]}\n"
            "  ball: {position: [-0.36, 0.1, 0], velocity: [1.8, 0, 0], mobility: planar, shapes: "
            "[{outline: {form: ball, radius: 0.1, thickness: 0.1}, material: m}]}\n",
            "none", 0.5, s_tolerances[k]);
        CHECK_NEAR(s_seen.first_release, 0.2, 1e-8, 1.0);
        CHECK(s_seen.v.x < 1.79); // the far edge takes some of its speed
    }
}

// A block that lies half over the end of a wall tips about the corner there: it may not turn into a wall
// of which only the upper face touches.
static void a_wall_of_one_face_holds_at_its_ends(void) {
    for (int end = -1; end <= 1; end += 2) {
        Seen all = {0};
        for (int k = 0; k < 2; k++) {
            char bodies[1000];
            snprintf(
                bodies, sizeof bodies,
                "  wall: {position: [0, -0.05, 0], mobility: fixed, shapes: [{outline: {form: "
                "wall, width: 1, height: 0.1, face: %s, thickness: 0.1}, material: m}]}\n"
                "  block: {position: [%g, 0.015, 0], mobility: planar, shapes: [{outline: {form: "
                "block, width: 0.05, height: 0.03, thickness: 0.1}, material: m}]}\n",
                k == 0 ? "all" : "top", 0.51 * end);
            run("[0, -9.81, 0]", bodies, "coulomb", 0.15, "1.0e-7");
            all = k == 0 ? s_seen : all;
            CHECK(s_seen.p.y < -0.02 && end * s_seen.p.x > 0.51); // it has tipped, and fallen off
            CHECK(s_seen.p.x == all.p.x && s_seen.p.y == all.p.y && s_seen.v.y == all.v.y);
        }
    }
}

AB_TESTS(AB_TEST(what_is_round_flies_off_at_the_edge), AB_TEST(so_does_a_ball_that_rolls),
         AB_TEST(what_lies_tips_where_its_centre_passes_the_edge),
         AB_TEST(a_slow_ball_goes_round_the_edge), AB_TEST(a_slope_throws_no_higher_than_its_end),
         AB_TEST(outlines_leave_where_theirs_end), AB_TEST(a_wall_of_one_face_holds_at_its_ends),
         AB_TEST(a_slot_is_not_leaped_over))
