// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// attachments.c - between the modes of a body and the frames that follow them.

#include "mechanics/state/attachments.h"

#include <string.h>

#include "base/no_memory.h"
#include "math/core/rotation_vector.h"
#include "mechanics/state/modes.h"

struct abAttachmentNow {
    abVec3 p;              // from the centre of mass of the undeformed body, its axes      [m]
    abVec3 u_rate;         // Phi q'
    abRotationVector turn; // theta
};

abResult ab_attachments_init(abMechanics *m, abError *error) {
    if (m->model->attachment_count == 0) {
        return AB_OK;
    }
    m->attachments = AB_ARENA_NEW(&m->arena, abAttachmentNow, m->model->attachment_count);
    return m->attachments != NULL ? AB_OK
                                  : ab_no_memory(error, (abPlace){0}, "for points of bodies");
}

static abVec3 rows_times(const double *rows, size_t m, const double *x) {
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t a = 0; rows != NULL && a < 3; a++) {
        for (size_t k = 0; k < m; k++) {
            sum[a] += rows[a * m + k] * x[k];
        }
    }
    return ab_vec3_of(sum);
}

// Calls what follows for each: its number k, `is` in the model.
#define FOR_EACH_ATTACHMENT(m, k, is)                                                              \
    for (size_t k = 0; k < (m)->model->attachment_count; k++)                                      \
        for (const abAttachment *is = (m)->model->bodies[(m)->model->body_count + k].attachment;   \
             is != NULL; is = NULL)

void ab_attachments_place(abMechanics *m) {
    FOR_EACH_ATTACHMENT(m, k, is) {
        const abFloating *f = ab_modes_of(m, is->body);
        const abBodyNow *host = &m->bodies[is->body];
        abBodyNow *now = &m->bodies[m->model->body_count + k];
        abAttachmentNow *own = &m->attachments[k];
        size_t modes = (size_t)f->body->mode_count;
        own->p = ab_add(is->X, rows_times(is->Phi, modes, f->q));
        own->u_rate = rows_times(is->Phi, modes, f->q_rate);
        own->turn = ab_rotation_vector(rows_times(is->Psi, modes, f->q),
                                       rows_times(is->Psi, modes, f->q_rate));
        abQuat turn = ab_quat_from_vector(own->turn.r);
        abVec3 arm = ab_mul(host->X.R, own->p);
        now->q = ab_quat_mul(host->q, turn);
        now->X = (abPose){ab_mat3_mul(host->X.R, ab_quat_to_matrix(turn)), ab_add(host->X.p, arm)};
        now->v = ab_add(ab_add(host->v, ab_cross(host->w, arm)), ab_mul(host->X.R, own->u_rate));
        now->w = ab_add(host->w, ab_mul(host->X.R, own->turn.w));
    }
}

void ab_attachments_accelerate(abMechanics *m) {
    FOR_EACH_ATTACHMENT(m, k, is) {
        const abFloating *f = ab_modes_of(m, is->body);
        const abBodyNow *host = &m->bodies[is->body];
        abBodyNow *now = &m->bodies[m->model->body_count + k];
        const abAttachmentNow *own = &m->attachments[k];
        size_t modes = (size_t)f->body->mode_count;
        abMat3 R = host->X.R;
        abVec3 arm = ab_mul(R, own->p), w = host->w;
        abVec3 u = ab_mul(R, own->u_rate), spin = ab_mul(R, own->turn.w);
        abVec3 a = ab_add(host->a, ab_cross(host->alpha, arm));
        a = ab_add(a, ab_cross(w, ab_add_scaled(ab_cross(w, arm), 2.0, u)));
        now->a = ab_add(a, ab_mul(R, rows_times(is->Phi, modes, f->q_accel)));
        abVec3 turned = ab_rotation_rate(&own->turn, rows_times(is->Psi, modes, f->q_accel));
        abVec3 alpha = ab_add(host->alpha, ab_cross(w, spin));
        now->alpha = ab_add(alpha, ab_mul(R, ab_add(turned, own->turn.bias)));
    }
}

void ab_attachment_spread(const abMechanics *m, int body, abVec3 force, abVec3 torque,
                          double *out) {
    const abAttachment *is = m->model->bodies[body].attachment;
    const abAttachmentNow *own = &m->attachments[(size_t)body - m->model->body_count];
    const abMat3 *R = &m->bodies[is->body].X.R;
    size_t modes = (size_t)m->model->bodies[is->body].flexible->mode_count;
    abVec3 f = ab_mul_t(*R, force), t = ab_mul_t(*R, torque);
    abVec3 turn = ab_add(ab_cross(own->p, f), t), bend = ab_rotation_rate_t(&own->turn, t);
    double load[6];
    ab_vec3_put(load, f);
    ab_vec3_put(load + 3, turn);
    for (size_t i = 0; i < 6; i++) {
        out[i] += load[i];
    }
    for (size_t k = 0; k < modes; k++) {
        out[6 + k] += is->Phi[k] * f.x + is->Phi[modes + k] * f.y + is->Phi[2 * modes + k] * f.z;
        if (is->Psi != NULL) {
            out[6 + k] +=
                is->Psi[k] * bend.x + is->Psi[modes + k] * bend.y + is->Psi[2 * modes + k] * bend.z;
        }
    }
}

void ab_attachments_pass_loads(abMechanics *m) {
    FOR_EACH_ATTACHMENT(m, k, is) {
        int body = (int)(m->model->body_count + k);
        abBodyNow *now = &m->bodies[body], *host = &m->bodies[is->body];
        abFloating *f = ab_modes_of(m, is->body);
        size_t modes = (size_t)f->body->mode_count;
        double *load = f->answer; // not used yet
        memset(load, 0, (6 + modes) * sizeof *load);
        ab_attachment_spread(m, body, now->force, now->torque, load);
        host->force = ab_add(host->force, now->force);
        host->torque = ab_add(host->torque, ab_mul(host->X.R, ab_vec3_of(load + 3)));
        for (size_t i = 0; i < modes; i++) {
            f->h[i] += load[6 + i];
        }
        now->force = now->torque = ab_vec3(0.0, 0.0, 0.0);
    }
}
