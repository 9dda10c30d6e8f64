// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_matrix.c - the matrix of cone_newton.c, and its step.
//
// With K the matrix of a contact in the world's axes, from forces and moments at its point, and
// arms a and b, the block of two bodies is +-[1 0; [a] 1] K [1 -[b]; 0 1], [.] the cross product.
// It is symmetric but for patches whose limits of friction follow their normal impulses.
//
// The matrix depends on the motion by what is open, held or sliding. While that stays and nothing
// slides, neither does the factor change, and it is used again.

#include "solver/cone/cone_matrix.h"

#include <string.h>

#include "math/linear/block_lu.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_patches.h"
#include "solver/cone/cone_project.h"

static const int s_planar[AB_BLOCK_PLANAR] = {0, 1, 5}; // x, y, about z
static const int s_all[AB_BLOCK] = {0, 1, 2, 3, 4, 5};

// What moves of two bodies of a block; both all of it, but where a body is held.
typedef struct Axes {
    const int *of;
    int count;
} Axes;

static Axes axes_of(const abConeWorkspace *workspace) {
    return workspace->is_planar ? (Axes){s_planar, AB_BLOCK_PLANAR} : (Axes){s_all, AB_BLOCK};
}

static bool is_all_free(const abConeBody *body) {
    for (int i = 0; i < AB_BLOCK; i++) {
        if (!ab_cone_is_free(body, i)) {
            return false;
        }
    }
    return true;
}

static void add_whole(abBlockPlace to, double sign, double (*restrict full)[AB_BLOCK]) {
    for (int i = 0; i < AB_BLOCK; i++) {
        double *restrict row = to.at + to.stride * (size_t)i;
        for (int k = 0; k < AB_BLOCK; k++) {
            row[k] += sign * full[i][k];
        }
    }
}

// Adds sign times the 6 x 6 block, of which only what both bodies can do is taken.
static void add_full(const abConeWorkspace *workspace, abBlockPlace to, const abConeBody *left,
                     const abConeBody *right, double sign, double full[AB_BLOCK][AB_BLOCK]) {
    Axes axes = axes_of(workspace);
    bool takes[AB_BLOCK];
    if (!workspace->is_planar && is_all_free(left) && is_all_free(right)) {
        add_whole(to, sign, full);
        return;
    }
    for (int k = 0; k < axes.count; k++) {
        takes[k] = ab_cone_is_free(right, axes.of[k]);
    }
    for (int i = 0; i < axes.count; i++) {
        if (ab_cone_is_free(left, axes.of[i])) {
            for (int k = 0; k < axes.count; k++) {
                to.at[to.stride * (size_t)i + (size_t)k] +=
                    takes[k] ? sign * full[axes.of[i]][axes.of[k]] : 0.0;
            }
        }
    }
}

static abBlockPlace place_of(abConeWorkspace *workspace, int i, int j) {
    return workspace->is_kept ? ab_block_cholesky_at(&workspace->cholesky, i, j)
                              : ab_block_lu_at(&workspace->cholesky, i, j);
}

