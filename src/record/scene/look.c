// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// look.c - which row of looks.def a material is.

#include "record/scene/look.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

const abMaterialLook ab_looks[AB_LOOK_COUNT] = {
#define AB_LOOK(NAME, colour, own, rough, metal, opacity, grain, lightest, densest, words)         \
    {#NAME, colour, own, rough, metal, opacity, grain, lightest, densest, words},
#include "record/scene/looks.def"
#undef AB_LOOK
};

// A word of a name begins where a letter follows none, or a capital a small one.
static bool begins_word(const char *name, const char *at) {
    unsigned char here = (unsigned char)*at, before = at > name ? (unsigned char)at[-1] : '\0';
    return isalpha(here) && (!isalpha(before) || (isupper(here) && islower(before)));
}

// Does the text at `at` begin with the `length` small letters of `word`?
static bool begins_with(const char *at, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (tolower((unsigned char)at[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

static bool holds_word(const char *name, const char *word, size_t length) {
    for (const char *at = name; *at != '\0'; at++) {
        if (begins_word(name, at) && begins_with(at, word, length)) {
            return true;
        }
    }
    return false;
}

static bool is_named(const abMaterialLook *look, const char *name) {
    for (const char *word = look->words; *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (holds_word(name, word, length)) {
            return true;
        }
        word += length + (word[length] == ' ');
    }
    return false;
}

abLookKind ab_look_find(const char *material, double density) {
    for (int i = 0; i < AB_LOOK_COUNT && material != NULL; i++) {
        if (is_named(&ab_looks[i], material)) {
            return (abLookKind)i;
        }
    }
    for (int i = 0; i < AB_LOOK_COUNT && material != NULL; i++) {
        if (density >= ab_looks[i].lightest && density <= ab_looks[i].densest && density > 0.0) {
            return (abLookKind)i;
        }
    }
    return AB_LOOK_PLAIN;
}
