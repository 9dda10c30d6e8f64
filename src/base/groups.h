// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// groups.h - numbers 0 to n - 1 joined to groups, each named by its lowest: disjoint sets.
//
// `parent` holds n numbers, at the beginning each its own. Which number names a group does not
// depend on the order in which it was joined.
//
// Cost    paths are halved as they are followed: about log n at most, nearly constant in the mean.
// Source  Tarjan & van Leeuwen, J. ACM 31 (1984) 245.

#ifndef AB_GROUPS_H
#define AB_GROUPS_H

#include <stddef.h>

static inline void ab_groups_begin(int *parent, size_t count) {
    for (size_t i = 0; i < count; i++) {
        parent[i] = (int)i;
    }
}

// The lowest of the group that i belongs to.
static inline int ab_group_of(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void ab_groups_join(int *parent, int i, int j) {
    int a = ab_group_of(parent, i), b = ab_group_of(parent, j);
    parent[a > b ? a : b] = a > b ? b : a;
}

#endif
