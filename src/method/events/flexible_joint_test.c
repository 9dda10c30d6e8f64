// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible_joint_test.c - joints and forces at points of bodies with modes: against closed forms,
// against a Ritz solution and an integration of their own, and the energy book.
//
// The rod of models/flexible/bending_rod.fem bends along z by sin(j pi x / L), j = 1 to 4; nodes 101, 102
// and 103 are on its axis at 0, L/2 and L.

#include <math.h>

#include "base/model_fixture.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"
#include "math/linear/symmetric_eigen.h"

#include "base/check.h"

enum { FRAMES = 64, NUMBERS = 40, MODES = 4, STATIONS = 24 };

typedef struct Seen {
    int count;
    double time[FRAMES], modes[FRAMES][NUMBERS];
    abBodyState body[FRAMES][3];
    abEnergyBook energy[FRAMES];
} Seen;

static Seen s_seen;
static abError s_error;

static abResult see(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    int i = seen->count < FRAMES ? seen->count++ : FRAMES - 1;
    seen->time[i] = frame->time;
    seen->energy[i] = frame->energy;
    for (int b = 0; b < frame->body_count && b < 3; b++) {
        seen->body[i][b] = frame->bodies[b];
    }
    for (int k = 0; k < frame->modal_count && k < NUMBERS; k++) {
        seen->modes[i][k] = frame->modes[k];
    }
    return AB_OK;
}

static const Seen *run(const char *text) {
    s_seen.count = 0;
    abResult result =
        run_and_say(text, &(abObserver){.context = &s_seen, .frame = see}, NULL, &s_error);
    CHECK(result == AB_OK);
    return &s_seen;
}

// q of the first body with modes.
static const double *q_of(const Seen *seen, int frame) {
    return seen->modes[frame] + 3;
}

static double drift_of(const Seen *seen) {
    double drift = 0.0;
    for (int i = 0; i < seen->count; i++) {
        drift = fmax(
            drift, fabs(ab_energy_balance(&seen->energy[i]) - ab_energy_balance(&seen->energy[0])));
    }
    return drift;
}

#define PI 3.14159265358979323846
#define ROD "flexible: {file: models/flexible/bending_rod.fem}"
#define ENDS "markers: {left: {node: 101}, middle: {node: 102}, right: {node: 103}}"

static const double s_length = 0.3, s_diameter = 0.006, s_modulus = 2e11, s_density = 7870.0;

static double rod_mass(void) {
    return s_density * s_length * PI * s_diameter * s_diameter / 4.0;
}

// Of mode j between pins: (j pi / L)^2 sqrt(E I / (rho A)) with sqrt(I / A) = d / 4.
static double pinned_frequency(int j) {
    double wave = j * PI / s_length;
    return wave * wave * 0.25 * s_diameter * sqrt(s_modulus / s_density);
}

// Between two pins the frame stands still and each mode swings for itself.
static void rod_between_pins_swings_in_its_modes(void) {
    const Seen *seen =
        run("abut: 1\ngravity: [0, 0, 0]\nbodies:\n  rod: {flexible: {file: "
            "models/flexible/bending_rod.fem, q_rate: [0.5, -0.3, 0.2, 0.1]}, " ENDS "}\n"
            "joints:\n  - {type: revolute, between: [world, rod.left], axis: [0, 1, 0]}\n"
            "  - {type: inline, between: [world, rod.right], position: [0.3, 0, 0],\n"
            "     orientation: [0.7071067811865476, 0, 0.7071067811865475, 0]}\n"
            "simulation: {end_time: 0.02, output_interval: 0.002, tolerance: 1e-10}\n");
    static const double rates[MODES] = {0.5, -0.3, 0.2, 0.1};
    CHECK(seen->count == 11);
    for (int i = 0; i < seen->count; i++) {
        for (int k = 0; k < MODES; k++) {
            double omega = pinned_frequency(k + 1);
            // 1e-10 a step, over some thousand steps of the highest mode
            CHECK_NEAR(q_of(seen, i)[k], rates[k] / omega * sin(omega * seen->time[i]), 1e-7, 1e-3);
        }
        CHECK_NEAR(ab_norm(seen->body[i][0].position), 0.0, 1e-10, 1.0);
    }
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 0.005);
}

