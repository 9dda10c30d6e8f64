// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_system.c - the function of cone_newton.c and its gradient; the pattern of its matrix.

#include "solver/cone/cone_system.h"

#include "base/array.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_patches.h"
#include "solver/cone/cone_project.h"

// ---- pattern ----

enum { UNSEEN = -2 };

static bool add_pair(abConeWorkspace *workspace, size_t *count, int a, int b) {
    if (a < 0 || b < 0 || a == b || workspace->index[a] < 0 || workspace->index[b] < 0) {
        return true;
    }
    int pair[2] = {workspace->index[a], workspace->index[b]};
    if (*count > 0 && workspace->pairs[*count - 1][0] == pair[0] &&
        workspace->pairs[*count - 1][1] == pair[1]) {
        return true; // points of one pair of bodies follow each other
    }
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->pairs,
                           *count + 1)) {
        return false;
    }
    workspace->pairs[*count][0] = pair[0];
    workspace->pairs[*count][1] = pair[1];
    ++*count;
    return true;
}

// All bodies of a link with entries that go on.
static bool add_link_pairs(abConeWorkspace *workspace, const abConeProblem *problem, size_t *count,
                           int k) {
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        for (int j = i + 1; j < 2 * end; j++) {
            if (!add_pair(workspace, count, problem->links[i / 2].body[i % 2],
                          problem->links[j / 2].body[j % 2])) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve(const abConeProblem *problem, abConeWorkspace *workspace) {
    size_t n = (size_t)problem->body_count, contacts = (size_t)problem->contact_count;
    abAllocator allocator = workspace->allocator;
    return AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->index, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->inertia, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->gradient, 2 * n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->goal, 2 * n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->newton, AB_BLOCK * n + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->modes,
                             contacts + (size_t)problem->link_count + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, workspace->proximal,
                             contacts + (size_t)problem->link_count + 1);
}

// Only of those that something is to be solved for, as they come in contacts, patches and links: so
// the order of elimination does not hang on how bodies are numbered.
static void number_body(const abConeProblem *problem, abConeWorkspace *workspace, int b) {
    if (b < 0 || workspace->index[b] != UNSEEN) {
        return;
    }
    const abConeBody *body = &problem->bodies[b];
    bool moves[AB_BLOCK], any = false;
    for (int i = 0; i < AB_BLOCK; i++) {
        moves[i] = ab_cone_is_free(body, i);
        any = any || moves[i];
    }
    workspace->index[b] = any ? workspace->count++ : -1;
    workspace->is_planar = workspace->is_planar && !moves[2] && !moves[3] && !moves[4];
}

static void number_bodies(const abConeProblem *problem, abConeWorkspace *workspace) {
    for (int b = 0; b < problem->body_count; b++) {
        workspace->index[b] = UNSEEN;
    }
    workspace->count = 0;
    workspace->is_planar = true;
    for (int k = 0; k < 2 * problem->contact_count; k++) {
        number_body(problem, workspace, problem->contacts[k / 2].body[k % 2]);
    }
    for (int k = 0; k < 2 * problem->patch_count; k++) {
        number_body(problem, workspace, problem->patches[k / 2].body[k % 2]);
    }
    for (int k = 0; k < 2 * problem->link_count; k++) {
        number_body(problem, workspace, problem->links[k / 2].body[k % 2]);
    }
    for (int b = 0; b < problem->body_count; b++) {
        workspace->index[b] = workspace->index[b] == UNSEEN ? -1 : workspace->index[b];
    }
}

// Inertia where a body turns, one where it does not.
static void set_inertia(const abConeProblem *problem, abConeWorkspace *workspace) {
    for (int b = 0; b < problem->body_count; b++) {
        abMat3 inverse = problem->bodies[b].inverse_inertia, *out = &workspace->inertia[b];
        for (int i = 0; i < 3; i++) {
            inverse.m[i][i] = inverse.m[i][i] > 0.0 ? inverse.m[i][i] : 1.0;
        }
        if (!ab_mat3_inverse(inverse, out)) {
            *out = ab_mat3_identity();
        }
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < i; k++) {
                out->m[i][k] = out->m[k][i] = 0.5 * (out->m[i][k] + out->m[k][i]);
            }
        }
    }
}

