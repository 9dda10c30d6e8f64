// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface_book.c - the energy book of surfaces over a step.
//
// What is stored at the end of a step is evaluated where the bodies end, and is where the next step
// begins. What is lost is the work on the pair less what the stored energy grew by: so the book
// closes, whatever a step leaves out.
//
// A step that does not see the springs may end with the surfaces far deeper in each other than
// anything has paid for: where it then gains by that it is refused (step_take.c). In one that does, the
// depths of its points tell the same at its start and its end, and err by the second order alike; so
// it is refused by what they say, and ends earlier if the look where bodies end tells of more than a
// thousandth of the energy of motion: of places beside its points, as where shapes turn.

#include <math.h>
#include <string.h>

#include "mechanics/contact/contact_parts.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/state/place.h"
#include "method/step/step_surface.h"

static double stored(const abStepPairCache *cache, const abStepSurfacePoint *surface_point,
                     double depth) {
    abContact contact = surface_point->contact;
    contact.depth = depth;
    return ab_contact_pair_normal(&cache->pair, cache->pair.law_memory, &contact).energy;
}

// What a surface point stores in the step by its depth; what is lost there is the work on it less
// this and what its area grows by.
static double kept(const abStep *step, const abStepPairCache *cache,
                   const abStepSurfacePoint *surface_point, double end) {
    double start = surface_point->depth - 0.5 * step->h * surface_point->start_rate;
    return surface_point->at.seen *
           (stored(cache, surface_point, end) - stored(cache, surface_point, start));
}

static double kept_by_area(const abStep *step, const abStepPairCache *cache,
                           const abStepSurfacePoint *surface_point, double end, double area_rate) {
    double start = surface_point->depth - 0.5 * step->h * surface_point->start_rate;
    double middle = fmax(0.0, 0.5 * (start + end));
    if (!(middle > 0.0) || surface_point->at.by_itself) {
        return 0.0;
    }
    return step->h * stored(cache, surface_point, middle) / surface_point->at.area * area_rate;
}

// What is lost at a surface point of faces, where the elastic part is the slope of what is stored
// (mechanics/contact/contact_parts.c): the damping, and what a spring takes or gives in steps that
// do not see it.
static double lost_by_parts(const abStep *step, const abStepSurface *surface,
                            const abStepSurfacePoint *surface_point, abVec3 mean, double end_rate) {
    abStepPoint point = ab_surface_point_of(surface_point, surface->cache);
    double unseen = surface_point->now.elastic -
                    ab_step_kept_force(step, &point, &surface_point->contact, end_rate);
    double damped =
        surface_point->impulse.normal - step->h * surface_point->shown * surface_point->now.elastic;
    return -damped * ab_dot(surface_point->at.n_AB_W, mean) -
           step->h * unseen * ab_dot(surface_point->at.m_AB_W, mean);
}

double ab_step_stored_at_start(const abStep *step, const abStepSurface *surface) {
    const abStepPairCache *cache = &step->caches[surface->cache];
    double sum = 0.0;
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        const abStepSurfacePoint *point = &step->surface_points[i];
        double start = point->depth - 0.5 * step->h * point->start_rate;
        sum += point->at.seen * stored(cache, point, start);
    }
    return sum;
}

double ab_step_surface_grown(const abStep *step, const abStepSurface *surface) {
    const abStepPairCache *cache = &step->caches[surface->cache];
    bool is_carried = !step->is_fresh && cache->stored >= 0.0;
    return surface->stored - (is_carried ? cache->stored : ab_step_stored_at_start(step, surface));
}

// Of drives that hold prescribed bodies against the wrench of a patch.
static double drive_work(const abStep *step, const abConePatch *patch) {
    abVec3 force = {patch->wrench[0], patch->wrench[1], patch->wrench[2]};
    abVec3 torque = {patch->wrench[3], patch->wrench[4], patch->wrench[5]};
    double work = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = patch->body[side];
        if (step->mechanics->model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
            abVec3 v = ab_scale(0.5, ab_add(step->v0[b], step->free[b].v));
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->free[b].w));
            double power = ab_dot(force, ab_add(v, ab_cross(w, patch->arm[side])));
            power += ab_dot(torque, w);
            work += side == 0 ? power : -power;
        }
    }
    return work;
}

