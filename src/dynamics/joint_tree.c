// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_tree.c - elimination of the joint forces from the leaves to the roots.
//
// A link moves as  a = X a_parent + A q + beta:  X carries the parent's motion to p, A are the
// motions its joint leaves free, beta what the joint's rows ask for. With the inertia I of the link
// and all it carries, and their bias P (minus the loads), the joint must supply F = I a + P, and
// nothing along its free motions: A'F = 0. So
//
//   q = -D^-1 (A'P + U'(X a_parent + beta)),   U = I A,   D = A'U                        (1)
//   F = (I - U D^-1 U') (X a_parent + beta) + P - U D^-1 A'P                             (2)
//
// (2) has the form of an inertia and a bias again, which the parent adds to its own.
// Cost    per link some 300 operations for a hinge, so O(links).
// Error   no row is squared: D is as well conditioned as the masses are alike.
// Source  the articulated body: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 7.
//         Differs: the state keeps all coordinates of each body, beta comes from the rows of
//         joint_rows.c, and the same elimination serves displacements and speeds.

#include "dynamics/joint_tree.h"

#include <string.h>

// ---- the forest ----

static int find(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static bool is_planar(const abModel *model, int body) {
    return ab_is_moving(model, body) && model->bodies[body].mobility == AB_MOBILITY_PLANAR;
}

// Planar bodies have no place for the rows out of their plane, so they form trees of their own.
static bool fits_tree(const abModel *model, const abJoint *joint) {
    bool a = ab_is_moving(model, joint->body_a), b = ab_is_moving(model, joint->body_b);
    bool same = !a || !b || is_planar(model, joint->body_a) == is_planar(model, joint->body_b);
    return joint->plain_count > 0 && (a || b) && same;
}

// Marks the joints of the forest. The world and all that does not move is one node, number 0.
static bool choose_joints(const abModel *model, abArena *scratch, bool *is_tree_joint) {
    int *node = AB_ARENA_NEW(scratch, int, model->body_count + 1);
    if (node == NULL) {
        return false;
    }
    for (size_t b = 0; b <= model->body_count; b++) {
        node[b] = b > 0 && ab_is_moving(model, (int)b - 1) ? (int)b : 0;
    }
    for (int rows = 6; rows > 0; rows--) {
        for (size_t j = 0; j < model->joint_count; j++) {
            const abJoint *joint = &model->joints[j];
            if (joint->plain_count != rows || !fits_tree(model, joint)) {
                continue;
            }
            int a = find(node, joint->body_a + 1), b = find(node, joint->body_b + 1);
            if (a != b) {
                node[a > b ? a : b] = a > b ? b : a; // the world stays a root
                is_tree_joint[j] = true;
            }
        }
    }
    return true;
}

// Joints of each body as lists: first[b + 1] of body b, then next[2 j + side].
typedef struct Incidence {
    int *first, *next;
} Incidence;

static bool make_incidence(const abModel *model, const bool *is_tree_joint, abArena *scratch,
                           Incidence *out) {
    out->first = AB_ARENA_NEW(scratch, int, model->body_count + 1);
    out->next = AB_ARENA_NEW(scratch, int, 2 * model->joint_count);
    if (out->first == NULL || out->next == NULL) {
        return false;
    }
    for (size_t b = 0; b <= model->body_count; b++) {
        out->first[b] = -1;
    }
    for (int j = (int)model->joint_count - 1; j >= 0; j--) { // backwards, so that each list rises
        const int bodies[2] = {model->joints[j].body_a, model->joints[j].body_b};
        for (int side = 0; side < 2 && is_tree_joint[j]; side++) {
            if (ab_is_moving(model, bodies[side])) {
                out->next[2 * j + side] = out->first[bodies[side] + 1];
                out->first[bodies[side] + 1] = 2 * j + side;
            }
        }
    }
    return true;
}

static int add_link(const abDynamics *d, abJointTree *tree, int body, int parent, int joint) {
    const abModel *model = d->model;
    abTreeLink *link = &tree->links[tree->link_count];
    *link = (abTreeLink){.body = body, .parent = parent, .joint = joint, .parent_body = -1};
    link->is_planar = is_planar(model, body);
    if (joint >= 0) {
        link->child_is_a = model->joints[joint].body_a == body;
        link->parent_body =
            link->child_is_a ? model->joints[joint].body_b : model->joints[joint].body_a;
    }
    link->tree = parent >= 0 ? tree->links[parent].tree : tree->tree_count++;
    tree->link_of[body] = tree->link_count;
    return tree->link_count++;
}

// Adds all links that hang on link `from`, in breadth: those added are the queue.
static void grow(const abDynamics *d, abJointTree *tree, const Incidence *incidence, int from) {
    const abModel *model = d->model;
    for (int l = from; l < tree->link_count; l++) {
        int body = tree->links[l].body;
        for (int k = incidence->first[body + 1]; k >= 0; k = incidence->next[k]) {
            const abJoint *joint = &model->joints[k / 2];
            int other = k % 2 == 0 ? joint->body_b : joint->body_a;
            if (k / 2 != tree->links[l].joint && ab_is_moving(model, other)) {
                add_link(d, tree, other, l, k / 2);
            }
        }
    }
}

bool ab_joint_tree_create(abDynamics *d, abJointTree *tree) {
    const abModel *model = d->model;
    abArena *arena = &d->arena;
    Incidence incidence;
    *tree = (abJointTree){
        .links = AB_ARENA_NEW(arena, abTreeLink, model->body_count + 1),
        .link_of = AB_ARENA_NEW(arena, int, model->body_count + 1),
        .is_tree_joint = AB_ARENA_NEW(arena, bool, model->joint_count + 1),
        .now = AB_ARENA_NEW(arena, abJointNow, model->joint_count + 1),
    };
    bool *is_held = AB_ARENA_NEW(arena, bool, model->body_count + 1);
    if (tree->links == NULL || tree->link_of == NULL || tree->is_tree_joint == NULL ||
        tree->now == NULL || is_held == NULL || !choose_joints(model, arena, tree->is_tree_joint) ||
        !make_incidence(model, tree->is_tree_joint, arena, &incidence)) {
        return false;
    }
    for (size_t b = 0; b < model->body_count; b++) {
        tree->link_of[b] = -1;
    }
    // trees that hang on what does not move
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        is_held[joint->body_a + 1] = is_held[joint->body_b + 1] = true;
        bool a = ab_is_moving(model, joint->body_a), b = ab_is_moving(model, joint->body_b);
        if (tree->is_tree_joint[j] && a != b) {
            grow(d, tree, &incidence,
                 add_link(d, tree, a ? joint->body_a : joint->body_b, -1, (int)j));
        }
    }
    // trees that float
    for (size_t b = 0; b < model->body_count; b++) {
        if (is_held[b + 1] && ab_is_moving(model, (int)b) && tree->link_of[b] < 0) {
            grow(d, tree, &incidence, add_link(d, tree, (int)b, -1, -1));
        }
    }
    return true;
}

