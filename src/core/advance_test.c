// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// advance_test.c - a run in parts: steps one at a time, and answers inside them, change no bit.

#include "core/advance.h"

#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "core/kept_step.h"
#include "core/simulation_state.h"
#include "mechanics/state/place.h"

static abError s_error;

// A ball and a box that fall on the ground beside a pendulum.
typedef struct Scene {
    const char *normal, *simulation;
} Scene;

static const Scene s_scenes[] = {
    {"{law: elastic}", "{method: events, tolerance: 1e-7"},
    {"{law: rigid}", "{method: events, tolerance: 1e-5"},
    {"{law: elastic}", "{method: events, integrator: bdf"},
    {"{law: elastic}", "{method: events, integrator: adams"},
    {"{law: rigid}", "{method: fixed, step: 0.01"},
    {"{law: rigid}", "{method: stepping, step: 0.005"},
};
enum { SCENES = sizeof s_scenes / sizeof s_scenes[0] };

static abModel *read_scene(const Scene *scene) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0}]\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  ball: {position: [0, 0, 0.3], velocity: [0.5, 0, 0], shapes: [{sphere: {radius: "
             "0.1}, material: m}]}\n"
             "  box: {position: [1, 0, 0.4], rotation: [0.4, 0.3, 0], shapes: [{box: {size: [0.2, "
             "0.2, 0.2]}, material: m}]}\n"
             "  bob: {position: [3.5, 0, 2], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
             "joints:\n  - {type: revolute, between: [ground, bob], position: [3, 0, 2], axis: "
             "[0, 1, 0], position_b: [-0.5, 0, 0]}\n"
             "contacts:\n  - {between: ['*', '*'], normal: %s, friction: {law: none}}\n"
             "simulation: %s, end_time: 0.6, output_interval: 0.0371}\n",
             scene->normal, scene->simulation);
    return sound_model(text, &s_error);
}

// What a run says of its end.
typedef struct Ending {
    double y[64];
    abStatistics statistics;
} Ending;

static Ending ending_of(const abSimulation *s) {
    Ending e = {.statistics = s->statistics};
    size_t n = s->dynamics.mechanics.layout.count;
    CHECK(n <= sizeof e.y / sizeof *e.y);
    memcpy(e.y, s->y, n * sizeof *s->y);
    return e;
}

// ---- answers against frames ----

typedef struct Frames {
    abBodyState bodies[40];
    double times[40];
    int count;
} Frames;

enum { BALL = 1, BOX = 2, BOB = 3 };

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Frames *frames = context;
    frames->times[frames->count] = frame->time;
    frames->bodies[frames->count++] = frame->bodies[BOX];
    return AB_OK;
}

// Asks at the frames inside the step just taken. The greatest difference, and how many there were.
static double compare(abSimulation *s, const Frames *frames, int *asked) {
    double worst = 0.0;
    for (int k = 0; k < frames->count; k++) {
        double t = frames->times[k];
        if (s->kept.count > 0 && t > ab_run_kept_since(s) && t <= s->t) {
            double y[64];
            ab_run_state_at(s, t, y);
            abBodyState now = ab_mechanics_body_state(&s->dynamics.mechanics, BOX, t, y);
            worst = fmax(worst, ab_norm(ab_sub(now.position, frames->bodies[k].position)));
            ++*asked;
        }
    }
    return worst;
}

static void run_and_ask(abSimulation *s, Ending *ending) {
    Frames frames = {.count = 0};
    abObserver observer = {.context = &frames, .frame = note_frame};
    int asked = 0;
    double worst = 0.0;
    ab_run_keep_steps(s);
    abResult result = ab_run_begin(s, &observer, &s_error);
    while (result == AB_OK && ab_run_goes_on(s)) {
        result = ab_run_step(s, &observer, &s_error);
        worst = fmax(worst, compare(s, &frames, &asked));
    }
    CHECK(ab_run_end(s, &observer, result, &s_error) == AB_OK);
    CHECK(asked >= 15 && frames.count == 18);
    CHECK_NEAR(worst, 0.0, 1e-14, 1.0); // rounding of the same polynomial
    *ending = ending_of(s);
}

static void asking_changes_no_bit(void) {
    for (int i = 0; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        abSimulation *plain = simulate_fixture(model, &s_error),
                     *asked = simulate_fixture(model, &s_error);
        if (plain != NULL) {
            CHECK(ab_simulation_run(plain, NULL, NULL) == AB_OK);
            Ending a = ending_of(plain), b;
            run_and_ask(asked, &b);
            CHECK(memcmp(&a, &b, sizeof a) == 0);
        }
        ab_simulation_destroy(plain);
        close_fixture(model, asked);
    }
}

// At the ends of a step the answer is the state there, whatever an event made of it.
static void answers_meet_the_ends_of_steps(void) {
    for (int i = 0; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        abSimulation *s = simulate_fixture(model, &s_error);
        static const abObserver nobody = {0};
        double last[64], y[64], worst = 0.0;
        if (s != NULL) {
            ab_run_keep_steps(s);
            CHECK(ab_run_begin(s, &nobody, &s_error) == AB_OK);
        }
        abResult result = s != NULL ? AB_OK : AB_USAGE;
        while (result == AB_OK && ab_run_goes_on(s)) {
            size_t size = (size_t)s->model->state_count * sizeof *y;
            double t = s->t;
            memcpy(last, s->y, size);
            result = ab_run_step(s, &nobody, &s_error);
            CHECK(result == AB_OK);
            ab_run_state_at(s, s->t, y);
            CHECK(memcmp(y, s->y, size) == 0);
            CHECK(fabs(ab_run_kept_since(s) - t) <= 1e-15); // a difference in method fixed
            ab_run_state_at(s, t, y);
            for (int k = 0; s->t > t && k < s->dynamics.mechanics.layout.book; k++) {
                worst = fmax(worst, fabs(y[k] - last[k]));
            }
        }
        // the polynomial of CVODE meets the end of its step, and the start within the tolerance
        double allowed = strstr(s_scenes[i].simulation, "integrator") != NULL ? 1e-6 : 1e-14;
        CHECK_NEAR(worst, 0.0, allowed, 1.0);
        close_fixture(model, s);
    }
}

// ---- pieces of steps ----

typedef struct Pieces {
    Frames frames;
    double end, worst; // of the last piece; a difference to frames
    int compared, gaps;
} Pieces;

static abResult note_frame_of_pieces(void *context, const abFrame *frame, abError *error) {
    Pieces *pieces = context;
    return note_frame(&pieces->frames, frame, error);
}

static abResult look_into_piece(void *context, abSimulation *simulation, double from, double to,
                                abError *error) {
    Pieces *pieces = context;
    pieces->gaps += from != pieces->end || !(to >= from);
    pieces->end = to;
    for (int k = 0; k < pieces->frames.count; k++) {
        double t = pieces->frames.times[k];
        abFrame frame;
        if (t > from && t <= to) {
            AB_TRY(ab_simulation_frame_at(simulation, t, k % 3, &frame, error));
            abVec3 a = frame.bodies[BOX].position, b = pieces->frames.bodies[k].position;
            pieces->worst = fmax(pieces->worst, ab_norm(ab_sub(a, b)));
            pieces->compared++;
        }
    }
    return AB_OK;
}

static void pieces_have_no_gaps_and_looking_changes_no_bit(void) {
    for (int i = 0; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        abSimulation *plain = simulate_fixture(model, &s_error),
                     *looked = simulate_fixture(model, &s_error);
        Pieces pieces = {.end = 0.0};
        const abObserver observer = {.context = &pieces, .frame = note_frame_of_pieces};
        const abPieceObserver into = {&pieces, look_into_piece};
        if (plain != NULL && looked != NULL) {
            abFrame frame;
            CHECK(ab_simulation_run(plain, NULL, &s_error) == AB_OK);
            ab_simulation_observe_pieces(looked, &into);
            CHECK(ab_simulation_run(looked, &observer, &s_error) == AB_OK);
            CHECK(pieces.gaps == 0 && pieces.end == 0.6 && pieces.compared == 17);
            CHECK(pieces.worst == 0.0);
            Ending a = ending_of(plain), b = ending_of(looked);
            CHECK(memcmp(a.y, b.y, sizeof a.y) == 0);
            CHECK(a.statistics.steps == b.statistics.steps);
            CHECK(ab_simulation_frame_at(looked, 0.6, AB_LOOK_ALL, &frame, &s_error) == AB_USAGE);
        }
        ab_simulation_destroy(plain);
        close_fixture(model, looked);
    }
}

typedef struct Told {
    double times[64];
    int count;
} Told;

static abResult note_time(void *context, const abFrame *frame, abError *error) {
    Told *told = context;
    (void)error;
    CHECK(told->count < 64 && frame->index == told->count);
    told->times[told->count++] = frame->time;
    return AB_OK;
}

// A run that came to its end goes on to another: frames keep their times, and there is one more, at
// the old end, where that is between two of them.
static void another_end_lets_a_run_go_on(void) {
    for (int i = 0; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        abSimulation *s = simulate_fixture(model, &s_error);
        double interval = s->options.output_interval, end = s->options.end_time;
        Told told = {.count = 0};
        abObserver observer = {.context = &told, .frame = note_time};
        CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
        int before = told.count;
        CHECK(told.times[before - 1] == end);
        CHECK(ab_simulation_set_end_time(s, 0.5 * end, NULL) == AB_USAGE);
        CHECK(ab_simulation_set_end_time(s, INFINITY, NULL) == AB_USAGE);
        CHECK(ab_simulation_set_end_time(s, 1.5 * end, &s_error) == AB_OK);
        CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
        CHECK(ab_simulation_time(s) == 1.5 * end);
        // 0.6 s in intervals of 0.0371 s: the end is between the 16th and the 17th
        CHECK(before == 18);
        CHECK_NEAR(told.times[before], 17.0 * interval, 1e-12, end);
        CHECK(told.times[told.count - 1] == 1.5 * end);
        close_fixture(model, s);
    }
}

// Who takes over with shorter steps takes them from the time reached on, one after the other.
static void steps_of_another_length_follow_the_time(void) {
    for (int i = 4; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        abSimulation *s = simulate_fixture(model, &s_error), *next = NULL;
        while (s->t < 0.2) {
            CHECK(ab_simulation_step(s, &s_error) == AB_OK);
        }
        abSimulationDef options = *ab_model_simulation(model);
        options.step *= 0.25;
        CHECK(ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &next, &s_error) ==
              AB_OK);
        CHECK(ab_simulation_take_over(next, s, &s_error) == AB_OK);
        while (next->t < options.end_time) {
            double t = next->t;
            CHECK(ab_simulation_step(next, &s_error) == AB_OK);
            CHECK_NEAR(next->t - t, options.step, 1e-12, 1.0);
            if (!(next->t > t)) {
                break;
            }
        }
        CHECK(next->t == options.end_time);
        ab_simulation_destroy(next);
        close_fixture(model, s);
    }
}

