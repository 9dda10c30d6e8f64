// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_test.c - the bound of closing speeds against sampled motion, for each pair of kinds.
//
// Two bodies move along random polynomials of a step, turning at a constant rate. Their quaternions
// are the power series of the turn up to degree 8; at 0.2 rad per step its error is below 3e-15.

#include <stdlib.h>

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "ode/sweep/sweep.h"
#include "shape/core/shape_fixture.h"

enum { STATES = 10000, N = 2 * AB_STATES_FREE, DEGREE = 8 };

static const double s_eps = 1e-12;
// error of distances of general convex pairs, and of the power series
static const double s_exact = 1e-11;
static const double s_turn = 0.2; // most per step [rad]

static const char *const s_kinds[] = {
    "plane normal=0,0,1",
    "sphere radius=0.3",
    "ellipsoid semi_axes=0.5,0.1,0.3",
    "capsule radius=0.05 length=1",
    "box size=0.8,0.5,0.001",
    "beam length=0.6 width=0.3 thickness=0.1",
    "cylinder radius=0.3 length=0.02",
    "cone radius=0.3 length=0.6",
    "hull file=sweep_test_needle.obj",
    "torus ring_radius=0.4 tube_radius=0.1",
    "tube radius=0.45 inner_radius=0.4 length=0.5",
};
enum { KINDS = sizeof s_kinds / sizeof s_kinds[0], CONVEX = KINDS - 2 };

// A pair of bodies in a stepper that has just made a step of length 1.
typedef struct Scene {
    abModel model;
    abBody bodies[2];
    abBodyShape shapes[2];
    abInteraction interaction;
    int class_pair;
    abArena arena;
    abDerivative dynamics;
    abSweep sweep;
    abStepper stepper;
    double polynomial[(AB_DEGREE_MAX + 1) * N];
} Scene;

static void begin(Scene *s, int kind_a, int kind_b, Random *random) {
    memset(s, 0, sizeof *s);
    ab_arena_init(&s->arena, ab_heap(), 65536);
    for (int i = 0; i < 2; i++) {
        static Fixture f;
        fixture_make(&f, &s->arena, s_kinds[i == 0 ? kind_a : kind_b], 0.0);
        CHECK(f.result == AB_OK);
        bool is_plane = f.shape.kind == AB_SHAPE_PLANE;
        s->bodies[i].mobility = is_plane ? AB_MOBILITY_FIXED : AB_MOBILITY_FREE;
        s->bodies[i].state = is_plane ? -1 : i * AB_STATES_FREE;
        s->bodies[i].rigid = i;
        s->bodies[i].q_WB = (abQuat){1.0, 0.0, 0.0, 0.0};
        abPose X_CS = {random_rotation(random), ab_scale(0.2, random_vector(random))};
        if (f.shape.is_sphere && i == 0) {
            X_CS.p = ab_vec3(0.0, 0.0, 0.0); // a ball whose turning moves nothing
        }
        s->shapes[i] = (abBodyShape){.body = i, .shape = f.shape, .X_CS = X_CS, .collides = true};
        s->shapes[i].pressed = &s->shapes[i].shape;
    }
    s->model = (abModel){.bodies = s->bodies,
                         .shapes = s->shapes,
                         .body_count = 2,
                         .shape_count = 2,
                         .class_pairs = &s->class_pair,
                         .class_count = 1,
                         .interactions = &s->interaction,
                         .state_count = N};
    abError error;
    ab_error_clear(&error);
    CHECK(ab_derivative_init(&s->dynamics, &s->model, ab_heap(), &error) == AB_OK);
    CHECK(ab_sweep_init(&s->sweep, &s->dynamics.mechanics, s_eps, &s->arena, &error) == AB_OK);
    CHECK(s->sweep.few_count == 1);
    s->stepper = (abStepper){.derivative = &s->dynamics,
                             .n = N,
                             .h = 1.0,
                             .polynomial = s->polynomial,
                             .degree = DEGREE,
                             .has_polynomial = true};
}

static void end(Scene *s) {
    ab_sweep_done(&s->sweep);
    ab_derivative_done(&s->dynamics);
    ab_arena_done(&s->arena);
}

static void set(Scene *s, int power, int state, double value) {
    s->polynomial[power * N + state] = value;
}

