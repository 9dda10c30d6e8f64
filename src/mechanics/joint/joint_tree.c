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

#include "mechanics/joint/joint_tree.h"

#include <string.h>

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

// The same for links that stay in the plane, whose motions and forces have three components.
static abSpatial times_flat(double (*I)[6], const abSpatial *a) {
    const double x = a->linear.x, y = a->linear.y, turn = a->angular.z;
    return (abSpatial){.linear = {I[0][0] * x + I[0][1] * y + I[0][5] * turn,
                                  I[1][0] * x + I[1][1] * y + I[1][5] * turn, 0.0},
                       .angular = {0.0, 0.0, I[5][0] * x + I[5][1] * y + I[5][5] * turn}};
}

static void subtract_square(double (*I)[6], const double *w) {
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            I[i][j] -= w[i] * w[j];
        }
    }
}

static void subtract_square_flat(double (*I)[6], const double *w) {
    I[0][0] -= w[0] * w[0];
    I[0][1] -= w[0] * w[1];
    I[0][5] -= w[0] * w[5];
    I[1][0] -= w[1] * w[0];
    I[1][1] -= w[1] * w[1];
    I[1][5] -= w[1] * w[5];
    I[5][0] -= w[5] * w[0];
    I[5][1] -= w[5] * w[1];
    I[5][5] -= w[5] * w[5];
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
        abSpatial v = link->is_flat ? times_flat(I, axis)
                      : is_turn     ? times_turn(I, axis->angular)
                                    : times(I, axis);
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
        if (link->is_flat) {
            subtract_square_flat(I, w);
        } else {
            subtract_square(I, w);
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

// The same in the plane.
static void add_to_parent_flat(abTreeLink *link, abTreeLink *parent) {
    double(*I)[6] = link->inertia;
    double(*out)[6] = parent->inertia;
    const double x = link->r.x, y = link->r.y;
    const double H0 = I[0][5] - (I[0][0] * y - I[0][1] * x);
    const double H1 = I[1][5] - (I[1][0] * y - I[1][1] * x);
    const double C = I[5][5] + (x * H1 - y * H0) - (I[0][5] * y - I[1][5] * x);
    out[0][0] += I[0][0];
    out[0][1] += I[0][1];
    out[1][0] += I[1][0];
    out[1][1] += I[1][1];
    out[0][5] += H0;
    out[5][0] += H0;
    out[1][5] += H1;
    out[5][1] += H1;
    out[5][5] += C;
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

void ab_joint_tree_factor(abMechanics *m, abJointTree *tree) {
    tree->is_new = true;
    tree->factored++;
    for (int l = 0; l < tree->link_count; l++) {
        abTreeLink *link = &tree->links[l];
        const abBody *body = &m->model->bodies[link->body];
        abBodyNow *now = &m->bodies[link->body];
        now->inertia = turned_inertia(body, &now->X.R);
        own_inertia(body, now, link);
    }
    for (int l = tree->link_count - 1; l >= 0; l--) {
        abTreeLink *link = &tree->links[l];
        eliminate(link);
        if (link->parent >= 0 && link->is_flat) {
            add_to_parent_flat(link, &tree->links[link->parent]);
        } else if (link->parent >= 0) {
            add_to_parent(link, &tree->links[link->parent]);
        }
    }
}

// ---- the answer ----

// (2) for the biases; `share` keeps L^-1 A'P.
static void take_bias(abTreeLink *link) {
    int n = link->freedoms;
    abSpatial felt =
        link->is_flat ? times_flat(link->inertia, &link->beta) : times(link->inertia, &link->beta);
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

void ab_joint_tree_solve(const abMechanics *m, abJointTree *tree, abSolveLevel level) {
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
            const abBodyNow *body = &m->bodies[link->parent_body];
            take_motion(link, &(abSpatial){body->a, body->alpha});
        } else {
            take_motion(link, &still);
        }
    }
}
