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

AB_TESTS(AB_TEST(friction_of_all_bounces_is_that_of_the_weight))
