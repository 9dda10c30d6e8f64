// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_start.c - ropes that do not stretch and limits of joints hold from the start.
//
// What the model has refused is not seen here: a rope too short by more than typed figures leave
// and a joint beyond a limit (model/force_rope.c, model/compile_limits.c), unless the user wants
// the bodies moved together. What is open is closed by the least change of places, like gaps of
// joints and together with them; closing one may open another, so that takes rounds.

#include "dynamics/joint_solver.h"
#include "dynamics/parts.h"

static const int s_most = 60;       // rounds
static const double s_rest = 1e-12; // of the size of the scene: gaps that are rounding

bool ab_rigid_list_open_links(abDynamics *d) {
    abRigid *r = &d->rigid;
    double least = s_rest * fmax(d->model->size, 1e-3);
    size_t count = ab_rigid_link_count(d);
    r->count = 0;
    if (!ab_rigid_reserve(d, count)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        abRigidPoint point;
        abRigidNow now;
        if (ab_rigid_link(d, k, &point)) {
            ab_rigid_gap(d, &point, &now);
            if (now.gap < -least) {
                r->points[r->count++] = point;
            }
        }
    }
    return true;
}

static abResult cannot_fit(abDynamics *d, abError *error) {
    const abModel *model = d->model;
    const abRigidPoint *point = &d->rigid.points[0];
    int name = ab_rigid_link_name(d, point);
    bool is_rope = point->kind == AB_RIGID_ROPE;
    const char *word = is_rope ? model->forces[name - 1].name : model->joints[-1 - name].name;
    abPlace place = is_rope ? model->forces[name - 1].place : model->joints[-1 - name].place;
    abRigidNow now;
    ab_rigid_gap(d, point, &now);
    return ab_error_add(
        error, AB_BAD_MODEL, place,
        "%s %s cannot be fitted at the start: after %d corrections it is off by "
        "%.3g m; do joints or other ropes leave no room, or are its bodies in line, "
        "so that they cannot tell where to turn?",
        is_rope ? "rope" : "the limit of joint", word, s_most, -now.gap);
}

abResult ab_rigid_fit_links(abDynamics *d, double t, double *y, bool *changed, abError *error) {
    abRigid *r = &d->rigid;
    abResult result = AB_OK;
    *changed = false;
    for (int round = 0; ab_rigid_has_links(d); round++) {
        ab_dynamics_place(d, t, y);
        if (!ab_rigid_list_open_links(d)) {
            return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for ropes and limits");
        }
        if (r->count == 0 || round == s_most) {
            break;
        }
        ab_rigid_close_gaps(d, t, y);
        ab_joint_close(d, t, y);
        *changed = true;
    }
    if (r->count > 0) {
        result = cannot_fit(d, error);
    }
    r->count = 0;
    return result;
}
