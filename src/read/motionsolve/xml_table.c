// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_table.c - from the attributes of an element to the fields of a struct, and what to say of
// those that are unknown, missing or without effect.

#include "read/motionsolve/xml_table.h"

#include <stdio.h>
#include <string.h>

#include "base/schema.h"
#include "base/text.h"
#include "read/core/yaml_tree.h"
#include "read/motionsolve/xml_units.h"

enum { NAME_SIZE = 60, SHOWN_SIZE = 44, NOTES_MAX = 100 };

// ---- telling ----

void ab_xml_problem(abXmlContext *context, abPlace place, const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    AB_TEXT_OF(text, format);
    context->problems++;
    ab_error_add(context->error, AB_BAD_MODEL, place, "%s", text);
}

void ab_xml_note(abXmlContext *context, abPlace place, const char *format, ...) {
    char text[400];
    if (++context->notes > NOTES_MAX) {
        return;
    }
    AB_TEXT_OF(text, format);
    ab_log(&context->log, AB_LOG_WARNING, "%s:%d:%d: %s", place.file, place.line, place.column,
           text);
    if (context->notes == NOTES_MAX) {
        ab_log(&context->log, AB_LOG_WARNING, "%s: further warnings are left out", place.file);
    }
}

// Whether the attribute was not warned of yet; it is from now on.
static bool is_first(abXmlContext *context, const abXmlTable *table, const char *name) {
    if (context->notes >= NOTES_MAX) {
        return true; // which is only counted
    }
    for (const abXmlTold *t = context->told; t != NULL; t = t->next) {
        if (t->table == table && ab_xml_same(t->name, name)) {
            return false;
        }
    }
    abXmlTold *told = AB_ARENA_NEW(context->arena, abXmlTold, 1);
    if (told == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    *told = (abXmlTold){context->told, table, name};
    context->told = told;
    return true;
}

void ab_xml_idle(abXmlContext *context, const abXmlTable *table, const abXmlAttribute *attribute,
                 const char *why) {
    char shown[SHOWN_SIZE];
    if (is_first(context, table, attribute->name)) {
        ab_xml_note(context, attribute->place, "%s: %.60s = \"%s\" has no effect: %s", table->name,
                    attribute->name, ab_text_shown(attribute->value, shown, sizeof shown), why);
    }
}

// ---- fields and elements ----

void ab_xml_defaults(const abXmlTable *table, void *object) {
    memset(object, 0, table->size);
    for (int i = 0; i < table->key_count; i++) {
        const abXmlKey *key = &table->keys[i];
        unsigned char *field = (unsigned char *)object + key->offset;
        if (key->use != AB_XML_USED) {
            continue;
        }
        if (key->kind == AB_XML_REAL) {
            *(double *)field = key->fallback;
        } else if (key->kind == AB_XML_INTEGER || key->kind == AB_XML_ID ||
                   key->kind == AB_XML_CHOICE) {
            *(int *)field = (int)key->fallback;
        } else if (key->kind == AB_XML_BOOLEAN) {
            *(bool *)field = key->fallback != 0.0;
        }
    }
}

static const abXmlKey *find_key(const abXmlTable *table, const char *name) {
    for (int i = 0; i < table->key_count; i++) {
        if (ab_xml_is_one_of(name, table->keys[i].name)) {
            return &table->keys[i];
        }
    }
    return NULL;
}

bool ab_xml_next_passed(const char **rest, char *out, size_t size) {
    int length = *rest != NULL ? (int)strcspn(*rest, " ") : 0;
    snprintf(out, size, "%.*s", length, length > 0 ? *rest : "");
    *rest = length > 0 ? *rest + length + strspn(*rest + length, " ") : NULL;
    return length > 0;
}

static bool is_passed(const abXmlTable *table, const char *name) {
    char spellings[NAME_SIZE];
    bool is_one = false;
    for (const char *rest = table->passed;
         !is_one && ab_xml_next_passed(&rest, spellings, NAME_SIZE);) {
        is_one = ab_xml_is_one_of(name, spellings);
    }
    return is_one;
}

static void unknown_attribute(abXmlContext *context, const abXmlAttribute *attribute,
                              const abXmlElement *element, const abXmlTable *table) {
    enum { KEYS_MAX = 63 };
    char names[KEYS_MAX][NAME_SIZE], name[NAME_SIZE], shown[SHOWN_SIZE];
    const char *words[KEYS_MAX + 1] = {NULL};
    int count = 0;
    for (; count < table->key_count && count < KEYS_MAX; count++) {
        words[count] = ab_xml_first_spelling(table->keys[count].name, names[count], NAME_SIZE);
    }
    char spellings[NAME_SIZE];
    for (const char *rest = table->passed;
         count < KEYS_MAX && ab_xml_next_passed(&rest, spellings, NAME_SIZE); count++) {
        words[count] = ab_xml_first_spelling(spellings, names[count], NAME_SIZE);
    }
    ab_text_lower(attribute->name, name, sizeof name);
    const char *near = ab_nearest_word(name, words);
    ab_text_shown(attribute->name, shown, sizeof shown);
    if (near != NULL) {
        ab_xml_problem(context, attribute->place, "%.60s has no attribute \"%s\"; did you mean %s?",
                       element->name, shown, near);
    } else if (is_first(context, table, attribute->name)) {
        ab_xml_note(context, attribute->place,
                    "%.60s has no attribute \"%s\" that is known here; it has no effect",
                    element->name, shown);
    }
}

// Whether the value is one of these, as a word or as a number.
static bool is_default(const char *value, const char *spellings) {
    double given, wanted;
    char word[NAME_SIZE];
    if (spellings == NULL || ab_xml_is_one_of(value, spellings)) {
        return spellings != NULL;
    }
    for (const char *s = spellings; ab_xml_number(value, &given) && *s != '\0';
         s += strcspn(s, "|"), s += *s == '|') {
        if (ab_xml_number(ab_xml_first_spelling(s, word, sizeof word), &wanted) &&
            given == wanted) {
            return true;
        }
    }
    return false;
}

// An attribute that is not done.
static void not_done(abXmlContext *context, const abXmlAttribute *attribute,
                     const abXmlTable *table, const abXmlKey *key) {
    char shown[SHOWN_SIZE];
    if (is_default(attribute->value, key->unless)) {
        return;
    }
    if (key->use == AB_XML_LISTED) {
        ab_xml_idle(context, table, attribute, key->text);
        return;
    }
    ab_xml_problem(context, attribute->place, "%.60s = \"%s\" is not supported: %s",
                   attribute->name, ab_text_shown(attribute->value, shown, sizeof shown),
                   key->text);
}

static bool is_twice(const abXmlElement *element, int index) {
    for (int i = 0; i < index; i++) {
        if (ab_xml_same(element->attributes[i].name, element->attributes[index].name)) {
            return true;
        }
    }
    return false;
}

static void check_required(abXmlContext *context, const abXmlElement *element,
                           const abXmlTable *table, uint64_t given) {
    for (int i = 0; i < table->key_count; i++) {
        char name[NAME_SIZE];
        if (table->keys[i].is_required && (given >> i & 1) == 0) {
            ab_xml_problem(
                context, element->place, "%.60s needs the attribute %s: %s", element->name,
                ab_xml_first_spelling(table->keys[i].name, name, NAME_SIZE), table->keys[i].text);
        }
    }
}

bool ab_xml_fill(abXmlContext *context, const abXmlElement *element, const abXmlTable *table,
                 void *object, uint64_t *given, bool is_change) {
    int before = context->problems;
    for (int i = 0; i < element->attribute_count; i++) {
        const abXmlAttribute *attribute = &element->attributes[i];
        const abXmlKey *key = find_key(table, attribute->name);
        if (key == NULL && !is_passed(table, attribute->name)) {
            unknown_attribute(context, attribute, element, table);
        } else if (is_twice(element, i)) {
            ab_xml_problem(context, attribute->place, "%.60s is given twice", attribute->name);
        } else if (key != NULL) {
            *given |= UINT64_C(1) << (key - table->keys);
            if (key->use != AB_XML_USED) {
                not_done(context, attribute, table, key);
            } else {
                ab_xml_value(context, attribute, key, (unsigned char *)object + key->offset);
            }
        }
    }
    if (!is_change) {
        check_required(context, element, table, *given);
    }
    return context->problems == before;
}

bool ab_xml_is_given(const abXmlTable *table, uint64_t given, const char *key) {
    const abXmlKey *found = find_key(table, key);
    return found != NULL && (given >> (found - table->keys) & 1) != 0;
}

const abXmlAttribute *ab_xml_attribute(const abXmlElement *element, const abXmlTable *table,
                                       const char *key) {
    const abXmlKey *found = find_key(table, key);
    for (int i = 0; found != NULL && i < element->attribute_count; i++) {
        if (ab_xml_is_one_of(element->attributes[i].name, found->name)) {
            return &element->attributes[i];
        }
    }
    return NULL;
}

abPlace ab_xml_place(const abXmlElement *element, const abXmlTable *table, const char *key) {
    const abXmlAttribute *attribute = ab_xml_attribute(element, table, key);
    return attribute != NULL ? attribute->value_place : element->place;
}
