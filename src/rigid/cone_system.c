// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_system.c - the function of cone_newton.c, its gradient and its matrix.
//
// With K the matrix of a contact in the world's axes, from forces and moments at its point, and
// arms a and b, the block of two bodies is +-[1 0; [a] 1] K [1 -[b]; 0 1], [.] the cross product.
//
// The matrix depends on the motion by what is open, held or sliding. While that stays and nothing
// slides, neither does the factor change, and it is used again.

#include <string.h>

#include "base/array.h"
#include "rigid/cone_parts.h"

static const int s_planar[AB_BLOCK_PLANAR] = {0, 1, 5}; // x, y, about z
static const int s_all[AB_BLOCK] = {0, 1, 2, 3, 4, 5};

static bool is_free(const abConeBody *body, int i) {
    return i < 3 ? body->inverse_mass[i] > 0.0 : body->inverse_inertia.m[i - 3][i - 3] > 0.0;
}

// ---- pattern ----

static bool add_pair(abConeRoom *room, size_t *count, int a, int b) {
    if (a < 0 || b < 0 || a == b || room->index[a] < 0 || room->index[b] < 0) {
        return true;
    }
    int pair[2] = {room->index[a], room->index[b]};
    if (*count > 0 && room->pairs[*count - 1][0] == pair[0] &&
        room->pairs[*count - 1][1] == pair[1]) {
        return true; // points of one pair of bodies follow each other
    }
    if (!AB_ARRAY_RESERVE(room->allocator, room->pairs, room->pairs_capacity, *count + 1)) {
        return false;
    }
    room->pairs[*count][0] = pair[0];
    room->pairs[*count][1] = pair[1];
    ++*count;
    return true;
}

