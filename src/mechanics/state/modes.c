// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modes.c - loads and accelerations turned into the axes of each frame and back; the equations are in
// flexible/floating_frame.h.

#include "mechanics/state/modes.h"

#include <string.h>

#include "base/no_memory.h"

abResult ab_modes_init(abMechanics *m, abError *error) {
    const abModel *model = m->model;
    bool any = false, ok = true;
    for (size_t b = 0; b < model->body_count; b++) {
        any = any || model->bodies[b].flexible != NULL;
    }
    if (!any) {
        return AB_OK;
    }
    m->floating = AB_ARENA_NEW(&m->arena, abFloating, model->body_count);
    for (size_t b = 0; m->floating != NULL && b < model->body_count; b++) {
        const abModalBody *flexible = model->bodies[b].flexible;
        ok = ok && (flexible == NULL || ab_floating_init(&m->floating[b], flexible, &m->arena));
        if (flexible != NULL && ok && flexible->whole->face_count > 0) {
            m->floating[b].points = AB_ARENA_NEW(&m->arena, abVec3, flexible->whole->node_count);
            ok = m->floating[b].points != NULL;
        }
    }
    return m->floating != NULL && ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the modes");
}

// Calls what follows for each body with modes, of index b, `f` being its deformation.
#define FOR_EACH_FLEXIBLE(m, b, f)                                                                 \
    for (int b = 0; (m)->floating != NULL && b < (int)(m)->model->body_count; b++)                 \
        for (abFloating *f = ab_modes_of(m, b); f != NULL; f = NULL)

void ab_modes_initial(const abMechanics *m, double *y) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        size_t modes = (size_t)f->body->mode_count;
        double *s = y + m->model->bodies[b].modal_state;
        memcpy(s, f->body->q, modes * sizeof *s);
        memcpy(s + modes, f->body->q_rate, modes * sizeof *s);
    }
}

void ab_modes_place_body(abMechanics *m, int body, const double *modal_states) {
    abFloating *f = ab_modes_of(m, body);
    size_t modes = (size_t)f->body->mode_count;
    memcpy(f->q, modal_states, modes * sizeof *f->q);
    memcpy(f->q_rate, modal_states + modes, modes * sizeof *f->q);
    f->is_deformed = f->is_placed = false;
}

void ab_modes_place(abMechanics *m, const double *y) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        ab_modes_place_body(m, b, y + m->model->bodies[b].modal_state);
    }
}

void ab_modes_clear_loads(abMechanics *m) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        memset(f->h, 0, (size_t)f->body->mode_count * sizeof *f->h);
    }
}

static void accelerate_free(abFloating *f, abBodyNow *now, abVec3 g) {
    abMat3 R = now->X.R;
    abVec3 a, alpha;
    if (!ab_floating_accelerate(f, ab_mul_t(R, now->force), ab_mul_t(R, now->torque), &a, &alpha)) {
        a = alpha = ab_vec3(NAN, NAN, NAN); // the step is taken smaller, or the body named
    }
    now->a = ab_add(ab_mul(R, a), g);
    now->alpha = ab_mul(R, alpha);
}

static void accelerate_held(abFloating *f, const abBody *body, abBodyNow *now, abVec3 g) {
    abMat3 R = now->X.R;
    bool moves = body->mobility == AB_MOBILITY_PRESCRIBED;
    abVec3 a = moves ? ab_sub(now->a, g) : ab_neg(g);
    abVec3 alpha = moves ? now->alpha : ab_vec3(0.0, 0.0, 0.0);
    ab_floating_hold(f, ab_mul_t(R, a), ab_mul_t(R, alpha), &f->held_force, &f->held_torque);
}

void ab_modes_accelerate(abMechanics *m) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        const abBody *body = &m->model->bodies[b];
        abBodyNow *now = &m->bodies[b];
        abVec3 g = ab_gravity_at(&m->model->gravity, now->X.p);
        ab_floating_place(f, ab_mul_t(now->X.R, now->w));
        if (body->mobility == AB_MOBILITY_FREE) {
            accelerate_free(f, now, g);
        } else {
            accelerate_held(f, body, now, g);
        }
    }
}

void ab_modes_write_rates(const abMechanics *m, double *ydot) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        size_t modes = (size_t)f->body->mode_count;
        double *s = ydot + m->model->bodies[b].modal_state;
        memcpy(s, f->q_rate, modes * sizeof *s);
        memcpy(s + modes, f->q_accel, modes * sizeof *s);
        s[2 * modes] = ab_floating_loss(f);
    }
}

double ab_modes_drive(const abMechanics *m, int body) {
    const abFloating *f = ab_modes_of(m, body);
    const abBodyNow *now = &m->bodies[body];
    return f == NULL ? 0.0
                     : ab_dot(ab_mul(now->X.R, f->held_force), now->v) +
                           ab_dot(ab_mul(now->X.R, f->held_torque), now->w);
}

abModalEnergies ab_modes_energies(abMechanics *m, int body) {
    abFloating *f = ab_modes_of(m, body);
    const abBodyNow *now = &m->bodies[body];
    abVec3 g = m->model->gravity.uniform;
    ab_floating_place(f, ab_mul_t(now->X.R, now->w));
    return (abModalEnergies){.kinetic = ab_floating_kinetic(f, ab_mul_t(now->X.R, now->v)),
                             .gravity = -f->body->mass.mass * ab_dot(g, now->X.p) -
                                        ab_dot(g, ab_mul(now->X.R, f->c)),
                             .strain = ab_floating_strain(f)};
}

size_t ab_modes_frame_count(const abModel *model) {
    size_t count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abModalBody *flexible = model->bodies[b].flexible;
        count += flexible != NULL ? 3 + 2 * (size_t)flexible->mode_count : 0;
    }
    return count;
}

void ab_modes_frame(abMechanics *m, double *out) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        size_t modes = (size_t)f->body->mode_count;
        abModalEnergies energies = ab_modes_energies(m, b);
        memcpy(out, &energies, sizeof energies);
        memcpy(out + 3, f->q, modes * sizeof *out);
        memcpy(out + 3 + modes, f->q_rate, modes * sizeof *out);
        out += 3 + 2 * modes;
    }
}