static double rate_of_area(const abStep *step, const abStepSurface *surface,
                           const abStepSurfacePoint *surface_point, abVec3 mean) {
    const int *body = step->patches[surface - step->surfaces].body;
    abVec3 rotation[2];
    for (int side = 0; side < 2; side++) {
        int b = body[side];
        rotation[side] = ab_scale(0.5, ab_add(step->w0[b], step->bodies[b].w));
    }
    return ab_surface_area_rate(&surface_point->at, rotation[0], rotation[1], mean);
}

// Losses of normal forces and of friction, and their bend within the step; `by_points`: with what is
// stored as the points of the step say. Of vertices the area at a point changes as the mesh turns, and
// with it what is stored there: no force does work for that, and `by_area` of it is among the losses
// of normal forces as a negative one.                                                       [J]
typedef struct Losses {
    double normal, sliding, normal_bend, sliding_bend, by_area;
} Losses;

typedef struct Wrench {
    abVec3 force, torque; // as impulses, about the origin of the patch            [N s], [N m s]
} Wrench;

// What moved the bodies is the wrench of the patch. Where springs are far stiffer than the step sees,
// the impulses of its points are off it by as much as the motion is off by rounding.
static void add_rest(const abConePatch *patch, const Wrench *acted, abVec3 v0, abVec3 w0, abVec3 v1,
                     abVec3 w1, Losses *out) {
    const double *all = patch->wrench;
    abVec3 force = ab_sub(ab_vec3(all[0], all[1], all[2]), acted->force);
    abVec3 torque = ab_sub(ab_vec3(all[3], all[4], all[5]), acted->torque);
    out->normal -= 0.5 * (ab_dot(force, ab_add(v0, v1)) + ab_dot(torque, ab_add(w0, w1)));
    out->normal_bend += 0.5 * (ab_dot(force, ab_sub(v1, v0)) + ab_dot(torque, ab_sub(w1, w0)));
}

static void add_losses(const abStep *step, const abStepSurface *surface, bool by_points,
                       Losses *out) {
    const abStepPairCache *cache = &step->caches[surface->cache];
    const abConePatch *patch = &step->patches[cache->surface];
    bool has_parts = ab_surface_has_parts(&cache->pair);
    Wrench acted = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    abVec3 v0, w0, v1, w1;
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    ab_patch_twist_of(step->bodies, patch, &v1, &w1);
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        const abStepSurfacePoint *surface_point = &step->surface_points[i];
        const abConePatchPoint *row = &step->rows[i];
        abVec3 u0 = ab_add(v0, ab_cross(w0, row->x)), u1 = ab_add(v1, ab_cross(w1, row->x));
        abVec3 mean = ab_scale(0.5, ab_add(u0, u1)), change = ab_sub(u1, u0);
        abVec3 normal = ab_add_scaled(surface_point->side, surface_point->impulse.normal, row->n);
        double end = surface_point->depth - 0.5 * step->h * ab_dot(u1, row->n);
        double lost = -ab_dot(normal, mean); // and stored
        if (by_points && has_parts) {
            lost = lost_by_parts(step, surface, surface_point, mean, -ab_dot(u1, row->n));
        } else if (by_points) {
            double area_rate = rate_of_area(step, surface, surface_point, mean);
            double by_area = kept_by_area(step, cache, surface_point, end, area_rate);
            lost -= kept(step, cache, surface_point, end) + by_area;
            out->by_area += by_area;
        }
        abVec3 impulse = ab_add(normal, surface_point->impulse.tangential);
        acted.force = ab_add(acted.force, impulse);
        acted.torque = ab_add(acted.torque, ab_cross(row->x, impulse));
        out->normal += lost;
        out->sliding -= ab_dot(surface_point->impulse.tangential, mean);
        out->normal_bend += 0.5 * ab_dot(normal, change);
        out->sliding_bend += 0.5 * ab_dot(surface_point->impulse.tangential, change);
    }
    if (!by_points) {
        add_rest(patch, &acted, v0, w0, v1, w1, out);
        out->normal -= ab_step_surface_grown(step, surface);
    }
}

