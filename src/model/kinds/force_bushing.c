// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_bushing.c - springs and dampers along and about the axes of the first frame.
//
// Everything in the axes of A: x the way from A to B, h the rotation vector of B (axis times
// angle), w the angular velocity of B relative to A, f0 and t0 the preloads, all coefficients
// diagonal. On B act
//
//   force   f0 - K x - C dx/dt,  the opposite on A at the same point
//   torque  L (t0 - Kt h) - Ct w,   L m = m + h x m / 2 + b h x (h x m),                 (1)
//           b = 1/|h|^2 - cot(|h|/2)/(2 |h|)
//
//   U = x.K x / 2 - f0.x + h.Kt h / 2 - t0.h
//
// L is what makes the torque the exact slope of U, since dh/dt = transpose(L) w. For equal
// stiffnesses, and for small angles up to their square, the torque is -Kt h, the bushing of
// textbooks.
// Valid   |h| below pi; there the rotation vector jumps to the other side.
// Source  (1) transpose of the inverse left Jacobian of rotations, [Sola2018] eq. (146); derived in
//         docs/theory/forces.md.

#include <math.h>

#include "base/schema.h"
#include "math/core/elementary.h"
#include "model/kinds/forces.h"

#define SPRINGS(field, unit_, text_)                                                               \
    AB_ANY(AB_KEY_VEC3, abBushingKeys, field, unit_, 0.0, 0.0, 1e15, text_)
#define LOADS(field, unit_, text_)                                                                 \
    AB_ANY(AB_KEY_VEC3, abBushingKeys, field, unit_, 0.0, -1e15, 1e15, text_)

static const abKey s_keys[] = {
    SPRINGS(stiffness, "N/m", "force per displacement, along the axes of the first frame"),
    SPRINGS(damping, "N s/m", "force per speed"),
    LOADS(preload, "N", "force on the second body added everywhere"),
    SPRINGS(torsional_stiffness, "N m", "torque per radian, about these axes"),
    SPRINGS(torsional_damping, "N m s", "torque per radian a second"),
    LOADS(preload_torque, "N m", "torque on the second body added everywhere"),
};
static const abTable s_table =
    AB_TABLE("bushing", abBushingKeys, s_keys,
             "six springs and dampers between two bodies or markers, in the axes of the first");

static abVec3 times(abVec3 a, abVec3 b) {
    return ab_vec3(a.x * b.x, a.y * b.y, a.z * b.z);
}

// Axis times angle, at most pi.
static abVec3 rotation_vector(abMat3 R) {
    abQuat q = ab_quat_from_matrix(R);
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    abVec3 v = ab_scale(sign, ab_vec3(q.x, q.y, q.z));
    double sine = ab_norm(v);
    double angle = 2.0 * ab_atan2(sine, sign * q.w);
    return sine > 0.0 ? ab_scale(angle / sine, v) : v;
}

// L of (1).
static abVec3 along_rotation(abVec3 h, abVec3 m) {
    double angle2 = ab_norm2(h), angle = sqrt(angle2);
    double b = 1.0 / 12.0 + angle2 / 720.0; // next term angle^4/30240
    if (angle > 0.01) {
        double half = 0.5 * angle;
        b = 1.0 / angle2 - ab_cos(half) / (2.0 * angle * ab_sin(half));
    }
    abVec3 once = ab_cross(h, m);
    return ab_add(ab_add_scaled(m, 0.5, once), ab_scale(b, ab_cross(h, once)));
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abBushingKeys *s = keys;
    abMat3 A = view->X_A.R;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p), x = ab_mul_t(A, r);
    abVec3 carried = ab_add(view->v_A, ab_cross(view->w_A, r));
    abVec3 x_rate = ab_mul_t(A, ab_sub(view->v_B, carried));
    abVec3 h = rotation_vector(ab_mat3_t_mul(A, view->X_B.R));
    abVec3 w = ab_mul_t(A, ab_sub(view->w_B, view->w_A));
    abVec3 damping = times(s->damping, x_rate), turning = times(s->torsional_damping, w);
    abVec3 pull = times(s->stiffness, x), twist = times(s->torsional_stiffness, h);
    abVec3 force = ab_sub(ab_sub(s->preload, pull), damping);
    abVec3 torque = ab_sub(along_rotation(h, ab_sub(s->preload_torque, twist)), turning);
    out->force = ab_mul(A, force);
    out->torque = ab_mul(A, torque);
    out->point_a = out->point_b = view->X_B.p;
    out->loss = ab_dot(damping, x_rate) + ab_dot(turning, w);
    out->energy = 0.5 * ab_dot(pull, x) - ab_dot(s->preload, x) + 0.5 * ab_dot(twist, h) -
                  ab_dot(s->preload_torque, h);
}

static int rows(const void *keys, const abForceView *view, abForceRow out[AB_FORCE_ROWS]) {
    const abBushingKeys *s = keys;
    abMat3 A = view->X_A.R;
    const abVec3 x[2] = {ab_mul_t(A, ab_sub(view->X_B.p, view->X_A.p)),
                         rotation_vector(ab_mat3_t_mul(A, view->X_B.R))};
    int count = 0;
    for (int i = 0; i < 6; i++) {
        bool turns = i >= 3;
        double k = ab_get(turns ? s->torsional_stiffness : s->stiffness, i % 3);
        double c = ab_get(turns ? s->torsional_damping : s->damping, i % 3);
        if (k > 0.0 || c > 0.0) {
            out[count++] = (abForceRow){.direction = ab_column(A, i % 3),
                                        .is_turn = turns,
                                        .has_x = true,
                                        .x = ab_get(x[turns ? 1 : 0], i % 3),
                                        .stiffness = k,
                                        .damping = c};
        }
    }
    return count;
}

const abForceType ab_force_bushing = {.table = &s_table, .apply = apply, .rows = rows};
