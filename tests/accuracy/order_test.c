// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// order_test.c - a tenth of the tolerance gives a tenth of the error.
//
//     order_test             checks
//     order_test FOLDER      also writes FOLDER/order.csv and FOLDER/order.svg
//
// The error of the end state at tolerances 1e-4 ... 1e-11, against a run at 1e-13, as the root mean
// square over starts that differ a little: the error of a single run jumps about by chance. The
// slope of log error over log tolerance by least squares must lie in [0.8, 1.3]. Errors at the
// rounding floor of a problem are left out.

#include "../verify/sketch.h"
#include "base/check.h"
#include "figure.h"
#include "math/core/vector_math.h"
#include "model/kinds/forces.h"

enum { DECADES = 8, VALUES = 7, STARTS = 16 };

// ---- the problems ----

typedef void Build(Sketch *s, double u); // u: 0.9 ... 1.1, by start

// A free body of three different moments of inertia tumbles about its unstable axis.
static void build_tumbling(Sketch *s, double u) {
    sketch_begin(s, 0.0);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    abBodyDef body = ab_body_def();
    body.name = "body";
    body.mass = 1.0;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = (abMat3){{{0.01, 0.0, 0.0}, {0.0, 0.02, 0.0}, {0.0, 0.0, 0.025}}};
    body.angular_velocity = (abVec3){0.1, 3.0 * u, 0.2};
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_shape(s, sketch_body(s, &body), "sphere", shape, "radius", 0.2, NULL, 0.0);
}

// A ball on a spring swings in space.
static void build_spring_pendulum(Sketch *s, double u) {
    sketch_begin(s, 9.81);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_ball(s, &(Ball){.name = "body",
                           .material = "any",
                           .radius = 0.1,
                           .mass = 1.0,
                           .position = {1.0, 0.0, 0.0},
                           .velocity = {0.0, 0.7 * u, 0.0}});
    abForceDef spring = ab_force_def();
    spring.type = ab_kind_find("force", "spring");
    spring.between[0] = "world";
    spring.between[1] = "body";
    CHECK(ab_params_init(&spring.params, "force", spring.type) == AB_OK);
    ((abSpringKeys *)&spring.params)->stiffness = 60.0;
    ((abSpringKeys *)&spring.params)->length = 0.9;
    CHECK(ab_model_add_force(s->model, &spring, &s->error) == AB_OK);
}

// models/hertz_drop.yaml
static void build_bouncing(Sketch *s, double u) {
    sketch_begin(s, 9.81);
    sketch_material(s, "any", 2e11, 0.3, 7850.0);
    sketch_pair(s, "any", "any", (Pair){.restitution = 1.0});
    sketch_plane(s, "any");
    sketch_ball(
        s,
        &(Ball){.name = "body", .material = "any", .radius = 0.1, .position = {0.0, 0.0, 0.1 + u}});
    sketch_law(s, "hertz", "damping", 0.05, NULL, 0.0);
}

// A ball slides, then rolls.
static void build_rolling(Sketch *s, double u) {
    double depth = 5e-3, k = 9.81 / pow(depth, 1.5); // at rest; not stiff
    sketch_begin(s, 9.81);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){0.5, 0.2, 0.2});
    sketch_plane(s, "any");
    sketch_ball(s, &(Ball){.name = "body",
                           .material = "any",
                           .radius = 0.1,
                           .mass = 1.0,
                           .position = {0.0, 0.0, 0.1 - 0.8 * depth}, // it swings a little
                           .velocity = {u, 0.0, 0.0}});
    sketch_law(s, "hunt_crossley", "stiffness", k, "damping", 0.0);
}

typedef struct Problem {
    const char *name;
    Build *build;
    double end;
    double floor; // errors below this are rounding
} Problem;

