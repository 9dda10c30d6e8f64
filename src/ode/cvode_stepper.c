// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cvode_stepper.c - SUNDIALS CVODE behind the stepper interface: BDF with a sparse Jacobian for
// stiff models, Adams with fixed-point iteration for smooth ones.
//
// Jacobian  by differences in groups of columns that meet in no row, so its cost does not grow with
//           the number of bodies that do not touch; factorised by KLU, whose result does not depend
//           on threads. The quadratures of the energy book feed nothing back and are left out.
// Norm      the worst body, by the root mean square of its states.
// Source    Hindmarsh et al., ACM TOMS 31 (2005) 363; column groups: Curtis, Powell, Reid 1974.

#include "base/config.h"
#include "derivative/state/derivative.h"
#include "ode/coupling.h"
#include "ode/stepper.h"
#include "ode/tolerances.def"

#if ABUT_HAVE_SUNDIALS

#include "ode/cvode_memory.h"

#include <cvode/cvode.h>
#include <klu.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// CVODE keeps as many derivatives as its methods can have, one more than their order.
enum { ADAMS_ORDER = 8, ADAMS_HISTORY = 13, BDF_HISTORY = 6 };

typedef struct Cvode {
    abCvodeMemory room; // of the context and the vectors
    void *memory;
    N_Vector y, work;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    klu_l_common common;
    klu_l_symbolic *symbolic; // of the pattern
    klu_l_numeric *numeric;
    bool is_new_pattern;         // not analysed yet
    uint64_t pattern;            // fingerprint of who is coupled to whom
    double *shifted, *f_shifted; // for differences
    abCoupling coupling;
    long failed; // steps of the present run that failed the error test
} Cvode;

static int derivative(sunrealtype t, N_Vector y, N_Vector ydot, void *data) {
    abStepper *stepper = data;
    return ab_derivative_evaluate(stepper->derivative, t, N_VGetArrayPointer(y),
                                  N_VGetArrayPointer(ydot))
               ? 0
               : 1; // recoverable: CVODE tries a smaller step
}

static int error_weights(N_Vector y, N_Vector weight, void *data) {
    (void)y;
    const abStepper *stepper = data;
    double *w = N_VGetArrayPointer(weight);
    for (int g = 0; g < stepper->group_count; g++) {
        const abStateGroup *group = &stepper->groups[g];
        for (int i = group->first; i < group->first + group->count; i++) {
            w[i] = 1.0 / fmax(s_multistep_share * stepper->weights[i], stepper->floors[i]);
        }
    }
    return 0;
}

// ---- the pattern of the Jacobian ----

// Rows of the columns of an island: the states of all islands linked to it.
static sunindextype write_rows(const abCoupling *c, int island, sunindextype *rows,
                               sunindextype next) {
    const abModel *model = c->derivative->mechanics.model;
    for (size_t k = c->start[island]; k < c->start[island + 1]; k++) {
        for (int r = c->links[k].to; r >= 0; r = c->next_body[r]) {
            for (int i = 0; i < ab_coupling_states(c, r); i++) {
                rows[next++] = ab_coupling_first_state(model, r) + i;
            }
        }
        for (int g = c->first_tangential[c->links[k].to]; g >= 0; g = c->next_tangential[g]) {
            for (int i = 0; i < AB_TANGENTIAL_NUMBERS; i++) {
                rows[next++] =
                    (int)ab_state_of_grip(&c->derivative->mechanics.layout, (size_t)g) + i;
            }
        }
    }
    return next;
}

// Quadratures, states of users and free slots: a zero on the diagonal.
static sunindextype write_zero_columns(SUNMatrix J, int column, int end, sunindextype next) {
    for (; column < end; column++) {
        SM_INDEXPTRS_S(J)[column] = next;
        SM_DATA_S(J)[next] = 0.0;
        SM_INDEXVALS_S(J)[next++] = column;
    }
    return next;
}