// ---- what a joint leaves free, and what its rows ask for ----

// Joints that are held by forces alone are led back by them.
static double led_back(const abDynamics *d, abRowLevel held, double c, double rate, double speed) {
    const abRigid *r = &d->rigid;
    return r->joints_drift && held == AB_HOLD_POSITION
               ? ab_stabilizing(r->stabilization, AB_STABILIZED_JOINT, r->pace, c, speed - rate)
               : 0.0;
}

double ab_row_target(const abDynamics *d, abRowLevel held, abSolveLevel level, bool at_start,
                     double c, double rate, double gamma, double speed) {
    switch (level) {
    case AB_SOLVE_ACCELERATION:
        return gamma - led_back(d, held, c, rate, speed);
    case AB_SOLVE_POSITION:
        return held == AB_HOLD_POSITION || at_start ? -c : 0.0;
    default:
        return (held <= AB_HOLD_SPEED || at_start) && !isnan(rate) ? rate - speed : 0.0;
    }
}

// Velocity of B less that of A at the joint's point.
static abSpatial relative_velocity(const abDynamics *d, const abJoint *joint,
                                   const abJointNow *now) {
    const abBodyNow *A = &d->bodies[joint->body_a], *B = &d->bodies[joint->body_b];
    return (abSpatial){
        ab_sub(ab_add(B->v, ab_cross(B->w, now->arm_b)), ab_add(A->v, ab_cross(A->w, now->arm_a))),
        ab_sub(B->w, A->w)};
}

