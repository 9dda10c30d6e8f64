// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_robots.c - robots of the Modia3D tests, apart from the other scenes as they take minutes.

#include "families.h"
#include "verify_modia3d.h"

void verify_robots(Report *report) {
    verify_modia3d_rows(report, true);
}
