// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation_abut.c - microseconds of one evaluation of the derivative with a ball of triangles
// pressed into a foundation: on a plane, also with friction, and on another such ball, moved a
// little each time; and whole steps of one that lies in a bowl of 4960 triangles.
//
// Lines for bench/run, separated by tabs. Runs from the top of the tree. With a word only the
// scenes whose names begin so: plane, plane_friction, ball, bowl.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "core/simulation_state.h" // the derivative itself
#include "derivative/state/derivative.h"
#include "foundation.h"
#include "method/events/touch_events.h"
#include "stopwatch.h"

static abError s_error;
static const char *s_wanted = "";

static bool is_wanted(const char *name, int divisions, double share) {
    char scene[80];
    snprintf(scene, sizeof scene, "%s %d %g", name, 20 << (2 * divisions), share);
    return strncmp(scene, s_wanted, strlen(s_wanted)) == 0;
}

static void check(abResult result) {
    if (result != AB_OK) {
        char line[600];
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "foundation_abut: %s\n", line);
        exit(result);
    }
}

// A mesh as lists of a model file.
static char *mesh_text(int divisions, double scale) {
    Ball *ball = ball_create(divisions);
    size_t capacity = 100 * (size_t)(ball->points + ball->triangles) + 200;
    char *text = malloc(capacity), *to = text;
    to += sprintf(to, "{mesh: {collide: surface, points: [");
    for (int i = 0; i < ball->points; i++) {
        const double *p = ball->point[i];
        to += sprintf(to, "%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", scale * p[0], scale * p[1],
                      scale * p[2]);
    }
    to += sprintf(to, "], faces: [");
    for (int i = 0; i < ball->triangles; i++) {
        const int *t = ball->triangle[i];
        to += sprintf(to, "%s[%d, %d, %d]", i > 0 ? ", " : "", t[0], t[1], t[2]);
    }
    sprintf(to, "]}, material: stuff}");
    free(ball);
    return text;
}

// With friction the ball slides, too, and turns if so wanted.
static abModel *read_model(const char *lower, const char *upper, double height, double friction,
                           bool turns, const char *rule, const char *run) {
    double w[3] = {0.0};
    for (int i = 0; i < 3 && turns; i++) {
        w[i] = foundation_turning[i];
    }
    double slip = friction > 0.0 ? foundation_slip : 0.0;
    const char *law = friction > 0.0 ? "regularized" : "none";
    size_t capacity = strlen(lower) + strlen(upper) + 1200;
    char *text = malloc(capacity);
    snprintf(
        text, capacity,
        "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"
        "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: %g}]\n"
        "bodies:\n  lower: {mobility: fixed, shapes: [%s]}\n"
        "  upper: {position: [0, 0, %.17g], velocity: [%g, 0, -0.1], angular_velocity: [%g, %g, "
        "%g], shapes: [%s]}\n"
        "contacts: [{between: [upper, lower], friction: {law: %s}, %s}]\n"
        "simulation: {%s}\n",
        friction, lower, height, slip, w[0], w[1], w[2], upper, law, rule, run);
    abModel *model = NULL;
    check(ab_model_read_text(text, strlen(text), "models/bench.yaml", NULL, 0, ab_heap(),
                             (abLog){0}, &model, &s_error));
    free(text);
    return model;
}

typedef struct Result {
    double seconds, force;
    int points;
} Result;

static Result measure(abModel *model) {
    abSimulation *s;
    const abObserver nobody = {0};
    check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error));
    check(ab_run_first_contacts(s, &nobody, &s_error)); // without a run
    double *ydot = calloc(s->dynamics.mechanics.layout.count, sizeof *ydot);
    Stopwatch watch = {.budget = 0.4, .maximum = 4000};
    double x = s->y[0], z = s->y[2];
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < FOUNDATION_MOVES; i++) {
            s->y[0] = x + foundation_move_x(i);
            s->y[2] = z + foundation_move_z(i);
            ab_derivative_evaluate(&s->dynamics, s->t, s->y, ydot);
        }
        stopwatch_stop(&watch);
    }
    s->y[0] = x, s->y[2] = z;
    ab_derivative_evaluate(&s->dynamics, s->t, s->y, ydot);
    Result result = {watch.minimum / FOUNDATION_MOVES, 0.0, 0};
    if (s->dynamics.contacts->count > 0) {
        result.force = s->dynamics.contacts->now[0].normal.force;
        result.points = s->dynamics.contacts->now[0].points;
    }
    free(ydot);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
    return result;
}

