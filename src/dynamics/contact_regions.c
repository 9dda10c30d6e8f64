// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_regions.c - each region of a mesh is a contact of its own: what its law fixed when it
// began is kept as long as it lasts, found again by its place.
//
// The memory is written where steps end. At an evaluation the regions found are matched with those
// remembered, the nearest first, one to one; places are taken relative to the first body's centre
// of mass. One that is left over came within the step, which will be taken again to end there, and
// borrows the memory of its nearest meanwhile. At the end of a step
//
//   a region left over next to a remembered one   has split from it and keeps its memory,
//   one on its own                                has begun: its law takes its own closing speed,
//   a memory left over                            has merged into another, or ended: it goes.
//
// Regions that are there when the touch of the pair begins take what the law fixed for the touch.
// "Next to" is: nearer than the radii of discs of their areas.
//
// Limits  AB_REGIONS_KEPT regions per touch are remembered; more borrow.

#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"

static abTouchRegions *regions_of(const abDynamics *d, const abTouch *touch) {
    return &d->touch_regions[touch->regions];
}

static abVec3 place_of(const abDynamics *d, const abTouch *touch, const abPatchPoint *point) {
    return ab_sub(point->p_W, d->bodies[touch->body_a].X.p);
}

static double radius_of(const abPatchPoint *point) {
    return sqrt(point->area * (1.0 / 3.14159265358979324));
}

// to[i]: the remembered region of point i; of one left over -1 - its nearest.
static void match(const abRegionList *kept, const abVec3 *places, int count, int *to) {
    bool is_taken[AB_REGIONS_KEPT] = {false};
    for (int i = 0; i < count; i++) {
        to[i] = -1;
    }
    for (int pairs = 0; pairs < count && pairs < kept->count; pairs++) {
        double least = INFINITY;
        int point = -1, region = -1;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < kept->count && to[i] < 0; k++) {
                double way = ab_norm2(ab_sub(places[i], kept->items[k].place));
                if (!is_taken[k] && way < least) {
                    least = way, point = i, region = k;
                }
            }
        }
        if (point < 0) {
            break;
        }
        to[point] = region;
        is_taken[region] = true;
    }
    for (int i = 0; i < count; i++) {
        double least = INFINITY;
        for (int k = 0; k < kept->count && to[i] < 0; k++) {
            double way = ab_norm2(ab_sub(places[i], kept->items[k].place));
            if (way < least) {
                least = way;
                to[i] = -1 - k;
            }
        }
    }
}

static void match_points(const abDynamics *d, const abTouch *touch, const abPatchPoint *points,
                         int count, int *to) {
    abVec3 places[AB_PATCH_MAX];
    for (int i = 0; i < count; i++) {
        places[i] = place_of(d, touch, &points[i]);
    }
    match(&regions_of(d, touch)->kept, places, count, to);
}

void ab_regions_name(const abDynamics *d, const abTouch *touch, abPatchPoint *points, int count) {
    int to[AB_PATCH_MAX];
    match_points(d, touch, points, count, to);
    const abRegionList *kept = &regions_of(d, touch)->kept;
    for (int i = 0; i < count; i++) {
        points[i].id = to[i] >= 0 ? kept->items[to[i]].id : -2 + to[i];
    }
}

const double *ab_regions_memory(const abDynamics *d, const abTouch *touch, int id) {
    const abRegionList *kept = &regions_of(d, touch)->kept;
    int borrowed = -3 - id; // of an id given to a region left over
    if (borrowed >= 0 && borrowed < kept->count) {
        return kept->items[borrowed].law_memory;
    }
    for (int k = 0; k < kept->count; k++) {
        if (kept->items[k].id == id) {
            return kept->items[k].law_memory;
        }
    }
    return touch->law_memory;
}

// How fast a region closes.
static double closing_speed(const abDynamics *d, const abTouch *touch, const abPatchPoint *point) {
    abProximity at = {.n_AB_W = point->n_AB_W, .p_A_W = point->p_W, .p_B_W = point->p_W};
    return fmax(0.0, ab_dynamics_closing_speed(d, touch->body_a, touch->body_b, &at));
}

static void begin(const abDynamics *d, const abTouch *touch, const abPatchPoint *point,
                  abRegionMemory *region) {
    double speed = closing_speed(d, touch, point);
    touch->interaction->normal->begin(touch->normal_constants, speed, region->law_memory);
}

void ab_regions_stage(const abDynamics *d, const abTouch *touch, abPatchPoint *points, int count) {
    abTouchRegions *regions = regions_of(d, touch);
    const abRegionList *kept = &regions->kept;
    abRegionList *next = &regions->next;
    int to[AB_PATCH_MAX];
    match_points(d, touch, points, count, to);
    next->count = 0;
    next->last_id = kept->last_id;
    regions->is_changed = count != kept->count;
    for (int i = 0; i < count && i < AB_REGIONS_KEPT; i++) {
        abRegionMemory *region = &next->items[next->count++];
        abVec3 place = place_of(d, touch, &points[i]);
        int from = to[i] >= 0 ? to[i] : -1 - to[i];
        double radius = radius_of(&points[i]);
        bool is_split =
            to[i] < 0 && from < kept->count &&
            ab_norm(ab_sub(place, kept->items[from].place)) < kept->items[from].radius + radius;
        *region = (abRegionMemory){.id = ++next->last_id};
        regions->is_changed = regions->is_changed || to[i] < 0;
        if (kept->count == 0) { // the touch begins
            memcpy(region->law_memory, touch->law_memory, sizeof region->law_memory);
        } else if (to[i] >= 0 || is_split) {
            memcpy(region->law_memory, kept->items[from].law_memory, sizeof region->law_memory);
        } else {
            begin(d, touch, &points[i], region);
        }
        if (to[i] >= 0) {
            region->id = kept->items[from].id;
            next->last_id--;
        }
        region->place = place;
        region->radius = radius;
        points[i].id = region->id;
    }
}

bool ab_regions_keep(abDynamics *d, const abTouch *touch) {
    abTouchRegions *regions = regions_of(d, touch);
    regions->kept = regions->next;
    return regions->is_changed;
}

bool ab_regions_open(abDynamics *d, abTouch *touch) {
    size_t slot = 0;
    while (slot < d->touch_regions_capacity && d->touch_regions[slot].is_used) {
        slot++;
    }
    if (!AB_ARRAY_RESERVE(d->allocator, d->touch_regions, d->touch_regions_capacity, slot + 1)) {
        return false;
    }
    d->touch_regions[slot] = (abTouchRegions){.is_used = true};
    touch->regions = (int)slot;
    return true;
}

void ab_regions_close(abDynamics *d, const abTouch *touch) {
    d->touch_regions[touch->regions].is_used = false;
}
