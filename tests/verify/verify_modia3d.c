// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_modia3d.c - runs the models of modia3d/ and compares the quantities of modia3d.table.
//
// The end state is compared as the source does it: all numbers of all bodies in one vector, in the
// frames and angles of the source, the 2-norm of the difference against max(atol, rtol norm).
// Angles are taken on the branch nearest to the reference, so whole turns do not count.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cardan.h"
#include "families.h"
#include "math/core/vector_math.h"
#include "modia3d_table.h"
#include "verify_modia3d.h"
#include "verify_run.h"

static const char s_rows[] = "tests/verify/modia3d.table";
static const char s_states[] = "tests/verify/modia3d.states";

// ---- end states ----

static double *put(double *out, abVec3 v) {
    *out++ = v.x;
    *out++ = v.y;
    *out++ = v.z;
    return out;
}

// Our state of a body in the layout of `part`; returns the number of values.
static int convert(const abBodyState *body, const StatePart *part, double *out) {
    if (part->is_slide) {
        out[0] = ab_dot(body->velocity, part->axis);
        out[1] = ab_dot(body->position, part->axis);
        return 2;
    }
    abMat3 R_WP = cardan_to_matrix(part->angles, false);
    abMat3 R_PB = ab_mat3_t_mul(R_WP, ab_quat_to_matrix(body->orientation));
    abVec3 reference = {part->values[6], part->values[7], part->values[8]};
    out = put(out, ab_mul_t(R_WP, ab_sub(body->position, part->origin)));
    out = put(out, ab_mul_t(R_WP, body->velocity));
    out = put(out, cardan_nearest(cardan_from_matrix(R_PB, part->is_xzy), reference));
    put(out, ab_mul_t(R_WP, body->angular_velocity));
    return 12;
}

typedef struct Norms {
    double difference, largest; // of the difference; the larger of the two vectors
} Norms;

static Norms compare_states(const Run *run, const EndState *state) {
    double sums[3] = {0.0, 0.0, 0.0}; // squares of the difference, ours, reference
    for (int i = 0; i < state->part_count; i++) {
        const StatePart *part = &state->parts[i];
        int body = run_body(run, part->body);
        if (body == 0) {
            return (Norms){NAN, NAN};
        }
        double ours[12];
        int count = convert(run_end(run, body), part, ours);
        for (int k = 0; k < count; k++) {
            double d = ours[k] - part->values[k];
            sums[0] += d * d;
            sums[1] += ours[k] * ours[k];
            sums[2] += part->values[k] * part->values[k];
        }
    }
    return (Norms){sqrt(sums[0]), sqrt(fmax(sums[1], sums[2]))};
}

// ---- quantities ----

typedef struct Words {
    char word[8][40];
    int count;
} Words;

static Words split(const char *text) {
    Words words = {.count = 0};
    int used;
    while (words.count < 8 && sscanf(text, "%39s%n", words.word[words.count], &used) == 1) {
        words.count++;
        text += used;
    }
    return words;
}

static double event_field(const abEvent *event, const char *field) {
    if (event == NULL) {
        return NAN;
    }
    const struct {
        const char *name;
        double value;
    } fields[] = {{"time", event->time},
                  {"speed", event->speed},
                  {"damping", event->law[0]},
                  {"depth", event->depth},
                  {"duration", event->duration}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strcmp(fields[i].name, field) == 0) {
            return fields[i].value;
        }
    }
    return NAN;
}

// touch A B N FIELD, touch A B ~T FIELD, and likewise release
static double event_quantity(const Run *run, const Words *w) {
    abEventKind kind = strcmp(w->word[0], "touch") == 0 ? AB_EVENT_TOUCH : AB_EVENT_RELEASE;
    int a = run_body(run, w->word[1]), b = run_body(run, w->word[2]);
    if (a == 0 || b == 0) {
        return NAN;
    }
    const char *which = w->word[3];
    const abEvent *event = which[0] == '~'
                               ? run_event_near(run, kind, a, b, strtod(which + 1, NULL))
                               : run_event(run, kind, a, b, atoi(which));
    return event_field(event, w->word[4]);
}

