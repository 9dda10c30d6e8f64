// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run.h - the inside of a simulation, shared by the files of this folder.

#ifndef AB_RUN_H
#define AB_RUN_H

#include "dynamics/observe.h"
#include "dynamics/rigid_hit.h"
#include "integrate/sensors.h"
#include "integrate/stepper.h"
#include "integrate/sweep.h"
#include "law/law.h"

// Integrators a simulation can change between.
typedef enum abMethodChoice { AB_USE_EXPLICIT, AB_USE_STIFF, AB_USE_COUNT } abMethodChoice;

// What `auto` has measured: evaluations per simulated second of each integrator.
typedef struct abMeasure {
    double explicit_cost; // evaluations per second while stiff
    double trial_start;   // time and evaluations when the stiff integrator took over
    double trial_evaluations;
    double next_trial; // not before this time
    double trial_pause;
} abMeasure;

// Scales of a body's motion; errors are measured against these.
typedef struct abScales {
    double length, speed; // [m], [m/s]
    double turn;          // of the orientation                                           [rad]
    double far;           // largest coordinate, of the body or one it touches            [m]
    double rate;          // of its stiffest contact: speed by depth                      [1/s]
} abScales;

typedef struct abRunCode abRunCode; // user_code.c

// Values set as it ran, in order; texts in the arena.
typedef struct abRunChanges {
    abChange *list;
    size_t count, capacity;
    size_t told; // to an observer
} abRunChanges;

typedef struct abMethod abMethod; // method.h

// How steps crowd at one place in time, see crowd.c.
typedef struct abCrowd {
    double start;        // of the window that is counted                                   [s]
    int64_t steps, most; // in it; more are too many
    double bridged, h;   // end and length of the last bridge; 0: none yet                  [s]
    double still_h;      // of the last that was solved, see is_still                       [s]
    int64_t chain, left; // bridges before events are tried again; still to come
    bool is_behind;      // contacts and modes are those before the last
    bool is_still;       // nothing moved in the last
} abCrowd;

struct abSimulation {
    const abModel *model;
    abModel *own_model; // the same, when the simulation made it; else NULL
    const abMethod *method;
    void *own; // of the method
    abSimulationDef options;
    abAllocator allocator;
    abLog log;
    abArena arena;
    abDynamics dynamics;
    abRigidHit hit; // impacts of rigid bodies
    abSweep sweep;
    abRunCode *code;         // of users; NULL: not there or not allowed
    struct abRoutine **post; // per contact rule; NULL like `code`
    abStepper steppers[AB_USE_COUNT];
    bool has_stepper[AB_USE_COUNT];
    int use;
    abStateGroup *groups;
    int group_count;
    double *weights, *floors;
    abScales *scales;              // per body
    double *y, *y_frame, *y_event; // current; at a frame; at an event
    double t;
    double eps;           // resolution of distances
    double energy_scale;  // largest kinetic energy so far, for the weights of the book
    double balance_start; // energy balance at the start
    int64_t frame_index;  // of the next frame
    int64_t extra_frames; // told where a sensor halted, beside those of the interval
    int64_t event_index;  // of the next event
    abRunChanges changes;
    abSensors sensors;
    double *requests;                      // room for frames
    int64_t shared_steps;                  // steps since a stepper with history was restarted
    int64_t quiet_steps;                   // of the explicit pair since the last event or trial
    double quiet_start, quiet_evaluations; // when they began, and the count then
    abCrowd crowd;
    double instant;    // of the last step                                                [s]
    int steps_at_once; // in a row that ended there
    int last_hit[2];   // numbers of two bodies and one, of the last impact
    bool *is_hit;      // per body, in a bridge: room
    size_t hit_capacity;
    double *y_bridge; // the state before it: room
    size_t bridge_capacity;
    double jammed;      // time at which slip without a force was last caught               [s]
    double flight_step; // last accepted step without touches but rigid ones, to begin with after an
                        // event
    bool is_started;
    int64_t *limits; // per group, grips with the quadratures: steps it set
    int limit_count;
    int64_t small_steps;           // in a row
    bool *may_rest, has_rest;      // resting.c: per body; whether any may
    int *rest_island, *rest_marks; // room for it
    bool is_warned;
    bool is_singular; // a joint that lost hold was told of
    abMeasure measure;
    abStatistics statistics;
    // room for frames
    abBodyState *body_states;
    abContactState *contact_states;
    size_t contact_capacity;
    double *joint_forces, *limit_loads, *force_loads;
};