// A fixed joint at x = 0 asks for w = 0 and w' = 0 there. With the rigid motion put in, mode j becomes
// f_j = sin(j pi x / L) - j pi x / L, so K v = omega^2 M v with M_jk the sum of the masses times f_j f_k.
static void rod_held_at_its_end_swings_as_the_ritz_solution_says(void) {
    double K[MODES * MODES] = {0.0}, M[MODES * MODES] = {0.0}, values[MODES], V[MODES * MODES];
    for (int j = 0; j < MODES; j++) {
        double omega = pinned_frequency(j + 1);
        K[j * MODES + j] = 0.5 * rod_mass() * omega * omega;
        for (int k = 0; k < MODES; k++) {
            // masses are 0.1 mm off the axis and turn with the frame
            double turns = (j + 1) * (k + 1) * (PI / s_length) * (PI / s_length);
            M[j * MODES + k] = rod_mass() * 1e-8 * turns;
            for (int i = 0; i <= STATIONS; i++) {
                double share = i == 0 || i == STATIONS ? 0.5 : 1.0;
                double a = (j + 1) * PI * i / STATIONS, b = (k + 1) * PI * i / STATIONS;
                M[j * MODES + k] += share * rod_mass() / STATIONS * (sin(a) - a) * (sin(b) - b);
            }
        }
    }
    ab_symmetric_eigen_of_pair(MODES, K, M, values, V);
    double omega = sqrt(values[0]), rate[MODES], rise = 0.0, turn = 0.0;
    for (int j = 0; j < MODES; j++) {
        rate[j] = 1e-2 * V[j * MODES] / fabs(V[0]);
        rise -= rate[j] * (j + 1) * PI / 2.0;      // of the centre: -j pi x / L at L/2
        turn += rate[j] * (j + 1) * PI / s_length; // about y: less the slope
    }
    // Euler and Bernoulli's clamped rod has (1.8751 / L)^2; four sines come near from above
    CHECK(omega > pinned_frequency(1) * 1.8751 * 1.8751 / (PI * PI));
    CHECK(omega < pinned_frequency(1) * 1.8751 * 1.8751 / (PI * PI) * 1.3);
    char text[900];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\nbodies:\n  rod: {velocity: [0, 0, %.17g], "
             "angular_velocity: [0, %.17g, 0], flexible: {file: models/flexible/bending_rod.fem, "
             "q_rate: [%.17g, %.17g, %.17g, %.17g]}, " ENDS "}\n"
             "joints:\n  - {type: fixed, between: [world, rod.left]}\n"
             "simulation: {end_time: 0.02, output_interval: 0.002, tolerance: 1e-10}\n",
             rise + 0.5 * s_length * turn, turn, rate[0], rate[1], rate[2], rate[3]);
    const Seen *seen = run(text);
    for (int i = 0; i < seen->count; i++) {
        for (int k = 0; k < MODES; k++) {
            double expected = rate[k] / omega * sin(omega * seen->time[i]);
            // bends of 1e-3 rad: what is not linear in them is 1e-6 of them
            CHECK_NEAR(q_of(seen, i)[k], expected, 1e-6, fabs(rate[0]) / omega);
        }
    }
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 1e-5);
}

// ---- slider and crank ----

// The frame of the rod goes through both pins, so its motion is known and one equation is left:
//   q'' = b'^2 q - omega^2 q - (a Sum m f + b'' Sum m x f) / Sum m f^2
// with a the acceleration of the first pin along the frame's z, b the angle of the rod and f its mode.
static double crank_mode_rate(double t, double q) {
    const double crank = 0.15, spin = 150.0;
    double s = crank / s_length * sin(spin * t), c = crank / s_length * cos(spin * t);
    double cosine = sqrt(1.0 - s * s), rate = -spin * c / cosine; // sin b = -s
    // from  cos b b' = -s',  cos b b'' = sin b b'^2 - s''  with s'' = -spin^2 s and sin b = -s
    double second = (spin * spin * s - s * rate * rate) / cosine;
    double ax = -crank * spin * spin * cos(spin * t), az = -crank * spin * spin * sin(spin * t);
    double along = cosine * az + s * ax; // on (-sin b, cos b)
    double force = 0.0, moment = 0.0, mass = 0.0;
    for (int i = 0; i <= STATIONS; i++) {
        double m = i == 0 || i == STATIONS ? 0.5 : 1.0, x = s_length * i / STATIONS;
        double f = sin(PI * i / STATIONS);
        force += m * f;
        moment += m * x * f;
        mass += m * f * f;
    }
    double omega = pinned_frequency(1);
    double stiffness = omega * omega * 0.5 * STATIONS / mass; // K is that of the rod, M of stations
    return rate * rate * q - stiffness * q - (along * force + second * moment) / mass;
}

