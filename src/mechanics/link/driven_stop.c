// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// driven_stop.c - drives that work against the stop of a joint.

#include "mechanics/link/driven_stop.h"

#include "base/groups.h"

int ab_drive_against(const abModel *model, const abLimit *limit, int *group, int *axis) {
    int found = -1;
    ab_groups_begin(group, model->body_count);
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        if (joint->body_a >= 0 && joint->body_b >= 0 && model->bodies[joint->body_a].state >= 0 &&
            model->bodies[joint->body_b].state >= 0) {
            ab_groups_join(group, joint->body_a, joint->body_b);
        }
    }
    const abJoint *stop = &model->joints[limit->joint];
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        const int of_joint[2] = {joint->body_a, joint->body_b},
                  of_stop[2] = {stop->body_a, stop->body_b};
        for (int i = 0; i < 4; i++) {
            int a = of_joint[i / 2], b = of_stop[i % 2];
            bool is_near = a >= 0 && b >= 0 && model->bodies[a].state >= 0 &&
                           ab_group_of(group, a) == ab_group_of(group, b);
            for (int k = 0; k < 6 && is_near; k++) {
                if (joint->drive[k] != NULL) {
                    found = (int)j;
                    *axis = k;
                }
            }
        }
    }
    return found;
}
