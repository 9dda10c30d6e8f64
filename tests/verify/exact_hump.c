// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// exact_hump.c - a block whose point runs along y = 3 - 7/6 x^2 + 1/6 x^4, by the step of its scene
// and with its joint held by forces alone, which let the point drift off the path by 6e-4.
//
// With the nearest point of the path, its tangent t, normal n and curvature k, the gap d along n
// and the velocity u of the point,
//
//   d'' = n . (a of the point) - k (t . u)^2 / (1 - k d),   d'' = -d'/h                      (1)
//
// for the place on the path moves 1/(1 - k d) times as fast as the point. The source leaves this
// factor away; where the path turns sharply that is 0.4 m/s^2. With it, and without, these
// equations meet the engine and the record; what fourth order errs by at this step is ten times
// more than what they differ by.

#include "exact_scenes.h"

#include <math.h>
#include <string.h>

static const char s_name[] = "miscellany_roller_hump_test";
static const char s_file[] = "tests/verify/myphysicslab/miscellany_roller_hump_test.yaml";
static const double s_step = 0.025, s_end = 4.0, s_gravity = 3.0, s_per_inertia = 1.2,
                    s_arm[2] = {0.0, -0.9};
static const double s_start[6] = {
    -3.351697803256756, 4.094574489570313, 0.7853981633974483, 0.0, 0.0, 0.0};
static const double s_record[6] = {0.993047510169672, 3.18047771198833,  6.08469904862102,
                                   0.703343558440817, -2.09387166679832, 0.854280187352694};
// what halving the step changes in the source
static const ExactOff s_allowed = {0.003228, 0.005063};

static double height(double x) {
    return 3.0 - 7.0 / 6.0 * x * x + x * x * x * x / 6.0;
}

static double incline(double x) {
    return -7.0 / 3.0 * x + 2.0 / 3.0 * x * x * x;
}

static double bend(double x) {
    return -7.0 / 3.0 + 2.0 * x * x;
}

// By Newton, from the x of the nearest point before.
static double nearest(double x, double y, double from) {
    for (int i = 0; i < 50; i++) {
        double m = incline(from), off = height(from) - y;
        from -= (from - x + off * m) / (1.0 + m * m + off * bend(from));
    }
    return from;
}

static void slope(const double s[6], bool as_source, double *at, double out[6]) {
    double c = cos(s[2]), i = sin(s[2]), w = s[5];
    double r[2] = {c * s_arm[0] - i * s_arm[1], i * s_arm[0] + c * s_arm[1]};
    double p[2] = {s[0] + r[0], s[1] + r[1]};
    *at = nearest(p[0], p[1], *at);
    double m = incline(*at), length = sqrt(1.0 + m * m);
    double t[2] = {1.0 / length, m / length}, n[2] = {-t[1], t[0]};
    double k = bend(*at) / (length * length * length);
    double d = n[0] * (p[0] - *at) + n[1] * (p[1] - height(*at));
    double u[2] = {s[3] - w * r[1], s[4] + w * r[0]};
    double rate = n[0] * u[0] + n[1] * u[1], along = t[0] * u[0] + t[1] * u[1];
    double turning = -k * along * along / (as_source ? 1.0 : 1.0 - k * d); // (1)
    double free = turning - n[0] * w * w * r[0] - n[1] * (s_gravity + w * w * r[1]);
    double arm = r[0] * n[1] - r[1] * n[0];
    double force = -(free + rate / s_step) / (1.0 + s_per_inertia * arm * arm);
    out[0] = s[3], out[1] = s[4], out[2] = w;
    out[3] = force * n[0], out[4] = force * n[1] - s_gravity, out[5] = s_per_inertia * arm * force;
}

// By the classical steps of fourth order.
static ExactBody follow(bool as_source) {
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double s[6], k[4][6], at = -2.7;
    memcpy(s, s_start, sizeof s);
    for (int step = 0; step < (int)(s_end / s_step + 0.5); step++) {
        for (int stage = 0; stage < 4; stage++) {
            double trial[6];
            for (int i = 0; i < 6; i++) {
                trial[i] = s[i] + (stage > 0 ? s_step * ahead[stage] * k[stage - 1][i] : 0.0);
            }
            slope(trial, as_source, &at, k[stage]);
        }
        for (int i = 0; i < 6; i++) {
            for (int stage = 0; stage < 4; stage++) {
                s[i] += s_step / 6.0 * weight[stage] * k[stage][i];
            }
        }
    }
    return (ExactBody){{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, 1.0, s_per_inertia};
}

void report_exact_hump(Report *report, const char *scene) {
    const abOverride own_step[] = {{"simulation.step", "0.025"},
                                   {"simulation.hold_joints", "forces"}};
    if (strcmp(scene, s_name) != 0) {
        return;
    }
    ExactBody exact = follow(false), as_source = follow(true);
    ExactOff ours = {0.0, 0.0}, its = {0.0, 0.0};
    Run run;
    run_file_with(&run, s_file, own_step, 2);
    if (run.result == AB_OK) {
        exact_differ_from_run(&ours, &exact, &run, "BLOCK", s_end);
        exact_report(report, s_name, "own step", s_end, ours, s_allowed,
                     "its equations by the same steps; allowed is what half the step changes");
    } else {
        report_broken(report, s_name, run.message);
    }
    run_done(&run);
    exact_differ(&its, &as_source, s_record);
    exact_report(report, s_name, "record", s_end, its, s_allowed,
                 "the same equations without the factor that the source leaves away");
}
