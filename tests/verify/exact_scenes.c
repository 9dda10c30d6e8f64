// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "exact_scenes.h"

#include <math.h>
#include <stdio.h>

void exact_differ(ExactOff *off, const ExactBody *exact, const double q[6]) {
    for (int i = 0; i < 3; i++) {
        double displacement = exact->q[i] - q[i];
        displacement =
            i == 2 ? remainder(displacement, 2.0 * 3.14159265358979323846) : displacement;
        off->position = fmax(off->position, fabs(displacement));
        off->speed = fmax(off->speed, fabs(exact->v[i] - q[3 + i]));
    }
}

void exact_differ_from_run(ExactOff *off, const ExactBody *exact, const Run *run, const char *name,
                           double time) {
    int body = run_body(run, name);
    if (body == 0) {
        off->position = off->speed = INFINITY;
        return;
    }
    const abBodyState *now = run_state(run, body, time);
    const double q[6] = {
        now->position.x, now->position.y, 2.0 * atan2(now->orientation.z, now->orientation.w),
        now->velocity.x, now->velocity.y, now->angular_velocity.z};
    exact_differ(off, exact, q);
}

void exact_report(Report *report, const char *scene, const char *who, double time, ExactOff off,
                  ExactOff allowed, const char *note) {
    char quantity[52];
    snprintf(quantity, sizeof quantity, "%s: places at %.4g s [m, rad]", who, time);
    report_near(report, scene, quantity, 0.0, off.position, allowed.position, note);
    snprintf(quantity, sizeof quantity, "%s: speeds at %.4g s [m/s, rad/s]", who, time);
    report_near(report, scene, quantity, 0.0, off.speed, allowed.speed, note);
}
