// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible_contact_test.c - surfaces that deform by their modes in contact: against waves in a bar,
// Timoshenko's impact on a beam, an integration of single nodes, closed forms; no touch is missed.

#include <math.h>

#include "base/model_fixture.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

#include "base/check.h"

enum { EVENTS = 32, FRAMES = 16, NUMBERS = 40 };

typedef struct Seen {
    int event_count, frame_count;
    abEvent events[EVENTS];
    abBodyState bodies[FRAMES][3];
    double modes[FRAMES][NUMBERS], force[FRAMES];
    abEnergyBook energy[FRAMES];
    double most_force, least_balance, most_balance;
} Seen;

static Seen s_seen;
static abError s_error;

static abResult see_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    double force = frame->contact_count > 0 ? frame->contacts[0].normal_force : 0.0;
    double balance = ab_energy_balance(&frame->energy);
    seen->most_force = fmax(seen->most_force, force);
    seen->least_balance = fmin(seen->least_balance, balance);
    seen->most_balance = fmax(seen->most_balance, balance);
    int i = seen->frame_count < FRAMES ? seen->frame_count++ : FRAMES - 1;
    seen->force[i] = force;
    seen->energy[i] = frame->energy;
    for (int b = 0; b < frame->body_count && b < 3; b++) {
        seen->bodies[i][b] = frame->bodies[b];
    }
    for (int k = 0; k < frame->modal_count && k < NUMBERS; k++) {
        seen->modes[i][k] = frame->modes[k];
    }
    return AB_OK;
}

static abResult see_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Seen *seen = context;
    if (seen->event_count < EVENTS) {
        seen->events[seen->event_count++] = *event;
    }
    return AB_OK;
}

static const Seen *run(const char *text) {
    s_seen = (Seen){.least_balance = INFINITY, .most_balance = -INFINITY};
    const abObserver observer = {.context = &s_seen, .frame = see_frame, .event = see_event};
    CHECK(run_and_say(text, &observer, NULL, &s_error) == AB_OK);
    return &s_seen;
}

#define HEAD                                                                                       \
    "abut: 1\nmaterials:\n"                                                                        \
    "  any: {youngs_modulus: 2.1574630e+11, poissons_ratio: 0.3, density: 7850}\n"                 \
    "pairs:\n  - {materials: [any, any], restitution: 1, sliding_friction: 0.3}\n"
#define FLEX(name) "file: models/flexible/" name ".fem, surface: models/flexible/" name ".obj"
#define SKIN "shapes: [{flexible: {}, material: any}]"

#define DROP(friction, more)                                                                       \
    HEAD "gravity: [0, 0, -9.81]\nbodies:\n"                                                       \
         "  floor: {mobility: fixed, shapes: [{plane: {}, material: any}]}\n"                      \
         "  cube:\n    position: [0, 0, 0.3]\n"                                                    \
         "    orientation: [0.9847265389049334, 0.10537503853333242, 0.13698755009333216, "        \
         "0.021075007706666486]\n    " SKIN "\n    flexible: {" FLEX("eight_masses") more          \
        "}\n"                                                                                      \
        "contacts:\n  - {between: [floor, cube], friction: " friction ",\n"                        \
        "     normal: {law: compliant, compliance: 2.5e-5}}\n"

// The single nodes with a spring at each, integrated by Dormand-Prince 8 at 1e-12 with located
// touches: the first and the last point of each contact of the whole.
static void a_soft_cube_falls_as_its_single_nodes_do(void) {
    static const double times[] = {0.17953869766986905, 0.19512034167401213, 0.2043726144322763,
                                   0.2126913069104052,  0.23154180693670148, 0.24252227543758728,
                                   0.2551804651091567,  0.2635810632985248};
    const Seen *seen = run(DROP("none", "") "simulation: {end_time: 0.35, output_interval: 0.05, "
                                            "tolerance: 1e-10}\n");
    CHECK(seen->event_count == 8);
    for (int i = 0; i < 8 && i < seen->event_count; i++) {
        CHECK_NEAR(seen->events[i].time, times[i], 1e-9, 1.0);
    }
    static const struct {
        int frame;
        double q[3], spin[3];
    } states[] = {{4,
                   {0.003717027664347215, -0.008733525839991828, -0.0011700025122346692},
                   {-5.148197342369741, -5.158282254199971, -0.030928502663281194}},
                  {7,
                   {0.005733187444494973, 0.0020330082971274695, 0.005071967505431355},
                   {2.158420368628443, -0.20769748954788944, -0.0704356957500742}}};
    for (int i = 0; i < 2; i++) {
        const double *q = seen->modes[states[i].frame] + 3;
        abVec3 w = ab_vec3_of(states[i].spin);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(q[k], states[i].q[k], 1e-7, 0.1); // chaos: a factor of ten a touch
        }
        abVec3 off = ab_sub(seen->bodies[states[i].frame][1].angular_velocity, w);
        CHECK_NEAR(ab_norm(off), 0.0, 1e-7, 5.0);
    }
    CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 3.7);
}

