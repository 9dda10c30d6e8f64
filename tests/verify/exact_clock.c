// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// exact_clock.c - what a clock is for: in each period of its pendulum the anchor lets one tooth of
// the escape wheel pass, however long it runs.
//
// A period is from one passage of the upright position to the next in the same direction, to an
// output interval. The wheel then rests on a tooth or recoils by a hundredth of one.

#include "exact_scenes.h"

#include <math.h>
#include <string.h>

static const char s_name[] = "miscellany_clock_with_gears";
static const char s_file[] = "tests/verify/myphysicslab/miscellany_clock_with_gears.yaml";
static const char s_end[] = "60";
static const double s_tooth = 2.0 * 3.14159265358979323846 / 24.0, s_recoil = 0.05; // [teeth]

static double angle_at(const Run *run, size_t instant, int body) {
    abQuat q = run->states[instant * (size_t)run->body_count + (size_t)body - 1].orientation;
    return 2.0 * atan2(q.z, q.w);
}

void report_exact_clock(Report *report, const char *scene) {
    const abOverride longer = {"simulation.end_time", s_end};
    if (strcmp(scene, s_name) != 0) {
        return;
    }
    Run run;
    run_file_with(&run, s_file, &longer, 1);
    if (is_broken(report, s_name, &run)) {
        return;
    }
    int anchor = run_body(&run, "ANCHOR"), wheel = run_body(&run, "ESCAPE_WHEEL");
    double before = angle_at(&run, 0, anchor), turned = 0.0, worst = 0.0;
    int passages = 0;
    for (size_t i = 1; i < run.instant_count; i++) {
        double angle = angle_at(&run, i, anchor);
        turned += remainder(angle_at(&run, i, wheel) - angle_at(&run, i - 1, wheel),
                            2.0 * 3.14159265358979323846);
        if (before < 0.0 && angle >= 0.0) {
            worst = passages > 0 ? fmax(worst, fabs(turned / s_tooth + 1.0)) : 0.0;
            turned = 0.0;
            passages++;
        }
        before = angle;
    }
    report_near(report, s_name, "periods in 60 s", 13.0, passages - 1, 0.0,
                "of 4.3 s; the first passage begins them");
    report_near(report, s_name, "teeth let pass in a period", 0.0, worst, s_recoil,
                "the greatest difference from one");
    run_done(&run);
}
