// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "abut/record.h"
#include "output/export/export_csv.h"
#include "output/export/export_hdf5.h"
#include "output/export/export_vtk.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "base/scratch.h"
#include "record/file/record_fixture.h"

static const char s_model_text[] =
    "abut: 1\n"
    "title: A ball\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.8, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "simulation: {end_time: 0.5, output_interval: 0.005, tolerance: 1.0e-6}\n"
    "outputs: [ball.position, \"contact(ground, ball).force\"]\n";

static char s_folder[SCRATCH_PATH];
static abError s_error;

static const char *path_of(const char *name) {
    return fixture_path(s_folder, name);
}

static abModel *read_model(void) {
    return sound_model(s_model_text, &s_error);
}

static abRecordOptions options_of(int commit_frames) {
    abRecordOptions options = ab_record_options();
    options.model_path = "models/ball.yaml";
    options.model_text = s_model_text;
    options.model_size = sizeof s_model_text - 1;
    options.commit_frames = commit_frames;
    return options;
}

// Passes everything on to a record and stops after some steps, as a signal would.
typedef struct Stopper {
    abObserver record;
    int steps_left; // below 0: never
} Stopper;

static abResult pass_frame(void *context, const abFrame *frame, abError *error) {
    const Stopper *stopper = context;
    return stopper->record.frame(stopper->record.context, frame, error);
}

static abResult pass_event(void *context, const abEvent *event, abError *error) {
    const Stopper *stopper = context;
    return stopper->record.event(stopper->record.context, event, error);
}

static abResult pass_step(void *context, abSimulation *simulation, double time, abError *error) {
    Stopper *stopper = context;
    AB_TRY(stopper->record.step(stopper->record.context, simulation, time, error));
    return stopper->steps_left >= 0 && stopper->steps_left-- == 0 ? AB_STOPPED : AB_OK;
}

// Runs the model into a record. `finish` false leaves it as a killed run would.
static void run(const char *path, int stop_after, bool finish, bool resume) {
    abModel *model = read_model();
    abRecord *record = NULL;
    abSimulation *simulation = simulate_fixture(model, &s_error);
    abRecordOptions options = options_of(7);
    abResult created =
        resume ? ab_record_resume(path, simulation, &options, ab_heap(), &record, &s_error)
               : ab_record_create(path, model, &options, ab_heap(), &record, &s_error);
    CHECK(created == AB_OK);
    if (created == AB_OK) {
        Stopper stopper = {ab_record_observer(record), stop_after};
        abObserver observer = {&stopper, pass_frame, pass_event, pass_step};
        abResult result = ab_simulation_run(simulation, &observer, &s_error);
        CHECK(result == (stop_after < 0 ? AB_OK : AB_STOPPED));
        if (finish) {
            CHECK(ab_record_finish(record, simulation, result, &s_error, 0.1, &s_error) == AB_OK);
        }
    }
    ab_record_close(record);
    close_fixture(model, simulation);
}

static void count_difference(void *context, const abDifference *difference) {
    (void)difference;
    ++*(int *)context;
}

static int differences(const char *a, const char *b) {
    abRecord *records[2] = {NULL, NULL};
    int count = 0;
    CHECK(ab_record_open(a, ab_heap(), &records[0], &s_error) == AB_OK);
    CHECK(ab_record_open(b, ab_heap(), &records[1], &s_error) == AB_OK);
    abResult result =
        ab_record_compare(records[0], records[1], 0.0, count_difference, &count, &s_error);
    CHECK(result == (count > 0 ? AB_DIFFERENT : AB_OK));
    ab_record_close(records[0]);
    ab_record_close(records[1]);
    return count;
}

