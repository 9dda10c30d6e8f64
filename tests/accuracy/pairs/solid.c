// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// solid.c - pieces, faces and edges of the shapes, read from their lengths.

#include "solid.h"

#include "shape/kinds/hull.h"

// ---- the form ----

// Point u along the axis, v and w along the next two axes.
static abVec3 along(const abShape *s, double u, double v, double w) {
    double x[3];
    x[s->axis % 3] = u;
    x[(s->axis + 1) % 3] = v;
    x[(s->axis + 2) % 3] = w;
    return (abVec3){x[0], x[1], x[2]};
}

static void add_piece(Form *form, abVec3 center, abVec3 semi) {
    if (form->piece_count < PIECES_MAX) {
        form->center[form->piece_count] = center;
        form->semi[form->piece_count++] = semi;
    }
}

static void add_edge(Form *form, abVec3 direction) {
    if (form->edge_count < EDGES_MAX) {
        form->edge[form->edge_count++] = direction;
    }
}

static void add_face(Form *form, abVec3 normal) {
    if (form->face_count < FACES_MAX) {
        form->face[form->face_count++] = normal;
    }
}

static void form_box(Form *form) {
    const double *h = form->shape->size;
    for (int i = 0; i < 8; i++) {
        abVec3 corner = {i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
        add_piece(form, corner, (abVec3){0.0, 0.0, 0.0});
    }
    for (int i = 0; i < 3; i++) {
        abVec3 e = {i == 0, i == 1, i == 2};
        add_edge(form, e);
        add_face(form, e);
        add_face(form, (abVec3){-e.x, -e.y, -e.z});
    }
}

// The planes of a hull's faces and which corners lie on them.
typedef struct Planes {
    int count;
    Quad3 normal[FACES_MAX];
    bool on[FACES_MAX][PIECES_MAX];
    Quad slack; // on the plane, to rounding
} Planes;

// Normal of the plane through three corners when all others lie below it, seen along the normal.
static bool face_through(const abHull *hull, const int corner[3], Quad slack, Quad3 *normal) {
    Quad3 origin = quad3(hull->corners[corner[0]]);
    Quad3 m = quad_cross(quad_sub(quad3(hull->corners[corner[1]]), origin),
                         quad_sub(quad3(hull->corners[corner[2]]), origin));
    if (!(quad_norm(m) > slack * slack)) {
        return false;
    }
    m = quad_unit(m);
    int above = 0, below = 0;
    for (int l = 0; l < hull->corner_count && above * below == 0; l++) {
        Quad height = quad_dot(m, quad_sub(quad3(hull->corners[l]), origin));
        above += height > slack;
        below += height < -slack;
    }
    *normal = above > 0 ? quad_scale(-1, m) : m;
    return above * below == 0;
}

static void add_plane(Planes *planes, const abHull *hull, int corner, Quad3 m) {
    for (int f = 0; f < planes->count; f++) {
        if (quad_norm(quad_sub(planes->normal[f], m)) < 1e-13) {
            return; // another triangle of the same face
        }
    }
    if (planes->count == FACES_MAX) {
        return;
    }
    for (int l = 0; l < hull->corner_count; l++) {
        Quad3 apart = quad_sub(quad3(hull->corners[l]), quad3(hull->corners[corner]));
        planes->on[planes->count][l] = quad_abs(quad_dot(m, apart)) <= planes->slack;
    }
    planes->normal[planes->count++] = m;
}

static int shared_planes(const Planes *planes, int i, int j) {
    int shared = 0;
    for (int f = 0; f < planes->count; f++) {
        shared += planes->on[f][i] && planes->on[f][j];
    }
    return shared;
}

// Faces: planes through three corners with nothing above. Edges: two corners on two faces at once.
static void form_hull(Form *form) {
    static Planes planes;
    const abHull *hull = form->shape->hull;
    int n = hull->corner_count;
    planes.count = 0;
    planes.slack = 1e-14 * form->shape->bound;
    for (int i = 0; i < n; i++) {
        add_piece(form, hull->corners[i], (abVec3){0.0, 0.0, 0.0});
        for (int j = i + 1; j < n; j++) {
            for (int k = j + 1; k < n; k++) {
                Quad3 m;
                if (face_through(hull, (int[]){i, j, k}, planes.slack, &m)) {
                    add_plane(&planes, hull, i, m);
                }
            }
        }
    }
    for (int f = 0; f < planes.count; f++) {
        add_face(form, quad_round(planes.normal[f]));
    }
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            if (shared_planes(&planes, i, j) >= 2) {
                Quad3 along_edge = quad_sub(quad3(hull->corners[j]), quad3(hull->corners[i]));
                add_edge(form, quad_round(quad_unit(along_edge)));
            }
        }
    }
}

