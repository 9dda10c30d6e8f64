// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// action.c - the middle is the median of the centres of what moves, the usual distance from it that
// of three quarters of them. What is farther than some of these is left out.

#include "record/scene/action.h"

#include <math.h>
#include <stdlib.h>

#include "math/core/vector_math.h"
#include "record/scene/tolerances.def"

enum {
    FEW = 4,   // so few moving items all count
    MANY = 24, // so many can be too small to be seen
};

static abVec3 centre_of(const abBox *box) {
    return ab_scale(0.5, ab_add(box->low, box->high));
}

static double length_of(const abBox *box) {
    return ab_norm(ab_sub(box->high, box->low));
}

static void widen_by(abBox *box, const abBox *other) {
    ab_box_widen(box, other->low);
    ab_box_widen(box, other->high);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The value with a share of the others below it. Sorts.
static double quantile(double *values, size_t count, double share) {
    qsort(values, count, sizeof *values, by_size);
    size_t index = (size_t)(share * (double)(count - 1) + 0.5);
    return values[index];
}

static abVec3 median_centre(const abActionItem *items, size_t count, double *values) {
    double middle[3];
    for (int axis = 0; axis < 3; axis++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            abVec3 c = centre_of(&items[i].box);
            if (items[i].moves) {
                values[n++] = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
            }
        }
        middle[axis] = quantile(values, n, 0.5);
    }
    return (abVec3){middle[0], middle[1], middle[2]};
}

static abBox box_of_moving(const abActionItem *items, size_t count, size_t moving,
                           double *scratch) {
    abBox box = ab_box_of_nothing;
    abVec3 middle = median_centre(items, count, scratch);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (items[i].moves) {
            abVec3 arm = ab_sub(centre_of(&items[i].box), middle);
            scratch[n++] = ab_norm(arm) + 0.5 * length_of(&items[i].box);
        }
    }
    double usual = quantile(scratch, n, 0.75);
    for (size_t i = 0; i < count; i++) {
        double far = ab_norm(ab_sub(centre_of(&items[i].box), middle));
        double most = (items[i].touches ? s_far_touching : s_far) * usual;
        if (items[i].moves && (moving < FEW || far <= most)) {
            widen_by(&box, &items[i].box);
        }
    }
    return box;
}

// Is the action in a box of its own, a bowl or a frame, of which a part would be a puzzle?
static bool encloses(const abBox *box, const abBox *action) {
    abVec3 c = centre_of(action);
    const double low[3] = {box->low.x, box->low.y, box->low.z},
                 high[3] = {box->high.x, box->high.y, box->high.z},
                 from[3] = {action->low.x, action->low.y, action->low.z},
                 to[3] = {action->high.x, action->high.y, action->high.z},
                 centre[3] = {c.x, c.y, c.z};
    int sides = 0;
    bool is_around = true;
    for (int k = 0; k < 3; k++) {
        sides += low[k] <= from[k] && to[k] <= high[k];
        is_around &= low[k] <= centre[k] && centre[k] <= high[k];
    }
    return is_around && sides >= 2;
}

// The part of `other` within the box and somewhat around it; all of it if it is not much larger.
static void widen_by_near(abBox *box, const abBox *action, const abBox *other) {
    double more = s_near * length_of(action);
    abVec3 margin = {more, more, more};
    abBox reach = {ab_sub(action->low, margin), ab_add(action->high, margin)};
    abBox part = {{fmax(reach.low.x, other->low.x), fmax(reach.low.y, other->low.y),
                   fmax(reach.low.z, other->low.z)},
                  {fmin(reach.high.x, other->high.x), fmin(reach.high.y, other->high.y),
                   fmin(reach.high.z, other->high.z)}};
    if (part.low.x <= part.high.x && part.low.y <= part.high.y && part.low.z <= part.high.z) {
        double most = encloses(other, action) ? s_enclosing : s_whole;
        widen_by(box, length_of(other) <= most * length_of(action) ? other : &part);
    }
}

abBox ab_action_box(const abActionItem *items, size_t count, double *scratch) {
    size_t moving = 0;
    for (size_t i = 0; i < count; i++) {
        moving += items[i].moves;
    }
    abBox box = ab_box_of_nothing;
    if (moving == 0) {
        for (size_t i = 0; i < count; i++) {
            widen_by(&box, &items[i].box);
        }
        return box;
    }
    box = box_of_moving(items, count, moving, scratch);
    const abBox action = box;
    for (size_t i = 0; i < count; i++) {
        if (!items[i].moves) {
            widen_by_near(&box, &action, &items[i].box);
        }
    }
    return box;
}

// ---- where the motion is ----

double ab_action_usual_size(const abActionItem *items, size_t count, double *scratch) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (items[i].moves) {
            scratch[n++] = length_of(&items[i].box);
        }
    }
    return n > 0 ? quantile(scratch, n, 0.5) : 0.0;
}

// Mean and spread of the places of what moves, by the squares of its speeds.
typedef struct Motion {
    size_t count;
    double fastest, spread;
    abVec3 middle;
} Motion;

static Motion find_motion(const abActionItem *items, size_t count) {
    Motion motion = {0};
    double weight = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (items[i].moves) {
            double w = items[i].speed * items[i].speed;
            motion.count++;
            motion.fastest = fmax(motion.fastest, items[i].speed);
            motion.middle = ab_add_scaled(motion.middle, w, centre_of(&items[i].box));
            weight += w;
        }
    }
    if (weight > 0.0) {
        motion.middle = ab_scale(1.0 / weight, motion.middle);
        for (size_t i = 0; i < count; i++) {
            double w = items[i].moves ? items[i].speed * items[i].speed / weight : 0.0;
            motion.spread += w * ab_norm2(ab_sub(centre_of(&items[i].box), motion.middle));
        }
        motion.spread = sqrt(motion.spread);
    }
    return motion;
}

// Only one side of a row is long.
static bool is_row(const abBox *box) {
    abVec3 d = ab_sub(box->high, box->low);
    double most = fmax(d.x, fmax(d.y, d.z)), least = fmin(d.x, fmin(d.y, d.z));
    return d.x + d.y + d.z - most - least < s_narrow * most;
}

abBox ab_action_focus(const abActionItem *items, size_t count, double gravity, const abBox *action,
                      double *scratch) {
    Motion motion = find_motion(items, count);
    double size = ab_action_usual_size(items, count, scratch);
    double rest = s_rest * sqrt(gravity * size), half = fmax(s_around * size, 2.0 * motion.spread);
    bool is_small = size < s_tiny * length_of(action) && 6.0 * half < length_of(action);
    if (motion.count < MANY || !is_row(action) || !(motion.fastest > rest) || !is_small) {
        return ab_box_of_nothing;
    }
    abVec3 m = motion.middle, low = action->low, high = action->high;
    return (abBox){{fmax(low.x, m.x - half), fmax(low.y, m.y - half), fmax(low.z, m.z - half)},
                   {fmin(high.x, m.x + half), fmin(high.y, m.y + half), fmin(high.z, m.z + half)}};
}

bool ab_action_holds(const abBox *action, const abActionItem *item) {
    abVec3 c = centre_of(&item->box);
    return item->moves && c.x >= action->low.x && c.x <= action->high.x && c.y >= action->low.y &&
           c.y <= action->high.y && c.z >= action->low.z && c.z <= action->high.z;
}
