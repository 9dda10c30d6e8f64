// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepper.h - one interface for all integrators: a step, and a polynomial through it.
//
// A stepper takes one accepted step at a time and can give the solution inside the step as
// polynomials in theta = (time - t) / h, from which events are located and frames are read. It
// knows nothing of events: whoever moves the state calls restart.

#ifndef AB_STEPPER_H
#define AB_STEPPER_H

#include "derivative/state/derivative.h"
#include "math/core/polynomial.h"

// States that are judged together: those of a body, the quadratures, those of a tangential state.
typedef struct abStateGroup {
    int first, count;
    int body; // -1 for the others
} abStateGroup;

typedef enum abStepStatus {
    AB_STEP_OK,
    AB_STEP_TOO_SMALL, // the step would vanish; `limiting_group` says where
    AB_STEP_STIFF,     // a good step, but stability and not accuracy bounds it
    AB_STEP_FAILED     // the library behind the stepper gave up
} abStepStatus;

typedef struct abStepperType abStepperType;

enum { AB_STEPPER_CONTROL = 8 };

typedef struct abStepper {
    const abStepperType *type;
    abDerivative *derivative;
    int n;
    const abStateGroup *groups;
    int group_count;
    const int *chosen; // numbers of the groups that are stepped; NULL: all
    int chosen_count;
    const double *weights; // absolute error allowed per state, kept by the simulation
    const double *floors;  // what rounding leaves of it at least
    double max_step;
    double tolerance; // weight / tolerance is the scale of a state
    // the last step
    double t, h;
    double *y0, *y1;
    bool end_is_evaluated; // derivative->contacts->now belongs to y1
    bool is_fresh;         // no step since the restart; saved
    int limiting_group;
    int64_t rejected, jacobians;
    // to go on
    double next_h;
    double control[AB_STEPPER_CONTROL]; // of the step controller; saved
    // polynomial[k * n + i]: coefficient of theta^k of state i; made when asked for
    double *polynomial;
    int degree;
    int step_cost; // evaluations per step
    bool has_polynomial;
    void *own; // of the type
} abStepper;

struct abStepperType {
    const char *name;
    bool keeps_history; // a checkpoint needs a restart first
    abResult (*create)(abStepper *stepper, abArena *arena, abError *error);
    void (*destroy)(abStepper *stepper); // NULL: nothing to do
    // Starts anew from t, y. `h` is a first step to try, 0 when unknown.
    bool (*restart)(abStepper *stepper, double t, const double *y, double h);
    // One accepted step, not beyond t_limit.
    abStepStatus (*step)(abStepper *stepper, double t_limit);
    // The last step again with length h (shorter), without error test. NULL: cannot.
    bool (*again)(abStepper *stepper, double h);
    void (*make_polynomial)(abStepper *stepper);
};

extern const abStepperType ab_stepper_dormand_prince_5;
extern const abStepperType ab_stepper_dormand_prince_8;
extern const abStepperType ab_stepper_bdf;   // CVODE
extern const abStepperType ab_stepper_adams; // CVODE

// Common part of creation: arrays from the arena.
abResult ab_stepper_create(abStepper *stepper, const abStepperType *type, abDerivative *derivative,
                           const abStateGroup *groups, int group_count, const double *weights,
                           const double *floors, double max_step, double tolerance, abArena *arena,
                           abError *error);

// Makes the polynomial of the last step if it is not there yet.
void ab_stepper_polynomial(abStepper *stepper);
// The numbers of y that are stepped.
static inline const abBodySet *ab_stepper_set(const abStepper *stepper) {
    return &stepper->derivative->mechanics.stepped;
}
// States first .. first + count at theta, into out.
void ab_stepper_interpolate(abStepper *stepper, double theta, int first, int count, double *out);
// All states that are stepped, into theirs of out, which is n long.
void ab_stepper_state(abStepper *stepper, double theta, double *out);

// The largest |e| / weight; says in which group.
double ab_stepper_norm(const abStepper *stepper, const double *e, int *limiting_group);

#endif