// Friction takes what the book says, by the multistep method as by the explicit pair.
static void the_book_closes_with_friction_and_damping(void) {
    static const char *const integrators[] = {"auto", "bdf"};
    double z[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        char text[1500];
        snprintf(
            text, sizeof text,
            DROP("{law: regularized}",
                 ", damping: 0.02") "simulation: {end_time: 0.24, "
                                    "output_interval: 0.08, tolerance: 1e-9, integrator: %s}\n",
            integrators[i]);
        const Seen *seen = run(text);
        CHECK(seen->energy[3].sliding_friction > 1e-3 && seen->energy[3].modal_damping > 1e-2);
        CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, i == 0 ? 1e-7 : 1e-5, 3.7);
        z[i] = seen->bodies[2][1].position.z;
    }
    CHECK_NEAR(z[0], z[1], 1e-6, 1.0);
}

#define BAR(more)                                                                                  \
    HEAD "gravity: [0, 0, 0]\nbodies:\n"                                                           \
         "  wall: {mobility: fixed, shapes: [{plane: {normal: [1, 0, 0]}, material: any}]}\n"      \
         "  bar: {velocity: [-0.5, 0, 0], flexible: {" FLEX("rod_16") "}, " SKIN "}\n" more

// St Venant's bar behind a spring of 5e8 N/m, with 16 axial modes: an exact eigen-solution.
static void a_bar_hits_a_wall_as_the_waves_in_it_say(void) {
    const Seen *seen =
        run(BAR("contacts:\n  - {between: [wall, bar], friction: none, normal: {law: compliant, "
                "compliance: 8e-9}}\nsimulation: {end_time: 1e-4, output_interval: 1e-4, "
                "tolerance: 1e-10}\n"));
    CHECK(seen->event_count == 2);
    const abEvent *release = &seen->events[seen->event_count - 1];
    CHECK_NEAR(release->time, 9.016637472328123e-05, 1e-6, 9e-5);
    CHECK_NEAR(release->depth * 5e8, 2034.6689376578445, 1e-5, 2034.0);
    CHECK_NEAR(seen->bodies[seen->frame_count - 1][1].velocity.x, 0.49489624226454637, 1e-6, 0.5);
}

// The same bar behind soft springs: towards a rigid body on a spring, pi sqrt(m / k).
static void a_bar_behind_a_soft_spring_is_nearly_rigid(void) {
    const Seen *seen =
        run(BAR("contacts:\n  - {between: [wall, bar], friction: none, normal: {law: compliant, "
                "compliance: 4e-6}}\nsimulation: {end_time: 2e-3, output_interval: 2e-3, "
                "tolerance: 1e-9}\n"));
    CHECK(seen->event_count >= 2);
    CHECK_NEAR(seen->events[1].time, 0.0012467245755462117, 1e-6, 1.2e-3);
    CHECK_NEAR(seen->events[1].depth * 1e6, 197.82036890133242, 1e-5, 198.0);
}

// Timoshenko 1913: a steel ball of 1 cm at 1 cm/s on the middle of a simply supported beam.
static void a_ball_hits_a_beam_as_timoshenko_says(void) {
    const Seen *seen = run(
        HEAD
        "gravity: [0, 0, 0]\nbodies:\n"
        "  beam: {mobility: fixed, flexible: {" FLEX(
            "beam_12") "}, " SKIN "}\n"
                       "  ball: {position: [0.07675, 0, 0.015], velocity: [0, 0, -0.01], shapes: "
                       "[{sphere: {radius: 0.01}, material: any}]}\n"
                       "contacts:\n  - {between: [beam, ball], friction: none, normal: {law: "
                       "hertz, "
                       "stiffness: 15805589743.589745}}\n"
                       "simulation: {end_time: 1.6e-4, output_interval: 1e-7, tolerance: 1e-9}\n");
    CHECK(seen->event_count == 2);
    CHECK_NEAR(seen->events[1].time, 0.00015549540359553735, 1e-4, 1.5e-4);
    CHECK_NEAR(seen->most_force, 4.937105264502765, 1e-4, 4.9);
    CHECK_NEAR(-seen->bodies[seen->frame_count - 1][1].velocity.z, -0.003024808919946427, 1e-4,
               0.003);
    CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 1.6e-6);
}

