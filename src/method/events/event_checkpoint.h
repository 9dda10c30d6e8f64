// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_checkpoint.h - what method events adds to a checkpoint.

#ifndef AB_EVENT_CHECKPOINT_H
#define AB_EVENT_CHECKPOINT_H

#include "core/method.h"

extern const abIntegratorParts ab_events_parts;

#endif
