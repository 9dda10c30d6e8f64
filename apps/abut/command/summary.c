// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// summary.c - sums up a record.

#include "command/summary.h"
#include "base/no_memory.h"
#include "command/doubts.h"
#include "record/file/record_columns.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

// ---- what is summed up ----

typedef struct Counts {
    int64_t of_kind[AB_EVENT_KINDS];
    int64_t let_go;                  // ropes and limits of joints
    int64_t ended;                   // contacts
    double shortest, longest, total; // durations                          [s]
} Counts;

static abResult count_events(abRecord *record, Counts *counts, abError *error) {
    *counts = (Counts){.shortest = INFINITY};
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
        counts->of_kind[event.kind]++;
        counts->let_go += event.kind == AB_EVENT_RELEASE && event.link != 0;
        if (event.kind == AB_EVENT_RELEASE && event.link == 0) {
            counts->ended++;
            counts->shortest = fmin(counts->shortest, event.duration);
            counts->longest = fmax(counts->longest, event.duration);
            counts->total += event.duration;
        }
    }
    return AB_OK;
}

// "ground and ball", "ball" or "".
static void pair_text(const abRecord *record, const int bodies[2], char *out, size_t size) {
    const char *a = ab_record_body_name(record, bodies[0]);
    const char *b = ab_record_body_name(record, bodies[1]);
    snprintf(out, size, "%s%s%s", a, a[0] != '\0' && b[0] != '\0' ? " and " : "", b);
}

// Whose error set the step: bodies, or the energy lost and put in, which is integrated with them.
static void limiting_text(const abRecord *record, const int bodies[2], char *out, size_t size) {
    pair_text(record, bodies, out, size);
    if (out[0] == '\0') {
        snprintf(out, size, "the energy book or a state");
    }
}

// 12345678 -> "12 345 678", thin to read
static const char *grouped(int64_t value, char *out, size_t size) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-') {
            out[used++] = ' ';
        }
        out[used++] = digits[i];
    }
    out[used] = '\0';
    return out;
}

// ---- for people ----

static void print_end(const abRecord *record, const abRecordOutcome *outcome, int doubts,
                      FILE *out) {
    const abRecordInfo *info = ab_record_info(record);
    static const char *const words[] = {[AB_RECORD_OPEN] =
                                            "not finished: being written, or killed;",
                                        [AB_RECORD_DONE] = "done:",
                                        [AB_RECORD_STOPPED] = "stopped:",
                                        [AB_RECORD_FAILED] = "FAILED:"};
    bool is_doubtful = outcome->status == AB_RECORD_DONE && doubts > 0;
    fprintf(out, "%s %s t = %.6g s", info->title,
            is_doubtful ? "ended, but is not plausible:" : words[outcome->status], outcome->time);
    if (outcome->status != AB_RECORD_DONE) {
        fprintf(out, " of %.6g s", info->end_time);
    }
    fprintf(out, ", %lld frames", (long long)info->frame_count);
    if (outcome->seconds > 0.0) {
        fprintf(out, ", %.3g s of computing", outcome->seconds);
    }
    fprintf(out, "\n");
}

static void print_events(const Counts *counts, const abRecordOutcome *outcome,
                         const abRecord *record, FILE *out) {
    fprintf(out, "  events      ");
    for (int kind = 0; kind < AB_EVENT_KINDS; kind++) {
        if (counts->of_kind[kind] == 0 && kind > AB_EVENT_RELEASE) {
            continue;
        }
        fprintf(out, "%s%lld %s", kind > 0 ? ", " : "", (long long)counts->of_kind[kind],
                ab_event_name((abEventKind)kind));
    }
    fprintf(out, "\n");
    if (counts->ended > 0) {
        fprintf(out, "  contacts    %lld ended, lasting %.3g s to %.3g s, %.3g s on average\n",
                (long long)counts->ended, counts->shortest, counts->longest,
                counts->total / (double)counts->ended);
    }
    if (counts->let_go > 0) {
        fprintf(out, "  ropes       and limits of joints let go %lld time%s\n",
                (long long)counts->let_go, counts->let_go == 1 ? "" : "s");
    }
    const abStatistics *s = &outcome->statistics;
    if (s->worst_depth > 0.0) {
        char pair[240];
        pair_text(record, s->worst_depth_bodies, pair, sizeof pair);
        fprintf(out, "  depth       at most %.4g m, %s at t = %.6g s\n", s->worst_depth, pair,
                s->worst_depth_time);
    }
}

