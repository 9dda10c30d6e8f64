// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_loops.c - forces of the rows that the trees leave over.
//
//   S lambda = target - J a,   S = J T J'                                               (1)
//
// where a are the motions of the trees alone and T their answer to forces. The elimination of
// joint_tree.c gives T as a sum over links: a unit force of row i reaches a link on its way to the
// root as f_i and shares  z_i = L^-1 A' f_i  with the free motions there, so
//
//   S_ik = sum over the links on both ways of  z_i . z_k                                (2)
//
// At bodies with modes, which are in no tree, rows meet by their own answers (joint_modes.h).
// Rows that reach no common tree do not feel each other; each group is solved by itself.
// Redundant rows make S singular; of the forces that serve the least are taken (semidefinite.h).
//
// Rows, ways and factors belong to the trees as opened: further loads on the same places cost a right
// side and its solution.
//
// Cost    a row costs its ways to the root; a group of n rows n^3/6; further loads n^2.

#include "mechanics/joint/joint_loops.h"
#include "base/array.h"
#include "base/groups.h"
#include "mechanics/joint/joint_modes.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/joint/tolerances.def"

// Of trees, then of bodies with modes.
static size_t group_numbers(const abMechanics *m, const abJointTree *tree) {
    return (size_t)tree->tree_count + (m->floating != NULL ? m->model->body_count : 0);
}

bool ab_loops_create(abMechanics *m, const abJointTree *tree, abLoops *loops) {
    *loops = (abLoops){.group_of_tree = AB_ARENA_NEW(&m->arena, int, group_numbers(m, tree) + 1)};
    return loops->group_of_tree != NULL;
}

void ab_loops_done(abMechanics *m, abLoops *s) {
    ab_arrays_free(m->allocator, &s->arrays);
}

// ---- the rows ----

static bool add_row(abMechanics *m, abLoops *s, const abRow *entries, int count) {
    if (!AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->entries, s->entry_count + (size_t)count) ||
        !AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->rows, s->row_count + 1)) {
        return false;
    }
    s->rows[s->row_count++] = (abLoopRow){.first = (int)s->entry_count, .entry_count = count};
    for (int i = 0; i < count; i++) {
        s->entries[s->entry_count++] = entries[i];
    }
    return true;
}

static bool gather(abMechanics *m, const abJointTree *tree, abLoops *s) {
    s->entry_count = s->row_count = s->step_count = s->part_count = s->modal_count = 0;
    for (size_t j = 0; j < m->model->joint_count; j++) {
        const abJoint *joint = &m->model->joints[j];
        for (int i = tree->is_tree_joint[j] ? joint->plain_count : 0; i < joint->row_count; i++) {
            abRow entries[AB_ROW_ENTRIES];
            int count = ab_joint_row(m, (int)j, i, &tree->now[j], entries);
            if (!add_row(m, s, entries, count)) {
                return false;
            }
        }
    }
    return true;
}

// ---- how a row reaches the roots ----

typedef struct Wrench {
    int link;
    abSpatial force; // at the link's p
} Wrench;

enum { WRENCHES = 2 * AB_ROW_ENTRIES };

// Adds a force on a link to a list sorted so that the last link, the farthest out, stands last.
static int put_wrench(Wrench *list, int count, int link, const abSpatial *force) {
    int at = count;
    while (at > 0 && list[at - 1].link > link) {
        at--;
    }
    if (at > 0 && list[at - 1].link == link) {
        ab_spatial_add(&list[at - 1].force, 1.0, force);
        return count;
    }
    for (int i = count; i > at; i--) {
        list[i] = list[i - 1];
    }
    list[at] = (Wrench){link, *force};
    return count + 1;
}

// A force at the centre of mass of a body, on its link at p.
static int put_entry(const abJointTree *tree, abLoops *s, abLoopRow *row, int body, abVec3 linear,
                     abVec3 angular, Wrench *list, int count) {
    int index = body >= 0 ? tree->link_of[body] : -1;
    if (index < 0) {
        return count;
    }
    const abTreeLink *link = &tree->links[index];
    if (row->group >= 0) {
        ab_groups_join(s->group_of_tree, link->tree, row->group);
    }
    row->group = link->tree;
    abSpatial force = {linear, ab_add(angular, ab_cross(link->c, linear))};
    return put_wrench(list, count, index, &force);
}