static void write_pattern(abStepper *stepper, SUNMatrix J) {
    const abStateLayout *layout = &stepper->derivative->mechanics.layout;
    const abModel *model = stepper->derivative->mechanics.model;
    const abCoupling *c = &((const Cvode *)stepper->own)->coupling;
    sunindextype *start = SM_INDEXPTRS_S(J), *rows = SM_INDEXVALS_S(J), next = 0;
    int column = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        for (int i = 0; i < ab_coupling_states(c, b); i++) {
            start[column++] = next;
            next = write_rows(c, c->island[b], rows, next);
        }
    }
    next = write_zero_columns(J, column, layout->tangential_states, next);
    column = layout->tangential_states;
    for (size_t k = 0; k < stepper->derivative->contacts->count; k++) {
        const abContactPair *pair = &stepper->derivative->contacts->pairs[k];
        int island = ab_coupling_island(c, pair);
        for (int i = 0; i < AB_TANGENTIAL_NUMBERS * pair->tangential_count; i++) {
            start[column++] = next;
            next = write_rows(c, island, rows, next);
        }
    }
    next = write_zero_columns(J, column, stepper->n, next);
    start[stepper->n] = next;
}

// Shifts the state with number `i` of each island of one colour; false when none has so many.
static bool shift_states(abStepper *stepper, int color, int i) {
    Cvode *own = stepper->own;
    const abCoupling *c = &own->coupling;
    const abModel *model = stepper->derivative->mechanics.model;
    bool any = false;
    for (int island = 0; island < (int)model->body_count; island++) {
        int state;
        if (c->color[island] == color && ab_coupling_state(c, island, i, &state)) {
            own->shifted[state] += s_increment * stepper->weights[state] / stepper->tolerance;
            any = true;
        }
    }
    return any;
}

// The columns shifted just now, read off the difference of derivatives.
static void read_columns(abStepper *stepper, const double *y, const double *f, SUNMatrix J) {
    Cvode *own = stepper->own;
    const sunindextype *start = SM_INDEXPTRS_S(J), *rows = SM_INDEXVALS_S(J);
    for (int column = 0; column < stepper->n; column++) {
        double shift = own->shifted[column] - y[column];
        if (shift == 0.0) {
            continue;
        }
        for (sunindextype k = start[column]; k < start[column + 1]; k++) {
            SM_DATA_S(J)[k] = (own->f_shifted[rows[k]] - f[rows[k]]) / shift;
        }
    }
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector fy, SUNMatrix J, void *data, N_Vector a,
                    N_Vector b, N_Vector c) {
    (void)a;
    (void)b;
    (void)c;
    abStepper *stepper = data;
    Cvode *own = stepper->own;
    const double *states = N_VGetArrayPointer(y), *f = N_VGetArrayPointer(fy);
    stepper->jacobians++;
    write_pattern(stepper, J);
    for (int color = 0; color < own->coupling.color_count; color++) {
        for (int i = 0;; i++) {
            memcpy(own->shifted, states, (size_t)stepper->n * sizeof *states);
            if (!shift_states(stepper, color, i)) {
                break;
            }
            if (!ab_derivative_evaluate(stepper->derivative, t, own->shifted, own->f_shifted)) {
                return 1;
            }
            read_columns(stepper, states, f, J);
        }
    }
    return 0;
}

// Room for the present pattern.
static sunindextype entries(const Cvode *own) {
    const abTangentialStates *tangential_states = &own->coupling.derivative->tangential_states;
    size_t states = own->coupling.derivative->mechanics.model->user_state_count;
    return (sunindextype)(ab_coupling_entries(&own->coupling) + AB_BOOK_STATES + states +
                          AB_TANGENTIAL_NUMBERS *
                              (own->coupling.derivative->mechanics.layout.tangential_slots -
                               tangential_states->count));
}

// ---- the linear solver: KLU, analysed once per pattern ----
//
// SUNDIALS' own wrapper analyses anew at every restart, which takes memory in mid-run. Pivots stay
// on the diagonal (the matrix is I - gamma J), so they do not depend on earlier values and a
// resumed run factorises with the same bits.

static SUNLinearSolver_Type solver_type(SUNLinearSolver S) {
    (void)S;
    return SUNLINEARSOLVER_DIRECT;
}

static int solver_nothing(SUNLinearSolver S) {
    (void)S;
    return SUNLS_SUCCESS;
}

