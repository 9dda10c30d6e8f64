// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// driven_stop.h - drives that work against the stop of a joint.

#ifndef AB_DRIVEN_STOP_H
#define AB_DRIVEN_STOP_H

#include "model/core/model.h"

// The joint of a drive by position or speed in the bodies that joints hold together with a stop's;
// -1: none. The last in the model that drives, and its axis. `group`: room, one per body.
int ab_drive_against(const abModel *model, const abLimit *limit, int *group, int *axis);

#endif
