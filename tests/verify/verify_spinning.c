// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_spinning.c - rotation in space and on a plane.
//
// torque_free_body  Euler's equations, DOP853 rtol 3e-14.
// rattleback        ellipsoid that rolls without slip, DOP853 rtol 1e-13; geometry after Kane &
//                   Levinson, Int. J. Non-Linear Mech. 17 (1982) 175. Ours is compliant and slips a
//                   little, so the curve agrees to a few per cent; the reversal of one direction
//                   and not of the other is the fact.
// tippe_top         eccentric ball; Jellett's integral  R L_z - a L.u  is kept whatever the
// friction
//                   (Cohen, Am. J. Phys. 45 (1977) 12), the top ends upside down, and that fixes
//                   its spin. The instant is not determinate: it depends on the smallest tilts.
// euler_disk        steady wobble, Omega^2 sin(alpha) = 4 g/R (Moffatt, Nature 404 (2000) 833).

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "sketch.h"

// ---- free rotation ----

typedef struct FreeBody {
    abVec3 inertia, spin; // principal; at the start
    double time[3];
    abVec3 expected[3]; // angular velocity in body axes
} FreeBody;

static const FreeBody s_free_bodies[] = {
    {{1.0, 2.0, 3.0},
     {0.01, 1.0, 0.01},
     {10.0, 20.0, 40.0},
     {{-0.8745734378910963, 0.4849961873410347, 0.505001220547915},
      {-0.005813836962194921, -1.0000330991021125, 0.008827999022479268},
      {0.002017207556271359, 1.000047964286549, 0.008247608265919028}}},
    {{0.1, 0.2, 0.25},
     {0.001, 5.0, 0.001},
     {2.5, 5.0, 10.0},
     {{-0.015799625775042087, 4.999962705634718, 0.01413868946207885},
      {-3.335798777152433, 2.8824765875062988, 2.9836291635056367},
      {6.480035422703353e-05, -5.000000149370125, 0.000450953735849699}}},
};

static void verify_free_body(Report *report, int index) {
    const FreeBody *c = &s_free_bodies[index];
    char name[32];
    snprintf(name, sizeof name, "torque_free_body_%d", index + 1);
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    abBodyDef body = ab_body_def();
    body.name = "body";
    body.mass = 1.0;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = ab_mat3_diagonal(c->inertia.x, c->inertia.y, c->inertia.z);
    body.angular_velocity = c->spin;
    sketch_body(&s, &body);
    sketch_run(&s, c->time[2], 1e-11, c->time[0] / 10.0, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        const abBodyState *state = run_state(&run, 1, c->time[i]);
        abVec3 ours = ab_mul_t(ab_quat_to_matrix(state->orientation), state->angular_velocity);
        char quantity[48];
        snprintf(quantity, sizeof quantity, "angular velocity at %g s: difference", c->time[i]);
        // every tumble multiplies errors by about 100
        report_near(report, name, quantity, 0.0, ab_norm(ab_sub(ours, c->expected[i])),
                    1e-8 * pow(100.0, i) * ab_norm(c->spin), "reference integration; rad/s");
    }
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "analytic");
    run_done(&run);
}

// ---- rattleback ----

typedef struct RollingPoint {
    double time, spin, allowed; // angular velocity about the vertical
} RollingPoint;

static const RollingPoint s_turning[] = {{1.0, -4.973786074188015, 0.05},
                                         {1.5, -4.8734318154583836, 0.1},
                                         {6.5, 4.565728135874553, 0.5},
                                         {8.0, 4.9978796669863526, 0.05},
                                         {10.0, 4.997530506503264, 0.05}};
static const RollingPoint s_staying[] = {
    {1.0, 4.998564534343429, 0.01}, {5.0, 4.985203282242198, 0.02}, {10.0, 4.881248546071109, 0.1}};
static const double s_reversal = 4.1079; // between 4.0 s and 4.25 s in the reference, by the chord