void form_init(Form *form, const abShape *shape) {
    const double *s = shape->size;
    abVec3 point = {0.0, 0.0, 0.0};
    *form = (Form){.shape = shape, .is_polytope = true};
    switch (shape->kind) {
    case AB_SHAPE_SPHERE:
        add_piece(form, point, point);
        break;
    case AB_SHAPE_CAPSULE:
        add_piece(form, along(shape, s[0], 0.0, 0.0), point);
        add_piece(form, along(shape, -s[0], 0.0, 0.0), point);
        add_edge(form, along(shape, 1.0, 0.0, 0.0));
        break;
    case AB_SHAPE_BOX:
        form_box(form);
        break;
    case AB_SHAPE_HULL:
        form_hull(form);
        break;
    case AB_SHAPE_ELLIPSOID:
        form->is_polytope = false;
        add_piece(form, point, (abVec3){s[0], s[1], s[2]});
        break;
    case AB_SHAPE_BEAM:
        form->is_polytope = false;
        for (int i = 0; i < 4; i++) {
            add_piece(form, along(shape, i & 1 ? s[0] : -s[0], 0.0, i & 2 ? s[2] : -s[2]),
                      along(shape, s[1], s[1], 0.0));
        }
        break;
    case AB_SHAPE_CYLINDER:
        form->is_polytope = false;
        add_piece(form, along(shape, s[0], 0.0, 0.0), along(shape, 0.0, s[1], s[1]));
        add_piece(form, along(shape, -s[0], 0.0, 0.0), along(shape, 0.0, s[1], s[1]));
        break;
    case AB_SHAPE_CONE:
        form->is_polytope = false;
        add_piece(form, along(shape, s[0], 0.0, 0.0), along(shape, 0.0, s[1], s[1]));
        add_piece(form, along(shape, s[2], 0.0, 0.0), along(shape, 0.0, s[3], s[3]));
        break;
    default:
        break;
    }
}

// ---- in a pose ----

void solid_init(Solid *solid, const Form *form, const abPose *X, abVec3 origin, double unit) {
    *solid = (Solid){.form = form, .unit = unit, .radius = (Quad)form->shape->radius * unit};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            solid->R[i][j] = X->R.m[i][j];
        }
    }
    solid->p = quad_scale(unit, quad_sub(quad3(X->p), quad3(origin)));
    abVec3 p = quad_round(solid->p);
    solid->p_double[0] = p.x, solid->p_double[1] = p.y, solid->p_double[2] = p.z;
}

Quad3 solid_turn(const Solid *solid, Quad3 n) {
    const double(*R)[3] = solid->R;
    return (Quad3){R[0][0] * n.x + R[1][0] * n.y + R[2][0] * n.z,
                   R[0][1] * n.x + R[1][1] * n.y + R[2][1] * n.z,
                   R[0][2] * n.x + R[1][2] * n.y + R[2][2] * n.z};
}

static Quad3 turn_back(const Solid *solid, Quad3 x) {
    const double(*R)[3] = solid->R;
    return (Quad3){R[0][0] * x.x + R[0][1] * x.y + R[0][2] * x.z,
                   R[1][0] * x.x + R[1][1] * x.y + R[1][2] * x.z,
                   R[2][0] * x.x + R[2][1] * x.y + R[2][2] * x.z};
}

Quad3 solid_place(const Solid *solid, Quad3 x) {
    return quad_add(quad_scale(solid->unit, turn_back(solid, x)), solid->p);
}

static bool is_point(abVec3 e) {
    return e.x == 0.0 && e.y == 0.0 && e.z == 0.0;
}

static Quad3 stretched(abVec3 e, Quad3 q) {
    return (Quad3){e.x * q.x, e.y * q.y, e.z * q.z};
}