// A surface that moves by its mode alone meets a wall; nothing but the polynomial of q tells.
static void vibration_alone_is_met(void) {
    const Seen *seen = run(
        HEAD
        "gravity: [0, 0, 0]\nbodies:\n"
        "  wall: {mobility: fixed, shapes: [{plane: {normal: [-1, 0, 0]}, position: "
        "[0.56, 0, 0], material: any}]}\n"
        "  m: {mobility: fixed, flexible: {" FLEX(
            "six_masses") ", q_rate: [2]}, " SKIN "}\ncontacts:\n  - {between: [wall, m], "
                          "friction: none, normal: {law: compliant, "
                          "compliance: 1e-9}}\n"
                          "simulation: {end_time: 0.1, output_interval: 1, tolerance: 1e-10}\n");
    CHECK(seen->event_count >= 2);
    CHECK(seen->events[0].kind == AB_EVENT_TOUCH);
    CHECK_NEAR(seen->events[0].time, asin(0.6) / 20.0, 1e-9, 1.0);
    CHECK_NEAR(seen->events[0].speed, 1.6, 1e-7, 1.6);
}

// However short the meeting and however long a step may be: with a clearance of all but the last
// part in a thousand million of the amplitude, in turning bodies, it is found.
static void no_touch_is_missed(void) {
    for (int i = 0; i < 12; i++) {
        char text[1500];
        double share = i < 6 ? 1e-9 : 1e-4, edge = 0.5 + 0.1 * (1.0 - share);
        snprintf(
            text, sizeof text,
            HEAD
            "gravity: [0, 0, 0]\nbodies:\n"
            "  wall: {mobility: fixed, shapes: [{plane: {normal: [-1, 0, 0]}, position: "
            "[%.17g, 0, 0], material: any}]}\n"
            "  m: {mobility: %s, angular_velocity: [%g, 0, 0], flexible: {" FLEX(
                "six_masses") ", q_rate: [%g]}, " SKIN "}\n"
                              "contacts:\n  - {between: [wall, m], friction: none, normal: {law: "
                              "compliant, compliance: 1e-9}}\n"
                              "simulation: {end_time: 0.1, tolerance: 1e-%d}\n",
            edge, i % 2 == 0 ? "fixed" : "free", i % 2 == 0 ? 0.0 : 3.0, i % 3 == 0 ? -2.0 : 2.0,
            i % 2 == 0 ? 9 : 6);
        const Seen *seen = run(text);
        // with a rate of -2 the masses go in first and come out after half a period, at 0.16 s
        CHECK((seen->event_count > 0) == (i % 3 != 0));
    }
}

// A free flexible body and a free ball: momentum is kept, the loads on both sides being one.
static void momentum_is_kept_between_free_bodies(void) {
    const Seen *seen = run(
        HEAD
        "gravity: [0, 0, 0]\nbodies:\n"
        "  ball: {position: [0.01, 0.02, 0.16], velocity: [0.2, 0, -1], mass: 0.5, "
        "inertia: [0.001, 0.001, 0.001], shapes: [{sphere: {radius: 0.05}, material: "
        "any}]}\n"
        "  cube: {flexible: {" FLEX("eight_masses") "}, " SKIN "}\n"
                                                    "contacts:\n  - {between: [ball, cube], "
                                                    "friction: {law: regularized}, normal: "
                                                    "{law: compliant, compliance: 2e-5}}\n"
                                                    "simulation: {end_time: 0.1, output_interval: "
                                                    "0.1, tolerance: 1e-10}\n");
    CHECK(seen->event_count >= 2);
    const abBodyState *cube = &seen->bodies[seen->frame_count - 1][1];
    const abBodyState *ball = &seen->bodies[seen->frame_count - 1][0];
    const double *q = seen->modes[seen->frame_count - 1] + 3, *rate = q + 3;
    // the mean of the modes: S is (0, 0, -0.6) kg for the first, 0 for the others
    abMat3 R = ab_quat_to_matrix(cube->orientation);
    abVec3 c = ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * q[0]));
    abVec3 inner =
        ab_add(ab_cross(cube->angular_velocity, c), ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * rate[0])));
    abVec3 P = ab_add(ab_scale(2.0, cube->velocity), ab_add_scaled(inner, 0.5, ball->velocity));
    CHECK_NEAR(P.x, 0.1, 1e-9, 1.0);
    CHECK_NEAR(P.y, 0.0, 1e-9, 1.0);
    CHECK_NEAR(P.z, -0.5, 1e-9, 1.0);
    CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 0.5);
}

