// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_units.h - the units a MotionSolve model names, and how its numbers become SI.
//
// Force has a unit of its own beside mass, length and time: with kg, mm, s and N the mass matrix
// times an acceleration comes in kg mm/s^2, a thousandth of a newton. Every number is converted by
// its own unit, so nothing has to be consistent. Angles are radians.

#ifndef AB_XML_UNITS_H
#define AB_XML_UNITS_H

#include <stddef.h>

#include "read/core/units.h"

typedef enum abXmlQuantity {
    AB_XML_FORCE,
    AB_XML_MASS,
    AB_XML_LENGTH,
    AB_XML_TIME,
    AB_XML_QUANTITY_COUNT
} abXmlQuantity;

typedef struct abXmlUnits {
    abUnitFactor of[AB_XML_QUANTITY_COUNT]; // to N, kg, m, s
    int choice[AB_XML_QUANTITY_COUNT];      // index into the names
} abXmlUnits;

abXmlUnits ab_xml_units_si(void);

// The unit words of each quantity, with their spellings "A|B"; NULL-terminated.
enum { AB_XML_UNITS_MAX = 16 };
extern const char *const ab_xml_unit_words[AB_XML_QUANTITY_COUNT][AB_XML_UNITS_MAX];
void ab_xml_units_choose(abXmlUnits *units, abXmlQuantity quantity, int choice);

// The factor of a unit text of N, kg, m, s and rad with whole powers: "N s/m", "kg m^2", "-". `n`
// stands for the power in a text such as "N/m^n" and is any number.
abUnitFactor ab_xml_unit_factor(const abXmlUnits *units, const char *unit, double n);

// The same unit as the file has it: "m/s" becomes "mm/ms".
void ab_xml_unit_text(const abXmlUnits *units, const char *unit, char *out, size_t size);

// The factor between metres and the unit of length as a word that meshes know ("mm"), or NULL.
const char *ab_xml_mesh_unit(const abXmlUnits *units);

#endif
