// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_bars.c - bodies of revolution that lie on their wall: cylinder, tube, cone, capsule.
//
// Such a body touches along a line and is carried at both ends of what the line and the other body
// have in common. Whose end that is gives the depth and the normal:
//
//   an end of the bar   over the flat part: its depth below it, along the normal of that. Beyond an
//                       edge that runs along the bar: from the nearest point of the edge. The bar
//                       is a moving ball there, of the radius of its wall, so the normal turns from
//                       that of the face to that of the edge without a jump.
//   a crossing          of the line and an edge or a rim: along their common normal.
//   beside a bar        its rim below the wall of the other, along the normal of that.
//
// Each of these depths is the true one of its features, so its force has a potential.

#include "collide/patch/patch_bars.h"

#include "collide/patch/tolerances.def"
#include "math/core/regularize.h"

int ab_circle_crossings(abPoint2 p, abPoint2 e, double r, double t[2]) {
    double ee = e.x * e.x + e.y * e.y, pe = p.x * e.x + p.y * e.y, pp = p.x * p.x + p.y * p.y;
    double root = pe * pe - ee * (pp - r * r);
    if (!(root > 0.0) || !(ee > 0.0)) {
        return 0;
    }
    root = sqrt(root);
    t[0] = (-pe - root) / ee;
    t[1] = (-pe + root) / ee;
    return 2;
}

// ---- a bar on something flat ----

// A bar and the flat part it lies on, seen along the normal of that.
typedef struct Lying {
    abPatch *patch;
    const abRim *bar;
    bool bar_is_A;
    const abOutline *face; // or
    const abRim *disc;
    abVec3 origin, normal; // of the flat part, out of it
    abView view;
    abWall wall;
    abPoint2 from, line; // the line of the wall: where it begins, and to its end
    double t[2];         // the part of it that both have in common
    int edge[2];         // of the face that cuts it there; -1: its own end or a disc
    double sharp[2];     // of these: 0 runs along the line, 1 crosses it
    double margin;       // of the middle of that part from what it may leave sideways    [m]
} Lying;

// The bar is moved from p along e; an edge that runs along it does not cut it. Such edges are moved
// out by up to the length of the bar.
static void clip_by_edge(Lying *l, int i) {
    abPoint2 edge = ab_outline_edge(l->face, i), p = l->from, e = l->line;
    double length = sqrt(e.x * e.x + e.y * e.y), width = sqrt(edge.x * edge.x + edge.y * edge.y);
    double change = edge.x * e.y - edge.y * e.x;
    double sharp = ab_step(fabs(change), 0.02 * length * width, 0.0, 0.1 * length * width, 1.0);
    double d = edge.x * (p.y - l->face->at[i].y) - edge.y * (p.x - l->face->at[i].x);
    d += (1.0 - sharp) * length * width;
    if (change > 0.0 && -d > l->t[0] * change) {
        l->t[0] = -d / change, l->edge[0] = i, l->sharp[0] = sharp;
    } else if (change < 0.0 && -d > l->t[1] * change) {
        l->t[1] = -d / change, l->edge[1] = i, l->sharp[1] = sharp;
    }
    if (change == 0.0 && d < 0.0) {
        l->t[1] = -1.0;
    }
}

// How far the middle of the common part is inside the edges that may cut it.
static double middle_margin(const Lying *l) {
    double half = 0.5 * (l->t[0] + l->t[1]), margin = INFINITY;
    abPoint2 at = {l->from.x + half * l->line.x, l->from.y + half * l->line.y};
    double length = sqrt(l->line.x * l->line.x + l->line.y * l->line.y);
    for (int i = 0; i < l->face->count; i++) {
        abPoint2 e = ab_outline_edge(l->face, i);
        abPoint2 to = {at.x - l->face->at[i].x, at.y - l->face->at[i].y};
        double width = sqrt(e.x * e.x + e.y * e.y);
        if (width > 0.0) {
            double sine = fabs(e.x * l->line.y - e.y * l->line.x) / (length * width);
            double sharp = ab_step(sine, 0.02, 0.0, 0.1, 1.0);
            margin = fmin(margin, (e.x * to.y - e.y * to.x) / width + (1.0 - sharp) * length);
        }
    }
    return margin;
}