bool ab_cone_analyse(const abConeProblem *problem, abConeWorkspace *workspace) {
    size_t count = 0;
    if (!reserve(problem, workspace)) {
        return false;
    }
    number_bodies(problem, workspace);
    for (int k = 0; k < problem->contact_count; k++) {
        const int *body = problem->contacts[k].body;
        if (!add_pair(workspace, &count, body[0], body[1])) {
            return false;
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        const int *body = problem->patches[k].body;
        if (!add_pair(workspace, &count, body[0], body[1])) {
            return false;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && !add_link_pairs(workspace, problem, &count, k)) {
            return false;
        }
    }
    workspace->cholesky.allocator = workspace->allocator;
    workspace->cholesky.maximum_work = problem->maximum_work;
    set_inertia(problem, workspace);
    workspace->factor_share = 0.0;
    return ab_block_cholesky_analyse(&workspace->cholesky,
                                     workspace->is_planar ? AB_BLOCK_PLANAR : AB_BLOCK,
                                     workspace->count, (const int(*)[2])workspace->pairs, count);
}

// ---- the function and its gradient ----

static double body_gradient(const abConeProblem *problem, abConeWorkspace *workspace, int b) {
    const abConeBody *body = &problem->bodies[b], *start = &workspace->start[b];
    abVec3 v = ab_sub(body->v, start->v), w = ab_sub(body->w, start->w);
    abVec3 *g = &workspace->gradient[2 * b];
    g[0] = ab_vec3(ab_cone_mass(body, 0) * v.x, ab_cone_mass(body, 1) * v.y,
                   ab_cone_mass(body, 2) * v.z);
    g[1] = ab_mul(workspace->inertia[b], w);
    return 0.5 * (ab_dot(g[0], v) + ab_dot(g[1], w));
}

static double contact_gradient(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    abConeContact *c = &problem->contacts[k];
    abProximal *at = &workspace->proximal[k];
    double u[AB_CONE_ROWS], half = 0.0;
    abConeCone cone;
    ab_cone_speeds(problem, c, u);
    ab_cone_project(&cone, c, at, u);
    ab_cone_impulses(&cone, c->p);
    at->mode = cone.mode;
    if (cone.mode == AB_CONE_OPEN) {
        return 0.0;
    }
    for (int i = 0; i < cone.rows; i++) {
        half += 0.5 * cone.z[i] * cone.z[i];
    }
    abVec3 f = cone.rows > 1 ? ab_cone_vector(c, c->p) : ab_scale(c->p[0], c->axis[0]);
    abVec3 m = cone.rows > 3 ? ab_cone_vector(c, c->p + 3) : ab_vec3(0.0, 0.0, 0.0);
    abVec3 *a = &workspace->gradient[2 * c->body[0]], *b = &workspace->gradient[2 * c->body[1]];
    a[0] = ab_add(a[0], f);
    a[1] = ab_add(a[1], ab_add(m, ab_cross(c->arm[0], f)));
    b[0] = ab_sub(b[0], f);
    b[1] = ab_sub(b[1], ab_add(m, ab_cross(c->arm[1], f)));
    return half;
}

static double link_gradient(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    abConeLink *link = &problem->links[k];
    abProximal *at = &workspace->proximal[problem->contact_count + k];
    double r = at->r[0] + link->compliance;
    link->impulse = at->p[0];
    link->impulse -= ab_cone_link_speed(problem, k) / r;
    at->mode = AB_CONE_HELD;
    if (link->is_one_sided && link->impulse <= 0.0) {
        link->impulse = 0.0;
        at->mode = AB_CONE_OPEN;
        return 0.0;
    }
    for (int i = k; i < ab_cone_link_end(problem, k); i++) {
        for (int side = 0; side < 2; side++) {
            int body = problem->links[i].body[side];
            if (body >= 0) {
                abVec3 *g = &workspace->gradient[2 * body];
                g[0] = ab_add_scaled(g[0], -link->impulse, problem->links[i].linear[side]);
                g[1] = ab_add_scaled(g[1], -link->impulse, problem->links[i].angular[side]);
            }
        }
    }
    return 0.5 * r * link->impulse * link->impulse;
}

static double patch_gradient(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    abConePatch *patch = &problem->patches[k];
    double V[6];
    ab_cone_patch_motion(problem->bodies, patch, V);
    ab_cone_patch_answer(patch, V, workspace->is_kept, patch->wrench, NULL);
    const double *p = patch->wrench;
    abVec3 f = {p[0], p[1], p[2]}, m = {p[3], p[4], p[5]};
    abVec3 *a = &workspace->gradient[2 * patch->body[0]],
           *b = &workspace->gradient[2 * patch->body[1]];
    a[0] = ab_add(a[0], f);
    a[1] = ab_add(a[1], ab_add(m, ab_cross(patch->arm[0], f)));
    b[0] = ab_sub(b[0], f);
    b[1] = ab_sub(b[1], ab_add(m, ab_cross(patch->arm[1], f)));
    return workspace->is_kept ? ab_cone_patch_energy(patch, V) : 0.0;
}

// What does not answer has no part in it.
static void hold(const abConeProblem *problem, abConeWorkspace *workspace) {
    for (int b = 0; b < problem->body_count; b++) {
        abVec3 *g = &workspace->gradient[2 * b];
        for (int i = 0; i < 3; i++) {
            if (!ab_cone_is_free(&problem->bodies[b], i)) {
                ab_set(&g[0], i, 0.0);
            }
            if (!ab_cone_is_free(&problem->bodies[b], i + 3)) {
                ab_set(&g[1], i, 0.0);
            }
        }
    }
}

double ab_cone_gradient(const abConeProblem *problem, abConeWorkspace *workspace) {
    double sum = 0.0;
    workspace->gradients++;
    for (int b = 0; b < problem->body_count; b++) {
        sum += body_gradient(problem, workspace, b);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        if (problem->contacts[k].local.nn > 0.0) {
            sum += contact_gradient(problem, workspace, k);
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        sum += patch_gradient(problem, workspace, k);
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            sum += link_gradient(problem, workspace, k);
        }
    }
    hold(problem, workspace);
    return sum;
}

// ---- along a step ----

void ab_cone_go(const abConeProblem *problem, const abConeWorkspace *workspace, double part) {
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        body->v = ab_add_scaled(body->v, part, workspace->goal[2 * b]);
        body->w = ab_add_scaled(body->w, part, workspace->goal[2 * b + 1]);
    }
}