// K in the world's axes from G in those of the contact: forces, forces by rotations, moments by
// velocities, moments.
typedef struct Stiffness {
    abMat3 ff, fm, mf, mm;
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
        K.mf = ab_mat3_transpose(K.fm);
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
            abVec3 m = row_of(&K->mf, i), mw = ab_add(ab_cross(b, m), row_of(&K->mm, i));
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

static Stiffness turned(const Stiffness *K) {
    return (Stiffness){ab_mat3_transpose(K->ff), ab_mat3_transpose(K->mf), ab_mat3_transpose(K->fm),
                       ab_mat3_transpose(K->mm)};
}

// K between two bodies, at arms from their centres of mass.
static void add_between(const abConeProblem *problem, abConeWorkspace *workspace, const int body[2],
                        const abVec3 arm[2], const Stiffness *K, bool has_moments) {
    double full[AB_BLOCK][AB_BLOCK];
    const abConeBody *bodies[2] = {&problem->bodies[body[0]], &problem->bodies[body[1]]};
    int index[2] = {workspace->index[body[0]], workspace->index[body[1]]};
    for (int side = 0; side < 2; side++) {
        if (index[side] >= 0) {
            abBlockPlace to = place_of(workspace, index[side], index[side]);
            spread(K, has_moments, arm[side], arm[side], full);
            add_full(workspace, to, bodies[side], bodies[side], 1.0, full);
        }
    }
    if (index[0] < 0 || index[1] < 0 || index[0] == index[1]) {
        return;
    }
    for (int side = 0; side < (workspace->is_kept ? 1 : 2); side++) {
        abBlockPlace to = place_of(workspace, index[side], index[1 - side]);
        int left = to.is_turned ? 1 - side : side, right = 1 - left;
        Stiffness across = to.is_turned ? turned(K) : *K;
        spread(&across, has_moments, arm[left], arm[right], full);
        add_full(workspace, to, bodies[left], bodies[right], -1.0, full);
    }
}

static void add_patch(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    const abConePatch *patch = &problem->patches[k];
    double V[6], wrench[6], slope[6][6];
    ab_cone_patch_motion(problem->bodies, patch, V);
    ab_cone_patch_answer(patch, V, workspace->is_kept, wrench, slope);
    Stiffness K;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            K.ff.m[i][j] = slope[i][j];
            K.fm.m[i][j] = slope[i][j + 3];
            K.mf.m[i][j] = slope[i + 3][j];
            K.mm.m[i][j] = slope[i + 3][j + 3];
        }
    }
    add_between(problem, workspace, patch->body, patch->arm, &K, true);
}

static void add_contact(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    const abConeContact *c = &problem->contacts[k];
    double u[AB_CONE_ROWS], G[AB_CONE_ROWS][AB_CONE_ROWS];
    abConeCone cone;
    ab_cone_speeds(problem, c, u);
    ab_cone_project(&cone, c, &workspace->proximal[k], u);
    if (cone.mode == AB_CONE_OPEN) {
        return;
    }
    ab_cone_slope(&cone, G);
    Stiffness K = stiffness_of(c, G, cone.rows);
    add_between(problem, workspace, c->body, c->arm, &K, cone.rows > 3);
}

static void link_row(const abConeLink *link, int side, double row[AB_BLOCK]) {
    for (int i = 0; i < 3; i++) {
        row[i] = ab_get(link->linear[side], i);
        row[i + 3] = ab_get(link->angular[side], i);
    }
}

// stiffness times the product of two rows of entries i and j of a link.
static void add_entries(const abConeProblem *problem, abConeWorkspace *workspace, int i, int j,
                        double stiffness) {
    int a = problem->links[i / 2].body[i % 2], b = problem->links[j / 2].body[j % 2];
    double left[AB_BLOCK], right[AB_BLOCK], full[AB_BLOCK][AB_BLOCK];
    abBlockPlace to = place_of(workspace, workspace->index[a], workspace->index[b]);
    bool is_turned = to.is_turned;
    link_row(&problem->links[i / 2], i % 2, is_turned ? right : left);
    link_row(&problem->links[j / 2], j % 2, is_turned ? left : right);
    for (int r = 0; r < AB_BLOCK; r++) {
        for (int q = 0; q < AB_BLOCK; q++) {
            full[r][q] = left[r] * right[q];
        }
    }
    add_full(workspace, to, &problem->bodies[is_turned ? b : a],
             &problem->bodies[is_turned ? a : b], stiffness, full);
}

static void add_link(const abConeProblem *problem, abConeWorkspace *workspace, int k) {
    double stiffness =
        1.0 / (workspace->proximal[problem->contact_count + k].r[0] + problem->links[k].compliance);
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        int a = problem->links[i / 2].body[i % 2];
        for (int j = 2 * k; j <= i && a >= 0 && workspace->index[a] >= 0; j++) {
            int b = problem->links[j / 2].body[j % 2];
            if (b < 0 || workspace->index[b] < 0) {
                continue;
            }
            add_entries(problem, workspace, i, j, stiffness);
            if (i != j && (a == b || !workspace->is_kept)) { // both orders, or both triangles
                add_entries(problem, workspace, j, i, stiffness);
            }
        }
    }
}