// What the link takes of the force; the rest goes on to the parent.
static void take_share(const abTreeLink *link, abSpatial *force, double *part) {
    for (int k = 0; k < link->freedoms; k++) {
        const double *row = link->factor + k * (k + 1) / 2;
        double sum = ab_spatial_dot(&link->axes[k], force);
        for (int j = 0; j < k; j++) {
            sum -= row[j] * part[j];
        }
        part[k] = sum / row[k];
    }
    for (int k = 0; k < link->freedoms; k++) {
        ab_spatial_add(force, -part[k], &link->push[k]);
    }
}

// Whether a row acts across the plane that its bodies and all that carries them stay in.
static bool is_across(const abJointTree *tree, const abLoopRow *row, const Wrench *list,
                      int count) {
    bool is_flat = row->response == 0.0;
    for (int i = 0; i < count; i++) {
        is_flat = is_flat && tree->links[list[i].link].is_flat;
    }
    return is_flat;
}

static bool walk(abMechanics *m, const abJointTree *tree, abLoops *s, abLoopRow *row) {
    Wrench list[WRENCHES];
    int count = 0;
    row->step = (int)s->step_count;
    for (int e = row->first; e < row->first + row->entry_count; e++) {
        const abRow *entry = &s->entries[e];
        count =
            put_entry(tree, s, row, entry->body_a, entry->linear_a, entry->angular_a, list, count);
        count =
            put_entry(tree, s, row, entry->body_b, entry->linear_b, entry->angular_b, list, count);
    }
    count = is_across(tree, row, list, count) ? 0 : count;
    while (count > 0) {
        if (!AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->steps, s->step_count + 1)) {
            return false;
        }
        Wrench last = list[--count];
        const abTreeLink *link = &tree->links[last.link];
        abLoopStep *step = &s->steps[s->step_count++];
        step->link = last.link;
        take_share(link, &last.force, step->part);
        if (link->parent >= 0) {
            last.force.angular = ab_add(last.force.angular, ab_cross(link->r, last.force.linear));
            count = put_wrench(list, count, link->parent, &last.force);
        }
    }
    row->step_count = (int)s->step_count - row->step;
    return true;
}

// (2): both lists go from the outside in.
static double met(const abMechanics *m, const abJointTree *tree, const abLoops *s,
                  const abLoopRow *a, const abLoopRow *b) {
    int i = a->step, i_end = i + a->step_count, j = b->step, j_end = j + b->step_count;
    double sum = 0.0;
    while (i < i_end && j < j_end) {
        const abLoopStep *p = &s->steps[i], *q = &s->steps[j];
        if (p->link == q->link) {
            for (int k = 0; k < tree->links[p->link].freedoms; k++) {
                sum += p->part[k] * q->part[k];
            }
        }
        i += p->link >= q->link;
        j += q->link >= p->link;
    }
    return a->part_count > 0 ? sum + ab_joint_modes_met(m, s, a, b) : sum;
}

// Response of a body to a force at its centre of mass, along the force, were it free.
static double free_response(const abMechanics *d, int body, abVec3 linear, abVec3 angular) {
    if (!ab_is_moving(d->model, body)) {
        return 0.0;
    }
    const abBody *b = &d->model->bodies[body];
    if (b->mobility == AB_MOBILITY_PLANAR) {
        return b->inverse_mass * (linear.x * linear.x + linear.y * linear.y) +
               angular.z * angular.z / b->inertia.m[2][2];
    }
    abVec3 torque = ab_mul_t(d->bodies[body].X.R, angular);
    return b->inverse_mass * ab_norm2(linear) + ab_dot(torque, ab_mul(b->inverse_inertia, torque));
}

static void find_response(const abMechanics *m, const abLoops *s, abLoopRow *row) {
    row->response = 0.0;
    for (int e = row->first; e < row->first + row->entry_count; e++) {
        const abRow *entry = &s->entries[e];
        row->response += free_response(m, entry->body_a, entry->linear_a, entry->angular_a) +
                         free_response(m, entry->body_b, entry->linear_b, entry->angular_b);
    }
}

// ---- one group ----

static abSpatial motion_of(const abMechanics *m, const abJointTree *tree, int body,
                           abSolveLevel level) {
    int index = body >= 0 ? tree->link_of[body] : -1;
    if (index >= 0) {
        const abTreeLink *link = &tree->links[index];
        abSpatial a = link->motion;
        a.linear = ab_add(a.linear, ab_cross(a.angular, link->c));
        return a;
    }
    // what does not answer to forces moves as it must
    return level == AB_SOLVE_ACCELERATION ? (abSpatial){m->bodies[body].a, m->bodies[body].alpha}
                                          : (abSpatial){0};
}