static void print_cost(const abRecordOutcome *outcome, const abRecord *record, FILE *out) {
    const abStatistics *s = &outcome->statistics;
    char a[40], b[40], c[40];
    if (s->steps == 0) {
        return;
    }
    if (s->energy_scale > 0.0) {
        fprintf(out, "  energy      kept to %.2g of the %.4g J turned over (%.2g J)\n",
                s->energy_drift / s->energy_scale, s->energy_scale, s->energy_drift);
    }
    fprintf(out, "  steps       %s, the shortest %.2g s (%s)", grouped(s->steps, a, sizeof a),
            s->smallest_step, s->integrator);
    if (s->rejected > 0) {
        fprintf(out, "; %s were not accurate enough and taken again",
                grouped(s->rejected, b, sizeof b));
    }
    fprintf(out, "\n");
    if (s->dense_steps > 0) {
        fprintf(out,
                "  dense       %s implicit steps, over %.3g s that events do not get through\n",
                grouped(s->dense_steps, a, sizeof a), s->dense_time);
    }
    if (s->limiting_share > 0.0) {
        char pair[240];
        limiting_text(record, s->limiting_bodies, pair, sizeof pair);
        fprintf(out, "  step length set by the motion of %s, in %.0f %% of the steps\n", pair,
                100.0 * s->limiting_share);
    }
    double span = outcome->time - ab_record_info(record)->start_time;
    if (s->evaluations > 0 && outcome->seconds > 0.0 && span > 0.0) {
        double rate = span / outcome->seconds;
        fprintf(out, "  speed       %.3g times %s real time; forces computed %s times\n",
                rate >= 1.0 ? rate : 1.0 / rate, rate >= 1.0 ? "as fast as" : "slower than",
                grouped(s->evaluations, c, sizeof c));
    }
}

enum { SHOWN = 20 }; // warnings

static abResult print_warnings(abRecord *record, int64_t shown, FILE *out, abError *error) {
    int64_t count = ab_record_info(record)->warning_count;
    for (int64_t i = 0; i < count && i < shown; i++) {
        const char *text;
        AB_TRY(ab_record_warning(record, i, &text, error));
        fprintf(out, "  %s  %s\n", i == 0 ? "warnings  " : "          ", text);
    }
    if (count > shown && shown == 0) {
        fprintf(out, "  warnings    %lld; abut info record shows them again\n", (long long)count);
    } else if (count > shown) {
        fprintf(out, "              ... and %lld more\n", (long long)(count - shown));
    }
    return AB_OK;
}

abResult summary_text(abRecord *record, bool with_warnings, FILE *out, abError *error) {
    abRecordOutcome outcome;
    Counts counts;
    AB_TRY(ab_record_outcome(record, &outcome, error));
    int doubts;
    AB_TRY(count_events(record, &counts, error));
    AB_TRY(doubts_count(record, &doubts, error));
    print_end(record, &outcome, doubts, out);
    print_events(&counts, &outcome, record, out);
    print_cost(&outcome, record, out);
    AB_TRY(print_warnings(record, with_warnings ? SHOWN : 0, out, error));
    fprintf(out, "  record      %s\n", ab_record_info(record)->path);
    if (outcome.status == AB_RECORD_STOPPED || outcome.status == AB_RECORD_OPEN) {
        fprintf(out, "  go on with  abut resume %s\n", ab_record_info(record)->path);
    }
    return AB_OK;
}

// ---- for machines ----

static void put_names(abJson *json, const char *key, const abRecord *record, const int bodies[2]) {
    ab_json_open(json, key, '[');
    for (int i = 0; i < 2; i++) {
        const char *name = ab_record_body_name(record, bodies[i]);
        if (name[0] != '\0') {
            ab_json_text(json, NULL, name);
        }
    }
    ab_json_close(json, ']');
}