static void add_mass(const abConeProblem *problem, abConeWorkspace *workspace, int b) {
    const abConeBody *body = &problem->bodies[b];
    Axes axes = axes_of(workspace);
    abBlockPlace to = place_of(workspace, workspace->index[b], workspace->index[b]);
    for (int i = 0; i < axes.count; i++) {
        int p = axes.of[i];
        double *row = to.at + to.stride * (size_t)i;
        for (int k = 0; k < axes.count; k++) {
            int q = axes.of[k];
            if (p >= 3 && q >= 3) {
                row[k] += workspace->inertia[b].m[p - 3][q - 3];
            } else if (p == q) {
                row[k] += body->inverse_mass[p] > 0.0 ? ab_cone_mass(body, p) : 1.0;
            }
        }
    }
}

static bool assemble(const abConeProblem *problem, abConeWorkspace *workspace) {
    abBlockCholesky *to = &workspace->cholesky;
    if (!(workspace->is_kept ? ab_block_cholesky_clear(to) : ab_block_lu_clear(to))) {
        return false;
    }
    for (int b = 0; b < problem->body_count; b++) {
        if (workspace->index[b] >= 0) {
            add_mass(problem, workspace, b);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        if (problem->contacts[k].local.nn > 0.0) {
            add_contact(problem, workspace, k);
        }
    }
    for (int k = 0; k < problem->patch_count; k++) {
        add_patch(problem, workspace, k);
    }
    for (int k = 0; k < problem->link_count; k++) {
        bool is_open = workspace->proximal[problem->contact_count + k].mode == AB_CONE_OPEN;
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0 && !is_open) {
            add_link(problem, workspace, k);
        }
    }
    return true;
}

// ---- a step ----

bool ab_cone_modes_stay(const abConeProblem *problem, const abConeWorkspace *workspace,
                        double share) {
    bool same = workspace->factor_share == share && problem->patch_count == 0;
    for (int k = 0; k < problem->contact_count && same; k++) {
        char mode = workspace->proximal[k].mode;
        same = mode == workspace->modes[k] && mode <= AB_CONE_HELD;
    }
    for (int k = 0; k < problem->link_count && same; k++) {
        int at = problem->contact_count + k;
        same =
            !problem->links[k].is_one_sided || workspace->proximal[at].mode == workspace->modes[at];
    }
    return same;
}

static bool factor(const abConeProblem *problem, abConeWorkspace *workspace, double share) {
    abBlockCholesky *of = &workspace->cholesky;
    workspace->factor_share = 0.0;
    if (!assemble(problem, workspace) ||
        !(workspace->is_kept ? ab_block_cholesky_factor(of) : ab_block_lu_factor(of))) {
        return false;
    }
    workspace->factor_share = share;
    for (int k = 0; k < problem->contact_count; k++) {
        workspace->modes[k] = workspace->proximal[k].mode;
    }
    for (int k = 0; k < problem->link_count; k++) {
        int at = problem->contact_count + k;
        workspace->modes[at] = workspace->proximal[at].mode;
    }
    return true;
}

bool ab_cone_newton_step(const abConeProblem *problem, abConeWorkspace *workspace, double share,
                         int *factorisations) {
    if (!ab_cone_modes_stay(problem, workspace, share)) {
        ++*factorisations;
        if (!factor(problem, workspace, share)) {
            return false;
        }
    }
    ab_cone_newton_again(problem, workspace);
    return true;
}

void ab_cone_newton_again(const abConeProblem *problem, abConeWorkspace *workspace) {
    Axes axes = axes_of(workspace);
    for (int b = 0; b < problem->body_count; b++) {
        for (int i = 0; i < axes.count && workspace->index[b] >= 0; i++) {
            int p = axes.of[i];
            workspace->newton[axes.count * workspace->index[b] + i] =
                -ab_get(workspace->gradient[2 * b + p / 3], p % 3);
        }
    }
    if (workspace->is_kept) {
        ab_block_cholesky_apply(&workspace->cholesky, workspace->newton);
    } else {
        ab_block_lu_apply(&workspace->cholesky, workspace->newton);
    }
    for (int b = 0; b < problem->body_count; b++) {
        abVec3 *goal = &workspace->goal[2 * b];
        goal[0] = goal[1] = ab_vec3(0.0, 0.0, 0.0);
        for (int i = 0; i < axes.count && workspace->index[b] >= 0; i++) {
            int p = axes.of[i];
            ab_set(&goal[p / 3], p % 3, workspace->newton[axes.count * workspace->index[b] + i]);
        }
    }
}