// The ellipsoid with its centre at the body's origin and the mass centre 1 cm below, tilted by half
// a degree, begins to roll without slip.
static void sketch_rattleback(Sketch *s, double spin) {
    double mass = 1.0, depth = 1e-6, h = 0.01, k = mass * 9.81 / pow(depth, 1.5);
    abVec3 a2 = {0.2 * 0.2, 0.03 * 0.03, 0.02 * 0.02}; // squares of the semi-axes
    double tilt = 0.5 * 3.14159265358979323846 / 180.0;
    abQuat q = {cos(0.5 * tilt), sin(0.5 * tilt), 0.0, 0.0};
    abMat3 R = ab_quat_to_matrix(q);
    abVec3 down = ab_mul_t(R, (abVec3){0.0, 0.0, -1.0}); // in body axes
    double reach = sqrt(a2.x * down.x * down.x + a2.y * down.y * down.y + a2.z * down.z * down.z);
    abVec3 point = {a2.x * down.x / reach, a2.y * down.y / reach, a2.z * down.z / reach};
    abVec3 w = ab_mul(R, (abVec3){0.0, 0.0, spin});

    sketch_begin(s, 9.81);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){0.0, 2.0, 1e-4}); // sticks, but for 0.1 mm/s
    sketch_plane(s, "any");
    abBodyDef body = ab_body_def();
    body.name = "stone";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, -h};
    body.inertia = (abMat3){{{2e-4, -2e-5, 0.0}, {-2e-5, 16e-4, 0.0}, {0.0, 0.0, 17e-4}}};
    body.position = (abVec3){0.0, 0.0, reach - depth};
    body.orientation = q;
    body.angular_velocity = w;
    body.velocity = ab_neg(ab_cross(w, ab_mul(R, point)));
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.kind = ab_kind_find("shape", "ellipsoid");
    ab_params_init(&shape.params, "shape", shape.kind);
    if (s->result == AB_OK) {
        abVec3 *axes = (abVec3 *)(void *)shape.params.data; // its only key
        *axes = (abVec3){0.2, 0.03, 0.02};
        s->result = ab_model_add_shape(s->model, sketch_body(s, &body), &shape, NULL, &s->error);
    }
    sketch_law(s, "hunt_crossley", "stiffness", k, "damping", 10.0);
}

static void verify_rattleback(Report *report, const char *name, double spin,
                              const RollingPoint *points, int count) {
    Sketch s;
    Run run;
    sketch_rattleback(&s, spin);
    sketch_run(&s, 10.0, 1e-8, 0.01, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    int stone = run_body(&run, "stone");
    for (int i = 0; i < count; i++) {
        char quantity[48];
        snprintf(quantity, sizeof quantity, "spin at %g s [rad/s]", points[i].time);
        report_near(report, name, quantity, points[i].spin,
                    run_state(&run, stone, points[i].time)->angular_velocity.z, points[i].allowed,
                    "reference integration of rolling without slip");
    }
    if (spin < 0.0) {
        double reversal = NAN;
        for (size_t i = 1; i < run.instant_count && isnan(reversal); i++) {
            const abBodyState *state = &run.states[i * (size_t)run.body_count + (size_t)stone - 1];
            reversal = state->angular_velocity.z > 0.0 ? run.instants[i].time : NAN;
        }
        report_near(report, name, "spin changes sign [s]", s_reversal, reversal, 0.2,
                    "reference integration of rolling without slip");
    }
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-6, "analytic");
    run_done(&run);
}

// ---- tippe top ----

static double jellett(const abBodyState *state, double radius, double a, double inertia) {
    abVec3 u = ab_column(ab_quat_to_matrix(state->orientation), 2);
    abVec3 L = ab_scale(inertia, state->angular_velocity); // a ball of inertia
    return radius * L.z - a * ab_dot(L, u);
}

static void verify_tippe_top(Report *report) {
    const char *name = "tippe_top";
    double radius = 0.02, a = 0.002, mass = 0.02, inertia = 3.2e-6, tilt = 0.1;
    double depth = 1e-7, k = mass * 9.81 / pow(depth, 1.5);
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    // the reference has mu v / sqrt(v^2 + eps^2), eps = 1 mm/s: the same slope at zero slip
    sketch_pair(&s, "any", "any", (Pair){0.0, 0.1, 3e-3});
    sketch_plane(&s, "any");
    abBodyDef body = ab_body_def();
    body.name = "top";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, -a};
    body.inertia = ab_mat3_diagonal(inertia, inertia, inertia);
    body.position = (abVec3){0.0, 0.0, radius - depth};
    body.orientation = (abQuat){cos(0.5 * tilt), sin(0.5 * tilt), 0.0, 0.0};
    abMat3 R = ab_quat_to_matrix(body.orientation);
    body.angular_velocity = ab_mul(R, (abVec3){0.0, 0.0, 150.0});
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_shape(&s, sketch_body(&s, &body), "sphere", shape, "radius", radius, NULL, 0.0);
    sketch_law(&s, "hunt_crossley", "stiffness", k, "damping", 10.0);
    sketch_run(&s, 9.0, 1e-9, 0.01, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    int top = run_body(&run, "top");
    double worst = 0.0, expected = 8.592039986669048e-06, maximum_tilt = 0.0;
    for (size_t i = 0; i < run.instant_count; i++) {
        const abBodyState *state = &run.states[i * (size_t)run.body_count + (size_t)top - 1];
        worst = fmax(worst, fabs(jellett(state, radius, a, inertia) / expected - 1.0));
        abVec3 u = ab_column(ab_quat_to_matrix(state->orientation), 2);
        maximum_tilt = fmax(maximum_tilt, acos(fmax(-1.0, fmin(1.0, u.z))));
    }
    report_near(report, name, "Jellett's integral: largest change", 0.0, worst, 1e-4,
                "analytic, rigid plane; allowed: ten times depth by radius");
    report_near(report, name, "tilt at most [degrees]", 177.0,
                maximum_tilt * 180.0 / 3.14159265358979323846, 4.0,
                "reference integration: it turns over and wobbles at 172 to 177 degrees");
    report_near(report, name, "spin at 9 s [rad/s]", 122.046,
                run_end(&run, top)->angular_velocity.z, 0.5,
                "analytic: Jellett's integral upside down");
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-6, "analytic");
    run_done(&run);
}