static void free_factors(Cvode *own) {
    if (own->numeric != NULL) {
        klu_l_free_numeric(&own->numeric, &own->common);
    }
    if (own->symbolic != NULL) {
        klu_l_free_symbolic(&own->symbolic, &own->common);
    }
}

static int solver_setup(SUNLinearSolver S, SUNMatrix A) {
    Cvode *own = S->content;
    int64_t *start = SM_INDEXPTRS_S(A), *rows = SM_INDEXVALS_S(A);
    if (own->is_new_pattern) {
        free_factors(own);
        own->symbolic = klu_l_analyze(SM_COLUMNS_S(A), start, rows, &own->common);
        if (own->symbolic == NULL) {
            return SUNLS_PACKAGE_FAIL_UNREC;
        }
        own->numeric = klu_l_factor(start, rows, SM_DATA_S(A), own->symbolic, &own->common);
        own->is_new_pattern = own->numeric == NULL;
        return own->numeric != NULL ? SUNLS_SUCCESS : SUNLS_PACKAGE_FAIL_REC;
    }
    return klu_l_refactor(start, rows, SM_DATA_S(A), own->symbolic, own->numeric, &own->common) == 1
               ? SUNLS_SUCCESS
               : SUNLS_PACKAGE_FAIL_REC;
}

static int solver_solve(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b, sunrealtype limit) {
    (void)limit;
    Cvode *own = S->content;
    N_VScale(1.0, b, x);
    return klu_l_solve(own->symbolic, own->numeric, SM_COLUMNS_S(A), 1, N_VGetArrayPointer(x),
                       &own->common) == 1
               ? SUNLS_SUCCESS
               : SUNLS_PACKAGE_FAIL_REC;
}

static bool make_solver(abStepper *stepper) {
    Cvode *own = stepper->own;
    klu_l_defaults(&own->common);
    own->common.tol = 1e-12;
    own->is_new_pattern = true;
    own->pattern = ab_coupling_fingerprint(&own->coupling);
    if (!ab_coupling_update(&own->coupling)) {
        return false;
    }
    own->matrix = ab_cvode_matrix(&own->room, stepper->n, entries(own));
    own->linear = SUNLinSolNewEmpty(own->room.context);
    if (own->matrix == NULL || own->linear == NULL) {
        return false;
    }
    own->linear->content = own;
    own->linear->ops->gettype = solver_type;
    own->linear->ops->initialize = solver_nothing;
    own->linear->ops->setup = solver_setup;
    own->linear->ops->solve = solver_solve;
    return CVodeSetLinearSolver(own->memory, own->linear, own->matrix) == CVLS_SUCCESS &&
           CVodeSetJacFn(own->memory, jacobian) == CVLS_SUCCESS;
}

// Touches fix the pattern; when it changes, columns are grouped anew and the matrix may grow.
static bool follow_pattern(abStepper *stepper) {
    Cvode *own = stepper->own;
    uint64_t pattern = ab_coupling_fingerprint(&own->coupling);
    // with tangential states pivots may leave the diagonal; each stiff phase then chooses its own, so that a
    // resumed run has the same
    bool has_tangential_states = stepper->derivative->mechanics.layout.tangential_slots > 0;
    if (own->coupling.color_count > 0 && pattern == own->pattern && !has_tangential_states) {
        return true;
    }
    own->pattern = pattern;
    own->is_new_pattern = true;
    return ab_coupling_update(&own->coupling) && ab_cvode_matrices_hold(&own->room, entries(own));
}

// Analyses the pattern of bodies that touch nothing that moves, so that the first stiff phase of a
// run takes no memory.
static bool warm_up(abStepper *stepper) {
    Cvode *own = stepper->own;
    write_pattern(stepper, own->matrix);
    return SUNMatScaleAddI(0.0, own->matrix) == SUNMAT_SUCCESS &&
           solver_setup(own->linear, own->matrix) == SUNLS_SUCCESS;
}

// ---- life ----