static void put_statistics(abJson *json, const abRecord *record, const abRecordOutcome *outcome) {
    const abStatistics *s = &outcome->statistics;
    ab_json_open(json, "statistics", '{');
    for (int i = 0; i < ab_statistics_columns.count; i++) {
        const abColumn *column = &ab_statistics_columns.columns[i];
        if (column->kind == AB_COLUMN_INT64) {
            ab_json_integer(json, column->name, (int64_t)ab_column_number(column, s));
        } else if (column->kind == AB_COLUMN_REAL) {
            ab_json_number(json, column->name, ab_column_number(column, s));
        }
    }
    put_names(json, "worst_depth_pair", record, s->worst_depth_bodies);
    put_names(json, "limiting_pair", record, s->limiting_bodies);
    ab_json_text(json, "integrator", s->integrator);
    ab_json_number(json, "seconds", outcome->seconds);
    ab_json_close(json, '}');
}

static abResult put_events(abJson *json, abRecord *record, abError *error) {
    ab_json_open(json, "events", '[');
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
        ab_json_open(json, NULL, '{');
        json->is_indented = false; // an event is a line
        ab_json_number(json, "time", event.time);
        ab_json_text(json, "kind", ab_event_name(event.kind));
        if (event.kind == AB_EVENT_SENSOR) {
            ab_json_text(json, "sensor", ab_record_sensor_name(record, event.sensor));
            ab_json_number(json, "value", event.value);
        } else if (event.kind == AB_EVENT_CHANGE) {
            ab_json_text(json, "path", event.path);
            ab_json_text(json, "value", event.text);
        } else {
            put_names(json, "pair", record, (int[2]){event.body_a, event.body_b});
            ab_json_number(json, "speed", event.speed);
        }
        if (event.kind == AB_EVENT_RELEASE) {
            ab_json_number(json, "depth", event.depth);
            ab_json_number(json, "duration", event.duration);
        }
        ab_json_close(json, '}');
        json->is_indented = true;
    }
    ab_json_close(json, ']');
    return AB_OK;
}

static abResult put_energy(abJson *json, abRecord *record, abError *error) {
    int64_t last = ab_record_info(record)->frame_count - 1;
    if (last < 0) {
        return AB_OK;
    }
    abFrame frame;
    AB_TRY(ab_record_frame(record, last, 0, &frame, error));
    const abEnergyBook *e = &frame.energy;
    ab_json_open(json, "energy", '{');
#define AB_ENERGY(field, text) ab_json_number(json, #field, e->field);
#include "record/series/energies.def"
#undef AB_ENERGY
    ab_json_number(json, "balance", ab_energy_balance(e));
    ab_json_close(json, '}');
    return AB_OK;
}

static abResult put_warnings(abJson *json, abRecord *record, abError *error) {
    ab_json_open(json, "warnings", '[');
    for (int64_t i = 0; i < ab_record_info(record)->warning_count; i++) {
        const char *text;
        AB_TRY(ab_record_warning(record, i, &text, error));
        ab_json_text(json, NULL, text);
    }
    ab_json_close(json, ']');
    return AB_OK;
}

static abResult put_summary(abJson *json, abRecord *record, abError *error) {
    static const char *const words[] = {"open", "done", "stopped", "failed"};
    const abRecordInfo *info = ab_record_info(record);
    abRecordOutcome outcome;
    int doubts;
    AB_TRY(ab_record_outcome(record, &outcome, error));
    AB_TRY(doubts_count(record, &doubts, error));
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "status", words[outcome.status]);
    ab_json_boolean(json, "plausible", doubts == 0);
    ab_json_text(json, "message", outcome.message);
    ab_json_text(json, "model", info->model_path);
    ab_json_text(json, "model_hash", info->model_hash);
    ab_json_text(json, "program", info->program);
    ab_json_text(json, "record", info->path);
    ab_json_number(json, "time", outcome.time);
    ab_json_number(json, "end_time", info->end_time);
    ab_json_integer(json, "frames", info->frame_count);
    put_statistics(json, record, &outcome);
    AB_TRY(put_energy(json, record, error));
    AB_TRY(put_warnings(json, record, error));
    AB_TRY(put_events(json, record, error));
    ab_json_close(json, '}');
    return AB_OK;
}

abResult summary_json(abRecord *record, FILE *out, abError *error) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    abResult result = put_summary(&json, record, error);
    if (result == AB_OK && text.failed) {
        result = ab_no_memory(error, (abPlace){0}, "for the summary");
    }
    if (result == AB_OK) {
        fprintf(out, "%s\n", ab_text_string(&text));
    }
    ab_text_done(&text);
    return result;
}
