// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_normal.c - normal force from a routine with the signature published for CNFSUB.
//
// The routine answers with the force alone. Stiffness and damping come from two more calls, with
// depth and rate moved by a millionth; the energy it stores is not known, so all its work counts as
// damping in the energy book. A negative answer counts as 0: a contact does not pull.

#include <math.h>

#include "law/user/plugin_frame.h"
#include "law/user/user_code.h"

typedef abRoutineKeys UserNormal;

static const abKey s_keys[] = {
    AB_ROUTINE_KEYS(UserNormal, "name of the routine; CNFSUB when not given")};
static const abTable s_table =
    AB_TABLE("user", UserNormal, s_keys, "routine of the user (CNFSUB), from a library or script");

enum { ID, TIME, PAR, NPAR, LOCI, NI, LOCJ, NJ, GAP, GAPDOT, GAPDOTDOT, DFLAG, IFLAG, ARGUMENTS };

static void call_by_address(void (*function)(void), abArgument *a, double *result) {
    ((abNormalRoutine *)function)(&a[ID].integer, &a[TIME].real, a[PAR].reals, &a[NPAR].integer,
                                  a[LOCI].reals, a[NI].reals, a[LOCJ].reals, a[NJ].reals,
                                  &a[GAP].real, &a[GAPDOT].real, &a[GAPDOTDOT].real,
                                  &a[DFLAG].integer, &a[IFLAG].integer, result);
}

typedef enum Purpose { VALUE, DERIVATIVE, FIRST } Purpose;

static double call(abRoutine *routine, const abContactSite *site, double depth, double rate,
                   Purpose purpose) {
    abContactSite here = *site; // the routine may write to what it is given
    double length = routine->length, speed = length / routine->time;
    here.p_A = ab_scale(1.0 / length, here.p_A);
    here.p_B = ab_scale(1.0 / length, here.p_B);
    abArgument arguments[ARGUMENTS] = {
        [ID] = ab_argument_integer(site->id),
        [TIME] = ab_argument_real(site->time / routine->time),
        [PAR] = ab_argument_reals(routine->parameters, routine->parameter_count),
        [NPAR] = ab_argument_integer(routine->parameter_count),
        [LOCI] = ab_argument_reals(here.b_is_i ? &here.p_B.x : &here.p_A.x, 3),
        [NI] = ab_argument_reals(here.b_is_i ? &here.n_B.x : &here.n_A.x, 3),
        [LOCJ] = ab_argument_reals(here.b_is_i ? &here.p_A.x : &here.p_B.x, 3),
        [NJ] = ab_argument_reals(here.b_is_i ? &here.n_A.x : &here.n_B.x, 3),
        [GAP] = ab_argument_real(-depth / length),
        [GAPDOT] = ab_argument_real(-rate / speed),
        [GAPDOTDOT] = ab_argument_real(0.0),
        [DFLAG] = ab_argument_integer(purpose == DERIVATIVE),
        [IFLAG] = ab_argument_integer(purpose == FIRST),
    };
    double result[3];
    ab_routine_call(routine, site, arguments, ARGUMENTS, result);
    return routine->force * ab_plugin_pressing(result[0]);
}

static abResult user_open(const void *params, abCodeHost *host, const char *folder, abPlace place,
                          void **code, abError *error) {
    abRoutine *routine;
    AB_TRY(
        ab_routine_open(host, params, "CNFSUB", call_by_address, folder, place, &routine, error));
    *code = routine;
    abContactSite nowhere = {.code = routine, .id = host->rule_id};
    call(routine, &nowhere, 0.0, 0.0, FIRST);
    return AB_OK;
}

static abResult user_check(const void *params, const abPairProperties *pair, abPlace place,
                           abError *error) {
    (void)pair;
    const UserNormal *user = params;
    double numbers[AB_ROUTINE_PARAMETERS];
    int count;
    if ((user->library == NULL) == (user->script == NULL)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the law user needs either library: FILE or script: FILE");
    }
    return ab_routine_numbers(user->parameters, numbers, &count, place, error) ? AB_OK
                                                                               : AB_BAD_MODEL;
}

static void user_evaluate(const double *constants, const double *memory, const abContact *contact,
                          abNormalForce *out) {
    (void)constants;
    (void)memory;
    *out = (abNormalForce){0};
    if (contact->site == NULL || contact->site->code == NULL || !(contact->depth > 0.0)) {
        return;
    }
    abRoutine *routine = contact->site->code;
    double depth = contact->depth, rate = contact->rate;
    out->force = call(routine, contact->site, depth, rate, VALUE);
    double deeper = depth * (1.0 + 1e-6), faster = rate + 1e-6 * fmax(fabs(rate), 1e-3);
    out->stiffness =
        (call(routine, contact->site, deeper, rate, DERIVATIVE) - out->force) / (deeper - depth);
    out->damping =
        (call(routine, contact->site, depth, faster, DERIVATIVE) - out->force) / (faster - rate);
}

const abNormalLaw ab_law_user = {.table = &s_table,
                                 .has_own_losses = true,
                                 .check = user_check,
                                 .prepare = ab_plugin_prepare,
                                 .evaluate = user_evaluate,
                                 .code = {.open = user_open, .close = ab_routine_close}};
