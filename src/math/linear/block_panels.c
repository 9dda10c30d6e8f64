// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_panels.c - columns of the factor that share their rows, as dense panels.
//
// A column's parent is the first row below its diagonal. Children before their parents, and those
// of one parent together, is as good an order as the one there was; in it columns with the same
// rows below come side by side. A column joins the panel before it when its panel's last one has it
// for a parent and their rows agree, but for a few zeros that are then stored.
//
// Source  elimination tree and supernodes: [GeorgeLiu1989], [LiuNgPeyton1993].

#include "math/linear/block_panels.h"

#include "base/array.h"
#include "math/linear/tolerances.def"

static void sort(int *items, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            int item = items[i], k = i;
            for (; k >= gap && items[k - gap] > item; k -= gap) {
                items[k] = items[k - gap];
            }
            items[k] = item;
        }
    }
}

// Number of rows below the diagonal of the column at a place, and the parent, or -1.
static int count_of(const abBlockCholesky *c, int place) {
    return c->head[3 * c->order[place] + 1];
}

static int parent_of(const abBlockCholesky *c, int place) {
    const int *at = &c->head[3 * c->order[place]];
    int minimum = -1;
    for (int k = 0; k < at[1]; k++) {
        int row = c->place[c->links[at[0] + k]];
        minimum = minimum < 0 || row < minimum ? row : minimum;
    }
    return minimum;
}

// Children before parents. The arrays of `buckets` are free again: parents, first children and next
// siblings.
static void order_tree(abBlockCholesky *c) {
    int n = c->n, *parent = c->buckets, *child = parent + n, *next = child + n, *order = c->marks;
    for (int k = 0; k < n; k++) {
        parent[k] = parent_of(c, k);
        child[k] = next[k] = -1;
    }
    int root = -1, count = 0;
    for (int k = n - 1; k >= 0; k--) {
        int *list = parent[k] < 0 ? &root : &child[parent[k]];
        next[k] = *list;
        *list = k;
    }
    for (int k = root; k >= 0;) {
        while (child[k] >= 0) { // down to a leaf
            k = child[k];
        }
        order[count++] = c->order[k];
        while (k >= 0 && next[k] < 0) { // up to where something is left
            k = parent[k];
            if (k >= 0) {
                order[count++] = c->order[k];
            }
        }
        k = k >= 0 ? next[k] : -1;
    }
    for (int k = 0; k < n; k++) {
        c->order[k] = order[k];
        c->place[order[k]] = k;
    }
}

// Whether the column may join a panel of `width` columns with `stored` blocks, `zeros` of them
// zero.
static bool may_join(const abBlockCholesky *c, int column, int width, double *stored,
                     double *zeros) {
    if (width == 0 || parent_of(c, column - 1) != column) {
        return false;
    }
    double more = count_of(c, column) + 1.0 - count_of(c, column - 1);
    double all = (width + 1.0) * count_of(c, column) + 0.5 * (width + 1.0) * (width + 2.0);
    if (*zeros + more * width > s_zeros * all) {
        return false;
    }
    *zeros += more * width;
    *stored = all;
    return true;
}

static bool add_panel(abBlockCholesky *c, int first, int end, size_t *rows, size_t *values) {
    int last = end - 1, count = count_of(c, last), width = end - first;
    const int *at = &c->head[3 * c->order[last]];
    if (!AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->rows, *rows + (size_t)count + 1)) {
        return false;
    }
    c->panels[c->panel_count++] = (abBlockPanel){
        .first = first, .width = width, .count = count, .rows = *rows, .values = *values};
    for (int k = 0; k < count; k++) {
        c->rows[*rows + (size_t)k] = c->place[c->links[at[0] + k]];
    }
    sort(&c->rows[*rows], count);
    for (int k = first; k < end; k++) {
        c->panel_of[k] = c->panel_count - 1;
    }
    size_t side = (size_t)c->side;
    *rows += (size_t)count;
    *values += (size_t)(width + count) * (size_t)width * side * side;
    return true;
}

bool ab_block_panels(abBlockCholesky *c) {
    size_t rows = 0, values = 0;
    int first = 0;
    double stored = 0.0, zeros = 0.0;
    order_tree(c);
    c->panel_count = 0;
    for (int k = 0; k < c->n; k++) {
        if (!may_join(c, k, k - first, &stored, &zeros)) {
            if (k > first && !add_panel(c, first, k, &rows, &values)) {
                return false;
            }
            first = k;
            zeros = 0.0;
        }
    }
    if (c->n > first && !add_panel(c, first, c->n, &rows, &values)) {
        return false;
    }
    c->value_count = values;
    return true;
}
