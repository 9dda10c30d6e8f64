// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_motionsolve.c - what is read of MotionSolve models, from the reader's own tables.

#include "reference/reference_motionsolve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// "a|b" as "a, b", in code marks on a page.
static void print_spellings(FILE *out, const char *spellings, bool markdown) {
    for (const char *s = spellings; *s != '\0';) {
        int length = (int)strcspn(s, "|");
        fprintf(out, markdown ? "`%.*s`" : "%.*s", length, s);
        s += length;
        if (*s == '|') {
            fprintf(out, ", ");
            s++;
        }
    }
}

static void print_values(FILE *out, const abXmlKey *key, bool markdown) {
    static const char *const kinds[] = {[AB_XML_REAL] = "number",
                                        [AB_XML_INTEGER] = "whole number",
                                        [AB_XML_ID] = "id",
                                        [AB_XML_BOOLEAN] = "TRUE, FALSE",
                                        [AB_XML_CHOICE] = "",
                                        [AB_XML_TEXT] = "text",
                                        [AB_XML_EXPRESSION] = "formula",
                                        [AB_XML_INTEGERS] = "list of ids",
                                        [AB_XML_REALS] = "list of numbers"};
    fprintf(out, "%s", kinds[key->kind]);
    for (int i = 0; key->kind == AB_XML_CHOICE && key->choices[i] != NULL; i++) {
        fprintf(out, i > 0 ? "; " : "");
        print_spellings(out, key->choices[i], markdown);
    }
    if (key->kind == AB_XML_REAL && !isinf(key->low)) {
        fprintf(out, key->is_above_low ? " above %g" : " from %g", key->low);
    }
    if (key->kind == AB_XML_REAL && !isinf(key->low) && !isinf(key->high)) {
        fprintf(out, " to %g", key->high);
    }
}

static void print_key(FILE *out, const abXmlKey *key, bool markdown) {
    fprintf(out, markdown ? "| " : "  ");
    print_spellings(out, key->name, markdown);
    fprintf(out, markdown ? " | " : "  (");
    if (key->use == AB_XML_USED) {
        print_values(out, key, markdown);
        bool has_unit = key->unit != NULL && strcmp(key->unit, "-") != 0;
        fprintf(out, has_unit ? " [%s]" : "%s", has_unit ? key->unit : "");
    }
    fprintf(out, markdown ? " | " : ")  ");
    fprintf(out, "%s%s%s", key->is_required ? "required: " : "",
            key->use == AB_XML_LISTED    ? "no effect, with a warning: "
            : key->use == AB_XML_REFUSED ? "refused: "
                                         : "",
            key->text);
    fprintf(out, markdown ? " |\n" : "\n");
}

static void print_element(FILE *out, const abXmlType *type, bool markdown) {
    const abXmlTable *table = type->table;
    fprintf(out, markdown ? "\n## %s\n\nBecomes: %s.%s\n\n" : "\n%s: %s%s\n", table->name,
            table->text,
            type->is_command && type->is_model ? " A command of this name changes one of the model."
            : type->is_command                 ? " A command."
                                               : "");
    if (markdown) {
        fprintf(out, "| attribute | values | meaning |\n| --- | --- | --- |\n");
    }
    for (int i = 0; i < table->key_count; i++) {
        print_key(out, &table->keys[i], markdown);
    }
    if (table->passed != NULL) {
        fprintf(out, markdown ? "\nRead without effect: " : "  without effect: ");
    }
    char spellings[60];
    for (const char *rest = table->passed;
         ab_xml_next_passed(&rest, spellings, sizeof spellings);) {
        print_spellings(out, spellings, markdown);
        fprintf(out, rest[0] != '\0' ? ", " : ".\n");
    }
}

static void print_others(FILE *out, abXmlUse use, const char *title, bool markdown) {
    fprintf(out, markdown ? "\n## %s\n\n" : "\n%s\n", title);
    for (int i = 0; i < ab_xml_other_count(); i++) {
        abXmlOther other = ab_xml_other(i);
        if (other.use == use) {
            fprintf(out, markdown ? "* `%s`%s%s\n" : "  %s%s%s\n", other.name,
                    other.text[0] != '\0' ? ": " : "", other.text);
        }
    }
}

void reference_motionsolve(FILE *out, bool markdown) {
    if (markdown) {
        fprintf(out,
                "# MotionSolve models: elements and attributes\n\n"
                "This page is made by `abut info motionsolve --markdown` from the tables of the "
                "reader. How such models\nare run and what differs is in "
                "[howto/motionsolve-models.md](howto/motionsolve-models.md). Spellings of one\n"
                "thing stand side by side; capital letters do not matter. Units in brackets are "
                "converted from those that\n`Param_Unit` names.\n");
    }
    for (int kind = 0; kind < AB_XML_TYPE_COUNT; kind++) {
        print_element(out, ab_xml_type(kind), markdown);
    }
    print_others(out, AB_XML_IDLE, "Elements without bearing on results, passed over", markdown);
    print_others(out, AB_XML_LISTED, "Elements without effect, listed as warnings", markdown);
    print_others(out, AB_XML_REFUSED, "Elements that refuse the model", markdown);
}
