// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/series.h - quantities by name, as in `outputs`, read from frames as they come: for programs
// that run without a record. record.h has them of a run that is over.
//
//     const char *names[] = {"ball.position", "energy.kinetic"};
//     AB_TRY(ab_series_reader_create(model, names, 2, ab_heap(), &reader, error));
//     ab_series_reader_read(reader, frame, values);          in abObserver.frame: 4 numbers

#ifndef ABUT_SERIES_H
#define ABUT_SERIES_H

#include "abut/export.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abSeriesReader abSeriesReader;

// Of a compiled model, which must outlive it. A vector gives a number for each component. AB_USAGE
// for a name that is of no series, with the nearest that is.
ABUT_API abResult ab_series_reader_create(const abModel *model, const char *const *names, int count,
                                          abAllocator allocator, abSeriesReader **out,
                                          abError *error);
// NULL is fine.
ABUT_API void ab_series_reader_destroy(abSeriesReader *reader);

// Numbers that a frame gives; the name of each, with its component ("ball.position.z"), "" for none.
ABUT_API int ab_series_reader_count(const abSeriesReader *reader);
ABUT_API const char *ab_series_reader_name(const abSeriesReader *reader, int index);
// "m", "-" without one; "" for no such number.
ABUT_API const char *ab_series_reader_unit(const abSeriesReader *reader, int index);
// How much of a frame they want.
ABUT_API abLook ab_series_reader_look(const abSeriesReader *reader);

// Writes them, in SI units but for outputs given as expressions, which are in units of the file.
// Undefined values (the point of a contact that is not there) are NAN. A reader may be used by
// several threads at once.
ABUT_API void ab_series_reader_read(const abSeriesReader *reader, const abFrame *frame,
                                    double *out);

#ifdef __cplusplus
}
#endif

#endif