typedef struct Wanted {
    const abJointRowNow *row;
    double target;
} Wanted;

// Takes one row out of the free motions: the motion it sees best carries its target, the others are
// combined so that it sees none of them. A row that sees none is left out.
static void take_row(const Wanted *wanted, abTreeLink *link) {
    abSpatial row = {wanted->row->linear, wanted->row->angular};
    double seen[6] = {0.0}, size = ab_norm(row.linear) + ab_norm(row.angular);
    int best = 0;
    for (int k = 0; k < link->freedoms; k++) {
        seen[k] = ab_spatial_dot(&row, &link->axes[k]);
        best = fabs(seen[k]) > fabs(seen[best]) ? k : best;
    }
    if (link->freedoms == 0 || !(fabs(seen[best]) > 1e-9 * size)) {
        return;
    }
    abSpatial axis = link->axes[best];
    double rest = wanted->target - ab_spatial_dot(&row, &link->beta);
    ab_spatial_add(&link->beta, rest / seen[best], &axis);
    for (int k = 0; k < link->freedoms; k++) {
        if (k != best) {
            ab_spatial_add(&link->axes[k], -seen[k] / seen[best], &axis);
        }
    }
    link->axes[best] = link->axes[--link->freedoms];
}

// The same for rows of turns alone, in closed form by cross products. False where they are not
// independent.
static bool take_turns(const Wanted *wanted, int count, const abMat3 *R_WA, abTreeLink *link) {
    abVec3 axes[3] = {ab_column(*R_WA, 0), ab_column(*R_WA, 1), ab_column(*R_WA, 2)};
    int freedoms = 3 - count;
    if (count == 1) {
        abVec3 n = wanted[0].row->angular;
        double square = ab_norm2(n);
        if (!(square > 1e-12)) {
            return false;
        }
        axes[0] = ab_unit(ab_perpendicular(n));
        axes[1] = ab_scale(1.0 / sqrt(square), ab_cross(n, axes[0]));
        link->beta.angular = ab_scale(wanted[0].target / square, n);
    } else if (count == 2) {
        abVec3 n = wanted[0].row->angular, m = wanted[1].row->angular, s = ab_cross(n, m);
        double square = ab_norm2(s);
        if (!(square > 1e-12)) {
            return false;
        }
        double by = 1.0 / square;
        link->beta.angular = ab_add(ab_scale(wanted[0].target * by, ab_cross(m, s)),
                                    ab_scale(wanted[1].target * by, ab_cross(s, n)));
        axes[0] = ab_scale(sqrt(by), s);
    } else if (count == 3) {
        abVec3 n = wanted[0].row->angular, m = wanted[1].row->angular, k = wanted[2].row->angular;
        abVec3 mk = ab_cross(m, k);
        double volume = ab_dot(n, mk);
        if (!(fabs(volume) > 1e-9)) {
            return false;
        }
        link->beta.angular = ab_add(ab_scale(wanted[0].target / volume, mk),
                                    ab_add(ab_scale(wanted[1].target / volume, ab_cross(k, n)),
                                           ab_scale(wanted[2].target / volume, ab_cross(n, m))));
    }
    for (int k = 0; k < freedoms; k++) {
        link->axes[link->freedoms++] = (abSpatial){.angular = axes[k]};
    }
    return true;
}

static void all_motions(abTreeLink *link) {
    static const abVec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    link->freedoms = 0;
    for (int k = 0; k < (link->is_planar ? 2 : 3); k++) {
        link->axes[link->freedoms++] = (abSpatial){.linear = unit[k]};
    }
    for (int k = link->is_planar ? 2 : 0; k < 3; k++) {
        link->axes[link->freedoms++] = (abSpatial){.angular = unit[k]};
    }
}

