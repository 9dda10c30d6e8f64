// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series_quantities.h - what series.c resolves names to: rows of the table of quantities.

#ifndef AB_SERIES_QUANTITIES_H
#define AB_SERIES_QUANTITIES_H

#include "record/series/series.h"

typedef enum abSeriesSubject {
    AB_SUBJECT_BODY,
    AB_SUBJECT_CONTACT,
    AB_SUBJECT_JOINT,
    AB_SUBJECT_FORCE,
    AB_SUBJECT_ENERGY,
    AB_SUBJECT_POINT,  // of a contact
    AB_SUBJECT_REQUEST // an expression, by its name alone
} abSeriesSubject;

typedef struct abSeriesView abSeriesView; // whatever a quantity may look at

struct abSeriesQuantity {
    abSeriesSubject subject;
    const char *name;
    const char *unit;
    const char *parts; // a letter per component; "" for a scalar
    void (*get)(const abSeriesView *view, double *out);
    const char *text;
};

extern const abSeriesQuantity ab_series_quantities[];
extern const int ab_series_quantity_count;

// Whether a quantity is of a mode of a flexible body: subject[1] is the mode from 0.
bool ab_series_is_of_mode(const abSeriesQuantity *quantity);

// The parts of a frame that a quantity looks at, AB_FRAME_...
unsigned ab_series_parts(const abSeriesQuantity *quantity);

#endif
