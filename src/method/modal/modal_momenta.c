// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_momenta.c - sums of the frame and its modes.

#include "method/modal/modal_momenta.h"

#include "math/core/vector_math.h"
#include "method/modal/modal_sums.h"

abModalRigid ab_modal_rigid(const abFloating *f) {
    abVec3 o = ab_scale(1.0 / f->body->mass.mass, f->c);
    abModalRigid out = {.offset = o, .inertia = f->J};
    double square = ab_norm2(o);
    const double at[3] = {o.x, o.y, o.z};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double part = (i == k ? square : 0.0) - at[i] * at[k];
            out.inertia.m[i][k] -= f->body->mass.mass * part;
        }
    }
    if (!ab_mat3_inverse(out.inertia, &out.inverse)) {
        out.inverse = (abMat3){{{0.0}}};
    }
    return out;
}

// N_c x.
static abVec3 turned_by_modes(const abFloating *f, abVec3 offset, const double *x) {
    size_t m = (size_t)f->body->mode_count;
    return ab_sub(ab_modal_rows_times(f->N, m, x),
                  ab_cross(offset, ab_modal_rows_times(f->body->mass.S, m, x)));
}

abModalMomenta ab_modal_momenta(const abFloating *f, abMat3 R, abVec3 r, abVec3 v, abVec3 w) {
    size_t m = (size_t)f->body->mode_count;
    abVec3 own_w = ab_mul_t(R, w), o = ab_scale(1.0 / f->body->mass.mass, f->c);
    abVec3 by_modes = ab_scale(1.0 / f->body->mass.mass, f->c_rate); // S q' / m
    abVec3 relative = ab_add(ab_cross(own_w, o), by_modes);
    abVec3 about =
        ab_add(ab_mul(f->J, own_w), ab_modal_rows_times(f->N, m, f->q_rate)); // the frame
    abVec3 spin = ab_sub(about, ab_scale(f->body->mass.mass, ab_cross(o, relative)));
    return (abModalMomenta){ab_add(r, ab_mul(R, o)), ab_add(v, ab_mul(R, relative)),
                            ab_mul(R, spin)};
}

void ab_modal_put_frame(abFloating *f, abMat3 R, const abModalMomenta *from, double *s) {
    ab_floating_place(f, ab_vec3(0.0, 0.0, 0.0));
    abModalRigid rigid = ab_modal_rigid(f);
    abVec3 spin = ab_mul_t(R, from->spin);
    abVec3 w = ab_mul(rigid.inverse, ab_sub(spin, turned_by_modes(f, rigid.offset, f->q_rate)));
    abVec3 relative =
        ab_add(ab_cross(w, rigid.offset), ab_scale(1.0 / f->body->mass.mass, f->c_rate));
    ab_vec3_put(s, ab_sub(from->center, ab_mul(R, rigid.offset)));
    ab_vec3_put(s + 7, ab_sub(from->velocity, ab_mul(R, relative)));
    ab_vec3_put(s + 10, ab_mul(R, w));
}
