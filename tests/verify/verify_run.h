// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_run.h - runs a model through the library and keeps what the comparisons need.

#ifndef VERIFY_RUN_H
#define VERIFY_RUN_H

#include "abut/abut.h"
#include "verify_report.h"

// One output instant: the bodies are Run.states[index * body_count ...].
typedef struct Instant {
    double time;
    double force;    // normal force of the first contact, 0 when there is none    [N]
    double pressed;  // sum of the normal forces of all contacts                   [N]
    double depth;    // of the first contact                                       [m]
    abVec3 pressing; // likewise the normal force as a vector, on the second body   [N]
    double pressure; // likewise                                                [Pa]
    int points;      // likewise
    abEnergyBook energy;
} Instant;

enum { RUN_CONTACTS = 16 }; // that are kept

typedef struct Run {
    abModel *model;
    abResult result;   // of the whole: read or built, created, run
    char message[512]; // first problem, when result is not AB_OK
    Instant *instants;
    abBodyState *states;
    size_t instant_count, instant_capacity;
    int body_count;
    double *modes; // as abFrame has them: of instant i from modes[i * modal_count] on
    int modal_count;
    double *requests; // likewise outputs given as expressions, request_count of them
    int request_count;
    abEvent *events;
    size_t event_count, event_capacity;
    abContactState contacts[RUN_CONTACTS]; // of the last instant
    int contact_count;
    abContactRegion regions[RUN_CONTACTS]; // likewise
    int region_count;
    // sums of the map of the last instant over the points of shape 0 and 1
    abVec3 map_force[2];   // [N]
    double map_pressed[2]; // pressure times area [N]
    abStatistics statistics;
    double seconds; // wall time
} Run;

// Runs the model of a file; or a compiled model, which the run then owns. Release with run_done.
void run_file(Run *run, const char *path);
void run_file_with(Run *run, const char *path, const abOverride *overrides, int count);
void run_model(Run *run, abModel *model);
// Runs a model given as a text in YAML; it stands in tests/verify for the files that it names.
void run_yaml(Run *run, const char *text);
// Likewise, standing at `path`; what it names must lie in that folder or below.
void run_yaml_at(Run *run, const char *text, const char *path);
void run_done(Run *run);
// A run that did not come to its end is a broken row; it is then released.
static inline bool is_broken(Report *report, const char *name, Run *run) {
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
        run_done(run);
        return true;
    }
    return false;
}
// Replaces the tolerance of all models, to see how results converge; 0: as the models say. Answers
// what was in use before.
double run_use_tolerance(double tolerance);

// The modes at the output instant nearest to `time`; the first three numbers are energies.
const double *run_modes(const Run *run, double time);
// Value of the output of that name, given as an expression, at the output instant nearest to `time`;
// NAN when there is none.
double run_output(const Run *run, const char *name, double time);
// Index of a body from 1, or 0 when there is none of that name.
int run_body(const Run *run, const char *name);
// State of a body (index from 1) at the output instant nearest to `time`; at the end of the run.
const abBodyState *run_state(const Run *run, int body, double time);
const abBodyState *run_end(const Run *run, int body);
const Instant *run_last(const Run *run);
// The n-th event of that kind, from 1; of all pairs when a is 0. NULL when there is none.
const abEvent *run_event(const Run *run, abEventKind kind, int a, int b, int n);
// Of the events of that kind the one nearest to `time`.
const abEvent *run_event_near(const Run *run, abEventKind kind, int a, int b, double time);
int run_event_count(const Run *run, abEventKind kind, int a, int b);
// Largest normal force of the first contact, by a parabola through the three highest instants.
double run_peak_force(const Run *run);
// Largest |balance - balance at the start| by the energy turned over.
double run_drift(const Run *run);

#endif
