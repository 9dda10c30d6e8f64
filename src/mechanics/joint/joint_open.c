// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_open.c - opens the joints of the trees: what each leaves free, and what its rows ask for.
//
// The motions that the rows see are taken out of all motions: slides and turns in closed form, what
// is mixed or bound to a plane row by row.

#include "mechanics/joint/joint_locks.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_tree.h"
#include "model/core/model.h"

// ---- what a row asks for ----

// Joints that are held by forces alone are led back by them.
static double led_back(const abMechanics *m, abRowLevel held, double c, double rate, double speed) {
    const abStabilizer *by = &m->stabilizer;
    return by->joints_drift && held == AB_HOLD_POSITION
               ? ab_stabilizing(by->mode, AB_STABILIZED_JOINT, by->pace, c, speed - rate)
               : 0.0;
}

double ab_row_target(const abMechanics *m, abRowLevel held, abSolveLevel level, bool at_start,
                     double c, double rate, double gamma, double speed) {
    switch (level) {
    case AB_SOLVE_ACCELERATION:
        return gamma - led_back(m, held, c, rate, speed);
    case AB_SOLVE_POSITION:
        return held == AB_HOLD_POSITION || at_start ? -c : 0.0;
    default:
        return (held <= AB_HOLD_SPEED || at_start) && !isnan(rate) ? rate - speed : 0.0;
    }
}

// ---- the motions that rows leave free ----

// Velocity of B less that of A at the joint's point.
static abSpatial relative_velocity(const abMechanics *m, const abJoint *joint,
                                   const abJointNow *now) {
    const abBodyNow *A = &m->bodies[joint->body_a], *B = &m->bodies[joint->body_b];
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

// ---- joints ----

// Accelerations of a joint that holds a common point and leaves all turns or one about z, in closed
// form: seen from A neither the point nor B's z axis moves, so with u = 0 and w along z in (2) of
// joint_rows.c  Da = -b  and  Dalpha = w_A x w  but for the free turn. Equal to what the rows say
// where the joint is closed.
static void open_pivot(const abMechanics *m, const abJoint *joint, abJointNow *now,
                       abTreeLink *link) {
    const abBodyNow *A = &m->bodies[joint->body_a], *B = &m->bodies[joint->body_b];
    abVec3 r = ab_mul(B->X.R, ab_joint_frame_b(m, joint)->p);
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
        link->axes[0] =
            (abSpatial){.angular = ab_mul(B->X.R, ab_column(ab_joint_frame_b(m, joint)->R, 2))};
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
static bool turns_in_plane(const abMechanics *m, const abJoint *joint) {
    abVec3 z = ab_mul(m->bodies[joint->body_b].X.R, ab_column(ab_joint_frame_b(m, joint)->R, 2));
    return joint->pivot == AB_PIVOT_HINGE && fabs(z.z) > 1.0 - 1e-12;
}

static void open_joint(const abMechanics *m, abJointTree *tree, abTreeLink *link, double t,
                       abSolveLevel level, bool at_start) {
    const abJoint *joint = &m->model->joints[link->joint];
    abJointNow *now = &tree->now[link->joint];
    if (joint->pivot != AB_PIVOT_NONE && level == AB_SOLVE_ACCELERATION &&
        !m->stabilizer.joints_drift && (!link->is_planar || turns_in_plane(m, joint))) {
        open_pivot(m, joint, now, link);
        if (link->is_planar) {
            link->beta.linear.z = link->beta.angular.x = link->beta.angular.y = 0.0;
            link->axes[0].angular = ab_vec3(0.0, 0.0, 1.0);
        }
        return;
    }
    ab_joint_now(m, joint, t, now);
    const abBodyNow *child = &m->bodies[link->body];
    abVec3 arm = link->child_is_a ? now->arm_a : now->arm_b;
    link->c = ab_neg(arm);
    link->p = ab_add(child->X.p, arm);
    link->freedoms = 0;
    link->beta = (abSpatial){0};
    Wanted wanted[6];
    abSpatial speed = {0};
    if (level == AB_SOLVE_SPEED || m->stabilizer.joints_drift) {
        speed = relative_velocity(m, joint, now);
    }
    for (int i = 0; i < joint->plain_count; i++) {
        const abJointRowNow *row = &now->rows[i];
        double along = ab_dot(row->linear, speed.linear) + ab_dot(row->angular, speed.angular);
        wanted[i] = (Wanted){row, ab_row_target(m, joint->rows[i].level, level, at_start, row->c,
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

static void open_root(const abMechanics *m, abTreeLink *link) {
    link->p = m->bodies[link->body].X.p;
    link->c = link->r = ab_vec3(0.0, 0.0, 0.0);
    link->beta = (abSpatial){0};
    all_motions(link);
}

void ab_joint_tree_open(abMechanics *d, abJointTree *tree, double t, abSolveLevel level,
                        bool at_start) {
    tree->is_new = true;
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
