// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_unknown.c - elements that are not known: left out with a warning, so that the rest of a model
// runs. What refers to one by its number is wrong and names it, so a misspelled body does not
// vanish.

#include "read/motionsolve/xml_unknown.h"

#include <string.h>

#include "base/schema.h"
#include "base/text.h"
#include "read/core/yaml_tree.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"

typedef struct abXmlUnknown {
    struct abXmlUnknown *next;
    const abXmlElement *element;
    int id;
} abXmlUnknown;

enum { WORD_SIZE = 60 };

// "rigid" of Body_Rigid; the whole where there is no _.
static const char *tail(const char *name, char out[WORD_SIZE]) {
    const char *bar = strchr(name, '_');
    return ab_text_lower(bar != NULL ? bar + 1 : name, out, WORD_SIZE);
}

// Whether the two are near in what stands behind the first _, too: all of Control_... are near
// each other as a whole.
static bool is_slip_of(const char *name, const char *known) {
    char word[WORD_SIZE], other[WORD_SIZE];
    const char *words[] = {tail(known, other), NULL};
    tail(name, word);
    return strcmp(word, other) == 0 || ab_nearest_word(word, words) != NULL;
}

static const char *element_meant(const char *name) {
    const char *best = NULL;
    const char *words[2] = {NULL, NULL};
    for (int i = 0; i < AB_XML_TYPE_COUNT + ab_xml_other_count(); i++) {
        const char *known = i < AB_XML_TYPE_COUNT ? ab_xml_type(i)->table->name
                                                  : ab_xml_other(i - AB_XML_TYPE_COUNT).name;
        words[0] = known;
        if (ab_nearest_word(name, words) != NULL && is_slip_of(name, known)) {
            const char *both[] = {best, known, NULL};
            best = best == NULL ? known : ab_nearest_word(name, both);
        }
    }
    return best;
}

static int number_of(const abXmlElement *element) {
    for (int i = 0; i < element->attribute_count; i++) {
        double id;
        if (ab_xml_same(element->attributes[i].name, "id") &&
            ab_xml_number(element->attributes[i].value, &id) && id >= 1.0 && id <= 2147483647.0) {
            return (int)id;
        }
    }
    return 0;
}

void ab_xml_leave_out(abXmlReader *reader, const abXmlElement *element) {
    char shown[44];
    abXmlUnknown *unknown = AB_ARENA_NEW(reader->context.arena, abXmlUnknown, 1);
    if (unknown == NULL) {
        reader->context.is_out_of_memory = true;
        return;
    }
    *unknown = (abXmlUnknown){reader->unknown, element, number_of(element)};
    reader->unknown = unknown;
    ab_xml_note(&reader->context, element->place,
                "there is no element <%s> that is known here; it is left out, with all that is in "
                "it%s",
                ab_text_shown(element->name, shown, sizeof shown),
                ab_hint_behind(element_meant(element->name)).text);
}

// Whether an unknown element stands where one of the kind is missed: misspelled, or another of the
// same group, as Control_PID for Control_Diff. References have little in common.
static bool may_be_missed(const char *name, const char *known) {
    const char *words[] = {known, NULL};
    size_t group = strcspn(known, "_") + 1;
    return (ab_nearest_word(name, words) != NULL && is_slip_of(name, known)) ||
           (strncmp(name, known, group) == 0 && strncmp(known, "Reference_", group) != 0);
}

const char *ab_xml_left_out(abXmlReader *reader, abXmlElementKind kind, int id) {
    const char *known = ab_xml_type((int)kind)->table->name;
    bool is_shown = reader->context.problems < AB_PROBLEMS_MAX;
    for (const abXmlUnknown *u = is_shown ? reader->unknown : NULL; u != NULL; u = u->next) {
        if (u->id == id && id > 0 && may_be_missed(u->element->name, known)) {
            const char *text =
                ab_xml_text(reader, "; <%.40s> %d in line %d is not known and was left out",
                            u->element->name, id, u->element->place.line);
            return text != NULL ? text : "";
        }
    }
    return "";
}
