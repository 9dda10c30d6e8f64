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
} abNearRoom;

static inline double ab_near_room_most_skin(double size) {
    return 0.02 * size;
}

// After a list served `uses` times, until one had moved by `way` and turned by `turn`. `size`: of the
// smaller curve.                                                                          [m]
static inline void ab_near_room_fit(abNearRoom *room, double size, unsigned uses, double way,
                                    double turn) {
    enum { FEW_USES = 20, MANY_USES = 400 };
    if (room->skin == 0.0) {
        *room = (abNearRoom){2e-3 * size, 4e-3};
        return;
    }
    if (uses < FEW_USES) {
        room->skin *= way >= room->skin ? 2.0 : 1.0;
        room->rotation *= turn >= room->rotation ? 2.0 : 1.0;
    } else if (uses > MANY_USES) {
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
