// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_attachments.h - markers at interfaces and nodes of flexible bodies, and what joints and
// forces at them cannot do.

#ifndef AB_COMPILE_ATTACHMENTS_H
#define AB_COMPILE_ATTACHMENTS_H

#include "model/core/model.h"

// Makes the attachments of such markers, behind the bodies; bodies and markers must be compiled.
abResult ab_compile_attachments(abModel *model, abError *error);

// What joints at bodies with modes cannot do, when all joints are compiled: they need an attachment,
// one with a rotation where they hold turns, and no limits.
abResult ab_check_flexible_joints(const abModel *model, abError *error);
// Likewise forces. Those on other markers of such a body go with its frame: this warns.
abResult ab_check_flexible_forces(const abModel *model, abError *error);

#endif
