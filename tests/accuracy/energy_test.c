// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// energy_test.c - the energy book of every model closes, and elastic impacts lose nothing.
//
// Allowed: 10 times the tolerance, relative to the energy turned over. A step may err by a tenth of
// the tolerance, so this grants a hundred such errors all of one sign. Flexible bodies by time steps:
// the error is of the step, and falls with it.
//
//     energy_test [--part K/N]     every Nth model from the Kth on

#include <glob.h>

#include "../verify/sketch.h"
#include "base/check.h"
#include "model/core/model.h"
#include "part.h"

static const double s_allowed = 10.0; // times the tolerance

static void print_row(const char *name, double relative, double tolerance, double seconds) {
    const char *verdict = relative <= s_allowed * tolerance ? "" : "  FAILED";
    printf("%-62s %10.2e %8.0e %8.3f %6.2f%s\n", name, relative, tolerance, relative / tolerance,
           seconds, verdict);
}

// By time steps, what the book of modes lacks falls with the step, which the user chooses: by its first
// order where rigid contacts are hit.
static bool is_flexible_by_steps(const abModel *model) {
    bool is_flexible = false;
    for (size_t b = 0; b < model->body_count; b++) {
        is_flexible = is_flexible || model->bodies[b].flexible != NULL;
    }
    return is_flexible && ab_model_simulation(model)->method == AB_METHOD_STEPPING;
}

static void check_order(const char *path, double relative, double step) {
    char half[40];
    Run run;
    snprintf(half, sizeof half, "%.17g", 0.5 * step);
    run_file_with(&run, path, &(abOverride){"simulation.step", half}, 1);
    CHECK(run.result == AB_OK);
    double finer = run_drift(&run);
    printf("%-62s %10.2e by half the step\n", path, finer);
    CHECK(relative < 1e-4 && finer < 0.75 * relative);
    run_done(&run);
}

static void check_model(const char *path) {
    Run run;
    run_file(&run, path);
    if (run.result == AB_BAD_MODEL) {
        printf("%-62s %.60s\n", path, "not for us: model wrong");
        bool is_meant = strstr(path, "error_") != NULL;
        CHECK(is_meant);
    } else if (run.result != AB_OK) {
        ab_check_failed(path, 0, run.message);
    } else {
        double tolerance = ab_simulation_tolerance(ab_model_simulation(run.model));
        double relative = run_drift(&run);
        if (is_flexible_by_steps(run.model)) {
            check_order(path, relative, ab_model_simulation(run.model)->step);
            run_done(&run);
            return;
        }
        print_row(path, relative, tolerance, run.seconds);
        if (!(relative <= s_allowed * tolerance)) {
            ab_check_failed(path, 0, "the energy book does not close");
        }
    }
    run_done(&run);
}

static void books_close_in_all_models(void) {
    static const char *const patterns[] = {"models/*.yaml", "tests/verify/modia3d/*.yaml"};
    printf("%-62s %10s %8s %8s %6s\n", "model", "drift", "tol", "drift/tol", "s");
    for (int p = 0; p < 2; p++) {
        glob_t found;
        CHECK(glob(patterns[p], 0, NULL, &found) == 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            if (part_is_next()) {
                check_model(found.gl_pathv[i]);
            }
        }
        globfree(&found);
    }
}

// A ball dropped 0.5 m five times or so, restitution 1: what the law lost and what is left.
static void check_elastic(const char *law, double tolerance) {
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    sketch_plane(&s, "any");
    sketch_ball(
        &s, &(Ball){.name = "ball", .material = "any", .radius = 0.1, .position = {0.0, 0.0, 0.6}});
    sketch_law(&s, law, NULL, 0.0, NULL, 0.0);
    sketch_run(&s, 3.0, tolerance, 0.01, &run);
    if (run.result != AB_OK) {
        ab_check_failed(law, 0, run.message);
    } else {
        const abEnergyBook *a = &run.instants[0].energy, *b = &run_last(&run)->energy;
        double whole = run.statistics.energy_scale;
        double lost = fabs(b->contact_damping) / whole;
        double kept =
            fabs(b->kinetic + b->gravity + b->contacts - a->kinetic - a->gravity - a->contacts) /
            whole;
        char name[80];
        snprintf(name, sizeof name, "restitution 1, %s, %d impacts", law,
                 run_event_count(&run, AB_EVENT_TOUCH, 0, 0));
        print_row(name, fmax(lost, kept), tolerance, run.seconds);
        CHECK(run_event_count(&run, AB_EVENT_TOUCH, 0, 0) >= 4);
        CHECK(lost <= s_allowed * tolerance);
        CHECK(kept <= s_allowed * tolerance);
    }
    run_done(&run);
}

static void elastic_impacts_lose_nothing(void) {
    // elastic is not in the list: its restitution is only near the one of the pair
    static const char *const laws[] = {"hertz", "hunt_crossley", "lankarani_nikravesh", "flores"};
    for (int i = 0; i < 8; i++) {
        if (part_is_next()) {
            check_elastic(laws[i / 2], i % 2 == 0 ? 1e-6 : 1e-9);
        }
    }
}

AB_TESTS_IN_PARTS(AB_TEST(books_close_in_all_models), AB_TEST(elastic_impacts_lose_nothing))