// All bodies of a link with entries that go on.
static bool add_link_pairs(abConeRoom *room, const abConeProblem *problem, size_t *count, int k) {
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        for (int j = i + 1; j < 2 * end; j++) {
            if (!add_pair(room, count, problem->links[i / 2].body[i % 2],
                          problem->links[j / 2].body[j % 2])) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve(const abConeProblem *problem, abConeRoom *room) {
    size_t n = (size_t)problem->body_count, contacts = (size_t)problem->contact_count;
    abAllocator allocator = room->allocator;
    return AB_ARRAY_RESERVE(allocator, room->index, room->index_capacity, n) &&
           AB_ARRAY_RESERVE(allocator, room->inertia, room->inertia_capacity, n) &&
           AB_ARRAY_RESERVE(allocator, room->gradient, room->gradient_capacity, 2 * n) &&
           AB_ARRAY_RESERVE(allocator, room->goal, room->goal_capacity, 2 * n) &&
           AB_ARRAY_RESERVE(allocator, room->newton, room->newton_capacity, AB_BLOCK * n + 1) &&
           AB_ARRAY_RESERVE(allocator, room->modes, room->modes_capacity, contacts + 1) &&
           AB_ARRAY_RESERVE(allocator, room->proximal, room->proximal_capacity,
                            contacts + (size_t)problem->link_count + 1);
}

// Only of those that something is to be solved for.
static void number_bodies(const abConeProblem *problem, abConeRoom *room) {
    for (int b = 0; b < problem->body_count; b++) {
        room->index[b] = -1;
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const int *body = problem->contacts[k].body;
        room->index[body[0]] = room->index[body[1]] = 0;
    }
    for (int k = 0; k < problem->patch_count; k++) {
        const int *body = problem->patches[k].body;
        room->index[body[0]] = room->index[body[1]] = 0;
    }
    for (int k = 0; k < 2 * problem->link_count; k++) {
        int body = problem->links[k / 2].body[k % 2];
        if (body >= 0) {
            room->index[body] = 0;
        }
    }
    room->count = 0;
    room->is_planar = true;
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *body = &problem->bodies[b];
        bool moves[AB_BLOCK], any = false;
        for (int i = 0; i < AB_BLOCK; i++) {
            moves[i] = is_free(body, i);
            any = any || moves[i];
        }
        room->index[b] = any && room->index[b] == 0 ? room->count++ : -1;
        room->is_planar = room->is_planar && !moves[2] && !moves[3] && !moves[4];
    }
}

// Inertia where a body turns, one where it does not.
static void set_inertia(const abConeProblem *problem, abConeRoom *room) {
    for (int b = 0; b < problem->body_count; b++) {
        abMat3 inverse = problem->bodies[b].inverse_inertia, *out = &room->inertia[b];
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

bool ab_cone_analyse(const abConeProblem *problem, abConeRoom *room) {
    size_t count = 0;
    if (!reserve(problem, room)) {
        return false;
    }
    number_bodies(problem, room);
    for (int k = 0; k < problem->contact_count; k++) {
        const int *body = problem->contacts[k].body;
        if (!add_pair(room, &count, body[0], body[1])) {
            return false;
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        const int *body = problem->patches[k].body;
        if (!add_pair(room, &count, body[0], body[1])) {
            return false;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && !add_link_pairs(room, problem, &count, k)) {
            return false;
        }
    }
    room->cholesky.allocator = room->allocator;
    room->cholesky.most_work = problem->most_work;
    set_inertia(problem, room);
    room->factor_share = 0.0;
    return ab_block_cholesky_analyse(&room->cholesky, room->is_planar ? AB_BLOCK_PLANAR : AB_BLOCK,
                                     room->count, (const int(*)[2])room->pairs, count);
}

// ---- the function and its gradient ----

static double mass_of(const abConeBody *body, int i) {
    return body->inverse_mass[i] > 0.0 ? 1.0 / body->inverse_mass[i] : 0.0;
}

static double body_gradient(const abConeProblem *problem, abConeRoom *room, int b) {
    const abConeBody *body = &problem->bodies[b], *start = &room->start[b];
    abVec3 v = ab_sub(body->v, start->v), w = ab_sub(body->w, start->w);
    abVec3 *g = &room->gradient[2 * b];
    g[0] = ab_vec3(mass_of(body, 0) * v.x, mass_of(body, 1) * v.y, mass_of(body, 2) * v.z);
    g[1] = ab_mul(room->inertia[b], w);
    return 0.5 * (ab_dot(g[0], v) + ab_dot(g[1], w));
}

static double contact_gradient(const abConeProblem *problem, abConeRoom *room, int k) {
    abConeContact *c = &problem->contacts[k];
    abProximal *at = &room->proximal[k];
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
    abVec3 *a = &room->gradient[2 * c->body[0]], *b = &room->gradient[2 * c->body[1]];
    a[0] = ab_add(a[0], f);
    a[1] = ab_add(a[1], ab_add(m, ab_cross(c->arm[0], f)));
    b[0] = ab_sub(b[0], f);
    b[1] = ab_sub(b[1], ab_add(m, ab_cross(c->arm[1], f)));
    return half;
}

static double link_gradient(const abConeProblem *problem, abConeRoom *room, int k) {
    abConeLink *link = &problem->links[k];
    const abProximal *at = &room->proximal[problem->contact_count + k];
    link->impulse = at->p[0] - ab_cone_link_speed(problem, k) / at->r[0];
    for (int i = k; i < ab_cone_link_end(problem, k); i++) {
        for (int side = 0; side < 2; side++) {
            int body = problem->links[i].body[side];
            if (body >= 0) {
                abVec3 *g = &room->gradient[2 * body];
                g[0] = ab_add_scaled(g[0], -link->impulse, problem->links[i].linear[side]);
                g[1] = ab_add_scaled(g[1], -link->impulse, problem->links[i].angular[side]);
            }
        }
    }
    return 0.5 * at->r[0] * link->impulse * link->impulse;
}

static double patch_gradient(const abConeProblem *problem, abConeRoom *room, int k) {
    abConePatch *patch = &problem->patches[k];
    double V[6];
    ab_cone_patch_motion(problem->bodies, patch, V);
    ab_cone_patch_answer(patch, V, true, patch->wrench, NULL);
    const double *p = patch->wrench;
    abVec3 f = {p[0], p[1], p[2]}, m = {p[3], p[4], p[5]};
    abVec3 *a = &room->gradient[2 * patch->body[0]], *b = &room->gradient[2 * patch->body[1]];
    a[0] = ab_add(a[0], f);
    a[1] = ab_add(a[1], ab_add(m, ab_cross(patch->arm[0], f)));
    b[0] = ab_sub(b[0], f);
    b[1] = ab_sub(b[1], ab_add(m, ab_cross(patch->arm[1], f)));
    return ab_cone_patch_energy(patch, V);
}

// What does not answer has no part in it.
static void hold(const abConeProblem *problem, abConeRoom *room) {
    for (int b = 0; b < problem->body_count; b++) {
        abVec3 *g = &room->gradient[2 * b];
        for (int i = 0; i < 3; i++) {
            if (!is_free(&problem->bodies[b], i)) {
                ab_set(&g[0], i, 0.0);
            }
            if (!is_free(&problem->bodies[b], i + 3)) {
                ab_set(&g[1], i, 0.0);
            }
        }
    }
}

double ab_cone_gradient(const abConeProblem *problem, abConeRoom *room) {
    double sum = 0.0;
    for (int b = 0; b < problem->body_count; b++) {
        sum += body_gradient(problem, room, b);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        if (problem->contacts[k].local.nn > 0.0) {
            sum += contact_gradient(problem, room, k);
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        sum += patch_gradient(problem, room, k);
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            sum += link_gradient(problem, room, k);
        }
    }
    hold(problem, room);
    return sum;
}

// ---- the matrix ----

// What moves of two bodies of a block; both all of it, but where a body is held.
typedef struct Axes {
    const int *of;
    int count;
} Axes;

static Axes axes_of(const abConeRoom *room) {
    return room->is_planar ? (Axes){s_planar, AB_BLOCK_PLANAR} : (Axes){s_all, AB_BLOCK};
}

// Adds sign times the 6 x 6 block, of which only what both bodies can do is taken.
static void add_full(const abConeRoom *room, abBlockPlace to, const abConeBody *left,
                     const abConeBody *right, double sign, double full[AB_BLOCK][AB_BLOCK]) {
    Axes axes = axes_of(room);
    bool takes[AB_BLOCK];
    for (int k = 0; k < axes.count; k++) {
        takes[k] = is_free(right, axes.of[k]);
    }
    for (int i = 0; i < axes.count; i++) {
        if (is_free(left, axes.of[i])) {
            for (int k = 0; k < axes.count; k++) {
                to.at[to.stride * (size_t)i + (size_t)k] +=
                    takes[k] ? sign * full[axes.of[i]][axes.of[k]] : 0.0;
            }
        }
    }
}

// K in the world's axes from G in those of the contact: forces, forces by moments, moments.
typedef struct Stiffness {
    abMat3 ff, fm, mm;
} Stiffness;

// sum of G_ij a_i a_j' over the part of G from (r, q) on
static abMat3 in_world(const abConeContact *c, double G[AB_CONE_ROWS][AB_CONE_ROWS], int r, int q) {
    abMat3 out;
    abVec3 half[3];
    for (int i = 0; i < 3; i++) {
        half[i] = ab_cone_vector(c, &G[r + i][q]);
    }
    for (int i = 0; i < 3; i++) {
        abVec3 row = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            row = ab_add_scaled(row, ab_get(c->axis[k], i), half[k]);
        }
        out.m[i][0] = row.x, out.m[i][1] = row.y, out.m[i][2] = row.z;
    }
    return out;
}

static Stiffness stiffness_of(const abConeContact *c, double G[AB_CONE_ROWS][AB_CONE_ROWS],
                              int rows) {
    Stiffness K = {.ff = {{{0.0}}}};
    if (rows == 1) {
        abVec3 n = c->axis[0];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                K.ff.m[i][k] = G[0][0] * ab_get(n, i) * ab_get(n, k);
            }
        }
        return K;
    }
    K.ff = in_world(c, G, 0, 0);
    if (rows > 3) {
        K.fm = in_world(c, G, 0, 3);
        K.mm = in_world(c, G, 3, 3);
    }
    return K;
}

static abVec3 row_of(const abMat3 *A, int i) {
    return ab_vec3(A->m[i][0], A->m[i][1], A->m[i][2]);
}

// [1 0; [a] 1] K [1 -[b]; 0 1]
static void spread(const Stiffness *K, bool has_moments, abVec3 a, abVec3 b,
                   double full[AB_BLOCK][AB_BLOCK]) {
    double upper[AB_BLOCK][AB_BLOCK]; // K [1 -[b]; 0 1]
    for (int i = 0; i < 3; i++) {
        abVec3 f = row_of(&K->ff, i), fw = ab_cross(b, f);
        double *row = upper[i];
        if (has_moments) {
            fw = ab_add(fw, row_of(&K->fm, i));
        }
        row[0] = f.x, row[1] = f.y, row[2] = f.z;
        row[3] = fw.x, row[4] = fw.y, row[5] = fw.z;
        row = upper[i + 3];
        memset(row, 0, AB_BLOCK * sizeof *row);
        if (has_moments) {
            abVec3 m = ab_column(K->fm, i), mw = ab_add(ab_cross(b, m), row_of(&K->mm, i));
            row[0] = m.x, row[1] = m.y, row[2] = m.z;
            row[3] = mw.x, row[4] = mw.y, row[5] = mw.z;
        }
    }
    for (int k = 0; k < AB_BLOCK; k++) {
        abVec3 column = ab_vec3(upper[0][k], upper[1][k], upper[2][k]);
        abVec3 turned = ab_cross(a, column);
        full[0][k] = column.x, full[1][k] = column.y, full[2][k] = column.z;
        full[3][k] = upper[3][k] + turned.x;
        full[4][k] = upper[4][k] + turned.y;
        full[5][k] = upper[5][k] + turned.z;
    }
}

// K between two bodies, at arms from their centres of mass.
static void add_between(const abConeProblem *problem, abConeRoom *room, const int body[2],
                        const abVec3 arm[2], const Stiffness *K, bool has_moments) {
    double full[AB_BLOCK][AB_BLOCK];
    const abConeBody *bodies[2] = {&problem->bodies[body[0]], &problem->bodies[body[1]]};
    int index[2] = {room->index[body[0]], room->index[body[1]]};
    for (int side = 0; side < 2; side++) {
        if (index[side] >= 0) {
            abBlockPlace to = ab_block_cholesky_at(&room->cholesky, index[side], index[side]);
            spread(K, has_moments, arm[side], arm[side], full);
            add_full(room, to, bodies[side], bodies[side], 1.0, full);
        }
    }
    if (index[0] >= 0 && index[1] >= 0 && index[0] != index[1]) {
        abBlockPlace to = ab_block_cholesky_at(&room->cholesky, index[0], index[1]);
        int left = to.is_turned ? 1 : 0, right = 1 - left;
        spread(K, has_moments, arm[left], arm[right], full);
        add_full(room, to, bodies[left], bodies[right], -1.0, full);
    }
}

static void add_patch(const abConeProblem *problem, abConeRoom *room, int k) {
    const abConePatch *patch = &problem->patches[k];
    double V[6], wrench[6], slope[6][6];
    ab_cone_patch_motion(problem->bodies, patch, V);
    ab_cone_patch_answer(patch, V, true, wrench, slope);
    Stiffness K;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            K.ff.m[i][j] = slope[i][j];
            K.fm.m[i][j] = slope[i][j + 3];
            K.mm.m[i][j] = slope[i + 3][j + 3];
        }
    }
    add_between(problem, room, patch->body, patch->arm, &K, true);
}

