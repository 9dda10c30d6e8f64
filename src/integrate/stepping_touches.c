// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_touches.c - what a step says of contacts: events, the energy book, frames.
//
// An impulse p does the work p (u_0 + u_1)/2 on the bodies, exactly. What a law does not store of
// it is lost. A pair touches when it pressed in the step, or overlaps at its end; touches are
// placed in the step by the gap and the closing speed, releases at its end.

#include <string.h>

#include "base/array.h"
#include "integrate/stepping.h"

// ---- the energy book ----

// Of B relative to A: the mean over the step, and the change.
static void motion_at(const abStep *step, const abStepPoint *point, abVec3 *mean, abVec3 *change) {
    int a = point->body[0], b = point->body[1];
    const abConeBody *A = &step->bodies[a], *B = &step->bodies[b];
    abVec3 v0 = ab_sub(ab_add(step->v0[b], ab_cross(step->w0[b], point->arm[1])),
                       ab_add(step->v0[a], ab_cross(step->w0[a], point->arm[0])));
    abVec3 v1 = ab_sub(ab_add(B->v, ab_cross(B->w, point->arm[1])),
                       ab_add(A->v, ab_cross(A->w, point->arm[0])));
    *mean = ab_scale(0.5, ab_add(v0, v1));
    *change = ab_sub(v1, v0);
}

// Likewise its rotation.
static void rotation_at(const abStep *step, const abStepPoint *point, abVec3 *mean,
                        abVec3 *change) {
    int a = point->body[0], b = point->body[1];
    abVec3 w0 = ab_sub(step->w0[b], step->w0[a]);
    abVec3 w1 = ab_sub(step->bodies[b].w, step->bodies[a].w);
    *mean = ab_scale(0.5, ab_add(w0, w1));
    *change = ab_sub(w1, w0);
}

static double stored(const abStep *step, const abStepPoint *point, double depth) {
    const abStepNote *note = &step->notes[point->note];
    if (point->is_rigid || !note->is_begun || !(depth > 0.0)) {
        return 0.0;
    }
    abContact contact = ab_contact_at(step->dynamics, &note->touch, &note->at);
    contact.depth = depth;
    contact.area = point->area;
    contact.area_slope = point->area_slope;
    contact.patch_area = point->patch_area;
    abNormalForce out;
    note->touch.interaction->normal->evaluate(note->touch.normal_constants, note->touch.law_memory,
                                              &contact, &out);
    return point->weight * out.energy;
}

static bool is_prescribed(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].mobility == AB_MOBILITY_PRESCRIBED;
}

// What drives do to hold prescribed bodies against an impulse on B.
static double drive_work(const abStep *step, const abStepPoint *point) {
    const abModel *model = step->dynamics->model;
    double work = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = point->body[side];
        if (is_prescribed(model, b)) {
            abVec3 arm = point->arm[side];
            abVec3 v = ab_scale(0.5, ab_add(step->v0[b], step->free[b].v));
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->free[b].w));
            double power = ab_dot(point->impulse, ab_add(v, ab_cross(w, arm)));
            power += ab_dot(point->moment, w);
            work += side == 0 ? power : -power;
        }
    }
    return work;
}

// Work of the impulses of joints, or of limits and ropes, on the bodies that can move.
static double link_work(const abStep *step, bool of_limits) {
    double work = 0.0, impulse = 0.0;
    for (size_t k = 0; k < step->link_count; k++) {
        const abConeLink *link = &step->links[k];
        if (link->is_one_sided != of_limits) {
            continue;
        }
        impulse = link->goes_on ? impulse : link->impulse;
        for (int side = 0; side < 2; side++) {
            int b = link->body[side];
            if (b >= 0 && step->dynamics->model->bodies[b].state >= 0) {
                abVec3 v = ab_add(step->v0[b], step->bodies[b].v);
                abVec3 w = ab_add(step->w0[b], step->bodies[b].w);
                work += 0.5 * impulse *
                        (ab_dot(link->linear[side], v) + ab_dot(link->angular[side], w));
            }
        }
    }
    return work;
}

