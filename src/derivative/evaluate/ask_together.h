// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ask_together.h - normal laws of the program that take many contacts in one call.

#ifndef AB_ASK_TOGETHER_H
#define AB_ASK_TOGETHER_H

#include "derivative/state/answered_together.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Whether the model has such laws at all.
void ab_together_init(abDerivative *derivative);
// Asks each such law about all its contact pairs, for the bodies as placed. Their `now->at` is set.
void ab_ask_together(abDerivative *derivative);
// What was answered for a contact pair of the contact set; NULL: its law is to be asked.
const abAnsweredPair *ab_together_answers(const abDerivative *derivative,
                                          const abContactPair *pair);
void ab_together_done(abDerivative *derivative);

#endif
