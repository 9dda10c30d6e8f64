// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// names.c - shapes and joints of a compiled model by name and number.

#include <string.h>

#include "model/core/model.h"

int ab_model_shape_count(const abModel *model) {
    return model->shapes != NULL ? (int)model->shape_count : 0;
}

const char *ab_model_shape_name(const abModel *model, int shape) {
    return shape >= 0 && shape < ab_model_shape_count(model) ? model->shapes[shape].name : "";
}

int ab_model_find_shape(const abModel *model, const char *name) {
    for (int i = 0; i < ab_model_shape_count(model); i++) {
        if (strcmp(model->shapes[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int ab_model_joint_count(const abModel *model) {
    return model->joints != NULL ? (int)model->joint_count : 0;
}

const char *ab_model_joint_name(const abModel *model, int joint) {
    return joint >= 0 && joint < ab_model_joint_count(model) ? model->joints[joint].name : "";
}
