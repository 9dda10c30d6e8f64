// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_motion.c - what impulses do to the bodies, and what the bodies do at contacts and links.

#include "solver/cone/cone_motion.h"

#include <string.h>

#include "solver/cone/cone_patches.h"

// ---- modes ----

abVec3 ab_cone_modes_velocity(const abConeBody *bodies, const abConeModes *modes) {
    abVec3 u = {0.0, 0.0, 0.0};
    size_t width = 6 * (size_t)modes->count;
    for (int k = 0; k < modes->count; k++) {
        const abConeBody *body = &bodies[modes->first + k];
        const double *at = modes->shape + 6 * k;
        double part[3];
        for (size_t axis = 0; axis < 3; axis++) {
            const double *row = at + axis * width;
            part[axis] = (row[0] * body->v.x + row[1] * body->v.y + row[2] * body->v.z) +
                         (row[3] * body->w.x + row[4] * body->w.y + row[5] * body->w.z);
        }
        u = ab_add(u, ab_vec3_of(part));
    }
    return u;
}

// Their masses are one, so what an impulse gives them is its forces.
static abVec3 force_on(const double *row, size_t width, abVec3 p) {
    double part[3];
    for (size_t i = 0; i < 3; i++) {
        part[i] = row[i] * p.x + row[width + i] * p.y + row[2 * width + i] * p.z;
    }
    return ab_vec3_of(part);
}

void ab_cone_modes_push(abConeBody *bodies, const abConeModes *modes, abVec3 impulse) {
    size_t width = 6 * (size_t)modes->count;
    for (int k = 0; k < modes->count; k++) {
        abConeBody *body = &bodies[modes->first + k];
        const double *at = modes->shape + 6 * k;
        body->v = ab_add(body->v, force_on(at, width, impulse));
        body->w = ab_add(body->w, force_on(at + 3, width, impulse));
    }
}

abVec3 ab_cone_modes_answer(const abConeModes *modes, abVec3 axis) {
    double u[3] = {0.0, 0.0, 0.0};
    size_t width = 6 * (size_t)modes->count;
    for (size_t k = 0; k < width; k++) {
        const double *at = modes->shape + k;
        double force = at[0] * axis.x + at[width] * axis.y + at[2 * width] * axis.z;
        for (size_t i = 0; i < 3; i++) {
            u[i] += at[i * width] * force;
        }
    }
    return ab_vec3_of(u);
}

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

bool ab_cone_contact_rests(const abConeProblem *problem, const abConeContact *c) {
    bool all = ab_cone_rest(problem, c->body);
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < c->modes[side].count; k++) {
            int body = c->modes[side].first + k;
            all = all && ab_cone_rest(problem, (const int[2]){body, -1});
        }
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
