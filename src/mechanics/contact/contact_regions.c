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
// Regions that are there when the contact pair of the pair begins take what the law fixed for the contact pair.
// "Next to" is: nearer than the radii of discs of their areas.
//
// The points of a region come one after the other and have the ids g id, g id + 1, ..., g being the
// most they can be.
//
// Limits  AB_REGIONS_KEPT regions per contact pair are remembered; more borrow.

#include <string.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/region.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/contact_set.h"

static abPairRegions *regions_of(const abMechanics *m, const abContactPair *pair) {
    return &m->contacts->pair_regions[pair->regions];
}

static int ids_per_region(const abMechanics *m, const abContactPair *pair) {
    const abBodyShape *shapes = m->model->shapes;
    return pair->data->contours.is_set
               ? AB_CONTOUR_POINTS
               : ab_region_points(&shapes[pair->shape_a].shape, &shapes[pair->shape_b].shape);
}

// The middle of a region's points.
static abPatchPoint whole(const abPatchPoint *points, int g) {
    abPatchPoint region = points[0];
    for (int k = 1; k < g; k++) {
        region.p_W = ab_add_scaled(region.p_W, 1.0 / g, ab_sub(points[k].p_W, points[0].p_W));
    }
    region.area *= g;
    return region;
}

static abVec3 place_of(const abMechanics *m, const abContactPair *pair,
                       const abPatchPoint *region) {
    return ab_sub(region->p_W, m->bodies[pair->data->body_a].X.p);
}

static double radius_of(const abPatchPoint *region) {
    return sqrt(region->area * (1.0 / 3.14159265358979324));
}

// to[i]: the remembered region of region i; of one left over -1 - its nearest.
static void match(const abRegionList *kept, const abVec3 *places, int count, int *to) {
    bool is_taken[AB_REGIONS_KEPT] = {false};
    for (int i = 0; i < count; i++) {
        to[i] = -1;
    }
    for (int pairs = 0; pairs < count && pairs < kept->count; pairs++) {
        double minimum = INFINITY;
        int found = -1, region = -1;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < kept->count && to[i] < 0; k++) {
                double displacement = ab_norm2(ab_sub(places[i], kept->items[k].place));
                if (!is_taken[k] && displacement < minimum) {
                    minimum = displacement, found = i, region = k;
                }
            }
        }
        if (found < 0) {
            break;
        }
        to[found] = region;
        is_taken[region] = true;
    }
    for (int i = 0; i < count; i++) {
        double minimum = INFINITY;
        for (int k = 0; k < kept->count && to[i] < 0; k++) {
            double displacement = ab_norm2(ab_sub(places[i], kept->items[k].place));
            if (displacement < minimum) {
                minimum = displacement;
                to[i] = -1 - k;
            }
        }
    }
}

// How many points come together with the first of these.
static int group(const abPatchPoint *points, int count) {
    int size = 1;
    while (size < count && points[size].region == points[0].region) {
        size++;
    }
    return size;
}

// The regions that points stand for, and what each of them is; returns how many.
static int find_regions(const abMechanics *m, const abContactPair *pair, const abPatchPoint *points,
                        int count, abPatchPoint *found, int *to) {
    abVec3 places[AB_PATCH_MAX];
    int regions = 0;
    for (int i = 0; i < count; regions++) {
        int size = group(&points[i], count - i);
        found[regions] = whole(&points[i], size);
        places[regions] = place_of(m, pair, &found[regions]);
        i += size;
    }
    match(&regions_of(m, pair)->kept, places, regions, to);
    return regions;
}

// Names the points of the region that begins with the first of them; how many they are.
static int name_points(abPatchPoint *points, int count, int g, int id) {
    int size = group(points, count);
    for (int k = 0; k < size; k++) {
        points[k].id = g * id + k;
    }
    return size;
}

void ab_regions_name(const abMechanics *m, const abContactPair *pair, abPatchPoint *points,
                     int count) {
    int to[AB_PATCH_MAX], g = ids_per_region(m, pair);
    abPatchPoint found[AB_PATCH_MAX];
    const abRegionList *kept = &regions_of(m, pair)->kept;
    int regions = find_regions(m, pair, points, count, found, to);
    for (int i = 0, first = 0; i < regions; i++) {
        int id = to[i] >= 0 ? kept->items[to[i]].id : -2 + to[i];
        first += name_points(&points[first], count - first, g, id);
    }
}

