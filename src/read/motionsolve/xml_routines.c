// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_routines.c - routines of users that an element names: a library or a script, a function, and
// parameters written USER(1, 2.5, ...).

#include "read/motionsolve/xml_routines.h"

#include <stdio.h>
#include <string.h>

#include "read/core/model_file.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"

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

static bool check_file(abXmlReader *reader, abXmlThing *thing, const char *key, const char *file) {
    if (file != NULL && !ab_file_is_inside(file)) {
        ab_xml_wrong(reader, thing, key,
                     "%s = \"%.80s\" leads out of the model's folder, which is not allowed; put "
                     "the file beside the model",
                     key, file);
        return false;
    }
    if (file != NULL) {
        ab_xml_note_file(reader, file);
    }
    return true;
}

bool ab_xml_routine(abXmlReader *reader, abXmlThing *thing, const abXmlCode *code,
                    const char *prefix, abXmlRoutine *out) {
    char library[40], script[40], key[40];
    snprintf(library, sizeof library, "%s_dll_name", prefix);
    snprintf(script, sizeof script, "%s_script_name", prefix);
    *out = (abXmlRoutine){.library = code->script == NULL ? code->library : NULL,
                          .script = code->script,
                          .routine = code->function};
    if (code->library == NULL && code->script == NULL) {
        ab_xml_wrong(reader, thing, NULL, "a user routine needs the attribute %s or %s", library,
                     script);
        return false;
    }
    if (code->script != NULL && code->interpreter != NULL &&
        !ab_xml_same(code->interpreter, "PYTHON")) {
        snprintf(key, sizeof key, "%s_interpreter", prefix);
        ab_xml_wrong(reader, thing, key, "%s = \"%.40s\": scripts can be in PYTHON only", key,
                     code->interpreter);
        return false;
    }
    snprintf(key, sizeof key, "%s_param_string", prefix);
    out->parameters = parameters(reader, thing, key, code->parameters);
    return out->parameters != NULL && check_file(reader, thing, library, out->library) &&
           check_file(reader, thing, script, out->script);
}