static double row_times(const abRow *entry, const abSpatial *a, const abSpatial *b) {
    return ab_dot(entry->linear_a, a->linear) + ab_dot(entry->angular_a, a->angular) +
           ab_dot(entry->linear_b, b->linear) + ab_dot(entry->angular_b, b->angular);
}

// target - J a
static double side_of(const abMechanics *m, const abJointTree *tree, const abLoops *s,
                      const abLoopRow *row, abSolveLevel level, bool at_start) {
    const abRow *head = &s->entries[row->first];
    double speed = 0.0, sum = 0.0;
    for (int e = 0; e < row->entry_count; e++) {
        const abBodyNow *A = &m->bodies[head[e].body_a], *B = &m->bodies[head[e].body_b];
        abSpatial a = motion_of(m, tree, head[e].body_a, level);
        abSpatial b = motion_of(m, tree, head[e].body_b, level);
        sum += row_times(&head[e], &a, &b);
        speed += row_times(&head[e], &(abSpatial){A->v, A->w}, &(abSpatial){B->v, B->w});
    }
    return ab_row_target(m, head->level, level, at_start, head->c, head->rate, head->gamma, speed) -
           sum;
}

static bool reserve_matrices(abMechanics *m, abLoops *s) {
    abAllocator allocator = m->allocator;
    size_t n = s->row_count, entries = 0;
    for (size_t g = 0; g < s->group_count; g++) {
        entries += s->groups[g].count * s->groups[g].count;
    }
    return AB_ARRAYS_RESERVE(allocator, &s->arrays, s->order, n) &&
           AB_ARRAYS_RESERVE(allocator, &s->arrays, s->matrix, entries) &&
           AB_ARRAYS_RESERVE(allocator, &s->arrays, s->null, entries) &&
           AB_ARRAYS_RESERVE(allocator, &s->arrays, s->scale, n) &&
           AB_ARRAYS_RESERVE(allocator, &s->arrays, s->workspace, n) &&
           AB_ARRAYS_RESERVE(allocator, &s->arrays, s->sides, n);
}

static abSemidefinite system_of(const abLoops *s, const abLoopGroup *group) {
    return (abSemidefinite){.n = group->count,
                            .rank = group->rank,
                            .A = s->matrix + group->matrix,
                            .order = s->order + group->first,
                            .scale = s->scale + group->first,
                            .null = s->null + group->matrix,
                            .workspace = s->workspace + group->first};
}

static void factor_group(const abMechanics *m, const abJointTree *tree, abLoops *s,
                         abLoopGroup *group) {
    const int *members = s->members + group->first;
    size_t n = group->count;
    double *matrix = s->matrix + group->matrix;
    for (size_t i = 0; i < n; i++) {
        const abLoopRow *row = &s->rows[members[i]];
        for (size_t j = 0; j <= i; j++) {
            matrix[i * n + j] = met(m, tree, s, row, &s->rows[members[j]]);
        }
        // what the trees hold already leaves but rounding, which scaling would raise to a row
        if (matrix[i * n + i] <= s_redundant * row->response) {
            matrix[i * n + i] = 0.0;
        }
    }
    abSemidefinite system = system_of(s, group);
    ab_semidefinite_factor(&system, s_redundant);
    group->rank = system.rank;
    s->rank += (int)system.rank;
    if (system.rank > 0) {
        double root = matrix[(system.rank - 1) * (n + 1)]; // pivots fall
        const abLoopRow *last = &s->rows[members[system.order[system.rank - 1]]];
        if (root * root < s->weakest) {
            s->weakest = root * root;
            s->weakest_joint = s->entries[last->first].joint;
        }
    }
    for (size_t i = 0; i < n; i++) {
        s->rows[members[i]].is_idle = s->rows[members[i]].response == 0.0;
        s->rows[members[system.order[i]]].is_redundant = i >= system.rank;
    }
}