// A checkpoint with a time or a count to which no run comes, is refused.
static void restored_times_and_counts_are_of_a_run(void) {
    enum { SOUND, TIME_NAN, TIME_EARLY, FRAMES_NEGATIVE, FRAMES_LATE, EXTRA, EVENTS, STEPS, CASES };
    for (int i = 0; i < SCENES; i++) {
        abModel *model = read_scene(&s_scenes[i]);
        for (int k = 0; k < CASES; k++) {
            abSimulation *s = simulate_fixture(model, &s_error),
                         *other = simulate_fixture(model, &s_error);
            static unsigned char bytes[100000];
            size_t size = 0;
            while (s != NULL && (s->t < 0.1 || size == 0)) {
                CHECK(ab_simulation_step(s, &s_error) == AB_OK);
                size = ab_simulation_save(s, NULL, 0);
            }
            if (s != NULL && other != NULL) {
                CHECK(size <= sizeof bytes);
                abOutputClock *clock = &s->clock;
                s->t = k == TIME_NAN ? NAN : k == TIME_EARLY ? -3.0 : s->t;
                clock->frame_index = k == FRAMES_NEGATIVE ? -1000000000
                                     : k == FRAMES_LATE   ? clock->frame_index + 5
                                                          : clock->frame_index;
                clock->extra_frames = k == EXTRA ? clock->frame_index : clock->extra_frames;
                clock->event_index = k == EVENTS ? -1 : clock->event_index;
                s->statistics.steps = k == STEPS ? -1000000000 : s->statistics.steps;
                CHECK(ab_simulation_save(s, bytes, size) == size);
                ab_error_clear(&s_error);
                abResult result = ab_simulation_restore(other, bytes, size, &s_error);
                CHECK(result == (k == SOUND ? AB_OK : AB_IO));
            }
            ab_simulation_destroy(s);
            ab_simulation_destroy(other);
        }
        ab_model_destroy(model);
    }
}

