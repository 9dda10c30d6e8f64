// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// many_runs.c - a thousand runs of one model by the C interface, in one thread: what bench/many_runs.py
// compares `abut.rollout` and `abut sweep` with.
//
//   many_runs MODEL COUNT     restitutions from 0.3 to 0.9; height and speeds of the ball at each frame

#include <abut/abut.h>
#include <abut/series.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const s_outputs[] = {"ball.position.z", "ball.velocity"};
enum { COLUMNS = 4 };

typedef struct Rows {
    abSeriesReader *reader;
    double *next;
} Rows;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    Rows *rows = context;
    (void)error;
    ab_series_reader_read(rows->reader, frame, rows->next);
    rows->next += COLUMNS;
    return AB_OK;
}

static abResult run_one(const abModel *model, double restitution, Rows *rows, abError *error) {
    abSimulation *s;
    char text[40];
    AB_TRY(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, error));
    snprintf(text, sizeof text, "%.17g", restitution);
    abResult result = ab_simulation_set_value(s, "pairs.0.restitution", text, error);
    abObserver observer = {rows, take_frame, NULL, NULL};
    result = result == AB_OK ? ab_simulation_run(s, &observer, error) : result;
    ab_simulation_destroy(s);
    return result;
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    static abError error;
    abModel *model = NULL;
    Rows rows = {NULL, NULL};
    int count = argc == 3 ? atoi(argv[2]) : 0;
    double *values = calloc((size_t)count * 301 * COLUMNS + 1, sizeof *values);
    abResult result = argc != 3 || values == NULL
                          ? AB_USAGE
                          : ab_model_read(argv[1], NULL, 0, ab_heap(), (abLog){0}, &model, &error);
    result = result == AB_OK
                 ? ab_series_reader_create(model, s_outputs, 2, ab_heap(), &rows.reader, &error)
                 : result;
    double begun = processor_seconds();
    for (int i = 0; i < count && result == AB_OK; i++) {
        rows.next = values + (size_t)i * 301 * COLUMNS;
        result = run_one(model, 0.3 + 0.6 * i / (count - 1.0), &rows, &error);
    }
    printf("%.6f\n", processor_seconds() - begun);
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_series_reader_destroy(rows.reader);
    ab_model_destroy(model);
    free(values);
    return result == AB_OK ? 0 : 1;
}
