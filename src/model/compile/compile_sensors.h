// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_sensors.h - expressions that are watched (sensors) and those that are recorded (requests).

#ifndef AB_COMPILE_SENSORS_H
#define AB_COMPILE_SENSORS_H

#include "abut/model.h"
#include "abut/result.h"

// All sensors and requests.
abResult ab_compile_sensors(abModel *model, abError *error);

#endif