// BODY.SERIES.COMPONENT at an instant
static double series_at(const Run *run, double time, const char *series) {
    char name[40] = "", what[24] = "", component = 0;
    if (sscanf(series, "%39[^.].%23[^.].%c", name, what, &component) != 3) {
        return NAN;
    }
    int body = run_body(run, name);
    if (body == 0 || component < 'x' || component > 'z') {
        return NAN;
    }
    const abBodyState *state = run_state(run, body, time);
    abVec3 v = strcmp(what, "position") == 0   ? state->position
               : strcmp(what, "velocity") == 0 ? state->velocity
                                               : state->angular_velocity;
    return ab_get(v, component - 'x');
}

// Speed of the lowest point of a ball.
static double slip_at(const Run *run, double time, const char *name, double radius) {
    int body = run_body(run, name);
    if (body == 0) {
        return NAN;
    }
    const abBodyState *state = run_state(run, body, time);
    abVec3 v =
        ab_add(state->velocity, ab_cross(state->angular_velocity, (abVec3){0.0, 0.0, -radius}));
    return hypot(v.x, v.y);
}

// Largest difference of two bodies in what they did since the start, in world axes.
static double apart(const Run *run, const char *first, const char *second) {
    int a = run_body(run, first), b = run_body(run, second);
    if (a == 0 || b == 0) {
        return NAN;
    }
    const abBodyState *p = run_end(run, a), *q = run_end(run, b);
    abVec3 went_p = ab_sub(p->position, run->states[a - 1].position);
    abVec3 went_q = ab_sub(q->position, run->states[b - 1].position);
    return fmax(ab_norm(ab_sub(went_p, went_q)),
                fmax(ab_norm(ab_sub(p->velocity, q->velocity)),
                     ab_norm(ab_sub(p->angular_velocity, q->angular_velocity))));
}

static double evaluate(const Run *run, const char *quantity) {
    Words w = split(quantity);
    const char *what = w.word[0];
    if (strcmp(what, "touch") == 0 || strcmp(what, "release") == 0) {
        return w.count == 5 ? event_quantity(run, &w) : NAN;
    }
    if (strcmp(what, "touches") == 0 && w.count == 3) {
        return run_event_count(run, AB_EVENT_TOUCH, run_body(run, w.word[1]),
                               run_body(run, w.word[2]));
    }
    if (strcmp(what, "at") == 0 && w.count == 5) {
        return slip_at(run, strtod(w.word[1], NULL), w.word[3], strtod(w.word[4], NULL));
    }
    if (strcmp(what, "at") == 0 && w.count == 4) { // at T output NAME
        return run_output(run, w.word[3], strtod(w.word[1], NULL));
    }
    if (strcmp(what, "at") == 0 && w.count == 3) {
        return series_at(run, strtod(w.word[1], NULL), w.word[2]);
    }
    if (strcmp(what, "sign") == 0 && w.count == 3) {
        double value = series_at(run, strtod(w.word[1], NULL), w.word[2]);
        return (value > 0.0) - (value < 0.0);
    }
    if (strcmp(what, "apart") == 0 && w.count == 3) {
        return apart(run, w.word[1], w.word[2]);
    }
    if (strcmp(what, "drift") == 0) {
        return run_drift(run);
    }
    if (strcmp(what, "mechanical") == 0) {
        const abEnergyBook *e = &run_last(run)->energy;
        return e->kinetic + e->gravity + e->springs + e->contacts;
    }
    if (strcmp(what, "lift") == 0) {
        return run->contact_count > 0 ? run->contacts[0].force.z : 0.0;
    }
    return strcmp(what, "finishes") == 0 ? 1.0 : NAN;
}

// ---- rows ----

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

