// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coupling.h - which bodies' accelerations depend on which bodies' states: the pattern of the
// Jacobian, and groups of columns that can be differenced together.
//
// Bodies joined by joints or by touches that stick form an island, in which everything depends on
// everything. Touches and springs link islands. An island is named by one of its bodies. The tangential states
// of a contact pair belong to the island of its first body that moves.

#ifndef AB_COUPLING_H
#define AB_COUPLING_H

#include "base/array.h"
#include "derivative/state/derivative.h"

typedef struct abLink {
    int from, to; // islands
} abLink;

typedef struct abCoupling {
    const abDerivative *derivative;
    abArrays arrays;
    int *island;    // of each body
    int *next_body; // the next body of the same island, -1 at its end; the island's own comes first
    int *color;     // of each island; -1 for bodies that name none or do not move
    int *used;      // colours seen near an island, by the island that saw them
    size_t *start;  // links of island i: links[start[i]] up to start[i + 1]
    abLink *links;  // sorted, both ways, each island to itself too
    size_t link_count;
    int color_count;
    int *first_tangential; // of each island, -1 none
    int *next_tangential;  // of each tangential state, -1 at the end
} abCoupling;

// Islands; arrays from the arena. AB_IO for want of memory.
abResult ab_coupling_init(abCoupling *coupling, const abDerivative *derivative, abArena *arena,
                          abError *error);
void ab_coupling_done(abCoupling *coupling);
// States of the largest island.
int ab_coupling_largest(const abCoupling *coupling);

// Links and colours for the contact pairs of the moment: islands of one colour have no common neighbour.
// Cost: linear in contact pairs and links, but for sorting. False for want of memory.
bool ab_coupling_update(abCoupling *coupling);

// A number that tells patterns apart.
uint64_t ab_coupling_fingerprint(const abCoupling *coupling);

// Entries of the Jacobian within the bodies' states.
size_t ab_coupling_entries(const abCoupling *coupling);

// To which island the tangential states of a contact pair belong.
int ab_coupling_island(const abCoupling *coupling, const abContactPair *pair);
// The states of an island one after the other; false when it has no state number `i`.
bool ab_coupling_state(const abCoupling *coupling, int island, int i, int *state);

// Whether a body has states: it moves, or its modes do.
static inline bool ab_coupling_has_states(const abModel *model, int body) {
    return ab_is_moving(model, body) || (body >= 0 && model->bodies[body].flexible != NULL);
}

// Those of its modes follow those of the body.
static inline int ab_coupling_states(const abCoupling *coupling, int body) {
    const abBody *b = &coupling->derivative->mechanics.model->bodies[body];
    return ab_state_block(b->mobility)->count + ab_modal_states(b->flexible);
}

// Where they begin: of a body that is held, with its modes.
static inline int ab_coupling_first_state(const abModel *model, int body) {
    const abBody *b = &model->bodies[body];
    return b->modal_state - ab_state_block(b->mobility)->count;
}

#endif