static const Problem s_problems[] = {
    {"tumbling body", build_tumbling, 20.0, 1e-11},
    {"spring pendulum", build_spring_pendulum, 5.0, 1e-12},
    {"bouncing ball", build_bouncing, 3.0, 1e-13},
    {"sliding to rolling", build_rolling, 0.4, 1e-13},
};
enum { PROBLEMS = sizeof s_problems / sizeof s_problems[0] };

// ---- errors ----

static bool end_state(const Problem *p, double u, double tolerance, double out[VALUES]) {
    Sketch s;
    Run run;
    p->build(&s, u);
    sketch_run(&s, p->end, tolerance, p->end, &run);
    if (run.result == AB_OK) {
        const abBodyState *b = run_end(&run, run_body(&run, "body"));
        const double values[VALUES] = {b->position.x,    b->position.y,    b->position.z,
                                       b->orientation.w, b->orientation.x, b->orientation.y,
                                       b->orientation.z};
        memcpy(out, values, sizeof values);
    } else {
        ab_check_failed(p->name, 0, run.message);
    }
    bool ok = run.result == AB_OK;
    run_done(&run);
    return ok;
}

// Largest difference; of the orientation up to the sign of the quaternion.
static double difference(const double *a, const double *b) {
    double sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0.0 ? -1.0 : 1.0;
    double worst = 0.0;
    for (int i = 0; i < VALUES; i++) {
        worst = fmax(worst, fabs(a[i] - (i < 3 ? 1.0 : sign) * b[i]));
    }
    return worst;
}

static double s_tolerances[DECADES], s_errors[PROBLEMS][DECADES];

static double slope(const double *x, const double *y, double floor) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < DECADES; i++) {
        if (y[i] > floor) {
            double u = log10(x[i]), v = log10(y[i]);
            n += 1.0, sx += u, sy += v, sxx += u * u, sxy += u * v;
        }
    }
    return n >= 5.0 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : NAN;
}

// Root mean square over the starts, per tolerance.
static bool measure(const Problem *problem, double errors[DECADES]) {
    double sums[DECADES] = {0.0};
    for (int k = 0; k < STARTS; k++) {
        double u = 0.9 + 0.2 * k / (STARTS - 1), reference[VALUES], values[VALUES];
        if (!end_state(problem, u, 1e-13, reference)) {
            return false;
        }
        for (int i = 0; i < DECADES; i++) {
            if (!end_state(problem, u, s_tolerances[i], values)) {
                return false;
            }
            double e = difference(values, reference);
            sums[i] += e * e;
        }
    }
    for (int i = 0; i < DECADES; i++) {
        errors[i] = sqrt(sums[i] / STARTS);
    }
    return true;
}

static void error_follows_the_tolerance(void) {
    for (int i = 0; i < DECADES; i++) {
        s_tolerances[i] = pow(10.0, -4 - i);
    }
    for (int p = 0; p < PROBLEMS; p++) {
        const Problem *problem = &s_problems[p];
        CHECK(measure(problem, s_errors[p]));
        printf("%-20s", problem->name);
        for (int i = 0; i < DECADES; i++) {
            printf(" %8.1e", s_errors[p][i]);
        }
        double found = slope(s_tolerances, s_errors[p], problem->floor);
        printf("  slope %.2f\n", found);
        CHECK(found >= 0.8 && found <= 1.3);
    }
}

// ---- the figure ----

static bool write_figure(const char *folder) {
    Curve curves[PROBLEMS];
    for (int p = 0; p < PROBLEMS; p++) {
        curves[p] = (Curve){s_problems[p].name, s_tolerances, s_errors[p], DECADES};
    }
    return figure_write_with_numbers(folder, "order", "tolerance",
                                     "Error at the end over tolerance", "tolerance",
                                     "error [m], [1]", curves, PROBLEMS);
}

int main(int argc, char **argv) {
    error_follows_the_tolerance();
    bool written = argc < 2 || write_figure(argv[1]);
    if (!written) {
        fprintf(stderr, "order_test: cannot write into %s\n", argv[1]);
    }
    printf("%d checks failed\n", s_failed_checks);
    return s_failed_checks > 0 || !written;
}