double ab_cone_along(const abConeProblem *problem, const abConeWorkspace *workspace) {
    double sum = 0.0;
    for (int b = 0; b < 2 * problem->body_count; b++) {
        sum += ab_dot(workspace->gradient[b], workspace->goal[b]);
    }
    return sum;
}

// Of the motion M^-1 g.
double ab_cone_unsettled(const abConeProblem *problem, const abConeWorkspace *workspace) {
    double maximum = 0.0;
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *body = &problem->bodies[b];
        abVec3 *out = &workspace->goal[2 * b];
        out[0] = ab_cone_by_mass(body, workspace->gradient[2 * b]);
        out[1] = ab_mul(body->inverse_inertia, workspace->gradient[2 * b + 1]);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        const abVec3 *a = &workspace->goal[2 * c->body[0]], *b = &workspace->goal[2 * c->body[1]];
        abVec3 v = ab_sub(ab_add(b[0], ab_cross(b[1], c->arm[1])),
                          ab_add(a[0], ab_cross(a[1], c->arm[0])));
        double turning = ab_cone_turns(c) ? c->reach * ab_norm(ab_sub(b[1], a[1])) : 0.0;
        maximum = fmax(maximum, fmax(ab_norm(v), turning));
    }
    for (int k = 0; k < problem->patch_count; k++) {
        const abConePatch *patch = &problem->patches[k];
        const abVec3 *a = &workspace->goal[2 * patch->body[0]],
                     *b = &workspace->goal[2 * patch->body[1]];
        abVec3 v = ab_sub(ab_add(b[0], ab_cross(b[1], patch->arm[1])),
                          ab_add(a[0], ab_cross(a[1], patch->arm[0])));
        maximum = fmax(maximum, ab_norm(v) + patch->extent * ab_norm(ab_sub(b[1], a[1])));
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        double sum = 0.0;
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abVec3 *g = &workspace->goal[2 * link->body[side]];
                sum += ab_dot(link->linear[side], g[0]) + ab_dot(link->angular[side], g[1]);
            }
        }
        maximum = fmax(maximum, fabs(sum));
    }
    return maximum;
}