// Free motions and beta for rows sorted as abJoint has them: slides along axes of A, then turns.
static void take_rows(const Wanted *wanted, int count, const abJoint *joint, const abMat3 *R_WA,
                      abTreeLink *link) {
    int slides = 0;
    unsigned held = 0;
    for (; slides < count && joint->rows[slides].kind == AB_ROW_SLIDE; slides++) {
        held |= 1U << joint->rows[slides].u;
        ab_spatial_add(&link->beta, wanted[slides].target,
                       &(abSpatial){.linear = wanted[slides].row->linear});
    }
    for (int k = 0; k < 3; k++) {
        if (!(held & (1U << k))) {
            link->axes[link->freedoms++] = (abSpatial){.linear = ab_column(*R_WA, k)};
        }
    }
    if (!take_turns(wanted + slides, count - slides, R_WA, link)) {
        all_motions(link);
        link->beta = (abSpatial){0};
        for (int i = 0; i < count; i++) {
            take_row(&wanted[i], link);
        }
    }
}

// Accelerations of a joint that holds a common point and leaves all turns or one about z, in closed
// form: seen from A neither the point nor B's z axis moves, so with u = 0 and w along z in (2) of
// joint_rows.c  Da = -b  and  Dalpha = w_A x w  but for the free turn. Equal to what the rows say
// where the joint is closed.
static void open_pivot(const abDynamics *d, const abJoint *joint, abJointNow *now,
                       abTreeLink *link) {
    const abBodyNow *A = &d->bodies[joint->body_a], *B = &d->bodies[joint->body_b];
    abVec3 r = ab_mul(B->X.R, joint->X_BJ.p);
    abVec3 p = ab_add(B->X.p, r), arm = ab_sub(p, A->X.p);
    abVec3 turn_a = ab_cross(A->w, arm), turn_b = ab_cross(B->w, r);
    now->arm_a = arm;
    now->arm_b = r;
    link->p = p;
    link->c = ab_neg(link->child_is_a ? arm : r);
    double sign = link->child_is_a ? -1.0 : 1.0;
    link->beta.linear = ab_scale(sign, ab_sub(ab_cross(A->w, turn_a), ab_cross(B->w, turn_b)));
    if (joint->pivot == AB_PIVOT_HINGE) {
        link->beta.angular = ab_scale(sign, ab_cross(A->w, B->w));
        link->axes[0] = (abSpatial){.angular = ab_mul(B->X.R, ab_column(joint->X_BJ.R, 2))};
        link->freedoms = 1;
    } else {
        link->beta.angular = ab_vec3(0.0, 0.0, 0.0);
        for (int k = 0; k < 3; k++) {
            link->axes[k] = (abSpatial){.angular = ab_column(A->X.R, k)};
        }
        link->freedoms = 3;
    }
}

// Whether a planar body turns about the joint's axis, which then stands on the plane.
static bool turns_in_plane(const abDynamics *d, const abJoint *joint) {
    abVec3 z = ab_mul(d->bodies[joint->body_b].X.R, ab_column(joint->X_BJ.R, 2));
    return joint->pivot == AB_PIVOT_HINGE && fabs(z.z) > 1.0 - 1e-12;
}

