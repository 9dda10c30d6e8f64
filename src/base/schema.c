// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// schema.c - defaults and look-ups over key tables.

#include "base/schema.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/vector.h"

static void set_default(const abKey *key, void *field) {
    switch (key->kind) {
    case AB_KEY_NUMBER:
        *(double *)field = key->fallback;
        break;
    case AB_KEY_INTEGER:
    case AB_KEY_CHOICE:
        *(int *)field = (int)key->fallback;
        break;
    case AB_KEY_BOOLEAN:
        *(bool *)field = key->fallback != 0.0;
        break;
    case AB_KEY_TEXT:
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        *(const char **)field = NULL;
        break;
    case AB_KEY_FLAGS:
        *(unsigned *)field = 0;
        break;
    case AB_KEY_POINTS:
        *(const abPointList **)field = NULL;
        break;
    case AB_KEY_TEXTS:
        *(const char *const **)field = NULL;
        break;
    case AB_KEY_VEC3:
    case AB_KEY_SCALE:
        *(abVec3 *)field = (abVec3){key->fallback, key->fallback, key->fallback};
        break;
    case AB_KEY_QUAT:
        *(abQuat *)field =
            isnan(key->fallback) ? (abQuat){NAN, NAN, NAN, NAN} : (abQuat){1.0, 0.0, 0.0, 0.0};
        break;
    case AB_KEY_MAT3:
        for (int i = 0; i < 9; i++) {
            ((abMat3 *)field)->m[i / 3][i % 3] = key->fallback;
        }
        break;
    }
}

size_t ab_key_size(const abKey *key) {
    static const size_t sizes[] = {
        [AB_KEY_NUMBER] = sizeof(double),
        [AB_KEY_INTEGER] = sizeof(int),
        [AB_KEY_CHOICE] = sizeof(int),
        [AB_KEY_BOOLEAN] = sizeof(bool),
        [AB_KEY_FLAGS] = sizeof(unsigned),
        [AB_KEY_TEXT] = sizeof(const char *),
        [AB_KEY_EXPRESSION] = sizeof(const char *),
        [AB_KEY_FREE] = sizeof(const char *),
        [AB_KEY_TEXTS] = sizeof(const char *const *),
        [AB_KEY_POINTS] = sizeof(const abPointList *),
        [AB_KEY_VEC3] = sizeof(abVec3),
        [AB_KEY_SCALE] = sizeof(abVec3),
        [AB_KEY_QUAT] = sizeof(abQuat),
        [AB_KEY_MAT3] = sizeof(abMat3),
    };
    return sizes[key->kind];
}

void ab_table_defaults(const abTable *table, void *object) {
    if (table->size > 0) {
        memset(object, 0, table->size);
    }
    for (int i = 0; i < table->key_count; i++) {
        set_default(&table->keys[i], (unsigned char *)object + table->keys[i].offset);
    }
}

const char *ab_key_word(const abKey *key, double value) {
    for (int i = 0; key->choices != NULL && key->choices[i] != NULL; i++) {
        if (value == AB_WORD_AS_NUMBER(i)) {
            return key->choices[i];
        }
    }
    return NULL;
}

const abKey *ab_table_find(const abTable *table, const char *key) {
    for (int i = 0; i < table->key_count; i++) {
        const char *former = table->keys[i].former;
        if (strcmp(table->keys[i].name, key) == 0 || (former != NULL && strcmp(former, key) == 0)) {
            return &table->keys[i];
        }
    }
    return NULL;
}

// Edit distance with adjacent swaps counting one; words over 40 letters are far from everything.
static int edit_distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) {
        return INT_MAX;
    }
    int rows[3][LONGEST + 1];
    for (size_t j = 0; j <= m; j++) {
        rows[0][j] = (int)j;
    }
    for (size_t i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                two_above[j - 2] + 1 < best) {
                best = two_above[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

static const char *const s_synonyms[][2] = {
#define AB_SYNONYM(written, here) {written, here},
#include "base/synonyms.def"
#undef AB_SYNONYM
};
enum { SYNONYMS = sizeof s_synonyms / sizeof s_synonyms[0] };

static bool is_same_word(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == *b) {
        a++, b++;
    }
    return *a == '\0' && *b == '\0';
}

bool ab_word_stands_for(const char *word, const char *here) {
    for (int i = 0; i < SYNONYMS; i++) {
        if (is_same_word(word, s_synonyms[i][0]) && strcmp(here, s_synonyms[i][1]) == 0) {
            return true;
        }
    }
    return false;
}

// A slip of one letter in a word that stands for another: "hight" for a length.
static bool nearly_stands_for(const char *word, const char *here) {
    enum { SHORTEST = 5 }; // a letter of a shorter one makes another word
    bool nearly = false;
    for (int i = 0; i < SYNONYMS && !nearly; i++) {
        nearly = strcmp(here, s_synonyms[i][1]) == 0 && strlen(s_synonyms[i][0]) >= SHORTEST &&
                 edit_distance(word, s_synonyms[i][0]) == 1;
    }
    return nearly;
}

// Whether a word begins or ends with another one: initial_velocity, velocity_x.
static bool has_part(const char *word, const char *part) {
    size_t n = strlen(word), m = strlen(part);
    return n > m + 1 && m > 2 &&
           ((word[m] == '_' && strncmp(word, part, m) == 0) ||
            (word[n - m - 1] == '_' && strcmp(word + n - m, part) == 0));
}

// A synonym is nearer than any spelling, a slip of one letter nearer than a part of a longer word,
// whichever of the two is longer. Of
// short words half the letters are another word.
static const char *nearer(const char *word, const char *candidate, int *distance) {
    int d = ab_word_stands_for(word, candidate) ? 0 : edit_distance(word, candidate);
    if (d > 2 && *distance > 2 &&
        (has_part(word, candidate) || has_part(candidate, word) ||
         nearly_stands_for(word, candidate))) {
        *distance = 2;
        return candidate;
    }
    int longest = (int)(strlen(word) > strlen(candidate) ? strlen(word) : strlen(candidate));
    if (d < *distance && d <= (longest + 1) / 3 && d < longest) {
        *distance = d;
        return candidate;
    }
    return NULL;
}

const char *ab_nearest_word(const char *word, const char *const *words) {
    const char *best = NULL;
    int distance = 1000;
    for (; words != NULL && *words != NULL; words++) {
        const char *better = nearer(word, *words, &distance);
        best = better != NULL ? better : best;
    }
    return best;
}

const char *ab_nearest_key(const char *word, const abTable *table) {
    const char *best = NULL;
    int distance = 1000;
    for (int i = 0; i < table->key_count; i++) {
        const char *better = nearer(word, table->keys[i].name, &distance);
        best = better != NULL ? better : best;
    }
    return best;
}

static abHint hint(const char *before, const char *near, const char *behind) {
    abHint out = {""};
    if (near != NULL) {
        snprintf(out.text, sizeof out.text, "%s%s%s", before, near, behind);
    }
    return out;
}

abHint ab_hint(const char *near) {
    return hint(" (did you mean ", near, "?)");
}

abHint ab_hint_behind(const char *near) {
    return hint("; did you mean ", near, "?");
}