// Losses at one point, and their bend within the step, as way and work there are quadratic.
static void book_point(const abStep *step, const abStepPoint *point, double *book, double *bend) {
    abVec3 mean, change;
    motion_at(step, point, &mean, &change);
    double start = point->depth - 0.5 * step->h * point->start_rate;
    double kept = stored(step, point, ab_step_end_depth(step, point)) - stored(step, point, start);
    double pressing = ab_dot(point->impulse, point->n);
    double normal = pressing * ab_dot(mean, point->n);
    double bent = 0.5 * pressing * ab_dot(change, point->n);
    book[AB_BOOK_CONTACT_DAMPING] -= normal + kept;
    book[AB_BOOK_SLIDING] -= ab_dot(point->impulse, mean) - normal;
    book[AB_BOOK_DRIVE] += drive_work(step, point);
    bend[AB_BOOK_CONTACT_DAMPING] += bent;
    bend[AB_BOOK_SLIDING] += 0.5 * ab_dot(point->impulse, change) - bent;
    rotation_at(step, point, &mean, &change);
    book[AB_BOOK_ROLLING] -= ab_dot(point->moment, mean);
    bend[AB_BOOK_ROLLING] += 0.5 * ab_dot(point->moment, change);
}

void ab_stepping_book(abSimulation *s) {
    abStepping *own = s->own;
    const abStep *step = &own->step;
    double *book = s->y + s->model->state_count - AB_BOOK_STATES;
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] += step->h * s->dynamics.book_rates[i];
        own->bend[i] = 0.0;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        if (step->points[k].contact >= 0) {
            book_point(step, &step->points[k], book, own->bend);
        }
    }
    for (size_t k = 0; k < step->surface_count; k++) {
        ab_step_book_surface(step, &step->surfaces[k], book, own->bend);
    }
    book[AB_BOOK_DRIVE] += link_work(step, false);
    book[AB_BOOK_CONTACT_DAMPING] -= link_work(step, true);
}

// ---- events ----

// The next touch is a new impact.
static void end_law(abSimulation *s, abStepNote *note) {
    if (note->is_begun && !note->is_rigid && note->touch.has_regions) {
        ab_regions_close(&s->dynamics, &note->touch);
    }
    note->is_begun = false;
    note->touch.grip.is_set = false;
}

void ab_stepping_forget(abSimulation *s) {
    abStep *step = &((abStepping *)s->own)->step;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepNote *note = &step->notes[step->phase.pairs[k].slot];
        if (!note->touches && !note->is_frozen) {
            end_law(s, note);
        }
    }
}

// Of all points of a pair that met in the step; 0 when none did.
static double impact_of(const abStep *step, const abStepNote *note) {
    double sum = 0.0;
    bool any = false;
    for (int k = note->first; k < note->first + note->count; k++) {
        const abStepPoint *point = &step->points[k];
        double pressing = ab_dot(point->impulse, point->n);
        any = any || (point->is_impact && pressing > 0.0);
        sum += pressing;
    }
    return any ? sum : 0.0;
}

// Of a surface when the depth of its point vanishes; else the end of the step.
static double release_time(const abSimulation *s, const abStepPoint *point) {
    const abStep *step = &((abStepping *)s->own)->step;
    double start = point->depth - 0.5 * step->h * point->start_rate;
    double end = ab_step_end_depth(step, point);
    bool is_seen = point->surface >= 0 && start > 0.0 && end < 0.0;
    return is_seen ? step->t + step->h * start / (start - end) : s->t;
}

static abResult tell(abSimulation *s, abStepNote *note, const abStepPoint *point, abEventKind kind,
                     const abObserver *observer, abError *error) {
    const abStep *step = &((abStepping *)s->own)->step;
    double gap = 0.5 * step->h * point->start_rate - point->depth;
    double later = point->start_rate > 0.0 ? fmax(0.0, gap) / point->start_rate : 0.0;
    abEvent event = {
        .index = s->event_index++,
        .time = kind == AB_EVENT_RELEASE ? release_time(s, point) : fmin(step->t + later, s->t),
        .kind = kind,
        .body_a = note->touch.body_a + 1,
        .body_b = note->touch.body_b + 1,
        .shape_a = note->touch.shape_a,
        .shape_b = note->touch.shape_b,
        .distance = kind == AB_EVENT_RELEASE ? -ab_step_end_depth(step, point) : 0.0,
        .speed = kind == AB_EVENT_RELEASE ? point->rate : point->start_rate,
        .normal = point->n,
        .point = point->p,
    };
    memcpy(event.law, note->touch.law_memory, sizeof event.law);
    if (kind == AB_EVENT_TOUCH) {
        note->touch.start_time = event.time;
        note->touch.start_speed = fmax(0.0, point->start_rate);
        note->touch.deepest = 0.0;
    } else if (kind == AB_EVENT_IMPACT) {
        event.impulse = impact_of(step, note);
    } else {
        event.depth = note->touch.deepest;
        event.duration = event.time - note->touch.start_time;
        end_law(s, note);
    }
    s->statistics.events[kind]++;
    return observer->event != NULL ? observer->event(observer->context, &event, error) : AB_OK;
}

