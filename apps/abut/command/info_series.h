// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// info_series.h - the series of a record by their names, as plots and exports take them.

#ifndef ABUT_INFO_SERIES_H
#define ABUT_INFO_SERIES_H

#include "command/command.h"

// A line each: name, unit, components. Contacts are those of its events.
abResult info_series(const Arguments *arguments, abRecord *record, abError *error);

#endif
