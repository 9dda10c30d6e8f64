// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_patches.c - the patches of a problem among its contacts and links: each is visited in the
// sweeps like a contact, with six numbers in place of three.

#include "solver/cone/cone_patches.h"

#include <string.h>

#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_share.h"

static void push(abConeBody *body, abVec3 arm, abVec3 impulse, abVec3 turn) {
    body->v = ab_add(body->v, ab_cone_by_mass(body, impulse));
    abVec3 spin = ab_add(turn, ab_cross(arm, impulse));
    body->w = ab_add(body->w, ab_mul(body->inverse_inertia, spin));
}

static void move(const abConeProblem *problem, const abConePatch *patch, const double dp[6]) {
    abVec3 f = ab_vec3(dp[0], dp[1], dp[2]), t = ab_vec3(dp[3], dp[4], dp[5]);
    push(&problem->bodies[patch->body[0]], patch->arm[0], ab_neg(f), ab_neg(t));
    push(&problem->bodies[patch->body[1]], patch->arm[1], f, t);
}

void ab_cone_patch_motion(const abConeBody *bodies, const abConePatch *patch, double V[6]) {
    const abConeBody *A = &bodies[patch->body[0]], *B = &bodies[patch->body[1]];
    abVec3 v = ab_sub(ab_add(B->v, ab_cross(B->w, patch->arm[1])),
                      ab_add(A->v, ab_cross(A->w, patch->arm[0])));
    abVec3 w = ab_sub(B->w, A->w);
    const double out[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(V, out, sizeof out);
}

double ab_cone_patches_prepare(const abConeProblem *problem) {
    double fastest = 0.0;
    for (int k = 0; k < problem->patch_count; k++) {
        abConePatch *patch = &problem->patches[k];
        abConeBody pair[2] = {problem->bodies[patch->body[0]], problem->bodies[patch->body[1]]};
        double V[6];
        ab_cone_patch_motion(problem->bodies, patch, V);
        fastest = fmax(fastest, ab_norm(ab_vec3(V[0], V[1], V[2])) +
                                    patch->extent * ab_norm(ab_vec3(V[3], V[4], V[5])));
        for (int i = 0; i < 6; i++) { // what a unit wrench does to two bodies at rest
            abConePatch alone = {.body = {0, 1}, .arm = {patch->arm[0], patch->arm[1]}};
            abConeProblem two = {.bodies = pair};
            double one[6] = {0.0};
            one[i] = 1.0;
            pair[0].v = pair[0].w = pair[1].v = pair[1].w = ab_vec3(0.0, 0.0, 0.0);
            move(&two, &alone, one);
            ab_cone_patch_motion(pair, &alone, V);
            for (int j = 0; j < 6; j++) {
                patch->mobility[j][i] = V[j];
            }
        }
    }
    return fastest;
}

void ab_cone_patches_apply(const abConeProblem *problem) {
    for (int k = 0; k < problem->patch_count; k++) {
        move(problem, &problem->patches[k], problem->patches[k].wrench);
    }
}

double ab_cone_patches_visit(const abConeProblem *problem) {
    double sum = 0.0, allowed = 0.1 * problem->tolerance * problem->speed;
    for (int k = 0; k < problem->patch_count; k++) {
        abConePatch *patch = &problem->patches[k];
        double V[6], dp[6];
        ab_cone_patch_motion(problem->bodies, patch, V);
        memcpy(dp, patch->wrench, sizeof dp);
        double change = ab_cone_patch_settle(patch, V, allowed);
        for (int i = 0; i < 6; i++) {
            dp[i] = patch->wrench[i] - dp[i];
        }
        move(problem, patch, dp);
        sum += change * change;
    }
    return sum;
}

void ab_cone_patches_keep(const abConeProblem *problem, double *to) {
    for (int k = 0; k < problem->patch_count; k++) {
        memcpy(to + 6 * (size_t)k, problem->patches[k].wrench, 6 * sizeof(double));
    }
}

void ab_cone_patches_take_back(const abConeProblem *problem, const double *from) {
    for (int k = 0; k < problem->patch_count; k++) {
        memcpy(problem->patches[k].wrench, from + 6 * (size_t)k, 6 * sizeof(double));
    }
}

void ab_cone_patches_open(const abConeProblem *problem) {
    for (int k = 0; k < problem->patch_count; k++) {
        double V[6];
        ab_cone_patch_motion(problem->bodies, &problem->patches[k], V);
        ab_cone_patch_keep(&problem->patches[k], V);
    }
}

bool ab_cone_patches_share(const abConeProblem *problem) {
    double change = 0.0;
    for (int k = 0; k < problem->patch_count; k++) {
        abConePatch *patch = &problem->patches[k];
        double V[6];
        ab_cone_patch_motion(problem->bodies, patch, V);
        change = fmax(change, ab_cone_share_next(patch, ab_cone_patch_share(patch, V)));
    }
    return ab_cone_share_agrees(change);
}

// What the limits of now would change of the motion.
double ab_cone_patches_close(const abConeProblem *problem) {
    double maximum = 0.0;
    for (int k = 0; k < problem->patch_count; k++) {
        const abConePatch *patch = &problem->patches[k];
        double V[6], kept[6], now[6], off[6];
        ab_cone_patch_motion(problem->bodies, patch, V);
        ab_cone_patch_answer(patch, V, true, kept, NULL);
        ab_cone_patch_answer(patch, V, false, now, NULL);
        for (int i = 0; i < 6; i++) {
            off[i] = 0.0;
            for (int j = 0; j < 6; j++) {
                off[i] += patch->mobility[i][j] * (now[j] - kept[j]);
            }
        }
        maximum = fmax(maximum, ab_norm(ab_vec3(off[0], off[1], off[2])) +
                                    patch->extent * ab_norm(ab_vec3(off[3], off[4], off[5])));
    }
    return maximum;
}

double ab_cone_patch_off(const abConeProblem *problem, const abConePatch *patch) {
    double V[6], now[6], sum = 0.0;
    ab_cone_patch_motion(problem->bodies, patch, V);
    ab_cone_patch_answer(patch, V, false, now, NULL);
    for (int i = 0; i < 6; i++) {
        double off = 0.0;
        for (int j = 0; j < 6; j++) {
            off += patch->mobility[i][j] * (now[j] - patch->wrench[j]);
        }
        off *= i < 3 ? 1.0 : patch->extent;
        sum += off * off;
    }
    return sum;
}

void ab_cone_patch_push(const abConeProblem *problem, const abConePatch *patch, const double to[6],
                        const double from[6]) {
    double dp[6];
    for (int i = 0; i < 6; i++) {
        dp[i] = to[i] - from[i];
    }
    move(problem, patch, dp);
}
