// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_planar.c - planar mechanisms without contact: pins, single joints, rods, a path, drag and
// springs. Models in planar/, end states in planar.table.
//
// The scenes are those of myPhysicsLab's engine (Neumann 2024). Where its step is too coarse, or
// its physics wrong (a single joint between two moving bodies), the numbers are analytic or from an
// integration in the angles.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "verify_run.h"

static const char *const s_quantities[6] = {"x [m]",    "y [m]",    "angle [rad]",
                                            "vx [m/s]", "vy [m/s]", "w [rad/s]"};

static const double s_turn = 6.283185307179586;

typedef struct EndRow {
    char name[44], body[24];
    double values[6], allowed[2]; // of positions, of velocities
    char note[200];
} EndRow;

static bool read_row(const char *line, EndRow *row) {
    int end = 0;
    double *v = row->values;
    int count =
        sscanf(line, "%43s %23s %lf %lf %lf %lf %lf %lf %lf %lf %n", row->name, row->body, &v[0],
               &v[1], &v[2], &v[3], &v[4], &v[5], &row->allowed[0], &row->allowed[1], &end);
    snprintf(row->note, sizeof row->note, "%s", count == 10 ? line + end : "");
    row->note[strcspn(row->note, "\n")] = '\0';
    return count == 10;
}

static void compare(Report *report, const Run *run, const EndRow *row) {
    int index = run_body(run, row->body);
    if (index == 0) {
        report_broken(report, row->name, "no such body");
        return;
    }
    const abBodyState *s = run_end(run, index);
    // the angle nearest to the expected one: whole turns are not in the orientation
    double angle = 2.0 * atan2(s->orientation.z, s->orientation.w);
    double turns = floor((row->values[2] - angle) / s_turn + 0.5);
    const double ours[6] = {s->position.x, s->position.y, angle + s_turn * turns,
                            s->velocity.x, s->velocity.y, s->angular_velocity.z};
    for (int i = 0; i < 6; i++) {
        char quantity[52];
        snprintf(quantity, sizeof quantity, "%s %s", row->body, s_quantities[i]);
        report_near(report, row->name, quantity, row->values[i], ours[i], row->allowed[i / 3],
                    row->note);
    }
}

static void run_case(Report *report, Run *run, const char *name) {
    char path[120];
    snprintf(path, sizeof path, "tests/verify/planar/%s.yaml", name);
    run_file(run, path);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
        return;
    }
    report_near(report, name, "energy drift", 0.0, run_drift(run), 1e-9, "analytic");
}

void verify_planar(Report *report) {
    FILE *file = fopen("tests/verify/planar.table", "r");
    if (file == NULL) {
        report_broken(report, "planar.table", "it cannot be opened");
        return;
    }
    char line[600], current[44] = "";
    Run run = {0};
    while (fgets(line, sizeof line, file) != NULL) {
        EndRow row;
        if (line[0] == '#' || !read_row(line, &row) || !report_wants(report, row.name)) {
            continue;
        }
        if (strcmp(current, row.name) != 0) { // rows of a case stand together
            if (current[0] != '\0') {
                run_done(&run);
            }
            snprintf(current, sizeof current, "%s", row.name);
            run_case(report, &run, row.name);
        }
        if (run.result == AB_OK) {
            compare(report, &run, &row);
        }
    }
    if (current[0] != '\0') {
        run_done(&run);
    }
    fclose(file);
}