static void a_run_reads_back(void) {
    const char *path = path_of("whole.db");
    run(path, -1, true, false);
    abRecord *record = NULL;
    CHECK(ab_record_open(path, ab_heap(), &record, &s_error) == AB_OK);
    if (record == NULL) {
        return;
    }
    const abRecordInfo *info = ab_record_info(record);
    CHECK_TEXT(info->title, "A ball");
    CHECK(info->status == AB_RECORD_DONE && info->frame_count == 101 && info->body_count == 2);
    CHECK(info->model_size == sizeof s_model_text - 1);
    CHECK(memcmp(info->model_text, s_model_text, info->model_size) == 0);
    CHECK_TEXT(ab_record_body_name(record, 2), "ball");
    CHECK_TEXT(ab_record_output(record, 1), "contact(ground, ball).force");
    abFrame frame;
    CHECK(ab_record_frame(record, 0, AB_FRAME_CONTACTS, &frame, &s_error) == AB_OK);
    CHECK(frame.bodies[1].position.z == 0.2 && frame.time == 0.0);
    CHECK(ab_record_frame(record, 101, 0, &frame, &s_error) == AB_USAGE);
    int64_t index;
    CHECK(ab_record_find_frame(record, 0.0524, &index, &s_error) == AB_OK && index == 10);
    CHECK(ab_record_find_frame(record, -1.0, &index, &s_error) == AB_OK && index == -1);
    abEvent event;
    CHECK(ab_record_event(record, 0, &event, &s_error) == AB_OK);
    CHECK(event.kind == AB_EVENT_TOUCH);
    // sqrt(2 h / g), located within the integrator's tolerance
    CHECK_NEAR(event.time, sqrt(0.2 / 9.81), 1e-6, 1.0);
    double values[101];
    int64_t count;
    CHECK(ab_record_series(record, "ball.position.z", 0, NULL, values, 101, &count, &s_error) ==
          AB_OK);
    CHECK(count == 101 && values[0] == 0.2);
    CHECK(ab_record_series(record, "ball.position", 0, NULL, values, 101, &count, &s_error) ==
          AB_USAGE);
    ab_record_close(record);
}

static void a_stopped_run_resumes_to_the_same_bits(void) {
    const int stops[] = {0, 2, 9, 20};
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        const char *path = path_of("stopped.db");
        run(path, stops[i], true, false);
        run(path, -1, true, true);
        CHECK(differences(path_of("whole.db"), path) == 0);
    }
}

static void a_killed_run_resumes_to_the_same_bits(void) {
    const int stops[] = {0, 2, 9, 20};
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        const char *path = path_of("killed.db");
        run(path, stops[i], false, false);
        run(path, -1, true, true);
        CHECK(differences(path_of("whole.db"), path) == 0);
    }
}

static void a_complete_run_is_not_resumed(void) {
    abModel *model = read_model();
    abRecord *record = NULL;
    abSimulation *simulation = simulate_fixture(model, &s_error);
    CHECK(ab_record_resume(path_of("whole.db"), simulation, NULL, ab_heap(), &record, &s_error) ==
          AB_USAGE);
    CHECK(record == NULL);
    close_fixture(model, simulation);
}

static void put_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(text, 1, strlen(text), file) == strlen(text));
    fclose(file);
}

static void other_files_are_left_alone(void) {
    abModel *model = read_model();
    abRecord *record = NULL;
    const char *path = path_of("letter.txt");
    put_file(path, "Dear reader,\n");
    ab_error_clear(&s_error);
    CHECK(ab_record_create(path, model, NULL, ab_heap(), &record, &s_error) == AB_IO);
    CHECK(record == NULL && s_error.count == 1);
    struct stat info;
    CHECK(stat(path, &info) == 0 && info.st_size == 13);
    CHECK(ab_record_open(path, ab_heap(), &record, &s_error) == AB_IO);
    CHECK(ab_record_open(path_of("nothing.db"), ab_heap(), &record, &s_error) == AB_IO);
    CHECK(ab_record_create(path_of("no/such/folder.db"), model, NULL, ab_heap(), &record,
                           &s_error) == AB_IO);
    // a file without contents and an earlier record may be replaced
    path = path_of("empty.db");
    put_file(path, "");
    for (int i = 0; i < 2; i++) {
        CHECK(ab_record_create(path, model, NULL, ab_heap(), &record, &s_error) == AB_OK);
        if (i == 0) {
            ab_record_close(record);
        }
    }
    abRecord *second = NULL; // not while it is being written
    CHECK(ab_record_create(path, model, NULL, ab_heap(), &second, &s_error) == AB_IO);
    ab_record_close(record);
    ab_model_destroy(model);
}