static abResult cvode_create(abStepper *stepper, abArena *arena, abError *error) {
    size_t n = (size_t)stepper->n;
    Cvode *own = AB_ARENA_NEW(arena, Cvode, 1);
    double *workspace = AB_ARENA_NEW(arena, double, 2 * n);
    bool is_bdf = stepper->type == &ab_stepper_bdf;
    bool ok = own != NULL && workspace != NULL;
    if (ok) {
        stepper->own = own;
        own->shifted = workspace;
        own->f_shifted = workspace + n;
        ok = ab_cvode_memory_init(&own->room, stepper, is_bdf ? BDF_HISTORY : ADAMS_HISTORY, arena);
    }
    if (ok) {
        own->y = ab_cvode_vector(&own->room);
        own->work = ab_cvode_vector(&own->room);
        own->memory = CVodeCreate(is_bdf ? CV_BDF : CV_ADAMS, own->room.context);
        ok = own->memory != NULL;
        if (ok) {
            N_VConst(0.0, own->y);
            ok = CVodeInit(own->memory, derivative, 0.0, own->y) == CV_SUCCESS &&
                 CVodeSetUserData(own->memory, stepper) == CV_SUCCESS &&
                 CVodeWFtolerances(own->memory, error_weights) == CV_SUCCESS &&
                 CVodeSetMaxOrd(own->memory, is_bdf ? 5 : ADAMS_ORDER) == CV_SUCCESS &&
                 CVodeSetMaxNumSteps(own->memory, 100000) == CV_SUCCESS &&
                 CVodeSetErrFile(own->memory, NULL) == CV_SUCCESS;
        }
    }
    if (!ok) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "CVODE could not be set up for %zu states",
                            n);
    }
    AB_TRY(ab_coupling_init(&own->coupling, stepper->derivative, arena, error));
    if (stepper->type == &ab_stepper_adams) {
        own->nonlinear = SUNNonlinSol_FixedPoint(own->y, 0, own->room.context);
        ok = own->nonlinear != NULL &&
             CVodeSetNonlinearSolver(own->memory, own->nonlinear) == CV_SUCCESS;
    } else {
        ok = make_solver(stepper) && warm_up(stepper);
    }
    return ok ? AB_OK
              : ab_error_add(error, AB_IO, (abPlace){0},
                             "the solvers of CVODE could not be set up for %zu states", n);
}

static void cvode_destroy(abStepper *stepper) {
    Cvode *own = stepper->own;
    if (own == NULL) {
        return;
    }
    if (own->memory != NULL) {
        CVodeFree(&own->memory);
    }
    ab_coupling_done(&own->coupling);
    free_factors(own);
    if (own->linear != NULL) {
        SUNLinSolFreeEmpty(own->linear);
    }
    if (own->nonlinear != NULL) {
        SUNNonlinSolFree(own->nonlinear);
    }
    ab_cvode_memory_done(&own->room);
}

static bool cvode_restart(abStepper *stepper, double t, const double *y, double h) {
    Cvode *own = stepper->own;
    stepper->t = t;
    stepper->h = 0.0;
    memmove(stepper->y1, y, (size_t)stepper->n * sizeof *y);
    memcpy(N_VGetArrayPointer(own->y), y, (size_t)stepper->n * sizeof *y);
    stepper->next_h = h;
    own->failed = 0;
    bool is_bdf = stepper->type == &ab_stepper_bdf;
    if (CVodeReInit(own->memory, t, own->y) != CV_SUCCESS || (is_bdf && !follow_pattern(stepper))) {
        return false;
    }
    double longest = isfinite(stepper->max_step) ? stepper->max_step : 0.0;
    return CVodeSetMaxStep(own->memory, longest) == CV_SUCCESS &&
           CVodeSetInitStep(own->memory, 0.1 * h) == CV_SUCCESS;
}

// CVODE tries a step a few times and then gives up; the first after a restart may be too long by
// far, as it is of the lowest order. It then begins anew from the same state, with less.
static int step_or_begin_anew(abStepper *stepper, double t_limit, double *reached) {
    Cvode *own = stepper->own;
    int flag = CVode(own->memory, t_limit, own->y, reached, CV_ONE_STEP);
    for (int i = 0; i < s_new_beginnings && (flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE);
         i++) {
        double h = 0.0;
        long failed = 0;
        CVodeGetCurrentStep(own->memory, &h);
        CVodeGetNumErrTestFails(own->memory, &failed);
        stepper->rejected += failed - own->failed;
        own->failed = 0;
        memcpy(N_VGetArrayPointer(own->y), stepper->y0, (size_t)stepper->n * sizeof *stepper->y0);
        if (CVodeReInit(own->memory, stepper->t, own->y) != CV_SUCCESS ||
            CVodeSetInitStep(own->memory, s_shorter_beginning * h) != CV_SUCCESS ||
            CVodeSetStopTime(own->memory, t_limit) != CV_SUCCESS) {
            return flag;
        }
        flag = CVode(own->memory, t_limit, own->y, reached, CV_ONE_STEP);
    }
    return flag;
}

