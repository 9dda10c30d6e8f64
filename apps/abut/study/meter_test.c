// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "study/meter.h"

#include <string.h>

#include "base/check.h"

static abError s_error;

// A ball thrown up at 2 m/s from 1 m with gravity 10 m/s^2, above a floor it meets at 1 s.
static const char s_throw[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  floor: {mobility: fixed, position: [0, 0, -2.1], shapes: [{plane: {}, material: m}]}\n"
    "  ball: {position: [0, 0, 1], velocity: [0, 0, 2], shapes: [{sphere: {radius: 0.1}, "
    "material: m}]}\n"
    "contacts: [{between: [floor, ball], normal: {law: LAW}}]\n"
    "simulation: {end_time: END, tolerance: 1.0e-9, output_interval: 0.5}\n";

static Study s_study;

static void wish(const char *name, const char *text) {
    s_study.outputs[s_study.output_count++] =
        (StudyOutput){.name = name, .text = text, .place = {"study.yaml", 9, 3}};
}

static void begin(void) {
    s_study = (Study){.head = {.model = "throw.yaml"}};
    ab_error_clear(&s_error);
}

static abModel *throw_model(const char *law, const char *end) {
    static char text[1200];
    const char *at_law = strstr(s_throw, "LAW"), *at_end = strstr(s_throw, "END");
    snprintf(text, sizeof text, "%.*s%s%.*s%s%s", (int)(at_law - s_throw), s_throw, law,
             (int)(at_end - at_law - 3), at_law + 3, end, at_end + 3);
    abModel *model = NULL;
    CHECK(ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, &model,
                             &s_error) == AB_OK);
    return model;
}

// Runs, and returns the state at the end in `last`.
static abResult measure(const char *law, const char *end, double *out, abVec3 *last) {
    abModel *model = throw_model(law, end);
    abSimulation *simulation = NULL;
    Meter *meter = NULL;
    abObserver observer;
    abResult result =
        ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error);
    result = result == AB_OK ? meter_create(&s_study, model, &meter, &s_error) : result;
    if (result == AB_OK) {
        meter_attach(meter, simulation, NULL, &observer);
        result = ab_simulation_run(simulation, &observer, &s_error);
        *last = ab_simulation_body(simulation, ab_model_find_body(model, "ball")).position;
        meter_read(meter, out);
    }
    meter_destroy(meter);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return result;
}

// Frames are at 0 and 0.5 s only; the top, 1.2 m, is passed at 0.2 s.
static void a_flight_has_its_closed_form(void) {
    double v[9];
    abVec3 last;
    begin();
    wish("max", "max(ball.position.z)");
    wish("when", "argmax(ball.position.z)");
    wish("min", "min(ball.velocity.z)");
    wish("mean", "mean(ball.position.z)");
    wish("rms", "rms(ball.velocity.z)");
    wish("integral", "integral(ball.velocity.z)");
    wish("final", "final(ball.position.z)");
    wish("at", " at( ball.position.z , 0.3 ) ");
    wish("touch", "first_touch(ball, floor)");
    CHECK(measure("elastic", "0.5", v, &last) == AB_OK);
    // the rounding of some steps; the time of a top is good to its root
    CHECK_NEAR(v[0], 1.2, 1e-12, 1.2);
    CHECK_NEAR(v[1], 0.2, 1e-7, 1.0);
    CHECK_NEAR(v[2], -3.0, 1e-12, 3.0);
    CHECK_NEAR(v[3], 1.0 + 0.5 - 5.0 * 0.25 / 3.0, 1e-12, 1.0);
    CHECK_NEAR(v[4], sqrt((8.0 + 27.0) / 30.0 / 0.5), 1e-12, 2.0);
    CHECK_NEAR(v[5], -0.25, 1e-12, 1.0);
    CHECK_NEAR(v[6], 0.75, 1e-12, 1.0);
    CHECK_NEAR(v[7], 1.15, 1e-12, 1.0);
    CHECK(isnan(v[8]));
}