static void wrong_outputs_are_refused_before_anything_is_written(void) {
    abModel *model = NULL;
    abRecord *record = NULL;
    ab_error_clear(&s_error);
    const abOverride wrong = {"outputs", "[boll.position]"};
    CHECK(ab_model_read_text(s_model_text, sizeof s_model_text - 1, "ball.yaml", &wrong, 1,
                             ab_heap(), (abLog){0}, &model, &s_error) == AB_OK);
    CHECK(ab_record_create(path_of("wrong.db"), model, NULL, ab_heap(), &record, &s_error) ==
          AB_BAD_MODEL);
    CHECK(access(path_of("wrong.db"), F_OK) != 0);
    ab_model_destroy(model);
}

static void nan_is_refused_and_named(void) {
    abModel *model = read_model();
    abRecord *record = NULL;
    CHECK(ab_record_create(path_of("nan.db"), model, NULL, ab_heap(), &record, &s_error) == AB_OK);
    abBodyState bodies[2] = {{.orientation = {1, 0, 0, 0}}, {.position = {0, 0, NAN}}};
    abFrame frame = {.bodies = bodies, .body_count = 2};
    abObserver observer = ab_record_observer(record);
    ab_error_clear(&s_error);
    CHECK(observer.frame(observer.context, &frame, &s_error) == AB_NUMERICS);
    CHECK(s_error.count == 1 && strstr(s_error.problems[0].text, "body ball") != NULL);
    ab_record_close(record);
    ab_model_destroy(model);
}

static void damage_is_reported_not_crashed_on(void) {
    FILE *file = fopen(path_of("whole.db"), "rb");
    static char bytes[400000];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    unsigned seed = 12345;
    for (int trial = 0; trial < 60; trial++) {
        static char copy[sizeof bytes];
        memcpy(copy, bytes, size);
        for (int i = 0; i < 40; i++) {
            seed = seed * 1664525u + 1013904223u;
            copy[(seed >> 8) % size] = (char)(seed >> 24);
        }
        const char *path = path_of("damaged.db");
        file = fopen(path, "wb");
        fwrite(copy, 1, trial % 3 == 0 ? size / 2 : size, file);
        fclose(file);
        abRecord *record = NULL;
        abRecordOutcome outcome;
        ab_error_clear(&s_error);
        abResult result = ab_record_open(path, ab_heap(), &record, &s_error);
        CHECK(result == AB_OK || (result == AB_IO && s_error.count > 0));
        for (int64_t i = 0; record != NULL && i < 101; i++) {
            abFrame frame;
            abEvent event;
            ab_record_frame(record, i, AB_FRAME_CONTACTS, &frame, &s_error);
            ab_record_event(record, i, &event, &s_error);
        }
        if (record != NULL) {
            ab_record_outcome(record, &outcome, &s_error);
        }
        ab_record_close(record);
    }
}

// A number that is far above the others: nothing is to be made room for that is not there.
static void rows_beyond_the_file_are_refused(void) {
    static const char *const changes[] = {
        "UPDATE frames SET idx = 2147483648 WHERE idx = (SELECT max(idx) FROM frames)",
        "UPDATE events SET idx = 1099511627776 WHERE idx = (SELECT max(idx) FROM events)"};
    for (int i = 0; i < 2; i++) {
        const char *path = path_of("beyond.db");
        sqlite3 *db = NULL;
        abRecord *record = NULL;
        CHECK(record_fixture(s_model_text, path, &s_error) == AB_OK);
        CHECK(sqlite3_open(path, &db) == SQLITE_OK &&
              sqlite3_exec(db, changes[i], NULL, NULL, NULL) == SQLITE_OK &&
              sqlite3_changes(db) == 1);
        sqlite3_close(db);
        CHECK(ab_record_open(path, ab_heap(), &record, &s_error) == AB_IO && record == NULL);
        CHECK(s_error.count == 1 && strstr(s_error.problems[0].text, "has room for") != NULL);
        ab_error_clear(&s_error);
        unlink(path);
    }
}

// ---- exports of the same record ----

static size_t read_text(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "rb");
    size_t used = file != NULL ? fread(out, 1, size - 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    out[used] = '\0';
    return used;
}