Quad piece_height(const Solid *solid, int i, Quad3 q, Quad3 n) {
    const Form *form = solid->form;
    Quad height = quad_dot(q, quad3(form->center[i]));
    if (!is_point(form->semi[i])) {
        height += quad_norm(stretched(form->semi[i], q));
    }
    return solid->unit * height + quad_dot(n, solid->p);
}

Quad3 piece_support(const Solid *solid, int i, Quad3 q) {
    const Form *form = solid->form;
    abVec3 e = form->semi[i];
    Quad3 x = quad3(form->center[i]);
    if (!is_point(e)) {
        Quad3 s = stretched(e, q);
        Quad length = quad_norm(s);
        if (length > 0) {
            x = quad_add(x, quad_scale(1 / length, stretched(e, s)));
        }
    }
    return solid_place(solid, x);
}

Quad solid_height(const Solid *solid, Quad3 n) {
    Quad3 q = solid_turn(solid, n);
    Quad best = piece_height(solid, 0, q, n);
    for (int i = 1; i < solid->form->piece_count; i++) {
        Quad height = piece_height(solid, i, q, n);
        best = height > best ? height : best;
    }
    return best;
}

double solid_support(const Solid *solid, const double n[3], double x[3]) {
    const Form *form = solid->form;
    const double(*R)[3] = solid->R;
    double q[3], best = -INFINITY, length = 0.0;
    int top = 0;
    for (int j = 0; j < 3; j++) {
        q[j] = R[0][j] * n[0] + R[1][j] * n[1] + R[2][j] * n[2];
    }
    for (int i = 0; i < form->piece_count; i++) {
        abVec3 c = form->center[i], e = form->semi[i];
        double height = c.x * q[0] + c.y * q[1] + c.z * q[2], l = 0.0;
        if (!form->is_polytope) {
            double s0 = e.x * q[0], s1 = e.y * q[1], s2 = e.z * q[2];
            l = sqrt(s0 * s0 + s1 * s1 + s2 * s2);
            height += l;
        }
        if (height > best) {
            best = height, top = i, length = l;
        }
    }
    abVec3 c = form->center[top], e = form->semi[top];
    double s = length > 0.0 ? 1.0 / length : 0.0;
    double y[3] = {c.x + e.x * e.x * q[0] * s, c.y + e.y * e.y * q[1] * s,
                   c.z + e.z * e.z * q[2] * s};
    double sum = 0.0;
    for (int j = 0; j < 3; j++) {
        x[j] =
            solid->unit * (R[j][0] * y[0] + R[j][1] * y[1] + R[j][2] * y[2]) + solid->p_double[j];
        sum += n[j] * x[j];
    }
    return sum;
}

// The image of a flat face has the cross product of the images of two of its directions as normal,
// also where R is a rotation only to rounding.
bool solid_cap(const Solid *solid, Quad3 n, double angle, Quad3 *cap) {
    const abShape *shape = solid->form->shape;
    bool is_beam = shape->kind == AB_SHAPE_BEAM;
    if (!is_beam && shape->kind != AB_SHAPE_CYLINDER && shape->kind != AB_SHAPE_CONE) {
        return false;
    }
    int axis = (shape->axis + (is_beam ? 2 : 0)) % 3, i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double(*R)[3] = solid->R;
    Quad3 m = quad_unit(
        quad_cross((Quad3){R[0][i], R[1][i], R[2][i]}, (Quad3){R[0][j], R[1][j], R[2][j]}));
    *cap = quad_dot(m, n) < 0 ? quad_scale(-1, m) : m;
    return quad_norm(quad_sub(*cap, n)) <= angle;
}

// ---- inside or outside ----

static double excess(double x, double limit) {
    return fmax(fabs(x) - limit, 0.0);
}

// Height of x above the highest face; negative inside.
static double above_faces(const Form *form, abVec3 x) {
    double maximum = -INFINITY;
    for (int f = 0; f < form->face_count; f++) {
        abVec3 m = form->face[f];
        double offset = -INFINITY;
        for (int i = 0; i < form->piece_count; i++) {
            abVec3 c = form->center[i];
            offset = fmax(offset, m.x * c.x + m.y * c.y + m.z * c.z);
        }
        maximum = fmax(maximum, m.x * x.x + m.y * x.y + m.z * x.z - offset);
    }
    return maximum;
}