static abStepStatus cvode_step(abStepper *stepper, double t_limit) {
    Cvode *own = stepper->own;
    double reached;
    memcpy(stepper->y0, stepper->y1, (size_t)stepper->n * sizeof *stepper->y0);
    stepper->t += stepper->h;
    stepper->has_polynomial = false;
    stepper->end_is_evaluated = false;
    if (CVodeSetStopTime(own->memory, t_limit) != CV_SUCCESS) {
        return AB_STEP_FAILED;
    }
    int flag = step_or_begin_anew(stepper, t_limit, &reached);
    if (flag < 0) {
        return flag == CV_ERR_FAILURE || flag == CV_TOO_MUCH_WORK ? AB_STEP_TOO_SMALL
                                                                  : AB_STEP_FAILED;
    }
    stepper->h = reached - stepper->t;
    memcpy(stepper->y1, N_VGetArrayPointer(own->y), (size_t)stepper->n * sizeof *stepper->y1);
    CVodeGetCurrentStep(own->memory, &stepper->next_h);
    long failed = own->failed;
    CVodeGetNumErrTestFails(own->memory, &failed);
    stepper->rejected += failed - own->failed;
    own->failed = failed;
    return AB_STEP_OK;
}

// CVODE's own interpolant: derivatives at the end of the step, turned from powers of (theta - 1)
// into powers of theta.
static void cvode_polynomial(abStepper *stepper) {
    Cvode *own = stepper->own;
    size_t n = (size_t)stepper->n;
    int order = 0;
    CVodeGetLastOrder(own->memory, &order);
    stepper->degree = order < AB_DEGREE_MAX ? order : AB_DEGREE_MAX;
    double factor = 1.0;
    for (int k = 0; k <= stepper->degree; k++) {
        double *d = stepper->polynomial + (size_t)k * n;
        factor = k > 0 ? factor * stepper->h / k : 1.0;
        if (CVodeGetDky(own->memory, stepper->t + stepper->h, k, own->work) != CV_SUCCESS) {
            N_VConst(0.0, own->work);
        }
        const double *dky = N_VGetArrayPointer(own->work);
        for (size_t i = 0; i < n; i++) {
            d[i] = factor * dky[i];
        }
    }
    // Taylor shift by -1, Horner
    for (int i = 0; i < stepper->degree; i++) {
        for (int k = stepper->degree - 1; k >= i; k--) {
            double *d = stepper->polynomial + (size_t)k * n;
            const double *above = d + n;
            for (size_t j = 0; j < n; j++) {
                d[j] -= above[j];
            }
        }
    }
}

#define CVODE_STEPPER(symbol, name_)                                                               \
    const abStepperType symbol = {                                                                 \
        .name = name_,                                                                             \
        .keeps_history = true,                                                                     \
        .create = cvode_create,                                                                    \
        .destroy = cvode_destroy,                                                                  \
        .restart = cvode_restart,                                                                  \
        .step = cvode_step,                                                                        \
        .make_polynomial = cvode_polynomial,                                                       \
    }

#else // without SUNDIALS

static abResult cvode_create(abStepper *stepper, abArena *arena, abError *error) {
    (void)stepper;
    (void)arena;
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "this build has no SUNDIALS, so integrator can only be explicit");
}

#define CVODE_STEPPER(symbol, name_)                                                               \
    const abStepperType symbol = {.name = name_, .create = cvode_create}

#endif

CVODE_STEPPER(ab_stepper_bdf, "bdf (CVODE)");
CVODE_STEPPER(ab_stepper_adams, "adams (CVODE)");