static void add_contact(const abConeProblem *problem, abConeRoom *room, int k) {
    const abConeContact *c = &problem->contacts[k];
    double u[AB_CONE_ROWS], G[AB_CONE_ROWS][AB_CONE_ROWS];
    abConeCone cone;
    ab_cone_speeds(problem, c, u);
    ab_cone_project(&cone, c, &room->proximal[k], u);
    if (cone.mode == AB_CONE_OPEN) {
        return;
    }
    ab_cone_slope(&cone, G);
    Stiffness K = stiffness_of(c, G, cone.rows);
    add_between(problem, room, c->body, c->arm, &K, cone.rows > 3);
}

static void link_row(const abConeLink *link, int side, double row[AB_BLOCK]) {
    for (int i = 0; i < 3; i++) {
        row[i] = ab_get(link->linear[side], i);
        row[i + 3] = ab_get(link->angular[side], i);
    }
}

// stiffness times the product of two rows of entries i and j of a link.
static void add_entries(const abConeProblem *problem, abConeRoom *room, int i, int j,
                        double stiffness) {
    int a = problem->links[i / 2].body[i % 2], b = problem->links[j / 2].body[j % 2];
    double left[AB_BLOCK], right[AB_BLOCK], full[AB_BLOCK][AB_BLOCK];
    abBlockPlace to = ab_block_cholesky_at(&room->cholesky, room->index[a], room->index[b]);
    bool is_turned = to.is_turned;
    link_row(&problem->links[i / 2], i % 2, is_turned ? right : left);
    link_row(&problem->links[j / 2], j % 2, is_turned ? left : right);
    for (int r = 0; r < AB_BLOCK; r++) {
        for (int q = 0; q < AB_BLOCK; q++) {
            full[r][q] = left[r] * right[q];
        }
    }
    add_full(room, to, &problem->bodies[is_turned ? b : a], &problem->bodies[is_turned ? a : b],
             stiffness, full);
}