// What of the line is over the disc and beyond its hole.
static void clip_by_disc(Lying *l) {
    double t[2];
    if (ab_circle_crossings(l->from, l->line, l->disc->radius, t) == 0) {
        l->t[1] = -1.0;
        return;
    }
    double half = 0.5 * (t[0] + t[1]);
    abPoint2 at = {l->from.x + half * l->line.x, l->from.y + half * l->line.y};
    l->margin = l->disc->radius - sqrt(at.x * at.x + at.y * at.y);
    for (int i = 0; i < 2; i++) {
        if (i == 0 ? t[0] > 0.0 : t[1] < 1.0) {
            l->t[i] = t[i], l->sharp[i] = 1.0;
        }
    }
    if (l->disc->bore > 0.0 && ab_circle_crossings(l->from, l->line, l->disc->bore, t) == 2) {
        for (int i = 0; i < 2; i++) {
            if (l->t[i] > t[0] && l->t[i] < t[1]) {
                l->t[i] = t[1 - i], l->sharp[i] = 1.0;
            }
        }
    }
}

// Adds a point of the bar and one of the flat part; k: normal from the flat part to the bar.
static void add(const Lying *l, abVec3 bar, abVec3 flat, abVec3 k, double weight, int id) {
    if (l->bar_is_A) {
        ab_patch_add(l->patch, bar, flat, ab_neg(k), weight, id);
    } else {
        ab_patch_add(l->patch, flat, bar, k, weight, id);
    }
}

enum { ROUNDS = 16 };

// What is left of a point that is found outside of one of the bodies by `missed`.
static double still_met(const Lying *l, double missed) {
    return ab_step(missed, 0.0, 1.0, s_missed * l->patch->depth, 0.0);
}

// How far x is outside of 0 to 1.
static double beyond(double x) {
    return fmax(0.0, fmax(-x, x - 1.0));
}

// A point q of an edge that runs along the bar, or a corner, and the point of the wall that is
// nearest to it.
static void add_beside(const Lying *l, abVec3 q, double weight, int id) {
    const abRim *bar = l->bar;
    abVec3 between = ab_sub(bar[1].center, bar[0].center), v = bar[1].axis;
    double length = ab_dot(between, v), taper = (bar[1].radius - bar[0].radius) / length;
    double along = ab_dot(ab_sub(q, bar[0].center), v);
    weight *= still_met(l, length * beyond(along / length));
    abVec3 out = ab_sub(q, ab_add_scaled(bar[0].center, along, v));
    out = ab_add_scaled(out, -ab_dot(out, v), v);
    double radius = ab_norm(out), slant = sqrt(1.0 + taper * taper);
    if (!(radius > 0.0)) {
        return;
    }
    abVec3 k = ab_scale(1.0 / slant, ab_add_scaled(ab_scale(-1.0 / radius, out), taper, v));
    double gap = (radius - (bar[0].radius + taper * along)) / slant;
    add(l, ab_add_scaled(q, gap, k), q, k, weight, id);
}

// The end of the line that is cut by an edge from c along e (unit), which is `reach` long, or by a
// rim with the tangent e at c. The closest points of both are on their common normal. The line of
// the wall is another for another normal; where the bar does not taper the first normal is the one.
static void add_crossing(const Lying *l, abVec3 c, abVec3 e, double reach, double weight, int id) {
    abWall wall = l->wall;
    abVec3 k, w = ab_unit(ab_sub(wall.end[1], wall.end[0]));
    int round = 0;
    do {
        k = ab_cross(w, e);
        k = ab_scale((ab_dot(k, l->normal) < 0.0 ? -1.0 : 1.0) / ab_norm(k), k);
        ab_wall_towards(l->bar, ab_neg(k), &wall);
        w = ab_unit(ab_sub(wall.end[1], wall.end[0]));
    } while (fabs(ab_dot(w, k)) > s_across && ++round < ROUNDS);
    if (fabs(ab_dot(w, k)) > s_across) {
        return;
    }
    abVec3 displacement = ab_sub(c, wall.end[0]);
    double cosine = ab_dot(w, e), sine2 = 1.0 - cosine * cosine;
    double on_w = ab_dot(displacement, w), on_e = ab_dot(displacement, e);
    double along_w = (on_w - cosine * on_e) / sine2, along_e = (cosine * on_w - on_e) / sine2;
    if (l->face != NULL && !(along_e >= 0.0 && along_e <= reach)) { // a corner is what it meets
        add_beside(l, ab_add_scaled(c, fmin(fmax(along_e, 0.0), reach), e), weight, id);
        return;
    }
    // seen along their normal they may miss each other
    double length = ab_norm(ab_sub(wall.end[1], wall.end[0]));
    double missed = l->face != NULL ? 0.0 : 0.5 * along_e * along_e / l->disc->radius;
    weight *= still_met(l, fmax(missed, length * beyond(along_w / length)));
    add(l, ab_add_scaled(wall.end[0], along_w, w), ab_add_scaled(c, along_e, e), k, weight, id);
}

