// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_lammps.h - a model of spheres and walls as input of LAMMPS, to go on there.

#ifndef AB_EXPORT_LAMMPS_H
#define AB_EXPORT_LAMMPS_H

#include "abut/model.h"

// From a compiled model and BASE, "FOLDER/NAME": FOLDER/in.NAME, the script, and FOLDER/NAME.data,
// the spheres at the start of the run, in SI units. The script is to be run in FOLDER and writes
// NAME.dump and NAME.log. `source` is the name of the model for the first line. What is not the same
// in LAMMPS goes to `log` and stands in the script. AB_BAD_MODEL, and no file, with a problem for
// each thing that LAMMPS does not have.
abResult ab_export_lammps(const abModel *model, const char *source, const char *base, abLog log,
                          abError *error);

#endif
