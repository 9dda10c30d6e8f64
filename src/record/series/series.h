// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series.h - quantities by name: "ball.position.z", "contact(ground, ball).depth",
// "energy.balance".
//
// A name is resolved once against a scene; its value is then a function of one frame. A new
// quantity is one row in the table of series_quantities.c.

#ifndef AB_SERIES_H
#define AB_SERIES_H

#include "abut/record.h"
#include "abut/simulation.h"
#include "record/scene/scene.h"

typedef struct abSeriesQuantity abSeriesQuantity;

enum { AB_SERIES_NAME = 260 };

// One number per frame.
typedef struct abSeries {
    char name[AB_SERIES_NAME]; // complete, with component
    const char *unit;          // "m", "-"
    const abSeriesQuantity *quantity;
    int component;  // of a vector; 0 for scalars
    int subject[2]; // body or shape or joint: see series.c
    const abSceneBody *body;
    int point;      // of a contact, from 1
    unsigned parts; // of the frame that are looked at, AB_FRAME_...
} abSeries;

typedef struct abSeriesList {
    abAllocator allocator;
    abSeries *items;
    size_t capacity;
    int count;
    unsigned parts; // of all
} abSeriesList;

void ab_series_init(abSeriesList *list, abAllocator allocator);
void ab_series_done(abSeriesList *list);

// Adds what `name` stands for: one series, or the components of a vector. AB_BAD_MODEL with the
// nearest names when there is no such thing; AB_IO for want of memory.
abResult ab_series_add(abSeriesList *list, const abScene *scene, const char *name, abPlace place,
                       abError *error);

// Undefined values (the point of a contact that is not there) are NAN.
double ab_series_value(const abSeries *series, const abFrame *frame);

// Every quantity there is, for reference pages: index from 0, NULL at the end. The text for people;
// `form` and `name` are how to write it ("BODY" and "position"), `parts` has a letter per
// component.
const char *ab_series_describe(int index, const char **form, const char **name, const char **unit,
                               const char **parts);

// Whether every output that a model asks for can be recorded; adds a problem for each that cannot,
// at the place it was asked for.
abResult ab_series_check_outputs(const abModel *model, abAllocator allocator, abError *error);

#endif
