// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_start.c - ropes that do not stretch and limits of joints hold from the start.
//
// What the model has refused is not seen here: a rope too short by more than typed figures leave
// and a joint beyond a limit (model/kinds/force_rope.c, model/compile/compile_limits.c), unless the
// user wants the bodies moved together. What is open is closed by the least change of places, like
// gaps of joints and together with them; closing one may open another, so that takes rounds.

#include <string.h>

#include "base/no_memory.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_start.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/joint/joint_solver.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"

// The points become the links that are open by more than rounding where the bodies
// stand. False for want of memory.
static bool list_open_links(abDerivative *d) {
    abRigid *r = &d->rigid;
    double minimum = s_start_gap * fmax(d->mechanics.model->size, 1e-3);
    size_t count = ab_rigid_link_count(&d->mechanics);
    r->count = 0;
    if (!ab_rigid_reserve(d, count)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        abRigidPoint point;
        abRigidNow now;
        if (ab_rigid_link(&d->mechanics, k, &point)) {
            ab_rigid_gap(&d->mechanics, &point, &now);
            if (now.gap < -minimum) {
                r->points[r->count++] = point;
            }
        }
    }
    return true;
}

static abResult cannot_fit(abDerivative *d, abError *error) {
    const abModel *model = d->mechanics.model;
    const abRigidPoint *point = &d->rigid.points[0];
    int name = ab_rigid_link_name(&d->mechanics, point);
    bool is_rope = point->kind == AB_RIGID_ROPE;
    const char *word = is_rope ? model->forces[name - 1].name : model->joints[-1 - name].name;
    abPlace place = is_rope ? model->forces[name - 1].place : model->joints[-1 - name].place;
    abRigidNow now;
    ab_rigid_gap(&d->mechanics, point, &now);
    return ab_error_add(
        error, AB_BAD_MODEL, place,
        "%s %s cannot be fitted at the start: after %d corrections it is off by "
        "%.3g m; do joints or other ropes leave no room, or are its bodies in line, "
        "so that they cannot tell where to turn?",
        is_rope ? "rope" : "the limit of joint", word, s_most_fits, -now.gap);
}

// At the start: closes them, with the joints; the points are none again.
static abResult fit_links(abDerivative *d, double t, double *y, bool *changed, abError *error) {
    abRigid *r = &d->rigid;
    abResult result = AB_OK;
    *changed = false;
    for (int round = 0; ab_rigid_has_links(&d->mechanics); round++) {
        ab_mechanics_place(&d->mechanics, t, y);
        if (!list_open_links(d)) {
            return ab_no_memory(error, (abPlace){0}, "for ropes and limits");
        }
        if (r->count == 0 || round == s_most_fits) {
            break;
        }
        ab_rigid_close_gaps(d, t, y);
        ab_joint_close(&d->mechanics, t, y);
        *changed = true;
    }
    if (r->count > 0) {
        result = cannot_fit(d, error);
    }
    r->count = 0;
    return result;
}

// ---- all of the start ----

// Says which bodies moved, and how far.
static void tell_moved(const abDerivative *d, const double *before, const double *y,
                       const char *what, const abLog *log) {
    enum { MAX_COUNT = 8 };
    int told = 0;
    double size = d->mechanics.joints != NULL ? d->mechanics.joints->size
                                              : fmax(d->mechanics.model->size, 1e-3);
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        if (body->state < 0) {
            continue;
        }
        const double *p = before + body->state, *q = y + body->state;
        const abStateBlock *block = ab_state_block(body->mobility);
        bool planar = body->mobility == AB_MOBILITY_PLANAR;
        double displacement = 0.0, rotation = 0.0;
        for (int i = 0; i < block->rotation + block->turn_count; i++) {
            double *sum = i < block->rotation ? &displacement : &rotation;
            *sum += (q[i] - p[i]) * (q[i] - p[i]);
        }
        displacement = sqrt(displacement);
        rotation =
            (planar ? 1.0 : 2.0) * sqrt(rotation); // a small turn is twice that of the quaternion
        if ((displacement > 1e-9 * size || rotation > 1e-9) && told++ < MAX_COUNT) {
            ab_log(log, AB_LOG_INFO,
                   "%s moved by %.3g m and turned by %.3g rad to fit its %s at the start",
                   body->name, displacement, rotation, what);
        }
    }
    if (told > MAX_COUNT) {
        ab_log(log, AB_LOG_INFO, "%d more bodies moved to fit their %s at the start",
               told - MAX_COUNT, what);
    }
}

// Joints, then ropes and limits with them. Says whether these moved anything.
static abResult close_all(abDerivative *d, double t, double *y, bool *links_moved, abError *error) {
    double off = ab_joint_close(&d->mechanics, t, y);
    if (off > 1e-9) {
        return ab_error_add(error, AB_BAD_MODEL, d->mechanics.model->joints[0].place,
                            "the joints cannot be closed at the start: after 60 corrections they "
                            "are off by %.3g of the model's size; are there two that contradict "
                            "each other?",
                            off);
    }
    return fit_links(d, t, y, links_moved, error);
}

abResult ab_derivative_assemble(abDerivative *d, double t, double *y, bool assemble,
                                const abLog *log, abError *error) {
    bool has_joints = d->mechanics.joints != NULL && !d->mechanics.stabilizer.joints_drift,
         links_moved = false;
    if (has_joints && !assemble) {
        AB_TRY(ab_joint_check_gaps(&d->mechanics, t, y, error));
    }
    size_t n = (size_t)d->mechanics.layout.tangential_states;
    abArenaMark mark = ab_arena_mark(&d->mechanics.arena);
    double *before = AB_ARENA_NEW(&d->mechanics.arena, double, n);
    if (before == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu states", n);
    }
    memcpy(before, y, n * sizeof *y);
    AB_TRY(close_all(d, t, y, &links_moved, error));
    if (has_joints && !ab_joint_begin(&d->mechanics, t, y, log)) {
        return ab_no_memory(error, (abPlace){0}, "for joints");
    }
    tell_moved(d, before, y, links_moved ? "joints, limits and ropes" : "joints", log);
    ab_arena_reset(&d->mechanics.arena, mark);
    return AB_OK;
}

// ---- after a step ----

static double height_energy(const abDerivative *d) {
    double sum = 0.0;
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        const abBody *body = &d->mechanics.model->bodies[b];
        if (body->state >= 0) {
            abVec3 p = d->mechanics.bodies[b].X.p;
            sum -= body->mass * ab_dot(ab_gravity_at(&d->mechanics.model->gravity, p), p);
        }
    }
    return sum;
}

bool ab_rigid_close_links(abDerivative *d, double t, double *y, double *lifted) {
    *lifted = 0.0;
    abRigid *r = &d->rigid;
    if (!ab_rigid_has_links(&d->mechanics)) {
        return true;
    }
    ab_mechanics_place(&d->mechanics, t, y);
    if (!list_open_links(d)) {
        return false;
    }
    if (r->count > 0) {
        double before = height_energy(d);
        ab_rigid_close_gaps(d, t, y);
        ab_mechanics_place(&d->mechanics, t, y);
        *lifted = height_energy(d) - before;
        r->count = 0;
    }
    return true;
}