static void solve_group(const abMechanics *m, const abJointTree *tree, abLoops *s,
                        const abLoopGroup *group, abSolveLevel level, bool at_start) {
    const int *members = s->members + group->first;
    double *sides = s->sides + group->first;
    for (size_t i = 0; i < group->count; i++) {
        sides[i] = side_of(m, tree, s, &s->rows[members[i]], level, at_start);
    }
    abSemidefinite system = system_of(s, group);
    ab_semidefinite_apply(&system, sides);
    for (size_t i = 0; i < group->count; i++) {
        s->rows[members[i]].force = sides[i];
    }
}

// ---- all groups ----

// Tells the joints which of their rows are redundant.
static void note_dropped(abJointTree *tree, const abLoops *s) {
    for (size_t i = 0; i < s->row_count; i++) {
        const abRow *entry = &s->entries[s->rows[i].first];
        unsigned *dropped = &tree->now[entry->joint].dropped, bit = 1U << entry->row;
        *dropped = s->rows[i].is_redundant ? *dropped | bit : *dropped & ~bit;
    }
}

static void add_load(abJointTree *tree, int body, double force, abVec3 linear, abVec3 angular) {
    int index = body >= 0 ? tree->link_of[body] : -1;
    if (index >= 0) {
        abTreeLink *link = &tree->links[index];
        ab_spatial_add(&link->load, force,
                       &(abSpatial){linear, ab_add(angular, ab_cross(link->c, linear))});
    }
}

static void load_trees(abJointTree *tree, const abLoops *s) {
    for (size_t i = 0; i < s->row_count; i++) {
        const abLoopRow *row = &s->rows[i];
        for (int e = row->first; e < row->first + row->entry_count; e++) {
            const abRow *entry = &s->entries[e];
            add_load(tree, entry->body_a, row->force, entry->linear_a, entry->angular_a);
            add_load(tree, entry->body_b, row->force, entry->linear_b, entry->angular_b);
        }
    }
}

// Members of a group together, each group in the order of its rows.
static bool list_groups(abMechanics *m, abLoops *s) {
    size_t listed = 0, entries = 0;
    s->group_count = 0;
    for (size_t i = 0; i < s->row_count; i++) {
        int number = s->rows[i].group;
        if (number < 0 || s->group_of_tree[number] < 0) {
            s->rows[i].is_redundant = number < 0 ? true : s->rows[i].is_redundant;
            continue;
        }
        s->group_of_tree[number] = -1; // done
        if (!AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->groups, s->group_count + 1)) {
            return false;
        }
        abLoopGroup *group = &s->groups[s->group_count++];
        *group = (abLoopGroup){.first = listed, .matrix = entries};
        for (size_t k = i; k < s->row_count; k++) {
            if (s->rows[k].group == number) {
                s->members[listed++] = (int)k;
            }
        }
        group->count = listed - group->first;
        entries += group->count * group->count;
    }
    return true;
}

// Rows, their ways and the factors of their groups, for the trees as opened and factorised.
static bool prepare(abMechanics *m, const abJointTree *tree, abLoops *s) {
    if (!gather(m, tree, s) ||
        !AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->members, s->row_count)) {
        return false;
    }
    ab_groups_begin(s->group_of_tree, group_numbers(m, tree));
    for (size_t i = 0; i < s->row_count; i++) {
        s->rows[i].group = -1;
        find_response(m, s, &s->rows[i]);
        if (!ab_joint_modes_spread(m, tree, s, &s->rows[i]) || !walk(m, tree, s, &s->rows[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < s->row_count; i++) {
        int group = s->rows[i].group;
        s->rows[i].group = group >= 0 ? ab_group_of(s->group_of_tree, group) : -1;
    }
    s->rank = 0;
    s->weakest = 1.0;
    s->weakest_joint = -1;
    if (!list_groups(m, s) || !reserve_matrices(m, s)) {
        return false;
    }
    for (size_t g = 0; g < s->group_count; g++) {
        factor_group(m, tree, s, &s->groups[g]);
    }
    return true;
}

bool ab_loops_solve(abMechanics *m, abJointTree *tree, abLoops *s, abSolveLevel level,
                    bool at_start) {
    if (tree->is_new) {
        if (!prepare(m, tree, s)) {
            return false;
        }
        note_dropped(tree, s);
        tree->is_new = false;
    }
    for (size_t g = 0; g < s->group_count; g++) {
        solve_group(m, tree, s, &s->groups[g], level, at_start);
    }
    load_trees(tree, s);
    ab_joint_modes_clear(m);
    ab_joint_modes_answer(m, s);
    return true;
}