// It is told apart from a damaged one.
static void a_checkpoint_of_another_version_is_named(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    static unsigned char bytes[100000];
    CHECK(ab_simulation_step(s, &s_error) == AB_OK);
    size_t size = ab_simulation_save(s, bytes, sizeof bytes);
    CHECK(size > 8 && size <= sizeof bytes && memcmp(bytes, "ABUTCP", 6) == 0);
    for (int k = 0; k < 2; k++) { // the letter behind the name; the name
        bytes[k == 0 ? 6 : 0]--;
        ab_error_clear(&s_error);
        CHECK(ab_simulation_restore(s, bytes, size, &s_error) == AB_IO);
        bool is_named = strstr(s_error.problems[0].text, "of another version of abut") != NULL;
        CHECK(is_named == (k == 0));
    }
    close_fixture(model, s);
}

// ---- frames at events ----

typedef struct Instants {
    double touch[40], frame_times[400], lowest, lowest_time, depth;
    int touches, frames;
    int64_t next; // index of the frame that comes
} Instants;

static abResult note_touch(void *context, const abEvent *event, abError *error) {
    (void)error;
    Instants *told = context;
    if ((event->kind == AB_EVENT_TOUCH || event->kind == AB_EVENT_RELEASE) && told->touches < 40) {
        told->touch[told->touches++] = event->time;
        told->depth = fmax(told->depth, event->body_b == BALL + 1 ? event->depth : 0.0);
    }
    return AB_OK;
}

