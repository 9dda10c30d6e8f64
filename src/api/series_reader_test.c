// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series_reader_test.c - series without a record are those of the record; files made from it; what
// checks and failures tell programs.

#include "abut/series.h"

#include <stdlib.h>

#include "abut/output.h"
#include "base/check.h"
#include "base/config.h"
#include "base/model_fixture.h"

static abError s_error;

static const char s_ball[] =
    "abut: 1\nmaterials: {m: {youngs_modulus: 1e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "simulation: {end_time: 0.5, tolerance: 1e-6, output_interval: 0.05}\n";

enum { FRAMES = 11 };

typedef struct Watch {
    abObserver record;
    const abSeriesReader *reader;
    double rows[FRAMES][4];
    int count;
} Watch;

static abResult frame(void *context, const abFrame *at, abError *error) {
    Watch *watch = context;
    if (watch->count < FRAMES) {
        ab_series_reader_read(watch->reader, at, watch->rows[watch->count++]);
    }
    return watch->record.frame(watch->record.context, at, error);
}

static abResult event(void *context, const abEvent *at, abError *error) {
    Watch *watch = context;
    return watch->record.event(watch->record.context, at, error);
}

static abResult step(void *context, abSimulation *s, double time, abError *error) {
    Watch *watch = context;
    return watch->record.step(watch->record.context, s, time, error);
}

static abRecord *record_run(const abModel *model, const abSeriesReader *reader, Watch *watch,
                            const char *path) {
    abRecordOptions options = ab_record_options();
    abRecord *record;
    abSimulation *s = simulate_fixture(model, &s_error);
    options.model_path = "ball.yaml";
    must_be_ok(ab_record_create(path, model, &options, ab_heap(), &record, &s_error), &s_error);
    *watch = (Watch){.record = ab_record_observer(record), .reader = reader};
    const abObserver observer = {watch, frame, event, step};
    abResult result = ab_simulation_run(s, &observer, &s_error);
    CHECK(ab_record_finish(record, s, result, &s_error, 0.0, &s_error) == AB_OK);
    ab_simulation_destroy(s);
    ab_record_close(record);
    must_be_ok(ab_record_open(path, ab_heap(), &record, &s_error), &s_error);
    return record;
}

static void series_are_those_of_the_record(void) {
    static const char *const names[] = {"ball.position", "energy.kinetic"};
    static const char path[] = "series_reader_test.abut.db";
    abModel *model = sound_model(s_ball, &s_error);
    abSeriesReader *reader;
    must_be_ok(ab_series_reader_create(model, names, 2, ab_heap(), &reader, &s_error), &s_error);
    CHECK(ab_series_reader_count(reader) == 4);
    CHECK(strcmp(ab_series_reader_name(reader, 2), "ball.position.z") == 0);
    CHECK(strcmp(ab_series_reader_name(reader, 4), "") == 0);
    Watch watch;
    abRecord *record = record_run(model, reader, &watch, path);
    double values[FRAMES];
    int64_t count;
    for (int k = 0; k < 4; k++) {
        const char *name = ab_series_reader_name(reader, k);
        must_be_ok(ab_record_series(record, name, 0, NULL, values, FRAMES, &count, &s_error),
                   &s_error);
        CHECK(count == FRAMES && watch.count == FRAMES);
        for (int i = 0; i < FRAMES; i++) {
            CHECK(watch.rows[i][k] == values[i]);
        }
    }
    ab_record_close(record);
    ab_series_reader_destroy(reader);
    ab_series_reader_destroy(NULL);
    ab_model_destroy(model);
    remove(path);
}

static void a_wrong_name_says_which_are_right(void) {
    static const char *const names[] = {"ball.positon"};
    abModel *model = sound_model(s_ball, &s_error);
    abSeriesReader *reader;
    CHECK(ab_series_reader_create(model, names, 1, ab_heap(), &reader, &s_error) == AB_USAGE);
    CHECK(reader == NULL && strstr(first_problem(&s_error), "position") != NULL);
    ab_model_destroy(model);
}

static bool starts_with(const char *path, const char *start) {
    char text[64] = "";
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    return size > 0 && strncmp(text, start, strlen(start)) == 0;
}

static void plots_and_pages_are_files(void) {
    static const char *const names[] = {"ball.position.z"};
    static const char *const wrong[] = {"ball.wrong"};
    static const char path[] = "output_files_test.abut.db";
    static const char viewer[] = "<html>"
                                 "<!-- record -->"
                                 "</html>";
    abModel *model = sound_model(s_ball, &s_error);
    abSeriesReader *reader;
    must_be_ok(ab_series_reader_create(model, names, 1, ab_heap(), &reader, &s_error), &s_error);
    Watch watch;
    abRecord *record = record_run(model, reader, &watch, path);
#if ABUT_HAVE_CAIRO
    CHECK(ab_record_plot(record, names, 1, "output_files_test.svg", &s_error) == AB_OK);
    CHECK(starts_with("output_files_test.svg", "<?xml"));
#endif
    CHECK(ab_record_plot(record, wrong, 1, "output_files_test.svg", &s_error) == AB_USAGE);
    abResult page = ab_record_page(record, viewer, "output_files_test.html", &s_error);
    CHECK(page == AB_OK && starts_with("output_files_test.html", "<html>"));
    CHECK(ab_record_page(record, "none", "output_files_test.html", &s_error) == AB_USAGE);
    CHECK(ab_record_page(record, viewer, "nowhere/page.html", &s_error) == AB_IO);
    ab_record_close(record);
    ab_series_reader_destroy(reader);
    ab_model_destroy(model);
    remove(path);
    remove("output_files_test.svg");
    remove("output_files_test.html");
}

static void count_warnings(void *count, abLogLevel level, const char *sentence) {
    (void)sentence;
    *(int *)count += level == AB_LOG_WARNING;
}

static void the_checks_warn_of_what_is_hardly_meant(void) {
    int count = 0;
    abLog log = {count_warnings, &count};
    abModel *model = sound_model(s_ball, &s_error);
    CHECK(ab_model_check(model, log, &s_error) == AB_OK && count == 0);
    ab_model_destroy(model);
    char text[sizeof s_ball];
    snprintf(text, sizeof text, "%s", s_ball);
    memcpy(strstr(text, "density: 1000"), "density: 1e-6", 13);
    model = sound_model(text, &s_error);
    CHECK(ab_model_check(model, log, &s_error) == AB_OK && count > 0);
    ab_model_destroy(model);
}

// The force of a spring of the user's grows beyond all numbers.
static void a_failure_names_the_bodies(void) {
    char text[1000];
    snprintf(text, sizeof text,
             "%sforces: [{name: wild, type: applied, between: [world, ball], fz: "
             "\"1/(0.1 - time)^9\"}]\n",
             s_ball);
    abModel *model = sound_model(text, &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    CHECK(isnan(ab_simulation_failure(s).time));
    CHECK(ab_simulation_run(s, NULL, &s_error) == AB_NUMERICS);
    abFailure failure = ab_simulation_failure(s);
    CHECK(failure.bodies[0] == 2 && failure.bodies[1] == 0);
    CHECK_NEAR(failure.time, 0.1, 1e-2, 1.0);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(series_are_those_of_the_record), AB_TEST(a_wrong_name_says_which_are_right),
         AB_TEST(plots_and_pages_are_files), AB_TEST(the_checks_warn_of_what_is_hardly_meant),
         AB_TEST(a_failure_names_the_bodies))
