// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_restitution.c - speed after one impact without gravity by the speed before it.
//
//   F = k d^n (1 + a d') gives u = e v from  v - ln(1 + a v)/a = -u - ln(1 - a u)/a,      (1)
//   whatever k, n and the mass; deepest  (k/m) d^(n+1)/(n+1) = v/a - ln(1 + a v)/a^2      (2)
//
// Source  Hunt & Crossley, J. Appl. Mech. 42 (1975) 440-445 for the force; (1), (2): energy
// integral,
//         evaluated outside this program and checked by integration (DOP853).
//         Prescribed restitution: Chung & Ooi, Granular Matter 13 (2011) 643-656, test 3.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

typedef struct Damped {
    double n, k, mass, speed; // mass and speed of the ball, against a fixed plane
    double a;                 // damping [s/m]; NAN: from the restitution of the pair
    double restitution;       // of the pair
} Damped;

static void run_damped(const char *law, const Damped *c, Run *run) {
    double depth = pow(0.5 * (c->n + 1.0) * c->mass * c->speed * c->speed / c->k,
                       1.0 / (c->n + 1.0)); // without damping
    double duration = 3.0 * depth / c->speed;
    Sketch s;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = c->restitution});
    sketch_plane(&s, "any");
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "any",
                            .radius = 0.1,
                            .mass = c->mass,
                            .position = {0.0, 0.0, 0.1 + depth},
                            .velocity = {0.0, 0.0, -c->speed}});
    bool is_given = !isnan(c->a);
    if (c->n == 1.5) {
        sketch_law(&s, law, "stiffness", c->k, is_given ? "damping" : NULL, c->a);
    } else { // a third parameter: the damping as restitution is then not at hand
        sketch_law(&s, law, "stiffness", c->k, "exponent", c->n);
    }
    // slow release: up to 1/e times longer than undamped
    sketch_run(&s, 40.0 * duration, 1e-10, duration, run);
}

static double speed_after(const Run *run) {
    return run_end(run, run_body(run, "ball"))->velocity.z;
}

// ---- damping given ----

static const double s_table[][2] = {
    // a v, e by (1)
    {0.001, 0.9993337774521084},         {0.01, 0.9933774543987673}, {0.03, 0.9803914029849221},
    {0.05, 0.9677385785309325},          {0.1, 0.937475579949905},   {0.2, 0.8821899862473064},
    {0.33220851886, 0.8180872023157377}, {0.5, 0.7484349315974341},  {1.0, 0.5936242600400401},
    {2.0, 0.4107196860610394},           {5.0, 0.19698024528051888}, {10.0, 0.09998162475294389}};

static void verify_damping(Report *report) {
    for (size_t i = 0; i < sizeof s_table / sizeof s_table[0]; i++) {
        char quantity[48];
        snprintf(quantity, sizeof quantity, "e of a v = %g", s_table[i][0]);
        Run run;
        run_damped("hunt_crossley",
                   &(Damped){.n = 1.5,
                             .k = 1e9,
                             .mass = 1.0,
                             .speed = 1.0,
                             .a = s_table[i][0],
                             .restitution = 1.0},
                   &run);
        report_near(report, "hunt_crossley_table", quantity, s_table[i][1],
                    run.result == AB_OK ? speed_after(&run) : NAN, 1e-8,
                    run.result == AB_OK ? "analytic: (1); tolerance 1e-10" : run.message);
        run_done(&run);
    }
}

typedef struct DampedCase {
    const char *name;
    Damped impact;
    double speed_out, depth; // expected
} DampedCase;

// The cases of other exponents prescribe e, from which the law has to find the same a.
static const DampedCase s_cases[] = {
    {"hunt_crossley_steel_ball",
     {1.5, 46333738610.525, 32.88200310757317, 4.42944691807002, 0.075, 1.0},
     3.6236738370194606,
     0.0007282164005002002},
    {"hunt_crossley_1_kg",
     {1.5, 1e9, 1.0, 1.0, 0.3, 1.0},
     0.8328697922656016,
     0.00025569319089204515},
    {"hunt_crossley_linear",
     {1.0, 1e6, 1.0, 2.0, NAN, 0.5936242600400401},
     1.1872485200800802,
     0.0015667873357671862},
    {"hunt_crossley_n_2.2",
     {2.2, 1e11, 1.0, 1.0, NAN, 0.8821899862473064},
     0.8821899862473064,
     0.0004069507717744083},
};

static void verify_damped_case(Report *report, const DampedCase *c) {
    Run run;
    run_damped("hunt_crossley", &c->impact, &run);
    if (run.result != AB_OK) {
        report_broken(report, c->name, run.message);
    } else {
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
        const char *note = "analytic: (1), (2); tolerance 1e-10";
        report_close(report, c->name, "speed afterwards [m/s]", c->speed_out, speed_after(&run),
                     1e-8, note);
        report_close(report, c->name, "greatest depth [m]", c->depth,
                     release != NULL ? release->depth : NAN, 1e-8, note);
    }
    run_done(&run);
}

// ---- restitution prescribed ----

