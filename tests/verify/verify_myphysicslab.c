// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_myphysicslab.c - rigid planar scenes of myPhysicsLab's engine2D by method fixed.
//
// myphysicslab/NAME.yaml is the scene, myphysicslab/states.txt the states it recorded: for each
// body at a time its x, y, angle, vx, vy, w (centre of mass), and what positions and speeds may be
// off beside the 1e-5 of its own tests:
//   robust, step_dependent     twice what halving its step changed, which for an error of first
//                              order is its distance from the exact answer
//   chaotic, order_dependent   1e-4 and 1e-3, before its own runs with other seeds, starts and
//   steps
//                              differ by 1e-5
//   exact                      nothing, of the double pendulum 1e-5 in speeds for rk4: closed forms
//   and fine integrations, where it stabilises
//                              joints by force (rod, double pendulum) or is wrong (bead)
// Collisions of the fast scenes (speed_*) are located within 0.003, which adds 0.006 to positions.
//
// Source  myPhysicsLab (E. Neumann, Apache-2.0), commit 4b0bb8e of November 2024, run headless.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "verify_run.h"

#define MYPHYSICSLAB_DIR "tests/verify/myphysicslab"

typedef struct State {
    char scene[80], body[40], kind[20];
    double time, position_change, speed_change;
    double q[6];
} State;

// The greatest difference of the bodies at one time; `what` selects positions or speeds.
typedef struct Worst {
    double position, speed;
} Worst;

static double angle_of(abQuat q) {
    return 2.0 * atan2(q.z, q.w);
}

static double turn_between(double a, double b) {
    return fabs(remainder(a - b, 2.0 * 3.14159265358979323846));
}

static void compare(const Run *run, const State *s, Worst *worst) {
    int body = run_body(run, s->body);
    if (body == 0) {
        worst->position = worst->speed = INFINITY;
        return;
    }
    const abBodyState *now = run_state(run, body, s->time);
    double p[3] = {fabs(now->position.x - s->q[0]), fabs(now->position.y - s->q[1]),
                   turn_between(angle_of(now->orientation), s->q[2])};
    double v[3] = {fabs(now->velocity.x - s->q[3]), fabs(now->velocity.y - s->q[4]),
                   fabs(now->angular_velocity.z - s->q[5])};
    for (int i = 0; i < 3; i++) {
        worst->position = fmax(worst->position, p[i]);
        worst->speed = fmax(worst->speed, v[i]);
    }
}

static bool read_state(FILE *file, State *s) {
    return fscanf(file, "%79s %39s %lf %lf %lf %19s %lf %lf %lf %lf %lf %lf", s->scene, s->body,
                  &s->time, &s->position_change, &s->speed_change, s->kind, &s->q[0], &s->q[1],
                  &s->q[2], &s->q[3], &s->q[4], &s->q[5]) == 12;
}

static void report_time(Report *report, const State *s, const Worst *worst) {
    static const double digits = 1e-5;
    char quantity[52];
    snprintf(quantity, sizeof quantity, "positions, turns at %.4g s [m, rad]", s->time);
    report_near(report, s->scene, quantity, 0.0, worst->position, s->position_change + digits,
                s->kind);
    snprintf(quantity, sizeof quantity, "speeds at %.4g s [m/s, rad/s]", s->time);
    report_near(report, s->scene, quantity, 0.0, worst->speed, s->speed_change + digits, s->kind);
}

// A line for each scene that is not compared: its name and why.
static void report_what_is_open(Report *report) {
    FILE *file = fopen(MYPHYSICSLAB_DIR "/open.txt", "r");
    char name[80], why[160];
    while (file != NULL && fscanf(file, "%79s %159[^\n]", name, why) == 2) {
        report_open(report, name, "states", why);
    }
    if (file != NULL) {
        fclose(file);
    }
}

void verify_myphysicslab(Report *report) {
    report_what_is_open(report);
    FILE *file = fopen(MYPHYSICSLAB_DIR "/states.txt", "r");
    if (file == NULL) {
        report_broken(report, "states.txt", "cannot be read");
        return;
    }
    State s, last = {0};
    Run run = {0};
    Worst worst = {0};
    bool has_run = false;
    for (bool more = read_state(file, &s); more || has_run; more = more && read_state(file, &s)) {
        bool is_other = !more || strcmp(s.scene, last.scene) != 0;
        if (has_run && (is_other || s.time != last.time)) {
            report_time(report, &last, &worst);
            worst = (Worst){0};
        }
        if (has_run && is_other) {
            run_done(&run);
            has_run = false;
        }
        if (!more) {
            break;
        }
        if (is_other && report_wants(report, s.scene)) {
            char path[512];
            snprintf(path, sizeof path, MYPHYSICSLAB_DIR "/%s.yaml", s.scene);
            run_file(&run, path);
            has_run = run.result == AB_OK;
            if (!has_run) {
                report_broken(report, s.scene, run.message);
                run_done(&run);
            }
        }
        if (has_run) {
            compare(&run, &s, &worst);
        }
        last = s;
    }
    fclose(file);
}
