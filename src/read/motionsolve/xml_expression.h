// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_expression.h - function expressions of the file in the words of this engine.

#ifndef AB_XML_EXPRESSION_H
#define AB_XML_EXPRESSION_H

#include "read/motionsolve/xml_types.h"

// Behind the name of a Control_Diff: the variable that is its rate, DIF1(id).
#define AB_XML_RATE "_rate"
// Between the name of a Reference_Array and the number of an element: ARYVAL(id, 2). Labels become
// names without two _ in a row.
#define AB_XML_COMPONENT "__"

// An expression of the file in the words of this engine; `unit` is that of the result, which comes
// in SI. With is_of_time it may depend on time alone. NULL, with a problem at the attribute, when
// it cannot be said. It is checked when all is defined.
const char *ab_xml_expression(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const char *text, const char *unit, bool is_of_time);
// The same in the file's units and not checked.
const char *ab_xml_words(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text);
void ab_xml_check_expressions(abXmlReader *reader);

// The value of an expression that must be a constant; false with a problem.
bool ab_xml_constant(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                     const char *unit, double *out);

#endif
