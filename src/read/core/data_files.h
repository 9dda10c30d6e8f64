// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// data_files.h - files of the folder data/ that are part of the library. The build makes
// data_files.c from them (cmake/EmbedData.cmake).

#ifndef AB_DATA_FILES_H
#define AB_DATA_FILES_H

extern const char ab_data_materials[];   // data/materials.yaml, included as abut:materials
extern const char ab_data_friction[];    // data/friction.csv, see coefficients.h
extern const char ab_data_restitution[]; // data/restitution.csv

#endif
