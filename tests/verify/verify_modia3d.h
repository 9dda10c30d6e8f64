// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_modia3d.h - the rows of modia3d.table.

#ifndef VERIFY_MODIA3D_H
#define VERIFY_MODIA3D_H

#include "verify_report.h"

// Those of the folder robots, or all others.
void verify_modia3d_rows(Report *report, bool are_robots);

#endif