const double *ab_regions_memory(const abMechanics *m, const abContactPair *pair, int id) {
    const abRegionList *kept = &regions_of(m, pair)->kept;
    int g = ids_per_region(m, pair);
    int region = id >= 0 ? id / g : -((-id + g - 1) / g);
    int borrowed = -3 - region; // of one left over
    if (borrowed >= 0 && borrowed < kept->count) {
        return kept->items[borrowed].law_memory;
    }
    for (int k = 0; k < kept->count; k++) {
        if (kept->items[k].id == region) {
            return kept->items[k].law_memory;
        }
    }
    return pair->law_memory;
}

// How fast a region closes.
static double closing_speed(const abMechanics *m, const abContactPair *pair,
                            const abPatchPoint *point) {
    abProximity at = {.n_AB_W = point->n_AB_W, .p_A_W = point->p_W, .p_B_W = point->p_W};
    return fmax(0.0, ab_closing_speed(m, pair->data->body_a, pair->data->body_b, &at));
}

static void begin(const abMechanics *m, const abContactPair *pair, const abPatchPoint *point,
                  abRegionMemory *region) {
    double speed = closing_speed(m, pair, point);
    ab_normal_begin(pair->data->interaction->normal, pair->data->normal_constants, speed,
                    region->law_memory);
}

// What region i of those found will be remembered as.
static abRegionMemory remember(const abMechanics *m, const abContactPair *pair,
                               const abPatchPoint *found, int to, int *last_id) {
    const abRegionList *kept = &regions_of(m, pair)->kept;
    int from = to >= 0 ? to : -1 - to;
    abRegionMemory region = {.place = place_of(m, pair, found), .radius = radius_of(found)};
    bool is_split = to < 0 && from < kept->count &&
                    ab_norm(ab_sub(region.place, kept->items[from].place)) <
                        kept->items[from].radius + region.radius;
    region.id = to >= 0 ? kept->items[to].id : ++*last_id;
    if (kept->count == 0) { // the contact pair begins
        memcpy(region.law_memory, pair->law_memory, sizeof region.law_memory);
    } else if (to >= 0 || is_split) {
        memcpy(region.law_memory, kept->items[from].law_memory, sizeof region.law_memory);
    } else {
        begin(m, pair, found, &region);
    }
    return region;
}

void ab_regions_stage(const abMechanics *m, const abContactPair *pair, abPatchPoint *points,
                      int count) {
    abPairRegions *regions = regions_of(m, pair);
    abRegionList *next = &regions->next;
    int to[AB_PATCH_MAX] = {0}, first = 0, g = ids_per_region(m, pair);
    abPatchPoint found[AB_PATCH_MAX];
    int there = find_regions(m, pair, points, count, found, to);
    next->count = there < AB_REGIONS_KEPT ? there : AB_REGIONS_KEPT;
    next->last_id = regions->kept.last_id;
    regions->is_changed = next->count != regions->kept.count;
    for (int i = 0; i < next->count; i++) {
        next->items[i] = remember(m, pair, &found[i], to[i], &next->last_id);
        regions->is_changed = regions->is_changed || to[i] < 0;
        first += name_points(&points[first], count - first, g, next->items[i].id);
    }
}

bool ab_regions_keep(abMechanics *m, const abContactPair *pair) {
    abPairRegions *regions = regions_of(m, pair);
    regions->kept = regions->next;
    return regions->is_changed;
}

bool ab_regions_open(abMechanics *m, abContactPair *pair) {
    size_t slot = 0;
    while (slot < m->contacts->pair_regions_capacity && m->contacts->pair_regions[slot].is_used) {
        slot++;
    }
    if (!AB_ARRAY_RESERVE(m->allocator, m->contacts->pair_regions,
                          m->contacts->pair_regions_capacity, slot + 1)) {
        return false;
    }
    m->contacts->pair_regions[slot] = (abPairRegions){.is_used = true};
    pair->regions = (int)slot;
    return true;
}

void ab_regions_close(abMechanics *m, const abContactPair *pair) {
    m->contacts->pair_regions[pair->regions].is_used = false;
}
