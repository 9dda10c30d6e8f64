// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tolerance.h - the numbers by which algorithms decide, a table in each folder.
//
// A folder with such numbers has a `tolerances.def`; a file of the folder that uses some of them
// includes it. A row is
//
//     AB_TOLERANCE(name, value, FAMILY, "relative to what", "why", "test that covers it")
//
// and becomes `static const double name = value;`. What a file does not use costs nothing. One row
// serves all files of a folder to which it means the same, so names are unique in a folder.
//
//   ROUNDING     what rounding alone leaves: a value below it is zero
//   LOCATION     what is the same place, direction or mode, and where something begins or ends
//   REST         what counts as standing still, or as holding
//   GAP          gaps and overlaps: allowed, closed without asking, or looked at
//   CONVERGENCE  when an iteration has arrived, stalls or goes on otherwise; regularisation
//   ITERATIONS   bounds of iterations
//   STEP         lengths of steps, and of differences that stand for derivatives
//   COST         which of two ways to the same result is taken: changes only the time
//
// tools/tolerances.sh makes docs/theory/tolerances.md of all tables and holds them against the code.

#ifndef AB_TOLERANCE_H
#define AB_TOLERANCE_H

#define AB_TOLERANCE(name, value, family, of, why, test) static const double name = value;

// The same for values that are tried in turn, in parentheses.
#define AB_TOLERANCES(name, values, family, of, why, test)                                         \
    static const double name[] = AB_TOLERANCE_LIST values;
#define AB_TOLERANCE_LIST(...)                                                                     \
    { __VA_ARGS__ }

// The same for whole numbers.
#define AB_BOUND(name, value, family, of, why, test) static const int name = value;

#endif
