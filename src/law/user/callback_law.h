// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// callback_law.h - the parameters of laws of the program that uses the library (abut/laws.h).

#ifndef AB_CALLBACK_LAW_H
#define AB_CALLBACK_LAW_H

// Normal and friction laws alike.
typedef struct abCallbackKeys {
    const char *name;
    const void *callbacks; // found by the name when the model is compiled; NULL: not there; no key
} abCallbackKeys;

#endif
