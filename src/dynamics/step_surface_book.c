// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface_book.c - the energy book of surfaces over a step.

#include "dynamics/step_surface.h"

static double stored(const abStep *step, const abStepNote *note, const abStepSpot *spot,
                     double depth) {
    abContact contact = spot->contact;
    contact.depth = depth;
    (void)step;
    return ab_touch_normal(&note->touch, note->touch.law_memory, &contact).energy;
}

// What a spot stores in the step; what is lost there is the work on it less this.
static double kept(const abStep *step, const abStepNote *note, const abStepSpot *spot, double end,
                   double area_rate) {
    double start = spot->depth - 0.5 * step->h * spot->start_rate;
    double middle = fmax(0.0, 0.5 * (start + end));
    double grown = middle > 0.0 ? stored(step, note, spot, middle) / spot->at.area : 0.0;
    return spot->at.seen * (stored(step, note, spot, end) - stored(step, note, spot, start)) +
           step->h * grown * area_rate;
}

// What is lost at a spot of faces, where the elastic part is the slope of what is stored
// (dynamics/contact_parts.c): the damping, and what a spring takes or gives in steps that do not
// see it.
static double lost_by_parts(const abStep *step, const abStepSurface *surface,
                            const abStepSpot *spot, abVec3 mean, double end_rate) {
    abStepPoint point = ab_spot_point(spot, surface->note);
    double unseen = spot->now.elastic - ab_step_kept_force(step, &point, &spot->contact, end_rate);
    double damped = spot->impulse.normal - step->h * spot->shown * spot->now.elastic;
    return -damped * ab_dot(spot->at.n_AB_W, mean) -
           step->h * unseen * ab_dot(spot->at.m_AB_W, mean);
}

// Of drives that hold prescribed bodies against the wrench of a patch.
static double drive_work(const abStep *step, const abConePatch *patch) {
    abVec3 force = {patch->wrench[0], patch->wrench[1], patch->wrench[2]};
    abVec3 torque = {patch->wrench[3], patch->wrench[4], patch->wrench[5]};
    double work = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = patch->body[side];
        if (step->dynamics->model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
            abVec3 v = ab_scale(0.5, ab_add(step->v0[b], step->free[b].v));
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->free[b].w));
            double power = ab_dot(force, ab_add(v, ab_cross(w, patch->arm[side])));
            power += ab_dot(torque, w);
            work += side == 0 ? power : -power;
        }
    }
    return work;
}

void ab_step_book_surface(const abStep *step, const abStepSurface *surface, double *book,
                          double *bend) {
    const abStepNote *note = &step->notes[surface->note];
    const abConePatch *patch = &step->patches[note->surface];
    if (!note->is_begun) {
        return;
    }
    abVec3 v0, w0, v1, w1, turn[2];
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    ab_patch_twist_of(step->bodies, patch, &v1, &w1);
    for (int side = 0; side < 2; side++) {
        int b = patch->body[side];
        turn[side] = ab_scale(0.5, ab_add(step->w0[b], step->bodies[b].w));
    }
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        const abStepSpot *spot = &step->spots[i];
        const abConePatchPoint *row = &step->rows[i];
        abVec3 u0 = ab_add(v0, ab_cross(w0, row->x)), u1 = ab_add(v1, ab_cross(w1, row->x));
        abVec3 mean = ab_scale(0.5, ab_add(u0, u1)), change = ab_sub(u1, u0);
        abVec3 normal = ab_add_scaled(spot->side, spot->impulse.normal, row->n);
        double end = spot->depth - 0.5 * step->h * ab_dot(u1, row->n);
        double area_rate = ab_surface_area_rate(&spot->at, turn[0], turn[1], mean);
        book[AB_BOOK_CONTACT_DAMPING] +=
            ab_surface_has_parts(&note->touch)
                ? lost_by_parts(step, surface, spot, mean, -ab_dot(u1, row->n))
                : -ab_dot(normal, mean) - kept(step, note, spot, end, area_rate);
        book[AB_BOOK_SLIDING] -= ab_dot(spot->impulse.tangential, mean);
        bend[AB_BOOK_CONTACT_DAMPING] += 0.5 * ab_dot(normal, change);
        bend[AB_BOOK_SLIDING] += 0.5 * ab_dot(spot->impulse.tangential, change);
    }
    book[AB_BOOK_DRIVE] += drive_work(step, patch);
}