// What comes back from the short forms, by (1) with a v of each law:
//   lankarani_nikravesh  a v = 3/4 (1 - e^2);  flores, elastic  a v = 8/5 (1 - e)/e
static double restitution_of(double av) {
    double low = 0.0, high = fmin(1.0, 1.0 / av); // psi(-e x) - psi(x), psi(z) = z - ln(1 + z)
    for (int i = 0; i < 200 && av > 0.0; i++) {
        double e = 0.5 * (low + high), x = av;
        bool is_low = -e * x - log(1.0 - e * x) < x - log(1.0 + x);
        *(is_low ? &low : &high) = e;
    }
    return av > 0.0 ? 0.5 * (low + high) : 1.0;
}

static double damping_product(const char *law, double e) {
    return law[0] == 'l' ? 0.75 * (1.0 - e * e) : 1.6 * (1.0 - e) / e;
}

static void verify_prescribed(Report *report, const char *law, double e) {
    char name[48], quantity[48];
    bool is_exact = law[0] == 'h';
    snprintf(name, sizeof name, is_exact ? "chung_ooi_3_restitution" : "restitution_%s", law);
    if (!report_wants(report, name)) {
        return;
    }
    snprintf(quantity, sizeof quantity, "e out of e = %g", e);
    // 4/3 E* sqrt(R) of aluminium oxide, R = 2.5 mm, on the same; mass from 4000 kg/m^3
    Damped c = {1.5, 1.3375e10, 2.6179938779914945e-04, 3.9, NAN, e};
    Run run;
    run_damped(law, &c, &run);
    double expected = is_exact ? e : restitution_of(damping_product(law, e));
    double allowed = e > 0.0 ? 1e-8 : 1e-3;
    const char *note = is_exact
                           ? "published: what goes in comes out; at e = 0 the damping has a bound"
                           : "analytic: (1) with the a v of this law";
    report_near(report, name, quantity, expected,
                run.result == AB_OK ? speed_after(&run) / c.speed : NAN, allowed,
                run.result == AB_OK ? note : run.message);
    run_done(&run);
}

// ---- a rod that falls on one end ----

// Uniform, of half length l, falling at 1 m/s without turning, on a smooth plane: with the angle b
// from the plane  J = m (1+e) v / (1 + 3 cos^2 b),  v' = J/m - v,  w' = 3 J cos(b) / (m l).
// The end is a ball so small, and the contact so stiff, that both are below 1e-5 l.
static void verify_rod(Report *report, double degrees, double e) {
    char name[32];
    snprintf(name, sizeof name, "rod_impact_%.0f", degrees);
    if (!report_wants(report, name)) {
        return;
    }
    double b = degrees * 3.14159265358979323846 / 180.0, l = 0.5, v = 1.0, mass = 1.0;
    double effective = mass / (1.0 + 3.0 * cos(b) * cos(b)), impulse = (1.0 + e) * v * effective;
    double depth = 1e-6 * l, ball = 1e-5 * l, across = mass * l * l / 3.0;
    double k = 1.25 * effective * v * v / pow(depth, 2.5);
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = e});
    sketch_plane(&s, "any");
    abBodyDef body = ab_body_def();
    body.name = "rod";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = (abMat3){{{1e-3 * across, 0.0, 0.0}, {0.0, across, 0.0}, {0.0, 0.0, across}}};
    body.rotation = (abVec3){0.0, b, 0.0}; // the end at +x points down
    body.position = (abVec3){0.0, 0.0, l * sin(b) + ball + depth};
    body.velocity = (abVec3){0.0, 0.0, -v};
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.position = (abVec3){l, 0.0, 0.0};
    sketch_shape(&s, sketch_body(&s, &body), "sphere", shape, "radius", ball, NULL, 0.0);
    sketch_law(&s, "hunt_crossley", "stiffness", k, "max_damping", 1e6);
    sketch_run(&s, 100.0 * depth / v, 1e-9, depth / v, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        const abBodyState *rod = run_end(&run, run_body(&run, "rod"));
        const char *note = "analytic: impulse balance, rod_impact_frictionless";
        report_near(report, name, "v' [m/s]", impulse / mass - v, rod->velocity.z, 1e-4, note);
        report_near(report, name, "l w' [m/s]", 3.0 * impulse * cos(b) / mass,
                    -l * rod->angular_velocity.y, 1e-4, note);
    }
    run_done(&run);
}

void verify_restitution(Report *report) {
    verify_rod(report, 0.0, 0.5);
    verify_rod(report, 30.0, 0.5);
    verify_rod(report, 45.0, 1.0);
    verify_rod(report, 60.0, 0.0);
    verify_rod(report, 85.0, 0.8);
    if (report_wants(report, "hunt_crossley_table")) {
        verify_damping(report);
    }
    for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; i++) {
        if (report_wants(report, s_cases[i].name)) {
            verify_damped_case(report, &s_cases[i]);
        }
    }
    for (int i = 0; i <= 5; i++) {
        verify_prescribed(report, "hunt_crossley", 0.2 * i);
    }
    static const double s_prescribed[] = {0.3, 0.7, 0.95};
    for (int i = 0; i < 3; i++) {
        verify_prescribed(report, "lankarani_nikravesh", s_prescribed[i]);
        verify_prescribed(report, "flores", s_prescribed[i]);
    }
}
