// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_arc.c - points that move on arcs, as bodies turn and roll.
//
// The rows of a step hold at its middle, but the velocities they ask for are those of its end. A
// point at x, which moves on with x', has there another arm and another normal than in the middle:
// the velocity u of A relative to B changes in half a step, with the motion of the bodies as it is, by
//
//   b = h/2 (w_A x (x' - v_A) - w_B x (x' - v_B) + n (n' . u))                            (1)
//
// So u is J v_1 + b at the end and J v_0 - b at the start, and its mean, with which impulses do
// work, is what it was. Depths follow: with d_m that of the middle, found along the tangent,
//
//   d_m - h/4 b.n                                                                        (2)
//
// takes its place in (4) of docs/theory/stepping.md, and start and end err by the third power of
// the step. Without b a block held by a turning table would go out by h/2 w r in each radian, and a
// body on its edge would be braked by the edge.
//
// A body whose spin goes round as it turns, as that of a coin on its rim does, has another spin at the
// end of the step than its impulses leave: half of the gyroscopic torque comes after them, and half
// came before (step_motion.c). With k = w' - w what each of them changes,
//
//   b + k_A x (x - x_A) - k_B x (x - x_B)                                                (3)
//
// takes the place of b. Depths are those of (2) with b alone, as the middle was placed by the spin
// at the start itself. Without k such a coin, in a circle of 12 cm, is 11 mm off after a turn by steps
// of 1 ms, with k 0.04 mm.
//
// On each body x' goes along the normal as the body itself does. Across it x', and n', are
// differences by the same point in the step before. A point that is new, or a nearest one that has left
// its place on both bodies by more than s_jump of its shape and more than their turn explains, is
// another one, and has no arc: such a step is of first order. A feature with the same name, as a rim
// that hardly leans, is the same one however fast its point runs along it, up to s_runs. A body that
// rocks on a rim leans to the other side: its points do not run, but exchange their names
// (step_points.c).

#include "method/step/step.h"
#include "method/step/tolerances.def"

// Of one body, where the point moves on with `pace`; what turns far in half a step ends no farther
// away than its arm is long.
static abVec3 turned(abVec3 w, abVec3 v, abVec3 pace, double half) {
    double angle = half * ab_norm(w);
    return ab_scale(half / (1.0 + angle * angle), ab_cross(w, ab_sub(pace, v)));
}

void ab_step_set_spin_change(const abStep *step, abStepPoint *point) {
    abVec3 change[2];
    for (int side = 0; side < 2; side++) {
        int body = point->body[side];
        change[side] = ab_cross(ab_sub(step->w0[body], step->turn0[body]), point->arm[side]);
    }
    point->arc = point->spin_change = ab_sub(change[0], change[1]);
}

// Of a body, where it has the point.
static abVec3 velocity_there(const abStep *step, const abStepPoint *point, int side) {
    int body = point->body[side];
    return ab_add(step->v0[body], ab_cross(step->w0[body], point->arm[side]));
}

static double time_since(const abStep *step) {
    return step->t + 0.5 * step->h - step->placed;
}

// How far what has come this way in a time is from where bodies with these velocities have it.
static double way_beside(abVec3 way, double time, abVec3 v_a, abVec3 v_b) {
    return fmin(ab_norm(ab_add_scaled(way, -time, v_a)), ab_norm(ab_add_scaled(way, -time, v_b)));
}

double ab_step_way_beside(const abStep *step, const abStepPoint *point, abVec3 last_p) {
    return way_beside(ab_sub(point->p, last_p), time_since(step), velocity_there(step, point, 0),
                      velocity_there(step, point, 1));
}

void ab_step_follow_point(const abStep *step, abStepPoint *point, abVec3 last_p, abVec3 last_n,
                          double size) {
    double time = time_since(step), half = 0.5 * step->h;
    abVec3 way = ab_sub(point->p, last_p), tilt = ab_sub(point->n, last_n);
    int a = point->body[0], b = point->body[1];
    abVec3 v_a = velocity_there(step, point, 0), v_b = velocity_there(step, point, 1);
    double turn = fabs(time) * ab_norm(ab_sub(step->w0[a], step->w0[b]));
    double limit = point->id >= 0 ? s_runs : fmax(s_jump, s_rolls * turn);
    bool jumps = way_beside(way, time, v_a, v_b) > limit * size || ab_norm(tilt) > limit;
    if (jumps || !(fabs(time) > 0.01 * half)) {
        return;
    }
    abVec3 across = ab_scale(1.0 / time, ab_add_scaled(way, -ab_dot(way, point->n), point->n));
    abVec3 on_a = ab_add_scaled(across, ab_dot(v_a, point->n), point->n);
    abVec3 on_b = ab_add_scaled(across, ab_dot(v_b, point->n), point->n);
    abVec3 arc = ab_sub(turned(step->w0[a], step->v0[a], on_a, half),
                        turned(step->w0[b], step->v0[b], on_b, half));
    abVec3 u = ab_sub(v_a, v_b);
    arc = ab_add_scaled(arc, half / time * ab_dot(tilt, u), point->n);
    double along = ab_dot(arc, point->n);
    point->arc = ab_add(point->arc, arc);
    point->start_rate -= along;
    point->free_rate += along;
    point->depth -= 0.5 * half * along;
}