// The line is cut at its end i.
static void add_cut(const Lying *l, int i, double weight) {
    if (l->face != NULL) {
        int k = l->edge[i];
        abVec3 c = l->face->corner[k];
        abVec3 e = ab_sub(l->face->corner[k + 1 < l->face->count ? k + 1 : 0], c);
        double reach = ab_norm(e);
        add_crossing(l, c, ab_scale(1.0 / reach, e), reach, weight, 20 + i);
        return;
    }
    double t = l->t[i];
    abPoint2 at = {l->from.x + t * l->line.x, l->from.y + t * l->line.y};
    abVec3 out = ab_add(ab_scale(at.x, l->view.x), ab_scale(at.y, l->view.y));
    abVec3 e = ab_unit(ab_cross(l->normal, out));
    add_crossing(l, ab_add(l->origin, out), e, 0.0, weight, 20 + i);
}

// The end i of what the bar has in common with a face, where nothing cuts it: over the face or
// beside an edge that runs along the bar.
static void add_own_end(const Lying *l, int i, double weight) {
    double t = l->t[i];
    abWall wall;
    ab_wall_towards(l->bar, ab_neg(l->normal), &wall);
    abVec3 a = ab_add_scaled(wall.end[0], t, ab_sub(wall.end[1], wall.end[0]));
    abPoint2 at = ab_seen(&l->view, a);
    if (l->face == NULL) {
        abVec3 from = ab_sub(a, l->origin);
        double out = ab_norm(ab_add_scaled(from, -ab_dot(from, l->normal), l->normal));
        weight *= still_met(l, fmax(out - l->disc->radius, l->disc->bore - out));
    }
    if (l->face == NULL || ab_outline_margin(l->face, at) >= 0.0) {
        add(l, a, ab_on_plane(a, l->normal, l->origin, l->normal), l->normal, weight, 16 + i);
        return;
    }
    abVec3 s = ab_add_scaled(l->bar[0].center, t, ab_sub(l->bar[1].center, l->bar[0].center));
    abVec3 v = l->bar[1].axis;
    double farthest = 0.0;
    for (int j = 0; j < l->face->count; j++) {
        abVec3 c = l->face->corner[j];
        abVec3 e = ab_sub(l->face->corner[j + 1 < l->face->count ? j + 1 : 0], c);
        abPoint2 e2 = ab_outline_edge(l->face, j);
        abPoint2 to = {at.x - l->face->at[j].x, at.y - l->face->at[j].y};
        double out = (e2.y * to.x - e2.x * to.y) / ab_norm(e), ev = ab_dot(e, v);
        if (out > farthest && fabs(ev) > 0.99 * ab_norm(e)) {
            farthest = out;
            double share = fmin(fmax(ab_dot(ab_sub(s, c), v) / ev, 0.0), 1.0);
            a = ab_add_scaled(c, share, e);
        }
    }
    if (farthest > 0.0) {
        add_beside(l, a, weight, 16 + i);
    }
}