static abResult note_instant(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Instants *told = context;
    CHECK(frame->index == told->next++ && told->frames < 400);
    CHECK(told->frames == 0 || frame->time >= told->frame_times[told->frames - 1]);
    told->frame_times[told->frames++] = frame->time;
    double z = frame->bodies[BALL].position.z;
    if (z < told->lowest) {
        told->lowest = z;
        told->lowest_time = frame->time;
    }
    return AB_OK;
}

static bool has_frame(const Instants *told, double time) {
    for (int k = 0; k < told->frames; k++) {
        if (told->frame_times[k] == time) {
            return true;
        }
    }
    return false;
}

// With frames at events the run is the same to the last bit; each touch and release has a frame, and so
// has the greatest depth of the ball, which no frame of the interval shows.
static void frames_at_events_change_no_bit(void) {
    static const char *const options[] = {"{method: events, tolerance: 1e-7",
                                          "{method: events, tolerance: 1e-7, output_events: true"};
    static const char *const normals[] = {"{law: elastic}", "{law: rigid}"};
    for (int n = 0; n < 2; n++) {
        Instants told[2];
        Ending ends[2];
        for (int k = 0; k < 2; k++) {
            told[k] = (Instants){.lowest = INFINITY};
            abModel *model = read_scene(&(Scene){normals[n], options[k]});
            abSimulation *s = simulate_fixture(model, &s_error);
            const abObserver observer = {
                .context = &told[k], .frame = note_instant, .event = note_touch};
            CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
            ends[k] = ending_of(s);
            close_fixture(model, s);
        }
        CHECK(memcmp(ends[0].y, ends[1].y, sizeof ends[0].y) == 0);
        const abStatistics *a = &ends[0].statistics, *b = &ends[1].statistics;
        CHECK(a->steps == b->steps && a->rejected == b->rejected);
        CHECK(memcmp(a->events, b->events, sizeof a->events) == 0);
        CHECK(told[0].frames == 18 && told[1].frames > 18 + told[1].touches);
        CHECK(told[0].touches == told[1].touches);
        for (int k = 0; k < told[1].touches; k++) {
            CHECK(has_frame(&told[1], told[1].touch[k]) && !has_frame(&told[0], told[1].touch[k]));
        }
        if (n == 0) { // the centre is as much below the radius as the contact is deep
            CHECK_NEAR(0.1 - told[1].lowest, told[1].depth, 1e-6, told[1].depth);
            CHECK(0.1 - told[0].lowest < 0.9 * told[1].depth);
        }
    }
}

AB_TESTS(AB_TEST(frames_at_events_change_no_bit), AB_TEST(asking_changes_no_bit),
         AB_TEST(answers_meet_the_ends_of_steps),
         AB_TEST(pieces_have_no_gaps_and_looking_changes_no_bit),
         AB_TEST(another_end_lets_a_run_go_on), AB_TEST(steps_of_another_length_follow_the_time),
         AB_TEST(restored_times_and_counts_are_of_a_run),
         AB_TEST(a_checkpoint_of_another_version_is_named))
