// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// watch.h - what a run has to say of itself, each once.

#ifndef AB_WATCH_H
#define AB_WATCH_H

#include "abut/simulation.h"
#include "mechanics/contact/contact_pair.h"

// That steps are too long for what moves, as a frame shows.
void ab_run_watch_modes(abSimulation *s, double t);
void ab_run_watch_energy(abSimulation *s, double t, const abEnergyBook *book);
// That a joint has lost hold.
void ab_run_warn_of_singularity(abSimulation *s);
// That the force of a contact pair was left out, which was or is as deep as `depth`.
void ab_run_warn_of_ignored(const abSimulation *s, const abContactPair *pair, double depth,
                            double t);

#endif