static void add_link(const abConeProblem *problem, abConeRoom *room, int k) {
    double stiffness = 1.0 / room->proximal[problem->contact_count + k].r[0];
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        int a = problem->links[i / 2].body[i % 2];
        for (int j = 2 * k; j <= i && a >= 0 && room->index[a] >= 0; j++) {
            int b = problem->links[j / 2].body[j % 2];
            if (b < 0 || room->index[b] < 0) {
                continue;
            }
            add_entries(problem, room, i, j, stiffness);
            if (a == b && i != j) { // both orders fall into one block
                add_entries(problem, room, j, i, stiffness);
            }
        }
    }
}

static void add_mass(const abConeProblem *problem, abConeRoom *room, int b) {
    const abConeBody *body = &problem->bodies[b];
    Axes axes = axes_of(room);
    abBlockPlace to = ab_block_cholesky_at(&room->cholesky, room->index[b], room->index[b]);
    for (int i = 0; i < axes.count; i++) {
        int p = axes.of[i];
        double *row = to.at + to.stride * (size_t)i;
        for (int k = 0; k < axes.count; k++) {
            int q = axes.of[k];
            if (p >= 3 && q >= 3) {
                row[k] += room->inertia[b].m[p - 3][q - 3];
            } else if (p == q) {
                row[k] += body->inverse_mass[p] > 0.0 ? mass_of(body, p) : 1.0;
            }
        }
    }
}