// A path from p and a turn from q at the rate w.
static void move(Scene *s, int body, abVec3 p, abQuat q, abVec3 w, double pace, Random *random) {
    int first = body * AB_STATES_FREE;
    for (int k = 0; k <= DEGREE; k++) {
        abVec3 c = k == 0 ? p : ab_scale(pace / k, random_vector(random));
        for (int i = 0; i < 3; i++) {
            set(s, k, first + i, ab_get(c, i));
            set(s, k, first + 10 + i, k == 0 ? ab_get(w, i) : 0.0);
        }
        const double term[4] = {q.w, q.x, q.y, q.z};
        for (int i = 0; i < 4; i++) {
            set(s, k, first + 3 + i, term[i]);
        }
        double half = 0.5 / (k + 1);
        q = ab_quat_mul((abQuat){0.0, half * w.x, half * w.y, half * w.z}, q);
    }
}

static abQuat random_turn(Random *random, double angle) {
    abVec3 axis = ab_scale(0.5 * angle, random_vector(random));
    return ab_quat_unit((abQuat){1.0, axis.x, axis.y, axis.z});
}

static void move_both(Scene *s, double spread, double pace, Random *random) {
    for (int body = 0; body < 2; body++) {
        abVec3 w = ab_scale(s_turn * fabs(random_number(random)), random_direction(random));
        abVec3 p = ab_scale(spread, random_vector(random));
        move(s, body, p, random_turn(random, 6.0), w, pace, random);
    }
}

static abProximity at(Scene *s, double theta) {
    abProximity out;
    ab_sweep_proximity(&s->sweep, &s->stepper, 0, 1, theta, &out);
    return out;
}

// ---- the bound ----

// The search ends where bodies overlap by more than 4 resolutions; depths well beyond are another
// question than gaps.
static const double s_deep = 0.01;

typedef struct Worst {
    double excess;    // of the closing speed over its bound, by the bound
    double tightness; // largest share of the bound that was reached
    double below;     // gap below its bound later in the step                             [m]
    double overlap;   // before the place that looking ahead calls safe                  [m]
    int farther;      // states where that is farther than the first root of the bound
    int states, inexact;
} Worst;

// (3) of sweep_ahead.c, of pairs that do not touch.
static void check_ahead(Scene *s, double from, const abProximity *start, Worst *worst) {
    const abBoxPair pair = {0, 1, 0};
    const abSegment whole = {0.0, 1.0};
    double c[AB_DEGREE_MAX + 1], gap = start->distance;
    if (!(gap > 0.0)) {
        return;
    }
    int degree = ab_sweep_bound(&s->sweep, &pair, whole, from, gap, start->n_AB_W, c);
    double root = ab_polynomial_first_root(c, degree, from, 1.0);
    at(s, from); // places the bodies there
    double until =
        ab_sweep_look_ahead(&s->sweep, &s->stepper, &pair, whole, from, 1.0, gap, start, true);
    worst->farther += until > root;
    for (int i = 1; i <= 4; i++) {
        abProximity now = at(s, from + 0.25 * i * (until - from));
        worst->overlap = fmax(worst->overlap, now.is_exact ? -now.distance : 0.0);
    }
}

static void check_state(Scene *s, double from, Worst *worst) {
    static const double later[] = {1e-4, 0.03, 0.3, 1.0};
    const abBoxPair pair = {0, 1, 0};
    const abSegment whole = {0.0, 1.0};
    abProximity start = at(s, from);
    if (!start.is_exact || start.distance < -4.0 * s_eps) {
        worst->inexact += !start.is_exact;
        return;
    }
    worst->states++;
    check_ahead(s, from, &start, worst);
    double c[AB_DEGREE_MAX + 1];
    int degree = ab_sweep_bound(&s->sweep, &pair, whole, from, start.distance, start.n_AB_W, c);
    for (int i = 0; i < 4; i++) {
        double theta = from + later[i] * (1.0 - from);
        abProximity now = at(s, theta);
        if (!now.is_exact || now.distance < -s_deep) {
            worst->inexact += !now.is_exact;
            continue;
        }
        double bound = ab_polynomial_value(c, degree, theta);
        worst->below = fmax(worst->below, bound - now.distance);
        double lost = start.distance - now.distance, maximum = start.distance - bound;
        if (i == 0 && maximum > 1e-6) { // 1e-4 of a step: the closing speed
            worst->excess = fmax(worst->excess, lost / maximum - 1.0);
            worst->tightness = fmax(worst->tightness, lost / maximum);
        }
    }
}