static void open_joint(const abDynamics *d, abJointTree *tree, abTreeLink *link, double t,
                       abSolveLevel level, bool at_start) {
    const abJoint *joint = &d->model->joints[link->joint];
    abJointNow *now = &tree->now[link->joint];
    if (joint->pivot != AB_PIVOT_NONE && level == AB_SOLVE_ACCELERATION && !d->rigid.joints_drift &&
        (!link->is_planar || turns_in_plane(d, joint))) {
        open_pivot(d, joint, now, link);
        if (link->is_planar) {
            link->beta.linear.z = link->beta.angular.x = link->beta.angular.y = 0.0;
            link->axes[0].angular = ab_vec3(0.0, 0.0, 1.0);
        }
        return;
    }
    ab_joint_now(d, joint, t, now);
    const abBodyNow *child = &d->bodies[link->body];
    abVec3 arm = link->child_is_a ? now->arm_a : now->arm_b;
    link->c = ab_neg(arm);
    link->p = ab_add(child->X.p, arm);
    link->freedoms = 0;
    link->beta = (abSpatial){0};
    Wanted wanted[6];
    abSpatial speed = {0};
    if (level == AB_SOLVE_SPEED || d->rigid.joints_drift) {
        speed = relative_velocity(d, joint, now);
    }
    for (int i = 0; i < joint->plain_count; i++) {
        const abJointRowNow *row = &now->rows[i];
        double along = ab_dot(row->linear, speed.linear) + ab_dot(row->angular, speed.angular);
        wanted[i] = (Wanted){row, ab_row_target(d, joint->rows[i].level, level, at_start, row->c,
                                                row->rate, row->gamma, along)};
    }
    if (link->is_planar) {
        all_motions(link);
        for (int i = 0; i < joint->plain_count; i++) {
            take_row(&wanted[i], link);
        }
    } else {
        take_rows(wanted, joint->plain_count, joint, &now->R_WA, link);
    }
    if (link->child_is_a) { // the rows look at B less A
        link->beta = (abSpatial){ab_neg(link->beta.linear), ab_neg(link->beta.angular)};
    }
}

static void open_root(const abDynamics *d, abTreeLink *link) {
    link->p = d->bodies[link->body].X.p;
    link->c = link->r = ab_vec3(0.0, 0.0, 0.0);
    link->beta = (abSpatial){0};
    all_motions(link);
}

// ---- inertias ----

// The body's own inertia at p: with c from p to the centre of mass, of the linear motion m, of both
// -m [c], of the turning I + m (c.c - c c').
static void own_inertia(const abBody *body, const abBodyNow *now, abTreeLink *link) {
    double(*I)[6] = link->inertia;
    double m = body->mass;
    abVec3 c = link->c, s = ab_scale(m, c);
    memset(link->inertia, 0, sizeof link->inertia);
    I[0][0] = I[1][1] = m;
    if (link->is_planar) {
        I[0][5] = I[5][0] = -s.y;
        I[1][5] = I[5][1] = s.x;
        I[5][5] = body->inertia.m[2][2] + s.x * c.x + s.y * c.y;
        return;
    }
    I[2][2] = m;
    I[0][4] = I[4][0] = s.z;
    I[0][5] = I[5][0] = -s.y;
    I[1][3] = I[3][1] = -s.z;
    I[1][5] = I[5][1] = s.x;
    I[2][3] = I[3][2] = s.y;
    I[2][4] = I[4][2] = -s.x;
    const abMat3 *own = &now->inertia;
    I[3][3] = own->m[0][0] + (s.y * c.y + s.z * c.z);
    I[4][4] = own->m[1][1] + (s.x * c.x + s.z * c.z);
    I[5][5] = own->m[2][2] + (s.x * c.x + s.y * c.y);
    I[3][4] = I[4][3] = own->m[0][1] - s.x * c.y;
    I[3][5] = I[5][3] = own->m[0][2] - s.x * c.z;
    I[4][5] = I[5][4] = own->m[1][2] - s.y * c.z;
}

static abSpatial times(double (*I)[6], const abSpatial *a) {
    const double v[6] = {a->linear.x,  a->linear.y,  a->linear.z,
                         a->angular.x, a->angular.y, a->angular.z};
    double out[6];
    for (int i = 0; i < 6; i++) {
        out[i] = I[i][0] * v[0] + I[i][1] * v[1] + I[i][2] * v[2] + I[i][3] * v[3] +
                 I[i][4] * v[4] + I[i][5] * v[5];
    }
    return (abSpatial){{out[0], out[1], out[2]}, {out[3], out[4], out[5]}};
}

static double *factor_row(abTreeLink *link, int i) {
    return link->factor + i * (i + 1) / 2;
}

