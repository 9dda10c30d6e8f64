// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// near_room.h - how far one plane curve may move against another while a list of what is near serves.
//
// Room follows use, which changes the cost only: more of it makes lists that serve longer and hold
// more.
//
// Private to collide/planar.

#ifndef AB_NEAR_ROOM_H
#define AB_NEAR_ROOM_H

#include <math.h>

#include "shape/curve/curve.h"

typedef struct abNearRoom {
    double skin;     // way of the site; 0: not chosen yet                                [m]
    double rotation; // as the chord of a unit circle
    double reach;    // what is near up to this is listed; below 0: there is no list       [m]
    unsigned uses;   // since it was made
    unsigned wait;   // so many questions are left to the trees
} abNearRoom;

enum { AB_NEAR_WAIT = 16 };

static inline void ab_near_room_forget(abNearRoom *room) {
    *room = (abNearRoom){.reach = -1.0};
}

static inline double ab_near_room_most_skin(double size) {
    return 0.02 * size;
}

// Whether a list is to be made where the last one did not serve: not where lists as wide as they get are
// of no use, for a while.
static inline bool ab_near_room_may_list(abNearRoom *room, double size) {
    bool was_of_use = room->reach < 0.0 || room->uses > 0;
    if (room->wait > 0) {
        room->wait--;
        return false;
    }
    if (!was_of_use && room->skin >= ab_near_room_most_skin(size)) {
        room->reach = -1.0;
        room->wait = AB_NEAR_WAIT;
        return false;
    }
    return true;
}

// The list would hold too much, or there is no memory for it.
static inline void ab_near_room_give_up(abNearRoom *room) {
    room->reach = -1.0;
    room->skin *= 0.5;
    room->rotation *= 0.5;
    room->wait = AB_NEAR_WAIT;
}

// After a list has served, until one had moved by `way` and turned by `turn`. `size`: of the
// smaller curve.                                                                          [m]
static inline void ab_near_room_fit(abNearRoom *room, double size, double way, double turn) {
    enum { FEW_USES = 20, MANY_USES = 400 };
    if (room->skin == 0.0) {
        room->skin = 2e-3 * size;
        room->rotation = 4e-3;
        return;
    }
    if (room->uses < FEW_USES) {
        room->skin *= way >= room->skin ? 2.0 : 1.0;
        room->rotation *= turn >= room->rotation ? 2.0 : 1.0;
    } else if (room->uses > MANY_USES) {
        room->skin *= 0.7;
        room->rotation *= 0.7;
    }
    room->skin = fmax(1e-6 * size, fmin(room->skin, ab_near_room_most_skin(size)));
    room->rotation = fmax(1e-6, fmin(room->rotation, 0.05));
}

// The sine of an angle that is no less than that of the rotation.
static inline double ab_near_room_sine(const abNearRoom *room) {
    return 1.001 * room->rotation;
}

#endif