static void no_gap_closes_faster_than_its_bound(void) {
    Random random = {.state = 77};
    double minimum_tight = INFINITY;
    int inexact = 0, states = 0, farther = 0;
    for (int a = 0; a < CONVEX; a++) {
        for (int b = a == 0 ? 1 : a; b < CONVEX; b++) {
            static Scene s;
            begin(&s, a, b, &random);
            Worst worst = {.excess = -1.0};
            for (int i = 0; worst.states < STATES && i < 10 * STATES; i++) {
                move_both(&s, i % 2 == 0 ? 1.0 : 0.3, i % 3 == 0 ? 0.02 : 0.5, &random);
                CHECK(ab_sweep_prepare(&s.sweep, &s.stepper, 1.0));
                check_state(&s, i % 5 == 0 ? 0.5 : 0.0, &worst);
            }
            // two distances, each with its error, 1e-6 apart or more
            if (!(worst.excess <= 2.0 * s_exact / 1e-6) || !(worst.below <= s_exact)) {
                printf(
                    "%s on %s: %.3g above the bound of the speed, %.3g m below that of the gap\n",
                    s_kinds[a], s_kinds[b], worst.excess, worst.below);
                CHECK(false);
            }
            CHECK(worst.tightness > 0.5); // not a bound that says nothing
            CHECK(worst.overlap <= s_exact);
            farther += worst.farther;
            minimum_tight = fmin(minimum_tight, worst.tightness);
            CHECK(worst.states == STATES);
            inexact += worst.inexact;
            states += worst.states;
            end(&s);
        }
    }
    printf("%d states: at least %.2g of the bound is reached in each pair, %d distances inexact\n",
           states, minimum_tight, inexact);
    printf("%d of them safe for longer with a normal that turns\n", farther);
    CHECK(inexact < states / 1000);
    CHECK(farther > states / 100);
}

// ---- shapes with a hole ----

typedef struct Hollow {
    int states, touches, searches, distances, longest;
    double overlap; // before the place that looking ahead calls safe, and before a touch   [m]
    double farther; // how much farther that is than by the speed alone, as a mean of logarithms
} Hollow;

static double lowest(Scene *s, double from, double to) {
    double least = INFINITY;
    for (int i = 0; i <= 8; i++) {
        abProximity now = at(s, from + 0.125 * i * (to - from));
        least = fmin(least, now.is_exact ? now.distance : INFINITY);
    }
    return least;
}

static void check_hollow(Scene *s, double pace, Hollow *sum) {
    const abBoxPair pair = {0, 1, 0};
    const abSegment whole = {0.0, 1.0};
    abProximity start = at(s, 0.0);
    if (!start.is_exact || !(start.distance > 0.0)) {
        return;
    }
    sum->states++;
    double until = ab_sweep_look_ahead(&s->sweep, &s->stepper, &pair, whole, 0.0, 1.0,
                                       start.distance, &start, false);
    double alone = fmin(start.distance / (pace + 2.0 * s_turn), 1.0);
    sum->farther += log(fmax(until / alone, 1e-3));
    sum->overlap = fmax(sum->overlap, -lowest(s, 0.0, until));
    int64_t calls = s->dynamics.mechanics.proximity_calls;
    double touch = ab_sweep_first_touch(&s->sweep, &s->stepper, 1.0).theta;
    int distances = (int)(s->dynamics.mechanics.proximity_calls - calls);
    sum->searches += distances > 0;
    sum->distances += distances;
    sum->longest = distances > sum->longest ? distances : sum->longest;
    sum->touches += touch < 1.0;
    sum->overlap = fmax(sum->overlap, -lowest(s, 0.0, fmin(touch, 1.0)) - 4.0 * s_eps);
}

// Balls, rods and all else in and about rings and tubes, by (4) of sweep_ahead.c.
static void a_gap_in_a_hole_is_safe_as_long_as_said(void) {
    Random random = {.state = 79};
    Hollow sum = {0};
    for (int a = 0; a < KINDS; a++) {
        for (int b = CONVEX; b < KINDS; b++) {
            static Scene s;
            begin(&s, a, b, &random);
            for (int i = 0; i < 500; i++) {
                double pace = i % 3 == 0 ? 0.02 : 0.5;
                move_both(&s, i % 2 == 0 ? 1.0 : 0.3, pace, &random);
                CHECK(ab_sweep_prepare(&s.sweep, &s.stepper, 1.0));
                check_hollow(&s, pace, &sum);
            }
            end(&s);
        }
    }
    printf("%d states, %d touches: %.3g distances a search, %d at most, %.2g farther\n", sum.states,
           sum.touches, (double)sum.distances / sum.searches, sum.longest,
           exp(sum.farther / sum.states));
    CHECK(sum.states > 3000 && sum.touches > sum.states / 10);
    CHECK(sum.overlap <= s_exact);
}

// ---- what is kept between steps ----

// Goes on from the end of a step with a small jump, as after an event.
static void next_step(Scene *s, double pace, Random *random) {
    for (int body = 0; body < 2; body++) {
        double y[AB_STATES_FREE];
        ab_stepper_interpolate(&s->stepper, 1.0, body * AB_STATES_FREE, AB_STATES_FREE, y);
        abVec3 jump = ab_scale(0.1 * pace, random_vector(random));
        abQuat q = ab_quat_mul(random_turn(random, 0.05), (abQuat){y[3], y[4], y[5], y[6]});
        abVec3 w = ab_scale(s_turn * fabs(random_number(random)), random_direction(random));
        move(s, body, ab_add(ab_vec3(y[0], y[1], y[2]), jump), q, w, pace, random);
    }
}

