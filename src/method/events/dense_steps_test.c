// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_steps_test.c - stacks that are dropped on their corners, with friction and restitution: they come to
// their end in few steps, no implicit step adds energy or leaves an overlap, the book is right, and a
// run goes on from amid a stretch of them with the same bits.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"

enum { BODIES = 8, FRAMES = 220, SAVES = 4 };

#define BOXES                                                                                      \
    "pairs: [{materials: [wood, wood], restitution: 0, sliding_friction: 0.5}]\n"                  \
    "gravity: [0, 0, -9.81]\n"                                                                     \
    "bodies:\n  table: {mobility: fixed, shapes: [{plane: {}, material: wood}]}\n"                 \
    "  a: {position: [-0.0033, 0.0373, 0.075806], rotation: [0, 0, -0.106], "                      \
    "shapes: [{box: {size: [0.2523, 0.1724, 0.1331]}, material: wood}]}\n"                         \
    "  b: {position: [0.0308, -0.0139, 0.287371], rotation: [0, 0, 0.133], "                       \
    "shapes: [{box: {size: [0.2836, 0.1674, 0.2767]}, material: wood}]}\n"                         \
    "  c: {position: [-0.0489, -0.0430, 0.551502], rotation: [0, 0, 0.095], "                      \
    "shapes: [{box: {size: [0.2129, 0.1490, 0.2398]}, material: wood}]}\n"

#define BLOCK(name, x, y, width, height)                                                           \
    "  " name ": {mobility: planar, position: [" x ", " y ", 0], shapes: [{outline: {form: "       \
    "block, width: " width ", height: " height "}, material: wood}]}\n"

#define BLOCKS                                                                                     \
    "pairs: [{materials: [wood, wood], restitution: 0.4, sliding_friction: 0.4}]\n"                \
    "gravity: [0, -9.81, 0]\n"                                                                     \
    "bodies:\n  table: {mobility: fixed, position: [0, -0.1, 0], shapes: [{outline: {form: "       \
    "block, width: 8, height: 0.2}, material: wood}]}\n" BLOCK("a", "-0.0533", "0.079821",         \
                                                               "0.2222", "0.1249")                 \
        BLOCK("b", "-0.0510", "0.238463", "0.1643", "0.1666")                                      \
            BLOCK("c", "-0.0244", "0.416087", "0.2003", "0.1795")                                  \
                BLOCK("d", "-0.0210", "0.599488", "0.2551", "0.1491")                              \
                    BLOCK("e", "0.0205", "0.804698", "0.2902", "0.2525")                           \
                        BLOCK("f", "-0.0022", "1.046758", "0.1905", "0.1945")

typedef struct Saved {
    unsigned char *bytes;
    size_t size;
    int frame_count; // told before
} Saved;

typedef struct Run {
    abBodyState frames[FRAMES][BODIES];
    int frame_count;
    int64_t dense_steps;
    double mechanical, balance; // after the last step                            [J]
    double gained, unbooked;    // the most an implicit step added to either             [J]
    double overlap;             // after such steps                                      [m]
    Saved saved[SAVES];         // see wants
    bool saves;
} Run;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Run *run = context;
    CHECK(frame->index < FRAMES);
    for (int b = 0; b < frame->body_count && frame->index < FRAMES; b++) {
        run->frames[frame->index][b] = frame->bodies[b];
    }
    run->frame_count = (int)frame->index + 1;
    return AB_OK;
}

// Places worth a checkpoint: amid a stretch of implicit steps, late in it, soon after one, long after.
static bool wants(const abSimulation *s, int place) {
    const abDense *dense = &((const abEvents *)s->own)->dense;
    switch (place) {
    case 0:
        return dense->is_on && dense->quiet == 0 && s->statistics.dense_steps > 3;
    case 1:
        return dense->is_on && dense->quiet > 5;
    case 2:
        return !dense->is_on && dense->left == s->t;
    default:
        return dense->is_on && s->t > 0.5;
    }
}