static bool assemble(const abConeProblem *problem, abConeRoom *room) {
    if (!ab_block_cholesky_clear(&room->cholesky)) {
        return false;
    }
    for (int b = 0; b < problem->body_count; b++) {
        if (room->index[b] >= 0) {
            add_mass(problem, room, b);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        if (problem->contacts[k].local.nn > 0.0) {
            add_contact(problem, room, k);
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        add_patch(problem, room, k);
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            add_link(problem, room, k);
        }
    }
    return true;
}

// ---- a step ----

// Whether the factor there is is that of the modes as they are.
static bool is_known(const abConeProblem *problem, const abConeRoom *room, double share) {
    bool same = room->factor_share == share && problem->patch_count == 0;
    for (int k = 0; k < problem->contact_count && same; k++) {
        char mode = room->proximal[k].mode;
        same = mode == room->modes[k] && mode <= AB_CONE_HELD;
    }
    return same;
}

static bool factor(const abConeProblem *problem, abConeRoom *room, double share) {
    if (!assemble(problem, room) || !ab_block_cholesky_factor(&room->cholesky)) {
        room->factor_share = 0.0;
        return false;
    }
    room->factor_share = share;
    for (int k = 0; k < problem->contact_count; k++) {
        room->modes[k] = room->proximal[k].mode;
    }
    return true;
}

bool ab_cone_newton_step(const abConeProblem *problem, abConeRoom *room, double share,
                         int *factorisations) {
    if (!is_known(problem, room, share)) {
        ++*factorisations;
        if (!factor(problem, room, share)) {
            return false;
        }
    }
    Axes axes = axes_of(room);
    for (int b = 0; b < problem->body_count; b++) {
        for (int i = 0; i < axes.count && room->index[b] >= 0; i++) {
            int p = axes.of[i];
            room->newton[axes.count * room->index[b] + i] =
                -ab_get(room->gradient[2 * b + p / 3], p % 3);
        }
    }
    ab_block_cholesky_apply(&room->cholesky, room->newton);
    for (int b = 0; b < problem->body_count; b++) {
        abVec3 *goal = &room->goal[2 * b];
        goal[0] = goal[1] = ab_vec3(0.0, 0.0, 0.0);
        for (int i = 0; i < axes.count && room->index[b] >= 0; i++) {
            int p = axes.of[i];
            ab_set(&goal[p / 3], p % 3, room->newton[axes.count * room->index[b] + i]);
        }
    }
    return true;
}

void ab_cone_go(const abConeProblem *problem, const abConeRoom *room, double part) {
    for (int b = 0; b < problem->body_count; b++) {
        abConeBody *body = &problem->bodies[b];
        body->v = ab_add_scaled(body->v, part, room->goal[2 * b]);
        body->w = ab_add_scaled(body->w, part, room->goal[2 * b + 1]);
    }
}

double ab_cone_along(const abConeProblem *problem, const abConeRoom *room) {
    double sum = 0.0;
    for (int b = 0; b < 2 * problem->body_count; b++) {
        sum += ab_dot(room->gradient[b], room->goal[b]);
    }
    return sum;
}

// Of the motion M^-1 g.
double ab_cone_unsettled(const abConeProblem *problem, const abConeRoom *room) {
    double most = 0.0;
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *body = &problem->bodies[b];
        abVec3 *out = &room->goal[2 * b];
        out[0] = ab_cone_by_mass(body, room->gradient[2 * b]);
        out[1] = ab_mul(body->inverse_inertia, room->gradient[2 * b + 1]);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        const abVec3 *a = &room->goal[2 * c->body[0]], *b = &room->goal[2 * c->body[1]];
        abVec3 v = ab_sub(ab_add(b[0], ab_cross(b[1], c->arm[1])),
                          ab_add(a[0], ab_cross(a[1], c->arm[0])));
        double turning = ab_cone_turns(c) ? c->reach * ab_norm(ab_sub(b[1], a[1])) : 0.0;
        most = fmax(most, fmax(ab_norm(v), turning));
    }
    for (int k = 0; k < problem->patch_count; k++) {
        const abConePatch *patch = &problem->patches[k];
        const abVec3 *a = &room->goal[2 * patch->body[0]], *b = &room->goal[2 * patch->body[1]];
        abVec3 v = ab_sub(ab_add(b[0], ab_cross(b[1], patch->arm[1])),
                          ab_add(a[0], ab_cross(a[1], patch->arm[0])));
        most = fmax(most, ab_norm(v) + patch->extent * ab_norm(ab_sub(b[1], a[1])));
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        double sum = 0.0;
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abVec3 *g = &room->goal[2 * link->body[side]];
                sum += ab_dot(link->linear[side], g[0]) + ab_dot(link->angular[side], g[1]);
            }
        }
        most = fmax(most, fabs(sum));
    }
    return most;
}