// I a for a turn.
static abSpatial times_turn(double (*I)[6], abVec3 a) {
    double out[6];
    for (int i = 0; i < 6; i++) {
        out[i] = I[i][3] * a.x + I[i][4] * a.y + I[i][5] * a.z;
    }
    return (abSpatial){{out[0], out[1], out[2]}, {out[3], out[4], out[5]}};
}

// I becomes I - U D^-1 U'. Each column of U is divided by the Cholesky factor L of D on the way:
// with V = U L^-T that is I - V V'. `push` keeps V.
static void eliminate(abTreeLink *link) {
    double(*I)[6] = link->inertia;
    int n = link->freedoms;
    for (int k = 0; k < n; k++) {
        const abSpatial *axis = &link->axes[k];
        bool is_turn = axis->linear.x == 0.0 && axis->linear.y == 0.0 && axis->linear.z == 0.0;
        // I as left by the columns before: I a - V V' a
        abSpatial v = is_turn ? times_turn(I, axis->angular) : times(I, axis);
        double *row = factor_row(link, k);
        for (int j = 0; j < k; j++) {
            row[j] = ab_spatial_dot(&link->push[j], &link->axes[k]);
        }
        double pivot = sqrt(ab_spatial_dot(&v, &link->axes[k]));
        row[k] = pivot;
        double inverse = 1.0 / pivot;
        const double w[6] = {inverse * v.linear.x,  inverse * v.linear.y,  inverse * v.linear.z,
                             inverse * v.angular.x, inverse * v.angular.y, inverse * v.angular.z};
        link->push[k] = (abSpatial){{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                I[i][j] -= w[i] * w[j];
            }
        }
    }
}

// Adds what the child's inertia is at its parent's point: with X = [1 -[r]; 0 1], X' I X.
static void add_to_parent(abTreeLink *link, abTreeLink *parent) {
    double(*I)[6] = link->inertia;
    double(*out)[6] = parent->inertia;
    const double x = link->r.x, y = link->r.y, z = link->r.z;
    double H[3][3]; // of linear and angular: H - M [r]
    for (int i = 0; i < 3; i++) {
        const double *M = I[i];
        H[i][0] = I[i][3] - (M[1] * z - M[2] * y);
        H[i][1] = I[i][4] - (M[2] * x - M[0] * z);
        H[i][2] = I[i][5] - (M[0] * y - M[1] * x);
    }
    double C[3][3]; // C + [r] H - H_child' [r]
    for (int j = 0; j < 3; j++) {
        C[0][j] = I[3][3 + j] + (y * H[2][j] - z * H[1][j]);
        C[1][j] = I[4][3 + j] + (z * H[0][j] - x * H[2][j]);
        C[2][j] = I[5][3 + j] + (x * H[1][j] - y * H[0][j]);
    }
    for (int i = 0; i < 3; i++) {
        double a = I[0][3 + i], b = I[1][3 + i], c = I[2][3 + i];
        C[i][0] -= b * z - c * y;
        C[i][1] -= c * x - a * z;
        C[i][2] -= a * y - b * x;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out[i][j] += I[i][j];
            out[i][3 + j] += H[i][j];
            out[3 + j][i] += H[i][j];
            out[3 + i][3 + j] += C[i][j];
        }
    }
}

void ab_joint_tree_open(abDynamics *d, abJointTree *tree, double t, abSolveLevel level,
                        bool at_start) {
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        if (link->joint >= 0) {
            open_joint(d, tree, link, t, level, at_start);
            abVec3 from =
                link->parent >= 0 ? tree->links[link->parent].p : d->bodies[link->parent_body].X.p;
            link->r = ab_sub(link->p, from);
        } else {
            open_root(d, link);
        }
    }
    for (size_t j = 0; j < d->model->joint_count; j++) { // those that close loops
        if (!tree->is_tree_joint[j]) {
            ab_joint_now(d, &d->model->joints[j], t, &tree->now[j]);
        }
    }
}