void ab_step_book_surface(const abStep *step, const abStepSurface *surface, double *book,
                          double *bend) {
    const abStepPairCache *cache = &step->caches[surface->cache];
    if (!cache->is_begun) {
        return;
    }
    Losses sum = {.normal = book[AB_BOOK_CONTACT_DAMPING],
                  .sliding = book[AB_BOOK_SLIDING],
                  .normal_bend = bend[AB_BOOK_CONTACT_DAMPING],
                  .sliding_bend = bend[AB_BOOK_SLIDING]};
    add_losses(step, surface, surface->stored < 0.0, &sum);
    book[AB_BOOK_CONTACT_DAMPING] = sum.normal;
    book[AB_BOOK_SLIDING] = sum.sliding;
    bend[AB_BOOK_CONTACT_DAMPING] = sum.normal_bend;
    bend[AB_BOOK_SLIDING] = sum.sliding_bend;
    book[AB_BOOK_DRIVE] += drive_work(step, &step->patches[cache->surface]);
}

// What friction of a patch that holds may give back while its points creep.
static double creeping(const abConePatch *patch, double normal) {
    double friction = patch->count > 0 ? patch->points[0].friction : 0.0;
    return patch->tangential > 0.0 ? friction * normal / patch->tangential : 0.0;
}

abStepSurfaceWork ab_step_surface_work(const abStep *step, const abStepSurface *surface) {
    const abConePatch *patch = &step->patches[surface - step->surfaces];
    abStepSurfaceWork out = {0};
    if (!step->caches[surface->cache].is_begun) {
        return out;
    }
    Losses lost = {0};
    bool is_blind = ab_step_is_blind(step, &step->caches[surface->cache]);
    add_losses(step, surface, !is_blind || surface->stored < 0.0, &lost);
    double work = 0.0;
    abVec3 v0, w0, v1, w1;
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    ab_patch_twist_of(step->bodies, patch, &v1, &w1);
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        const abConePatchPoint *row = &step->rows[i];
        double rate =
            0.5 * (ab_patch_rate(v0, w0, row->x, row->n) + ab_patch_rate(v1, w1, row->x, row->n));
        work += step->surface_points[i].impulse.normal * fabs(rate);
        out.pressed += step->surface_points[i].impulse.normal;
    }
    out.gain = -(lost.normal + lost.by_area + lost.sliding);
    out.turned = work + fabs(work - lost.normal);
    out.creeping = creeping(patch, out.pressed);
    return out;
}

// For the bodies as placed.
static double stored_now(abStep *step, const abStepSurface *surface) {
    abMechanics *d = step->mechanics;
    double rates[AB_BOOK_STATES];
    abContactPairNow now;
    memcpy(rates, d->book_rates, sizeof rates);
    d->proximity_calls++;
    d->contacts->wants_energy = true;
    ab_surface_evaluate(d, &step->caches[surface->cache].pair, &now);
    d->contacts->wants_energy = false;
    memcpy(d->book_rates, rates, sizeof rates);
    return fmax(0.0, now.normal.energy);
}

void ab_step_store_surfaces(abStep *step, const double *y1) {
    bool is_placed = false;
    for (size_t k = 0; k < step->surface_count; k++) {
        abStepSurface *surface = &step->surfaces[k];
        const abStepPairCache *cache = &step->caches[surface->cache];
        surface->stored = -1.0;
        surface->unforeseen = 0.0;
        if (!cache->is_begun || cache->pair.data->has_code) {
            continue;
        }
        if (!is_placed) {
            ab_mechanics_place(step->mechanics, step->t + step->h, y1);
            is_placed = true;
        }
        surface->stored = stored_now(step, surface);
        if (!ab_step_is_blind(step, cache)) {
            Losses lost = {0};
            add_losses(step, surface, false, &lost);
            surface->unforeseen = -(lost.normal + lost.sliding);
        }
    }
    if (is_placed) {
        ab_step_place_middle(step);
    }
}

double ab_step_unforeseen(const abStep *step) {
    double most = 0.0;
    for (size_t k = 0; k < step->surface_count; k++) {
        most = fmax(most, step->surfaces[k].unforeseen);
    }
    return most;
}