// A Hertz contact of 6.6 ms between frames that are 0.5 s apart: its force follows from the depth,
// and both have their top at the same instant.
static void a_contact_between_frames_is_seen(void) {
    double v[7];
    abVec3 last;
    begin();
    wish("force", "max(contact(floor, ball).normal_force)");
    wish("depth", "max(contact(ball, floor).depth)");
    wish("push", "integral(contact(floor, ball).normal_force)");
    wish("touch", "first_touch(ball, floor)");
    wish("release", "last_release(ball, floor)");
    wish("together", "duration(ball, floor)");
    wish("hits", "impacts(ball, floor)");
    CHECK(measure("hertz", "1.2", v, &last) == AB_OK);
    double mass = 1000.0 * 4.0 / 3.0 * 3.14159265358979 * 1e-3, speed = 8.0;
    double k = 4.0 / 3.0 * 1e7 / (2.0 * (1.0 - 0.09)) * sqrt(0.1);
    CHECK_NEAR(v[3], 1.0, 1e-9, 1.0); // 1 + 2 t - 5 t^2 = -2
    CHECK_NEAR(v[0], k * pow(v[1], 1.5), 1e-6, v[0]);
    // m v^2 / 2 + m g d = 2/5 k d^(5/2)
    double energy = 0.5 * mass * speed * speed + mass * 10.0 * v[1];
    CHECK_NEAR(0.4 * k * pow(v[1], 2.5), energy, 1e-6, energy);
    CHECK_NEAR(v[2], 2.0 * mass * speed + mass * 10.0 * v[5], 1e-6, v[2]); // the law of momentum
    CHECK_NEAR(v[4] - v[3], v[5], 1e-12, 1.0);
    CHECK(v[6] == 1.0);
}

static void rigid_bodies_are_counted_too(void) {
    double v[3];
    abVec3 last;
    begin();
    wish("hits", "impacts(ball, floor)");
    wish("touch", "first_touch(ball, floor)");
    wish("speed", "max(ball.speed)");
    CHECK(measure("rigid", "1.2", v, &last) == AB_OK);
    CHECK(v[0] == 1.0);
    CHECK_NEAR(v[1], 1.0, 1e-9, 1.0);
    CHECK_NEAR(v[2], 8.0, 1e-9, 8.0);
}

static void looking_changes_no_bit(void) {
    static const char *const laws[] = {"elastic", "hunt_crossley, stiffness: 1.0e+6", "rigid",
                                       "compliant, compliance: 1.0e-6"};
    double v[1];
    abVec3 looked, alone;
    for (int i = 0; i < 4; i++) {
        begin();
        wish("force", "max(contact(floor, ball).normal_force)");
        CHECK(measure(laws[i], "2.5", v, &looked) == AB_OK);
        begin();
        wish("touch", "first_touch(ball, floor)"); // looks at nothing
        CHECK(measure(laws[i], "2.5", v, &alone) == AB_OK);
        CHECK(memcmp(&looked, &alone, sizeof alone) == 0);
    }
}

static void mistakes_stand_at_the_output(void) {
    static const char *const wrong[][2] = {
        {"ball.speed", "is not written as WHAT(OF)"},
        {"maxx(ball.speed)", "did you mean max?"},
        {"max(bal.speed)", "did you mean ball?"},
        {"max(ball.position)", "has 3 components; name one, as in ball.position.x"},
        {"at(ball.speed)", "at wants a series and a time"},
        {"first_touch(ball)", "wants two bodies"},
        {"first_touch(ball, flor)", "no body or shape \"flor\""},
        {"sensor(full)", "no sensor \"full\""},
    };
    abModel *model = throw_model("elastic", "1");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Meter *meter = NULL;
        begin();
        wish("peak", wrong[i][0]);
        CHECK(meter_create(&s_study, model, &meter, &s_error) == AB_BAD_MODEL && meter == NULL);
        CHECK(s_error.count == 1 && s_error.problems[0].line == 9);
        if (strstr(s_error.problems[0].text, wrong[i][1]) == NULL) {
            CHECK_TEXT(s_error.problems[0].text, wrong[i][1]);
        }
    }
    ab_model_destroy(model);
}

static void units_follow_from_the_series(void) {
    static const char *const rows[][2] = {
        {"max(ball.speed)", "m/s"},          {"argmax(ball.speed)", "s"},
        {"integral(ball.speed)", "m/s s"},   {"integral(ball.orientation.w)", "s"},
        {"slip_distance(ball, floor)", "m"}, {"impacts(ball, floor)", "-"}};
    abModel *model = throw_model("elastic", "1");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Meter *meter = NULL;
        begin();
        wish("x", rows[i][0]);
        CHECK(meter_create(&s_study, model, &meter, &s_error) == AB_OK);
        CHECK_TEXT(meter_unit(meter, 0), rows[i][1]);
        meter_destroy(meter);
    }
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(a_flight_has_its_closed_form), AB_TEST(a_contact_between_frames_is_seen),
         AB_TEST(rigid_bodies_are_counted_too), AB_TEST(looking_changes_no_bit),
         AB_TEST(mistakes_stand_at_the_output), AB_TEST(units_follow_from_the_series))