// A body's size for scales: its reach, or a metre when it has no shape.                  [m]
static inline double ab_body_size(const abBody *body) {
    return isfinite(body->bound) && body->bound > 0.0 ? body->bound : 1.0;
}

// create.c: the integrators of method events.
abResult ab_run_make_steppers(abSimulation *s, abError *error);

// simulation.c: tells all frames with a time up to `until`.
abResult ab_run_tell_frames(abSimulation *s, double until, const abObserver *observer,
                            abError *error);

// simulation.c: counts the turns that expressions look at, at the end of a step.
void ab_run_count_turns(abSimulation *s);

// weights.c: absolute error allowed per state.
void ab_run_weights(abSimulation *s);

// events.c: looks for the first event of the last step; moves the end of the step there. Afterwards
// theta_end tells how much of the step counts (1: all) and y_event holds the state there.
typedef struct abFound {
    double theta; // 1 when there is no event
    bool is_event;
    bool is_slip; // modes of grips end
} abFound;
abResult ab_run_tell_event(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                           const abTouch *touch, const abProximity *at, abError *error);
// slips.c: modes of points of exact friction after an event; tells which contacts stick or slip.
abResult ab_run_settle(abSimulation *s, const abObserver *observer, abError *error);
// Where in (0, end] the mode of a grip first contradicts itself; INFINITY when none does.
// Those that do are marked.
double ab_run_find_slip(abSimulation *s, double end);
abResult ab_run_find_event(abSimulation *s, abFound *found, abError *error);
// Changes the memory for the state placed at time t and tells the observer.
abResult ab_run_apply_events(abSimulation *s, double t, const double *y, const abObserver *observer,
                             bool *changed, abError *error);
// Contacts that exist at the start.
abResult ab_run_first_contacts(abSimulation *s, const abObserver *observer, abError *error);

// impacts.c: an impact or capture has been applied to s->y; it goes into the book.
void ab_run_book_impact(abSimulation *s, double kinetic_before);
// rigid_search.c: where in (0, end] a closed point parts or a further point of a touching pair
// closes; INFINITY when none does.
typedef struct abRigidEvent {
    double theta;
    bool is_closing;
    abRigidPoint point; // that closes
} abRigidEvent;
abRigidEvent ab_run_find_rigid(abSimulation *s, double end);
// At an event, after touches have begun: impacts, rest, release of rigid contact in s->y.
abResult ab_run_impacts(abSimulation *s, const abObserver *observer, bool *changed, abError *error);
// After a step without one: points that slid on or off.
abResult ab_run_follow_rigid(abSimulation *s, const abObserver *observer, bool *changed,
                             abError *error);
// Where no step goes on because slip has no force that keeps bodies apart: an impulse ends it.
// False when that was not so, or did not help the last time.
abResult ab_run_catch_slip(abSimulation *s, const abObserver *observer, bool *caught,
                           abError *error);
// bounces.c: whether a touch next to a point still bounces, though it is closed.
bool ab_run_bounces_beside(const abSimulation *s, const abRigidPoint *point);
// Where something hits bodies of such a touch its points get the rate they have by then.
void ab_run_revive_bounces(abSimulation *s);
// link_events.c: ropes and limits that are no longer in the list to be taken; that open now, or
// begin to carry; whose bounces have ended.
abResult ab_run_tell_lost_links(abSimulation *s, const abObserver *observer, abError *error);
abResult ab_run_follow_links(abSimulation *s, const abObserver *observer, abError *error);
abResult ab_run_tell_resting_links(abSimulation *s, double until, const abObserver *observer,
                                   abError *error);
// crowd.c: whether steps crowd, asked once per step. Whether all that touches is rigid with exact
// friction; the time of a fall by the size of the smallest body that moves, infinite without
// gravity; the length of a bridge from here.                                                  [s]
bool ab_run_is_crowded(abSimulation *s);
bool ab_crowd_is_possible(const abSimulation *s);
double ab_crowd_fall_time(const abSimulation *s);
double ab_crowd_next_length(abSimulation *s);
// bridge.c: the energy with all that was lost, for a state. One short step of finite length over a
// crowd.
double ab_run_balance(abSimulation *s, double t, const double *y); // [J]
abResult ab_run_bridge(abSimulation *s, const abObserver *observer, bool *was_taken,
                       abError *error);
// rigid_search.c: places the bodies as they were at an instant of the step just taken; at others,
// as they are.
void ab_run_place_within(abSimulation *s, double t);
// Tells of touches whose bounces have ended, where the bodies were then.
abResult ab_run_tell_rest(abSimulation *s, double until, const abObserver *observer,
                          abError *error);

