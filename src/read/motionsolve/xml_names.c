// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_names.c - names for what the file numbers: labels as whole words, else body_12.
//
// Names stand in selectors, series and paths, so they keep letters, digits, - and _ only; other
// letters become _. A label that is taken gets the number behind it.

#include "read/motionsolve/xml_names.h"

#include <string.h>

#include "base/text.h"
#include "model/compile/observed.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_types.h"

enum { LABEL_MAX = 60 };

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           (unsigned char)c >= 0x80;
}

// The label in plain letters; "" when nothing is left of it. Letters beyond ASCII are not cut.
static void plain_label(const char *label, char out[LABEL_MAX + 1]) {
    size_t used = 0;
    for (const char *c = label; *c != '\0'; c++) {
        bool is_start = ((unsigned char)*c & 0xC0) != 0x80;
        if (is_start && used > LABEL_MAX - 4) {
            break;
        }
        if (is_plain(*c)) {
            out[used++] = *c;
        } else if (used > 0 && out[used - 1] != '_') {
            out[used++] = '_';
        }
    }
    while (used > 0 && out[used - 1] == '_') {
        used--;
    }
    out[used] = '\0';
}

static bool has_letter(const char *text) {
    for (; *text != '\0'; text++) {
        if (is_plain(*text) && *text != '-' && (*text < '0' || *text > '9')) {
            return true;
        }
    }
    return false;
}

// Whether the name was free; it is taken then.
static bool take(abXmlReader *reader, const char *list, const char *name) {
    const char *key = ab_xml_text(reader, "%s:%s", list, name);
    if (key == NULL || ab_text_map_find(&reader->names, key) != NULL) {
        return false;
    }
    if (!ab_text_map_put(&reader->names, key, reader)) {
        reader->context.is_out_of_memory = true;
    }
    return true;
}

// Whether expressions can use the name: one word of ASCII that has no meaning there.
static bool is_usable_word(const char *name) {
    for (size_t i = 0; name[i] != '\0'; i++) {
        char c = name[i];
        if (c == '-' || (unsigned char)c >= 0x80 || (i == 0 && ab_is_digit(c))) {
            return false;
        }
    }
    return !ab_observed_is_word(name);
}

const char *ab_xml_name(abXmlReader *reader, const char *list, const char *default_name,
                        const char *label, int id) {
    char plain[LABEL_MAX + 1];
    plain_label(label != NULL ? label : "", plain);
    bool has_label = has_letter(plain) && !(strcmp(plain, "world") == 0) &&
                     (strcmp(list, AB_XML_WORD_LIST) != 0 || is_usable_word(plain));
    const char *name = has_label ? ab_xml_text(reader, "%s", plain)
                                 : ab_xml_text(reader, "%s_%d", default_name, id);
    for (int i = 0; name != NULL && !take(reader, list, name); i++) {
        if (reader->context.is_out_of_memory) {
            return NULL;
        }
        name = i == 0 ? ab_xml_text(reader, "%s_%d", has_label ? plain : default_name, id)
                      : ab_xml_text(reader, "%s_%d_%d", has_label ? plain : default_name, id, i);
    }
    return name;
}
