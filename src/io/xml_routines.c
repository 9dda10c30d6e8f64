// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_routines.c - routines of users that an element names: a library or a script, a function, and
// parameters written USER(1, 2.5, ...).

#include <string.h>

#include "io/xml_reader.h"

enum { PARAMETERS_MAX = 100 };

// The numbers of USER(...), each as a text, NULL-terminated; NULL after a problem.
static const char *const *parameters(abXmlReader *reader, abXmlThing *thing, const char *key,
                                     const char *text) {
    const char **list =
        AB_ARENA_NEW(reader->context.arena, const char *, (size_t)PARAMETERS_MAX + 1);
    char *copy = ab_arena_text(reader->context.arena, text != NULL ? text : "USER()");
    if (list == NULL || copy == NULL) {
        reader->context.is_out_of_memory = true;
        return NULL;
    }
    char *open = strchr(copy, '('), *close = strrchr(copy, ')');
    if (open == NULL || close == NULL || close < open) {
        ab_xml_wrong(reader, thing, key, "%s = \"%.60s\" is not written USER(1, 2, ...)", key,
                     copy);
        return NULL;
    }
    *close = '\0';
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(open + 1, ", \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, ", \t\r\n", &rest)) {
        double value;
        if (count == PARAMETERS_MAX || !ab_xml_number(word, &value)) {
            ab_xml_wrong(reader, thing, key, "%s: parameter %d, \"%.40s\", is %s", key, count + 1,
                         word, count == PARAMETERS_MAX ? "one too many" : "no number");
            return NULL;
        }
        list[count++] = word;
    }
    return list;
}

bool ab_xml_file_is_inside(const char *file) {
    for (const char *c = file; *c != '\0'; c += strcspn(c, "/\\"), c += *c != '\0') {
        if (strncmp(c, "..", 2) == 0 && (c[2] == '\0' || c[2] == '/' || c[2] == '\\')) {
            return false;
        }
    }
    return file[0] != '/' && file[0] != '\\' && strchr(file, ':') == NULL;
}

static bool check_file(abXmlReader *reader, abXmlThing *thing, const char *key, const char *file) {
    if (file != NULL && !ab_xml_file_is_inside(file)) {
        ab_xml_wrong(reader, thing, key,
                     "%s = \"%.80s\" leads out of the model's folder, which is not allowed; put "
                     "the file beside the model",
                     key, file);
        return false;
    }
    return true;
}

// Routines get SI numbers here, but were written for the model's units.
static bool check_units(abXmlReader *reader, abXmlThing *thing, const char *key) {
    for (int q = 0; q < AB_XML_QUANTITY_COUNT; q++) {
        abUnitFactor factor = reader->context.units.of[q];
        if (factor.numerator != factor.denominator) {
            ab_xml_wrong(reader, thing, key,
                         "user routines are called in m, kg, s and N; this model has other units, "
                         "in which its routine would answer wrong");
            return false;
        }
    }
    return true;
}

bool ab_xml_routine(abXmlReader *reader, abXmlThing *thing, const abXmlRoutineNames *names,
                    abXmlRoutine *out) {
    *out = (abXmlRoutine){.library = names->script == NULL ? names->library : NULL,
                          .script = names->script,
                          .routine = names->function};
    if (names->library == NULL && names->script == NULL) {
        ab_xml_wrong(reader, thing, NULL, "a user routine needs the attribute %s or %s",
                     names->library_key, names->script_key);
        return false;
    }
    if (names->script != NULL && names->interpreter != NULL &&
        !ab_xml_same(names->interpreter, "PYTHON")) {
        ab_xml_wrong(reader, thing, names->interpreter_key,
                     "%s = \"%.40s\": scripts can be in PYTHON only", names->interpreter_key,
                     names->interpreter);
        return false;
    }
    out->parameters = parameters(reader, thing, names->parameters_key, names->parameters);
    return out->parameters != NULL && check_file(reader, thing, names->library_key, out->library) &&
           check_file(reader, thing, names->script_key, out->script) &&
           check_units(reader, thing,
                       names->script != NULL ? names->script_key : names->library_key);
}
