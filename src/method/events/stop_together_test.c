// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stop_together_test.c - bodies that slide as one, held by joints or by other contacts, stop as one:
// straight ahead, by located events; and a slip that jams leaves its energy in the book.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;
static double s_aside; // greatest way of a body across the slide                       [m]
static double s_way;   // of the first moving body along it, at the end                 [m]
static abVec3 s_start[8];
static bool s_is_first;

// The direction of the slide: 30 degrees off the axes of the model.
static const double s_cos = 0.86602540378443865, s_sin = 0.5;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    for (int b = 0; b < frame->body_count; b++) {
        abVec3 p = frame->bodies[b].position;
        s_start[b] = s_is_first ? p : s_start[b];
        double x = p.x - s_start[b].x, y = p.y - s_start[b].y;
        s_aside = fmax(s_aside, fabs(s_cos * y - s_sin * x));
        s_way = b == 1 ? s_cos * x + s_sin * y : s_way;
    }
    s_is_first = false;
    return AB_OK;
}

// Bodies and joints on a floor, of 1000 kg/m^3.
static void run(double friction, const char *scene, double end, abStatistics *statistics) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: coulomb}]\n"
             "bodies:\n"
             "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "%s"
             "simulation: {end_time: %.17g, output_interval: 0.01, tolerance: 1e-8}\n",
             friction, scene, end);
    s_is_first = true;
    s_aside = s_way = 0.0;
    CHECK(run_and_say(text, &(abObserver){.frame = note_frame}, statistics, &s_error) == AB_OK);
}

#define SLIDES "velocity: [1.7320508075688772, 1, 0]" // 2 m/s
#define LEG(name, wide, x, y)                                                                      \
    "  " name ": {position: [" x ", " y ", 0.2], " SLIDES ", shapes: [{box: {size: [" wide         \
    ", " wide ", 0.4]}, material: m}]}\n"
#define WHEEL(name, x, y)                                                                          \
    "  " name ": {position: [" x ", " y ", 0.2], " SLIDES                                          \
    ", shapes: [{cylinder: {radius: 0.2, length: 0.1, axis: y}, material: m}]}\n"
#define LOCK(name, x, y)                                                                           \
    "  - {type: fixed, between: [deck, " name "], position: [" x ", " y ", -0.25]}\n"

// As one block, v^2/(2 mu g) far. The corners of one part stop within rounding of those of the others,
// each by an event of its own: were they not tried as sticking together, one part would have to hold
// all the rest. What is left of the slip there is rounding, and has no direction: by it the frames of
// the last step were up to 1e-6 m aside.
static void slides_as_one(const char *scene) {
    static const double frictions[] = {0.2, 0.35, 0.6};
    for (int i = 0; i < 3; i++) {
        abStatistics statistics = {0};
        double mu = frictions[i], stop = 2.0 / (10.0 * mu);
        run(mu, scene, 1.2 * stop, &statistics);
        CHECK_NEAR(s_way, 0.2 / mu, 1e-9, 1.0); // tolerance times size
        CHECK_NEAR(s_aside, 0.0, 1e-12, 1.0);   // the same in all parts, to rounding
        CHECK(statistics.dense_steps == 0);
    }
}

static void a_cart_of_locked_wheels_stops(void) {
    slides_as_one(
        "  deck: {position: [0, 0, 0.45], " SLIDES
        ", shapes: [{box: {size: [2, 0.6, 0.1]}, material: m}]}\n" WHEEL("fl", "0.8", "0.4")
            WHEEL("fr", "0.8", "-0.4") WHEEL("rl", "-0.8", "0.4")
                WHEEL("rr", "-0.8", "-0.4") "joints:\n" LOCK("fl", "0.8", "0.4")
                    LOCK("fr", "0.8", "-0.4") LOCK("rl", "-0.8", "0.4") LOCK("rr", "-0.8", "-0.4"));
}

// The plate only lies on its legs.
static void a_table_on_loose_legs_stops(void) {
    slides_as_one("  plate: {position: [0, 0, 0.45], " SLIDES
                  ", shapes: [{box: {size: [1, 1, 0.1]}, material: m}]}\n" LEG(
                      "a", "0.3", "0.35", "0.35") LEG("b", "0.3", "-0.35", "0.35")
                      LEG("c", "0.3", "0.35", "-0.35") LEG("d", "0.3", "-0.35", "-0.35"));
}

// Legs so thin that they tip. Each is a strut between floor and plate that leans by 0.1 sqrt(2)/0.4,
// less than the angle of friction: as it turns it would lift the plate, which presses it the more. No
// forces let it slide on, so it is caught at once, and located events give way to implicit steps.
// What the catch takes is a loss by contact; 32 J of 714 J were in no row of the book.
static void what_a_jam_takes_is_in_the_book(void) {
    abStatistics statistics = {0};
    run(0.4,
        "  plate: {position: [0, 0, 0.45], " SLIDES
        ", shapes: [{box: {size: [1, 1, 0.1]}, material: m}]}\n" LEG("a", "0.1", "0.4", "0.4")
            LEG("b", "0.1", "-0.4", "0.4") LEG("c", "0.1", "0.4", "-0.4")
                LEG("d", "0.1", "-0.4", "-0.4"),
        0.002, &statistics);
    CHECK(statistics.dense_steps > 0); // else nothing has jammed
    CHECK_NEAR(statistics.energy_drift, 0.0, 1e-8, statistics.energy_scale);
}

AB_TESTS(AB_TEST(a_cart_of_locked_wheels_stops), AB_TEST(a_table_on_loose_legs_stops),
         AB_TEST(what_a_jam_takes_is_in_the_book))
