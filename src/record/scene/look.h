// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// look.h - what materials and bodies look like, the same in pictures and on the viewer's page.

#ifndef AB_LOOK_H
#define AB_LOOK_H

typedef enum abLookKind {
#define AB_LOOK(NAME, ...) AB_LOOK_##NAME,
#include "record/scene/looks.def"
#undef AB_LOOK
    AB_LOOK_COUNT // -> AB_LOOK_PLAIN, AB_LOOK_GLASS, ..., AB_LOOK_COUNT
} abLookKind;

typedef struct abMaterialLook {
    const char *name;
    unsigned colour; // 0xRRGGBB
    double own;      // its share beside the colour of the body
    double rough, metal, opacity, grain;
    double lightest, densest; // materials taken for it whose name says nothing     [kg/m^3]
    const char *words;        // in lower case, with spaces between
} abMaterialLook;

extern const abMaterialLook ab_looks[AB_LOOK_COUNT];

// By the material's name (NULL: none) and density, 0 where it is not known.
abLookKind ab_look_find(const char *material, double density);

#endif