static void look_at_overlaps(Run *run, abSimulation *s) {
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    for (int a = 0; a < (int)s->model->shape_count; a++) {
        for (int b = a + 1; b < (int)s->model->shape_count; b++) {
            abProximity at;
            ab_pair_proximity(&s->dynamics.mechanics, a, b, &at);
            run->overlap = fmax(run->overlap, -at.distance);
        }
    }
}

static abResult take_step(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    Run *run = context;
    abEnergyBook book = ab_simulation_energy(s);
    double mechanical = book.kinetic + book.gravity, balance = ab_energy_balance(&book);
    if (s->statistics.dense_steps > run->dense_steps) {
        run->gained = fmax(run->gained, mechanical - run->mechanical);
        run->unbooked = fmax(run->unbooked, fabs(balance - run->balance));
        look_at_overlaps(run, s);
    }
    run->dense_steps = s->statistics.dense_steps;
    run->mechanical = mechanical;
    run->balance = balance;
    for (int i = 0; i < SAVES && run->saves; i++) {
        Saved *saved = &run->saved[i];
        if (saved->bytes == NULL && wants(s, i)) {
            saved->size = ab_simulation_save(s, NULL, 0);
            saved->bytes = malloc(saved->size);
            saved->frame_count = run->frame_count;
            CHECK(saved->size > 0 && saved->bytes != NULL &&
                  ab_simulation_save(s, saved->bytes, saved->size) == saved->size);
        }
    }
    return AB_OK;
}

static abModel *read_model(const char *scene) {
    static char text[3000];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {wood: {density: 700}}\n%s"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
             "simulation: {end_time: 1, output_interval: 0.01, max_steps: 6000}\n",
             scene);
    abError error;
    return sound_model(text, &error);
}

// From the start or what was saved. The statistics at the end.
static abStatistics run_on(const abModel *model, const Saved *from, Run *run) {
    abError error = {0};
    abSimulation *s;
    const abObserver observer = {run, take_frame, NULL, take_step};
    if (ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &error) != AB_OK ||
        (from != NULL && ab_simulation_restore(s, from->bytes, from->size, &error) != AB_OK) ||
        ab_simulation_run(s, &observer, &error) != AB_OK) {
        printf("%s\n", error.problems[0].text);
        exit(1);
    }
    abStatistics statistics = *ab_simulation_statistics(s);
    ab_simulation_destroy(s);
    return statistics;
}

static Run s_run, s_resumed;

static void check_resumed(const abModel *model, const Saved *saved) {
    memset(&s_resumed, 0, sizeof s_resumed);
    run_on(model, saved, &s_resumed);
    CHECK(s_resumed.frame_count == s_run.frame_count);
    int compared = 0;
    for (int i = 0; i < FRAMES; i++) {
        bool is_told = s_resumed.frames[i][1].orientation.w != 0.0;
        if (is_told) {
            CHECK(memcmp(s_resumed.frames[i], s_run.frames[i], sizeof s_run.frames[i]) == 0);
            compared++;
        }
    }
    CHECK(compared > 0 && compared == s_run.frame_count - saved->frame_count);
}

static void check_scene(const char *scene, int places) {
    abModel *model = read_model(scene);
    memset(&s_run, 0, sizeof s_run);
    s_run.saves = true;
    abStatistics statistics = run_on(model, NULL, &s_run);
    double scale = statistics.energy_scale;
    CHECK(statistics.dense_steps > 20);
    CHECK(s_run.gained <= 1e-5 * scale);
    CHECK(s_run.unbooked <= 1e-9 * scale);
    CHECK(s_run.overlap <= 1e-6);
    int resumed = 0;
    for (int i = 0; i < SAVES; i++) {
        if (s_run.saved[i].bytes != NULL) {
            check_resumed(model, &s_run.saved[i]);
            free(s_run.saved[i].bytes);
            resumed++;
        }
    }
    CHECK(resumed >= places);
    ab_model_destroy(model);
}

static void boxes_go_on_from_amid_a_stretch(void) {
    check_scene(BOXES, 3);
}

static void blocks_that_bounce_go_on_from_amid_a_stretch(void) {
    check_scene(BLOCKS, 3);
}

AB_TESTS(AB_TEST(boxes_go_on_from_amid_a_stretch),
         AB_TEST(blocks_that_bounce_go_on_from_amid_a_stretch))
