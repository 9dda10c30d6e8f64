// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// circle_pairs.h - which parts of two plane curves may be near each other, by their trees of
// circles: both at once, the larger circle opened first, the nearer of its halves looked at first.

#ifndef AB_CIRCLE_PAIRS_H
#define AB_CIRCLE_PAIRS_H

#include "shape/curve/curve.h"

typedef struct abCirclePairs {
    const abCircleNode *a, *b; // the trees
    void *context;
    // How far two nodes are from each other; NAN: they are left out.
    double (*gap)(const void *context, int a, int b);
    // Wider gaps do not count any more.
    double (*reach)(const void *context);
    // Told of two leaves; false ends the search.
    bool (*meet)(void *context, int a, int b);
} abCirclePairs;

// As `reach`: only what overlaps counts.
static inline double ab_circles_meet(const void *context) {
    (void)context;
    return 0.0;
}

static inline void ab_circle_pairs(const abCirclePairs *pairs) {
    enum { STACK = 256 };
    struct {
        int a, b;
        double gap;
    } stack[STACK]; // but for its bottom not set: that takes as long as a search among few
    stack[0].a = stack[0].b = 0, stack[0].gap = -INFINITY;
    int count = 1;
    while (count > 0) {
        int a = stack[--count].a, b = stack[count].b;
        const abCircleNode *p = &pairs->a[a], *q = &pairs->b[b];
        if (stack[count].gap > pairs->reach(pairs->context)) {
            continue;
        }
        if (p->right < 0 && q->right < 0) {
            if (!pairs->meet(pairs->context, p->left, q->left)) {
                return;
            }
            continue;
        }
        bool split_a = q->right < 0 || (p->right >= 0 && p->hull.radius >= q->hull.radius);
        const int next[2][2] = {{split_a ? p->left : a, split_a ? b : q->left},
                                {split_a ? p->right : a, split_a ? b : q->right}};
        double gap[2];
        for (int i = 0; i < 2; i++) {
            gap[i] = pairs->gap(pairs->context, next[i][0], next[i][1]);
        }
        int last = gap[0] <= gap[1] ? 0 : 1; // the nearer, so that it comes next
        for (int k = 0; k < 2; k++) {
            int i = k == 0 ? 1 - last : last;
            if (gap[i] <= pairs->reach(pairs->context) && count < STACK) {
                stack[count].a = next[i][0], stack[count].b = next[i][1];
                stack[count++].gap = gap[i];
            }
        }
    }
}

#endif