static const char s_linear[] = "normal: {law: foundation, pressure: linear, youngs_modulus: 1e6, "
                               "poissons_ratio: 0, thickness: 1}";

static void on_plane(const char *name, int divisions, double share, double friction, bool turns) {
    if (!is_wanted(name, divisions, share)) {
        return;
    }
    char *ball = mesh_text(divisions, 1.0);
    double d = share * foundation_radius;
    double exact =
        3.14159265358979324 * foundation_stiffness * d * d * (foundation_radius - d / 3.0);
    Result r = measure(read_model("{plane: {}, material: stuff}", ball, foundation_radius - d,
                                  friction, turns, s_linear, "end_time: 1"));
    printf("foundation\tabut\t%s\t%d\t%g\t%.2f\t%.4g\t%d\n", name, 20 << (2 * divisions), share,
           1e6 * r.seconds, r.force / exact - 1.0, r.points);
    free(ball);
}

// Exact for two balls: to first order in d/r the depth is d - x^2/r, so half of that on a plane.
static void on_ball(int divisions, double share, const char *sides) {
    char rule[300], name[20];
    snprintf(name, sizeof name, "ball_%s", sides);
    if (!is_wanted(name, divisions, share)) {
        return;
    }
    char *ball = mesh_text(divisions, 1.0);
    double d = share * foundation_radius;
    snprintf(rule, sizeof rule, "%s, manifold: faces, penetrating: %s", s_linear, sides);
    Result r = measure(
        read_model(ball, ball, 2.0 * foundation_radius - d, 0.0, false, rule, "end_time: 1"));
    printf("foundation\tabut\t%s\t%d\t%g\t%.2f\t%.6g\t%d\n", name, 20 << (2 * divisions), share,
           1e6 * r.seconds, r.force, r.points);
    free(ball);
}

static const double s_settled = 1.0; // [s]

static abResult stop_settled(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context, (void)simulation, (void)error;
    return time > s_settled - 1e-9 ? AB_STOPPED : AB_OK;
}

// As it rests, some 57 of 642 vertices inside, once it has settled: half a second of steps of
// 0.01 s, without frames.
static void in_bowl(int divisions) {
    if (!is_wanted("bowl", divisions, 0.0)) {
        return;
    }
    char *ball = mesh_text(divisions, 0.7);
    abModel *model = read_model(
        "{mesh: {file: meshes/artisynth/bowl.obj, collide: surface}, material: stuff}", ball,
        -0.17324, 0.0, false,
        "manifold: vertices, penetrating: first, normal: {law: foundation, youngs_modulus: 1e5, "
        "poissons_ratio: 0.4, thickness: 0.1, damping: 1000}",
        "method: stepping, step: 0.01, end_time: 1.5, output_interval: 1.5");
    Stopwatch watch = {.budget = 0.4, .maximum = 20};
    int64_t steps = 1;
    int points = 0;
    double force = 0.0;
    while (stopwatch_again(&watch)) {
        abSimulation *s;
        const abObserver nobody = {0}, settling = {.step = stop_settled};
        check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error));
        if (ab_simulation_run(s, &settling, &s_error) != AB_STOPPED) {
            check(AB_NUMERICS);
        }
        steps = ab_simulation_statistics(s)->steps;
        stopwatch_start(&watch);
        check(ab_simulation_run(s, &nobody, &s_error));
        stopwatch_stop(&watch);
        steps = ab_simulation_statistics(s)->steps - steps;
        if (s->dynamics.contacts->count > 0) {
            points = s->dynamics.contacts->now[0].points;
            force = s->dynamics.contacts->now[0].normal.force;
        }
        ab_simulation_destroy(s);
    }
    printf("bowl\tabut\t%d\t%d\t%.1f\t%.5g\n", 10 * (1 << (2 * divisions)) + 2, points,
           1e6 * watch.minimum / (double)steps, force);
    ab_model_destroy(model);
    free(ball);
}

int main(int argc, char **argv) {
    s_wanted = argc > 1 ? argv[1] : "";
    ab_error_clear(&s_error);
    for (int divisions = 3; divisions <= 5; divisions += 2) {
        for (int deep = 0; deep < 2; deep++) {
            double share = deep ? 0.1 : 0.01;
            on_plane("plane", divisions, share, 0.0, false);
            on_plane("plane_friction", divisions, share, foundation_friction, false);
            on_plane("plane_turning", divisions, share, foundation_friction, true);
            on_ball(divisions, share, "auto");
            on_ball(divisions, share, "both");
        }
    }
    for (int divisions = 2; divisions <= 5; divisions++) {
        in_bowl(divisions);
    }
    return 0;
}