// A surface that came apart between two steps.
static abResult tell_of_parting(abSimulation *s, abStepNote *note, const abObserver *observer,
                                abError *error) {
    const abVec3 p = ab_proximity_middle(&note->at);
    abStepPoint point = {.n = note->at.n_AB_W, .p = p, .surface = -1};
    return tell(s, note, &point, AB_EVENT_RELEASE, observer, error);
}

// The point of a pair that presses most, or is deepest.
static const abStepPoint *foremost(const abStep *step, const abStepNote *note, bool *touches) {
    const abStepPoint *best = NULL;
    double most = 0.0, deepest = -INFINITY;
    *touches = false;
    for (int k = note->first; k < note->first + note->count; k++) {
        const abStepPoint *point = &step->points[k];
        double pressing = ab_dot(point->impulse, point->n), depth = ab_step_end_depth(step, point);
        if (point->surface >= 0) { // released as soon as it is apart
            depth = step->surfaces[point->surface].end_depth;
            *touches = depth > 0.0 || (pressing > 0.0 && !note->touches);
        } else {
            *touches = *touches || pressing > 0.0 || (!point->is_rigid && depth > 0.0);
        }
        if (best == NULL || pressing > most || (pressing == most && depth > deepest)) {
            best = point;
            most = pressing;
            deepest = depth;
        }
    }
    return best;
}

// The greatest depth within the step, which is quadratic in time; of other contacts that at its
// end.
static double greatest_depth(const abStep *step, const abStepPoint *point) {
    double start = point->start_rate, end = point->rate;
    if (point->surface < 0 || !(start > 0.0 && end < 0.0)) {
        return ab_step_end_depth(step, point);
    }
    double h = step->h;
    return point->depth - 0.5 * h * start + 0.5 * h * start * start / (start - end);
}

static void note_depth(abSimulation *s, abStepNote *note, const abStepPoint *point) {
    const abStep *step = &((abStepping *)s->own)->step;
    double depth = greatest_depth(step, point);
    ab_run_warn_of_ignored(s, &note->touch, depth, s->t);
    note->touch.deepest = fmax(note->touch.deepest, depth);
    abStatistics *st = &s->statistics;
    if (depth > st->worst_depth) {
        st->worst_depth = depth;
        st->worst_depth_time = s->t;
        st->worst_depth_bodies[0] = note->touch.body_a + 1;
        st->worst_depth_bodies[1] = note->touch.body_b + 1;
    }
}

abResult ab_stepping_tell_touches(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->own;
    abStep *step = &own->step;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepNote *note = &step->notes[step->phase.pairs[k].slot];
        bool touches;
        const abStepPoint *point = foremost(step, note, &touches);
        if (note->is_frozen) {
            continue;
        }
        if (point == NULL) {
            if (note->touches && note->touch.has_surface) {
                own->touches_are_old = true;
                AB_TRY(tell_of_parting(s, note, observer, error));
            }
            end_law(s, note);
            note->touches = note->touched = false;
            continue;
        }
        note->touched = note->touches;
        note->touches = touches;
        own->touches_are_old = own->touches_are_old || point->surface >= 0; // their grip is new
        if (touches != note->touched) {
            own->touches_are_old = true;
            AB_TRY(
                tell(s, note, point, touches ? AB_EVENT_TOUCH : AB_EVENT_RELEASE, observer, error));
        }
        if (impact_of(step, note) > 0.0) {
            AB_TRY(tell(s, note, point, AB_EVENT_IMPACT, observer, error));
        }
        if (touches) {
            note_depth(s, note, point);
        }
    }
    return AB_OK;
}

// ---- frames ----

void ab_stepping_list_touches(abSimulation *s) {
    abStepping *own = s->own;
    abDynamics *d = &s->dynamics;
    abStep *step = &own->step;
    if (!own->touches_are_old) {
        return;
    }
    own->touches_are_old = false;
    d->touch_count = 0;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepNote *note = &step->notes[step->phase.pairs[k].slot];
        if (note->touches && ab_dynamics_reserve(d, d->touch_count + 1)) {
            d->touches[d->touch_count++] = note->touch;
        }
    }
}

