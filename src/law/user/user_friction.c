// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_friction.c - friction from a routine with the signature published for CFFSUB.
//
// The routine sees the slip velocity of I (the first side of the contact rule) against J and answers with the force on
// I. The part of its answer along the normal is dropped, since normal force is not friction's.

#include "law/user/plugin_frame.h"
#include "law/user/user_code.h"

typedef abRoutineKeys UserFriction;

static const abKey s_keys[] = {
    AB_ROUTINE_KEYS(UserFriction, "name of the routine; CFFSUB when not given")};
static const abTable s_table = AB_TABLE("user", UserFriction, s_keys,
                                        "routine of the user (CFFSUB), from a library or script");

enum { ID, TIME, PAR, NPAR, LOCI, LOCJ, X, XDOT, NFORCE, DFLAG, IFLAG, ARGUMENTS };

static void call_by_address(void (*function)(void), abArgument *a, double *result) {
    ((abFrictionRoutine *)function)(&a[ID].integer, &a[TIME].real, a[PAR].reals, &a[NPAR].integer,
                                    a[LOCI].reals, a[LOCJ].reals, a[X].reals, a[XDOT].reals,
                                    &a[NFORCE].real, &a[DFLAG].integer, &a[IFLAG].integer, result);
}

static abVec3 call(abRoutine *routine, const abContactSite *site, abVec3 v_I, double normal_force,
                   bool is_first) {
    abContactSite here = *site; // the routine may write to what it is given
    double length = routine->length, speed = length / routine->time;
    here.p_A = ab_scale(1.0 / length, here.p_A);
    here.p_B = ab_scale(1.0 / length, here.p_B);
    here.p_W = ab_scale(1.0 / length, here.p_W);
    v_I = ab_scale(1.0 / speed, v_I);
    abArgument arguments[ARGUMENTS] = {
        [ID] = ab_argument_integer(site->id),
        [TIME] = ab_argument_real(site->time / routine->time),
        [PAR] = ab_argument_reals(routine->parameters, routine->parameter_count),
        [NPAR] = ab_argument_integer(routine->parameter_count),
        [LOCI] = ab_argument_reals(here.b_is_i ? &here.p_B.x : &here.p_A.x, 3),
        [LOCJ] = ab_argument_reals(here.b_is_i ? &here.p_A.x : &here.p_B.x, 3),
        [X] = ab_argument_reals(&here.p_W.x, 3),
        [XDOT] = ab_argument_reals(&v_I.x, 3),
        [NFORCE] = ab_argument_real(normal_force / routine->force),
        [DFLAG] = ab_argument_integer(0),
        [IFLAG] = ab_argument_integer(is_first),
    };
    double result[3];
    ab_routine_call(routine, site, arguments, ARGUMENTS, result);
    return ab_scale(routine->force, ab_vec3_of(result));
}

static abResult user_open(const void *params, abCodeHost *host, const char *folder, abPlace place,
                          void **code, abError *error) {
    abRoutine *routine;
    AB_TRY(
        ab_routine_open(host, params, "CFFSUB", call_by_address, folder, place, &routine, error));
    *code = routine;
    abContactSite nowhere = {.code = routine, .id = host->rule_id};
    call(routine, &nowhere, ab_vec3(0.0, 0.0, 0.0), 0.0, true);
    return AB_OK;
}

static void user_evaluate(const double *constants, const abSlip *slip, abFrictionForce *out) {
    (void)constants;
    *out = (abFrictionForce){0};
    if (slip->site == NULL || slip->site->code == NULL) {
        return;
    }
    bool b_is_i = slip->site->b_is_i; // the slip is that of B against A
    abVec3 v_I = b_is_i ? slip->v_t : ab_neg(slip->v_t);
    abVec3 on_I = call(slip->site->code, slip->site, v_I, slip->normal_force, false);
    *out = ab_plugin_friction_force(b_is_i ? on_I : ab_neg(on_I), slip);
}

const abFrictionLaw ab_friction_user = {.table = &s_table,
                                        .evaluate = user_evaluate,
                                        .code = {.open = user_open, .close = ab_routine_close}};
