// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_post.h - routines of users that look at the contacts of every frame.

#ifndef AB_USER_POST_H
#define AB_USER_POST_H

#include "abut/simulation.h"
#include "law/user/user_code.h"

abResult ab_run_open_post(abSimulation *s, abCodeHost *host, abError *error);
void ab_run_close_post(abSimulation *s);
// Calls them for a frame. `phase` is -1 before the run, 1 at its end, else 0.
void ab_run_post(abSimulation *s, double t, int contact_count, int phase);

#endif