// A box as large as the plane, a hull and a mesh of it are the same wall to the bar and the same floor to
// the cube: the eigen-solution and the single nodes again.
static void walls_of_any_shape_are_the_plane(void) {
    static const char *const walls[] = {
        "box: {size: [1, 4, 4]}, position: [-0.5, 0, 0]",
        "cylinder: {radius: 2, length: 1, axis: x}, "
        "position: [-0.5, 0, 0]",
        "hull: {file: models/flexible/eight_masses.obj, scale: 20}, "
        "position: [-2, 0, 0]",
        "mesh: {file: models/flexible/eight_masses.obj, scale: 20, collide: surface}, "
        "position: [-2, 0, 0]"};
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 HEAD "gravity: [0, 0, 0]\nbodies:\n"
                      "  wall: {mobility: fixed, shapes: [{%s, material: any}]}\n"
                      "  bar: {velocity: [-0.5, 0, 0], flexible: {" FLEX(
                          "rod_16") "}, " SKIN "}\n"
                                    "contacts:\n  - {between: [wall, bar], friction: none, normal: "
                                    "{law: compliant, compliance: 8e-9}}\nsimulation: {end_time: "
                                    "1e-4, output_interval: 1e-4, tolerance: 1e-10}\n",
                 walls[i]);
        const Seen *seen = run(text);
        CHECK(seen->event_count == 2);
        CHECK_NEAR(seen->events[1].time, 9.016637472328123e-05, 1e-6, 9e-5);
        CHECK_NEAR(seen->events[1].depth * 5e8, 2034.6689376578445, 1e-5, 2034.0);
        CHECK_NEAR(seen->bodies[seen->frame_count - 1][1].velocity.x, 0.49489624226454637, 1e-6,
                   0.5);
    }
}

// What is round where it hits, and as heavy, hits the beam as Timoshenko's ball does.
static void round_ends_of_any_shape_hit_as_the_ball_does(void) {
    static const char *const shapes[] = {"capsule: {radius: 0.01, length: 0.05}, position: [0, 0, "
                                         "0.025]",
                                         "ellipsoid: {semi_axes: [0.01, 0.01, 0.01]}"};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 HEAD "gravity: [0, 0, 0]\nbodies:\n"
                      "  beam: {mobility: fixed, flexible: {" FLEX(
                          "beam_12") "}, " SKIN "}\n"
                                     "  ball: {position: [0.07675, 0, 0.015], velocity: [0, 0, "
                                     "-0.01], mass: %.17g, center_of_mass: [0, 0, 0], inertia: "
                                     "[1e-6, 1e-6, 1e-6], shapes: [{%s, material: any}]}\n"
                                     "contacts:\n  - {between: [flexible, rigid], friction: none, "
                                     "normal: {law: hertz, stiffness: 15805589743.589745}}\n"
                                     "simulation: {end_time: 1.6e-4, output_interval: 1e-7, "
                                     "tolerance: 1e-9}\n",
                 7850.0 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6, shapes[i]);
        const Seen *seen = run(text);
        CHECK(seen->event_count == 2);
        CHECK_NEAR(seen->events[1].time, 0.00015549540359553735, 1e-4, 1.5e-4);
        CHECK_NEAR(seen->most_force, 4.937105264502765, 1e-4, 4.9);
        CHECK_NEAR(-seen->bodies[seen->frame_count - 1][1].velocity.z, -0.003024808919946427, 1e-4,
                   0.003);
    }
}