typedef struct Kept {
    int steps, unasked, apart;
} Kept;

static void check_step(Scene *s, Kept *kept) {
    const abBoxPair pair = {0, 1, 0};
    bool is_apart = kept->steps > 0 && (at(s, 0.0), ab_sweep_is_apart(&s->sweep, &pair));
    CHECK(!is_apart || at(s, 0.0).distance > 0.0);
    CHECK(ab_sweep_prepare(&s->sweep, &s->stepper, 1.0));
    int64_t calls = s->dynamics.mechanics.proximity_calls;
    abPairCandidate contact_pair = ab_sweep_first_touch(&s->sweep, &s->stepper, 1.0);
    bool is_unasked =
        s->dynamics.mechanics.proximity_calls == calls && s->sweep.candidate_count > 0;
    double end = fmin(contact_pair.theta, 1.0);
    for (int i = 0; i <= 20; i++) { // nothing was closer before
        CHECK(at(s, end * i / 20.0).distance > -4.0 * s_eps - s_exact);
    }
    kept->steps++;
    kept->unasked += is_unasked;
    kept->apart += is_apart;
}

static void a_pair_kept_apart_by_a_note_is_apart(void) {
    Random random = {.state = 78};
    Kept sum = {0};
    for (int a = 0; a < KINDS; a++) {
        for (int b = a == 0 ? 1 : a; b < KINDS; b++) {
            static Scene s;
            for (int run = 0; run < 40; run++) {
                begin(&s, a, b, &random);
                move_both(&s, 1.0, 0.1, &random);
                Kept kept = {0};
                for (int step = 0; step < 10 && at(&s, 0.0).distance > 0.0; step++) {
                    check_step(&s, &kept);
                    next_step(&s, run % 2 == 0 ? 0.02 : 0.1, &random);
                }
                sum.steps += kept.steps;
                sum.unasked += kept.unasked;
                sum.apart += kept.apart;
                end(&s);
            }
        }
    }
    printf("%d steps: %d without asking for the distance\n", sum.steps, sum.unasked);
    CHECK(sum.unasked > sum.steps / 10 && sum.unasked < sum.steps);
    CHECK(sum.apart > sum.steps / 10);
}

static void make_needle(void) {
    FILE *file = fopen("sweep_test_needle.obj", "w");
    CHECK(file != NULL);
    if (file != NULL) {
        fputs("v 0 0 1\nv 0.01 0 0\nv -0.005 0.008 0\nv -0.005 -0.008 0\nv 0 0 -0.3\n"
              "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 5 3 2\nf 5 4 3\nf 5 2 4\n",
              file);
        CHECK(fclose(file) == 0);
    }
}

static void remove_needle(void) {
    CHECK(remove("sweep_test_needle.obj") == 0);
}

// A ball 0.002 above a plane at the top of its flight, but for a speed that is rounding.
static void a_fall_from_rest_is_not_jumped_over(void) {
    Random random = {1};
    Scene *s = malloc(sizeof *s);
    begin(s, 0, 1, &random);
    abQuat unit = {1.0, 0.0, 0.0, 0.0};
    move(s, 1, ab_vec3(0.0, 0.0, 0.0), unit, ab_vec3(0.0, 0.0, 0.0), 0.0, &random);
    abProximity start = at(s, 0.0);
    for (int i = 0; i < 3; i++) {
        double up = ab_get(start.n_AB_W, i);
        set(s, 0, AB_STATES_FREE + i, (0.002 - start.distance) * up);
        set(s, 1, AB_STATES_FREE + i, 1e-17 * up);
        set(s, 2, AB_STATES_FREE + i, -0.04 * up);
    }
    CHECK(ab_sweep_prepare(&s->sweep, &s->stepper, 1.0));
    CHECK_NEAR(ab_sweep_first_touch(&s->sweep, &s->stepper, 1.0).theta, sqrt(0.05), 1e-9, 1.0);
    end(s);
    free(s);
}

AB_TESTS(AB_TEST(a_fall_from_rest_is_not_jumped_over), AB_TEST(make_needle),
         AB_TEST(no_gap_closes_faster_than_its_bound),
         AB_TEST(a_gap_in_a_hole_is_safe_as_long_as_said),
         AB_TEST(a_pair_kept_apart_by_a_note_is_apart), AB_TEST(remove_needle))
