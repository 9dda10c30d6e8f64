// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// link_loads.c - what ropes that do not stretch and limits of joints carry, as last solved.

#include <string.h>

#include "derivative/rigid/link_loads.h"
#include "derivative/state/derivative.h"
#include "mechanics/force/observe.h"

void ab_rigid_store_links(abDerivative *d) {
    const abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->count; i++) {
        if (r->points[i].kind == AB_RIGID_ROPE) {
            d->mechanics.observations->forces[r->points[i].id].force =
                ab_scale(r->now[i].force, r->now[i].n);
        }
    }
}

static void add_push(double out[6], const abRigidNow *now) {
    const double push[6] = {now->n.x,        now->n.y,        now->n.z,
                            now->rotation.x, now->rotation.y, now->rotation.z};
    for (int k = 0; k < 6; k++) {
        out[k] += now->force * push[k];
    }
}

void ab_rigid_limit_loads(const abDerivative *d, double *out) {
    const abModel *model = d->mechanics.model;
    memset(out, 0, 6 * model->joint_count * sizeof *out);
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *point = &d->rigid.points[i];
        const abRigidNow *now = &d->rigid.now[i];
        if (point->kind == AB_RIGID_LIMIT) {
            size_t index = (size_t)point->id - model->force_count;
            add_push(out + 6 * model->limits[index].joint, now);
        }
    }
}
