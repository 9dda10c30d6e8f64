// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_warm_start.c - whether the guessed impulses hold everything as they are.
//
// Of what rests the impulses of the step before solve this one too. That is seen without axes and
// without 3 x 3 blocks: with the motion that belongs to the guess, brought into its cone,
//
//   pressing contacts have u_n + R p_n + b = 0, u_t = 0 and, where they resist turning, w = 0  (1)
//   the others        have u_n + b >= 0                                                       (2)
//   links             have J V + b = 0, those of limits as (1) or (2)                         (3)
//
// The motion is that of the impulses exactly, so (1) to (3) are all there is to ask. What slides
// answers no and is left to those who can solve it.
//
// Error   the greatest velocity by which (1) to (3) are off, relative to the scale: below
//         a thousandth of the tolerance, a tenth of what Newton's method stops at.
// Cost    three short visits of each contact; about one for what does not rest.

#include "solver/cone/cone_warm_start.h"

#include <string.h>

#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_prepare.h"
#include "solver/cone/tolerances.def"

// ---- the guess ----

static abVec3 shortened(abVec3 p, double maximum) {
    double size = ab_norm(p);
    return size > maximum ? ab_scale(maximum / size, p) : p;
}

static void bring_into_cone(abConeContact *c) {
    abVec3 n = c->normal;
    double pressing = fmax(0.0, ab_dot(c->impulse, n));
    abVec3 across = ab_add_scaled(c->impulse, -ab_dot(c->impulse, n), n);
    c->impulse = ab_add_scaled(shortened(across, c->friction * pressing), pressing, n);
    if (!ab_cone_turns(c)) {
        c->moment = ab_vec3(0.0, 0.0, 0.0);
    } else if (c->spinning < 0.0) {
        c->moment = shortened(c->moment, c->rolling * pressing);
    } else {
        double about = ab_dot(c->moment, n), maximum = c->spinning * pressing;
        abVec3 rolling = shortened(ab_add_scaled(c->moment, -about, n), c->rolling * pressing);
        c->moment = ab_add_scaled(rolling, fmin(fmax(about, -maximum), maximum), n);
    }
}

// The greatest speed of the free motion at contacts and links.
static double scale_of(const abConeProblem *problem) {
    double fastest = 0.0;
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on) {
            fastest = fmax(fastest, ab_cone_link_scale(problem, k));
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        fastest = fmax(fastest, fabs(ab_dot(c->normal, ab_cone_slip(problem->bodies, c))));
    }
    return fastest;
}

static void give_all(const abConeProblem *problem) {
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].impulse != 0.0) {
            ab_cone_move_link(problem, k, problem->links[k].impulse);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        bring_into_cone(c);
        ab_cone_push_both(problem, c, c->impulse, c->moment);
    }
}

// Whether nothing has moved faster at contacts before the problem.
static bool was_slow(const abConeProblem *problem, double allowed) {
    bool is_slow = problem->guess_v != NULL;
    for (int k = 0; k < problem->contact_count && is_slow; k++) {
        const abConeContact *c = &problem->contacts[k];
        abVec3 u[2];
        for (int side = 0; side < 2; side++) {
            int b = c->body[side];
            u[side] = ab_add(problem->guess_v[b], ab_cross(problem->guess_w[b], c->arm[side]));
        }
        is_slow = ab_norm2(ab_sub(u[1], u[0])) <= allowed * allowed;
    }
    return is_slow;
}

// ---- what is off ----

static double contact_off(const abConeProblem *problem, const abConeContact *c) {
    abVec3 u = ab_cone_slip(problem->bodies, c), n = c->normal;
    double closing = ab_dot(u, n), pressing = ab_dot(c->impulse, n);
    double gap = closing + c->bias + c->compliance * pressing;
    if (!(pressing > 0.0)) {
        return fmax(0.0, -gap);
    }
    double off = fabs(gap);
    if (c->friction > 0.0) {
        off = fmax(off, ab_norm(ab_add(ab_add_scaled(u, -closing, n), c->drift)));
    }
    if (ab_cone_turns(c)) {
        double reach = 0.0; // of what answers, as a plane has its centre of mass anywhere
        for (int side = 0; side < 2; side++) {
            bool answers = problem->bodies[c->body[side]].inverse_mass[0] > 0.0;
            reach = fmax(reach, answers ? ab_norm(c->arm[side]) : 0.0);
        }
        off = fmax(off, reach * ab_norm(ab_cone_rotation(problem->bodies, c)));
    }
    return off;
}

static double link_off(const abConeProblem *problem, int k) {
    double u = problem->links[k].share * ab_cone_link_speed(problem, k);
    bool is_open = problem->links[k].is_one_sided && !(problem->links[k].impulse > 0.0);
    return is_open ? fmax(0.0, -u) : fabs(u);
}

static void prepare_links(const abConeProblem *problem) {
    for (int k = 0; k < problem->link_count; k++) {
        problem->links[k].share = 1.0;
        if (problem->links[k].compliance > 0.0) {
            ab_cone_prepare_compliant(problem, k);
        }
    }
}

abConeWarmStart ab_cone_test_warm_start(abConeProblem *problem, const abConeWorkspace *workspace,
                                        double *off) {
    prepare_links(problem);
    double speed = problem->speed > 0.0 ? problem->speed : scale_of(problem);
    double allowed = problem->tolerance * speed;
    *off = INFINITY;
    if (!was_slow(problem, s_slow_guess * allowed)) {
        return AB_CONE_WARM_START_REFUSED;
    }
    give_all(problem);
    *off = 0.0;
    for (int k = 0; k < problem->contact_count && *off <= allowed; k++) {
        *off = fmax(*off, contact_off(problem, &problem->contacts[k]));
    }
    for (int k = 0; k < problem->link_count && *off <= allowed; k++) {
        if (!problem->links[k].goes_on) {
            *off = fmax(*off, link_off(problem, k));
        }
    }
    if (*off <= (workspace->now.rests ? s_stays_at_rest : s_comes_to_rest) * allowed) {
        *off = speed > 0.0 ? *off / speed : 0.0;
        return AB_CONE_WARM_START_SOLVES;
    }
    memcpy(problem->bodies, workspace->start,
           (size_t)problem->body_count * sizeof *workspace->start);
    return *off <= allowed ? AB_CONE_WARM_START_SERVES : AB_CONE_WARM_START_REFUSED;
}

bool ab_cone_is_still(const abConeProblem *problem) {
    return problem->patch_count == 0 && was_slow(problem, problem->tolerance * problem->speed);
}

bool ab_cone_was_slow(const abConeProblem *problem, double speed) {
    return problem->guess_v == NULL || was_slow(problem, speed);
}