// A run of the model at another tolerance that only has to come to its end.
static void add_finish(Report *report, const char *path, const TableRow *row) {
    Run run;
    double before = run_use_tolerance(strtod(row->quantity + strlen("finishes at "), NULL));
    run_file(&run, path);
    run_use_tolerance(before);
    report_near(report, row->name, row->quantity, 1.0, run.result == AB_OK ? 1.0 : 0.0, 0.0,
                run.result == AB_OK ? row->note : run.message);
    run_done(&run);
}

static void add_row(Report *report, const Table *table, const Run *run, const TableRow *row) {
    char note[200];
    snprintf(note, sizeof note, "%s%s%s", row->kind, row->note[0] != '\0' ? ": " : "", row->note);
    const char *label = row->quantity + 5;
    if (strncmp(row->quantity, "norm ", 5) == 0) {
        const EndState *state = table_find_state(table, row->name, label);
        Norms norms = state != NULL ? compare_states(run, state) : (Norms){NAN, NAN};
        report_near(report, row->name, row->quantity, 0.0, norms.difference,
                    fmax(row->atol, row->rtol * norms.largest), note);
        return;
    }
    double ours = evaluate(run, row->quantity);
    double scale = fmax(fabs(ours), fabs(row->expected));
    report_near(report, row->name, row->quantity, row->expected, ours,
                fmax(row->atol, row->rtol * scale), note);
}

// A row that wants the model refused, with a word of the message.
static void add_refusal(Report *report, const Run *run, const TableRow *row) {
    const char *word = row->quantity + strlen("message ");
    bool is_refused = run->result == AB_BAD_MODEL && strstr(run->message, word) != NULL;
    report_near(report, row->name, row->quantity, 1.0, is_refused ? 1.0 : 0.0, 0.0,
                run->message[0] != '\0' ? run->message : "it ran");
}

// All rows from `first` on that belong to the same case; returns the index behind them.
static int verify_case(Report *report, const Table *table, int first) {
    const TableRow *rows = table->rows;
    int end = first;
    while (end < table->row_count && strcmp(rows[end].name, rows[first].name) == 0) {
        end++;
    }
    if (strcmp(rows[first].quantity, "-") == 0 || !report_wants(report, rows[first].name)) {
        for (int i = first; i < end; i++) {
            report_open(report, rows[i].name, rows[i].quantity, rows[i].note);
        }
        return end;
    }
    char path[120];
    const char *name = rows[first].name;
    const char *form = strstr(name, ".yaml") != NULL ? "%s"
                       : strchr(name, '/') != NULL   ? "tests/verify/%s.yaml"
                                                     : "tests/verify/modia3d/%s.yaml";
    snprintf(path, sizeof path, form, name);
    Run run;
    run_file(&run, path);
    if (run.result != AB_OK && !begins_with(rows[first].quantity, "message ")) {
        report_broken(report, name, run.message);
    } else {
        for (int i = first; i < end; i++) {
            if (begins_with(rows[i].quantity, "message ")) {
                add_refusal(report, &run, &rows[i]);
            } else if (begins_with(rows[i].quantity, "finishes at ")) {
                add_finish(report, path, &rows[i]);
            } else if (strcmp(rows[i].kind, "open") == 0) {
                report_open(report, name, rows[i].quantity, rows[i].note);
            } else if (strcmp(rows[i].kind, "differs") == 0) {
                report_differs(report, name, rows[i].quantity, rows[i].note);
            } else {
                add_row(report, table, &run, &rows[i]);
            }
        }
    }
    run_done(&run);
    return end;
}

void verify_modia3d_rows(Report *report, bool are_robots) {
    static Table table; // large
    if (!table_read(&table, s_rows, s_states)) {
        report_broken(report, "modia3d.table", table.message);
        return;
    }
    for (int i = 0; i < table.row_count;) {
        bool is_robot = begins_with(table.rows[i].name, "robots/");
        i = is_robot == are_robots ? verify_case(report, &table, i) : i + 1;
    }
}

void verify_modia3d(Report *report) {
    verify_modia3d_rows(report, false);
}
