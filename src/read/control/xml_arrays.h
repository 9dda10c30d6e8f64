// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_arrays.h - arrays and matrices of the file, for the linear systems that refer to them.

#ifndef AB_XML_ARRAYS_H
#define AB_XML_ARRAYS_H

#include "read/motionsolve/xml_types.h"

typedef enum abXmlArrayType {
    AB_XML_ARRAY_U,  // inputs: variables
    AB_XML_ARRAY_X,  // states of a system
    AB_XML_ARRAY_Y,  // its outputs
    AB_XML_ARRAY_IC, // numbers, values at the start
} abXmlArrayType;

// The array that an attribute of `thing` refers to. NULL, with a problem there, when there is none,
// when it has another type or another number of elements; `count` 0: any number.
abXmlThing *ab_xml_array(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                         abXmlArrayType type, int count);
int ab_xml_array_count(const abXmlThing *array);
// The numbers of an array of the type IC.
const double *ab_xml_array_numbers(const abXmlThing *array);
// The name in expressions of element k, from 1; NULL for want of memory.
const char *ab_xml_array_element(abXmlReader *reader, const abXmlThing *array, int k);
// `thing` keeps its states or outputs in an array; a problem when another one does already.
void ab_xml_array_claim(abXmlReader *reader, abXmlThing *thing, const char *key, abXmlThing *array);
// Warns of arrays of states and outputs that nothing keeps: they have no elements.
void ab_xml_warn_of_empty_arrays(abXmlReader *reader);

// The numbers of a matrix row by row. NULL, with a problem at the attribute, when there is none or
// its size is another one.
const double *ab_xml_matrix(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                            int rows, int columns);

#endif