// Corners, edges and rims of a free body hit a free soft cube, turning: each point's force is the slope
// of the energy of the contact, so the book closes, and momentum is kept.
static void energy_and_momentum_are_kept_with_every_shape(void) {
    static const char *const shapes[] = {"box: {size: [0.2, 0.15, 0.18]}",
                                         "capsule: {radius: 0.05, length: 0.2}",
                                         "cylinder: {radius: 0.06, length: 0.2}",
                                         "cone: {radius: 0.07, length: 0.2}",
                                         "ellipsoid: {semi_axes: [0.1, 0.07, 0.05]}",
                                         ("hull: {file: models/flexible/eight_masses.obj, scale: "
                                          "0.7}")};
    static const char *const manifolds[] = {"full", "single"};
    for (size_t i = 0; i < 2 * sizeof shapes / sizeof shapes[0]; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 HEAD "gravity: [0, 0, 0]\nbodies:\n"
                      "  box: {position: [0.03, 0.02, 0.26], velocity: [0.1, 0, -1], "
                      "angular_velocity: [2, 5, 1], rotation: [0.7, 0.4, 0.5], mass: 0.8, "
                      "center_of_mass: [0, 0, 0], inertia: [0.003, 0.003, 0.003], shapes: [{%s, "
                      "material: any}]}\n"
                      "  cube: {flexible: {" FLEX(
                          "eight_masses") "}, " SKIN "}\n"
                                          "contacts:\n  - {between: [box, cube], friction: none, "
                                          "manifold: %s, normal: {law: compliant, compliance: "
                                          "2.5e-5}}\n"
                                          "simulation: {end_time: 0.3, output_interval: 0.02, "
                                          "tolerance: 1e-10}\n",
                 shapes[i / 2], manifolds[i % 2]);
        const Seen *seen = run(text);
        CHECK(seen->event_count >= 2);
        const abBodyState *box = &seen->bodies[seen->frame_count - 1][0];
        const abBodyState *cube = &seen->bodies[seen->frame_count - 1][1];
        const double *q = seen->modes[seen->frame_count - 1] + 3, *rate = q + 3;
        abMat3 R = ab_quat_to_matrix(cube->orientation);
        abVec3 c = ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * q[0]));
        abVec3 inner = ab_add(ab_cross(cube->angular_velocity, c),
                              ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * rate[0])));
        abVec3 P = ab_add(ab_scale(2.0, cube->velocity), ab_add_scaled(inner, 0.8, box->velocity));
        CHECK_NEAR(ab_norm(ab_sub(P, ab_vec3(0.08, 0.0, -0.8))), 0.0, 1e-9, 1.0);
        CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 0.4);
    }
}

// Momentum of the cube of eight masses, whose mean S moves by its first mode.
static abVec3 momentum_of_cube(const abBodyState *cube, const double *modes) {
    const double *q = modes + 3, *rate = q + 3;
    abMat3 R = ab_quat_to_matrix(cube->orientation);
    abVec3 c = ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * q[0]));
    abVec3 inner =
        ab_add(ab_cross(cube->angular_velocity, c), ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * rate[0])));
    return ab_add_scaled(inner, 2.0, cube->velocity);
}

// Two soft cubes hit, tumbling, each by its surface, in either order and with friction; or one of them
// is a rigid mesh of the same shape.
static void two_surfaces_keep_energy_and_momentum(void) {
    static const char *const ones[] = {
        "flexible: {" FLEX("eight_masses") "}, " SKIN,
        "mass: 2, center_of_mass: [0, 0, 0], inertia: [0.04, 0.04, 0.04], shapes: [{mesh: {file: "
        "models/flexible/eight_masses.obj, collide: surface}, material: any}]"};
    static const char *const rules[] = {"friction: none", "friction: none, manifold: single",
                                        "friction: {law: regularized}"};
    for (int i = 0; i < 6; i++) {
        char text[1500];
        bool is_rigid = i >= 3;
        snprintf(text, sizeof text,
                 HEAD "gravity: [0, 0, 0]\nbodies:\n"
                      "  one: {position: [0.03, 0.02, 0.28], velocity: [0.1, 0, -1], "
                      "angular_velocity: [2, 5, 1], rotation: [0.7, 0.4, 0.5], %s}\n"
                      "  two: {flexible: {" FLEX(
                          "eight_masses") "}, " SKIN "}\n"
                                          "contacts:\n  - {between: [%s], normal: {law: "
                                          "compliant, compliance: 2.5e-5}, %s}\n"
                                          "simulation: {end_time: 0.3, output_interval: 0.05, "
                                          "tolerance: 1e-10}\n",
                 ones[is_rigid], i % 2 == 0 ? "one, two" : "two, one", rules[i % 3]);
        const Seen *seen = run(text);
        CHECK(seen->event_count >= 2 && seen->events[1].depth > 1e-3);
        int last = seen->frame_count - 1;
        const double *modes = seen->modes[last];
        abVec3 P = momentum_of_cube(&seen->bodies[last][1], is_rigid ? modes : modes + 9);
        P = is_rigid ? ab_add_scaled(P, 2.0, seen->bodies[last][0].velocity)
                     : ab_add(P, momentum_of_cube(&seen->bodies[last][0], modes));
        CHECK_NEAR(ab_norm(ab_sub(P, ab_vec3(0.2, 0.0, -2.0))), 0.0, 1e-9, 1.0);
        CHECK((seen->energy[last].sliding_friction > 1e-4) == (i % 3 == 2));
        CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 1.6);
    }
}

