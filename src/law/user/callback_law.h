// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// callback_law.h - the parameters of laws of the program that uses the library (abut/laws.h).

#ifndef AB_CALLBACK_LAW_H
#define AB_CALLBACK_LAW_H

#include <stdbool.h>

#include "abut/laws.h"
#include "law/core/law.h"

// Normal and friction laws alike.
typedef struct abCallbackKeys {
    const char *name;
    const void *callbacks; // found by the name when the model is compiled; NULL: not there; no key
} abCallbackKeys;

// A law of the program: of no other does ab_callbacks_of_many know anything.
bool ab_law_is_callback(const abNormalLaw *law);
// The functions behind a normal law with these constants when they take many contacts at once; NULL:
// it is another law, or is asked one by one.
const abNormalCallbacks *ab_callbacks_of_many(const abNormalLaw *law, const double *constants);
// What they are told of a contact, with AB_PLUGIN_MEMORY numbers; false when there is no force.
bool ab_callbacks_ask(const abNormalCallbacks *law, const double *memory, const abContact *contact,
                      abPluginContact *given, double *own);

#endif
