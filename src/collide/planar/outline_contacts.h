// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_contacts.h - all places where two outlines touch or nearly touch.

#ifndef AB_OUTLINE_CONTACTS_H
#define AB_OUTLINE_CONTACTS_H

#include "collide/planar/outline_near.h"
#include "collide/planar/outline_scene.h"

// Whether two outlines have too many edges to look at each with each.
bool ab_outlines_have_many(const abOutline2 *A, const abOutline2 *B);

// Nothing is found yet.
void ab_scene_clear(abOutlineScene *scene);
// Contacts that two edges may have, each with the vertex at its end.
enum {
    AB_MEET_BALLS_0 = 1, // what sticks out of outline 0
    AB_MEET_BALLS_1 = 2,
    AB_MEET_CORNERS = 4,
    AB_MEET_ALL = 7
};
// Adds those that are asked for and may count.
void ab_scene_edges_meet(abOutlineScene *scene, int a, int b, int asked);
// Fills the list of a scene with all contacts below its margin. `near` saves time and changes no bit;
// NULL: there is none.
void ab_scene_find(abOutlineScene *scene, abOutlineNear *near, abAllocator allocator);

#endif