static void frozen_modes_are_a_rigid_body_with_this_surface(void) {
    const Seen *seen =
        run(DROP("none", ", rigid: true") "simulation: {end_time: 0.2, "
                                          "output_interval: 0.1, tolerance: 1e-10}\n");
    CHECK(seen->event_count >= 1);
    CHECK_NEAR(seen->events[0].time, 0.17953869766986905, 1e-9, 1.0);
    CHECK_NEAR(seen->most_balance - seen->least_balance, 0.0, 1e-8, 3.7);
}

static void what_surfaces_cannot_do_is_refused(void) {
#define WITH(shape, rule)                                                                          \
    HEAD "bodies:\n  other: {mobility: fixed, shapes: [{" shape ", material: any}]}\n"             \
         "  m: {position: [0, 0, 3], flexible: {" FLEX(                                            \
             "six_masses") "}, " SKIN "}\n"                                                        \
                           "contacts:\n  - {between: [other, m], " rule "}\n"
    static const struct {
        const char *text, *told;
    } wrong[] = {
        {WITH("torus: {ring_radius: 1, tube_radius: 0.1}", "normal: {law: hertz}"),
         "only planes, convex shapes, meshes with collide: surface"},
        {WITH("plane: {}", "normal: {law: rigid}"), "rigid contact is not supported"},
        {WITH("plane: {}", "normal: {law: compliant, compliance: 1e-5}, friction: {law: coulomb}"),
         "friction with a history is not supported"},
        {WITH("plane: {}", "normal: {law: compliant, compliance: 1e-5}, manifold: faces"),
         "neither is a box or a mesh with collide: surface"},
        {WITH("plane: {}", "normal: {law: foundation, thickness: 0.01}"), "has no area"},
        {HEAD "bodies:\n  m: {mass: 1, inertia: [1, 1, 1], " SKIN "}\n", "but body m is rigid"},
        {HEAD "bodies:\n  m: {flexible: {file: models/flexible/six_masses.fem}, " SKIN "}\n",
         "needs the surface of the body"},
        {HEAD
         "bodies:\n  m: {flexible: {" FLEX("six_masses") "}, shapes: [{flexible: {}, "
                                                         "position: [1, 0, 0], material: any}]}\n",
         "has its place from the body's file"},
        {HEAD "bodies:\n  m: {flexible: {" FLEX(
             "six_masses") "}, shapes: [{flexible: {}, name: a, "
                           "material: any}, {flexible: {}, name: b, material: any}]}\n",
         "is there twice"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(is_refused_with(wrong[i].text, wrong[i].told, &s_error));
    }
}

AB_TESTS(AB_TEST(a_soft_cube_falls_as_its_single_nodes_do),
         AB_TEST(the_book_closes_with_friction_and_damping),
         AB_TEST(a_bar_hits_a_wall_as_the_waves_in_it_say),
         AB_TEST(a_bar_behind_a_soft_spring_is_nearly_rigid),
         AB_TEST(a_ball_hits_a_beam_as_timoshenko_says), AB_TEST(vibration_alone_is_met),
         AB_TEST(no_touch_is_missed), AB_TEST(momentum_is_kept_between_free_bodies),
         AB_TEST(walls_of_any_shape_are_the_plane),
         AB_TEST(round_ends_of_any_shape_hit_as_the_ball_does),
         AB_TEST(energy_and_momentum_are_kept_with_every_shape),
         AB_TEST(two_surfaces_keep_energy_and_momentum),
         AB_TEST(frozen_modes_are_a_rigid_body_with_this_surface),
         AB_TEST(what_surfaces_cannot_do_is_refused))