void ab_patch_bar_on_flat(abPatch *patch, const abRim bar[2], bool bar_is_A, const abOutline *face,
                          const abRim *disc) {
    abVec3 down = bar_is_A ? patch->n : ab_neg(patch->n);
    Lying l = {.patch = patch,
               .bar = bar,
               .bar_is_A = bar_is_A,
               .face = face,
               .disc = disc,
               .origin = face != NULL ? ab_outline_origin(face) : disc->center,
               .normal = face != NULL ? face->normal : disc->axis,
               .t = {0.0, 1.0},
               .edge = {-1, -1}};
    double towards = -ab_dot(l.normal, down);
    if (towards < 0.2 || !ab_wall_towards(bar, down, &l.wall)) {
        return;
    }
    l.view = ab_patch_view(face != NULL ? ab_neg(l.normal) : l.normal);
    abPoint2 at[2];
    for (int i = 0; i < 2; i++) {
        abVec3 on = ab_on_plane(l.wall.end[i], down, l.origin, l.normal);
        at[i] = ab_seen(&l.view, face != NULL ? on : ab_sub(on, l.origin));
    }
    l.from = at[0];
    l.line = (abPoint2){at[1].x - at[0].x, at[1].y - at[0].y};
    if (face == NULL) {
        clip_by_disc(&l);
    }
    for (int i = 0; face != NULL && i < face->count; i++) {
        clip_by_edge(&l, i);
    }
    if (!(l.t[0] < l.t[1])) {
        return;
    }
    // a line that leaves sideways fades
    double margin = face != NULL ? middle_margin(&l) : l.margin;
    double inside = ab_step(margin, 0.0, 0.0, 0.5 * patch->border, 1.0);
    for (int i = 0; i < 2; i++) {
        if (l.sharp[i] < 1.0) {
            add_own_end(&l, i, (1.0 - l.sharp[i]) * inside);
        }
        if (l.sharp[i] > 0.0) {
            add_cut(&l, i, l.sharp[i] * inside);
        }
    }
}

// ---- two bars ----
//
// They have in common what lies between the rims of both, and each end of that is a rim of one of
// them beside the wall of the other. Its depth is that of the rim's point which is nearest to that
// wall, and the normal is that of the wall: so the depth is the slope of the way along the normal,
// however the axes lean and slide along each other.

// The wall of a bar: its radius is `radius` + `slope` s, at s from `origin` along `axis`.
typedef struct Round {
    abVec3 origin, axis;
    double radius, slope, slant; // slant: of the wall for each of its way along the axis
    double side;                 // -1: it is that of a bore, met from inside
} Round;

static Round round_of(const abRim bar[2]) {
    abVec3 axis = bar[1].axis;
    double length = ab_dot(ab_sub(bar[1].center, bar[0].center), axis);
    double slope = length > 0.0 ? (fabs(bar[1].radius) - fabs(bar[0].radius)) / length : 0.0;
    return (Round){.origin = bar[0].center,
                   .axis = axis,
                   .radius = fabs(bar[0].radius),
                   .slope = slope,
                   .slant = sqrt(1.0 + slope * slope),
                   .side = bar[0].radius < 0.0 ? -1.0 : 1.0};
}

// Where a rim is nearest to a wall.
typedef struct Beside {
    abVec3 point, out; // of the rim; normal of the wall there
    double gap;
    bool is_there;
} Beside;

static Beside point_beside(abVec3 p, const Round *wall) {
    abVec3 from = ab_sub(p, wall->origin);
    double s = ab_dot(from, wall->axis);
    abVec3 away = ab_add_scaled(from, -s, wall->axis);
    double r = ab_norm(away);
    if (!(r > 0.0)) {
        return (Beside){.is_there = false};
    }
    abVec3 out = ab_add_scaled(ab_scale(1.0 / r, away), -wall->slope, wall->axis);
    return (Beside){.point = p,
                    .out = ab_scale(wall->side / wall->slant, out),
                    .gap = wall->side * (r - wall->radius - wall->slope * s) / wall->slant,
                    .is_there = true};
}

enum { TURNS = 8 };