static void csv_has_units_and_all_digits(void) {
    static char text[100000];
    abRecord *record = NULL;
    abSeriesList list;
    abSampleRange range = ab_sample_range();
    range.to = 0.01;
    ab_series_init(&list, ab_heap());
    CHECK(ab_record_open(path_of("whole.db"), ab_heap(), &record, &s_error) == AB_OK);
    const char *const names[] = {"ball.position.z", "contact(ground, ball).point.x"};
    CHECK(ab_samples_resolve(record, names, 2, &list, &s_error) == AB_OK);
    FILE *file = fopen(path_of("out.csv"), "wb");
    CHECK(ab_export_csv(record, &list, &range, file, "out.csv", &s_error) == AB_OK);
    fclose(file);
    read_text(path_of("out.csv"), text, sizeof text);
    static const char head[] =
        "time [s],ball.position.z [m],"
        "\"contact(ground, ball).point.x [m]\"\r\n0,0.20000000000000001,\r\n";
    CHECK(strncmp(text, head, strlen(head)) == 0);
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    CHECK(lines == 4);
    ab_series_done(&list);
    ab_record_close(record);
}

// How often a text occurs.
static int count_text(const char *text, const char *part) {
    int count = 0;
    for (const char *c = text; (c = strstr(c, part)) != NULL; c++) {
        count++;
    }
    return count;
}

static void vtk_files_are_listed_and_sized(void) {
    static char text[400000];
    abRecord *record = NULL;
    abSampleRange range = ab_sample_range();
    range.every = 25;
    CHECK(ab_record_open(path_of("whole.db"), ab_heap(), &record, &s_error) == AB_OK);
    CHECK(ab_export_vtk(record, &range, path_of("scene"), 1.0, &s_error) == AB_OK);
    ab_record_close(record);
    read_text(path_of("scene.pvd"), text, sizeof text);
    CHECK(count_text(text, "<DataSet ") == 10);
    CHECK(strstr(text, "file=\"scene.vtk/bodies_000100.vtp\"") != NULL);
    read_text(path_of("scene.vtk/bodies_000025.vtp"), text, sizeof text);
    int points = 0, polygons = 0;
    const char *piece = strstr(text, "<Piece ");
    CHECK(piece != NULL && sscanf(piece,
                                  "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"0\" "
                                  "NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                                  "NumberOfPolys=\"%d\">",
                                  &points, &polygons) == 2);
    // a ball of 2 poles and 15 rings of 32 points, and the square of a plane
    CHECK(points == 2 + 15 * 32 + 4 && polygons == 2 * 32 + 14 * 32 * 2 + 2);
    CHECK(count_text(text, "<DataArray ") == count_text(text, "</DataArray>"));
    // 8 bytes of length and 3 doubles a point, in base64
    const char *start = strstr(text, "Name=\"Points\""), *end = strstr(text, "</DataArray>");
    start = start != NULL ? strchr(start, '>') + 1 : text;
    CHECK(end != NULL && end - start == (8 + 24 * (long)points + 2) / 3 * 4);
}

static void hdf5_is_written_or_refused_with_a_reason(void) {
    abRecord *record = NULL;
    abSeriesList list;
    abSampleRange range = ab_sample_range();
    ab_series_init(&list, ab_heap());
    ab_error_clear(&s_error);
    CHECK(ab_record_open(path_of("whole.db"), ab_heap(), &record, &s_error) == AB_OK);
    CHECK(ab_samples_resolve(record, NULL, 0, &list, &s_error) == AB_OK && list.count == 6);
    abResult result = ab_export_hdf5(record, &list, &range, path_of("out.h5"), &s_error);
    CHECK(result == AB_OK || (result == AB_USAGE && s_error.count == 1));
    CHECK(ab_export_hdf5(record, &list, &range, path_of("no/out.h5"), &s_error) != AB_OK);
    ab_series_done(&list);
    ab_record_close(record);
}

static void the_folder_is_made(void) {
    scratch_folder(s_folder);
}

static void the_folder_is_removed(void) {
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(the_folder_is_made), AB_TEST(a_run_reads_back),
         AB_TEST(a_stopped_run_resumes_to_the_same_bits),
         AB_TEST(a_killed_run_resumes_to_the_same_bits), AB_TEST(a_complete_run_is_not_resumed),
         AB_TEST(other_files_are_left_alone),
         AB_TEST(wrong_outputs_are_refused_before_anything_is_written),
         AB_TEST(nan_is_refused_and_named), AB_TEST(damage_is_reported_not_crashed_on),
         AB_TEST(rows_beyond_the_file_are_refused), AB_TEST(csv_has_units_and_all_digits),
         AB_TEST(vtk_files_are_listed_and_sized), AB_TEST(hdf5_is_written_or_refused_with_a_reason),
         AB_TEST(the_folder_is_removed))
