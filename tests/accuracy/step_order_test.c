// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_order_test.c - half the step of method stepping gives a quarter of the error, impacts
// included, and what it comes to is what method events finds.
//
//     step_order_test             checks
//     step_order_test FOLDER      also writes FOLDER/step_order.csv and FOLDER/step_order.svg
//
// The error is that of position, velocity and spin at the end, against method events at a small
// tolerance. The slope of log error over log step by least squares must lie in [1.7, 2.4].

#include <math.h>
#include <stdio.h>

#include "../verify/verify_run.h"
#include "base/check.h"
#include "figure.h"
#include "math/core/vector_math.h"

enum { STEPS = 6 };
static const double s_steps[STEPS] = {8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4};

// ---- the problems ----

static const char s_ball[] =
    "abut: 1\ngravity: [0, 0, -9.81]\n"
    "materials: {soft: {density: 1000, youngs_modulus: 1e6, poissons_ratio: 0.3}}\n"
    "pairs: [{materials: [soft, soft], restitution: 1}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: soft}]}\n"
    "  body: {position: [0, 0, 0.3], shapes: [{sphere: {radius: 0.1}, material: soft}]}\n"
    "contacts: [{between: [ground, body], normal: {law: hertz, damping: 0},\n"
    "            friction: {law: none}}]\n";
static const char s_cube[] =
    "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"
    "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: 0}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: stuff}]}\n"
    "  body: {position: [0, 0, 0.7], shapes: [{mesh: {file: artisynth/punch.obj, collide: "
    "surface}, material: stuff}]}\n"
    "contacts: [{between: [body, ground], friction: {law: none},\n"
    "            normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: "
    "0.1}}]\n";
#define MESHES "artisynth/meshes/artisynth/"
#define BOWL(friction)                                                                             \
    "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"                        \
    "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: " friction "}]\n"       \
    "bodies:\n"                                                                                    \
    "  bowl: {mobility: fixed, shapes: [{mesh: {file: " MESHES                                     \
    "bowl.obj, collide: surface}, material: stuff}]}\n"                                            \
    "  body: {position: [0.1, 0, 0], shapes: [{mesh: {file: " MESHES                               \
    "ball.obj, collide: surface}, material: stuff}]}\n"                                            \
    "contacts:\n"                                                                                  \
    "  - between: [body, bowl]\n"                                                                  \
    "    normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.1, "   \
    "damping: 0.1}\n"                                                                              \
    "    manifold: vertices\n"                                                                     \
    "    penetrating: first\n"
static const char s_bowl[] = BOWL("0.1"), s_smooth_bowl[] = BOWL("0");

enum { VALUES = 9 };

typedef struct Problem {
    const char *name, *text;
    double end, tolerance; // of method events                                      [s]
    const double *known;   // what it found where that takes long; NULL: it is run
} Problem;

// Method events, tolerance 1e-7, friction smoothed below 1e-4 m/s: half a minute each.
static const double s_bowl_end[VALUES] = {-0.0007120789, 0.0, -0.1413840956, -1.254467015, 0.0,
                                          0.7554639188,  0.0, -1.09207047,   0.0};
static const double s_smooth_end[VALUES] = {-0.02081922441, 0.0, -0.1449025856,   -1.497754116, 0.0,
                                            0.7720189795,   0.0, -0.007393534074, 0.0};

static const Problem s_problems[] = {
    {"hertz_ball", s_ball, 0.5, 1e-11, NULL},
    {"cube_on_layer", s_cube, 0.5, 1e-10, NULL},
    {"ball_in_bowl", s_bowl, 0.29, 0.0, s_bowl_end},
    {"without_friction", s_smooth_bowl, 0.29, 0.0, s_smooth_end},
};
enum { PROBLEMS = sizeof s_problems / sizeof s_problems[0] };
static double s_errors[PROBLEMS][STEPS];

// By method events when the step is 0.
static bool end_state(const Problem *problem, double step, double values[VALUES]) {
    static char text[4000];
    Run run;
    int used = snprintf(text, sizeof text, "%s", problem->text);
    char *rest = text + used;
    size_t left = sizeof text - (size_t)used;
    if (step > 0.0) {
        snprintf(rest, left,
                 "simulation: {method: stepping, step: %.17g, end_time: %.17g, tolerance: 1e-9,\n"
                 "             output_interval: 1}\n",
                 step, problem->end);
    } else {
        snprintf(rest, left, "simulation: {end_time: %.17g, tolerance: %g, output_interval: 1}\n",
                 problem->end, problem->tolerance);
    }
    run_yaml(&run, text);
    bool ok = run.result == AB_OK;
    if (!ok) {
        printf("%s: %s\n", problem->name, run.message);
    } else {
        const abBodyState *body = run_end(&run, run_body(&run, "body"));
        const abVec3 parts[3] = {body->position, body->velocity, body->angular_velocity};
        for (int i = 0; i < VALUES; i++) {
            values[i] = ab_get(parts[i / 3], i % 3);
        }
    }
    run_done(&run);
    return ok;
}

static double difference(const double a[VALUES], const double b[VALUES]) {
    double sum = 0.0;
    for (int i = 0; i < VALUES; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

static double slope(const double *errors) {
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < STEPS; i++) {
        double u = log(s_steps[i]), v = log(errors[i]);
        x += u, y += v, xx += u * u, xy += u * v;
    }
    return (STEPS * xy - x * y) / (STEPS * xx - x * x);
}

static void error_follows_the_square_of_the_step(void) {
    for (int p = 0; p < PROBLEMS; p++) {
        const Problem *problem = &s_problems[p];
        double reference[VALUES], values[VALUES];
        if (problem->known == NULL) {
            CHECK(end_state(problem, 0.0, reference));
        }
        printf("%-20s", problem->name);
        for (int i = 0; i < STEPS; i++) {
            CHECK(end_state(problem, s_steps[i], values));
            s_errors[p][i] =
                difference(values, problem->known != NULL ? problem->known : reference);
            printf(" %8.1e", s_errors[p][i]);
        }
        double found = slope(s_errors[p]);
        printf("  slope %.2f\n", found);
        CHECK(found >= 1.7 && found <= 2.4);
    }
}

// ---- the figure ----

static bool write_figure(const char *folder) {
    Curve curves[PROBLEMS];
    for (int p = 0; p < PROBLEMS; p++) {
        curves[p] = (Curve){s_problems[p].name, s_steps, s_errors[p], STEPS};
    }
    return figure_write_with_numbers(folder, "step_order", "step",
                                     "Method stepping: error after impacts over the step",
                                     "step [s]", "error [m], [m/s], [rad/s]", curves, PROBLEMS);
}

int main(int argc, char **argv) {
    error_follows_the_square_of_the_step();
    bool written = argc < 2 || write_figure(argv[1]);
    if (!written) {
        fprintf(stderr, "step_order_test: cannot write into %s\n", argv[1]);
    }
    printf("%d checks failed\n", s_failed_checks);
    return s_failed_checks > 0 || !written;
}