// Runge and Kutta's fourth order in steps of 2 us: an error of (omega h)^4 a step, 1e-9 in the end.
static double crank_mode_at(double end) {
    double q = 0.0, p = 0.0, h = 2e-6;
    int steps = (int)(end / h + 0.5);
    for (int i = 0; i < steps; i++) {
        double t = i * h;
        double a1 = crank_mode_rate(t, q), p2 = p + 0.5 * h * a1;
        double a2 = crank_mode_rate(t + 0.5 * h, q + 0.5 * h * p), p3 = p + 0.5 * h * a2;
        double a3 = crank_mode_rate(t + 0.5 * h, q + 0.5 * h * p2), p4 = p + h * a3;
        double a4 = crank_mode_rate(t + h, q + h * p3);
        q += h / 6.0 * (p + 2.0 * p2 + 2.0 * p3 + p4);
        p += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    return q;
}

static const char s_crank[] =
    "abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
    "  rod: {position: [0.15, 0, 0], velocity: [0, 0, 22.5], angular_velocity: [0, 75, 0],\n"
    "        flexible: {file: models/flexible/bending_rod.fem%s}, " ENDS "}\n"
    "  slider: {position: [0.45, 0, 0], mass: 0.033, inertia: [1e-5, 1e-5, 1e-5]}\n"
    "  crank: {mobility: prescribed, motion: {ry: -150 * t}}\n"
    "joints:\n"
    "  - {type: revolute, between: [crank, rod.left], position: [0.15, 0, 0], axis: [0, 1, 0]}\n"
    "  - {type: spherical, between: [rod.right, slider]}\n"
    "  - {type: prismatic, between: [world, slider], axis: [1, 0, 0]}\n"
    "simulation: {end_time: 0.08, output_interval: 0.01, tolerance: 1e-10}\n";

static void slider_and_crank_bend_the_rod_as_one_equation_says(void) {
    // of the case slider_crank, by another program: middle of the rod by its length
    static const double cases[] = {0.0,
                                   0.0017520555043186979,
                                   0.0035720836183705676,
                                   -0.0017788642776458512,
                                   -0.011504771816966297,
                                   0.012779970082621373};
    char text[1200];
    snprintf(text, sizeof text, s_crank, ", modes: [1]");
    const Seen *seen = run(text);
    CHECK(seen->count == 9);
    for (int i = 0; i < seen->count; i++) {
        CHECK_NEAR(q_of(seen, i)[0], crank_mode_at(seen->time[i]), 1e-7, 0.003);
        // 24 stations weigh x sin(pi x / L) less than the rod by (pi / 24)^2 / 12 = 1.43e-3
        if (i < 6) {
            CHECK_NEAR(q_of(seen, i)[0] / s_length, cases[i], 1.5e-3, fabs(cases[i]) + 1e-9);
        }
    }
    // the drive of the crank gives what the rest has
    CHECK(fabs(seen->energy[5].drive_work) > 1.0);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 100.0);
}

// ---- towards the rigid body ----

static double swing(const char *flexible, double g, double end) {
    char text[900];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, %.17g]\nbodies:\n  rod: {flexible: {file: "
             "models/flexible/bending_rod.fem, %s}, markers: {left: {node: 101}}}\n"
             "joints:\n  - {type: revolute, between: [world, rod.left], axis: [0, 1, 0]}\n"
             "simulation: {end_time: %.17g, output_interval: %.17g, tolerance: 1e-12}\n",
             -g, flexible, end, end);
    const Seen *seen = run(text);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 1.0);
    return asin(2.0 * (seen->body[1][0].orientation.w * seen->body[1][0].orientation.y -
                       seen->body[1][0].orientation.z * seen->body[1][0].orientation.x));
}