// On the rim c + r (cos x e + sin x f) the way from the axis of the wall, a, is least beside that
// along it where (|a| - slope s)' = 0: by Newton's method from the point that leans to the axis.
static Beside rim_beside(const abRim *rim, const Round *wall) {
    double radius = fabs(rim->radius);
    Beside at = point_beside(rim->center, wall);
    abVec3 e = ab_neg(ab_scale(wall->side, at.out));
    e = ab_add_scaled(e, -ab_dot(e, rim->axis), rim->axis);
    if (!(radius > 0.0) || !at.is_there) {
        return at;
    }
    e = ab_unit(e);
    abVec3 f = ab_cross(rim->axis, e);
    for (int i = 0; i < TURNS; i++) {
        abVec3 p_1 = ab_scale(radius, f), p_2 = ab_scale(-radius, e); // derivatives by x
        abVec3 p = ab_sub(rim->center, p_2), from = ab_sub(p, wall->origin);
        abVec3 away = ab_across(from, wall->axis), a_1 = ab_across(p_1, wall->axis);
        double a = ab_norm(away), first = ab_dot(away, a_1) / a;
        double second = (ab_norm2(a_1) + ab_dot(away, p_2) -
                         ab_dot(away, wall->axis) * ab_dot(p_2, wall->axis) - first * first) /
                        a;
        first -= wall->slope * ab_dot(p_1, wall->axis);
        second -= wall->slope * ab_dot(p_2, wall->axis);
        double x = second > 0.0 ? -first / second : 0.0;
        if (!(fabs(x) > s_turned)) {
            break;
        }
        abVec3 turned = ab_unit(ab_add_scaled(e, x, f));
        e = turned, f = ab_cross(rim->axis, e);
    }
    return point_beside(ab_add_scaled(rim->center, radius, e), wall);
}

// What two lines at this angle carry: bars that cross meet at one point, which carries alone.
static double common_weight(const abPatch *patch, double length, double sine) {
    return ab_step(length, 0.0, 0.0, patch->border, 1.0) * ab_step(sine, 0.1, 1.0, 0.5, 0.0);
}

// The line of the wall of a bar that faces d, towards its rim 1.
static abVec3 wall_line(const abRim bar[2], abVec3 d) {
    abWall wall;
    return bar[0].radius != bar[1].radius && ab_wall_towards(bar, d, &wall)
               ? ab_unit(ab_sub(wall.end[1], wall.end[0]))
               : bar[1].axis;
}

// An end of what two bars have in common.
typedef struct End {
    Beside at;
    bool of_A;    // the rim is
    double along; // where it is
} End;

// Of the rims a of A and b of B, which are at the same end, that of the bar which ends first there;
// sign: in which direction along both.
static bool find_end(const abPatch *patch, const abRim *a, const abRim *b, const Round wall[2],
                     abVec3 along, double sign, End *out) {
    Beside of_A = rim_beside(a, &wall[1]), of_B = rim_beside(b, &wall[0]);
    if (!of_A.is_there || !of_B.is_there) {
        return false;
    }
    abVec3 on_A = ab_add_scaled(of_A.point, -patch->A->radius, of_A.out); // with the balls
    abVec3 on_B = ab_add_scaled(of_B.point, -patch->B->radius, of_B.out);
    out->of_A = sign * ab_dot(ab_sub(on_A, on_B), along) < 0.0;
    out->at = out->of_A ? of_A : of_B;
    out->along = ab_dot(ab_sub(out->of_A ? on_A : on_B, patch->X_WA->p), along);
    return true;
}

static void add_end(abPatch *patch, const End *end, double weight, int id) {
    abVec3 rim = end->at.point, wall = ab_add_scaled(rim, -end->at.gap, end->at.out);
    if (end->of_A) {
        ab_patch_add(patch, rim, wall, ab_neg(end->at.out), weight, id);
    } else {
        ab_patch_add(patch, wall, rim, end->at.out, weight, id);
    }
}

void ab_patch_bar_on_bar(abPatch *patch, const abRim A[2], const abRim B[2]) {
    abVec3 u = wall_line(A, patch->n), v = wall_line(B, ab_neg(patch->n));
    bool is_turned = ab_dot(u, v) < 0.0;
    abVec3 along = ab_unit(is_turned ? ab_sub(u, v) : ab_add(u, v));
    const Round wall[2] = {round_of(A), round_of(B)};
    End ends[2];
    for (int i = 0; i < 2; i++) {
        if (!find_end(patch, &A[i], &B[is_turned ? 1 - i : i], wall, along, i == 0 ? -1.0 : 1.0,
                      &ends[i])) {
            return;
        }
    }
    double common = common_weight(patch, ends[1].along - ends[0].along, ab_norm(ab_cross(u, v)));
    for (int i = 0; i < 2 && common > 0.0; i++) {
        add_end(patch, &ends[i], common, 128 + i);
    }
}
