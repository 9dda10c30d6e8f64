// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_joints.c - bodies connected by joints, without contact.
//
// chain_100  a hundred hinged rods let go from the horizontal; Simbody 3.7 (Runge-Kutta-Merson,
//            accuracy 1e-10 and 1e-12), to which MuJoCo 3.12 (RK4) agrees to 3e-8.
// pendulum   one rod on a hinge through a large angle: period 4 sqrt(L/g) K(sin(a/2)), with
//            L = 2/3 of the rod's length, K the complete elliptic integral by the
//            arithmetic-geometric mean.
// slider     models/pendulum_on_rail.yaml: energy and sideways momentum are kept.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "sketch.h"

static const double s_pi = 3.14159265358979323846;

// A rod along x of its own frame, hinged at its left end about y to `before` (NULL: the world).
static void sketch_rod(Sketch *s, const char *name, const char *before, double x, double length,
                       double mass, abVec3 inertia) {
    abBodyDef body = ab_body_def();
    body.name = name;
    body.position = (abVec3){x, 0.0, 0.0};
    body.mass = mass;
    body.center_of_mass = (abVec3){0.5 * length, 0.0, 0.0};
    body.inertia = ab_mat3_diagonal(inertia.x, inertia.y, inertia.z);
    sketch_body(s, &body);
    abJointDef joint = ab_joint_def();
    joint.type = ab_kind_find("joint", "revolute");
    joint.between[0] = before != NULL ? before : "world";
    joint.between[1] = name;
    joint.position = (abVec3){before != NULL ? length : 0.0, 0.0, 0.0};
    joint.axis = (abVec3){0.0, 1.0, 0.0};
    if (s->result == AB_OK) {
        ab_params_init(&joint.params, "joint", joint.type);
        s->result = ab_model_add_joint(s->model, &joint, &s->error);
    }
}

static abVec3 rod_tip(const abBodyState *rod, double length) {
    return ab_add_scaled(rod->position, length, ab_column(ab_quat_to_matrix(rod->orientation), 0));
}

static void verify_chain(Report *report) {
    const char *name = "chain_100";
    enum { LINKS = 100 };
    char names[LINKS][16];
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    for (int i = 0; i < LINKS; i++) {
        snprintf(names[i], sizeof names[i], "link%d", i + 1);
        sketch_rod(&s, names[i], i > 0 ? names[i - 1] : NULL, 0.1 * i, 0.1, 0.1,
                   (abVec3){5e-6, 8.583333333333336e-05, 8.583333333333336e-05});
    }
    sketch_run(&s, 1.0, 1e-9, 0.1, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        abVec3 tip = rod_tip(run_end(&run, run_body(&run, names[LINKS - 1])), 0.1);
        const char *note = "reference integration; tolerance 1e-9";
        report_near(report, name, "tip x at 1 s [m]", 7.53409796256, tip.x, 1e-8, note);
        report_near(report, name, "tip z at 1 s [m]", -4.905, tip.z, 1e-8, note);
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-7, "analytic");
        double gap = 0.0;
        for (int i = 0; i + 1 < LINKS; i++) {
            abVec3 end = rod_tip(run_end(&run, run_body(&run, names[i])), 0.1);
            const abBodyState *next = run_end(&run, run_body(&run, names[i + 1]));
            gap = fmax(gap, ab_norm(ab_sub(end, next->position)));
        }
        report_near(report, name, "largest gap of a hinge [m]", 0.0, gap, 1e-9, "analytic");
    }
    run_done(&run);
}

// The period of a rod that swings up to the angle `a` from the vertical.
static double period_of(double length, double a) {
    double p = 1.0, q = cos(0.5 * a); // K(k) = pi / (2 agm(1, sqrt(1 - k^2))), k = sin(a/2)
    for (int i = 0; i < 12; i++) {
        double mean = 0.5 * (p + q);
        q = sqrt(p * q);
        p = mean;
    }
    return 4.0 * sqrt(2.0 / 3.0 * length / 9.81) * s_pi / (2.0 * p);
}

static void verify_pendulum(Report *report) {
    const char *name = "pendulum_90_degrees";
    double length = 1.0, period = period_of(length, 0.5 * s_pi);
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_rod(&s, "rod", NULL, 0.0, length, 1.0, (abVec3){1e-4, 1.0 / 12.0, 1.0 / 12.0});
    sketch_run(&s, 5.0 * period, 1e-9, period / 20.0, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        abVec3 tip = rod_tip(run_end(&run, 1), length);
        // back at the start, where the angle is stationary: its speed is the sensitive number
        report_near(report, name, "height of the tip after 5 periods [m]", 0.0, tip.z, 1e-7,
                    "analytic: elliptic integral");
        report_near(report, name, "angular velocity after 5 periods [rad/s]", 0.0,
                    run_end(&run, 1)->angular_velocity.y, 1e-6, "analytic: elliptic integral");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-7, "analytic");
    }
    run_done(&run);
}

static void verify_slider(Report *report) {
    const char *name = "pendulum_on_rail";
    Run run;
    run_file(&run, "models/pendulum_on_rail.yaml");
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-7, "analytic");
        const abBodyState *slider = run_end(&run, run_body(&run, "slider"));
        report_near(report, name, "slider leaves the rail by [m]", 0.0,
                    hypot(slider->position.y, slider->position.z), 1e-12, "analytic");
    }
    run_done(&run);
}

void verify_joints(Report *report) {
    if (report_wants(report, "chain_100")) {
        verify_chain(report);
    }
    if (report_wants(report, "pendulum_90_degrees")) {
        verify_pendulum(report);
    }
    if (report_wants(report, "pendulum_on_rail")) {
        verify_slider(report);
    }
}