// A pendulum that lets go from the horizontal. Slower by a half, with a quarter of the gravity, the
// rod is four times stiffer against its weight. Its frame goes with what its modes leave at rest, so
// that it leaves the rigid pendulum with the bend, by as much.
static void stiff_pendulum_swings_as_the_rigid_one(void) {
    double fast = swing("damping: 1", 40.0, 0.08), slow = swing("damping: 1", 10.0, 0.16);
    double rigid = swing("rigid: true", 40.0, 0.08), rigid_slow = swing("rigid: true", 10.0, 0.16);
    CHECK_NEAR(rigid, rigid_slow, 1e-9, 1.0);
    CHECK(fabs(fast - rigid) < 2e-3 && fabs(fast - rigid) > 1e-6);
    CHECK_NEAR((fast - rigid) / (slow - rigid), 4.0, 0.02, 4.0);
}

// ---- the book ----

// Springs, dampers, bushings and applied forces at points; a rod on a rod; a frame that is driven.
static void work_at_points_is_in_the_book(void) {
    const Seen *seen =
        run("abut: 1\ngravity: [0, 1, -9.81]\nbodies:\n"
            "  a: {" ROD ", " ENDS "}\n"
            "  b: {position: [0.3, 0, 0], " ROD ", " ENDS "}\n"
            "joints:\n  - {type: revolute, between: [world, a.left], axis: [0, 1, 0]}\n"
            "  - {type: universal, between: [a.right, b.left]}\n"
            "forces:\n"
            "  - {type: spring, between: [world, b.right], point_a: [0.7, 0, 0.1], stiffness: 500,"
            " damping: 3}\n"
            "  - {type: bushing, between: [a.middle, b.middle], stiffness: [90, 90, 90], "
            "torsional_stiffness: [1, 1, 1], torsional_damping: [0.01, 0.01, 0.01]}\n"
            "  - {type: applied, between: [world, b.middle], fz: 5 * sin(40 * t), ty: 0.2}\n"
            "simulation: {end_time: 0.1, output_interval: 0.01, tolerance: 1e-10}\n");
    CHECK(seen->energy[10].strain > 1e-5 && fabs(seen->energy[10].applied_work) > 1e-3 &&
          seen->energy[10].dampers > 1e-3);
    // the joints' gaps are closed after each step; what that takes is a tolerance of 1e-10 a step
    CHECK_NEAR(drift_of(seen), 0.0, 1e-7, 1.0);
    seen = run("abut: 1\ngravity: [0, 1, -9.81]\nbodies:\n"
               "  a: {mobility: prescribed, motion: {ry: 0.3 * sin(30 * t), z: 0.01 * t}, " ROD
               ", " ENDS "}\n"
               "  ball: {position: [0.3, 0, -0.1], mass: 0.1, inertia: [1e-4, 1e-4, 1e-4]}\n"
               "joints:\n  - {type: spherical, between: [a.right, ball]}\n"
               "forces:\n  - {type: spring, between: [world, a.middle], point_a: [0, 0, 1], "
               "stiffness: 200}\n"
               "simulation: {end_time: 0.1, output_interval: 0.01, tolerance: 1e-10}\n");
    CHECK(fabs(seen->energy[5].drive_work) > 0.01 && seen->energy[5].strain > 1e-6);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-8, 1.0);
}

// Momentum of a rod that carries a ball at its end, both free: kept, as is the angular momentum.
static void joint_between_free_bodies_takes_the_jump_of_speeds(void) {
    const Seen *seen =
        run("abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
            "  ball: {position: [0.3, 0, 0], mass: 0.05, inertia: [1e-4, 1e-4, 1e-4],"
            " velocity: [0, 0, 1]}\n"
            "  rod: {" ROD ", " ENDS "}\n"
            "joints:\n  - {type: spherical, between: [rod.right, ball]}\n"
            "simulation: {end_time: 0.05, output_interval: 0.01, tolerance: 1e-10}\n");
    CHECK(seen->energy[5].strain > 1e-6);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 0.025);
    const abEnergyBook *book = &seen->energy[0];
    CHECK(book->kinetic > 0.0 && book->kinetic < 0.025); // the joint took the jump of speeds
}

AB_TESTS(AB_TEST(rod_between_pins_swings_in_its_modes),
         AB_TEST(rod_held_at_its_end_swings_as_the_ritz_solution_says),
         AB_TEST(slider_and_crank_bend_the_rod_as_one_equation_says),
         AB_TEST(stiff_pendulum_swings_as_the_rigid_one), AB_TEST(work_at_points_is_in_the_book),
         AB_TEST(joint_between_free_bodies_takes_the_jump_of_speeds))