// ---- Euler's disk ----

// A thin disk whose centre rests while the contact runs around: the rotation is along the diameter
// to the contact, so nothing slips and friction has nothing to do.
static void verify_disk(Report *report, double radius, double degrees) {
    char name[32];
    snprintf(name, sizeof name, "euler_disk_%g_%.0f", radius, degrees);
    if (!report_wants(report, name)) {
        return;
    }
    double alpha = degrees * 3.14159265358979323846 / 180.0, mass = 0.1, g = 9.81;
    double omega = sqrt(4.0 * g / (radius * sin(alpha)));
    double depth = 1e-6 * radius, k = mass * g / pow(depth, 1.5), thickness = 1e-6 * radius;
    abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle((abVec3){0.0, 1.0, 0.0}, alpha));
    abVec3 to_contact = ab_column(R, 0);
    Sketch s;
    Run run;
    sketch_begin(&s, g);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){0.0, 1.0, 1e-3});
    sketch_plane(&s, "any");
    abBodyDef body = ab_body_def();
    double i = 0.25 * mass * radius * radius;
    body.name = "disk";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = ab_mat3_diagonal(i, i, 2.0 * i);
    body.position = (abVec3){0.0, 0.0, radius * sin(alpha) + 0.5 * thickness * cos(alpha) - depth};
    body.orientation = ab_quat_from_axis_angle((abVec3){0.0, 1.0, 0.0}, alpha);
    body.angular_velocity = ab_scale(-omega * sin(alpha), to_contact);
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_shape(&s, sketch_body(&s, &body), "cylinder", shape, "radius", radius, "length",
                 thickness);
    sketch_law(&s, "hunt_crossley", "stiffness", k, "damping", 10.0);
    sketch_run(&s, 1.0, 1e-9, 0.001, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    int disk = run_body(&run, "disk");
    double worst = 0.0, turned = 0.0, before = 0.0;
    for (size_t n = 0; n < run.instant_count; n++) {
        const abBodyState *state = &run.states[n * (size_t)run.body_count + (size_t)disk - 1];
        abVec3 u = ab_column(ab_quat_to_matrix(state->orientation), 2);
        worst = fmax(worst, fabs(acos(fmin(1.0, u.z)) / alpha - 1.0));
        double azimuth = atan2(u.y, u.x), step = azimuth - before;
        turned += n > 0 ? step - 2.0 * 3.14159265358979323846 *
                                     round(step / (2.0 * 3.14159265358979323846))
                        : 0.0;
        before = azimuth;
    }
    report_near(report, name, "tilt over 1 s: largest relative change", 0.0, worst, 1e-4,
                "analytic: steady wobble");
    report_close(report, name, "precession [rad/s]", omega, turned / run_last(&run)->time, 1e-4,
                 "analytic: sqrt(4 g/(R sin(alpha)))");
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-6, "analytic");
    run_done(&run);
}

void verify_spinning(Report *report) {
    for (int i = 0; i < 2; i++) {
        verify_free_body(report, i);
    }
    if (report_wants(report, "rattleback_reverses")) {
        verify_rattleback(report, "rattleback_reverses", -5.0, s_turning, 5);
    }
    if (report_wants(report, "rattleback_stays")) {
        verify_rattleback(report, "rattleback_stays", 5.0, s_staying, 3);
    }
    if (report_wants(report, "tippe_top")) {
        verify_tippe_top(report);
    }
    verify_disk(report, 0.0375, 10.0);
    verify_disk(report, 0.0375, 5.0);
    verify_disk(report, 0.1, 20.0);
    verify_disk(report, 0.0375, 2.0);
}