// borders.c: a step that crosses a border of a friction law is taken again to end there. True when
// it was; the end of the step must be noted anew.
bool ab_run_end_at_border(abSimulation *s);
// Notes the sides of a touch for the bodies as placed at the end of the step.
void ab_run_note_sides(const abSimulation *s, abTouch *touch, const abProximity *at);
// Likewise the sides of all grips, as last evaluated.
void ab_run_note_grip_sides(abSimulation *s);
// The regions of meshes noted at the end of the step are now the memory; true when some came or
// went.
bool ab_run_keep_regions(abSimulation *s);
// The touches are now on the sides where the step ended. True when a touch with grips stands on
// other points than before.
bool ab_run_cross_borders(abSimulation *s);

// resting.c: which bodies may rest; then, with the weights and contacts of the moment, which do.
// True when one began or ceased to, and so y or the derivative changed.
void ab_run_prepare_rest(abSimulation *s);
bool ab_run_rest(abSimulation *s);

// follow_grips.c: notes what grips store for the state s->y, before something ends; then brings the
// list of grips up to date with the touches and their points, after which integrators must start
// anew.
void ab_run_note_grips(abSimulation *s);
abResult ab_run_follow_grips(abSimulation *s, abError *error);
// simulation.c: makes room in y for at least so many grips.
abResult ab_run_grow(abSimulation *s, size_t grips, abError *error);

// choose.c: one step of the stiff integrator for nothing, so that what the library behind it takes
// at its first step is taken before the run.
void ab_run_warm_up(abSimulation *s);

// Starts the integrator in use from s->t and s->y; `h` a first step to try or 0.
abResult ab_run_restart(abSimulation *s, double h, abError *error);
// Begins to count quiet steps: after an event, or back from a trial.
void ab_run_be_quiet(abSimulation *s);
// Changes integrators when `auto` measures that it pays.
abResult ab_run_choose(abSimulation *s, abStepStatus status, abError *error);

// After a step that could not be taken: `auto` goes back from the stiff integrator to the explicit
// pair, which starts again from the last good state; otherwise that is the end.
abResult ab_run_give_way(abSimulation *s, abStepStatus status, abError *error);

// changes.c: adds a value set now; takes those of a run that goes on in this one; tells of them.
abResult ab_run_note_change(abSimulation *s, const char *path, const char *value, abError *error);
abResult ab_run_inherit_changes(abSimulation *s, const abSimulation *old, abError *error);
abResult ab_run_tell_changes(abSimulation *s, const abObserver *observer, abError *error);

// user_code.c: allows code as another simulation of the same rules does; refuses a model whose code
// is not allowed; the fault of a routine, if any; closing.
abResult ab_run_allow_code_as(abSimulation *s, const abSimulation *other, abError *error);
abResult ab_run_check_code(const abSimulation *s, abError *error);
abResult ab_run_code_fault(const abSimulation *s, abError *error);
void ab_run_close_code(abSimulation *s);
void ab_run_folder(const char *file, char *out, size_t size); // "folder/model.yaml" -> "folder"

// user_post.c: calls the post-processing routines for a frame. `phase` is -1 before the run, 1 at
// its end, else 0.
abResult ab_run_open_post(abSimulation *s, abCodeHost *host, abError *error);
void ab_run_close_post(abSimulation *s);
void ab_run_post(abSimulation *s, double t, int contact_count, int phase);

// watch.c: what holds a run up. The pair that holds a group's body, as numbers from 1, 0 none.
void ab_run_limiting_pair(const abSimulation *s, int group, int bodies[2]);
// Says once that a run crawls, that joints are singular, that a depth is ignored.
void ab_run_watch(abSimulation *s, const abStepper *stepper);
void ab_run_watch_energy(abSimulation *s, double t, const abEnergyBook *book);
void ab_run_warn_of_singularity(abSimulation *s);
void ab_run_warn_of_ignored(const abSimulation *s, const abTouch *touch, double depth, double t);
// What to say when the numbers cannot go on; when impacts at one instant have no end.
abResult ab_run_endless_impacts(abSimulation *s, abError *error);
abResult ab_run_failed(abSimulation *s, abStepStatus status, abError *error);

// Gaps of rigid contact that count as closed.                                              [m]
static inline double ab_run_near(const abSimulation *s) {
    return 10.0 * s->eps;
}

static inline abStepper *ab_run_stepper(abSimulation *s) {
    return &s->steppers[s->use];
}

#endif