// Inertia of a body in world axes.
static abMat3 turned_inertia(const abBody *body, const abMat3 *R) {
    const abMat3 *I = &body->inertia;
    bool is_diagonal = I->m[0][1] == 0.0 && I->m[0][2] == 0.0 && I->m[1][2] == 0.0;
    if (body->is_round) {
        return *I;
    }
    if (!is_diagonal) {
        return ab_mat3_mul_t(ab_mat3_mul(*R, *I), *R);
    }
    abMat3 out;
    for (int i = 0; i < 3; i++) {
        double x = R->m[i][0] * I->m[0][0], y = R->m[i][1] * I->m[1][1];
        double z = R->m[i][2] * I->m[2][2];
        for (int j = 0; j <= i; j++) {
            out.m[i][j] = out.m[j][i] = x * R->m[j][0] + y * R->m[j][1] + z * R->m[j][2];
        }
    }
    return out;
}

void ab_joint_tree_factor(abDynamics *d, abJointTree *tree) {
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        const abBody *body = &d->model->bodies[link->body];
        abBodyNow *now = &d->bodies[link->body];
        now->inertia = turned_inertia(body, &now->X.R);
        own_inertia(body, now, link);
    }
    for (int l = tree->link_count - 1; l >= 0; l--) {
        abTreeLink *link = &tree->links[l];
        eliminate(link);
        if (link->parent >= 0) {
            add_to_parent(link, &tree->links[link->parent]);
        }
    }
}

// ---- the answer ----

// (2) for the biases; `share` keeps L^-1 A'P.
static void take_bias(abTreeLink *link) {
    int n = link->freedoms;
    abSpatial felt = times(link->inertia, &link->beta);
    for (int k = 0; k < n; k++) {
        const double *row = link->factor + k * (k + 1) / 2;
        double sum = ab_spatial_dot(&link->axes[k], &link->bias);
        for (int j = 0; j < k; j++) {
            sum -= row[j] * link->share[j];
        }
        link->share[k] = sum / row[k];
    }
    for (int k = 0; k < n; k++) {
        ab_spatial_add(&link->bias, -link->share[k], &link->push[k]);
    }
    ab_spatial_add(&link->bias, 1.0, &felt);
}

// (1): L'q = -(share + V'(X a_parent + beta)).
static void take_motion(abTreeLink *link, const abSpatial *parent) {
    int n = link->freedoms;
    abSpatial a = {ab_add(parent->linear, ab_cross(parent->angular, link->r)), parent->angular};
    ab_spatial_add(&a, 1.0, &link->beta);
    double q[6];
    for (int k = 0; k < n; k++) {
        q[k] = -link->share[k] - ab_spatial_dot(&link->push[k], &a);
    }
    for (int k = n; k-- > 0;) {
        for (int j = k + 1; j < n; j++) {
            q[k] -= link->factor[j * (j + 1) / 2 + k] * q[j];
        }
        q[k] /= link->factor[k * (k + 1) / 2 + k];
        ab_spatial_add(&a, q[k], &link->axes[k]);
    }
    link->motion = a;
}

void ab_joint_tree_solve(const abDynamics *d, abJointTree *tree, abSolveLevel level) {
    static const abSpatial still;
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        link->bias = (abSpatial){ab_neg(link->load.linear), ab_neg(link->load.angular)};
    }
    for (int l = tree->link_count - 1; l >= 0; l--) {
        abTreeLink *link = &tree->links[l];
        take_bias(link);
        if (link->parent >= 0) {
            abSpatial *bias = &tree->links[link->parent].bias;
            bias->linear = ab_add(bias->linear, link->bias.linear);
            bias->angular = ab_add(
                bias->angular, ab_add(link->bias.angular, ab_cross(link->r, link->bias.linear)));
        }
    }
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        if (link->parent >= 0) {
            take_motion(link, &tree->links[link->parent].motion);
        } else if (link->joint >= 0 && level == AB_SOLVE_ACCELERATION) {
            const abBodyNow *body = &d->bodies[link->parent_body];
            take_motion(link, &(abSpatial){body->a, body->alpha});
        } else {
            take_motion(link, &still);
        }
    }
}
