// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_routines.h - routines of users that an element names.

#ifndef AB_XML_ROUTINES_H
#define AB_XML_ROUTINES_H

#include "read/motionsolve/xml_types.h"

// What an element says of a routine; the attributes have a prefix: cnf_param_string, cnf_fnc_name,
// cnf_dll_name, cnf_script_name, cnf_interpreter.
typedef struct abXmlCode {
    const char *parameters, *function, *library, *script, *interpreter;
} abXmlCode;

typedef struct abXmlRoutine {
    const char *library, *script, *routine; // one of library and script is NULL
    const char *const *parameters;          // numbers
} abXmlRoutine;

// False, with a problem, when it is not all there or lies outside the model's folder.
bool ab_xml_routine(abXmlReader *reader, abXmlThing *thing, const abXmlCode *code,
                    const char *prefix, abXmlRoutine *out);

#endif