// Sticks: at least one point stays inside its cone.
static abContactHold holding(const abStepNote *note, const abStepPoint *points) {
    for (int k = 0; k < note->count; k++) {
        double f = ab_dot(points[k].impulse, points[k].n);
        double limit = note->friction[points[k].slides ? 1 : 0];
        abVec3 rubbing = ab_add_scaled(points[k].impulse, -f, points[k].n);
        if (f > 0.0 && limit > 0.0 && ab_norm(rubbing) < (1.0 - 1e-6) * limit * f) {
            return AB_CONTACT_STICKS;
        }
    }
    return note->friction[0] > 0.0 ? AB_CONTACT_SLIPS : AB_CONTACT_FREE;
}

static void amend_contact(const abStep *step, const abStepNote *note, abContactState *out) {
    abVec3 force = {0.0, 0.0, 0.0}, normal = force, offset = force, torque = force;
    double pressing = 0.0;
    const abStepPoint *first = &step->points[note->first];
    for (int k = 0; k < note->count; k++) {
        const abStepPoint *point = &first[k];
        double f = ab_dot(point->impulse, point->n) / step->h;
        pressing += f;
        normal = ab_add_scaled(normal, f, point->n);
        force = ab_add_scaled(force, 1.0 / step->h, point->impulse);
        offset = ab_add_scaled(offset, f, ab_sub(point->p, first->p));
    }
    if (!(pressing > 0.0)) {
        return;
    }
    out->point = ab_add_scaled(first->p, 1.0 / pressing, offset);
    for (int k = 0; k < note->count; k++) {
        abVec3 arm = ab_sub(first[k].p, out->point);
        torque = ab_add(torque, ab_cross(arm, ab_scale(1.0 / step->h, first[k].impulse)));
        torque = ab_add_scaled(torque, 1.0 / step->h, first[k].moment);
    }
    out->normal = ab_unit(normal);
    out->normal_force = pressing;
    out->force = force;
    out->torque = torque;
    out->state = (int)holding(note, first);
}

// The regions of rigid contact k, with the forces of its points.
static void amend_regions(abDynamics *d, size_t k, const abStep *step, const abStepNote *note,
                          abContactState *out) {
    abVec3 places[AB_PATCH_MAX], forces[AB_PATCH_MAX];
    int count = note->count < AB_PATCH_MAX ? note->count : AB_PATCH_MAX;
    for (int i = 0; i < count; i++) {
        const abStepPoint *point = &step->points[note->first + i];
        places[i] = point->p;
        forces[i] = ab_scale(1.0 / step->h, point->impulse);
    }
    ab_dynamics_rigid_regions(d, k, places, forces, count);
    out->area = 0.0;
    out->points = note->count;
    for (size_t i = 0; i < d->region_row_count; i++) {
        out->area += d->region_rows[i].contact == (int)k ? d->region_rows[i].area : 0.0;
    }
}

static void amend_joints(const abStep *step, double *out) {
    const abModel *model = step->dynamics->model;
    size_t index = 0;
    memset(out, 0, 6 * model->joint_count * sizeof *out);
    for (size_t order = 0; order < model->joint_count; order++) {
        size_t j = (size_t)step->joint_order[order].index;
        for (int r = 0; r < model->joints[j].row_count && index < step->link_count; r++) {
            const abConeLink *link = &step->links[index++];
            double f = link->impulse / step->h;
            abVec3 turn =
                ab_sub(link->angular[1], ab_cross(step->joints[j].arm_b, link->linear[1]));
            bool is_alone = true;
            while (index < step->link_count && step->links[index].goes_on) {
                is_alone = false;
                index++;
            }
            const double part[6] = {
                link->linear[1].x, link->linear[1].y, link->linear[1].z, turn.x, turn.y, turn.z};
            for (int i = 0; is_alone && i < 6; i++) {
                out[6 * j + (size_t)i] += f * part[i];
            }
        }
    }
}

void ab_stepping_amend(abSimulation *s, abContactState *contacts, double *joint_forces) {
    abStepping *own = s->own;
    const abStep *step = &own->step;
    abDynamics *d = &s->dynamics;
    if (own->index == 0) {
        return;
    }
    size_t next = 0;
    for (size_t k = 0; k < step->phase.pair_count && next < d->touch_count; k++) {
        const abStepNote *note = &step->notes[step->phase.pairs[k].slot];
        const abTouch *touch = &d->touches[next];
        if (note->touch.shape_a == touch->shape_a && note->touch.shape_b == touch->shape_b) {
            if (note->is_rigid) {
                amend_contact(step, note, &contacts[next]);
            }
            if (note->is_rigid && touch->contours.is_set) {
                amend_regions(d, next, step, note, &contacts[next]);
            }
            next++;
        }
    }
    if (s->model->joint_count > 0) {
        amend_joints(step, joint_forces);
    }
    ab_stepping_amend_links(s);
}
