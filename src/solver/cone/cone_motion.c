// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_motion.c - what impulses do to the bodies, and what the bodies do at contacts and links.

#include "solver/cone/cone_motion.h"

#include <string.h>

#include "solver/cone/cone_patches.h"

// ---- contacts ----

void ab_cone_speeds(const abConeProblem *problem, const abConeContact *c, double u[AB_CONE_ROWS]) {
    int rows = ab_cone_rows(c);
    abVec3 slip = ab_cone_slip(problem->bodies, c);
    u[0] = ab_dot(c->axis[0], slip);
    if (rows > 1) {
        slip = ab_add(slip, c->drift);
        u[1] = ab_dot(c->axis[1], slip);
        u[2] = ab_dot(c->axis[2], slip);
    }
    if (rows > 3) {
        abVec3 w = ab_cone_rotation(problem->bodies, c);
        for (int i = 0; i < 3; i++) {
            u[i + 3] = ab_dot(c->axis[i], w);
        }
    }
}

bool ab_cone_rest(const abConeProblem *problem, const int body[2]) {
    bool all = true;
    for (int side = 0; side < 2; side++) {
        const abConeBody *at = body[side] >= 0 ? &problem->bodies[body[side]] : NULL;
        all = all && (at == NULL || (at->v.x == 0.0 && at->v.y == 0.0 && at->v.z == 0.0 &&
                                     at->w.x == 0.0 && at->w.y == 0.0 && at->w.z == 0.0));
    }
    return all;
}

// ---- links ----

int ab_cone_link_end(const abConeProblem *problem, int index) {
    int end = index + 1;
    while (end < problem->link_count && problem->links[end].goes_on) {
        end++;
    }
    return end;
}

// J V and `sum`.
static double add_motion(const abConeProblem *problem, int index, double sum) {
    for (int k = index, end = ab_cone_link_end(problem, index); k < end; k++) {
        const abConeLink *link = &problem->links[k];
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abConeBody *body = &problem->bodies[link->body[side]];
                sum += ab_dot(link->linear[side], body->v) + ab_dot(link->angular[side], body->w);
            }
        }
    }
    return sum;
}

double ab_cone_link_speed(const abConeProblem *problem, int index) {
    const abConeLink *link = &problem->links[index];
    double sum = add_motion(problem, index, link->bias);
    return link->compliance > 0.0 ? sum + link->compliance * link->impulse : sum;
}

double ab_cone_link_rate(const abConeProblem *problem, int index) {
    return add_motion(problem, index, 0.0);
}

void ab_cone_move_link(const abConeProblem *problem, int index, double dp) {
    for (int k = index, end = ab_cone_link_end(problem, index); k < end; k++) {
        const abConeLink *link = &problem->links[k];
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                ab_cone_push(&problem->bodies[link->body[side]], ab_scale(dp, link->linear[side]),
                             ab_scale(dp, link->angular[side]));
            }
        }
    }
}

bool ab_cone_link_rests(const abConeProblem *problem, int index) {
    bool all = true;
    for (int k = index, end = ab_cone_link_end(problem, index); k < end; k++) {
        all = all && ab_cone_rest(problem, problem->links[k].body);
    }
    return all;
}

// ---- all of them ----

void ab_cone_apply(const abConeProblem *problem) {
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].impulse != 0.0) {
            ab_cone_move_link(problem, k, problem->links[k].impulse);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (c->p[0] > 0.0) {
            ab_cone_move(problem, c, c->p);
        }
    }
    ab_cone_patches_apply(problem);
}

void ab_cone_keep(const abConeProblem *problem, double *to) {
    size_t width = (size_t)problem->width;
    for (int k = 0; k < problem->contact_count; k++, to += width) {
        memcpy(to, problem->contacts[k].p, width * sizeof *to);
    }
    for (int k = 0; k < problem->link_count; k++) {
        *to++ = problem->links[k].impulse;
    }
    ab_cone_patches_keep(problem, to);
}

void ab_cone_take_back(const abConeProblem *problem, const double *from) {
    size_t width = (size_t)problem->width;
    for (int k = 0; k < problem->contact_count; k++, from += width) {
        memcpy(problem->contacts[k].p, from, width * sizeof *from);
    }
    for (int k = 0; k < problem->link_count; k++) {
        problem->links[k].impulse = *from++;
    }
    ab_cone_patches_take_back(problem, from);
}

void ab_cone_keep_motion(const abConeProblem *problem, abConeWorkspace *workspace) {
    for (int b = 0; b < problem->body_count; b++) {
        workspace->last[2 * b] = problem->bodies[b].v;
        workspace->last[2 * b + 1] = problem->bodies[b].w;
    }
}

void ab_cone_take_motion_back(const abConeProblem *problem, const abConeWorkspace *workspace) {
    for (int b = 0; b < problem->body_count; b++) {
        problem->bodies[b].v = workspace->last[2 * b];
        problem->bodies[b].w = workspace->last[2 * b + 1];
    }
}

void ab_cone_bring_into(const abConeProblem *problem) {
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        c->p[0] = fmax(0.0, c->p[0]);
        double size = sqrt(c->p[1] * c->p[1] + c->p[2] * c->p[2]);
        double maximum = c->friction * c->p[0];
        if (size > maximum) {
            c->p[1] *= maximum / size;
            c->p[2] *= maximum / size;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        abConeLink *link = &problem->links[k];
        link->impulse = link->is_one_sided ? fmax(0.0, link->impulse) : link->impulse;
    }
}
