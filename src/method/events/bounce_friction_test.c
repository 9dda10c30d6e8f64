// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that bounce to rest while they slide: friction takes the share of all normal impulses, which
// are those of the weight, however many bounces there are and however many of them are left out.

#include <math.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

typedef struct Case {
    const char *shape; // whose lowest point is 0.05 m below its centre
    const char *more;  // further lines of the model
    double restitution;
    double slope; // [rad]
    double friction;
    double speed;    // at first, down the slope                                        [m/s]
    double end_time; // when it slides without bounces                                    [s]
} Case;

static const char s_bolted[] = "  lid: {position: [0, 0, 0.17], velocity: [0.5, 0, 0], shapes: "
                               "[{box: {size: [0.02, 0.02, 0.02]}, material: m}]}\n"
                               "joints: [{name: bolt, type: fixed, between: [b, lid]}]\n";

static const Case s_cases[] = {
    {"box: {size: [0.1, 0.1, 0.1]}", "", 0.3, 0.5, 0.3, 0.0, 1.0},
    {"box: {size: [0.1, 0.1, 0.1]}", "", 0.7, 0.5, 0.3, 0.0, 1.0},
    {"box: {size: [0.1, 0.1, 0.1]}", "", 0.9, 0.5, 0.1, 0.0, 2.5},
    {"box: {size: [0.1, 0.1, 0.1]}", "", 0.6, 0.3, 0.2, -5.0, 0.5},
    {"box: {size: [0.1, 0.1, 0.1]}", s_bolted, 0.5, 0.4, 0.2, 0.5, 0.8},
    {"sphere: {radius: 0.05}", "", 0.6, 0.0, 0.1, 3.0, 0.5},
    {"cylinder: {radius: 0.05, length: 0.1}", "", 0.6, 0.0, 0.1, 3.0, 0.5},
};

// The speed down the slope at the end.                                                     [m/s]
static double run(const Case *of) {
    static abError error;
    char text[1600];
    double speed = NAN;
    abModel *model = NULL;
    abSimulation *running = NULL;
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [%.17g, 0, %.17g]\n"
             "materials: {m: {density: 1000, youngs_modulus: 1.0e9, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [m, m], restitution: %g, sliding_friction: %g}]\n"
             "simulation: {end_time: %g, output_interval: 1}\n"
             "contacts: [{between: [ground, b], normal: {law: rigid}, friction: {law: coulomb}}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  b: {position: [0, 0, 0.07], velocity: [%g, 0, 0], shapes: [{%s, material: m}]}\n"
             "%s",
             9.81 * sin(of->slope), -9.81 * cos(of->slope), of->restitution, of->friction,
             of->end_time, of->speed, of->shape, of->more);
    if (open_fixture(text, (abLog){0}, &model, &running, &error) == AB_OK &&
        ab_simulation_run(running, NULL, &error) == AB_OK) {
        speed = ab_simulation_body(running, (abBodyId){2}).velocity.x;
    }
    CHECK(error.count == 0);
    close_fixture(model, running);
    return speed;
}

// Where the last flights are left out the speed that they began with has had its friction twice:
// 4e-6 to 3e-5 m/s were lost at any tolerance.
static void friction_of_all_bounces_is_that_of_the_weight(void) {
    for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; i++) {
        const Case *of = &s_cases[i];
        double against = of->speed < 0.0 ? -1.0 : 1.0;
        double slows = against * of->friction * 9.81 * cos(of->slope);
        double expected = of->speed + (9.81 * sin(of->slope) - slows) * of->end_time;
        CHECK_NEAR(run(of), expected, 1e-11, 1.0);
    }
}

typedef struct TwoBalls {
    double restitution, friction;
    double foot, apart; // how far below the centre two balls are, and from each other        [m]
    double height;      // of the centre                                                      [m]
    abVec3 turn;        // x and y of its quaternion
    abVec3 velocity, spin;
} TwoBalls;