// A point in S, and along and across the axis.
typedef struct Local {
    abVec3 x;
    double u, v, w;
} Local;

static Local local(const Solid *solid, Quad3 world) {
    Quad3 y = solid_turn(solid, quad_sub(world, solid->p));
    abVec3 x = quad_round(quad_scale(1 / (Quad)solid->unit, y));
    double c[3] = {x.x, x.y, x.z};
    int axis = solid->form->shape->axis;
    return (Local){x, c[axis % 3], c[(axis + 1) % 3], c[(axis + 2) % 3]};
}

static double length2(double a, double b) {
    return sqrt(a * a + b * b);
}

double solid_outside(const Solid *solid, Quad3 world) {
    const abShape *shape = solid->form->shape;
    const double *s = shape->size;
    Local at = local(solid, world);
    abVec3 x = at.x;
    double u = at.u, v = at.v, w = at.w, out = 0.0;
    switch (shape->kind) {
    case AB_SHAPE_SPHERE:
        out = sqrt(x.x * x.x + x.y * x.y + x.z * x.z);
        break;
    case AB_SHAPE_CAPSULE:
        out = sqrt(excess(u, s[0]) * excess(u, s[0]) + v * v + w * w);
        break;
    case AB_SHAPE_BOX:
        out = excess(x.x, s[0]) + excess(x.y, s[1]) + excess(x.z, s[2]);
        break;
    case AB_SHAPE_HULL:
        out = fmax(above_faces(solid->form, x), 0.0);
        break;
    case AB_SHAPE_ELLIPSOID: {
        double a = x.x / s[0], b = x.y / s[1], d = x.z / s[2];
        double over = sqrt(a * a + b * b + d * d) - 1.0;
        out = fmax(over, 0.0) * sqrt(x.x * x.x + x.y * x.y + x.z * x.z);
        break;
    }
    case AB_SHAPE_BEAM: {
        double beyond = excess(u, s[0]);
        out = excess(w, s[2]) + fmax(length2(beyond, v) - s[1], 0.0);
        break;
    }
    case AB_SHAPE_CYLINDER:
        out = excess(u, s[0]) + fmax(length2(v, w) - s[1], 0.0);
        break;
    case AB_SHAPE_CONE: {
        double k = fmin(fmax((u - s[0]) / (s[2] - s[0]), 0.0), 1.0), r = s[1] + k * (s[3] - s[1]);
        out = fmax(fmax(s[0] - u, u - s[2]), 0.0) + fmax(length2(v, w) - r, 0.0);
        break;
    }
    default:
        break;
    }
    return out * solid->unit;
}

double solid_clearance(const Solid *solid, Quad3 world) {
    const abShape *shape = solid->form->shape;
    const double *s = shape->size;
    Local at = local(solid, world);
    double in = -solid_outside(solid, world) / solid->unit;
    switch (shape->kind) {
    case AB_SHAPE_BOX:
    case AB_SHAPE_HULL:
        in = -above_faces(solid->form, at.x);
        break;
    case AB_SHAPE_ELLIPSOID: {
        double a = at.x.x / s[0], b = at.x.y / s[1], c = at.x.z / s[2];
        in = (1.0 - sqrt(a * a + b * b + c * c)) * fmin(s[0], fmin(s[1], s[2]));
        break;
    }
    case AB_SHAPE_BEAM:
        in = fmin(s[2] - fabs(at.w), s[1] - length2(excess(at.u, s[0]), at.v));
        break;
    case AB_SHAPE_CYLINDER:
        in = fmin(s[0] - fabs(at.u), s[1] - length2(at.v, at.w));
        break;
    case AB_SHAPE_CONE: { // the mantle leans inwards by (s1 - s3) over (s2 - s0)
        double rise = s[2] - s[0], lean = s[1] - s[3];
        double mantle = ((s[2] - at.u) * s[1] + (at.u - s[0]) * s[3] - rise * length2(at.v, at.w)) /
                        length2(rise, lean);
        in = fmin(mantle, fmin(at.u - s[0], s[2] - at.u));
        break;
    }
    default:
        break;
    }
    return in * solid->unit;
}