static const TwoBalls s_two_balls[] = {
    {0.8,
     0.0707,
     0.1820,
     1.6312e-7,
     0.20304,
     {-0.253546929688018, -0.171829926321007, 0}, //
     {-0.9229, -0.3506, 0},
     {-1.6966, -4.4294, 1.9057}},
    {0.6,
     0.4954,
     0.1913,
     1.4552e-5,
     0.21229,
     {0.226859609445896, -0.090528811898578, 0}, //
     {0.1409, -0.4145, 0},
     {3.4981, -3.3435, 3.8931}},
    {0.6,
     0.8052,
     0.1494,
     1.2924e-5,
     0.17044,
     {-0.105523965565276, 0.101154433872235, 0}, //
     {-0.5104, 0.4453, 0},
     {-4.9996, 1.9747, -3.4978}},
    {0.3,
     0.5720,
     0.1632,
     1.3458e-6,
     0.18416,
     {0.017283641424714, -0.164882080665808, 0}, //
     {0.8402, -0.0118, 0},
     {-2.0430, 0.0737, 3.0364}},
};

// What contacts and friction give at most from one instant to a later one.                     [J]
static double most_given(const TwoBalls *of) {
    static abError error;
    char text[1600];
    abModel *model = NULL;
    abSimulation *running = NULL;
    double w = sqrt(1.0 - of->turn.x * of->turn.x - of->turn.y * of->turn.y);
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 7800}}\n"
        "pairs: [{materials: [m, m], restitution: %g, sliding_friction: %g}]\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]\n"
        "simulation: {end_time: 1.0, output_interval: 0.01, tolerance: 1.0e-7}\n"
        "bodies:\n"
        "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  wall: {mobility: fixed, position: [1, 0, 0], orientation: "
        "[0.7071067811865476, 0, -0.7071067811865476, 0], shapes: [{plane: {}, material: m}]}\n"
        "  b: {position: [0, 0, %g], mass: 1, inertia: [0.001, 0.002, 0.0015], "
        "orientation: [%.15g, %.15g, %.15g, 0], velocity: [%g, %g, 0], "
        "angular_velocity: [%g, %g, %g], shapes: ["
        "{sphere: {radius: 0.02}, position: [%g, 0, %g], material: m}, "
        "{sphere: {radius: 0.02}, position: [%g, 0, %g], material: m}, "
        "{sphere: {radius: 0.02}, position: [0.05, 0.04, %g], material: m}]}\n",
        of->restitution, of->friction, of->height, w, of->turn.x, of->turn.y, of->velocity.x,
        of->velocity.y, of->spin.x, of->spin.y, of->spin.z, 0.5 * of->apart, -of->foot,
        -0.5 * of->apart, -of->foot, of->foot);
    open_sound(text, (abLog){0}, &model, &running, &error);
    double lost = 0.0, given = 0.0;
    for (int k = 1; k <= 100; k++) {
        CHECK(ab_simulation_advance(running, 0.01 * k, &error) == AB_OK);
        abEnergyBook book = ab_simulation_energy(running);
        double now = book.contact_damping + book.sliding_friction;
        lost = fmax(lost, now);
        given = fmax(given, lost - now);
    }
    close_fixture(model, running);
    return given;
}

// A body on two balls almost in one place that come to rest: they were stopped by forces without bound,
// one of which pulled, and friction with these turned the body. Of 330 such bodies four got energy so,
// up to 7 J of their 3.
static void two_balls_almost_in_one_place_give_nothing(void) {
    for (size_t i = 0; i < sizeof s_two_balls / sizeof s_two_balls[0]; i++) {
        CHECK_NEAR(most_given(&s_two_balls[i]), 0.0, 1e-8, 1.0);
    }
}

AB_TESTS(AB_TEST(friction_of_all_bounces_is_that_of_the_weight),
         AB_TEST(two_balls_almost_in_one_place_give_nothing))
